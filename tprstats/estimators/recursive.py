"""Recursive performance, tie-break 54 of chess-results and Swiss-Manager."""

from __future__ import annotations

import numpy as np

from tprstats import fide_tables
from tprstats.estimators._pool_level import average_plus
from tprstats.estimators.event_graph import connected, pool
from tprstats.estimators.registry import rule
from tprstats.records import Event
from tprstats.results import Ratings, Reason

__all__ = ["recursive"]


@rule(
    "recursive",
    "recursive performance (chess-results tie-break 54)",
    source="Brozos-Vazquez, Campo-Cabana, Diaz-Ramos, Gonzalez-Diaz; arbitools PyRP",
    formula="P = mean of the opponents' P + dp(p) - mean dp over games, from the listed ratings",
    rounding="p to a whole per cent, half up; the table's whole dp",
    at_zero="finite: dp is -800",
    at_perfect="finite: dp is +800",
    unrated="start at 1400 (option)",
    needs=("event",),
)
def recursive(event: Event, *, unrated: float = 1400.0) -> Ratings:
    """The FIDE performance against the opponents' own such performances.

    Everybody's dp is lowered by the mean dp over games; then the recursion has a limit, whose
    mean over games is that of the listed ratings. The linear equations of the limit are solved
    directly.

    Parameters
    ----------
    event
        The whole event; byes and forfeits are no games.
    unrated
        Rating an unrated player starts from (Swiss-Manager's parameter; 1400 in arbitools).

    Returns
    -------
    Ratings
        One value a record, in the order of ``event.records``.

    Notes
    -----
    The equations are linear, so it is enough that the players hang together through their games;
    where they do not, each group would keep a level of its own, and everybody is refused. Where
    two sides only met each other the recursion swings for ever; this gives the middle.

    Examples
    --------
    >>> from tprstats.records import Game, Player, Record
    >>> scores = {1: {2: 2, 3: 1}, 2: {1: 0, 3: 2}, 3: {1: 1, 2: 0}}
    >>> event = Event("triangle", tuple(
    ...     Record(Player(f"P{i}", i, 2000.0),
    ...            tuple(Game(2000.0, s, opponent_number=j) for j, s in row.items()))
    ...     for i, row in scores.items()))
    >>> [round(float(x)) for x in recursive(event).values]
    [2129, 2000, 1871]
    """
    games = pool(event)
    n = games.batch.counts
    player, opponent, _ = games.games()
    whole = Reason.OK if connected(player, opponent) else Reason.NOT_CONNECTED
    why = np.where(n == 0, Reason.NO_GAMES, whole).astype(np.uint8)
    values = np.full(len(games), np.nan)
    rows = np.flatnonzero(why == 0)
    if rows.size:
        place = np.full(len(games), -1)
        place[rows] = np.arange(rows.size)
        dp = fide_tables.dp(fide_tables.percent(games.batch.scores[rows], n[rows]))
        listed = games.batch.own[rows]
        level = np.average(np.where(np.isnan(listed), unrated, listed), weights=n[rows])
        values[rows] = level + average_plus(place[player], place[opponent], dp.astype(np.float64))
    return Ratings.of(values, why)
