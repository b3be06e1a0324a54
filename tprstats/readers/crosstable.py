"""Crosstables as delimited text, in the layout of chess-results: cells like ``12w1`` a round."""

from __future__ import annotations

from dataclasses import replace

from tprstats.cells import counted
from tprstats.errors import InputError
from tprstats.readers._cells import grid_cells, letters_of, round_cell
from tprstats.readers._from_rows import Cell, Heading, Row, crosstable_event
from tprstats.readers._notes import Notes
from tprstats.readers._table import Table, is_table, parse_table
from tprstats.readers._values import parse_number, parse_rank, parse_rating, shortened
from tprstats.readers._words import TITLES, column_role, is_advert, round_number, tie_break_points
from tprstats.readers.registry import reader
from tprstats.records import Event, GameKind, Player, RatingKind, RatingStatus

__all__ = ["read_crosstable"]


def _is_crosstable(head: str) -> bool:
    if not is_table(head):
        return False
    try:
        heading = parse_table(head.rpartition("\n")[0] or head, "").heading
    except InputError:
        return False
    rounds = [h for h in heading if round_number(h)]
    return bool(rounds) and any(column_role(h) == "name" for h in heading)


@reader(
    "crosstable", "crosstable (columns Name, Rtg, 1.Rd ... with cells like 12w1)", _is_crosstable
)
def read_crosstable(text: str, source: str) -> Event:
    """The event of a crosstable with one line a player and one column a round.

    A cell names the opponent, the colour and the result (``12w1``, ``3b½``, ``198w+``, ``13b``
    with no result yet); ``-1``, ``-½``, ``-0``, ``0`` have no opponent. Opponents are named by
    rank or start number, whichever column makes more lines answer each other. Colour letters of
    several languages are told apart by which two occur. A round-robin grid, scores against player
    1, 2, ... and an empty diagonal, is read without rounds and colours.

    Examples
    --------
    >>> event = read_crosstable("No;Name;Rtg;1.Rd;Pts\\n1;Ann;2100;2w1;1\\n2;Joan;2000;1b0;0", "")
    >>> event.record("Joan").games[0].colour
    <Colour.BLACK: -1>
    """
    notes = Notes()
    table = parse_table(text, source)
    columns = _columns(table, source)
    _find_points(table, columns, notes)
    rounds = [k for k, h in enumerate(table.heading) if round_number(h)]
    if not rounds:
        raise InputError(
            "no columns of rounds; call them 1.Rd, 2.Rd ...",
            source=source,
            line=table.heading_line or None,
        )
    table = _without_footer(table, columns["name"], rounds, notes)
    texts = [[row[k] if k < len(row) else "" for k in rounds] for _, row in table.rows]
    found = _grid(table, columns, texts)
    grid = found is not None
    if found is None:
        cells = _cells(table, texts, source, notes)
        found = *_numbers(table, columns, cells, notes), cells
    else:
        notes.add("a round-robin grid: rounds and colours are not in it", "", table.heading_line)
    named_by, numbers, cells = found
    if not grid:
        _note_byes(table, numbers, cells, texts, notes)
    kind = _rating_kind(table, columns, notes)
    rows = [
        _row(table, i, columns, numbers[i], cells[i], kind, source, notes)
        for i in range(len(table.rows))
    ]
    unused = [
        h
        for k, h in enumerate(table.heading)
        if h and not column_role(h) and k not in rounds and k not in columns.values()
    ]
    if unused:
        notes.add("columns not read", shortened(", ".join(unused), 120), table.heading_line)
    titles = [c for _, row in table.above for c in row if c]
    name = next((t for t in titles if not is_advert(t)), "")
    details = {} if named_by == "number" else {"numbers": named_by}
    event = crosstable_event(rows, Heading(name=name, source=source, details=details), notes)
    return _without_rounds(event) if grid else event


Columns = dict[str, int]
Cells = tuple[Cell | None, ...]


def _columns(table: Table, source: str) -> Columns:
    columns: Columns = {}
    for k, heading in enumerate(table.heading):
        role = column_role(heading)
        if role and not round_number(heading):
            columns.setdefault("points" if role == "result" else role, k)
        elif not heading and "title" not in columns:
            found = {c.casefold() for c in table.column(k)} - {""}
            if found and found <= TITLES:
                columns["title"] = k
    if "name" not in columns:
        raise InputError(
            "no column of names; call it Name", source=source, line=table.heading_line or None
        )
    return columns


def _find_points(table: Table, columns: Columns, notes: Notes) -> None:
    """Where no column is called points, the tie-break that a remark under the table says is one."""
    if "points" in columns:
        return
    remarks = (tie_break_points(c) for _, row in (*table.above, *table.rows[-20:]) for c in row)
    number = next((n for n in remarks if n is not None), None)
    wanted = f"tb{number}"
    for k, heading in enumerate(table.heading):
        if heading.replace(" ", "").casefold() == wanted:
            columns["points"] = k
            notes.add(
                f"column {heading} taken for the points, as a remark says", "", table.heading_line
            )


def _without_footer(table: Table, name: int, rounds: list[int], notes: Notes) -> Table:
    """The table without lines that have no name or no round under it."""
    kept = []
    for at, row in table.rows:
        if len(row) > max(name, rounds[0]) and row[name]:
            kept.append((at, row))
        else:
            first = shortened(next(c for c in row if c))
            notes.add("line without a player: left out", first, at)
    return Table(table.heading, table.heading_line, kept, table.above)


