"""What a crosstable's cells say: opponent, colour and result, or a bye; and round-robin grids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tprstats.readers._from_rows import Cell
from tprstats.readers._results import HALF_POINT, HALVES, LETTER
from tprstats.readers._values import colour_letters, quoted
from tprstats.records import Colour, GameKind

__all__ = ["grid_cells", "letters_of", "round_cell"]

MET = re.compile(rf"(\d{{1,4}})({LETTER})?({HALF_POINT}|[01+\-*kKxX]|)")
ALONE = re.compile(rf"[-–]?({HALF_POINT}|[01+*]|)")
OTHER_SCORE = re.compile(rf"\d{{1,4}}{LETTER}(?:1½|1[.,]5|2|3)")
# Swiss Perfect's text export: opponent, colon, result; 0 or nothing is no opponent.
COLON = re.compile(r"(\d{0,4}):([WDL+=-]?)")

SCORES: dict[str, tuple[int, GameKind]] = {
    "1": (2, GameKind.PLAYED),
    "0": (0, GameKind.PLAYED),
    **dict.fromkeys(HALVES, (1, GameKind.PLAYED)),
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
    **dict.fromkeys(HALVES, (1, GameKind.HALF_BYE)),
    **dict.fromkeys(("0", ""), (0, GameKind.UNPAIRED)),
    "*": (0, GameKind.UNFINISHED),
}
GRID_SCORE = re.compile(rf"{HALF_POINT}|[01+*-]")
DIAGONAL = frozenset(("", "*", "x", "X", "\\", "-", "#", "■", "█", "**", "xx", "XX", "●"))
MOST_MEETINGS = 8


def letters_of(texts: Iterable[str]) -> dict[str, Colour]:
    """What each colour letter in some cells means; ValueError where that cannot be told."""
    letters = {
        match.group(2).casefold()
        for text in texts
        if (match := MET.fullmatch(_plain(text))) and match.group(2)
    }
    return colour_letters(letters) if letters else {}


def _plain(text: str) -> str:
    """A cell without blanks of any kind."""
    return "".join(text.split())


def round_cell(text: str, colours: dict[str, Colour]) -> Cell | None:
    """One round of one player; ValueError says what is wrong with it.

    Examples
    --------
    >>> round_cell(" 12b½", {"w": Colour.WHITE, "b": Colour.BLACK}).opponent
    12
    """
    plain = _plain(text)
    if not plain:
        return None
    met = MET.fullmatch(plain)
    if met and (met.group(2) or met.group(3) in ("=", "+", "-")):
        number, letter, score = met.groups()
        colour = colours[letter.casefold()] if letter else Colour.NONE
        return Cell(int(number), colour, *SCORES[score])
    if colon := COLON.fullmatch(plain.upper()):
        return _colon_cell(*colon.groups())
    if alone := ALONE.fullmatch(plain):
        return Cell(None, Colour.NONE, *BYES[alone.group(1)])
    if OTHER_SCORE.fullmatch(plain):
        raise ValueError(
            f"result {quoted(text)}: more than 1 point in a game; only 1, ½, 0 can be read"
        )
    raise ValueError(f"round cell {quoted(text)}; write opponent, colour and result, as in 12w1")


def _colon_cell(opponent: str, code: str) -> Cell | None:
    """A cell of Swiss Perfect; points without an opponent are byes, whatever their letter."""
    half_points, kind = COLON_SCORES[code]
    if opponent.strip("0"):
        return Cell(int(opponent), Colour.NONE, half_points, kind)
    if not opponent and not code:
        return None
    kind = (GameKind.UNPAIRED, GameKind.HALF_BYE, GameKind.BYE)[half_points]
    return Cell(None, Colour.NONE, half_points, kind)


def grid_cells(
    numbers: Sequence[int], texts: Sequence[Sequence[str]]
) -> list[tuple[Cell | None, ...]] | None:
    """The cells of a round-robin grid, column j holding the games against number j.

    A pair's games stand in the same column of the result on both sides, at (i + j) mod n, which
    no two games of a player share; the grid knows no rounds. None where it is no such grid: the
    diagonal holds a game, or a cell no scores.
    """
    n = len(numbers)
    if n < 2 or sorted(numbers) != list(range(1, n + 1)) or any(len(row) < n for row in texts):
        return None
    rows: list[dict[int, Cell]] = []
    for number, row in zip(numbers, texts, strict=True):
        found: dict[int, Cell] = {}
        for other, text in enumerate(row[:n], 1):
            plain = _plain(text)
            if other == number:
                if plain not in DIAGONAL or (n == 2 and not plain):
                    return None
                continue
            scores = GRID_SCORE.findall(plain)
            if "".join(scores) != plain or len(scores) > MOST_MEETINGS:
                return None
            for k, score in enumerate(scores):
                at = k * n + (number + other) % n
                found[at] = Cell(other, Colour.NONE, *SCORES[score])
        rows.append(found)
    width = max((at for row in rows for at in row), default=-1) + 1
    return [tuple(row.get(at) for at in range(width)) for row in rows] if width else None
