"""Where content comes from: unpacked, limited in size, and as text, bytes or blocks of bytes."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from tprstats.cells import counted
from tprstats.errors import InputError
from tprstats.readers._columns import renamed
from tprstats.readers._compressed import unpacked, unpacking_errors
from tprstats.readers._encoding import guessed_encoding
from tprstats.records import Adjustment

__all__ = ["MAX_BYTES", "MAX_LINE", "Source", "open_source"]

MAX_BYTES = 512 * 2**20
"""What is read of a file at most, unpacked."""
MAX_LINE = 16 * 2**20
"""The longest line, and the longest game of a PGN."""
HEAD = 1 << 16
BLOCK = 1 << 20

MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a zip or office file that is not read: save the sheet as CSV or XLSX"),
    (b"\xd0\xcf\x11\xe0", "an old Excel (.xls) file: save the sheet as XLSX or CSV"),
    (b"\xfd7zXZ", "an xz file: unpack it first"),
    (b"7z\xbc\xaf", "a 7z file: unpack it first"),
    (b"Rar!", "a RAR file: unpack it first"),
    (b"%PDF", "a PDF file: no table can be read from it"),
    (b"SQLite format 3\0", "an SQLite database: export the event as TRF"),
)
# Bytes that text does not hold; line ends, tab, form feed and DOS end-of-file are allowed.
CONTROL = bytes(c for c in range(32) if c not in b"\t\n\v\f\r\x1a")
UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Source:
    """One file's content, read once, in the form that a reader takes.

    Parameters
    ----------
    stream
        What to read, still packed.
    name
        For messages.
    encoding
        Of the text; None has it guessed.
    max_bytes, max_line
        Limits on the unpacked content and on one line of it.
    """

    def __init__(
        self,
        stream: io.BufferedReader,
        name: str,
        *,
        encoding: str | None = None,
        max_bytes: int = MAX_BYTES,
        max_line: int = MAX_LINE,
    ) -> None:
        self.name, self.encoding = name, encoding
        self.max_bytes, self.max_line = max_bytes, max_line
        self.columns: Mapping[str, str] = {}
        """What headings of a table mean, where the user says so."""
        self.adjustments: tuple[Adjustment, ...] = ()
        self._left = max_bytes
        if encoding is not None:
            _check_encoding(encoding)
        with _unpacking(self.name):
            self._stream = unpacked(stream, name)
        self.head = self._read(HEAD)
        """The first 64 KB."""
        if not self.head.strip(b" \t\r\n\v\f\x1a\0\xef\xbb\xbf") and not self._stream.peek(1):
            raise InputError("the file is empty; save it again, or give another", source=name)

    @cached_property
    def data(self) -> bytes:
        """Everything."""
        return b"".join((self.head, *self._rest()))

    @cached_property
    def text(self) -> str:
        """Everything, decoded, with ``\\n`` line ends; a guess is noted in ``adjustments``."""
        self.refuse_binary()
        data = self.data
        text, self.adjustments = _decoded(data, self.name, self.encoding)
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        at = 0
        while len(text) - at > self.max_line:
            end = text.rfind("\n", at, at + self.max_line + 1)
            if end < 0:
                raise self.too_long(text.count("\n", 0, at) + 1)
            at = end + 1
        return renamed(text, self.columns, self.name) if self.columns else text

    @cached_property
    def head_text(self) -> str:
        """The first 64 KB as text, for the formats to be told apart by."""
        encoding = self.encoding or ("utf-16" if self.head.startswith(UTF16) else "utf-8-sig")
        text = self.head.decode(encoding, errors="replace").removeprefix("\ufeff")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        return renamed(text, self.columns, self.name) if self.columns else text

    def pieces(self, end: bytes, start: bytes = b"") -> Iterator[bytes]:
        """The content in pieces of about a megabyte, with ``\\n`` line ends.

        Each stops after an ``end`` that a ``start`` follows, the last where the content does. In
        UTF-8 where the encoding is given or a byte order mark states it, else as it stands. What
        has no border in ``max_line`` bytes is refused.
        """
        border = end + start
        self.refuse_binary()
        parts: Iterable[bytes] = chain((self.head,), self._rest())
        encoding = self.encoding or ("utf-16" if self.head.startswith(UTF16) else None)
        if encoding is not None:
            parts = self._transcoded(parts, encoding)
        kept, line = b"", 1
        for part in _line_feeds(parts):
            whole = kept + part
            # A border may lie across two parts.
            at = whole.rfind(border, max(0, len(kept) - len(border)))
            cut = at + len(end) if at >= 0 else 0
            if len(whole) - cut > self.max_line:
                raise self.too_long(line + whole.count(b"\n", 0, cut))
            if cut:
                yield whole[:cut]
                line += whole.count(b"\n", 0, cut)
            kept = whole[cut:]
        if kept:
            yield kept

    def refuse_binary(self) -> None:
        """Say what it is where it is no text."""
        for magic, what in MAGIC:
            if self.head.startswith(magic):
                raise InputError(what, source=self.name)
        if self.encoding is not None or self.head.startswith(UTF16):
            return
        control = len(self.head) - len(self.head.translate(None, CONTROL))
        if b"\0" in self.head or control > len(self.head) // 100:
            raise _no_text(self.head, self.name)

    def too_long(self, line: int | None = None) -> InputError:
        """The error for a line, or a game, above the limit."""
        return InputError(
            f"a line or game longer than {counted(self.max_line, 'byte', spec=',')}; raise the "
            "limit with max_line",
            source=self.name,
            line=line,
        )

    def _read(self, size: int) -> bytes:
        """Up to ``size`` bytes, fewer only at the end; more than the limit is refused."""
        with _unpacking(self.name):
            data = self._stream.read(min(size, self._left + 1)) or b""
        self._left -= len(data)
        if self._left < 0:
            raise InputError(
                f"larger than {counted(self.max_bytes, 'byte', spec=',')} (unpacked); split it, or "
                "raise the limit with max_bytes",
                source=self.name,
            )
        return data

    def _rest(self) -> Iterator[bytes]:
        while block := self._read(BLOCK):
            yield block

    def _transcoded(self, blocks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
        decoder = codecs.getincrementaldecoder(encoding)()
        try:
            for block in blocks:
                yield decoder.decode(block).removeprefix("\ufeff").encode()
            yield decoder.decode(b"", final=True).encode()
        except UnicodeError:
            raise _not_in(encoding, self.name) from None


@contextmanager
def _unpacking(name: str) -> Iterator[None]:
    """Turn what a damaged file raises into one line."""
    try:
        yield
    except unpacking_errors() as error:
        said = getattr(error, "strerror", None) or str(error) or "cut off"
        raise InputError(f"cannot be read, damaged or cut off: {said}", source=name) from None


@contextmanager
def open_source(
    source: str | os.PathLike[str] | bytes,
    *,
    encoding: str | None = None,
    max_bytes: int = MAX_BYTES,
    max_line: int = MAX_LINE,
) -> Iterator[Source]:
    """The content of a path, of standard input (``"-"``) or of bytes."""

    def content(stream: io.BufferedReader, name: str) -> Source:
        return Source(stream, name, encoding=encoding, max_bytes=max_bytes, max_line=max_line)

    if isinstance(source, bytes):
        yield content(_buffered(io.BytesIO(source)), "bytes")
    elif source == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed; give a file", source="stdin")
        yield content(_buffered(sys.stdin.buffer), "stdin")
    else:
        with _opened(Path(source)) as file:
            yield content(file, os.fspath(source))


def _buffered(stream: Any) -> io.BufferedReader:
    """A stream whose first bytes can be looked at."""
    return stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(stream)


def _opened(path: Path) -> io.BufferedReader:
    name = str(path)
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise InputError("no such file; check the path", source=name) from None
    except IsADirectoryError:
        raise InputError("a folder, not a file; name a file in it", source=name) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot be read: {why}", source=name) from None


def _line_feeds(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The same with ``\\n`` line ends; a ``\\r\\n`` may lie across two blocks."""
    waiting = b""
    for block in blocks:
        joined = waiting + block if waiting else block
        waiting = b""
        if joined.endswith(b"\r"):
            joined, waiting = joined[:-1], b"\r"
        if b"\r" in joined:
            joined = joined.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        yield joined
    if waiting:
        yield b"\n"


