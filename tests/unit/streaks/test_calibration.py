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
from tprstats.streaks.calibration import as_csv, run
from tprstats.streaks.error_rates import EITHER, NAMED, SEARCH, named_rates, search_rates
from tprstats.streaks.made_seasons import Cell, FromPrior, draw_season, from_prior
from tprstats.streaks.measures import forecast_cell, looks_cell, named_cell, verdict_cell
from tprstats.streaks.spells import SpellPrior
from tprstats.streaks.words import WORDS

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


def test_cells_resume(tmp_path):
    cells = [Cell("a", games=20), Cell("b", games=20, boost=200.0, length=8)]
    settings = {"seasons": 12, "nulls": 49}
    said: list[str] = []
    first = run(cells, tmp_path, **settings, said=said.append)
    assert said == ["a: done", "b: done"]
    assert "ideal test that knows the spell" in first[1]["figures"]
    assert as_csv(first).count("\n") == 3

    def refuse(*args, **options):
        raise AssertionError("run again")

    assert run(cells, tmp_path, **settings, measure=refuse) == first
    with pytest.raises(AssertionError, match="run again"):
        run(cells, tmp_path, seasons=13, nulls=49, measure=refuse)


def test_the_same_cell_gives_the_same_numbers():
    cell = Cell("a", games=20)
    assert verdict_cell(cell, seasons=10, nulls=49) == verdict_cell(cell, seasons=10, nulls=49)


def test_a_forecast_cell_ranks_the_truth():
    found = forecast_cell(FromPrior(Cell("x", games=20)), seasons=60, nulls=49)
    assert sum(found["rank histogram"]) == 60
    assert 0.8 <= found["figures"]["95 % interval covers"]["value"] <= 1.0


def test_a_named_cell_rings_more_with_a_boost():
    """The same luck with and without: p can only fall."""
    plain, boosted = (
        named_cell(Cell("x", games=30, length=10, boost=b), seasons=60)["figures"]
        for b in (0.0, 300.0)
    )
    for name, figure in plain.items():
        assert boosted[name]["value"] >= figure["value"], name
    assert boosted["exact p <= 0.05"]["value"] > plain["exact p <= 0.05"]["value"] + 0.3


def test_looking_again_is_measured():
    found = looks_cell(Cell("x", games=20), seasons=30, nulls=49)["figures"]
    assert set(found) == {
        "rings at some look, not paid for",
        "rings at the last look, all paid for",
    }


def test_slumps_lie_where_they_are_said_to():
    cell = Cell("x", boost=-400.0, length=15, begins="last")
    seasons = drawn(cell, 100)
    assert {hot for _, hot in seasons} == {(45, 60)}
    assert np.mean([s.score[45:].mean() - s.score[:45].mean() for s, _ in seasons]) < -0.2


def test_drift_is_in_the_truth():
    prior = SpellPrior(chance=1e-9, level=2000.0, level_sd=1.0)
    cell = Cell("x", games=30)
    calm, wild = (
        np.std([from_prior(cell, prior, KEY, k, drift=d)[1] for k in range(200)])
        for d in (0.0, 10.0)
    )
    assert calm == pytest.approx(1.0, rel=0.25)
    # Mean of 20 steps after 30: variance 30 + (1^2 + ... + 20^2) / 20^2 steps of 100.
    assert wild == pytest.approx(10.0 * np.sqrt(30 + 2870 / 400), rel=0.25)


def published(study: str, name: str) -> list[dict[str, str]]:
    file = EXPERIMENTS / study / "published" / name
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


def by_name(study: str, name: str) -> dict[str, dict[str, str]]:
    return {row["name"]: row for row in published(study, name)}


def test_published_sizes_hold_in_every_cell():
    rows = published("streaks-null", "cells.csv")
    assert [r["name"] for r in rows] == [c.name for c in calibration.null_cells()]
    for row in rows:
        for lenses in ("verdict", "lenses together, side not asked"):
            size, error = (float(row[f"{m}{lenses} p <= 0.05"]) for m in ("", "MCSE of "))
            assert size <= 0.06 + 2 * error, row["name"]


def test_published_slumps_do_not_ring_for_hot_where_the_rating_is_right():
    rows = published("streaks-null", "slumps.csv")
    assert [r["name"] for r in rows] == [c.name for c in calibration.slump_cells()]
    for row in rows:
        if row["rating_error"] == "0":
            rings, error = (float(row[f"{m}verdict p <= 0.05"]) for m in ("", "MCSE of "))
            assert rings <= 0.05 + 2 * error, row["name"]


