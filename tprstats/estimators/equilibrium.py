"""Ismail's performance rating equilibrium: every score is what everybody's rating expects."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats.estimators.event_graph import Pool, connected, pool, strongly_connected
from tprstats.estimators.ismail import cpr
from tprstats.estimators.per_opponent import solve_logistic
from tprstats.estimators.registry import rule
from tprstats.records import Event
from tprstats.results import Ratings, Reason

__all__ = ["equilibrium"]

Array = NDArray[np.float64]

_PASSES = 1000  # the author's limit; a round robin settles in some 30
_SETTLED = 1e-8  # Elo
_CREEP = 1e-6  # spread of a step, relative to it, that counts as none


@rule(
    "equilibrium",
    "performance rating equilibrium (Ismail)",
    source="Ismail, arXiv 2410.19006",
    formula="all R with sum 1 / (1 + 10^((Rj - Ri) / 400)) = score i, from the listed ratings",
    at_zero="CPR against the opponents' equilibrium ratings",
    at_perfect="CPR against the opponents' equilibrium ratings",
    unrated="start at the mean of the rated players (option)",
    needs=("event",),
)
def equilibrium(event: Event, *, start: float | None = None) -> Ratings:
    """The per-opponent rating against the opponents' own such ratings, for everybody at once.

    All players are rated anew in every pass against the ratings of the pass before, starting
    from the listed ratings and without re-centring: the equations fix the ratings only up to a
    common number, so the start decides the level.

    Parameters
    ----------
    event
        The whole event; byes and forfeits are no games.
    start
        Rating an unrated player starts from; ``None`` takes the mean of the rated players.

    Returns
    -------
    Ratings
        One value a record, in the order of ``event.records``.

    Notes
    -----
    Refused for everybody where the players fall into groups that never met (each group would
    keep the level of its own start), and, without 0 % and 100 % scores, where a group won every
    game against the rest (no finite ratings fit: the condition is exact). A player with 0 % or
    100 % has a CPR and no equation, and then no such test exists: often there is no fixed point
    (against a winner of all games the others expect more than they have at every level, so the
    level sinks in every pass), which shows as "did not settle". The author's program stops where
    no rating changes when rounded; where the level creeps on, what it prints has an accidental
    level. An event in which two sides only met each other does not settle either: the passes
    swing.

    Examples
    --------
    >>> from tprstats.records import Game, Player, Record
    >>> scores = {1: {2: 2, 3: 1}, 2: {1: 0, 3: 2}, 3: {1: 1, 2: 0}}
    >>> event = Event("triangle", tuple(
    ...     Record(Player(f"P{i}", i, 2000.0),
    ...            tuple(Game(2000.0, s, opponent_number=j) for j, s in row.items()))
    ...     for i, row in scores.items()))
    >>> [round(float(x)) for x in equilibrium(event).values]
    [2131, 2000, 1869]
    """
    games = pool(event)
    listed = games.batch.own
    if start is None and not np.isnan(listed).all():
        start = float(listed[~np.isnan(listed)].mean())
    why = _refusals(games, start)
    values = np.full(len(games), np.nan)
    if np.any(why == 0):
        assert start is not None
        values, settled = _iterate(games, np.where(np.isnan(listed), start, listed))
        if not settled:
            why = np.where(why == 0, np.uint8(Reason.NOT_CONVERGED), why)
    return Ratings.of(values, why)


def _refusals(games: Pool, start: float | None) -> NDArray[np.uint8]:
    n, s2 = games.batch.counts, games.batch.scores
    player, opponent, half_points = games.games()
    edges = bool(np.any((n > 0) & ((s2 == 0) | (s2 == 2 * n))))
    whole = Reason.OK
    if not connected(player, opponent):
        whole = Reason.NOT_CONNECTED
    elif not edges and not strongly_connected(player, opponent, half_points):
        whole = Reason.ONE_SIDED
    elif start is None:
        whole = Reason.NEEDS_LEVEL
    return np.where(n == 0, Reason.NO_GAMES, whole).astype(np.uint8)


def _iterate(games: Pool, ratings: Array) -> tuple[Array, bool]:
    batch = games.batch
    n, s2 = batch.counts, batch.scores
    inside = np.flatnonzero((s2 > 0) & (s2 < 2 * n))
    edge = np.flatnonzero((n > 0) & ((s2 == 0) | (s2 == 2 * n)))
    for _ in range(_PASSES):
        met = games.against(ratings)
        new = ratings.copy()
        new[inside] = solve_logistic(met.take(inside))
        new[edge] = cpr(met.take(edge)).values
        step = new - ratings
        ratings, moved = new, np.abs(step).max()
        if moved < _SETTLED:
            return ratings, True
        # Adding a number to all ratings adds it to the next pass: a step that is the same for
        # everybody repeats for ever.
        if np.ptp(step[n > 0]) < _CREEP * moved:
            return ratings, False
    return ratings, False
