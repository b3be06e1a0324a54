"""Which games to look at: by round, date, colour, opponent, event, speed, opening and so on."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from tprstats.errors import InputError
from tprstats.records.games import Colour, Game, RatingKind, RatingStatus

__all__ = ["GameFilter", "folded"]

ECO = re.compile(r"([A-E])(\d{0,2})", re.IGNORECASE)


def folded(text: str) -> str:
    """A name without case, accents and commas, for comparison."""
    plain = unicodedata.normalize("NFKD", text)
    kept = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(kept.casefold().replace(",", " ").split())


@dataclass(frozen=True, kw_only=True)
class GameFilter:
    """A choice of games; a criterion that is None takes every game.

    A game of which the criterion's fact is unknown (no date, no opening, an unrated opponent) is
    not taken.

    Parameters
    ----------
    rounds, opponents
        First and last, both included; None leaves an end open. ``opponents`` is Elo.
    since, until
        First and last day. A game of which the year alone is known is taken where the whole year
        lies between.
    colour
        Of the player.
    event
        Part of the event's name, without case and accents.
    eco
        ``B``, ``B9``, ``B90`` or a range ``B20-B99`` of the Encyclopaedia of Chess Openings.
    speed
        ``standard``, ``rapid``, ``blitz``, ``bullet`` ... as the games say it.
    variant
        Of chess; ``standard`` is chess by the Laws.
    rating_kind
        The list of the ratings.
    casual, bots, provisional
        False leaves out games that the platform did not rate, games against programs (title
        ``BOT``), opponents with a provisional rating.

    Examples
    --------
    >>> GameFilter(eco="B20-B99", colour=Colour.BLACK).words
    'with Black, with opening B20-B99'
    """

    rounds: tuple[int | None, int | None] | None = None
    since: dt.date | None = None
    until: dt.date | None = None
    colour: Colour | None = None
    opponents: tuple[float | None, float | None] | None = None
    event: str | None = None
    eco: str | None = None
    speed: str | None = None
    variant: str | None = None
    rating_kind: RatingKind | None = None
    casual: bool = True
    bots: bool = True
    provisional: bool = True

    def __post_init__(self) -> None:
        if self.eco is not None:
            eco_range(self.eco)
        for name, ends in (("rounds", self.rounds), ("opponents", self.opponents)):
            low, high = ends or (None, None)
            if low is not None and high is not None and low > high:
                raise InputError(f"{name} {low:g} to {high:g}: the first is above the last")
        if self.since and self.until and self.since > self.until:
            raise InputError(f"dates {self.since} to {self.until}: the first is after the last")

    def takes(self, game: Game) -> bool:
        """Whether the game is wanted."""
        return all(self._verdicts(game))

    def _verdicts(self, game: Game) -> Iterator[bool]:
        yield self.rounds is None or _within(game.round, self.rounds)
        yield self.opponents is None or _within(game.opponent_rating, self.opponents)
        if self.since or self.until:
            first, last = game.date, game.date
            if game.date is None and game.year is not None:
                first, last = dt.date(game.year, 1, 1), dt.date(game.year, 12, 31)
            low, high = self.since or dt.date.min, self.until or dt.date.max
            yield first is not None and last is not None and low <= first and last <= high
        yield self.colour is None or game.colour is self.colour
        yield self.event is None or folded(self.event) in folded(game.event)
        if self.eco is not None:
            codes = eco_range(self.eco)
            yield codes[0] <= game.eco[:3].upper() <= codes[1]
        yield self.speed is None or game.speed == self.speed
        yield self.variant is None or (game.variant or "standard") == self.variant
        yield self.rating_kind is None or game.rating_kind == self.rating_kind
        yield self.casual or not game.casual
        yield self.bots or not game.against_program
        yield self.provisional or game.status is not RatingStatus.PROVISIONAL

    @property
    def one_sided(self) -> bool:
        """Whether it can take a game from one player's side and not from the other's."""
        return not (
            self.colour is None and self.opponents is None and self.bots and self.provisional
        )

    @property
    def words(self) -> str:
        """The criteria, in words; empty where every game is taken."""
        return ", ".join(self._words())

    def _words(self) -> Iterator[str]:
        if self.rounds is not None:
            yield f"of rounds {_span(self.rounds)}"
        if self.since or self.until:
            yield f"played {_span((self.since, self.until))}"
        if self.colour is not None:
            yield f"with {self.colour.name.capitalize()}"
        if self.opponents is not None:
            yield f"against opponents rated {_span(self.opponents)}"
        if self.event is not None:
            yield f"of event {self.event!r}"
        if self.eco is not None:
            yield f"with opening {self.eco.upper()}"
        if self.speed is not None:
            yield f"at {self.speed} speed"
        if self.variant is not None:
            yield f"of variant {self.variant}"
        if self.rating_kind is not None:
            yield f"with {self.rating_kind} ratings"
        if not self.casual:
            yield "rated by the platform"
        if not self.bots:
            yield "against people"
        if not self.provisional:
            yield "against established ratings"

    def there(self, games: Iterable[Game]) -> str:
        """What the games have of that which was asked for, where none of them was taken.

        Examples
        --------
        >>> import datetime as dt
        >>> from tprstats.records import Game
        >>> games = [Game(2300, 2, date=dt.date(2021, 5, 1), speed=s) for s in ("rapid", "blitz")]
        >>> GameFilter(since=dt.date(2022, 1, 1), speed="bullet").there(games)
        'there are games of 2021-05-01; speeds blitz, rapid'
        """
        rows = list(games)
        said = []
        if self.since or self.until:
            days = sorted(g.date for g in rows if g.date is not None)
            span = f"of {_span((days[0], days[-1]))}" if days else "without a date"
            said.append(f"there are games {span}")
        named = (
            ("rounds", self.rounds, {str(g.round) for g in rows if g.round}),
            ("speeds", self.speed, {g.speed for g in rows if g.speed}),
            ("variants", self.variant, {g.variant or "standard" for g in rows}),
            ("events", self.event, {g.event for g in rows if g.event}),
            ("openings", self.eco, {g.eco[:3] for g in rows if g.eco}),
            ("lists", self.rating_kind, {g.rating_kind.value for g in rows}),
        )
        for what, asked, found in named:
            if asked is not None:
                some = sorted(found, key=lambda x: (len(x), x) if x.isdecimal() else (0, x))
                more = f" and {len(some) - MOST_NAMED} more" if len(some) > MOST_NAMED else ""
                said.append(f"{what} {', '.join(some[:MOST_NAMED]) or 'none'}{more}")
        return "; ".join(said)

    @classmethod
    def of(cls, wanted: Self | None, criteria: dict[str, object]) -> Self:
        """A filter from either form in which methods take it."""
        if wanted is not None and criteria:
            raise TypeError("give a GameFilter or criteria, not both")
        return cls(**criteria) if wanted is None else wanted  # type: ignore[arg-type]


MOST_NAMED = 6
"""Names of one kind in a message."""


def eco_range(text: str) -> tuple[str, str]:
    """First and last code: ``B9`` is B90 to B99.

    Examples
    --------
    >>> eco_range("B9"), eco_range("a40-E")
    (('B90', 'B99'), ('A40', 'E99'))
    """
    first, dash, last = text.strip().partition("-")
    codes = [ECO.fullmatch(part.strip()) for part in (first, last if dash else first)]
    if None in codes:
        raise InputError(f"opening {text!r}: write an ECO code, B90, or a range, B20-B99")
    low, high = ("".join(code.groups()) for code in codes if code)
    found = low.upper().ljust(3, "0"), high.upper().ljust(3, "9")
    if found[0] > found[1]:
        raise InputError(f"opening {text!r}: the first code is after the last")
    return found


def _within(value: float | None, ends: tuple[float | None, float | None]) -> bool:
    low, high = ends
    return value is not None and (low is None or low <= value) and (high is None or value <= high)


def _span(ends: tuple[object, object]) -> str:
    low, high = (f"{x:g}" if isinstance(x, int | float) else x for x in ends)
    if low is None:
        return f"up to {high}"
    return f"from {low}" if high is None else f"{low}" if low == high else f"{low} to {high}"
