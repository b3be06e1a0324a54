"""Rank correlations of each event, many events at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

__all__ = ["kendall", "spearman"]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

_BLOCK = 64  # events at a time: bounds the memory of all pairs


def kendall(values: Array, truth: Array, known: Mask) -> Array:
    """Kendall's tau-b of each event, over the players with a number.

    Parameters
    ----------
    values, truth, known
        ``(e, n)``.

    Returns
    -------
    ndarray
        ``(e,)``; NaN with fewer than two different numbers.

    Examples
    --------
    >>> import numpy as np
    >>> one = np.ones((1, 4), dtype=bool)
    >>> float(kendall(np.array([[1.0, 2, 3, 4]]), np.array([[1.0, 3, 2, 4]]), one)[0])
    0.6666666666666666
    """
    found = np.empty(values.shape[0])
    # NaN is neither above nor below anything.
    values, truth = (np.where(known, v, np.nan) for v in (values, truth))
    for start in range(0, values.shape[0], _BLOCK):
        x, y = (v[start : start + _BLOCK] for v in (values, truth))
        x_above = x[:, :, None] > x[:, None, :]
        y_above, y_below = y[:, :, None] > y[:, None, :], y[:, :, None] < y[:, None, :]
        agree = _count(x_above & y_above) - _count(x_above & y_below)
        with np.errstate(invalid="ignore", divide="ignore"):
            found[start : start + _BLOCK] = agree / np.sqrt(_count(x_above) * _count(y_above))
    return found


def _count(pairs: Mask) -> Array:
    """Pairs of each event, ``(e,)``."""
    bits = np.packbits(pairs.reshape(len(pairs), -1), axis=1)
    return np.asarray(np.bitwise_count(bits).sum(axis=1, dtype=np.float64))


def spearman(values: Array, truth: Array, known: Mask) -> Array:
    """Spearman's rho of each event, ties sharing their mean rank, ``(e,)``.

    Examples
    --------
    >>> import numpy as np
    >>> one = np.ones((1, 4), dtype=bool)
    >>> float(spearman(np.array([[1.0, 2, 3, 4]]), np.array([[1.0, 3, 2, 4]]), one)[0])
    0.8
    """
    x, y = (
        rankdata(np.where(known, v, np.nan), axis=1, nan_policy="omit") for v in (values, truth)
    )
    x, y = np.where(known, x, np.nan), np.where(known, y, np.nan)
    count = known.sum(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        x = np.where(known, x - np.nansum(x, axis=1, keepdims=True) / count, 0.0)
        y = np.where(known, y - np.nansum(y, axis=1, keepdims=True) / count, 0.0)
        return np.asarray((x * y).sum(axis=1) / np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1)))
