"""Excel sheets and saved web pages: turned into tables, then read as the tables they hold."""

from __future__ import annotations

from dataclasses import replace

from tprstats.errors import InputError
from tprstats.readers._columns import renamed
from tprstats.readers._page import is_page, page_text
from tprstats.readers._sheet import is_workbook, sheet_texts
from tprstats.readers._source import HEAD, Source
from tprstats.readers.registry import READERS, reader
from tprstats.records import Adjustment, Event

__all__ = ["read_page", "read_workbook"]

TABLES = ("us-chess", "crosstable", "games")


@reader(
    "xlsx", "Excel sheet (.xlsx) with a crosstable or a list of games", is_workbook, takes="source"
)
def read_workbook(source: Source) -> Event:
    """The event in the first sheet of a workbook that holds one.

    Line numbers are rows of the sheet. Where no sheet can be read, the message is about the first.
    """
    sheets = sheet_texts(source.data, source.name, source.max_bytes)
    refused: list[InputError] = []
    for title, text in sheets:
        try:
            event = _read_table(text, source)
        except InputError as error:
            refused.append(error)
            continue
        others = ", ".join(repr(t) for t, _ in sheets if t != title)
        notes = (Adjustment(f"sheet {title!r} read, not {others}"),) if others else ()
        return replace(event, adjustments=notes + event.adjustments)
    what = refused[0].what
    if len(sheets) > 1:
        what = f"sheet {sheets[0][0]!r}: {what}; nor can the other sheets be read"
    raise InputError(what, source=source.name, line=refused[0].line)


@reader(
    "html",
    "saved web page (a crosstable, pairings or a player's card)",
    lambda head: is_page(head.decode("latin-1")),
    takes="source",
)
def read_page(source: Source) -> Event:
    """The event in the tables of a page of chess-results, or of any page with such headings.

    Nothing is fetched and no entity is expanded; line numbers are lines of the table, its titles
    included.
    """
    # What headings mean is said of the tables, not of the page's code.
    columns, source.columns = source.columns, {}
    text = page_text(source.text, source.name, source.max_bytes)
    source.columns = columns
    return _read_table(text, source)


def _read_table(text: str, source: Source) -> Event:
    text = renamed(text, source.columns, source.name) if source.columns else text
    head = text[:HEAD]
    for id_ in TABLES:
        if READERS[id_].sniff(head):
            return READERS[id_].function(text, source.name)
    raise InputError("no table with known headings (Name, Rtg, 1.Rd ...)", source=source.name)
