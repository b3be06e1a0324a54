"""Delimited text as a table: delimiter guessed, heading row found by its words."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tprstats.errors import InputError
from tprstats.readers._words import column_role

__all__ = ["DELIMITERS", "HEADING_LINES", "Line", "Table", "is_table", "parse_table", "split_cells"]

DELIMITERS = (";", "\t", ",", "|")
SAMPLE_LINES, HEADING_LINES = 100, 40
# The delimiter gives most lines the same number of columns.
CONSISTENT = 0.6

Line = tuple[int, list[str]]


@dataclass(frozen=True)
class Table:
    """Rows of cells with their line numbers, under a heading (empty where there is none)."""

    heading: list[str]
    heading_line: int
    rows: list[Line]
    above: list[Line] = field(default_factory=list)

    def column(self, k: int) -> list[str]:
        """The cells of one column; blank where a row is short."""
        return [cells[k] if k < len(cells) else "" for _, cells in self.rows]


def is_table(head: str) -> bool:
    """Whether most lines have the same number of columns, two at least, and it is no markup."""
    if head.lstrip()[:1] in ("{", "[", "<"):
        return False
    lines = [line for line in head.split("\n") if line.strip()][:SAMPLE_LINES]
    return len(lines) > 0 and _delimiter(lines) is not None


def parse_table(text: str, source: str) -> Table:
    """The table in a text; lines that start with ``#`` are comments."""
    numbered = [(at, line) for at, line in enumerate(text.split("\n"), 1) if _counts(line)]
    delimiter = _delimiter([line for _, line in numbered[:SAMPLE_LINES]])
    if delimiter is None:
        raise InputError("no table: separate columns by comma, semicolon or tab", source=source)
    lines: list[Line] = []
    for at, line in numbered:
        cells = split_cells(line, delimiter)
        if cells is None:
            raise InputError("a quote that does not end in its line", source=source, line=at)
        if any(cells):
            lines.append((at, cells))
    if not lines:
        raise InputError("every cell is empty", source=source)
    best, roles = -1, 1
    for k, (_, cells) in enumerate(lines[:HEADING_LINES]):
        known = len({role for c in cells if (role := column_role(c))})
        if known > roles:
            best, roles = k, known
    if best < 0:
        return Table([], 0, lines)
    at, heading = lines[best]
    return Table(heading, at, lines[best + 1 :], lines[:best])


# "#" alone in its cell is a heading, unless nothing else is in the line.
REMARK = re.compile(r"\s*#(?:[;,|\t\s]*$|\s*(?![;,|\t\s]))")


def _counts(line: str) -> bool:
    return bool(line.strip()) and not REMARK.match(line)


def _delimiter(lines: Sequence[str]) -> str | None:
    """The delimiter under which a line names the most columns; else the most regular one.

    Lines above a heading, and commas in names, make regularity alone a bad guide.
    """
    named = [(_known(lines, delimiter), delimiter) for delimiter in DELIMITERS]
    most = max(known for known, _ in named)
    candidates = [d for known, d in named if known == most] if most > 1 else list(DELIMITERS)
    best, best_key = None, (0.0 if most > 1 else CONSISTENT, 1)
    for delimiter in (*candidates, " "):
        if delimiter == " " and best is not None:
            break
        widths = Counter(len(split_cells(line, delimiter) or ()) for line in lines if _counts(line))
        if not widths:
            return None
        width, count = widths.most_common(1)[0]
        key = (count / widths.total(), width)
        if width > 1 and key > best_key:
            best, best_key = delimiter, key
    return " " if best == "\t" and most <= 1 and _set_out(lines) else best


def _set_out(lines: Sequence[str]) -> bool:
    """Whether tabs and blanks alike set out the columns: as many words in each line, and tabs
    alone would leave cells empty. As many tabs in each line are the borders of a sheet's cells."""
    counted = [line for line in lines if _counts(line)]
    by_tab = [line.split("\t") for line in counted]
    empty = any(not cell.strip() for cells in by_tab for cell in cells)
    return (
        empty
        and len({len(cells) for cells in by_tab}) > 1
        and len({len(line.split()) for line in counted}) == 1
    )


def _known(lines: Sequence[str], delimiter: str) -> int:
    """Columns that the best of the first lines names, under a delimiter."""
    found = 0
    for line in lines[:HEADING_LINES]:
        if delimiter in line and _counts(line):
            cells = split_cells(line, delimiter) or ()
            found = max(found, len({role for c in cells if (role := column_role(c))}))
    return found


def split_cells(line: str, delimiter: str) -> list[str] | None:
    """The cells of a line, stripped; None where a quote is left open."""
    if delimiter == " ":
        return line.split()
    if '"' not in line:
        return [c.strip() for c in line.split(delimiter)]
    try:
        rows = list(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True))
    except csv.Error:
        return None
    return [c.strip() for c in rows[0]] if rows else []
