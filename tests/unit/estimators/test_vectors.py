"""Every rating of the third-party vectors, by our functions at the vector's own tolerance.

Vectors that disagree with their source are tests of our value (``formula_value``); the reason is
the vector's note.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tprstats.elo import SIGMA_ELO
from tprstats.estimators import estimate
from tprstats.estimators._own import held_to_own
from tprstats.estimators.dwz import success_rating
from tprstats.estimators.fide import average_rating_of_opponents
from tprstats.estimators.norm_opponents import norm_opponents
from tprstats.estimators.rating_change import rating_change
from tprstats.estimators.us_chess import (
    norm_expected_score,
    provisional_expectancy,
    special_rating_linear,
)
from tprstats.records import Record, RecordBatch

Vector = dict[str, Any]

CASES = Path(__file__).parents[2] / "cases"
VECTORS: list[Vector] = json.loads((CASES / "rating_vectors.json").read_text(encoding="utf-8"))

# A magazine's method that we inferred and that is no rule of ours.
NOT_OURS = {"avg_normal_cap400"}
# Need the games of the whole event: see test_published.py.
WHOLE_EVENT = {"pre"}
# Rules in whole numbers: compared exactly. The other sources print rounded values.
WHOLE = {
    "fide_tpr",
    "fide_ptp",
    "fide_aro",
    "fide_apro",
    "fide_appo",
    "fide_norm_rp",
    "fide_norm_ra",
    "fide_initial_2022",
    "fide_initial_2024",
    "lila_tpr_floor",
    "lichess_arena",
    "uscf_special_linear",
    "linear_800_around_own",
}
# The Scottish example gives the score and the expected score of 84 games, but not the 84.
GAMES = {"chess-scotland-1814": 84}

RUN = [v for v in VECTORS if v["method"] not in NOT_OURS | WHOLE_EVENT]


def batch_of(v: Vector) -> RecordBatch:
    opponents = [math.nan if r is None else r for r in v["opponents"]]
    if v.get("results") is None:
        s2 = int(2 * (v["score"] or 0)) if v.get("score") is not None else 0
        results = [2] * (s2 // 2) + [1] * (s2 % 2)
        results += [0] * (len(opponents) - len(results))
    else:
        results = [int(2 * r) for r in v["results"]]
    return RecordBatch.from_arrays([opponents], [results], own=[parameters(v).get("own", math.nan)])


def parameters(v: Vector) -> dict[str, Any]:
    return v.get("params") or {}


def by_rule(method: str, **options: Any) -> Callable[[Vector], float]:
    return lambda v: float(estimate(batch_of(v), method, **options).values[0])


def by_average(v: Vector) -> float:
    return float(average_rating_of_opponents(batch_of(v))[0])


def change(v: Vector) -> float:
    p = parameters(v)
    return rating_change(p["own"], v["opponents"], v["results"], k=p["K"], rule=p["rule"]).change


def norm_average(v: Vector) -> float:
    return float(norm_opponents(batch_of(v), floor=parameters(v)["floor"])[1][0])


def swiss_master(v: Vector) -> float:
    # The page gives averages: the own rating is put there, so that nothing is held back.
    batch = batch_of(v)
    own = np.array([batch.opponents.mean()])
    batch = RecordBatch.from_arrays(batch.opponents, batch.half_points, own=own)
    return float(estimate(batch, "swiss-master").values[0])


def success(v: Vector) -> float:
    games = GAMES.get(v["id"]) or len(v["opponents"])
    p = parameters(v)
    return success_rating(p["own"], v["score"], p["expected_score"], games)


def special_linear(v: Vector) -> float:
    p = parameters(v)
    return special_rating_linear(p["R0"], p["N"], v["opponents"], v["score"])


def special(v: Vector) -> float:
    p = parameters(v)
    batch = batch_of(v)
    batch = RecordBatch.from_arrays(batch.opponents, batch.half_points, own=[p["R0"]])
    return float(estimate(batch, "us-chess", prior_games=p["N"]).values[0])


def iecg(v: Vector) -> float:
    p = parameters(v)
    record = Record.from_totals(p["avg"], 50, round(100 * p["p"]) / 2)
    return float(estimate(record.batch(), "iecg").values[0])


METHODS: dict[str, Callable[[Vector], float]] = {
    "fide_tpr": by_rule("fide"),
    "fide_norm_rp": by_rule("fide"),
    "fide_norm_ra": norm_average,
    "lila_tpr_floor": by_rule("fide", floored=True),
    "fide_ptp": by_rule("fide-ptp"),
    "fide_aro": by_average,
    "fide_apro": by_average,  # the vector holds the opponents' TPR; test_event_rules.py goes on
    "fide_appo": by_average,
    "fide_initial_2024": by_rule("fide-initial"),
    "fide_initial_2022": by_rule("fide-initial", edition="2022"),
    "fide_rating_change": change,
    "capped_logistic_400": by_rule("average-capped"),
    "clamped_logistic_001": by_rule("average-clamped"),
    "linear_400": by_rule("shortcut"),
    "linear_800_around_own": success,
    "lichess_arena": by_rule("lichess-arena"),
    "ml_normal_200sqrt2": by_rule("per-opponent-normal", sigma=SIGMA_ELO),
    "swissmaster_tpr": swiss_master,
    "clamp400_opponent": lambda v: float(held_to_own(batch_of(v), 400.0).opponents[0, 0]),
    "ecf_old_grade": by_rule("ecf-grade", scale="grade"),
    "uscf_pwe": lambda v: float(provisional_expectancy(parameters(v)["own"], v["opponents"][0])),
    "uscf_special": special,
    "uscf_special_linear": special_linear,
    "uscf_norm_expected": lambda v: norm_expected_score(parameters(v)["level"], v["opponents"]),
    "iecg": iecg,
    "cpr": by_rule("cpr"),
    "epr": lambda v: by_rule("epr", threshold=parameters(v)["t"])(v),
}


@pytest.mark.parametrize("v", RUN, ids=lambda v: v["id"])
def test_vector(v: Vector) -> None:
    wanted = v["formula_value"] if v["status"] == "DISAGREES" else v["expected"]
    found = METHODS[v["method"]](v)
    if v["method"] not in WHOLE and v["tolerance"] == 0:
        found = math.floor(found + 0.5)  # printed as a whole number
    assert abs(found - wanted) <= v["tolerance"], v.get("note")


def test_no_vector_is_forgotten() -> None:
    left = [v for v in VECTORS if v not in RUN]
    assert {v["method"] for v in left if v["use_as_test"]} == WHOLE_EVENT
    assert len(VECTORS) == 224
    assert len(RUN) == 206


def test_disagreements_say_why_and_really_disagree() -> None:
    for v in RUN:
        if v["status"] == "DISAGREES":
            assert v["note"], v["id"]
            assert abs(v["expected"] - v["formula_value"]) > v["tolerance"], v["id"]
