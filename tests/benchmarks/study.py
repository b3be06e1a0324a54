"""The study engine: what it adds to simulating and rating, and what a second process brings."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from _measure import Row

from tprstats.study import StudySpec, load_spec, run
from tprstats.study.work import Task, work

STUDY = Path(__file__).parents[2] / "experiments" / "swiss-drift" / "study.toml"
REPLICATES = 1000


def rows() -> list[Row]:
    """`swiss-drift`, its exact Dutch Swiss and the replay of it."""
    spec = _part(load_spec(STUDY), REPLICATES)
    work(Task(spec, spec.scenarios("full")[0], (0,)))  # compiled, or read from the cache
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        alone = _seconds(lambda: _simulate_and_rate(spec))
        whole = _seconds(lambda: run(spec, folder=here / "one"))
        both = _seconds(lambda: run(spec, folder=here / "two", workers=2))
    size = f"{len(spec.scenarios('full'))} scenarios of {REPLICATES} events, 64 players, 9 rounds"
    return [
        Row(
            "a study, all of it, against simulating and rating alone",
            whole,
            alone,
            ("<=", 1.0 / 0.85),
            f"{size}, 25 rules; the engine's overhead is to stay under 15 % of the whole",
        ),
        Row(
            "a study in two processes against one",
            both,
            whole,
            (">=", 1.8),
            f"{size}; one run each, start of the processes included",
        ),
    ]


def _part(spec: StudySpec, replicates: int) -> StudySpec:
    scale = {k: v.model_copy(update={"replicates": replicates}) for k, v in spec.scale.items()}
    # Tables and figures of the other scenarios would be asked for in vain.
    part = {"scenario": spec.scenario[:2], "scale": scale, "tables": (), "figures": ()}
    return spec.model_copy(update=part)


def _simulate_and_rate(spec: StudySpec) -> None:
    for scenario in spec.scenarios("full"):
        for number in range(REPLICATES // spec.batch):
            work(Task(spec, scenario, (number,)))


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


if __name__ == "__main__":
    print(*rows(), sep="\n")
