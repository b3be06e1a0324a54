"""Whose rating a column holds: never the player's own for the opponents'."""

from __future__ import annotations

import io

import openpyxl
import pytest

from tprstats.errors import UnknownColumnError
from tprstats.readers import read
from tprstats.readers._words import column_role
from tprstats.records import GameKind


def ratings(text):
    """Opponent's and own rating of each game of the first record."""
    return [(g.opponent_rating, g.own_rating) for g in read(text.encode()).records[0].games]


@pytest.mark.parametrize(
    ("heading", "own"),
    [
        ("Gegn. Elo", "Elo"),
        ("rating opp", "Rating"),
        ("Their Elo", "Elo"),
        ("Elo adv.", "Elo"),
        ("Elo (opp)", "Elo (me)"),
        ("Opp. Rtg", "Rtg"),
        ("Rating of the opponent", "My rating"),
        ("Gegner-DWZ", "DWZ"),
        ("DWZ Gegner", "eigene DWZ"),
        ("Elo de l'adversaire", "Mon Elo"),
        ("Elo del rival", "Elo propio"),
        ("Elo avv.", "Elo"),
        ("rating tegenstander", "eigen rating"),
        ("Elo przeciwnika", "Elo"),
        ("Рейтинг соперника", "Рейтинг"),
        ("opponent_fide_rating", "own_fide_rating"),
    ],
)
@pytest.mark.parametrize("own_first", [False, True])
def test_headings_that_say_whose_rating_it_is(heading, own, own_first):
    titles, cells = [heading, own], ["2100", "1700"]
    if own_first:
        titles, cells = titles[::-1], cells[::-1]
    text = f"Gegner;{';'.join(titles)};Ergebnis\nAnna;{';'.join(cells)};1\n"
    assert ratings(text) == [(2100.0, 1700.0)]


@pytest.mark.parametrize(
    ("heading", "named"),
    [
        ("Gegner;Elo Partner;Ergebnis;Elo", "columns Elo and Elo Partner"),
        ("Opponent;Rating 2;Result;Rating", "columns Rating and Rating 2"),
        ("Gegner;Elo;Ergebnis;Elo", "two columns Elo"),
        ("Gegner;DWZ;Ergebnis;Elo", "columns Elo and DWZ"),
        ("Opponent;Elo;Result;Live Elo", "columns Elo and Live Elo"),
        ("Opponent;clubElo;Result;Elo", "columns Elo and clubElo"),
    ],
)
def test_one_of_two_ratings_is_never_chosen(heading, named):
    with pytest.raises(UnknownColumnError, match=f"^bytes:1: {named}: either may hold") as caught:
        read(f"{heading}\nAnna;2100;1;1700\n".encode())
    assert "\n" not in str(caught.value)


def test_long_headings_are_cut():
    with pytest.raises(UnknownColumnError, match=r"columns Elo and Elo x+\.\.\.: either") as caught:
        read(f"Opponent;Elo;Result;Elo {'x' * 5000}\nAnna;2100;1;1700\n".encode())
    assert len(str(caught.value)) < 200


def test_the_user_s_word_settles_it():
    table = b"Gegner;Elo Partner;Ergebnis;Elo\nAnna;2100;1;1700\n"
    for columns in ({"Elo Partner": "opponent_rating"},
                    {"Elo": "own_rating", "Elo Partner": "opponent_rating"}):  # fmt: skip
        game = read(table, columns=columns).records[0].games[0]
        assert (game.opponent_rating, game.own_rating) == (2100.0, 1700.0)


@pytest.mark.parametrize(
    "heading",
    [
        "Opponent;Rtg;Result;Rtg +/-",
        "Opponent;Elo;Result;Elo diff",
        "Opponent;Elo;Result;Performance rating",
        "Gegner;Elo;Ergebnis;Punkte",
    ],
)
def test_what_a_rating_changed_by_is_nobody_s_rating(heading):
    assert ratings(f"{heading}\nAnna;2100;1;1700\n") == [(2100.0, None)]
    assert column_role("Rtg +/-") == ""


@pytest.mark.parametrize("lists", ["Elo;DWZ", "RtgI;RtgN", "Rtg;RtgI"])
def test_two_lists_side_by_side_are_one_player_s(lists):
    assert ratings(f"Gegner;{lists};Ergebnis\nAnna;2100;2050;1\n") == [(2100.0, None)]


def test_a_national_rating_alone_is_the_opponent_s():
    event = read(b"Gegner;DWZ;Ergebnis\nAnna;2100;1\n")
    assert event.records[0].games[0].opponent_rating == 2100.0
    assert any(a.what == "column DWZ taken for the opponent's rating" for a in event.adjustments)


class TestTwoNames:
    def test_a_rating_belongs_to_the_name_before_it(self):
        text = "Spieler;Elo;Gegner;Elo;Ergebnis\nJoan;1700;Anna;2100;1\n"
        assert ratings(text) == [(2100.0, 1700.0)]
        assert ratings("Spieler;Gegner;Elo;Ergebnis\nJoan;Anna;2100;1\n") == [(2100.0, None)]
        assert ratings("Spieler;Elo;Gegner;Ergebnis\nJoan;1700;Anna;1\n") == [(None, 1700.0)]

    @pytest.mark.parametrize("heading", ["Elo;Spieler;Elo;Gegner", "Spieler;Gegner;Elo;Elo"])
    def test_nor_is_it_guessed_from_their_order(self, heading):
        cells = {"Elo": "1700", "Spieler": "Joan", "Gegner": "Anna"}
        row = ";".join(cells[word] for word in heading.split(";"))
        with pytest.raises(UnknownColumnError, match="two columns Elo"):
            read(f"{heading};Ergebnis\n{row};1\n".encode())


def test_columns_of_one_player_are_not_read_beside_both_sides():
    table = b"White;Black;Result;Opp Elo;My Elo\nAnn;Joan;1-0;2100;1700\n"
    (note,) = [a for a in read(table).adjustments if a.what == "columns not read"]
    assert note.where == "Opp Elo, My Elo"


class TestBlankRating:
    """An unrated opponent's cell stays blank, whatever stands beside it."""

    @pytest.mark.parametrize("heading", ["Opp Elo", "Elo (opp)", "Rating opp"])
    def test_in_a_sheet(self, heading):
        out, book = io.BytesIO(), openpyxl.Workbook()
        for row in (["Opponent", heading, "Result", "Elo"], ["Anna", 2100, 1, 1800],
                    ["Child", None, 1, 1800]):  # fmt: skip
            book.active.append(row)
        book.save(out)
        games = read(out.getvalue()).records[0].games
        assert [g.opponent_rating for g in games] == [2100.0, None]

    def test_in_a_sheet_without_headings(self):
        out, book = io.BytesIO(), openpyxl.Workbook()
        book.active.append([1800, None, 1])
        book.save(out)
        with pytest.raises(ValueError, match="no heading with known columns"):
            read(out.getvalue())

    def test_between_semicolons(self):
        (game,) = read(b";1;w\n", kind="hand").records[0].games
        assert (game.opponent_rating, game.half_points) == (None, 2)
        (game,) = read(b"2300;;w\n").records[0].games
        assert game.kind is GameKind.UNFINISHED
        with pytest.raises(ValueError, match="'1' is no colour"):
            read(b"1800;;1\n", kind="hand")
