"""The posterior mean against quadrature by scipy, and the pieces it is made of."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import approx_fprime, minimize_scalar
from scipy.special import expit, log_expit
from scipy.stats import norm

from tprstats.elo import LOGIT_PER_ELO
from tprstats.estimators import estimate
from tprstats.estimators.bayes import _mode, default_prior_sd
from tprstats.estimators.likelihood import score_log_likelihood
from tprstats.outcomes import EloDavidson, davidson_draws
from tprstats.records import RecordBatch
from tprstats.scores import score_pmf

OPPONENTS = np.array([1905.0, 2110.0, 2250.0, 2318.0, 2460.0])
RESULTS = np.array(list(itertools.product((0, 1, 2), repeat=OPPONENTS.size)))


def chance_of(s2: int, x: float, share: float) -> float:
    """Chance of so many half points, all 243 results one by one."""
    p = expit(LOGIT_PER_ELO * (x - OPPONENTS))
    draw = davidson_draws(p, share)
    each = np.stack([1.0 - p - draw / 2.0, draw, p - draw / 2.0])
    chance = np.prod(each[RESULTS, np.arange(OPPONENTS.size)], axis=1)
    return float(chance[RESULTS.sum(axis=1) == s2].sum())


def quasi(s2: int, x: float) -> float:
    """Log likelihood that counts a draw as half a win and half a loss."""
    z = LOGIT_PER_ELO * (x - OPPONENTS)
    return float(s2 / 2 * LOGIT_PER_ELO * (x - 2200.0) + log_expit(-z).sum())


def mean_of(density: Callable[[float], float], low: float, high: float) -> float:
    mass, moment = (
        quad(f, low, high, epsabs=0.0, epsrel=1e-10, limit=400)[0]
        for f in (density, lambda x: (x - low) * density(x))
    )
    return float(low + moment / mass)


def one(results: list[int], own: float = np.nan) -> RecordBatch:
    return RecordBatch.from_arrays([OPPONENTS], [results], own=[own])


@pytest.mark.parametrize("share", [0.0, 0.4])
@pytest.mark.parametrize("results", [[0] * 5, [1, 0, 2, 1, 0], [2, 2, 1, 2, 2], [2] * 5])
def test_posterior_mean_by_quadrature(results: list[int], share: float) -> None:
    s2 = sum(results)

    def density(x: float) -> float:
        likelihood = chance_of(s2, x, share) if share else np.exp(quasi(s2, x))
        return float(likelihood * norm.pdf(x, 2300.0, 110.0))

    wanted = mean_of(density, 1300.0, 3300.0)
    found = estimate(one(results), "bayes", prior_mean=2300.0, prior_sd=110.0, draw_share=share)
    assert found.values[0] == pytest.approx(wanted, abs=1e-4)


def test_the_own_rating_is_the_prior_unless_another_is_given() -> None:
    results = [2, 1, 2, 1, 0]
    plain = estimate(one(results, own=2210.0), "bayes").values[0]
    sd = float(default_prior_sd(2210.0))
    wanted = mean_of(lambda x: float(np.exp(quasi(6, x)) * norm.pdf(x, 2210.0, sd)), 1300.0, 3300.0)
    assert plain == pytest.approx(wanted, abs=1e-4)
    given = estimate(one(results), "bayes", prior_mean=2210.0).values[0]
    assert given == plain
    # One prior a record, and one share.
    two = RecordBatch.from_arrays([OPPONENTS] * 2, [results] * 2)
    both = estimate(
        two, "bayes", prior_mean=[2210.0, 2400.0], prior_sd=[sd, 70.0], draw_share=[0.0, 0.3]
    ).values
    second = estimate(one(results), "bayes", prior_mean=2400.0, prior_sd=70.0, draw_share=0.3)
    assert both.tolist() == [plain, second.values[0]]


@pytest.mark.parametrize("prior", [0.0, -80.0, 120.0])
def test_ratings_around_0_are_ratings(prior: float) -> None:
    """An even score against equals at 0: Firth's estimate, and half of all there is, is 0."""
    level, options = np.array([0.0, 2000.0]), {"prior_sd": 80.0, "draw_share": 0.3}
    batch = RecordBatch.from_arrays(level[:, None] + np.zeros(4), [[2, 1, 1, 0]] * 2)
    found = estimate(batch, "bayes", prior_mean=level + prior, **options).values
    assert found - level == pytest.approx([found[0]] * 2, abs=1e-7)
    assert abs(found[0]) <= abs(prior) + 1e-7


