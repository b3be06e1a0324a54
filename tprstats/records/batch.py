"""Many records as arrays: what rules and intervals work on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tprstats.errors import InputError

if TYPE_CHECKING:
    from tprstats.records.record import Record

__all__ = ["RecordBatch"]


@dataclass(frozen=True)
class RecordBatch:
    """Many records as arrays: what rules and intervals work on.

    Games are packed left in playing order; columns past ``counts[i]`` are padding. A record's
    sums run over columns one by one, so padding and neighbours change no bit.

    Parameters
    ----------
    opponents
        Opponents' ratings, Elo, float64 ``(m, n)``; NaN where unrated and in padding.
    half_points
        0, 1 or 2, int8 ``(m, n)``; 0 in padding.
    counts
        Games of each record, int64 ``(m,)``.
    colours
        +1 White, -1 Black, 0 unknown, int8 ``(m, n)``.
    own
        Own rating, Elo, float64 ``(m,)``; NaN where unknown.
    totals
        True where only totals are known, bool ``(m,)``.

    Examples
    --------
    >>> batch = RecordBatch.from_arrays([[2300, 2250], [2400, 2350]], [[2, 1], [0, 2]])
    >>> len(batch), batch.scores.tolist()
    (2, [3, 2])
    """

    opponents: NDArray[np.float64]
    half_points: NDArray[np.int8]
    counts: NDArray[np.int64]
    colours: NDArray[np.int8]
    own: NDArray[np.float64]
    totals: NDArray[np.bool_]

    @classmethod
    def from_arrays(
        cls,
        opponents: ArrayLike,
        half_points: ArrayLike,
        counts: ArrayLike | None = None,
        *,
        colours: ArrayLike | None = None,
        own: ArrayLike | None = None,
        totals: ArrayLike | None = None,
    ) -> Self:
        """Build a batch; arrays are broadcast to ``(m, n)`` and checked."""
        opp, s2 = np.broadcast_arrays(
            np.atleast_2d(np.asarray(opponents, dtype=np.float64)),
            np.atleast_2d(np.asarray(half_points)),
        )
        m, n = opp.shape
        if not np.all((s2 == 0) | (s2 == 1) | (s2 == 2)):
            raise InputError("half points must be 0, 1 or 2")
        if np.isinf(opp).any():
            raise InputError("an infinite rating; use NaN for an unrated opponent")
        full = np.full(m, n) if counts is None else np.broadcast_to(counts, (m,))
        length = full.astype(np.int64)
        if length.size and (length.min() < 0 or length.max() > n):
            raise InputError(f"counts must lie between 0 and {n}")
        pad = np.arange(n)[None, :] >= length[:, None]
        # Column-major, so that a column (one game of every record) is contiguous.
        opp = np.asfortranarray(np.where(pad, np.nan, opp))
        s2 = np.asfortranarray(np.where(pad, 0, s2).astype(np.int8))
        col = np.zeros((m, n)) if colours is None else np.broadcast_to(colours, (m, n))
        return cls(
            opponents=opp,
            half_points=s2,
            counts=length,
            colours=np.asfortranarray(np.where(pad, 0, col).astype(np.int8)),
            own=np.full(m, np.nan)
            if own is None
            else np.broadcast_to(np.asarray(own, dtype=np.float64), (m,)).copy(),
            totals=np.zeros(m, dtype=bool)
            if totals is None
            else np.broadcast_to(np.asarray(totals, dtype=bool), (m,)).copy(),
        )

    @classmethod
    def from_records(cls, records: Iterable[Record]) -> Self:
        """The played games of some records; unrated opponents are NaN.

        The own rating is that at the first of the games, :attr:`Record.own_before`.
        """
        records = list(records)
        rows = [r.played() for r in records]
        m, n = len(rows), max((len(r) for r in rows), default=0)
        opp = np.full((m, n), np.nan)
        s2 = np.zeros((m, n), dtype=np.int8)
        col = np.zeros((m, n), dtype=np.int8)
        for i, games in enumerate(rows):
            for j, g in enumerate(games):
                opp[i, j] = np.nan if g.opponent_rating is None else g.opponent_rating
                s2[i, j] = g.half_points
                col[i, j] = g.colour
        before = [r.own_before for r in records]
        return cls.from_arrays(
            opp,
            s2,
            [len(r) for r in rows],
            colours=col,
            own=[np.nan if rating is None else rating for rating in before],
            totals=[r.totals for r in records],
        )

    def __len__(self) -> int:
        return int(self.counts.size)

    @property
    def width(self) -> int:
        """Columns: games of the longest record."""
        return int(self.opponents.shape[1])

    @property
    def mask(self) -> NDArray[np.bool_]:
        """True where a game is, ``(m, n)``."""
        return np.arange(self.width)[None, :] < self.counts[:, None]

    @property
    def scores(self) -> NDArray[np.int64]:
        """Score in half points, ``(m,)``."""
        return np.asarray(self.half_points.sum(axis=1, dtype=np.int64))

    @property
    def draws(self) -> NDArray[np.int64]:
        """Number of draws, ``(m,)``."""
        return np.asarray(np.count_nonzero(self.half_points == 1, axis=1), dtype=np.int64)

    def take(self, rows: ArrayLike) -> Self:
        """Some of the records, by index or boolean mask."""
        i = np.asarray(rows)
        return replace(
            self,
            opponents=np.asfortranarray(self.opponents[i]),
            half_points=np.asfortranarray(self.half_points[i]),
            counts=self.counts[i],
            colours=np.asfortranarray(self.colours[i]),
            own=self.own[i],
            totals=self.totals[i],
        )

    def trimmed(self) -> Self:
        """The same records without the columns that are padding in all of them."""
        width = int(self.counts.max(initial=0))
        return replace(
            self,
            opponents=self.opponents[:, :width],
            half_points=self.half_points[:, :width],
            colours=self.colours[:, :width],
        )

    def rated(self) -> Self:
        """The same records without the games against unrated opponents, packed left."""
        return self.keep(~np.isnan(self.opponents))

    def keep(self, wanted: NDArray[np.bool_]) -> Self:
        """The same records with only the wanted games, packed left in playing order."""
        wanted = wanted & self.mask
        counts = np.count_nonzero(wanted, axis=1).astype(np.int64)
        if np.array_equal(counts, self.counts):
            return self
        order = np.argsort(~wanted, axis=1, kind="stable")
        width = int(counts.max(initial=0))
        pad = np.arange(width)[None, :] >= counts[:, None]

        def packed(array: NDArray[Any], empty: float) -> NDArray[Any]:
            rows = np.take_along_axis(array, order, axis=1)[:, :width]
            return np.asfortranarray(np.where(pad, np.array(empty, dtype=array.dtype), rows))

        return replace(
            self,
            opponents=packed(self.opponents, np.nan),
            half_points=packed(self.half_points, 0),
            colours=packed(self.colours, 0),
            counts=counts,
        )

    def with_unrated(self, rating: float) -> Self:
        """The same records with unrated opponents counted at a rating."""
        fill = np.isnan(self.opponents) & self.mask
        return replace(self, opponents=np.asfortranarray(np.where(fill, rating, self.opponents)))

    def with_opponents(self, opponents: NDArray[np.float64]) -> Self:
        """The same records with other ratings of the opponents (padding stays padding)."""
        return replace(self, opponents=np.asfortranarray(np.where(self.mask, opponents, np.nan)))

    def colour_corrected(self, white_advantage: float | NDArray[np.float64]) -> Self:
        """The same records with the white advantage moved into the opponents' ratings.

        An opponent counts for ``h`` less when the player had White and ``h`` more when Black
        (statistics A.4).
        """
        h = np.broadcast_to(np.asarray(white_advantage, dtype=np.float64), (len(self),))
        if not h.any():
            return self
        return self.with_opponents(self.opponents - h[:, None] * self.colours)
