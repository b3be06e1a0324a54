"""Golden runs: one short run of each simulator, kept as it came out once.

GOLDEN FILE: ``golden.json`` is our own output. It proves nothing about being right (the other
tests do); it tells when the same seed gives other results: after a change of code, with another
numpy, on another machine. Integers must be equal, floats agree within 1e-9 relative.

``python tests/golden/runs.py`` compares with the file and exits 1 on a difference; with
``--write`` it writes the file anew. The first form needs numpy and tprstats alone, so that it also
runs in an environment with the oldest versions allowed (``make oldest``).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import tprstats as tpr
from tprstats import outcomes

FILE = Path(__file__).with_name("golden.json")
TOLERANCE = 1e-9

Values = dict[str, list[int] | list[float]]

_FIELD = tpr.Field(11, mean=2200.0, sd=180.0, rating_noise=40.0, form=30.0, unrated=0.1)
_FIXED = tpr.Field(12, mean=2000.0, sd=150.0, shape="uniform", fixed=True)


def _events(design: Any) -> Values:
    """Three events, and two ratings with an interval of every record."""
    (batch,) = tpr.simulate(design, events=3, seed=20)
    records = batch.record_batch()
    rated = tpr.estimators.estimate(records, "firth")
    ends = tpr.intervals.interval(records, "midp")
    players = batch.players
    return {
        "opponents": batch.opponents.ravel().tolist(),
        "colours": batch.colours.ravel().tolist(),
        "results": batch.results.ravel().tolist(),
        "cells": batch.cells.ravel().tolist(),
        "entrants": players.entrant.ravel().tolist(),
        "strengths": players.strength.ravel().tolist(),
        "published": players.published.ravel().tolist(),
        "firth": rated.values.tolist(),
        "low": ends.low.tolist(),
        "high": ends.high.tolist(),
    }


def _swiss(system: str, **options: Any) -> Values:
    return _events(tpr.Swiss(_FIELD, rounds=5, system=system, **options))


RUNS: dict[str, Callable[[], Values]] = {
    "round robin": lambda: _events(tpr.RoundRobin(_FIELD)),
    "double round robin, no draws": lambda: _events(
        tpr.RoundRobin(_FIXED, outcomes.NoDraws(), double=True)
    ),
    "team match, Rao-Kupper": lambda: _events(
        tpr.simulation.TeamMatch(_FIXED, outcomes.RaoKupper())
    ),
    "dutch": lambda: _swiss("dutch"),
    "dutch, Milvang": lambda: _events(tpr.Swiss(_FIXED, outcomes.Milvang(), rounds=6)),
    "dutch, accelerated, absences": lambda: _swiss(
        "dutch", acceleration="baku", absent=0.1, half_byes=0.1, forfeits=0.05
    ),
    "fold": lambda: _swiss("fold", initial_colour="white"),
    "monrad": lambda: _swiss("monrad", absent=0.1),
    "random-in-score-group": lambda: _swiss("random-in-score-group"),
}


def differences(name: str, old: Values, new: Values) -> list[str]:
    """Where a run differs from what was kept, a line for each array."""
    found = [f"{name}: {set(old) ^ set(new)} on one side only"] if set(old) != set(new) else []
    for key in sorted(set(old) & set(new)):
        a, b = old[key], new[key]
        if len(a) != len(b):
            found.append(f"{name}, {key}: {len(b)} values, {len(a)} before")
        elif all(isinstance(x, int) for x in (*a, *b)):
            if a != b:
                found.append(f"{name}, {key}: {sum(map(int.__ne__, a, b))} integers differ")
        else:
            x, y = np.array(a, dtype=float), np.array(b, dtype=float)
            close = np.isclose(x, y, rtol=TOLERANCE, atol=0.0, equal_nan=True)
            if not close.all():
                found.append(f"{name}, {key}: {(~close).sum()} floats differ")
    return found


def main() -> int:
    """Compare, or with ``--write`` keep what comes out."""
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(json.dumps({name: run() for name, run in RUNS.items()}) + "\n")
        return 0
    kept = json.loads(FILE.read_text())
    found = [line for name, run in RUNS.items() for line in differences(name, kept[name], run())]
    print("\n".join(found) or f"numpy {np.__version__}: {len(RUNS)} runs as kept")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
