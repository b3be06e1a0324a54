"""Tables of a study: which rows, which digits, which words, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tprstats.errors import TprstatsError
from tprstats.study import StudyResult, run, template
from tprstats.study.measures import MEASURES
from tprstats.study.spec import StudySpec
from tprstats.study.spec_parts import TableSpec
from tprstats.study.tables import row_text, study_table
from tprstats.study.words import cell_text, is_share, measure_words

NAN, INF = float("nan"), float("inf")


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> StudyResult:
    """A quick run of the study that `tprstats study new` begins."""
    return run(template("nine", tmp_path_factory.mktemp("studies")), scale="quick")


def row(name, measure, value, mcse=1.0, *, kind="method", replicates=500, **factors):
    fixed = {"scenario": 0, **factors, "after": None, "group": "all", "kind_of": kind}
    return {
        **fixed,
        "name": name,
        "measure": measure,
        "value": value,
        "mcse": mcse,
        "replicates": replicates,
    }


def table(found, measured, /, **spec):
    return study_table(replace(found, rows=measured), TableSpec(name="t", **spec))


def test_every_measure_has_words_and_shares_are_in_percent():
    for id in MEASURES:
        numbers = {"quantile": ":0.9", "exceed": ":200", "best-of": ":5:0.5", "max": ":0.5"}
        full = id + (numbers | {"norm-in": ":5"}).get(id, "")
        assert "{" not in measure_words(full)
    # Brute force from the definitions: these are shares of players, all others are not.
    shares = {
        "undefined", "exceed", "coverage", "coverage-excluded", "coverage-whole-line",
        "be-coverage", "miss-low", "miss-high", "open", "no-interval", "power", "norm", "norm-in",
    }  # fmt: skip
    assert {m for m in MEASURES if is_share(m)} == shares


@pytest.mark.parametrize(
    ("measure", "value", "mcse", "replicates", "text"),
    [
        ("bias", -131.273, 0.84, 500, "-131.3 (0.8)"),
        ("bias", -0.3, 5.1, 500, "0 (5)"),  # no sign on a zero
        ("coverage", 0.94713, 0.0031, 500, "94.7 (0.3)"),
        ("coverage", 0.94713, 0.021, 500, "95 (2)"),
        ("kendall", 0.61234, 0.0123, 500, "0.61 (0.01)"),
        ("bias", 131.273, 0.0, 0, "131.3"),  # exact: no bracket
        ("bias", -0.04, 0.0, 0, "0.0"),
        ("mse", 12345.6, 0.0, 0, "12346"),
        ("falls", 3.0, 0.0, 0, "3"),
        ("coverage", 0.95, 0.0, 0, "95.0"),
        ("coverage", 0.99969, 0.0, 0, "99.969"),  # never rounded to certainty
        ("exceed:200", 7.88e-5, 0.0, 0, "0.0079"),
        ("undefined", 0.0, 0.0, 0, "0.0"),
        ("undefined", 0.0, 0.0, 500, "0 (below 0.60)"),  # found in no replicate, which is not never
        ("coverage", 1.0, 0.0, 2000, "100 (above 99.85)"),  # 100 (1 - 0.05 ** (1 / 2000))
        ("coverage", 0.0, 0.0, 1, "0 (below 95)"),  # one of one: anything up to 95 %
        ("bias", 12.3, 0.0, 500, "12.3"),
        ("falls", 0.0, 0.0, 500, "0"),
        ("bias", 12.3, NAN, 1, "12.3 (?)"),
        ("bias", NAN, NAN, 500, "-"),
        ("width-median", INF, 0.0, 500, "open"),
    ],
)
def test_digits_are_those_that_the_error_supports(measure, value, mcse, replicates, text):
    assert cell_text(measure, value, mcse, replicates) == text


def test_cells_stand_where_rows_and_columns_say(found):
    rows = [
        row("fide", "bias", 10.0, spread=0),
        row("firth", "bias", 20.0, spread=0),
        row("fide", "bias", 30.0, spread=200),
        row("fide", "rmse", 40.0, spread=200),
    ]
    got = table(
        found, rows, rows=("spread",), columns=("measure", "name"),
        where={"measure": ["rmse", "bias"]},
    )  # fmt: skip
    # The order asked for, then that of the study; a dash where there is no row.
    assert list(got.columns) == ["spread, Elo", "RMSE, Elo, fide", "bias, Elo, fide",
                                 "bias, Elo, firth"]  # fmt: skip
    assert list(map(list, got.rows)) == [
        ["0", "-", "10 (1)", "20 (1)"],
        ["200", "40 (1)", "30 (1)", "-"],
    ]
    assert got.align == "rrrr"


def test_one_measure_is_named_once_in_the_caption(found):
    rows = [row(n, "coverage", 0.9, 0.01, kind="interval", spread=0) for n in ("midp", "wald")]
    got = table(found, rows, caption="Coverage", rows=("spread",), columns=("name", "measure"))
    assert list(got.columns) == ["spread, Elo", "midp", "wald"]
    assert got.caption.startswith("Coverage. Cells: coverage, %. Truth: strength in the event.")


def test_the_caption_says_what_the_numbers_rest_on(found):
    rows = [row("fide", "undefined", 0.0, 0.0, spread=0), row("firth", "undefined", 0.1, spread=0)]
    said = table(found, rows, rows=("name",), columns=("measure",)).caption
    for part in (
        "strength in the event",
        "500 replicates",
        "seed 1",
        found.hash[:12],
        "exact 95 % limit",
    ):
        assert part in said
    exact = [{**r, "replicates": 0, "mcse": 0.0} for r in rows]
    said = table(found, exact, rows=("name",), columns=("measure",)).caption
    assert "Every outcome listed (exact)" in said
    assert "In brackets" not in said
    assert "95 % limit" not in said
    said = table(found, [rows[1], *exact[:1]], rows=("name",), columns=("measure",)).caption
    assert "500 replicates a scenario or every outcome listed" in said


def test_a_limit_stands_where_none_of_the_replicates_sets_one(found):
    """Not beside a difference, nor where replicates are tilted towards what is rare."""
    none = row("fide", "undefined", 0.0, 0.0)
    assert row_text(none, found) == "0 (below 0.60)"
    assert row_text({**none, "kind_of": "pair"}, found) == "0"
    base = {"kind": "record", "games": 9, "engine": "monte-carlo", "tilt": 100.0}
    spec = found.spec.model_copy(update={"scenario": [base], "grid": {}})
    assert row_text(none, replace(found, spec=spec)) == "0"


def test_differences_of_pairs_are_no_methods(found):
    rows = [row("fide", "bias", 1.0), row("firth - fide", "bias", -2.0, kind="pair")]
    got = table(found, rows, rows=("name",), columns=("measure",))
    assert [r[0] for r in got.rows] == ["fide"]
    got = table(found, rows, rows=("name",), columns=("measure",), where={"kind_of": "pair"})
    assert [tuple(r) for r in got.rows] == [("firth - fide", "-2 (1)")]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"rows": ("spraed",), "columns": ("name",)}, "no column 'spraed'; nearest: spread"),
        (
            {"rows": ("name",), "columns": ("spread",), "where": {"mesure": "bias"}},
            "no column 'mesure'; nearest: measure",
        ),
        (
            {"rows": ("name",), "columns": ("spread",), "where": {"measure": "biass"}},
            "no row has measure biass; it has bias",
        ),
        (
            {"rows": ("name",), "columns": ("spread", "measure")},
            "one place has rows of advantage 0 and 200: hold advantage in where",
        ),
    ],
)
def test_a_wrong_table_is_one_line_that_names_it(found, spec, words):
    with pytest.raises(TprstatsError) as error:
        table(found, found.rows, **spec)
    assert str(error.value).startswith("table 't': ")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_two_equal_scenarios_are_refused(found):
    rows = [row("fide", "bias", 1.0), {**row("fide", "bias", 2.0), "scenario": 1}]
    with pytest.raises(TprstatsError, match="two scenarios are the same at name=fide"):
        table(found, rows, rows=("name",), columns=("measure",))


def test_a_study_shows_its_own_numbers(found):
    """Every printed cell of a real table lies within its last digit of the row it shows."""
    spec = TableSpec(
        name="both",
        rows=("spread", "advantage"),
        columns=("name", "measure"),
        where={"measure": ["bias", "rmse"], "kind_of": "method"},
    )
    got = study_table(found, spec)
    names = [c.split(", ")[0] for c in got.columns[2:]]
    measures = ["bias" if "bias" in c else "rmse" for c in got.columns[2:]]
    seen = 0
    for spread, advantage, *cells in got.rows:
        for name, measure, cell in zip(names, measures, cells, strict=True):
            (want,) = [
                r for r in found.rows
                if (str(r["spread"]), str(r["advantage"]), r["name"], r["measure"])
                == (spread, advantage, name, measure)
            ]  # fmt: skip
            value, mcse = re.fullmatch(r"(\S+) \((\S+)\)", cell).groups()
            step = 10.0 ** -len(value.partition(".")[2])
            assert abs(float(value) - want["value"]) <= 0.5 * step + 1e-9
            assert abs(float(mcse) - want["mcse"]) <= 0.5 * step + 1e-9
            assert want["mcse"] < 10.0 * step or step == 1.0
            seen += 1
    assert seen == 6 * 4


def test_latex_has_its_caption_and_minus_signs(found):
    rows = [row("a_b-500", "bias", -12.0)]
    got = table(found, rows, caption="50 % & more", rows=("name",), columns=("measure",))
    latex = got.to_latex_float()
    assert r"\caption{50 \% \& more." in latex
    assert r"a\_b-500 & $-$12 (1) \\" in latex
    assert latex.count(r"\begin") == latex.count(r"\end") == 2


def test_names_of_files_are_safe_and_told_apart():
    base = {
        "title": "t", "seed": 1, "estimand": "event", "methods": ["fide"], "measures": ["bias"],
        "batch": 10, "scenario": {"kind": "record"},
        "scale": {"full": {"replicates": 10}, "quick": {"replicates": 10}},
    }  # fmt: skip
    one = {"name": "bias", "rows": ["name"], "columns": ["measure"]}
    StudySpec.model_validate({**base, "tables": [one]})
    with pytest.raises(ValueError, match="called 'bias'"):
        StudySpec.model_validate({**base, "tables": [one, one]})
    with pytest.raises(ValueError, match="pattern"):
        StudySpec.model_validate({**base, "tables": [{**one, "name": "../bias"}]})
