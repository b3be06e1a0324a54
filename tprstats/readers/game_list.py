"""Lists of games as delimited text: one player's games, games of many, or bare ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tprstats.cells import counted
from tprstats.errors import InputError
from tprstats.readers._card import Card, read_card
from tprstats.readers._doubles import Marks, game_id
from tprstats.readers._from_games import GameRow, games_event
from tprstats.readers._game_rows import game_rows
from tprstats.readers._list_columns import list_columns
from tprstats.readers._notes import Notes
from tprstats.readers._rounds import by_round
from tprstats.readers._table import is_table, parse_table
from tprstats.readers._usage import Cells
from tprstats.readers._values import shortened
from tprstats.readers._words import is_advert, is_total
from tprstats.readers.registry import reader
from tprstats.records import Event

__all__ = ["read_game_list"]

OF_A_GAME = ("opponent", "white", "black", "colour", "round", "date", "time")


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
    columns = list_columns(table, source, notes)
    width = len(table.heading) or len(columns)
    rows: list[tuple[int, Cells]] = []
    for at, cells in table.rows:
        if any(cells[width:]):
            raise InputError(
                f"{counted(len(cells), 'column')}, {width} expected", source=source, line=at
            )
        row = {role: _at(cells, k) for role, k in columns.items()}
        if _sums_up(row, cells):
            notes.add("line of totals: no game", shortened(next(filter(None, cells))), at)
        else:
            rows.append((at, row))
    own = columns.get("number")
    marked = []
    found = game_rows(rows, source, card, notes, table.heading_line or None)
    lines = dict(table.rows)
    for (at, row), game in zip(rows, found, strict=True):
        cells = lines[at]
        others = tuple(c for k, c in enumerate(cells) if k != own)
        marked.append(replace(game, marks=_marks(row, game, others)))
    games = marked
    if card.name and "white" not in columns:
        _check_card(card, games, notes)
    titles = [c for _, row in table.above for c in row if c and not is_advert(c)]
    event = games_event(games, source, notes)
    return event if event.name or not titles else replace(event, name=titles[0])


def _sums_up(row: Cells, cells: Sequence[str]) -> bool:
    """A word for a total, and neither an opponent beside it nor a colour, round or date."""
    of_a_game = (row.get(role, "") for role in OF_A_GAME)
    return not any(c and not is_total(c) for c in of_a_game) and any(map(is_total, cells))


def _marks(row: Cells, game: GameRow, cells: tuple[str, ...]) -> Marks:
    """A line is like another if all its cells are, its own number apart."""
    told = game.second.name and (game.date is not None or game.round is not None)
    number = game_id(row.get("site", ""))
    return Marks((number, *cells) if number else None, cells if told else None)


def _check_card(card: Card, games: Sequence[GameRow], notes: Notes) -> None:
    notes.add("games of the player of the card above the table", card.name)
    total = sum(g.half_points[0] for g in games) / 2
    if card.points is not None and total != card.points:
        notes.add(
            f"the card says {counted(card.points, 'point')}, the results give {total:g}: results "
            "used"
        )


def _at(cells: list[str], k: int) -> str:
    return cells[k] if k < len(cells) else ""
