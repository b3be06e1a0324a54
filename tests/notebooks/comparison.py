"""Compare what the tagged cells of two runs of a notebook say.

A cell with the tag ``check`` is compared: its printed text, the text of its results, and JSON.
Words and whole numbers must be equal, other numbers within a relative difference. Figures and HTML
are left aside: what they show is printed by a tagged cell too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

TAG = "check"
RELATIVE = 1e-9

_NUMBER = re.compile(r"(?<![\w.])[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\w)|\d+(?:\.\d+)?")


def checked_cells(notebook: Any) -> dict[str, Any]:
    """The tagged code cells by their id."""
    return {
        cell.id: cell
        for cell in notebook.cells
        if cell.cell_type == "code" and TAG in cell.metadata.get("tags", [])
    }


def differences(committed: Any, fresh: Any) -> list[str]:
    """What the tagged cells of two runs say differently, one line each; empty where nothing."""
    old, new = checked_cells(committed), checked_cells(fresh)
    if old.keys() != new.keys():
        return [f"tagged cells: {sorted(old)} and {sorted(new)}"]
    return [f"cell {id}: {line}" for id in old for line in _cell(old[id], new[id])]


def said(cell: Any) -> list[str | dict[str, Any]]:
    """What a cell says that can be compared: texts, and JSON values.

    Neighbouring pieces of one stream are one text: where it is cut is up to chance.
    """
    found: list[str | dict[str, Any]] = []
    stream = ""
    for output in cell.outputs:
        if output.output_type == "stream":
            stream += _joined(output.text)
            continue
        if stream:
            found.append(stream)
            stream = ""
        if output.output_type == "error":
            found.append(f"{output.ename}: {output.evalue}")
            continue
        data = output.data
        found.append(
            data["application/json"]
            if "application/json" in data
            else _joined(data.get("text/plain", ""))
        )
    return [*found, stream] if stream else found


def numbers_in(text: str) -> list[str]:
    """The numbers of a text as they stand there."""
    return _NUMBER.findall(text)


def _joined(text: Any) -> str:
    return text if isinstance(text, str) else "".join(text)


def _cell(old: Any, new: Any) -> Iterator[str]:
    before, after = said(old), said(new)
    if len(before) != len(after):
        yield f"{len(before)} outputs became {len(after)}"
        return
    for a, b in zip(before, after, strict=True):
        if isinstance(a, str) and isinstance(b, str):
            yield from _text(a, b)
        else:
            yield from _json(a, b, "")


def _text(old: str, new: str) -> Iterator[str]:
    if _NUMBER.sub("#", old) != _NUMBER.sub("#", new):
        yield f"{old!r} became {new!r}"
        return
    for a, b in zip(numbers_in(old), numbers_in(new), strict=True):
        if not _same(_value(a), _value(b)):
            yield f"{a} became {b}"


def _value(number: str) -> int | float:
    try:
        return int(number)
    except ValueError:
        return float(number)


def _json(old: Any, new: Any, where: str) -> Iterator[str]:
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in old:
            yield from _json(old[key], new[key], f"{where}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for k, (a, b) in enumerate(zip(old, new, strict=True)):
            yield from _json(a, b, f"{where}[{k}]")
    elif not _same(old, new):
        yield f"{where or 'value'}: {old!r} became {new!r}"


def _same(old: Any, new: Any) -> bool:
    if isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=RELATIVE) or (math.isnan(old) and math.isnan(new))
    return type(old) is type(new) and old == new
