"""Expected scores and rating differences, logistic and normal.

Everything is a scipy ufunc of float64, evaluated element by element, so that a value does not
depend on the array it stands in (design, idea 1).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit, ndtr, ndtri

__all__ = [
    "ELO_PER_LOGIT",
    "LOGIT_PER_ELO",
    "SIGMA_ELO",
    "SIGMA_FIDE",
    "difference",
    "difference_normal",
    "expected",
    "expected_normal",
]

LOGIT_PER_ELO: float = log(10.0) / 400.0
"""C = ln 10 / 400: logits in one Elo point."""

ELO_PER_LOGIT: float = 400.0 / log(10.0)
"""1 / C: Elo points in one logit (173.7)."""

SIGMA_FIDE: float = 2000.0 / 7.0
"""SD of the normal curve that FIDE's table 8.1.2 follows (but for six integers)."""

SIGMA_ELO: float = 200.0 * sqrt(2.0)
"""SD of Elo's own normal curve and of the German DWZ."""

Array = NDArray[np.float64]


def expected(difference: ArrayLike) -> Any:
    """Expected score at a rating difference, logistic curve.

    Parameters
    ----------
    difference
        Own rating minus the opponent's, Elo.

    Returns
    -------
    ndarray or float
        ``1 / (1 + 10**(-difference / 400))``.

    Examples
    --------
    >>> round(float(expected(200)), 6)
    0.759747
    """
    return expit(LOGIT_PER_ELO * np.asarray(difference, dtype=np.float64))


def difference(expected_score: ArrayLike) -> Any:
    """Rating difference at which the logistic curve gives this expected score.

    Gives ``-inf`` at 0 and ``inf`` at 1.

    Examples
    --------
    >>> round(float(difference(6.5 / 9)), 1)
    166.0
    """
    return ELO_PER_LOGIT * logit(np.asarray(expected_score, dtype=np.float64))


def expected_normal(difference: ArrayLike, sigma: float = SIGMA_FIDE) -> Any:
    """Expected score at a rating difference, normal curve with SD ``sigma``.

    Examples
    --------
    >>> round(float(expected_normal(200)), 3)
    0.758
    """
    return ndtr(np.asarray(difference, dtype=np.float64) / sigma)


def difference_normal(expected_score: ArrayLike, sigma: float = SIGMA_FIDE) -> Any:
    """Rating difference at which the normal curve gives this expected score.

    Examples
    --------
    >>> round(float(difference_normal(0.75)), 1)
    192.7
    """
    return sigma * ndtri(np.asarray(expected_score, dtype=np.float64))
