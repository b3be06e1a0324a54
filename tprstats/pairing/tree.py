"""The alternating tree of a matching: it grows from a free vertex until it meets another.

The tree's blossoms are by turns *outer* (the root first; to be matched otherwise) and *inner*.
See :mod:`.weighted` for the method.
"""

from __future__ import annotations

from tprstats.compiled import kernel, whole
from tprstats.pairing.blossoms import (
    BASE,
    BEST,
    COUNT,
    ENTER,
    ENTRY_FROM,
    ENTRY_TO,
    INNER,
    KID,
    LABEL,
    LEAVE,
    MARK,
    MATE,
    OUTER,
    PARENT,
    TOP,
    Graph,
    child_with,
    place_of,
    rebase,
    reverse,
    unpack,
    walk,
)

__all__ = ["expand", "make_outer", "match", "shrink"]


@kernel
def _less(g: Graph, u: int, v: int, a: int, b: int) -> bool:
    """Has the edge u-v less slack than a-b?"""
    for k in range(g.duals.shape[1]):
        d = g.duals[u, k] + g.duals[v, k] - g.weight[u, v, k]
        d -= g.duals[a, k] + g.duals[b, k] - g.weight[a, b, k]
        if d != 0:
            return bool(d < 0)
    return False


@kernel
def _scan(g: Graph, u: int) -> None:
    """The vertex u became outer."""
    top = g.state[TOP, u]
    for v in range(g.open.shape[0]):
        if g.open[u, v] and g.state[TOP, v] != top:
            best = g.state[BEST, v]
            if best < 0 or _less(g, u, v, best, v):
                g.state[BEST, v] = u


@kernel
def _rescan(g: Graph, v: int) -> None:
    """Find the best outer vertex anew where it now lies in v's own blossom."""
    top, best = g.state[TOP, v], g.state[BEST, v]
    if best < 0 or g.state[TOP, best] != top:
        return
    best = whole(-1)
    for u in range(g.open.shape[0]):
        if (
            g.open[u, v]
            and g.state[TOP, u] != top
            and g.state[LABEL, g.state[TOP, u]] == OUTER
            and (best < 0 or _less(g, u, v, best, v))
        ):
            best = u
    g.state[BEST, v] = best


@kernel
def match(g: Graph, u: int, v: int) -> None:
    """Flip the path from the outer vertex u to the root, to match u with v."""
    state = g.state
    while True:
        blossom = state[TOP, u]
        old = state[MATE, state[BASE, blossom]]
        rebase(g, blossom, u)
        state[MATE, u] = v
        if old < 0:
            return
        inner = state[TOP, old]
        v = state[ENTRY_TO, inner]
        u = state[ENTRY_FROM, inner]
        rebase(g, inner, v)
        state[MATE, v] = u


@kernel
def _inner_above(g: Graph, outer: int) -> int:
    """The inner blossom above an outer one; -1 at the root."""
    mate = g.state[MATE, g.state[BASE, outer]]
    return -1 if mate < 0 else int(g.state[TOP, mate])


@kernel
def _outer_above(g: Graph, outer: int) -> int:
    """The next outer blossom above an outer one; -1 at the root."""
    inner = _inner_above(g, outer)
    return -1 if inner < 0 else int(g.state[TOP, g.state[ENTRY_FROM, inner]])


@kernel
def _meet(g: Graph, a: int, b: int) -> int:
    """The lowest outer blossom above both a and b."""
    x = a
    while x >= 0:
        g.state[MARK, x] = 1
        x = _outer_above(g, x)
    while not g.state[MARK, b]:
        b = _outer_above(g, b)
    x = a
    while x >= 0:
        g.state[MARK, x] = 0
        x = _outer_above(g, x)
    return b


@kernel
def _put(g: Graph, row: int, place: int, kid: int, leave: int, enter: int) -> None:
    g.kids[KID, row, place] = kid
    g.kids[LEAVE, row, place] = leave
    g.kids[ENTER, row, place] = enter


