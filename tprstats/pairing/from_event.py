"""An event as pairings see it: the history before a round, and what that round's pairing was."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from tprstats.cells import counted
from tprstats.pairing.acceleration import baku_points
from tprstats.pairing.event_table import ACCELERATION, IN_THE_PAIRING, EventTable
from tprstats.pairing.history import History, Pairing
from tprstats.records import Event
from tprstats.records.rounds import byes_to_come, entries

__all__ = [
    "acceleration_of", "history_before", "history_of", "names_acceleration", "pairing_of",
    "without_acceleration",
]  # fmt: skip

FORBIDDEN = re.compile(r"rounds (?:(\d+)-(\d+)|all) players ([\d ]+)")


def history_before(event: Event, round: int) -> History:
    """The event before a round, for :func:`tprstats.pairing.systems.pair`.

    Parameters
    ----------
    event
        A crosstable event with start numbers, as ``read`` gives it; a TRF says more in
        ``details`` (``tprstats.readers.trf.read_trf`` lists what).
    round
        From 1. A round already paired is to be paired among those who were paired in it; the next
        one among all who have no bye for it. Those who left for good have to be marked absent.

    Returns
    -------
    History
        Players from 0 in the order of their start numbers (of the file where it says ``XXC
        rank``); points in half points where that fits the point system.

    Raises
    ------
    InputError
        Where the rounds before do not fit together, a game has no colours, the number of rounds
        is unknown and needed, or a line about pairings cannot be read.

    Notes
    -----
    Without an initial colour in the file it is inferred from the first round with colours, from
    the highest player who took part (as bbpPairings does); White before round 1. Without a number
    of rounds the last round of the file is the last.

    Examples
    --------
    >>> from tprstats import read
    >>> from tprstats.data import example_path
    >>> history = history_before(read(example_path()), 3)
    >>> history.players, history.played_rounds, history.rounds
    (34, 2, 6)
    """
    return history_of(EventTable.of(event), round)


def history_of(table: EventTable, round: int) -> History:
    """:func:`history_before` of a table made before."""
    if not 1 <= round <= table.paired + 1:
        raise table.error(
            f"round {round}: {counted(table.paired, 'round is', 'rounds are')} paired in the file, "
            f"so give a round from 1 to {table.paired + 1}"
        )
    before = round - 1
    for r in range(before):
        table.check(r)
    rounds = _rounds(table, round)
    return History(
        rounds=rounds,
        opponents=table.opponents[:, :before],
        colours=table.colours[:, :before],
        cells=table.cells[:, :before],
        scores=table.scores[:, :before],
        present=_present(table, round),
        initial_colour=_initial_colour(table),
        virtual=_virtual(table, round, rounds),
        forbidden=_forbidden(table, round),
        points=table.values.points,
    )


def pairing_of(event: Event, round: int) -> Pairing:
    """The pairing of a round as the file has it.

    Boards are in the order of publication. Where a line gives no colours (some forfeits), the
    higher ranked player is written as White; :meth:`EventTable.games` tells which.
    """
    table = EventTable.of(event)
    games = table.games(round)
    scores = table.scores[:, : round - 1].sum(axis=1)
    virtual = _virtual(table, round, _rounds(table, round))
    if virtual is not None:
        scores = scores + virtual[:, -1]
    white, black = [w for w, _, _ in games.pairs], [b for _, b, _ in games.pairs]
    return Pairing.in_order(white, black, games.bye, scores)


def _rounds(table: EventTable, round: int) -> int:
    text = table.event.details.get("rounds", "")
    said = re.match(r"\d+", text)
    if said is None and round > table.paired:
        raise table.error("the number of rounds is not in the file; add a line 142 (or XXR)")
    rounds = int(said[0]) if said else table.paired
    if rounds < max(round, table.paired):
        raise table.error(f"the file says {counted(rounds, 'round')}, but round "
                          f"{max(round, table.paired)} is to be paired")  # fmt: skip
    return rounds


def _present(table: EventTable, round: int) -> Any:
    if round <= table.paired:
        return np.isin(table.cells[:, round - 1], IN_THE_PAIRING)
    there = np.ones(len(table.numbers), dtype=np.bool_)
    if round <= table.event.rounds:
        there &= ~table.asked[:, round - 1]
    for when, numbers in byes_to_come(table.event):
        if when == round:
            there[_indices(table, numbers, "byes")] = False
    return there


def _indices(table: EventTable, numbers: Iterable[int], what: str) -> list[int]:
    found = sorted(numbers)
    unknown = [x for x in found if x not in table.numbers]
    if unknown:
        raise table.error(f"{what}: no player has the start number {unknown[0]}")
    return [table.numbers.index(x) for x in found]


def _initial_colour(table: EventTable) -> int:
    said = table.event.details.get("initial colour", "").casefold().split()
    if any(word in said for word in ("w", "white1")):
        return 1
    if any(word in said for word in ("b", "black1")):
        return -1
    coloured = np.flatnonzero((table.colours != 0).any(axis=0))
    if not len(coloured):
        return 1
    r = int(coloured[0])
    taking_part = np.isin(table.cells[:, : r + 1], IN_THE_PAIRING).any(axis=1)
    for rank, p in enumerate(np.flatnonzero(taking_part)):
        if table.colours[p, r]:
            return int(table.colours[p, r]) * (-1 if rank % 2 else 1)
    return 1


def names_acceleration(table: EventTable) -> bool:
    """Whether the file says that the event was accelerated, and how."""
    return bool(acceleration_of(table.event))


def acceleration_of(event: Event) -> str:
    """How the file says that the event was accelerated, in words; empty where it does not."""
    if event.details.get("acceleration"):
        return "virtual points of the file (lines 250 or XXA)"
    named = event.details.get("pairing system", "")
    return f"Baku's, as line 192 says ({named})" if "BAKU" in named else ""


def without_acceleration(event: Event) -> Event:
    """The event without what its file says of acceleration."""
    details = dict(event.details)
    details.pop("acceleration", None)
    if "BAKU" in details.get("pairing system", ""):
        del details["pairing system"]
    return replace(event, details=details)


def _virtual(table: EventTable, round: int, rounds: int) -> Any:
    lines = entries(table.event, "acceleration", ACCELERATION)
    n = len(table.numbers)
    if not lines:
        if not names_acceleration(table):
            return None
        return baku_points(n, rounds, points=table.values.points)[:, :round]
    virtual = np.zeros((n, round), dtype=np.int16)
    for m in lines:
        first, last = int(m[1]), int(m[2])
        group = [int(m[3]) <= x <= int(m[4]) for x in table.numbers]
        virtual[group, first - 1 : last] = table.values.units(float(m[5]))
    return virtual


def _forbidden(table: EventTable, round: int) -> Any:
    n = len(table.numbers)
    forbidden = np.zeros((n, n), dtype=np.bool_)
    for m in entries(table.event, "forbidden pairs", FORBIDDEN):
        if m[1] is None or int(m[1]) <= round <= int(m[2]):
            members = _indices(table, map(int, m[3].split()), "forbidden pairs")
            forbidden[np.ix_(members, members)] = True
    np.fill_diagonal(forbidden, False)
    return forbidden if forbidden.any() else None
