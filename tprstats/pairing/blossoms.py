"""Blossoms: a graph with its matching, and the odd cycles that are taken for one vertex.

A *blossom* is a vertex, or an odd cycle of blossoms, all of whose vertices but one, the *base*,
are matched inside. See :mod:`.weighted` for the method.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tprstats.compiled import Array, kernel

__all__ = [
    "BASE",
    "BEST",
    "COUNT",
    "ENTER",
    "ENTRY_FROM",
    "ENTRY_TO",
    "INNER",
    "KID",
    "LABEL",
    "LEAVE",
    "MARK",
    "MATE",
    "NONE",
    "OUTER",
    "PARENT",
    "TOP",
    "Graph",
    "child_with",
    "dissolve",
    "loose",
    "new_graph",
    "part",
    "place_of",
    "rebase",
    "reverse",
    "unpack",
    "walk",
]


class Graph(NamedTuple):
    """A graph of n vertices and the state of its matching.

    Parameters
    ----------
    open
        Which pairs there are, uint8 ``(n, n)``; 0 for none.
    weight
        Weights of the pairs, even, int64 ``(n, n, words)``.
    duals
        Duals of the vertices ``0..n-1`` and of the blossoms ``n..2n-1``, int64 ``(2n, words)``.
    state
        A row for each quantity named below, by vertex or blossom.
    kids
        The children of each blossom in cyclic order, the one with the base first; the vertices
        of the edge from each to the next, in the child left and in the child entered.
    """

    open: Array
    weight: Array
    duals: Array
    state: Array
    kids: Array


(
    TOP,  # outermost blossom (or vertex) that a vertex is in
    PARENT,  # blossom just around
    LABEL,  # of the outermost: NONE, OUTER, INNER
    BASE,  # vertex of a blossom that is matched outside
    ENTRY_FROM,  # edge by which the tree came to an inner blossom: outer vertex ...
    ENTRY_TO,  # ... and inner vertex
    COUNT,  # children; 0 for a number not in use
    MATE,  # partner of a vertex
    BEST,  # outer vertex with the least slack to a vertex
    MARK,
    STACK,
    STACK_AT,
) = range(12)
_ROWS = 12
NONE, OUTER, INNER = 0, 1, 2
KID, LEAVE, ENTER = 0, 1, 2


@kernel
def new_graph(n: int, words: int) -> Graph:
    """A graph without pairs, every vertex alone."""
    state = np.zeros((_ROWS, 2 * n + 2), np.int64)
    for v in range(2 * n + 2):
        state[TOP, v] = v
        state[PARENT, v] = -1
        state[BASE, v] = v
        state[MATE, v] = -1
    return Graph(
        np.zeros((n, n), np.uint8),
        np.zeros((n, n, words), np.int64),
        np.zeros((2 * n, words), np.int64),
        state,
        np.empty((3, n, n + 1), np.int64),
    )


@kernel
def loose(g: Graph, u: int, v: int) -> bool:
    """Has the edge u-v any slack?"""
    slack = False
    for k in range(g.duals.shape[1]):
        slack = slack or g.duals[u, k] + g.duals[v, k] != g.weight[u, v, k]
    return slack


@kernel
def child_with(g: Graph, blossom: int, v: int) -> int:
    """The child of a blossom in which v is."""
    while g.state[PARENT, v] != blossom:
        v = g.state[PARENT, v]
    return v


@kernel
def place_of(g: Graph, blossom: int, child: int) -> int:
    place, row = 0, blossom - g.open.shape[0]
    while g.kids[KID, row, place] != child:
        place += 1
    return place


@kernel
def reverse(g: Graph, row: int, low: int, high: int) -> None:
    """Reverse the children low..high."""
    while low < high:
        for part in range(3):
            kept = g.kids[part, row, low]
            g.kids[part, row, low] = g.kids[part, row, high]
            g.kids[part, row, high] = kept
        low += 1
        high -= 1


@kernel
def walk(g: Graph, row: int, count: int, j: int, first: int) -> tuple[int, int, int, int]:
    """Two steps on the even way from the child ``first`` to the base, being at child j.

    Gives the child passed, the child come to, and the vertices of the edge between these two.
    """
    if first % 2:
        p = (j + 1) % count
        return p, (p + 1) % count, g.kids[LEAVE, row, p], g.kids[ENTER, row, p]
    return j - 1, j - 2, g.kids[ENTER, row, j - 2], g.kids[LEAVE, row, j - 2]


@kernel
def rebase(g: Graph, blossom: int, v: int) -> None:
    """Rematch the inside of a blossom so that v is the vertex to be matched outside."""
    state, n, depth = g.state, g.open.shape[0], 1
    state[STACK, 0] = blossom
    state[STACK_AT, 0] = v
    while depth:
        depth -= 1
        b, at = state[STACK, depth], state[STACK_AT, depth]
        if b < n:
            continue
        child = child_with(g, b, at)
        first = place_of(g, b, child)
        state[STACK, depth] = child
        state[STACK_AT, depth] = at
        depth += 1
        count, row, j = state[COUNT, b], b - n, first
        while j != 0:
            p, q, x, y = walk(g, row, count, j, first)
            state[MATE, x] = y
            state[MATE, y] = x
            state[STACK, depth] = g.kids[KID, row, p]
            state[STACK_AT, depth] = x
            state[STACK, depth + 1] = g.kids[KID, row, q]
            state[STACK_AT, depth + 1] = y
            depth += 2
            j = q
        if first:  # turn the cycle
            reverse(g, row, j, first - 1)
            reverse(g, row, first, count - 1)
            reverse(g, row, j, count - 1)
        state[BASE, b] = at


@kernel
def unpack(g: Graph, blossom: int) -> None:
    """Make the children of an outermost blossom outermost; its vertices are marked."""
    state, n = g.state, g.open.shape[0]
    for v in range(n):
        if state[TOP, v] == blossom:
            state[TOP, v] = child_with(g, blossom, v)
            state[MARK, v] = 1
    for j in range(state[COUNT, blossom]):
        kid = g.kids[KID, blossom - n, j]
        state[PARENT, kid] = -1
        state[LABEL, kid] = NONE
    state[COUNT, blossom] = 0


@kernel
def part(g: Graph, v: int) -> None:
    """Take a pair apart."""
    g.state[MATE, g.state[MATE, v]] = -1
    g.state[MATE, v] = -1


@kernel
def dissolve(g: Graph, v: int) -> None:
    """Take v out of all blossoms; the duals stay feasible, some pairs may come apart."""
    state, n = g.state, g.open.shape[0]
    while state[TOP, v] != v:
        blossom = state[TOP, v]
        base = state[BASE, blossom]
        unpack(g, blossom)
        weighs = False
        for k in range(g.duals.shape[1]):
            half = g.duals[blossom, k] // 2
            if half:
                weighs = True
                for a in range(n):
                    if state[MARK, a]:
                        g.duals[a, k] += half
        for a in range(n):
            state[MARK, a] = 0
        if weighs and state[MATE, base] >= 0:
            part(g, base)