@pytest.mark.parametrize("games", [400, 401])
def test_the_normal_density_stands_in_from_401_games(games: int) -> None:
    """Mean and variance of the score by hand; up to 400 games the exact chance."""
    rng = np.random.default_rng(44)
    opponents = np.round(rng.normal(2200.0, 150.0, games))
    results = rng.choice([0, 1, 2], games, p=[0.3, 0.3, 0.4])
    batch = RecordBatch.from_arrays([opponents], [results])
    x = np.array([2150.0, 2220.0, 2300.0])
    found = score_log_likelihood(batch, x[None, :], np.array([0.3]))[0]
    p = expit(LOGIT_PER_ELO * (x[:, None] - opponents))
    variance = (p * (1.0 - p) - davidson_draws(p, 0.3) / 4.0).sum(axis=1)
    density = norm.logpdf(results.sum() / 2.0, p.sum(axis=1), np.sqrt(variance))
    if games == 400:
        chance = score_pmf(*(np.asarray(c) for c in EloDavidson(0.3).wdl(x[:, None] - opponents)))
        density = np.log(chance[:, results.sum()])
    assert found - found[1] == pytest.approx(density - density[1], abs=1e-9)


def test_records_of_all_kinds_beside_each_other() -> None:
    """No draws, few games and many games take three ways: none disturbs another."""
    rng = np.random.default_rng(45)
    width = 420  # more than 400 take the normal density
    counts, shares = [width, 12, 7, width - 5], np.array([0.3, 0.0, 0.5, 0.0])
    rows = rng.normal(2200.0, 100.0, (4, width))
    rows[np.arange(width) >= np.array(counts)[:, None]] = np.nan
    batch = RecordBatch.from_arrays(rows, rng.integers(0, 3, (4, width)), counts)
    x = np.tile([2100.0, 2250.0], (4, 1))
    together = score_log_likelihood(batch, x, shares)
    for i in range(4):
        alone = score_log_likelihood(batch.take([i]), x[[i]], shares[[i]])
        assert np.array_equal(together[i], alone[0])


@pytest.mark.parametrize("share", [0.0, 0.4])
@pytest.mark.parametrize("prior", [(1500.0, 60.0), (2300.0, 110.0), (3200.0, 300.0)])
def test_the_grid_is_laid_around_the_mode(prior: tuple[float, float], share: float) -> None:
    """Mode of the prior times the quasi likelihood over phi there, and its curvature's width."""
    mean, sd = prior
    for results in ([0] * 5, [1, 0, 2, 1, 0], [2] * 5):
        s2 = sum(results)
        found, width = (
            float(a[0])
            for a in _mode(one(results), np.array([mean]), np.array([sd]), np.array([share]))
        )
        p = expit(LOGIT_PER_ELO * (found - OPPONENTS))
        w = (p * (1.0 - p)).sum()
        phi = 1.0 - davidson_draws(p, share).sum() / (4.0 * w)

        def minus(x: float, s2: int = s2, phi: float = phi) -> float:
            return -quasi(s2, x) / phi + 0.5 * ((x - mean) / sd) ** 2

        best = minimize_scalar(
            minus, bounds=(found - 500, found + 500), method="bounded", options={"xatol": 1e-7}
        )
        assert found == pytest.approx(best.x, abs=1e-2)  # steps stop at 1e-3 Elo

        def slope(x: np.ndarray) -> float:
            return float(approx_fprime(x, lambda y: minus(float(y[0])), 1e-3)[0])

        bend = (slope(np.array([found + 1.0])) - slope(np.array([found - 1.0]))) / 2.0
        assert width == pytest.approx(1.0 / np.sqrt(bend), rel=1e-3)
