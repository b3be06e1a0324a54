"""Re-pair an event round by round and list what differs from the file."""

from __future__ import annotations

import datetime as dt
import textwrap
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tprstats.cells import counted
from tprstats.pairing.acceleration import split_distance
from tprstats.pairing.event_table import EventTable, Games
from tprstats.pairing.from_event import (
    acceleration_of,
    history_of,
    names_acceleration,
    without_acceleration,
)
from tprstats.pairing.history import Pairing
from tprstats.pairing.systems import ACCELERATED, pair
from tprstats.readers.span import event_days
from tprstats.records import Event
from tprstats.records.system import meetings, stated_system
from tprstats.tables import WIDTH

__all__ = ["Difference", "PairingCheck", "check", "round_robin"]

EDITION = dt.date(2026, 2, 1)
"""The edition of FIDE's Dutch system, C.04.3, that ``dutch`` is."""

SHOWN = 8
"""Boards of one round that a text shows."""

Boards = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Difference:
    """A round whose pairing is not the system's: the boards that differ.

    A board is (White, Black) in start numbers; (player, 0) is the pairing-allocated bye.
    ``expected`` is None where the system has no legal pairing.
    """

    round: int
    expected: Boards | None
    found: Boards

    def __str__(self) -> str:
        lines = [f"round {self.round}: expected  found"]
        if self.expected is None:
            lines = [f"round {self.round}: no legal pairing exists; found"]
            return "\n".join(lines + [f"  {_board(b)}" for b in self.found])
        both = list(zip_longest(map(_board, self.expected), map(_board, self.found), fillvalue=""))
        # Where one pair differs for a reason, few boards do; a whole round of them says no more.
        shown = both if len(both) <= SHOWN + 1 else both[:SHOWN]
        lines += [f"  {a:>14}  {b}".rstrip() for a, b in shown]
        if more := len(both) - len(shown):
            lines.append(f"  and {more} more boards; --json lists all")
        return "\n".join(lines)


@dataclass(frozen=True)
class PairingCheck:
    """The rounds of an event against a pairing system.

    Parameters
    ----------
    system
        Name of the system.
    rounds
        Rounds that were paired.
    different
        Those whose pairs, bye or colours differ.
    remark
        Why differences may say nothing about the pairings; empty where nothing speaks for it.
    notes
        What was assumed of the event.
    """

    system: str
    rounds: int
    different: tuple[Difference, ...]
    remark: str = ""
    notes: tuple[str, ...] = ()

    @property
    def same(self) -> int:
        """Rounds without a difference."""
        return self.rounds - len(self.different)

    def to_json(self) -> dict[str, Any]:
        """``{"system", "rounds", "same", "different": [{"round", "expected", "found"}]}``,
        ``"edition"`` for a system of FIDE's, and ``"remark"`` and ``"notes"`` where there are any.
        """
        said = {"remark": self.remark, "notes": list(self.notes)}
        edition = {"edition": EDITION.isoformat()} if _of_fide(self.system) else {}
        return {
            "system": self.system,
            **edition,
            "rounds": self.rounds,
            "same": self.same,
            "different": [
                {
                    "round": d.round,
                    "expected": None if d.expected is None else [list(b) for b in d.expected],
                    "found": [list(b) for b in d.found],
                }
                for d in self.different
            ],
        } | {key: value for key, value in said.items() if value}

    def __str__(self) -> str:
        head = f"{self.same} of {counted(self.rounds, 'round')} as {self.system} pairs them"
        head += f" (C.04.3, edition of {_day(EDITION)})" if _of_fide(self.system) else ""
        remark = [self.remark] if self.remark else []
        notes = [textwrap.fill(n, WIDTH) for n in self.notes]
        return "\n".join([*remark, *notes, head, *map(str, self.different)])


def check(event: Event, system: str = "dutch", *, accelerated: bool = True) -> PairingCheck:
    """Pair each round of an event from the history before it, and compare.

    Parameters
    ----------
    event
        A crosstable event, as ``read`` gives it for a TRF file.
    system
        A name of :func:`tprstats.pairing.systems.systems`.
    accelerated
        Whether to take the acceleration that the file names.

    Raises
    ------
    InputError
        For an event whose rounds do not fit together.
    UnknownNameError
        For a system that is not there.
    """
    if not accelerated:
        event = without_acceleration(event)
    table = EventTable.of(event)
    found = _differences(table, system)
    notes = [*table.open_games(table.paired), *_as_accelerated(table, system, found)]
    days = event_days(event)
    if _of_fide(system) and days is not None and days[1] < EDITION:
        notes.append(f"The event ended on {_day(days[1])}, under an earlier edition of the rules.")
    robin = round_robin(table)
    remark = _not_by_start_number(event)
    if robin and not remark:
        remark = textwrap.fill(f"{robin}; differences say nothing.", WIDTH)
    if found and not remark and meetings(table.event):
        remark = textwrap.fill(
            "Everybody met everybody, though the file says that this is a Swiss: if it was a round "
            "robin, its pairings were set before the first round and differences say nothing.",
            WIDTH,
        )
    if found and not remark:
        remark = _accelerated(table, system, found)
    return PairingCheck(system, table.paired, found, remark, tuple(notes))


