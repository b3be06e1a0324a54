"""The streak verdict over thousands of seasons: size, forecast, powers of statistics E.2."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from tprstats.rng import make_key
from tprstats.streaks.error_rates import search_rates
from tprstats.streaks.made_seasons import Cell, FromPrior, draw_season
from tprstats.streaks.measures import forecast_cell, looks_cell, verdict_cell
from tprstats.streaks.season import constant_strength
from tprstats.streaks.spells import SpellPrior, bayes_factors
from tprstats.streaks.windows import Windows

pytestmark = pytest.mark.verification

KNOWN = SpellPrior(level=2000.0, level_sd=1.0, slope_sd=0.01)


@pytest.mark.parametrize(
    "cell",
    [
        Cell("plain"),
        Cell("clustered", opponents="clustered", slope=5 / 6, draw_share=0.6),
        Cell("updated", games=100, opponents="by-rating", k_factor=40.0),
    ],
    ids=lambda c: c.name,
)
def test_size(cell):
    found = verdict_cell(cell, seasons=3000, nulls=499, seed=11)["figures"]["verdict p <= 0.05"]
    assert found["value"] <= 0.06 + 2 * found["mcse"]


@pytest.mark.parametrize(("length", "begins"), [(5, "last"), (15, "last"), (15, "anywhere")])
def test_a_slump_does_not_ring_for_a_hot_streak(length, begins):
    cell = Cell("slump", boost=-200.0, length=length, begins=begins)
    figures = verdict_cell(cell, seasons=2000, nulls=299, seed=12)["figures"]
    found = figures["verdict p <= 0.05"]
    assert found["value"] <= 0.05 + 2 * found["mcse"]


def test_forecasts_are_calibrated():
    found = forecast_cell(FromPrior(Cell("forecast")), seasons=3000, nulls=99, seed=11)
    assert found["chi-squared of the ranks, 19 degrees of freedom"] < 43.8  # 99.9 %
    covered = found["figures"]["95 % interval covers"]
    assert abs(covered["value"] - 0.95) <= 4 * covered["mcse"]


def test_looks_are_paid_for():
    """Every ten games without paying rings about three times as often; paid for it does not."""
    found = looks_cell(Cell("looks"), seasons=600, seed=11)["figures"]
    free, paid = (found[name] for name in found)
    assert paid["value"] <= 0.06 + 2 * paid["mcse"]
    stated = search_rates(60)[0].looking_again
    # As many seasons stand behind what is stated.
    assert abs(free["value"] - stated) <= 4 * sqrt(2) * free["mcse"] + 0.005


@pytest.mark.parametrize(
    ("length", "boost", "published"),
    [(10, 200, 0.31), (15, 200, 0.54), (20, 200, 0.71), (30, 100, 0.40), (60, 100, 0.66)],
)
def test_powers_of_the_bayes_factor(length, boost, published):
    """Known rating, half-normal boost of SD 150, windows of 5 to 20."""
    key = make_key(4, {"length": length, "boost": boost})

    def factors(cell: Cell, seasons: int) -> np.ndarray:
        found = []
        for k in range(seasons):
            season, _ = draw_season(cell, key, k)
            known = constant_strength(season, draw_share=0.35, strength=2000.0)
            wanted = Windows.of(season, known, (5, 20)).weight > 0.0
            found.append(bayes_factors(season, known, wanted, 5, "hot", KNOWN, (150.0,))[0])
        return np.array(found)

    null = factors(Cell("null"), 4000)
    hot = factors(Cell("hot", boost=float(boost), length=length), 1500)
    critical = np.quantile(null, 0.95)
    groups = [np.quantile(g, 0.95) for g in np.array_split(null, 20)]
    reach = np.std(groups, ddof=1) / sqrt(20)
    slope = (np.mean(hot > critical - reach) - np.mean(hot > critical + reach)) / 2.0
    error = np.hypot(sqrt(published * (1 - published) * (1 / 1500 + 1 / 8000)), slope)
    assert abs(np.mean(hot > critical) - published) <= 4.0 * error + 0.005
