"""A bracket in which every criterion can reach the best value that counting allows.

Counting gives the least number of colour preferences that must go unfulfilled (C12, C13); at most
one resident need float, and nobody need float again (C14 to C17). Where all these bounds are met
at once, they only say which pairs are open, and the first pairing in the order of generation
follows from questions whether the others can still be paired. Most brackets are of this kind; the
rest are left to :mod:`.bracket_exact`.
"""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, kernel, whole
from tprstats.pairing.bracket import Bracket
from tprstats.pairing.floaters import bye_floaters, floats_well
from tprstats.pairing.matching import WORK_ROWS, augment, pair_up
from tprstats.pairing.players import (
    ABSOLUTE,
    DOWN,
    FLOAT1,
    FLOAT2,
    MILD,
    SIDE,
    STRENGTH,
    STRONG,
    UP,
)

__all__ = ["ideal_bracket"]

_TRIES = 100  # exchanges tried one by one


@kernel
def _count(table: Array, i: int, by: int, counts: Array) -> None:
    """Count a row in: prefers White, Black, nothing; mildly White, mildly Black."""
    side = table[i, SIDE]
    place = 0 if side == 1 else 1 if side == -1 else 2
    counts[place] += by
    if side != 0 and table[i, STRENGTH] == MILD:
        counts[3 + place] += by


