"""Excel sheets (.xlsx) as tab-separated text: row 7 of the sheet is line 7 of the text."""

from __future__ import annotations

import contextlib
import csv
import datetime as dt
import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from tprstats.cells import counted
from tprstats.errors import InputError

__all__ = ["SHARE", "is_workbook", "sheet_texts", "tab_separated"]

ZIP = b"PK\x03\x04"
MOST_ROWS, MOST_COLUMNS, MOST_PARTS = 100_000, 256, 2_000
# Sheets are compressed about tenfold and parsed slowly: a part of the limit for plain text.
SHARE = 16
# Excel never writes a document type; one is there to hide entities.
FORBIDDEN = (b"<!DOCTYPE", b"<!ENTITY", "<!DOCTYPE".encode("utf-16-le"))


def is_workbook(head: bytes) -> bool:
    """Whether a file starts as an Excel workbook does: zipped parts of Office's own names."""
    return head.startswith(ZIP) and (b"[Content_Types].xml" in head or b"xl/" in head)


def sheet_texts(data: bytes, name: str, max_bytes: int) -> list[tuple[str, str]]:
    """Title and text of each sheet that has cells, and not too many.

    Nothing is fetched, no entity is expanded, and a workbook that unpacks to more than a
    sixteenth of ``max_bytes`` is refused before it is unpacked.
    """
    _check_parts(data, name, max_bytes // SHARE)
    try:
        sheets = _sheets(data)
    except Exception as error:  # openpyxl lets whatever its parsers raise escape
        why = ascii(str(error)).strip("'\"")[:80] or type(error).__name__
        raise InputError(f"not an Excel file that can be read ({why})", source=name) from None
    filled = [(title, rows) for title, rows in sheets if any(any(row) for row in rows)]
    if not filled:
        raise InputError("every sheet is empty", source=name)
    fitting = [x for x in filled if not _too_large(x[1])]
    if not fitting:
        raise InputError(
            f"sheet {filled[0][0]!r} has more than {counted(MOST_ROWS, 'row', spec=',')} or "
            f"{MOST_COLUMNS} columns",
            source=name,
        )
    return [(title, tab_separated(rows)) for title, rows in fitting]


def _too_large(rows: Sequence[Sequence[str]]) -> bool:
    return len(rows) > MOST_ROWS or any(len(row) > MOST_COLUMNS for row in rows)


def tab_separated(rows: Iterable[Sequence[str]]) -> str:
    """Rows as lines, all of the same width, so that no other delimiter is guessed.

    Examples
    --------
    >>> tab_separated([["A title"], ["Name", "Rtg"]])
    'A title\\t\\nName\\tRtg\\n'
    """
    lines = [[" ".join(cell.split()) for cell in row] for row in rows]
    width = max((len(line) for line in lines), default=0)
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerows(line + [""] * (width - len(line)) for line in lines)
    return out.getvalue()


def _check_parts(data: bytes, name: str, limit: int) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            names = {part.filename for part in parts}
            if "[Content_Types].xml" not in names or not any(n.startswith("xl/") for n in names):
                raise InputError("a zip file, not an Excel (.xlsx) one: unpack it", source=name)
            # The sizes in the directory are what zipfile unpacks at most.
            if sum(part.file_size for part in parts) > limit or len(parts) > MOST_PARTS:
                raise InputError(
                    f"unpacks to more than {counted(limit, 'byte', spec=',')}; save the sheet as "
                    "CSV, or raise the limit with max_bytes",
                    source=name,
                )
            for part in parts:
                content = archive.read(part)
                if any(word in content for word in FORBIDDEN):
                    raise InputError(f"{part.filename} declares a document type", source=name)
    except InputError:
        raise
    except Exception as error:  # damaged archives raise many things: zlib, struct, OS errors
        why = ascii(str(error)).strip("'\"")[:80] or type(error).__name__
        raise InputError(f"a damaged zip or Excel file ({why})", source=name) from None


def _sheets(data: bytes) -> list[tuple[str, list[list[str]]]]:
    import warnings

    import openpyxl

    # It prints remarks on styles, which a program's output is no place for.
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")  # of styles and extensions that do not concern cells
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        try:
            return [(sheet.title, _rows(sheet)) for sheet in book.worksheets]
        finally:
            book.close()


def _rows(sheet: Any) -> list[list[str]]:
    """The cells as texts; stops above the limits, which is noticed by the caller."""
    sheet.reset_dimensions()  # what it states may be wrong
    found: list[list[str]] = []
    for row in sheet.iter_rows(min_row=1, max_col=MOST_COLUMNS + 1, values_only=True):
        empty = row.count(None) == len(row)  # at the speed of C: rows left out come by the thousand
        found.append([] if empty else _trimmed([_text(value) for value in row]))
        if len(found) > MOST_ROWS:
            break
    while found and not found[-1]:
        found.pop()
    return found


def _trimmed(cells: list[str]) -> list[str]:
    end = len(cells)
    while end and not cells[end - 1]:
        end -= 1
    return cells[:end]


def _text(value: object) -> str:
    """A cell as one would type it into a CSV file."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, dt.datetime):
        day = value.date().isoformat()
        return day if value.time() == dt.time() else f"{day} {value.time():%H:%M:%S}"
    return str(value).replace("_x000D_", " ")
