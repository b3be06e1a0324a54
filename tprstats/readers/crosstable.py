"""Crosstables as delimited text, in the layout of chess-results: cells like ``12w1`` a round."""

from __future__ import annotations

import re

from tprstats.errors import InputError
from tprstats.readers._from_rows import Cell, Heading, Row, crosstable_event
from tprstats.readers._notes import Notes
from tprstats.readers._table import Table, is_table, parse_table
from tprstats.readers._values import colour_letters, parse_number, parse_rating, quoted, shortened
from tprstats.readers._words import TITLES, column_role, is_advert, round_number, tie_break_points
from tprstats.readers.registry import reader
from tprstats.records import Colour, Event, GameKind, Player, RatingKind, RatingStatus

__all__ = ["read_crosstable"]

MET = re.compile(r"(\d{1,4})([^\W\d_])?(1/2|0[.,]5|[01½=+\-*kKxX]|)")
ALONE = re.compile(r"[-–]?(1/2|0[.,]5|[01½=+*]|)")
OTHER_SCORE = re.compile(r"\d{1,4}[^\W\d_](?:1½|1[.,]5|2|3)")
# Swiss Perfect's text export: opponent, colon, result; 0 or nothing is no opponent.
COLON = re.compile(r"(\d{0,4}):([WDL+=-]?)")

SCORES: dict[str, tuple[int, GameKind]] = {
    "1": (2, GameKind.PLAYED),
    "0": (0, GameKind.PLAYED),
    **dict.fromkeys(("½", "1/2", "0.5", "0,5", "="), (1, GameKind.PLAYED)),
    **dict.fromkeys("+", (2, GameKind.FORFEIT)),
    **dict.fromkeys("-kKxX", (0, GameKind.FORFEIT)),
    **dict.fromkeys(("*", ""), (0, GameKind.UNFINISHED)),
}
COLON_SCORES: dict[str, tuple[int, GameKind]] = {
    "W": SCORES["1"],
    "D": SCORES["½"],
    "L": SCORES["0"],
    "=": SCORES["½"],
    "+": SCORES["+"],
    "-": SCORES["-"],
    "": SCORES[""],
}
BYES: dict[str, tuple[int, GameKind]] = {
    **dict.fromkeys(("1", "+"), (2, GameKind.BYE)),
    **dict.fromkeys(("½", "1/2", "0.5", "0,5", "="), (1, GameKind.HALF_BYE)),
    **dict.fromkeys(("0", ""), (0, GameKind.UNPAIRED)),
    "*": (0, GameKind.UNFINISHED),
}


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
    several languages are told apart by which two occur.

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
    colours = _colours(table, rounds, source, notes)
    cells = [
        tuple(_cell(row[k] if k < len(row) else "", at, colours, source) for k in rounds)
        for at, row in table.rows
    ]
    if not any(cell and cell.opponent for row in cells for cell in row):
        raise InputError(
            "no round cell names an opponent, as 12w1 does; a round-robin grid is not read",
            source=source,
            line=table.heading_line,
        )
    named_by, numbers = _numbers(table, columns, cells, source, notes)
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
    return crosstable_event(rows, Heading(name=name, source=source, details=details), notes)


Columns = dict[str, int]


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


def _colours(table: Table, rounds: list[int], source: str, notes: Notes) -> dict[str, Colour]:
    letters = {
        match.group(2).casefold()
        for k in rounds
        for text in table.column(k)
        if (match := MET.fullmatch(text.replace(" ", ""))) and match.group(2)
    }
    if not letters:
        return {}
    try:
        colours = colour_letters(letters)
    except ValueError as error:
        raise InputError(str(error), source=source, line=table.heading_line) from None
    if letters != {"w", "b"}:
        shown = ", ".join(f"{a} {c.name.title()}" for a, c in sorted(colours.items()))
        notes.add(f"colour letters read as {shown}", line=table.heading_line)
    return colours


def _cell(text: str, at: int, colours: dict[str, Colour], source: str) -> Cell | None:
    plain = text.replace(" ", "").replace("\xa0", "")
    if not plain:
        return None
    met = MET.fullmatch(plain)
    if met and (met.group(2) or met.group(3) in ("=", "+", "-")):
        number, letter, score = met.groups()
        colour = colours[letter.casefold()] if letter else Colour.NONE
        return Cell(int(number), colour, *SCORES[score])
    if colon := COLON.fullmatch(plain.upper()):
        return _colon_cell(*colon.groups())
    alone = ALONE.fullmatch(plain)
    if alone:
        return Cell(None, Colour.NONE, *BYES[alone.group(1)])
    if OTHER_SCORE.fullmatch(plain):
        raise InputError(
            f"result {quoted(text)}: more than 1 point in a game; only 1, ½, 0 can be read",
            source=source,
            line=at,
        )
    raise InputError(
        f"round cell {quoted(text)}; write opponent, colour and result, as in 12w1",
        source=source,
        line=at,
    )


def _colon_cell(opponent: str, code: str) -> Cell | None:
    """A cell of Swiss Perfect; points without an opponent are byes, whatever their letter."""
    half_points, kind = COLON_SCORES[code]
    if opponent.strip("0"):
        return Cell(int(opponent), Colour.NONE, half_points, kind)
    if not opponent and not code:
        return None
    kind = (GameKind.UNPAIRED, GameKind.HALF_BYE, GameKind.BYE)[half_points]
    return Cell(None, Colour.NONE, half_points, kind)


def _numbers(
    table: Table, columns: Columns, cells: list[tuple[Cell | None, ...]], source: str, notes: Notes
) -> tuple[str, list[int]]:
    """What the cells call the players: rank or start number, whichever they answer to."""
    best: tuple[int, str, list[int]] | None = None
    for role in ("number", "rank"):
        if role not in columns:
            continue
        texts = [c.rstrip(".") for c in table.column(columns[role])]
        if not all(t.isdecimal() and len(t) <= 6 for t in texts):
            continue
        numbers = [int(t) for t in texts]
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


def _answers(numbers: list[int], cells: list[tuple[Cell | None, ...]]) -> int:
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
            f"{len(row)} columns, the heading has {len(table.heading)}", source=source, line=at
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
            f"{points:g} points in {len(cells)} rounds are not possible", source=source, line=at
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
    return Row(player, cells, points, at)
