"""The whole analysis on a simulated folder, and on the tables of the experiment."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from known_worlds import World, career_table, write_tables
from scipy.stats import norm

from tprstats.errors import TprstatsError
from tprstats.estimators import RULES
from tprstats.intervals import INTERVALS
from tprstats.report.real_form_figures import save_figures
from tprstats.study.form_data import games_of, load_tables
from tprstats.study.form_model import fit_curve
from tprstats.study.real_form import COLUMNS, analyse

EXPERIMENT = Path(__file__).parents[4] / "experiments" / "real-form"
WORLD = World(5 / 6, 40.0, 20.0, 0.45, lasting=30.0, form=60.0)


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> pd.DataFrame:
    table = career_table(WORLD, players=12, events=40, games=9, seed=11)
    tables = {f"career_{k}": part for k, part in table.groupby("player")}
    folder = write_tables(tmp_path_factory.mktemp("tables"), tables)
    steps = []
    found = analyse(folder, seed=1, quick=True, progress=lambda *step: steps.append(step))
    assert steps[-1][1] == steps[-1][2]
    assert [s[1] for s in steps] == sorted(s[1] for s in steps)
    return found


def row(results, table, measure, **where):
    found = results[(results["table"] == table) & (results["measure"] == measure)]
    for column, value in where.items():
        found = found[found[column] == value]
    assert len(found) == 1
    return found.iloc[0]


def test_the_table_is_tidy(results):
    assert tuple(results.columns) == COLUMNS
    keys = ["table", "group", "method", "interval", "measure"]
    assert not results.duplicated(keys).any()
    both = results[["low", "high"]].notna().all(axis=1)
    assert (results.loc[both, "low"] <= results.loc[both, "value"]).all()
    assert (results.loc[both, "value"] <= results.loc[both, "high"]).all()


@pytest.mark.parametrize(
    ("table", "measure", "truth"),
    [
        ("curve", "slope", 5 / 6),
        ("curve", "white advantage", 40.0),
        ("form", "total variance", 30.0**2 + 60.0**2),
        ("form", "lasting variance", 30.0**2),
        ("form", "form variance", 60.0**2),
    ],
)
def test_a_known_world_is_recovered(results, table, measure, truth):
    # The slope is that of the mean over lasting and form, flatter by sqrt(1 + pi (C sd)^2 / 8).
    if measure in ("slope", "white advantage"):
        truth /= np.sqrt(1 + np.pi / 8 * (np.log(10) / 400) ** 2 * (30.0**2 + 60.0**2))
    found = row(results, table, measure, method="")
    assert abs(found["value"] - truth) <= 4.0 * found["mcse"]


def test_every_rule_and_interval_is_scored(results):
    points = set(results.loc[results["table"] == "next: points", "method"])
    assert {r.id for r in RULES.values() if not r.event_level} <= points
    told = set(results.loc[results["table"] == "next: intervals", "interval"])
    assert set(INTERVALS) | {"none"} <= told
    zero = row(results, "next: points", "gain over rating", method="rating")
    assert (zero["value"], zero["mcse"]) == (0.0, 0.0)


def test_what_an_interval_leaves_out_by_its_closed_form(results):
    form = row(results, "form", "form variance", method="")["value"]
    draws = row(results, "counts", "draws")["value"]
    error2 = (800 / np.log(10)) ** 2 * (1 - draws) / 9
    wanted = 2 * norm.cdf(norm.ppf(0.975) / np.sqrt(1 + form / error2)) - 1
    found = row(results, "left out", "coverage of long-run strength", interval="9 games")
    assert found["value"] == pytest.approx(wanted, rel=1e-9)


def test_the_same_seed_gives_the_same_table(tmp_path):
    table = career_table(WORLD, players=6, events=6, games=5, seed=12)
    folder = write_tables(tmp_path, {f"career_{k}": p for k, p in table.groupby("player")})
    first = analyse(folder, seed=1, quick=True)
    assert (first["table"] == "next: intervals").any()
    pd.testing.assert_frame_equal(analyse(folder, seed=1, quick=True), first)


def test_an_unknown_group_names_the_nearest(tmp_path):
    table = career_table(WORLD, players=1, events=1, games=5, seed=1)
    write_tables(tmp_path, {"a": table})
    with pytest.raises(TprstatsError, match=r"no group 'elite carer.*nearest: 'elite career, cla"):
        analyse(tmp_path, groups=["elite carer, classical"])


def test_figures_are_written_and_say_what_they_show(results, tmp_path):
    files = save_figures(results, tmp_path)
    assert {f.suffix for f in files} == {".svg", ".png"}
    said = (tmp_path / "draws.svg").read_text()
    assert "level rule" in said
    assert "draw share between equals" in said
    assert "firth" in (tmp_path / "next_event.svg").read_text()
    assert "nominal level (%)" in (tmp_path / "calibration.svg").read_text()
    assert "slope 5/6" in (tmp_path / "scores.svg").read_text()


def test_published_curves_come_from_the_published_tables():
    # A golden file: our own output, so that tables, code and figures do not drift apart.
    published = pd.read_csv(EXPERIMENT / "published" / "results.csv").fillna({"method": ""})
    games = load_tables(EXPERIMENT / "data")
    for name, part in games.groupby("group"):
        found = fit_curve(games_of(part))
        wanted = row(published, "curve", "slope", group=name)
        assert found.slope.value == pytest.approx(wanted["value"], rel=1e-9)
        wanted = row(published, "counts", "games", group=name)
        assert found.slope.n == wanted["value"]
