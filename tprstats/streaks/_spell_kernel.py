"""Compiled: how well a spell of another strength explains a season, over every window and boost.

Along the boost the likelihood is exact (a sum over quadrature nodes); level and slope are
integrated by Laplace's method for each window and node, one Newton step from their mode without a
spell. Sums over a window come from partial sums, so a window costs the same whatever its length.
"""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import math

import numpy as np

from tprstats.pairing._kernel import entry, kernel
from tprstats.streaks._season_kernel import _expit, _refit

__all__ = ["mode", "spell_posterior", "spell_tables", "window_evidence"]

# Partial sums of: log likelihood ratio, change of E, of x E, and of W, x W, x x W.
_SUMS = 6


@entry
def mode(score, x, offset, penalty):
    """Level and slope at the mode without a spell; see :func:`_refit`."""
    errors = np.empty(score.size)
    return _refit(score, x, offset, penalty, 0.0, 1.0, errors)


@entry
def spell_tables(score, x, offset, level, slope, dispersion, precision, nodes):
    """Partial sums for every boost, and the curvature without a spell.

    Parameters
    ----------
    score, x, offset, level, slope
        Season and mode, logits.
    dispersion
        What the likelihood is divided by.
    precision
        Of the normal priors of level and slope, ``(2,)``.
    nodes
        Boosts, logits, ``(g,)``.

    Returns
    -------
    sums, curvature
        ``(n + 1, g, 6)`` and ``(3,)``.
    """
    n, g = score.size, nodes.size
    sums = np.zeros((n + 1, g, _SUMS))
    curvature = np.array([precision[0], 0.0, precision[1]])
    for t in range(n):
        eta = level + slope * x[t] + offset[t]
        p = _expit(eta)
        w = p * (1.0 - p) / dispersion
        curvature[0] += w
        curvature[1] += w * x[t]
        curvature[2] += w * x[t] * x[t]
        for j in range(g):
            q = _expit(eta + nodes[j])
            # log((1 - q) / (1 - p)) keeps its digits far out where each alone would lose them.
            ratio = (score[t] * nodes[j] + math.log((1.0 - q) / (1.0 - p))) / dispersion
            gain = (q - p) / dispersion
            bend = q * (1.0 - q) / dispersion - w
            before, after = sums[t, j], sums[t + 1, j]
            after[0] = before[0] + ratio
            after[1] = before[1] + gain
            after[2] = before[2] + gain * x[t]
            after[3] = before[3] + bend
            after[4] = before[4] + bend * x[t]
            after[5] = before[5] + bend * x[t] * x[t]
    return sums, curvature


@kernel
def _one(first, last, curvature):
    """Log evidence of one window and boost against no spell; shift and variance of the level."""
    g0, g1 = first[1] - last[1], first[2] - last[2]
    h00 = curvature[0] + last[3] - first[3]
    h01 = curvature[1] + last[4] - first[4]
    h11 = curvature[2] + last[5] - first[5]
    det = h00 * h11 - h01 * h01
    up = (h11 * g0 - h01 * g1) / det
    tilt = (h00 * g1 - h01 * g0) / det
    det0 = curvature[0] * curvature[2] - curvature[1] * curvature[1]
    log = last[0] - first[0] + 0.5 * (g0 * up + g1 * tilt) - 0.5 * math.log(det / det0)
    return log, up, h11 / det


@entry
def window_evidence(sums, curvature, weights, wanted, shortest):
    """Log Bayes factors against constant strength, averaged over windows and boosts.

    Parameters
    ----------
    sums, curvature
        From :func:`spell_tables`.
    weights
        Prior of the boosts, ``(k, g)``; rows add up to 1.
    wanted
        True where a window is in the family (row: length from ``shortest``; column: start).

    Returns
    -------
    ndarray
        ``(k,)``.
    """
    k, g = weights.shape
    total, top, count = np.zeros(k), -np.inf, 0
    for row in range(wanted.shape[0]):
        length = shortest + row
        for i in range(wanted.shape[1] - length + 1):
            if not wanted[row, i]:
                continue
            count += 1
            for j in range(g):
                log, _, _ = _one(sums[i, j], sums[i + length, j], curvature)
                if log > top:
                    total *= math.exp(top - log)
                    top = log
                part = math.exp(log - top)
                for m in range(k):
                    total[m] += weights[m, j] * part
    return np.log(total / count) + top


