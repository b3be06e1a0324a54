"""Records: the exact engine against published tables, Monte Carlo against the exact engine."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from tprstats.study.estimates import Estimates
from tprstats.study.precision import plan_scenario
from tprstats.study.result import measure_rows
from tprstats.study.work import PILOT, run_range

ERRORS = 4.0
"""Standard errors that a fixed seed may lie off: 1 in 16,000 for each comparison."""


def rows_of(spec, *, batches=1, slopes=None, scale="full"):
    (scenario,) = spec.scenarios(scale)
    parts = [run_range(spec, scenario, k * spec.batch, spec.batch) for k in range(batches)]
    rows = measure_rows(spec, scenario, Estimates.concatenate(parts), slopes or {})
    return {(r["name"], r["measure"]): r for r in rows}


def record(**factors):
    return {"kind": "record", **factors}


def agree(simulated, exact):
    assert exact["mcse"] == 0.0
    gap = abs(simulated["value"] - exact["value"])
    assert gap <= ERRORS * simulated["mcse"], (simulated, exact)


def test_bias_and_rmse_are_those_of_the_reference_table(make_spec, data):
    """``estimators.csv``: exact figures of a program of others (statistics C.2)."""
    named = {
        "AOR_cap400": "average-capped",
        "TABLE": "fide",
        "LINEAR": "shortcut",
        "FIRTH": "firth",
        "CPR": "cpr",
    }
    with (data / "estimators.csv").open() as file:
        table = [r for r in csv.DictReader(file) if r["estimator"] in named and r["N"] != "30"]
    compared = 0
    for row in table:
        name = named[row["estimator"]]
        factors = record(
            games=int(row["N"]),
            spread=float(row["opp_sd"]),
            draw_share=float(row["d0"]),
            advantage=float(row["adv"]),
        )
        spec = make_spec(
            methods=[name],
            intervals=[],
            pairs=[],
            scenario=factors,
            measures=["bias", "rmse", "emp-se"],
        )
        found = rows_of(spec)
        for measure, column in (("bias", "bias"), ("rmse", "rmse"), ("emp-se", "sd")):
            # Three decimals are printed; rules that round the average differ by as much as that.
            near = 0.51 if name == "fide" and factors["spread"] else 2e-3
            assert found[name, measure]["value"] == pytest.approx(float(row[column]), abs=near)
        compared += 1
    assert compared == 5 * len(table) // 5
    assert compared > 100


@pytest.mark.parametrize(
    ("games", "advantage", "method", "changes", "coverage"),
    # Statistics B.5: draw share .3, opponents' SD 100, draws known, long-run strength.
    [
        (9, 0, "score", {}, 94.2),
        (9, 200, "midp", {}, 97.4),
        (30, 0, "score", {}, 94.8),
        (30, 200, "midp", {}, 95.0),
        (9, 0, "score", {"rating_noise": 100.0}, 93.7),
        (9, 200, "midp", {"rating_noise": 200.0}, 95.2),
        (30, 200, "midp", {"rating_noise": 200.0}, 90.6),
        (9, 0, "score", {"form": 50.0}, 91.1),
        (30, 0, "score", {"form": 50.0}, 85.2),
        (30, 200, "midp", {"form": 100.0}, 70.3),
    ],
)
def test_noise_and_form_cover_what_the_reference_says(
    make_spec, games, advantage, method, changes, coverage
):
    spec = make_spec(
        estimand="long-run",
        intervals=[{"id": method, "draw_share": "true"}],
        pairs=[],
        measures=["coverage"],
        scenario=record(games=games, advantage=advantage, spread=100, draw_share=0.3, **changes),
    )
    assert 100 * rows_of(spec)[method, "coverage"]["value"] == pytest.approx(coverage, abs=0.051)


SETTINGS = [
    {},
    {"spread": 200.0, "white_advantage": 40.0, "draw_share": 0.5},
    {"form": 60.0},
    {"rating_noise": 80.0, "rating_shift": 20.0},
    {"slope": 5 / 6, "advantage": 300.0},
    {"outlier": -600.0},
    {"antithetic": True},
    {"exact_tails": True, "advantage": 300.0},
    {"tilt": 60.0},
]


@pytest.mark.parametrize("changes", SETTINGS, ids=lambda c: ",".join(c) or "plain")
def test_monte_carlo_agrees_with_the_exact_engine(make_spec, changes):
    factors = {"games": 7, "advantage": 200.0, "draw_share": 0.3, **changes}
    tricks = {k: factors.pop(k) for k in ("antithetic", "exact_tails", "tilt") if k in factors}
    common = {
        "methods": ["firth", "average-capped", "average"],
        "intervals": ["midp"],
        "pairs": [("average-capped", "firth")],
        "measures": ["bias", "rmse", "mae", "undefined", "coverage", "miss-low", "surplus"],
        "batch": 6000,
    }
    exact = rows_of(make_spec(**common, scenario=record(**factors)))
    drawn = rows_of(make_spec(**common, scenario=record(engine="monte-carlo", **factors, **tricks)))
    assert set(exact) == set(drawn)
    for key, row in drawn.items():
        if row["mcse"] == 0.0:  # nothing rare happened, or it is known exactly
            assert row["value"] == pytest.approx(exact[key]["value"], abs=1e-3)
        else:
            agree(row, exact[key])


def test_opponents_drawn_anew_have_no_exact_answer_but_the_law_of_large_numbers(make_spec):
    # Statistics C.1, opponents' SD 200, advantage 200: the average's bias is -40.8.
    spec = make_spec(
        methods=["average-capped", "per-opponent"],
        intervals=[],
        pairs=[],
        measures=["bias"],
        batch=2000,
        scenario=record(opponents="normal", games=300, spread=200, advantage=200, antithetic=True),
    )
    found = rows_of(spec)["average-capped", "bias"]
    # 300 games leave a second-order bias of the logit, under 1 Elo here (C.1).
    assert found["value"] == pytest.approx(-40.8, abs=ERRORS * found["mcse"] + 1.0)


def test_tilting_finds_a_rare_event_with_a_fraction_of_the_work(make_spec):
    # Statistics H.2: P(S >= 8.5/9) = 6.868e-4 between equals with d0 = .3; 8.5/9 is +492 by the
    # average.
    def share(tilt):
        spec = make_spec(
            methods=["average-capped"],
            intervals=[],
            pairs=[],
            measures=["exceed:399"],
            batch=20_000,
            scenario=record(games=9, advantage=0.0, engine="monte-carlo", tilt=tilt),
        )
        return rows_of(spec)["average-capped", "exceed:399"]

    tilted, plain = share(500.0), share(0.0)
    assert tilted["value"] == pytest.approx(6.868e-4, abs=ERRORS * tilted["mcse"] + 5e-8)
    # Published factor 1096; the plain error is itself an estimate from about 14 hits.
    p = 6.868e-4
    factor = p * (1 - p) / 20_000 / tilted["mcse"] ** 2
    assert factor > 500
    assert plain["mcse"] > 10 * tilted["mcse"]


def test_antithetic_pairs_and_control_save_work(make_spec):
    common = {
        "methods": ["firth"],
        "intervals": [],
        "pairs": [],
        "measures": ["bias"],
        "batch": 4000,
        "precision": {"control": True, "pilot": 1000},
    }
    scene = {"games": 9, "advantage": 0.0, "draw_share": 0.3, "engine": "monte-carlo"}
    plain = rows_of(make_spec(**common, scenario=record(**scene)))["firth", "bias"]
    pairs = rows_of(make_spec(**common, scenario=record(**scene, antithetic=True)))
    # Statistics H.2: variance ratio .21 at advantage 0; four plain errors on a variance ratio of
    # 4000 replicates are 4 * sqrt(2/4000) * sqrt(2), some 13 %.
    ratio = (pairs["firth", "bias"]["mcse"] / plain["mcse"]) ** 2
    assert ratio * 2000 / 4000 == pytest.approx(0.21 / 2, rel=0.35) or ratio < 0.25
    spec = make_spec(**common, scenario=record(**scene))
    (scenario,) = spec.scenarios("full")
    plan = plan_scenario(spec, scenario, spec.scale["full"])
    controlled = rows_of(spec, slopes=plan.slopes)["firth", "bias"]
    # The issue asks for 20 times fewer replicates; published factor 335.
    assert (plain["mcse"] / controlled["mcse"]) ** 2 > 20
    assert abs(controlled["value"]) <= ERRORS * controlled["mcse"]


def test_control_is_refused_where_numbers_can_be_missing(make_spec):
    spec = make_spec(
        precision={"control": True, "pilot": 400},
        scenario=record(games=5, advantage=300.0, engine="monte-carlo"),
    )
    (scenario,) = spec.scenarios("full")
    slopes = plan_scenario(spec, scenario, spec.scale["full"]).slopes
    assert "firth" in slopes
    assert "per-opponent" not in slopes


def test_number_of_replicates_gives_the_error_wanted(make_spec):
    target = {"measure": "bias", "of": "firth", "mcse": 2.0}
    spec = make_spec(precision={"targets": [target], "pilot": 400}, measures=["bias"])
    (scenario,) = spec.scenarios("full")
    plan = plan_scenario(spec, scenario, spec.scale["full"])
    found = rows_of(spec, batches=plan.batches)["firth", "bias"]
    # The pilot's variance has a relative error of sqrt(2/400), the study's own as much or less.
    assert found["mcse"] == pytest.approx(2.0, rel=4 * np.sqrt(0.5 / 400 + 0.5 / 2000))


def test_pilot_and_study_share_no_luck(make_spec):
    spec = make_spec()
    (scenario,) = spec.scenarios("full")
    pilot, study = run_range(spec, scenario, PILOT, 50), run_range(spec, scenario, 0, 50)
    assert not np.array_equal(pilot.values, study.values)


def test_exact_tails_keep_an_early_rmse_honest(make_spec):
    # Advantage 400, five games: P(100 %) is large, P(0 %) is tiny; a small sample of a rule that
    # jumps at 100 % still has the exact chance of the jump.
    scene = {"games": 5, "advantage": 100.0, "draw_share": 0.0, "engine": "monte-carlo"}
    common = {
        "methods": ["average-clamped"],
        "intervals": [],
        "pairs": [],
        "measures": ["rmse"],
        "batch": 60,
    }
    exact = rows_of(make_spec(**common, scenario=record(**{**scene, "engine": "exact"})))
    tails = rows_of(make_spec(**common, scenario=record(**scene, exact_tails=True)))
    plain = rows_of(make_spec(**common, scenario=record(**scene)))
    key = ("average-clamped", "rmse")
    assert tails[key]["mcse"] < plain[key]["mcse"] / 2
    agree(tails[key], exact[key])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"methods": ["lichess-arena"]}, "order of the games"),
        ({"intervals": ["wald-sandwich"], "pairs": []}, "who was beaten"),
        ({"after": [3]}, "order of games"),
    ],
)
def test_exact_engine_names_what_it_cannot_serve(make_spec, changes, said):
    spec = make_spec(**{"pairs": [], **changes}, scenario=record(games=5, spread=100))
    with pytest.raises(ValueError, match=said):
        rows_of(spec)


def test_after_games_looks_at_the_first_games(make_spec):
    spec = make_spec(after=[3], measures=["bias"], pairs=[], intervals=[])
    (scenario,) = spec.scenarios("full")
    e = run_range(spec, scenario, 0, 50)
    assert e.games[0].max() == 3
    assert e.games[1].min() == 9
    assert (e.half_points[0] <= e.half_points[1]).all()


def test_every_leaves_listed_outcomes_alone(make_spec):
    """An outcome's number is no replicate's: coverage is over all of them."""
    scene = record(games=5, advantage=100.0)
    one = rows_of(make_spec(intervals=["midp"], pairs=[], scenario=scene))
    few = rows_of(make_spec(intervals=[{"id": "midp", "every": 7}], pairs=[], scenario=scene))
    assert few["midp", "coverage"]["value"] == one["midp", "coverage"]["value"]


def test_options_can_be_the_truth(make_spec):
    scene = record(games=9, advantage=200.0, draw_share=0.3)
    true = {"id": "firth-draws", "options": {"draw_share": "true"}}
    methods = ["firth", {"id": "firth-draws", "label": "no draws"}, true]
    spec = make_spec(methods=methods, intervals=[], pairs=[], measures=["bias"], scenario=scene)
    found = rows_of(spec)
    assert found["no draws", "bias"]["value"] == found["firth", "bias"]["value"]
    # Penalty at the root: +1.2 (docs of the rule); statistics' -0.1 takes phi at the truth.
    assert found["firth-draws", "bias"]["value"] == pytest.approx(1.2, abs=0.05)


def test_form_with_the_event_as_estimand_is_integrated_finely(make_spec):
    """What is measured jumps as strength passes an outcome's number: 41 Gauss nodes gave .1298."""
    common = {"methods": ["firth"], "intervals": [], "pairs": [], "measures": ["exceed:100"]}
    scene = {"games": 9, "advantage": 0.0, "form": 100.0}
    exact = rows_of(make_spec(**common, scenario=record(**scene)))
    drawn = rows_of(
        make_spec(**common, batch=40_000, scenario=record(**scene, engine="monte-carlo"))
    )
    agree(drawn["firth", "exceed:100"], exact["firth", "exceed:100"])
    assert exact["firth", "exceed:100"]["value"] == pytest.approx(0.1420, abs=1e-3)


def test_control_leaves_selected_groups_alone(make_spec):
    scene = {"kind": "swiss", "players": 16, "rounds": 5, "system": "fold"}
    spec = make_spec(
        methods=["firth"],
        intervals=[],
        pairs=[],
        measures=["bias"],
        groups=["winner", "top"],
        precision={"control": True},
        scenario=scene,
    )
    plain, moved = rows_of(spec), rows_of(spec, slopes={"firth": 70.0})
    assert plain["firth", "bias"]["value"] == moved["firth", "bias"]["value"]
