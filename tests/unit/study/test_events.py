"""Whole events: what the engine adds to the simulators."""

from __future__ import annotations

import numpy as np
import pytest

from tprstats.estimators import estimate
from tprstats.simulation import to_event
from tprstats.study.estimates import Estimates
from tprstats.study.events import design_of_factors, play_events
from tprstats.study.factors import EventFactors
from tprstats.study.groups import members
from tprstats.study.records_drawn import simulate_records
from tprstats.study.replay import replay
from tprstats.study.result import measure_rows
from tprstats.study.work import run_range

ERRORS = 4.0

SWISS = {"kind": "swiss", "players": 16, "rounds": 5, "system": "fold", "sd": 200.0}


def estimates_of(spec, count=60):
    (scenario,) = spec.scenarios("full")
    return run_range(spec, scenario, 0, count)


def test_numbers_are_those_of_the_rules_event_by_event(make_spec):
    spec = make_spec(
        methods=["fide", "firth", "elostat"],
        intervals=["midp"],
        pairs=[],
        scenario={**SWISS, "rating_noise": 40.0},
    )
    e = estimates_of(spec, 5)
    f = EventFactors(**SWISS, rating_noise=40.0)
    batch = play_events(f, 0, 5, spec.seed)
    for k in range(5):
        event = to_event(batch, k, design_of_factors(f))
        from tprstats.records import RecordBatch

        records = RecordBatch.from_records(event.records)
        assert np.array_equal(e.values[0, 0, k], estimate(records, "fide").values)
        assert np.allclose(e.values[1, 0, k], estimate(records, "firth").values, atol=1e-9)
        assert np.allclose(
            e.values[2, 0, k], estimate(event, "elostat").values, equal_nan=True, atol=1e-9
        )
        assert np.allclose(e.average[0, k], np.nanmean(records.opponents, axis=1))


@pytest.mark.parametrize("kind", ["swiss", "replayed-swiss"])
def test_score_surplus_has_mean_zero_whatever_the_pairing(make_spec, kind):
    """The martingale of statistics F.1, for the field as a whole and for its strongest."""
    spec = make_spec(
        methods=["firth"],
        intervals=[],
        pairs=[],
        measures=["surplus"],
        groups=["quintile"],
        scenario={**SWISS, "kind": kind, "white_advantage": 35.0},
    )
    (scenario,) = spec.scenarios("full")
    for row in measure_rows(spec, scenario, estimates_of(spec, 400), {}):
        assert abs(row["value"]) <= ERRORS * row["mcse"]
        assert row["mcse"] < 0.06


def test_replayed_swiss_has_the_same_pairings_and_other_results():
    first = play_events(EventFactors(**SWISS), 0, 20, 3)
    again = play_events(EventFactors(**{**SWISS, "kind": "replayed-swiss"}), 0, 20, 3)
    assert np.array_equal(first.opponents, again.opponents)
    assert np.array_equal(first.colours, again.colours)
    assert not np.array_equal(first.results, again.results)
    # Each game has one result: what one gets the other loses.
    them = np.maximum(again.opponents, 0).astype(int)
    e, _, r = them.shape
    theirs = again.results[np.arange(e)[:, None, None], them, np.arange(r)]
    assert (again.results + theirs == 2).all()


def test_replay_breaks_the_link_of_luck_and_opposition(make_spec):
    """A point more brings stronger opponents in a Swiss, and none when the games are replayed:
    there a higher average goes with fewer points (statistics F.2: +25 and -26)."""
    found = {}
    for kind in ("swiss", "replayed-swiss"):
        spec = make_spec(
            methods=["fide"],
            intervals=[],
            pairs=[],
            measures=["average-slope"],
            scenario={**SWISS, "players": 32, "rounds": 7, "fixed": True, "kind": kind},
        )
        (scenario,) = spec.scenarios("full")
        rows = measure_rows(spec, scenario, estimates_of(spec, 150), {})
        found[kind] = next(r for r in rows if r["measure"] == "average-slope")
    assert found["swiss"]["value"] > ERRORS * found["swiss"]["mcse"]
    assert found["replayed-swiss"]["value"] < -ERRORS * found["replayed-swiss"]["mcse"]


def test_unrated_opponents_count_as_the_treatment_says(make_spec):
    ways = [
        {"id": "fide", "label": "out"},
        {"id": "fide", "label": "1400", "unrated": 1400.0},
        {"id": "fide", "label": "floor", "unrated": "floor"},
        {"id": "fide", "label": "estimated", "unrated": "estimated"},
    ]
    spec = make_spec(
        methods=ways, intervals=[], pairs=[], measures=["bias"], scenario={**SWISS, "unrated": 0.3}
    )
    e = estimates_of(spec, 3)
    f = EventFactors(**SWISS, unrated=0.3)
    batch = play_events(f, 0, 3, spec.seed)
    for k in range(3):
        shown = batch.players.published[k]
        records = batch.take([k]).record_batch()
        own = estimate(records, "firth").values
        for m, fill in enumerate([None, 1400.0, np.nanmin(shown), own]):
            ratings = shown if fill is None else np.where(np.isnan(shown), fill, shown)
            for p in range(batch.size):
                opponents = ratings[batch.opponents[k, p]]
                known = ~np.isnan(opponents)
                from tprstats.records import RecordBatch

                one = RecordBatch.from_arrays([opponents[known]], [batch.results[k, p][known]])
                expected = estimate(one, "fide").values[0] if known.any() else np.nan
                assert np.isclose(e.values[m, 0, k, p], expected, equal_nan=True)


