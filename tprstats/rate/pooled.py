"""Whether a record puts games together that no one strength describes."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tprstats.cells import counted, rating_text
from tprstats.records import Game, RatingStatus, Record
from tprstats.records.order import rated_in_order

__all__ = [
    "MARKS",
    "MOST_A_DAY",
    "MOST_DRIFT",
    "MOST_YEARS",
    "ONE_KIND",
    "Pooled",
    "pooled_games",
    "pooled_in",
]

MOST_DRIFT = 200.0
"""Elo between the lowest and the highest own rating: beyond it a record is no season of one
strength. A year of an established player rarely moves the rating so far."""

MOST_YEARS = 2
"""Calendar years that pass for one season, which may go over New Year."""


MOST_A_DAY = 3
"""Slow games that a player has in a day of a weekend congress."""


@dataclass(frozen=True)
class _Mark:
    """A kind of games that count although not everybody would count them."""

    has: Callable[[Game], bool]
    one: str
    several: str
    option: str

    def words(self, n: int) -> str:
        """So many of them, and what leaves them out."""
        them = "it" if n == 1 else "them"
        return f"{n} {self.one if n == 1 else self.several} ({self.option} leaves {them} out)"


MARKS = {
    "casual": _Mark(lambda g: g.casual, "casual", "casual", "--rated-only"),
    "programs": _Mark(
        lambda g: g.against_program, "against a program", "against programs", "--no-bots"
    ),
    "provisional": _Mark(
        lambda g: g.status is RatingStatus.PROVISIONAL,
        "against a provisional rating",
        "against provisional ratings",
        "--established",
    ),
}
"""Each kind by the name that JSON has for it."""


@dataclass(frozen=True)
class Pooled:
    """What a record's rated games have in common, and what not.

    Parameters
    ----------
    speeds
        Each speed that the games name and how many have it, the most frequent first.
    years
        First and last year; None where no game tells.
    own
        Own rating at the first of the games, the lowest and the highest; None where no game has it.
    games
        How many there are.
    marked
        How many games count although not everybody would count them, by kind: ``"casual"`` (the
        platform did not rate them), against ``"programs"``, against ``"provisional"`` ratings.
    crowded
        The day with the most slow games and how many, where these are more than anybody plays
        slowly and there are other days; None else.
    """

    speeds: tuple[tuple[str, int], ...] = ()
    years: tuple[int, int] | None = None
    own: tuple[float, float, float] | None = None
    games: int = 0
    marked: tuple[tuple[str, int], ...] = ()
    crowded: tuple[dt.date, int] | None = None

    @property
    def moved(self) -> bool:
        """Whether the own rating is not the same in all games."""
        return self.own is not None and self.own[1] < self.own[2]

    @property
    def drifted(self) -> bool:
        """Whether the own rating moved too far for one constant strength."""
        return self.own is not None and self.own[2] - self.own[1] > MOST_DRIFT

    @property
    def long(self) -> bool:
        """Whether the games are of more years than one season has."""
        return self.years is not None and self.years[1] - self.years[0] >= MOST_YEARS

    def own_words(self, rating: float | None) -> str:
        """The own rating as headings show it: all that it was during the games.

        Examples
        --------
        >>> Pooled(own=(2484.0, 2484.0, 2688.0)).own_words(2609.0), Pooled().own_words(2609.0)
        ('2484 to 2688', '2609')
        """
        if self.own is not None and self.moved:
            return f"{rating_text(self.own[1])} to {rating_text(self.own[2])}"
        return "" if rating is None else rating_text(rating)

    def faster_words(self) -> str:
        """That a day has too many games to be slow ones; empty where none has.

        Examples
        --------
        >>> print(Pooled(games=17, crowded=(dt.date(2013, 6, 12), 8)).faster_words())
        8 of the 17 games were played on one day (2013-06-12): rapid or blitz may be \
mixed in; --since and --until choose some
        """
        if self.crowded is None:
            return ""
        day, n = self.crowded
        return (
            f"{n} of the {counted(self.games, 'game')} were played on one day ({day}): "
            "rapid or blitz may be mixed in; --since and --until choose some"
        )

    def marked_words(self) -> str:
        """Which counted games one may want to leave out; empty where there are none.

        Examples
        --------
        >>> print(Pooled(games=40, marked=(("casual", 3), ("programs", 1))).marked_words())
        Among the 40 games that count are 3 casual (--rated-only leaves them out) and \
1 against a program (--no-bots leaves it out).
        """
        parts = [MARKS[kind].words(n) for kind, n in self.marked]
        if not parts:
            return ""
        *most, last = parts
        said = f"{', '.join(most)} and {last}" if most else last
        are = "is" if self.marked[0][1] == 1 else "are"
        among = counted(self.games, "game that counts", "games that count")
        return f"Among the {among} {are} {said}."

    def warning(self) -> str:
        """What is put together, and the options that separate it; empty where nothing is.

        Examples
        --------
        >>> Pooled(years=(2021, 2022), own=(2484.0, 2484.0, 2500.0)).warning()
        ''
        >>> print(Pooled(speeds=(("blitz", 40), ("rapid", 9)), years=(2023, 2023)).warning())
        Warning: one strength is taken for games at several speeds (40 blitz, 9 rapid), which one \
number does not describe; --speed chooses some, --by speed divides them.
        """
        apart, choose, divide = [], [], []
        if len(self.speeds) > 1:
            shown = ", ".join(f"{n} {speed}" for speed, n in self.speeds)
            apart.append(f"at several speeds ({shown})")
            choose.append("--speed")
            divide.append("--by speed")
        if self.years is not None and self.long:
            apart.append(f"of the years {self.years[0]} to {self.years[1]}")
        if self.own is not None and self.drifted:
            apart.append(f"at own ratings of {self.own[1]:.0f} to {self.own[2]:.0f}")
        if self.long or self.drifted:
            choose.append("--since with --until")
            divide.append("--by year" if self.years is not None else "--by event")
        if not apart:
            return ""
        return (
            f"Warning: one strength is taken for games {', '.join(apart)}, which one number does "
            f"not describe; {' and '.join(choose)} {'choose' if len(choose) > 1 else 'chooses'} "
            f"some, {' or '.join(divide)} divides them."
        )


ONE_KIND = Pooled()
"""Nothing that differs is known."""


def pooled_in(record: Record) -> Pooled:
    """What a record puts together.

    Examples
    --------
    >>> pooled_in(Record.from_results([2300, 2400], [1, 0], own=2310)).own
    (2310, 2310, 2310)
    """
    return pooled_games(rated_in_order(record))


def pooled_games(games: Sequence[Game]) -> Pooled:
    """The same of rated games in the order of play."""
    own = [g.own_rating for g in games if g.own_rating is not None]
    years = [y for g in games if (y := g.date.year if g.date else g.year)]
    return Pooled(
        tuple(Counter(g.speed for g in games if g.speed).most_common()),
        (min(years), max(years)) if years else None,
        (own[0], min(own), max(own)) if own else None,
        len(games),
        tuple((kind, n) for kind, mark in MARKS.items() if (n := sum(map(mark.has, games)))),
        _crowded(games),
    )


def _crowded(games: Sequence[Game]) -> tuple[dt.date, int] | None:
    """The day with too many slow games; games online or called fast may be many."""
    days = Counter(
        g.date
        for g in games
        if g.date is not None
        and not (g.rating_kind.online or g.rating_kind.fast)
        and g.speed in ("", "standard", "classical")
    )
    if len(days) < 2:
        return None
    day, n = days.most_common(1)[0]
    return (day, n) if n > MOST_A_DAY else None
