"""Ratings, results and days as people type them."""

from __future__ import annotations

import datetime as dt

from tprstats.readers._results import parse_own_result
from tprstats.readers._values import parse_date
from tprstats.records import GameKind, check_rating

__all__ = ["day", "opponent_rating", "own_result"]


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
