"""Seasons whose strength is the rating, and known: the setting of statistics E.1 and E.2.

Schedules are drawn anew (opponents normal about the rating), so the schedule is the unit of every
Monte Carlo standard error.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tprstats.mcse import Figure, mean_of_events
from tprstats.rng import make_key
from tprstats.streaks.luck import play
from tprstats.streaks.season import Season, constant_strength
from tprstats.streaks.windows import Windows

RATING = 2000.0


def seasons(
    games: int,
    *,
    sd: float,
    draw_share: float,
    schedules: int,
    each: int,
    lengths: tuple[int, int] = (5, 20),
    boost: float = 0.0,
    spell: int = 0,
    seed: int = 1,
) -> np.ndarray:
    """Statistics of seasons, ``(schedules, each, STATISTICS)``; a spell begins anywhere alike."""
    rng = np.random.default_rng([seed, games, int(boost), spell])
    found = []
    for k in range(schedules):
        opponents = RATING + sd * rng.standard_normal(games)
        season = Season(np.full(games, 0.5), opponents, np.zeros(games))
        known = constant_strength(season, draw_share=draw_share, strength=RATING)
        windows = Windows.of(season, known, lengths)
        drawn = known
        if spell:
            start = rng.integers(0, games - spell + 1)
            hot = (np.arange(games) >= start) & (np.arange(games) < start + spell)
            better = constant_strength(season, draw_share=draw_share, strength=RATING + boost)
            drawn = replace(known, bounds=np.where(hot[:, None], better.bounds, known.bounds))
        luck = play(
            season, drawn, windows, seasons=each, key=make_key(seed, {"sd": sd, "k": k}), outer=k
        )
        found.append(luck.null)
    return np.array(found)


def quantile(values: np.ndarray, q: float) -> Figure:
    """A quantile over all seasons and its error, from 20 groups of schedules."""
    groups = np.array_split(values, 20)
    spread = np.std([np.quantile(g, q) for g in groups], ddof=1) / np.sqrt(20)
    return Figure(float(np.quantile(values, q)), float(spread))


def power(null: np.ndarray, streak: np.ndarray, column: int) -> Figure:
    """Share above the 95 % quantile of the null; its error has that of the quantile in it."""
    critical = quantile(null[..., column], 0.95)
    share = mean_of_events((streak[..., column] > critical.value).mean(axis=1))
    near = [np.mean(streak[..., column] > critical.value + s * critical.mcse) for s in (-1, 1)]
    return Figure(share.value, float(np.hypot(share.mcse, (near[0] - near[1]) / 2.0)))
