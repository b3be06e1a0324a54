"""From rows of a crosstable (who met whom in each round) to an event; TRF and tables share it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tprstats.errors import InputError
from tprstats.readers._notes import Notes
from tprstats.records import Colour, Event, Game, GameKind, Player, Record

__all__ = ["NOT_PAIRED", "Cell", "Heading", "Row", "crosstable_event"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player: the opponent's number (None: none) and what it gave."""

    opponent: int | None
    colour: Colour
    half_points: int
    kind: GameKind


UNKNOWN = Player("")
NOT_PAIRED = Cell(None, Colour.NONE, 0, GameKind.UNPAIRED)


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line; a cell is None where the file has nothing."""

    player: Player
    cells: tuple[Cell | None, ...]
    points: float | None
    line: int
    rank: int | None = None


@dataclass
class Heading:
    """What concerns the whole event."""

    name: str
    source: str
    kind: str = "crosstable"
    speed: str = ""
    dates: Sequence[dt.date | None] = ()
    details: Mapping[str, str] = field(default_factory=dict)
    compare_points: bool = True


def crosstable_event(rows: Sequence[Row], heading: Heading, notes: Notes) -> Event:
    """Check the rows against each other and build the event.

    Where two lines disagree about a game, each player's own line is used for that player and the
    difference is noted; so is a points column that the results do not give. Trailing rounds in
    which nobody has an opponent are kept only for those with a bye in them.
    """
    if not rows:
        raise InputError("no player lines", source=heading.source)
    by_number = _numbered(rows, heading.source)
    paired = max((_last_opponent(r) for r in rows), default=0)
    _note_short(rows, notes)
    for row in rows:
        _check_answers(row, by_number, heading.source, notes)
    records = tuple(_record(row, by_number, paired, heading, notes) for row in rows)
    return Event(
        name=heading.name,
        records=records,
        kind=heading.kind,
        rounds=max(paired, max((g.round or 0 for r in records for g in r.games), default=0)),
        source=heading.source,
        adjustments=notes.event(),
        details=dict(heading.details),
    )


def _note_short(rows: Sequence[Row], notes: Notes) -> None:
    """Lines that end before the others although their player is named as an opponent later."""
    longest = max(len(r.cells) for r in rows)
    named = {
        (cell.opponent, r)
        for row in rows
        for r, cell in enumerate(row.cells, 1)
        if cell is not None
    }
    for row in rows:
        number, end = row.player.number, len(row.cells)
        if any((number, r) in named for r in range(end + 1, longest + 1)):
            what = f"the line ends after round {end}, others have {longest}"
            notes.add(what, f"player {number}", row.line, player=number)


def _numbered(rows: Sequence[Row], source: str) -> dict[int, Row]:
    by_number: dict[int, Row] = {}
    for row in rows:
        number = row.player.number
        if number is None:
            raise InputError("a player without a start number", source=source, line=row.line)
        if number in by_number:
            raise InputError(
                f"start number {number} stands in line {by_number[number].line} too; "
                "give each player one number",
                source=source,
                line=row.line,
            )
        by_number[number] = row
    return by_number


def _last_opponent(row: Row) -> int:
    met = [r for r, cell in enumerate(row.cells, 1) if cell and cell.opponent is not None]
    return max(met, default=0)


def _record(
    row: Row, by_number: Mapping[int, Row], paired: int, heading: Heading, notes: Notes
) -> Record:
    games = []
    for r in range(1, max(paired, len(row.cells)) + 1):
        cell = row.cells[r - 1] if r <= len(row.cells) else None
        if cell is None:
            if r > paired:
                continue
            cell = NOT_PAIRED
        games.append(_game(cell, r, row, by_number, heading))
    if row.points is not None and heading.compare_points:
        total = sum(g.half_points for g in games) / 2
        if total != row.points:
            notes.add(
                f"points column says {row.points:g}, the results give {total:g}: results used",
                f"player {row.player.number}",
                row.line,
                player=row.player.number,
            )
    return Record(
        player=row.player,
        games=tuple(games),
        points=row.points,
        rank=row.rank,
        event=heading.name,
        adjustments=notes.of(row.player.number),
    )


def _game(cell: Cell, r: int, row: Row, by_number: Mapping[int, Row], heading: Heading) -> Game:
    other = by_number.get(cell.opponent) if cell.opponent is not None else None
    against = other.player if other is not None else UNKNOWN
    unknown = "" if cell.opponent is None else f"number {cell.opponent}"
    return Game(
        opponent_rating=against.rating,
        half_points=cell.half_points,
        opponent=against.name or unknown,
        kind=cell.kind,
        colour=cell.colour,
        round=r,
        opponent_number=cell.opponent,
        status=against.status,
        rating_kind=against.rating_kind,
        own_rating=row.player.rating,
        date=heading.dates[r - 1] if r <= len(heading.dates) else None,
        opponent_title=against.title,
        opponent_federation=against.federation,
        opponent_id=against.id,
        event=heading.name,
        speed=heading.speed,
    )


def _check_answers(row: Row, by_number: Mapping[int, Row], source: str, notes: Notes) -> None:
    number = row.player.number
    assert number is not None
    for r, cell in enumerate(row.cells, 1):
        if cell is None or cell.opponent is None:
            continue
        if cell.opponent == number:
            raise InputError(
                f"player {number} meets themselves in round {r}", source=source, line=row.line
            )
        other = by_number.get(cell.opponent)
        if other is None:
            notes.add(
                "opponent is not in the file: counted as unrated",
                f"round {r}, player {number} against {cell.opponent}",
                row.line,
                player=number,
            )
            continue
        answer = other.cells[r - 1] if r <= len(other.cells) else None
        difference = "the opponent's line ends before that round"
        if r <= len(other.cells):
            difference = _difference(cell, answer, number)
        # Once for a pair, but on both when the other names somebody else.
        if difference and (number < cell.opponent or (answer or NOT_PAIRED).opponent != number):
            where = f"round {r}, players {number} and {cell.opponent}"
            what = f"{difference}: each player's own line is used"
            notes.add(what, where, row.line, player=number)
            if answer is not None and answer.opponent == number:
                notes.add(what, where, other.line, player=cell.opponent)


COMPLEMENTS = {(2, 0), (1, 1), (0, 2)}
SAME_SORT = {GameKind.PLAYED: 0, GameKind.SHORT: 1, GameKind.FORFEIT: 2, GameKind.UNFINISHED: 3}


def _difference(cell: Cell, answer: Cell | None, number: int) -> str:
    """How the two lines of a game disagree, or nothing."""
    if answer is None or answer.opponent != number:
        return "the opponent's line has another opponent"
    if SAME_SORT.get(cell.kind) != SAME_SORT.get(answer.kind):
        return f"one line says {cell.kind.value}, the other {answer.kind.value}"
    scores = (cell.half_points, answer.half_points)
    both_lost = scores == (0, 0) and cell.kind in (GameKind.FORFEIT, GameKind.UNFINISHED)
    if scores not in COMPLEMENTS and not both_lost:
        return f"the two lines give {scores[0] / 2:g} and {scores[1] / 2:g} points"
    if cell.colour is not Colour.NONE and cell.colour == answer.colour:
        return f"both lines say {cell.colour.name.title()}"
    return ""
