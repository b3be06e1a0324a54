"""One batch of one scenario: what a worker does, here or on another machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tprstats.study.estimates import Estimates, Failure
from tprstats.study.factors import RecordFactors, total_rounds
from tprstats.study.spec import Scenario, StudySpec

__all__ = ["PILOT", "Task", "is_exact", "run_range", "work"]

PILOT = 1 << 40
"""Number of a pilot's first replicate: its luck is never that of the study."""


@dataclass(frozen=True)
class Task:
    """Batches of one scenario that one worker computes: how many a task has changes no number."""

    spec: StudySpec
    scenario: Scenario
    batches: tuple[int, ...]


def is_exact(scenario: Scenario) -> bool:
    """True where one batch lists all outcomes."""
    return isinstance(scenario.factors, RecordFactors) and scenario.factors.exact


def work(task: Task) -> list[Estimates]:
    """Estimates of every batch of a task."""
    spec = task.spec
    with _one_thread():
        return [
            run_range(spec, task.scenario, number * spec.batch, spec.batch)
            for number in task.batches
        ]


def run_range(spec: StudySpec, scenario: Scenario, first: int, count: int) -> Estimates:
    """Replicates ``first`` to ``first + count - 1``; what fails alone is kept as a failure."""
    from tprstats.study.records_exact import exact_record

    if is_exact(scenario):
        return exact_record(scenario.factors, spec)
    try:
        return _simulate(spec, scenario, first, count)
    except Exception as error:
        if count == 1:
            return _failed(spec, scenario, first, error)
    # Something in the batch went wrong: find out which replicates, and keep the others.
    parts = [run_range(spec, scenario, k, 1) for k in range(first, first + count)]
    good = [p for p in parts if p.replicates]
    failures = tuple(f for p in parts for f in p.failures)
    if not good:
        return Estimates.concatenate(parts)
    whole = Estimates.concatenate(good)
    return Estimates(**{**whole.__dict__, "failures": failures})


def _simulate(spec: StudySpec, scenario: Scenario, first: int, count: int) -> Estimates:
    factors = scenario.factors
    if isinstance(factors, RecordFactors):
        from tprstats.study.records_drawn import simulate_records

        return simulate_records(factors, spec, first, count, spec.seed)
    from tprstats.study.events import simulate_events

    return simulate_events(factors, spec, first, count, spec.seed)


def _failed(spec: StudySpec, scenario: Scenario, number: int, error: Exception) -> Estimates:
    """No row, and the reason."""
    factors = scenario.factors
    reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
    return Estimates.nothing(
        (Failure(number, reason),),
        players=1 if isinstance(factors, RecordFactors) else factors.players,
        views=len(spec.views(total_rounds(factors))),
        methods=len(spec.columns),
        intervals=len(spec.intervals),
    )


@contextmanager
def _one_thread() -> Iterator[None]:
    """Compiled loops on one thread: a study's workers are processes, and share the processors."""
    import numba

    before = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        yield
    finally:
        numba.set_num_threads(before)
