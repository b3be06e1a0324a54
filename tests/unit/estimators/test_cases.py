"""Every file of tests/cases/rules and tests/cases/intervals (fields: tests/cases/README.md)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tprstats.estimators import estimate
from tprstats.intervals import interval
from tprstats.records import Event, Record, RecordBatch

Case = dict[str, Any]

CASES = Path(__file__).parents[2] / "cases"
RECORD = {"opponents", "results", "score", "own"}
EVENT = {"ratings", "games"}
OTHERS = {"options", "expected", "tolerance", "note"}


def read(path: Path, kind: str) -> list[Case]:
    """The cases of one file, refused where a field is unknown or missing."""
    text = json.loads(path.read_text(encoding="utf-8"))
    assert set(text) == {"source", "cases"}, f"{path.name}: source and cases, nothing else"
    assert text["source"].strip(), f"{path.name}: where the values come from"
    assert text["cases"], f"{path.name}: no case"
    for k, case in enumerate(text["cases"], 1):
        where = f"{path.name}, case {k}"
        unknown = set(case) - {kind} - RECORD - OTHERS - (EVENT if kind == "rule" else set())
        assert not unknown, f"{where}: unknown {sorted(unknown)}"
        assert {kind, "expected", "tolerance"} <= set(case), f"{where}: a field is missing"
        if EVENT & set(case):
            assert set(case) >= EVENT, f"{where}: an event has ratings and games"
            assert not RECORD & set(case), f"{where}: a record or an event"
        else:
            assert "opponents" in case, f"{where}: opponents or an event"
            assert ("results" in case) != ("score" in case), f"{where}: results or score"
    return list(text["cases"])


def every(folder: str, kind: str) -> list[Any]:
    found = []
    for path in sorted((CASES / folder).glob("*.json")):
        for k, case in enumerate(read(path, kind), 1):
            found.append(pytest.param(case, id=f"{path.stem}-{k}-{case[kind]}"))
    return found


def half_points(points: float) -> int:
    twice = round(2 * points)
    assert twice == 2 * points
    assert twice in (0, 1, 2)
    return twice


def record(case: Case) -> RecordBatch:
    opponents = [math.nan if r is None else float(r) for r in case["opponents"]]
    own = case.get("own")
    if "score" in case:
        average = float(np.mean(opponents))
        return Record.from_totals(average, len(opponents), case["score"], own=own).batch()
    results = [half_points(r) for r in case["results"]]
    assert len(results) == len(opponents)
    return RecordBatch.from_arrays(
        [opponents], [results], own=[math.nan if own is None else float(own)]
    )


def check_rule(case: Case, make_event: Callable[..., Event]) -> None:
    options = case.get("options", {})
    if "games" in case:
        games = [(one, other, half_points(points)) for one, other, points in case["games"]]
        event = make_event(case["ratings"], games)
        values = estimate(event, case["rule"], **options).values
        found = dict(zip((p.name for p in event.players), values.tolist(), strict=True))
        expected = case["expected"]
    else:
        found = {"": float(estimate(record(case), case["rule"], **options).values[0])}
        expected = {"": case["expected"]}
    wanted = {name: math.nan if x is None else float(x) for name, x in expected.items()}
    assert found == pytest.approx(wanted, abs=case["tolerance"], rel=0, nan_ok=True)


def check_interval(case: Case) -> None:
    found = interval(record(case), case["interval"], **case.get("options", {}))
    expected = case["expected"]
    if expected is None:
        wanted = [math.nan, math.nan]
    else:
        open_ends = (-math.inf, math.inf)
        wanted = [o if x is None else float(x) for x, o in zip(expected, open_ends, strict=True)]
    ends = [float(found.low[0]), float(found.high[0])]
    assert ends == pytest.approx(wanted, abs=case["tolerance"], rel=0, nan_ok=True)


@pytest.mark.parametrize("case", every("rules", "rule"))
def test_rules(case: Case, make_event: Callable[..., Event]) -> None:
    check_rule(case, make_event)


@pytest.mark.parametrize("case", every("intervals", "interval"))
def test_intervals(case: Case) -> None:
    check_interval(case)


# --- the reader of cases itself: it must be able to fail ----------------------------------------

RULE: Case = {"rule": "shortcut", "opponents": [1740], "results": [1]}
INTERVAL: Case = {"interval": "midp", "opponents": [0] * 9, "results": [1] * 9}


def write(path: Path, *cases: Case) -> Path:
    path.write_text(json.dumps({"source": "made up", "cases": cases}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ({**RULE, "expectd": 2140, "expected": 2140, "tolerance": 0}, "unknown"),
        ({**RULE, "expected": 2140}, "missing"),
        ({**RULE, "score": 1, "expected": 2140, "tolerance": 0}, "results or score"),
        ({**RULE, "games": [], "expected": 2140, "tolerance": 0}, "an event has"),
        ({"rule": "shortcut", "results": [1], "expected": 1, "tolerance": 0}, "opponents"),
    ],
)
def test_a_careless_file_is_refused(tmp_path: Path, case: Case, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        read(write(tmp_path / "careless.json", case), "rule")


def test_wrong_values_are_found(make_event: Callable[..., Event]) -> None:
    won = {**RULE, "expected": 2140, "tolerance": 0}
    totals = {**won, "opponents": [2000, 2100], "score": 1.5, "expected": 2250}
    del totals["results"]
    drawn = {
        "rule": "equilibrium",
        "ratings": {"A": 2000, "B": 2000},
        "games": [["A", "B", 0.5]],
        "expected": {"A": 2000, "B": 2000},  # equal, and the level of the two does not move
        "tolerance": 1e-6,
    }
    for good, wrong in (
        (won, {"expected": 2141}),
        (won, {"expected": None}),
        (totals, {"score": 1}),
        (drawn, {"expected": {"A": 2000, "B": 2001}}),
        (drawn, {"expected": {"A": 2000}}),
    ):
        check_rule(good, make_event)
        with pytest.raises(AssertionError):
            check_rule({**good, **wrong}, make_event)
    # 9/9 without draws: .05 ** (1/9) is the share of the lower end.
    share = 0.05 ** (1 / 9)
    low = 400 * math.log10(share / (1 - share))
    good = {**INTERVAL, "options": {"draw_share": 0}, "expected": [low, None], "tolerance": 1e-9}
    check_interval(good)
    for ends in ([low + 1, None], [low, 800], None):
        with pytest.raises(AssertionError):
            check_interval({**good, "expected": ends})
