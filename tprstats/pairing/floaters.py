"""Who may float from a bracket so that those below fare as well as can be (C4, C5, C8, C9)."""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, kernel, whole
from tprstats.pairing.bracket import Bracket
from tprstats.pairing.matching import perfect
from tprstats.pairing.players import BYE_OK, SCORE, UNPLAYED

__all__ = ["bye_floaters", "completable", "floats_well"]


@kernel
def completable(table: Array, legal: Array, rows: Array, most: int, bye_score: int) -> bool:
    """C4: can all ``rows`` be paired, one getting the bye (C2, C5) where their number is odd?"""
    count = rows.size
    if count % 2 == 0:
        return bool(perfect(legal, rows, count, most, whole(-1)))
    for place in range(count - 1, -1, -1):
        i = rows[place]
        candidate = table[i, BYE_OK] and table[i, SCORE] == bye_score
        if candidate and perfect(legal, rows, count, most, place):
            return True
    return False


@kernel
def bye_floaters(b: Bracket, ok: Array) -> None:
    """C2 and C9 in the last bracket: mark the residents with the fewest unplayed games."""
    fewest = -1
    for a in range(b.moved, b.members.size):
        i = b.members[a]
        if b.table[i, BYE_OK] and (fewest < 0 or b.table[i, UNPLAYED] < fewest):
            fewest = b.table[i, UNPLAYED]
    for a in range(b.moved, b.members.size):
        i = b.members[a]
        ok[a] = b.table[i, BYE_OK] == 1 and b.table[i, UNPLAYED] == fewest


@kernel
def floats_well(b: Bracket, i: int) -> bool:
    """Can row i float and be paired in the following bracket, with at most one floater from there?

    That is the best for C8 that can be. One floater from there is needed where the number is odd;
    who it is must leave the rest pairable.
    """
    count = 1 + b.next_end - b.end
    nodes = np.empty(count, np.int64)
    nodes[0] = i
    for j in range(b.end, b.next_end):
        nodes[1 + j - b.end] = j
    below = np.arange(b.next_end - 1, b.table.shape[0])
    if count % 2 == 0:
        return bool(
            perfect(b.legal, nodes, count, b.most, whole(-1))
            and completable(b.table, b.legal, below[1:], b.most, b.bye_score)
        )
    for place in range(count - 1, 0, -1):
        below[0] = nodes[place]
        if perfect(b.legal, nodes, count, b.most, place) and completable(
            b.table, b.legal, below, b.most, b.bye_score
        ):
            return True
    return False
