"""Firth's rule against a slow search for the global maximum, and its closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.special import expit, log_expit

from tprstats.elo import ELO_PER_LOGIT, LOGIT_PER_ELO
from tprstats.estimators import estimate
from tprstats.estimators.firth import _GAP
from tprstats.outcomes import davidson_draws
from tprstats.records import RecordBatch

TIE = 1e-9


def penalised(x: np.ndarray, opponents: np.ndarray, score: float) -> np.ndarray:
    z = LOGIT_PER_ELO * (np.asarray(x)[..., None] - opponents)
    weight = (expit(z) * expit(-z)).sum(-1)
    fit = score * LOGIT_PER_ELO * np.asarray(x) + log_expit(-z).sum(-1)
    return fit + 0.5 * np.log(weight)


def slow_maximum(opponents: np.ndarray, score: float) -> tuple[float, int]:
    """Every local maximum on a grid of 1 Elo, refined by scipy: the best, and how many."""
    n = opponents.size
    reach = ELO_PER_LOGIT * np.log((score + 0.5) / (n - score + 0.5))
    grid = np.arange(opponents.min() + reach - 5.0, opponents.max() + reach + 6.0)
    height = penalised(grid, opponents, score)
    peaks = np.flatnonzero((height[1:-1] >= height[:-2]) & (height[1:-1] > height[2:])) + 1
    found = [
        minimize_scalar(
            lambda x: -float(penalised(x, opponents, score)),
            bounds=(grid[k - 1], grid[k + 1]),
            method="bounded",
            options={"xatol": 1e-9},
        )
        for k in peaks
    ]
    best = max(-f.fun for f in found)
    tied = [f.x for f in found if -f.fun >= best - TIE]
    return (min(tied) + max(tied)) / 2, len(found)


def random_field(rng: np.random.Generator, kind: str) -> np.ndarray:
    n = int(rng.integers(1, 9))
    if kind == "anybody":
        return rng.integers(600, 3000, n).astype(float)
    if kind == "clusters":
        return rng.choice([800.0, 1400.0, 2000.0, 2800.0], n)
    if kind == "two sides":
        low = rng.integers(600, 1200, n // 2 + 1)
        return np.r_[low, rng.integers(1700, 2900, n - n // 2)].astype(float)
    # A chain: neighbouring levels at most as far apart as the rule calls safe.
    levels = np.cumsum(np.r_[600.0, rng.uniform(0.6, 1.0, rng.integers(1, 5)) * _GAP])
    return np.sort(np.r_[levels, rng.choice(levels, n)])


@pytest.mark.parametrize("kind", ["anybody", "clusters", "two sides", "chain"])
def test_global_maximum(kind: str) -> None:
    rng = np.random.default_rng(41)
    several = 0
    for _ in range(250):
        opponents = random_field(rng, kind)
        n = opponents.size
        s2 = int(rng.integers(0, 2 * n + 1))
        results = np.r_[np.full(s2 // 2, 2), np.ones(s2 % 2), np.zeros(n)][:n].astype(int)
        wanted, peaks = slow_maximum(opponents, s2 / 2)
        found = estimate(RecordBatch.from_arrays([opponents], [results]), "firth")
        # A flat top: 1e-15 of height is some 1e-4 Elo to a minimiser.
        assert found.values[0] == pytest.approx(wanted, abs=1e-3)
        assert found.multimodal[0] == (peaks > 1)
        several += peaks > 1
    # The test looks at what it claims to: several maxima occur, but not in a chain.
    assert (several == 0) == (kind == "chain")


def test_the_penalised_likelihood_bends_down_where_neighbours_are_close() -> None:
    # With v = 1 - 2p and weights w: the second derivative is -(W + E[w] - Var(v)/2), in logits.
    # Inside the field somebody is within _GAP/2, and W + E[w] outweighs the variance; outside,
    # all v have one sign. The closest calls are few opponents at the full gap.
    rng = np.random.default_rng(42)
    fields = [np.arange(k + 1) * _GAP for k in range(1, 6)]
    fields += [random_field(rng, "chain") for _ in range(200)]
    for opponents in fields:
        x = np.arange(opponents.min() - 1500.0, opponents.max() + 1501.0, 5.0)
        z = LOGIT_PER_ELO * (x[:, None] - opponents)
        w = expit(z) * expit(-z)
        v = expit(-z) - expit(z)
        total = w.sum(axis=1)
        mean_v = (w * v).sum(axis=1) / total
        variance = (w * v * v).sum(axis=1) / total - mean_v**2
        bend = total + (w * w).sum(axis=1) / total - variance / 2
        assert bend.min() > 0.0
    # The limit is no idle one: two opponents 750 apart can have two maxima.
    assert slow_maximum(np.array([1000.0, 1750.0]), 1.0)[1] == 2


@pytest.mark.parametrize(("games", "score"), [(9, 9.0), (9, 0.0), (9, 6.5), (1, 1.0), (5, 2.5)])
def test_equal_opponents_have_a_closed_form(games: int, score: float) -> None:
    s2 = int(2 * score)
    results = ([2] * (s2 // 2) + [1] * (s2 % 2) + [0] * games)[:games]
    wanted = 2300 + 400 * np.log10((score + 0.5) / (games - score + 0.5))
    batch = RecordBatch.from_arrays([[2300] * games], [results])
    assert estimate(batch, "firth").values[0] == pytest.approx(wanted, abs=1e-9)


def test_equal_maxima_give_their_midpoint() -> None:
    found = estimate(RecordBatch.from_arrays([[2800, 1000]], [[0, 2]]), "firth")
    assert found.values[0] == pytest.approx(1900, abs=1e-6)
    assert found.multimodal[0]


def test_an_added_win_can_lower_firth_but_not_per_opponent() -> None:
    one = estimate(RecordBatch.from_arrays([[2400]], [[2]]), "firth").values[0]
    two = estimate(RecordBatch.from_arrays([[2400, 1800]], [[2, 2]]), "firth").values[0]
    assert one == pytest.approx(2400 + 400 * np.log10(3))
    assert two < one


def test_firth_draws_solves_its_equation() -> None:
    rng = np.random.default_rng(43)
    for _ in range(100):
        n = int(rng.integers(2, 12))
        opponents = np.clip(rng.normal(2000, 150, n), 1400, 2600)
        results = rng.integers(0, 3, n)
        share = float(rng.uniform(0.05, 0.7))
        score = results.sum() / 2

        def equation(x: float, r: np.ndarray = opponents, d0: float = share, s: float = score):
            p = expit(LOGIT_PER_ELO * (x - r))
            w = p * (1 - p)
            phi = (w - davidson_draws(p, d0) / 4).sum() / w.sum()
            return p.sum() - s + phi * (w * (p - 0.5)).sum() / w.sum()

        batch = RecordBatch.from_arrays([opponents], [results])
        found = estimate(batch, "firth-draws", draw_share=share).values[0]
        wanted = brentq(equation, found - 60, found + 60, xtol=1e-9)
        assert found == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("share", [0.2, 0.6])
@pytest.mark.parametrize(
    ("opponents", "results"),
    [
        ([900.0, 950.0, 2800.0], [2, 1, 1]),
        ([1000.0, 2800.0, 2830.0], [2, 0, 0]),
        ([700.0, 1500.0, 2900.0, 2950.0], [2, 2, 0, 0]),
    ],
)
def test_firth_draws_takes_the_highest_of_several_maxima(
    opponents: list[float], results: list[int], share: float
) -> None:
    """Every root of the equation with phi, from a grid of 1 Elo, and the likelihood's height."""
    r, score = np.array(opponents), sum(results) / 2

    def phi(x: float) -> float:
        p = expit(LOGIT_PER_ELO * (x - r))
        return float(1.0 - davidson_draws(p, share).sum() / (4.0 * (p * (1.0 - p)).sum()))

    def equation(x: float) -> float:
        p = expit(LOGIT_PER_ELO * (x - r))
        w = p * (1.0 - p)
        return float(p.sum() - score + phi(x) * (w * (p - 0.5)).sum() / w.sum())

    def height(x: float) -> float:
        z = LOGIT_PER_ELO * (x - r)
        fit = score * LOGIT_PER_ELO * x + log_expit(-z).sum()
        return float(fit + 0.5 * phi(x) * np.log((expit(z) * expit(-z)).sum()))

    grid = np.arange(0.0, 4000.0)
    values = np.array([equation(x) for x in grid])
    rising = np.flatnonzero((values[:-1] < 0.0) & (values[1:] >= 0.0))
    roots = [brentq(equation, grid[k], grid[k + 1], xtol=1e-10) for k in rising]
    found = estimate(RecordBatch.from_arrays([r], [results]), "firth-draws", draw_share=share)
    assert found.values[0] == pytest.approx(max(roots, key=height), abs=1e-6)
    assert found.multimodal[0] == (len(roots) > 1)
    plain = estimate(RecordBatch.from_arrays([r], [results]), "firth")
    assert plain.multimodal[0]  # or the test would not look where it claims to
