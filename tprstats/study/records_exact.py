"""A record without Monte Carlo: every pair of score and number of draws with its chance.

A convolution lists them; form is averaged out by quadrature over its normal law, the error of
opponents' ratings game by game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tprstats.estimators import get_rule
from tprstats.exact import outcome_batch
from tprstats.intervals.registry import get_interval
from tprstats.records import RecordBatch
from tprstats.scores import score_draws_pmf
from tprstats.study.estimates import Estimates
from tprstats.study.evaluate import evaluate_intervals, evaluate_method
from tprstats.study.factors import RecordFactors
from tprstats.study.record_schedule import (
    chances_of,
    estimates_of,
    form_nodes,
    refuse_norms,
    refuse_order,
    schedule_of,
)
from tprstats.study.spec import StudySpec
from tprstats.study.spec_parts import IntervalSpec, MethodSpec

__all__ = ["exact_record"]

Array = NDArray[np.float64]


def exact_record(f: RecordFactors, spec: StudySpec) -> Estimates:
    """Every outcome with its chance; no random numbers.

    With form, the estimand ``event`` differs from outcome to outcome's cause: the rows are then
    listed once for each node of the form.
    """
    refuse_norms(spec)
    refuse_order(spec, f)
    part = spec.model_dump(mode="json", include={"methods", "intervals"})
    listed = _listed(json.dumps({"factors": _seen(f, spec).model_dump(mode="json"), **part}))
    records, s2, draws = listed.records, listed.s2, listed.draws
    strengths, weights = form_nodes(f, steps=spec.estimand == "event")
    win, draw, loss = chances_of(f, strengths)
    joint = score_draws_pmf(win, draw, loss)[:, s2, draws]  # (g, k)
    g, k = joint.shape
    weight = (weights[:, None] * joint).ravel()
    expected = (win + draw / 2.0).sum(axis=1)
    surplus = (s2[None, :] / 2.0 - expected[:, None]).ravel()
    truth = np.repeat(strengths, k)

    def rows(array: Array) -> Array:
        return np.tile(array.reshape(-1, 1, k, 1), (1, 1, g, 1))

    return estimates_of(
        f,
        spec,
        replicate=np.arange(g * k),
        weight=weight,
        exact=True,
        fixed=np.zeros(g * k, dtype=bool),
        truth=truth,
        records=records.take(np.tile(np.arange(k), g)),
        surplus=surplus,
        values=rows(listed.values),
        ends=(rows(listed.low), rows(listed.high)),
    )


@dataclass(frozen=True)
class _Listed:
    """Every outcome against a schedule, rated: what does not depend on the true strength."""

    records: RecordBatch
    s2: NDArray[np.int64]
    draws: NDArray[np.int64]
    values: Array
    low: Array
    high: Array


def _seen(f: RecordFactors, spec: StudySpec) -> RecordFactors:
    """What rules and intervals see of a scenario, so that a grid of strengths rates them once."""
    hidden = {"slope": 1.0, "rating_noise": 0.0, "rating_shift": 0.0, "form": 0.0}
    rules = [get_rule(m.id).needs for m in spec.methods]
    priors = [get_interval(i.id).needs for i in spec.intervals]
    if not any({"own", "prior"} & needs for needs in (*rules, *priors)):
        hidden |= {"advantage": 0.0, "own_error": 0.0}
    own = f.advantage + f.own_error
    moved = {"advantage": 0.0, "own_error": own} if "advantage" not in hidden else {}
    return f.model_copy(update={**hidden, **moved})


@lru_cache(maxsize=32)
def _listed(text: str) -> _Listed:
    """The outcomes of what is given as JSON, which unlike its parts can be looked up."""
    given = json.loads(text)
    f = RecordFactors(**given["factors"])
    methods = [MethodSpec(**m) for m in given["methods"]]
    intervals = [IntervalSpec(**i) for i in given["intervals"]]
    records, s2, draws = outcome_batch(schedule_of(f), draws=True)
    values = np.empty((len(methods), s2.size))
    for row, method in zip(values, methods, strict=True):
        row[:] = evaluate_method(records, method, f, np.ones(s2.size, dtype=bool))
    low, high = evaluate_intervals(records, intervals, f, np.zeros(s2.size, dtype=np.int64))
    return _Listed(records, s2, draws, values, low, high)
