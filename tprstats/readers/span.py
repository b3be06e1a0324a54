"""The days on which an event was played, as its file tells them."""

from __future__ import annotations

import datetime as dt

from tprstats.readers._values import parse_date
from tprstats.records import Event

__all__ = ["event_days", "stated_days"]


def event_days(event: Event) -> tuple[dt.date, dt.date] | None:
    """First and last day: the heading's, or else those of dated rounds; None where unknown.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> days = event_days(tpr.read(example_path()))
    >>> None if days is None else [str(d) for d in days]
    ['2011-02-25', '2011-02-27']
    """
    stated = stated_days(event)
    dates = [g.date for r in event.records for g in r.games if g.date]
    return stated or ((min(dates), max(dates)) if dates else None)


def stated_days(event: Event) -> tuple[dt.date, dt.date] | None:
    """First and last day by the heading alone: dated rounds say nothing of those without a date.

    Examples
    --------
    >>> import tprstats as tpr
    >>> stated_days(tpr.read(b"White,Black,Result,Date\\nA,B,1-0,2026-05-01\\n")) is None
    True
    """
    start, end = (parse_date(event.details.get(key, "")) for key in ("start", "end"))
    return None if start is None or end is None or end < start else (start, end)
