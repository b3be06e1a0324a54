"""Ratings that are the opponents' average plus a number of one's own: linear equations."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["average_plus"]

Array = NDArray[np.float64]
Index = NDArray[np.int64]


def average_plus(player: Index, opponent: Index, excess: Array) -> Array:
    """Solve ``R_i = mean of the opponents' R + c_i`` for a connected pool.

    ``c`` is the excess less its mean over games: only then a solution exists. It is what the
    iteration "everybody anew against the last ratings" tends to (or swings around, where two
    sides only met each other), up to a common number.

    Parameters
    ----------
    player, opponent
        Rows of the two players of every game, seen from both sides.
    excess
        What a player's score puts above the opponents' average, ``(m,)``; every player has a
        game.

    Returns
    -------
    ndarray
        Ratings with mean 0 over games.
    """
    m = excess.size
    met = np.zeros((m, m))
    np.add.at(met, (player, opponent), 1.0)
    games = met.sum(axis=1)
    right = games * (excess - np.average(excess, weights=games))
    # n_i R_i - sum_j met_ij R_j = n_i c_i is singular along (1, ..., 1): pin the mean over games.
    pinned = np.diag(games) - met + np.outer(games, games) / games.sum()
    return np.linalg.solve(pinned, right)
