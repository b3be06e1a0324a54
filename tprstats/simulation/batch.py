"""Simulated events as arrays, and what can be made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.pairing.history import Cell
from tprstats.records import RecordBatch
from tprstats.simulation.fields import Players

__all__ = ["EventBatch"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class EventBatch:
    """Some replicates of one design, ``e`` events of ``n`` players and ``r`` rounds.

    Players are in the order of their start numbers; numbers in the arrays count from 0. In memory
    the event runs fastest (arrays are transposed views of ``(r, n, e)``), so that a round of all
    events is one stretch: what rules over a :class:`~tprstats.records.RecordBatch` want.

    Parameters
    ----------
    first
        Number of the first replicate; the others follow.
    players
        Strengths and ratings, ``(e, n)`` each.
    opponents
        Opponent's number or -1, int16 ``(e, n, r)``.
    colours
        +1 White, -1 Black, 0 none, int8 ``(e, n, r)``.
    results
        Half points that the round gave, byes and forfeits too, int8 ``(e, n, r)``.
    cells
        :class:`~tprstats.pairing.history.Cell` of the round, uint8 ``(e, n, r)``.
    stopped
        Round (from 1) for which no legal pairing existed, int16 ``(e,)``; 0 where the event ran
        to its end. A stopped event keeps the rounds before.
    """

    first: int
    players: Players
    opponents: NDArray[np.int16]
    colours: NDArray[np.int8]
    results: NDArray[np.int8]
    cells: NDArray[np.uint8]
    stopped: NDArray[np.int16]

    @property
    def events(self) -> int:
        return int(self.results.shape[0])

    @property
    def size(self) -> int:
        """Players of an event."""
        return int(self.results.shape[1])

    @property
    def rounds(self) -> int:
        return int(self.results.shape[2])

    @property
    def replicates(self) -> NDArray[np.int64]:
        """Numbers of the replicates, ``(e,)``."""
        return self.first + np.arange(self.events)

    @property
    def scores(self) -> NDArray[np.int64]:
        """Half points of each player, byes included, ``(e, n)``."""
        return np.asarray(self.results.sum(axis=2, dtype=np.int64))

    def take(self, events: Any) -> EventBatch:
        """Some of the events, by index; ``first`` then only names the first of them."""
        i = np.atleast_1d(np.asarray(events))
        if i.dtype == bool:
            i = np.flatnonzero(i)
        p = self.players
        return EventBatch(
            self.first + int(i[0]) if i.size else self.first,
            Players(p.strength[i], p.true[i], p.published[i], p.entrant[i]),
            self.opponents[i],
            self.colours[i],
            self.results[i],
            self.cells[i],
            self.stopped[i],
        )

    def record_batch(self) -> RecordBatch:
        """Every player's record: the games played, at published ratings.

        Record ``i * e + k`` is player i of event k: players are the slow index. Byes and forfeits
        are left out and games packed left; unrated opponents are NaN. Use :meth:`by_event` on
        what a rule gives.
        """
        e, n, r = self.results.shape
        # (r, n, e) is how the arrays lie in memory: no copy up to here.
        opponents = self.opponents.transpose(2, 1, 0)
        published = np.ascontiguousarray(self.players.published.T)
        ratings = np.full((r, n, e), np.nan)
        column = np.arange(e)
        for j in range(r):
            ratings[j] = published[np.maximum(opponents[j], 0), column]
        played = self.cells.transpose(2, 1, 0) == Cell.PLAYED

        def rows(array: NDArray[Any]) -> NDArray[Any]:
            return array.reshape(r, n * e).T

        batch = RecordBatch(
            opponents=rows(ratings),
            half_points=rows(self.results.transpose(2, 1, 0)),
            counts=np.full(n * e, r, dtype=np.int64),
            colours=rows(self.colours.transpose(2, 1, 0)),
            own=published.reshape(-1),
            totals=np.zeros(n * e, dtype=bool),
        )
        return batch.keep(rows(played))

    def by_event(self, values: NDArray[Any]) -> NDArray[Any]:
        """Values of :meth:`record_batch`'s records as ``(e, n)``.

        Examples
        --------
        >>> import tprstats as tpr
        >>> batch = next(tpr.simulate(tpr.RoundRobin(tpr.Field(4)), events=3, seed=1))
        >>> records = batch.record_batch()
        >>> batch.by_event(records.scores).tolist() == batch.scores.tolist()
        True
        """
        return np.asarray(values).reshape(self.size, self.events).T
