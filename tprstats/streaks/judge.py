"""One season in, everything the verdict rests on out: what every simulated season gets as well."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats.rng import Key
from tprstats.streaks.luck import Luck, Windows, p_values, play
from tprstats.streaks.season import Baseline, Season, constant_strength
from tprstats.streaks.spells import SpellPrior, bayes_factors

__all__ = ["LENGTHS", "Judgement", "judge", "statistics_of"]

Array = NDArray[np.float64]

LENGTHS = (5, 20)
"""Shortest and longest window looked at by default, games."""


@dataclass(frozen=True)
class Judgement:
    """What a verdict rests on.

    Parameters
    ----------
    baseline, windows, luck
        Constant strength, what was searched, and the statistics beside those of luck.
    scan_p, windows_p, change_p
        p of the best window, of all windows together and of a change of strength, each for
        itself, at the last look.
    joint_p
        p of the smallest of them, paid for all three lenses and for every look.
    bayes_factors
        For each SD of the boost.
    looks
        Games after which the season was looked at.
    """

    baseline: Baseline
    windows: Windows
    luck: Luck
    scan_p: float
    windows_p: float
    change_p: float
    joint_p: float
    bayes_factors: Array
    looks: tuple[int, ...]

    def chosen_p(self, start: int, length: int, direction: str) -> float | None:
        """p of a window that was picked after looking; None where it is not in the family."""
        row = length - self.windows.shortest
        if not 0 <= row < self.windows.weight.shape[0] or not self.windows.weight[row, start]:
            return None
        z = self.luck.window_z(start, length)
        _, null = statistics_of(self.luck, direction)
        own = {"hot": z, "cold": -z}.get(direction, abs(z))
        return float((1 + np.count_nonzero(null[:, 0] >= own)) / (1 + null.shape[0]))


def statistics_of(luck: Luck, direction: str) -> tuple[Array, Array]:
    """Best window, all windows, change: of the season ``(3,)`` and of luck ``(seasons, 3)``."""
    from tprstats.streaks import _season_kernel as kernel

    def lenses(table: Array) -> Array:
        pairs = ((kernel.HOT, kernel.COLD), (kernel.GAIN, kernel.LOSS))
        columns = []
        for hot, cold in pairs:
            sides = {"hot": table[..., hot], "cold": table[..., cold]}
            columns.append(sides.get(direction, np.maximum(table[..., hot], table[..., cold])))
        return np.stack([*columns, table[..., kernel.CHANGE]], axis=-1)

    return lenses(luck.observed), lenses(luck.null)


def judge(
    season: Season,
    *,
    seasons: int,
    key: Key,
    outer: int = 0,
    direction: str = "hot",
    lengths: tuple[int, int] = LENGTHS,
    only: list[tuple[int, int]] | None = None,
    looks: tuple[int, ...] = (),
    draw_share: float | None = None,
    prior: SpellPrior | None = None,
) -> Judgement:
    """Scan, change point and Bayes factors of a season, with p from seasons of luck.

    Parameters
    ----------
    season
        Games.
    seasons, key, outer
        See :func:`tprstats.streaks.luck.play`.
    direction
        ``"hot"``, ``"cold"`` or ``"either"``.
    lengths
        Shortest and longest window.
    only
        Start and length of the windows looked at; None takes all.
    looks
        Earlier looks: games played then. They are paid for in the joint p.
    draw_share
        Between equals; None plugs in the season's draws.
    prior
        Of the Bayes factors.
    """
    baseline = constant_strength(season, draw_share=draw_share)
    windows = Windows.of(season, baseline, lengths, only)
    luck = play(season, baseline, windows, seasons=seasons, key=key, outer=outer)
    observed, null = statistics_of(luck, direction)
    single, joint = p_values(observed, null)
    scan_p, windows_p, change_p = (float(p) for p in single)
    earlier = [n for n in looks if n < len(season)]
    if earlier:
        columns = [(observed, null)]
        for n in earlier:
            early = _as_it_stood(season, baseline, n)
            some = None if only is None else [(i, k) for i, k in only if i + k <= n]
            family = Windows.of(*early, lengths, some)
            then = play(*early, family, seasons=seasons, key=key, outer=outer)
            columns.append(statistics_of(then, direction))
        _, joint = p_values(
            np.concatenate([c[0] for c in columns]), np.hstack([c[1] for c in columns])
        )
    wanted = windows.weight > 0.0
    factors = bayes_factors(
        season, baseline, wanted, windows.shortest, direction, prior or SpellPrior()
    )
    return Judgement(
        baseline,
        windows,
        luck,
        scan_p,
        windows_p,
        change_p,
        joint,
        factors,
        (*earlier, len(season)),
    )


def _as_it_stood(season: Season, baseline: Baseline, n: int) -> tuple[Season, Baseline]:
    """The first games, under the constant strength of the whole season.

    The seasons of luck are the same at every look, so they are drawn from one strength; the
    refit of each look starts there.
    """
    from dataclasses import replace

    early = season.first(n)
    shift = baseline.slope * (season.x[0] - early.x[0])
    return early, replace(
        baseline,
        level=baseline.level + shift,
        expected=baseline.expected[:n],
        variance=baseline.variance[:n],
        bounds=np.ascontiguousarray(baseline.bounds[:n]),
    )
