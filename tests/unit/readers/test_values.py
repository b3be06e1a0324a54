"""What one cell means."""

from __future__ import annotations

import datetime as dt

import pytest

from tprstats.readers._results import parse_own_result, parse_pair_result
from tprstats.readers._values import (
    clock_speed,
    colour_letters,
    named_speed,
    parse_date,
    parse_rating,
    plain_control_speed,
    time_control_speed,
)
from tprstats.readers._words import column_role, round_number
from tprstats.records import Colour, GameKind, RatingStatus


@pytest.mark.parametrize("text", ["", "-", "?", "0", "0.0", " unr. ", "–"])
def test_unrated(text):
    assert parse_rating(text) == (None, RatingStatus.UNRATED)


@pytest.mark.parametrize(
    ("text", "rating", "status"),
    [
        ("2801", 2801.0, RatingStatus.RATED),
        ("2345,5", 2345.5, RatingStatus.RATED),
        ("1500?", 1500.0, RatingStatus.PROVISIONAL),
        ("1641P17", 1641.0, RatingStatus.PROVISIONAL),
    ],
)
def test_ratings(text, rating, status):
    assert parse_rating(text) == (rating, status)


@pytest.mark.parametrize(
    "text", ["9999", "-2300", "nan", "inf", "1e3", "1_000", "2,801", "4000", "24oo", "1 900"]
)
def test_no_ratings(text):
    with pytest.raises(ValueError, match="rating"):
        parse_rating(text)


@pytest.mark.parametrize(
    ("half_points", "texts"),
    [
        (2, "1 1.0 1,0 W win Won Sieg victoria"),
        (1, "½ 0.5 0,5 .5 1/2 = d Draw remis tablas"),
        (0, "0 0.0 L loss Lost derrota"),
    ],
)
def test_own_results(half_points, texts):
    for text in texts.split():
        assert parse_own_result(text) == (half_points, GameKind.PLAYED), text


@pytest.mark.parametrize("text", ["2", "1.5", "-1", "0.25", "x", "nan"])
def test_results_that_no_game_has(text):
    with pytest.raises(ValueError, match="result"):
        parse_own_result(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-0", (2, 0, GameKind.PLAYED)),
        ("0 - 1", (0, 2, GameKind.PLAYED)),
        ("1/2-1/2", (1, 1, GameKind.PLAYED)),
        ("½ – ½", (1, 1, GameKind.PLAYED)),
        ("0,5:0,5", (1, 1, GameKind.PLAYED)),
        ("+/-", (2, 0, GameKind.FORFEIT)),
        ("+ - -", (2, 0, GameKind.FORFEIT)),
        ("- - +", (0, 2, GameKind.FORFEIT)),
        ("0-0", (0, 0, GameKind.FORFEIT)),
        ("*", (0, 0, GameKind.UNFINISHED)),
    ],
)
def test_pair_results(text, expected):
    assert parse_pair_result(text) == expected


@pytest.mark.parametrize(
    ("white", "black"), ["wb", "ws", "wz", "bn", "bp", "bc", "vs", "бч"], ids=lambda c: c
)
def test_colour_letters_of_several_languages(white, black):
    assert colour_letters({white, black}) == {white: Colour.WHITE, black: Colour.BLACK}


def test_colour_letters_that_cannot_be_told():
    with pytest.raises(ValueError, match="colour letters q, x"):
        colour_letters({"x", "q"})


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2022.06.17", dt.date(2022, 6, 17)),
        ("2023-03-18 19:51:35", dt.date(2023, 3, 18)),
        ("28. 07. 2005", dt.date(2005, 7, 28)),
        ("24/09/2010", dt.date(2010, 9, 24)),
        ("09/24/2010", dt.date(2010, 9, 24)),
        ("26/01/31", dt.date(2026, 1, 31)),
        ("1996.??.??", None),
        ("2023.02.30", None),
        ("May 29, 2020", dt.date(2020, 5, 29)),
        ("", None),
    ],
)
def test_dates(text, date):
    assert parse_date(text) == date


@pytest.mark.parametrize(
    ("control", "speed"),
    [
        ("90 min + 30 sec", "standard"),
        ("90'+30''", "standard"),
        ("90\u2032 + 30\u2033", "standard"),
        ("5400+30", "standard"),
        ("40/6000+30:900+30", "standard"),
        ("All moves in 90 minutes, plus 10 seconds per move", "standard"),
        ("120 minutes per player per game", "standard"),
        ("12'+3''", "rapid"),
        ("3 min + 2 sec", "blitz"),
        ("900+10", "rapid"),
        # Minutes or seconds? Which periods? Not guessed.
        ("120", ""),
        ("90+30", ""),
        ("100'x40+15'+30\"", ""),
        ("90min/40moves+30min+30sec", ""),
        ("1:30 + 10 from move 1", ""),
        ("40/120, 60", ""),
        ("moves/time, increment", ""),
        ("", ""),
    ],
)
def test_speed_of_a_time_control_in_words(control, speed):
    assert plain_control_speed(control, online=False) == speed


@pytest.mark.parametrize(
    ("control", "over_the_board", "online"),
    [
        ("60+0", "blitz", "bullet"),
        ("180+2", "blitz", "blitz"),
        ("600", "blitz", "rapid"),
        ("600+5", "rapid", "rapid"),
        ("1500+10", "rapid", "standard"),
        ("3600", "standard", "standard"),
        ("40/6000+30:900+30", "standard", "standard"),
        ("-", "", ""),
        ("120'/60 +", "", ""),
    ],
)
def test_speed_of_a_time_control(control, over_the_board, online):
    """Laws of Chess, appendices A.1 and B.1; lichess' limits of 3, 8 and 25 minutes."""
    assert time_control_speed(control, online=False) == over_the_board
    assert time_control_speed(control, online=True) == online


def test_speed_by_name_and_by_clock():
    assert named_speed("World Blitz Championship") == "blitz"
    assert named_speed("Norway Chess", "round-5-armageddon") == "armageddon"
    assert named_speed("Candidates") == ""
    assert clock_speed("1. e4 { [%eval 0.1] [%clk 1:59:56] }") == "standard"
    assert clock_speed("1. e4 { [%clk 0:09:58] }") == "blitz"
    assert clock_speed("1. e4 e5") == ""


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("Opp. Rating", "opponent_rating"),
        ("Gegner", "opponent"),
        ("Weiß", "white"),
        ("Résultat", "result"),
        ("białe", "white"),
        ("Rtg", "rating"),
        ("White Elo", "white_rating"),
        ("Comments", ""),
    ],
)
def test_columns_by_name(heading, role):
    assert column_role(heading) == role


def test_round_columns():
    assert [round_number(h) for h in ("1.Rd", "R2", "Round 3", "4", "5.Rde.")] == [1, 2, 3, 4, 5]
    assert [round_number(h) for h in ("TB1", "Rd", "0", "Elo1", "")] == [None] * 5
