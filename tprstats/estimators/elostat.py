"""EloStat's pool: the opponents' average plus the logistic difference, for everybody at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import difference
from tprstats.estimators._pool_level import average_plus
from tprstats.estimators.event_graph import connected, pool
from tprstats.estimators.registry import rule
from tprstats.records import Event
from tprstats.results import Ratings, Reason

__all__ = ["elostat"]

Index = NDArray[np.int64]


@rule(
    "elostat",
    "EloStat pool rating",
    source="EloStat (F. Schubert) as described by its critics; rules, section 6",
    formula="R = mean of the opponents' R + 400 log10(p / (1 - p)), solved over the pool",
    at_zero="no number: set aside with its games (EloStat's own handling is not established)",
    at_perfect="no number: set aside with its games (EloStat's own handling is not established)",
    unrated="rated like everybody",
    needs=("event",),
)
def elostat(event: Event, *, level: float | None = None) -> Ratings:
    """``average`` against the opponents' own such ratings.

    It inherits the compression of ``average``: three engines with 75, 75 and 90 % get +-180
    where the likelihood root is +-191.

    Parameters
    ----------
    event
        The whole event; byes and forfeits are no games.
    level
        Mean of the ratings returned; ``None`` takes the mean of the listed ratings of the same
        players.

    Returns
    -------
    Ratings
        One value a record, in the order of ``event.records``.

    Notes
    -----
    The equations are linear, so it is enough that the players hang together through their games
    (each of two separate groups would have a level of its own: refused for everybody); who won
    does not matter. Players with 0 % or 100 % are set aside with their games, again and again
    until there are none; the rest must still hang together.

    Examples
    --------
    >>> from tprstats.records import Game, Player, Record
    >>> scores = {1: {2: 2, 3: 1}, 2: {1: 0, 3: 2}, 3: {1: 1, 2: 0}}
    >>> event = Event("triangle", tuple(
    ...     Record(Player(f"P{i}", i, 2000.0),
    ...            tuple(Game(2000.0, s, opponent_number=j) for j, s in row.items()))
    ...     for i, row in scores.items()))
    >>> [round(float(x)) for x in elostat(event).values]
    [2127, 2000, 1873]
    """
    games = pool(event)
    player, opponent, half_points = games.games()
    why = np.where(games.batch.counts == 0, Reason.NO_GAMES, Reason.OK).astype(np.uint8)
    while True:
        n, s2 = _totals(player, half_points, len(games))
        edge = (n > 0) & ((s2 == 0) | (s2 == 2 * n))
        if not edge.any():
            break
        why[edge] = np.where(s2[edge] == 0, Reason.ZERO_SCORE, Reason.PERFECT_SCORE)
        stays = ~edge[player] & ~edge[opponent]
        player, opponent, half_points = player[stays], opponent[stays], half_points[stays]
    # Who only met players that were set aside has no game left.
    why = np.where((why == 0) & (n == 0), np.uint8(Reason.NO_GAMES), why)
    listed = games.batch.own[(why == 0) & ~np.isnan(games.batch.own)]
    if level is None and listed.size:
        level = float(listed.mean())
    if not connected(player, opponent):
        why = np.where(why == 0, np.uint8(Reason.NOT_CONNECTED), why)
    elif level is None:
        why = np.where(why == 0, np.uint8(Reason.NEEDS_LEVEL), why)
    values = np.full(len(games), np.nan)
    rows = np.flatnonzero(why == 0)
    if rows.size:
        assert level is not None
        place = np.full(len(games), -1)
        place[rows] = np.arange(rows.size)
        p = s2[rows] / (2.0 * n[rows])
        found = average_plus(place[player], place[opponent], np.asarray(difference(p)))
        values[rows] = found - found.mean() + level
    return Ratings.of(values, why)


def _totals(player: Index, half_points: Index, size: int) -> tuple[Index, Index]:
    """Games and half points of every player, among the games that are left."""
    games = np.bincount(player, minlength=size)
    points = np.bincount(player, weights=half_points, minlength=size).astype(np.int64)
    return games, points
