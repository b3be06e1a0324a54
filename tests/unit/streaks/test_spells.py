"""Bayes factors and the forecast against sums over grids that know nothing of the fast way."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import log_expit

from tprstats.elo import ELO_PER_LOGIT, LOGIT_PER_ELO, expected
from tprstats.errors import TprstatsError
from tprstats.streaks.season import Season, constant_strength
from tprstats.streaks.spells import SpellPrior, bayes_factors, boost_weights, forecast

LEVELS = np.linspace(-6.0, 6.0, 241)  # SDs of the prior
BOOSTS = np.linspace(0.0, 832.0, 105)  # Elo


def a_season(n: int, hot: int, boost: float, *, rating: float | None = 2000.0) -> Season:
    rng = np.random.default_rng([n, hot, int(boost)])
    opponents = 2000 + 120 * rng.standard_normal(n)
    lift = np.where(np.arange(n) >= n - hot, boost, 0.0)
    score = (rng.random(n) < expected(2000 + lift - opponents)) * 1.0
    score[::5] = 0.5
    return Season(
        score, opponents, rng.integers(-1, 2, n).astype(float), advantage=30.0, rating=rating,
        draw_prior=0.2,
    )  # fmt: skip


class Grid:
    """Joint densities over level and slope, as they are written down."""

    def __init__(self, season: Season, prior: SpellPrior) -> None:
        self.season, self.prior = season, prior.of(season)
        self.phi = constant_strength(season).dispersion
        self.x = LOGIT_PER_ELO * (self.prior.level - season.opponents)
        self.level = LEVELS * self.prior.level_sd * LOGIT_PER_ELO
        z, weight = np.polynomial.hermite_e.hermegauss(15)
        self.slope = 1.0 + self.prior.slope_sd * z
        normal = np.exp(-0.5 * LEVELS**2)
        self.weight = (normal / normal.sum())[:, None] * weight / weight.sum()

    def log(self, games, shift: float) -> np.ndarray:
        eta = self.level[:, None, None] + self.slope[None, :, None] * self.x[games]
        eta = eta + self.season.offset[games] + shift
        s = self.season.score[games]
        return (s * log_expit(eta) + (1 - s) * log_expit(-eta)).sum(-1) / self.phi

    def evidence(self, start: int, length: int, boost: float) -> np.ndarray:
        """Prior times likelihood on the grid, with a spell."""
        n = len(self.season)
        inside = (np.arange(n) >= start) & (np.arange(n) < start + length)
        shift = LOGIT_PER_ELO * boost
        return self.weight * np.exp(self.log(inside, shift) + self.log(~inside, 0.0))


def slow_bayes_factor(season, prior, windows, sd: float) -> float:
    grid = Grid(season, prior)
    weight = np.exp(-0.5 * (BOOSTS / sd) ** 2)
    weight[[0, -1]] /= 2.0
    weight /= weight.sum()
    spell = np.mean(
        [
            sum(w * grid.evidence(i, k, b).sum() for b, w in zip(BOOSTS, weight, strict=True))
            for i, k in windows
        ]
    )
    return float(spell / grid.evidence(0, 0, 0.0).sum())


@pytest.mark.parametrize("rating", [2050.0, None])
@pytest.mark.parametrize("windows", [[(16, 8)], [(0, 5), (3, 9)], [(0, 24)], [(0, 20)]])
def test_bayes_factors(windows, rating):
    season = a_season(24, 10, 300.0, rating=rating)
    shortest = min(k for _, k in windows)
    wanted = np.zeros((max(k for _, k in windows) - shortest + 1, 24), dtype=bool)
    for i, k in windows:
        wanted[k - shortest, i] = True
    found = bayes_factors(season, constant_strength(season), wanted, shortest, "hot", SpellPrior())
    for sd, ours in zip((50.0, 150.0, 300.0), found, strict=True):
        # Laplace's method over level and slope and steps of 32 Elo: a factor needs no more.
        assert ours == pytest.approx(slow_bayes_factor(season, SpellPrior(), windows, sd), rel=0.02)


def test_a_cold_streak_is_a_hot_one_in_the_mirror():
    season = a_season(24, 10, 300.0)
    mirror = Season(
        1.0 - season.score, 4000.0 - season.opponents, -season.colours, advantage=30.0,
        rating=2000.0, draw_prior=0.2,
    )  # fmt: skip
    wanted = np.zeros((1, 24), dtype=bool)
    wanted[0, :16] = True
    args = (wanted, 9)
    hot = bayes_factors(season, constant_strength(season), *args, "hot", SpellPrior())
    cold = bayes_factors(mirror, constant_strength(mirror), *args, "cold", SpellPrior())
    assert cold == pytest.approx(hot, rel=1e-6)
    both = bayes_factors(season, constant_strength(season), *args, "either", SpellPrior())
    other = bayes_factors(season, constant_strength(season), *args, "cold", SpellPrior())
    assert both == pytest.approx((hot + other) / 2, rel=0.01)  # Simpson and trapezoid


def test_weights_are_the_half_normal_s():
    steps, weights = boost_weights((50.0, 150.0, 300.0), "hot")
    assert weights.sum(axis=1) == pytest.approx(1.0)
    mean = (weights * 32.0 * steps).sum(axis=1)
    # sqrt(2/pi) sd; the largest is cut at 832 Elo.
    assert mean[:2] == pytest.approx(np.array([50.0, 150.0]) * np.sqrt(2 / np.pi), rel=5e-3)
    assert mean[2] == pytest.approx(300.0 * np.sqrt(2 / np.pi), rel=0.02)


PRIOR = SpellPrior(chance=0.3, length=6.0, boost_sd=150.0, horizon=5)


def slow_forecast(season: Season, prior: SpellPrior):
    """Posterior of the mean strength ahead on a grid: over all starts, ends and boosts."""
    grid, n = Grid(season, prior), len(season)
    prior = grid.prior
    boosts = np.arange(-26, 27) * 32.0
    weight = np.exp(-0.5 * (boosts / prior.boost_sd) ** 2)
    weight /= weight.sum()
    strength = prior.level + ELO_PER_LOGIT * grid.level
    values, masses = [strength], [(1 - prior.chance) * grid.evidence(0, 0, 0.0).sum(axis=1)]
    hot, on = 0.0, 0.0
    stay, horizon = prior.stay, prior.horizon
    for start in range(n):
        for end in range(start + 1, n + 1):
            p = prior.chance / n * stay ** (end - start - 1) * (1.0 if end == n else 1 - stay)
            for b, w in zip(boosts, weight, strict=True):
                mass = p * w * grid.evidence(start, end - start, b).sum(axis=1)
                hot += mass.sum() * (0.5 + 0.5 * np.sign(b))
                if end < n:
                    values.append(strength)
                    masses.append(mass)
                    continue
                on += mass.sum() * stay * (0.5 + 0.5 * np.sign(b))
                for more in range(horizon + 1):
                    share = stay**more * (1.0 if more == horizon else 1 - stay)
                    values.append(strength + b * more / horizon)
                    masses.append(mass * share)
    value, mass = np.concatenate(values), np.concatenate(masses)
    total = mass.sum()
    order = np.argsort(value)
    share = np.cumsum(mass[order]) / total
    ends = [value[order][np.searchsorted(share, q)] for q in (0.025, 0.975)]
    return (value * mass).sum() / total, ends, hot / total, on / total


@pytest.mark.parametrize(("hot", "boost"), [(0, 0.0), (6, 500.0)])
def test_the_forecast(hot, boost):
    season = a_season(14, hot, boost)
    found = forecast(season, constant_strength(season), PRIOR)
    mean, ends, any_hot, hot_on = slow_forecast(season, PRIOR)
    assert found.weight.sum() == pytest.approx(1.0)
    assert found.any_hot == pytest.approx(any_hot, abs=0.005)
    assert found.hot_on == pytest.approx(hot_on, abs=0.005)
    # Elo; the boost's grid has steps of 32.
    assert found.mean == pytest.approx(mean, abs=1.0)
    assert found.quantile(0.025) == pytest.approx(ends[0], abs=3.0)
    assert found.quantile(0.975) == pytest.approx(ends[1], abs=3.0)


def test_long_spells_do_not_lose_the_level():
    """A spell that fills the season is the level's business: a plain season has no spell."""
    rng = np.random.default_rng(1)
    season = Season(
        rng.integers(0, 3, 100) / 2.0, 2000 + 200 * rng.standard_normal(100), np.zeros(100),
        rating=2000.0, draw_prior=0.3,
    )  # fmt: skip
    found = forecast(season, constant_strength(season))
    assert found.any_hot + found.any_cold < 0.4
    assert abs(found.mean - 2000) < 60


