"""What is searched: windows, and stretches of up to half a season, each with its standard error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats.streaks.season import Baseline, Season

__all__ = ["Stretches", "Windows", "stretches_of"]

Array = NDArray[np.float64]

SHORTEST_STRETCH = 10
"""Games of the shortest stretch that is compared with the rest, or half of the season."""

_LENGTHS_AN_OCTAVE, _STARTS_A_LENGTH = 4, 6  # of stretches: closer ones say nearly the same


@dataclass(frozen=True)
class Stretches:
    """Stretches of up to half a season: what is longer is the rest to which one compares.

    Parameters
    ----------
    games
        First game and end, int64 ``(m, 2)``.
    weight
        One over the standard error, ``(m,)``.
    part
        Of each in the evidence of all: every length counts alike, ``(m,)``.
    """

    games: NDArray[np.int64]
    weight: Array
    part: Array


def stretches_of(n: int) -> tuple[NDArray[np.int64], Array]:
    """First game and end of every stretch, ``(m, 2)``, and its part, ``(m,)``.

    Lengths in steps of a quarter octave, starts in steps of a sixth of the length, and one that
    ends with the season.

    Examples
    --------
    >>> games, part = stretches_of(24)
    >>> games[part == part[-1]].tolist()  # of half a season
    [[0, 12], [2, 14], [4, 16], [6, 18], [8, 20], [10, 22], [12, 24]]
    """
    half = n // 2
    shortest = min(SHORTEST_STRETCH, half)
    octaves = np.log2(half / shortest)
    steps = np.arange(int(_LENGTHS_AN_OCTAVE * octaves) + 1) / _LENGTHS_AN_OCTAVE
    lengths = np.unique([*np.round(shortest * 2.0**steps).astype(np.int64), half])
    games, part = [], []
    for length in lengths:
        starts = np.arange(0, n - length + 1, max(1, length // _STARTS_A_LENGTH))
        starts = np.unique([*starts, n - length])
        games.append(np.column_stack([starts, starts + length]))
        part.append(np.full(starts.size, 1.0 / starts.size))
    return np.concatenate(games), np.concatenate(part)


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
    stretches
        What is compared with the rest; none where the strength is known.
    """

    shortest: int
    longest: int
    weight: Array
    change: Array
    total: float
    stretches: Stretches

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
        games, part = np.zeros((0, 2), dtype=np.int64), np.zeros(0)
        if not baseline.known and n >= 2:
            games, part = stretches_of(n)
        stretches = Stretches(games, one_over_error(games[:, 0], games[:, 1]), part)
        return cls(shortest, longest, weight, change, float(total), stretches)
