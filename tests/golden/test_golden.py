"""The same seed gives the same events and ratings as it once did (a golden file, see ``runs``)."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("golden_runs", Path(__file__).with_name("runs.py"))
assert _spec is not None
assert _spec.loader is not None
runs = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(runs)


@pytest.mark.parametrize("name", runs.RUNS)
def test_same_as_kept(name: str) -> None:
    kept = json.loads(runs.FILE.read_text())
    assert runs.differences(name, kept[name], runs.RUNS[name]()) == []


def test_every_system_has_a_run() -> None:
    from tprstats.simulation._swiss_simple import NUMBERS

    assert {"dutch", *NUMBERS} <= {name.partition(",")[0] for name in runs.RUNS}


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": [1, 2]}, {"a": [1, 3]}, 1),
        ({"a": [1.0]}, {"a": [1.0 + 2e-9]}, 1),
        ({"a": [1.0]}, {"a": [1.0 + 1e-12]}, 0),
        ({"a": [1]}, {"a": [1, 1]}, 1),
        ({"a": [1]}, {"b": [1]}, 1),
        ({"a": [float("nan")]}, {"a": [float("nan")]}, 0),
        ({"a": [float("nan")]}, {"a": [0.0]}, 1),
    ],
)
def test_differences_are_found(before: dict, after: dict, found: int) -> None:
    assert len(runs.differences("run", before, after)) == found
