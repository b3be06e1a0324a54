"""Compiled kernels of the simple pairing systems; see :mod:`tprstats.pairing.systems`.

They share one core. From the top of an order, each player takes the first opponent of a list of
preference who was not met before and whose choice leaves everybody else pairable; so a round with
a legal pairing always gets one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tprstats.compiled import entry, flag, kernel, whole
from tprstats.pairing.systems_matching import pairable

__all__ = [
    "BYE",
    "NO_PAIRING",
    "OK",
    "UNPAIRED",
    "fold",
    "in_order",
    "monrad",
    "pair_line",
    "random_in_score_group",
]

OK, NO_PAIRING = 0, 1
UNPAIRED, BYE = -1, -2


@entry
def fold(
    scores: Any,
    order: Any,
    met: Any,
    balance: Any,
    last_colour: Any,
    had_bye: Any,
    initial_colour: int,
    randoms: Any,
    out_opponent: Any,
    out_white: Any,
) -> int:
    """Top half of a score group against its bottom half; see `systems`."""
    line = in_order(order, scores, whole(-1))
    return pair_line(
        line, scores, flag(True), met, balance, last_colour, had_bye, initial_colour,
        out_opponent, out_white,
    )  # fmt: skip


@entry
def monrad(
    scores: Any,
    order: Any,
    met: Any,
    balance: Any,
    last_colour: Any,
    had_bye: Any,
    initial_colour: int,
    randoms: Any,
    out_opponent: Any,
    out_white: Any,
) -> int:
    """Neighbours of the standings meet; see `systems`."""
    line = in_order(order, scores, whole(-1))
    return pair_line(
        line, scores, flag(False), met, balance, last_colour, had_bye, initial_colour,
        out_opponent, out_white,
    )  # fmt: skip


@entry
def random_in_score_group(
    scores: Any,
    order: Any,
    met: Any,
    balance: Any,
    last_colour: Any,
    had_bye: Any,
    initial_colour: int,
    randoms: Any,
    out_opponent: Any,
    out_white: Any,
) -> int:
    """Neighbours after a shuffle within each score group; see `systems`."""
    line = in_order(in_order(order, randoms, whole(1)), scores, whole(-1))
    return pair_line(
        line, scores, flag(False), met, balance, last_colour, had_bye, initial_colour,
        out_opponent, out_white,
    )  # fmt: skip


@kernel
def in_order(players: Any, keys: Any, sign: int) -> Any:
    """The players by ascending key (descending with sign -1), equal ones as they stand.

    By insertion: numpy's sort would cost seconds of compilation for fields this small.
    """
    line = np.empty(players.size, dtype=np.int64)
    for i in range(line.size):
        p = players[i]
        k = i
        while k > 0 and sign * (keys[line[k - 1]] - keys[p]) > 0:
            line[k] = line[k - 1]
            k -= 1
        line[k] = p
    return line


@kernel
def pair_line(
    line: Any,
    scores: Any,
    halves: bool,
    met: Any,
    balance: Any,
    last_colour: Any,
    had_bye: Any,
    initial_colour: int,
    out_opponent: Any,
    out_white: Any,
) -> int:
    for p in range(out_opponent.size):
        out_opponent[p] = UNPAIRED
        out_white[p] = False
    left = line
    n = left.size
    limit = _most_met(left, met)
    if n % 2:
        n = _give_bye(left, n, limit, met, had_bye, out_opponent)
    elif not pairable(left, n, limit, met):
        n = -1
    if n < 0:
        return NO_PAIRING
    first = initial_colour > 0
    rest = np.empty(left.size, dtype=np.int64)
    while n:
        k = _opponent(left, n, scores, halves, limit, met, rest)
        a, b = left[0], left[k]
        white = _is_white(a, b, balance, last_colour, first)
        out_opponent[a], out_opponent[b] = b, a
        out_white[a], out_white[b] = white, not white
        first = not first
        n -= 2
        _drop(left, n, k, left)
    return OK


@kernel
def _give_bye(left: Any, n: int, limit: int, met: Any, had_bye: Any, out_opponent: Any) -> int:
    """Take the lowest player out who may have the bye; how many are left, or -1."""
    rest = np.empty(n, dtype=np.int64)
    for k in range(n - 1, -1, -1):
        if had_bye[left[k]]:
            continue
        for i in range(n - 1):
            rest[i] = left[i] if i < k else left[i + 1]
        if pairable(rest, n - 1, limit, met):
            out_opponent[left[k]] = BYE
            for i in range(n - 1):
                left[i] = rest[i]
            return n - 1
    return -1


@kernel
def _opponent(left: Any, n: int, scores: Any, halves: bool, limit: int, met: Any, rest: Any) -> int:
    """Place of the top player's opponent: the first by preference who leaves the rest pairable.

    With ``halves`` the bottom half of the score group from its top down, the top half from its
    bottom up, then those below; else simply downwards.
    """
    top = left[0]
    group = 1
    while halves and group < n and scores[left[group]] == scores[top]:
        group += 1
    middle = max(group // 2, 1)
    for step in range(n - 1):
        if step < group - middle:
            k = middle + step
        elif step < group - 1:
            k = group - 1 - step
        else:
            k = step + 1
        if met[top, left[k]]:
            continue
        _drop(left, n - 2, k, rest)
        if pairable(rest, n - 2, limit, met):
            return k
    return -1


@kernel
def _drop(left: Any, n: int, k: int, out: Any) -> None:
    """Write the players without the first and the ``k``-th; ``n`` of them remain."""
    for i in range(n):
        out[i] = left[i + 1] if i + 1 < k else left[i + 2]


@kernel
def _is_white(a: int, b: int, balance: Any, last_colour: Any, first: bool) -> bool:
    """Whether ``a``, the higher, has White.

    To the player with fewer Whites than Blacks compared to the other; else to the one who had
    Black last; else the higher alternates; ``first`` where neither has played.
    """
    if balance[a] != balance[b]:
        return bool(balance[a] < balance[b])
    if last_colour[a] != last_colour[b]:
        return bool(last_colour[a] < last_colour[b])
    if last_colour[a] != 0:
        return bool(last_colour[a] < 0)
    return first


@kernel
def _most_met(players: Any, met: Any) -> int:
    most = 0
    for p in players:
        count = 0
        for q in players:
            count += met[p, q] and p != q
        most = max(most, count)
    return most
