"""The games of a PGN of any size: headers found at the speed of array operations.

A comment never reaches over an empty line and an Event tag (`_pgn_scan`), so a file falls apart
there, whatever the moves are: between two such places stands one game in nearly all files. Where
the lines that look like tags are one block at the start, well formed, with one Event, that is the
game, and its tags wait as bytes until they are asked for. All else goes to the careful scanner,
which is also the reference that this one is tested against.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from tprstats.readers._encoding import guessed_encoding
from tprstats.readers._notes import Notes
from tprstats.readers._pgn_scan import FIRST_MOVES, LAST_MOVES, Headers, scan_headers

__all__ = ["GAME_END", "GAME_START", "RawHeaders", "scan_games"]

Indices = NDArray[np.int64]

GAME_END, GAME_START = b"\n\n", b'[Event "'
NEWLINE, TAB, BLANK, QUOTE, OPEN, CLOSE, BACKSLASH = b'\n\t "[]\\'
INDENTED_TAG = re.compile(rb"[ \t]++\[[ \t]*+[A-Za-z]|\[[ \t]++[A-Za-z]")
FIRST_TAG = re.compile(rb"^[ \t]*+\[[ \t]*+[A-Za-z]", re.MULTILINE)
MARK = b"\xef\xbb\xbf"


class RawHeaders:
    """A game whose tags are decoded when they are asked for; otherwise like :class:`Headers`."""

    __slots__ = ("_ending", "_head", "_notes", "_opening", "_tags", "line")

    def __init__(self, line: int, head: bytes, opening: bytes, ending: bytes, notes: Notes) -> None:
        self.line = line
        self._head, self._opening, self._ending = head, opening, ending
        self._notes = notes
        self._tags: dict[str, str] | None = None

    @property
    def tags(self) -> dict[str, str]:
        """The tag pairs."""
        if self._tags is None:
            text = _decoded(self._head, self.line, self._notes)
            # The head is known to be lines of two quotes each: Name "Value.
            parts = text[1:-3].replace('"]\n[', ' "').split(' "')
            names = parts[::2]
            found = dict(zip(names, parts[1::2], strict=False))
            known = 2 * len(found) == len(parts) and "".join(names).isidentifier()
            if not known or "\\" in text:
                found = next(scan_headers(text, self._notes, self.line)).tags
            self._tags = found
        return self._tags

    @property
    def opening(self) -> str:
        """The first moves."""
        return self._opening.decode(errors="replace")

    @property
    def ending(self) -> str:
        """The end of the moves."""
        return self._ending.decode(errors="replace")


def scan_games(pieces: Iterable[bytes], notes: Notes) -> Iterator[Headers | RawHeaders]:
    """The headers of each game, in file order.

    Parameters
    ----------
    pieces
        The file with ``\\n`` line ends, cut only between ``GAME_END`` and ``GAME_START``
        (:meth:`Source.pieces`).
    notes
        Gets what had to be changed.

    Examples
    --------
    >>> games = b'[Event "A"]\\n\\n1. e4 { [Event "x"] } *\\n\\n[Event "B"]\\n\\n1-0\\n'
    >>> [g.tags["Event"] for g in scan_games([games], Notes())]
    ['A', 'B']
    """
    line, first = 1, True
    for piece in pieces:
        # Files that were put one after the other keep their byte order marks.
        whole = piece.replace(MARK, b"") if MARK[:1] in piece else piece
        whole = whole if whole.endswith(b"\n") else whole + b"\n"
        segments, newlines = _segments(whole)
        if first:
            segments = _without_preface(whole, segments, notes)
        first = False
        yield from _piece(whole, segments, line, notes)
        line += newlines


def _piece(
    piece: bytes, segments: list[Segment], line: int, notes: Notes
) -> Iterator[Headers | RawHeaders]:
    for start, head, end, at, simple in segments:
        if simple:
            opening = piece[head : min(end, head + FIRST_MOVES)]
            ending = piece[max(head, end - LAST_MOVES) : end]
            yield RawHeaders(line + at, piece[start:head], opening, ending, notes)
        else:
            text = _decoded(piece[start:end], line + at, notes)
            yield from scan_headers(text, notes, line + at)


def _without_preface(piece: bytes, segments: list[Segment], notes: Notes) -> list[Segment]:
    """The segments of the first piece, without a first that has no tag."""
    _, _, end, _, plain = segments[0]
    if plain or len(segments) == 1 or FIRST_TAG.search(piece, 0, end):
        return segments
    if piece[:end].strip():
        notes.add("text before the first game: left out", line=1)
    return segments[1:]


def _decoded(data: bytes, line: int, notes: Notes) -> str:
    """As UTF-8, else in a Western code page: files put together may have several encodings."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        guess = guessed_encoding(data)
        notes.add(f"not UTF-8: read as {guess}; if names look wrong, convert --encoding", line=line)
        return data.decode(guess)


