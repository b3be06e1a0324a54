"""The four titles that norms lead to, and what each asks for: FIDE B.01 (1 January 2024)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import ceil

from tprstats import fide_tables
from tprstats.errors import TprstatsError

__all__ = [
    "LEVELS",
    "TITLES",
    "UNRATED",
    "Title",
    "article",
    "get_title",
    "known_title",
    "least_average",
    "least_half_points",
    "least_of_level",
    "least_titled",
    "most_of_one",
    "most_own",
    "nothing_to_make",
    "title_level",
]

UNRATED = 1400
"""What an unrated opponent counts (1.4.6d)."""

LEVELS = {"FM": 1, "WFM": 1, "WIM": 2, "WGM": 3, "IM": 4, "GM": 5}
"""Title-holders for 1.4.5, the higher the better; CM and WCM do not count (1.4.5a)."""

NO_TITLE, UNTOLD = "-", "?"
"""In place of a title: there is none; it is not told."""

_BY_RATING = {"FM": 2300, "CM": 2200, "WFM": 2100, "WCM": 2000}


@dataclass(frozen=True)
class Title:
    """What a norm for one title asks for.

    Parameters
    ----------
    name
        ``"GM"``, ``"IM"``, ``"WGM"`` or ``"WIM"``.
    performance
        Least performance rating Rp, Elo (1.4.8; 2599.5 before rounding is 2600, and Ra and dp
        are whole).
    average
        Least average rating Ra of the opponents, Elo (1.4.8a).
    floor
        Adjusted rating floor for the one lowest opponent, Elo (1.4.6b).
    clause
        Where the opponents' titles are asked for.
    """

    name: str
    performance: int
    average: int
    floor: int
    clause: str

    @property
    def level(self) -> int:
        """Least :data:`LEVELS` of an opponent who holds a title of this level (1.4.5b-e)."""
        return LEVELS[self.name]

    @property
    def women(self) -> bool:
        return self.name.startswith("W")


TITLES = {
    t.name: t
    for t in (
        Title("GM", 2600, 2380, 2200, "1.4.5b"),
        Title("IM", 2450, 2230, 2050, "1.4.5c"),
        Title("WGM", 2400, 2180, 2000, "1.4.5d"),
        Title("WIM", 2250, 2030, 1850, "1.4.5e"),
    )
}
"""The four titles that have norms, by their letters."""


def get_title(name: str | Title) -> Title:
    """The title of a name, in any case.

    Raises
    ------
    TprstatsError
        Where there is no such norm: FM and CM are titles by rating (1.3).

    Examples
    --------
    >>> get_title("gm").performance
    2600
    """
    if isinstance(name, Title):
        return name
    key = name.strip().upper()
    if key in _BY_RATING:
        raise TprstatsError(
            f"there is no {key} norm: {key} is gained by a rating of {_BY_RATING[key]} (B.01 1.3); "
            "norms are for GM, IM, WGM and WIM"
        )
    if key not in TITLES:
        raise TprstatsError(f"unknown title {name!r}; norms are for GM, IM, WGM and WIM")
    return TITLES[key]


def article(title: str) -> str:
    """The article before a title.

    Examples
    --------
    >>> article("IM"), article("GM")
    ('an', 'a')
    """
    return "an" if title.startswith("I") else "a"


def title_level(title: str) -> int:
    """How high a title stands for 1.4.5: 0 for none, CM and WCM, 5 for GM.

    Examples
    --------
    >>> title_level("gm"), title_level("WCM"), title_level("")
    (5, 0, 0)
    """
    return LEVELS.get(title.strip().upper(), 0)


def nothing_to_make(held: str, title: Title) -> str:
    """Why there is no norm to make for whoever holds the title or a higher one; empty else.

    Examples
    --------
    >>> nothing_to_make("gm", TITLES["IM"])
    'Nothing to make: the player holds the title GM.'
    >>> nothing_to_make("WGM", TITLES["IM"])
    ''
    """
    holds = title_level(held) >= title.level
    return f"Nothing to make: the player holds the title {held.strip().upper()}." if holds else ""


def known_title(title: str) -> bool:
    """Whether these letters are a title of FIDE's, or none.

    Examples
    --------
    >>> known_title("wcm"), known_title(""), known_title("-"), known_title("NM")
    (True, True, True, False)
    """
    name = title.strip().upper()
    return name in ("", NO_TITLE, UNTOLD) or name in LEVELS or name in _BY_RATING


def least_half_points(title: str | Title, games: int, average: int) -> int | None:
    """Least score for a norm at an average rating of the opponents (1.4.8, 1.4.9).

    Parameters
    ----------
    title
        Title.
    games
        Games that count.
    average
        Ra, Elo, after the floor and rounded.

    Returns
    -------
    int or None
        Half points; None where Ra is below the least that the title asks for.

    Examples
    --------
    >>> least_half_points("GM", 9, 2400), least_half_points("GM", 9, 2379)
    (14, None)
    """
    return _least_half_points(get_title(title), games, average)


@cache
def _least_half_points(title: Title, games: int, average: int) -> int | None:
    if average < title.average:
        return None
    for s2 in range(2 * games + 1):
        least = least_average(title, games, s2)
        if least is not None and average >= least:
            return s2
    return None


def least_average(title: str | Title, games: int, half_points: int) -> int | None:
    """Least Ra with which a score makes a norm; None below 35 % (1.4.8b).

    Examples
    --------
    >>> least_average("GM", 9, 13), least_average("GM", 9, 6)
    (2434, None)
    """
    wanted = get_title(title)
    if 100 * half_points < 35 * 2 * games:
        return None
    dp = int(fide_tables.dp(fide_tables.percent(half_points, games)))
    return max(wanted.average, wanted.performance - dp)


def least_titled(games: int) -> int:
    """Opponents who hold a title: at least half (1.4.5a).

    Examples
    --------
    >>> [least_titled(n) for n in (7, 8, 9, 11)]
    [4, 4, 5, 6]
    """
    return ceil(games / 2)


def least_of_level(games: int, *, double: bool = False) -> int:
    """Opponents with the norm's title: a third, at least 3; half in a double round robin.

    Examples
    --------
    >>> [least_of_level(n) for n in (7, 9, 10, 13)], least_of_level(5, double=True)
    ([3, 3, 4, 5], 3)
    """
    return ceil(games / 2) if double else max(3, ceil(games / 3))


def most_own(games: int) -> int:
    """Opponents from the own federation: at most 3/5, rounded down (1.4.4).

    Examples
    --------
    >>> [most_own(n) for n in (7, 8, 9, 11)]
    [4, 4, 5, 6]
    """
    return 3 * games // 5


def most_of_one(games: int) -> int:
    """Opponents from one federation: at most 2/3, rounded down (1.4.4).

    Examples
    --------
    >>> [most_of_one(n) for n in (7, 8, 9, 11)]
    [4, 5, 6, 7]
    """
    return 2 * games // 3
