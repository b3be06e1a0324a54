"""What the Dutch system knows of each player to be paired (C.04.3 article 1), as one table.

A table has one row for each player present, in the order of article 1.2 (score, then pairing
number), and the columns named here.
"""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, kernel
from tprstats.pairing.history import Cell

__all__ = ["COLUMNS", "legal_pairs", "players_table"]

(
    PLAYER,  # number in the history
    SCORE,  # with virtual points
    SIDE,  # colour preferred: +1 White, -1 Black, 0 none (1.7)
    STRENGTH,  # of the preference: 3 absolute, 2 strong, 1 mild, 0 none
    IMBALANCE,  # colour difference without its sign (1.6)
    REPEATED,  # colour of the two latest games where it is the same, else 0
    FLOAT1,  # float of the round before: +1 down, -1 up (1.4)
    FLOAT2,  # float two rounds before
    BYE_OK,  # may get the pairing-allocated bye (C2)
    UNPLAYED,  # rounds without a game (C9)
    TOP,  # topscorer (1.8)
    PARITY,  # 1 where the pairing number is odd, counted as `players_table` says
) = range(12)
COLUMNS = 12
ABSOLUTE, STRONG, MILD = 3, 2, 1
DOWN, UP = 1, -1

_PLAYED, _FORFEIT, _PAB = int(Cell.PLAYED), int(Cell.FORFEIT), int(Cell.PAB)


@kernel
def _colours(table: Array, i: int, colours: Array, cells: Array, rounds: int) -> None:
    """Colour preference from the games played; unplayed rounds do not count (C.04.2 3.4)."""
    difference, last, before = 0, 0, 0
    for r in range(rounds):
        if cells[r] == _PLAYED:
            difference += colours[r]
            before, last = last, colours[r]
    repeated = last if last == before else 0
    if abs(difference) > 1:
        side, strength = (-1 if difference > 0 else 1), ABSOLUTE
    elif repeated != 0:
        side, strength = -repeated, ABSOLUTE
    elif difference != 0:
        side, strength = -difference, STRONG
    else:
        side, strength = -last, (MILD if last != 0 else 0)
    table[i, SIDE], table[i, STRENGTH] = side, strength
    table[i, IMBALANCE], table[i, REPEATED] = abs(difference), repeated


@kernel
def _float(opponent: int, cell: int, own: int, other: int, got: int, loss: int) -> int:
    """1.4.2: different scores met; 1.4.3: a bye, or points without a game; 1.4.4: no others."""
    if cell == _PLAYED:
        return DOWN if own > other else UP if own < other else 0
    return DOWN if cell == _PAB or got > loss else 0


@kernel
def _by_score(scores: Array, present: Array) -> Array:
    """Those present by the first row of ``scores``, highest first, then by number (1.2)."""
    order = np.empty(present.size, np.int64)
    count = 0
    for p in range(present.size):
        if present[p]:
            i = count
            while i > 0 and scores[0, order[i - 1]] < scores[0, p]:
                order[i] = order[i - 1]
                i -= 1
            order[i] = p
            count += 1
    return order[:count]


@kernel
def players_table(
    opponents: Array,
    colours: Array,
    cells: Array,
    scores: Array,
    rounds: int,
    virtual: Array,
    present: Array,
    last_round: bool,
    win: int,
    loss: int,
) -> Array:
    """The table before the round after ``rounds`` played ones.

    The arrays are those of a :class:`~tprstats.pairing.history.History`, of which the first
    ``rounds`` columns count; ``virtual`` has no rows where nothing is accelerated. A player who
    was never paired and is absent has no pairing number yet (C.04.2 2.4), so that the colours of
    5.2.5 go by the rank among the others; other programs count such players too.
    """
    n = opponents.shape[0]
    before = np.zeros((3, n), np.int64)  # pairing score now, one and two rounds back
    for p in range(n):
        total = 0
        for r in range(rounds + 1):
            if r >= rounds - 2:
                extra = virtual[p, r] if virtual.shape[0] else 0
                before[rounds - r, p] = total + extra
            if r < rounds:
                total += scores[p, r]
    number = np.zeros(n, np.int64)
    count = 0
    for p in range(n):
        paired = present[p]
        for r in range(rounds):
            paired = paired or cells[p, r] <= _PAB
        count += paired
        number[p] = count
    order = _by_score(before, present)
    table = np.zeros((order.size, COLUMNS), np.int64)
    for i in range(order.size):
        p = order[i]
        _colours(table, i, colours[p], cells[p], rounds)
        table[i, PLAYER], table[i, SCORE], table[i, PARITY] = p, before[0, p], number[p] % 2
        table[i, BYE_OK] = 1
        for back in range(1, min(rounds, 2) + 1):
            r = rounds - back
            rival = opponents[p, r] if cells[p, r] == _PLAYED else p
            own, other = before[back, p], before[back, rival]
            moved = _float(rival, cells[p, r], own, other, scores[p, r], loss)
            table[i, FLOAT1 if back == 1 else FLOAT2] = moved
        for r in range(rounds):
            if cells[p, r] != _PLAYED:
                table[i, UNPLAYED] += 1
                if cells[p, r] == _PAB or scores[p, r] >= win:
                    table[i, BYE_OK] = 0
        table[i, TOP] = last_round and 2 * before[0, p] > rounds * win
    return table


@kernel
def legal_pairs(
    table: Array, opponents: Array, cells: Array, rounds: int, forbidden: Array
) -> Array:
    """Who may meet whom (C1, C3 and forbidden pairs), by rows of the table."""
    n = table.shape[0]
    legal = np.empty((n, n), np.bool_)
    row = np.full(opponents.shape[0], -1, np.int64)
    for i in range(n):
        row[table[i, PLAYER]] = i
    for i in range(n):
        p, side, top = table[i, PLAYER], table[i, SIDE], table[i, TOP]
        absolute = table[i, STRENGTH] == ABSOLUTE
        for j in range(n):
            clash = (
                absolute
                and table[j, STRENGTH] == ABSOLUTE
                and table[j, SIDE] == side
                and not (top or table[j, TOP])
            )
            legal[i, j] = not clash
        if forbidden.shape[0]:
            for j in range(n):
                if forbidden[p, table[j, PLAYER]]:
                    legal[i, j] = False
        legal[i, i] = False
        for r in range(rounds):
            if cells[p, r] == _PLAYED and row[opponents[p, r]] >= 0:
                legal[i, row[opponents[p, r]]] = False
    return legal
