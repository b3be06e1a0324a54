"""What every Swiss has in a round besides the pairing: who is there, and the games."""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from tprstats.compiled import kernel, whole
from tprstats.pairing.history import Cell
from tprstats.rng import Purpose
from tprstats.simulation.compiled_outcomes import chances, thresholds
from tprstats.simulation.compiled_random import word

__all__ = ["hand_over", "initial_colour", "lots", "new_history", "play_games", "who_is_there"]

_PLAYED, _FORFEIT, _PAB = int(Cell.PLAYED), int(Cell.FORFEIT), int(Cell.PAB)
_HALF, _ABSENT = int(Cell.HALF_BYE), int(Cell.ABSENT)
# Plain numbers for numba (see `compiled.whole`): `word` is compiled once for all of them.
_GAME, _LOTS = whole(Purpose.GAME), whole(Purpose.PAIRING)
_COLOUR, _AWAY, _NO_GAME = (
    whole(Purpose.INITIAL_COLOUR),
    whole(Purpose.ABSENCE),
    whole(Purpose.FORFEIT),
)
_FIRST = whole(0)
_ONE = 2.0**-32
_BYE = -2


@kernel
def new_history(n, rounds):
    """An event's arrays of opponents, colours, cells and scores ``(n, rounds)``, before it starts.

    Filled by hand, since numpy's function is slow to compile.
    """
    opponents = np.empty((n, rounds), np.int16)
    colours = np.empty((n, rounds), np.int8)
    cells = np.empty((n, rounds), np.uint8)
    scores = np.empty((n, rounds), np.int16)
    for i in range(n):
        for r in range(rounds):
            opponents[i, r], colours[i, r] = -1, 0
            cells[i, r], scores[i, r] = _ABSENT, 0
    return opponents, colours, cells, scores


@kernel
def initial_colour(k0, k1, replicate, wanted):
    """+1 or -1: what is wanted, or by lot where it is 0."""
    if wanted != 0:
        return wanted
    return 1 if word(k0, k1, replicate, _COLOUR, _FIRST, _FIRST) < np.uint64(2147483648) else -1


@kernel
def lots(k0, k1, replicate, r, out):
    """A random whole number below 2**32 for every player, for systems that draw lots."""
    for i in range(out.size):
        out[i] = word(k0, k1, replicate, _LOTS, i, r)


@kernel
def who_is_there(k0, k1, replicate, r, last, away, absent, half, present, cells, scores):
    """Who sits out the round: for nothing, or (not in the last round) for half a point.

    ``away`` ``(n, rounds)``, or without rows, says who is away in every event: 1 for nothing, 2 for
    half a point.
    """
    for i in range(present.size):
        present[i] = True
        if away.shape[0] and away[i, r] > 0:
            present[i] = False
            cells[i, r] = _ABSENT if away[i, r] == 1 else _HALF
            scores[i, r] = away[i, r] - 1
            continue
        if absent + half == 0.0:
            continue
        u = (float(word(k0, k1, replicate, _AWAY, i, r)) + 0.5) * _ONE
        if u < absent:
            present[i] = False
            cells[i, r], scores[i, r] = _ABSENT, 0
        elif u < absent + half and not last:
            present[i] = False
            cells[i, r], scores[i, r] = _HALF, 1


@kernel
def _meeting(opponents, low, high, r):
    """How often the pair was paired before: a forfeited game may be paired again."""
    count = 0
    for q in range(r):
        count += opponents[low, q] == high
    return count


@kernel
def _half_points(k0, k1, replicate, number, meeting, model, bounds, a, b, low, high, colour):
    """Half points of the lower start number, from the pair's keyed number."""
    x = word(k0, k1, replicate, _GAME, number, meeting)
    if bounds.shape[0]:
        wins, no_loss = bounds[low, high, colour + 1, 0], bounds[low, high, colour + 1, 1]
    else:
        win, loss = chances(model, a - b, 0.5 * (a + b), float(colour))
        wins, no_loss = thresholds(win, loss)
    return np.int64(x < wins) + np.int64(x < no_loss)


@kernel
def play_games(
    k0, k1, replicate, r, model, bounds, strength, forfeits,
    out_opponent, out_colour, opponents, colours, cells, scores,
):  # fmt: skip
    """Play the paired games of a round and write them into the history's arrays."""
    n = strength.size
    for low in range(n):
        high = out_opponent[low]
        if high == _BYE:
            cells[low, r], scores[low, r] = _PAB, 2
        if high <= low:
            continue
        number = low * (2 * n - low - 1) // 2 + (high - low - 1)
        meeting = _meeting(opponents, low, high, r)
        colour = out_colour[low]
        opponents[low, r], opponents[high, r] = high, low
        colours[low, r], colours[high, r] = colour, -colour
        if forfeits > 0.0:
            u = (float(word(k0, k1, replicate, _NO_GAME, number, meeting)) + 0.5) * _ONE
            if u < forfeits:
                loser = low if u < 0.5 * forfeits else high
                winner = low + high - loser
                cells[low, r], cells[high, r] = _FORFEIT, _FORFEIT
                scores[winner, r], scores[loser, r] = 2, 0
                continue
        x = _half_points(
            k0, k1, replicate, number, meeting, model, bounds,
            strength[low], strength[high], low, high, colour,
        )  # fmt: skip
        cells[low, r], cells[high, r] = _PLAYED, _PLAYED
        scores[low, r], scores[high, r] = x, 2 - x


@kernel
def hand_over(e, history, batch):
    """Copy one event's arrays ``(n, r)`` into the batch's ``(r, n, e)``."""
    opponents, colours, cells, scores = history
    all_opponents, all_colours, all_cells, all_scores = batch
    n, rounds = opponents.shape
    for r in range(rounds):
        for i in range(n):
            all_opponents[r, i, e] = opponents[i, r]
            all_colours[r, i, e] = colours[i, r]
            all_cells[r, i, e] = cells[i, r]
            all_scores[r, i, e] = scores[i, r]
