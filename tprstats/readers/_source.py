"""Where a text comes from: how large it may be, whether it is text, and how it is encoded."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from tprstats.errors import InputError
from tprstats.records import Adjustment

__all__ = ["MAX_BYTES", "Source", "load"]

MAX_BYTES = 512 * 2**20
CHUNK = 1 << 20

MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a zip or Excel (.xlsx) file: save the sheet as CSV, or unpack it"),
    (b"\xd0\xcf\x11\xe0", "an old Excel (.xls) file: save the sheet as CSV"),
    (b"\x1f\x8b", "a gzip file: unpack it first"),
    (b"BZh", "a bzip2 file: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstd file: unpack it first"),
    (b"%PDF", "a PDF file: no table can be read from it"),
    (b"SQLite format 3\0", "an SQLite database: export the event as TRF"),
)
# Bytes that text does not hold; line ends, tab, form feed and DOS end-of-file are allowed.
CONTROL = bytes(c for c in range(32) if c not in b"\t\n\v\f\r\x1a")
# Not assigned in cp1252: a file that holds one is in another code page.
NOT_CP1252 = b"\x81\x8d\x8f\x90\x9d"


@dataclass(frozen=True)
class Source:
    """A text with ``\\n`` line ends, its name for messages, and what was guessed about it."""

    name: str
    text: str
    adjustments: tuple[Adjustment, ...] = ()


def load(
    source: str | os.PathLike[str] | bytes, *, encoding: str | None, max_bytes: int = MAX_BYTES
) -> Source:
    """The text of a path, of standard input (``"-"``) or of bytes."""
    if isinstance(source, bytes):
        name, data = "bytes", source[: max_bytes + 1]
    elif source == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed; give a file", source="stdin")
        name, data = "stdin", _read_up_to(sys.stdin.buffer, max_bytes + 1)
    else:
        name, data = os.fspath(source), _read_file(Path(source), max_bytes + 1)
    if len(data) > max_bytes:
        raise InputError(
            f"larger than {max_bytes:,} bytes; split it, or raise the limit with max_bytes",
            source=name,
        )
    if not data.strip(b" \t\r\n\v\f\x1a\0\xef\xbb\xbf"):
        raise InputError("the file is empty", source=name)
    text, adjustments = _decode(data, name, encoding)
    return Source(name, text.replace("\r\n", "\n").replace("\r", "\n"), adjustments)


def _read_file(path: Path, limit: int) -> bytes:
    name = str(path)
    try:
        with path.open("rb") as file:
            return _read_up_to(file, limit)
    except FileNotFoundError:
        raise InputError("no such file; check the path", source=name) from None
    except IsADirectoryError:
        raise InputError("a folder, not a file; name a file in it", source=name) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot be read: {why}", source=name) from None


def _read_up_to(file: BinaryIO, limit: int) -> bytes:
    chunks, size = [], 0
    while size < limit and (chunk := file.read(min(CHUNK, limit - size))):
        chunks.append(chunk)
        size += len(chunk)
    return b"".join(chunks)


def _decode(data: bytes, name: str, encoding: str | None) -> tuple[str, tuple[Adjustment, ...]]:
    for magic, what in MAGIC:
        if data.startswith(magic):
            raise InputError(what, source=name)
    if encoding is not None:
        try:
            return _text(data.decode(encoding), name), ()
        except LookupError:
            raise InputError(f"no encoding {encoding!r}; try utf-8 or cp1252") from None
        except UnicodeError:
            raise InputError(
                f"not in the encoding {encoding}; leave it out to have it guessed", source=name
            ) from None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return _text(data.decode("utf-16"), name), ()
        except UnicodeError:
            raise InputError("binary data, not text", source=name) from None
    head = data[: 1 << 16]
    if b"\0" in data or len(head) - len(head.translate(None, CONTROL)) > len(head) // 100:
        raise InputError(
            "binary data, not text; give a TRF, PGN or CSV file", source=name, line=_line(data)
        )
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        guess = "latin-1" if any(c in data for c in NOT_CP1252) else "cp1252"
        note = Adjustment(
            f"not UTF-8: read as {guess}; give the encoding if names look wrong",
            line=data.count(b"\n", 0, error.start) + 1,
        )
        return data.decode(guess), (note,)


def _text(text: str, name: str) -> str:
    if "\0" in text:
        raise InputError("binary data, not text; give a TRF, PGN or CSV file", source=name)
    return text.removeprefix("\ufeff")


def _line(data: bytes) -> int | None:
    where = data.find(b"\0")
    return None if where < 0 else data.count(b"\n", 0, where) + 1
