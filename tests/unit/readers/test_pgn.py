"""PGN to events and logs."""

from __future__ import annotations

import datetime as dt
from itertools import combinations

import pytest

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.records import Colour, GameKind, RatingKind, RatingStatus


def game(white="W", black="B", result="1-0", moves=None, **tags):
    tags = {"Event": "E", "White": white, "Black": black, "Result": result} | tags
    lines = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{lines}\n{result if moves is None else moves}\n\n"


def event_of(*games):
    return read("".join(games).encode())


def test_both_sides():
    event = event_of(
        game(
            "Ann", "Joan", "1-0", WhiteElo="2100", BlackElo="2000", Date="2024.05.06", Round="3.2",
            Board="4", ECO="B01", BlackTitle="wfm", WhiteFideId="123",
        )
    )  # fmt: skip
    ann, joan = event.record("Ann").games[0], event.record("Joan").games[0]
    assert (ann.half_points, joan.half_points) == (2, 0)
    assert (ann.colour, joan.colour) == (Colour.WHITE, Colour.BLACK)
    assert (ann.opponent_rating, ann.own_rating) == (2000.0, 2100.0)
    assert (joan.opponent, joan.opponent_id) == ("Ann", "123")
    assert (ann.date, ann.round, ann.board) == (dt.date(2024, 5, 6), 3, 4)
    assert (ann.eco, ann.event, ann.opponent_title) == ("B01", "E", "wfm")


@pytest.mark.parametrize("elo", ["?", "-", "", "0"])
def test_unrated(elo):
    event = event_of(game(WhiteElo=elo, BlackElo="2000"))
    assert event.record("W").player.status is RatingStatus.UNRATED
    assert event.record("B").games[0].opponent_rating is None
    assert any("rating 0" in a.what for a in event.adjustments) == (elo == "0")


@pytest.mark.parametrize("elo", ["9999", "-1", "nan", "27OO"])
def test_ratings_that_cannot_be(elo):
    with pytest.raises(InputError, match=r"^bytes:8: rating"):
        event_of(game(), game(WhiteElo=elo))


@pytest.mark.parametrize(
    ("result", "half_points", "kind"),
    [
        ("1-0", (2, 0), GameKind.PLAYED),
        ("0-1", (0, 2), GameKind.PLAYED),
        ("1/2-1/2", (1, 1), GameKind.PLAYED),
        ("1/2", (1, 1), GameKind.PLAYED),
        ("*", (0, 0), GameKind.UNFINISHED),
        ("+/-", (2, 0), GameKind.FORFEIT),
    ],
)
def test_results(result, half_points, kind):
    event = event_of(game(result=result))
    games = event.record("W").games[0], event.record("B").games[0]
    assert tuple(g.half_points for g in games) == half_points
    assert all(g.kind is kind for g in games)


def test_a_result_that_is_none():
    with pytest.raises(InputError, match=r"^bytes:1: result '7-2'"):
        event_of(game(result="7-2"))


def test_result_from_the_moves_and_against_them():
    event = event_of(game(result="", moves="1. e4 e5 0-1"), game(result="*", moves="1. e4 1-0"))
    assert [g.half_points for g in event.record("B").games] == [2, 0]
    assert event.record("B").games[1].kind is GameKind.UNFINISHED
    assert [a.line for a in event.adjustments] == [1, 8]


def test_a_name_in_termination_says_nothing():
    """chess.com writes the winner's name there."""
    named = game("forfeit_king", "B", Termination="forfeit_king won by checkmate")
    assert event_of(named).record("B").games[0].kind is GameKind.PLAYED


@pytest.mark.parametrize(
    ("termination", "kind"),
    [
        ("forfeit", GameKind.FORFEIT),
        ("Won by forfeit", GameKind.FORFEIT),
        ("unplayed", GameKind.FORFEIT),
        ("time forfeit", GameKind.PLAYED),
        ("Time forfeit", GameKind.PLAYED),
        ("Normal", GameKind.PLAYED),
        ("adjudication", GameKind.PLAYED),
    ],
)
def test_termination(termination, kind):
    """PGN standard 9.8.1: "time forfeit" is a loss due to failure to meet time control."""
    assert event_of(game(Termination=termination)).record("W").games[0].kind is kind


def test_a_tournament_and_a_log():
    players = ["Ann", "Joan", "Mary", "Eve"]
    event = event_of(*(game(a, b) for a, b in combinations(players, 2)))
    assert (event.kind, event.name, event.rounds) == ("crosstable", "E", 3)
    log = event_of(*(game("Me", f"X{k}", WhiteElo=2000 + k) for k in range(9)))
    assert (log.kind, log.details["owner"]) == ("log", "Me")
    assert log.players[0].name == "Me"
    assert [g.own_rating for g in log.record("Me").games] == [2000.0 + k for k in range(9)]
    assert log.players[0].rating == 2004.0
    assert any("rating changes" in a.what for a in log.record("Me").adjustments)
    match = event_of(*(game("Me", "You") for _ in range(9)))
    assert (match.kind, len(match)) == ("crosstable", 2)
    archive = event_of(*(game(a, b, Event=a) for a, b in combinations(players, 2)))
    assert archive.kind == "log"
    assert "owner" not in archive.details


def test_the_rating_in_an_event_is_the_first():
    event = event_of(
        game("W", "A", WhiteElo="2000"),
        game("W", "B", WhiteElo="2010"),
        game("W", "C", WhiteElo="2005"),
        game("A", "B"),
    )
    assert event.record("W").player.rating == 2000.0
    assert "W 2000-2010" in event.record("W").adjustments[0].where