def _decoded(data: bytes, name: str, encoding: str | None) -> tuple[str, tuple[Adjustment, ...]]:
    stated = encoding or ("utf-16" if data.startswith(UTF16) else None)
    if stated is not None:
        try:
            text = data.decode(stated).removeprefix("\ufeff")
        except UnicodeError:
            raise _not_in(encoding, name) from None
        if "\0" in text:
            raise _no_text(data, name)
        return text, ()
    if b"\0" in data:
        raise _no_text(data, name)
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        guess = guessed_encoding(data)
        note = Adjustment(
            f"not UTF-8: read as {guess}; if names look wrong, convert --encoding",
            line=data.count(b"\n", 0, error.start) + 1,
        )
        return data.decode(guess), (note,)


def _check_encoding(encoding: str) -> None:
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise InputError(f"no encoding {encoding!r}; try utf-8 or cp1252") from None


def _not_in(encoding: str | None, name: str) -> InputError:
    if encoding is None:
        return InputError("binary data, not text", source=name)
    return InputError(
        f"not in the encoding {encoding}; leave it out to have it guessed", source=name
    )


def _no_text(data: bytes, name: str) -> InputError:
    where = data.find(b"\0")
    line = None if where < 0 else data.count(b"\n", 0, where) + 1
    return InputError(
        "binary data, not text; give a TRF, PGN, CSV or XLSX file", source=name, line=line
    )
