"""Compact tables: sides, duplicates, order of events, and clear words for what cannot be used."""

from __future__ import annotations

import pandas as pd
import pytest
from known_worlds import write_tables

from tprstats.errors import InputError
from tprstats.study.form_data import games_of, load_tables, records_of

COLUMNS = [
    "event", "date", "speed", "online", "player", "rating", "opponent", "opponent_rating",
    "half_points", "colour", "seen",
]  # fmt: skip


def round_robin(date: str, players=(1, 2, 3, 4, 5, 6), event=1, seen=0) -> pd.DataFrame:
    """Everybody beats those with a higher number, White always the lower number."""
    rows = [
        (event, date, "classical", 0, a, 2000 + a, b, 2000 + b, 2, 1, seen)
        for a in players
        for b in players
        if a < b
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def career(player: int, events: dict[str, int]) -> pd.DataFrame:
    rows = [
        (k, date, "classical", 0, player, 2400, 50 + j, 2300, 1, 1, 0)
        for k, (date, games) in enumerate(events.items(), 1)
        for j in range(games)
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def test_both_sides_of_a_crosstable_are_records(tmp_path):
    folder = write_tables(tmp_path, {"a": round_robin("2020-01-01")}, "open event", "both")
    games = load_tables(folder)
    records = records_of(games)
    assert len(games_of(games)) == 15
    assert len(records) == 6
    order = records.batch.own.argsort()
    assert (records.batch.scores[order] / 2).tolist() == [5, 4, 3, 2, 1, 0]
    assert records.batch.colours[order].sum(axis=1).tolist() == [5, 3, 1, -1, -3, -5]
    assert records.following.tolist() == [-1] * 6


def test_the_next_event_is_the_same_players_within_a_year(tmp_path):
    tables = {
        "a": round_robin("2020-01-01"),
        "b": round_robin("2020-06-01", (1, 2, 3, 4, 5, 7)),
        "c": round_robin("2023-01-01"),
        "d": round_robin("2023"),  # the day is not known
    }
    records = records_of(load_tables(write_tables(tmp_path, tables, "elite event", "both")))
    assert (records.following >= 0).sum() == 5
    for k in records.following.nonzero()[0]:
        if (then := records.following[k]) >= 0:
            assert records.player[then] == records.player[k]
            assert 0 < records.day[then] - records.day[k] < 366


def test_games_of_another_table_count_once_and_owners_have_one_record(tmp_path):
    index = pd.DataFrame(
        {"table": ["a", "b"], "group": ["elite career", "elite event"], "sides": ["one", "both"]}
    )
    index.to_csv(tmp_path / "index.csv", index=False)
    career(1, {"2020-01-01": 5}).to_csv(tmp_path / "a.csv", index=False)
    event = round_robin("2020-01-01")
    event.loc[event["player"] == 1, "seen"] = 1
    event.to_csv(tmp_path / "b.csv", index=False)
    games = load_tables(tmp_path)
    group = games["group"]
    assert sorted(group.unique()) == ["elite career, classical", "elite event, classical"]
    career_games, event_games = (games[group == g] for g in sorted(group.unique()))
    assert [len(games_of(g)) for g in (career_games, event_games)] == [5, 10]
    assert records_of(career_games).player.tolist() == [1]
    assert records_of(event_games).player.tolist() == [2, 3, 4, 5, 6]


def test_small_events_are_no_records(tmp_path):
    folder = write_tables(tmp_path, {"a": career(1, {"2020-01-01": 4, "2020-02-01": 5})})
    assert len(records_of(load_tables(folder))) == 1


def test_what_cannot_be_used_is_said_in_one_line(tmp_path):
    with pytest.raises(InputError, match=r"index\.csv: no such table; make it"):
        load_tables(tmp_path)
    write_tables(tmp_path, {"a": round_robin("2020-01-01").drop(columns="seen")})
    with pytest.raises(InputError, match=r"a\.csv:1: column 'seen' is missing"):
        load_tables(tmp_path)
    bad = round_robin("2020-01-01")
    bad.loc[3, "half_points"] = 3
    write_tables(tmp_path, {"a": bad})
    with pytest.raises(InputError, match=r"a\.csv:5: half points 3: 0, 1 or 2"):
        load_tables(tmp_path)
