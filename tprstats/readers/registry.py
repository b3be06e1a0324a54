"""The one list of readers: what each format is called, and how it is told by its content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tprstats.errors import InputError, UnknownNameError
from tprstats.readers._source import Source
from tprstats.records import Event

__all__ = ["READERS", "Reader", "find_reader", "get_reader", "reader"]

ReaderFunction = Callable[..., Event]
Takes = Literal["text", "data", "stream", "source"]


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
        ``sniff(head) -> bool``: whether the beginning (64 KB) is in this format. The head is a
        text, or bytes where the format takes ``"data"`` or ``"source"``.
    function
        ``function(content, source) -> Event``; ``source`` is the name for messages. It raises
        ``InputError`` with the line, and lists what it changed or guessed on the event.
    takes
        What ``content`` is: ``"text"``, the whole as a string with ``\\n`` line ends; ``"data"``,
        the whole as bytes (binary formats); ``"stream"``, the :class:`Source`, for texts read in
        one pass with bounded memory; ``"source"``, the same, as the only argument.
    """

    id: str
    name: str
    sniff: Callable[..., bool]
    function: ReaderFunction
    takes: Takes = "text"

    def knows(self, source: Source) -> bool:
        """Whether the content is in this format, by its first 64 KB."""
        return self.sniff(source.head if self.takes in ("data", "source") else source.head_text)

    def read(self, source: Source) -> Event:
        """The event in the content, in the form that the function takes."""
        if self.takes == "data":
            return self.function(source.data, source.name)
        if self.takes == "source":
            return self.function(source)
        if self.takes == "stream":
            return self.function(source, source.name)
        return self.function(source.text, source.name)


READERS: dict[str, Reader] = {}
"""Every reader by its id, in the order in which formats are tried."""


def reader(
    id: str, name: str, sniff: Callable[..., bool], *, takes: Takes = "text"
) -> Callable[[ReaderFunction], ReaderFunction]:
    """Register a function as the reader of a format; see :class:`Reader` for the fields."""

    def register(function: ReaderFunction) -> ReaderFunction:
        if id in READERS:
            raise ValueError(f"reader {id!r} is registered twice")
        READERS[id] = Reader(id, name, sniff, function, takes)
        return function

    return register


def get_reader(id: str) -> Reader:
    """The reader with this id; an unknown id names the nearest."""
    try:
        return READERS[id]
    except KeyError:
        raise UnknownNameError("file format", id, list(READERS)) from None


def find_reader(source: Source) -> Reader:
    """The first reader (in registry order) that knows the content; else say what was looked for."""
    binary = [r for r in READERS.values() if r.takes in ("data", "source")]
    for candidate in binary:
        if candidate.knows(source):
            return candidate
    source.refuse_binary()
    for candidate in READERS.values():
        if candidate not in binary and candidate.knows(source):
            return candidate
    raise InputError(_resembles(source.head_text) or _looked_for(), source=source.name)


def _looked_for() -> str:
    known = ", ".join(r.name.partition(" (")[0] for r in READERS.values())
    return f"unknown format; looked for: {known}"


def _resembles(head: str) -> str:
    """What a text of a known foreign format is; empty for any other."""
    start = head.lstrip()[:200].casefold()
    if "[tournament info]" in head.casefold():
        return "settings of Swiss Perfect: give the .trn file beside it"
    if start.startswith("<"):
        return "an XML file, which cannot be read: save the table as CSV"
    if start.startswith(("{", "[{", "[[")):
        return "a JSON file, which cannot be read: save the games as PGN or CSV"
    return ""
