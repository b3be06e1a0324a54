"""A window named in advance: exact chances of its score, the baseline's uncertainty integrated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, log_expit, ndtr

from tprstats.elo import ELO_PER_LOGIT, LOGIT_PER_ELO
from tprstats.errors import InputError
from tprstats.outcomes import davidson_chances
from tprstats.scores import tail_probabilities
from tprstats.streaks.season import Baseline, Season
from tprstats.streaks.spells import SpellPrior

__all__ = ["Tails", "next_score", "score_tails"]

Array = NDArray[np.float64]

_MANY = 300  # games from which the normal distribution stands in for the convolution
_REACH, _LEVELS = 5.0, 41
_SLOPES = 7


@dataclass(frozen=True)
class Tails:
    """Chances of a score as good and of one as bad, under constant strength.

    Parameters
    ----------
    above, at, below
        Chance of a higher, the same and a lower score.
    """

    above: float
    at: float
    below: float

    def p(self, direction: str) -> float:
        """Exact p: the score or a more extreme one."""
        return self._side(direction, 1.0)

    def mid_p(self, direction: str) -> float:
        """The same with half of the score's own chance."""
        return self._side(direction, 0.5)

    def _side(self, direction: str, own: float) -> float:
        hot, cold = self.above + own * self.at, self.below + own * self.at
        both = min(1.0, 2.0 * min(hot, cold))
        return float(min({"hot": hot, "cold": cold}.get(direction, both), 1.0))


def score_tails(
    season: Season,
    baseline: Baseline,
    inside: NDArray[np.bool_],
    prior: SpellPrior,
    *,
    strength: float | None = None,
) -> Tails:
    """Chances of the score of some games, given the others.

    Level and slope have the posterior that the games outside give under ``prior`` (a grid of 41
    levels and 7 slopes); for each the score's distribution is the exact convolution, with the
    draw share of the season (from 300 games on the normal distribution with its exact mean and
    variance, a half point being half counted).

    Parameters
    ----------
    season, baseline
        Games, and the draw share and dispersion fitted to them.
    inside
        The games of the window.
    prior
        Of level and slope.
    strength
        Elo, slope 1: known instead.

    Examples
    --------
    >>> from tprstats.streaks.season import constant_strength
    >>> score = np.array([0.5] * 10 + [1.0] * 6)
    >>> opponents = np.array([2740.0] * 10 + [2620.0] * 6)
    >>> season = Season(score, opponents, np.zeros(16))
    >>> inside = np.arange(16) >= 10
    >>> known = constant_strength(season, draw_share=0.3)
    >>> round(score_tails(season, known, inside, SpellPrior(), strength=2740).p("hot"), 4)
    0.0217
    """
    if not inside.any():
        raise InputError("the window holds no game that counts")
    prior = prior.of(season)
    assert prior.level is not None
    x = LOGIT_PER_ELO * (prior.level - season.opponents)
    if strength is not None:
        level = np.array([LOGIT_PER_ELO * (strength - prior.level)])
        slope, weight = np.ones(1), np.ones(1)
    else:
        level, slope, weight = _posterior(season, baseline, ~inside, x, prior)
    eta = level[:, None] + slope[:, None] * x[inside] + season.offset[inside]
    half_points = round(2.0 * float(season.score[inside].sum()))
    below, at, above = _tails(eta, half_points, baseline.draw_share)
    return Tails(*(float((weight * v).sum()) for v in (above, at, below)))


def _tails(eta: Array, half_points: int, draw_share: float) -> tuple[Array, Array, Array]:
    win, draw, loss = davidson_chances(ELO_PER_LOGIT * eta, draw_share)
    if eta.shape[1] <= _MANY:
        return tail_probabilities(win, draw, loss, np.full(eta.shape[0], half_points))
    mean = (win + draw / 2.0).sum(axis=1)
    sd = np.sqrt((win + draw / 4.0 - np.square(win + draw / 2.0)).sum(axis=1))
    low, high = (ndtr((half_points / 2.0 + c - mean) / sd) for c in (-0.25, 0.25))
    return low, high - low, 1.0 - high


def _posterior(
    season: Season, baseline: Baseline, outside: NDArray[np.bool_], x: Array, prior: SpellPrior
) -> tuple[Array, Array, Array]:
    """Levels, slopes and their posterior weights given the games outside."""
    from tprstats.streaks import _spell_kernel as kernel

    assert prior.level_sd is not None
    x, offset, score = x[outside], season.offset[outside], season.score[outside]
    phi = baseline.dispersion
    precision = np.array([(LOGIT_PER_ELO * prior.level_sd) ** -2, prior.slope_sd**-2])
    penalty = np.array([0.0, phi * precision[0], 0.0, phi * precision[1]])
    level, slope = kernel.mode(score, x, offset, penalty)
    p = expit(level + slope * x + offset)
    w = p * (1.0 - p) / phi
    a, b, c = w.sum() + precision[0], (w * x).sum(), (w * x * x).sum() + precision[1]
    determinant = a * c - b * b
    z = np.linspace(-_REACH, _REACH, _LEVELS)
    v, gauss = np.polynomial.hermite_e.hermegauss(_SLOPES)
    # Slopes by their own spread, levels by what is left of theirs given the slope.
    slopes = slope + np.sqrt(a / determinant) * v
    levels = level - b / a * (slopes - slope)[:, None] + z / np.sqrt(a)
    slopes = np.broadcast_to(slopes[:, None], levels.shape)
    eta = levels[..., None] + slopes[..., None] * x + offset
    log = (score * log_expit(eta) + (1.0 - score) * log_expit(-eta)).sum(axis=-1) / phi
    log -= 0.5 * (precision[0] * np.square(levels) + precision[1] * np.square(slopes - 1.0))
    # The Gauss weights hold the normal density of the slope, which the posterior replaces.
    log += np.log(gauss)[:, None] + 0.5 * np.square(v)[:, None]
    weight = np.exp(log - log.max())
    weight /= weight.sum()
    return levels.ravel(), slopes.ravel(), weight.ravel()


def next_score(
    season: Season, baseline: Baseline, prior: SpellPrior, games: int, p: float, direction: str
) -> tuple[float, float]:
    """The score of the next games nearest to what is expected that would have a p of at most ``p``.

    The next opponents are taken to be as the average one; the level has its posterior from all
    games so far.

    Returns
    -------
    score, p
        Points: the least for a hot streak (or either), the most for a cold one; infinity where
        not even every game won (lost) is enough, with the p of that.
    """
    prior = prior.of(season)
    assert prior.level is not None
    x = LOGIT_PER_ELO * (prior.level - season.opponents)
    everything = np.ones(len(season), dtype=bool)
    level, slope, weight = _posterior(season, baseline, everything, x, prior)
    gap = LOGIT_PER_ELO * (prior.level - season.centre)
    eta = np.repeat((level + slope * gap)[:, None], games, axis=1)
    scores = range(2 * games + 1) if direction == "cold" else range(2 * games, -1, -1)
    found = float("inf"), 1.0
    for k in scores:
        below, at, above = (float((weight * v).sum()) for v in _tails(eta, k, baseline.draw_share))
        chance = Tails(above, at, below).p(direction)
        if chance > p:
            return found if found[0] < float("inf") else (float("inf"), chance)
        found = k / 2.0, chance
    return found
