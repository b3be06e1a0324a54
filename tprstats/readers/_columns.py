"""Headings that the user says the meaning of, renamed to words that the readers know."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from tprstats.errors import InputError, UnknownNameError
from tprstats.readers._table import DELIMITERS, HEADING_LINES, split_cells
from tprstats.readers._words import ROLES, column_role

__all__ = ["ASIDE", "check_roles", "renamed"]

ASIDE = "other "
"""Before a heading whose role the user gives to another column."""


def check_roles(columns: Mapping[str, str]) -> None:
    """Raise UnknownNameError for a role that no column has."""
    for role in columns.values():
        if role not in ROLES:
            raise UnknownNameError("role of a column", role, list(ROLES))


def renamed(text: str, columns: Mapping[str, str], source: str) -> str:
    """The text with headings as the user maps them; others of the same role are put aside.

    Parameters
    ----------
    columns
        Heading to role, such as ``{"Gegn.-Zahl": "opponent_rating"}``.

    Examples
    --------
    >>> renamed("Zahl;Erg\\n2300;1\\n", {"Zahl": "opponent_rating"}, "x")
    'opponent rating;Erg\\n2300;1\\n'
    """
    wanted = {heading.strip().casefold(): role for heading, role in columns.items()}
    lines = text.split("\n")
    for k, line in enumerate(lines[: 2 * HEADING_LINES]):
        for delimiter in DELIMITERS:
            cells = split_cells(line, delimiter) if delimiter in line else None
            if cells and wanted.keys() <= {c.casefold() for c in cells}:
                lines[k] = _joined([_heading(c, wanted) for c in cells], delimiter)
                return "\n".join(lines)
    raise InputError(
        f"no line of headings with {', '.join(map(repr, columns))} in it", source=source
    )


def _heading(cell: str, wanted: Mapping[str, str]) -> str:
    if role := wanted.get(cell.casefold()):
        return role.replace("_", " ")
    return f"{ASIDE}{cell}" if column_role(cell) in wanted.values() else cell


def _joined(cells: list[str], delimiter: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="").writerow(cells)
    return out.getvalue()
