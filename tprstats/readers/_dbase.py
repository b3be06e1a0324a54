"""Tables in dBase III files, as old chess programs keep them."""

from __future__ import annotations

import struct

__all__ = ["dbase_fields", "dbase_rows"]

HEADER, DESCRIPTOR, END = 32, 32, 0x0D
DELETED = b"*"


def dbase_fields(data: bytes) -> list[tuple[str, int]]:
    """Name and width of each field; empty where the bytes are no dBase III table.

    Source: the layout of dBase III headers (byte 0 is 3; 4-7 rows, 8-9 length of the header, 10-11
    length of a row; then 32 bytes a field, name in the first 11, width in byte 16; 0x0D ends).
    """
    if len(data) < HEADER + DESCRIPTOR or data[0] != 3:
        return []
    _, start, row = struct.unpack_from("<IHH", data, 4)
    fields: list[tuple[str, int]] = []
    at = HEADER
    while at + DESCRIPTOR <= min(start, len(data)) and data[at] != END:
        name = data[at : at + 11].split(b"\0")[0]
        if not name.isascii() or not name.replace(b"_", b"").isalnum():
            return []
        fields.append((name.decode("ascii"), data[at + 16]))
        at += DESCRIPTOR
    return fields if sum(width for _, width in fields) + 1 == row else []


def dbase_rows(data: bytes) -> list[dict[str, str]]:
    """The rows that are not deleted, each as texts by field, without what follows a NUL."""
    fields = dbase_fields(data)
    count, start, width = struct.unpack_from("<IHH", data, 4)
    rows = []
    for at in range(start, min(start + count * width, len(data) - width + 1), width):
        if data[at : at + 1] == DELETED:
            continue
        at += 1
        cells = {}
        for name, size in fields:
            raw = data[at : at + size].split(b"\0")[0]
            cells[name] = raw.decode("cp1252", "replace").strip()
            at += size
        rows.append(cells)
    return rows
