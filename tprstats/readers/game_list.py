"""Lists of games as delimited text: one player's games, games of many, or bare ratings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tprstats.cells import counted
from tprstats.errors import InputError, UnknownColumnError
from tprstats.readers._card import Card, read_card
from tprstats.readers._from_games import GameRow, games_event
from tprstats.readers._game_rows import Cells, game_row, usage_of
from tprstats.readers._notes import Notes
from tprstats.readers._results import parse_own_result, parse_pair_result
from tprstats.readers._rounds import by_round
from tprstats.readers._table import Table, is_table, parse_table
from tprstats.readers._values import parse_rating, shortened
from tprstats.readers._words import TITLES, column_role, is_advert
from tprstats.readers.registry import reader
from tprstats.records import Event

__all__ = ["read_game_list"]

UNUSED = frozenset(("points", "number", "rank", "termination", "national_rating", ""))


@reader("games", "list of games (columns rating, result, or White, Black, Result ...)", is_table)
def read_game_list(text: str, source: str) -> Event:
    """The event or log of a table with one game a line.

    Columns are found by name, in several languages. Either ``white``,
    ``black`` and ``result`` name the games of many players, or ``opponent`` or ``opponent_rating``
    and ``result`` those of one (``player`` may name whose). Without a heading there are two
    columns: rating and result; or three: White, Black and a result such as 1-0.

    Examples
    --------
    >>> record = read_game_list("Gegner;Elo;Ergebnis\\nAnn;2100;½\\nJoan;-;1", "").records[0]
    >>> [(g.opponent, g.opponent_rating, g.half_points) for g in record.games]
    [('Ann', 2100.0, 1), ('Joan', None, 2)]
    """
    notes = Notes()
    table = by_round(parse_table(text, source), notes)
    card = read_card(cells for _, cells in table.above)
    columns = _columns(table, source, notes)
    width = len(table.heading) or len(columns)
    rows: list[tuple[int, Cells]] = []
    for at, cells in table.rows:
        if any(cells[width:]):
            raise InputError(
                f"{counted(len(cells), 'column')}, {width} expected", source=source, line=at
            )
        rows.append((at, {role: _at(cells, k) for role, k in columns.items()}))
    try:
        usage = usage_of([row for _, row in rows], notes)
    except ValueError as error:
        raise InputError(str(error), source=source, line=table.heading_line or None) from None
    games = []
    for at, row in rows:
        try:
            games.append(game_row(row, at, usage, card, notes))
        except ValueError as error:
            raise InputError(str(error), source=source, line=at) from None
    if card.name and "white" not in columns:
        _check_card(card, games, notes)
    titles = [c for _, row in table.above for c in row if c and not is_advert(c)]
    event = games_event(games, source, notes)
    return event if event.name or not titles else replace(event, name=titles[0])


def _check_card(card: Card, games: Sequence[GameRow], notes: Notes) -> None:
    notes.add("games of the player of the card above the table", card.name)
    total = sum(g.half_points[0] for g in games) / 2
    if card.points is not None and total != card.points:
        notes.add(
            f"the card says {counted(card.points, 'point')}, the results give {total:g}: results "
            "used"
        )


Columns = dict[str, int]


def _at(cells: list[str], k: int) -> str:
    return cells[k] if k < len(cells) else ""


def _columns(table: Table, source: str, notes: Notes) -> Columns:
    """Where each role's column is, once the headings that mean several things are settled."""
    if not table.heading:
        return _without_heading(table, source, notes)
    columns: Columns = {}
    ratings: list[int] = []
    line, heading = table.heading_line, table.heading
    for k, words in enumerate(heading):
        role = column_role(words)
        if role == "rating":
            ratings.append(k)
        if role:
            columns.setdefault(role, k)
    if "white" in columns and "black" in columns:
        for side in ("white", "black"):
            k = columns[side] - 1
            cells = {c.casefold() for c in table.column(k)} - {""} if k >= 0 else set()
            # chess-results writes titles before the names, under no heading.
            if not heading[k] and cells and cells <= TITLES:
                columns.setdefault(f"{side}_title", k)
        if len(ratings) == 2 and "white_rating" not in columns:
            columns["white_rating"], columns["black_rating"] = ratings
        found = "result" in columns or "white_result" in columns
    else:
        if "opponent" not in columns and "name" in columns:
            columns["opponent"] = columns.pop("name")
            notes.add(f"column {heading[columns['opponent']]} taken for the opponent", "", line)
        if "rating" in columns:
            k = columns.pop("rating")
            role = "own_rating" if "opponent_rating" in columns else "opponent_rating"
            whose = "own rating" if role == "own_rating" else "opponent's rating"
            notes.add(f"column {heading[k]} taken for the {whose}", "", line)
            columns.setdefault(role, k)
        if "result" not in columns and "points" in columns:
            columns["result"] = columns.pop("points")
            notes.add(f"column {heading[columns['result']]} taken for the result", "", line)
        found = "result" in columns and ("opponent" in columns or "opponent_rating" in columns)
    names = any(column_role(h) == "name" for h in heading)
    if not found and names and not columns.keys() & {"result", "white", "points"}:
        raise InputError(
            "a list of players, no results in it; give the crosstable", source=source, line=line
        )
    if not found:
        shown = shortened(", ".join(h for h in heading if h), 120)
        raise UnknownColumnError(
            f"columns {shown}: none is known for {_missing(columns)}; needed are rating (or "
            "opponent) and result, or white, black and result",
            source=source,
            line=line,
        )
    unused = [h for k, h in enumerate(heading) if h and k not in columns.values()]
    unused += [heading[k] for role, k in columns.items() if role in UNUSED]
    if unused:
        notes.add("columns not read", shortened(", ".join(unused), 120), line)
    return columns


def _missing(columns: Columns) -> str:
    """What no heading was found for."""
    lacks = [] if "result" in columns else ["the result"]
    if "white" in columns or "black" in columns:
        lacks = [f"{side.title()}" for side in ("white", "black") if side not in columns] + lacks
    elif not columns.keys() & {"opponent", "opponent_rating"}:
        lacks = ["the opponent's rating", *lacks]
    return " and ".join(lacks)


def _without_heading(table: Table, source: str, notes: Notes) -> Columns:
    at, cells = table.rows[0]
    layouts = {2: ("opponent_rating", "result"), 3: ("white", "black", "result")}
    roles = layouts.get(len(cells), ())
    try:
        if len(roles) == 2:
            parse_rating(cells[0])
            parse_own_result(cells[1])
        elif len(roles) == 3:
            parse_pair_result(cells[2])
    except ValueError:
        roles = ()
    if not roles:
        if re.match(r"\s*(?:012|001)\s", " ".join(cells)):
            what = (
                "looks like a TRF whose lines are moved: its codes (001, 012) belong in column 1; "
                "take out the blanks before them"
            )
        else:
            what = (
                "no heading with known columns; name them, as in rating,result; or write one game "
                "a line, as in 2300 1 w"
            )
        raise InputError(what, source=source, line=at)
    notes.add(f"no heading: columns taken for {', '.join(roles)}", line=at)
    return {role: k for k, role in enumerate(roles)}
