"""The first of the best candidates in the order of generation (C.04.3 articles 3.6, 3.7 and 4).

The weights hold the criteria; here their last two words are used to ask, one decision after the
other, for the best pairing that is generated first: which moved-down players are paired (4.4),
whom each of them meets (4.2), how many residents are exchanged and which (4.3), whom each of S1
meets (4.2). After each answer, what contradicts it is closed.
"""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, kernel, whole
from tprstats.pairing.blossoms import MATE, TOP, Graph, dissolve, loose
from tprstats.pairing.weighted import reset, retune, solve

__all__ = ["CLOSED", "REAL", "VIRTUAL", "first_generated"]

CLOSED, REAL, VIRTUAL = 0, 1, 2  # a virtual pair: both float beyond the following bracket
_EXCHANGE = 1 << 24  # one exchange more weighs more than any sum of places


@kernel
def _close(g: Graph, a: int, b: int) -> None:
    """Rule a pair out; one of the two must be outside all blossoms, whose cycle it may be in."""
    g.open[a, b] = g.open[b, a] = CLOSED


@kernel
def _inside(g: Graph, size: int, a: int) -> bool:
    """Is a paired in the bracket?"""
    mate = g.state[MATE, a]
    return bool(mate < size and g.open[a, mate] != VIRTUAL)


@kernel
def _is_head(g: Graph, size: int, a: int) -> bool:
    """Is a the higher one of a pair of the bracket?"""
    return bool(a < g.state[MATE, a] and _inside(g, size, a))


@kernel
def _ask(g: Graph, a: int, low: int, high: int, gain: int, slope: int) -> None:
    """Find a best pairing, first of all with a partner low..high-1 of a.

    Each of these weighs ``gain``, and ``slope`` more than the next. With gain and slope 0 the
    preference is taken back; what was closed meanwhile stays closed.
    """
    word = g.weight.shape[2] - 1
    for b in range(g.open.shape[0]):
        g.weight[a, b, word] = g.weight[b, a, word] = 0
        if low <= b < high and g.open[a, b] == REAL:
            g.weight[a, b, word] = g.weight[b, a, word] = 2 * (gain + slope * (high - 1 - b))
    retune(g, a)
    solve(g)


@kernel
def _forget(g: Graph, a: int) -> None:
    none = whole(0)
    _ask(g, a, none, none, none, none)


@kernel
def _keep_inside(g: Graph, a: int, size: int) -> None:
    """a does not float."""
    dissolve(g, a)
    for b in range(g.open.shape[0]):
        if b >= size or g.open[a, b] == VIRTUAL:
            _close(g, a, b)


@kernel
def _first_partner(g: Graph, a: int, low: int) -> None:
    """Settle the first partner of a, from ``low`` on, that a best pairing allows."""
    mate, asked = g.state[MATE, a], False
    for b in range(low, mate):
        if g.open[a, b] == REAL and (g.state[TOP, a] == g.state[TOP, b] or not loose(g, a, b)):
            asked = True
    if asked:
        _ask(g, a, low, mate + 1, whole(1), whole(1))
    mate = g.state[MATE, a]
    dissolve(g, a)
    dissolve(g, mate)
    for b in range(g.open.shape[0]):
        _close(g, a, b)
        _close(g, mate, b)
    g.state[MATE, a] = mate
    g.state[MATE, mate] = a
    solve(g)


@kernel
def _pair_moved_down(g: Graph, moved: int, size: int) -> None:
    """Which moved-down players are paired (4.4), then whom they meet (4.2)."""
    paired = np.zeros(moved, np.uint8)
    for a in range(moved):
        asked = not _inside(g, size, a)
        if asked:
            _ask(g, a, moved, size, whole(1), whole(0))
        if _inside(g, size, a):
            paired[a] = 1
            _keep_inside(g, a, size)
        _forget(g, a)
    for a in range(moved):
        if paired[a]:
            _first_partner(g, a, moved)


@kernel
def _count_exchanges(g: Graph, size: int, rest: Array, half: int) -> int:
    """Residents of the first half of ``rest`` who do not head a pair."""
    count = 0
    for x in range(half):
        count += not _is_head(g, size, rest[x])
    return count


@kernel
def _exchange(g: Graph, size: int, rest: Array, half: int) -> None:
    """Settle which residents of ``rest`` head the pairs: the first ``half``, but for exchanges."""
    if _count_exchanges(g, size, rest, half) == 0:
        return
    count, word = rest.size, g.weight.shape[2] - 2
    for x in range(count):
        for y in range(x + 1, count):
            if g.open[rest[x], rest[y]] == REAL:
                cost = 2 * (x + (_EXCHANGE if x >= half else 0))
                g.weight[rest[x], rest[y], word] = g.weight[rest[y], rest[x], word] = -cost
    reset(g, word)
    solve(g)
    left = _count_exchanges(g, size, rest, half)
    coming = left
    for x in range(half - 1, -1, -1):  # the largest BSN that can leave S1 (4.3.3)
        if left == 0:
            break
        a = rest[x]
        if _is_head(g, size, a):
            _ask(g, a, a + 1, size, whole(-1), whole(0))
        if not _is_head(g, size, a):
            left -= 1
            dissolve(g, a)
            for y in range(x + 1, count):
                if g.open[a, rest[y]] == REAL:
                    _close(g, a, rest[y])
        _forget(g, a)
    for x in range(half, count):  # the smallest BSN that can come to S1 (4.3.4)
        if coming <= 1:  # the last one follows from the sum
            break
        a = rest[x]
        if not _is_head(g, size, a):
            _ask(g, a, a + 1, size, whole(1), whole(0))
        if _is_head(g, size, a):
            coming -= 1
            _keep_inside(g, a, size)
            for y in range(x):
                _close(g, a, rest[y])
        _forget(g, a)


@kernel
def first_generated(g: Graph, moved: int, size: int) -> None:
    """From a best pairing of the bracket ``0..size-1`` to the best that is generated first."""
    _pair_moved_down(g, moved, size)
    rest: Array = np.empty(size, np.int64)
    count, pairs = whole(0), whole(0)
    for v in range(moved, size):
        if g.state[MATE, v] >= moved or not _inside(g, size, v):
            rest[count] = v
            count += 1
            pairs += _is_head(g, size, v)
    rest = rest[:count]
    _exchange(g, size, rest, pairs)
    head = np.zeros(size, np.uint8)
    for v in rest:
        head[v] = _is_head(g, size, v)
    for v in rest:
        dissolve(g, v)
    for v in rest:
        for u in rest:
            if v < u and g.open[u, v] == REAL and not (head[v] and not head[u]):
                _close(g, u, v)
        if head[v]:
            _keep_inside(g, v, size)
    solve(g)
    for v in rest:
        if head[v]:
            _first_partner(g, v, v + 1)
