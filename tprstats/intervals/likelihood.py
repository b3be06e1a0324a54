"""Likelihood-ratio intervals: plain (profile) and Firth-penalised.

The quasi log likelihood of the score is ``l(R) = C R s - sum log(1 + exp(C (R - r_j)))``: it
counts a draw as half a win and half a loss. Draws leave less variance than that, so the ratio is
divided by ``phi = sum(pq - D/4) / sum pq`` at the Firth estimate (1 for draw share 0).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from tprstats.estimators import estimate
from tprstats.estimators.likelihood import quasi_log_likelihood
from tprstats.estimators.sums import row_sum
from tprstats.intervals._ends import searched_ends
from tprstats.intervals.registry import Setting, interval_method
from tprstats.results import Intervals

__all__ = ["firth", "profile"]

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]
Height = Callable[[Array, Rows], Array]


def _root_drop(twice: Array) -> Array:
    """Root of twice a drop of the log likelihood: nearly a straight line in the strength."""
    return np.sqrt(np.maximum(twice, 0.0))


def _likelihood(setting: Setting, strength: Array, rows: Rows) -> Array:
    return quasi_log_likelihood(setting.batch.take(rows), strength[:, None])[:, 0]


@interval_method(
    "profile",
    "likelihood ratio",
    source="Wilks (1938); statistics B.1",
    at_edges="one-sided: open above at 100 %, below at 0 %",
    advice="Usual in statistics: right on average, but well short of its level at large "
    "advantages, even at 30 games.",
)
def profile(setting: Setting) -> Intervals:
    """Strengths whose quasi likelihood ratio ``2 (l(max) - l(R)) / phi`` is at most ``z**2``.

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[2300] * 9], [[2] * 9])
    >>> round(float(interval(nine, "profile", draw_share=0.0).low[0]), 2)
    2549.44
    """
    batch = setting.batch
    found = estimate(batch, "per-opponent")
    every = np.arange(len(batch))
    inside = found.reasons == 0
    mode = np.where(inside, found.values, setting.firth)
    # At 0 % and 100 % the likelihood climbs to its bound 0 without reaching it.
    top = np.where(inside, _likelihood(setting, mode, every), 0.0)
    phi = setting.dispersion(setting.firth)
    s2, n = batch.scores, batch.counts

    def outside(x: Array, i: Rows, upper: Flags) -> Array:
        return _root_drop(2.0 * (top[i] - _likelihood(setting, x, i)) / phi[i]) - setting.z

    return searched_ends(setting, outside, s2 > 0, s2 < 2 * n, (mode, mode))


@interval_method(
    "firth",
    "Firth-penalised likelihood ratio",
    source="Heinze and Schemper (2002); statistics B.1",
    at_edges="two-sided and finite",
    advice="Always finite and right on average, but at few games it misses the truth on one side "
    "much more often than midp, with a known draw share most of all.",
)
def firth(setting: Setting) -> Intervals:
    """Strengths whose penalised likelihood ratio is at most ``z**2``.

    Where the penalised likelihood has several maxima, the hull of those strengths.

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[2300] * 9], [[2] * 9])
    >>> ends = interval(nine, "firth", draw_share=0.0)
    >>> round(float(ends.low[0]), 2), round(float(ends.high[0]), 2)
    (2453.15, 3655.62)
    """
    batch = setting.batch
    found = estimate(batch, "firth")
    phi = setting.dispersion(setting.firth)

    def height(x: Array, rows: Rows) -> Array:
        z = setting.logits(x, rows)
        w = np.where(batch.mask[rows], expit(z) * expit(-z), 0.0)
        return _likelihood(setting, x, rows) + 0.5 * np.log(row_sum(w))

    every = np.arange(len(batch))
    low_mode, high_mode = found.values.copy(), found.values.copy()
    top = height(found.values, every)
    for i in np.flatnonzero(found.multimodal):
        low_mode[i], high_mode[i], top[i] = _hull_start(height, batch.opponents[i], int(i), setting)

    def outside(x: Array, i: Rows, upper: Flags) -> Array:
        return _root_drop(2.0 * (top[i] - height(x, i)) / phi[i]) - setting.z

    both = np.ones(len(batch), dtype=bool)
    return searched_ends(setting, outside, both, both, (low_mode, high_mode))


def _hull_start(
    height: Height, opponents: Array, i: int, setting: Setting
) -> tuple[float, float, float]:
    """Outermost strengths of one record still inside, on a fine grid, and the highest value."""
    low, high = np.nanmin(opponents) - 800.0, np.nanmax(opponents) + 800.0
    grid = np.linspace(low, high, int(high - low) + 1)
    values = height(grid, np.full(grid.size, i))
    top = float(values.max())
    phi = float(setting.dispersion(setting.firth)[i])
    inside = grid[2.0 * (top - values) / phi <= setting.z**2]
    return float(inside[0]), float(inside[-1]), top
