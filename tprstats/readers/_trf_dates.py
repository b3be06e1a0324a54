"""Dates of rounds: games have theirs, and an event's details those of rounds without a game."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from tprstats.records import Event

__all__ = ["date_line", "dates_to_come"]

KEY = "dates of rounds to come"
FORM = re.compile(r"round (\d{1,3}) (\d{4}-\d\d-\d\d)")


def dates_to_come(dates: Sequence[dt.date | None], rounds: int) -> dict[str, str]:
    """Details with the dates of rounds after the last that has games.

    Examples
    --------
    >>> dates_to_come([dt.date(2026, 5, 1), dt.date(2026, 5, 2)], 1)
    {'dates of rounds to come': 'round 2 2026-05-02'}
    """
    later = [f"round {r} {d}" for r, d in enumerate(dates, 1) if d is not None and r > rounds]
    return {KEY: "; ".join(later)} if later else {}


def date_line(event: Event) -> str:
    """Line 132: the date of every round, under its column; empty where none is known."""
    dates = {g.round: f"{g.date:%y/%m/%d}" for r in event.records for g in r.games if g.date}
    for text in event.details.get(KEY, "").split("; "):
        if m := FORM.fullmatch(text):
            dates.setdefault(int(m[1]), m[2][2:].replace("-", "/"))
    if not dates:
        return ""
    cells = (dates.get(r, " " * 8) for r in range(1, max(r or 0 for r in dates) + 1))
    return f"{'132':91s}" + "  ".join(cells)
