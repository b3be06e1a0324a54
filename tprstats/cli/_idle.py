"""Options that were given and change nothing: refused, since silence would look like obedience."""

from __future__ import annotations

import typer

from tprstats.errors import TprstatsError

__all__ = ["refuse_idle"]

GIVEN = ("COMMANDLINE", "ENVIRONMENT")

Row = tuple[bool, str, tuple[str, ...]]


def refuse_idle(context: typer.Context, *rows: Row) -> None:
    """Refuse options that are given on the command line and have no effect.

    Parameters
    ----------
    context
        Of the command: it knows which options were written, and which have their default.
    rows
        Whether some options are idle, why (what to do), and the names of their parameters.
    """
    spelled = {p.name: max(p.opts, key=len) for p in context.command.params}
    for idle, why, names in rows:
        given = [spelled[name] for name in names if _given(context, name)]
        if idle and given:
            raise TprstatsError(f"{', '.join(given)}: without effect here; {why}")


def _given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name in GIVEN
