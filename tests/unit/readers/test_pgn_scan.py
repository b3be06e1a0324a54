"""The header scanner against python-chess and on what trips scanners."""

from __future__ import annotations

import io
import time

import chess.pgn
import pytest

from tprstats.readers._notes import Notes
from tprstats.readers._pgn_scan import scan_headers


def tags(text):
    return [game.tags for game in scan_headers(text, Notes())]


def events(text):
    return [t.get("Event") for t in tags(text)]


ONE = '[Event "A"]\n[White "W"]\n[Black "B"]\n[Result "1-0"]\n'


@pytest.mark.parametrize(
    "moves",
    [
        '1. e4 { [Event "x"] } e5 1-0',
        '1. e4 {\n[Event "x"]\n} e5 1-0',
        '1. e4 ; [Event "x"] {\ne5 1-0',
        '1. e4\n% [Event "x"] {\n%[Event "y"]\ne5 1-0',
        "1. e4 (1. d4 [ {a (} ) 1-0",
        "1. e4 $1 { }} ] [ 1-0",
        "1. e4 { ; } 1-0",
        "",
        "1-0",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n\n\n"])
def test_moves_are_no_headers(moves, gap):
    text = ONE + "\n" + moves + gap + ONE.replace('"A"', '"C"') + "\n*\n"
    assert events(text) == ["A", "C"]


def test_no_blank_line_anywhere():
    text = ONE + "1. e4 e5 1-0\n" + ONE.replace('"A"', '"C"') + "1-0\n"
    assert events(text) == ["A", "C"]
    assert events('[Event "A"][White "W"] 1. e4 1-0\n[Event "B"]\n') == ["A", "B"]


def test_headers_only_without_results():
    text = ONE + "\n" + ONE.replace('"A"', '"C"') + "\n" + ONE.replace('"A"', '"D"')
    assert events(text) == ["A", "C", "D"]


def test_a_blank_line_among_the_tags_of_one_game():
    text = '[Event "A"]\n[White "W"]\n\n[Black "B"]\n[Result "*"]\n\n*\n'
    assert tags(text) == [{"Event": "A", "White": "W", "Black": "B", "Result": "*"}]


def test_a_game_without_event_starts_after_a_blank_line():
    text = '[White "W"]\n[Black "B"]\n\n[White "X"]\n[Black "Y"]\n'
    assert [t["White"] for t in tags(text)] == ["W", "X"]


def test_escapes():
    assert tags('[Event "a \\"b\\" \\\\c"]\n*') == [{"Event": 'a "b" \\c'}]


def test_tags_that_are_not_well_formed_are_noted():
    notes = Notes()
    text = '[Event "King"s Gambit"]\n[Site]\n[White "open]\n[Black "B"]\n\n1-0\n'
    (game,) = scan_headers(text, notes)
    assert game.tags == {"Event": 'King"s Gambit', "White": "open", "Black": "B"}
    assert [(a.what.split(":")[0], a.where, a.line) for a in notes.event()] == [
        ("tag not well formed", "[Event], [White]", 1),
        ("tag without a value", "[Site]", 2),
    ]


def test_a_tag_given_twice_is_noted():
    notes = Notes()
    (game,) = scan_headers('[Event "A"]\n[ECO "B01"]\n[ECO "C20"]\n\n*\n', notes)
    assert game.tags["ECO"] == "C20"
    assert [str(a) for a in notes.event()] == ["line 3: tag ECO given twice: the last is used"]


def test_a_comment_without_an_end_does_not_eat_the_next_game():
    notes = Notes()
    text = ONE + "\n1. e4 { oops 1-0\n\n" + ONE.replace('"A"', '"C"') + "\n1. d4 { ok } *\n"
    assert [g.tags["Event"] for g in scan_headers(text, notes)] == ["A", "C"]
    assert [a.line for a in notes.event()] == [6]


def test_lines_and_ends_of_the_moves():
    text = "\n\n" + ONE + "\n1. e4 { [%clk 0:03:00] } e5 1-0\n\n" + ONE + "\n0-1"
    first, second = scan_headers(text, Notes())
    assert (first.line, second.line) == (3, 10)
    assert "[%clk 0:03:00]" in first.opening
    assert first.ending.split()[-1] == "1-0"
    assert second.ending == "0-1"


def test_against_python_chess(data):
    text = (data / "pgn" / "candidates_2013_london.pgn").read_text()
    ours = tags(text)
    handle, theirs = io.StringIO(text), []
    while (headers := chess.pgn.read_headers(handle)) is not None:
        theirs.append(dict(headers))
    assert len(ours) == 56
    assert ours == theirs


@pytest.mark.parametrize(
    "unit",
    ["{", "[", '[Event "', "{\n[x", '[Event "a"]\n', "\n[x", "\\", '[E "\\', ";", "%\n", "("],
)
def test_time_grows_with_the_length_alone(unit):
    """Ten times the text takes about ten times as long, far from the hundred of a quadratic."""
    base = '[Event "a"]\n'

    def seconds(n):
        start = time.process_time()
        for _ in scan_headers(base + unit * n + '}\n\n[Event "z"]\n', Notes()):
            pass
        return time.process_time() - start

    small = min(seconds(4_000) for _ in range(3))
    assert seconds(40_000) < 40 * small + 0.25
