"""What only a whole column tells: what its colour letters mean, and the order of its dates."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tprstats.readers._notes import Notes
from tprstats.readers._results import HALF_POINT, LETTER
from tprstats.readers._values import colour_letters, parse_date, quoted
from tprstats.readers._words import column_role
from tprstats.records import Colour

__all__ = ["COLOUR_AND_RESULT", "Cells", "Usage", "colour_of", "usage_of"]

SLASHED = re.compile(r"\s*(\d{1,2})\s*[-/]\s*(\d{1,2})\s*[-/]\s*\d{4}(?!\d)")
SHORT_YEAR = re.compile(r"\s*\d{1,2}\s*[-/.]\s*\d{1,2}\s*[-/.]\s*\d{1,2}(?!\d)")
# chess-results' player card writes colour and result in one cell: "w 1", "s½"; K is kampflos.
COLOUR_AND_RESULT = re.compile(rf"({LETTER})\s*({HALF_POINT}|[01+*-])([Kk]?)")
Cells = dict[str, str]


@dataclass(frozen=True)
class Usage:
    """What only the whole column tells: colour letters, and the order of dates."""

    colours: dict[str, Colour]
    month_first: bool
    year_last: bool


def usage_of(rows: list[Cells], notes: Notes) -> Usage:
    """Colour letters and the order of dates, from all lines; ValueError where it is not clear."""
    letters = {row.get("colour", "").casefold() for row in rows}
    if "colour" not in (rows[0] if rows else {}):
        found = (COLOUR_AND_RESULT.fullmatch(row.get("result", "")) for row in rows)
        letters = {match.group(1).casefold() for match in found if match}
    letters = {c for c in letters if len(c) == 1 and c != "-"}
    dates = [row.get("date", "") for row in rows]
    return Usage(
        colour_letters(letters) if letters else {},
        _month_first(dates, notes),
        _year_last(dates, notes),
    )


def _month_first(dates: list[str], notes: Notes) -> bool:
    """Whether dates are month/day/year; what is guessed is noted with the reading taken."""
    days = [(int(m[1]), int(m[2])) for text in dates if (m := SLASHED.match(text))]
    month_first = any(b > 12 for _, b in days) and all(a <= 12 for a, _ in days)
    if month_first:
        notes.add("dates read as month/day/year")
    elif all(a <= 12 for a, _ in days) and any(a != b for a, b in days):
        first = next(t for t in dates if (m := SLASHED.match(t)) and m[1] != m[2])
        notes.add(
            "dates read as day/month/year, for all that they could be month/day/year; "
            "year-month-day is never guessed",
            f"{first} is {parse_date(first)}",
        )
    elif any(b > 12 for _, b in days):
        notes.add("dates in two orders: those with a month above 12 read as month/day/year")
    return month_first


def _year_last(dates: list[str], notes: Notes) -> bool:
    """Whether the year of two digits is the last number: where it can be, and noted."""
    short = [t for t in dates if SHORT_YEAR.match(t)]
    last = bool(short) and all(parse_date(t, year_last=True) for t in short)
    if short:
        order = "day/month/year" if last else "year/month/day"
        what = f"{short[0]} is {parse_date(short[0], year_last=last)}"
        notes.add(f"dates with years of two digits read as {order}", what)
    return last


def colour_of(text: str, usage: Usage) -> Colour:
    """What the colour of a game means; ValueError where it cannot be told."""
    named = {"white": Colour.WHITE, "black": Colour.BLACK}.get(column_role(text))
    letter = text.casefold()
    if named is not None or letter in ("", "-"):
        return named or Colour.NONE
    if letter not in usage.colours:
        raise ValueError(f"colour {quoted(text)}; write w or b")
    return usage.colours[letter]
