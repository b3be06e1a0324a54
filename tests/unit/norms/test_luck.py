"""The luck: closed forms, attempts, the strength with an even chance, real events."""

from __future__ import annotations

import math

import numpy as np
import pytest

import tprstats as tpr
from tprstats.estimators.bayes import default_prior_sd
from tprstats.exact import score_distribution
from tprstats.norms import get_title, observed_norms
from tprstats.norms.clauses import figures
from tprstats.norms.games import norm_record
from tprstats.outcomes import EloDavidson
from tprstats.pairing.berger import berger_table
from tprstats.records import Colour, Event, Record, RecordBatch

NINE = Record.from_results([2500] * 9, [0.5] * 9)


def luck(record=NINE, **options):
    given = {"strength": 2500, "draw_share": 0.4, "white_advantage": 0.0} | options
    return tpr.norm(record, "GM", **given).luck


def test_nine_games_are_the_tail_of_the_score():
    """Ra 2500 takes 6/9 (67 %, +125): a convolution, and for no draws a binomial sum."""
    schedule = RecordBatch.from_arrays([[2500.0] * 9], 0)
    tail = score_distribution(schedule, 2480, EloDavidson(0.4))[0, 12:].sum()
    assert luck(strength=2480).performance == pytest.approx(tail, abs=1e-14)
    binomial = sum(math.comb(9, k) for k in range(6, 10)) / 2**9
    assert luck(draw_share=0.0).performance == pytest.approx(binomial, abs=1e-14)


def test_a_mix_that_is_not_known_leaves_only_the_performance():
    found = luck()
    assert found.norm is None
    assert "mix left aside" in found.words()[0]


def test_scores_add_up():
    found = luck()
    assert sum(s.chance for s in found.scores) == pytest.approx(1.0, abs=1e-12)
    assert sum(s.norm for s in found.scores) == pytest.approx(found.performance, abs=1e-14)
    assert found.expected == pytest.approx(4.5, abs=1e-12)


def test_attempts_of_a_known_strength_are_independent():
    one, ten = luck(), luck(attempts=10)
    p = one.performance
    assert ten.at_least_one == pytest.approx(1 - (1 - p) ** 10, abs=1e-13)
    fewer = sum(math.comb(10, k) * p**k * (1 - p) ** (10 - k) for k in range(3))
    assert ten.at_least_three == pytest.approx(1 - fewer, abs=1e-13)
    assert one.at_least_one == pytest.approx(p, abs=1e-14)
    assert one.at_least_three == pytest.approx(0.0, abs=1e-14)


def test_attempts_share_an_unknown_strength():
    """With SD 100: means over strengths, here by brute force over a fine grid."""
    found = luck(strength_sd=100.0, attempts=6)
    z = np.linspace(-8, 8, 4001)
    weight = np.exp(-(z**2) / 2)
    schedule = RecordBatch.from_arrays([[2500.0] * 9], 0)
    law = score_distribution(schedule, (2500 + 100 * z)[None, :], EloDavidson(0.4))
    p = law[0, :, 12:].sum(axis=-1)
    assert found.performance == pytest.approx((weight * p).sum() / weight.sum(), abs=1e-8)
    once = (weight * (1 - (1 - p) ** 6)).sum() / weight.sum()
    assert found.at_least_one == pytest.approx(once, abs=1e-8)
    assert found.at_least_one < 1 - (1 - found.performance) ** 6  # attempts are alike


def test_the_even_strength_is_even():
    found = luck()
    assert found.even is not None
    assert luck(strength=found.even).performance == pytest.approx(0.5, abs=1e-6)


def test_a_posterior_is_the_prior_times_the_chance_of_the_score():
    """Brute force on a fine grid: N(2500, 49) times the quasi likelihood of 7/9."""
    record = Record.from_results([2500] * 9, [1] * 5 + [0.5] * 4, own=2500)
    found = luck(record, strength=None, posterior=True, attempts=3)
    from tprstats.estimators._likelihood import score_log_likelihood

    x = np.linspace(2000, 3000, 20_001)
    log = score_log_likelihood(record.batch(), x[None, :], np.array([0.4]))[0]
    sd = float(default_prior_sd(2500.0))
    weight = np.exp(log - log.max() - ((x - 2500) / sd) ** 2 / 2)
    weight /= weight.sum()
    schedule = RecordBatch.from_arrays([[2500.0] * 9], 0)
    p = score_distribution(schedule, x[None, :], EloDavidson(0.4))[0, :, 12:].sum(axis=-1)
    assert found.performance == pytest.approx(weight @ p, abs=1e-6)
    assert found.at_least_one == pytest.approx(weight @ (1 - (1 - p) ** 3), abs=1e-6)
    assert found.strength.mean == pytest.approx(weight @ x, abs=1e-3)
    assert "after these games" in found.words()[0]


