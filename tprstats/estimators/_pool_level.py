"""Ratings that are the opponents' average plus a number of one's own: linear equations."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["average_plus"]

Array = NDArray[np.float64]
Index = NDArray[np.int64]

# Players up to which the equations are solved directly: a large event of today. Beyond that time
# and memory of the dense matrix run away (10,000 players: a minute, 2.5 GB).
_DENSE = 2000


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
    games = np.bincount(player, minlength=m).astype(np.float64)
    right = games * (excess - np.average(excess, weights=games))
    if m > _DENSE and (found := _conjugate_gradients(player, opponent, games, right)) is not None:
        return np.asarray(found - np.average(found, weights=games))
    met = np.zeros((m, m))
    np.add.at(met, (player, opponent), 1.0)
    # n_i R_i - sum_j met_ij R_j = n_i c_i is singular along (1, ..., 1): pin the mean over games.
    pinned = np.diag(games) - met + np.outer(games, games) / games.sum()
    return np.linalg.solve(pinned, right)


def _conjugate_gradients(
    player: Index, opponent: Index, games: Array, right: Array
) -> Array | None:
    """The same equations, sparse; they are consistent, so that the singular matrix does no harm.

    None where the iteration does not settle: a very long chain of players.
    """
    from scipy.sparse import csr_array, diags_array
    from scipy.sparse.linalg import cg

    m = games.size
    met = csr_array((np.ones(player.size), (player, opponent)), shape=(m, m))
    found, unsettled = cg(diags_array(games) - met, right, rtol=1e-12, maxiter=m)
    return None if unsettled else np.asarray(found)
