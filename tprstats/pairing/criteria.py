"""The quality criteria C6-C21 as the weight of each pair (C.04.3 article 2).

A weight is a number of int64 words, compared from the first to the last. Each criterion counts in
bits of its own, the higher criteria further up; every count is a gain, so that the best pairing of
a bracket is a matching of the greatest weight.
"""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, kernel, whole
from tprstats.pairing.blossoms import Graph
from tprstats.pairing.bracket import Bracket
from tprstats.pairing.players import (
    ABSOLUTE,
    DOWN,
    FLOAT1,
    FLOAT2,
    IMBALANCE,
    REPEATED,
    SCORE,
    SIDE,
    STRENGTH,
    STRONG,
    TOP,
    UNPLAYED,
    UP,
)

__all__ = ["EXTRA_WORDS", "layout", "score_levels", "set_bye_weights", "set_weights"]

(
    _C6,
    _C7,
    _C8_PAIRS,
    _C8_SCORES,
    _C9,
    _C10,
    _C11,
    _C12,
    _C13,
    _C14,
    _C15,
    _C16,
    _C17,
    _C18,
    _C19,
    _C20,
    _C21,
) = range(17)
_CRITERIA = 17
EXTRA_WORDS = 2  # for the order of generation: exchanges, one preference


@kernel
def _bits(count: int) -> int:
    bits = 0
    while count >> bits:
        bits += 1
    return bits


@kernel
def score_levels(b: Bracket) -> Array:
    """For each moved-down player the number of higher scores among them; their number last."""
    levels = np.zeros(b.moved + 1, np.int64)
    for a in range(1, b.moved):
        step = b.table[b.members[a], SCORE] != b.table[b.members[a - 1], SCORE]
        levels[a] = levels[a - 1] + step
    if b.moved:
        levels[b.moved] = levels[b.moved - 1] + 1
    return levels


@kernel
def _widths(b: Bracket, levels: int, n: int, wide: bool, games: int, widths: Array) -> None:
    """Bits of each criterion (row 0) and for how many score levels (row 1); 0 for needless ones.

    In the narrow graph all moved-down players are paired and one resident at most floats, so that
    C6 to C8, C18 and C20 cannot tell pairings apart. C10 and C11 are for topscorers.
    """
    size, moved = b.members.size, b.moved
    pairs, several = _bits(size), _bits(moved)
    widths[1, :] = 1
    for a in range(size):
        if b.table[b.members[a], TOP]:
            widths[0, _C10] = widths[0, _C11] = pairs
    for c in (_C12, _C13, _C14, _C16):
        widths[0, c] = pairs
    widths[0, _C9] = _bits(games)
    if wide:
        widths[0, _C6], widths[0, _C8_PAIRS], widths[0, _C8_SCORES] = pairs, _bits(n), pairs
        widths[1, _C8_SCORES] = levels + 1
    if moved:
        widths[0, _C15] = widths[0, _C17] = pairs
        for c in (_C7, _C18, _C19, _C20, _C21):
            if wide or c in (_C19, _C21):
                widths[0, c], widths[1, c] = several, levels


@kernel
def layout(b: Bracket, levels: int, n: int, wide: bool, games: int) -> Array:
    """Where each criterion counts: ``places[criterion, score level]`` is (word, shift).

    (-1, -1) for those that cannot tell pairings apart. A word holds as many criteria as leave
    room for sums along a path through all n vertices.
    """
    widths = np.zeros((2, _CRITERIA), np.int64)
    _widths(b, levels, n, wide, games, widths)
    room = 58 - _bits(n)
    places = np.full((_CRITERIA, levels + 1, 2), -1, np.int64)
    word, left = 0, room
    for c in range(_CRITERIA):
        if widths[0, c] == 0:
            continue
        for level in range(widths[1, c]):
            if widths[0, c] > left:
                word, left = word + 1, room
            left -= widths[0, c]
            places[c, level, 0], places[c, level, 1] = word, left + 1
    return places


