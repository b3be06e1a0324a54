"""How many games a rating is worth."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["games_worth"]


def games_worth(rating: ArrayLike) -> Any:
    """US Chess's ``N* = 50 / sqrt(.662 + .00000739 (2569 - R)^2)`` up to 2355, 50 above.

    Source: Glickman and Doan, The US Chess Rating system, section 2 (rules 5.4).

    Examples
    --------
    >>> round(float(games_worth(1500)), 2), float(games_worth(2500))
    (16.57, 50.0)
    """
    r = np.asarray(rating, dtype=np.float64)
    return np.where(r > 2355.0, 50.0, 50.0 / np.sqrt(0.662 + 0.00000739 * np.square(2569.0 - r)))
