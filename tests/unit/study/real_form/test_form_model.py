"""Slope, colour, draws and form: closed forms, another program, and known worlds recovered.

Known worlds have fixed seeds; a figure may be four of its own standard errors off.
"""

from __future__ import annotations

import numpy as np
import pytest
from known_worlds import C, World, career_table
from scipy.integrate import quad
from scipy.optimize import minimize

from tprstats.records import RecordBatch
from tprstats.study.form_data import Games, Records, games_of, records_of
from tprstats.study.form_model import (
    GRID,
    Curve,
    Estimate,
    draw_shares,
    draw_shift,
    event_form,
    fit_curve,
    form_moments,
)


def as_loaded(table):
    day = (table["date"].astype("datetime64[ns]") - np.datetime64("1970-01-01")) / np.timedelta64(
        1, "D"
    )
    return table.assign(
        table="t" + table["player"].astype(str),
        group="elite career, classical",
        sides="one",
        day=day.astype(float),
        date=table["date"].astype("string"),
        player_owns=True,
        opponent_owns=False,
    )


def equals(half_points, cluster=None) -> Games:
    """White's games between equals."""
    s2 = np.asarray(half_points, dtype=float)
    n = s2.size
    cluster = np.arange(n) if cluster is None else np.asarray(cluster)
    return Games(np.zeros(n), np.full(n, 2000.0), np.ones(n), s2, cluster, np.zeros(n))


FLAT = Curve(*(Estimate(x, 0.0, 99, 99) for x in (1.0, 0.0, float("nan"))))


def near(found: Estimate, truth: float) -> bool:
    return abs(found.value - truth) <= 4.0 * found.error


def test_white_advantage_between_equals_is_the_logit_of_whites_score():
    s2 = np.array([2] * 40 + [1] * 35 + [0] * 25)
    found = fit_curve(equals(s2)).white_advantage
    share, n = s2.mean() / 2, s2.size
    assert found.value == pytest.approx(np.log(share / (1 - share)) / C, rel=1e-9)
    error = np.sqrt(np.var(s2 / 2) / n * n / (n - 1)) / (C * share * (1 - share))
    assert found.error == pytest.approx(error, rel=1e-9)


def test_the_curve_is_the_maximum_that_a_general_optimiser_finds():
    table = as_loaded(career_table(World(0.8, 30.0, 20.0), players=6, events=10, games=9, seed=1))
    games = games_of(table)
    found = fit_curve(games)

    def loss(b):
        x = C * (b[0] * games.difference + b[1] * games.colour + b[2] * games.owner)
        return np.sum(np.logaddexp(0.0, x) - games.half_points / 2 * x)

    best = minimize(loss, [1.0, 0.0, 0.0], tol=1e-12).x
    got = [found.slope.value, found.white_advantage.value, found.offset.value]
    assert got == pytest.approx(best, rel=1e-3, abs=1e-3)


def test_slope_advantage_and_offset_are_recovered():
    world = World(slope=5 / 6, white=35.0, offset=25.0, draw_share=0.45)
    games = games_of(as_loaded(career_table(world, players=12, events=60, games=9, seed=2)))
    found = fit_curve(games)
    assert near(found.slope, 5 / 6)
    assert near(found.white_advantage, 35.0)
    assert near(found.offset, 25.0)
    assert found.slope.error < 0.05  # sharp enough to tell 5/6 from 1
    assert found.slope.clusters == 12


def test_clusters_widen_the_error_where_games_hang_together():
    s2 = np.repeat([2, 2, 2, 0, 0, 1], 30)
    together = fit_curve(equals(s2, np.repeat(np.arange(6), 30))).white_advantage
    apart = fit_curve(equals(s2)).white_advantage
    # Thirty copies of one game are one game: the error of six, G/(G-1) aside.
    ratio = np.sqrt(30.0 * (6 / 5) / (180 / 179))
    assert together.error / apart.error == pytest.approx(ratio, rel=1e-9)


def test_draw_share_between_equals_is_the_share_of_draws():
    s2 = np.array([1] * 30 + [2] * 40 + [0] * 30)
    ((level, found),) = draw_shares(equals(s2), FLAT, np.array([1900.0, 2100.0]))
    assert level == 2000.0
    assert found.value == pytest.approx(0.3, abs=1e-9)
    assert found.error == pytest.approx(np.sqrt(0.3 * 0.7 / 99), rel=1e-4)


def test_draw_share_is_recovered_against_uneven_opponents():
    table = as_loaded(career_table(World(draw_share=0.45), players=12, events=40, games=9, seed=3))
    games = games_of(table)
    ((_, found),) = draw_shares(games, fit_curve(games), np.array([2000.0, 3000.0]))
    assert near(found, 0.45)
    assert found.error < 0.03


def test_the_shift_of_the_level_rule_gives_the_draws_that_were():
    shift = draw_shift(equals([1] * 30 + [2] * 40 + [0] * 30), FLAT)
    assert shift == pytest.approx(np.log(0.3 / 0.7) + 0.653, abs=1e-9)  # the rule at 2000


def test_expected_squares_by_numerical_integration():
    batch = RecordBatch.from_arrays(
        [[2500.0, 2500.0, 2500.0]], [[2, 1, 0]], own=[2500.0], colours=[[1, -1, 1]]
    )
    one = np.zeros(1)
    records = Records(batch, one.astype(int), one.astype(int), one, one, np.full(1, -1))
    found = form_moments(records, FLAT)
    assert found.surplus[0] == pytest.approx(0.0)
    assert found.square[0] == pytest.approx(0.25)  # one draw
    assert found.slope[0] == pytest.approx(C * 0.75)
    for k in (0, 5, 12):
        sd = GRID[k]

        def density(z, sd=sd):
            p = 1 / (1 + np.exp(-C * sd * z))
            weight = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
            return weight * (3 * p * (1 - p) + (3 * p - 1.5) ** 2)

        assert found.expected[0, k] == pytest.approx(quad(density, -12, 12)[0], rel=1e-9)


@pytest.mark.parametrize(
    ("lasting", "form", "seed"), [(0.0, 0.0, 4), (40.0, 60.0, 5), (0.0, 80.0, 6), (60.0, 0.0, 7)]
)
def test_form_is_recovered_whatever_the_draws(lasting, form, seed):
    world = World(0.9, 35.0, 10.0, 0.5, lasting, form)
    records_table = as_loaded(career_table(world, players=60, events=12, games=9, seed=seed))
    curve = fit_curve(games_of(records_table))
    records = records_of(records_table)
    assert len(records) == 720
    assert (records.following >= 0).sum() == 660
    found = event_form(records, form_moments(records, curve))
    assert near(found.total, lasting**2 + form**2)
    assert near(found.lasting, lasting**2)
    assert near(found.form, form**2)
    assert found.form.error < 1000.0


def test_few_clusters_have_no_error():
    assert np.isnan(Estimate(1.0, 0.1, 4, 100).error)
    assert np.isnan(Estimate(1.0, 0.1, 4, 100).ends()).all()
    low, high = Estimate(1.0, 0.1, 5, 100).ends()
    assert (low, high) == pytest.approx((1 - 0.2776445, 1 + 0.2776445))  # t with 4 df, tables
