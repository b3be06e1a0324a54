"""Compressed files as streams of what is in them: gzip, bzip2, zstd, and a zip of one file."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
from typing import IO, Any

from tprstats.errors import InputError

__all__ = ["unpacked", "unpacking_errors"]

LAYERS = 3
"""A compressed file in a compressed file is read, a nest of them is not."""
OFFICE = ("[Content_Types].xml", "mimetype")
"""What a zip holds that is one document itself (.xlsx, .ods)."""


def unpacked(file: io.BufferedReader, name: str) -> io.BufferedReader:
    """The stream inside a compressed file, told by its first bytes; any other file as it is.

    Nothing is unpacked ahead of what is read, so a limit on what is read is a limit on memory.

    Examples
    --------
    >>> import gzip
    >>> packed = io.BufferedReader(io.BytesIO(gzip.compress(b"1-0")))
    >>> unpacked(packed, "game.pgn.gz").read()
    b'1-0'
    """
    for _ in range(LAYERS):
        magic = file.peek(4)[:4]
        opener = next((o for start, o in OPENERS.items() if magic.startswith(start)), None)
        inner = None if opener is None else opener(file, name)
        if inner is None:
            return file
        file = io.BufferedReader(inner, 1 << 16)
    raise InputError("compressed again and again: unpack it first", source=name)


def unpacking_errors() -> tuple[type[Exception], ...]:
    """What a damaged or cut off file raises while it is read."""
    found: tuple[type[Exception], ...] = (EOFError, zlib.error, zipfile.BadZipFile, OSError)
    try:
        import zstandard
    except ImportError:
        return found
    return (*found, zstandard.ZstdError)


def _gzip(file: IO[bytes], name: str) -> Any:
    import gzip

    return gzip.GzipFile("", "rb", fileobj=file)


def _bzip2(file: IO[bytes], name: str) -> Any:
    import bz2

    return bz2.BZ2File(file)


def _zstd(file: IO[bytes], name: str) -> Any:
    try:
        import zstandard
    except ImportError:
        raise InputError(
            "a zstd file, which needs the package zstandard: pip install zstandard, or unpack it",
            source=name,
        ) from None
    # Frames written one after the other are one file, as in the database of lichess.
    return zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)


def _zip(file: IO[bytes], name: str) -> Any:
    """The only file in a zip; None for an office document."""
    if not file.seekable():
        raise InputError("a zip file from a pipe: give the file itself", source=name)
    try:
        archive = zipfile.ZipFile(file)
        members = [m for m in archive.infolist() if m.filename and not m.is_dir()]
        if any(m.filename in OFFICE for m in members):
            file.seek(0)
            return None
        if len(members) != 1:
            raise InputError(f"a zip of {len(members)} files: unpack it, give one", source=name)
        return archive.open(members[0])
    except InputError:
        raise
    except Exception as error:  # a damaged directory raises what its parts happen to raise
        # The message may quote names of files as they stand in the zip.
        why = ascii(str(error)).strip("'\"")[:80]
        raise InputError(f"a zip file that cannot be unpacked: {why}", source=name) from None


OPENERS: dict[bytes, Callable[[IO[bytes], str], Any]] = {
    b"\x1f\x8b": _gzip,
    b"BZh": _bzip2,
    b"\x28\xb5\x2f\xfd": _zstd,
    b"PK\x03\x04": _zip,
}
