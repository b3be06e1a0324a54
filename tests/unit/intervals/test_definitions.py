"""Every interval against its definition, slowly: uneven opponents, draws, several levels.

The closed forms of ``test_published.py`` are for equal opponents without draws, where dividing by
phi, taking a variance less a quarter of the draws or convolving changes nothing. Here all 3^6
results are listed, roots are scipy's ``brentq`` and posteriors scipy's ``quad``.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar
from scipy.special import expit, log_expit
from scipy.stats import norm

from tprstats.intervals import interval
from tprstats.outcomes import davidson_draws
from tprstats.records import RecordBatch

OPPONENTS = np.array([1880.0, 2120.0, 2255.0, 2310.0, 2402.0, 2590.0])
N = OPPONENTS.size
C = np.log(10.0) / 400.0
RESULTS = np.array(list(itertools.product((0, 1, 2), repeat=N)))
SCORES = RESULTS.sum(axis=1)
SHARE = 0.35
PRIOR_MEAN, PRIOR_SD = 2260.0, 90.0

# Results, and whether they have a finite estimate.
RECORDS = {
    "0.5/6": [0, 0, 1, 0, 0, 0],
    "2.5/6": [2, 1, 0, 1, 1, 0],
    "4/6": [1, 2, 1, 2, 0, 2],
    "5.5/6": [2, 2, 1, 2, 2, 2],
    "6/6": [2] * 6,
    "0/6": [0] * 6,
}
INSIDE = list(RECORDS)[:4]


def shares(x: float) -> np.ndarray:
    return np.asarray(expit(C * (x - OPPONENTS)))


def sums(x: float, share: float) -> tuple[float, float, float]:
    """Expected score, sum pq and sum (pq - D/4)."""
    p, q = shares(x), expit(C * (OPPONENTS - x))
    draw = davidson_draws(np.minimum(p, q), share)  # the same of either, with all digits
    return p.sum(), (p * q).sum(), (p * q - draw / 4.0).sum()


def fit(x: float, score: float) -> float:
    """The quasi log likelihood: a draw is half a win and half a loss."""
    return float(score * C * (x - 2250.0) + log_expit(C * (OPPONENTS - x)).sum())


def penalised(x: float, score: float) -> float:
    return fit(x, score) + 0.5 * np.log(sums(x, 0.0)[1])


def score_chances(x: float, share: float) -> np.ndarray:
    """Chance of each score in half points, from all results one by one."""
    p = shares(x)
    draw = davidson_draws(p, share)
    each = np.stack([1.0 - p - draw / 2.0, draw, p - draw / 2.0])
    return np.bincount(SCORES, weights=np.prod(each[RESULTS, np.arange(N)], axis=1))


def firth(score: float) -> float:
    found = minimize_scalar(
        lambda x: -penalised(x, score),
        bounds=(500, 4500),
        method="bounded",
        options={"xatol": 1e-9},
    )
    return float(found.x)


def root(f: Callable[[float], float], inside: float, far: float) -> float:
    return float(brentq(f, inside, far, xtol=1e-10, rtol=1e-14))


def estimate(score: float) -> float:
    """Per-opponent rating; at 0 % and 100 %, which have none, the Firth estimate."""
    if score in (0.0, N):
        return firth(score)
    return root(lambda x: shares(x).sum() - score, -2000.0, 6000.0)


def both_ends(distance: Callable[[float, bool], float], start: float, score: float) -> list[float]:
    """Where a distance passes 0 on either side; at 0 % and 100 % open on that side."""
    if score == N:  # the distance falls all the way up, and the start need not be inside
        return [root(lambda x: distance(x, False), start + 3000.0, start - 3000.0), np.inf]
    if score == 0.0:
        return [-np.inf, root(lambda x: distance(x, True), start - 3000.0, start + 3000.0)]
    low = root(lambda x: distance(x, False), start, start - 3000.0)
    return [low, root(lambda x: distance(x, True), start, start + 3000.0)]


def wanted(method: str, results: list[int], share: float, level: float) -> list[float]:
    score, s2 = sum(results) / 2, sum(results)
    z, tail = norm.isf((1.0 - level) / 2.0), (1.0 - level) / 2.0
    mode, even = estimate(score), firth(score)
    _, w, v = sums(even, share)
    phi = v / w

    if method in ("midp", "exact"):
        own = {"midp": 0.5, "exact": 1.0}[method]

        def rare(x: float, upper: bool) -> float:
            chance = score_chances(x, share)
            return tail - own * chance[s2] - (chance[:s2] if upper else chance[s2 + 1 :]).sum()

        return both_ends(rare, mode, score)
    if method == "score":

        def deviation(x: float, upper: bool) -> float:
            expects, _, variance = sums(x, share)
            return abs(score - expects) / np.sqrt(variance) - z

        return both_ends(deviation, mode, score)
    if method == "profile":

        def drop(x: float, upper: bool) -> float:
            if 0.0 < score < N:
                return 2.0 * (fit(mode, score) - fit(x, score)) / phi - z * z
            gap = C * (x - OPPONENTS)  # here the likelihood climbs to 1
            return float(-2.0 * log_expit(gap if score else -gap).sum() / phi - z * z)

        return both_ends(drop, mode, score)
    if method == "firth":

        def lower(x: float) -> float:
            return 2.0 * (penalised(even, score) - penalised(x, score)) / phi - z * z

        return [root(lower, even, even - 3000.0), root(lower, even, even + 3000.0)]
    _, w, v = sums(mode, share)
    if method == "wald-sandwich":
        v = np.square(np.array(results) / 2.0 - shares(mode)).sum()
    half = z * np.sqrt(v) / (C * w)
    return [mode - half, mode + half]


ROOTS = ["midp", "exact", "score", "profile", "firth", "wald", "wald-sandwich"]


@pytest.mark.parametrize("level", [0.7, 0.95])
@pytest.mark.parametrize("share", [0.0, SHARE])
@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("method", ROOTS)
def test_ends_solve_their_equation(method: str, name: str, share: float, level: float) -> None:
    results = RECORDS[name]
    if method.startswith("wald") and name not in INSIDE:
        return  # no finite estimate: test_methods.py
    if method in ("midp", "exact") and share == 0.0 and sum(results) % 2:
        return  # half points cannot be: test_methods.py
    batch = RecordBatch.from_arrays([OPPONENTS], [results])
    found = interval(batch, method, draw_share=share, level=level)
    ends = [float(found.low[0]), float(found.high[0])]
    # The maximum that Firth's drop is measured from is known to 1e-12, its place to 1e-4.
    assert ends == pytest.approx(wanted(method, results, share, level), abs=1e-5, rel=0)


@pytest.mark.parametrize("level", [0.7, 0.95])
@pytest.mark.parametrize("share", [0.0, SHARE])
@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("method", ["jeffreys", "bayes"])
def test_posterior_tails(method: str, name: str, share: float, level: float) -> None:
    """Below the low end and above the high end lies half the rest of the posterior each."""
    results = RECORDS[name]
    score, s2 = sum(results) / 2, sum(results)
    even = firth(score)
    phi = np.divide(*sums(even, share)[:0:-1])

    def jeffreys(x: float) -> float:
        _, w, v = sums(x, share)
        top = fit(even, score)
        return float(np.exp((fit(x, score) - top) / phi) * w / np.sqrt(v))

    def bayes(x: float) -> float:
        if share == 0.0:
            likelihood = np.exp(fit(x, score) - fit(even, score))
        else:
            likelihood = score_chances(x, share)[s2]
        return float(likelihood * norm.pdf(x, PRIOR_MEAN, PRIOR_SD))

    density = {"jeffreys": jeffreys, "bayes": bayes}[method]
    batch = RecordBatch.from_arrays([OPPONENTS], [results])
    found = interval(
        batch, method, draw_share=share, level=level, prior_mean=PRIOR_MEAN, prior_sd=PRIOR_SD
    )
    low, high = float(found.low[0]), float(found.high[0])
    # A tail falls off like exp(-C |R| / 2) at least: nothing is left 8,000 Elo on.
    cuts = [low - 8000.0, low - 1000.0, low, high, high + 1000.0, high + 8000.0]
    parts = [quad(density, a, b, epsabs=0.0, epsrel=1e-9, limit=400)[0] for a, b in pairwise(cuts)]
    below, above = sum(parts[:2]) / sum(parts), sum(parts[3:]) / sum(parts)
    assert [below, above] == pytest.approx([(1.0 - level) / 2.0] * 2, rel=2e-6)


@pytest.mark.parametrize("level", [0.7, 0.95])
@pytest.mark.parametrize("share", [0.0, SHARE])
@pytest.mark.parametrize("name", INSIDE)
def test_parametric_bootstrap_lists_every_score(name: str, share: float, level: float) -> None:
    results = RECORDS[name]
    chance = score_chances(firth(sum(results) / 2), share)
    values = [-np.inf, *(estimate(s2 / 2) for s2 in range(1, 2 * N)), np.inf]
    tail = (1.0 - level) / 2.0
    low = values[int(np.argmax(np.cumsum(chance) >= tail))]
    high = values[2 * N - int(np.argmax(np.cumsum(chance[::-1]) >= tail))]
    batch = RecordBatch.from_arrays([OPPONENTS], [results])
    found = interval(batch, "bootstrap-parametric", draw_share=share, level=level)
    assert [found.low[0], found.high[0]] == pytest.approx([low, high], abs=1e-6)


@pytest.mark.parametrize("level", [0.001, 0.2, 0.95])
@pytest.mark.parametrize(
    ("opponents", "results"), [([1000.0, 2800.0], [2, 0]), ([900.0, 950.0, 2800.0], [2, 1, 1])]
)
def test_firth_is_a_hull_where_there_are_two_maxima(
    opponents: list[float], results: list[int], level: float
) -> None:
    """The strengths inside, on a grid of 1/4 Elo: from the first to the last, gaps and all."""
    against, score = np.array(opponents), sum(results) / 2
    x = np.arange(-500.0, 4500.0, 0.25)
    z = C * (x[:, None] - against)
    weight = (expit(z) * expit(-z)).sum(axis=1)
    height = score * C * x + log_expit(-z).sum(axis=1) + 0.5 * np.log(weight)
    # Two maxima; phi where the higher is, halfway where they are equal.
    peaks = np.flatnonzero((height[1:-1] > height[:-2]) & (height[1:-1] >= height[2:])) + 1
    assert peaks.size == 2
    best = x[peaks][height[peaks] >= height.max() - 1e-6].mean()
    p = expit(C * (best - against))
    w = (p * (1.0 - p)).sum()
    phi = 1.0 - davidson_draws(p, SHARE).sum() / (4.0 * w)
    inside = x[2.0 * (height.max() - height) / phi <= norm.isf((1.0 - level) / 2.0) ** 2]
    found = interval(
        RecordBatch.from_arrays([opponents], [results]), "firth", draw_share=SHARE, level=level
    )
    assert [found.low[0], found.high[0]] == pytest.approx([inside[0], inside[-1]], abs=0.5)
    if level == 0.2 and opponents == [1000.0, 2800.0]:
        assert np.diff(inside).max() > 100.0  # a gap that the hull closes
