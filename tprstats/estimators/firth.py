"""Firth's penalised likelihood: always finite, and a lower RMSE than without the penalty.

With ``p_j`` the expected score against opponent j and ``w_j = p_j (1 - p_j)`` the penalised log
likelihood is ``l*(R) = C R s - sum log(1 + exp(C (R - r_j))) + 1/2 log sum w_j``, its score
equation ``s - sum p_j + sum h_j (1/2 - p_j) = 0`` with ``h_j = w_j / sum w`` (rules, section 6).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, log_expit

from tprstats.elo import LOGIT_PER_ELO, difference
from tprstats.estimators.per_opponent import solve_logistic
from tprstats.estimators.registry import rule
from tprstats.estimators.roots import increasing_root
from tprstats.estimators.sums import mean_opponent, row_sum, schedule_reasons
from tprstats.outcomes import davidson_draws
from tprstats.records import RecordBatch
from tprstats.results import Ratings

__all__ = ["firth", "firth_draws"]

Array = NDArray[np.float64]

_GAP = 500.0  # Elo between neighbouring opponents below which the maximum is unique (tested)
_GRID = 10.0  # Elo: the penalised likelihood bends over some 100 Elo
_TIE = 1e-9  # log likelihood: maxima this close count as equal


@rule(
    "firth",
    "Firth-penalised per-opponent likelihood (recommended)",
    source="Firth (1993); rules, section 6",
    formula="R with score - sum p + sum h (1/2 - p) = 0, h = w / sum w",
    at_zero="finite: 9 games against equals give AOR - 511.5",
    at_perfect="finite: 9 games against equals give AOR + 511.5",
    needs=("opponents",),
    strength=True,
)
def firth(batch: RecordBatch) -> Ratings:
    """The global maximum of the Firth-penalised per-opponent likelihood.

    Always finite. Against equal opponents it is ``AOR + D((s + 1/2) / (n + 1))``. Recommended for
    its RMSE, not for its bias: with draws it shrinks too much (statistics, correction 1). With
    opponents far apart the likelihood can have several maxima; equal ones give their midpoint,
    and the record is flagged ``multimodal``.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.

    Examples
    --------
    >>> from tprstats.records import RecordBatch
    >>> batch = RecordBatch.from_arrays([[2300] * 9], [[2] * 9])
    >>> round(float(firth(batch).values[0]), 1)
    2811.5
    """
    batch = batch.rated()
    why = schedule_reasons(batch)
    ok = np.flatnonzero(why == 0)
    values, several = np.full(len(batch), np.nan), np.zeros(len(batch), dtype=bool)
    if ok.size:
        good = batch.take(ok)
        roots = solve_logistic(good, penalty=1.0)
        for i in np.flatnonzero(_largest_gap(good) > _GAP):
            roots[i], several[ok[i]] = _global_maximum(
                good.opponents[i, : good.counts[i]], good.scores[i] / 2.0
            )
        values[ok] = roots
    return Ratings.of(values, why, several)


def _largest_gap(batch: RecordBatch) -> Array:
    """Largest step between neighbouring opponents, Elo; NaN sorts last and never counts."""
    if batch.width < 2:
        return np.zeros(len(batch))
    steps = np.diff(np.sort(batch.opponents, axis=1), axis=1)
    return np.asarray(np.where(np.isnan(steps), 0.0, steps).max(axis=1))


def _global_maximum(opponents: Array, score: float, share: float = 0.0) -> tuple[float, bool]:
    """Scan one record's penalised likelihood and refine every local maximum."""
    n = opponents.size
    reach = float(difference((score + 0.5) / (n + 1.0)))
    low, high = opponents.min() + reach, opponents.max() + reach
    grid = np.linspace(low, high, max(3, int((high - low) / _GRID) + 2))
    up = -_surplus(grid, opponents, score, share)
    turns = np.flatnonzero((up[:-1] > 0.0) & (up[1:] <= 0.0))
    if turns.size == 0:  # the maximum sits on an end of the bracket (one opponent level)
        return float(grid[np.argmax(_penalised(grid, opponents, score, share))]), False
    roots = increasing_root(
        lambda x, _: _surplus(x, opponents, score, share), grid[turns], grid[turns + 1]
    )
    height = _penalised(roots, opponents, score, share)
    best = roots[height >= height.max() - _TIE]
    return float(0.5 * (best[0] + best[-1])), roots.size > 1


