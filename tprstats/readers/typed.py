"""Ratings, results and days as people type them."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from tprstats.errors import InputError
from tprstats.readers._results import parse_own_result
from tprstats.readers._values import parse_date
from tprstats.records import UNNAMED, Event, GameKind, check_rating

__all__ = ["day", "opponent_rating", "own_result", "with_name"]


def opponent_rating(text: str) -> float | None:
    """A rating; None for ``-``, an unrated opponent.

    Examples
    --------
    >>> opponent_rating("2300"), opponent_rating("-")
    (2300.0, None)
    """
    if text in ("-", "–"):
        return None
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a rating; write '-' for an unrated opponent") from None
    return check_rating(value)


def own_result(text: str) -> float:
    """The player's points in a game that was played.

    Examples
    --------
    >>> own_result("1"), own_result("="), own_result("l")
    (1.0, 0.5, 0.0)
    """
    half_points, kind = parse_own_result(text)
    if kind is not GameKind.PLAYED:
        raise ValueError(f"result {text!r}: only games played count; write 1, 0.5 or 0")
    return half_points / 2.0


def day(text: str) -> dt.date | None:
    """A day; None for what is none.

    Examples
    --------
    >>> day("2024-01-31"), day("31.1.2024"), day("soon")
    (datetime.date(2024, 1, 31), datetime.date(2024, 1, 31), None)
    """
    return parse_date(text)


def with_name(event: Event, name: str) -> Event:
    """The games of one player whom the text does not name, with the name given beside it.

    Raises
    ------
    InputError
        Where the text names the player, or holds several players' games.

    Examples
    --------
    >>> from tprstats import read
    >>> with_name(read(b"rating,result\\n2300,1\\n"), "Anna").records[0].player.name
    'Anna'
    """
    owner = event.details.get("owner")
    if owner is None and any(r.player.name == UNNAMED for r in event.records):
        owner = UNNAMED
    if len(event) != 1 and owner is None:
        raise InputError(
            f"a name is one player's, and this text has the games of {len(event)}: leave it out"
        )
    known = owner or event.records[0].player.name
    if known not in (name, UNNAMED):
        raise InputError(f"the text names the player, {known}: leave the name out")
    event = event.merged({known: name})
    return replace(event, details={**event.details, "owner": name})
