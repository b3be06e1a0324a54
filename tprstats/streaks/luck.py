"""What luck alone does: windows, the statistics of a season, and those of seasons of luck."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import LOGIT_PER_ELO
from tprstats.intervals.draws import PSEUDO_GAMES
from tprstats.rng import Key
from tprstats.streaks.season import Baseline, Season

__all__ = ["FEWEST_AROUND_A_CHANGE", "Luck", "Windows", "best_of", "p_values", "play"]

Array = NDArray[np.float64]

BOOST_SD = 150.0
"""SD of the boost in the evidence that all windows give together, Elo."""

FEWEST_AROUND_A_CHANGE = 5
"""Games before and after a change of strength that is looked for."""


@dataclass(frozen=True)
class Windows:
    """The family of windows that is searched, with one over the standard error of each.

    Parameters
    ----------
    shortest, longest
        Games.
    weight
        Row: length from ``shortest`` on; column: first game; 0 where there is no window.
    change
        Of what follows each game.
    total
        Of all games; 0 where the level is fitted to them.
    """

    shortest: int
    longest: int
    weight: Array
    change: Array
    total: float

    @property
    def count(self) -> int:
        return int(np.count_nonzero(self.weight))

    @classmethod
    def of(
        cls,
        season: Season,
        baseline: Baseline,
        lengths: tuple[int, int],
        starts_and_lengths: list[tuple[int, int]] | None = None,
    ) -> Windows:
        """All windows of these lengths, or only some of them.

        A window leaves at least ``lengths[0]`` games outside where the level is fitted: these
        are what it is compared with. Its standard error takes off what the fit explains,
        ``W_w - b' M^-1 b``.
        """
        n = len(season)
        shortest = lengths[0]
        longest = min(lengths[1], n if baseline.known else n - shortest)
        w = baseline.variance if baseline.known else baseline.expected * (1.0 - baseline.expected)
        x = season.x
        sums = np.zeros((n + 1, 3))
        np.cumsum(np.column_stack([w, w * x, w * x * x]), axis=0, out=sums[1:])
        even = 1.0 / (1.0 + np.exp(-baseline.level))
        a = sums[n, 0] + baseline.penalty[0] * even * (1.0 - even)
        b, c = sums[n, 1], sums[n, 2] + baseline.penalty[3]
        determinant = a * c - b * b

        def one_over_error(first: NDArray[np.int64], end: NDArray[np.int64]) -> Array:
            inside = sums[end] - sums[first]
            variance = inside[:, 0].copy()
            if not baseline.known:
                u, v = inside[:, 0], inside[:, 1]
                variance -= (c * u * u - 2.0 * b * u * v + a * v * v) / determinant
            # A window that is nearly all there is has nothing to be compared with.
            return 1.0 / np.sqrt(np.maximum(variance, 0.02 * inside[:, 0] + 1e-12))

        weight = np.zeros((max(longest - shortest + 1, 0), n))
        for k in range(weight.shape[0]):
            first = np.arange(n - (shortest + k) + 1)
            weight[k, first] = one_over_error(first, first + shortest + k)
        if starts_and_lengths is not None:
            wanted = np.zeros_like(weight, dtype=bool)
            for start, length in starts_and_lengths:
                if shortest <= length <= longest:
                    wanted[length - shortest, start] = True
            weight = np.where(wanted, weight, 0.0)
        change = np.zeros(n + 1)
        first = np.arange(1, n)
        change[1:n] = one_over_error(first, np.full_like(first, n))
        total = 1.0 / np.sqrt(sums[n, 0]) if baseline.known else 0.0
        return cls(shortest, longest, weight, change, float(total))


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
    )
    scale = kernel.observed_statistics(season.score, fit, search, errors, observed)
    kernel.play_null(*key, 0, outer, baseline.bounds, fit, search, null)
    return Luck(observed, null, errors, scale, windows)


def best_of(luck: Luck, direction: str) -> tuple[int, int, float]:
    """Start, length and z of the most extreme window."""
    rows, n = luck.windows.weight.shape
    z = np.full((rows, n), -np.inf)
    sign = {"hot": 1.0, "cold": -1.0}
    for k in range(rows):
        length = luck.windows.shortest + k
        weight = luck.windows.weight[k, : n - length + 1]
        gain = (luck.partial[length:] - luck.partial[:-length]) * weight / luck.scale
        there = sign[direction] * gain if direction in sign else np.abs(gain)
        z[k, : there.size] = np.where(weight > 0.0, there, -np.inf)
    row, start = divmod(int(z.argmax()), n)
    length = luck.windows.shortest + row
    return start, length, luck.window_z(start, length)


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
    table = np.vstack([observed, null])
    m = table.shape[0]
    p = np.empty_like(table)
    for j in range(table.shape[1]):
        column = np.sort(table[:, j])
        p[:, j] = (m - np.searchsorted(column, table[:, j], side="left")) / m
    if table.shape[1] == 1:
        return p[0], float(p[0, 0])
    least = p.min(axis=1)
    return p[0], float(np.count_nonzero(least <= least[0]) / m)
