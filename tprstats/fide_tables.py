"""FIDE's two tables and the roundings that go with them, in exact integers.

Table 8.1.1 turns a percentage score into a rating difference (``dp``); table 8.1.2 turns a
rating difference into a scoring probability (``PD``). Source: FIDE Handbook B.02, 8.1.1 and
8.1.2 (in force 1 March 2024); B.01 1.4.9 repeats the first. Neither is a formula: the tables
"are used precisely as shown".
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "DP",
    "PD_LOWER_BOUNDS",
    "dp",
    "interval_midpoint",
    "pd_hundredths",
    "percent",
    "round_half_up",
]

_DP_UPPER = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322,
    336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip

DP: NDArray[np.int64] = np.array([-d for d in _DP_UPPER[:0:-1]] + list(_DP_UPPER), dtype=np.int64)
"""Table 8.1.1: ``DP[p]`` for p = 0 ... 100 per cent. 0 and 100 are "shown notionally as 800"."""

PD_LOWER_BOUNDS: NDArray[np.int64] = np.array(
    [
        0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138,
        146, 154, 163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303,
        316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736,
    ],
    dtype=np.int64,
)  # fmt: skip
"""Table 8.1.2: row k starts at this difference and gives the higher rated 50 + k hundredths."""

DP.flags.writeable = False
PD_LOWER_BOUNDS.flags.writeable = False


def percent(half_points: ArrayLike, games: ArrayLike) -> Any:
    """Score in whole per cent, half up, in exact integer arithmetic (B.01 1.4.9).

    Parameters
    ----------
    half_points
        Score in half points (integers).
    games
        Games played (integers, at least 1).

    Examples
    --------
    >>> int(percent(2, 8)), int(percent(23, 20))  # 1/8 = 12.5 %, 11.5/20 = 57.5 %
    (13, 58)
    """
    s2 = np.asarray(half_points, dtype=np.int64)
    n = np.asarray(games, dtype=np.int64)
    return (100 * s2 + n) // (2 * n)


def dp(whole_percent: ArrayLike) -> Any:
    """Rating difference for a score in whole per cent, table 8.1.1.

    Examples
    --------
    >>> int(dp(72)), int(dp(0))
    (166, -800)
    """
    return DP[np.asarray(whole_percent)]


def pd_hundredths(difference: ArrayLike) -> Any:
    """Scoring probability in hundredths at a rating difference, table 8.1.2.

    The full scale, with no cut at 400. The difference is own rating minus opponent's.

    Examples
    --------
    >>> int(pd_hundredths(200)), int(pd_hundredths(-200)), int(pd_hundredths(736))
    (76, 24, 100)
    """
    d = np.asarray(difference)
    row = np.searchsorted(PD_LOWER_BOUNDS, np.abs(d), side="right") - 1
    return np.where(d >= 0, 50 + row, 50 - row)


def interval_midpoint(whole_percent: ArrayLike) -> Any:
    """Midpoint of the 8.1.2 interval that gives this percentage; NaN at 0 and 100.

    Used by Swiss-Master. Exactly 50 gives 0. The last interval is open ended, so 0 and 100 have
    no midpoint.

    Examples
    --------
    >>> float(interval_midpoint(82)), float(interval_midpoint(18)), float(interval_midpoint(50))
    (262.0, -262.0, 0.0)
    """
    p = np.asarray(whole_percent, dtype=np.int64)
    row = np.abs(p - 50)
    upper = np.append(PD_LOWER_BOUNDS[1:] - 1, 0)[row]
    middle = np.where(row == 0, 0.0, (PD_LOWER_BOUNDS[row] + upper) / 2.0)
    return np.where(row == 50, np.nan, np.sign(p - 50) * middle)


def round_half_up(numerator: ArrayLike, denominator: ArrayLike) -> Any:
    """``numerator / denominator`` to the nearest whole number, .5 up (C.07 10.1).

    Exact for integers, also when they are held in floats.

    Examples
    --------
    >>> float(round_half_up(2498.5, 1)), float(round_half_up(-5, 2))
    (2499.0, -2.0)
    """
    num = np.asarray(numerator, dtype=np.float64)
    den = np.asarray(denominator, dtype=np.float64)
    return np.floor_divide(2.0 * num + den, 2.0 * den)
