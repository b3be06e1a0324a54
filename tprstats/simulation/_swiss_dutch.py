"""Whole events under the exact FIDE Dutch system, compiled apart: it takes longest to compile."""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from tprstats.compiled import entry, whole
from tprstats.pairing.dutch import pair_round
from tprstats.simulation._swiss_round import (
    hand_over,
    initial_colour,
    new_history,
    play_games,
    who_is_there,
)

__all__ = ["play"]


@entry
def play(
    k0, k1, first, model, bounds, strength, system, wanted, virtual, away, absent, half, forfeits,
    opponents, colours, cells, scores, stopped, start, stop,
):  # fmt: skip
    """Events ``start`` to ``stop`` of the batch; the arrays are ``(r, n, e)``, filled in place."""
    rounds, n, _ = opponents.shape
    present = np.zeros(n, np.bool_)
    out_opponent, out_colour = np.empty(n, np.int64), np.empty(n, np.int64)
    forbidden = np.zeros((0, 0), np.bool_)
    for e in range(start, stop):
        o, c, k, s = new_history(n, rounds)
        begins = initial_colour(k0, k1, first + e, wanted)
        for r in range(rounds):
            last = r == rounds - 1
            who_is_there(k0, k1, first + e, r, last, away, absent, half, present, k, s)
            status = pair_round(
                o, c, k, s, r, virtual, present, forbidden, rounds,
                whole(2), whole(0), begins, out_opponent, out_colour, whole(0),
            )  # fmt: skip
            if status != 0:
                stopped[e] = r + 1
                break
            play_games(
                k0, k1, first + e, r, model, bounds, strength[e], forfeits,
                out_opponent, out_colour, o, c, k, s,
            )  # fmt: skip
        hand_over(e, (o, c, k, s), (opponents, colours, cells, scores))
