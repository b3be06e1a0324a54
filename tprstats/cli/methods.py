"""``tprstats methods``: the rules and the interval methods, and what they do in hard cases."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tprstats.cli import _options as o
from tprstats.cli._output import Format, as_json, chosen_format
from tprstats.errors import TprstatsError

if TYPE_CHECKING:
    from tprstats.estimators import Rule
    from tprstats.intervals import IntervalMethod
    from tprstats.tables import Table

__all__ = ["methods_command", "methods_table"]

# Fields of a rule or an interval method, and their headings: on a terminal, and in full.
SHORT = {
    "id": "id",
    "at_zero": "at 0 %",
    "at_perfect": "at 100 %",
    "unrated": "unrated opponents",
    "at_edges": "at 0 % and 100 %",
    "advice": "when to use it",
}
FULL = {
    "id": "id",
    "name": "name",
    "formula": "formula",
    "rounding": "rounding",
    "at_zero": "at 0 %",
    "at_perfect": "at 100 %",
    "unrated": "unrated opponents",
    "at_edges": "at 0 % and 100 %",
    "advice": "when to use it",
    "source": "source",
}

Ids = Annotated[
    list[str] | None, typer.Argument(metavar="[ID]...", help="Show these in full; default all.")
]
Intervals = Annotated[bool, typer.Option("--intervals", help="The interval methods instead.")]


def methods_command(
    ids: Ids = None,
    intervals: Intervals = False,
    format_: o.FormatName = None,
    json_: o.Json = False,
) -> str:
    """List the rules, and what they do in hard cases.

    At 0 %, at 100 %, and with unrated opponents; --intervals lists the interval methods.
    """
    from tprstats.estimators import RULES, get_rule
    from tprstats.intervals import INTERVALS, get_interval

    form = chosen_format(format_, json_)
    chosen: list[Rule | IntervalMethod]
    if intervals:
        chosen = [get_interval(i) for i in ids or INTERVALS]
    else:
        chosen = [get_rule(i) for i in ids or RULES]
    if form is Format.JSON:
        return as_json([described(x) for x in chosen])
    if form is Format.TEXT and ids:
        return "\n\n".join(card(x) for x in chosen)
    if form is Format.TEXT:
        return str(methods_table(chosen, SHORT))
    table = methods_table(chosen, FULL)
    show = {
        Format.MARKDOWN: table.to_markdown,
        Format.HTML: table.to_html,
        Format.LATEX: table.to_latex,
    }
    if form not in show:
        raise TprstatsError(f"--format {form}: methods prints text, {', '.join(show)} or json")
    return show[form]()


def methods_table(chosen: Sequence[Rule | IntervalMethod], columns: dict[str, str]) -> Table:
    """One row a method; columns that its kind does not have are left out."""
    from tprstats.tables import Table

    shown = {name: head for name, head in columns.items() if hasattr(chosen[0], name)}
    rows = [[getattr(x, name) for name in shown] for x in chosen]
    return Table(list(shown.values()), rows, "l" * len(shown))


def described(method: Rule | IntervalMethod) -> dict[str, Any]:
    """Every field but the function, as plain values."""
    values = {f.name: getattr(method, f.name) for f in fields(method) if f.name != "function"}
    return values | {"needs": sorted(method.needs)}


def card(method: Rule | IntervalMethod) -> str:
    """One method in full, a field a line."""
    values = described(method)
    head = f"{values.pop('id')}: {values.pop('name')}"
    lines = [head]
    for name, value in values.items():
        text = ", ".join(value) if isinstance(value, list) else "" if value is None else str(value)
        label = f"  {name.replace('_', ' ')}: "
        lines += textwrap.wrap(label + (text or "-"), 80, subsequent_indent=" " * 4)
    return "\n".join(lines)
