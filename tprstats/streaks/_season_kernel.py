"""Compiled: one season in, everything a verdict rests on out; and thousands of seasons of luck.

A season is as :mod:`tprstats.streaks._fit_kernel` has it. Seasons of luck are worked on
:data:`LANES` at a time, so that the loops over windows run on several seasons at once.
"""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import prange

from tprstats.compiled import Array, entry, kernel, parallel_entry
from tprstats.simulation.compiled_random import fill_lanes
from tprstats.streaks._fit_kernel import refit

__all__ = [
    "ABOVE",
    "BELOW",
    "BEST",
    "CHANGE",
    "COLD",
    "GAIN",
    "HOT",
    "LAG_ONE",
    "LANES",
    "LOSS",
    "RISE",
    "RUNS",
    "STATISTICS",
    "TOTAL",
    "WINS",
    "WORST",
    "Fit",
    "Search",
    "observed_statistics",
    "play_null",
]

LANES = 16
"""Seasons worked on together."""

HOT, COLD, CHANGE, LAG_ONE, RUNS, WINS, RISE, TOTAL, GAIN, LOSS, ABOVE, BELOW = range(12)
BEST, WORST = 12, 13
STATISTICS = 14
"""Numbers kept of a season: largest window z, minus the smallest, largest absolute change-point z,
lag-one correlation, minus the z of Wald and Wolfowitz' runs test, longest run of wins, largest rise
of the partial sums, the z of all games together (0 where the level is refitted), the evidence
of all windows together that gained and that lost, that of the stretches above and below the rest,
and the z of the two windows that are the best and the worst of the season as it was played."""


class Fit(NamedTuple):
    """Constant strength, and how seasons are refitted.

    Parameters
    ----------
    x, offset, penalty
        See the head of this module and ``_fit_kernel.refit``.
    level, slope, expected
        Logits, a factor, and the expected score of each game: where a refit begins.
    known
        True: nothing is refitted, the expected scores are taken as known.
    spread
        What the prior draw share adds to the squared errors and to their expectation, and the sum
        of the binomial variances, ``(3,)``.
    """

    x: Array
    offset: Array
    penalty: Array
    level: float
    slope: float
    expected: Array
    known: bool
    spread: Array


class Search(NamedTuple):
    """What is searched.

    Parameters
    ----------
    weight, change, total
        One over the standard error of each window (row: its length from ``shortest``, column: its
        start; 0: not looked at), of what follows each game, and of all games.
    shortest, around
        Shortest window, and fewest games before and after a change.
    boost_precision
        ``dispersion / b**2`` of the evidence for boosts of SD b, in logits.
    stretch, stretch_weight, stretch_part
        First game and end of each stretch, int64 ``(m, 2)``; one over its standard error, and its
        part in the evidence of all, ``(m,)``.
    here
        Row and start of the windows of BEST and WORST, int64 ``(2, 2)``; a row below 0 for none.
    """

    weight: Array
    change: Array
    total: float
    shortest: int
    around: int
    boost_precision: float
    stretch: Any
    stretch_weight: Array
    stretch_part: Array
    here: Any


_PURPOSE = 9  # Purpose.NULL_SEASON


@kernel
def _add_evidence(partial, first, end, weight, boost_precision, part, above, below):
    """Evidence of a boost of SD b about 0 in some games, added to the side on which they lie.

    It is ``sqrt(1 - s) exp(s z**2 / 2)`` with ``s = i / (i + 1/b**2)`` for games of information
    i. The exponential is (1 + y/256)**256, one eighth low at exp(8), which the processor does for
    several seasons at once.
    """
    share = 1.0 / (1.0 + boost_precision * weight * weight)
    front, half = part * math.sqrt(1.0 - share), share / 512.0
    for e in range(LANES):
        z = (partial[end, e] - partial[first, e]) * weight
        y = 1.0 + half * z * z
        y *= y
        y *= y
        y *= y
        y *= y
        y *= y
        y *= y
        y *= y
        y *= front * y
        above[e] += y if z > 0.0 else 0.0
        below[e] += y if z < 0.0 else 0.0


