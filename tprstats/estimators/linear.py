"""Straight-line rules: so many points above or below each opponent for a result."""

from __future__ import annotations

import numpy as np

from tprstats.estimators.registry import rule
from tprstats.estimators.sums import mean_opponent, no_game_reasons
from tprstats.records import RecordBatch
from tprstats.results import Ratings

__all__ = ["lichess_arena", "shortcut", "shortcut_500"]


def _linear(batch: RecordBatch, step: float) -> Ratings:
    batch = batch.rated()
    n = batch.counts
    # wins - losses = half points - games
    surplus = (batch.scores - n) / np.maximum(n, 1)
    return Ratings.of(mean_opponent(batch) + step * surplus, no_game_reasons(batch))


@rule(
    "shortcut",
    "algorithm of 400",
    source="CFC Handbook 414; US Chess; Wikipedia 'Elo rating system'",
    formula="AOR + 400 (W - L) / N",
    at_zero="AOR - 400",
    at_perfect="AOR + 400",
)
def shortcut(batch: RecordBatch) -> Ratings:
    """AOR + 400 (W - L) / N: each win counts opponent + 400, each loss opponent - 400.

    The result never leaves AOR -+ 400. No authority defines a rounding.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> round(float(shortcut(Record.from_totals(2300, 9, 6.5).batch()).values[0]), 1)
    2477.8
    """
    return _linear(batch, 400.0)


@rule(
    "shortcut-500",
    "algorithm of 500 (lichess Swiss)",
    source="lila SwissScoring.scala",
    formula="AOR + 500 (W - L) / N",
    at_zero="AOR - 500",
    at_perfect="AOR + 500",
)
def shortcut_500(batch: RecordBatch) -> Ratings:
    """AOR + 500 (W - L) / N, the performance of lichess Swiss events (not rounded there).

    Examples
    --------
    >>> from tprstats.records import Record
    >>> float(shortcut_500(Record.from_totals(2200, 5, 5).batch()).values[0])
    2700.0
    """
    return _linear(batch, 500.0)


@rule(
    "lichess-arena",
    "lichess arena: running mean",
    source="lila TournamentApi.performanceOf",
    formula="perf = round((perf (n - 1) + opponent +- 500) / n) after every game",
    rounding="to a whole number, half up, after every game",
    at_zero="about AOR - 500",
    at_perfect="about AOR + 500",
    needs=("opponents", "order"),
    decimals=0,
)
def lichess_arena(batch: RecordBatch) -> Ratings:
    """Running mean of opponent +500 / 0 / -500, rounded half up after every game.

    The only rule for which the order of the games matters.

    Examples
    --------
    >>> from tprstats.records import RecordBatch
    >>> opponents, results = [1557, 1593, 1586, 1869, 1673], [2, 2, 1, 1, 2]
    >>> float(lichess_arena(RecordBatch.from_arrays([opponents], [results])).values[0])
    1955.0
    """
    batch = batch.rated()
    value = np.zeros(len(batch))
    for j in range(batch.width):
        game = batch.opponents[:, j] + 500.0 * (batch.half_points[:, j] - 1.0)
        step = np.floor((value * j + game) / (j + 1) + 0.5)
        value = np.where(j < batch.counts, step, value)
    return Ratings.of(value, no_game_reasons(batch))
