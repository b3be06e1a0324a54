"""Published and derived figures: the minimum averages, norm vectors, US Chess norms."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tprstats.norms import TITLES, get_title, least_average, least_half_points, us_chess_norms
from tprstats.norms.clauses import figures
from tprstats.norms.games import NormGame
from tprstats.norms.titles import least_of_level, least_titled, most_of_one, most_own
from tprstats.records import Record

CASES = Path(__file__).parents[2] / "cases" / "rating_vectors.json"


def vectors(method):
    rows = json.loads(CASES.read_text(encoding="utf-8"))
    return [pytest.param(v, id=v["id"]) for v in rows if v["method"] == method]


def test_least_average_and_least_score_are_the_derived_table(data):
    """norm_min_ra_derived.csv, from clauses 1.4.8 and 1.4.9: every title, 7 to 13 games."""
    with (data / "norm_min_ra_derived.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4 * sum(len(range(7, 14)) and 2 * n - k + 1 for n, k in LEAST)
    for row in rows:
        games, s2 = int(row["games"]), int(2 * float(row["score"]))
        assert least_average(row["title"], games, s2) == int(row["min_ra"]), row
    # And the other way: the least score at an average is the first row that allows it.
    for title in TITLES:
        for games in range(7, 14):
            mine = {
                int(2 * float(r["score"])): int(r["min_ra"])
                for r in rows
                if r["title"] == title and int(r["games"]) == games
            }
            for average in range(2000, 2800, 7):
                first = min((s for s, least in mine.items() if average >= least), default=None)
                assert least_half_points(title, games, average) == first


# Games and the least score of 35 %, half points, counted by hand: 2.45 -> 2.5, 2.8 -> 3, ...
LEAST = [(7, 5), (8, 6), (9, 7), (10, 7), (11, 8), (12, 9), (13, 10)]


@pytest.mark.parametrize("v", vectors("fide_norm_rp"))
def test_performance(v):
    s2 = int(2 * v["score"])
    games = [
        NormGame(k, r, min(2, max(0, s2 - 2 * (k - 1)))) for k, r in enumerate(v["opponents"], 1)
    ]
    assert figures(games, get_title(v["params"]["title"])).performance == v["expected"]


@pytest.mark.parametrize("v", vectors("fide_norm_ra"))
def test_average(v):
    games = [NormGame(k, r, 1) for k, r in enumerate(v["opponents"], 1)]
    found = figures(games, get_title(v["params"]["title"]))
    assert found.average == v["expected"]
    assert found.needed is None  # 2378 < 2380: no norm whatever the score


@pytest.mark.parametrize("v", vectors("uscf_norm_expected"))
def test_us_chess_refusals(v):
    """Both published cases are refusals at the level in question."""
    results = v.get("results") or [1, 1, 1, 0]
    (found,) = [
        x
        for x in us_chess_norms(Record.from_results(v["opponents"], results)).levels
        if x.level == v["params"]["level"]
    ]
    assert found.expected == pytest.approx(v["expected"], abs=v["tolerance"])
    assert found.verdict == "not met"


@pytest.mark.parametrize(
    ("score", "average"),
    # chessgoals.com's figures for nine games (2460 -> 6.5, 2680 -> 3.5), rules section 2.
    [(6.5, 2460), (3.5, 2680)],
)
def test_chessgoals(score, average):
    assert least_half_points("GM", 9, average) == 2 * score


def test_worked_counts():
    """FIDE's minima are rounded up and maxima down (1.4.4); by hand for 7 to 11 games."""
    assert [least_titled(n) for n in range(7, 12)] == [4, 4, 5, 5, 6]
    assert [least_of_level(n) for n in range(7, 12)] == [3, 3, 3, 4, 4]
    assert [most_own(n) for n in range(7, 12)] == [4, 4, 5, 6, 6]
    assert [most_of_one(n) for n in range(7, 12)] == [4, 5, 6, 6, 7]


def test_one_opponent_is_raised_not_two():
    """Nine opponents, two below the floor: (7 x 2400 + 2100 + 2200) / 9 = 2344.4 (1.4.6c)."""
    games = [NormGame(k, 2400, 1) for k in range(7)] + [NormGame(8, 2100, 1), NormGame(9, 2000, 1)]
    found = figures(games, get_title("GM"))
    assert (found.average, found.raised) == (2344, 2000)


def test_half_a_point_of_average_goes_up():
    """(8 x 2400 + 2404.5 ...): 2400.5 is 2401 (1.4.7b)."""
    games = [NormGame(1, 2400, 1), NormGame(2, 2401, 1)]
    assert figures(games, get_title("GM")).average == 2401
