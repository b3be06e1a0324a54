"""Ireland: the ICU performance, for one record and over an event with unrated players."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tprstats.estimators.event_graph import pool
from tprstats.estimators.linear import shortcut
from tprstats.estimators.registry import rule
from tprstats.records import Event, RatingStatus, RecordBatch
from tprstats.results import Ratings, Reason

__all__ = ["icu", "icu_pool"]

_PASSES = 30
_STABLE = 0.5  # Elo


@rule(
    "icu",
    "ICU performance (Ireland)",
    source="Irish Chess Union, icu_ratings player.rb; rules, section 5.1",
    formula="mean of opponent + 400 (2 s - 1)",
    at_zero="AOR - 400",
    at_perfect="AOR + 400",
    unrated="left out; over a whole event icu_pool rates them together",
)
def icu(batch: RecordBatch) -> Ratings:
    """The algorithm of 400, as the Irish Chess Union computes a performance.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out. See :func:`icu_pool` for events with unrated
        players.

    Examples
    --------
    >>> batch = RecordBatch.from_arrays([[1845, 1632, 1337, 1493, 1297]], [[1, 2, 2, 1, 2]])
    >>> round(float(icu(batch).values[0]))
    1761
    """
    return shortcut(batch)


def icu_pool(event: Event, *, earlier_games: Mapping[int, int] | None = None) -> Ratings:
    """ICU performances over an event, with those of unrated opponents iterated.

    Opponents with a full rating count at it; the others at their own performance of the pass
    before, and not at all while they have none. At most 30 passes, until nobody moves by 0.5.

    Parameters
    ----------
    event
        The whole event; byes and forfeits are no games.
    earlier_games
        Start number -> games behind a provisional rating. That many games at the provisional
        rating join the player's average.

    Returns
    -------
    Ratings
        One value a record, in the order of ``event.records``; NO_GAMES for a player who met
        nobody with a rating or a performance, NOT_CONVERGED for everybody after 30 passes.
    """
    games = pool(event)
    players = event.players
    full = np.array([p.status is RatingStatus.RATED for p in players], dtype=bool)
    earlier = earlier_games or {}
    weight = np.array(
        [
            earlier.get(p.number or 0, 0) if p.status is RatingStatus.PROVISIONAL else 0
            for p in players
        ],
        dtype=np.float64,
    )
    player, opponent, half_points = games.games()
    points = 400.0 * (half_points - 1.0)
    start = np.where(weight > 0.0, games.batch.own, 0.0) * weight
    performance = np.full(len(games), np.nan)
    why = np.zeros(len(games), dtype=np.uint8)
    for _ in range(_PASSES):
        value = np.where(full, games.batch.own, performance)[opponent]
        known = ~np.isnan(value)
        number = np.bincount(player[known], minlength=len(games))
        total = np.bincount(
            player[known], weights=value[known] + points[known], minlength=len(games)
        )
        rated = number > 0
        new = np.where(rated, (total + start) / np.maximum(number + weight, 1.0), performance)
        still = np.isnan(new) == np.isnan(performance)
        stable = bool(np.all(still & ~(np.abs(new - performance) >= _STABLE)))
        performance = new
        if stable:
            why[np.isnan(performance)] = Reason.NO_GAMES
            return Ratings.of(performance, why)
    return Ratings.of(performance, np.full(len(games), Reason.NOT_CONVERGED, dtype=np.uint8))