@kernel
def _tail(search, partial, out, lanes):
    """Window and change statistics of some seasons from their partial sums ``(n + 1, LANES)``."""
    n = partial.shape[0] - 1
    best, worst = np.full(LANES, -np.inf), np.full(LANES, np.inf)
    gain, loss = np.zeros(LANES), np.zeros(LANES)
    for k in range(search.weight.shape[0]):
        length = search.shortest + k
        for i in range(n - length + 1):
            weight = search.weight[k, i]
            if weight == 0.0:
                continue
            for e in range(LANES):
                z = (partial[i + length, e] - partial[i, e]) * weight
                best[e] = max(best[e], z)
                worst[e] = min(worst[e], z)
            _add_evidence(partial, i, i + length, weight, search.boost_precision, 1.0, gain, loss)
    above, below = np.zeros(LANES), np.zeros(LANES)
    for k in range(search.stretch_weight.size):
        _add_evidence(
            partial, search.stretch[k, 0], search.stretch[k, 1], search.stretch_weight[k],
            search.boost_precision, search.stretch_part[k], above, below,
        )  # fmt: skip
    change = np.zeros(LANES)
    for i in range(search.around, n - search.around + 1):
        weight = search.change[i]
        for e in range(LANES):
            change[e] = max(change[e], abs((partial[n, e] - partial[i, e]) * weight))
    lowest, rise = np.zeros(LANES), np.zeros(LANES)
    for i in range(1, n + 1):
        for e in range(LANES):
            rise[e] = max(rise[e], partial[i, e] - lowest[e])
            lowest[e] = min(lowest[e], partial[i, e])
    for e in range(lanes):
        out[e, 0] = best[e]
        out[e, 1] = -worst[e]
        out[e, 2] = change[e]
        out[e, 6] = rise[e]
        out[e, 7] = partial[n, e] * search.total
        out[e, 8] = gain[e]
        out[e, 9] = loss[e]
        out[e, 10] = above[e]
        out[e, 11] = below[e]
    for k in range(2):
        row, first = search.here[k, 0], search.here[k, 1]
        if row >= 0:
            end = first + search.shortest + row
            for e in range(lanes):
                out[e, 12 + k] = (partial[end, e] - partial[first, e]) * search.weight[row, first]


@kernel
def _order(score, errors, out):
    """Lag-one correlation, minus the runs test's z, longest run of wins; the sum of squares."""
    squares, products = 0.0, 0.0
    runs, above, wins, longest = 1, 0, 0, 0
    for t in range(score.size):
        squares += errors[t] * errors[t]
        above += errors[t] > 0.0
        wins = wins + 1 if score[t] == 1.0 else 0
        longest = max(longest, wins)
        if t > 0:
            products += errors[t - 1] * errors[t]
            runs += (errors[t] > 0.0) != (errors[t - 1] > 0.0)
    out[3] = products / squares if squares > 0.0 else 0.0
    # Wald and Wolfowitz, given how many games lie above and below expectation.
    n = score.size
    expected = 1.0 + 2.0 * above * (n - above) / n
    variance = (expected - 1.0) * (expected - 2.0) / max(n - 1.0, 1.0)
    out[4] = (expected - runs) / math.sqrt(variance) if variance > 0.0 else 0.0
    out[5] = float(longest)
    return squares


@kernel
def _season(score, fit, errors, out):
    """Errors of one season, its order statistics and its scale."""
    n = score.size
    if fit.known:
        for t in range(n):
            errors[t] = score[t] - fit.expected[t]
        _order(score, errors, out)
        return 1.0
    refit(score, fit.x, fit.offset, fit.penalty, fit.level, fit.slope, errors)
    squares = _order(score, errors, out) * n / max(n - 2.0, 1.0)
    return math.sqrt((squares + fit.spread[0]) / (fit.spread[2] + fit.spread[1]))


@entry
def observed_statistics(score: Array, fit: Fit, search: Search, errors: Array, out: Array) -> float:
    """The statistics of one season as it was played; ``errors`` ``(n,)`` and ``out`` are filled.

    Returns
    -------
    float
        The scale: root of the ratio of the squared errors to the binomial variance.
    """
    n = score.size
    partial = np.zeros((n + 1, LANES))
    table = np.zeros((1, STATISTICS))
    scale = _season(score, fit, errors, table[0])
    for t in range(n):
        partial[t + 1, 0] = partial[t, 0] + errors[t] / scale
    _tail(search, partial, table, 1)
    out[:] = table[0]
    return float(scale)


@kernel
def _block(k0, k1, first, lanes, outer, bounds, fit, search, out):
    """Up to LANES seasons of luck."""
    n = fit.x.size
    words = np.zeros((4, LANES), dtype=np.uint32)
    scores = np.zeros((LANES, n))
    partial = np.zeros((n + 1, LANES))
    errors = np.empty(n)
    for t in range(n):
        if t % 4 == 0:
            fill_lanes(k0, k1, first, lanes, _PURPOSE, t // 4, outer, words)
        for e in range(lanes):
            word = np.uint64(words[t % 4, e])
            scores[e, t] = 0.5 * ((word < bounds[t, 0]) + (word < bounds[t, 1]))
    for e in range(lanes):
        scale = _season(scores[e], fit, errors, out[e])
        for t in range(n):
            partial[t + 1, e] = partial[t, e] + errors[t] / scale
    _tail(search, partial, out, lanes)


@parallel_entry
def play_null(k0, k1, first, outer, bounds, fit, search, out):
    """Statistics of seasons of luck, ``out`` ``(seasons, STATISTICS)``, filled in place.

    Parameters
    ----------
    k0, k1, first, outer
        Key, number of the first season, and which season these are the null of (0 for one's own).
    bounds
        Of each game's random word, from ``_fit_kernel.baseline``.
    fit, search
        See there.
    out
        Filled.
    """
    seasons = out.shape[0]
    blocks = (seasons + LANES - 1) // LANES
    for b in prange(blocks):
        start = b * LANES
        lanes = min(LANES, seasons - start)
        some = out[start : start + lanes]
        _block(k0, k1, first + start, lanes, outer, bounds, fit, search, some)
