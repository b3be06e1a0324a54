"""Lists of pairings under titles such as "Round 6 on 2026/08/06": the title becomes two columns."""

from __future__ import annotations

import re
from dataclasses import replace

from tprstats.readers._notes import Notes
from tprstats.readers._table import Line, Table
from tprstats.readers._values import shortened
from tprstats.readers._words import column_role

__all__ = ["by_round"]

WORDS = "round|runde|ronde|ronda|rodada|turno|kolo|runda|fordulo|forduló|omgang|тур|раунд"
TITLE = re.compile(rf"(?:(?:{WORDS})\s*(\d{{1,2}})\b|(\d{{1,2}})\s*\.?\s*(?:{WORDS})\b)", re.I)
DATE = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")
# Under a heading as wide as this a line with one cell is a title or a remark, no game.
WIDE = 3


def by_round(table: Table, notes: Notes) -> Table:
    """The table with the round and the date of the title above each row, in two more columns.

    A heading that is repeated under each title is left out; so is a line with a single cell, which
    is noted where it names no round.
    """
    if len(table.heading) < WIDE:
        return table
    title = ("", "")
    for _, cells in table.above:
        title = _title(cells) or title
    rows: list[Line] = []
    under: list[tuple[str, str]] = []
    for at, cells in table.rows:
        if len(filled := [c for c in cells if c]) == 1:
            found = _title(cells)
            if found is None:
                notes.add("line without a game: left out", shortened(filled[0]), at)
            title = found or title
        elif cells != table.heading:
            rows.append((at, cells))
            under.append(title)
    plain = replace(table, rows=rows)
    known = {column_role(h) for h in table.heading}
    for k, name in enumerate(("round", "date")):
        if name not in known and any(t[k] for t in under):
            plain = _with_column(plain, name, [t[k] for t in under])
    return plain


def _title(cells: list[str]) -> tuple[str, str] | None:
    """The round and the date in a line that has one cell; None where it names no round."""
    filled = [c for c in cells if c]
    match = TITLE.search(filled[0][:60]) if len(filled) == 1 else None
    if match is None:
        return None
    date = DATE.search(filled[0])
    return match.group(1) or match.group(2), date.group() if date else ""


def _with_column(table: Table, name: str, values: list[str]) -> Table:
    width = max([len(table.heading), *(len(cells) for _, cells in table.rows)])
    rows = [
        (at, cells + [""] * (width - len(cells)) + [value])
        for (at, cells), value in zip(table.rows, values, strict=True)
    ]
    heading = table.heading + [""] * (width - len(table.heading)) + [name]
    return replace(table, heading=heading, rows=rows)
