"""Run a study: serial, in processes, or on a cluster, with the same results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.cells import counted
from tprstats.errors import InputError, TprstatsError
from tprstats.study.estimates import Estimates
from tprstats.study.executors import executor
from tprstats.study.finished import StudyResult, finish
from tprstats.study.precision import Plan, plan_scenario, reached
from tprstats.study.shown import check_shown_at
from tprstats.study.spec import ScaleName, Scenario, StudySpec, load_spec
from tprstats.study.store import Store
from tprstats.study.work import Task, is_exact, work

__all__ = ["Progress", "load", "resume", "run"]

Array = NDArray[np.float64]

MOST_WORKERS = 1024


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Parameters
    ----------
    done, planned
        Replicates.
    scenario
        The scenario at work.
    worst
        Its least precise method so far, by batch means, in words; empty before two batches.
    """

    done: int
    planned: int
    scenario: str
    worst: str


Report = Callable[[Progress], None]


def run(
    study: str | Path | StudySpec,
    *,
    scale: ScaleName = "full",
    folder: str | Path | None = None,
    workers: int = 1,
    cluster: str | None = None,
    chunk: int = 1,
    resume: bool = False,
    report: Report | None = None,
) -> StudyResult:
    """Run a study, or go on with one.

    Parameters
    ----------
    study
        A study file, or its contents.
    scale
        ``full`` or ``quick``.
    folder
        Where batches and results go; by default ``results-<scale>`` beside the study file.
    workers
        Processes on this machine.
    cluster
        Address of a Dask scheduler (``tcp://host:port``), or ``local`` for one started here with
        ``workers`` workers.
    chunk
        Batches a task: schedules, and changes no number.
    resume
        Go on with what the folder holds.
    report
        Called after every batch.

    Raises
    ------
    InputError
        A wrong study file, a table or figure of it that this scale leaves empty, or a folder
        that holds something else.

    Examples
    --------
    >>> import tempfile
    >>> from tprstats.study import run, template
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = template("demo", folder)
    ...     found = run(f"{folder}/demo/study.toml", scale="quick")
    >>> [r["measure"] for r in found.rows[:2]]
    ['bias', 'rmse']
    """
    spec = study if isinstance(study, StudySpec) else load_spec(study)
    if folder is None:
        if isinstance(study, StudySpec):
            raise TprstatsError("a study without a file needs a folder for its results")
        folder = _results(study, scale)
    if not 1 <= workers <= MOST_WORKERS:
        raise TprstatsError(f"{counted(workers, 'worker')}: give a number from 1 to {MOST_WORKERS}")
    if chunk < 1:
        raise TprstatsError(f"{counted(chunk, 'batch', 'batches')} a task: give at least 1")
    try:
        check_shown_at(spec, scale)
    except TprstatsError as error:
        raise InputError(str(error), source=_source(study)) from None
    store = Store(folder, spec, scale)
    store.open(resume=resume, file=None if isinstance(study, StudySpec) else study)
    return _Run(store, spec, scale, report).carry_out(workers, cluster, chunk)


def _worked(task: Task) -> tuple[Task, list[Estimates]]:
    return task, work(task)


def _source(study: str | Path | StudySpec) -> str | None:
    return None if isinstance(study, StudySpec) else str(study)


def resume(study: str | Path | StudySpec, **options: Any) -> StudyResult:
    """Go on with a study that was stopped; the options are those of :func:`run`."""
    return run(study, resume=True, **options)


def load(
    study: str | Path, *, scale: ScaleName = "full", folder: str | Path | None = None
) -> StudyResult:
    """A finished run, from its folder; nothing is simulated.

    Raises
    ------
    InputError
        Nothing was run there, or the run is not finished.
    """
    spec = load_spec(study)
    where = Path(folder) if folder is not None else _results(study, scale)
    store = Store(where, spec, scale)
    if not (where / "study.json").exists():
        raise InputError("holds no study; `tprstats study run` makes one", source=str(where))
    store.open(resume=True)
    if store.end("finished") is None:
        raise InputError("is not finished; `tprstats study resume` goes on", source=str(where))
    return finish(store, spec, scale)


def _results(study: str | Path, scale: ScaleName) -> Path:
    """Where batches go by default: beside the study file, apart for a second file there."""
    path = Path(study)
    name = "results" if path.stem == "study" else f"results-{path.stem}"
    return path.parent / f"{name}-{scale}"


