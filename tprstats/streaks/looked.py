"""A window named after the games had been seen: what having looked costs, at any length."""

from __future__ import annotations

import numpy as np

from tprstats.cells import counted
from tprstats.errors import InputError
from tprstats.rng import Key
from tprstats.streaks.judge import LENGTHS, Judgement, chosen_p
from tprstats.streaks.luck import play
from tprstats.streaks.season import Baseline, Season
from tprstats.streaks.windows import Windows

__all__ = ["looked_p"]

MOST_CELLS = 1_000_000
"""Games of the season times games of the window that are searched: some ten seconds."""


def looked_p(
    season: Season,
    baseline: Baseline,
    start: int,
    length: int,
    direction: str,
    judged: Judgement | None,
    *,
    seasons: int,
    key: Key,
) -> tuple[float, int]:
    """p of a window picked after looking, and the number of families that it is paid for.

    A window that the search looks at is one of these. Any other is one of a second family, all
    windows up to its own length, and paid for both: ``1 - (1 - p)^2``. Who picks the best of all
    lengths so rings in 5.2 % +- 0.2 (60 games), 5.9 +- 0.2 (120) and 5.8 +- 0.2 (200) of
    streak-free seasons at p <= 0.05; unpaid for the second family in 6.2 to 7.0 %.

    Parameters
    ----------
    season, baseline
        Games, and the constant strength that luck plays with.
    start, length
        Of the window, games.
    direction
        ``"hot"``, ``"cold"`` or ``"either"``.
    judged
        The search; None where the season is too short for it.
    seasons, key
        As of the search: the same seasons of luck.
    """
    if judged is not None:
        found = chosen_p(judged.luck, start, length, direction)
        if found is not None:
            return found, 1
    n = len(season)
    if length == n:
        return 1.0, 1  # nothing is left to compare it with
    if length * n > MOST_CELLS:
        raise InputError(
            f"a window of {length} of {counted(n, 'game')} is too long to be judged as found by "
            "looking: take a part of the season (--last, --since)"
        )
    shortest, longest = LENGTHS
    if judged is not None:
        shortest, longest = judged.windows.shortest, judged.windows.longest
    family = Windows.of(season, baseline, (min(shortest, length, n - length), max(longest, length)))
    luck = play(season, baseline, family, seasons=seasons, key=key)
    p = chosen_p(luck, start, length, direction)
    assert p is not None
    return float(-np.expm1(2.0 * np.log1p(-p))) if p < 1.0 else 1.0, 2
