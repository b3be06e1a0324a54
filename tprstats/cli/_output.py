"""What a command prints: a result in one of the formats, and remarks beside it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.records.games import printable

if TYPE_CHECKING:
    import pandas as pd

    from tprstats.tables import Table

__all__ = [
    "Format",
    "as_json",
    "chosen_format",
    "forget_remarks",
    "harmless",
    "printed",
    "remark",
    "say",
    "say_remarks",
]


class Format(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"
    LATEX = "latex"
    MARKDOWN = "markdown"
    CSV = "csv"


class Result(Protocol):
    """What every result of the API can do."""

    @property
    def table(self) -> Table: ...
    def to_json(self) -> dict[str, Any]: ...
    def to_html(self) -> str: ...
    def to_latex(self) -> str: ...
    def to_dataframe(self) -> pd.DataFrame: ...


def say(message: str) -> None:
    """A remark or an error: one line on standard error."""
    print(f"tprstats: {harmless(message)}", file=sys.stderr)


_REMARKS: list[str] = []


def remark(message: str) -> None:
    """Something about the input, said on standard error once the result stands there."""
    _REMARKS.append(message)


def say_remarks(most: int | None = None) -> None:
    """What was remarked on so far, each once and in that order; so many of them at most."""
    remarks = list(dict.fromkeys(_REMARKS))
    _REMARKS.clear()
    for message in remarks[:most]:
        say(message)
    if most is not None and len(remarks) > most:
        say(f"and {counted(len(remarks) - most, 'more note')}")


def forget_remarks() -> None:
    """Begin anew: a process can run several commands, and one that was stopped says no more."""
    _REMARKS.clear()


def harmless(text: str) -> str:
    """Text for a terminal, in which a file's name cannot give it commands."""
    return "\n".join(printable(line) for line in text.split("\n"))


def chosen_format(name: Format | None, json_: bool) -> Format:
    """The format asked for; ``--json`` is short for ``--format json``."""
    if json_ and name not in (None, Format.JSON):
        raise TprstatsError(f"--json and --format {name} contradict each other; give one")
    return Format.JSON if json_ else name or Format.TEXT


def as_json(value: Any) -> str:
    """Indented JSON; NaN and infinity are refused, since JSON has neither."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)


def printed(results: Sequence[Result], form: Format) -> str:
    """One or more results in a format; JSON of several is a list."""
    if form is Format.JSON:
        values = [r.to_json() for r in results]
        return as_json(values[0] if len(values) == 1 else values)
    if form is Format.CSV:
        import pandas as pd

        from tprstats.cells import safe_cell

        frame = pd.concat([r.to_dataframe() for r in results], ignore_index=True)
        safe = frame.map(lambda cell: safe_cell(cell) if isinstance(cell, str) else cell)
        return str(safe.to_csv(index=False)).rstrip("\n")
    show: dict[Format, Callable[[Result], str]] = {
        Format.TEXT: str,
        Format.HTML: lambda r: r.to_html(),
        Format.LATEX: lambda r: r.to_latex(),
        Format.MARKDOWN: lambda r: r.table.to_markdown(),
    }
    return "\n\n".join(show[form](r) for r in results)
