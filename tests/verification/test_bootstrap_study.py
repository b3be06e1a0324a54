"""All 540 bootstrap and sandwich cells of the study (cov_boot.csv).

Equal opponents: the study is exact there, and so is the reference below (the distribution of a
resample is a multinomial one). Ours draws 9,999 resamples, so an end may differ from the exact one
where a step of that distribution lies within four Monte Carlo standard errors of the level asked
for; anything else fails.

Opponents with an SD of 200: the study simulated 2,000 to 4,000 records a cell, and so do we; the
two agree within four standard errors of the difference.
"""

import csv
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import multinomial, norm
from scipy.stats import t as student

from tprstats.exact import outcome_batch
from tprstats.intervals import interval
from tprstats.intervals.coverage import spread_schedule
from tprstats.outcomes import EloDavidson
from tprstats.records import RecordBatch

pytestmark = pytest.mark.verification

C = np.log(10.0) / 400.0
RESAMPLES = 9999
LEVELS = (0.025, 0.975)
METHODS = {
    "perc": "bootstrap-percentile",
    "basic": "bootstrap-basic",
    "bca": "bootstrap-bca",
    "stud": "bootstrap-studentized",
}
SANDWICH = {"sandwich": False, "sandwich_t": True}

Array = np.ndarray
Bracket = list[tuple[float, float, float]]  # least, exact and greatest value of each end


@cache
def study() -> dict[tuple[int, float, float, float, str], dict[str, str]]:
    with (Path(__file__).parents[1] / "data" / "cov_boot.csv").open() as file:
        return {
            (int(r["N"]), float(r["sd"]), float(r["d0"]), float(r["adv"]), r["method"]): r
            for r in csv.DictReader(file)
        }


class Exact:
    """The exact distribution of a resample of so many wins, draws and losses against equals."""

    def __init__(self, wins: int, draws: int, losses: int) -> None:
        self.n = n = wins + draws + losses
        self.counts = np.array([(w, d, n - w - d) for w in range(n + 1) for d in range(n + 1 - w)])
        share = np.array([wins, draws, losses]) / n
        self.chance = multinomial.pmf(self.counts, n, share)
        self.own = np.array([[wins, draws, losses]])
        self.values = self.rating(self.counts)
        self.estimate = float(self.rating(self.own)[0])

    @staticmethod
    def rating(counts: Array) -> Array:
        """Per-opponent estimate, -+800 at 0 % and 100 %."""
        p = (counts[:, 0] + counts[:, 1] / 2.0) / counts.sum(axis=1)
        with np.errstate(divide="ignore"):
            return np.clip(np.log(p / (1.0 - p)) / C, -800.0, 800.0)

    def error(self, counts: Array) -> Array:
        """Sandwich standard error of the estimate."""
        p = 1.0 / (1.0 + np.exp(-C * self.rating(counts)))
        w, d, ell = counts.T
        spread = w * (1.0 - p) ** 2 + d * (0.5 - p) ** 2 + ell * p**2
        return np.sqrt(spread) / (C * self.n * p * (1.0 - p))

    def quantile(self, level: float, values: Array, chance: Array) -> float:
        order = np.argsort(values, kind="stable")
        cumulative = np.cumsum(chance[order])
        i = np.searchsorted(cumulative, np.clip(level, 0.0, 1.0) - 1e-12)
        return float(values[order][min(i, order.size - 1)])

    def around(self, levels: Array, slack: Array, values: Array, chance: Array) -> Bracket:
        """Quantiles at levels, and with the levels moved by some slack either way."""
        return [
            tuple(self.quantile(q + k * e, values, chance) for k in (-1.0, 0.0, 1.0))
            for q, e in zip(levels, slack, strict=True)
        ]


def four_mcse(level: Array, resamples: float) -> Array:
    # One resample more, where the level itself is next to 0 or 1.
    return 4.0 * np.sqrt(level * (1.0 - level) / resamples) + 1.0 / resamples


