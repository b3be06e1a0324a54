"""What a study's tables and figures ask for, against what its table of measures can hold.

Looked at when the file is read: a misspelt name would otherwise be found after the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tprstats.errors import TprstatsError, UnknownNameError
from tprstats.study.factors import total_rounds
from tprstats.study.groups import group_labels
from tprstats.study.spec import ScaleName, StudySpec
from tprstats.study.words import value_words

__all__ = ["check_shown", "check_shown_at"]

KINDS = ["method", "norm", "interval", "pair", "score"]
OPEN = ("scenario", "value", "mcse", "replicates")
"""Columns whose values nobody knows before the run."""


def check_shown(spec: StudySpec) -> None:
    """Raise an error that names the first column or value that no row can have at any scale.

    Raises
    ------
    TprstatsError
        The message names the table or figure.
    """
    possible = _possible(spec)
    known = [*possible, *OPEN]
    for what, where, columns in _asked(spec):
        for column in (*where, *columns):
            if column not in known:
                raise TprstatsError(f"{what}: {UnknownNameError('column', column, known)}")
        for column, wanted in where.items():
            if column in OPEN:
                continue
            there = possible[column]
            for value in wanted if isinstance(wanted, list | tuple) else [wanted]:
                if value not in there and (value != "" or None not in there):
                    words = ", ".join(value_words("", v) for v in there[:12])
                    raise TprstatsError(
                        f"{what}: no row will have {column} {value_words('', value)}; "
                        f"there will be {words}"
                    )


def check_shown_at(spec: StudySpec, scale: ScaleName, *, figures: bool = False) -> None:
    """Raise an error that names the first value without which a table would be empty.

    A scale simulates a part of the grid (``scale.quick.only``); what it leaves out cannot be shown
    after a run at that scale.

    Parameters
    ----------
    spec, scale
        The study, and what is to be run of it.
    figures
        Whether to look at the figures too, which are drawn where results are published.

    Raises
    ------
    TprstatsError
        The message names the table or figure, the value, and where to put it right.
    """
    every = [s.varied for s in spec.scenarios(scale)]
    rows = [
        {**varied, "after": view}
        for varied, s in zip(every, spec.scenarios(scale), strict=True)
        for view in spec.views(total_rounds(s.factors))
    ]
    shown = spec if figures else spec.model_copy(update={"figures": ()})
    for what, where, _ in _asked(shown):
        left = rows
        for column, wanted in where.items():
            if column not in rows[0]:
                continue
            several = list(wanted) if isinstance(wanted, list | tuple) else [wanted]
            several += [None] if "" in several else []
            kept = [r for r in left if r.get(column) in several]
            if not kept:
                raise TprstatsError(_left_out(spec, scale, what, column, several, left))
            left = kept


def _left_out(
    spec: StudySpec,
    scale: ScaleName,
    what: str,
    column: str,
    wanted: list[Any],
    left: list[dict[str, Any]],
) -> str:
    asked = " or ".join(value_words("", v) for v in wanted)
    there = ", ".join(value_words("", v) for v in dict.fromkeys(r.get(column) for r in left))
    cut = column in spec.scale[scale].only
    advice = (
        f"put it into scale.{scale}.only, or take it out of the {what.partition(' ')[0]}"
        if cut
        else f"take it out of the {what.partition(' ')[0]}"
    )
    return (
        f"{what}: the {scale} scale simulates nothing with {column} {asked} (only {there}), so "
        f"nothing could be shown; {advice}"
    )


def _asked(spec: StudySpec) -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """Name, ``where`` and columns of every table and figure."""
    for t in spec.tables:
        yield f"table {t.name!r}", t.where, (*t.rows, *t.columns)
    for f in spec.figures:
        spread = (f.x, f.y, f.series, f.panels, *f.loops)
        yield f"figure {f.name!r}", f.where, tuple(c for c in spread if c)


def _possible(spec: StudySpec) -> dict[str, list[Any]]:
    """The values that each column can have, over both scales."""
    scenarios = [*spec.scenarios("full"), *spec.scenarios("quick")]
    found: dict[str, list[Any]] = {c: [] for s in scenarios for c in s.varied}
    found["after"] = []
    for s in scenarios:
        for column, value in s.varied.items():
            if value not in found[column]:
                found[column].append(value)
        found["after"] += [
            v for v in spec.views(total_rounds(s.factors)) if v not in found["after"]
        ]
    names = [*spec.columns, *(i.name for i in spec.intervals)]
    return {
        **found,
        "group": [label for g in spec.groups for label in group_labels(g)],
        "kind_of": KINDS,
        "name": [*names, *(f"{a} - {b}" for a, b in spec.pairs), "(scores)"],
        "measure": list(spec.measures),
    }
