"""Any bracket, exactly: the best pairing by weighted matching, then the first generated of them.

Two graphs serve. The *narrow* one holds the bracket alone, and one vertex for the floater where
its number is odd: it is enough where all moved-down players can be paired and one resident (or
none) floats, without harm to the following bracket. The *wide* one holds all that are left, so
that completion (C4), the choice of floaters (C6, C7) and the following bracket (C8) are weighed
too; the players below the following bracket are left out where they can be paired anyhow.
"""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, kernel, whole
from tprstats.pairing.blossoms import MATE, new_graph
from tprstats.pairing.bracket import Bracket
from tprstats.pairing.criteria import (
    EXTRA_WORDS,
    layout,
    score_levels,
    set_bye_weights,
    set_weights,
)
from tprstats.pairing.generation import CLOSED, REAL, VIRTUAL, first_generated
from tprstats.pairing.players import BYE_OK, SCORE, UNPLAYED
from tprstats.pairing.weighted import begin, solve

__all__ = ["best_pairing", "wide_graph"]


@kernel
def best_pairing(
    b: Bracket, rows: Array, links: Array, wide: bool, anyhow: bool, weigh_bye: bool, mates: Array
) -> int:
    """Best first-generated pairing; the number of floaters, or -1 where none is possible.

    Vertices are the ``rows`` and, where ``links`` (who may be matched to it) has any, one more.
    ``anyhow`` adds a pair without weight for any two, who are then left for the brackets below.
    """
    count, size = rows.size, b.members.size
    extra, games = 0, whole(0)
    for v in range(count):
        extra = max(extra, int(links[v]))
        if weigh_bye:
            games = max(games, b.table[rows[v], UNPLAYED])
    n = count + extra
    levels = score_levels(b)
    places = layout(b, levels[b.moved], n, wide, games)
    words = 0
    for c in range(places.shape[0]):
        for level in range(places.shape[1]):
            words = max(words, places[c, level, 0] + 1)
    g = new_graph(n, words + EXTRA_WORDS)
    if anyhow:
        for v in range(n):
            for u in range(n):
                g.open[u, v] = VIRTUAL if u != v else CLOSED
    set_weights(b, rows, levels, places, g)
    if extra:
        for v in range(count):
            g.open[v, count] = g.open[count, v] = REAL if links[v] else CLOSED
        if weigh_bye:
            set_bye_weights(b.table, rows, games, places, g)
    begin(g)
    if not solve(g):
        return -1
    first_generated(g, b.moved, size)
    floaters = 0
    for v in range(size):
        mate = g.state[MATE, v]
        inside = mate < size and b.legal[rows[v], rows[mate]]
        mates[v] = mate if inside else -1
        floaters += not inside
    return floaters


@kernel
def wide_graph(b: Bracket) -> tuple[Array, Array, bool]:
    """Rows and links of the wide graph, and whether those below can be paired anyhow.

    They can by Dirac's theorem (see :func:`~.matching.perfect`) where they are many, whoever
    comes to them, if the bye is theirs to give or nobody's.
    """
    size, n = b.members.size, b.table.shape[0]
    odd = (size + n - b.end) % 2 == 1
    bye_inside = odd and (b.end == n or b.bye_score >= b.table[b.end, SCORE])
    anyhow = n - b.next_end > 2 * (b.most + 1) and not bye_inside
    count = size + (b.next_end if anyhow else n) - b.end
    rows = np.empty(count, np.int64)
    links = np.zeros(count, np.uint8)
    for v in range(count):
        rows[v] = b.members[v] if v < size else b.end + v - size
        if anyhow:
            links[v] = count % 2
        elif odd:
            links[v] = b.table[rows[v], BYE_OK] and b.table[rows[v], SCORE] == b.bye_score
    return rows, links, bool(anyhow)
