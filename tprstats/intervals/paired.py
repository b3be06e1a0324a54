"""The game bootstrap of a difference: two rules rate the same drawn games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.estimators import get_rule
from tprstats.intervals.bootstrap import Resampler, scipy_ends
from tprstats.records import RecordBatch

__all__ = ["paired_difference"]

_SCIPY: dict[str, Literal["percentile", "basic", "BCa"]] = {
    "bootstrap-percentile": "percentile",
    "bootstrap-basic": "basic",
    "bootstrap-bca": "BCa",
}
_SAME = 1e-6  # Elo: a spread below this is none


class _Difference:
    """What the bootstrap needs of two rules on one record."""

    def __init__(self, first: Resampler, second: Resampler) -> None:
        self.first, self.second, self.games = first, second, first.games

    def statistic(self, games: NDArray[np.int64], axis: int = -1) -> NDArray[np.float64]:
        return self.first.statistic(games, axis) - self.second.statistic(games, axis)


def paired_difference(
    record: RecordBatch,
    rules: tuple[str, str],
    options: tuple[Mapping[str, Any], Mapping[str, Any]] = ({}, {}),
    *,
    method: str = "bootstrap-bca",
    level: float = 0.95,
    seed: int = 1,
    n_resamples: int = 9999,
) -> tuple[float, float]:
    """Interval for one rule minus another on one record.

    Both rules rate the same draws, so what they share cancels.

    Parameters
    ----------
    record
        One record.
    rules, options
        Ids of the first and the second rule, and their options.
    method
        ``"bootstrap-percentile"``, ``"bootstrap-basic"`` or ``"bootstrap-bca"``.
    level, seed, n_resamples
        As in the bootstraps of a single rule.

    Returns
    -------
    low, high
        Elo; NaN where all games have one result, or all draws give the same difference.

    Examples
    --------
    >>> batch = RecordBatch.from_arrays([[2100, 2200, 2300, 2400, 2500]], [[2, 2, 2, 1, 0]])
    >>> low, high = paired_difference(batch, ("average", "per-opponent"), n_resamples=999)
    >>> low < -21.1 < high  # 2448.9 - 2469.5 = -20.6, bounded by resamples of it
    True
    """
    if method not in _SCIPY:
        raise TprstatsError(f"{method} has no interval for a difference; use {', '.join(_SCIPY)}")
    one = record.rated()
    n, s2 = int(one.counts[0]), int(one.scores[0])
    if n < 2 or s2 in (0, 2 * n):
        return float("nan"), float("nan")
    samples = [Resampler(one, get_rule(r), o) for r, o in zip(rules, options, strict=True)]
    low, high = scipy_ends(_SCIPY[method], _Difference(*samples), level, seed, n_resamples)
    if not high - low > _SAME:
        return float("nan"), float("nan")
    return low, high
