"""Games by hand, one a line, in every spelling."""

from __future__ import annotations

import itertools

import pytest

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.readers._results import HALVES
from tprstats.readers.hand import is_hand
from tprstats.records import Colour, GameKind

COLOURS = {
    "white": ["w", "W", "white", "White", "weiss", "Weiß", "blanc"],
    "black": ["b", "B", "black", "schwarz", "Schwarz", "noir"],
}
RESULTS = {
    2: ["1", "1.0", "win", "w", "Sieg", "won"],
    1: [*HALVES, "½-½", "1/2-1/2", "draw", "remis", "d"],
    0: ["0", "loss", "l", "Niederlage"],
}
CASES = [
    (text, half_points, word, colour)
    for half_points, texts in RESULTS.items()
    for text in texts
    for colour, words in COLOURS.items()
    for word in words
]


def hand_games(text):
    return read(text.encode(), kind="hand").records[0].games


@pytest.mark.parametrize("border", [" ", "  ", "\t", ", ", ";", " ; ", ","])
def test_every_spelling_of_a_line(border):
    for text, half_points, word, colour in CASES:
        if border == "," and "," in text and text != "0,5":
            continue
        lines = border.join(["2310", text, word])
        assert is_hand(lines), lines
        (game,) = hand_games(lines)
        assert (game.opponent_rating, game.half_points) == (2310.0, half_points), lines
        assert game.colour is Colour[colour.upper()], lines


def test_letters_go_by_the_whole_text():
    found = hand_games("2310 1 w\n2254 0 s\n- = w")
    assert [int(g.colour) for g in found] == [1, -1, 1]
    assert [g.opponent_rating for g in found] == [2310.0, 2254.0, None]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("2310 1\n2254", 2, "write rating, result, colour"),
        ("2310 1\n\n2254 7", 3, "result"),
        ("2310 1 w\n2254 0 x", None, "colour letters"),
        ("2310 1-0", 1, "without the colour"),
        ("2310 1\n22x4 0", 2, "rating"),
        ("2310 1 w extra\n", 1, "write rating, result, colour"),
    ],
)
def test_a_wrong_line_is_named(text, line, words):
    with pytest.raises(InputError, match=words) as found:
        hand_games(text)
    assert (found.value.source, found.value.line) == ("bytes", line)


@pytest.mark.parametrize(
    "text",
    ["rating,result\n2300,1", "White,Black,Result\nA,B,1-0", "1234,5678,1-0", "2310", "", "1 2 3"],
)
def test_what_is_no_line_of_a_game(text):
    assert not is_hand(text)


def test_a_decimal_comma_is_no_border():
    for line, comma in itertools.product(("2250 0{}5 w", "2250;0{}5;w", "2250, 0{}5, w"), ",."):
        assert hand_games(line.format(comma))[0].half_points == 1
    assert hand_games("2250,5 1 w")[0].opponent_rating == 2250.5
    # Commas alone are borders: no game against 2300.1.
    (game,) = hand_games("2300,1,w")
    assert (game.opponent_rating, game.half_points, game.colour) == (2300.0, 2, Colour.WHITE)


def test_comments_are_stepped_over():
    text = "# my season\n\n2300 1 w\n  # the last round\n2250 0 b\n"
    assert is_hand(text)
    games = read(text.encode()).records[0].games
    assert [g.opponent_rating for g in games] == [2300.0, 2250.0]
    with pytest.raises(InputError, match=r"^bytes:4: ") as found:
        read(b"# one\n2300 1\n# two\n2250 7\n")
    assert found.value.line == 4


@pytest.mark.parametrize(("text", "half_points"), [("+", 2), ("-", 0)])
def test_a_forfeit_is_no_game(text, half_points):
    first, second = hand_games(f"1900 {text} w\n2000 1 b")
    assert (first.half_points, first.kind) == (half_points, GameKind.FORFEIT)
    assert second.kind is GameKind.PLAYED


class TestWhiteFirst:
    """1-0 and 0-1 are White's score and Black's, whoever writes them."""

    LIST = "Opponent;Rating;Colour;Result\nAnn;2000;w;1-0\nJoan;2100;b;0-1\nMae;2100;b;1:0\n"
    WHAT = "1-0 and 0-1 are read with White first: 2 games with Black"

    @pytest.mark.parametrize("text", [LIST, "2000 1-0 w\n2100 0-1 b\n2100 1:0 b\n"])
    def test_it_is_noted(self, text):
        event = read(text.encode())
        assert [g.half_points for g in event.records[0].games] == [2, 2, 0]
        (note,) = [a for a in event.adjustments if "White first" in a.what]
        assert note.what == self.WHAT
        assert text.split("\n")[note.line - 1] in ("Joan;2100;b;0-1", "2100 0-1 b")

    @pytest.mark.parametrize("text", ["2000 1-0 w\n2100 ½-½ b", "2000 1 w\n2100 0 b",
                                      "2000 w w\n2100 - b"])  # fmt: skip
    def test_only_where_it_matters(self, text):
        assert not any("White first" in a.what for a in read(text.encode()).adjustments)


def test_a_list_of_one_game_is_the_player_s():
    event = read(b"Opponent;Rating;Result\nAnn;2100;1\n")
    assert event.details["owner"] == "the player"
    assert event.kind == "log"
