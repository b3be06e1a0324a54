"""One player against opponents known beforehand: schedule, chances, and the rated outcomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.estimators import get_rule
from tprstats.exact import game_chances
from tprstats.intervals.coverage import spread_schedule
from tprstats.intervals.registry import get_interval
from tprstats.records import RecordBatch
from tprstats.study.estimates import Estimates
from tprstats.study.factors import RecordFactors
from tprstats.study.spec import StudySpec

__all__ = [
    "NODES",
    "WEIGHTS",
    "chances_of",
    "estimates_of",
    "form_nodes",
    "refuse_norms",
    "refuse_order",
    "schedule_of",
    "strength_of",
]

Array = NDArray[np.float64]

NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(41)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
"""Nodes and weights of the standard normal law."""


def schedule_of(f: RecordFactors) -> RecordBatch:
    """The opponents as published, White first and then in turn.

    Examples
    --------
    >>> schedule_of(RecordFactors(games=4, spread=100, opponents="two-points")).opponents.tolist()
    [[1900.0, 2100.0, 1900.0, 2100.0]]
    """
    count = f.games if f.outlier is None else f.games - 1
    if f.opponents == "two-points":
        ratings = f.level + f.spread * np.where(np.arange(count) % 2 == 0, -1.0, 1.0)
    else:
        ratings = spread_schedule(count, f.spread, f.level).opponents[0]
    if f.outlier is not None:
        ratings = np.append(ratings, f.level + f.outlier)
    colours = np.where(np.arange(f.games) % 2 == 0, 1, -1)
    own = strength_of(f) + f.own_error
    return RecordBatch.from_arrays([ratings], 0, colours=[colours], own=[own])


def strength_of(f: RecordFactors) -> float:
    """Long-run strength: the level plus the advantage, Elo."""
    return f.level + f.advantage


def chances_of(f: RecordFactors, strength: Array) -> tuple[Array, Array, Array]:
    """Win, draw and loss of every game at some strengths, ``(g, n)``, rating errors averaged.

    Published ratings lie ``rating_shift`` above the truth, which scatters around them by
    ``rating_noise``.
    """
    shown = schedule_of(f)
    model = f.model()
    if f.rating_noise == 0.0:
        true = shown.with_opponents(shown.opponents - f.rating_shift)
        win, draw, loss = game_chances(true, strength[None, :], model)
        return win[0], draw[0], loss[0]
    total = [np.zeros((strength.size, f.games)) for _ in range(3)]
    for node, weight in zip(NODES, WEIGHTS, strict=True):
        true = shown.with_opponents(shown.opponents - f.rating_shift + f.rating_noise * node)
        parts = game_chances(true, strength[None, :], model)
        for sum_, part in zip(total, parts, strict=True):
            sum_ += weight * part[0]
    return total[0], total[1], total[2]


def form_nodes(f: RecordFactors, *, steps: bool = False) -> tuple[Array, Array]:
    """Strengths in the event and their weights.

    Chances are smooth in the strength. Where the strength is the estimand, what is measured jumps
    as it passes an end of an interval: then (``steps``) a fine grid takes the place of Gauss.
    """
    if f.form == 0.0:
        return np.array([strength_of(f)]), np.ones(1)
    if not steps:
        return strength_of(f) + f.form * NODES, WEIGHTS
    x = np.linspace(-5.0, 5.0, 801)
    density = np.exp(-0.5 * x * x)
    return strength_of(f) + f.form * x, density / density.sum()


def refuse_norms(spec: StudySpec) -> None:
    if spec.norms:
        raise TprstatsError("norms belong to whole events, not to kind 'record'")


def refuse_order(spec: StudySpec, f: RecordFactors) -> None:
    """Name a method that the exact engine cannot serve."""
    if spec.after:
        raise TprstatsError("'after' needs engine 'monte-carlo': an outcome has no order of games")
    for method in spec.methods:
        if "order" in get_rule(method.id).needs:
            raise TprstatsError(
                f"{method.name} depends on the order of the games: set engine to 'monte-carlo'"
            )
    equal = f.spread == 0.0 and f.outlier is None
    for interval in spec.intervals:
        if not equal and {"games", "resampling"} & get_interval(interval.id).needs:
            raise TprstatsError(
                f"{interval.name} depends on who was beaten: set engine to 'monte-carlo'"
            )


def estimates_of(
    f: RecordFactors,
    spec: StudySpec,
    *,
    replicate: Any,
    weight: Array,
    exact: bool,
    fixed: NDArray[np.bool_],
    truth: Array,
    records: RecordBatch,
    surplus: Array,
    values: Array,
    ends: tuple[Array, Array],
    views: list[RecordBatch] | None = None,
) -> Estimates:
    seen = views or [records]

    def each(value: Callable[[RecordBatch], Any]) -> Any:
        return np.stack([value(r) for r in seen])[:, :, None]

    long_run = np.full(truth.size, strength_of(f))
    estimand = {"event": truth, "long-run": long_run, "published": long_run + f.own_error}[
        spec.estimand
    ]
    return Estimates(
        replicate=np.asarray(replicate, dtype=np.int64),
        weight=weight,
        exact=exact,
        fixed=fixed,
        truth=estimand[:, None].copy(),
        own=np.full((truth.size, 1), strength_of(f) + f.own_error),
        standing=seen[-1].scores[:, None],
        half_points=each(lambda r: r.scores),
        games=each(lambda r: r.counts),
        average=each(lambda r: np.nanmean(r.opponents, axis=1)),
        surplus=np.broadcast_to(surplus[None, :, None], (len(seen), truth.size, 1)).copy(),
        values=values,
        low=ends[0],
        high=ends[1],
    )
