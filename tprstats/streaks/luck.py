"""What luck alone does: the statistics of a season, and those of seasons of luck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import LOGIT_PER_ELO
from tprstats.intervals.draws import PSEUDO_GAMES
from tprstats.rng import Key
from tprstats.streaks.season import Baseline, Season
from tprstats.streaks.windows import Windows

__all__ = ["FEWEST_AROUND_A_CHANGE", "Luck", "Progress", "best_of", "p_values", "play"]

Array = NDArray[np.float64]

BOOST_SD = 150.0
"""SD of the boost in the evidence that windows and stretches give together, Elo."""

Progress = Callable[[int], None]

_SEASONS_A_REPORT = 1600  # a multiple of what the kernel works on together

FEWEST_AROUND_A_CHANGE = 5
"""Games before and after a change of strength that is looked for."""


@dataclass(frozen=True)
class Luck:
    """A season's statistics beside those of seasons of luck.

    Parameters
    ----------
    observed
        ``(STATISTICS,)``.
    null
        ``(seasons, STATISTICS)``.
    errors
        Score minus expected score of each game, ``(n,)``.
    scale
        Root of the ratio of the squared errors to the binomial variance.
    windows
        See there.
    """

    observed: Array
    null: Array
    errors: Array
    scale: float
    windows: Windows

    @cached_property
    def partial(self) -> Array:
        """Partial sums of the errors, ``(n + 1,)``."""
        return np.concatenate([[0.0], np.cumsum(self.errors)])

    def window_z(self, start: int, length: int) -> float:
        """The z of one window of the family."""
        gain = self.partial[start + length] - self.partial[start]
        weight = self.windows.weight[length - self.windows.shortest, start]
        return float(gain * weight / self.scale)


def spread_of(baseline: Baseline) -> Array:
    """What the prior draw share adds to the squared errors and to the binomial variance."""
    binomial = float((baseline.expected * (1.0 - baseline.expected)).sum())
    each = PSEUDO_GAMES * binomial / baseline.expected.size
    return np.array([each * baseline.dispersion, each, binomial])


def play(
    season: Season,
    baseline: Baseline,
    windows: Windows,
    *,
    seasons: int,
    key: Key,
    outer: int = 0,
    progress: Progress | None = None,
) -> Luck:
    """The season's statistics, and those of seasons of luck against the same opponents.

    Parameters
    ----------
    season, baseline, windows
        What was played, constant strength, and what is searched.
    seasons
        Seasons of luck.
    key
        Of the random numbers; game t of season k has its own.
    outer
        Which season these are the null of, where several share a key.
    progress
        Called with the seasons done.
    """
    from tprstats.streaks import _season_kernel as kernel

    n = len(season)
    observed, errors = np.zeros(kernel.STATISTICS), np.empty(n)
    null = np.zeros((seasons, kernel.STATISTICS))
    fit = kernel.Fit(
        season.x,
        season.offset,
        baseline.penalty,
        float(baseline.level),
        float(baseline.slope),
        baseline.expected,
        baseline.known,
        spread_of(baseline),
    )
    search = kernel.Search(
        windows.weight,
        windows.change,
        windows.total,
        windows.shortest,
        FEWEST_AROUND_A_CHANGE,
        baseline.dispersion * (LOGIT_PER_ELO * BOOST_SD) ** -2,
        windows.stretches.games,
        windows.stretches.weight,
        windows.stretches.part,
        np.full((2, 2), -1),
    )
    scale = kernel.observed_statistics(season.score, fit, search, errors, observed)
    played = Luck(observed, null, errors, scale, windows)
    if windows.count:
        for k, direction in enumerate(("hot", "cold")):
            start, length, _ = best_of(played, direction)
            search.here[k] = length - windows.shortest, start
        # Anew, for the two windows are known by now.
        kernel.observed_statistics(season.score, fit, search, errors, observed)
    each = seasons if progress is None else _SEASONS_A_REPORT
    for first in range(0, seasons, each):
        some = null[first : first + each]
        kernel.play_null(*key, first, outer, baseline.bounds, fit, search, some)
        if progress is not None:
            progress(first + some.shape[0])
    return played


def best_of(luck: Luck, direction: str) -> tuple[int, int, float]:
    """Start, length and z of the most extreme window."""
    if direction == "either":
        return max(best_of(luck, "hot"), best_of(luck, "cold"), key=lambda found: abs(found[2]))
    rows, n = luck.windows.weight.shape
    z = np.full((rows, n), -np.inf)
    sign = {"hot": 1.0, "cold": -1.0}[direction]
    for k in range(rows):
        length = luck.windows.shortest + k
        weight = luck.windows.weight[k, : n - length + 1]
        there = sign * (luck.partial[length:] - luck.partial[:-length]) * weight / luck.scale
        z[k, : there.size] = np.where(weight > 0.0, there, -np.inf)
    row, start = divmod(int(z.argmax()), n)
    length = luck.windows.shortest + row
    return start, length, luck.window_z(start, length)


def _comparable(statistic: Array) -> Array:
    """Statistics to nine digits: seasons that are mirror images tie, though rounding parts them.

    Examples
    --------
    >>> (_comparable(np.array([0.1 + 0.2, 1e-17])) == _comparable(np.array([0.3, 0.0]))).tolist()
    [True, True]
    """
    mantissa, exponent = np.frexp(np.round(statistic, 9))
    return np.asarray(np.ldexp(np.round(mantissa, 9), exponent))


def p_values(observed: Array, null: Array) -> tuple[Array, float]:
    """p of each statistic, and of the smallest of them paid for all (Westfall and Young).

    Every season, the played one too, is ranked among all; the joint p is the share of seasons
    whose smallest p is as small. So each p is ``(1 + k) / (1 + seasons)``.

    Parameters
    ----------
    observed
        ``(k,)``; large is extreme.
    null
        ``(seasons, k)``.

    Examples
    --------
    >>> single, joint = p_values(np.array([3.0]), np.array([[1.0], [2.0], [4.0]]))
    >>> single.tolist(), joint
    ([0.5], 0.5)
    """
    table = _comparable(np.vstack([observed, null]))
    m = table.shape[0]
    p = np.empty_like(table)
    for j in range(table.shape[1]):
        column = np.sort(table[:, j])
        p[:, j] = (m - np.searchsorted(column, table[:, j], side="left")) / m
    if table.shape[1] == 1:
        return p[0], float(p[0, 0])
    least = p.min(axis=1)
    return p[0], float(np.count_nonzero(least <= least[0]) / m)
