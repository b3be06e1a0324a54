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
    i, j = np.triu_indices(values.shape[1], 1)
    for start in range(0, values.shape[0], _BLOCK):
        part = slice(start, start + _BLOCK)
        both = known[part][:, i] & known[part][:, j]
        x = np.where(both, np.sign(values[part][:, i] - values[part][:, j]), 0.0)
        y = np.where(both, np.sign(truth[part][:, i] - truth[part][:, j]), 0.0)
        agree = (x * y).sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            found[part] = agree / np.sqrt((x != 0).sum(axis=1) * (y != 0).sum(axis=1))
    return found


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
