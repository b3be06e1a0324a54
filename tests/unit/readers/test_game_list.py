"""Lists of games as CSV."""

from __future__ import annotations

import datetime as dt
import io
from typing import ClassVar

import openpyxl
import pytest

from tprstats.errors import InputError, UnknownNameError
from tprstats.readers import read
from tprstats.readers._words import ROLES, column_role
from tprstats.records import Colour, GameKind, RatingKind, RatingStatus


def games_of(text, **options):
    return read(text.encode(), **options).records[0].games


def summary(text):
    return [(g.opponent_rating, g.half_points) for g in games_of(text)]


EXPECTED = [(2300.0, 2), (2250.5, 1), (None, 2), (2401.0, 0)]


@pytest.mark.parametrize(
    "text",
    [
        "rating,result\n2300,1\n2250.5,0.5\n-,1\n2401,0\n",
        "2300,1\n2250.5,0.5\n-,1\n2401,0\n",
        "2300;1\n2250,5;0,5\n;1\n2401;0\n",
        "2300 1\n2250.5 ½\n- 1\n2401 0\n",
        "Elo\tErgebnis\n2300\t1\n2250,5\t½\n0\t1\n2401\t0\n",
        "Gegner;Elo;Ergebnis\nA;2300;1\nB;2250,5;=\nC;;1\nD;2401;0\n",
        "opponent|opponent_rating|score\nA|2300|win\nB|2250.5|draw\nC|?|win\nD|2401|loss\n",
        "adversaire,elo,résultat\nA,2300,1\nB,2250.5,1/2\nC,-,1\nD,2401,0\n",
        "rival;elo;resultado\nA;2300;1\nB;2250,5;tablas\nC;-;1\nD;2401;0\n",
        'result,"opponent rating"\n1,"2300"\n0.5,"2250,5"\n1,-\n0,2401\n',
        "# my season\n\nRating;Result\n2300;W\n\n2250,5;D\n-;W\n2401;L\n",
    ],
)
def test_one_player_in_many_dresses(text):
    assert summary(text) == EXPECTED


def test_zero_is_unrated_and_noted():
    event = read(b"rating,result\n2300,1\n0,1\n")
    assert event.records[0].games[1].status is RatingStatus.UNRATED
    assert any(a.what == "rating 0 read as unrated" and a.line == 3 for a in event.adjustments)


def test_all_columns():
    text = (
        "date,round,event,color,own_rating,opponent,opponent_rating,score,time_control,eco\n"
        "2023.10.02,1,Club,white,932,Ann,1012,1.0,60+1,B01\n"
        "2023.10.03,2,Club,black,940,Joan,994,0.5,60+1,C20\n"
    )
    event = read(text.encode())
    first, second = event.records[0].games
    assert (first.date, first.round, first.event) == (dt.date(2023, 10, 2), 1, "Club")
    assert (first.colour, second.colour) == (Colour.WHITE, Colour.BLACK)
    assert (first.own_rating, first.eco, first.speed) == (932.0, "B01", "bullet")
    assert (event.kind, event.details["owner"]) == ("log", "the player")
    assert event.record("Ann").games[0].half_points == 0


def test_own_rating_beside_the_opponents():
    event = read(b"Rating,OppRating,Result\n1529,1542,L\n1537,1542,W\n")
    assert [(g.own_rating, g.opponent_rating) for g in event.records[0].games] == [
        (1529.0, 1542.0),
        (1537.0, 1542.0),
    ]
    assert any(a.what == "column Rating taken for the own rating" for a in event.adjustments)


def test_white_and_black():
    text = (
        "White,Black,WhiteElo,BlackElo,Result\n"
        "Ann,Joan,2100,2000,1-0\n"
        "Joan,Mary,2000,,1/2-1/2\n"
        "Mary,Ann,,2100,+/-\n"
    )
    event = read(text.encode())
    assert (event.kind, len(event)) == ("crosstable", 3)
    assert [g.half_points for g in event.record("Ann").games] == [2, 0]
    assert event.record("Ann").games[1].kind is GameKind.FORFEIT
    assert event.record("Mary").games[0].opponent_rating == 2000.0


def test_two_columns_called_alike_belong_to_white_and_black():
    event = read(b"White,Rtg,Black,Rtg,Result\nAnn,2100,Joan,2000,1-0\nJoan,2000,Ann,2100,0-1\n")
    assert event.record("Ann").games[0].opponent_rating == 2000.0
    assert [g.half_points for g in event.record("Ann").games] == [2, 2]


def test_results_of_both_sides():
    head = "whiteName,blackName,whiteResult,blackResult\nAnn,Joan,1,0\n"
    assert games_of(head)[0].half_points == 2
    with pytest.raises(InputError, match=r"^bytes:3: results 1 and 1 do not add up"):
        read(f"{head}Joan,Ann,1,1\n".encode())


def test_a_list_without_heading_of_names():
    event = read(b"Szabo  Geller  0-1\nKeres  Smyslov  1/2-1/2\n")
    assert event.record("Geller").games[0].half_points == 2
    assert any("no heading" in a.what for a in event.adjustments)