@kernel
def _third_colour(table: Array, i: int, j: int) -> bool:
    """C11: would one of two players who both must have one colour get the other a third time?"""
    if table[i, IMBALANCE] == table[j, IMBALANCE]:
        return bool(table[i, REPEATED] != 0 and table[i, REPEATED] == table[j, REPEATED])
    loser = i if table[i, IMBALANCE] < table[j, IMBALANCE] else j
    return bool(table[loser, REPEATED] == -table[loser, SIDE])


@kernel
def _colour_gains(table: Array, i: int, j: int, gains: Array) -> None:
    """C10 to C13 of a pair in the bracket."""
    clash = table[i, SIDE] != 0 and table[i, SIDE] == table[j, SIDE]
    both = clash and table[i, STRENGTH] == ABSOLUTE and table[j, STRENGTH] == ABSOLUTE
    strong = clash and not both and min(table[i, STRENGTH], table[j, STRENGTH]) >= STRONG
    gains[_C10] = not (both and table[i, IMBALANCE] > 1 and table[j, IMBALANCE] > 1)
    gains[_C11] = not (both and _third_colour(table, i, j))
    gains[_C12] = not clash
    gains[_C13] = not strong


@kernel
def _float_gains(table: Array, i: int, j: int, moved_down: bool, gains: Array) -> None:
    """C14 to C21 of a pair in the bracket; may i be a moved-down player?

    C14, C16: a resident who is paired does not float. C18, C20: nor does a moved-down player,
    whose score difference would be greater than any in the bracket.
    """
    for back in range(2):
        floats, shift = (FLOAT1, 0) if back == 0 else (FLOAT2, 2)
        down, no_up = table[i, floats] == DOWN, table[j, floats] != UP
        gains[_C14 + shift] = (table[j, floats] == DOWN) + (down and not moved_down)
        gains[_C15 + shift] = no_up or not moved_down
        gains[_C18 + shift] = down and moved_down
        gains[_C19 + shift] = no_up and moved_down


@kernel
def _put(g: Graph, u: int, v: int, places: Array, gains: Array, level: int) -> None:
    """Set the weight of a pair; criteria with score levels count at ``level``."""
    for c in range(_CRITERIA):
        at = level if c in (_C7, _C8_SCORES) or c >= _C18 else 0
        word = places[c, at, 0]
        if word >= 0 and gains[c]:
            g.weight[u, v, word] += gains[c] << places[c, at, 1]
            g.weight[v, u, word] = g.weight[u, v, word]


@kernel
def set_weights(b: Bracket, rows: Array, levels: Array, places: Array, g: Graph) -> None:
    """Open the legal pairs of ``rows`` and weigh them.

    First come the members of the bracket, then the following score group, then all others (for
    completion only).
    """
    size = b.members.size
    following = size + b.next_end - b.end
    gains = np.zeros(_CRITERIA, np.int64)
    for v in range(b.moved, rows.size):
        for u in range(v):
            if not b.legal[rows[u], rows[v]]:
                continue
            g.open[u, v] = g.open[v, u] = 1
            gains[:] = 0
            if v < size:
                gains[_C6] = gains[_C7] = 1
                _colour_gains(b.table, rows[u], rows[v], gains)
                _float_gains(b.table, rows[u], rows[v], u < b.moved, gains)
                if u >= b.moved:
                    gains[_C7] = 0
            elif v < following:
                gains[_C8_PAIRS], gains[_C8_SCORES] = 1, u < size
            else:
                continue
            _put(g, u, v, places, gains, levels[min(u, b.moved)])


@kernel
def set_bye_weights(table: Array, rows: Array, games: int, places: Array, g: Graph) -> None:
    """C9: the last vertex stands for the bye; ``games`` is the greatest number unplayed."""
    bye = rows.size
    gains = np.zeros(_CRITERIA, np.int64)
    for v in range(bye):
        gains[_C9] = games - table[rows[v], UNPLAYED]
        _put(g, v, bye, places, gains, whole(0))
