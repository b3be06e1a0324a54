"""The calibration: its seasons, resuming, and that what is published holds what the words say."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import beta

from tprstats.rng import make_key
from tprstats.streaks import calibration
from tprstats.streaks.calibration import as_csv, run, verdict_cell
from tprstats.streaks.made_seasons import Cell, draw_season
from tprstats.streaks.words import FALSE_ALARMS, LOOKING_AGAIN, MISSED, WORDS

EXPERIMENTS = Path(__file__).parents[3] / "experiments"
KEY = make_key(1, {})


def drawn(cell: Cell, seasons: int = 300) -> list:
    return [draw_season(cell, KEY, k) for k in range(seasons)]


@pytest.mark.parametrize("opponents", ["equal", "normal", "clustered", "swiss", "by-rating"])
def test_streak_free_seasons_score_what_the_curve_says(opponents):
    cell = Cell("x", opponents=opponents, slope=5 / 6)
    surplus = []
    for season, _ in drawn(cell):
        eta = 5 / 6 * (2000 - season.opponents) * np.log(10) / 400
        surplus.append(float((season.score - 1 / (1 + np.exp(-eta))).sum()))
    error = np.std(surplus) / np.sqrt(len(surplus))
    assert abs(np.mean(surplus)) <= 4 * error


def test_draws_and_ratings_are_those_of_the_cell():
    seasons = drawn(Cell("x", opponents="equal", draw_share=0.6, rating_error=-50.0))
    share = np.mean([s.score == 0.5 for s, _ in seasons])
    assert abs(share - 0.6) <= 4 * np.sqrt(0.24 / (300 * 60))
    assert {s.rating for s, _ in seasons} == {1950.0}


def test_opponents_follow_an_updated_rating():
    calm, wild = (
        np.mean([np.std(s.opponents.reshape(6, 10).mean(axis=1)) for s, _ in drawn(
            Cell("x", opponents="by-rating", k_factor=k))])
        for k in (0.0, 80.0)
    )  # fmt: skip
    # Ten opponents of SD 100: their mean varies by 32; K = 80 moves the rating by more than that.
    assert calm == pytest.approx(100 / np.sqrt(10), rel=0.15)
    assert wild > 1.5 * calm


def test_spells_begin_anywhere_and_lift():
    cell = Cell("x", boost=300.0, length=15)
    seasons = drawn(cell)
    starts = np.array([hot[0] for _, hot in seasons])
    assert starts.min() == 0
    assert starts.max() == 45
    assert {hot[1] - hot[0] for _, hot in seasons} == {15}
    # The same luck as without the spell: nothing changes outside it.
    for (with_, hot), (without, _) in zip(seasons, drawn(replace(cell, boost=0.0)), strict=True):
        same = with_.score == without.score
        assert same[: hot[0]].all()
        assert same[hot[1] :].all()
        assert np.all(with_.score >= without.score)


def test_cells_resume(tmp_path, monkeypatch):
    cells = [Cell("a", games=20), Cell("b", games=20, boost=200.0, length=8)]
    settings = {"seasons": 12, "nulls": 49}
    said: list[str] = []
    first = run(cells, tmp_path, **settings, said=said.append)
    assert said == ["a: done", "b: done"]
    assert "ideal test that knows the spell" in first[1]["figures"]
    assert as_csv(first).count("\n") == 3

    def refuse(*args, **options):
        raise AssertionError("run again")

    monkeypatch.setattr(calibration, "verdict_cell", refuse)
    assert run(cells, tmp_path, **settings) == first
    with pytest.raises(AssertionError, match="run again"):
        run(cells, tmp_path, seasons=13, nulls=49)


def test_the_same_cell_gives_the_same_numbers():
    cell = Cell("a", games=20)
    assert verdict_cell(cell, seasons=10, nulls=49) == verdict_cell(cell, seasons=10, nulls=49)


def test_a_forecast_cell_ranks_the_truth():
    found = calibration.forecast_cell(20, seasons=60, nulls=49)
    assert sum(found["rank histogram"]) == 60
    assert 0.8 <= found["figures"]["95 % interval covers"]["value"] <= 1.0


def published(study: str, name: str) -> list[dict[str, str]]:
    file = EXPERIMENTS / study / "published" / name
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


def test_published_sizes_hold_in_every_cell():
    rows = published("streaks-null", "cells.csv")
    assert [r["name"] for r in rows] == [c.name for c in calibration.null_cells()]
    for row in rows:
        size, error = (float(row[f"{m}verdict p <= 0.05"]) for m in ("", "MCSE of "))
        assert size <= 0.06 + 2 * error, row["name"]


def test_looking_again_costs_what_it_says():
    file = EXPERIMENTS / "streaks-null" / "published" / "looks.json"
    free, paid = json.loads(file.read_text())["figures"].values()
    assert round(free["value"], 2) == LOOKING_AGAIN
    assert paid["value"] <= 0.06 + 2 * paid["mcse"]


def test_the_words_cost_what_they_say():
    without, with_ = published("streaks-power", "words.csv")
    seasons = int(without["seasons"])
    assert without["boost"] == "0"
    assert (with_["boost"], with_["length"]) == ("200", "15")
    for word, stated in zip(WORDS[1:], FALSE_ALARMS[1:], strict=True):
        alarm, hit = (float(row[f"{word} or more"]) for row in (without, with_))
        most = beta.ppf(0.975, round(alarm * seasons) + 1, seasons - round(alarm * seasons))
        shares = [0.9 * a / (0.9 * a + 0.1 * hit) for a in (alarm, most)]
        assert tuple(np.round(shares, 2)) == stated, word


def test_the_missed_share_is_the_published_one():
    (row,) = [
        r
        for r in published("streaks-power", "cells.csv")
        if (r["length"], r["boost"]) == ("10", "200")
    ]
    assert round(1.0 - float(row["weak evidence or more"]), 2) == MISSED


def test_nothing_beats_the_test_that_knows_the_spell():
    for row in published("streaks-power", "cells.csv"):
        best = float(row["ideal test that knows the spell"])
        error = 2 * float(row["MCSE of ideal test that knows the spell"])
        assert float(row["verdict p <= 0.05"]) <= best + 2 * error, row["name"]


def test_published_forecasts_are_calibrated():
    for file in sorted((EXPERIMENTS / "streaks-power" / "published").glob("forecast-*.json")):
        found = json.loads(file.read_text())
        # 99.9 % quantile of chi-squared with 19 degrees of freedom.
        assert found["chi-squared of the ranks, 19 degrees of freedom"] < 43.8
        for name in ("95 % interval covers", "95 % interval covers, among seasons that rang"):
            figure = found["figures"][name]
            assert abs(figure["value"] - 0.95) <= 3 * figure["mcse"], (file.name, name)
