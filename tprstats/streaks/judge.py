"""One season in, everything the verdict rests on out: what every simulated season gets as well."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tprstats.rng import Key
from tprstats.streaks.luck import Luck, Progress, p_values, play
from tprstats.streaks.season import Baseline, Season, constant_strength
from tprstats.streaks.spells import Forecast, SpellPrior, bayes_factors, forecast
from tprstats.streaks.windows import Windows

__all__ = ["LENGTHS", "Judgement", "Spells", "alone_p", "chosen_p", "judge", "statistics_of"]

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
    scan_p, windows_p, stretch_p
        p of the best window, of all windows together and of stretches of up to half the season
        against the rest, each for itself, at the last look.
    joint_p
        p of the smallest of them, paid for all three lenses and for every look.
    change_p
        p of the likeliest change of strength, up or down: shown, no part of the joint p.
    looks
        Games after which the season was looked at.
    direction
        What was asked for.
    spells
        Bayes factors, and the forecast's chances of spells.
    """

    baseline: Baseline
    windows: Windows
    luck: Luck
    scan_p: float
    windows_p: float
    stretch_p: float
    joint_p: float
    change_p: float
    looks: tuple[int, ...]
    direction: str
    spells: Spells

    @property
    def right_side(self) -> bool:
        """Whether a spell of the direction asked for is likelier than one of the other."""
        hot, cold = self.spells.forecast.any_hot, self.spells.forecast.any_cold
        return {"hot": hot >= cold, "cold": cold >= hot}.get(self.direction, True)

    @property
    def p(self) -> float:
        """The joint p; 1 where the season looks like a spell of the other direction.

        A slump makes the rest of the season look hot, since the level is fitted to all of it: no
        lens can tell the two apart without the rating, which the spell model takes in. That can
        only raise p, so its size holds whatever the rating is.
        """
        return self.joint_p if self.right_side else 1.0


class Spells:
    """What models with a spell make of a season, when somebody asks: it takes as long as a p."""

    def __init__(
        self,
        season: Season,
        baseline: Baseline,
        windows: Windows,
        direction: str,
        prior: SpellPrior,
    ) -> None:
        self._season, self._baseline, self._windows = season, baseline, windows
        self._direction, self._prior = direction, prior

    @cached_property
    def forecast(self) -> Forecast:
        return forecast(self._season, self._baseline, self._prior)

    @cached_property
    def bayes_factors(self) -> Array:
        """For each SD of the boost."""
        return bayes_factors(
            self._season, self._baseline, self._windows.weight > 0.0, self._windows.shortest,
            self._direction, self._prior,
        )  # fmt: skip


def chosen_p(luck: Luck, start: int, length: int, direction: str) -> float | None:
    """p of a window that was picked after looking; None where it is not in the family."""
    row = length - luck.windows.shortest
    if not 0 <= row < luck.windows.weight.shape[0] or not luck.windows.weight[row, start]:
        return None
    _, null = statistics_of(luck, direction)
    z = np.array([luck.window_z(start, length)])
    own = {"hot": z, "cold": -z}.get(direction, np.abs(z))
    return p_values(own, null[:, :1])[1]


def alone_p(luck: Luck, z: float, direction: str) -> float:
    """p of the most extreme window, whose z is given, had it alone been looked at.

    The share of the same seasons of luck in which these very games are as good, so it is never
    above the p of the search; the normal tail of z can be, where nearly all games were won.
    """
    from tprstats.streaks import _season_kernel as kernel

    larger = kernel.BEST if z > 0.0 else kernel.WORST
    column = [{"hot": kernel.BEST, "cold": kernel.WORST}.get(direction, larger)]
    fold = {"hot": np.positive, "cold": np.negative}.get(direction, np.abs)
    return p_values(fold(luck.observed[column]), fold(luck.null[:, column]))[1]


def statistics_of(luck: Luck, direction: str) -> tuple[Array, Array]:
    """Best window, all windows, stretches: of the season ``(3,)`` and of luck ``(seasons, 3)``."""
    from tprstats.streaks import _season_kernel as kernel

    pairs = ((kernel.HOT, kernel.COLD), (kernel.GAIN, kernel.LOSS), (kernel.ABOVE, kernel.BELOW))

    def lenses(table: Array) -> Array:
        columns = []
        for hot, cold in pairs:
            sides = {"hot": table[..., hot], "cold": table[..., cold]}
            columns.append(sides.get(direction, np.maximum(table[..., hot], table[..., cold])))
        return np.stack(columns, axis=-1)

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
    progress: Progress | None = None,
) -> Judgement:
    """Windows, stretches and change of a season, with p from seasons of luck.

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
        Of the Bayes factors and of the spell model.
    progress
        Called with the seasons of luck done, those of earlier looks after those of the last.
    """
    from tprstats.streaks import _season_kernel as kernel

    baseline = constant_strength(season, draw_share=draw_share)
    windows = Windows.of(season, baseline, lengths, only)
    luck = play(season, baseline, windows, seasons=seasons, key=key, outer=outer, progress=progress)
    observed, null = statistics_of(luck, direction)
    single, joint = p_values(observed, null)
    scan_p, windows_p, stretch_p = (float(p) for p in single)
    _, change_p = p_values(luck.observed[[kernel.CHANGE]], luck.null[:, [kernel.CHANGE]])
    earlier = [n for n in looks if n < len(season)]
    if earlier:
        columns = [(observed, null)]
        for k, n in enumerate(earlier, 1):
            early = _as_it_stood(season, baseline, n)
            some = None if only is None else [w for w in only if sum(w) <= n]
            family = Windows.of(*early, lengths, some)
            then = play(
                *early, family, seasons=seasons, key=key, outer=outer,
                progress=_after(k * seasons, progress),
            )  # fmt: skip
            columns.append(statistics_of(then, direction))
        _, joint = p_values(
            np.concatenate([c[0] for c in columns]), np.hstack([c[1] for c in columns])
        )
    return Judgement(
        baseline,
        windows,
        luck,
        scan_p,
        windows_p,
        stretch_p,
        joint,
        change_p,
        (*earlier, len(season)),
        direction,
        Spells(season, baseline, windows, direction, prior or SpellPrior()),
    )


def _after(before: int, progress: Progress | None) -> Progress | None:
    return None if progress is None else lambda done: progress(before + done)


def _as_it_stood(season: Season, baseline: Baseline, n: int) -> tuple[Season, Baseline]:
    """The first games, under the constant strength of the whole season.

    The seasons of luck are the same at every look, so they are drawn from one strength; the
    refit of each look starts there.
    """
    early = season.first(n)
    shift = baseline.slope * (season.x[0] - early.x[0])
    return early, replace(
        baseline,
        level=baseline.level + shift,
        expected=baseline.expected[:n],
        variance=baseline.variance[:n],
        bounds=np.ascontiguousarray(baseline.bounds[:n]),
    )
