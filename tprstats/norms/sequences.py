"""Exact chance of a norm over sequences of results: a dynamic programme, no random numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.norms.thresholds import Needs

__all__ = ["norm_by_score", "norm_made"]

Array = NDArray[np.float64]

_CELLS = 8_000_000  # of the table of states: some 130 MB with its copy


def norm_by_score(needs: Needs, win: Array, draw: Array, loss: Array) -> tuple[Array, Array]:
    """Chance of each final score, and of a norm with it.

    The state after a round is the score, the set of won games worth leaving out, and whether a
    norm is made already (then later results only move the score).

    Parameters
    ----------
    needs
        From :func:`~tprstats.norms.thresholds.needs_of`.
    win, draw, loss
        Chances of each game in playing order, ``(g, n)`` for g strengths. A game already played
        has one chance of 1.

    Returns
    -------
    score, norm
        ``(g, 2n + 1)`` each, by half points; ``norm <= score``, and its sum is the chance of a
        norm.

    Examples
    --------
    >>> from tprstats.norms.games import NormGame
    >>> from tprstats.norms.thresholds import Rules, needs_of
    >>> from tprstats.norms.titles import get_title
    >>> games = [NormGame(k, 2400, None) for k in range(1, 10)]
    >>> needs = needs_of(games, Rules(get_title("GM"), titles=False, foreigners=False))
    >>> third = np.full((1, 9), 1 / 3)
    >>> score, norm = norm_by_score(needs, third, third, third)
    >>> round(float(norm.sum() * 3**9)), round(float(score[0, 14:].sum() * 3**9))
    (625, 625)
    """
    states = needs.half_points.shape[1]
    g, n = win.shape
    block = max(1, _CELLS // (states * (2 * n + 1)))
    parts = [
        _norm_by_score(needs, win[a : a + block], draw[a : a + block], loss[a : a + block])
        for a in range(0, g, block)
    ]
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])


def norm_made(needs: Needs, half_points: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    """Whether sequences of results make a norm, ``(e,)``.

    Parameters
    ----------
    needs
        From :func:`~tprstats.norms.thresholds.needs_of`.
    half_points
        Results in playing order, ``(e, n)``.

    Examples
    --------
    >>> from tprstats.norms.games import NormGame
    >>> from tprstats.norms.thresholds import Rules, needs_of
    >>> from tprstats.norms.titles import get_title
    >>> games = [NormGame(k, 2400, None) for k in range(1, 10)]
    >>> needs = needs_of(games, Rules(get_title("GM"), titles=False, foreigners=False))
    >>> norm_made(needs, np.array([[2] * 7 + [0] * 2, [2] * 6 + [1] + [0] * 2])).tolist()
    [True, False]
    """
    bit = {game: i for i, game in enumerate(needs.tracked)}
    row = {end: i for i, end in enumerate(needs.ends)}
    so_far, won = np.zeros((2, half_points.shape[0]), dtype=np.int64)
    made = np.zeros(half_points.shape[0], dtype=bool)
    for j in range(half_points.shape[1]):
        so_far += half_points[:, j]
        if j in bit:
            won |= (half_points[:, j] == 2).astype(np.int64) << bit[j]
        if j + 1 in row:
            made |= so_far >= needs.half_points[row[j + 1], won]
    return made


def _norm_by_score(needs: Needs, win: Array, draw: Array, loss: Array) -> tuple[Array, Array]:
    g, n = win.shape
    states = needs.half_points.shape[1]
    bit = {game: i for i, game in enumerate(needs.tracked)}
    row = {end: i for i, end in enumerate(needs.ends)}
    s2 = np.arange(2 * n + 1)
    open_ = np.zeros((g, states, 2 * n + 1))
    open_[:, 0, 0] = 1.0
    made = np.zeros((g, 1, 2 * n + 1))
    for j in range(n):
        w, d, x = (c[:, j, None, None] for c in (win, draw, loss))
        made = _step(made, w, d, x, None)
        open_ = _step(open_, w, d, x, bit.get(j))
        if j + 1 in row:
            there = s2 >= needs.half_points[row[j + 1]][:, None]
            made[:, 0] += np.where(there, open_, 0.0).sum(axis=1)
            open_ = np.where(there, 0.0, open_)
    norm = made[:, 0]
    return norm + open_.sum(axis=1), norm


def _step(chances: Array, w: Array, d: Array, x: Array, bit: int | None) -> Array:
    """One game more; a win sets the game's bit where it is tracked."""
    after = chances * x
    after[..., 1:] += chances[..., :-1] * d
    if bit is None:
        after[..., 2:] += chances[..., :-2] * w
        return after
    g, states, width = chances.shape
    shape = (g, states >> (bit + 1), 2, 1 << bit, width)
    before, pairs = chances.reshape(shape), after.reshape(shape)
    # Before the game its bit is not set in any state.
    pairs[:, :, 1, :, 2:] += before[:, :, 0, :, :-2] * w[..., None]
    return pairs.reshape(chances.shape)
