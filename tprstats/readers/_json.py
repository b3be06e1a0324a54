"""JSON values one after the other: one a line, or one text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tprstats.errors import InputError
from tprstats.readers._encoding import guessed_encoding
from tprstats.readers._source import Source

__all__ = ["json_lines", "json_value", "text_of"]


def json_value(text: str, source: str, line: int = 1) -> Any:
    """The value of a text that begins in a line of a file; InputError where it is none."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise InputError(
            f"not JSON: {error.msg[:80]} (column {error.colno})",
            source=source,
            line=line + error.lineno - 1,
        ) from None
    except RecursionError:
        raise InputError("JSON nested too deep", source=source, line=line) from None
    except ValueError as error:
        raise InputError(f"not JSON: {str(error)[:80]}", source=source, line=line) from None


def json_lines(content: Source) -> Iterator[tuple[int, Any]]:
    """Each line's value with the line's number, in bounded memory; empty lines are left out."""
    at = 0
    for piece in content.pieces(b"\n"):
        for line in _lines(piece):
            at += 1
            if line.strip():
                yield at, json_value(line, content.name, at)


def text_of(value: Any, *path: str) -> str:
    """The text (or number as text) that lies under some keys; empty where there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return "" if value is None or isinstance(value, dict | list | bool) else str(value)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _lines(piece: bytes) -> list[str]:
    """JSON holds no line feed inside a value, but may hold what ``splitlines`` takes for one."""
    text = piece.decode(guessed_encoding(piece)).removeprefix("\ufeff")
    return text.removesuffix("\n").split("\n")
