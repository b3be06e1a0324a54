"""Events under a pairing function of the user's own: Python, one event after another."""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np

from tprstats.compiled import entry
from tprstats.errors import TprstatsError
from tprstats.pairing.history import History
from tprstats.pairing.systems import get_system
from tprstats.simulation._swiss_round import initial_colour, play_games, who_is_there

__all__ = ["play_with"]


# The compiled loops' own pieces, made callable from Python.
@entry
def _first_colour(k0, k1, replicate, wanted):
    return initial_colour(k0, k1, replicate, wanted)


@entry
def _who_is_there(k0, k1, replicate, r, last, away, absent, half, present, cells, scores):
    who_is_there(k0, k1, replicate, r, last, away, absent, half, present, cells, scores)


@entry
def _play_games(
    k0, k1, replicate, r, model, bounds, strength, forfeits,
    out_opponent, out_colour, opponents, colours, cells, scores,
):  # fmt: skip
    play_games(
        k0, k1, replicate, r, model, bounds, strength, forfeits,
        out_opponent, out_colour, opponents, colours, cells, scores,
    )  # fmt: skip


def play_with(system: str, given: tuple[Any, ...], rest: tuple[Any, ...]) -> None:
    """Like the compiled loops, with ``system(history)`` for the pairing.

    The games use the same keyed numbers, so that a user's system shares its luck with the others.
    """
    k0, k1, first, model, bounds, strength = given
    wanted, virtual, away, absent, half, forfeits, opponents, colours, cells, scores, stopped = rest
    pair = get_system(system)
    rounds, n, events = opponents.shape
    for e in range(events):
        o, c = np.full((n, rounds), -1, np.int16), np.zeros((n, rounds), np.int8)
        k, s = np.full((n, rounds), 5, np.uint8), np.zeros((n, rounds), np.int16)
        present = np.ones(n, dtype=np.bool_)
        colour = int(_first_colour(k0, k1, first + e, wanted))
        for r in range(rounds):
            last = r == rounds - 1
            _who_is_there(k0, k1, first + e, r, last, away, absent, half, present, k, s)
            history = History(
                rounds,
                o[:, :r],
                c[:, :r],
                k[:, :r],
                s[:, :r],
                present.copy(),
                colour,
                virtual[:, : r + 1] if virtual.size else None,
            )
            found = pair(history)
            if found is None:
                stopped[e] = r + 1
                break
            opponent, side = _arrays(found.white, found.black, found.bye, present)
            _play_games(
                k0, k1, first + e, r, model, bounds, strength[e], forfeits,
                opponent, side, o, c, k, s,
            )  # fmt: skip
        for target, source in ((opponents, o), (colours, c), (cells, k), (scores, s)):
            target[:, :, e] = source.T


def _arrays(
    white: tuple[int, ...], black: tuple[int, ...], bye: int | None, present: Any
) -> tuple[Any, Any]:
    """A pairing as arrays, refused where it is none of those present."""
    n = present.size
    opponent, side = np.full(n, -1, np.int64), np.zeros(n, np.int64)
    seen = [*white, *black, *([] if bye is None else [bye])]
    if sorted(seen) != np.flatnonzero(present).tolist():
        raise TprstatsError("the pairing function left out, repeated or invented a player")
    for w, b in zip(white, black, strict=True):
        opponent[w], opponent[b], side[w], side[b] = b, w, 1, -1
    if bye is not None:
        opponent[bye] = -2
    return opponent, side
