"""Whether players can all be paired without a repeated game: Edmonds' matching, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from tprstats.compiled import entry, kernel, whole

__all__ = ["pairable"]


@entry
def pairable(players: Any, n: int, limit: int, met: Any) -> bool:
    """Whether the first ``n`` can all be paired, nobody with somebody met before.

    Where each may meet at least half of the others it is so by Dirac's theorem; else by search.
    """
    if n == 0 or n - 1 - limit >= (n + 1) // 2:
        return True
    mate = np.empty(n, dtype=np.int64)
    for i in range(n):
        mate[i] = -1
    for i in range(n):
        if mate[i] < 0:
            for j in range(i + 1, n):
                if mate[j] < 0 and not met[players[i], players[j]]:
                    mate[i], mate[j] = j, i
                    break
    for i in range(n):  # noqa: SIM110 (numba compiles no generators)
        if mate[i] < 0 and not _augment(i, players, n, met, mate):
            return False
    return True


@kernel
def _augment(root: int, players: Any, n: int, met: Any, mate: Any) -> bool:
    """One step of Edmonds' algorithm: a path that pairs one more, found by breadth-first search.

    ``parent`` leads from a vertex at odd distance back towards the root; ``base`` is the base of
    the blossom that a vertex is in.
    """
    parent, base = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    for i in range(n):
        parent[i], base[i] = -1, i
    queued = np.zeros(n, dtype=np.bool_)
    queue = np.empty(n, dtype=np.int64)
    queue[0], head, tail = root, 0, whole(1)
    queued[root] = True
    while head < tail:
        v = queue[head]
        head += 1
        for w in range(n):
            if w == v or met[players[v], players[w]] or base[v] == base[w] or mate[v] == w:
                continue
            if w == root or (mate[w] >= 0 and parent[mate[w]] >= 0):
                tail = _contract(v, w, mate, parent, base, queued, queue, tail)
            elif parent[w] < 0:
                parent[w] = v
                if mate[w] < 0:
                    _flip(w, mate, parent)
                    return True
                queue[tail] = mate[w]
                queued[mate[w]] = True
                tail += 1
    return False


@kernel
def _flip(w: int, mate: Any, parent: Any) -> None:
    """Exchange paired and unpaired edges along the path that ends in ``w``."""
    while w >= 0:
        v = parent[w]
        following = mate[v]
        mate[w], mate[v] = v, w
        w = following


@kernel
def _contract(
    v: int, w: int, mate: Any, parent: Any, base: Any, queued: Any, queue: Any, tail: int
) -> int:
    """Shrink the odd cycle closed by the edge v-w; its vertices are searched from, too."""
    common = _common_base(v, w, mate, parent, base)
    inside = np.zeros(base.size, dtype=np.bool_)
    for start, child in ((v, w), (w, v)):
        at, below = start, child
        while base[at] != common:
            inside[base[at]] = inside[base[mate[at]]] = True
            parent[at] = below
            below = mate[at]
            at = parent[mate[at]]
    for i in range(base.size):
        if inside[base[i]]:
            base[i] = common
            if not queued[i]:
                queued[i] = True
                queue[tail] = i
                tail += 1
    return tail


@kernel
def _common_base(v: int, w: int, mate: Any, parent: Any, base: Any) -> int:
    """The base at which the ways of ``v`` and ``w`` to the root come together."""
    seen = np.zeros(base.size, dtype=np.bool_)
    at = base[v]
    while True:
        seen[at] = True
        if mate[at] < 0:
            break
        at = base[parent[mate[at]]]
    at = base[w]
    while not seen[at]:
        at = base[parent[mate[at]]]
    return int(at)
