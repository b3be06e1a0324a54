"""Swiss events: the compiled systems, and a user's own pairing function."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.pairing.acceleration import baku_points
from tprstats.rng import Key
from tprstats.simulation.batch import EventBatch
from tprstats.simulation.designs import Swiss
from tprstats.simulation.fields import Players

__all__ = ["play_swiss"]

_COLOURS = {"drawn": 0, "white": 1, "black": -1}


def play_swiss(design: Swiss, key: Key, first: int, players: Players) -> EventBatch:
    """Play replicates ``first`` on of a Swiss among players already drawn."""
    from tprstats.simulation.compiled_outcomes import encode, threshold_table

    e, n = players.strength.shape
    bounds = np.zeros((0, 0, 3, 2), dtype=np.uint64)
    model = encode(design.model)
    if design.field.same_every_time:
        bounds = threshold_table(design.model, players.strength[0])
    elif model is None:
        raise TprstatsError(
            f"{type(design.model).__name__} can only play a field that is the same every time"
        )
    virtual = np.zeros((0, 0), dtype=np.int16)
    if design.acceleration == "baku":
        virtual = baku_points(n, design.rounds)
    shape = (design.rounds, n, e)
    arrays: tuple[Any, ...] = (
        np.full(shape, -1, dtype=np.int16),
        np.zeros(shape, dtype=np.int8),
        np.zeros(shape, dtype=np.uint8),
        np.zeros(shape, dtype=np.int8),
    )
    stopped = np.zeros(e, dtype=np.int16)
    given = (
        *key,
        first,
        np.zeros(1) if model is None else model,
        bounds,
        np.ascontiguousarray(players.strength),
    )
    rest = (
        _COLOURS[design.initial_colour],
        virtual,
        _away(design, players),
        design.absent,
        design.half_byes,
        design.forfeits,
        *arrays,
        stopped,
    )
    _kernel(design.system)(given, rest)
    opponents, colours, cells, results = (a.transpose(2, 1, 0) for a in arrays)
    return EventBatch(first, players, opponents, colours, results, cells, stopped)


def _away(design: Swiss, players: Players) -> NDArray[np.uint8]:
    """Who is away when, by start number, ``(n, rounds)``; no rows where nobody is."""
    if not design.away:
        return np.zeros((0, 0), dtype=np.uint8)
    if not design.field.same_every_time:
        raise TprstatsError("who is away when takes a field that is the same every time")
    found = np.zeros((design.players, design.rounds), dtype=np.uint8)
    for player, round_, half_points in design.away:
        found[player, round_ - 1] = 1 + half_points
    return np.asarray(found[players.entrant[0].astype(np.int64)])


def _kernel(system: str) -> Any:
    """The loop of a system, with the order of arguments it wants."""
    if system == "dutch":
        from tprstats.simulation import _swiss_dutch

        return _threaded(_swiss_dutch.play, 0)
    from tprstats.simulation import _swiss_simple

    if system in _swiss_simple.NUMBERS:
        return _threaded(_swiss_simple.play, _swiss_simple.NUMBERS[system])
    from tprstats.simulation.own_system import play_with

    return lambda given, rest: play_with(system, given, rest)


def _threaded(play: Any, number: int) -> Any:
    """Run a compiled loop over pieces of the batch, on as many threads as numba may use.

    The loops hold no lock of Python's. Every event is its own, so that the pieces change no bit;
    and numba's own parallel loops would compile the engine once more.
    """

    def run(given: tuple[Any, ...], rest: tuple[Any, ...]) -> None:
        from concurrent.futures import ThreadPoolExecutor

        from numba import get_num_threads

        events, threads = rest[-1].size, get_num_threads()
        # The first piece alone: it compiles.
        edges = sorted({0, 1, *np.linspace(1, events, 8 * threads + 1).astype(int).tolist()})
        pieces = list(pairwise(edges))

        def piece(ends: tuple[int, int]) -> None:
            play(*given, number, *rest, *ends)

        piece(pieces[0])
        if threads == 1 or len(pieces) < 3:
            for ends in pieces[1:]:
                piece(ends)
            return
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(piece, pieces[1:]))

    return run
