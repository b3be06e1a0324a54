"""How many replicates: from a pilot for a Monte Carlo error wanted, or by sequential stopping."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

import numpy as np

from tprstats.cells import counted
from tprstats.mcse import Figure
from tprstats.study.estimates import Estimates
from tprstats.study.measures import METHOD, measure
from tprstats.study.result import cases_of
from tprstats.study.spec import Scenario, StudySpec
from tprstats.study.spec_parts import Scale, Target
from tprstats.study.words import is_share
from tprstats.study.work import PILOT, is_exact, run_range

__all__ = ["Plan", "most_replicates", "plan_scenario", "reached", "target_figure"]


@dataclass(frozen=True)
class Plan:
    """What a scenario will take.

    Parameters
    ----------
    batches
        Number of batches (the most, where stopping is sequential).
    slopes
        Coefficient of the control variate for each method, from the pilot; empty without.
    why
        Where the number comes from, in words.
    """

    batches: int
    slopes: dict[str, float]
    why: str

    def to_json(self) -> dict[str, Any]:
        return {"batches": self.batches, "slopes": self.slopes, "why": self.why}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Plan:
        return cls(int(values["batches"]), dict(values["slopes"]), str(values["why"]))


def most_replicates(spec: StudySpec, scale: Scale) -> int:
    """The most replicates that a simulated scenario can have: whole batches."""
    precision = spec.precision
    if not precision.targets:
        return ceil(scale.replicates / spec.batch) * spec.batch
    most = min(precision.maximum, scale.maximum or precision.maximum)
    return max(ceil(most / spec.batch), 1) * spec.batch


def plan_scenario(spec: StudySpec, scenario: Scenario, scale: Scale) -> Plan:
    """Fix the number of batches; runs the pilot where one is needed.

    The pilot's replicates are numbered apart, so a number chosen from them is independent of the
    study's results: no bias from looking.
    """
    if is_exact(scenario):
        return Plan(1, {}, "every outcome listed with its chance")
    precision = spec.precision
    asked = ceil(scale.replicates / spec.batch)
    most = most_replicates(spec, scale) // spec.batch
    needs_pilot = precision.control or (precision.targets and not precision.sequential)
    pilot = run_range(spec, scenario, PILOT, precision.pilot) if needs_pilot else None
    slopes = _slopes(spec, scenario, pilot) if pilot and precision.control else {}
    if precision.sequential:
        return Plan(most, slopes, f"sequential, at most {counted(most * spec.batch, 'replicate')}")
    if pilot is None or not precision.targets:
        return Plan(asked, slopes, f"{counted(asked * spec.batch, 'replicate')} by the study file")
    wanted, hardest = asked, "the least of the study file"
    for target in precision.targets:
        figure = target_figure(spec, scenario, pilot, slopes, target)
        if not np.isfinite(figure.mcse):
            continue
        error = _honest(target, figure, pilot.replicates)
        need = ceil(pilot.replicates * (error / target.mcse) ** 2 / spec.batch)
        if need > wanted:
            wanted, hardest = need, f"MCSE {target.mcse:g} of {target.measure} of {target.of}"
    cut = " (cut to the maximum)" if wanted > most else ""
    batches = min(wanted, most)
    return Plan(
        batches, slopes, f"{counted(batches * spec.batch, 'replicate')}, for {hardest}{cut}"
    )


def _honest(target: Target, figure: Figure, n: int) -> float:
    """The error, never smaller than what a share near 0 or 1 could hide.

    A pilot in which every interval held the truth has an error of 0; one more failure and one
    more success (Agresti and Coull's idea) keeps the number of replicates sensible.
    """
    if figure.mcse > 0.0 or not is_share(target.measure):
        return figure.mcse
    p = (figure.value * n + 2.0) / (n + 4.0)
    return float(np.sqrt(p * (1.0 - p) / n))


def _slopes(spec: StudySpec, scenario: Scenario, pilot: Estimates) -> dict[str, float]:
    """Regression of each method's error on the surplus; only where no number was missing.

    The surplus has mean 0 unconditionally. Given that an estimate is finite it has not
    (statistics, correction 6), so a method with missing numbers gets none.
    """
    found = {}
    for k, method in enumerate(spec.methods):
        error = pilot.values[k, -1] - pilot.truth
        if np.isnan(error).any() or pilot.fixed.any():
            continue
        x, y = pilot.surplus[-1].ravel(), error.ravel()
        x = x - x.mean()
        total = float((x * x).sum())
        if total > 0.0:
            found[method.name] = float((x * (y - y.mean())).sum() / total)
    return found


def target_figure(
    spec: StudySpec,
    scenario: Scenario,
    estimates: Estimates,
    slopes: dict[str, float],
    target: Target,
) -> Figure:
    """The measure of a target after the last round; of several members the least precise."""
    groups = cases_of(spec, scenario, estimates, slopes, target.group, estimates.views)
    kind: Literal["method", "interval"] = (
        "method" if target.measure.split(":")[0] in METHOD else "interval"
    )
    found = [
        measure(target.measure, case)
        for name, sort, _, case in groups
        if name == target.of and sort == kind
    ]
    return max(found, key=lambda f: f.mcse if np.isfinite(f.mcse) else -1.0)


def reached(
    spec: StudySpec, scenario: Scenario, estimates: Estimates, slopes: dict[str, float]
) -> bool:
    """True where every target is met: the rule of sequential stopping."""
    for target in spec.precision.targets:
        figure = target_figure(spec, scenario, estimates, slopes, target)
        if not np.isfinite(figure.mcse):
            return False
        if _honest(target, figure, estimates.replicates) > target.mcse:
            return False
    return True