Segment = tuple[int, int, int, int, bool]
"""Where it starts, its tags end and it ends; its line, from 0; whether it is plain."""


def _segments(piece: bytes) -> tuple[list[Segment], int]:
    """The segments of a piece that ends with a line feed, and how many lines it has.

    A segment runs from one border to the next. It is plain if its lines that may be tags stand
    together at its start, are each ``[Name "..."]``, and only the first is Event.
    """
    a = np.frombuffer(piece, dtype=np.uint8)
    ends = np.flatnonzero(a == NEWLINE)
    begins = np.empty_like(ends)
    begins[0], begins[1:] = 0, ends[:-1] + 1
    first = a[begins]
    second = a[np.minimum(begins + 1, a.size - 1)] | np.uint8(32)
    tag = (first == OPEN) & (second >= 97) & (second <= 122)
    event = tag & (second == 101)
    event[event] = _are_events(a, begins[event])

    # Borders: an Event line after an empty one. The first segment starts with the piece.
    empty = ends == begins
    border = event.copy()
    border[1:] &= empty[:-1]
    border[0] = True
    lines = np.flatnonzero(border)
    stops = np.append(lines[1:], ends.size)

    tags = np.flatnonzero(tag)
    low, high = np.searchsorted(tags, lines), np.searchsorted(tags, stops)
    several = high - low
    last = lines + several  # the line after the last tag, if they stand together
    together = several > 0
    together[together] = tags[high[together] - 1] == last[together] - 1
    together &= event[lines]
    plain = together & (_sums(event, lines, stops) == 1)

    odd = ~_well_formed(piece, a, begins, ends, tag)
    odd |= _may_be_tags(piece, begins, first, second)
    plain &= _sums(odd, lines, stops) == 0

    starts = begins[lines]
    finish = np.append(starts[1:], a.size)
    heads = np.where(plain, begins[np.minimum(last, ends.size - 1)], starts)
    heads = np.where(plain & (last == ends.size), a.size, heads)
    columns = (starts, heads, finish, lines, plain)
    return list(zip(*(column.tolist() for column in columns), strict=True)), ends.size


def _are_events(a: NDArray[np.uint8], begins: Indices) -> NDArray[np.bool_]:
    wanted = np.frombuffer(GAME_START, dtype=np.uint8)
    at = np.minimum(begins[:, None] + np.arange(wanted.size), a.size - 1)
    return np.asarray((a[at] == wanted).all(axis=1))


def _sums(flags: NDArray[np.bool_], lines: Indices, stops: Indices) -> Indices:
    """How many flags stand in each segment."""
    total = np.concatenate(([0], np.cumsum(flags)))
    return np.asarray(total[stops] - total[lines])


def _well_formed(
    piece: bytes, a: NDArray[np.uint8], begins: Indices, ends: Indices, tag: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether a line is no tag, or one of two quotes that ends with ``"]``."""
    quotes = np.flatnonzero(a == QUOTE)
    slashes = np.flatnonzero(a == BACKSLASH) if b"\\" in piece else quotes[:0]
    if slashes.size:
        quotes = quotes[a[quotes - 1] != BACKSLASH]
        slashes = slashes[a[np.minimum(slashes + 1, a.size - 1)] != QUOTE]
    upto = np.searchsorted(quotes, ends)
    held = np.diff(upto, prepend=0)
    closed = (a[np.maximum(ends - 1, 0)] == CLOSE) & (a[np.maximum(ends - 2, 0)] == QUOTE)
    good = (held == 2) & closed
    if slashes.size:
        good &= np.diff(np.searchsorted(slashes, ends), prepend=0) == 0
    return np.asarray(good | ~tag)


def _may_be_tags(
    piece: bytes, begins: Indices, first: NDArray[np.uint8], second: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Lines with blanks before or in the bracket of what may be a tag."""
    found = np.zeros(begins.size, dtype=bool)
    doubtful = (first == BLANK) | (first == TAB)
    doubtful |= (first == OPEN) & ((second == BLANK) | (second == (TAB | 32)))
    for k in np.flatnonzero(doubtful):
        found[k] = INDENTED_TAG.match(piece, begins[k]) is not None
    return found
