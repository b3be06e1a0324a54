"""The fixed columns of a TRF player line (001) and the codes in them.

FIDE Handbook C.04 annex 2 (TRF16) and its 2025/26 successor share these columns, counted from 1:
5-8 start number, 10 sex, 11-13 title, 15-47 name, 49-52 rating, 54-56 federation, 58-68 FIDE id,
70-79 birth, 81-84 points, 86-89 rank; then ten columns a round from 92: 92-95 opponent, 97
colour, 99 result.
"""

from __future__ import annotations

import re

from tprstats.cells import counted
from tprstats.readers._from_rows import NOT_PAIRED, Cell, Row
from tprstats.readers._notes import Notes
from tprstats.readers._values import parse_rank, parse_rating
from tprstats.records import Colour, GameKind, Player, RatingKind

__all__ = ["Codes", "code_alone", "player_row"]

RATING = slice(48, 52)
FIRST_ROUND, ROUND_WIDTH = 91, 10
MOST_ROUNDS = 500
LARGEST_SHIFT = 8
# What exports leave at the end of a line: separators of a column too many.
TRAILING = " ;,|\"'."
NUMBER = re.compile(r" *\d{1,4} *|0{4}| *")
POINTS = re.compile(r" *\d{1,3}(?:[.,]\d)? *| *")
COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": Colour.NONE, " ": Colour.NONE}

# With an opponent. W, D, L: "the scheduled game lasted less than one move", not rated (TRF16).
GAMES: dict[str, tuple[int, GameKind]] = {
    "1": (2, GameKind.PLAYED),
    "=": (1, GameKind.PLAYED),
    "0": (0, GameKind.PLAYED),
    "+": (2, GameKind.FORFEIT),
    "-": (0, GameKind.FORFEIT),
    "w": (2, GameKind.SHORT),
    "d": (1, GameKind.SHORT),
    "l": (0, GameKind.SHORT),
    " ": (0, GameKind.UNFINISHED),
    "*": (0, GameKind.UNFINISHED),
}
BYES: dict[str, tuple[int, GameKind]] = {
    "f": (2, GameKind.BYE),
    "u": (2, GameKind.BYE),
    "h": (1, GameKind.HALF_BYE),
    "z": (0, GameKind.ZERO_BYE),
}
# Without an opponent; 1, = and + are how TRF06 and Krause files write byes.
ALONE: dict[str, tuple[int, GameKind]] = {
    **BYES,
    "+": (2, GameKind.BYE),
    "1": (2, GameKind.BYE),
    "=": (1, GameKind.HALF_BYE),
    "-": (0, GameKind.UNPAIRED),
    "0": (0, GameKind.UNPAIRED),
    " ": (0, GameKind.UNPAIRED),
    "*": (0, GameKind.UNFINISHED),
}


Codes = dict[tuple[int, str], list[int]]
"""Round and result code, to the start numbers of those who have it without an opponent."""


def player_row(line: str, at: int, kind: RatingKind, notes: Notes, codes: Codes) -> Row:
    """The player of one 001 line, whose results without an opponent are added to ``codes``.

    ValueError says which columns are wrong.

    A line whose columns are shifted (accents counted as two bytes, a name too long) is read at
    the smallest shift at which every column fits, and noted.
    """
    text, number = _aligned(line, at, notes)
    where = f"player {number}"
    rating, status = parse_rating(text[RATING])
    if rating is None and text[RATING].strip() == "0":
        notes.add("rating 0 read as unrated", where, at, player=number)
    name = " ".join(text[14:47].split())
    if not name:
        raise ValueError("no name in columns 15-47")
    points = text[80:84].replace(",", ".").strip()
    rank = text[85:89].strip()
    if parse_rank(rank) is None and rank.strip("0"):
        notes.add(f"rank {rank!r} is not a number: left out", where, at, player=number)
    id_ = text[57:68].strip()
    if id_ != (plain := id_.strip("\"'")):
        notes.add("quotes around an id left out", where, at, player=number)
    player = Player(
        name=name,
        number=number,
        rating=rating,
        status=status,
        rating_kind=kind,
        title=TITLES.get(title := text[10:13].strip().casefold(), title.upper()),
        federation=text[53:56].strip(),
        id=plain,
        sex=text[9].strip().casefold(),
        birth=text[69:79].strip(),
    )
    cells = []
    for r, i in enumerate(range(FIRST_ROUND, len(text), ROUND_WIDTH), 1):
        cell = text[i : i + ROUND_WIDTH].ljust(ROUND_WIDTH)
        if not int(cell[:4].strip() or 0) and cell[7] != " ":
            codes.setdefault((r, cell[7].upper()), []).append(number)
        cells.append(_cell(cell, r, number, at, notes))
    return Row(player, tuple(cells), float(points) if points else None, at, parse_rank(rank))


