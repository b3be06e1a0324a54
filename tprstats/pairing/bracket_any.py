"""One bracket of the Dutch system (C.04.3 article 3), by the quickest way that is exact."""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, flag, kernel
from tprstats.pairing.bracket import Bracket
from tprstats.pairing.bracket_exact import best_pairing, wide_graph
from tprstats.pairing.bracket_ideal import ideal_bracket
from tprstats.pairing.floaters import completable, floats_well
from tprstats.pairing.players import BYE_OK, SCORE

__all__ = ["ALL_WAYS", "NO_IDEAL", "ONLY_WIDE", "pair_bracket"]

ALL_WAYS, NO_IDEAL, ONLY_WIDE = 0, 1, 2


@kernel
def _may_stay_inside(b: Bracket, last: bool, odd: bool) -> bool:
    """Can it be that all moved-down players are paired and one resident at most floats?

    Not where the bye comes from here though score groups follow, or from a moved-down player.
    """
    size = b.members.size
    own = b.table[b.members[size - 1], SCORE]
    if 2 * b.moved > size:
        return False
    if size % 2:
        return bool(b.bye_score == own if last else not (odd and b.bye_score >= own))
    below = np.arange(b.end, b.table.shape[0])
    return last or bool(completable(b.table, b.legal, below, b.most, b.bye_score))


@kernel
def _any_pair(b: Bracket) -> bool:
    """Is there a legal pair in the bracket? (Two moved-down players are none.)"""
    for v in range(b.moved, b.members.size):
        for u in range(v):
            if b.legal[b.members[u], b.members[v]]:
                return True
    return False


@kernel
def _links(b: Bracket, last: bool, ok: Array, links: Array) -> bool:
    """Mark who may float in the narrow graph; is that possible at all?"""
    if b.members.size % 2 == 0:
        return True
    possible = False
    for a in range(b.moved, b.members.size):
        if last:
            links[a] = b.table[b.members[a], BYE_OK]
        else:
            links[a] = ok[a] if ok[a] >= 0 else int(floats_well(b, b.members[a]))
        possible = possible or links[a] == 1
    return possible


@kernel
def pair_bracket(b: Bracket, ways: int, mates: Array) -> int:
    """Places of the partners of the bracket's members, -1 for those who float; the way taken.

    ``ways`` leaves out quicker ways, so that tests can compare them all.
    """
    size, n = b.members.size, b.table.shape[0]
    last = b.end == n
    odd = (size + n - b.end) % 2 == 1
    yes, no = flag(True), flag(False)
    if ways == ALL_WAYS and not _any_pair(b):
        for v in range(size):
            mates[v] = -1
        return ALL_WAYS
    if ways != ONLY_WIDE and _may_stay_inside(b, last, odd):
        ok = np.zeros(size, np.int8)  # who floats well: 1 yes, 0 no, -1 not known yet
        if size % 2 and not last:
            ok[b.moved :] = -1
        if ways == ALL_WAYS and ideal_bracket(b, ok, mates):
            return ALL_WAYS
        links = np.zeros(size, np.uint8)
        possible = _links(b, last, ok, links)
        if possible and best_pairing(b, b.members, links, no, no, last, mates) >= 0:
            return NO_IDEAL
    rows, links, anyhow = wide_graph(b)
    floaters = best_pairing(b, rows, links, yes, anyhow, no, mates)
    if odd and b.bye_score >= b.table[b.members[size - 1], SCORE] and floaters == 1:
        best_pairing(b, rows, links, yes, anyhow, yes, mates)  # C9: who floats gets the bye
    return ONLY_WIDE
