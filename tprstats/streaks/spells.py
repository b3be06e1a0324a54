"""A spell of another strength as a model: Bayes factors, and what to expect of the next games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import ELO_PER_LOGIT, LOGIT_PER_ELO
from tprstats.errors import TprstatsError
from tprstats.estimators.bayes import default_prior_sd
from tprstats.records import check_rating
from tprstats.streaks.season import Baseline, Season

__all__ = ["BOOST_SDS", "Forecast", "SpellPrior", "bayes_factors", "forecast"]

Array = NDArray[np.float64]

BOOST_SDS = (50.0, 150.0, 300.0)
"""SDs of the boost, Elo, for which the Bayes factor is shown; the least of them counts."""

UNKNOWN_SD = 350.0
"""SD of the level about the opponents' average where no rating is known, Elo."""

SLOPE_SD = 0.25

MOST_LENGTH = 1000
"""Mean length of a spell in games; the sum over its lengths goes to ten times that."""

_LONGEST = 10.0  # mean spell lengths looked at: what is longer has a prior chance below 1e-4
STEP = 32.0
"""Elo between the boosts that are summed over."""

_REACH = 26  # steps: boosts up to 832; even, for Simpson's rule


@dataclass(frozen=True)
class SpellPrior:
    """What is believed of spells before the games are seen.

    Parameters
    ----------
    chance
        Chance that a season has a spell at all, hot or cold alike.
    length
        Mean length of a spell in games; it may end after each of its games alike.
    boost_sd
        SD of the boost, Elo; normal about 0, so half of the spells are cold.
    level, level_sd
        Normal prior of the strength outside the spell, Elo; None takes the rating, and the SD
        that US Chess's effective games imply (statistics D); without a rating the opponents'
        average and 350.
    slope_sd
        SD of the rating slope about 1.
    horizon
        Games ahead.
    """

    chance: float = 0.2
    length: float = 15.0
    boost_sd: float = 150.0
    level: float | None = None
    level_sd: float | None = None
    slope_sd: float = SLOPE_SD
    horizon: int = 20

    def __post_init__(self) -> None:
        if not 0.0 < self.chance < 1.0:
            raise TprstatsError(f"chance of a spell {self.chance:g}: give one between 0 and 1")
        if not 2.0 <= self.length <= MOST_LENGTH:
            raise TprstatsError(
                f"mean length of a spell {self.length:g}: give between 2 and {MOST_LENGTH} games"
            )
        if self.level is not None:
            check_rating(self.level, "level")
        if not 0.01 <= self.slope_sd <= 2.0:
            raise TprstatsError(f"SD of the slope {self.slope_sd:g}: give between 0.01 and 2")
        for name, value in (("boost", self.boost_sd), ("level", self.level_sd)):
            if value is not None and not 1.0 <= value <= 1000.0:
                raise TprstatsError(f"SD of the {name} {value:g}: give Elo between 1 and 1000")
        if not (1 <= self.horizon <= 200 and self.horizon == int(self.horizon)):
            raise TprstatsError(f"horizon {self.horizon:g}: give a whole number of games to 200")

    @property
    def stay(self) -> float:
        """Chance that a spell goes on after each of its games."""
        return 1.0 - 1.0 / self.length

    def of(self, season: Season) -> SpellPrior:
        """The prior with the level filled in."""
        level = season.rating if self.level is None else self.level
        if level is None:
            return replace(self, level=season.centre, level_sd=self.level_sd or UNKNOWN_SD)
        sd = float(default_prior_sd(level)) if self.level_sd is None else self.level_sd
        return replace(self, level=float(level), level_sd=sd)

    def words(self) -> str:
        """The prior in a sentence."""
        return (
            f"a spell in {100.0 * self.chance:.0f} % of seasons, hot or cold alike, "
            f"{self.length:.0f} games long on average, boost of SD {self.boost_sd:.0f}; strength "
            f"outside it {self.level:.0f} with SD {self.level_sd:.0f}, rating slope 1 "
            f"with SD {self.slope_sd:g}"
        )


def boost_weights(sds: tuple[float, ...], direction: str) -> tuple[NDArray[np.int64], Array]:
    """Boosts in steps of :data:`STEP` Elo and their prior weights.

    Hot or cold: half-normal, by Simpson's rule from 0 on; ``"either"``: normal, by the
    trapezoidal rule.

    Returns
    -------
    steps, weights
        ``(g,)``, and ``(k, g)`` with rows that add up to 1.
    """
    half = np.arange(_REACH + 1)
    if direction == "either":
        steps = np.concatenate([-half[:0:-1], half])
        rule = np.ones(steps.size)
    else:
        steps = -half if direction == "cold" else half
        rule = np.where(half % 2 == 1, 4.0, 2.0)
        rule[[0, -1]] = 1.0
    weights = rule * np.exp(-0.5 * np.square(STEP * steps / np.array(sds)[:, None]))
    return steps, weights / weights.sum(axis=1, keepdims=True)


