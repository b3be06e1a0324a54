"""US Chess crosstables as text: two lines a player, cells like ``W  39``."""

from __future__ import annotations

import re

from tprstats.errors import InputError
from tprstats.readers._from_rows import NOT_PAIRED, Cell, Heading, Row, crosstable_event
from tprstats.readers._notes import Notes
from tprstats.readers._values import parse_number, parse_rating, quoted
from tprstats.readers.registry import reader
from tprstats.records import Colour, Event, GameKind, Player, RatingKind

__all__ = ["read_us_chess"]

HEADING = re.compile(r"^\s*Pair\s*\|\s*Player Name\b", re.M | re.I)
CELL = re.compile(r"([WDLHBUXFZN*])\s*(\d{1,4})?", re.I)
RATING = re.compile(r"\b(?:R|Q|B|OR|OQ|OB)\w?\s*:\s*(Unrated|\d{1,4}(?:P\d{1,2})?)", re.I)
ID = re.compile(r"\d{6,9}")
COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK}
MET: dict[str, tuple[int, GameKind]] = {
    "W": (2, GameKind.PLAYED),
    "D": (1, GameKind.PLAYED),
    "L": (0, GameKind.PLAYED),
    "X": (2, GameKind.FORFEIT),
    "F": (0, GameKind.FORFEIT),
    "Z": (1, GameKind.FORFEIT),
    "*": (0, GameKind.UNFINISHED),
}
ALONE: dict[str, tuple[int, GameKind]] = {
    "B": (2, GameKind.BYE),
    "X": (2, GameKind.BYE),
    "H": (1, GameKind.HALF_BYE),
    "U": (0, GameKind.UNPAIRED),
    "F": (0, GameKind.UNPAIRED),
    "N": (0, GameKind.UNPAIRED),
    "*": (0, GameKind.UNFINISHED),
}


def _is_us_chess(head: str) -> bool:
    return bool(HEADING.search(head))


@reader("us-chess", "US Chess crosstable (Pair | Player Name |Total|Round| ...)", _is_us_chess)
def read_us_chess(text: str, source: str) -> Event:
    """The event of a US Chess crosstable in its classic layout.

    The first line of a player holds the pair number, the name, the points and a cell a round; the
    second the state, the id, the ratings before and after, and the colours. Ratings are those
    before the event. W, D, L were played; X and F are forfeits; B, H and U are byes and rounds
    not played.

    Raises
    ------
    InputError
        With the line: a cell that is none of these, a rating that cannot be one.

    Examples
    --------
    >>> table = ''' Pair | Player Name |Total|Round|
    ...  Num  | USCF ID / Rtg (Pre->Post) | Pts | 1 |
    ...     1 | ANN BLACK |1.0  |W   2|
    ...    ON | 15445895 / R: 1794 ->1817 |N:2  |W    |
    ...     2 | JOAN WHITE |0.0  |L   1|
    ...    MI | 14598900 / R: 1200P5->1210P6 |N:2  |B    |
    ... '''
    >>> read_us_chess(table, "x").record(1).games[0].opponent_rating
    1200.0
    """
    notes = Notes()
    rows: list[Row] = []
    above: list[str] = []
    lines = [
        (at, [c.strip() for c in line.split("|")])
        for at, line in enumerate(text.split("\n"), 1)
        if line.strip(" -=\t_")
    ]
    for k, (at, cells) in enumerate(lines):
        if len(cells) < 4 or not cells[0].isdecimal() or len(cells[0]) > 5:
            above += [cells[0]] if len(cells) == 1 and not rows else []
            continue
        second = lines[k + 1][1] if k + 1 < len(lines) else []
        if len(second) < 2 or second[0].isdecimal():
            raise InputError(
                f"player {cells[0]}: the line with the id and the rating is missing",
                source=source,
                line=at,
            )
        try:
            rows.append(_row(cells, second, at, notes))
        except ValueError as error:
            raise InputError(str(error), source=source, line=at) from None
    if not rows:
        raise InputError("no lines of players under the heading", source=source)
    name = next((t for t in above if len(t) > 3), "")
    return crosstable_event(rows, Heading(name=name, source=source), notes)


def _row(first: list[str], second: list[str], at: int, notes: Notes) -> Row:
    number = int(first[0])
    match = RATING.search(second[1])
    text = match.group(1) if match else ""
    rating, status = parse_rating("" if text.casefold() == "unrated" else text)
    if match is None:
        notes.add("no rating found: unrated", f"player {number}", at + 1, player=number)
    found = ID.search(second[1])
    player = Player(
        name=" ".join(first[1].split()),
        number=number,
        rating=rating,
        status=status,
        rating_kind=RatingKind.NATIONAL,
        federation=second[0] if second[0].isalpha() and len(second[0]) <= 3 else "",
        id=found.group() if found else "",
    )
    rounds = first[3:-1] if not first[-1] else first[3:]
    cells = tuple(
        _cell(c, second[3 + r] if 3 + r < len(second) else "") for r, c in enumerate(rounds)
    )
    points = parse_number(first[2]) if first[2] else None
    return Row(player, cells, points, at)


def _cell(text: str, colour: str) -> Cell | None:
    if not text:
        return None
    match = CELL.fullmatch(text)
    if match is None:
        raise ValueError(
            f"round cell {quoted(text)}; known are W, D, L, X, F, B, H, U and a number"
        )
    code, number = match.group(1).upper(), match.group(2)
    if number is None or not int(number):
        if code not in ALONE:
            raise ValueError(f"round cell {quoted(text)} has no opponent's number")
        half_points, kind = ALONE[code]
        return (
            NOT_PAIRED if kind is GameKind.UNPAIRED else Cell(None, Colour.NONE, half_points, kind)
        )
    if code not in MET:
        raise ValueError(f"round cell {quoted(text)}: no game is played with {code}")
    half_points, kind = MET[code]
    return Cell(int(number), COLOURS.get(colour.upper(), Colour.NONE), half_points, kind)
