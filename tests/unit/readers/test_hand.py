"""Games by hand, one a line: the same on the page and as a file, in every spelling."""

from __future__ import annotations

import itertools

import pytest

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.readers._results import HALVES
from tprstats.readers.hand import hand_games, is_hand
from tprstats.records import Colour

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


@pytest.mark.parametrize("border", [" ", "  ", "\t", ", ", ";", " ; ", ","])
def test_every_spelling_of_a_line(border):
    for text, half_points, word, colour in CASES:
        if border == "," and "," in text and text != "0,5":
            continue
        lines = border.join(["2310", text, word])
        assert is_hand(lines), lines
        (game,) = hand_games(lines)
        assert (game.rating, game.half_points) == (2310.0, half_points), lines
        assert game.colour is Colour[colour.upper()], lines
        (record,) = read(f"{lines}\n".encode()).records
        (same,) = record.games
        assert (same.opponent_rating, same.half_points, same.colour) == (
            game.rating, game.half_points, game.colour,
        )  # fmt: skip


def test_letters_go_by_the_whole_text():
    found = hand_games("2310 1 w\n2254 0 s\n- = w")
    assert [int(g.colour) for g in found] == [1, -1, 1]
    assert [g.rating for g in found] == [2310.0, 2254.0, None]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("2310 1\n2254", 2, "write rating, result, colour"),
        ("2310 1\n\n2254 7", 3, "result"),
        ("2310 1 w\n2254 0 x", None, "colour letters"),
        ("2310 1-0", 1, "without the colour"),
        ("2310 1\n22x4 0", 2, "rating"),
        ("2310 1 w extra\n", 1, "write rating, result, colour"),
        ("2310 *", 1, "only games played"),
    ],
)
def test_a_wrong_line_is_named(text, line, words):
    with pytest.raises(InputError, match=words) as found:
        hand_games(text)
    assert found.value.line == line


@pytest.mark.parametrize(
    "text",
    ["rating,result\n2300,1", "White,Black,Result\nA,B,1-0", "1234,5678,1-0", "2310", "", "1 2 3"],
)
def test_what_is_no_line_of_a_game(text):
    assert not is_hand(text)


def test_a_decimal_comma_is_no_border():
    for line, comma in itertools.product(("2250 0{}5 w", "2250;0{}5;w", "2250, 0{}5, w"), ",."):
        assert hand_games(line.format(comma))[0].half_points == 1
    assert hand_games("2250,5 1 w")[0].rating == 2250.5
    # Commas alone are borders: no game against 2300.1.
    (game,) = hand_games("2300,1,w")
    assert (game.rating, game.half_points, game.colour) == (2300.0, 2, Colour.WHITE)
