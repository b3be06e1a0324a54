"""Published tables of a study: measures with their Monte Carlo errors."""

from __future__ import annotations

from typing import Any

from tprstats.cells import counted
from tprstats.study.choice import Choice, Row, choose
from tprstats.study.factors import RecordFactors
from tprstats.study.finished import StudyResult
from tprstats.study.spec_parts import TableSpec
from tprstats.study.words import (
    cell_text,
    column_words,
    label,
    measure_words,
    value_words,
)
from tprstats.tables import Table

__all__ = ["conditions", "row_text", "study_table"]

ESTIMANDS = {
    "event": "strength in the event",
    "long-run": "long-run strength",
    "published": "published rating",
}


def conditions(result: StudyResult, rows: tuple[Row, ...]) -> str:
    """What a reader needs to judge numbers: estimand, replicates, seed and hash.

    Parameters
    ----------
    rows
        The rows that are shown.
    """
    counts = sorted({int(r["replicates"]) for r in rows})
    sampled = [c for c in counts if c > 0]
    how = []
    if sampled:
        few, many = sampled[0], sampled[-1]
        least = "" if few == many else f"{few:,} to "
        how.append(f"{least}{counted(many, 'replicate', spec=',')} a scenario")
    if 0 in counts:
        how.append("or every outcome listed" if sampled else "Every outcome listed (exact)")
    estimand = ESTIMANDS[result.spec.estimand]
    return (
        f"Truth: {estimand}. {' '.join(how)}, seed {result.spec.seed}, "
        f"{result.scale} scale, hash {result.hash[:12]}."
    )


def study_table(result: StudyResult, spec: TableSpec) -> Table:
    """A table of a study's file.

    Cells are those of :func:`~tprstats.study.words.cell_text`; a dash stands where there is
    nothing.

    Raises
    ------
    TprstatsError
        A column that is not there, a value that no row has, or a place with several rows.

    Examples
    --------
    >>> import tempfile
    >>> from tprstats.study import run, template
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = run(template("nine", folder), scale="quick")
    >>> spec = TableSpec(name="t", rows=("spread",), columns=("name",),
    ...                  where={"measure": "undefined", "advantage": 0})
    >>> print(study_table(found, spec))
    spread, Elo            fide           firth
    -----------  --------------  --------------
              0  0 (below 0.60)  0 (below 0.60)
            200  0 (below 0.60)  0 (below 0.60)
    """
    shown = choose(result.rows, spec.where, f"table {spec.name!r}", (*spec.rows, *spec.columns))
    cells = shown.cells((*spec.rows, *spec.columns))
    down, across = shown.keys(spec.rows), shown.keys(spec.columns)
    varied = [k for k, c in enumerate(spec.columns) if len(shown.values(c)) > 1]
    varied = varied or list(range(len(spec.columns)))
    return Table(
        (
            *(column_words(c) for c in spec.rows),
            *(", ".join(label(spec.columns[k], key[k]) for k in varied) for key in across),
        ),
        [
            (
                *(value_words(c, v) for c, v in zip(spec.rows, key, strict=True)),
                *(_cell(cells.get((*key, *other)), result) for other in across),
            )
            for key in down
        ],
        "".join("r" if _numeric(shown.values(c)) else "l" for c in spec.rows) + "r" * len(across),
        _caption(result, spec, shown),
    )


def _cell(row: Row | None, result: StudyResult) -> str:
    return "-" if row is None else row_text(row, result)


def row_text(row: Row, result: StudyResult) -> str:
    """A row's value as :func:`~tprstats.study.words.cell_text` prints it."""
    # None of the replicates bounds a share where they are drawn as games are played; the
    # difference of two shares is none.
    factors = result.scenarios[int(row["scenario"])].factors
    as_played = not (isinstance(factors, RecordFactors) and (factors.tilt or factors.exact_tails))
    return cell_text(
        row["measure"], row["value"], row["mcse"], row["replicates"],
        limited=as_played and row["kind_of"] != "pair",
    )  # fmt: skip


def _numeric(values: list[Any]) -> bool:
    return all(v is None or (isinstance(v, int | float) and v is not True) for v in values)


def _caption(result: StudyResult, spec: TableSpec, shown: Choice) -> str:
    """The author's words, the measure where one alone is shown, and the conditions."""
    said = [f"{spec.caption or spec.name.replace('-', ' ').capitalize()}."]
    measures = shown.values("measure")
    if len(measures) == 1:
        said.append(f"Cells: {measure_words(measures[0])}.")
    said.append(conditions(result, shown.rows))
    if any(r["replicates"] > 0 for r in shown.rows):
        said.append("In brackets the Monte Carlo standard error.")
    cells = [_cell(r, result) for r in shown.rows]
    if any(" (below " in c or " (above " in c for c in cells):
        said.append("Below, above: the exact 95 % limit of a share of none or all replicates.")
    if any(c.endswith(" (?)") for c in cells):
        said.append("(?): too few replicates for an error.")
    return " ".join(s.replace("..", ".") for s in said)
