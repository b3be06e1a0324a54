"""Measures of scores, pairings and title norms, without a method."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats.study.case import Case, Measure, ratio
from tprstats.study.replication import Smooth

__all__ = ["NORM", "SCORE"]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def _norm(c: Case) -> Smooth:
    there = c.members & ~np.isnan(c.values)
    return Smooth(c.total(np.where(there, c.values, 0.0), there), ratio)


def _norm_in(c: Case, attempts: float) -> Smooth:
    """At least one norm in so many such events: ``1 - (1 - p)**k`` at the group's mean chance."""
    return Smooth(_norm(c).sums, lambda x: 1.0 - (1.0 - ratio(x)) ** attempts)


def _surplus(c: Case) -> Smooth:
    there = c.members & ~np.isnan(c.e.surplus[c.view])
    return Smooth(c.total(np.where(there, c.e.surplus[c.view], 0.0), there), ratio)


def _score_and_average(c: Case) -> tuple[Array, Array, Mask]:
    average = c.e.average[c.view]
    there = c.members & ~np.isnan(average)
    return np.where(there, c.e.half_points[c.view] / 2.0, 0.0), np.where(there, average, 0.0), there


def _score_average_corr(c: Case) -> Smooth:
    s, a, there = _score_and_average(c)

    def correlation(x: Array) -> Array:
        n, ms, ma = x[..., 0], x[..., 1] / x[..., 0], x[..., 2] / x[..., 0]
        return np.asarray(
            (x[..., 3] / n - ms * ma) / np.sqrt((x[..., 4] / n - ms**2) * (x[..., 5] / n - ma**2))
        )

    a = np.where(there, a - 2000.0, 0.0)  # no digits lost to the level
    return Smooth(c.total(there, s, a, s * a, s * s, a * a), correlation)


def _average_slope(c: Case) -> Smooth:
    """Elo of average opposition a point of score brings a player of given strength.

    Pooled within players: needs a field that is the same in every event.
    """
    s, a, there = _score_and_average(c)
    n = c.e.players
    if n == 1 or np.ptp(c.e.truth, axis=0).max(initial=0.0) > 1e-9:
        return Smooth(np.full((c.e.replicates, 1), np.nan), lambda x: x[..., 0])
    a = np.where(there, a - 2000.0, 0.0)
    sums = np.concatenate([there, s, a, s * a, s * s], axis=1).astype(np.float64)

    def slope(x: Array) -> Array:
        k, ms, ma, sa, ss = (x[..., i * n : (i + 1) * n] for i in range(5))
        k = np.where(k > 0.0, k, 1.0)
        across = (sa - ms * ma / k).sum(axis=-1)
        return np.asarray(across / (ss - ms * ms / k).sum(axis=-1))

    return Smooth(sums, slope)


NORM: dict[str, Measure] = {"norm": _norm, "norm-in": _norm_in}
"""Measures of a title norm: the chance in one event, and of at least one in so many."""

SCORE: dict[str, Measure] = {
    "surplus": _surplus,
    "score-average-corr": _score_average_corr,
    "average-slope": _average_slope,
}
"""Measures of scores and pairings, without a method."""
