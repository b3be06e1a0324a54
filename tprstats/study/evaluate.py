"""Methods and intervals of a study over a batch of records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.estimators import estimate
from tprstats.intervals import interval
from tprstats.outcomes import draw_share_at_level
from tprstats.records import RecordBatch
from tprstats.study.factors import Factors, RecordFactors
from tprstats.study.spec import IntervalSpec

__all__ = ["evaluate_intervals", "evaluate_method", "level_of"]

Array = NDArray[np.float64]


def level_of(factors: Factors) -> float:
    """Mean strength of a scenario, Elo: where level rules are read off."""
    return factors.level if isinstance(factors, RecordFactors) else factors.mean


def evaluate_method(records: RecordBatch, id: str, options: dict[str, Any]) -> Array:
    """Elo of every record, ``(k,)``."""
    return np.asarray(estimate(records, id, **options).values)


def evaluate_intervals(
    records: RecordBatch, intervals: Sequence[IntervalSpec], factors: Factors
) -> tuple[Array, Array]:
    """Ends of every interval, ``(i, k)`` each."""
    k = len(records)
    low, high = np.empty((len(intervals), k)), np.empty((len(intervals), k))
    for i, spec in enumerate(intervals):
        ends = interval(records, spec.id, **_assumptions(spec, factors), **spec.options)
        low[i], high[i] = ends.low, ends.high
    return low, high


def _assumptions(spec: IntervalSpec, factors: Factors) -> dict[str, Any]:
    level = level_of(factors)

    def share(given: float | str | None) -> float | None:
        if given == "true":
            return factors.true_draw_share(level)
        if given == "level":
            return float(draw_share_at_level(level))
        return None if given is None else float(given)

    said: dict[str, Any] = {"level": spec.level}
    if (prior := share(spec.draw_prior)) is not None:
        said["draw_prior"] = prior
    if (fixed := share(spec.draw_share)) is not None:
        said["draw_share"] = fixed
    white = spec.white_advantage
    said["white_advantage"] = factors.true_white_advantage(level) if white == "true" else white
    if spec.prior_sd is not None:
        said["prior_sd"] = spec.prior_sd
    return said
