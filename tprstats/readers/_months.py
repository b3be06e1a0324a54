"""Dates with the name of the month, as people and spreadsheets write them."""

from __future__ import annotations

import re
from functools import cache

from tprstats.readers._folded import folded

__all__ = ["beginnings", "named_date"]

# January to December: English, German, French, Spanish, Dutch, Italian, Portuguese, Nordic, Polish.
NAMES = (
    "january januar jänner janvier enero januari gennaio janeiro stycznia",
    "february februar feber février febrero februari febbraio fevereiro lutego",
    "march märz maerz mrz mars marzo maart mrt março marts marca",
    "april avril abril aprile kwietnia",
    "may mai mayo mei maggio maio maj maja",
    "june juni juin junio giugno junho czerwca",
    "july juli juillet julio luglio julho lipca",
    "august août agosto augustus augusti sierpnia",
    "september septembre septiembre setiembre settembre setembro września",
    "october oktober octobre octubre ottobre outubro października",
    "november novembre noviembre novembro listopada",
    "december dezember décembre diciembre dicembre dezembro desember grudnia",
)
SHORTEST = 3
WORD = r"([^\W\d_]{3,12})\.?"
DAY = r"(\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?"
YEAR = r"(\d{4}|'?\d{2})(?!\d)"
GAP = r"[\s,./-]*(?:(?:of|de|del|den)\s+)?"
WEEKDAY = r"(?:[^\W\d_]{2,10}\.?,?\s+(?:(?:the|den|le|el)\s+)?)?"
DAY_FIRST = re.compile(rf"{WEEKDAY}{DAY}{GAP}{WORD}{GAP}{YEAR}")
MONTH_FIRST = re.compile(rf"{WEEKDAY}{WORD}\s*{DAY}(?:,\s*|\s+|-){YEAR}")
YEAR_FIRST = re.compile(rf"(\d{{4}}){GAP}{WORD}{GAP}{DAY}(?!\d)")


@cache
def beginnings() -> dict[str, int]:
    """The month of every beginning of a name, without those of two months (jui, ma)."""
    found: dict[str, set[int]] = {}
    for month, names in enumerate(NAMES, 1):
        for name in map(folded, names.split()):
            for end in range(SHORTEST, len(name) + 1):
                found.setdefault(name[:end], set()).add(month)
        for name in map(folded, names.split()):
            found[name] = {month}
    return {word: months.pop() for word, months in found.items() if len(months) == 1}


def named_date(text: str) -> tuple[int, int, int] | None:
    """Year, month and day of a date with the month in letters; None for what is none.

    Examples
    --------
    >>> [named_date(x) for x in ("5 Nov 2026", "Nov 7th, 2026", "Sa, 5. März 26")]
    [(2026, 11, 5), (2026, 11, 7), (26, 3, 5)]
    >>> named_date("5 Nov"), named_date("soon")
    (None, None)
    """
    if match := DAY_FIRST.match(text):
        day, word, year = match.groups()
    elif match := MONTH_FIRST.match(text):
        word, day, year = match.groups()
    elif match := YEAR_FIRST.match(text):
        year, word, day = match.groups()
    else:
        return None
    month = beginnings().get(folded(word))
    return None if month is None else (int(year.strip("'")), month, int(day))
