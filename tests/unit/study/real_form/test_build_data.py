"""The script that makes compact tables: nothing twice, nobody's namesake, no names."""

from __future__ import annotations

import csv
import importlib.util
import sys
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

EXPERIMENT = Path(__file__).parents[4] / "experiments" / "real-form"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("build_data", EXPERIMENT / "build_data.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["build_data"] = module  # its dataclass looks itself up there
    spec.loader.exec_module(module)
    yield module
    del sys.modules["build_data"]


def pgn(event, date, white, black, result, elo=(2500, 2400), number="1", site="Riga LAT"):
    return (
        f'[Event "{event}"]\n[Site "{site}"]\n[Date "{date}"]\n[Round "{number}"]\n'
        f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n'
        f'[WhiteElo "{elo[0]}"]\n[BlackElo "{elo[1]}"]\n\n{result}\n\n'
    )


def career(script, path, games):
    path.write_text("".join(games))
    source = {"layout": "career", "group": "elite career", "speed": ""}
    return script.rows_of(source, path)


def test_a_career_is_seen_from_its_owner(script, tmp_path):
    rows = career(
        script,
        tmp_path / "a.pgn",
        [
            pgn("Open", "2001.05.01", "Tal,M", "Keres, Paul", "1-0"),
            pgn("Open", "2001.05.02", "Spassky, Boris", "Tal, Mihail", "1-0", (2450, 2500)),
            pgn("Open", "2001.07.02", "Tal,M", "Geller", "1/2-1/2"),  # after a break
            pgn("Blitz", "2001.05.02", "Tal,M", "Geller", "0-1"),
            pgn("Cup", "2001.??.??", "Tal,M", "Geller", "0-1"),
            pgn("Simul", "2001.05.03", "Tal,M", "Nobody", "1-0"),
            pgn("Open", "2001.05.04", "Tal,M", "Unrated", "1-0", (2500, "")),
            pgn("Open", "2001.05.05", "Tal,M", "Odd", "1-0", (2500, "2690:2222")),
        ],
    )
    assert [(r.half_points, r.colour, r.rating) for r in rows[1:3]] == [
        (2, 1, 2500.0),
        (0, -1, 2500.0),
    ]
    assert {r.player for r in rows} == {"tal m"}
    assert len(rows) == 5
    assert len({r.event for r in rows}) == 4
    assert rows[0].date == "2001"  # a year alone sorts before its days
    assert [r.speed for r in rows] == ["classical"] * 3 + ["blitz", "classical"]


def test_the_same_game_twice_counts_once_and_three_a_day_are_fast(script, tmp_path):
    again = pgn("Open", "2001.05.01", "Tal,M", "Keres", "1-0")
    day = [pgn("Cup", "2001.06.01", "Tal,M", f"P{k}", "1-0", number=str(k)) for k in range(3)]
    rows = career(script, tmp_path / "a.pgn", [again, again.replace("Open", "Open A"), *day])
    assert Counter(r.speed for r in rows) == {"classical": 1, "rapid": 3}


def test_a_namesakes_event_is_left_out(script, tmp_path):
    games = [
        pgn(f"Event {k}", f"20{k:02d}.05.01", "Tal,M", "Keres", "1-0", (2500 + k, 2400))
        for k in range(1, 8)
    ]
    games[3] = games[3].replace("2504", "1800")
    rows = career(script, tmp_path / "a.pgn", games)
    assert sorted(r.rating for r in rows) == [2501, 2502, 2503, 2505, 2506, 2507]


def test_ratings_after_the_game_are_put_back(script, tmp_path):
    lines = ["date,color,own_rating,opponent,opponent_rating,score,time_control"]
    own, other = [1500, 1508, 1516, 1508, 1516, 1524, 1532], 1492
    lines += [f"2024.05.0{1 + (k > 0)},white,{r},x{k},{other},1.0,180" for k, r in enumerate(own)]
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines))
    source = {"layout": "after-game log", "group": "online log", "speed": ""}
    rows = script.rows_of(source, path)
    assert [r.rating for r in rows] == own[:-1]
    assert [r.opponent_rating for r in rows] == [1500, 1500, 1484, 1500, 1500, 1500]


def test_a_game_of_two_files_is_seen_once(script):
    row = script.Row("e", "2001-05-01", "classical", False, "a", 2500.0, "b", 2400.0, 2, 1)
    other = script.Row("f", "2001-05-01", "classical", False, "b", 2400.0, "a", 2500.0, 0, -1)
    players, seen = script.Numbers(), Counter()
    first = script.table_text([row, row], players, script.Numbers(), seen)
    second = script.table_text([other] * 3, players, script.Numbers(), seen)
    assert [line[-1] for line in first.splitlines()[1:]] == ["0", "0"]
    assert [line[-1] for line in second.splitlines()[1:]] == ["1", "1", "0"]


def test_tables_hold_numbers_only():
    for path in (EXPERIMENT / "data").glob("*.csv"):
        if path.name != "index.csv":
            words = pd.read_csv(path, dtype=str).drop(columns=["date", "speed"])
            assert words.apply(lambda c: c.str.fullmatch(r"-?[\d.]+")).all(axis=None), path
    with (EXPERIMENT / "sources.csv").open() as handle:
        sources = list(csv.DictReader(handle))
    passed = {s["table"] for s in sources if s["passed_on"] == "yes"}
    assert {s["licence"] for s in sources if s["table"] in passed} == {"MIT"}
    index = pd.read_csv(EXPERIMENT / "data" / "index.csv")
    assert set(index["table"]) == passed


def test_events_of_the_real_files_give_the_published_tables(script, real_files):
    with (EXPERIMENT / "sources.csv").open() as handle:
        sources = list(csv.DictReader(handle))
    found = 0
    for source in sources:
        path = real_files / source["file"]
        if source["passed_on"] == "yes" and path.exists():
            rows = script.rows_of(source, path)
            table = pd.read_csv(EXPERIMENT / "data" / f"{source['table']}.csv")
            assert [r.half_points for r in rows] == table["half_points"].tolist()
            assert [r.opponent_rating for r in rows] == table["opponent_rating"].tolist()
            found += 1
    assert found > 10
