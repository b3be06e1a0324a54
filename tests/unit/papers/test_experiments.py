"""The small experiments behind the papers: what is published is what they make."""

import importlib.util
import math
from pathlib import Path

import pandas as pd
import pytest

EXPERIMENTS = Path(__file__).parents[3] / "experiments"


def script(name):
    """The script of an experiment as a module."""
    spec = importlib.util.spec_from_file_location(
        name.replace("-", "_"), EXPERIMENTS / name / "run.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def published(name, file):
    return pd.read_csv(EXPERIMENTS / name / "published" / file)


@pytest.mark.parametrize("what", ["scores", "examples"])
def test_rules_disagree_as_published(what):
    made = getattr(script("rule-disagreement"), what)()
    kept = published("rule-disagreement", f"{what}.csv")
    # A rule that was added since is in none of the papers.
    made = made[made["name"].isin(kept["name"])].reset_index(drop=True)
    pd.testing.assert_frame_equal(made, kept, check_dtype=False, rtol=1e-5)


def test_examples_that_others_print():
    """6.5 of 9 against 2300 and 5 of 5: FIDE's and the shortcut's numbers of rating_vectors.json;
    the win that costs: notes/statistics.md, finding 7."""
    kept = published("rule-disagreement", "examples.csv").set_index(["record", "name"])["value"]
    assert kept["6.5 of 9", "fide"] == 2466
    assert kept["6.5 of 9", "shortcut"] == pytest.approx(2477.8, abs=0.05)
    assert kept["9 of 9", "firth"] == pytest.approx(2811.5, abs=0.05)
    assert (kept["before the win", "average"], kept["after the win", "average"]) == pytest.approx(
        (2782, 2667), abs=0.5
    )
    assert kept["after the win", "per-opponent"] == pytest.approx(2781.9, abs=0.05)


@pytest.mark.parametrize(("games", "critical"), [(60, 3.16), (100, 3.32), (200, 3.53), (500, 3.72)])
def test_critical_values_agree_with_an_earlier_program(games, critical):
    """notes/statistics.md E.1, from 40,000 seasons, printed to two decimals."""
    rows = published("look-elsewhere", "best-window.csv")
    row = rows[
        (rows["games"] == games) & (rows["draw_share"] == 0.35) & (rows["strength"] == "known")
        & (rows["measure"] == "quantile") & (rows["at"] == 0.95)
    ].iloc[0]  # fmt: skip
    error = row["mcse"] * math.sqrt(1.0 + row["seasons"] / 40_000)
    assert abs(row["value"] - critical) <= 4.0 * error + 0.005


def test_a_known_rating_must_be_right():
    rows = published("look-elsewhere", "known-rating.csv").set_index(["strength", "at"])
    value, error = rows["value"], rows["mcse"]
    for at in (0.0, -25.0, -50.0, -100.0):
        assert value["refitted", at] <= 0.05 + 3.0 * error["refitted", at]
    assert value["known", -100.0] > value["known", -50.0] > value["known", -25.0]
    # Statistics, correction 5: 17.9 % with the rating 50 too low.
    assert abs(value["known", -50.0] - 0.179) <= 4.0 * error["known", -50.0]


def test_real_seasons_as_published():
    run = script("streaks-real")
    every = list(run.seasons_of(run.load_tables(run.DATA)))
    kept = published("streaks-real", "seasons.csv")
    assert [(c, y) for c, y, *_ in every] == list(zip(kept["career"], kept["year"], strict=True))
    for _, year, part, later in every:
        assert len(part) >= run.FEWEST
        assert part["day"].is_monotonic_increasing
        assert (part["date"].str[:4].astype(int) == year).all()
        assert later.empty or later["day"].min() > part["day"].max()
    career, year, part, later = every[10]
    row = run.judged(career, year, part, later, nulls=4999, seed=1)
    again = kept.iloc[10]
    for column, value in row.items():
        if isinstance(value, str):
            assert again[column] == value
        else:
            assert again[column] == pytest.approx(value, rel=1e-5)


def test_summary_is_that_of_the_seasons():
    """Shares and means recomputed without the script's functions."""
    seasons = published("streaks-real", "seasons.csv")
    summary = published("streaks-real", "summary.csv").fillna({"method": ""})
    value = summary.set_index(["table", "method", "measure"])["value"]
    for direction in ("hot", "cold"):
        share = (seasons[f"{direction} p"] <= 0.05).mean()
        assert value["seasons", direction, "p <= 0.05"] == pytest.approx(share, rel=1e-5)


def test_a_real_season_rings_on_one_side_at_most():
    """The side asked for must be the likelier one, and asking can only raise the p."""
    seasons = published("streaks-real", "seasons.csv")
    assert not ((seasons["hot p"] < 1.0) & (seasons["cold p"] < 1.0)).any()
    for direction in ("hot", "cold"):
        assert (seasons[f"{direction} p"] >= seasons[f"{direction} lenses together p"]).all()


def test_gaps_and_squares_are_those_of_the_seasons():
    seasons = published("streaks-real", "seasons.csv")
    summary = published("streaks-real", "summary.csv").fillna({"method": ""})
    value = summary.set_index(["table", "method", "measure"])["value"]
    gap = (seasons["window performance"] - seasons["strength"]).mean()
    assert value["seasons", "", "window minus season"] == pytest.approx(gap, rel=1e-4)
    ahead = seasons["next minus forecast"].dropna()
    assert value["next", "forecast", "squared error"] == pytest.approx((ahead**2).mean(), rel=1e-4)
    assert value["next", "", "seasons"] == len(ahead)