class _Run:
    """One run: plans, the ordered stream of batches, and the end."""

    def __init__(self, store: Store, spec: StudySpec, scale: ScaleName, report: Report | None):
        self.store, self.spec, self.scale = store, spec, scale
        self.report = report
        self.scenarios = spec.scenarios(scale)
        self.plans: list[Plan] = []
        # Batches used by each scenario; None until it is decided.
        self.used: list[int | None] = [None] * len(self.scenarios)
        self.done = 0
        # For sequential stopping: the batches of a scenario, and how many were looked at.
        self.seen: dict[int, dict[int, Estimates]] = {}
        self.looked: dict[int, int] = {}
        # For progress: mean error of each method in each batch of the scenario at work.
        self.watched: tuple[int, list[Array]] = (-1, [])

    def carry_out(self, workers: int, cluster: str | None, chunk: int) -> StudyResult:
        self._plan()
        with executor(workers, cluster) as execute:
            wanted = self._tasks(chunk)
            for task, parts in execute(_worked, wanted):
                for number, estimates in zip(task.batches, parts, strict=True):
                    self._keep(task.scenario, number, estimates)
            for k, plan in enumerate(self.plans):
                if self.used[k] is None:
                    self.used[k] = plan.batches
            self.store.keep_end("decisions", [int(u or 0) for u in self.used])
            # The machines of a cluster need not see the folder.
            near = execute if cluster is None else map
            return finish(self.store, self.spec, self.scale, near)

    def _plan(self) -> None:
        chosen = self.spec.scale[self.scale]
        for s in self.scenarios:
            plan = self.store.plan(s)
            if plan is None:
                plan = plan_scenario(self.spec, s, chosen)
                self.store.keep_plan(s, plan)
            self.plans.append(plan)

    @property
    def planned(self) -> int:
        return sum(
            (p.batches if u is None else u) * (1 if is_exact(s) else self.spec.batch)
            for p, u, s in zip(self.plans, self.used, self.scenarios, strict=True)
        )

    def _tasks(self, chunk: int) -> Iterator[Task]:
        """Batches that are missing, scenario by scenario; a stopped scenario asks for no more."""
        for k, s in enumerate(self.scenarios):
            group: list[int] = []
            for number in range(self.plans[k].batches):
                if self.used[k] is not None:
                    break
                if self.store.has_batch(s, number):
                    # In order with the new ones: what came before has been decided on.
                    if group:
                        yield Task(self.spec, s, tuple(group))
                        group = []
                    if self.used[k] is None:
                        self._count(s, number)
                    continue
                group.append(number)
                if len(group) == chunk:
                    yield Task(self.spec, s, tuple(group))
                    group = []
            if group and self.used[k] is None:
                yield Task(self.spec, s, tuple(group))

    def _keep(self, s: Scenario, number: int, estimates: Estimates) -> None:
        used = self.used[s.index]
        if used is not None and number >= used:
            return  # surplus: the scenario was decided before this batch
        self.store.keep_batch(s, number, estimates)
        self._count(s, number, estimates)

    def _count(self, s: Scenario, number: int, estimates: Estimates | None = None) -> None:
        self.done += 1 if is_exact(s) else self.spec.batch
        if self.spec.precision.sequential and not is_exact(s):
            self._decide(s, number, estimates or self.store.batch(s, number))
        if self.report is not None:
            self.report(Progress(self.done, self.planned, s.label, self._worst(s, estimates)))

    def _worst(self, s: Scenario, estimates: Estimates | None) -> str:
        """The least precise bias so far, from the spread of batch means."""
        if self.watched[0] != s.index:
            self.watched = (s.index, [])
        means = self.watched[1]
        if estimates is not None and estimates.replicates and self.spec.methods:
            error = estimates.values[: len(self.spec.methods), -1] - estimates.truth
            known = ~np.isnan(error)
            total = np.where(known, error, 0.0).sum(axis=(1, 2))
            means.append(total / np.maximum(known.sum(axis=(1, 2)), 1))
        if len(means) < 2:
            return ""
        error = np.std(means, axis=0, ddof=1) / np.sqrt(len(means))
        k = int(error.argmax())
        return f"bias of {self.spec.methods[k].name} +-{error[k]:.2g}"

    def _decide(self, s: Scenario, number: int, estimates: Estimates) -> None:
        """Stop at the first batch, in order, after which all targets are met.

        Batches may become known out of order; each count of batches is looked at once, as soon
        as all of them are there.
        """
        seen = self.seen.setdefault(s.index, {})
        seen[number] = estimates
        count = self.looked.get(s.index, 0) + 1
        while all(k in seen for k in range(count)):
            self.looked[s.index] = count
            if count >= self.spec.precision.minimum_batches:
                whole = Estimates.concatenate([seen[k] for k in range(count)])
                if reached(self.spec, s, whole, self.plans[s.index].slopes):
                    self.used[s.index] = count
                    self.seen[s.index] = {}
                    return
            count += 1