def test_chances_by_game_add_up():
    season = a_season(40, 10, 400.0)
    found = forecast(season, constant_strength(season))
    assert found.hot.max() <= found.any_hot + 1e-12
    assert found.hot[-1] >= found.hot_on
    assert found.below(found.quantile(0.3)) == pytest.approx(0.3, abs=1e-4)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"chance": 0.0}, "chance of a spell 0"),
        ({"chance": 1.0}, "chance of a spell 1"),
        ({"length": 1.0}, "mean length"),
        ({"boost_sd": 0.0}, "SD of the boost"),
        ({"level_sd": 5000.0}, "SD of the level"),
        ({"horizon": 0}, "horizon 0: give"),
    ],
)
def test_impossible_priors(wrong, says):
    with pytest.raises(TprstatsError, match=says):
        SpellPrior(**wrong)


def test_the_prior_s_level():
    season = a_season(10, 0, 0.0, rating=2355.0)
    assert SpellPrior().of(season).level_sd == pytest.approx(49.1, abs=0.1)  # 347.4 / sqrt(50)
    blank = a_season(10, 0, 0.0, rating=None)
    assert SpellPrior().of(blank).level == pytest.approx(blank.centre)
    assert SpellPrior().of(blank).level_sd == 350.0
    assert SpellPrior(level=1900.0, level_sd=70.0).of(season).level == 1900.0
