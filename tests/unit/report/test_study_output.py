"""A published study: which files, what they hold, and that nothing is written by halves."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from tprstats.errors import TprstatsError
from tprstats.report.study_output import publish, summary
from tprstats.study import StudyResult, run, template
from tprstats.study.spec_parts import FigureSpec, TableSpec
from tprstats.study.tables import study_table


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> StudyResult:
    return run(template("nine", tmp_path_factory.mktemp("studies")), scale="quick")


@pytest.fixture(scope="module")
def written(found, tmp_path_factory) -> list[Path]:
    return publish(found, tmp_path_factory.mktemp("experiments") / "nine" / "published")


def test_every_table_and_figure_has_its_files(written):
    names = {p.name for p in written}
    assert names == {
        *(f"measures.{x}" for x in ("csv", "parquet")),
        *(f"bias.{x}" for x in ("md", "html", "tex", "svg", "png", "pdf")),
        *(f"coverage.{x}" for x in ("md", "html", "tex")),
        "provenance.json",
    }
    assert {p.name for p in written[0].parent.iterdir()} == names  # and nothing half-written


def test_all_measures_are_in_both_forms(found, written):
    with written[0].open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [float(r["value"]) for r in rows] == pytest.approx([r["value"] for r in found.rows])
    assert len(pd.read_parquet(written[1])) == len(found.rows)


def test_provenance_is_enough_to_make_it_again(found, written):
    text = written[-1].read_text(encoding="utf-8")
    said = json.loads(text)
    assert said["command"] == "tprstats study run nine --scale quick --publish"
    assert (said["seed"], said["scale"], said["hash"]) == (1, "quick", found.hash)
    assert [s["replicates"] for s in said["scenarios"]] == [500] * 6
    assert {s["why"] for s in said["scenarios"]} == {"500 replicates by the study file"}
    assert said["scenarios"][5]["factors"]["advantage"] == 400
    assert said["failures"] == []
    assert {"tprstats", "python", "numpy", "scipy"} <= set(said["versions"])
    assert str(Path.home()) not in text
    assert str(written[0].parent) not in text


def test_provenance_of_a_second_file_names_that_file(found, tmp_path):
    written = publish(found, tmp_path / "nine" / "published-bootstrap")
    said = json.loads(written[-1].read_text(encoding="utf-8"))
    command = "tprstats study run experiments/nine/bootstrap.toml --scale quick --publish"
    assert said["command"] == command


def test_the_same_study_is_published_with_the_same_bytes(found, written, tmp_path):
    again = publish(found, tmp_path / "nine" / "published")
    assert [p.read_bytes() for p in again] == [p.read_bytes() for p in written]


def test_a_wrong_figure_leaves_no_files(found, tmp_path):
    wrong = found.spec.model_copy(
        update={"figures": (FigureSpec(name="f", kind="curve", x="advantge"),)}
    )
    with pytest.raises(TprstatsError, match="figure 'f': no column 'advantge'"):
        publish(replace(found, spec=wrong), tmp_path / "published")
    assert not (tmp_path / "published").exists()


def widest(text: str) -> int:
    return max(map(len, text.split("\n")))


def test_a_summary_shows_the_tables_that_fit(found):
    said = summary(found)
    assert widest(said) <= 80
    assert found.spec.title in said
    assert "6 with 500 replicates by the study file" in said
    assert "seed 1" in said
    # Whoever begins a study sees figures after the first run.
    assert "Bias of the rules" in said
    assert "Coverage of the intervals" in said
    assert "rows more" not in said


def test_the_head_of_a_summary_tells_what_was_run_and_not_the_rows_with_fewest_events(found):
    most = max(int(r["replicates"]) for r in found.rows)
    rows = tuple({**r, "replicates": 3} if r["kind_of"] == "pair" else r for r in found.rows)
    assert any(r["kind_of"] == "pair" for r in rows)
    assert f". {most} replicates a scenario" in " ".join(summary(replace(found, rows=rows)).split())


def test_a_summary_prints_a_wide_table_in_parts(found):
    wide = TableSpec(
        name="wide",
        rows=("measure",),
        columns=("spread", "advantage", "name"),
        where={"kind_of": "method"},
    )
    said = summary(replace(found, spec=found.spec.model_copy(update={"tables": (wide,)})))
    assert widest(said) <= 80
    table = study_table(found, wide)
    assert sum(map(len, table.columns)) > 160
    printed = said.split()
    for row in table.rows:
        for cell in row[1:]:
            assert all(part in printed for part in cell.split())
    lines = [x for x in said.split("\n") if x.startswith("bias, Elo")]
    assert len(lines) > 1
    cells = [x for line in lines for x in re.split("  +", line)[1:]]
    (bias,) = (row for row in table.rows if row[0] == "bias, Elo")
    assert cells == list(bias[1:])


def test_a_summary_of_a_long_table_says_where_the_rest_is(found):
    long = TableSpec(
        name="long", rows=("spread", "advantage", "name", "measure"), columns=("group",)
    )
    said = summary(replace(found, spec=found.spec.model_copy(update={"tables": (long,)})))
    rows = len(study_table(found, long).rows)
    assert rows > 40
    assert f"and {rows - 40} more rows: --publish writes all of table long to long.md" in said
    assert widest(said) <= 80


def test_a_summary_without_tables_shows_ranges(found):
    said = summary(replace(found, spec=found.spec.model_copy(update={"tables": ()})))
    assert widest(said) <= 80
    values = [r["value"] for r in found.rows if (r["name"], r["measure"]) == ("fide", "rmse")]
    (line,) = [x for x in said.split("\n") if x.startswith("fide ") and "RMSE" in x]
    least, greatest = (float(x) for x in line.split()[3::2])
    assert least == pytest.approx(min(values), abs=0.6)
    assert greatest == pytest.approx(max(values), abs=0.6)


def test_failures_are_said_with_their_place(found):
    lost = ((2, 17, "no legal pairing in round 3"),)
    said = summary(replace(found, failures=lost))
    assert "1 replicate failed, the first in scenario 2, replicate 17: no legal" in said
