"""Intervals from a normal approximation: score (Wilson), Wald and its sandwich."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import ELO_PER_LOGIT
from tprstats.estimators import estimate
from tprstats.estimators.sums import row_sum
from tprstats.intervals._ends import searched_ends
from tprstats.intervals.registry import FAR_SHORT, Setting, interval_method
from tprstats.results import Intervals, Reason

__all__ = ["score", "wald", "wald_sandwich"]

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]

_NO_SPREAD = 1e-6  # Elo


@interval_method(
    "score",
    "score interval (Wilson type)",
    source="Wilson (1927); statistics B.1",
    at_edges="one-sided: open above at 100 %, below at 0 %",
    advice="The fast alternative to midp: right on average, but at few games it misses the truth "
    "on one side much more often.",
)
def score(setting: Setting) -> Intervals:
    """Strengths at which the score lies within z standard deviations of its expectation.

    ``|S - sum p| <= z sqrt(sum (pq - D/4))``; the part around the estimate. Without draws,
    against equal opponents, it is Wilson's interval; a perfect score then gives the lower end
    ``AOR + 400 log10(N / z**2)``.

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[0.0] * 9], [[2] * 7 + [0] * 2])
    >>> ends = interval(nine, "score", draw_share=0.0)
    >>> round(float(ends.low[0]), 1), round(float(ends.high[0]), 1)
    (-33.0, 468.3)
    """
    s2, n, z = setting.batch.scores, setting.batch.counts, setting.z

    def outside(x: Array, i: Rows, upper: Flags) -> Array:
        p, v = setting.moments(x, i)
        deviation = (row_sum(p) - s2[i] / 2.0) / np.sqrt(np.maximum(row_sum(v), 1e-300))
        return np.where(upper, deviation, -deviation) - z

    return searched_ends(setting, outside, s2 > 0, s2 < 2 * n)


@interval_method(
    "wald",
    "Wald (estimate +- z standard errors)",
    source="statistics B.1",
    at_edges="none: the estimate has no finite value",
    advice=f"For comparison only: {FAR_SHORT}.",
    warning=FAR_SHORT,
)
def wald(setting: Setting) -> Intervals:
    """Per-opponent estimate +- ``z sqrt(sum (pq - D/4)) / (C sum pq)``."""
    return _wald(setting, games_spread=False)


@interval_method(
    "wald-sandwich",
    "Wald with the games' own spread",
    source="Huber (1967), White (1980); statistics B.1",
    at_edges="none: the estimate has no finite value (nor where draws only show no spread)",
    advice=f"For comparison only: needs no draw share, but is {FAR_SHORT}.",
    warning=FAR_SHORT,
    needs=("games",),
)
def wald_sandwich(setting: Setting) -> Intervals:
    """Per-opponent estimate +- ``z sqrt(sum (s - p)**2) / (C sum pq)``."""
    return _wald(setting, games_spread=True)


def _wald(setting: Setting, *, games_spread: bool) -> Intervals:
    found, batch = estimate(setting.batch, "per-opponent"), setting.batch
    centre = np.where(found.reasons == 0, found.values, setting.firth)
    p, v = setting.moments(centre, slice(None))
    if games_spread:
        v = np.where(batch.mask, np.square(batch.half_points / 2.0 - p), 0.0)
    w = row_sum(np.where(batch.mask, p * (1.0 - p), 0.0))
    half = setting.z * ELO_PER_LOGIT * np.sqrt(row_sum(v)) / w
    # Draws only, against equals, show no spread at all: that is no certainty.
    flat = (found.reasons == 0) & (half < _NO_SPREAD)
    why = np.where(flat, np.uint8(Reason.DEGENERATE), found.reasons)
    return Intervals.of(centre - half, centre + half, why)