def test_two_spellings_of_the_owner_are_named_and_kept_apart():
    games = [game("Polgar, Judit", f"X{k}") for k in range(10)]
    games += [game("Polgar,Ju", f"Y{k}") for k in range(10)]
    event = event_of(*games, game("Polgar, Sofia", "X1", Event="F"))
    note = next(a for a in event.adjustments if "may be one player" in a.what)
    assert note.where == "Polgar, Judit (10 games); Polgar,Ju (10 games)"
    assert len(event.record("Polgar, Judit")) == 10


def test_newest_first_is_turned_round():
    dates = ["2024.03.02", "2024.03.01", "2024.02.01"]
    event = event_of(*(game("Me", f"X{k}", Date=d) for k, d in enumerate(dates)))
    assert [g.opponent for g in event.record("Me").games] == ["X2", "X1", "X0"]
    assert any("newest game first" in a.what for a in event.adjustments)
    some = ["2024.03.02", "????.??.??", "2024.02.01"]
    event = event_of(*(game("Me", f"X{k}", Date=d) for k, d in enumerate(some)))
    assert [g.opponent for g in event.record("Me").games] == ["X2", "X1", "X0"]
    mixed = event_of(*(game("Me", f"X{k}", Date=dates[k]) for k in (1, 0, 2)))
    assert [g.opponent for g in mixed.record("Me").games] == ["X1", "X0", "X2"]


@pytest.mark.parametrize(
    ("tags", "kind"),
    [
        ({}, RatingKind.FIDE),
        ({"Site": "Madrid"}, RatingKind.FIDE),
        ({"Site": "https://lichess.org/abcdefgh"}, RatingKind.LICHESS),
        ({"Site": "Chess.com"}, RatingKind.CHESSCOM),
        ({"Site": "chess24.com INT"}, RatingKind.ONLINE),
        ({"Site": "chess24.com", "BroadcastName": "Norway Chess"}, RatingKind.FIDE),
        ({"Site": "https://lichess.org/study/a/b"}, RatingKind.UNKNOWN),
        ({"Event": "World Blitz"}, RatingKind.FIDE_BLITZ),
        ({"TimeControl": "900+10"}, RatingKind.FIDE_RAPID),
        ({"TimeControl": "900+10", "Site": "lichess.org"}, RatingKind.LICHESS),
    ],
)
def test_rating_kind(tags, kind):
    event = event_of(game(WhiteElo="2100", BlackElo="2000", **tags))
    assert event.record("W").games[0].rating_kind is kind


def test_armageddon_after_classical_games_is_not_counted():
    slow, fast = "1. e4 { [%clk 1:59:56] } *", "1. e4 { [%clk 0:09:58] } *"
    event = event_of(
        game("A", "B", "1/2-1/2", slow, WhiteElo="2800"),
        game("A", "B", "1-0", fast, WhiteElo="2800"),
        game("B", "A", "1-0", slow, Round="2"),
    )
    kinds = [g.kind for g in event.record("A").games]
    assert kinds == [GameKind.PLAYED, GameKind.TIEBREAK, GameKind.PLAYED]
    assert event.record("A").half_points == 1
    assert event.record("B").games[0].rating_kind is RatingKind.FIDE
    note = next(a for a in event.adjustments if "Armageddon" in a.what)
    assert note.line == 9


def test_a_blitz_event_is_counted():
    fast = "1. e4 { [%clk 0:02:58] } *"
    event = event_of(game(moves=fast), game(black="C", moves=fast), game("B", "C", moves=fast))
    assert len(event.record("W").played()) == 2


def test_three_games_a_day_are_named():
    games = [game("A", x, Date="2013.06.12") for x in "BCD"] + [game("B", "C"), game("C", "D")]
    event = event_of(*games)
    note = next(a for a in event.adjustments if "two games a day" in a.what)
    assert note.where == "2013-06-12"


def test_games_with_nobody():
    event = event_of(game("?", "?"), game("Ann", "?"), game("Ann", "Bye"))
    kinds = [g.kind for g in event.record("Ann").games]
    assert kinds == [GameKind.PLAYED, GameKind.BYE]
    assert event.record("Ann").games[0].opponent == ""
    assert any("without names" in a.what for a in event.adjustments)
    with pytest.raises(InputError, match="no games"):
        event_of(game("?", "?"))


def test_incomplete_dates_are_left_out_and_noted():
    event = event_of(game(Date="1996.??.??"), game(Date="????.??.??"))
    assert all(g.date is None for g in event.record("W").games)
    assert [a.where for a in event.adjustments] == ["1996.??.??"]


def test_candidates_2013(data):
    """Final scores as published: Carlsen and Kramnik 8.5/14, Svidler and Aronian 8."""
    event = read(data / "pgn" / "candidates_2013_london.pgn")
    scores = {r.player.name.split(",")[0]: r.half_points / 2 for r in event}
    assert scores == {
        "Carlsen": 8.5,
        "Kramnik": 8.5,
        "Svidler": 8.0,
        "Aronian": 8.0,
        "Gelfand": 6.5,
        "Grischuk": 6.5,
        "Ivanchuk": 6.0,
        "Radjabov": 4.0,
    }
    assert (event.kind, event.rounds, event.adjustments) == ("crosstable", 14, ())
    assert event.record("Carlsen").player.rating == 2872.0
