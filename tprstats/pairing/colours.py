"""Who gets White (C.04.3 article 5)."""

from __future__ import annotations

from tprstats.compiled import Array, kernel
from tprstats.pairing.history import Cell
from tprstats.pairing.players import ABSOLUTE, IMBALANCE, PARITY, PLAYER, SIDE, STRENGTH

__all__ = ["first_has_white"]

_PLAYED = int(Cell.PLAYED)


@kernel
def _latest_difference(
    colours_a: Array, cells_a: Array, colours_b: Array, cells_b: Array, rounds: int
) -> int:
    """Colour of the first player when they last had different ones, games only; 0 for never."""
    a, b = rounds - 1, rounds - 1
    while True:
        while a >= 0 and cells_a[a] != _PLAYED:
            a -= 1
        while b >= 0 and cells_b[b] != _PLAYED:
            b -= 1
        if a < 0 or b < 0:
            return 0
        if colours_a[a] != colours_b[b]:
            return int(colours_a[a])
        a -= 1
        b -= 1


@kernel
def first_has_white(
    table: Array, i: int, j: int, colours: Array, cells: Array, rounds: int, initial: int
) -> bool:
    """Has row i White against row j, where i is the higher ranked (5.2.1 to 5.2.5)?"""
    side, other = table[i, SIDE], table[j, SIDE]
    if side == 0 and other == 0:
        return bool((table[i, PARITY] == 1) == (initial == 1))
    if side == 0 or other == 0 or side != other:
        return bool(side == 1 or other == -1)
    strength, against = table[i, STRENGTH], table[j, STRENGTH]
    if strength == ABSOLUTE and against == ABSOLUTE:
        strength, against = table[i, IMBALANCE], table[j, IMBALANCE]
    if strength != against:
        return bool((side == 1) == (strength > against))
    p, q = table[i, PLAYER], table[j, PLAYER]
    latest = _latest_difference(colours[p], cells[p], colours[q], cells[q], rounds)
    return bool(latest == -1 if latest != 0 else side == 1)
