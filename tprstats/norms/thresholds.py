"""The score that each choice of games needs, for every choice at once.

Whether a sequence of results makes a norm depends on it only through the score after round k and
through *which* games were won: leaving out the won games X of rounds 1 to k keeps the games
outside X and a score of ``S - 2 |X|`` half points. So there is a table of thresholds m_k(X), and
the sequence makes a norm if ``S_k >= min over X within the wins of m_k(X)`` for some k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats import fide_tables
from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.norms.games import NormGame
from tprstats.norms.titles import UNRATED, Title, least_half_points, least_of_level

__all__ = ["MOST_EXACT", "NEVER", "Needs", "Rules", "needs_of"]

MOST_EXACT = 16
"""Games up to which every choice is looked at."""

NEVER = 10_000
"""Half points that no score reaches: the choice makes no norm."""

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Rules:
    """Which clauses hold for a player in an event.

    Parameters
    ----------
    title
        Title.
    least
        Least number of games (1.4.1a-c).
    predetermined
        True for round robins: all rounds count (1.4.1e).
    double
        True for a double round robin (1.4.5f).
    titles
        Whether 1.4.5 is asked for.
    foreigners
        Whether 1.4.3 and 1.4.4 are asked for.
    federation
        The player's own.
    """

    title: Title
    least: int = 9
    predetermined: bool = False
    double: bool = False
    titles: bool = True
    foreigners: bool = True
    federation: str = ""


@dataclass(frozen=True)
class Needs:
    """What a sequence of results must reach.

    Parameters
    ----------
    tracked
        Games (from 0, in playing order) that are worth leaving out if won.
    ends
        Numbers of games after which a norm can be complete.
    half_points
        Least score so far in half points, ``(ends, 2 ** len(tracked))``, by the set of tracked
        games that were won (bit i is ``tracked[i]``); :data:`NEVER` where none is enough.
    """

    tracked: tuple[int, ...]
    ends: tuple[int, ...]
    half_points: Whole


def needs_of(games: Sequence[NormGame], rules: Rules) -> Needs:
    """Thresholds of a schedule; results are not looked at.

    Examples
    --------
    >>> from tprstats.norms.titles import get_title
    >>> games = [NormGame(k, 2400, None) for k in range(1, 10)]
    >>> needs = needs_of(games, Rules(get_title("GM"), titles=False, foreigners=False))
    >>> needs.tracked, needs.ends, needs.half_points.tolist()
    ((), (9,), [[14]])
    """
    n = len(games)
    if n > MOST_EXACT:
        raise TprstatsError(
            f"{counted(n, 'game')}: the exact chance of a norm is computed for up to {MOST_EXACT}; "
            "give the games of one event"
        )
    if n < rules.least:
        return Needs((), (), np.empty((0, 1), dtype=np.int64))
    ends = (n,) if rules.predetermined else tuple(range(rules.least, n + 1))
    tables = [_thresholds(games[:k], rules) for k in ends]
    within = [_least_within(t, k) for t, k in zip(tables, ends, strict=True)]
    useful = 0
    for table, least, k in zip(tables, within, ends, strict=True):
        useful |= _useful(table, least, k)
    tracked = tuple(i for i in range(n) if useful >> i & 1)
    half_points = np.empty((len(ends), 2 ** len(tracked)), dtype=np.int64)
    full = _expanded(tracked)
    for row, (least, k) in enumerate(zip(within, ends, strict=True)):
        # Games after round k are no part of the choice.
        half_points[row] = least[full & (2**k - 1)]
    return Needs(tracked, ends, half_points)


def _expanded(tracked: tuple[int, ...]) -> Whole:
    """Sets of tracked games as sets of games."""
    masks = np.arange(2 ** len(tracked))
    full = np.zeros_like(masks)
    for i, game in enumerate(tracked):
        full |= (masks >> i & 1) << game
    return full


def _least_within(table: Whole, n: int) -> Whole:
    """``min over X within W of table[X]`` for every W: a subset transform."""
    least = table.copy()
    for i in range(n):
        pairs = least.reshape(-1, 2, 2**i)
        np.minimum(pairs[:, 1], pairs[:, 0], out=pairs[:, 1])
    return least


def _useful(table: Whole, least: Whole, n: int) -> int:
    """Games that stand in some choice which needs less than every smaller one."""
    sets = np.arange(table.size)
    smaller = np.full(table.size, NEVER)
    for i in range(n):
        held = (sets >> i & 1).astype(bool)
        smaller[held] = np.minimum(smaller[held], least[sets[held] & ~(1 << i)])
    better = sets[(table < smaller) & (sets > 0)]
    return int(np.bitwise_or.reduce(better)) if better.size else 0


def _thresholds(games: Sequence[NormGame], rules: Rules) -> Whole:
    """m_k(X) for the first k games and every set X of them, ``(2 ** k,)``."""
    k = len(games)
    sets = np.arange(2**k)
    out = (sets[:, None] >> np.arange(k) & 1).astype(bool)
    left = out.sum(axis=1)
    count = k - left
    possible = count >= rules.least
    average = _averages(games, ~out, rules.title)
    fits = possible & _mix(games, ~out, count, rules)
    if rules.predetermined and not (fits[0] and average[0] >= rules.title.average):
        fits &= left == 0  # 1.4.1f: a norm must be possible for the complete tournament
    table = np.full(sets.size, NEVER, dtype=np.int64)
    pairs = np.stack([count[fits], average[fits]])
    each, back = np.unique(pairs, axis=1, return_inverse=True)
    needed = np.array(
        [
            NEVER if (s2 := least_half_points(rules.title, int(c), int(a))) is None else s2
            for c, a in each.T
        ],
        dtype=np.int64,
    )
    if needed.size:
        table[fits] = np.minimum(needed[back.ravel()] + 2 * left[fits], NEVER)
    return table


def _averages(games: Sequence[NormGame], kept: NDArray[np.bool_], title: Title) -> Whole:
    """Ra of every choice (1.4.6, 1.4.7)."""
    ratings = np.array([UNRATED if g.rating is None else g.rating for g in games])
    low = np.min(np.where(kept, ratings, np.inf), axis=1)
    total = np.where(kept, ratings, 0.0).sum(axis=1) + np.maximum(title.floor - low, 0.0)
    count = np.maximum(kept.sum(axis=1), 1)
    # The empty choice has no lowest opponent.
    return np.asarray(
        fide_tables.round_half_up(np.where(np.isfinite(total), total, 0.0), count), dtype=np.int64
    )


def _mix(
    games: Sequence[NormGame], kept: NDArray[np.bool_], count: Whole, rules: Rules
) -> NDArray[np.bool_]:
    """1.4.3 to 1.4.5 for every choice."""
    fits = np.ones(count.size, dtype=bool)
    if rules.foreigners:
        flags = sorted({g.federation for g in games if g.federation})
        of: dict[str, Any] = {
            f: kept[:, [g.federation == f for g in games]].sum(axis=1) for f in flags
        }
        none = np.zeros(count.size, dtype=np.int64)
        others = sum((of[f] > 0 for f in flags if f != rules.federation), none)
        fits &= others >= 2
        fits &= of.get(rules.federation, none) <= 3 * count // 5
        for f in flags:
            fits &= of[f] <= 2 * count // 3
    if rules.titles:
        # In a double round robin a player met twice holds one title.
        who = [g.person if rules.double else k for k, g in enumerate(games)]
        level = {p: g.level or 0 for p, g in zip(who, games, strict=True)}
        there = {p: kept[:, [w == p for w in who]].any(axis=1) for p in level}
        none = np.zeros(count.size, dtype=np.int64)
        people = sum(there.values(), none)
        titled = sum((there[p] for p in level if level[p] > 0), none)
        holders = sum((there[p] for p in level if level[p] >= rules.title.level), none)
        least = np.array(
            [least_of_level(int(c), double=rules.double) for c in range(len(games) + 1)]
        )
        fits &= 2 * titled >= people
        fits &= holders >= least[people]
    return fits
