"""Perfect matchings of the greatest weight, where a weight is a list of words compared in order.

The primal-dual method with blossoms (Edmonds 1965, in the O(n^3) form of Galil 1986), one tree at
a time. It works in any ordered group, so also for words compared from the first to the last: a
weight is a few int64 words, added word by word. All weights are even, so that duals stay whole.

Weights may be changed and pairs closed between two runs: see :func:`retune` and :func:`reset`.
"""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, flag, kernel
from tprstats.pairing.blossoms import (
    BASE,
    BEST,
    COUNT,
    ENTRY_FROM,
    ENTRY_TO,
    INNER,
    LABEL,
    MATE,
    NONE,
    OUTER,
    PARENT,
    TOP,
    Graph,
    dissolve,
    loose,
    part,
    rebase,
)
from tprstats.pairing.tree import expand, make_outer, match, shrink

__all__ = ["begin", "reset", "retune", "solve"]


@kernel
def _step(g: Graph, least: Array) -> tuple[int, int]:
    """The nearest event: (1, vertex to reach), (2, vertex that closes a cycle), (3, blossom).

    ``least`` gets twice the change of the duals until then. (0, -1) where there is none.
    """
    kind, at, n = 0, -1, g.open.shape[0]
    for v in range(2 * n):
        if v < n:
            u, label = g.state[BEST, v], g.state[LABEL, g.state[TOP, v]]
            if u < 0 or label == INNER:
                continue
        else:
            u, label = v, g.state[LABEL, v]
            if g.state[COUNT, v] == 0 or g.state[PARENT, v] >= 0 or label != INNER:
                continue
        better = kind == 0
        for k in range(g.duals.shape[1]):
            if v >= n:
                d = g.duals[v, k]
            else:
                d = g.duals[u, k] + g.duals[v, k] - g.weight[u, v, k]
                if label == NONE:
                    d *= 2
            if not better:
                if d > least[k]:
                    break
                better = d < least[k]
            if better:
                least[k] = d
        if better:
            kind, at = (3 if v >= n else 2 if label == OUTER else 1), v
    return kind, at


@kernel
def _shift(g: Graph, least: Array) -> None:
    """Change the duals by half of ``least``."""
    state, n = g.state, g.open.shape[0]
    for k in range(g.duals.shape[1]):
        half = least[k] // 2
        if half == 0:
            continue
        for v in range(n):
            label = state[LABEL, state[TOP, v]]
            if label == OUTER:
                g.duals[v, k] -= half
            elif label == INNER:
                g.duals[v, k] += half
        for b in range(n, 2 * n):
            if state[COUNT, b] and state[PARENT, b] < 0:
                if state[LABEL, b] == OUTER:
                    g.duals[b, k] += 2 * half
                elif state[LABEL, b] == INNER:
                    g.duals[b, k] -= 2 * half


@kernel
def _grow(g: Graph, root: int) -> bool:
    """Match the free vertex ``root`` too; False where no perfect matching exists."""
    state, n = g.state, g.open.shape[0]
    for b in range(2 * n):
        state[LABEL, b] = NONE
        state[BEST, b] = -1
    least = np.zeros(g.duals.shape[1], np.int64)
    make_outer(g, state[TOP, root])
    while True:
        kind, at = _step(g, least)
        if kind == 0:
            return False
        _shift(g, least)
        if kind == 3:
            expand(g, at)
            continue
        u = state[BEST, at]
        if kind == 2:
            shrink(g, u, at)
            continue
        blossom = state[TOP, at]
        base = state[BASE, blossom]
        if state[MATE, base] < 0:
            match(g, u, at)
            rebase(g, blossom, at)
            state[MATE, at] = u
            return True
        state[LABEL, blossom] = INNER
        state[ENTRY_FROM, blossom] = u
        state[ENTRY_TO, blossom] = at
        make_outer(g, state[TOP, state[MATE, base]])


@kernel
def solve(g: Graph) -> bool:
    """Match all that is free, at the greatest weight; False where that cannot be."""
    for v in range(g.open.shape[0]):
        free = g.state[MATE, v] < 0 and g.state[BASE, g.state[TOP, v]] == v
        if free and not _grow(g, v):
            return False
    return True


@kernel
def _heaviest(g: Graph, v: int, tight: bool) -> None:
    """The dual of v: the least feasible (``tight``), or half the weight of its heaviest pair."""
    first = True
    for u in range(g.open.shape[0]):
        if not g.open[u, v]:
            continue
        better = first
        for k in range(g.duals.shape[1]):
            d = g.weight[u, v, k]
            d = d - g.duals[u, k] if tight else d // 2
            if not better:
                if d < g.duals[v, k]:
                    break
                better = d > g.duals[v, k]
            if better:
                g.duals[v, k] = d
        first = False


@kernel
def _part_if_loose(g: Graph, v: int) -> None:
    mate = g.state[MATE, v]
    if mate >= 0 and g.open[v, mate] and loose(g, v, mate):
        part(g, v)


@kernel
def retune(g: Graph, v: int) -> None:
    """The weights of v's pairs were changed: make the duals feasible again."""
    dissolve(g, v)
    _heaviest(g, v, flag(True))
    _part_if_loose(g, v)


@kernel
def begin(g: Graph) -> None:
    """Feasible duals and a first, greedy matching."""
    n = g.open.shape[0]
    for v in range(n):
        _heaviest(g, v, flag(False))
    for v in range(n):
        for shift in range(n):
            u = (v + n // 2 + shift) % n
            if (
                g.state[MATE, v] < 0
                and u != v
                and g.open[u, v]
                and g.state[MATE, u] < 0
                and not loose(g, u, v)
            ):
                g.state[MATE, v] = u
                g.state[MATE, u] = v


@kernel
def reset(g: Graph, word: int) -> None:
    """The words of all weights from ``word`` on were changed: make the duals feasible again."""
    n = g.open.shape[0]
    for v in range(n):
        dissolve(g, v)
    for v in range(n):
        for k in range(word, g.duals.shape[1]):
            first = True
            for u in range(n):
                if g.open[u, v]:
                    half = g.weight[u, v, k] // 2
                    if first or half > g.duals[v, k]:
                        g.duals[v, k] = half
                    first = False
    for v in range(n):
        _part_if_loose(g, v)
