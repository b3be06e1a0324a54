"""The rounds of an event as arrays: who met whom, colours, byes, points."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tprstats.cells import counted
from tprstats.errors import InputError
from tprstats.pairing.history import Cell
from tprstats.pairing.point_system import PointValues, point_values
from tprstats.readers.trf import MISFIT
from tprstats.records import Event, Game, GameKind, Record
from tprstats.records.rounds import entries, full_point_byes

__all__ = ["ACCELERATION", "IN_THE_PAIRING", "EventTable", "Games"]

CELLS = {
    GameKind.PLAYED: Cell.PLAYED,
    # Less than one move is not rated, but it was a game with colours.
    GameKind.SHORT: Cell.PLAYED,
    # An adjourned game is a draw for pairings (C.04.2 3.1).
    GameKind.UNFINISHED: Cell.PLAYED,
    GameKind.FORFEIT: Cell.FORFEIT,
    GameKind.BYE: Cell.PAB,
    GameKind.HALF_BYE: Cell.HALF_BYE,
    GameKind.ZERO_BYE: Cell.ABSENT,
    GameKind.UNPAIRED: Cell.ABSENT,
}
IN_THE_PAIRING = (Cell.PLAYED, Cell.FORFEIT, Cell.PAB)
ACCELERATION = re.compile(r"rounds (\d+)-(\d+) players (\d+)-(\d+) points (\d+(?:\.\d)?)")
NOT_PAIRED = {
    "team": "a team event (most players stand in team lines, 013 or 310): its teams were paired, "
    "and pairings here are of players of an individual event; tprstats rate and report take it",
    "log": "a log of games, without rounds in which everybody was paired; give a TRF file of one "
    "event",
    "standings": "standings without games, so nothing says who met whom; give a TRF file",
}
ABNORMAL = "abnormal points"


@dataclass(frozen=True)
class Games:
    """The games of a round: (White, Black, whether the colours are known), and the bye."""

    pairs: tuple[tuple[int, int, bool], ...]
    bye: int | None


@dataclass(frozen=True)
class EventTable:
    """The rounds of an event as arrays ``(players, rounds)``, players in pairing order.

    Parameters
    ----------
    event
        What it was made from.
    numbers
        Start number of each player.
    opponents, colours, cells, scores
        As in :class:`tprstats.pairing.history.History`.
    half_points
        What each line gives its player for a game, draws counted as 1.
    asked
        Where the file says that a player has a bye that is not from the pairing.
    values
        The point system.
    paired
        Rounds that were paired; a later one can have byes asked for.
    """

    event: Event
    numbers: tuple[int, ...]
    opponents: Any
    colours: Any
    cells: Any
    scores: Any
    half_points: Any
    asked: Any
    values: PointValues
    paired: int

    @classmethod
    def of(cls, event: Event) -> EventTable:
        """The table of an event; InputError where it has none."""
        if event.kind != "crosstable":
            raise InputError(NOT_PAIRED[event.kind], source=event.source or None)
        for note in event.adjustments:
            if note.what.startswith(MISFIT):
                layout = note.what.removeprefix(MISFIT).removesuffix(")")
                raise InputError(
                    f"{layout}; put it right", source=event.source or None, line=note.line
                )
        if ABNORMAL in event.details:
            raise InputError(
                "points that are no game's (TRF line 299) belong to the scores that pairings go "
                "by, and they are not read: no pairing is made without them",
                source=event.source or None,
            )
        records = _in_pairing_order(event)
        numbers = tuple(r.player.number or 0 for r in records)
        index = {number: p for p, number in enumerate(numbers)}
        accelerated = [float(m[5]) for m in entries(event, "acceleration", ACCELERATION)]
        values = point_values(event.details.get("point system", ""), accelerated, event.source)
        full = full_point_byes(event)
        shape = len(records), event.rounds
        opponents, colours = np.full(shape, -1, np.int16), np.zeros(shape, np.int8)
        cells = np.full(shape, int(Cell.ABSENT), np.uint8)
        scores, asked = np.full(shape, values.points.absent, np.int16), np.zeros(shape, np.bool_)
        half_points = np.ones(shape, np.int8)
        paired = event.paired_rounds
        for p, record in enumerate(records):
            for game in record.games:
                r = (game.round or 0) - 1
                cell = _cell(game, (r + 1, numbers[p]) in full)
                if cell in (Cell.PLAYED, Cell.FORFEIT):
                    opponents[p, r] = _opponent(game, index, numbers[p], event)
                    colours[p, r] = int(game.colour)
                if cell in (Cell.PLAYED, Cell.FORFEIT) and game.kind is not GameKind.UNFINISHED:
                    half_points[p, r] = game.half_points
                cells[p, r] = cell
                scores[p, r] = values.of(cell, game.half_points, game.kind)
                asked[p, r] = cell in (Cell.FULL_BYE, Cell.HALF_BYE)
                # An absence without a letter: in a round to come it was told beforehand too.
                absent = game.kind is GameKind.UNPAIRED and r >= paired
                asked[p, r] |= absent or game.kind is GameKind.ZERO_BYE
        return cls(
            event, numbers, opponents, colours, cells, scores, half_points, asked, values, paired
        )

    def games(self, round: int) -> Games:
        """Who met whom in a round (from 1)."""
        if not 1 <= round <= self.paired:
            raise self.error(f"round {round} is not paired in the file")
        r = round - 1
        self.check(r, colours=False)
        pairs = []
        for a, b in enumerate(self.opponents[:, r]):
            if b > a:
                colour = int(self.colours[a, r]) or -int(self.colours[b, r])
                pairs.append((int(b), a, True) if colour < 0 else (a, int(b), colour != 0))
        byes = np.flatnonzero(self.cells[:, r] == Cell.PAB)
        if len(byes) > 1:
            names = ", ".join(str(self.numbers[p]) for p in byes)
            raise self.error(f"round {round}: players {names} all have a pairing-allocated bye")
        return Games(tuple(pairs), int(byes[0]) if len(byes) else None)

    def open_games(self, round: int) -> list[str]:
        """For each round before one (from 1): how many of its games have no result yet."""
        boards = {
            (game.round or 0, frozenset((number, game.opponent_number)))
            for number, record in zip(self.numbers, _in_pairing_order(self.event), strict=True)
            for game in record.games
            if game.kind is GameKind.UNFINISHED and game.opponent_number is not None
        }
        counts = Counter(r for r, _ in boards)
        return [
            f"round {r}: {counted(n, 'game')} without a result, counted as drawn for "
            "pairing (C.04.2 3.1)"
            for r, n in sorted(counts.items())
            if r < round
        ]

    def error(self, what: str) -> InputError:
        """An error that names the file."""
        return InputError(what, source=self.event.source or None)

    def check(self, r: int, colours: bool = True) -> None:
        """Both lines of every game agree, and a game that was played has colours.

        Together they can give less than a point, a penalty (Laws 12.9), but never more.
        """
        for a, b in enumerate(self.opponents[:, r]):
            if b < 0:
                continue
            where = f"round {r + 1}, players {self.numbers[a]} and {self.numbers[b]}"
            if self.opponents[b, r] != a or self.cells[a, r] != self.cells[b, r]:
                raise self.error(f"{where}: their lines do not agree; put one right")
            given = int(self.half_points[a, r]), int(self.half_points[b, r])
            if sum(given) > 2:
                one, other = (g / 2 for g in given)
                raise self.error(
                    f"{where}: their lines give {one:g} and {other:g}, together more than a point; "
                    "put one right"
                )
            sides = int(self.colours[a, r]), int(self.colours[b, r])
            played = self.cells[a, r] == Cell.PLAYED
            if colours and played and sides not in ((1, -1), (-1, 1)):
                raise self.error(f"{where}: a game needs a White and a Black for pairings")


def _in_pairing_order(event: Event) -> Sequence[Record]:
    if any(r.player.number is None for r in event.records):
        raise InputError(
            "pairings need a start number for everybody; give a TRF file",
            source=event.source or None,
        )
    if "rank" in event.details.get("initial colour", "").split():
        return event.records
    return sorted(event.records, key=lambda r: r.player.number or 0)


def _cell(game: Game, full: bool) -> Cell:
    cell = CELLS.get(game.kind, Cell.ABSENT)
    if cell in (Cell.PLAYED, Cell.FORFEIT) and game.opponent_number is None:
        # Won without an opponent is how some programs write the bye.
        return Cell.PAB if game.half_points == 2 else Cell.ABSENT
    return Cell.FULL_BYE if cell == Cell.PAB and full else cell


def _opponent(game: Game, index: dict[int, int], number: int, event: Event) -> int:
    if game.opponent_number not in index:
        raise InputError(
            f"round {game.round}, player {number}: the opponent {game.opponent_number} is not in "
            "the file",
            source=event.source or None,
        )
    return index[game.opponent_number]
