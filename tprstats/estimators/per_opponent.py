"""The rating at which the expected score against each opponent adds up to the score.

On the logistic curve this is the maximum of the likelihood of the score (with draws as half
wins). The solver works on ``q_j = exp(C (r_j - mean))``: then ``p_j = x / (x + q_j)`` costs one
division a game and an iteration, and no exponential.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import logit

from tprstats.elo import (
    ELO_PER_LOGIT,
    LOGIT_PER_ELO,
    SIGMA_FIDE,
    difference_normal,
    expected_normal,
)
from tprstats.estimators.registry import rule
from tprstats.estimators.roots import increasing_root
from tprstats.estimators.sums import mean_opponent, opponents_reasons, row_sum
from tprstats.records import RecordBatch
from tprstats.results import Ratings

__all__ = ["per_opponent", "per_opponent_normal", "solve_logistic"]

Array = NDArray[np.float64]

_BLOCK = 8192  # records at a time: what fits the processor's cache
_STEP = 1e-13  # logits: where a Newton step no longer matters
_NEWTON = 30  # iterations before the bracket is halved instead


def solve_logistic(batch: RecordBatch, *, penalty: float = 0.0) -> Array:
    """Root of the (penalised) score equation on the logistic curve, for every record.

    With ``p_j`` the expected scores, ``w_j = p_j (1 - p_j)`` and k the penalty, the equation is
    ``sum p_j + k (sum w_j p_j / sum w_j - 1/2) = score``: k = 0 is the per-opponent rule, k = 1
    Firth's. Newton's method on ``logit((left side + k/2) / (n + k))``, which is a straight line
    for equal opponents, held in a bracket: between the lowest and the highest opponent plus
    ``D((score + k/2) / (n + k))``.

    Parameters
    ----------
    batch
        Records of rated games only, with ``0 < score + k/2 < n + k``.
    penalty
        0 or 1.

    Returns
    -------
    ndarray
        Elo, ``(m,)``. With k = 1 and opponents far apart the equation may have several roots;
        one of them.
    """
    out = np.empty(len(batch))
    n = batch.counts.astype(np.float64)
    wanted = logit((batch.scores / 2.0 + penalty / 2.0) / (n + penalty))
    for start in range(0, out.size, _BLOCK):
        part = slice(start, start + _BLOCK)
        out[part] = _solve_block(batch.opponents[part], wanted[part], n[part], penalty)
    return out


def _solve_block(opponents: Array, wanted: Array, n: Array, k: float) -> Array:
    valid = ~np.isnan(opponents)
    centre = row_sum(np.where(valid, opponents, 0.0)) / n
    lo = np.where(valid, opponents, np.inf).min(axis=1, initial=np.inf)
    hi = np.where(valid, opponents, -np.inf).max(axis=1, initial=-np.inf)
    # exp(inf) = inf makes padding an opponent nobody scores against: p = 0 exactly.
    with np.errstate(over="ignore"):
        q = [
            np.exp(LOGIT_PER_ELO * np.where(valid[:, j], opponents[:, j] - centre, np.inf))
            for j in range(opponents.shape[1])
        ]
    lo, hi = LOGIT_PER_ELO * (lo - centre) + wanted, LOGIT_PER_ELO * (hi - centre) + wanted
    u = wanted.copy()
    active = np.flatnonzero(hi > lo)  # equal opponents are already solved
    q = [column[active] for column in q]
    for iteration in range(200):
        if active.size == 0:
            break
        ua, na = u[active], n[active]
        g, slope = _mean_score(np.exp(ua), q, na, k)
        gap = logit(g) - wanted[active]
        below = gap < 0.0
        lo[active] = np.where(below, ua, lo[active])
        hi[active] = np.where(below, hi[active], ua)
        step = ua - gap * g * (1.0 - g) / slope
        la, ha = lo[active], hi[active]
        halve = ~((step > la) & (step < ha)) | (iteration >= _NEWTON)
        new = np.where(gap == 0.0, ua, np.where(halve, 0.5 * (la + ha), step))
        u[active] = new
        moving = np.abs(new - ua) > _STEP * (1.0 + np.abs(ua))
        if np.count_nonzero(moving) < active.size:
            active = active[moving]
            q = [column[moving] for column in q]
    return centre + ELO_PER_LOGIT * u


def _mean_score(x: Array, q: list[Array], n: Array, k: float) -> tuple[Array, Array]:
    """``(sum p + k sum wp / sum w) / (n + k)`` and its slope in logits."""
    f, w, ww, wp = (np.zeros_like(x) for _ in range(4))
    for column in q:
        p = x / (x + column)
        v = p * (1.0 - p)
        f += p
        w += v
        if k:
            ww += v * v
            wp += v * p
    if not k:
        return f / n, w / n
    mean = wp / w
    # d(sum wp / sum w) = E[(1-2p) p + w] - mean E[1-2p], expectations weighted by w,
    # with E[p (1-2p)] = 2 E[w] - E[p] because p**2 = p - w.
    slope = 2.0 * ww / w - mean + ww / w - mean * (1.0 - 2.0 * mean)
    return (f + k * mean) / (n + k), (w + k * slope) / (n + k)


@rule(
    "per-opponent",
    "expected score against each opponent equals the score (logistic)",
    source="maximum likelihood on Elo's logistic curve; FMJD Annex 5 App. D",
    formula="R with sum 1 / (1 + 10^((Ri - R) / 400)) = score",
    at_zero="no number",
    at_perfect="no number",
    needs=("opponents",),
    strength=True,
)
def per_opponent(batch: RecordBatch) -> Ratings:
    """The rating whose expected score against these opponents is the score made.

    Strictly increasing in the score, so the root is unique, and a win never lowers it.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.

    Examples
    --------
    >>> from tprstats.records import RecordBatch
    >>> batch = RecordBatch.from_arrays([[2700] * 10 + [1000]], [[0] * 10 + [2]])
    >>> round(float(per_opponent(batch).values[0]), 1)  # ten losses to 2700, a win over 1000
    1648.1
    """
    batch = batch.rated()
    why = opponents_reasons(batch)
    ok = why == 0
    values = np.full(len(batch), np.nan)
    if ok.any():
        values[ok] = solve_logistic(batch if ok.all() else batch.take(ok))
    return Ratings.of(values, why)


@rule(
    "per-opponent-normal",
    "the same under the normal curve",
    source="FIDE's normal curve, SD 2000/7; not the likelihood maximum of that curve",
    formula="R with sum Phi((R - Ri) / sigma) = score",
    at_zero="no number",
    at_perfect="no number",
    needs=("opponents",),
    strength=True,
)
def per_opponent_normal(batch: RecordBatch, *, sigma: float = SIGMA_FIDE) -> Ratings:
    """The expected-score root under the normal curve.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.
    sigma
        SD of the curve in Elo; FIDE's 2000/7 by default, ``SIGMA_ELO`` for the German one.

    Examples
    --------
    >>> from tprstats.elo import SIGMA_ELO
    >>> from tprstats.records import RecordBatch
    >>> batch = RecordBatch.from_arrays([[1177, 894, 1087, 905, 1255]], [[0, 2, 0, 2, 0]])
    >>> round(float(per_opponent_normal(batch, sigma=SIGMA_ELO).values[0]), 1)
    982.5
    """
    batch = batch.rated()
    why = opponents_reasons(batch)
    ok = why == 0
    values = np.full(len(batch), np.nan)
    if ok.any():
        values[ok] = solve_normal(batch.take(ok), sigma)
    return Ratings.of(values, why)


def solve_normal(batch: RecordBatch, sigma: float) -> Array:
    """Root of ``sum_j Phi((R - r_j) / sigma) = score`` for records with a score inside."""
    n = batch.counts.astype(np.float64)
    target = batch.scores / 2.0
    reach = difference_normal(target / n, sigma)
    centre = mean_opponent(batch)
    offsets = batch.opponents - centre[:, None]
    mask = batch.mask
    low = np.where(mask, offsets, np.inf).min(axis=1) + reach
    high = np.where(mask, offsets, -np.inf).max(axis=1) + reach

    def surplus(x: Array, i: NDArray[np.int64]) -> Array:
        p = expected_normal(x[:, None] - offsets[i], sigma)
        return row_sum(np.where(mask[i], p, 0.0)) - target[i]

    return centre + increasing_root(surplus, low, high)
