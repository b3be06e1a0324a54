"""Log likelihoods of a score over a grid of strengths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, log_expit

from tprstats.elo import LOGIT_PER_ELO
from tprstats.outcomes import EloDavidson, davidson_draws
from tprstats.records import RecordBatch
from tprstats.scores import score_pmf

__all__ = ["information_sums", "quasi_log_likelihood", "score_log_likelihood"]

Array = NDArray[np.float64]

_MANY = 400  # games from which the normal density stands in for the convolution


def quasi_log_likelihood(batch: RecordBatch, x: Array) -> Array:
    """``C R s - sum log(1 + exp(C (R - r_j)))`` up to a constant, at most 0.

    Counts a draw as half a win and half a loss. Only the score counts, so each game may stand
    for the mean score: the sum of ``s log p_j + (1 - s) log q_j`` keeps its digits far out.

    Parameters
    ----------
    batch
        Records of rated games.
    x
        Strengths, Elo, ``(m, g)``.

    Returns
    -------
    ndarray
        ``(m, g)``.
    """
    share = (batch.scores / (2.0 * batch.counts))[:, None]
    total = np.zeros_like(x)
    for j in range(batch.width):
        z = LOGIT_PER_ELO * (x - batch.opponents[:, j : j + 1])
        each = share * log_expit(z) + (1.0 - share) * log_expit(-z)
        total += np.where((j < batch.counts)[:, None], each, 0.0)
    return total


def information_sums(batch: RecordBatch, x: Array, draw_share: Array) -> tuple[Array, Array, Array]:
    """Expected score, ``sum pq`` and ``sum (pq - D/4)`` over strengths, each ``(m, g)``."""
    s, w, v = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    for j in range(batch.width):
        there = (j < batch.counts)[:, None]
        z = LOGIT_PER_ELO * (x - np.where(there, batch.opponents[:, j : j + 1], 0.0))
        p = expit(z)
        pq = p * expit(-z)
        s += np.where(there, p, 0.0)
        w += np.where(there, pq, 0.0)
        v += np.where(there, pq - davidson_draws(p, draw_share[:, None]) / 4.0, 0.0)
    return s, w, v


def score_log_likelihood(batch: RecordBatch, x: Array, draw_share: Array) -> Array:
    """Log chance of the score under the Elo-consistent Davidson model, up to a constant.

    Exact by convolution up to 400 games; beyond, the normal density with the exact mean and
    variance. Without draws the exact chance is the quasi likelihood times a constant, which also
    has a value for half points: it is used for draw share 0.

    Parameters
    ----------
    batch, x
        As in :func:`quasi_log_likelihood`.
    draw_share
        ``(m,)``.
    """
    none = draw_share == 0.0
    many = ~none & (batch.counts > _MANY)
    result = np.empty_like(x)
    for rows, log_chance in (
        (none, lambda some, at, share: quasi_log_likelihood(some, at)),
        (many, _normal),
        (~none & ~many, _convolved),
    ):
        if rows.any():
            # Only as wide as these records: what stands beside them changes nothing.
            some = batch.take(rows).trimmed()
            result[rows] = log_chance(some, x[rows], draw_share[rows])
    return result


def _normal(batch: RecordBatch, x: Array, draw_share: Array) -> Array:
    mean, _, variance = information_sums(batch, x, draw_share)
    variance = np.maximum(variance, 1e-300)
    gap = batch.scores[:, None] / 2.0 - mean
    return np.asarray(-0.5 * gap * gap / variance - 0.5 * np.log(variance))


def _convolved(batch: RecordBatch, x: Array, draw_share: Array) -> Array:
    model = EloDavidson(draw_share[:, None])
    shape = (*x.shape, batch.width)
    win, draw, loss = (np.empty(shape, order="F") for _ in range(3))
    for j in range(batch.width):
        there = (j < batch.counts)[:, None]
        w, d, ell = model.wdl(x - np.where(there, batch.opponents[:, j : j + 1], 0.0))
        win[..., j] = np.where(there, w, 0.0)
        draw[..., j] = np.where(there, d, 0.0)
        loss[..., j] = np.where(there, ell, 1.0)
    chance = score_pmf(win, draw, loss)[np.arange(len(batch)), :, batch.scores]
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(chance))
