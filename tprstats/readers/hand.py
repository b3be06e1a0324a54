"""Games by hand, one a line: the opponent's rating, the result, and where known the colour."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tprstats.errors import InputError
from tprstats.readers._card import Card
from tprstats.readers._from_games import games_event
from tprstats.readers._game_rows import game_rows
from tprstats.readers._notes import Notes
from tprstats.readers._results import parse_own_result, parse_pair_result
from tprstats.readers._values import quoted, shortened
from tprstats.readers._words import column_role, is_total
from tprstats.readers.registry import reader
from tprstats.records import Event

__all__ = ["is_hand", "read_hand"]

COMMENT = "#"
WRITE = "write rating, result, colour, as in 2300 1 w"
RATING = re.compile(r"[-–]|\d{3,4}(?:[.,]\d+)?")
NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|['’.-])+")
BORDER = re.compile(r"\s*;\s*|,\s+|\s+")


def _tokens(line: str) -> list[str]:
    """The parts of a line. A comma between digits alone is a border only where no other is.

    A part left empty between semicolons stays: what follows must not take its place.
    """
    first, *rest = BORDER.split(line.strip(" "))
    if rest:
        parts = [
            first.rstrip(","),
            *(part.rstrip(",") for part in rest if part.strip(",") or not part),
        ]
        while len(parts) > 1 and not parts[-1]:
            parts.pop()
        return parts
    first, *rest = first.split(",")
    if rest[:2] == ["0", "5"]:
        rest[:2] = ["0,5"]
    return [first, *(p for p in rest if p)]


def _in_columns(parts: list[str]) -> list[str]:
    """Name of the opponent (empty without one), then rating, result and colour.

    A name stands before the rating, and a result may: neither can be taken for another part.

    Examples
    --------
    >>> _in_columns(["Smith", "1800", "1"]), _in_columns(["0", "1850", "w"])
    (['Smith', '1800', '1'], ['', '1850', '0', 'w'])
    """
    at = next((k for k, part in enumerate(parts) if RATING.fullmatch(part)), 0)
    before, rest = parts[:at], parts[at:]
    if before and len(rest) > 1 and _is_result(rest[1]) and all(map(NAME.fullmatch, before)):
        return [" ".join(before), *rest]
    if len(before) == 1 and _is_result(before[0]) and len(rest) < 3:
        return ["", rest[0], before[0], *rest[1:]]
    return ["", *parts]


def _is_result(text: str) -> bool:
    for parse in (parse_own_result, parse_pair_result):
        try:
            parse(text)
        except ValueError:
            continue
        return True
    return False


def _is_colour(text: str) -> bool:
    return column_role(text) in ("white", "black") or (len(text) == 1 and not text.isdecimal())


def is_hand(head: str) -> bool:
    """Whether a text is games in lines, by the first of them.

    Examples
    --------
    >>> is_hand("Smith, 1800, win"), is_hand("1 1850"), is_hand("Smith, Anna, 12")
    (True, True, False)
    >>> is_hand("2310 1 white"), is_hand("2254, 0,5"), is_hand("- ½-½ b"), is_hand("rating,result")
    (True, True, True, False)
    """
    _, *parts = _in_columns(_tokens(next((line for _, line in _lines(head)), "")))
    known = 2 <= len(parts) <= 3 and RATING.fullmatch(parts[0]) and _is_result(parts[1])
    return bool(known) and all(map(_is_colour, parts[2:]))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty and no comments, numbered."""
    for at, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith(COMMENT):
            yield at, line


def _rows(text: str, source: str, notes: Notes) -> list[tuple[int, dict[str, str]]]:
    rows = []
    for at, line in _lines(text):
        tokens = _tokens(line)
        if is_total(tokens[0]):
            notes.add("line of totals: no game", shortened(line), at)
            continue
        name, *parts = _in_columns(tokens)
        if not 2 <= len(parts) <= 3:
            raise InputError(f"{quoted(line)}: {WRITE}", source=source, line=at)
        rating, result, colour = (*parts, "")[:3]
        if colour and not _is_colour(colour):
            raise InputError(
                f"{quoted(line)}: {quoted(colour)} is no colour; {WRITE}", source=source, line=at
            )
        row = {"opponent_rating": rating, "result": result, "colour": colour}
        rows.append((at, row | ({"opponent": name} if name else {})))
    return rows


@reader("hand", "games by hand (one a line, 2300 1 w)", is_hand)
def read_hand(text: str, source: str) -> Event:
    """The log of games in lines: opponent's rating (``-`` for none), result, colour.

    Lines that start with ``#`` are comments.

    Examples
    --------
    >>> record = read_hand("2310 1 white\\n2254 0 black\\n", "").records[0]
    >>> [(g.opponent_rating, g.half_points, int(g.colour)) for g in record.games]
    [(2310.0, 2, 1), (2254.0, 0, -1)]
    """
    notes = Notes()
    notes.add("lines taken for rating, result and colour")
    games = game_rows(_rows(text, source, notes), source, Card(), notes)
    return games_event(games, source, notes)