@entry
def spell_posterior(sums, curvature, nodes, weights, chance, stay, horizon, longest, level):
    """Posterior of the mean level over the next games, as normal components, and of the spell.

    Parameters
    ----------
    sums, curvature, nodes
        See :func:`spell_tables`.
    weights
        Prior of the boosts, ``(g,)``.
    chance, stay
        Prior chance of a spell; chance that a spell goes on after each of its games.
    horizon
        Games ahead.
    longest
        Longest spell looked at, games.
    level
        Mode without a spell, logits.

    Returns
    -------
    weight, mean, variance
        Components, logits; weights add up to 1.
    hot, cold
        Posterior chance of each game to be in a hot and in a cold spell, ``(n,)``.
    summary
        Posterior chance of a hot spell, of a cold one, of a hot one still on after the last game,
        and of a cold one still on.
    """
    n, g = sums.shape[0] - 1, nodes.size
    rows = n * min(longest, n)
    ended, lanes = np.empty((rows, 3)), 0
    still = np.empty((min(longest, n) * g * (horizon + 1), 3))
    lines = 0
    hot, cold = np.zeros(n + 1), np.zeros(n + 1)
    summary = np.zeros(4)
    top = 0.0  # the component without a spell has log weight log(1 - chance)
    # Largest log evidence first, so that nothing overflows.
    for i in range(n):
        for end in range(i + 1, min(n, i + longest) + 1):
            for j in range(g):
                log, _, _ = _one(sums[i, j], sums[end, j], curvature)
                top = max(top, log)
    none = (1.0 - chance) * math.exp(-top)
    total = none
    for i in range(n):
        for end in range(i + 1, min(n, i + longest) + 1):
            length = end - i
            prior = chance / n * stay ** (length - 1) * (1.0 if end == n else 1.0 - stay)
            w, m1, m2, up_hot, up_cold = 0.0, 0.0, 0.0, 0.0, 0.0
            for j in range(g):
                log, up, variance = _one(sums[i, j], sums[end, j], curvature)
                part = prior * weights[j] * math.exp(log - top)
                if nodes[j] > 0.0:
                    up_hot += part
                else:
                    up_cold += part
                if end < n:
                    w += part
                    m1 += part * up
                    m2 += part * (variance + up * up)
                elif part > 0.0:
                    for more in range(horizon + 1):
                        share = stay**more * (1.0 if more == horizon else 1.0 - stay)
                        still[lines, 0] = part * share
                        still[lines, 1] = up + nodes[j] * more / horizon
                        still[lines, 2] = variance
                        lines += 1
            total += up_hot + up_cold
            hot[i] += up_hot
            hot[end] -= up_hot
            cold[i] += up_cold
            cold[end] -= up_cold
            summary[0] += up_hot
            summary[1] += up_cold
            if end == n:
                summary[2] += up_hot * stay
                summary[3] += up_cold * stay
            elif w > 0.0:
                ended[lanes, 0] = w
                ended[lanes, 1] = m1 / w
                ended[lanes, 2] = m2 / w - (m1 / w) ** 2
                lanes += 1
    # Components that cannot be seen are dropped; the rest is scaled to 1.
    least = 1e-9 * total
    keep = 1
    for r in range(lanes):
        keep += ended[r, 0] > least
    for r in range(lines):
        keep += still[r, 0] > least
    out = np.empty((keep, 3))
    det0 = curvature[0] * curvature[2] - curvature[1] * curvature[1]
    out[0, 0], out[0, 1], out[0, 2] = none, 0.0, curvature[2] / det0
    k = 1
    for r in range(lanes):
        if ended[r, 0] > least:
            out[k] = ended[r]
            k += 1
    for r in range(lines):
        if still[r, 0] > least:
            out[k] = still[r]
            k += 1
    weight = out[:, 0] / out[:, 0].sum()
    chances_hot, chances_cold = np.cumsum(hot)[:n] / total, np.cumsum(cold)[:n] / total
    return weight, level + out[:, 1], out[:, 2], chances_hot, chances_cold, summary / total
