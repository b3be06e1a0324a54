"""Monte Carlo errors of any smooth function of means over events: the jackknife.

Players of one event met each other, so the *event* is left out, never a player. A measure is a
vector of sums an event and a function of their means; what the function is (a ratio, a root, a
correlation, a difference of two methods) does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats.mcse import Figure
from tprstats.study.estimates import Estimates

__all__ = ["Replication", "Smooth"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Smooth:
    """A measure as sums of each event and a function of their means.

    Parameters
    ----------
    sums
        ``(e, k)``.
    function
        From means ``(..., k)`` to values ``(...)``.
    """

    sums: Array
    function: Callable[[Array], Array]

    def minus(self, other: Smooth) -> Smooth:
        """The difference of two measures on the same events."""
        k = self.sums.shape[1]
        return Smooth(
            np.concatenate([self.sums, other.sums], axis=1),
            lambda x: self.function(x[..., :k]) - other.function(x[..., k:]),
        )


@dataclass(frozen=True)
class Replication:
    """How the rows of some estimates stand for the whole.

    Parameters
    ----------
    estimates
        All batches of a scenario.
    paired
        Replicates 2k and 2k + 1 are an antithetic pair, one unit together.
    """

    estimates: Estimates
    paired: bool = False

    @property
    def mass(self) -> Array:
        """What each row counts for; together 1 for unweighted rows, ``(e,)``."""
        e = self.estimates
        if e.exact:
            return e.weight
        sampled = max(int((~e.fixed).sum()), 1)
        return np.where(e.fixed, e.weight, e.weight / sampled)

    def figure(self, measure: Smooth) -> Figure:
        """Value and jackknife error; 0 where all outcomes are listed.

        ``Var = (n - 1) / n * sum (g_(i) - mean g)**2`` over the n leave-one-out values.
        """
        e = self.estimates
        weighted = measure.sums * e.weight[:, None]
        with np.errstate(invalid="ignore", divide="ignore"):
            if e.exact:
                return Figure(float(measure.function(weighted.sum(axis=0))), 0.0)
            certain = weighted[e.fixed].sum(axis=0)
            rows = weighted[~e.fixed]
            if self.paired:
                rows = _pair_means(rows, e.replicate[~e.fixed])
            n = rows.shape[0]
            if n == 0:
                return Figure(float("nan"), float("nan"))
            total = rows.sum(axis=0)
            value = float(measure.function(certain + total / n))
            if n == 1:
                return Figure(value, float("nan"))
            left_out = measure.function(certain + (total - rows) / (n - 1))
            spread = np.square(left_out - left_out.mean()).sum()
        return Figure(value, float(np.sqrt((n - 1) / n * spread)))

    def quantile(self, values: Array, use: NDArray[np.bool_], q: float) -> Figure:
        """Quantile of the pooled values and half the order-statistic interval of one SE.

        Woodruff's interval: the quantiles at q plus and minus the error of the share at or below
        the quantile, never less than ``sqrt(q (1 - q) / n)``, which independent values have. Where
        less than three values are expected beyond q, the quantile is an extreme of the sample and
        has no error that could be told (NaN).

        Parameters
        ----------
        values, use
            ``(e, n)``.
        """
        mass = np.broadcast_to(self.mass[:, None], values.shape)[use]
        x = values[use]
        if x.size == 0:
            return Figure(float("nan"), float("nan"))
        order = np.argsort(x, kind="stable")
        x, cumulative = x[order], np.cumsum(mass[order])
        share = cumulative / cumulative[-1]

        def at(p: float) -> float:
            return float(x[min(int(np.searchsorted(share, p - 1e-12)), x.size - 1)])

        found = at(q)
        if self.estimates.exact:
            return Figure(found, 0.0)
        # The error of a share at q itself: the share at or below an atom jumps past it. Its spread
        # is that of the events' counts at the point nearest to q on either side.
        error = max(self._share_error(values, use, found, at_or_below) for at_or_below in (0, 1))
        count = int((use.any(axis=1) & ~self.estimates.fixed).sum())
        error = max(error, np.sqrt(q * (1.0 - q) / max(use.sum(), 1)))
        if not np.isfinite(error) or count < 2 or min(q, 1.0 - q) * use.sum() < 3.0:
            return Figure(found, float("nan"))
        high, low = at(min(q + error, 1.0)), at(max(q - error, 0.0))
        if np.isinf(high) or np.isinf(low):
            return Figure(found, float("nan"))
        return Figure(found, (high - low) / 2.0)

    def _share_error(
        self, values: Array, use: NDArray[np.bool_], point: float, at_or_below: int
    ) -> float:
        """Error of the share at or below a point (1), or below it (0)."""
        with np.errstate(invalid="ignore"):
            under = values <= point if at_or_below else values < point
        counts = np.stack([(use & under).sum(axis=1), use.sum(axis=1)], axis=1)
        ratio = Smooth(counts.astype(np.float64), lambda s: s[..., 0] / s[..., 1])
        error = self.figure(ratio).mcse
        return error if np.isfinite(error) else 0.0


def _pair_means(rows: Array, replicate: NDArray[np.int64]) -> Array:
    pair = replicate // 2
    starts = np.flatnonzero(np.r_[True, pair[1:] != pair[:-1]])
    counts = np.diff(np.r_[starts, pair.size])
    return np.asarray(np.add.reduceat(rows, starts, axis=0) / counts[:, None])