def test_a_players_card_of_chess_results():
    text = "Rd.;Name;Rtg;Res.\n1;Ann;2100;w 1\n2;Joan;2000;s ½\n3;Mary;0;s 0\n"
    games = games_of(text)
    assert [g.colour for g in games] == [Colour.WHITE, Colour.BLACK, Colour.BLACK]
    assert [g.half_points for g in games] == [2, 1, 0]


@pytest.mark.parametrize(("white", "black"), [("w", "b"), ("b", "n"), ("Weiß", "Schwarz"),
                                              ("blancas", "negras"), ("W", "S")])  # fmt: skip
def test_colours(white, black):
    text = f"rating;result;colour\n2000;1;{white}\n2000;1;{black}\n"
    assert [g.colour for g in games_of(text)] == [Colour.WHITE, Colour.BLACK]


def test_a_result_from_whites_side_needs_the_colour():
    text = "opponent;rating;result;colour\nAnn;2000;0-1;b\nJoan;2000;0-1;w\n"
    assert [g.half_points for g in games_of(text)] == [2, 0]
    with pytest.raises(InputError, match="without the colour"):
        read(b"opponent;rating;result\nAnn;2000;0-1\n")


def test_whose_games():
    event = read(b"player,opponent,rating,result\nMe,Ann,2000,1\nMe,Joan,2000,0\n")
    assert event.details["owner"] == "Me"


def test_dates_month_first_are_told_by_the_whole_column():
    text = "rating,result,date\n2000,1,03/04/2023\n2000,1,03/25/2023\n"
    assert [g.date for g in games_of(text)] == [dt.date(2023, 3, 4), dt.date(2023, 3, 25)]
    day_first = text.replace("03/25", "25/04")
    assert games_of(day_first)[0].date == dt.date(2023, 4, 3)


@pytest.mark.parametrize(
    ("dates", "first", "words"),
    [
        (
            "02/03/2026 05/06/2026 02/07/2026",
            "2026-03-02",
            ["02/03/2026 is 2026-03-02"],
        ),
        ("02-03-2026 05-06-2026", "2026-03-02", ["day/month/year"]),
        ("02/03/2026 05/16/2026", "2026-02-03", ["read as month/day/year"]),
        ("02/03/2026 16/05/2026", "2026-03-02", []),  # the second tells it
        ("02/02/2026 05/05/2026", "2026-02-02", []),  # the same either way
        ("02.03.2026 05.06.2026", "2026-03-02", []),  # with points the day is first
        ("2026-03-02 2026-06-05", "2026-03-02", []),
        ("16/05/2026 05/16/2026", "2026-05-16", ["two orders"]),
        ("02.03.26 05.06.26", "2026-03-02", ["two digits read as day/month/year", "02.03.26 is"]),
        ("26/03/31 26/05/02", "2031-03-26", ["two digits read as day/month/year"]),
        ("96/03/31 96/05/02", "1996-03-31", ["two digits read as year/month/day"]),
    ],
)
def test_the_reading_of_a_date_is_told_wherever_it_is_guessed(dates, first, words):
    text = "rating,result,date\n" + "".join(f"2000,1,{d}\n" for d in dates.split())
    event = read(text.encode())
    assert dt.date.fromisoformat(first) in {g.date for g in event.records[0].games}
    said = [str(a) for a in event.adjustments if "date" in str(a)]
    assert len(said) == bool(words)
    for word in words:
        assert word in said[0]


def test_platforms():
    text = "opponent,opponent_rating,result,site\nAnn,1500,1,https://lichess.org/x\n"
    assert games_of(text)[0].rating_kind is RatingKind.LICHESS
    assert games_of("rating,result\n1500,1\n")[0].rating_kind is RatingKind.UNKNOWN


def test_games_without_a_result_yet():
    games = games_of("opponent,rating,result\nAnn,2000,1\nJoan,2000,\nMary,2000,*\n")
    assert [g.kind for g in games] == [
        GameKind.PLAYED,
        GameKind.UNFINISHED,
        GameKind.UNFINISHED,
    ]


