"""The one way in: a path, standard input or bytes become an event."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from tprstats.errors import InputError
from tprstats.readers._columns import check_roles
from tprstats.readers._source import MAX_BYTES, MAX_LINE, open_source
from tprstats.readers.registry import find_reader, get_reader
from tprstats.records import Event, Record
from tprstats.records.plausible import doubtful_ratings

__all__ = ["read"]


def read(
    source: str | os.PathLike[str] | bytes,
    *,
    kind: str | None = None,
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
    max_bytes: int = MAX_BYTES,
    max_line: int = MAX_LINE,
) -> Event:
    """Read an event or a game log from a file.

    Parameters
    ----------
    source
        A path, ``"-"`` for standard input, or the bytes of a file; gzip, bzip2, zstd and a zip
        of one file are unpacked on the way.
    kind
        The id of the format; told by content where it is left out.
    encoding
        The encoding of the text; UTF-8 (or what a byte order mark says) where it is left out,
        and a Western code page, noted, where the bytes are not UTF-8.
    columns
        For a table whose headings are not known: heading to role, as in
        ``{"Gegn.-Zahl": "opponent_rating"}`` (docs/files.md lists the roles).
    max_bytes
        More than this, unpacked, is refused.
    max_line
        A longer line, or game of a PGN, is refused.

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
    check_roles(columns or {})
    limits = {"max_bytes": max_bytes, "max_line": max_line}
    with open_source(source, encoding=encoding, **limits) as opened:
        opened.columns = dict(columns or {})
        try:
            event = (chosen or find_reader(opened)).read(opened)
        except InputError as error:
            if error.source is None:
                raise InputError(error.what, source=opened.name, line=error.line) from None
            raise
    notes = opened.adjustments + event.adjustments
    return replace(event, records=_looked_over(event), source=opened.name, adjustments=notes)


def _looked_over(event: Event) -> tuple[Record, ...]:
    """The records, with a note in those that have a rating which looks like a slip."""
    records = []
    for r in event.records:
        notes = doubtful_ratings(r.games, r.player.rating, totals=r.totals)
        # A file that was converted may hold the note already.
        notes = tuple(n for n in notes if n not in r.adjustments)
        records.append(replace(r, adjustments=r.adjustments + notes) if notes else r)
    return tuple(records)