@kernel
def _colour_bounds(counts: Array) -> tuple[int, int, int]:
    """Least C12 and C13 of an even number of players, and the side of the majority."""
    side = 1 if counts[0] >= counts[1] else -1
    many, few = max(counts[0], counts[1]), min(counts[0], counts[1])
    c12 = max(0, (many - few - counts[2]) // 2)
    c13 = max(0, c12 - counts[3 if side == 1 else 4])
    return c12, c13, side


@kernel
def _float_class(table: Array, counts: Array, i: int) -> int:
    """C12, C13, C14 and C16 at best if row i floats, in one number (the less the better)."""
    _count(table, i, whole(-1), counts)
    c12, c13, _ = _colour_bounds(counts)
    _count(table, i, whole(1), counts)
    again = 2 * (table[i, FLOAT1] == DOWN) + (table[i, FLOAT2] == DOWN)
    return int((c12 * 1024 + c13) * 4 + again)


@kernel
def _open(table: Array, i: int, j: int, c12: int, c13: int, side: int) -> bool:
    """May the pair i-j (legal, i higher ranked) be in a pairing that meets the colour bounds?

    With a majority too many, nobody else may meet anyone but the majority; and with more such
    pairs than its mild players, each of these must be in one and meet a strong one.
    """
    clash = table[i, SIDE] != 0 and table[i, SIDE] == table[j, SIDE]
    if clash and table[i, STRENGTH] == ABSOLUTE and table[j, STRENGTH] == ABSOLUTE:
        return False  # C10 or C11 may suffer
    if c12 == 0:
        return not clash
    strong_i, strong_j = table[i, STRENGTH] >= STRONG, table[j, STRENGTH] >= STRONG
    if table[i, SIDE] == side and table[j, SIDE] == side:
        return bool(strong_i or strong_j) if c13 else not (strong_i and strong_j)
    if table[i, SIDE] != side and table[j, SIDE] != side:
        return False
    strong = strong_i if table[i, SIDE] == side else strong_j
    return bool(c13 == 0 or strong)


@kernel
def _open_pairs(b: Bracket, floaters: Array, counts: Array) -> Array:
    """Open pairs by places in the bracket; the last vertex, if odd, stands for floating."""
    size = b.members.size
    c12, c13, side = _colour_bounds(counts)
    graph = np.zeros((size + size % 2, size + size % 2), np.bool_)
    for v in range(b.moved, size):
        j = b.members[v]
        again = b.table[j, FLOAT1] == UP or b.table[j, FLOAT2] == UP
        for u in range(b.moved if again else 0, v):
            i = b.members[u]
            if b.legal[i, j] and _open(b.table, i, j, c12, c13, side):
                graph[u, v] = graph[v, u] = True
        if size % 2 and floaters[v]:
            graph[size, v] = graph[v, size] = True
    return graph


@kernel
def _take_first(
    graph: Array, nodes: Array, mate: Array, fixed: Array, a: int, low: int, work: Array
) -> None:
    """Settle the first partner of a, from ``low`` on, that leaves all others pairable."""
    n, old = nodes.size, mate[a]
    fixed[a] = 1
    for b in range(low, old):
        if not graph[a, b] or fixed[b]:
            continue
        other = mate[b]
        mate[a], mate[b], mate[old], mate[other] = b, a, -1, -1
        fixed[b] = 1
        if augment(graph, nodes, n, mate, fixed, old, work):
            return
        mate[a], mate[b], mate[old], mate[other] = old, other, a, b
        fixed[b] = 0
    fixed[old] = 1


@kernel
def _heads(
    graph: Array,
    nodes: Array,
    mate: Array,
    fixed: Array,
    rest: Array,
    half: int,
    down: int,
    up: int,
    work: Array,
) -> bool:
    """Pair ``rest``, each of S1 with the first of S2 possible; False where it cannot be done.

    S1 is the first half, with the places ``down`` and ``up`` exchanged (equal for none).
    """
    n = nodes.size
    role = np.zeros(n, np.uint8)  # 1 for S1, 2 for S2
    for x in range(rest.size):
        role[rest[x]] = 1 if (x < half) != (down != up and x in (down, up)) else 2
    if rest.size % 2:
        role[n - 1] = 1
    cut = np.zeros((n, n), np.bool_)
    for a in rest:
        mate[a] = -1
        if role[a] == 1:
            for b in range(a + 1, n):
                cut[a, b] = cut[b, a] = graph[a, b] and role[b] == 2
        elif rest.size % 2:
            cut[a, n - 1] = cut[n - 1, a] = graph[a, n - 1]
    if rest.size % 2:
        mate[n - 1] = -1
    for x in range(half):
        a, b = rest[x], rest[x + half]
        if cut[a, b]:
            mate[a], mate[b] = b, a
    if not pair_up(cut, nodes, n, mate, fixed, work):
        return False
    for a in rest:
        if role[a] == 1:
            _take_first(cut, nodes, mate, fixed, a, a + 1, work)
    return True


@kernel
def _first_pairing(graph: Array, moved: int, size: int, mates: Array) -> bool:
    """The first generated perfect matching of the open pairs, with at most one exchange."""
    n = graph.shape[0]
    nodes = np.arange(n)
    work = np.empty((WORK_ROWS, n), np.int64)
    mate = np.full(n, -1, np.int64)
    fixed = np.zeros(n, np.uint8)
    if moved:
        if not pair_up(graph, nodes, n, mate, fixed, work):
            return False
        for a in range(moved):
            _take_first(graph, nodes, mate, fixed, a, moved, work)
    rest = np.empty(size - 2 * moved, np.int64)
    count = 0
    for a in range(moved, size):
        if not fixed[a]:
            rest[count] = a
            count += 1
    half, none = count // 2, whole(0)
    found = _heads(graph, nodes, mate, fixed, rest, half, none, none, work)
    if not found and moved == 0 and not pair_up(graph, nodes, n, mate, fixed, work):
        return False
    tries, step = 0, 1  # exchanges by difference, then the larger BSN from S1 (4.3.2, 4.3.3)
    while not found and step < count and tries < _TRIES:
        for down in range(half - 1, max(half - 1 - step, -1), -1):
            up = down + step
            if not found and up < count:
                tries += 1
                found = _heads(graph, nodes, mate, fixed, rest, half, down, up, work)
        step += 1
    if found:
        for a in range(size):
            mates[a] = mate[a] if mate[a] < size else -1
    return bool(found)


@kernel
def _best_floaters(b: Bracket, counts: Array, ok: Array, floaters: Array) -> int:
    """Mark the best class of floaters that has any who float well; one of them, or -1.

    ``ok`` says who does: 1 yes, 0 no, -1 not known yet.
    """
    size, found = b.members.size, -1
    classes = np.zeros(size, np.int64)
    for a in range(b.moved, size):
        classes[a] = _float_class(b.table, counts, b.members[a])
    while found < 0:
        best = -1
        for a in range(b.moved, size):
            if ok[a] != 0 and (best < 0 or classes[a] < best):
                best = classes[a]
        if best < 0:
            return -1
        for a in range(size - 1, b.moved - 1, -1):
            if ok[a] == 0 or classes[a] != best:
                continue
            if ok[a] < 0:
                ok[a] = floats_well(b, b.members[a])
            if ok[a] == 1:
                floaters[a] = 1
                found = a
    return found


@kernel
def ideal_bracket(b: Bracket, ok: Array, mates: Array) -> bool:
    """Pair the bracket where the bounds can be met; False where that was not found.

    ``ok`` is as in :func:`_best_floaters`; ``mates`` gets the places of the partners, -1 for the
    floater.
    """
    size = b.members.size
    counts = np.zeros(5, np.int64)
    for i in b.members:
        _count(b.table, i, whole(1), counts)
    floaters = np.zeros(size, np.uint8)
    if size % 2:
        if b.end == b.table.shape[0]:
            bye_floaters(b, ok)
        found = _best_floaters(b, counts, ok, floaters)
        if found < 0:
            return False
        _count(b.table, b.members[found], whole(-1), counts)
    return bool(_first_pairing(_open_pairs(b, floaters, counts), b.moved, size, mates))