def percentile(exact: Exact) -> Bracket:
    levels = np.array(LEVELS)
    return exact.around(levels, four_mcse(levels, RESAMPLES), exact.values, exact.chance)


def basic(exact: Exact) -> Bracket:
    low, high = percentile(exact)
    return [tuple(2.0 * exact.estimate - x for x in end[::-1]) for end in (high, low)]


def bca(exact: Exact) -> Bracket:
    e, v = exact.estimate, exact.values
    below = float(exact.chance[v < e - 1e-9].sum())
    at = float(exact.chance[np.abs(v - e) <= 1e-9].sum())
    wins, draws, losses = exact.own[0]
    left_out = [
        exact.rating(exact.own - np.eye(3, dtype=int)[k])[0]
        for k, times in enumerate((wins, draws, losses))
        for _ in range(times)
    ]
    u = np.mean(left_out) - np.array(left_out)
    a = (u**3).sum() / (6.0 * (u**2).sum() ** 1.5)
    share = below + at / 2.0
    spread = 4.0 * np.sqrt((below + at / 4.0 - share**2) / RESAMPLES)

    def levels(p: float) -> Array:
        z0 = norm.ppf(np.clip(p, 1e-12, 1.0 - 1e-12))
        z = z0 + norm.ppf(LEVELS)
        return norm.cdf(z0 + z / (1.0 - a * z))

    middle = levels(share)
    moved = np.maximum(*(np.abs(levels(share + k * spread) - middle) for k in (-1.0, 1.0)))
    slack = moved + four_mcse(middle, RESAMPLES)
    return exact.around(middle, slack, exact.values, exact.chance)


def studentized(exact: Exact) -> Bracket:
    """Resamples without a standard error (0 %, 100 %, draws only) are left out."""
    known = np.all(exact.counts != exact.n, axis=1)
    counts, chance = exact.counts[known], exact.chance[known]
    kept = chance.sum()
    ratio = (exact.values[known] - exact.estimate) / exact.error(counts)
    levels = np.array(LEVELS)
    slack = four_mcse(levels, RESAMPLES * kept)
    below, above = exact.around(levels, slack, ratio, chance / kept)
    error = float(exact.error(exact.own)[0])
    return [tuple(exact.estimate - error * x for x in t[::-1]) for t in (above, below)]


EXACT: dict[str, Callable[[Exact], Bracket]] = {
    "perc": percentile,
    "basic": basic,
    "bca": bca,
    "stud": studentized,
}


@pytest.mark.parametrize("games", [5, 7, 9, 11, 30])
@pytest.mark.parametrize("name", EXACT)
def test_against_equals(name: str, games: int) -> None:
    records, s2, draws = outcome_batch(spread_schedule(games, 0.0), draws=True)
    ours = interval(records, METHODS[name], draw_share=0.0, n_resamples=RESAMPLES)
    wins = (s2 - draws) // 2
    counts = np.stack([wins, draws, games - wins - draws], axis=1)
    whole = np.full((len(records), 2, 3), np.nan)
    for i, row in enumerate(counts):
        if games not in row:
            whole[i] = EXACT[name](Exact(*(int(x) for x in row)))
    # Degenerate: the study keeps draws only as a point at 0, we give none; wins or losses only
    # have no interval in either.
    assert np.array_equal(np.isnan(ours.low), (counts == games).any(axis=1))
    some = ~np.isnan(ours.low)
    for side, end in enumerate((ours.low, ours.high)):
        assert np.all(end[some] >= whole[some, side, 0] - 1e-6)
        assert np.all(end[some] <= whole[some, side, 2] + 1e-6)
    for d0, truth in product((0.0, 0.3, 0.6), (0.0, 200.0, 400.0)):
        row = study()[games, 0.0, d0, truth, name]
        law = [float(x) for x in EloDavidson(d0).wdl(truth)]
        chance = multinomial.pmf(counts, games, law)
        point = (draws == games) & (truth == 0.0)
        inside = (whole[:, 0, 1] <= truth + 1e-7) & (whole[:, 1, 1] >= truth - 1e-7)
        assert chance[inside | point].sum() == pytest.approx(float(row["cov"]), abs=1.1e-5)
        none = float(row["p_undef"]) + float(row["p_degenerate"])
        assert chance[~some].sum() == pytest.approx(none, abs=1.1e-5)


