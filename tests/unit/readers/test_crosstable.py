"""Crosstables as CSV in the layout of chess-results."""

from __future__ import annotations

import pytest

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.records import Colour, GameKind, RatingKind, RatingStatus

CROSSTABLE = """\
From the Tournament-Database of Chess-Results http://chess-results.com;;;;;;;;
Autumn Open;;;;;;;;
Rk.;;Name;Rtg;FED;1.Rd;2.Rd;3.Rd;Pts. ;TB1
1;GM;Able Ann ;2400;ENG; 3w1; 2b½; 4w+;2,5;4
2;;Baker Joan ;2300;SCO;4b1;1w½;-½;2;4,5
3;WFM;Cook Mary ;0;WLS; 1b0; 4w1;-1;2;3
4;;Dunn Eve ;2100;IRL;2w0;3b0;1b-;0;6,5
#;;;;;;;;
You find all details under http://chess-results.com;;;;;;;;
"""


def test_crosstable():
    event = read(CROSSTABLE.encode())
    assert (event.name, event.kind, len(event), event.rounds) == ("Autumn Open", "crosstable", 4, 3)
    able = event.record("Able Ann")
    assert [(g.opponent, g.colour, g.half_points, g.kind) for g in able.games] == [
        ("Cook Mary", Colour.WHITE, 2, GameKind.PLAYED),
        ("Baker Joan", Colour.BLACK, 1, GameKind.PLAYED),
        ("Dunn Eve", Colour.WHITE, 2, GameKind.FORFEIT),
    ]
    assert (able.player.title, able.player.federation, able.points) == ("GM", "ENG", 2.5)
    assert able.games[0].opponent_rating is None
    assert event.record(3).player.status is RatingStatus.UNRATED
    kinds = [event.record(n).games[2].kind for n in (2, 3)]
    assert kinds == [GameKind.HALF_BYE, GameKind.BYE]
    assert event.record(1).player.rating_kind is RatingKind.FIDE
    notes = [str(a) for a in event.adjustments]
    assert "player 3, line 6: rating 0 read as unrated" in notes
    assert "TB1, line 3: columns not read" in notes
    assert not any("points column" in n for n in notes)


@pytest.mark.parametrize(("delimiter", "half"), [(",", "½"), ("\t", "=")])
def test_delimiters(delimiter, half):
    lines = ["No,Name,Elo,R1,R2", f"1,Ann,2100,2w1,2b{half}", f"2,Joan,2000,1b0,1w{half}"]
    event = read("\n".join(lines).replace(",", delimiter).encode())
    assert [r.half_points for r in event] == [3, 1]


@pytest.mark.parametrize(("white", "black"), ["wb", "ws", "wz", "bn", "bp"])
def test_colour_letters(white, black):
    text = f"No;Name;1\n1;Ann;2{white}1\n2;Joan;1{black}0"
    event = read(text.encode())
    assert [r.games[0].colour for r in event] == [Colour.WHITE, Colour.BLACK]
    assert any("colour letters" in a.what for a in event.adjustments) == (
        (white, black) != ("w", "b")
    )


def test_opponents_by_start_number_or_by_rank():
    """The same event twice; in the second file the cells name ranks."""
    by_start = "No;Name;1.Rd;2.Rd;Rk\n1;Ann;2w0;3b1;2\n2;Joan;1b1;;1\n3;Mary;;1w0;3\n"
    by_rank = "No;Name;1.Rd;2.Rd;Rk\n1;Ann;1w0;3b1;2\n2;Joan;2b1;;1\n3;Mary;;2w0;3\n"
    for text, word in ((by_start, "number"), (by_rank, "rank")):
        event = read(text.encode())
        assert [g.opponent for g in event.record("Ann").games] == ["Joan", "Mary"]
        assert any(a.what == f"opponents named by {word}" for a in event.adjustments)


def test_a_running_last_round():
    event = read(b"No;Name;1.Rd;2.Rd\n1;Ann;2w1;2b\n2;Joan;1b0;1w\n")
    assert [g.kind for g in event.record("Ann").games] == [GameKind.PLAYED, GameKind.UNFINISHED]


def test_points_that_the_results_do_not_give_are_noted():
    event = read(b"No;Name;1.Rd;Pts\n1;Ann;2w1;0,5\n2;Joan;1b0;0\n")
    assert any("says 0.5, the results give 1" in a.what for a in event.record("Ann").adjustments)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("No;Name;Rtg;1\n1;Ann;9999;2w1\n2;Joan;2000;1b0", 2, "rating 9999"),
        ("No;Name;Rtg;1\n1;Ann;2000;2w1\n2;Joan;-20;1b0", 3, "rating -20"),
        ("No;Name;Rtg;1\n1;Ann;nan;2w1\n2;Joan;2000;1b0", 2, "rating 'nan'"),
        ("No;Name;1;Pts\n1;Ann;2w1;1\n2;Joan;1b0;3", 3, "3 points in 1 round: not possible"),
        ("No;Name;1\n1;Ann;2w1\n2;Joan;1b0;x", 3, "4 columns, the heading has 3"),
        ("No;Name\n1;Ann\n2;Joan", 1, "no columns of rounds"),
        ("No;Elo;1\n1;2000;2w1\n2;2100;1b0", 1, "no column of names"),
        ("No;Name;1\n1;Ann;2w1\n2;Joan;lost", 3, "round cell 'lost'"),
        ("No;Name;1\n1;Ann;2w1½\n2;Joan;1b½", 2, "more than 1 point in a game"),
        ("No;Name;1\n1;Ann;2q1\n2;Joan;1b0", 1, "colour letters b, q"),
        ("No;Name;1\n1;Ann;2w1\n2;Joan;2b0", 3, "meets themselves"),
        ("No;Name;1\n1;Ann;2w1\n2;Joan;1b0\n2;Mary;1b0", 4, "start number 2 stands in line 3"),
        ("No;Name;1;2\n1;Ann;1;1\n2;Joan;0;0", 1, "no round cell names an opponent"),
        ('No;Name;1\n1;"Ann;2w1\n2;Joan;1b0', 2, "quote"),
    ],
)
def test_what_cannot_be_read(text, line, words):
    with pytest.raises(InputError) as caught:
        read(text.encode(), kind="crosstable")
    assert words in str(caught.value)
    assert (caught.value.source, caught.value.line) == ("bytes", line)


