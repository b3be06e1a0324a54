"""Saved web pages as tab-separated text: the tables that hold an event, their titles above them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from tprstats.cells import counted
from tprstats.errors import InputError
from tprstats.readers._card import card_field
from tprstats.readers._sheet import SHARE, tab_separated
from tprstats.readers._words import column_role, tie_break_points

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["is_page", "page_text"]

START = re.compile(r"\s*(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|table)", re.I)
# chess-results draws the colour of a game on a player's card.
COLOUR = re.compile(r"Farbe([ws])T?")
FLAG, NUMBER = re.compile(r"[?&]fed=([A-Z]{3})(?:&|$)"), re.compile(r"[?&]snr=(\d{1,4})(?:&|$)")
NAMED = {"name", "white", "opponent"}
HEADING_ROWS, LONGEST_TITLE, PIECES, WIDEST = 5, 150, 100, 50


def is_page(head: str) -> bool:
    """Whether a text is HTML."""
    return bool(START.match(head[:4000]))


def page_text(text: str, source: str, max_bytes: int) -> str:
    """The tables of a page that have known headings, and the lines of a player's card.

    The parser fetches nothing and knows no entities but HTML's own characters. Of tables with
    different headings the ones like the longest are kept; a table inside a cell is part of the
    cell. Where there are none, a table typed in a ``<pre>`` is the text.

    Raises
    ------
    InputError
        Where no table has headings that can be read.
    """
    from lxml import etree, html

    if len(text) > max_bytes // SHARE:
        raise InputError(
            f"a page of more than {counted(max_bytes // SHARE, 'character', spec=',')}; save the "
            "table as CSV, or raise the limit with max_bytes",
            source=source,
        )
    parser = html.HTMLParser(
        no_network=True, huge_tree=False, remove_comments=True, remove_pis=True, encoding="utf-8"
    )
    try:
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        raise InputError("an HTML page that cannot be parsed", source=source) from None
    blocks = list(_blocks(root))
    tables = [rows for rows in blocks if _heading(rows)]
    typed = [str(pre.text_content()) for pre in root.iter("pre")]
    if not tables and any("|" in text for text in typed):
        return max(typed, key=len)  # as US Chess sets its crosstables
    if not tables:
        raise InputError(
            "an HTML page without a table of players or games; save the page of the crosstable",
            source=source,
        )
    heading = _heading(max(tables, key=len))
    lines: list[list[str]] = []
    for rows in blocks:
        if own := _heading(rows):
            lines += rows if own == heading else []
        else:
            lines += [row for row in rows if len(row) == 1 or card_field(row[0])]
    return tab_separated(lines)


Rows = list[list[str]]


def _blocks(root: HtmlElement) -> Iterator[Rows]:
    """Titles and tables in the order of the page, each as rows of cells."""
    tables: dict[object, Rows] = {}
    links: dict[object, list[list[Link]]] = {}
    for element in root.iter("h1", "h2", "h3", "p", "table", "tr"):
        if element.tag == "table":
            tables[element], links[element] = [], []
        elif element.tag == "tr":
            table = next(element.iterancestors("table"), None)
            if table is not None and (row := _row(element)):
                tables[table].append(row)
                links[table].append(_links(element))
    for element in root.iter("h1", "h2", "h3", "p", "table"):
        if element.tag == "table":
            rows = _with_links(tables[element], links[element])
            yield rows if _heading(rows) else [row for row in rows if len(row) == 2]
        elif element.tag == "p":
            yield [[t] for t in islice(element.itertext(), PIECES) if tie_break_points(t)]
        elif (title := _plain(element)) and len(title) < LONGEST_TITLE:
            yield [[title]]


Link = tuple[str, str]
"""Federation and start number in the address behind a player's name."""


def _links(element: HtmlElement) -> list[Link]:
    """Of each cell of a row."""
    found: list[Link] = []
    for cell, extra in _spans(element):
        address = next((str(a.get("href", "")) for a in cell.iter("a")), "")
        flag, number = FLAG.search(address), NUMBER.search(address)
        found += [(flag[1] if flag else "", number[1] if number else "")]
        found += [("", "")] * min(extra, WIDEST - len(found))
    return found


def _with_links(rows: Rows, links: list[list[Link]]) -> Rows:
    """A list of pairings with columns for what chess-results has behind the names alone."""
    heading = _heading(rows)
    roles = [column_role(cell) for cell in heading]
    if not {"white", "black"} <= set(roles):
        return rows
    sides = roles.index("white"), roles.index("black")
    shown = [k < len(at) and at[k] for at in links for k in sides]
    if not any(x and x[0] for x in shown):
        return rows
    named = ["White federation", "Black federation", "White number", "Black number"]
    full: Rows = []
    for row, at in zip(rows, links, strict=True):
        if row == heading:
            full.append([*row, *named])
        elif len(row) == len(heading) == len(at):
            full.append([*row, *(at[k][i] for i in (0, 1) for k in sides)])
        else:
            full.append(row)
    return full


def _heading(rows: Rows) -> list[str]:
    """The row of a table's first ones that names players and two things more; else empty."""
    for row in rows[:HEADING_ROWS]:
        roles = {column_role(cell) for cell in row} - {""}
        if roles & NAMED and len(roles) > 2:
            return row
    return []


def _row(element: HtmlElement) -> list[str]:
    cells: list[str] = []
    for cell, extra in _spans(element):
        cells += [_plain(cell)] + [""] * min(extra, WIDEST - len(cells))
    return cells if any(cells) else []


def _spans(element: HtmlElement) -> Iterator[tuple[HtmlElement, int]]:
    """The cells of a row, and over how many columns more each reaches."""
    for cell in islice(element.iterchildren("td", "th"), WIDEST):
        span = str(cell.get("colspan", "1"))
        yield cell, int(span) - 1 if span.isdecimal() and len(span) < 3 else 0


def _plain(element: HtmlElement) -> str:
    """The words in an element, and the colour that a picture in it shows."""
    words: list[str] = []
    for part in islice(element.iter(), PIECES):
        if match := COLOUR.match(str(part.get("class", ""))):
            words.append({"w": "w", "s": "b"}[match.group(1)])
        words += [part.text or "", (part.tail or "") if part is not element else ""]
    return " ".join(" ".join(words).split())
