"""Excel sheets and saved web pages: turned into tables, then read as the tables they hold."""

from __future__ import annotations

from dataclasses import replace

from tprstats.errors import InputError
from tprstats.readers._page import is_page, page_text
from tprstats.readers._sheet import is_workbook, sheet_text
from tprstats.readers._source import HEAD, Source
from tprstats.readers.registry import READERS, reader
from tprstats.records import Event

__all__ = ["read_page", "read_workbook"]

TABLES = ("crosstable", "games")


@reader(
    "xlsx", "Excel sheet (.xlsx) with a crosstable or a list of games", is_workbook, takes="source"
)
def read_workbook(source: Source) -> Event:
    """The event in the first sheet of a workbook that has cells.

    Line numbers are rows of the sheet.
    """
    text, notes = sheet_text(source.data, source.name, source.max_bytes)
    event = _read_table(text, source.name)
    return replace(event, adjustments=notes + event.adjustments)


@reader(
    "html",
    "saved web page with a crosstable, pairings or a player's card",
    lambda head: is_page(head.decode("latin-1")),
    takes="source",
)
def read_page(source: Source) -> Event:
    """The event in the tables of a page of chess-results, or of any page with such headings.

    Nothing is fetched and no entity is expanded; line numbers are lines of the table, its titles
    included.
    """
    return _read_table(page_text(source.text, source.name, source.max_bytes), source.name)


def _read_table(text: str, name: str) -> Event:
    head = text[:HEAD]
    for id_ in TABLES:
        if READERS[id_].sniff(head):
            return READERS[id_].function(text, name)
    raise InputError("no table with known headings (Name, Rtg, 1.Rd ...)", source=name)