def _of_fide(system: str) -> bool:
    return system.removesuffix(ACCELERATED) in ("dutch", "dutch-reference")


def _day(date: dt.date) -> str:
    return f"{date.day} {date:%B %Y}"


def _differences(table: EventTable, system: str) -> tuple[Difference, ...]:
    rounds = (
        _difference(r, pair(history_of(table, r), system), table.games(r), table.numbers)
        for r in range(1, table.paired + 1)
    )
    return tuple(d for d in rounds if d is not None)


def _as_accelerated(table: EventTable, system: str, found: tuple[Difference, ...]) -> list[str]:
    """Which acceleration of the file was taken, and what would agree without."""
    how = acceleration_of(table.event)
    if not how:
        return []
    said = f"Accelerated: {how}"
    if found and not system.endswith(ACCELERATED):
        plain = EventTable.of(without_acceleration(table.event))
        same = table.paired - len(_differences(plain, system))
        agree = counted(table.paired, "round agrees", "rounds agree")
        said += f"; without acceleration {same} of {agree} (--no-acceleration)"
    return [f"{said}."]


def _accelerated(table: EventTable, system: str, found: tuple[Difference, ...]) -> str:
    """What an acceleration that the file does not name would explain."""
    if system.endswith(ACCELERATED) or names_acceleration(table):
        return ""
    first = [(w, b) for w, b, _ in table.games(1).pairs]
    place = {p: k for k, p in enumerate(sorted(p for board in first for p in board))}
    apart = split_distance([(place[w], place[b]) for w, b in first])
    if apart is None:
        return ""
    baku = table.paired - len(_differences(table, system + ACCELERATED))
    agree = f"{baku} of {counted(table.paired, 'round agrees', 'rounds agree')}"
    if baku > table.paired - len(found):
        advice = f"With Baku's (C.04.7) {agree}: give --system {system}{ACCELERATED}."
    else:
        advice = (
            f"It is not Baku's ({agree}); with its virtual points in lines 250 or XXA the file can "
            "be checked."
        )
    return textwrap.fill(
        f"Round 1 pairs players {apart} places apart, not {len(first)} (half the field): this "
        f"looks accelerated, and the file names no acceleration. {advice}",
        WIDTH,
    )


def _not_by_start_number(event: Event) -> str:
    """A pairing system sorts by start number; a table by final rank does not have them."""
    named_by = event.details.get("numbers", "")
    if not named_by:
        return ""
    what = "final rank" if named_by == "rank" else "their row"
    return (
        f"The file numbers the players by {what}, not by start number, which pairings\n"
        "depend on: differences say nothing. Give a TRF or a crosstable by start number."
    )


def round_robin(table: EventTable) -> str:
    """That pairings were set beforehand, and how one knows; empty where no system made them.

    The file's own word, in line 092 or 192, goes before who met whom.
    """
    beforehand = "are set before the first round, and are no Swiss's"
    said = stated_system(table.event)
    if said.endswith("round-robin"):
        return f"The file says that this is a round robin: its pairings {beforehand}"
    if not said and meetings(table.event):
        return f"Everybody met everybody, as in a round robin: its pairings {beforehand}"
    return ""


def _difference(
    r: int, expected: Pairing | None, found: Games, numbers: tuple[int, ...]
) -> Difference | None:
    """The boards that differ; colours count where the file has them."""
    theirs = {(w, b) for w, b, _ in found.pairs}
    either = {frozenset((w, b)) for w, b, known in found.pairs if not known}
    ours = [] if expected is None else list(zip(expected.white, expected.black, strict=True))
    same = {g for g in ours if g in theirs or frozenset(g) in either}
    agreed = {frozenset(g) for g in same}
    wanted = [(numbers[w], numbers[b]) for w, b in ours if (w, b) not in same]
    had = [(numbers[w], numbers[b]) for w, b, _ in found.pairs if frozenset((w, b)) not in agreed]
    bye = None if expected is None else expected.bye
    if bye != found.bye:
        wanted += [] if bye is None else [(numbers[bye], 0)]
        had += [] if found.bye is None else [(numbers[found.bye], 0)]
    if expected is None:
        return Difference(r, None, tuple(had))
    return Difference(r, tuple(wanted), tuple(had)) if wanted or had else None


def _board(board: tuple[int, int]) -> str:
    white, black = board
    return f"{white} - {black}" if black else f"{white} bye"
