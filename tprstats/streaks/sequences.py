"""Chances of long streaks, exactly: runs of wins, unbeaten runs, runs with at most one draw.

Recursions over the games with the length of the run so far as state; Diao (2025, arXiv 2503.11669)
gives them for games alike, here each game has its own chances. And why "after two wins he wins less
often" is no cold hand: Miller and Sanjurjo (2018).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["almost_run_chance", "longest", "longest_almost", "run_chance", "share_after_streak"]

Array = NDArray[np.float64]


def run_chance(chance: ArrayLike, length: int) -> float:
    """Chance of a run of at least ``length`` successes.

    Parameters
    ----------
    chance
        Of a success in each game, ``(n,)``.
    length
        At least 1.

    Examples
    --------
    >>> round(run_chance([0.5] * 100, 7), 5)
    0.31752
    """
    p = np.asarray(chance, dtype=np.float64)
    state, done = np.zeros(length), 0.0
    state[0] = 1.0
    for success in p:
        done += state[-1] * success
        over = state.sum() * (1.0 - success)
        state[1:] = state[:-1] * success
        state[0] = over
    return float(done)


def almost_run_chance(win: ArrayLike, draw: ArrayLike, length: int) -> float:
    """Chance of ``length`` games in a row, at least, that are all won but for one draw at most.

    Parameters
    ----------
    win, draw
        Chances of each game, ``(n,)``.
    length
        At least 1.

    Examples
    --------
    >>> round(almost_run_chance([0.6] * 8, [0.2] * 8, 4), 8)
    0.62436096
    """
    w, d = np.broadcast_arrays(np.asarray(win, dtype=np.float64), np.asarray(draw, np.float64))
    # pure[a]: a wins and no draw; mixed[a, b]: a games with one draw, b wins after it. A second
    # draw begins a new stretch right after the first.
    pure, mixed, done = np.zeros(length), np.zeros((length, length)), 0.0
    pure[0] = 1.0
    for won, drawn in zip(w, d, strict=True):
        done += pure[-1] * (won + drawn) + mixed[-1].sum() * won
        again = mixed.sum(axis=0) * drawn
        over = (pure.sum() + mixed.sum()) * (1.0 - won - drawn)
        moved = np.zeros_like(mixed)
        moved[1:, 1:] = mixed[:-1, :-1] * won
        moved[1:, 0] = pure[:-1] * drawn + again[:-1]
        pure[1:] = pure[:-1] * won
        pure[0] = over
        mixed = moved
    return float(done)


def longest(success: ArrayLike) -> int:
    """Length of the longest run of successes.

    Examples
    --------
    >>> longest([True, True, False, True])
    2
    """
    best = now = 0
    for hit in np.asarray(success, dtype=bool):
        now = now + 1 if hit else 0
        best = max(best, now)
    return best


def longest_almost(score: ArrayLike) -> int:
    """Most games in a row that were all won but for one draw at most.

    Examples
    --------
    >>> longest_almost([1, 0.5, 1, 1, 0.5, 1, 0])
    4
    """
    best = start = 0
    draw = -1
    for t, s in enumerate(np.asarray(score, dtype=np.float64)):
        if s == 0.0:
            start, draw = t + 1, -1
        elif s == 0.5:
            start, draw = (draw + 1 if draw >= start else start), t
        best = max(best, t + 1 - start)
    return best


def share_after_streak(flips: int, streak: int, chance: float = 0.5) -> float:
    """Expected share of successes right after a streak, in sequences that have such a place.

    Below ``chance`` though every flip is independent (Miller and Sanjurjo 2018): to compare the
    share of wins after wins with the overall share is biased against a hot hand.

    Parameters
    ----------
    flips
        Length of the sequence.
    streak
        Successes in a row after which the next flip counts.
    chance
        Of a success.

    Examples
    --------
    >>> round(share_after_streak(3, 1), 6), round(5 / 12, 6)
    (0.416667, 0.416667)
    """
    # state[r, m, h]: run so far (at most streak), places that counted, successes in them.
    state = np.zeros((streak + 1, flips + 1, flips + 1))
    state[0, 0, 0] = 1.0
    for _ in range(flips):
        new = np.zeros_like(state)
        before, ready = state[:-1], state[-1]
        new[0] += before.sum(axis=0) * (1.0 - chance)
        new[1:] += before * chance
        new[0, 1:] += ready[:-1] * (1.0 - chance)
        new[-1, 1:, 1:] += ready[:-1, :-1] * chance
        state = new
    law = state.sum(axis=0)
    m, h = np.meshgrid(np.arange(flips + 1), np.arange(flips + 1), indexing="ij")
    share = h / np.maximum(m, 1)
    return float((law * share)[1:].sum() / law[1:].sum())
