"""Events to come: uncertain strength, attempts, the strength with an even chance."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, binomtest, chi2, norm

import tprstats as tpr
from tprstats.estimators.likelihood import score_log_likelihood
from tprstats.exact import score_distribution
from tprstats.mcse import share_limit
from tprstats.norms import Strength, future_luck, get_title, norm_scores
from tprstats.norms.chances import COARSE, posterior_strength
from tprstats.norms.future import ENOUGH
from tprstats.norms.trials import Mean, Trials, even_chance
from tprstats.outcomes import EloDavidson
from tprstats.records import Record, RecordBatch
from tprstats.simulation import Field, RoundRobin, Swiss, simulate, simulate_range

MODEL = EloDavidson(0.4, 0.0)
EQUALS = RoundRobin(Field.of([2500.0] * 10), MODEL)  # a GM norm takes 6 of 9
SWISS = Swiss(Field.of(np.linspace(2600, 2350, 16)), MODEL, rounds=9, system="fold")


def chance(strengths):
    """Of 6/9 against nine times 2500, by convolution."""
    schedule = RecordBatch.from_arrays([[2500.0] * 9], 0)
    law = score_distribution(schedule, np.atleast_1d(strengths)[None, :], MODEL)
    return law[0, :, 12:].sum(axis=-1)


def normal_mean(f, mean, sd):
    z = np.linspace(-8, 8, 4001)
    weight = np.exp(-(z**2) / 2)
    return float((weight * f(mean + sd * z)).sum() / weight.sum())


@pytest.mark.parametrize("sd", [40.0, 120.0])
@pytest.mark.parametrize("attempts", [1, 8])
def test_uncertain_strength_against_equal_opponents(sd, attempts):
    """The exact chance at each strength, averaged on a fine grid, the power before the mean."""
    found = future_luck(
        EQUALS, "GM", 4, strength=Strength(2480.0, sd), events=20_000, seed=2, attempts=attempts
    )
    exact = normal_mean(lambda s: 1 - (1 - chance(s)) ** attempts, 2480.0, sd)
    assert abs(found.at_least_one.value - exact) < 4 * found.at_least_one.mcse + 0.001
    once = normal_mean(chance, 2480.0, sd)
    assert abs(found.performance.value - once) < 4 * found.performance.mcse + 0.001
    if attempts > 1 and sd > 100:
        # The wrong order, 1 - (1 - mean p)**k, is far outside.
        assert 1 - (1 - once) ** attempts - found.at_least_one.value > 10 * found.at_least_one.mcse


def test_a_posterior_is_averaged_over_its_own_shape():
    """Nine wins: the posterior is that of the prior times the chance of 9/9, on a fine grid."""
    record = Record.from_results([2500] * 9, [1] * 9)
    own = posterior_strength(record, Strength(2450.0, 150.0), 0.4)
    x = np.linspace(1600, 3600, 4001)
    log = score_log_likelihood(record.batch(), x[None, :], np.array([0.4]))[0]
    weight = np.exp(log - log.max() - ((x - 2450) / 150) ** 2 / 2)
    weight /= weight.sum()
    assert own.mean == pytest.approx(weight @ x, abs=1e-3)
    found = future_luck(EQUALS, "GM", 4, strength=own, events=20_000, seed=6, attempts=3)
    exact = weight @ (1 - (1 - chance(x)) ** 3)
    assert abs(found.at_least_one.value - exact) < 4 * found.at_least_one.mcse + 0.001


@pytest.mark.parametrize("sd", [20.0, 300.0])
@pytest.mark.parametrize("attempts", [1, 30])
def test_the_grid_of_strengths_is_fine_enough(sd, attempts):
    """Where a chance is cheap, to 1e-6; where it is simulated, to the 0.001 that is promised."""
    strength = Strength(2450.0, sd)
    exact = normal_mean(lambda s: 1 - (1 - chance(s)) ** attempts, 2450.0, sd)
    for (x, weights), room in ((strength.grid(), 1e-6), (strength.grid(COARSE, ENOUGH), 1e-3)):
        assert weights @ (1 - (1 - chance(x)) ** attempts) == pytest.approx(exact, abs=room)


def brute_force(design, player, strength, sd, events, attempts=1, seed=7):
    """Each event (or run of events) with a strength drawn for it: whether there was a norm."""
    draws = norm.rvs(strength, sd, size=events, random_state=seed)
    field = design.field
    hits = []
    for k, drawn in enumerate(draws):
        strengths = [drawn if i == player else s for i, s in enumerate(field.strengths)]
        own = replace(field, strengths=tuple(strengths), published=field.strengths)
        batch = simulate_range(replace(design, field=own), k * attempts, attempts, seed)
        made = norm_scores(batch, "GM", predetermined=isinstance(design, RoundRobin))
        hits.append(bool(made[batch.players.entrant == player].any()))
    return np.array(hits)


@pytest.mark.parametrize("attempts", [1, 4])
def test_uncertain_strength_in_a_swiss_is_a_strength_drawn_for_each_event(attempts):
    found = future_luck(
        SWISS, "GM", 5, strength=Strength(2480.0, 90.0), events=4000, seed=1, attempts=attempts
    )
    hits = brute_force(SWISS, 5, 2480.0, 90.0, 1500, attempts)
    p = hits.mean()
    error = math.hypot(math.sqrt(p * (1 - p) / hits.size), found.at_least_one.mcse)
    assert abs(found.at_least_one.value - p) < 4 * error
    assert 0.1 < p < 0.7


def test_no_spread_is_the_point():
    point = future_luck(SWISS, "GM", 5, strength=Strength(2500.0), events=500, attempts=3)
    tight = future_luck(SWISS, "GM", 5, strength=Strength(2500.0, 1e-6), events=500, attempts=3)
    assert tight.strengths == 7
    for a, b in ((point.performance, tight.performance), (point.at_least_one, tight.at_least_one)):
        assert b.value == pytest.approx(a.value, abs=1e-12)
        assert b.mcse == pytest.approx(a.mcse, abs=1e-12)


def test_the_field_s_own_strength_is_the_default():
    assert (
        future_luck(SWISS, "GM", 5, events=300).performance
        == future_luck(
            SWISS, "GM", 5, events=300, strength=Strength(SWISS.field.strengths[5])
        ).performance
    )


def test_strengths_share_the_luck():
    """In a round robin a stronger player never scores less with the same luck."""
    trials = Trials(EQUALS, get_title("GM"), 4, events=2000, seed=3)
    weak, strong = trials.at(2450.0).made, trials.at(2550.0).made
    assert not (weak & ~strong).any()
    assert strong.sum() > weak.sum() > 0


def test_the_own_rating_seeds_whatever_the_strength():
    """The others' pairings of round one depend on ratings alone."""
    trials = Trials(SWISS, get_title("GM"), 5, events=20, seed=3)
    field = trials.design.field
    strengths = list(field.strengths)
    strengths[5] = 2700.0
    stronger = replace(trials.design, field=replace(field, strengths=tuple(strengths)))
    one, two = (next(simulate(d, events=20, seed=3)) for d in (trials.design, stronger))
    assert (one.opponents[:, :, 0] == two.opponents[:, :, 0]).all()
    assert (one.players.published == two.players.published).all()


