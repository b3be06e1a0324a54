"""An event as tidy CSV, and back: one line a player and round, the same columns in every line."""

from __future__ import annotations

import csv
import io
from typing import Any

from tprstats.cells import counted, plain_cell, safe_cell
from tprstats.errors import InputError
from tprstats.readers._fields import GAME, PLAYER, number_text, number_value, whole_value
from tprstats.readers._values import quoted
from tprstats.readers.registry import reader
from tprstats.records import Event, Game, Player, Record

__all__ = ["read_tidy", "write_tidy"]

EVENT = ("event_name", "event_kind", "event_rounds", "event_owner")
RECORD = ("record", "player_points", "player_event", "player_totals", "player_rank")
PLAYER_COLUMNS = {("player" if f == "name" else f"player_{f}"): f for f in PLAYER}
# Words that a reader of the table expects, where the field's own name says less.
GAME_NAMES = {"half_points": "score", "status": "opponent_status"}
GAME_COLUMNS = {GAME_NAMES.get(f, f): f for f in GAME}
COLUMNS = (*EVENT, *RECORD, *PLAYER_COLUMNS, *GAME_COLUMNS)
EARLIER = [
    tuple(c for c in COLUMNS if c not in later)
    for later in (("event_owner",), ("event_owner", "player_rank"))
]
"""The columns of files written before owners of a log, and before ranks, were kept."""


def write_tidy(event: Event) -> str:
    """The event as CSV with a line for each game of each player, both sides of a game.

    A player without games has one line, its game columns empty. Cells that a spreadsheet would
    take for a formula get an apostrophe in front. Column ``event_owner`` tells whose games a log
    has; the event's other details and the list of adjustments are not in it.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    head = (event.name, event.kind, event.rounds, event.details.get("owner", ""))
    for k, record in enumerate(event.records, 1):
        totals = "1" if record.totals else ""
        own = (k, _number(record.points), record.event, totals, _number(record.rank))
        player = [_written(record.player, f) for f in PLAYER_COLUMNS.values()]
        for game in record.games or (None,):
            cells = [_written(game, f) for f in GAME_COLUMNS.values()]
            writer.writerow([safe_cell(str(c)) for c in (*head, *own, *player, *cells)])
    return out.getvalue()


def _number(value: float | None) -> str:
    return "" if value is None else str(number_text(value))


def _written(item: Player | Game | None, field: str) -> str:
    value = None if item is None else getattr(item, field)
    codec = PLAYER[field] if isinstance(item, Player) else GAME[field]
    return "" if value is None else str(codec.write(value))


@reader("tidy", "CSV of tprstats convert", lambda head: head.startswith(",".join(EVENT[:3]) + ","))
def read_tidy(text: str, source: str) -> Event:
    """The event that :func:`write_tidy` wrote.

    Raises
    ------
    InputError
        With the line: other columns, or a cell that cannot be what its column says.
    """
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    records: list[tuple[tuple[str, ...], Player, list[Game]]] = []
    heading: list[str] = []
    event: tuple[str, ...] = ("", "crosstable", "0", "")
    try:
        for row in rows:
            if not heading:
                heading = row
                if tuple(row) not in (COLUMNS, *EARLIER):
                    raise ValueError("the columns are not those of tprstats convert")
                continue
            if len(row) != len(heading):
                raise ValueError(f"{counted(len(row), 'cell')}, {len(heading)} expected")
            cells = dict.fromkeys(COLUMNS, "") | dict(
                zip(heading, map(plain_cell, row), strict=True)
            )
            event = tuple(cells[c] for c in EVENT)
            own = tuple(cells[c] for c in RECORD)
            if not records or records[-1][0] != own:
                records.append((own, Player(**_fields(cells, PLAYER_COLUMNS, PLAYER)), []))
            if cells["kind"]:
                found: dict[str, Any] = {"opponent_rating": None} | _fields(
                    cells, GAME_COLUMNS, GAME
                )
                if "half_points" not in found:
                    raise ValueError("the score is missing")
                records[-1][2].append(Game(**found))
        built = tuple(_record(own, player, games) for own, player, games in records)
        if not built:
            raise ValueError("no players")
        name, kind, rounds, owner = event
        if kind not in ("crosstable", "team", "log"):
            raise ValueError(f"event_kind {quoted(kind)}; crosstable, team or log")
        details = {"owner": owner} if owner else {}
        return Event(name, built, kind, whole_value(rounds), details=details)
    except (ValueError, csv.Error) as error:
        raise InputError(str(error), source=source, line=max(rows.line_num, 1)) from None


def _fields(cells: dict[str, str], columns: dict[str, str], codecs: Any) -> dict[str, Any]:
    found = {}
    for column, field in columns.items():
        if cells[column] or field == "name":
            try:
                found[field] = codecs[field].read(cells[column])
            except ValueError as error:
                raise ValueError(f"{column}: {error}") from None
    return found


def _record(own: tuple[str, ...], player: Player, games: list[Game]) -> Record:
    _, points, event, totals, rank = own
    return Record(
        player,
        tuple(games),
        number_value(points) if points else None,
        totals == "1",
        event,
        rank=whole_value(rank) if rank else None,
    )
