"""An event: the records of many."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from tprstats.cells import counted
from tprstats.errors import InputError, UnknownNameError
from tprstats.records.filters import GameFilter, folded
from tprstats.records.games import Adjustment, Game, GameKind, Player, RatingKind, RatingStatus
from tprstats.records.rating_lists import game_for, list_open, taken_for
from tprstats.records.record import Record
from tprstats.records.rounds import last_paired, rounds_to_come

__all__ = ["Event"]


@dataclass(frozen=True, repr=False)
class Event:
    """A tournament (``kind="crosstable"``), a team event (``"team"``), a game log (``"log"``), or
    ``"standings"`` without games.

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

    def __repr__(self) -> str:
        # A screenful of games says less than this line; `records` has them.
        size = counted(len(self), "player")
        rounds = f", {counted(self.rounds, 'round')}" if self.rounds else ""
        return f"<Event {self.name}: {size}{rounds}, {self.kind}>"

    @property
    def log_words(self) -> str:
        """What a game log holds, ``"12 events, 1998 to 2003"``; empty for a tournament."""
        if self.kind != "log":
            return ""
        games = [g for r in self.records for g in r.games]
        events = len({g.event for g in games if g.event})
        years = [y for g in games if (y := g.date.year if g.date else g.year)]
        span = f"{min(years)} to {max(years)}" if years and min(years) < max(years) else ""
        count = f"{events} events" if events > 1 else "games"
        return ", ".join(part for part in (count, span) if part)

    # Kept: whoever asks for one player asks for all.
    paired_rounds = cached_property(last_paired)
    coming_rounds = cached_property(rounds_to_come)

    @cached_property
    def _places(self) -> dict[int | str, int]:
        by_name: dict[int | str, int] = {p.name: k for k, p in enumerate(self.players)}
        return by_name | {p.number: k for k, p in enumerate(self.players) if p.number is not None}

    def place_of(self, game: Game) -> int | None:
        """Place of a game's opponent in ``records``; None where they have no record here.

        By start number, or by name where the game has none.
        """
        return self._places.get(game.person)

    def _share(self, record: Record) -> float:
        """Games of a record, one half where the opponent's record has the other side."""
        return sum(1.0 if self.place_of(g) is None else 0.5 for g in record.games)

    @cached_property
    def _spare_rounds(self) -> frozenset[int]:
        """Rounds that need no game, where some are set for tie-breaks alone."""
        known = {(g.round or 0, g.kind) for r in self.records for g in r.games}
        regular = {k for k, kind in known if kind is not GameKind.TIEBREAK}
        last = max((k for k, _ in known if k not in regular), default=0)
        return frozenset(range(1, max(last, self.rounds) + 1)) - regular if last else frozenset()

    def absent_rounds(self, record: Record) -> tuple[int, ...]:
        """As :meth:`Record.absent_rounds`, of paired rounds, without those of tie-breaks alone."""
        absent = record.absent_rounds(self.paired_rounds)
        return tuple(k for k in absent if k <= self.paired_rounds and k not in self._spare_rounds)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    def where(self, wanted: GameFilter | None = None, /, **criteria: Any) -> Self:
        """The event of some games alone, players without such a game left out.

        A filter that looks at one side (colour, opponents' ratings, programs, provisional
        ratings) leaves each player's own games, a log: rules for whole events need both sides.
        Parameters as in :meth:`Record.where`.
        """
        chosen = GameFilter.of(wanted, criteria)
        if not chosen.words:
            return self
        records = tuple(r.where(chosen) for r in self.records)
        # From one side alone the two sides of a game may part: each record has its own number.
        games = (sum(map(self._share, rows)) for rows in (records, self.records))
        number = "" if chosen.one_sided else ": {:g} of {:g}".format(*games)
        note = Adjustment(f"only games {chosen.words}{number}")
        return replace(
            self,
            records=tuple(r for r in records if len(r)),
            kind="log" if chosen.one_sided else self.kind,
            adjustments=(*self.adjustments, note),
        )

    def merged(self, names: Mapping[str, str]) -> Self:
        """The event with some names taken for others; each is noted.

        Parameters
        ----------
        names
            A name as it stands to the name it is to have; both may be the name of a record. The
            games keep the order of their dates.

        Examples
        --------
        >>> from tprstats import read
        >>> event = read(b"White,Black,Result\\nTal,Keres,1-0\\nEuwe,Tal M,0-1\\n")
        >>> tal = event.merged({"Tal M": "Tal"}).record("Tal")
        >>> len(tal), tal.half_points
        (2, 4)
        """
        renamed = {self.record(old).player.name: new for old, new in names.items()}
        for name, other in ((r.player.name, g.opponent) for r in self.records for g in r.games):
            if name != other and renamed.get(name, name) == renamed.get(other, other):
                raise InputError(
                    f"{name} and {other} played each other: they are two players",
                    source=self.source or None,
                )
        parts: dict[object, list[Record]] = {}
        for k, r in enumerate(self.records):
            shared = renamed.get(r.player.name, r.player.name)
            parts.setdefault(shared if shared in renamed.values() else k, []).append(r)
        records = []
        for key, rows in parts.items():
            games = [
                replace(g, opponent=renamed.get(g.opponent, g.opponent))
                for r in rows
                for g in r.games
            ]
            if len(rows) > 1 and all(g.date for g in games):
                games.sort(key=lambda g: g.date or dt.date.min)
            first = next((r for r in rows if r.player.name == key), rows[0])
            player = replace(first.player, name=str(key)) if isinstance(key, str) else first.player
            kept = first if len(rows) == 1 else first.with_games(games)
            records.append(replace(kept, player=player, games=tuple(games)))
        notes = (Adjustment(f"{old} taken for {new}, as asked") for old, new in renamed.items())
        details = dict(self.details)
        if (owner := details.get("owner")) in renamed:
            details["owner"] = renamed[owner]
        adjustments = (*self.adjustments, *notes)
        return replace(self, records=tuple(records), adjustments=adjustments, details=details)

    def with_own(self, record: Record, rating: float) -> Self:
        """The event with the own rating of a player for whom the file has none; it is noted.

        Raises
        ------
        InputError
            Where the file has one.

        Examples
        --------
        >>> from tprstats import read
        >>> event = read(b"opponent,rating,result\\nKeres,2600,1\\n")
        >>> event.with_own(event.records[0], 2500.0).records[0].player.rating
        2500.0
        """
        known = [x for x in (record.player.rating, *(g.own_rating for g in record.games)) if x]
        name = record.player.name
        if known:
            raise InputError(
                f"the file gives an own rating of {name} ({known[0]:g}); leave it out",
                source=self.source or None,
            )
        player = replace(record.player, rating=rating, status=RatingStatus.RATED)
        games = tuple(replace(g, own_rating=rating) for g in record.games)
        told = replace(record, player=player, games=games)
        records = tuple(told if r is record else r for r in self.records)
        note = Adjustment(f"own rating {rating:g} as given; the file has none", name)
        return replace(self, records=records, adjustments=(*self.adjustments, note))

    def with_rating_kind(self, kind: RatingKind) -> Self:
        """The event with ratings of an unknown list taken for those of one; it is noted.

        FIDE's ratings without a time control may stand in any of its three lists; taken for
        standard ones, games without a time control are taken for standard games.

        Raises
        ------
        InputError
            Where the file says of every rating in which list it stands.

        Examples
        --------
        >>> from tprstats import RatingKind, read
        >>> event = read(b"opponent,rating,result\\nKeres,2600,1\\nEuwe,2500,0\\n")
        >>> told = event.with_rating_kind(RatingKind.FIDE)
        >>> [str(g.rating_kind) for g in told.records[0].games]
        ['fide', 'fide']
        """
        rated = [g for r in self.records for g in r.games if g.opponent_rating is not None]
        unknown = sum(list_open(kind, g) for g in rated)
        if not unknown:
            lists = ", ".join(sorted({str(g.rating_kind) for g in rated})) or "no ratings at all"
            raise InputError(
                f"the file says what its ratings are ({lists}); leave the kind out",
                source=self.source or None,
            )
        records = [
            replace(
                r,
                player=taken_for(kind, r.player),
                games=tuple(game_for(kind, g) for g in r.games),
            )
            for r in self.records
        ]
        note = Adjustment(f"{unknown} ratings of an unknown list taken for {kind}, as asked")
        return replace(self, records=tuple(records), adjustments=(*self.adjustments, note))

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
        for key in (str, folded, _words):
            hits = [r for r, n in zip(self.records, names, strict=True) if key(n) == key(player)]
            if len(hits) == 1:
                return hits[0]
            if hits:
                raise InputError(_ambiguous(player, hits), source=self.source or None)
        wanted = folded(player)
        hits = [
            r for r, n in zip(self.records, names, strict=True) if wanted and wanted in folded(n)
        ]
        if len(hits) == 1:
            return hits[0]
        if hits:
            raise InputError(_ambiguous(player, hits), source=self.source or None)
        if player.strip().isdecimal() and any(p.number is not None for p in self.players):
            return self.record(int(player))
        raise UnknownNameError(
            "player", player, names, advice="give a part of the name, or the start number"
        )


def _words(name: str) -> str:
    """The words of a name whatever their order: ``Ann Black`` is ``Black, Ann``."""
    return " ".join(sorted(re.findall(r"\w+", folded(name))))


def _ambiguous(name: str, hits: Sequence[Record]) -> str:
    def shown(player: Player) -> str:
        return repr(player.name) + (
            f" (number {player.number})" if player.number is not None else ""
        )

    names = ", ".join(shown(r.player) for r in hits[:5])
    more = f" and {len(hits) - 5} more" if len(hits) > 5 else ""
    numbered = any(r.player.number is not None for r in hits)
    advice = "give the start number" if numbered else "give the whole name"
    return f"{len(hits)} players fit {name!r}: {names}{more}; {advice}"