@pytest.mark.parametrize("p", [0.02, 0.3, 0.9])
@pytest.mark.parametrize("attempts", [2, 7])
def test_attempts_are_estimated_without_bias(p, attempts):
    """The mean over every number of successes among 40 events, by its binomial chance."""
    n = 40
    total = 0.0
    for hits in range(n + 1):
        flags = np.arange(n) < hits
        found = Mean([flags], [np.ones(n, dtype=bool)], np.array([1.0])).in_attempts(attempts)
        total += binom.pmf(hits, n, p) * found.value
    assert total == pytest.approx(1 - (1 - p) ** attempts, abs=1e-12)


def errors_are_the_spread(runs):
    """Of n seeds the variance over the mean squared error is chi square over n - 1."""
    values, errors = (np.array([getattr(r, x) for r in runs]) for x in ("value", "mcse"))
    ratio = values.var(ddof=1) / np.square(errors).mean()
    low, high = chi2.ppf([1e-4, 1 - 1e-4], len(runs) - 1) / (len(runs) - 1)
    assert low < ratio < high


def test_the_error_is_the_spread_over_seeds():
    runs = [
        future_luck(
            SWISS, "GM", 5, strength=Strength(2480.0, 90.0), events=250, seed=k, attempts=5
        ).at_least_one
        for k in range(60)
    ]
    errors_are_the_spread(runs)


def test_the_even_strength_of_a_round_robin_is_the_exact_one():
    trials = Trials(EQUALS, get_title("GM"), 4, events=8000, seed=5)
    found = even_chance(trials, 2400.0)
    assert found is not None
    grid = np.linspace(2400, 2700, 30_001)
    exact = grid[np.searchsorted(chance(grid), 0.5)]
    assert abs(found.value - exact) < 4 * found.mcse + 1.0
    assert found.mcse < 5.0


def test_the_even_strength_s_error_is_its_spread_over_seeds():
    runs = [
        even_chance(Trials(SWISS, get_title("GM"), 5, events=300, seed=k), 2550.0)
        for k in range(60)
    ]
    errors_are_the_spread(runs)


def test_no_strength_makes_weak_opponents_a_norm():
    weak = RoundRobin(Field.of([2200.0] * 10), MODEL)
    found = future_luck(weak, "GM", 0, strength=Strength(2200.0, 50.0), events=200, even=2200.0)
    assert found.even is None
    assert (found.performance.value, found.performance.mcse) == (0.0, 0.0)
    assert "0 (below 0.015)" in " ".join(found.words())
    assert "95 % limit" in found.words()[0]


@pytest.mark.parametrize("n", [1, 20, 2000])
def test_the_limit_of_none_and_of_all_is_clopper_and_pearson_s(n):
    """scipy's exact interval: 90 % two-sided has 5 % on each side."""
    none, every = (binomtest(k, n).proportion_ci(0.9, "exact") for k in (0, n))
    assert share_limit(0.0, n) == pytest.approx(none.high, rel=1e-9)
    assert share_limit(1.0, n) == pytest.approx(every.low, rel=1e-9)


def test_none_and_all_in_several_attempts():
    every = np.ones((1, 50), dtype=bool)
    for flags, limit in ((~every, 1 - 0.05 ** (3 / 50)), (every, 0.05 ** (1 / 50))):
        found = Mean(flags, every, np.array([1.0])).in_attempts(3)
        assert found.value == float(flags[0, 0])
        assert found.limit == pytest.approx(limit, rel=1e-12)


def test_more_attempts_than_events_are_refused():
    with pytest.raises(tpr.TprstatsError, match="--events"):
        future_luck(EQUALS, "GM", 0, events=10, attempts=11)


def test_a_field_drawn_anew_has_no_strength_of_its_own():
    drawn = RoundRobin(Field(10, mean=2450, sd=50))
    assert future_luck(drawn, "GM", 0, events=50).strength.mean == 2450
    with pytest.raises(tpr.TprstatsError, match="given strengths"):
        future_luck(drawn, "GM", 0, events=50, strength=Strength(2500.0))
