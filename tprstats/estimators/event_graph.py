"""Who met whom in an event: what the rules over a whole event work on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import InputError
from tprstats.records import Event, RecordBatch

__all__ = ["Pool", "connected", "pool", "strongly_connected"]

Array = NDArray[np.float64]
Index = NDArray[np.int64]


@dataclass(frozen=True)
class Pool:
    """The games played in an event, with the place of every opponent.

    Parameters
    ----------
    batch
        The records' played games; byes and forfeits are out. ``batch.own`` are the listed
        ratings, NaN for unrated players.
    opponents
        Row of each game's opponent, int64 ``(m, n)``; -1 in padding.
    """

    batch: RecordBatch
    opponents: Index

    def __len__(self) -> int:
        return len(self.batch)

    def games(self) -> tuple[Index, Index, Index]:
        """Player's row, opponent's row and half points of every game, seen from both sides."""
        player, column = np.nonzero(self.batch.mask)
        half_points = self.batch.half_points[player, column].astype(np.int64)
        return player, self.opponents[player, column], half_points

    def against(self, ratings: Array) -> RecordBatch:
        """The records with every opponent at the given rating of his row."""
        return self.batch.with_opponents(ratings[self.opponents])


def pool(event: Event) -> Pool:
    """Find every opponent's record: by start number, or by name where a game has none.

    Raises
    ------
    InputError
        Where an opponent has no record in the event (a game log, or a partial event).
    """
    batch = RecordBatch.from_records(event.records)
    opponents = np.full((len(event), batch.width), -1, dtype=np.int64)
    for row, record in enumerate(event.records):
        for column, game in enumerate(record.played()):
            place = event.place_of(game)
            if place is None or place == row:
                raise InputError(
                    f"{record.player.name}, round {game.round}: the opponent "
                    f"{game.opponent or 'without a name'} has no record of its own; rules over "
                    "an event need both sides of every game",
                    source=event.source or None,
                )
            opponents[row, column] = place
    return Pool(batch, opponents)


def connected(player: Index, opponent: Index) -> bool:
    """True where the players who met anybody hang together through their games."""
    return _all_reached(np.r_[player, opponent], np.r_[opponent, player])


def strongly_connected(player: Index, opponent: Index, half_points: Index) -> bool:
    """True where no group of players won every game against the rest.

    Then, and only then, the expected-score equations of all players have finite roots (Zermelo
    1929; Ford 1957). A draw counts for both sides.
    """
    scored = half_points > 0
    winner, loser = player[scored], opponent[scored]
    return _all_reached(winner, loser) and _all_reached(loser, winner)


def _all_reached(start: Index, end: Index) -> bool:
    """True where all who have an edge are reached, along directed edges, from the first of them.

    scipy.sparse.csgraph does this too, at the price of 35 ms of import for every ``rate``; a
    test compares.
    """
    nodes = np.union1d(start, end)
    reached = np.zeros(nodes.max(initial=-1) + 1, dtype=bool)
    reached[nodes[:1]] = True
    while True:
        further = end[reached[start]]
        if reached[further].all():
            return bool(reached[nodes].all())
        reached[further] = True
