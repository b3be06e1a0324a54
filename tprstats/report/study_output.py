"""Publish a study: its measures, tables, figures and where they come from, as files."""

from __future__ import annotations

import html
import json
import textwrap
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from tprstats.cells import counted
from tprstats.files import make_folder, write_whole
from tprstats.report.drawing import save
from tprstats.report.study_figures import study_figure
from tprstats.study.choice import Row
from tprstats.study.finished import StudyResult
from tprstats.study.store import Store, provenance
from tprstats.study.tables import conditions, row_text, study_table
from tprstats.study.words import measure_words
from tprstats.tables import WIDTH, Table

__all__ = ["publish", "summary"]

MOST_LINES = 40
"""Rows of a table that are printed, over all its parts."""

LEAST_ROWS = 8
"""Rows that are printed in any case, in however many parts."""

MOST_ROWS = 30


def publish(result: StudyResult, folder: str | Path) -> list[Path]:
    """Write everything that a reader needs to a folder, each file whole or not at all.

    ``measures.parquet`` (all rows; ``.csv`` too where it is short), every table as ``.md``,
    ``.html`` and ``.tex``, every figure as ``.svg``, ``.png`` and ``.pdf``, and
    ``provenance.json``. All tables and figures are made before the first file is written.

    Parameters
    ----------
    folder
        Made where it is missing; the folder above it has the study's name.

    Returns
    -------
    list of Path
        What was written.

    Raises
    ------
    TprstatsError
        A table or figure of the study's file that cannot be made; nothing is written.

    Examples
    --------
    >>> import tempfile
    >>> from tprstats.study import run, template
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = run(template("nine", folder), scale="quick")
    ...     files = publish(found, Path(folder) / "nine" / "published")
    >>> [f.name for f in files][:4]
    ['measures.csv', 'measures.parquet', 'bias.md', 'bias.html']
    """
    where = Path(folder)
    tables = [(t.name, study_table(result, t)) for t in result.spec.tables]
    figures = [(f.name, study_figure(result, f)) for f in result.spec.figures]
    make_folder(where)
    written = Store(where, result.spec, result.scale).keep_table("measures", result.rows)
    for name, table in tables:
        for ending, text in _as_files(table).items():
            written.append(where / f"{name}.{ending}")
            write_whole(written[-1], text + "\n")
    for name, figure in figures:
        # A table and a figure may have the same name: their endings differ.
        for ending in ("svg", "png", "pdf"):
            written.append(where / f"{name}.{ending}")
            save(figure, written[-1])
    written.append(where / "provenance.json")
    write_whole(written[-1], json.dumps(_provenance(result, where), indent=1) + "\n")
    return written


def _as_files(table: Table) -> dict[str, str]:
    title = html.escape(table.caption.partition(". ")[0])
    page = (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>.number {{ text-align: right; }}</style>\n{table.to_html()}\n</html>"
    )
    return {
        "md": f"{table.caption}\n\n{table.to_markdown()}",
        "html": page,
        "tex": table.to_latex_float(),
    }


def _provenance(result: StudyResult, where: Path) -> dict[str, Any]:
    spec = result.spec
    replicates = {int(row["scenario"]): int(row["replicates"]) for row in _fullest(result)}
    # A second file of a study's folder is run by its path and published apart (published-NAME).
    name, _, second = where.resolve().parent.name, *where.name.partition("published-")[1:]
    if second:
        name = f"experiments/{name}/{second}.toml"
    return {
        "title": spec.title,
        "question": spec.question,
        "estimand": spec.estimand,
        "seed": spec.seed,
        "scale": result.scale,
        "hash": result.hash,
        "study_hash": spec.hash(result.scale),
        "command": f"tprstats study run {name} --scale {result.scale} --publish",
        "scenarios": [
            {
                "scenario": s.index,
                "factors": s.varied,
                "replicates": replicates.get(s.index, 0),
                "why": plan.why,
            }
            for s, plan in zip(result.scenarios, result.plans, strict=True)
        ],
        "failures": [
            {"scenario": s, "replicate": r, "reason": why} for s, r, why in result.failures
        ],
        "versions": provenance(),
    }


def _fullest(result: StudyResult) -> list[Row]:
    """Of each scenario a row that rests on all its replicates; others may rest on some."""
    found: dict[int, Row] = {}
    for row in result.rows:
        had = found.setdefault(int(row["scenario"]), row)
        if int(row["replicates"]) > int(had["replicates"]):
            found[int(row["scenario"])] = row
    return list(found.values())


def summary(result: StudyResult) -> str:
    """A run in words and tables for a terminal of 80 columns.

    A table of the study's file that is too wide is printed in parts, one below the other; of one
    that is too long the first rows. A study without tables shows the range of each measure.
    """
    spec = result.spec
    head = [spec.title, spec.question, conditions(result, tuple(_fullest(result)))]
    parts = [line for text in head if text for line in textwrap.wrap(text, WIDTH)]
    parts += _scenarios(result)
    tables = [(t.name, len(t.rows), study_table(result, t)) for t in spec.tables]
    for name, keys, table in tables or [("ranges", 1, _ranges(result))]:
        parts += ["", *_printed(table, keys, name)]
    return "\n".join(parts)


def _printed(table: Table, keys: int, name: str) -> list[str]:
    """A table as lines within 80 columns, about as many as fit on a screen."""
    lines = textwrap.wrap(table.caption.partition(". ")[0].rstrip("."), WIDTH)
    number = len(table.stacked(keys))
    most = max(LEAST_ROWS, MOST_LINES // number)
    shown = replace(table, rows=table.rows[:most])
    for k, part in enumerate(shown.stacked(keys)):
        lines += ([""] if k else []) + str(part).split("\n")
    more = len(table.rows) - len(shown.rows)
    if more:
        rest = f"--publish writes all of table {name} to {name}.md."
        said = f"... and {counted(more, 'more row')}: {rest}"
        lines += textwrap.wrap(said, WIDTH)
    return lines


def _scenarios(result: StudyResult) -> list[str]:
    """How many, why so many replicates, and what failed."""
    why = Counter(plan.why for plan in result.plans)
    number = len(result.plans)
    said = [f"{counted(number, 'scenario')}:"]
    said += [f"  {count} with {text}" for text, count in why.most_common(5)]
    if len(why) > 5:
        said.append(f"  and {counted(len(why) - 5, 'other number')} of replicates")
    if result.failures:
        s, r, reason = result.failures[0]
        said.append(
            f"{counted(len(result.failures), 'replicate')} failed, the first in scenario {s}, "
            f"replicate {r}: {reason}"
        )
    return [line for text in said for line in textwrap.wrap(text, WIDTH, subsequent_indent="    ")]


def _ranges(result: StudyResult) -> Table:
    """Least and greatest of each measure over scenarios, numbers of rounds and groups."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in result.rows:
        if row["value"] == row["value"]:
            found.setdefault((row["name"], row["measure"]), []).append(row)
    rows = []
    for (name, measure), several in found.items():
        ordered = sorted(several, key=lambda r: float(r["value"]))
        ends = [row_text(r, result) for r in (ordered[0], ordered[-1])]
        rows.append((name, measure_words(measure), *ends))
    more = len(rows) - MOST_ROWS
    caption = "Least and greatest over scenarios, numbers of rounds and groups"
    caption += f" ({counted(more, 'more row')} in the table of measures)." if more > 0 else "."
    return Table(("of", "measure", "least", "greatest"), rows[:MOST_ROWS], "llrr", caption)
