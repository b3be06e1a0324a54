"""The game bootstrap of a difference: two rules rate the same drawn games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.estimators import get_rule
from tprstats.intervals.bootstrap import Resampler, scipy_all_ends
from tprstats.records import RecordBatch

__all__ = ["paired_difference", "paired_differences"]

_SCIPY: dict[str, Literal["percentile", "basic", "BCa"]] = {
    "bootstrap-percentile": "percentile",
    "bootstrap-basic": "basic",
    "bootstrap-bca": "BCa",
}
_SAME = 1e-6  # Elo: a spread below this is none


class _Together:
    """Several rules on one record, and differences of pairs of them, from the same draws."""

    def __init__(self, samples: Sequence[Resampler], pairs: Sequence[tuple[int, int]]) -> None:
        self.samples, self.pairs, self.games = samples, pairs, samples[0].games

    def statistic(self, games: NDArray[np.int64], axis: int = -1) -> NDArray[np.float64]:
        """Each rule's ratings, then each pair's differences."""
        # The records that the draws give are the same for every rule.
        drawn = self.samples[0].drawn(games.reshape(-1, games.shape[axis]))
        found = [sample.rate(drawn).reshape(games.shape[:-1]) for sample in self.samples]
        return np.stack([*found, *(found[i] - found[j] for i, j in self.pairs)])


def paired_differences(
    record: RecordBatch,
    rules: Sequence[str],
    options: Sequence[Mapping[str, Any]] | None = None,
    *,
    method: str = "bootstrap-bca",
    level: float = 0.95,
    seed: int = 1,
    n_resamples: int = 9999,
) -> dict[tuple[str, ...], tuple[float, float]]:
    """Intervals for several rules on one record and for each difference of two of them.

    All rules rate the same draws, so what they share cancels, and the games are drawn once.

    Parameters
    ----------
    record
        One record.
    rules, options
        Ids of rules that look at the games alone, in no order, and the options of each.
    method
        ``"bootstrap-percentile"``, ``"bootstrap-basic"`` or ``"bootstrap-bca"``.
    level, seed, n_resamples
        As in the bootstraps of a single rule.

    Returns
    -------
    dict
        ``(rule,)`` and ``(first, second)`` to low and high, Elo; NaN where all games have one
        result, or all draws give the same number.
    """
    if method not in _SCIPY:
        raise TprstatsError(f"{method} has no interval for a difference; use {', '.join(_SCIPY)}")
    one = record.rated()
    n, s2 = int(one.counts[0]), int(one.scores[0])
    pairs = list(combinations(range(len(rules)), 2))
    keys = [*((rule,) for rule in rules), *((rules[i], rules[j]) for i, j in pairs)]
    nothing = (float("nan"), float("nan"))
    if n < 2 or s2 in (0, 2 * n):
        return dict.fromkeys(keys, nothing)
    each = options or [{}] * len(rules)
    samples = [Resampler(one, get_rule(r), o) for r, o in zip(rules, each, strict=True)]
    low, high = scipy_all_ends(_SCIPY[method], _Together(samples, pairs), level, seed, n_resamples)
    ends = zip(map(float, low), map(float, high), strict=True)
    return {
        key: (a, b) if b - a > _SAME else nothing for key, (a, b) in zip(keys, ends, strict=True)
    }


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
    asked = {"method": method, "level": level, "seed": seed, "n_resamples": n_resamples}
    return paired_differences(record, rules, options, **asked)[rules]  # type: ignore[arg-type]
