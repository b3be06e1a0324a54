"""One player's record, and an event of many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from tprstats.errors import InputError, UnknownNameError
from tprstats.records.batch import RecordBatch
from tprstats.records.games import (
    Adjustment,
    Colour,
    Game,
    GameKind,
    LeftOut,
    Player,
    RatingKind,
    parse_colour,
    parse_score,
)

__all__ = ["Event", "Record"]

MOST_GAMES = 5000
"""Games of a record given as totals: the exact distribution takes a second or two there."""


@dataclass(frozen=True)
class Record:
    """One player's games, in playing order.

    Examples
    --------
    >>> record = Record.from_results([2300, 2250, None, 2401], [1, 0.5, 1, 0])
    >>> record.half_points, len(record.played()), len(record.rated())
    (5, 4, 3)
    """

    player: Player
    games: tuple[Game, ...]
    points: float | None = None
    totals: bool = False
    event: str = ""
    adjustments: tuple[Adjustment, ...] = ()

    @classmethod
    def from_results(
        cls,
        opponents: Iterable[float | None],
        results: Iterable[float],
        *,
        own: float | None = None,
        colours: Iterable[str | Colour] | None = None,
        name: str = "the player",
        rating_kind: RatingKind = RatingKind.UNKNOWN,
    ) -> Self:
        """A record from lists: opponents' ratings (None = unrated) and results (1, 0.5, 0)."""
        opponents, results = list(opponents), list(results)
        if len(opponents) != len(results):
            raise InputError(
                f"{len(opponents)} opponents but {len(results)} results; give one result a game"
            )
        sides = (
            [Colour.NONE] * len(results) if colours is None else [parse_colour(c) for c in colours]
        )
        if len(sides) != len(results):
            raise InputError(f"{len(results)} games but {len(sides)} colours")
        games = tuple(
            Game(
                opponent_rating=rating,
                half_points=parse_score(result),
                colour=colour,
                round=k,
                rating_kind=rating_kind,
                own_rating=own,
            )
            for k, (rating, result, colour) in enumerate(
                zip(opponents, results, sides, strict=True), 1
            )
        )
        return cls(Player(name, rating=own, rating_kind=rating_kind), games)

    @classmethod
    def from_totals(
        cls,
        average: float,
        games: int,
        score: float,
        *,
        own: float | None = None,
        name: str = "the player",
        rating_kind: RatingKind = RatingKind.UNKNOWN,
    ) -> Self:
        """A record of which only the average rating, the games and the score are known.

        Rules that need each opponent's rating give no number for it, and the number of draws
        is unknown (the stored results only add up to the score).
        """
        if not 1 <= games <= MOST_GAMES:
            raise InputError(f"{games} games: give a number between 1 and {MOST_GAMES}")
        s2 = parse_score(score, top=games)
        results = [2] * (s2 // 2) + [1] * (s2 % 2)
        results += [0] * (games - len(results))
        rows = tuple(
            Game(average, r, round=k, rating_kind=rating_kind, own_rating=own)
            for k, r in enumerate(results, 1)
        )
        return cls(Player(name, rating=own, rating_kind=rating_kind), rows, totals=True)

    def __len__(self) -> int:
        return len(self.games)

    def played(self) -> tuple[Game, ...]:
        """Games played over the board, with a result."""
        return tuple(g for g in self.games if g.kind is GameKind.PLAYED)

    def rated(self) -> tuple[Game, ...]:
        """Played games against opponents with a rating: what rules count by default."""
        return tuple(g for g in self.played() if g.rated)

    @property
    def half_points(self) -> int:
        """Half points in the games played."""
        return sum(g.half_points for g in self.played())

    def left_out(self, *, unrated_counts: bool = False) -> tuple[LeftOut, ...]:
        """Rounds that do not enter a performance rating, with the reason."""
        rows = []
        for g in self.games:
            if g.kind is not GameKind.PLAYED:
                rows.append(LeftOut(g.round, f"{g.kind.value}: not counted", g.opponent))
            elif not g.rated and not unrated_counts:
                rows.append(LeftOut(g.round, "unrated opponent", g.opponent))
        return tuple(rows)

    def where(self, **criteria: Any) -> Self:
        """The record of the games whose attributes equal the given values.

        Examples
        --------
        >>> r = Record.from_results([2300, 2250], [1, 0], colours="wb")
        >>> len(r.where(colour=Colour.WHITE))
        1
        """
        games = tuple(g for g in self.games if all(getattr(g, k) == v for k, v in criteria.items()))
        return replace(self, games=games)

    def batch(self) -> RecordBatch:
        """This record as a batch of one."""
        return RecordBatch.from_records([self])


@dataclass(frozen=True)
class Event:
    """A tournament (``kind="crosstable"``), a team event (``"team"``) or a game log (``"log"``).

    ``records[k]`` holds the rounds of ``players[k]``; both sides of a game are stored. In a team
    event the records are board performances.
    """

    name: str
    records: tuple[Record, ...]
    kind: str = "crosstable"
    rounds: int = 0
    source: str = ""
    adjustments: tuple[Adjustment, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict)

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(r.player for r in self.records)

    @cached_property
    def _places(self) -> dict[int | str, int]:
        by_name: dict[int | str, int] = {p.name: k for k, p in enumerate(self.players)}
        return by_name | {p.number: k for k, p in enumerate(self.players) if p.number is not None}

    def place_of(self, game: Game) -> int | None:
        """Place of a game's opponent in ``records``; None where they have no record here.

        By start number, or by name where the game has none.
        """
        return self._places.get(game.person)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    def record(self, player: str | int) -> Record:
        """The record of a player, by start number or by name.

        A name matches in full, else without case and accents, else as a part that only one
        name has. Otherwise an error names the nearest.
        """
        if isinstance(player, int):
            for r in self.records:
                if r.player.number == player:
                    return r
            raise UnknownNameError("start number", str(player), [])
        names = [r.player.name for r in self.records]
        for key in (str, _fold):
            hits = [r for r, n in zip(self.records, names, strict=True) if key(n) == key(player)]
            if len(hits) == 1:
                return hits[0]
            if hits:
                raise InputError(_ambiguous(player, hits), source=self.source or None)
        wanted = _fold(player)
        hits = [
            r for r, n in zip(self.records, names, strict=True) if wanted and wanted in _fold(n)
        ]
        if len(hits) == 1:
            return hits[0]
        if hits:
            raise InputError(_ambiguous(player, hits), source=self.source or None)
        if player.strip().isdecimal() and any(p.number is not None for p in self.players):
            return self.record(int(player))
        raise UnknownNameError("player", player, names)


def _ambiguous(name: str, hits: Sequence[Record]) -> str:
    def shown(player: Player) -> str:
        return player.name + (f" (number {player.number})" if player.number is not None else "")

    names = ", ".join(shown(r.player) for r in hits[:5])
    more = f" and {len(hits) - 5} more" if len(hits) > 5 else ""
    numbered = any(r.player.number is not None for r in hits)
    advice = "give the start number" if numbered else "give the whole name"
    return f"{len(hits)} players fit {name!r}: {names}{more}; {advice}"


def _fold(text: str) -> str:
    import unicodedata

    plain = unicodedata.normalize("NFKD", text)
    kept = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(kept.casefold().replace(",", " ").split())
