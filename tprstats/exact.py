"""Exact distributions against a fixed schedule: of the score, and of any rule's rating.

Whatever depends on the results only through the score (and the number of draws) is a table over
at most ``(N + 1)(N + 2) / 2`` outcomes, each with a chance from a convolution. No random numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tprstats.errors import TprstatsError
from tprstats.estimators import Rule, get_rule
from tprstats.outcomes import OutcomeModel
from tprstats.records import RecordBatch
from tprstats.scores import score_draws_pmf, score_pmf

__all__ = [
    "RatingDistribution",
    "game_chances",
    "outcome_batch",
    "rating_distribution",
    "rule_of_score",
    "score_distribution",
    "score_draws_distribution",
]

Array = NDArray[np.float64]


def game_chances(
    batch: RecordBatch, strength: ArrayLike, model: OutcomeModel
) -> tuple[Array, Array, Array]:
    """Chances of a win, a draw and a loss in every game of a batch.

    Parameters
    ----------
    batch
        Records whose opponents and colours are the schedule; results are not looked at.
        All opponents must be rated.
    strength
        The player's strength, Elo: one number, one a record ``(m,)``, or a grid ``(m, g)``.
    model
        What one game gives.

    Returns
    -------
    win, draw, loss
        Shape ``(m, n)`` or ``(m, g, n)``; padding holds (0, 0, 1), which adds no half point.
    """
    theta = np.asarray(strength, dtype=np.float64)
    theta = np.broadcast_to(theta, (len(batch),)) if theta.ndim == 0 else theta
    extra = theta.ndim - 1
    shape = (len(batch), *([1] * extra), batch.width)
    mask = batch.mask.reshape(shape)
    opponents = np.where(mask, batch.opponents.reshape(shape), 0.0)
    theta = theta[..., None]
    win, draw, loss = model.wdl(
        theta - opponents, (theta + opponents) / 2.0, batch.colours.reshape(shape)
    )
    return np.where(mask, win, 0.0), np.where(mask, draw, 0.0), np.where(mask, loss, 1.0)


def score_distribution(batch: RecordBatch, strength: ArrayLike, model: OutcomeModel) -> Array:
    """Chance of each score in half points, shape ``(m, 2n + 1)``.

    Examples
    --------
    >>> from tprstats.outcomes import EloDavidson
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[2000] * 9], 0)
    >>> pmf = score_distribution(nine, 2000, EloDavidson(0.3))
    >>> round(float(pmf[0, 14:].sum()), 4)  # 7/9 or better between equals, 30 % draws
    0.0353
    """
    return score_pmf(*game_chances(batch, strength, model))


def score_draws_distribution(batch: RecordBatch, strength: ArrayLike, model: OutcomeModel) -> Array:
    """Joint chance of half points and draws, shape ``(m, 2n + 1, n + 1)``."""
    return score_draws_pmf(*game_chances(batch, strength, model))


def outcome_batch(
    batch: RecordBatch, *, draws: bool = False, scores: NDArray[np.int64] | None = None
) -> tuple[RecordBatch, NDArray[np.int64], NDArray[np.int64]]:
    """Every outcome that one schedule can have, as records.

    Parameters
    ----------
    batch
        One record: its opponents, colours and own rating are kept.
    draws
        False: one record a score, with at most one draw. True: one record for every possible
        pair of score and number of draws.
    scores
        Only these scores, in half points; None takes all.

    Returns
    -------
    records, half_points, number_of_draws
        Wins come first, then draws, then losses: a stand-in for all results with that score.
    """
    if len(batch) != 1:
        raise TprstatsError(f"one schedule at a time, not {len(batch)}")
    n = int(batch.counts[0])
    k = np.arange(2 * n + 1)
    if draws:
        s2, d = (x.ravel() for x in np.meshgrid(k, np.arange(n + 1), indexing="ij"))
        can = ((s2 - d) % 2 == 0) & (s2 >= d) & ((s2 - d) // 2 + d <= n)
        s2, d = s2[can], d[can]
    else:
        s2, d = k, k % 2
    if scores is not None:
        wanted = np.isin(s2, scores)
        s2, d = s2[wanted], d[wanted]
    wins = (s2 - d) // 2
    j = np.arange(batch.width)
    results = np.where(j < wins[:, None], 2, np.where(j < (wins + d)[:, None], 1, 0))
    every = batch.take(np.zeros(s2.size, dtype=np.int64))
    records = RecordBatch.from_arrays(
        every.opponents,
        results,
        every.counts,
        colours=every.colours,
        own=every.own,
        totals=every.totals,
    )
    return records, s2, d


@dataclass(frozen=True)
class RatingDistribution:
    """Exact distribution of a rule's rating.

    Parameters
    ----------
    values
        Elo of each outcome, ``(m, k)``; NaN where the rule gives no number.
    chances
        Chance of each outcome, ``(m, k)``; rows add up to 1.

    Notes
    -----
    Means and quantiles are conditional on the rule giving a number; ``undefined`` is the chance
    that it does not.
    """

    values: Array
    chances: Array

    @property
    def undefined(self) -> Array:
        """Chance of no number, ``(m,)``."""
        return np.asarray(np.where(np.isnan(self.values), self.chances, 0.0).sum(axis=1))

    def _weights(self) -> tuple[Array, Array]:
        known = ~np.isnan(self.values)
        weights = np.where(known, self.chances, 0.0)
        with np.errstate(invalid="ignore", divide="ignore"):
            weights = weights / weights.sum(axis=1, keepdims=True)
        return np.where(known, self.values, 0.0), weights

    def mean(self) -> Array:
        """Expected rating given a number, ``(m,)``."""
        values, weights = self._weights()
        return np.asarray((values * weights).sum(axis=1))

    def sd(self) -> Array:
        """Standard deviation given a number, ``(m,)``."""
        values, weights = self._weights()
        centre = (values * weights).sum(axis=1, keepdims=True)
        return np.asarray(np.sqrt((np.square(values - centre) * weights).sum(axis=1)))

    def quantile(self, q: float) -> Array:
        """Least value with at least the chance ``q`` at or below it, ``(m,)``."""
        values, weights = self._weights()
        order = np.argsort(np.where(weights > 0.0, values, np.inf), axis=1, kind="stable")
        sorted_values = np.take_along_axis(values, order, axis=1)
        cumulative = np.cumsum(np.take_along_axis(weights, order, axis=1), axis=1)
        # A sum of chances can fall short of q by rounding alone.
        first = np.argmax(cumulative >= q - 1e-12, axis=1)
        found = np.take_along_axis(sorted_values, first[:, None], axis=1)[:, 0]
        # Where no outcome has a number there is no quantile either.
        return np.where(np.isnan(cumulative[:, -1]), np.nan, found)

    def at_least(self, rating: float) -> Array:
        """Chance of a rating of at least this, no number counting as less, ``(m,)``."""
        return np.asarray(np.where(self.values >= rating, self.chances, 0.0).sum(axis=1))


def rule_of_score(method: str) -> Rule:
    """A rule whose rating goes by the score, whatever the order of the results.

    Raises
    ------
    TprstatsError
        For a rule that needs the whole event or the order of the games.
    """
    rule = get_rule(method)
    if rule.event_level or "order" in rule.needs:
        why = "the whole event" if rule.event_level else "the order of the games"
        raise TprstatsError(f"{method} depends on {why}: it has no distribution over scores")
    return rule


def rating_distribution(
    batch: RecordBatch,
    method: str,
    strength: ArrayLike,
    model: OutcomeModel,
    **options: Any,
) -> RatingDistribution:
    """Exact distribution of a rule's rating against fixed schedules.

    Parameters
    ----------
    batch
        Schedules (results are not looked at); unrated opponents are left out.
    method
        A record-level rule whose result does not depend on the order of the games.
    strength
        True strength, Elo: one number or one a record.
    model
        What one game gives.
    **options
        Passed to the rule.

    Examples
    --------
    >>> from tprstats.outcomes import EloDavidson
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[2000] * 9], 0)
    >>> luck = rating_distribution(nine, "firth", 2200, EloDavidson(0.3))
    >>> round(float(luck.mean()[0] - 2200), 1), round(float(luck.sd()[0]), 1)
    (-10.0, 103.7)
    """
    rule = rule_of_score(method)
    batch = batch.rated()
    chances = score_distribution(batch, strength, model)
    values = np.full(chances.shape, np.nan)
    for i in range(len(batch)):
        records, s2, _ = outcome_batch(batch.take([i]))
        values[i, s2] = rule(records, **options).values
    return RatingDistribution(values, chances)
