"""Can these players all be paired? Maximum matchings in general graphs (Edmonds 1965).

The completion criterion C4 and, where the ideal of a bracket can be had, all of C6-C17 are
questions of this kind: the criteria then only say which pairs are open (see :mod:`.ideal`).

A graph is a matrix ``adjacent[a, b]`` and a list ``nodes`` of the rows that take part; partners and
roots are places in that list.
"""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, kernel

__all__ = ["WORK_ROWS", "augment", "most_conflicts", "pair_up", "perfect"]

_PARENT, _BASE, _QUEUE, _REACHED, _IN_BLOSSOM, _ON_PATH = range(6)
WORK_ROWS = 6


@kernel
def _stem(mate: Array, work: Array, v: int, base: int, child: int) -> None:
    """Mark the way from v up to the base of a new blossom, and lead it down to the child."""
    while work[_BASE, v] != base:
        work[_IN_BLOSSOM, work[_BASE, v]] = 1
        work[_IN_BLOSSOM, work[_BASE, mate[v]]] = 1
        work[_PARENT, v] = child
        child = mate[v]
        v = work[_PARENT, child]


@kernel
def _meeting_base(mate: Array, work: Array, m: int, a: int, b: int) -> int:
    """The base of the blossom that the edge a-b closes."""
    for i in range(m):
        work[_ON_PATH, i] = 0
    while True:
        a = work[_BASE, a]
        work[_ON_PATH, a] = 1
        if mate[a] < 0:
            break
        a = work[_PARENT, mate[a]]
    while True:
        b = work[_BASE, b]
        if work[_ON_PATH, b]:
            return b
        b = work[_PARENT, mate[b]]


@kernel
def augment(
    adjacent: Array, nodes: Array, m: int, mate: Array, fixed: Array, root: int, work: Array
) -> bool:
    """Match ``root`` too, by an alternating path from it; ``fixed`` nodes keep their partners."""
    for i in range(m):
        work[_REACHED, i] = 0
        work[_PARENT, i] = -1
        work[_BASE, i] = i
    work[_REACHED, root] = 1
    work[_QUEUE, 0] = root
    head, tail = 0, 1
    while head < tail:
        v = work[_QUEUE, head]
        head += 1
        for to in range(m):
            if fixed[to] or not adjacent[nodes[v], nodes[to]] or mate[v] == to:
                continue
            if work[_BASE, v] == work[_BASE, to]:
                continue
            if to == root or (mate[to] >= 0 and work[_PARENT, mate[to]] >= 0):
                base = _meeting_base(mate, work, m, v, to)
                for i in range(m):
                    work[_IN_BLOSSOM, i] = 0
                _stem(mate, work, v, base, to)
                _stem(mate, work, to, base, v)
                for i in range(m):
                    if work[_IN_BLOSSOM, work[_BASE, i]]:
                        work[_BASE, i] = base
                        if not work[_REACHED, i]:
                            work[_REACHED, i] = 1
                            work[_QUEUE, tail] = i
                            tail += 1
            elif work[_PARENT, to] < 0:
                work[_PARENT, to] = v
                if mate[to] < 0:
                    while to >= 0:
                        v = work[_PARENT, to]
                        after = mate[v]
                        mate[v] = to
                        mate[to] = v
                        to = after
                    return True
                work[_REACHED, mate[to]] = 1
                work[_QUEUE, tail] = mate[to]
                tail += 1
    return False


@kernel
def pair_up(adjacent: Array, nodes: Array, m: int, mate: Array, fixed: Array, work: Array) -> bool:
    """Complete the matching ``mate`` of ``nodes[:m]``; False where some node must stay alone."""
    for v in range(m):
        if mate[v] < 0 and not fixed[v]:
            for to in range(m - 1, -1, -1):
                if to != v and mate[to] < 0 and not fixed[to] and adjacent[nodes[v], nodes[to]]:
                    mate[v] = to
                    mate[to] = v
                    break
    for v in range(m):
        if mate[v] < 0 and not fixed[v] and not augment(adjacent, nodes, m, mate, fixed, v, work):
            return False
    return True


@kernel
def perfect(adjacent: Array, nodes: Array, m: int, most: int, skip: int) -> bool:
    """Can all of ``nodes[:m]`` but the place ``skip`` (-1 for none) be paired?

    ``most`` bounds how many of the others any node must not meet: where every node may meet at
    least half of the others there is always a way (Dirac 1952).
    """
    count = m if skip < 0 else m - 1
    if count % 2:
        return False
    if count >= 2 * (most + 1):
        return True
    mate = np.full(m, -1, np.int64)
    fixed = np.zeros(m, np.uint8)
    if skip >= 0:
        fixed[skip] = 1
    return pair_up(adjacent, nodes, m, mate, fixed, np.empty((WORK_ROWS, m), np.int64))


@kernel
def most_conflicts(legal: Array) -> int:
    """The largest number of others that one player must not meet."""
    most, n = 0, legal.shape[0]
    for i in range(n):
        count = -1
        for j in range(n):
            count += not legal[i, j]
        most = max(most, count)
    return most