@kernel
def _cycle(g: Graph, row: int, meet: int, u: int, v: int) -> int:
    """The children of the blossom that the edge u-v closes; their number."""
    state, count = g.state, whole(0)
    x = state[TOP, u]
    while x != meet:  # from u up, each with the edge that comes from above; turned round below
        inner, base = _inner_above(g, x), state[BASE, x]
        _put(g, row, count, x, state[MATE, base], base)
        _put(g, row, count + 1, inner, state[ENTRY_FROM, inner], state[ENTRY_TO, inner])
        count += 2
        x = _outer_above(g, x)
    _put(g, row, count, meet, u, v)
    reverse(g, row, whole(0), count)
    for j in range(count):
        g.kids[LEAVE, row, j] = g.kids[LEAVE, row, j + 1]
        g.kids[ENTER, row, j] = g.kids[ENTER, row, j + 1]
    g.kids[LEAVE, row, count] = u
    g.kids[ENTER, row, count] = v
    count += 1
    x = state[TOP, v]
    while x != meet:
        inner, base = _inner_above(g, x), state[BASE, x]
        _put(g, row, count, x, base, state[MATE, base])
        _put(g, row, count + 1, inner, state[ENTRY_TO, inner], state[ENTRY_FROM, inner])
        count += 2
        x = _outer_above(g, x)
    return int(count)


@kernel
def shrink(g: Graph, u: int, v: int) -> None:
    """The edge u-v joins two outer blossoms of the tree: make one blossom of the cycle."""
    state, n = g.state, g.open.shape[0]
    meet = _meet(g, state[TOP, u], state[TOP, v])
    new = n
    while state[COUNT, new]:
        new += 1
    count = _cycle(g, new - n, meet, u, v)
    state[COUNT, new] = count
    state[PARENT, new] = -1
    state[BASE, new] = state[BASE, meet]
    state[LABEL, new] = OUTER
    for k in range(g.duals.shape[1]):
        g.duals[new, k] = 0
    for j in range(count):
        state[PARENT, g.kids[KID, new - n, j]] = new
    for a in range(n):
        if state[PARENT, state[TOP, a]] == new:
            state[MARK, a] = 1 + (state[LABEL, state[TOP, a]] == INNER)
            state[TOP, a] = new
    for a in range(n):
        if state[MARK, a] == 2:
            _scan(g, a)
    for a in range(n):
        if state[MARK, a]:
            state[MARK, a] = 0
            _rescan(g, a)


@kernel
def expand(g: Graph, blossom: int) -> None:
    """Open an inner blossom whose dual came to zero; the tree goes on through its even side."""
    state, n = g.state, g.open.shape[0]
    row, count = blossom - n, state[COUNT, blossom]
    child = child_with(g, blossom, state[ENTRY_TO, blossom])
    first = place_of(g, blossom, child)
    unpack(g, blossom)
    state[LABEL, child] = INNER
    state[ENTRY_FROM, child] = state[ENTRY_FROM, blossom]
    state[ENTRY_TO, child] = state[ENTRY_TO, blossom]
    j = first
    while j != 0:
        p, j, x, y = walk(g, row, count, j, first)
        state[LABEL, g.kids[KID, row, p]] = OUTER
        inner = g.kids[KID, row, j]
        state[LABEL, inner] = INNER
        state[ENTRY_FROM, inner] = x
        state[ENTRY_TO, inner] = y
    for v in range(n):
        if state[MARK, v]:
            state[MARK, v] = 0
            if state[LABEL, state[TOP, v]] == OUTER:
                _scan(g, v)


@kernel
def make_outer(g: Graph, blossom: int) -> None:
    g.state[LABEL, blossom] = OUTER
    for v in range(g.open.shape[0]):
        if g.state[TOP, v] == blossom:
            _scan(g, v)
