"""The norm of many simulated records: the clauses once more, compiled.

:mod:`tprstats.norms.clauses` is the readable reference; a test compares the two record by record.
"""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, entry, kernel
from tprstats.norms.titles import UNRATED
from tprstats.pairing.history import Cell

__all__ = ["norm_flags"]

_PLAYED, _FORFEIT, _PAB = int(Cell.PLAYED), int(Cell.FORFEIT), int(Cell.PAB)
_UNRATED = float(UNRATED)


@kernel
def _bits(mask: int) -> int:
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@kernel
def _performs(
    ratings: Array, half_points: Array, kept: Array, end: int, dp: Array, asks: Array
) -> bool:
    """1.4.6 to 1.4.9; ``asks`` is performance, average, floor, level."""
    n, s2 = 0, 0
    total, low = 0.0, 1e9
    for j in range(end):
        if kept[j]:
            n += 1
            s2 += half_points[j]
            total += ratings[j]
            low = min(low, ratings[j])
    if low < asks[2]:
        total += asks[2] - low
    average = int((2.0 * total + n) // (2.0 * n))
    if average < asks[1] or 100 * s2 < 70 * n:
        return False
    return bool(average + dp[(100 * s2 + n) // (2 * n)] >= asks[0])


@kernel
def _mixes(
    who: Array,
    levels: Array,
    flags: Array,
    own: int,
    kept: Array,
    end: int,
    asks: Array,
    ask_titles: bool,
    ask_flags: bool,
    double: bool,
) -> bool:
    """1.4.3 to 1.4.5; a flag of -1 is no federation."""
    n, people, titled, holders, home, biggest, others = 0, 0, 0, 0, 0, 0, 0
    for j in range(end):
        if not kept[j]:
            continue
        n += 1
        again, same, first = False, 1, True
        for i in range(end):
            if kept[i] and i != j:
                again |= double and i < j and who[i] == who[j]
                same += flags[i] == flags[j]
                first &= not (i < j and flags[i] == flags[j])
        if not again:
            people += 1
            titled += levels[j] > 0
            holders += levels[j] >= asks[3]
        if flags[j] >= 0:
            home += flags[j] == own
            biggest = max(biggest, same)
            others += first and flags[j] != own
    if ask_titles:
        least = (people + 1) // 2 if double else max(3, (people + 2) // 3)
        if 2 * titled < people or holders < least:
            return False
    return not ask_flags or (others >= 2 and home <= 3 * n // 5 and biggest <= 2 * n // 3)


@entry
def norm_flags(
    opponents: Array,
    results: Array,
    cells: Array,
    published: Array,
    levels: Array,
    flags: Array,
    dp: Array,
    asks: Array,
    least: int,
    ask_titles: bool,
    ask_flags: bool,
    predetermined: bool,
    double: bool,
    out: Array,
) -> None:
    """Fill ``out`` (events, players): whether each player made the norm.

    Parameters
    ----------
    opponents, results, cells
        ``(e, n, r)`` of an :class:`~tprstats.simulation.EventBatch`.
    published, levels, flags
        Rating, title level and federation number of each player, ``(e, n)``.
    dp
        Table 8.1.1.
    asks
        Performance, average, floor and level of the title.
    least
        Least number of games.
    ask_titles, ask_flags
        Whether 1.4.5, and 1.4.3 and 1.4.4, are asked for.
    predetermined, double
        Round robin, double round robin.
    """
    events, players, rounds = results.shape
    ratings = np.empty(rounds)
    half_points, who, level, flag, wins = np.empty((5, rounds), dtype=np.int64)
    kept = np.empty(rounds, dtype=np.bool_)
    for e in range(events):
        for p in range(players):
            out[e, p] = False
            n, credited = 0, 0
            for r in range(rounds):
                if cells[e, p, r] == _PLAYED:
                    x = opponents[e, p, r]
                    rating = published[e, x]
                    ratings[n] = rating if rating == rating else _UNRATED
                    half_points[n] = results[e, p, r]
                    who[n], level[n], flag[n] = x, levels[e, x], flags[e, x]
                    n += 1
                elif cells[e, p, r] == _PAB or (
                    cells[e, p, r] == _FORFEIT and results[e, p, r] == 2
                ):
                    credited += 1
            few = least
            if least == 9 and rounds == 9 and n == 8 and credited == 1:
                few = 8  # 1.4.1c
            if n < few:
                continue
            for j in range(n):
                kept[j] = True
            own = flags[e, p]
            whole = True
            if predetermined and n > few:
                # 1.4.1f: a norm must be possible for the complete tournament.
                total, low = 0.0, 1e9
                for j in range(n):
                    total += ratings[j]
                    low = min(low, ratings[j])
                total += max(0.0, asks[2] - low)
                whole = (2.0 * total + n) // (2.0 * n) >= asks[1] and _mixes(
                    who, level, flag, own, kept, n, asks, ask_titles, ask_flags, double
                )
            for end in range(n if predetermined else few, n + 1):
                count = 0
                if end > few and whole:
                    for j in range(end):
                        if half_points[j] == 2:
                            wins[count] = j
                            count += 1
                for mask in range(1 << count):
                    if _bits(mask) > end - few:
                        continue
                    for j in range(end):
                        kept[j] = True
                    for i in range(count):
                        if mask >> i & 1:
                            kept[wins[i]] = False
                    if _performs(ratings, half_points, kept, end, dp, asks) and _mixes(
                        who, level, flag, own, kept, end, asks, ask_titles, ask_flags, double
                    ):
                        out[e, p] = True
                        break
                if out[e, p]:
                    break
