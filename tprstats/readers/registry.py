"""The one list of readers: what each format is called, and how it is told by its content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tprstats.errors import InputError, UnknownNameError
from tprstats.records import Event

__all__ = ["READERS", "Reader", "find_reader", "get_reader", "reader"]

ReaderFunction = Callable[[str, str], Event]
SNIFF_CHARACTERS = 1 << 16


@dataclass(frozen=True)
class Reader:
    """One file format.

    Parameters
    ----------
    id
        The name used for ``read(..., kind=id)``.
    name
        What it looks like, in a few words (printed when no format fits).
    sniff
        ``sniff(head) -> bool``: whether the beginning of a text (64 KB) is in this format.
    function
        ``function(text, source) -> Event``; ``source`` is the name for messages. It raises
        ``InputError`` with the line, and lists what it changed or guessed on the event.
    """

    id: str
    name: str
    sniff: Callable[[str], bool]
    function: ReaderFunction


READERS: dict[str, Reader] = {}


def reader(
    id: str, name: str, sniff: Callable[[str], bool]
) -> Callable[[ReaderFunction], ReaderFunction]:
    """Register a function as the reader of a format; see :class:`Reader` for the fields."""

    def register(function: ReaderFunction) -> ReaderFunction:
        if id in READERS:
            raise ValueError(f"reader {id!r} is registered twice")
        READERS[id] = Reader(id, name, sniff, function)
        return function

    return register


def get_reader(id: str) -> Reader:
    """The reader with this id; an unknown id names the nearest."""
    try:
        return READERS[id]
    except KeyError:
        raise UnknownNameError("file format", id, list(READERS)) from None


def find_reader(text: str, source: str) -> Reader:
    """The first reader (in registry order) that knows the text; else say what was looked for."""
    head = text[:SNIFF_CHARACTERS]
    for candidate in READERS.values():
        if candidate.sniff(head):
            return candidate
    raise InputError(_resembles(head) or _looked_for(), source=source)


def _looked_for() -> str:
    return "unknown format; looked for: " + "; ".join(r.name for r in READERS.values())


def _resembles(head: str) -> str:
    """What a text of a known foreign format is; empty for any other."""
    start = head.lstrip()[:200].casefold()
    if start.startswith(("<!doctype html", "<html", "<table")):
        return "an HTML page, which cannot be read: save the table as CSV"
    if start.startswith("<"):
        return "an XML file, which cannot be read: save the table as CSV"
    if start.startswith(("{", "[{", "[[")):
        return "a JSON file, which cannot be read: save the games as PGN or CSV"
    return ""
