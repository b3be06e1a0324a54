"""From the estimates of a scenario to its rows in the table of measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tprstats.mcse import Figure
from tprstats.study.case import Case
from tprstats.study.estimates import Estimates
from tprstats.study.evaluate import asked
from tprstats.study.factors import RecordFactors, total_rounds
from tprstats.study.groups import SELECTED, members
from tprstats.study.measures import (
    INTERVAL,
    METHOD,
    NORM,
    SCORE,
    difference,
    is_paired,
    measure,
)
from tprstats.study.replication import Replication
from tprstats.study.spec import Scenario, StudySpec

__all__ = ["FIXED_COLUMNS", "cases_of", "measure_rows"]

Array = NDArray[np.float64]
Kind = Literal["method", "norm", "interval", "score"]

NO_METHOD = "(scores)"
"""Name of what is measured of scores and pairings alone."""

FIXED_COLUMNS = ("after", "group", "kind_of", "name", "measure", "value", "mcse", "replicates")
"""Columns of the table of measures beside ``scenario`` and the factors. ``after`` counts rounds
(games of a record); ``kind_of`` is method, norm, interval, pair or score; ``replicates`` is 0
where all outcomes are listed."""


def cases_of(
    spec: StudySpec,
    scenario: Scenario,
    e: Estimates,
    slopes: dict[str, float],
    group: str,
    view: int,
) -> Iterator[tuple[str, Kind, str, Case]]:
    """Name, kind, group and case of every method and interval, and of the scores alone.

    Parameters
    ----------
    view
        Which number of rounds, counted from 1.
    """
    v = min(view, e.views) - 1
    paired = isinstance(scenario.factors, RecordFactors) and scenario.factors.antithetic
    sample = Replication(e, paired=paired)
    of = {m.name: e.values[k, v] for k, m in enumerate(spec.methods)}
    nothing = np.full(e.truth.shape, np.nan)
    for method in spec.methods:
        values = of[method.name]
        rated = _rated(method.every, e)
        for label, everybody in members(group, e, v, values):
            mask = everybody & rated
            # Chosen by results, a group has a surplus of its own: no mean 0 to take off.
            slope = 0.0 if group in SELECTED else slopes.get(method.name, 0.0)
            yield method.name, "method", label, Case(sample, v, mask, values, slope=slope)
    for k, norm in enumerate(spec.norms, start=len(spec.methods)):
        for label, mask in members(group, e, v, None):
            yield norm.name, "norm", label, Case(sample, v, mask, e.values[k, v])
    for k, interval in enumerate(spec.intervals):
        values = of.get(interval.method, nothing)
        rated = _rated(interval.every, e)
        shown = values if interval.method in of else None
        for label, everybody in members(group, e, v, shown):
            mask = everybody & rated
            case = Case(
                sample, v, mask, values, low=e.low[k, v], high=e.high[k, v], level=interval.level
            )
            yield interval.name, "interval", label, case
    for label, mask in members(group, e, v, None):
        yield NO_METHOD, "score", label, Case(sample, v, mask, nothing)


def _rated(every: int, e: Estimates) -> NDArray[np.bool_]:
    """Replicates that were rated; listed outcomes all are, ``(e, 1)``."""
    if e.exact:
        return np.ones((e.replicates, 1), dtype=bool)
    return asked(every, e.replicate)[:, None]


_MEASURES_OF = {"method": METHOD, "norm": NORM, "interval": INTERVAL, "score": SCORE}
_WITHIN_EVENTS = {"kendall", "spearman"}


def measure_rows(
    spec: StudySpec, scenario: Scenario, e: Estimates, slopes: dict[str, float]
) -> list[dict[str, Any]]:
    """Every measure of a scenario, in the order of the study file."""
    rows: list[dict[str, Any]] = []
    views = spec.views(total_rounds(scenario.factors))
    for number, after in enumerate(views, start=1):
        for group in spec.groups:
            found: dict[tuple[str, str], Case] = {}
            for name, kind, label, case in cases_of(spec, scenario, e, slopes, group, number):
                if not e.exact and case.events == 0:
                    continue  # nobody there: nothing was measured
                found[name, label] = case
                for m in spec.measures:
                    if m.split(":")[0] in _MEASURES_OF[kind] and _applies(m, case, group):
                        figure = measure(m, case)
                        rows.append(_row(scenario, case, after, label, kind, name, m, figure))
            for one, other in spec.pairs:
                for label in dict.fromkeys(label for _, label in found):
                    a, b = found.get((one, label)), found.get((other, label))
                    if a is None or b is None:
                        continue
                    rows += _differences(spec, scenario, after, label, (one, a), (other, b))
    return rows


def _differences(
    spec: StudySpec,
    scenario: Scenario,
    after: int,
    label: str,
    first: tuple[str, Case],
    second: tuple[str, Case],
) -> list[dict[str, Any]]:
    (one, a), (other, b) = first, second
    of = INTERVAL if a.low is not None else METHOD
    both = a.members & b.members if a.low is not None else a.known & b.known
    a, b = replace(a, members=both), replace(b, members=both)
    return [
        _row(scenario, a, after, label, "pair", f"{one} - {other}", m, difference(m, a, b))
        for m in spec.measures
        if is_paired(m) and m in of and _applies(m, a, label)
    ]


def _applies(name: str, case: Case, group: str) -> bool:
    """Rank correlations need a field, and everybody in it."""
    id = name.split(":")[0]
    if id in _WITHIN_EVENTS or id == "max":
        return case.e.players > 1 and group == "all"
    if id == "falls":
        return case.e.exact and group == "all"
    return True


def _row(
    scenario: Scenario,
    case: Case,
    after: int,
    group: str,
    kind: str,
    name: str,
    measure: str,
    figure: Figure,
) -> dict[str, Any]:
    return {
        "scenario": scenario.index,
        **scenario.varied,
        "after": after,
        "group": group,
        "kind_of": kind,
        "name": name,
        "measure": measure,
        "value": figure.value,
        "mcse": figure.mcse,
        "replicates": 0 if case.e.exact else case.events,
    }
