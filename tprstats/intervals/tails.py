"""Inversion of the exact score distribution: mid-p and Clopper-Pearson."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tprstats.estimators._roots import increasing_root
from tprstats.intervals.registry import Setting, interval_method
from tprstats.results import Intervals
from tprstats.scores import tail_probabilities

__all__ = ["exact", "midp"]

Array = NDArray[np.float64]

_TINY = 1e-300  # keeps the normal quantile finite far outside the interval


@interval_method(
    "midp",
    "mid-p inversion of the exact score distribution (default)",
    source="Lancaster (1961); statistics B.1, B.4",
    at_edges="one-sided: open above at 100 %, below at 0 %",
    advice="The default: best mean coverage of the methods that need no known draw share.",
)
def midp(setting: Setting) -> Intervals:
    """Strengths at which neither tail of the score, with half its own chance, is too rare.

    The lower end solves ``P(more) + P(as much) / 2 = alpha / 2``, the upper end
    ``P(less) + P(as much) / 2 = alpha / 2``, by convolution with draws. At 100 % there is no
    upper end, at 0 % no lower one.

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[2300] * 9], [[2] * 9])
    >>> ends = interval(nine, "midp", draw_share=0.0)
    >>> round(float(ends.low[0])), float(ends.high[0])
    (2461, inf)
    """
    return _invert(setting, 0.5)


@interval_method(
    "exact",
    "exact (Clopper-Pearson) inversion",
    source="Clopper and Pearson (1934); statistics B.1",
    at_edges="one-sided: open above at 100 %, below at 0 %",
    advice="Never below its level where the draw share is known or 0; about 45 % wider than midp.",
)
def exact(setting: Setting) -> Intervals:
    """Strengths at which neither tail of the score, itself included, is rarer than alpha / 2.

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[0.0] * 9], [[2] * 7 + [0] * 2])
    >>> ends = interval(nine, "exact", draw_share=0.0)
    >>> round(float(ends.low[0]), 1), round(float(ends.high[0]), 1)
    (-70.5, 615.3)
    """
    return _invert(setting, 1.0)


def _invert(setting: Setting, share_of_own: float) -> Intervals:
    """Solve both ends of every record in one go: rows below ``m`` are lower ends."""
    batch, z = setting.batch, setting.z
    m, s2, n = len(batch), batch.scores, batch.counts
    ends = np.concatenate([np.full(m, -np.inf), np.full(m, np.inf)])
    wanted = np.arange(2 * m)
    record, upper = wanted % m, wanted >= m
    # Without draws a half point cannot be: read it as the whole score on the cautious side.
    odd = np.where((setting.draw_share == 0.0) & (s2 % 2 == 1), 1, 0)[record]
    counted = s2[record] + np.where(upper, odd, -odd)
    open_end = counted == np.where(upper, 2 * n[record], 0)
    wanted, record, upper, counted = (x[~open_end] for x in (wanted, record, upper, counted))

    def surplus(x: Array, rows: NDArray[np.int64]) -> Array:
        i, up = record[rows], upper[rows]
        below, at, above = tail_probabilities(*setting.chances(x, i), counted[rows])
        tail = np.where(up, below, above) + share_of_own * at
        # On the normal scale the tail is nearly a straight line in the strength.
        quantile = ndtri(np.maximum(tail, _TINY)) + z
        return np.where(up, -quantile, quantile)

    start, scale = setting.firth[record], z / 1.96 * setting.scale[record]
    low = np.where(upper, start, start - 2.0 * scale)
    high = np.where(upper, start + 2.0 * scale, start)
    ends[wanted] = increasing_root(surplus, low, high, expand=True)
    return Intervals.of(ends[:m], ends[m:])
