"""Compiled loop over fixed schedules: a round robin draws four games from one block of numbers."""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np
from numba import njit, prange

from tprstats.compiled import parallel_entry
from tprstats.simulation.compiled_outcomes import chances, thresholds
from tprstats.simulation.compiled_random import fill_lanes

__all__ = ["TILE", "play_fixed", "play_varying"]

TILE = 512
"""Events worked on together: their numbers and results of a round fit the processor's cache."""


@njit
def _write(words, low_wins, no_loss, low, high):
    """Results of one game of several events, from fixed bounds."""
    for e in range(words.size):
        x = np.int8(words[e] < low_wins) + np.int8(words[e] < no_loss)
        low[e] = x
        high[e] = np.int8(2) - x


@njit
def _write_varying(words, model, a, b, colour, low, high):
    """The same where strengths differ from event to event."""
    for e in range(words.size):
        win, loss = chances(model, a[e] - b[e], 0.5 * (a[e] + b[e]), colour)
        low_wins, no_loss = thresholds(win, loss)
        x = np.int8(words[e] < low_wins) + np.int8(words[e] < no_loss)
        low[e] = x
        high[e] = np.int8(2) - x


@parallel_entry
def play_fixed(k0, k1, first, plan, bounds, results):
    """Play a schedule among players whose strengths never change.

    Parameters
    ----------
    k0, k1
        Key.
    first
        Number of the first replicate.
    plan
        :attr:`Schedule.plan`, int64 ``(g, 7)``.
    bounds
        Win and no-loss bound of every game of the plan, uint64 ``(g, 2)``.
    results
        int8 ``(r, n, e)``, filled in place.
    """
    events = results.shape[2]
    tiles = (events + TILE - 1) // TILE
    for tile in prange(tiles):
        start = tile * TILE
        size = min(TILE, events - start)
        lanes = np.empty((4, TILE), dtype=np.uint32)
        made_meeting, made_block = -1, -1
        for g in range(plan.shape[0]):
            if plan[g, 0] != made_meeting or plan[g, 1] != made_block:
                made_meeting, made_block = plan[g, 0], plan[g, 1]
                fill_lanes(k0, k1, first + start, size, 0, made_block, made_meeting, lanes)
            r, low, high = plan[g, 3], plan[g, 4], plan[g, 5]
            _write(
                lanes[plan[g, 2], :size],
                bounds[g, 0],
                bounds[g, 1],
                results[r, low, start : start + size],
                results[r, high, start : start + size],
            )


@parallel_entry
def play_varying(k0, k1, first, plan, model, strength, results):
    """Play a schedule among players drawn anew: ``strength`` is ``(n, e)``."""
    events = results.shape[2]
    tiles = (events + TILE - 1) // TILE
    for tile in prange(tiles):
        start = tile * TILE
        size = min(TILE, events - start)
        lanes = np.empty((4, TILE), dtype=np.uint32)
        made_meeting, made_block = -1, -1
        for g in range(plan.shape[0]):
            if plan[g, 0] != made_meeting or plan[g, 1] != made_block:
                made_meeting, made_block = plan[g, 0], plan[g, 1]
                fill_lanes(k0, k1, first + start, size, 0, made_block, made_meeting, lanes)
            r, low, high = plan[g, 3], plan[g, 4], plan[g, 5]
            _write_varying(
                lanes[plan[g, 2], :size],
                model,
                strength[low, start : start + size],
                strength[high, start : start + size],
                plan[g, 6],
                results[r, low, start : start + size],
                results[r, high, start : start + size],
            )