def sandwich_level(games: int, with_t: bool) -> float:
    """The level whose normal quantile is Student's times sqrt(n / (n - 1))."""
    if not with_t:
        return 0.95
    wide = student.ppf(0.975, games - 1) * np.sqrt(games / (games - 1.0))
    return float(1.0 - 2.0 * norm.sf(wide))


@pytest.mark.parametrize("games", [5, 7, 9, 11, 30])
@pytest.mark.parametrize("name", SANDWICH)
def test_sandwich_against_equals(name: str, games: int) -> None:
    records, s2, draws = outcome_batch(spread_schedule(games, 0.0), draws=True)
    ends = interval(records, "wald-sandwich", level=sandwich_level(games, SANDWICH[name]))
    wins = (s2 - draws) // 2
    counts = np.stack([wins, draws, games - wins - draws], axis=1)
    for d0, truth in product((0.0, 0.3, 0.6), (0.0, 200.0, 400.0)):
        row = study()[games, 0.0, d0, truth, name]
        law = [float(x) for x in EloDavidson(d0).wdl(truth)]
        chance = multinomial.pmf(counts, games, law)
        point = (draws == games) & (truth == 0.0)
        inside = (ends.low <= truth + 1e-7) & (ends.high >= truth - 1e-7)
        assert chance[inside | point].sum() == pytest.approx(float(row["cov"]), abs=1.1e-5)


def simulate(games: int, d0: float, truth: float, records: int) -> RecordBatch:
    opponents = spread_schedule(games, 200.0).opponents[0]
    win, draw, _ = EloDavidson(d0).wdl(truth - opponents)
    luck = np.random.default_rng([games, int(10 * d0), int(truth)]).random((records, games))
    results = np.where(luck < win, 2, np.where(luck < win + draw, 1, 0))
    return RecordBatch.from_arrays(np.broadcast_to(opponents, results.shape), results)


def within_four(covered: float, mcse: float, row: dict[str, str]) -> bool:
    return abs(covered - float(row["cov"])) <= 4.0 * np.hypot(mcse, float(row["mcse"]))


@pytest.mark.parametrize("games", [5, 7, 9, 11, 30])
@pytest.mark.parametrize("name", METHODS)
def test_against_a_spread_field(name: str, games: int) -> None:
    """1,000 records a cell, each with its own seed; 999 resamples (the study does not say)."""
    size = 1000
    for d0, truth in product((0.0, 0.3, 0.6), (0.0, 200.0, 400.0)):
        records = simulate(games, d0, truth, size)
        covered = 0
        for i in range(size):
            one = records.take([i])
            options = {"draw_share": 0.0, "seed": i, "n_resamples": 999}
            ends = interval(one, METHODS[name], **options)
            covered += bool(ends.low[0] <= truth <= ends.high[0])
        p = covered / size
        row = study()[games, 200.0, d0, truth, name]
        assert within_four(p, np.sqrt(p * (1.0 - p) / size), row), (d0, truth)


@pytest.mark.parametrize("games", [5, 7, 9, 11, 30])
@pytest.mark.parametrize("name", SANDWICH)
def test_sandwich_against_a_spread_field(name: str, games: int) -> None:
    size = 20_000
    level = sandwich_level(games, SANDWICH[name])
    for d0, truth in product((0.0, 0.3, 0.6), (0.0, 200.0, 400.0)):
        records = simulate(games, d0, truth, size)
        ends = interval(records, "wald-sandwich", draw_share=0.0, level=level)
        p = float(((ends.low <= truth) & (truth <= ends.high)).mean())
        row = study()[games, 200.0, d0, truth, name]
        assert within_four(p, np.sqrt(p * (1.0 - p) / size), row), (d0, truth)