def test_a_national_rating_where_there_is_no_international_one():
    table = "No;Name;RtgI;RtgN;1.Rd\n1;Ann;2400;2300;2w1\n2;Joan;0;1900;1b0\n"
    event = read(table.encode())
    assert event.record(1).games[0].opponent_rating == 1900.0
    assert event.record(1).games[0].rating_kind.value == "national"
    assert event.record(1).player.national_rating == 2300.0
    assert any("the national one is used" in a.what for a in event.adjustments)


class TestGrids:
    def test_a_round_robin(self):
        table = "Rk;Name;Rtg;1;2;3;Pts\n1;Ann;2400;*;½;1;1,5\n2;Joan;2300;½;*;+;1,5\n"
        event = read((table + "3;Eve;2200;0;-;*;0\n").encode())
        games = [
            [(g.opponent, g.opponent_rating, g.half_points, g.kind) for g in r.games] for r in event
        ]
        assert sorted(games[0]) == [
            ("Eve", 2200.0, 2, GameKind.PLAYED),
            ("Joan", 2300.0, 1, GameKind.PLAYED),
        ]
        assert ("Eve", 2200.0, 2, GameKind.FORFEIT) in games[1]
        assert all(g.round is None for r in event for g in r.games)
        assert any("round-robin grid" in a.what for a in event.adjustments)
        assert not any("points column" in a.what for a in event.adjustments)

    def test_a_double_round_robin_with_columns_by_start_number(self):
        table = "Rk;No;Name;1;2;3\n1;2;Joan;1½;**;11\n2;1;Ann;*;0½;½ 1\n3;3;Eve;½0;00;\n"
        event = read(table.encode())
        totals = {r.player.name: (r.half_points, len(r.played())) for r in event}
        assert totals == {"Joan": (7, 4), "Ann": (4, 4), "Eve": (1, 4)}
        assert event.record("Ann").player.number == 1

    def test_scores_that_contradict_each_other_are_named(self):
        table = "Rk;Name;1;2;3\n1;Ann;*;1;1\n2;Joan;1;*;½\n3;Eve;0;½;*\n"
        event = read(table.encode())
        assert any("the two lines give 1 and 1 points" in a.what for a in event.adjustments)

    def test_a_match(self):
        event = read(b"No;Name;Rtg;1;2\n1;Ann;2400;*;11=0\n2;Joan;2300;00=1;*\n")
        assert [r.half_points for r in event] == [5, 3]


def test_shared_ranks_left_blank_leave_the_row_as_the_number():
    """Swiss-Manager prints a rank once for players who share it; cells name the row."""
    table = "Rk.;Name;Rtg;1.Rd;2.Rd\n1;Ann;2400;3w1;2b½\n;Joan;2300;4w1;1w½\n3;Eve;2200;1b0;4w1\n"
    event = read((table + ";Zoe;2100;2b0;3b0\n").encode())
    assert [g.opponent for g in event.record("Joan").games] == ["Zoe", "Ann"]
    assert any("numbered from the top" in a.what for a in event.adjustments)
    assert not any("own line is used" in a.what for a in event.adjustments)


@pytest.mark.parametrize("blank", [" ", "\xa0", "\u2009", "\u3000"])
def test_blanks_of_every_kind_inside_a_cell(blank):
    """Found by ``make fuzz``: the letters were looked for with other blanks than the cells."""
    cells = f"2w{blank}1", f"1b{blank}0"
    table = f"No;Name;1.Rd\n1;Ann;{cells[0]}\n2;Joan;{cells[1]}\n"
    assert read(table.encode()).record("Ann").games[0].colour is Colour.WHITE


def test_points_without_an_opponent_are_a_guess_that_is_said() -> None:
    """As in a TRF: 1.4.1c of the norms hangs on which sort of bye it was."""
    table = b"No;Name;Rtg;1.Rd\n1;Ann;2100;2w1\n2;Joan;2000;1b0\n3;Eve;1900;-1\n4;Max;1900;-0.5"
    event = read(table)
    assert [g.kind for r in event.records[2:] for g in r.games] == [GameKind.BYE, GameKind.HALF_BYE]
    said = [str(a) for a in event.adjustments]
    assert any("round 1, player 3" in s and "pairing-allocated bye" in s for s in said)
    assert any("round 1, player 4" in s and "half-point bye" in s for s in said)
    assert "pairing-allocated bye" in str(event.record("Eve").adjustments[0])
    pairings = b"Round,White,Black,Result\n1,Ann,Joan,1-0\n1,Eve,bye,1\n"
    assert any("pairing-allocated bye" in str(a) for a in read(pairings).adjustments)
