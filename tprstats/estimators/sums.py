"""Pieces that many rules share: sums over games, and the reasons for no number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats.records import RecordBatch
from tprstats.results import Reason

__all__ = [
    "edge_reasons",
    "mean_opponent",
    "no_game_reasons",
    "opponent_sum",
    "opponents_reasons",
    "row_sum",
    "schedule_reasons",
]

Array = NDArray[np.float64]


def row_sum(values: Array) -> Array:
    """Sum over games, column by column from the left: neighbours and padding change no bit."""
    total = np.zeros(values.shape[0])
    for j in range(values.shape[1]):
        total += values[:, j]
    return total


def opponent_sum(batch: RecordBatch) -> Array:
    """Sum of the opponents' ratings; exact for whole ratings."""
    return row_sum(np.where(batch.mask, batch.opponents, 0.0))


def mean_opponent(batch: RecordBatch) -> Array:
    """Average rating of the opponents (AOR), unrounded; 0 for a record without games."""
    return opponent_sum(batch) / np.maximum(batch.counts, 1)


def no_game_reasons(batch: RecordBatch) -> NDArray[np.uint8]:
    """NO_GAMES where a record has none."""
    return np.where(batch.counts == 0, Reason.NO_GAMES, Reason.OK).astype(np.uint8)


def edge_reasons(batch: RecordBatch) -> NDArray[np.uint8]:
    """NO_GAMES, ZERO_SCORE or PERFECT_SCORE: where a logarithm has no value."""
    s2, n = batch.scores, batch.counts
    return np.select(
        [n == 0, s2 == 0, s2 == 2 * n],
        [Reason.NO_GAMES, Reason.ZERO_SCORE, Reason.PERFECT_SCORE],
        Reason.OK,
    ).astype(np.uint8)


def schedule_reasons(batch: RecordBatch) -> NDArray[np.uint8]:
    """NO_GAMES, or NEEDS_OPPONENTS where only totals are known."""
    why = no_game_reasons(batch)
    return np.where(batch.totals & (why == 0), np.uint8(Reason.NEEDS_OPPONENTS), why)


def opponents_reasons(batch: RecordBatch) -> NDArray[np.uint8]:
    """Reasons of the rules that need each opponent's rating and a score inside (0, 1)."""
    why = schedule_reasons(batch)
    return np.where(why == 0, edge_reasons(batch), why)
