"""The one way in: a path, standard input or bytes become an event."""

from __future__ import annotations

import os
from dataclasses import replace

from tprstats.errors import InputError
from tprstats.readers._source import MAX_BYTES, load
from tprstats.readers.registry import find_reader, get_reader
from tprstats.records import Event

__all__ = ["read"]


def read(
    source: str | os.PathLike[str] | bytes,
    *,
    kind: str | None = None,
    encoding: str | None = None,
    max_bytes: int = MAX_BYTES,
) -> Event:
    """Read an event or a game log from a file.

    Parameters
    ----------
    source
        A path, ``"-"`` for standard input, or the bytes of a file.
    kind
        The id of the format; told by content where it is left out.
    encoding
        The encoding of the text; UTF-8 (or what a byte order mark says) where it is left out,
        and a Western code page, noted, where the bytes are not UTF-8.
    max_bytes
        Larger files are refused.

    Returns
    -------
    Event
        With every change, omission and guess in ``adjustments``.

    Raises
    ------
    InputError
        For anything that cannot be used, with the file and where known the line.
    UnknownNameError
        For a ``kind`` that is not there.

    Examples
    --------
    >>> event = read(b"rating,result\\n2300,1\\n2250,0.5\\n-,1\\n")
    >>> event.kind, event.records[0].half_points, len(event.records[0].rated())
    ('log', 5, 2)
    """
    chosen = None if kind is None else get_reader(kind)
    loaded = load(source, encoding=encoding, max_bytes=max_bytes)
    if chosen is None:
        chosen = find_reader(loaded.text, loaded.name)
    try:
        event = chosen.function(loaded.text, loaded.name)
    except InputError as error:
        if error.source is None:
            raise InputError(error.what, source=loaded.name, line=error.line) from None
        raise
    return replace(event, source=loaded.name, adjustments=loaded.adjustments + event.adjustments)
