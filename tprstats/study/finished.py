"""A finished run: measures and hash, from the batches that lie in its folder."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tprstats.cells import counted
from tprstats.errors import InputError, TprstatsError
from tprstats.study.estimates import Estimates
from tprstats.study.executors import Execute
from tprstats.study.precision import Plan
from tprstats.study.result import measure_rows
from tprstats.study.spec import ScaleName, Scenario, StudySpec
from tprstats.study.store import Store

__all__ = ["StudyResult", "finish"]


@dataclass(frozen=True, repr=False)
class StudyResult:
    """A finished run.

    Parameters
    ----------
    spec, scale, folder
        What was run, and where its batches lie.
    rows
        The tidy table of measures; see ``tprstats.study.result.FIXED_COLUMNS``.
    hash
        SHA-256 over the canonical estimates of all scenarios and over the table of measures.
    failures
        Scenario index, replicate and reason of everything that has no estimate.
    batches
        Batches that each scenario used.
    plans
        Where each number of batches comes from, and the control's coefficients.
    """

    spec: StudySpec
    scale: ScaleName
    folder: Path
    rows: list[dict[str, Any]]
    hash: str
    failures: tuple[tuple[int, int, str], ...]
    batches: tuple[int, ...]
    plans: tuple[Plan, ...] = field(repr=False)

    def __repr__(self) -> str:
        scenarios = counted(len(self.plans), "scenario")
        return f"<StudyResult {self.spec.title}: {scenarios}, {self.scale} scale>"

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        return self.spec.scenarios(self.scale)

    def estimates(self, scenario: int) -> Estimates:
        """The estimates data set of a scenario."""
        s = self.scenarios[scenario]
        return Store(self.folder, self.spec, self.scale).scenario(s, self.batches[scenario])

    def to_dataframe(self) -> Any:
        """The table of measures as a pandas frame."""
        import pandas as pd

        return pd.DataFrame(self.rows)


class _Measured(NamedTuple):
    """What the batches of one scenario come to."""

    rows: list[dict[str, Any]]
    failures: list[tuple[int, int, str]]
    digest: bytes


def _measured(store: Store, job: tuple[Scenario, int, Plan]) -> _Measured:
    s, batches, plan = job
    estimates = store.scenario(s, batches)
    if estimates.replicates == 0:
        why = estimates.failures[0].reason
        raise TprstatsError(f"every replicate failed in scenario {s.label}: {why}")
    return _Measured(
        measure_rows(store.spec, s, estimates, plan.slopes),
        [(s.index, f.replicate, f.reason) for f in estimates.failures],
        estimates.digest().encode(),
    )


def finish(store: Store, spec: StudySpec, scale: ScaleName, execute: Execute = map) -> StudyResult:
    """Measures from the stored batches, and the hash of both; written where they are new.

    ``execute`` may measure scenarios in other processes, which have to see the store's folder.

    Raises
    ------
    TprstatsError
        A scenario in which every replicate failed.
    InputError
        The batches are not those of the run that was finished.
    """
    scenarios = spec.scenarios(scale)
    plans = [p for s in scenarios if (p := store.plan(s)) is not None]
    used = store.decisions(len(scenarios))
    data, whole = hashlib.sha256(), hashlib.sha256()
    rows: list[dict[str, Any]] = []
    failures: list[tuple[int, int, str]] = []
    for found in execute(partial(_measured, store), zip(scenarios, used, plans, strict=True)):
        rows += found.rows
        failures += found.failures
        data.update(found.digest)
        whole.update(found.digest)
    for row in rows:
        whole.update(_canonical(row).encode())
    result = StudyResult(
        spec=spec,
        scale=scale,
        folder=store.folder,
        rows=rows,
        hash=whole.hexdigest(),
        failures=tuple(failures),
        batches=tuple(used),
        plans=tuple(plans),
    )
    finished = store.end("finished")
    if finished is not None and finished.get("data", data.hexdigest()) != data.hexdigest():
        raise InputError(
            "the batches are not those of the finished run; remove the changed ones, or all "
            "of them, and resume",
            source=str(store.folder),
        )
    # Other measures of the same batches (their code has changed) are written anew.
    if finished is None or finished.get("hash") != result.hash:
        store.keep_table("measures", rows)
        listed = [{"scenario": s, "replicate": r, "reason": why} for s, r, why in failures]
        store.keep_end("failures", listed)
        store.keep_end(
            "finished", {"hash": result.hash, "data": data.hexdigest(), "batches": list(used)}
        )
    return result


def _canonical(row: dict[str, Any]) -> str:
    """A row as text: floats by their bits."""

    def text(value: Any) -> str:
        if isinstance(value, float | np.floating):
            return "nan" if value != value else float(value).hex()
        return repr(value)

    return ";".join(f"{k}={text(row[k])}" for k in sorted(row))