@dataclass(frozen=True)
class _Mode:
    """Level and slope without a spell under the prior, logits about the prior's level."""

    x: Array
    level: float
    slope: float
    dispersion: float
    precision: Array

    @classmethod
    def of(cls, season: Season, baseline: Baseline, prior: SpellPrior) -> _Mode:
        from tprstats.streaks import _spell_kernel as kernel

        assert prior.level is not None
        assert prior.level_sd is not None
        x = LOGIT_PER_ELO * (prior.level - season.opponents)
        precision = np.array([(LOGIT_PER_ELO * prior.level_sd) ** -2, prior.slope_sd**-2])
        phi = baseline.dispersion
        penalty = np.array([0.0, phi * precision[0], 0.0, phi * precision[1]])
        level, slope = kernel.mode(season.score, x, season.offset, penalty)
        return cls(x, level, slope, phi, precision)

    def tables(self, season: Season) -> tuple[Array, Array, Array]:
        from tprstats.streaks import _spell_kernel as kernel

        found: tuple[Array, Array, Array] = kernel.spell_tables(
            season.score, self.x, season.offset, self.level, self.slope, self.dispersion,
            self.precision, LOGIT_PER_ELO * STEP, _REACH,
        )  # fmt: skip
        return found

    @property
    def grid(self) -> tuple[float, float, float]:
        """Step of the grid, level and its prior's precision, logits."""
        return LOGIT_PER_ELO * STEP, self.level, float(self.precision[0])


def bayes_factors(
    season: Season,
    baseline: Baseline,
    wanted: NDArray[np.bool_],
    shortest: int,
    direction: str,
    prior: SpellPrior,
    sds: tuple[float, ...] = BOOST_SDS,
) -> Array:
    """Bayes factors for a spell in one of the windows against constant strength.

    Every window of the family is as likely as another, the boost is half-normal (hot or cold;
    ``"either"``: normal), and the level is integrated over N(level, level_sd**2), the slope over
    N(1, slope_sd**2), under *both* hypotheses (statistics, correction 4).

    Parameters
    ----------
    season, baseline
        Games, and the dispersion fitted to them.
    wanted, shortest
        The family of windows: row by length from ``shortest`` on, column by first game.
    direction
        ``"hot"``, ``"cold"`` or ``"either"``.
    prior
        Of level and slope.
    sds
        SDs of the boost, Elo.

    Returns
    -------
    ndarray
        One for each SD of the boost.
    """
    from tprstats.streaks import _spell_kernel as kernel

    prior = prior.of(season)
    steps, weights = boost_weights(sds, direction)
    found = _Mode.of(season, baseline, prior)
    log = kernel.window_evidence(
        *found.tables(season), steps, weights, wanted, shortest, *found.grid
    )
    return np.asarray(np.exp(np.minimum(log, 700.0)))


@dataclass(frozen=True)
class Forecast:
    """Mean strength over the next games, given everything.

    Parameters
    ----------
    prior
        With the level filled in.
    weight, mean_parts, sd_parts
        The posterior as normal components, Elo.
    hot, cold
        Posterior chance of each game to lie in a hot or cold spell, ``(n,)``.
    any_hot, any_cold, hot_on, cold_on
        Posterior chance of a hot (cold) spell, and of one still on after the last game.
    """

    prior: SpellPrior
    weight: Array
    mean_parts: Array
    sd_parts: Array
    hot: Array
    cold: Array
    any_hot: float
    any_cold: float
    hot_on: float
    cold_on: float

    @cached_property
    def mean(self) -> float:
        """Posterior mean, Elo."""
        return float((self.weight * self.mean_parts).sum())

    def below(self, strength: float) -> float:
        """Posterior chance of a mean strength below this."""
        from scipy.special import ndtr

        return float((self.weight * ndtr((strength - self.mean_parts) / self.sd_parts)).sum())

    def quantile(self, q: float) -> float:
        """Posterior quantile, Elo, by bisection."""
        low = float((self.mean_parts - 10.0 * self.sd_parts).min())
        high = float((self.mean_parts + 10.0 * self.sd_parts).max())
        while high - low > 1e-3:
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self.below(middle) < q else (low, middle)
        return 0.5 * (low + high)


def forecast(season: Season, baseline: Baseline, prior: SpellPrior | None = None) -> Forecast:
    """What to expect of the next games: the shrinkage answer.

    The estimand is the player's mean strength over the next ``prior.horizon`` games. The model:
    a constant level, and with ``prior.chance`` one spell that begins at any game alike, goes on
    after each of its games with chance ``1 - 1/length``, and lifts the level by N(0,
    boost_sd**2). Every start, end and boost is summed over, so the choice of a window by looking
    is inside the model; level and slope are integrated by Laplace's method for each.

    Examples
    --------
    >>> import numpy as np
    >>> from tprstats.streaks.season import constant_strength
    >>> score = np.array([0.0, 1.0] * 20 + [1.0] * 15)
    >>> season = Season(score, np.full(55, 2000.0), np.zeros(55), rating=2000.0)
    >>> found = forecast(season, constant_strength(season))
    >>> 2000 < found.mean < 2200, found.any_hot > 0.5
    (True, True)
    """
    from tprstats.streaks import _spell_kernel as kernel

    prior = (prior or SpellPrior()).of(season)
    steps, weights = boost_weights((prior.boost_sd,), "either")
    found = _Mode.of(season, baseline, prior)
    longest = max(2, int(_LONGEST * prior.length))
    weight, mean, variance, hot, cold, summary = kernel.spell_posterior(
        *found.tables(season), steps, weights[0], prior.chance, prior.stay, prior.horizon,
        longest, *found.grid,
    )  # fmt: skip
    assert prior.level is not None
    return Forecast(
        prior,
        weight,
        prior.level + ELO_PER_LOGIT * mean,
        ELO_PER_LOGIT * np.sqrt(variance),
        hot,
        cold,
        *(float(s) for s in summary),
    )
