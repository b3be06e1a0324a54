"""What is still needed, against enumeration of all results to come."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

import tprstats as tpr
from tprstats.data import example_path
from tprstats.errors import TprstatsError
from tprstats.records import Record

NOTHING = Record.from_results([], [])


def begun(results, opponents):
    return Record.from_results(opponents[: len(results)], results), opponents[len(results) :]


@pytest.mark.parametrize("method", ["fide", "average-capped", "per-opponent", "firth", "shortcut"])
def test_the_needed_score_is_that_of_the_rule(method):
    """Every way to play the last four games, rated by the rule itself."""
    opponents = [2400, 2350, 2200, 2480, 2390, 2410]
    record, rest = begun([1, 0.5], opponents)
    found = tpr.target(record, rating=2450, method=method, remaining=rest, strength=2400)
    seen = {}
    for results in product((0, 0.5, 1), repeat=4):
        whole = Record.from_results(opponents, [1, 0.5, *results])
        rating = tpr.rate(whole, method=method).rating
        points = 1.5 + sum(results)
        good = points == 6 if rating is None else rating >= 2450
        seen.setdefault(points, set()).add(good)
    assert {o.points: {o.reached == "yes"} for o in found.outlooks} == seen
    assert found.needed == min(p for p in seen if all(seen[q] == {True} for q in seen if q >= p))


def test_nine_games_for_2600():
    """FIDE's table: 7/9 is 78 %, +220; 6.5/9 is 72 %, +166."""
    found = tpr.target(NOTHING, rating=2600, remaining=[2400] * 9)
    assert (found.needed, found.chance) == (7.0, None)
    assert tpr.target(NOTHING, rating=2600, remaining=[2434] * 9).needed == 6.5
    assert tpr.target(NOTHING, title="GM", remaining=[2433] * 9).needed == 7.0


def test_chances_add_up_over_the_next_result():
    """P(goal) = sum of P(result) P(goal after it), with the next game's chances by hand."""
    record, rest = begun([1, 0.5, 0.5], [2450, 2500, 2550, 2400, 2480, 2520, 2490, 2380, 2600])
    options = {"strength": 2500, "draw_share": 0.4, "white_advantage": 0.0}
    found = tpr.target(record, title="GM", remaining=rest, **options)
    win, draw, loss = tpr.outcomes.EloDavidson(0.4).wdl(100.0)
    after = {f.result: f.chance for f in found.following}
    total = float(win) * after["win"] + float(draw) * after["draw"] + float(loss) * after["loss"]
    assert found.chance == pytest.approx(total, abs=1e-13)
    assert found.chance == pytest.approx(
        sum(o.chance for o in found.outlooks if o.reached == "yes"), abs=1e-13
    )
    assert after["win"] > after["draw"] > after["loss"]
    needed = {f.result: f.needed for f in found.following}
    assert found.points + needed["win"] + 1 == found.needed
    assert needed["draw"] - needed["win"] == 0.5


def test_before_the_event_the_norm_is_the_luck():
    opponents = [2450, 2500, 2550, 2400, 2480, 2520, 2490, 2380, 2600, 2100, 2450]
    record = Record.from_results(opponents, [0] * 11)
    options = {"strength": 2480, "draw_share": 0.4, "white_advantage": 0.0}
    luck = tpr.norm(record, "GM", pairing="swiss", **options).luck
    found = tpr.target(NOTHING, title="GM", remaining=opponents, pairing="swiss", **options)
    assert found.chance == pytest.approx(luck.performance, abs=1e-14)
    # With eleven rounds the norm can be made early or wins left out: some scores depend on it.
    assert {o.reached for o in found.outlooks} == {"yes", "no", "depends"}
    assert any("depends" in w for w in found.words())


def test_a_finished_event():
    done = tpr.target(Record.from_results([2400] * 9, [1] * 7 + [0] * 2), rating=2600)
    assert "reached" in done.words()[0]
    assert not done.following
    missed = tpr.target(Record.from_results([2400] * 9, [1] * 6 + [0] * 3), rating=2600)
    assert "not reached" in missed.words()[0]


def test_out_of_reach():
    found = tpr.target(Record.from_results([2300] * 3, [0] * 3), rating=2600, remaining=[2300] * 6)
    assert found.needed is None
    assert "out of reach" in found.words()[0]
    assert all(not f.possible for f in found.following)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "one of the two"),
        ({"title": "GM", "rating": 2600}, "one of the two"),
        ({"rating": 2600}, "nothing to aim with"),
        ({"rating": 12, "remaining": [2400], "method": "lichess-arena"}, "order"),
        ({"rating": 99999, "remaining": [2400]}, "target"),
        ({"title": "FM", "remaining": [2400]}, "2300"),
        ({"title": "IM", "remaining": [2400] * 5}, "5 games are known and a norm takes 9"),
        ({"rating": 2600, "remaining": [2400] * 300}, "at most 200"),
    ],
)
def test_bad_questions(options, text):
    with pytest.raises(tpr.TprstatsError, match=text):
        tpr.target(NOTHING, **options)


def test_unrated_opponents_do_not_count_for_a_rule():
    found = tpr.target(NOTHING, rating=2500, remaining=[2400, None, 2450], strength=2400)
    assert found.to_come == 2
    assert any("unrated" in a for a in found.assumptions)


def test_games_played_tell_of_an_uncertain_strength():
    """Against integration by hand: prior times the chance of what was played."""
    import numpy as np

    from tprstats.outcomes import EloDavidson

    opponents = [2500] * 5
    record, rest = begun([1, 1, 0.5, 1], opponents)
    found = tpr.target(
        record,
        rating=2560,
        method="average-capped",
        remaining=rest,
        strength=2450,
        strength_sd=100,
        draw_share=0.4,
        white_advantage=0,
    )
    theta = np.linspace(1850, 3050, 24001)
    win, draw, loss = EloDavidson(0.4).wdl(theta - 2500)
    prior = np.exp(-0.5 * ((theta - 2450) / 100) ** 2)
    weight = prior * win**3 * draw
    after = {4.5: win, 4.0: draw, 3.5: loss}
    for outlook in found.outlooks:
        by_hand = (weight * after[outlook.points]).sum() / weight.sum()
        assert outlook.chance == pytest.approx(by_hand, abs=1e-6)
    # The prior alone would say less of a fifth win.
    assert (prior * win).sum() / prior.sum() < found.outlooks[-1].chance - 0.1


def test_an_event_that_is_over_has_no_opponents_to_name():
    """Six rounds, all played: a norm takes nine."""
    event = tpr.read(example_path())
    with pytest.raises(TprstatsError, match="6 games count and none is to come by the file"):
        tpr.target(event, player=4, title="IM")
    found = tpr.target(event, player=4, title="IM", remaining=[2400.0] * 3)
    said = "the file has no round to come: 3 further rounds are taken as part of the event"
    assert said in found.assumptions
    assert found.outlooks[0].points == found.points


def test_opponents_to_come_are_in_the_rounds_that_are_left():
    event = tpr.read(example_path())
    running = replace(event, details={**event.details, "rounds": "9"})
    with pytest.raises(TprstatsError, match="name the opponents to come"):
        tpr.target(running, player=4, title="IM")
    found = tpr.target(running, player=4, title="IM", remaining=[2400.0] * 3)
    assert not any("further" in x for x in found.assumptions)
    assert "round 7" in found.opponent
    more = tpr.target(running, player=4, title="IM", remaining=[2400.0] * 5)
    said = (
        "the file has 3 rounds without an opponent: 2 further rounds are taken as part of the event"
    )
    assert said in more.assumptions
