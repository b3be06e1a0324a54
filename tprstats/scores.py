"""The exact distribution of a score against a fixed schedule, by convolution.

Works on arrays of win, draw and loss chances of shape ``(..., n)``; a game with chances
(0, 0, 1) adds nothing, so padding is free.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["score_draws_pmf", "score_pmf", "tail_probabilities"]

Array = NDArray[np.float64]

LEAF = 64
"""Games that are convolved one by one."""

NEGLIGIBLE = 1e-60
"""Chance of a score in a part of a long record below which it is left out: what is lost in all
is below 1e-55, far under any level and any rounding."""


def score_pmf(win: Array, draw: Array, loss: Array) -> Array:
    """Chance of each score in half points.

    Parameters
    ----------
    win, draw, loss
        Chances of each game, shape ``(..., n)``.

    Returns
    -------
    ndarray
        Shape ``(..., 2n + 1)``; entry k is the chance of k half points.

    Examples
    --------
    >>> import numpy as np
    >>> score_pmf(np.array([0.5, 0.25]), np.array([0.0, 0.5]), np.array([0.5, 0.25]))
    array([0.125, 0.25 , 0.25 , 0.25 , 0.125])
    """
    return np.moveaxis(_convolved(win, draw, loss), 0, -1)


def _convolved(win: Array, draw: Array, loss: Array) -> Array:
    """The chances with the score as first axis, ``(2n + 1, ...)``.

    Up to ``LEAF`` games one by one; more in blocks of so many, joined two by two, so that the
    work grows with the games and the width of the distribution instead of with their square.
    How a record's games are joined depends on their places alone: the bits of a record stay the
    same whatever stands beside it.
    """
    n = win.shape[-1]
    if n <= LEAF:
        return _one_by_one(win, draw, loss)
    blocks = 1 << (-(-n // LEAF) - 1).bit_length()
    missing = blocks * LEAF - n

    def divided(chances: Array, padding: float) -> Array:
        edge = [(0, 0)] * (chances.ndim - 1)
        whole = np.pad(chances, [*edge, (0, missing)], constant_values=padding)
        return np.moveaxis(whole.reshape(*whole.shape[:-1], blocks, LEAF), -2, 0)

    pmf = _one_by_one(divided(win, 0.0), divided(draw, 0.0), divided(loss, 1.0))
    while pmf.shape[1] > 1:
        pmf = _joined(pmf[:, 0::2], pmf[:, 1::2])
    return np.asarray(pmf[: 2 * n + 1, 0])


def _joined(a: Array, b: Array) -> Array:
    """The distribution of the sum of two scores; entries below ``NEGLIGIBLE`` are taken for 0.

    The sum runs over one axis in order: no Fourier transform, whose errors are as large as the
    tails, and no cancellation, since all terms are positive.
    """
    found = np.zeros((a.shape[0] + b.shape[0] - 1, *a.shape[1:]))
    nothing_added = b[0] == 1.0
    found[: a.shape[0]] = np.where(nothing_added, a, 0.0)
    a = np.where((a < NEGLIGIBLE) | nothing_added, 0.0, a)
    b = np.where(b < NEGLIGIBLE, 0.0, b)
    rows_a, rows_b = (np.flatnonzero(x.reshape(x.shape[0], -1).any(axis=1)) for x in (a, b))
    low, high = int(rows_b[0]), int(rows_b[-1]) + 1
    some = np.ascontiguousarray(b[low:high])
    for i in map(int, rows_a):
        found[i + low : i + high] += a[i] * some
    return found


def _one_by_one(win: Array, draw: Array, loss: Array) -> Array:
    """One game after the other: exact to rounding, also far out in the tails."""
    n = win.shape[-1]
    pmf = np.zeros((2 * n + 1, *win.shape[:-1]))
    pmf[0] = 1.0
    for j in range(n):
        w, d, ell = win[..., j], draw[..., j], loss[..., j]
        top = 2 * j + 1
        step = pmf[:top].copy()
        pmf[:top] *= ell
        pmf[1 : top + 1] += step * d
        pmf[2 : top + 2] += step * w
    return pmf


def score_draws_pmf(win: Array, draw: Array, loss: Array) -> Array:
    """Joint chance of each score in half points and number of draws.

    Returns
    -------
    ndarray
        Shape ``(..., 2n + 1, n + 1)``; entry (k, d) is the chance of k half points with d draws.
        Cells that cannot be (k - d odd) hold 0.
    """
    n = win.shape[-1]
    pmf = np.zeros((2 * n + 1, n + 1, *win.shape[:-1]))
    pmf[0, 0] = 1.0
    for j in range(n):
        w, d, ell = win[..., j], draw[..., j], loss[..., j]
        top, deep = 2 * j + 1, j + 1
        step = pmf[:top, :deep].copy()
        pmf[:top, :deep] *= ell
        pmf[1 : top + 1, 1 : deep + 1] += step * d
        pmf[2 : top + 2, :deep] += step * w
    return np.moveaxis(pmf, (0, 1), (-2, -1))


def tail_probabilities(
    win: Array, draw: Array, loss: Array, half_points: NDArray[np.int64]
) -> tuple[Array, Array, Array]:
    """Chances of a lower, an equal and a higher score than the one given.

    Parameters
    ----------
    win, draw, loss
        Chances of each game, shape ``(m, n)``.
    half_points
        Score of each record in half points, ``(m,)``.

    Returns
    -------
    below, at, above
        Each ``(m,)``. Sums run from the far end of each tail, so small tails keep their digits.
    """
    pmf = _convolved(win, draw, loss)
    k = np.arange(pmf.shape[0])[:, None]
    below = np.where(k < half_points, pmf, 0.0)
    above = np.where(k > half_points, pmf, 0.0)
    at = pmf[half_points, np.arange(half_points.size)]
    # Accumulated row by row: a sum that does not depend on the number of records beside it.
    low = np.add.accumulate(below, axis=0)[-1]
    high = np.add.accumulate(above[::-1], axis=0)[-1]
    return low, at, high
