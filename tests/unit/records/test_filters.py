"""Which games a filter takes, and a season in parts."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from tprstats.errors import InputError, UnknownNameError
from tprstats.readers import read
from tprstats.records import (
    GROUPINGS,
    Colour,
    Game,
    GameFilter,
    GameKind,
    Player,
    RatingKind,
    RatingStatus,
    Record,
)

NIMES = "Open de Nîmes"
GAMES = (
    Game(2300, 2, "A", round=1, colour=Colour.WHITE, date=dt.date(2023, 12, 31), event=NIMES,
         eco="B90", speed="standard", rating_kind=RatingKind.FIDE),
    Game(2399.5, 1, "B", round=2, colour=Colour.BLACK, date=dt.date(2024, 1, 1), event=NIMES,
         eco="b19a", speed="standard", rating_kind=RatingKind.FIDE),
    Game(2400, 0, "C", round=1, colour=Colour.BLACK, date=dt.date(2024, 3, 1), event="League",
         eco="C65", speed="rapid", rating_kind=RatingKind.FIDE_RAPID),
    Game(None, 2, "D", round=2, year=2024, event="League", opponent_title="bot"),
    Game(1500, 2, "E", colour=Colour.WHITE, status=RatingStatus.PROVISIONAL, casual=True,
         variant="chess960", speed="blitz", rating_kind=RatingKind.LICHESS),
)  # fmt: skip
RECORD = Record(Player("X"), GAMES, points=3.5)


@pytest.mark.parametrize(
    ("criteria", "taken"),
    [
        ({}, "ABCDE"),
        ({"rounds": (1, 1)}, "AC"),
        ({"rounds": (2, None)}, "BD"),
        ({"rounds": (None, 1)}, "AC"),
        ({"since": dt.date(2024, 1, 1)}, "BCD"),
        ({"since": dt.date(2024, 1, 2)}, "C"),
        ({"until": dt.date(2024, 1, 1)}, "AB"),
        ({"until": dt.date(2024, 12, 31)}, "ABCD"),
        ({"since": dt.date(2024, 1, 1), "until": dt.date(2024, 1, 1)}, "B"),
        ({"colour": Colour.WHITE}, "AE"),
        ({"opponents": (2300, 2400)}, "ABC"),
        ({"opponents": (2399.5, None)}, "BC"),
        ({"opponents": (None, 2399)}, "AE"),
        ({"event": "nimes"}, "AB"),
        ({"eco": "B90"}, "A"),
        ({"eco": "B1"}, "B"),
        ({"eco": "b"}, "AB"),
        ({"eco": "B19-C64"}, "AB"),
        ({"eco": "B2-C"}, "AC"),
        ({"speed": "standard"}, "AB"),
        ({"variant": "standard"}, "ABCD"),
        ({"variant": "chess960"}, "E"),
        ({"rating_kind": RatingKind.FIDE_RAPID}, "C"),
        ({"casual": False}, "ABCD"),
        ({"bots": False}, "ABCE"),
        ({"provisional": False}, "ABCD"),
        ({"colour": Colour.BLACK, "speed": "rapid", "event": "LEAGUE"}, "C"),
        ({"colour": Colour.NONE}, "D"),
        ({"event": "nothing"}, ""),
    ],
)
def test_criteria(criteria, taken):
    part = RECORD.where(**criteria)
    assert "".join(g.opponent for g in part.games) == taken
    assert part == RECORD.where(GameFilter(**criteria))
    if criteria:
        assert part.points is None
        assert f"{len(taken)} of 5" in part.adjustments[-1].what
    else:
        assert part is RECORD


@pytest.mark.parametrize("eco", ["F00", "B901", "", "B-", "90", "C00-B99", "B20 to B30"])
def test_openings_that_are_none(eco):
    with pytest.raises(InputError, match="opening"):
        GameFilter(eco=eco)


def test_ranges_the_wrong_way_round():
    for criteria in (
        {"rounds": (3, 1)},
        {"opponents": (2400, 2300)},
        {"since": dt.date(2024, 2, 1), "until": dt.date(2024, 1, 1)},
    ):
        with pytest.raises(InputError, match="the first is"):
            GameFilter(**criteria)
    with pytest.raises(TypeError):
        RECORD.where(GameFilter(), rounds=(1, 2))


@pytest.mark.parametrize("by", GROUPINGS)
def test_the_parts_are_the_whole(by):
    parts = RECORD.split(by)
    together = [g for part in parts.values() for g in part.games]
    assert sorted(g.opponent for g in together) == list("ABCDE")
    assert all(len(part) for part in parts.values())
    assert all(part.player is RECORD.player for part in parts.values())


@pytest.mark.parametrize(
    ("by", "labels"),
    [
        ("event", ["Open de Nîmes", "League", "not known"]),
        ("month", ["2023-12", "2024-01", "2024-03", "not known"]),
        ("year", ["2023", "2024", "not known"]),
        ("colour", ["White", "Black", "not known"]),
        ("opening", ["B19", "B90", "C65", "not known"]),
        ("volume", ["B", "C", "not known"]),
        ("speed", ["standard", "rapid", "not known", "blitz"]),
        ("list", ["fide", "fide-rapid", "unknown", "lichess chess960"]),
        ("opponents", ["1400-1599", "2200-2399", "2400-2599", "unrated"]),
    ],
)
def test_labels_and_their_order(by, labels):
    assert list(RECORD.split(by)) == labels


def test_an_event_that_comes_again_is_told_apart():
    day = dt.date(2020, 2, 20)
    games = [
        Game(2500, 1, event="Linares", date=day.replace(year=year) + dt.timedelta(days=k))
        for year in (2020, 2021)
        for k in range(3)
    ]
    games.insert(3, Game(2500, 1, event="Dortmund", date=dt.date(2020, 7, 1)))
    parts = Record(Player("X"), tuple(games)).split("event")
    assert {label: len(part) for label, part in parts.items()} == {
        "Linares (2020-02)": 3, "Dortmund": 1, "Linares (2021-02)": 3,
    }  # fmt: skip


def test_an_unknown_grouping_names_the_nearest():
    with pytest.raises(UnknownNameError, match="nearest: month"):
        RECORD.split("months")


def test_an_event_keeps_both_sides_unless_the_filter_has_one(example_event):
    rounds = example_event.where(rounds=(1, 2))
    assert rounds.kind == "crosstable"
    games = [g for r in rounds for g in r.played()]
    assert sum(g.half_points for g in games) == len(games)
    one_sided = example_event.where(colour=Colour.WHITE)
    assert one_sided.kind == "log"
    assert all(g.colour is Colour.WHITE for r in one_sided for g in r.games)
    # From one side alone each record has its own number.
    assert one_sided.adjustments[-1].what == "only games with White"


@pytest.fixture
def example_event():
    from tprstats.data import example_path

    return read(example_path())


def test_byes_have_no_opponent_and_no_colour(example_event):
    bye = replace(GAMES[0], kind=GameKind.BYE, opponent_rating=None, colour=Colour.NONE)
    record = Record(Player("X"), (bye, *GAMES))
    assert bye not in record.where(opponents=(0, 4000)).games
    assert bye in record.where(rounds=(1, 1)).games
