"""One player's games of several files: their order, their own ratings, and what is refused."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

import tprstats as tpr
from tprstats.errors import InputError
from tprstats.records import Event, Game, Player, Record
from tprstats.streaks.playing_order import season_of


def event(name, own, results, *, start="", end="", player="Tal, Mihail", dates=None, id=""):
    """An event of a player whose opponents are A1, A2 ... of 2401, 2402 ..., last round first."""
    games = [
        Game(
            2400.0 + k, r, f"{name}{k}", round=k, event=name,
            date=dates[k - 1] if dates else None,
        )
        for k, r in enumerate(results, 1)
    ]  # fmt: skip
    games.reverse()
    me = Record(Player(player, 7, own, id=id), tuple(games), event=name)
    other = Record(Player("Zed", 8, 2300.0), ())
    return Event(name, (me, other), rounds=len(games), source=f"dir/{name}.trf",
                 details={"start": start, "end": end})  # fmt: skip


MAY = event("May", 2500.0, [2, 1, 0], start="2026/05/01", end="2026/05/03")
JUNE = event("June", 2520.0, [0, 2], start="2026/06/01", end="2026/06/02")


def played(log):
    return [(g.event, g.round, g.own_rating) for g in log.records[0].games]


IN_ORDER = [("May", 1, 2500.0), ("May", 2, 2500.0), ("May", 3, 2500.0),
            ("June", 1, 2520.0), ("June", 2, 2520.0)]  # fmt: skip


@pytest.mark.parametrize("files", [(MAY, JUNE), (JUNE, MAY)])
def test_events_go_by_their_days_and_games_by_their_rounds(files):
    log = tpr.join(files, "tal")
    assert played(log) == IN_ORDER
    assert (log.kind, log.details["owner"]) == ("log", "Tal, Mihail")
    # A later rating contains the results of May, and would count them twice as what was known.
    assert log.records[0].player.rating == 2500.0
    assert any("own rating changes from file to file" in n.what for n in log.adjustments)
    moved = [n for n in log.adjustments if "order of their days" in n.what]
    assert bool(moved) == (files[0] is JUNE)
    season = season_of(log.records[0])
    assert (season.ordered, season.rating) == (True, 2500.0)
    assert season.score.tolist() == [1.0, 0.5, 0.0, 0.0, 1.0]
    assert not any("order of play" in n for n in season.notes)


def test_the_numbers_are_those_of_one_record_of_all_the_games():
    ours = tpr.rate(tpr.join([JUNE, MAY], "Tal").records[0], method=["fide", "firth"])
    ratings, results = [2401, 2402, 2403, 2401, 2402], [1, 0.5, 0, 0, 1]
    same = tpr.rate(Record.from_results(ratings, results), method=["fide", "firth"])
    assert [e.rating for e in ours.estimates] == [e.rating for e in same.estimates]
    assert ours.strength.low == same.strength.low


def test_without_days_the_order_is_the_one_given_and_said():
    bare = event("Bare", 2510.0, [1])
    log = tpr.join([MAY, bare], "Tal")
    assert [e for e, _, _ in played(log)] == ["May"] * 3 + ["Bare"]
    assert any("no days in Bare.trf: the files are taken in the order" in n.what
               for n in log.adjustments)  # fmt: skip
    assert log.records[0].in_order
    # The days that are there contradict what was given.
    fall = tpr.join([JUNE, bare, MAY], "Tal")
    assert any("do not rise" in n.what for n in fall.adjustments)
    assert not fall.records[0].in_order
    assert not season_of(fall.records[0]).ordered


def test_events_at_the_same_time_need_dates():
    league = event("League", 2500.0, [2, 0], start="2026/04/01", end="2026/06/30")
    log = tpr.join([MAY, league], "Tal")
    assert not season_of(log.records[0]).ordered
    assert any("overlap in time" in n.what for n in log.adjustments)
    days = [dt.date(2026, 4, 1), dt.date(2026, 6, 30)]
    of_may = [dt.date(2026, 5, d) for d in (1, 2, 3)]
    dated = [
        event("May", 2500.0, [2, 1, 0], dates=of_may),
        event("League", 2500.0, [2, 0], dates=days),
    ]
    log = tpr.join(dated, "Tal")
    assert [e for e, _, _ in played(log)] == ["League", "May", "May", "May", "League"]
    assert season_of(log.records[0]).ordered


def test_names_that_differ_are_said_and_two_fide_numbers_are_two_people():
    other = event("June", 2520.0, [0, 2], player="Tal M", id="")
    assert any("Tal, Mihail taken for Tal M" in n.what
               for n in tpr.join([MAY, other], "tal").adjustments)  # fmt: skip
    one, two = (event(n, 2500.0, [1], id=i) for n, i in (("A", "11"), ("B", "12")))
    with pytest.raises(InputError, match=r"two people by their FIDE numbers: 11 in A.trf, 12 in B"):
        tpr.join([one, two], "Tal")


def test_an_event_given_twice_is_refused_and_single_games_alike_are_said():
    with pytest.raises(InputError, match=r"May[.]trf and May[.]trf: 3 games look the same: leave"):
        tpr.join([MAY, replace(MAY, source="other/May.trf")], "Tal")
    games = MAY.records[0].games
    again = replace(JUNE.records[0], games=(games[0], *JUNE.records[0].games))
    twice = replace(JUNE, records=(again, *JUNE.records[1:]))
    notes = [n.what for n in tpr.join([MAY, twice], "Tal").adjustments]
    assert any("May.trf and June.trf: 1 game looks the same" in n for n in notes)


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (None, r"^dir/May.trf: 2 players: say whose games"),
        ("7", r"^dir/May.trf: player 7: start numbers are not the same"),
        ("Keres", r"^dir/May.trf: no player 'Keres'"),
    ],
)
def test_who_is_not_told_is_asked_for(player, words):
    with pytest.raises(InputError, match=words):
        tpr.join([MAY, JUNE], player)


def test_notes_of_every_file_are_kept_with_its_name():
    noted = replace(tpr.read(b"White,Black,Result\nTal,Zed,1-0\n"), source="x/b.csv")
    noted = noted.merged({"Zed": "Zed, A"})
    notes = [str(n) for n in tpr.join([MAY, noted], "Tal").adjustments]
    assert [n for n in notes if n.startswith("b.csv: Zed taken for Zed, A")]
