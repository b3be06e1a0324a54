"""Compiled: how well a spell of another strength explains a season, over every window and boost.

Boosts lie on a grid, and so do the shifts of a game's logit for which partial sums are kept. For a
window and a boost the level is first moved by as many grid steps as the games ask for (the boost
times the window's share of the information), then level and slope are integrated by Laplace's
method with one Newton step from there. A window costs the same whatever its length.
"""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tprstats.compiled import Array, entry, kernel
from tprstats.streaks._fit_kernel import expit, refit

__all__ = ["mode", "spell_posterior", "spell_tables", "window_evidence"]

# Partial sums of: log likelihood ratio, change of E, of x E, and of W, x W, x x W.
_SUMS = 6


@entry
def mode(score: Array, x: Array, offset: Array, penalty) -> Any:
    """Level and slope at the mode without a spell; see ``_fit_kernel.refit``."""
    errors = np.empty(score.size)
    return refit(score, x, offset, penalty, 0.0, 1.0, errors)


@entry
def spell_tables(
    score: Array,
    x: Array,
    offset: Array,
    level: Array,
    slope: Array,
    dispersion: Array,
    precision: Array,
    step: Array,
    reach,
) -> Any:
    """Partial sums for every shift ``-reach .. reach`` steps, and the curvature without a spell.

    Parameters
    ----------
    score, x, offset, level, slope
        Season and mode, logits.
    dispersion
        What the likelihood is divided by.
    precision
        Of the normal priors of level (about 0) and slope (about 1), ``(2,)``.
    step, reach
        Step of the grid in logits, and steps to either side.

    Returns
    -------
    sums, curvature, binomial
        ``(n + 1, 2 reach + 1, 6)``, ``(3,)``, and partial sums of the information ``(n + 1,)``.
    """
    n, g = score.size, 2 * reach + 1
    sums = np.zeros((n + 1, g, _SUMS))
    curvature = np.array([precision[0], 0.0, precision[1]])
    binomial = np.zeros(n + 1)
    for t in range(n):
        eta = level + slope * x[t] + offset[t]
        p = expit(eta)
        w = p * (1.0 - p) / dispersion
        binomial[t + 1] = binomial[t] + w
        curvature[0] += w
        curvature[1] += w * x[t]
        curvature[2] += w * x[t] * x[t]
        for j in range(g):
            shift = (j - reach) * step
            q = expit(eta + shift)
            # log((1 - q) / (1 - p)) from 1 / (1 + exp): both keep their digits far out.
            ratio = score[t] * shift + _log_one_plus(eta) - _log_one_plus(eta + shift)
            gain = (q - p) / dispersion
            bend = q * (1.0 - q) / dispersion - w
            before, after = sums[t, j], sums[t + 1, j]
            after[0] = before[0] + ratio / dispersion
            after[1] = before[1] + gain
            after[2] = before[2] + gain * x[t]
            after[3] = before[3] + bend
            after[4] = before[4] + bend * x[t]
            after[5] = before[5] + bend * x[t] * x[t]
    return sums, curvature, binomial


@kernel
def _log_one_plus(eta):
    """log(1 + exp(eta))."""
    return max(eta, 0.0) + math.log1p(math.exp(-abs(eta)))


@kernel
def _steps(binomial, first, last, precision):
    """How far the level moves for one step of the boost: minus the window's share."""
    inside = binomial[last] - binomial[first]
    return -inside / (binomial[binomial.size - 1] + precision)


@kernel
def _one(sums, curvature, first, last, boost, move, reach, step, level, precision):
    """Log evidence of a window and boost against no spell; level against its mode, variance.

    ``boost`` and ``move`` (the level's) are in steps.
    """
    n = sums.shape[0] - 1
    inside, outside = boost + move + reach, move + reach
    start, end = sums[first, inside], sums[last, inside]
    here, there, whole = sums[first, outside], sums[last, outside], sums[n, outside]
    up = move * step
    log = end[0] - start[0] + whole[0] - (there[0] - here[0])
    log -= 0.5 * precision * up * (up + 2.0 * level)
    g0 = -(end[1] - start[1] + whole[1] - (there[1] - here[1])) - precision * up
    g1 = -(end[2] - start[2] + whole[2] - (there[2] - here[2]))
    h00 = curvature[0] + end[3] - start[3] + whole[3] - (there[3] - here[3])
    h01 = curvature[1] + end[4] - start[4] + whole[4] - (there[4] - here[4])
    h11 = curvature[2] + end[5] - start[5] + whole[5] - (there[5] - here[5])
    det = h00 * h11 - h01 * h01
    det0 = curvature[0] * curvature[2] - curvature[1] * curvature[1]
    more = (h11 * g0 - h01 * g1) / det
    tilt = (h00 * g1 - h01 * g0) / det
    log += 0.5 * (g0 * more + g1 * tilt) - 0.5 * math.log(det / det0)
    return log, up + more, h11 / det


