"""``tprstats pairings``: check the pairings of an event, or pair a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tprstats.cli import _options as o
from tprstats.cli._output import as_json, say
from tprstats.cli._subject import say_notes
from tprstats.errors import TprstatsError

if TYPE_CHECKING:
    from tprstats.pairing.history import Pairing
    from tprstats.records import Event
    from tprstats.tables import Table

__all__ = ["pairings_command"]

DIFFERENT = 1

Check = Annotated[bool, typer.Option("--check", help="Pair every round again and compare.")]
Round = Annotated[
    int | None, typer.Option("--round", metavar="N", help="Pair round N from the rounds before.")
]
System = Annotated[
    str,
    typer.Option(
        callback=o.plain_id, help="Pairing system: dutch, fold, monrad ...; +baku accelerates."
    ),
]


def pairings_command(
    file: o.File = None,
    check: Check = False,
    round_: Round = None,
    system: System = "dutch",
    no_acceleration: Annotated[
        bool, typer.Option("--no-acceleration", help="Leave aside what the file says of it.")
    ] = False,
    json_: o.Json = False,
) -> str:
    """Check the pairings of an event against a system, or pair one round.

    --check lists every board that differs, and exits 1 where there is one; --round N prints the
    pairing of a round, from what was played before it.
    """
    from tprstats.pairing.from_event import without_acceleration
    from tprstats.readers import read

    if file is None:
        raise TprstatsError("nothing to pair; give a TRF file (- reads standard input)")
    if check == (round_ is not None):
        raise TprstatsError("give either --check or --round N")
    event = read(file)
    say_notes(event)
    if round_ is None:
        return _check(event, system, json_, accelerated=not no_acceleration)
    if no_acceleration:
        event = without_acceleration(event)
    return _pair(event, round_, system, json_)


def _check(event: Event, system: str, json_: bool, *, accelerated: bool) -> str:
    from tprstats.pairing.check import check

    result = check(event, system, accelerated=accelerated)
    text = as_json(result.to_json()) if json_ else str(result)
    if not result.different:
        return text
    print(text)
    raise typer.Exit(DIFFERENT)


def _pair(event: Event, round_: int, system: str, json_: bool) -> str:
    from tprstats.pairing.check import round_robin
    from tprstats.pairing.event_table import EventTable
    from tprstats.pairing.from_event import acceleration_of, history_of
    from tprstats.pairing.systems import pair

    table = EventTable.of(event)
    history = history_of(table, round_)
    pairing = pair(history, system)
    if pairing is None:
        raise table.error(f"round {round_}: {system} finds no legal pairing")
    scores = history.scores.sum(axis=1) / table.values.scale
    notes = table.open_games(round_)
    if robin := round_robin(table):
        notes.append(robin)
    if how := acceleration_of(event):
        notes.append(f"accelerated: {how}")
    if json_:
        more = {"notes": notes} if notes else {}
        return as_json(_as_json(pairing, round_, system, table.numbers) | more)
    for note in notes:
        say(f"{event.source}: note: {note}")
    return str(_boards(event, pairing, table.numbers, [f"{s:g}" for s in scores]))


def _as_json(
    pairing: Pairing, round_: int, system: str, numbers: tuple[int, ...]
) -> dict[str, Any]:
    games = zip(pairing.white, pairing.black, strict=True)
    return {
        "system": system,
        "round": round_,
        "pairs": [[numbers[w], numbers[b]] for w, b in games],
        "bye": None if pairing.bye is None else numbers[pairing.bye],
    }


def _boards(event: Event, pairing: Pairing, numbers: tuple[int, ...], scores: list[str]) -> Table:
    from tprstats.tables import Table

    names = {p.number: p.name for p in event.players}

    def side(p: int) -> tuple[str, str, str]:
        return str(numbers[p]), names[numbers[p]], scores[p]

    games = zip(pairing.white, pairing.black, strict=True)
    rows = [(str(k), *side(w), *side(b)) for k, (w, b) in enumerate(games, 1)]
    if pairing.bye is not None:
        rows.append(("", *side(pairing.bye), "", "bye", ""))
    return Table(("board", "no", "White", "points", "no", "Black", "points"), rows, "rrlrrlr")
