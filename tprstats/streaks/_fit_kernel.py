"""Compiled: constant strength fitted to one season.

A season is ``score`` (0, 1/2, 1), ``x`` (how much weaker than the centre each opponent is, in
logits) and ``offset`` (the white advantage, in logits). Under constant strength the expected score
is ``E = expit(level + slope x + offset)``.
"""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tprstats.compiled import Array, entry, kernel
from tprstats.elo import ELO_PER_LOGIT
from tprstats.simulation.compiled_outcomes import chances, thresholds

__all__ = ["baseline", "expit", "refit"]

_PASSES = 40
_CLOSE = 1e-5  # logits: the last step is taken along the tangent, so the error is its square


@kernel
def expit(x):
    # A difference of some hundreds of logits is as good as certain.
    return 1.0 / (1.0 + math.exp(-min(max(x, -500.0), 500.0)))


@kernel
def refit(score, x, offset, penalty, level, slope, errors):
    """Level and slope that the penalised score equations give; ``errors`` gets score - E.

    ``penalty`` holds: weight of a drawn game against the centre, precision and mean of the level,
    precision of the slope about 1. The penalised likelihood is concave, so Newton's steps, cut at
    2 logits, climb to its one maximum.
    """
    n = score.size
    for _ in range(_PASSES):
        even = expit(level)
        w0 = penalty[0] * even * (1.0 - even)
        g0 = penalty[0] * (0.5 - even) - penalty[1] * (level - penalty[2])
        g1 = -penalty[3] * (slope - 1.0)
        h00, h01, h11 = w0 + penalty[1], 0.0, penalty[3]
        for t in range(n):
            p = expit(level + slope * x[t] + offset[t])
            w = p * (1.0 - p)
            e = score[t] - p
            errors[t] = e
            g0 += e
            g1 += e * x[t]
            h00 += w
            h01 += w * x[t]
            h11 += w * x[t] * x[t]
        det = h00 * h11 - h01 * h01
        up = (h11 * g0 - h01 * g1) / det
        tilt = (h00 * g1 - h01 * g0) / det
        longest = max(abs(up), abs(tilt))
        cut = 1.0 if longest <= 2.0 else 2.0 / longest
        if longest < _CLOSE:
            for t in range(n):
                p = score[t] - errors[t]
                errors[t] -= p * (1.0 - p) * (up + tilt * x[t])
            return level + up, slope + tilt
        level += cut * up
        slope += cut * tilt
    return level, slope


@kernel
def _davidson(share, eta):
    """Win and loss chance at a logit of the expected score."""
    return chances(np.array([0.0, share, 0.0]), eta * ELO_PER_LOGIT, 0.0, 0.0)


@kernel
def _draw_share(eta, wanted, games):
    """The share d0 with ``sum D(d0) + games d0 = wanted``, by bisection between 0 and 0.999."""
    low, high = 0.0, 0.999
    for _ in range(40):
        middle = 0.5 * (low + high)
        total = games * middle
        for t in range(eta.size):
            win, loss = _davidson(middle, eta[t])
            total += 1.0 - win - loss
        if total < wanted:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@entry
def baseline(
    score: Array,
    x: Array,
    offset: Array,
    penalty: Array,
    draw_prior: Array,
    prior_games: Array,
    share: Array,
    expected: Array,
    variance: Array,
    bounds,
) -> Any:
    """Fit constant strength to a season.

    Parameters
    ----------
    score, x, offset, penalty
        See the head of this module and :func:`refit`.
    draw_prior, prior_games
        Draw share between equals to shrink towards, and its weight in games.
    share
        The draw share itself where it is known, else NaN.
    expected, variance, bounds
        Filled: expected score and variance of each game ``(n,)``, and the bounds of its random
        word, uint64 ``(n, 2)``.

    Returns
    -------
    level, slope, draw_share
        Logits, a factor, and the draw share between equals.
    """
    n = score.size
    errors, eta = np.empty(n), np.empty(n)
    level, slope = refit(score, x, offset, penalty, 0.0, 1.0, errors)
    draws = 0.0
    for t in range(n):
        eta[t] = level + slope * x[t] + offset[t]
        draws += score[t] == 0.5
    if math.isnan(share):
        share = _draw_share(eta, draws + prior_games * draw_prior, prior_games)
    for t in range(n):
        win, loss = _davidson(share, eta[t])
        expected[t] = expit(eta[t])
        variance[t] = expected[t] * (1.0 - expected[t]) - (1.0 - win - loss) / 4.0
        bounds[t, 0], bounds[t, 1] = thresholds(win, loss)
    return level, slope, share
