"""Forecasts: by hand, by enumeration of all results, and from known worlds."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tprstats.intervals import interval
from tprstats.outcomes import EloDavidson
from tprstats.records import RecordBatch
from tprstats.study.form_predict import (
    STEP,
    Pairs,
    covered,
    interval_nodes,
    log_scores,
    outlook,
    predictors,
    share_that_returns,
    standard_error,
)

CHANCES = {2: 0.640459, 1: 0.238577, 0: 0.120965}
"""Win, draw and loss at +200 with d0 = .3 (statistics A.2)."""


def pairs(before, after, own=2400.0, opponents=2200.0, share=0.3, classical=True) -> Pairs:
    before, after = np.atleast_2d(before), np.atleast_2d(after)
    m = before.shape[0]

    def batch(results):
        return RecordBatch.from_arrays(
            np.full(results.shape, opponents), results, own=np.full(m, own)
        )

    shares = np.full(m, share)
    return Pairs(batch(before), batch(after), np.arange(m), shares, shares, 0.0, classical)


def test_log_score_by_hand():
    one = pairs([[1] * 5], [[2, 1, 0, 2, 2]])
    told = np.sum([np.log(CHANCES[s]) for s in (2, 1, 0, 2, 2)])
    assert log_scores(one, np.array([2400.0]))[0] == pytest.approx(told, abs=1e-4)


def test_outlook_by_enumeration():
    one = pairs([[1] * 5], [[2, 0, 1]])
    view = outlook(one)
    place = int((2400.0 - view.start[0]) / STEP)
    at = below = 0.0
    for results in product((0, 1, 2), repeat=3):
        chance = np.prod([CHANCES[s] for s in results])
        at += chance * (sum(results) == 3)
        below += chance * (sum(results) < 3)
    assert view.at[0, place] == pytest.approx(at, abs=1e-5)
    assert view.below[0, place] == pytest.approx(below, abs=1e-5)
    # Between two points of the grid a straight line.
    mixed = view.mixed(np.array([[2410.0]]))
    assert mixed[1][0] == pytest.approx(view.at[0, place : place + 2].mean(), rel=1e-9)
    # Two equally likely strengths; an end at infinity is the end of the grid.
    both = view.mixed(np.array([[2400.0, np.inf]]))
    assert both[1][0] == pytest.approx((view.at[0, place] + view.at[0, -1]) / 2, abs=3e-3)


def test_a_spread_is_the_mean_over_a_normal():
    view = outlook(pairs([[1] * 5], [[2, 1, 1, 0, 2]]))
    z = np.random.default_rng(1).standard_normal(200_000)
    drawn = np.interp(2400.0 + 60.0 * z, view.start[0] + STEP * np.arange(101), view.at[0])
    error = drawn.std() / np.sqrt(z.size)
    found = view.mixed(np.array([[2400.0]]), 60.0)[1][0]
    # Both read a line broken at the grid; a chord is off its curve by an eighth of the second
    # difference at most.
    broken = 2.0 * np.abs(np.diff(view.at[0], 2)).max() / 8.0
    assert abs(found - drawn.mean()) < 4.0 * error + broken


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
def test_a_right_forecast_covers_its_level_exactly(level):
    pmf = np.random.default_rng(2).dirichlet(np.ones(13))
    below = np.r_[0.0, np.cumsum(pmf)[:-1]]
    assert np.sum(pmf * covered(below, pmf, level)) == pytest.approx(level, rel=1e-12)


def test_nodes_are_the_ends_of_intervals():
    some = pairs([[2, 2, 1, 1, 0, 2, 1]], [[1] * 5])
    nodes = interval_nodes(some, "midp", seed=1, resamples=1)
    assert nodes.shape == (1, 20)
    assert (np.diff(nodes[0]) > 0).all()
    share = 1 / (1 + np.exp(0.653 - 0.4 * 200 / 400))  # the level rule at 2200
    ends = interval(some.before, "midp", level=0.95, draw_prior=share)
    assert nodes[0, [0, -1]] == pytest.approx([ends.low[0], ends.high[0]])


def test_a_bootstrap_whose_middle_is_one_number_is_not_refused():
    some = pairs([[2, 1, 1, 1, 0, 1], [2, 2, 2, 2, 2, 2]], [[1] * 5] * 2)
    narrow = interval(some.before, "bootstrap-parametric", level=0.05)
    assert np.isnan(narrow.low[0])
    nodes = interval_nodes(some, "bootstrap-parametric", seed=1, resamples=1)
    assert (np.diff(nodes[0]) >= 0).all()
    resampled = interval_nodes(some, "bootstrap-percentile", seed=1, resamples=49)
    assert np.isnan(resampled[1]).all()  # wins only: degenerate at every level
    assert not np.isnan(resampled[0]).any()


def test_shrunk_rules_stand_between_the_rating_and_the_rule():
    some = pairs([[2, 2, 1, 1, 2, 2, 1]], [[1] * 5])
    named = dict(predictors(some))
    assert {"rating", "rating-before", "fide", "firth", "firth shrunk", "bayes"} <= set(named)
    error = standard_error(some.before, some.share_before)[0]
    pq, d = 0.759747 * 0.240253, CHANCES[1]
    assert error == pytest.approx(np.sqrt(7 * (pq - d / 4)) / (0.00575646 * 7 * pq), rel=1e-4)
    real = 49.13**2 / (49.13**2 + error**2)  # US Chess: 50 games above 2355
    wanted = 2400.0 + real * (named["firth"][0] - 2400.0)
    assert named["firth shrunk"][0] == pytest.approx(wanted, abs=0.05)
    assert "recursive" not in named  # needs a whole event


def test_the_share_that_returns_is_recovered():
    rng = np.random.default_rng(3)
    m, share = 4000, 0.3
    excess = 120.0 * rng.standard_normal(m)
    blank = pairs(np.ones((m, 9), dtype=int), np.ones((m, 9), dtype=int), opponents=2400.0)
    strength = blank.before.own + share * excess
    some = blank.replayed((strength, strength), rng)
    scores, found = share_that_returns(some, some.before.own + excess)
    assert abs(found - share) < 4.0 * np.sqrt(np.square(scores).sum())
    assert np.sqrt(np.square(scores).sum()) < 0.02
    assert np.isnan(share_that_returns(some, some.before.own)[1])


def test_replayed_results_have_the_chances_of_the_model():
    m = 3000
    blank = pairs(np.ones((m, 9), dtype=int), np.ones((m, 9), dtype=int))
    again = blank.replayed((blank.before.own, blank.before.own), np.random.default_rng(4))
    win, draw, _ = (float(x) for x in EloDavidson(0.3).wdl(200.0))
    for batch in (again.before, again.after):
        for value, chance in ((2, win), (1, draw)):
            share = (batch.half_points == value).mean()
            assert abs(share - chance) < 4.0 * np.sqrt(chance * (1 - chance) / (9 * m))
