"""Forfeits, byes and totals in words, in lists of games."""

from __future__ import annotations

import time

import pytest

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.readers._results import without_forfeit
from tprstats.records import GameKind

WORDS = ["kampflos", "Forfait", "forfeit", "ff", "w.o.", "WO", "W/O", "walkover", "walk-over",
         "default", "no show", "no-show", "incomparecencia", "reglementair"]  # fmt: skip


def last_game(result):
    text = f"Opponent;Rating;Colour;Result\nAnn;2000;w;1\nJoan;2100;b;{result}\n"
    return read(text.encode()).records[0].games[-1]


def whites_game(result):
    heading = "White;Black;White Elo;Black Elo;Result"
    text = f"{heading}\nJoan;Mae;2100;1900;1-0\nAnn;Joan;2000;2100;{result}\n"
    return read(text.encode()).record("Ann").games[-1]


@pytest.mark.parametrize("word", WORDS)
class TestWordForAForfeit:
    def test_alone_it_does_not_say_who_came(self, word):
        for reading in (last_game, whites_game):
            with pytest.raises(InputError, match=r"^bytes:3: .* does not say who won by forfeit"):
                reading(word)
        with pytest.raises(InputError, match=r"write \+ for the player, - for the opponent"):
            read(f"2000 1 w\n2100 {word.replace(' ', '-')} b\n".encode())

    @pytest.mark.parametrize(
        ("form", "half_points"),
        [("1 {}", 2), ("{} 1", 2), ("0 ({})", 0), ("+ {}", 2), ("win by {}", 2), ("{} loss", 0)],
    )
    def test_beside_points_it_does(self, word, form, half_points):
        for reading in (last_game, whites_game):
            game = reading(form.format(word))
            assert (game.half_points, game.kind) == (half_points, GameKind.FORFEIT)
            assert game.opponent == "Joan"
            assert "forfeit: not counted" in game.why_left_out()

    def test_beside_a_result_of_both_sides(self, word):
        game = last_game(f"1-0 {word}")
        assert (game.half_points, game.kind) == (0, GameKind.FORFEIT)
        game = whites_game(f"1-0 {word}")
        assert (game.half_points, game.kind) == (2, GameKind.FORFEIT)


def test_white_first_is_not_noted_for_one_side():
    table = b"Opponent;Rating;Colour;Result\nAnn;2000;b;1 w/o\nJoan;2100;b;0\n"
    assert not any("White first" in a.what for a in read(table).adjustments)


def test_words_that_begin_like_one_are_none():
    for text in ("won", "w", "draw", "1-0", "offer", "defaults of"):
        assert without_forfeit(text) is None
    with pytest.raises(InputError, match=r"result 'two'; write 1, 0.5 or 0"):
        last_game("two")


def test_long_texts_take_no_time():
    start = time.process_time()
    for text in ("ff" + " " * 100_000 + "x", "w" + " o" * 50_000, "(" * 100_000 + "ff"):
        assert without_forfeit(text) is None
    assert time.process_time() - start < 1.0


@pytest.mark.parametrize("word", ["spielfrei", "exempt", "freilos", "descansa", "riposo"])
def test_a_round_without_opponent_in_place_of_a_result(word):
    for name in ("Joan", ""):
        text = f"Opponent;Rating;Result\nAnn;2000;1\n{name};2100;{word}\n"
        game = read(text.encode()).records[0].games[-1]
        assert (game.half_points, game.kind) == (0, GameKind.UNPAIRED)


@pytest.mark.parametrize("word", ["unplayed", "not played"])
def test_a_game_that_was_not_played(word):
    assert last_game(word).kind is whites_game(word).kind is GameKind.UNFINISHED


class TestTotals:
    @pytest.mark.parametrize(
        ("heading", "rows", "total"),
        [
            ("Gegner;Elo;Farbe;Ergebnis", "A;2100;w;1\nB;2000;s;0", "Summe;;;1"),
            ("Gegner;Elo;Farbe;Ergebnis", "A;2100;w;1\nB;2000;s;0", "Gesamt:;2050;;6"),
            ("Runde;Gegner;Elo;Ergebnis", "1;A;2100;1\n2;B;2000;0", "Total;;2050;1"),
            ("Date;Opponent;Rating;Result", "2026-01-02;A;2100;1\n;B;2000;0", "Total;;;6"),
            ("rating;result", "2100;1\n2000;0", "Totaal;6"),
            ("White;Black;White Elo;Black Elo;Result", "A;B;2000;2100;1-0\nB;A;2100;2000;1-0",
             "Total;;;;6"),
        ],
    )  # fmt: skip
    def test_a_line_of_totals_is_no_game(self, heading, rows, total):
        event = read(f"{heading}\n{rows}\n{total}\n".encode())
        assert len(event.records[0].games) == 2
        (note,) = [a for a in event.adjustments if "totals" in a.what]
        assert (note.what, note.line) == ("line of totals: no game", 4)

    @pytest.mark.parametrize("total", ["Summe: 1", "Total 6", "Gesamt 2050 1", "Schnitt; 2050"])
    def test_by_hand(self, total):
        event = read(f"2100 1 w\n2000 0 b\n{total}\n".encode())
        assert len(event.records[0].games) == 2
        (note,) = [a for a in event.adjustments if "totals" in a.what]
        assert (note.where, note.line) == (total, 3)

    def test_a_player_who_is_called_so_has_a_colour_a_round_or_a_day(self):
        for heading, cells in (("Colour", "w"), ("Round", "3"), ("Date", "2026-01-02")):
            text = f"Opponent;Rating;Result;{heading}\nSuma;2100;1;{cells}\n"
            (game,) = read(text.encode()).records[0].games
            assert game.opponent == "Suma"