def test_looking_again_costs_what_it_says():
    rows = published("streaks-null", "looks.csv")
    assert [int(r["games"]) for r in rows] == [rates.games for rates in SEARCH]
    for row, rates in zip(rows, SEARCH, strict=True):
        assert round(float(row["rings at some look, not paid for"]), 2) == rates.looking_again
        paid, error = (
            float(row[f"{m}rings at the last look, all paid for"]) for m in ("", "MCSE of ")
        )
        assert paid <= 0.06 + 2 * error


@pytest.mark.parametrize("rates", SEARCH, ids=lambda r: str(r.games))
def test_the_words_cost_what_they_say(rates):
    errors = by_name("streaks-power", "errors.csv")
    without = by_name("streaks-null", "cells.csv")[f"games-{rates.games}"]
    with_, ten = (errors[f"errors-{rates.games}-games-hot-{k}"] for k in (15, 10))
    assert round(1.0 - float(ten["weak evidence or more"]), 2) == rates.missed
    if rates.games == 60:
        without, with_ = published("streaks-power", "words.csv")
    seasons = int(without["seasons"])
    assert without["boost"] == "0"
    assert (with_["boost"], with_["length"]) == ("200", "15")
    for word, stated in zip(WORDS[1:], rates.false_alarms, strict=True):
        alarm, hit = (float(row[f"{word} or more"]) for row in (without, with_))
        most = beta.ppf(0.975, round(alarm * seasons) + 1, seasons - round(alarm * seasons))
        shares = [0.9 * a / (0.9 * a + 0.1 * hit) for a in (alarm, most)]
        assert tuple(np.round(shares, 2)) == stated, word


@pytest.mark.parametrize(
    ("table", "figure"), [(NAMED, "exact p <= 0.05"), (EITHER, "exact p, either side <= 0.05")]
)
def test_named_windows_err_as_they_say(table, figure):
    null = by_name("streaks-null", "named.csv")
    power = by_name("streaks-power", "named.csv")
    assert list(null) == [c.name for c in calibration.named_cells()]
    assert list(power) == [c.name for c in calibration.named_power_cells()]
    assert len(table) == 8
    for rates in table:
        name = f"named-{rates.length}-of-{rates.games}"
        rings = [null[f"{name}-rating-{e:+g}"][figure] for e in (0.0, -50.0, 50.0)]
        assert tuple(round(float(x), 3) for x in rings) == rates.rings
        hit = float(power[f"{name}-boost-200"][figure])
        assert round(1.0 - hit, 2) == rates.missed
        right = null[f"{name}-rating-+0"]
        size, error = (float(right[f"{m}{figure}"]) for m in ("", "MCSE of "))
        assert size <= 0.05 + 2 * error, name


def test_rates_of_other_lengths_are_read_off():
    found, how = search_rates(85)  # the geometric mean of 60 and 120, nearly
    assert SEARCH[1].looking_again < found.looking_again < SEARCH[2].looking_again
    middle = (SEARCH[1].looking_again + SEARCH[2].looking_again) / 2
    assert found.looking_again == pytest.approx(middle, rel=0.01)
    assert "60 and 120" in how
    assert search_rates(12)[0] == SEARCH[0]
    assert search_rates(900)[0] == SEARCH[-1]
    assert (named_rates(500, 14).games, named_rates(500, 14).length) == (120, 10)
    assert (named_rates(20, 40).games, named_rates(20, 40).length) == (60, 30)


def test_nothing_beats_the_test_that_knows_the_spell():
    for row in published("streaks-power", "cells.csv"):
        best = float(row["ideal test that knows the spell"])
        error = 2 * float(row["MCSE of ideal test that knows the spell"])
        assert float(row["verdict p <= 0.05"]) <= best + 2 * error, row["name"]


def test_published_forecasts_are_calibrated():
    files = sorted((EXPERIMENTS / "streaks-power" / "published").glob("forecast-*.json"))
    assert [f.stem for f in files] == ["forecast-100", "forecast-30", "forecast-60"]
    for file in files:
        found = json.loads(file.read_text())
        # 99.9 % quantile of chi-squared with 19 degrees of freedom.
        assert found["chi-squared of the ranks, 19 degrees of freedom"] < 43.8
        for name in ("95 % interval covers", "95 % interval covers, among seasons that rang"):
            figure = found["figures"][name]
            assert abs(figure["value"] - 0.95) <= 3 * figure["mcse"], (file.name, name)


def test_departures_are_published():
    rows = published("streaks-power", "departures.csv")
    assert [r["name"] for r in rows] == [c.name for c in calibration.departure_cells()]