def _pieces(x: Array, opponents: Array, share: float) -> tuple[Array, Array, Array, Array]:
    """Logits, expected scores, their variances, and phi at some strengths."""
    z = LOGIT_PER_ELO * (x[:, None] - opponents)
    p = expit(z)
    w = p * expit(-z)
    phi = 1.0 - row_sum(davidson_draws(p, share)) / (4.0 * row_sum(w))
    return z, p, w, phi


def _penalised(x: Array, opponents: Array, score: float, share: float) -> Array:
    z, _, w, phi = _pieces(x, opponents, share)
    centred = LOGIT_PER_ELO * (x - opponents.mean())
    return np.asarray(score * centred + row_sum(log_expit(-z)) + 0.5 * phi * np.log(row_sum(w)))


def _surplus(x: Array, opponents: Array, score: float, share: float) -> Array:
    """Minus the penalised score: increasing where the likelihood is concave."""
    _, p, w, phi = _pieces(x, opponents, share)
    return row_sum(p) - score + phi * row_sum(w * (p - 0.5)) / row_sum(w)


@rule(
    "firth-draws",
    "Firth with the penalty scaled for draws",
    source="statistics, correction 1",
    formula="as firth, penalty times phi = sum(pq - D/4) / sum(pq)",
    at_zero="finite",
    at_perfect="finite",
    needs=("opponents", "draws"),
    strength=True,
)
def firth_draws(batch: RecordBatch, *, draw_share: Any = 0.0) -> Ratings:
    """``firth`` with the penalty scaled by phi, nearly unbiased with draws.

    ``phi = sum(p q - D/4) / sum(p q)`` at the root, D from the Elo-consistent Davidson model.
    Nearly unbiased where ``firth`` shrinks too much, at a higher RMSE (116 for 104 at N = 9,
    +200, draw share .3). Where ``firth`` has several maxima, the highest of the likelihood with
    this penalty; equal ones give their midpoint.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.
    draw_share
        Draw share between equals, one number or one a record. 0 gives ``firth``.

    Examples
    --------
    >>> from tprstats.records import RecordBatch
    >>> batch = RecordBatch.from_arrays([[2300] * 9], [[2] * 5 + [1] * 4])
    >>> round(float(firth_draws(batch, draw_share=0.3).values[0]), 1)
    2498.8
    """
    batch = batch.rated()
    why = schedule_reasons(batch)
    share = np.broadcast_to(np.asarray(draw_share, dtype=np.float64), (len(batch),))
    start = firth(batch)
    values, several = start.values.copy(), start.multimodal.copy()
    # Between the unpenalised equation and firth: phi lies in (1/2, 1].
    i = np.flatnonzero((why == 0) & (share > 0.0))
    if i.size:
        values[i] = _scaled_root(batch.take(i), share[i], values[i])
    for k in np.flatnonzero(several & (share > 0.0)):
        opponents, score = batch.opponents[k, : batch.counts[k]], batch.scores[k] / 2.0
        values[k], several[k] = _global_maximum(opponents, score, float(share[k]))
    return Ratings.of(values, why, several)


def _scaled_root(batch: RecordBatch, share: Array, near: Array) -> Array:
    centre = mean_opponent(batch)
    offsets = batch.opponents - centre[:, None]
    mask, score = batch.mask, batch.scores / 2.0

    def surplus(x: Array, i: NDArray[np.int64]) -> Array:
        z = LOGIT_PER_ELO * (x[:, None] - offsets[i])
        p = np.where(mask[i], expit(z), 0.0)
        w = np.where(mask[i], p * expit(-z), 0.0)
        d = davidson_draws(p, share[i, None])
        total = row_sum(w)
        phi = 1.0 - row_sum(d) / (4.0 * total)
        return row_sum(p) - score[i] + phi * row_sum(w * (p - 0.5)) / total

    near = near - centre
    return centre + increasing_root(surplus, near - 50.0, near + 50.0, expand=True)
