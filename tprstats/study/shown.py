"""What a study's tables and figures ask for, against what its table of measures can hold.

Looked at when the file is read: a misspelt name would otherwise be found after the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tprstats.errors import TprstatsError, UnknownNameError
from tprstats.study.factors import total_rounds
from tprstats.study.groups import group_labels
from tprstats.study.spec import StudySpec
from tprstats.study.words import value_words

__all__ = ["check_shown"]

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
