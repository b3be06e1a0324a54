"""The parametric bootstrap, started from the Firth estimate and computed without random numbers."""

from __future__ import annotations

import numpy as np

from tprstats.estimators import estimate
from tprstats.exact import outcome_batch, score_distribution
from tprstats.intervals.registry import Setting, interval_method
from tprstats.outcomes import EloDavidson
from tprstats.results import Intervals, Reason

__all__ = ["bootstrap_parametric"]


@interval_method(
    "bootstrap-parametric",
    "parametric bootstrap from the Firth estimate, exact",
    source="Efron and Tibshirani (1993), 13; statistics B.1",
    at_edges="two-sided unless a perfect or zero score is itself likely: then open on that side",
    advice="The bootstrap that works at few games and at 0 % and 100 %; misses the truth on one "
    "side more often than midp.",
)
def bootstrap_parametric(setting: Setting) -> Intervals:
    """Quantiles of the per-opponent estimate if the strength were the Firth estimate.

    All scores are re-drawn against the same opponents; their chances come from the convolution,
    so "resampling" is exact and needs no random numbers. Where the quantile falls on 0 % or
    100 %, which have no finite estimate, the interval is open on that side.

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[2300] * 9], [[2] * 5 + [1] * 4])
    >>> ends = interval(nine, "bootstrap-parametric", draw_share=0.35)
    >>> round(float(ends.low[0]), 1), round(float(ends.high[0]), 1)
    (2300.0, 2792.2)
    """
    batch, tail = setting.batch, (1.0 - setting.level) / 2.0
    low, high = np.empty(len(batch)), np.empty(len(batch))
    for i in range(len(batch)):
        one = batch.take([i])
        records, s2, _ = outcome_batch(one)
        found = estimate(records, "per-opponent")
        # 2 n half points are at the end of the list, 0 at its start: the estimate never falls.
        values = np.where(found.reasons == 0, found.values, np.where(s2 == 0, -np.inf, np.inf))
        model = EloDavidson(setting.draw_share[i])
        chance = score_distribution(one, setting.firth[i], model)[0, s2]
        # From either end alike, so that turned results turn the interval. A sum of chances can
        # fall short of its bound by rounding alone.
        low[i] = values[np.argmax(np.cumsum(chance) >= tail - 1e-12)]
        high[i] = values[::-1][np.argmax(np.cumsum(chance[::-1]) >= tail - 1e-12)]
    # One score alone may hold the level: a point, not an interval.
    return Intervals.of(low, high, np.where(low == high, Reason.DEGENERATE, 0).astype(np.uint8))