def test_no_strength_makes_weak_opponents_a_norm():
    found = luck(Record.from_results([2300] * 9, [1] * 9))
    assert found.performance == 0.0
    assert found.even is None


def test_the_white_advantage_is_in():
    whites = Record.from_results([2500] * 9, [1] * 9, colours=[Colour.WHITE] * 9)
    blacks = Record.from_results([2500] * 9, [1] * 9, colours=[Colour.BLACK] * 9)
    # 35 Elo for White throughout is the same as 35 Elo more strength.
    white = luck(whites, white_advantage=35.0).performance
    assert white == pytest.approx(luck(strength=2535).performance, abs=1e-14)
    assert luck(blacks, white_advantage=35.0).performance < luck().performance < white


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"attempts": 0}, "attempts"),
        ({"strength": 9000}, "strength"),
        ({"strength_sd": -1}, "SD"),
        ({"draw_share": 1.0}, "draw share"),
        ({"future": "swiss"}, "event"),
    ],
)
def test_impossible_settings(options, text):
    with pytest.raises(tpr.TprstatsError, match=text):
        luck(**options)


def test_too_many_games_for_the_exact_chance():
    long = Record.from_results([2500] * 17, [0.5] * 17)
    with pytest.raises(tpr.TprstatsError, match="16"):
        luck(long)
    # Without a strength the check alone is given.
    assert tpr.norm(long, "GM").luck is None


def test_an_unrated_opponent_is_said():
    record = Record.from_results([2500] * 8 + [None], [0.5] * 9)
    strong, weak = luck(record, unrated=2400), luck(record, unrated=1400)
    assert strong.performance < weak.performance
    assert any("unrated" in a for a in weak.assumptions)


def events(spread, n=6):
    """Round robins of ten equal players at 2500 in which the first ones win every game."""
    meetings = [
        (r, a, b)
        for r, p in enumerate(berger_table(10), 1)
        for a, b in zip(p.white, p.black, strict=True)
    ]
    found = []
    for k in range(n):
        records = []
        for i in range(10):
            top = i < spread[k % len(spread)]
            rows = [
                tpr.Game(2500, 2 if top else 1, f"P{a + b - i}", round=r, opponent_number=a + b - i)
                for r, a, b in meetings
                if i in (a, b)
            ]
            records.append(Record(tpr.Player(f"P{i}", i, 2500), tuple(rows)))
        found.append(Event(f"Open {k}", tuple(records), rounds=9))
    return found


def test_observed_against_predicted_is_counted_by_event():
    """Two and no norm-level scores by turns; ten players of which each has the exact chance."""
    found = observed_norms(events((2, 0)), "GM", model=EloDavidson(0.4))
    one = luck().performance
    assert found.observed == 6
    assert found.predicted == pytest.approx(60 * one, abs=1e-10)
    assert found.independent_sd == pytest.approx(math.sqrt(60 * one * (1 - one)), abs=1e-10)
    # Differences 2 - 10p and -10p: SD sqrt(6 / 5), of a sum of six sqrt(6) times that; t(5) at
    # 97.5 % is 2.5706 (tables).
    low, high = found.excess
    assert (low + high) / 2 == pytest.approx(6 - 60 * one, abs=1e-9)
    assert (high - low) / 2 == pytest.approx(2.570582 * math.sqrt(6) * math.sqrt(6 / 5), rel=1e-6)
    assert "cannot be told" in found.words() or high < 0


def test_few_events_say_nothing():
    found = observed_norms(events((2, 0), n=4), "GM")
    assert found.excess is None
    assert "cannot be told from so few" in found.words()


def test_simulated_events_of_a_round_robin_agree_with_the_replay():
    """A round robin's pairings do not follow the results: both foretell the same number."""
    found = observed_norms(events((2,), n=1), "GM", simulate=4000, model=EloDavidson(0.475))
    # The simulation's draw share goes by the level of the field, about 0.475 at 2500.
    assert found.simulated is not None
    share = float(tpr.outcomes.draw_share_at_level(2500.0))
    exact = observed_norms(events((2,), n=1), "GM", model=EloDavidson(share)).predicted
    assert abs(found.simulated.value - exact) < 4 * found.simulated.mcse


def test_observed_norms_of_real_events(real_files):
    """Moscow Open 2018 A, IM: players, observed and the replayed number are of one size."""
    event = tpr.read(real_files / "events" / "moscow_open_2018_A.csv")
    found = observed_norms([event], "IM")
    assert found.players > 100
    # Nine rounds: a player has all nine games, or eight and a round for nothing (1.4.1c).
    made = 0
    for record in event.records:
        rounds = norm_record(record, event)
        enough = len(rounds.games) == 9 or (len(rounds.games) == 8 and rounds.credited)
        if enough:
            numbers = figures(rounds.games, get_title("IM"))
            made += numbers.needed is not None and numbers.half_points >= numbers.needed
    assert found.observed == made
