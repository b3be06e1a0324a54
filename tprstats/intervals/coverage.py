"""How often an interval holds the truth: exact, for a fixed schedule, over a grid of strengths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tprstats.errors import TprstatsError
from tprstats.exact import outcome_batch, score_draws_distribution
from tprstats.intervals.registry import get_interval, interval
from tprstats.outcomes import EloDavidson, OutcomeModel
from tprstats.records import RecordBatch
from tprstats.results import Intervals

__all__ = ["Coverage", "coverage", "coverage_of", "spread_schedule"]

Array = NDArray[np.float64]

_SAME = 1e-7  # Elo


def spread_schedule(games: int, sd: float, centre: float = 0.0) -> RecordBatch:
    """Evenly spaced opponents with a given SD: the schedules of statistics B.2.

    Examples
    --------
    >>> spread_schedule(3, 200).opponents.round(1).tolist()
    [[-244.9, 0.0, 244.9]]
    """
    x = np.arange(games) - (games - 1) / 2.0
    unit = np.sqrt((games**2 - 1) / 12.0) if games > 1 else 1.0
    return RecordBatch.from_arrays([centre + sd / unit * x], 0)


@dataclass(frozen=True)
class Coverage:
    """Exact coverage of an interval method against one schedule.

    Parameters
    ----------
    strength
        True strengths, Elo, ``(g,)``.
    covered
        Chance that the interval holds the truth, ``(g,)``; no interval does not hold it.
    miss_low
        Chance that the whole interval lies above the truth (its low end is too high), ``(g,)``.
    miss_high
        Chance that the whole interval lies below the truth, ``(g,)``.
    undefined
        Chance of no interval, ``(g,)``.
    width
        Mean width after cutting the ends to the opponents' average +-800, Elo, ``(g,)``.
    """

    strength: Array
    covered: Array
    miss_low: Array
    miss_high: Array
    undefined: Array
    width: Array

    def local_mean(self, reach: float = 60.0) -> Array:
        """Mean coverage within ``reach`` Elo of each strength: the fair summary of a comb."""
        x = self.strength
        inside = np.abs(x[:, None] - x[None, :]) <= reach
        return np.asarray((inside * self.covered[None, :]).sum(axis=1) / inside.sum(axis=1))


def coverage(
    schedule: RecordBatch,
    strength: ArrayLike,
    method: str = "midp",
    *,
    true_draw_share: float = 0.0,
    model: OutcomeModel | None = None,
    **assumptions: Any,
) -> Coverage:
    """Exact coverage of an interval against one schedule.

    Every outcome (score and number of draws) is listed, its interval computed once, and its
    chance found by convolution at every strength.

    Parameters
    ----------
    schedule
        One record; its results are not looked at.
    strength
        True strengths, Elo.
    method
        An interval that depends on the results through score and draws only: not the sandwich
        and the game bootstraps, unless all opponents are equal.
    true_draw_share
        Draw share between equals that rules the results.
    model
        Rules the results in its place, where given.
    **assumptions
        What the interval assumes: ``draw_share``, ``draw_prior``, ``level``, ... as in
        :func:`tprstats.intervals.interval`.

    Examples
    --------
    >>> found = coverage(spread_schedule(5, 0), [0.0], "midp", draw_share=0.0)
    >>> float(found.covered[0])
    0.9375
    """
    schedule = schedule.rated()
    equal = np.ptp(schedule.opponents[0, : schedule.counts[0]]) == 0.0
    if not equal and {"games", "resampling"} & get_interval(method).needs:
        raise TprstatsError(f"{method} depends on who was beaten; enumerate all results instead")
    truth = np.atleast_1d(np.asarray(strength, dtype=np.float64))
    records, s2, d = outcome_batch(schedule, draws=True)
    ends = interval(records, method, **assumptions)
    law = model or EloDavidson(true_draw_share)
    chance = score_draws_distribution(schedule, truth[None, :], law)[0][:, s2, d]
    centre = float(schedule.opponents[0, : schedule.counts[0]].mean())
    return coverage_of(ends, truth, chance, centre)


def coverage_of(ends: Intervals, strength: Array, chance: Array, centre: float) -> Coverage:
    """Coverage from the interval of every outcome and its chance.

    Parameters
    ----------
    ends
        One interval an outcome, ``(k,)``.
    strength
        True strengths, Elo, ``(g,)``.
    chance
        Chance of each outcome at each strength, ``(g, k)``.
    centre
        Widths are cut to this rating +-800.
    """
    truth = strength
    none = np.isnan(ends.low)
    low, high = np.where(none, np.nan, ends.low), ends.high
    # Comparisons with NaN are False: an undefined interval neither covers nor misses a side.
    # An end that is the truth but for rounding (50 % at AOR) holds it.
    too_high = low > truth[:, None] + _SAME
    too_low = high < truth[:, None] - _SAME
    inside = ~none & ~too_high & ~too_low
    cut = np.clip(high, centre - 800, centre + 800) - np.clip(low, centre - 800, centre + 800)
    share = (chance * ~none).sum(axis=1)
    with np.errstate(invalid="ignore"):
        width = (chance * np.where(none, 0.0, cut)).sum(axis=1) / share
    return Coverage(
        strength=truth,
        covered=(chance * inside).sum(axis=1),
        miss_low=(chance * too_high).sum(axis=1),
        miss_high=(chance * too_low).sum(axis=1),
        undefined=(chance * none).sum(axis=1),
        width=width,
    )