@entry
def window_evidence(
    sums: Array,
    curvature: Array,
    binomial: Array,
    boosts: Array,
    weights: Array,
    wanted: Array,
    shortest: Array,
    step: Array,
    level: Array,
    precision: Array,
) -> Any:
    """Log Bayes factors against constant strength, averaged over windows and boosts.

    Parameters
    ----------
    sums, curvature, binomial, step, level, precision
        From and for :func:`spell_tables`; level and precision of the level alone.
    boosts, weights
        Boosts in steps ``(g,)`` and their priors ``(k, g)``; rows add up to 1.
    wanted
        True where a window is in the family (row: length from ``shortest``; column: start).

    Returns
    -------
    ndarray
        ``(k,)``.
    """
    k, g = weights.shape
    reach = (sums.shape[1] - 1) // 2
    total, top, count = np.zeros(k), -np.inf, 0
    for row in range(wanted.shape[0]):
        length = shortest + row
        for i in range(wanted.shape[1] - length + 1):
            if not wanted[row, i]:
                continue
            count += 1
            a_step = _steps(binomial, i, i + length, precision)
            for j in range(g):
                move = round(a_step * boosts[j])
                log, _, _ = _one(
                    sums, curvature, i, i + length, boosts[j], move, reach, step, level, precision
                )
                if log > top:
                    total *= math.exp(top - log)
                    top = log
                part = math.exp(log - top)
                for m in range(k):
                    total[m] += weights[m, j] * part
    return np.log(total / count) + top


@entry
def spell_posterior(
    sums: Array,
    curvature: Array,
    binomial: Array,
    boosts: Array,
    weights: Array,
    chance: Array,
    stay: Array,
    horizon: Array,
    longest: Array,
    step: Array,
    level: Array,
    precision: Array,
) -> Any:
    """Posterior of the mean level over the next games, as normal components, and of the spell.

    Parameters
    ----------
    sums, curvature, binomial, boosts, step, level, precision
        As in :func:`window_evidence`.
    weights
        Prior of the boosts, ``(g,)``; a boost of 0 is hot and cold by halves.
    chance, stay
        Prior chance of a spell; chance that a spell goes on after each of its games.
    horizon
        Games ahead.
    longest
        Longest spell looked at, games.

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
    n, g = sums.shape[0] - 1, boosts.size
    reach = (sums.shape[1] - 1) // 2
    most = min(longest, n)
    logs, ups, variances = np.empty(g), np.empty(g), np.empty(g)
    ended, lanes = np.empty((n * most, 3)), 0
    still, lines = np.empty((most * g * (horizon + 1), 3)), 0
    hot, cold, summary = np.zeros(n + 1), np.zeros(n + 1), np.zeros(4)
    # Everything is relative to the largest evidence so far, from that of no spell on.
    top, total = 0.0, 1.0 - chance
    none = total
    # A node of the grid stands for its cell.
    cell = step * step / 12.0
    for i in range(n):
        for end in range(i + 1, min(n, i + longest) + 1):
            length = end - i
            prior = chance / n * stay ** (length - 1) * (1.0 if end == n else 1.0 - stay)
            a_step = _steps(binomial, i, end, precision)
            high = -np.inf
            for j in range(g):
                move = round(a_step * boosts[j])
                logs[j], ups[j], variances[j] = _one(
                    sums, curvature, i, end, boosts[j], move, reach, step, level, precision
                )
                high = max(high, logs[j])
            if high > top:
                less = math.exp(top - high)
                top = high
                total *= less
                none *= less
                hot *= less
                cold *= less
                summary *= less
                ended[:lanes, 0] *= less
                still[:lines, 0] *= less
            w, m1, m2, up_hot, up_cold = 0.0, 0.0, 0.0, 0.0, 0.0
            for j in range(g):
                part = prior * weights[j] * math.exp(logs[j] - top)
                side = 0.5 * (1.0 + np.sign(boosts[j]))
                up_hot += part * side
                up_cold += part * (1.0 - side)
                if end < n:
                    w += part
                    m1 += part * ups[j]
                    m2 += part * (variances[j] + ups[j] * ups[j])
                elif part > 1e-9 * total:
                    for more in range(horizon + 1):
                        ahead = more / horizon
                        still[lines, 0] = (
                            part * stay**more * (1.0 if more == horizon else 1.0 - stay)
                        )
                        still[lines, 1] = ups[j] + boosts[j] * step * ahead
                        still[lines, 2] = variances[j] + cell * ahead * ahead
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
            elif w > 1e-9 * total:
                ended[lanes, 0] = w
                ended[lanes, 1] = m1 / w
                ended[lanes, 2] = m2 / w - (m1 / w) ** 2
                lanes += 1
    out = np.empty((1 + lanes + lines, 3))
    det0 = curvature[0] * curvature[2] - curvature[1] * curvature[1]
    out[0, 0], out[0, 1], out[0, 2] = none, 0.0, curvature[2] / det0
    out[1 : 1 + lanes] = ended[:lanes]
    out[1 + lanes :] = still[:lines]
    # Components that cannot be seen are dropped.
    out = out[out[:, 0] > 1e-9 * total]
    weight = out[:, 0] / out[:, 0].sum()
    chances_hot, chances_cold = np.cumsum(hot)[:n] / total, np.cumsum(cold)[:n] / total
    return weight, level + out[:, 1], out[:, 2], chances_hot, chances_cold, summary / total
