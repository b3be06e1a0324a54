"""What other people would compute: shown beside the verdict, never part of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tprstats.mcse import Figure, share_of_events
from tprstats.rng import Key, Purpose, words
from tprstats.streaks.luck import Luck, p_values, play
from tprstats.streaks.season import Season, constant_strength
from tprstats.streaks.windows import Windows

__all__ = ["RATING_ERRORS", "AgainstRating", "against_rating", "order_p_values", "shuffled_p"]

Array = NDArray[np.float64]

RATING_ERRORS = (25.0, 50.0)
"""Elo by which the rating may be too low (too high for a cold streak, the worse for either)."""


@dataclass(frozen=True)
class AgainstRating:
    """The scan against the published rating as if it were known.

    Parameters
    ----------
    rating
        Elo.
    p
        p of the best window.
    false_alarms
        For each of :data:`RATING_ERRORS`: how often streak-free seasons ring at 5 % where the
        rating is off by so much.
    """

    rating: float
    p: float
    false_alarms: tuple[Figure, ...]


def against_rating(
    season: Season,
    rating: float,
    lengths: tuple[int, int],
    direction: str,
    *,
    draw_share: float,
    seasons: int,
    key: Key,
) -> AgainstRating:
    """Scan with the strength taken as the rating: it asks "above the rating?", not "a streak?"."""
    from tprstats.streaks import _season_kernel as kernel

    known = constant_strength(season, draw_share=draw_share, strength=rating)
    windows = Windows.of(season, known, lengths)
    luck = play(season, known, windows, seasons=seasons, key=key)

    def extreme(table: Array) -> Array:
        hot, cold = table[..., kernel.HOT], table[..., kernel.COLD]
        return {"hot": hot, "cold": cold}.get(direction, np.maximum(hot, cold))

    null = extreme(luck.null)
    p = p_values(extreme(luck.observed)[None], null[:, None])[1]
    critical = float(np.quantile(null, 0.95))

    def rings(error: float) -> Figure:
        shifted = constant_strength(season, draw_share=draw_share, strength=rating + error)
        off = play(season, replace(known, bounds=shifted.bounds), windows, seasons=seasons, key=key)
        return share_of_events(extreme(off.null) > critical)

    signs = {"hot": (1.0,), "cold": (-1.0,)}.get(direction, (1.0, -1.0))
    alarms = tuple(
        max((rings(sign * error) for sign in signs), key=lambda f: f.value)
        for error in RATING_ERRORS
    )
    return AgainstRating(rating, p, alarms)


def order_p_values(luck: Luck) -> tuple[float, float]:
    """p of a serial correlation as high and of as few runs, from the same seasons of luck."""
    from tprstats.streaks import _season_kernel as kernel

    columns = [kernel.LAG_ONE, kernel.RUNS]
    single, _ = p_values(luck.observed[columns], luck.null[:, columns])
    return float(single[0]), float(single[1])


def shuffled_p(luck: Luck, variance: Array, direction: str, *, shuffles: int, key: Key) -> float:
    """p of the best window where the season's standardised residuals are shuffled.

    Not exact: residuals are exchangeable only where opponents do not come in clusters, the
    ratings are not updated and the slope is 1 (statistics, correction 5).
    """
    residual = luck.errors / np.sqrt(variance)
    n = residual.size
    order = np.argsort(
        words(key, np.arange(shuffles)[:, None], Purpose.SHUFFLE, np.arange(n)[None, :]), axis=1
    )
    rows = np.vstack([residual, residual[order]])
    sums = np.zeros((rows.shape[0], n + 1))
    np.cumsum(rows, axis=1, out=sums[:, 1:])
    best = np.full(rows.shape[0], -np.inf)
    for k in range(luck.windows.weight.shape[0]):
        length = luck.windows.shortest + k
        there = luck.windows.weight[k, : n - length + 1] > 0.0
        z = (sums[:, length:] - sums[:, :-length])[:, there] / np.sqrt(length)
        if direction == "cold":
            z = -z
        elif direction == "either":
            z = np.abs(z)
        best = np.maximum(best, z.max(axis=1, initial=-np.inf))
    return float(np.count_nonzero(best >= best[0] - 1e-12) / rows.shape[0])