def test_columns_that_are_not_read_are_named():
    event = read(b"rating,result,mood,weather\n2000,1,good,fine\n")
    assert any(a.where == "mood, weather" for a in event.adjustments)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("rating,result\n2300,1\n9999,1\n", 3, "rating 9999"),
        ("rating,result\n-2300,1\n", 2, "rating -2300"),
        ("rating,result\nnan,1\n", 2, "rating 'nan'"),
        ('rating,result\n"2,801",1\n', 2, "too small"),
        ("rating,result\nAnn,1\n", 2, "rating 'Ann'"),
        ("rating,result\n2300,2\n", 2, "result 2 is not possible in one game"),
        ("rating,result\n2300,1.5\n", 2, "result 1.5 is not possible in one game"),
        ("rating,result\n2300,won!\n", 2, "result 'won!'"),
        ("rating,result\n2300,1,7\n2300,1\n2300,1\n", 2, "3 columns, 2 expected"),
        ("rating,result,colour\n2300,1,green\n", 2, "colour 'green'"),
        ("opponent,rating\nAnn,2300\n", 1, "needed are rating (or opponent) and result"),
        ("opponent,rating,Punktzahl\nAnn,2300,1\n", 1, "none is known for the result"),
        ("White,Result,x\nA,1-0,B\n", 1, "none is known for Black"),
        ("Zahl,result,colour\n2300,1,w\n", 1, "none is known for the opponent's rating"),
        ("white,result\nAnn,1-0\n", 1, "needed are"),
        ("White,Black,Result\nAnn,,1-0\n", 2, "no name for Black"),
        ("White,Black,Result\nAnn,Joan,2-0\n", 2, "result '2-0'"),
        ("alpha,beta\n1,2\n3,4\n", 1, "no heading with known columns"),
        (" 012 Open, A\n 001    1      Solek, A\n", 1, "(001, 012) belong in column 1; take out"),
        ("2300,1\n2250,x\n", 2, "result 'x'"),
        ('rating,result\n2300,"1\n2200,1\n', 2, "quote"),
    ],
)
def test_what_cannot_be_read(text, line, words):
    with pytest.raises(InputError) as caught:
        read(text.encode())
    assert words in str(caught.value)
    assert (caught.value.source, caught.value.line) == ("bytes", line)


def test_nothing_in_the_cells():
    with pytest.raises(InputError, match="every cell is empty"):
        read(b";;;\n;;;\n")


def test_a_heading_alone():
    with pytest.raises(InputError, match="no games"):
        read(b"rating,result\n")


class TestMapping:
    TABLE = "Wer;Gegn.-Zahl;Ausgang\nAnn;2100;1\nJoan;2000;½\n"
    ROLES: ClassVar = {"wer": "opponent", "Gegn.-Zahl": "opponent_rating", "Ausgang": "result"}

    def test_headings_of_ones_own(self):
        record = read(self.TABLE.encode(), columns=self.ROLES).records[0]
        assert [(g.opponent, g.opponent_rating, g.half_points) for g in record.games] == [
            ("Ann", 2100.0, 2),
            ("Joan", 2000.0, 1),
        ]
        with pytest.raises(InputError):
            read(self.TABLE.encode())

    def test_a_mapped_column_goes_before_one_that_is_called_so(self):
        table = b"rating,result,live rating\n2100,1,2150\n"
        event = read(table, columns={"live rating": "rating"})
        assert event.records[0].games[0].opponent_rating == 2150.0

    def test_a_role_or_a_heading_that_is_not_there(self):
        with pytest.raises(UnknownNameError, match="role of a column 'resultat'"):
            read(self.TABLE.encode(), columns={"Ausgang": "resultat"})
        with pytest.raises(InputError, match="no line of headings with 'Erg' in it"):
            read(self.TABLE.encode(), columns={"Erg": "result"})

    def test_every_role_has_its_own_word(self):
        assert all(column_role(role.replace("_", " ")) == role for role in ROLES)

    def test_a_sheet(self):
        out = io.BytesIO()
        book = openpyxl.Workbook()
        for row in (["Wer", "Gegn.-Zahl", "Ausgang"], ["Ann", 2100, 1]):
            book.active.append(row)
        book.save(out)
        assert read(out.getvalue(), columns=self.ROLES).records[0].games[0].opponent == "Ann"


def test_columns_set_out_by_blanks_and_tabs():
    event = read(b"Szabo  Geller\t\t 0-1\nNajdorf  Reshevsky \t 1/2-1/2\nReshevsky Szabo \t 1-0\n")
    assert event.record("Szabo").half_points == 0
    assert event.record("Reshevsky").half_points == 3
    assert len(event) == 4


def test_a_missing_name_says_what_stands_there():
    with pytest.raises(InputError, match="no name for Black beside 'Ann'; give both"):
        read(b"White;Black;Result\nJoan;Eve;1-0\nAnn;;1-0\n")


def test_zurich_1953(real_files):
    """Final standings of the Candidates: Smyslov 18, Bronstein, Keres and Reshevsky 16 of 28."""
    event = read(real_files / "events" / "zurich1953_candidates.txt")
    points = {r.player.name: r.half_points / 2 for r in event}
    assert len(event) == 15
    assert all(len(r) == 28 for r in event)
    top = sorted(points, key=lambda name: (-points[name], name))[:4]
    assert top == ["Smyslov", "Bronstein", "Keres", "Reshevsky"]
    assert [points[name] for name in top] == [18, 16, 16, 16]


def test_a_column_of_years_tells_the_order():
    heading = "White,Black,Year,Result\n"
    lines = [f"Me,Foe {k},{year},1-0\n" for k, year in enumerate((2022, 2022, 2021))]
    event = read((heading + "".join(lines)).encode())
    games = event.record("Me").games
    assert [(g.opponent, g.year) for g in games] == [
        ("Foe 2", 2021),
        ("Foe 1", 2022),
        ("Foe 0", 2022),
    ]
    assert any("newest game first" in a.what for a in event.adjustments)
    rising = read((heading + "".join(reversed(lines))).encode())
    assert [g.opponent for g in rising.record("Me").games] == ["Foe 2", "Foe 1", "Foe 0"]
    assert not any("newest game first" in a.what for a in rising.adjustments)
