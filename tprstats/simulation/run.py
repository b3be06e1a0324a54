"""Simulate: a lazy iterator over chunks of replicates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.pairing.history import Cell
from tprstats.rng import Key, make_key
from tprstats.simulation.batch import EventBatch
from tprstats.simulation.designs import Design, Fixed, Swiss
from tprstats.simulation.fields import Players
from tprstats.simulation.schedules import Schedule

__all__ = ["check_events", "chunk_size", "replicate", "simulate", "simulate_range"]

_CELLS = 4_000_000  # players times rounds times events in a chunk: some 60 MB with its records


MOST_EVENTS = 10**9
"""More would run for months."""


def chunk_size(design: Design) -> int:
    """Events of a chunk: what keeps a chunk and its records near 100 MB."""
    rounds = design.games.rounds if isinstance(design, Fixed) else _swiss(design).rounds
    return max(1, min(100_000, _CELLS // (design.players * rounds)))


def check_events(events: int, chunk: int) -> None:
    """Refuse a number of events, or of events a chunk, that is none or never ends."""
    if not 1 <= events <= MOST_EVENTS:
        raise TprstatsError(f"{events} events: give a number from 1 to {MOST_EVENTS}")
    if chunk < 1:
        raise TprstatsError(f"chunks of {counted(chunk, 'event')}: give at least 1")


def simulate(
    design: Design, *, events: int, seed: int, chunk: int | None = None
) -> Iterator[EventBatch]:
    """Simulate events, chunk by chunk.

    Parameters
    ----------
    design
        What to simulate.
    events
        Number of replicates.
    seed
        Whole number, at least 0.
    chunk
        Events a chunk; by default what keeps memory near 100 MB. The chunks' sizes change no
        number in them.

    Yields
    ------
    EventBatch
        Replicates in order.

    Examples
    --------
    >>> import tprstats as tpr
    >>> design = tpr.RoundRobin(tpr.Field(6))
    >>> [b.events for b in tpr.simulate(design, events=5, seed=1, chunk=2)]
    [2, 2, 1]
    """
    size = chunk_size(design) if chunk is None else chunk
    check_events(events, size)
    make_key(seed, {})  # refuse a bad seed now, not at the first chunk
    return (
        simulate_range(design, first, min(size, events - first), seed)
        for first in range(0, events, size)
    )


def replicate(design: Design, number: int, *, seed: int) -> EventBatch:
    """One replicate alone: the very event that the batch has under this number."""
    return simulate_range(design, number, 1, seed)


def simulate_range(design: Design, first: int, count: int, seed: int) -> EventBatch:
    """Replicates ``first`` to ``first + count - 1`` as one batch."""
    if first < 0 or count < 1 or first + count > 2**47:
        raise TprstatsError(f"replicates {first} to {first + count - 1} cannot be")
    key = make_key(seed, design.luck())
    players = design.field.draw(key, np.arange(first, first + count))
    if isinstance(design, Fixed):
        return _play_schedule(design, key, first, players)
    from tprstats.simulation.swiss import play_swiss

    return play_swiss(_swiss(design), key, first, players)


def _swiss(design: Design) -> Swiss:
    if not isinstance(design, Swiss):
        raise TprstatsError(f"{type(design).__name__} is no design that can be simulated")
    return design


def _play_schedule(design: Fixed, key: Key, first: int, players: Players) -> EventBatch:
    from tprstats.simulation._fixed import play_fixed, play_varying
    from tprstats.simulation.compiled_outcomes import encode, threshold_table

    schedule = design.games
    e, n = players.strength.shape
    plan = schedule.plan
    shape = (schedule.rounds, n, e)
    # Where everybody plays every round, every cell is written.
    whole = 2 * plan.shape[0] == n * schedule.rounds
    results = np.empty(shape, dtype=np.int8) if whole else np.zeros(shape, dtype=np.int8)
    if design.field.same_every_time:
        table = threshold_table(design.model, players.strength[0])
        bounds = table[plan[:, 4], plan[:, 5], plan[:, 6] + 1]
        play_fixed(*key, first, plan, np.ascontiguousarray(bounds), results)
    else:
        model = encode(design.model)
        if model is None:
            raise TprstatsError(
                f"{type(design.model).__name__} can only play a field that is the same every time"
            )
        strength = np.ascontiguousarray(players.strength.T)
        play_varying(*key, first, plan, model, strength, results)
    opponents, colours, cells = _fixed_arrays(schedule)
    each = (e, n, schedule.rounds)
    return EventBatch(
        first=first,
        players=players,
        opponents=np.broadcast_to(opponents[None], each),
        colours=np.broadcast_to(colours[None], each),
        results=results.transpose(2, 1, 0),
        cells=np.broadcast_to(cells[None], each),
        stopped=np.zeros(e, dtype=np.int16),
    )


def _fixed_arrays(schedule: Schedule) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Opponents, colours and cells of a schedule, ``(n, r)``; they are the same in all events."""
    shape = (schedule.players, schedule.rounds)
    opponents = np.full(shape, -1, dtype=np.int16)
    colours = np.zeros(shape, dtype=np.int8)
    cells = np.full(shape, Cell.ABSENT, dtype=np.uint8)
    for r, low, high, colour in schedule.table:
        opponents[low, r], opponents[high, r] = high, low
        colours[low, r], colours[high, r] = colour, -colour
        cells[low, r] = cells[high, r] = Cell.PLAYED
    return opponents, colours, cells
