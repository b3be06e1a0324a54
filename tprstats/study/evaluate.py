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
from tprstats.study.spec_parts import IntervalSpec, MethodSpec

__all__ = ["asked", "evaluate_intervals", "evaluate_method", "level_of", "rule_options"]

Array = NDArray[np.float64]


def level_of(factors: Factors) -> float:
    """Mean strength of a scenario, Elo: where level rules are read off."""
    return factors.level if isinstance(factors, RecordFactors) else factors.mean


def asked(every: int, replicate: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Replicates that a method with ``every`` rates."""
    return np.asarray(replicate % every == 0)


def evaluate_method(
    records: RecordBatch, method: MethodSpec, factors: Factors, wanted: NDArray[np.bool_]
) -> Array:
    """Elo of every record, ``(k,)``; NaN where it is not wanted."""
    values = np.full(len(records), np.nan)
    chosen = records if wanted.all() else records.take(wanted)
    if len(chosen):
        values[wanted] = estimate(chosen, method.id, **rule_options(method, factors)).values
    return values


def rule_options(method: MethodSpec, factors: Factors) -> dict[str, Any]:
    """Options of a rule, ``true`` replaced by the scenario's own value."""
    true = {
        "draw_share": factors.true_draw_share,
        "white_advantage": factors.true_white_advantage,
    }
    return {
        k: true[k](level_of(factors)) if v == "true" and k in true else v
        for k, v in method.options.items()
    }


def evaluate_intervals(
    records: RecordBatch,
    intervals: Sequence[IntervalSpec],
    factors: Factors,
    replicate: NDArray[np.int64],
) -> tuple[Array, Array]:
    """Ends of every interval, ``(i, k)`` each; ``replicate`` is each record's, ``(k,)``."""
    k = len(records)
    low, high = (np.full((len(intervals), k), np.nan) for _ in range(2))
    for i, spec in enumerate(intervals):
        wanted = asked(spec.every, replicate)
        chosen = records if wanted.all() else records.take(wanted)
        if len(chosen):
            ends = interval(chosen, spec.id, **_assumptions(spec, factors), **spec.options)
            low[i, wanted], high[i, wanted] = ends.low, ends.high
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