def test_views_are_what_stood_after_so_many_rounds(make_spec):
    spec = make_spec(
        after=[2], methods=["fide"], intervals=[], pairs=[], measures=["bias"], scenario=SWISS
    )
    e = estimates_of(spec, 4)
    batch = play_events(EventFactors(**SWISS), 0, 4, spec.seed)
    assert np.array_equal(e.half_points[0], batch.results[:, :, :2].sum(axis=2))
    assert np.array_equal(e.half_points[1], batch.results.sum(axis=2))
    (scenario,) = spec.scenarios("full")
    assert {r["after"] for r in measure_rows(spec, scenario, e, {})} == {2, 5}


def test_every_rates_some_replicates_and_no_other(make_spec):
    spec = make_spec(
        methods=[{"id": "firth", "every": 4}, "fide"],
        intervals=[],
        pairs=[("firth", "fide")],
        measures=["bias", "undefined"],
        scenario=SWISS,
    )
    (scenario,) = spec.scenarios("full")
    e = estimates_of(spec, 20)
    rated = ~np.isnan(e.values[0, 0]).all(axis=1)
    assert rated.tolist() == [k % 4 == 0 for k in range(20)]
    rows = {(r["name"], r["measure"]): r for r in measure_rows(spec, scenario, e, {})}
    assert rows["firth", "undefined"]["value"] == 0.0
    assert rows["firth", "bias"]["replicates"] == 5
    error = (e.values[0, 0] - e.truth)[::4]
    assert rows["firth", "bias"]["value"] == pytest.approx(error.mean())
    by_event = error.mean(axis=1)
    # A ratio over 20 events of which 5 count: the error of the 5 but for the finite-sample factor.
    expected = by_event.std(ddof=1) / np.sqrt(5)
    assert rows["firth", "bias"]["mcse"] == pytest.approx(expected, rel=0.12)
    gap = (e.values[0, 0] - e.values[1, 0])[::4].mean()
    assert rows["firth - fide", "bias"]["value"] == pytest.approx(gap)


def test_groups_partition_the_field(make_spec):
    e = estimates_of(make_spec(scenario=SWISS), 10)
    fifths = members("quintile", e, 0, None)
    assert sum(m.astype(int) for _, m in fifths).min() == 1
    weakest, strongest = fifths[0][1], fifths[-1][1]
    for k in range(10):
        assert e.truth[k, weakest[k]].max() < e.truth[k, strongest[k]].min()
    ((label, winner),) = members("winner", e, 0, None)
    assert "selection" in label
    assert (winner.sum(axis=1) == 1).all()
    assert (e.standing[winner] == e.standing.max(axis=1)).all()


def test_replay_is_the_very_replicate(make_spec):
    spec = make_spec(scenario=SWISS)
    e = estimates_of(spec, 8)
    found = replay(spec, scenario=0, replicate=5)
    assert np.array_equal(found.estimates.values[:, :, 0], e.values[:, :, 5], equal_nan=True)
    assert "replicate 5" in str(found)
    assert len(found.to_trf().splitlines()) > 16


def test_event_without_legal_pairing_is_a_failure_not_a_gap(make_spec):
    # Five players, five rounds, many absences: some event must run out of pairings.
    spec = make_spec(
        methods=["fide"],
        intervals=[],
        pairs=[],
        scenario={"kind": "swiss", "players": 5, "rounds": 5, "system": "dutch", "absent": 0.3},
    )
    e = estimates_of(spec, 60)
    assert e.failures
    assert e.replicates + len(e.failures) == 60
    assert all("no legal pairing in round" in f.reason for f in e.failures)
    again = replay(spec, scenario=0, replicate=e.failures[0].replicate)
    assert again.estimates.failures[0].reason == e.failures[0].reason
    whole = Estimates.concatenate([e, e])
    assert len(whole.failures) == 2 * len(e.failures)


def test_norms_are_those_of_the_check(make_spec):
    from tprstats.norms import levels_by_rating, norm_scores

    scene = {"kind": "swiss", "players": 30, "rounds": 9, "system": "fold", "mean": 2450, "sd": 90}
    spec = make_spec(
        methods=["fide"],
        intervals=[],
        pairs=[],
        measures=["norm", "norm-in:4"],
        norms=["IM", {"title": "IM", "mix": "by-rating"}],
        groups=["all", "near:2450"],
        scenario=scene,
    )
    (scenario,) = spec.scenarios("full")
    e = estimates_of(spec, 40)
    batch = play_events(EventFactors(**scene), 0, 40, spec.seed)
    plain = norm_scores(batch, "IM")
    mixed = norm_scores(batch, "IM", titles=levels_by_rating(batch.players.published))
    rows = {(r["name"], r["group"], r["measure"]): r for r in measure_rows(spec, scenario, e, {})}
    for name, made in (("IM norm", plain), ("IM norm, mix by rating", mixed)):
        assert rows[name, "all", "norm"]["value"] == pytest.approx(made.mean())
        near = np.abs(batch.players.strength - 2450) <= 25
        p = made[near].mean()
        assert rows[name, "near 2450", "norm"]["value"] == pytest.approx(p)
        assert rows[name, "near 2450", "norm-in:4"]["value"] == pytest.approx(1 - (1 - p) ** 4)
    assert plain.sum() > mixed.sum() > 0


def test_norms_need_events(make_spec):
    spec = make_spec(norms=["GM"], measures=["norm"], intervals=[], pairs=[])
    factors = spec.scenarios("full")[0].factors
    with pytest.raises(ValueError, match="whole events"):
        simulate_records(factors, spec, 0, 5, 1)


def test_empty_groups_have_no_rows(make_spec):
    spec = make_spec(measures=["bias"], groups=["near:900"], intervals=[], pairs=[], scenario=SWISS)
    (scenario,) = spec.scenarios("full")
    assert measure_rows(spec, scenario, estimates_of(spec, 5), {}) == []
