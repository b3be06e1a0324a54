"""Whole events under the simple systems (fold, monrad, random within score groups)."""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from tprstats.compiled import entry, kernel, whole
from tprstats.pairing.history import Cell
from tprstats.pairing.systems_kernels import in_order, pair_line
from tprstats.simulation._swiss_round import (
    hand_over,
    initial_colour,
    lots,
    new_history,
    play_games,
    who_is_there,
)

__all__ = ["NUMBERS", "play"]

FOLD, MONRAD, RANDOM = 0, 1, 2
NUMBERS = {"fold": FOLD, "monrad": MONRAD, "random-in-score-group": RANDOM}
_PLAYED, _PAB = int(Cell.PLAYED), int(Cell.PAB)


@kernel
def _numbers(present):
    """Who is there; by hand, since numpy's function takes a second to compile."""
    count = 0
    for i in range(present.size):
        count += present[i]
    out = np.empty(count, np.int64)
    count = 0
    for i in range(present.size):
        if present[i]:
            out[count] = i
            count += 1
    return out


@kernel
def _knowledge(opponents, colours, cells, scores, r, virtual, score, met, balance, last, had_bye):
    """What the simple systems look at, from the rounds before ``r``."""
    n = score.size
    met[:, :] = False
    for i in range(n):
        met[i, i] = True
        score[i] = virtual[i, r] if virtual.shape[0] else 0
        balance[i], last[i], had_bye[i] = 0, 0, False
        for q in range(r):
            score[i] += scores[i, q]
            if cells[i, q] == _PLAYED:
                met[i, opponents[i, q]] = True
                balance[i] += colours[i, q]
                last[i] = colours[i, q]
            elif scores[i, q] >= 2 or cells[i, q] == _PAB:
                had_bye[i] = True


@entry
def play(
    k0, k1, first, model, bounds, strength, system, wanted, virtual, away, absent, half, forfeits,
    opponents, colours, cells, scores, stopped, start, stop,
):  # fmt: skip
    """Events ``start`` to ``stop`` of the batch; the arrays are ``(r, n, e)``, filled in place."""
    rounds, n, _ = opponents.shape
    present = np.zeros(n, np.bool_)
    out_opponent, out_colour = np.empty(n, np.int64), np.zeros(n, np.int64)
    out_white = np.zeros(n, np.bool_)
    score, balance, last_colour, lot = (
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
    )
    met, had_bye = np.zeros((n, n), np.bool_), np.zeros(n, np.bool_)
    for e in range(start, stop):
        o, c, k, s = new_history(n, rounds)
        colour = initial_colour(k0, k1, first + e, wanted)
        for r in range(rounds):
            last = r == rounds - 1
            who_is_there(k0, k1, first + e, r, last, away, absent, half, present, k, s)
            _knowledge(o, c, k, s, r, virtual, score, met, balance, last_colour, had_bye)
            order = _numbers(present)
            if system == RANDOM:
                lots(k0, k1, first + e, r, lot)
                order = in_order(order, lot, whole(1))
            line = in_order(order, score, whole(-1))
            status = pair_line(
                line, score, system == FOLD, met, balance, last_colour, had_bye, colour,
                out_opponent, out_white,
            )  # fmt: skip
            if status != 0:
                stopped[e] = r + 1
                break
            for i in range(n):
                out_colour[i] = 0 if out_opponent[i] < 0 else 1 if out_white[i] else -1
            play_games(
                k0, k1, first + e, r, model, bounds, strength[e], forfeits,
                out_opponent, out_colour, o, c, k, s,
            )  # fmt: skip
        hand_over(e, (o, c, k, s), (opponents, colours, cells, scores))
