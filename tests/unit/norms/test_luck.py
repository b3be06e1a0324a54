"""The luck: closed forms, attempts, the strength with an even chance, real events."""

from __future__ import annotations

import math
import operator
from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.stats import f as f_law

import tprstats as tpr
from tprstats.estimators.bayes import default_prior_sd
from tprstats.exact import score_distribution
from tprstats.mcse import two_sided_p
from tprstats.norms import get_title, observed_norms
from tprstats.norms.clauses import figures
from tprstats.norms.counting import norm_record
from tprstats.outcomes import EloDavidson
from tprstats.pairing.berger import berger_table
from tprstats.pairing.history import Cell
from tprstats.records import Colour, Event, Record, RecordBatch
from tprstats.simulation import Field, Swiss, simulate

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
    from tprstats.estimators.likelihood import score_log_likelihood

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
    assert found.simulated is not None
    assert abs(found.simulated.value - found.predicted) < 4 * found.simulated.mcse
    # And the same law of the number, with the games that players share.
    one = found.events[0]
    ratio = one.sd**2 / one.simulated_sd**2
    low, high = f_law.ppf([1e-4, 1 - 1e-4], 3999, 3999)
    assert low < ratio < high


def test_the_p_value_is_that_of_every_outcome():
    """Three players who meet twice: every one of the 3^6 outcomes, with its chance."""
    event = tiny_event((2, 2, 2, 1, 1, 0))
    found = observed_norms([event], "WIM", minimum=4, model=EloDavidson(0.3), replicates=40_000)
    law = Counter()
    p = [float(x) for x in EloDavidson(0.3).wdl(0.0)]
    for results in product((2, 1, 0), repeat=6):
        weight = math.prod(p[2 - r] for r in results)
        law[made_in(tiny_event(results))] += weight
    seen = made_in(event)
    assert found.observed == seen
    exact = min(
        1.0,
        2 * min(sum(w for k, w in law.items() if op(k, seen)) for op in (operator.le, operator.ge)),
    )
    error = 2 * math.sqrt(exact / 2 * (1 - exact / 2) / 40_000)
    assert abs(found.events[0].p_replayed - exact) < 4 * error + 1e-4
    mean = sum(k * w for k, w in law.items())
    assert found.predicted == pytest.approx(mean, abs=1e-10)
    sd = math.sqrt(sum(k * k * w for k, w in law.items()) - mean**2)
    assert found.events[0].sd == pytest.approx(sd, rel=0.03)


def tiny_event(results):
    """Three players rated 2150, each pair twice; results are those of the lower number."""
    pairs = [(0, 1), (0, 2), (1, 2), (0, 1), (0, 2), (1, 2)]
    rows = [[], [], []]
    for r, ((a, b), s2) in enumerate(zip(pairs, results, strict=True), 1):
        rows[a].append(tpr.Game(2150, s2, f"P{b}", round=r, opponent_number=b))
        rows[b].append(tpr.Game(2150, 2 - s2, f"P{a}", round=r, opponent_number=a))
    records = [Record(tpr.Player(f"P{i}", i, 2150), tuple(g)) for i, g in enumerate(rows)]
    return Event("Tiny", tuple(records), rounds=6)


def made_in(event):
    """Players at 2150 with four games: a WIM performance takes 2250, 64 % (dp 102), 3 of 4."""
    return sum(2 * sum(g.half_points for g in r.games) / 8 >= 1.5 for r in event.records)


def test_a_draw_of_a_p_value_counts_what_was_seen():
    assert two_sided_p(np.arange(99), 200) == pytest.approx(2 / 100)
    assert two_sided_p(np.zeros(99), 0) == 1.0


def test_p_values_are_uniform_where_the_model_holds():
    """Counts from the law itself: the test rejects no more often than its level."""
    rng = np.random.default_rng(4)
    law = rng.binomial(20, 0.3, size=500)
    p = np.array([two_sided_p(law, x) for x in rng.binomial(20, 0.3, size=4000)])
    # The level 5 %, and four standard errors of a share of 4000 (the law itself is simulated: its
    # own quantiles are 0.01 off at most).
    assert (p <= 0.05).mean() < 0.05 + 4 * math.sqrt(0.05 * 0.95 / 4000) + 0.01


def test_events_that_fail_are_named():
    """Ten equal players of whom six win everything: no chance of that."""
    found = observed_norms(events((6, 1), n=2), "GM", model=EloDavidson(0.4))
    assert found.holm_replayed[0] < 0.01 < found.holm_replayed[1]
    assert "fails in Open 0 (6 seen" in found.words()
    assert "Open 1 (" not in found.words()


def test_whoever_was_away_is_away_again():
    field = Field.of([2500.0] * 8)
    away = ((0, 1, 0), (0, 2, 1), (5, 3, 0))
    for system in ("dutch", "fold"):
        design = Swiss(field, EloDavidson(0.3), rounds=4, system=system, away=away)
        batch = next(simulate(design, events=30, seed=1))
        assert (batch.stopped == 0).all()
        place = {int(who): k for k, who in enumerate(batch.players.entrant[0])}
        expected = np.zeros((8, 4), dtype=bool)
        for who, round_, s2 in away:
            expected[place[who], round_ - 1] = True
            assert (batch.results[:, place[who], round_ - 1] == s2).all()
            assert (batch.opponents[:, place[who], round_ - 1] == -1).all()
        away_cells = (batch.cells == Cell.ABSENT) | (batch.cells == Cell.HALF_BYE)
        assert (away_cells == expected).all()


@pytest.mark.parametrize("away", [((9, 1, 0),), ((0, 0, 0),), ((0, 1, 2),)])
def test_nobody_else_can_be_away(away):
    with pytest.raises(tpr.TprstatsError, match="away"):
        Swiss(Field.of([2500.0] * 8), rounds=4, away=away)


def test_away_takes_a_field_that_stays():
    design = Swiss(Field(8), rounds=4, system="fold", away=((0, 1, 0),))
    with pytest.raises(tpr.TprstatsError, match="same every time"):
        next(simulate(design, events=3, seed=1))


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


def test_too_few_simulated_events_are_told():
    """Nothing is below 2 / (n + 1), and Holm takes that times the number of events."""
    from dataclasses import replace

    found = observed_norms(events((2, 0)), "GM", model=EloDavidson(0.4))
    assert found.replicates == 4000
    assert found.simulate == 0
    assert "none could depart" not in found.words()
    few = replace(found, replicates=200)
    least = 2 * len(found.events) / 201
    assert least > 0.05
    assert f"give no p below {least:.2g}"[:24] in few.words()
    assert "none could depart" in few.words()
    assert "none could depart" not in replace(found, replicates=40 * len(found.events) - 1).words()