def _cells(table: Table, texts: list[list[str]], source: str, notes: Notes) -> list[Cells]:
    """Every round of every player."""
    try:
        colours = letters_of(text for row in texts for text in row)
    except ValueError as error:
        raise InputError(str(error), source=source, line=table.heading_line) from None
    if colours and set(colours) != {"w", "b"}:
        shown = ", ".join(f"{a} {c.name.title()}" for a, c in sorted(colours.items()))
        notes.add(f"colour letters read as {shown}", line=table.heading_line)
    cells: list[Cells] = []
    for (at, _), row in zip(table.rows, texts, strict=True):
        try:
            cells.append(tuple(round_cell(text, colours) for text in row))
        except ValueError as error:
            raise InputError(str(error), source=source, line=at) from None
    if not any(cell and cell.opponent for row in cells for cell in row):
        raise InputError(
            "no round cell names an opponent, as 12w1 does", source=source, line=table.heading_line
        )
    return cells


def _note_byes(
    table: Table, numbers: list[int], cells: list[Cells], texts: list[list[str]], notes: Notes
) -> None:
    """Points without an opponent: which sort of bye they are is a guess."""
    for (at, _), number, row, words in zip(table.rows, numbers, cells, texts, strict=True):
        for r, (cell, text) in enumerate(zip(row, words, strict=True), 1):
            if cell is not None and cell.opponent is None and cell.half_points:
                where = f"round {r}, player {number}"
                what = f"result {text} without an opponent: {cell.kind.value}"
                notes.add(what, where, at, player=number)


def _grid(
    table: Table, columns: Columns, texts: list[list[str]]
) -> tuple[str, list[int], list[Cells]] | None:
    """The table as a round-robin grid, by the numbering under which its diagonal is empty."""
    for role, numbers in (*_numberings(table, columns), ("row", list(range(1, len(texts) + 1)))):
        cells = grid_cells(numbers, texts)
        if cells is not None:
            return role, numbers, cells
    return None


def _without_rounds(event: Event) -> Event:
    """The games alone: the columns of a grid are opponents, no rounds."""
    records = tuple(
        replace(
            r,
            games=tuple(replace(g, round=None) for g in r.games if g.kind is not GameKind.UNPAIRED),
        )
        for r in event.records
    )
    return replace(event, records=records, rounds=max(len(r) for r in records))


def _numberings(table: Table, columns: Columns) -> list[tuple[str, list[int]]]:
    """The columns that number the players, start numbers first."""
    found: list[tuple[str, list[int]]] = []
    for role in ("number", "rank"):
        if role in columns:
            texts = [c.rstrip(".") for c in table.column(columns[role])]
            if all(t.isdecimal() and len(t) <= 6 for t in texts):
                found.append((role, [int(t) for t in texts]))
    return found


def _numbers(
    table: Table, columns: Columns, cells: list[Cells], notes: Notes
) -> tuple[str, list[int]]:
    """What the cells call the players: rank or start number, whichever they answer to."""
    best: tuple[int, str, list[int]] | None = None
    for role, numbers in _numberings(table, columns):
        answers = _answers(numbers, cells)
        if best is None or answers > best[0]:
            best = (answers, role, numbers)
    if best is None:
        notes.add("no column of numbers: players numbered from the top", line=table.heading_line)
        return "row", list(range(1, len(table.rows) + 1))
    if "number" in columns and "rank" in columns:
        notes.add(f"opponents named by {best[1]}", line=table.heading_line)
    if best[1] == "rank":
        notes.add("players numbered by rank: these are no start numbers", line=table.heading_line)
    return best[1:]


def _answers(numbers: list[int], cells: list[Cells]) -> int:
    """Cells whose opponent's line names the player back in the same round."""
    by_number = dict(zip(numbers, cells, strict=True))
    count = 0
    for number, row in zip(numbers, cells, strict=True):
        for r, cell in enumerate(row):
            other = by_number.get(cell.opponent) if cell and cell.opponent else None
            back = other[r] if other else None
            count += back is not None and back.opponent == number
    return count


def _rating_kind(table: Table, columns: Columns, notes: Notes) -> RatingKind:
    if "rating" not in columns or "federation" not in columns:
        return RatingKind.UNKNOWN
    heading = table.heading[columns["rating"]]
    notes.add(f"column {heading} beside federations taken for FIDE ratings", "", table.heading_line)
    return RatingKind.FIDE


def _row(
    table: Table,
    i: int,
    columns: Columns,
    number: int,
    cells: tuple[Cell | None, ...],
    kind: RatingKind,
    source: str,
    notes: Notes,
) -> Row:
    at, row = table.rows[i]
    if any(row[len(table.heading) :]):
        raise InputError(
            f"{counted(len(row), 'column')}, the heading has {len(table.heading)}",
            source=source,
            line=at,
        )

    def text(role: str) -> str:
        k = columns.get(role, len(row))
        return row[k] if k < len(row) else ""

    try:
        rating, status = parse_rating(text("rating"))
        national, _ = parse_rating(text("national_rating"))
        points = parse_number(text("points")) if text("points") else None
    except ValueError as error:
        raise InputError(str(error), source=source, line=at) from None
    if rating is None and national is not None:
        rating, status, kind = national, RatingStatus.RATED, RatingKind.NATIONAL
        what = "no international rating: the national one is used"
        notes.add(what, f"player {number}", at, player=number)
    elif rating is None and text("rating") == "0":
        notes.add("rating 0 read as unrated", f"player {number}", at, player=number)
    if points is not None and points > len(cells):
        raise InputError(
            f"{counted(points, 'point')} in {counted(len(cells), 'round')}: not possible",
            source=source,
            line=at,
        )
    player = Player(
        name=" ".join(text("name").split()),
        number=number,
        rating=rating,
        status=status,
        rating_kind=kind,
        national_rating=national,
        title=text("title").upper(),
        federation=text("federation"),
        id=text("id"),
    )
    return Row(player, cells, points, at, parse_rank(text("rank")))