def code_alone(code: str) -> tuple[int, GameKind]:
    """What a result without an opponent is read as."""
    return ALONE.get(code.lower(), (0, GameKind.UNPAIRED))


# Files before 2006 wrote one letter for a title.
TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM"}
TITLES |= {"wc": "WCM", "gm": "GM", "im": "IM", "fm": "FM", "cm": "CM"}


def _aligned(line: str, at: int, notes: Notes) -> tuple[str, int]:
    """The line with every field in its columns, and the start number."""
    text = line.rstrip()
    if "\t" in text:
        spread = text.expandtabs(8)
        text = spread if not _misfit(spread) else text.replace("\t", " ")
        notes.add("tabs read as blanks", line=at)
    field = text[4:8].strip()
    if not field.isascii() or not field.isdigit() or int(field) == 0:
        raise ValueError(f"start number {field!r} in columns 5-8 is not a number above 0")
    number = int(field)
    if len(text) > FIRST_ROUND + MOST_ROUNDS * ROUND_WIDTH:
        raise ValueError(
            f"a line of {counted(len(text), 'column', spec=',')}, for more than {MOST_ROUNDS} "
            "rounds"
        )
    if RATING.start < len(text) < RATING.stop:
        raise ValueError(f"the line ends inside the rating, {text[RATING]!r} in columns 49-52")
    wrong = _misfit(text)
    if not wrong:
        return text, number
    if not _misfit(shorter := text.rstrip(TRAILING)):
        notes.add("characters after the last round left out", f"player {number}", at, player=number)
        return shorter, number
    for shift in sorted(range(-LARGEST_SHIFT, LARGEST_SHIFT + 1), key=abs)[1:]:
        for moved in _moved(text, shift):
            if not _misfit(moved):
                notes.add("columns shifted: put right", f"player {number}", at, player=number)
                return moved, number
    raise ValueError(f"{wrong}; a 001 line has fixed columns")


def _moved(text: str, shift: int) -> list[str]:
    """The text with what follows the name moved by ``shift`` columns, or nothing."""
    end = text.find("  ", 14, 48)
    if end < 0:
        end = text.rfind(" ", 14, 48)
    if shift > 0:
        return [text[:end] + " " * shift + text[end:]] if end >= 0 else []
    cut = [text[:47] + text[47 - shift :]]
    if end >= 0 and not text[end : end - shift].strip():
        cut.insert(0, text[:end] + text[end - shift :])
    return cut


def _misfit(text: str) -> str:
    """The first field that does not fit its columns, in words; empty when all fit."""
    if text[47:48].isdigit() or text[52:53].strip():
        return f"rating {text[46:54].strip()!r} is not in columns 49-52"
    if not POINTS.fullmatch(text[80:84]) or text[79:80].strip() or text[84:85].strip():
        return f"points {text[79:85].strip()!r} in columns 81-84 are not a number"
    if len(text[85:89].split()) > 1 or text[89:FIRST_ROUND].strip():
        return f"rank {text[85:FIRST_ROUND].strip()!r} is not in columns 86-89"
    for r, i in enumerate(range(FIRST_ROUND, len(text), ROUND_WIDTH), 1):
        cell = text[i : i + ROUND_WIDTH].ljust(ROUND_WIDTH)
        if (
            not NUMBER.fullmatch(cell[:4])
            or cell[5].lower() not in COLOURS
            or cell[7].lower() not in GAMES.keys() | ALONE.keys()
            or (cell[4] + cell[6] + cell[8:]).strip()
        ):
            return f"round {r}: {cell.strip()!r} in columns {i + 1}-{i + 8}"
    return ""


def _cell(text: str, r: int, number: int, at: int, notes: Notes) -> Cell | None:
    opponent = int(text[:4].strip() or 0)
    code, colour = text[7].lower(), COLOURS[text[5].lower()]
    where = f"round {r}, player {number}"
    if opponent and code in GAMES:
        half_points, kind = GAMES[code]
        if kind is GameKind.SHORT:
            notes.add("W, D or L: over in less than one move, not counted", where, at)
        return Cell(opponent, colour, half_points, kind)
    if opponent:
        notes.add(f"bye code {code.upper()} beside an opponent: a bye", where, at, player=number)
        return Cell(None, Colour.NONE, *BYES[code])
    if not text.strip():
        return None
    if code in "+1=0":
        half_points, kind = ALONE[code]
        notes.add(f"result {code} without an opponent: {kind.value}", where, at, player=number)
    elif code not in ALONE:
        half_points, kind = GAMES[code]
        notes.add(f"result {code.upper()} without an opponent: unpaired", where, at, player=number)
        return NOT_PAIRED
    else:
        half_points, kind = ALONE[code]
    return Cell(None, Colour.NONE, half_points, kind)
