"""Excel sheets, saved pages, player's cards and lists of pairings."""

from __future__ import annotations

import datetime as dt
import io
import zipfile

import openpyxl
import pytest

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.records import Colour, GameKind

ROWS = [
    ["From the Tournament-Database of Chess-Results http://chess-results.com"],
    ["Club Open"],
    [],
    ["No.", None, "Name", "Rtg", "FED", "1.Rd", "2.Rd", "Rk.", "TB1"],
    [1, "GM", "Ann, A", 2400, "NOR", "  2w1", "  3b½", 1, 1.5],
    [2, None, "Joan, J", 0, "FRA", "  1b0", "   -1", 3, 1],
    [3, None, "Eve, E", 2200.0, "FRA", "   -0", "  1w½", 2, 0.5],
    [],
    ["Annotation:"],
    ["Tie Break1: points (game-points)"],
]


def workbook(*sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for k, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"Sheet{k}")
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def page(rows: list[list[object]], extra: str = "") -> bytes:
    cells = [
        "<tr>" + "".join(f"<td>{'' if c is None else c}</td>" for c in row) + "</tr>"
        for row in rows
        if len(row) > 2
    ]
    table = f"<h2>Club Open</h2><table>{''.join(cells)}</table>{extra}"
    return f"<html><body>{table}</body></html>".encode()


class TestSheets:
    def test_games_on_the_second_sheet(self):
        event = read(workbook([["Notes of the arbiter"], ["nothing", "here"]], ROWS))
        assert len(event) == 3
        assert str(event.adjustments[0]) == "sheet 'Sheet2' read, not 'Sheet1'"
        with pytest.raises(InputError, match=r"sheet 'Sheet1': .*nor can the other sheets"):
            read(workbook([["a", "b"], ["c", "d"]], [["e", "f"], ["g", "h"]]))

    def test_a_result_that_excel_took_for_a_date(self):
        rows = [["opponent", "rating", "result"], ["Ann", 2000, dt.datetime(2026, 2, 1)]]
        with pytest.raises(InputError, match="Excel makes a date of 1/2: format the column"):
            read(workbook(rows))

    def test_a_crosstable(self):
        event = read(workbook(ROWS))
        assert (event.name, len(event), event.rounds) == ("Club Open", 3, 2)
        ann = event.record("Ann")
        assert [(g.opponent, g.colour, g.half_points) for g in ann.games] == [
            ("Joan, J", Colour.WHITE, 2),
            ("Eve, E", Colour.BLACK, 1),
        ]
        assert (ann.points, ann.player.rating, ann.player.title) == (1.5, 2400.0, "GM")
        notes = " ".join(map(str, event.adjustments))
        assert "player 2, line 6: rating 0 read as unrated" in notes
        assert "column TB1 taken for the points" in notes

    def test_the_first_sheet_with_cells_is_read_and_the_others_named(self):
        event = read(workbook([], ROWS, [["x"]]))
        assert len(event) == 3
        assert event.adjustments[0].what == "sheet 'Sheet2' read, not 'Sheet3'"

    def test_a_list_of_games(self):
        event = read(workbook([["rating", "result"], [2300, 1], [2250.5, 0.5]]))
        assert [g.opponent_rating for g in event.records[0].games] == [2300.0, 2250.5]
        assert event.records[0].half_points == 3

    def test_a_row_that_cannot_be_read_is_named_by_its_number(self):
        wrong = [row[:] for row in ROWS]
        wrong[5][5] = "1q7"
        with pytest.raises(InputError, match=r"^bytes:6: round cell '1q7'"):
            read(workbook(wrong))

    @pytest.mark.parametrize("kept", [10, 200, 2000])
    def test_a_cut_off_workbook(self, kept):
        with pytest.raises(InputError, match=r"zip|Excel"):
            read(workbook(ROWS)[:kept])

    def test_a_zip_bomb_is_refused_before_it_is_unpacked(self):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("[Content_Types].xml", "<Types/>")
            archive.writestr("xl/workbook.xml", "<workbook/>")
            archive.writestr("xl/worksheets/sheet1.xml", b" " * 40_000_000)
        assert len(out.getvalue()) < 100_000
        with pytest.raises(InputError, match="unpacks to more than 33,554,432 bytes"):
            read(out.getvalue())
        with pytest.raises(InputError, match="not an Excel file that can be read"):
            read(out.getvalue(), max_bytes=2**30)

    def test_entities_are_refused(self):
        data = io.BytesIO(workbook(ROWS))
        out = io.BytesIO()
        with zipfile.ZipFile(data) as old, zipfile.ZipFile(out, "w") as new:
            for part in old.infolist():
                content = old.read(part)
                if part.filename.endswith("sheet1.xml"):
                    content = b'<!DOCTYPE a [<!ENTITY b "bbbb">]>' + content
                new.writestr(part.filename, content)
        with pytest.raises(InputError, match="declares a document type"):
            read(out.getvalue())

    @pytest.mark.parametrize("name", ["", "/", "xl/"])
    def test_an_archive_with_a_file_without_a_name(self, name):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr(zipfile.ZipInfo(name), b"x")
            archive.writestr("[Content_Types].xml", "<Types/>")
        with pytest.raises(InputError):
            read(out.getvalue())

    def test_a_cell_far_away_does_not_take_memory(self):
        book = openpyxl.Workbook()
        book.active.cell(row=1_000_000, column=3, value="x")
        out = io.BytesIO()
        book.save(out)
        with pytest.raises(InputError):
            read(out.getvalue())


class TestPages:
    def test_a_crosstable(self):
        note = "<p>Annotation:<br/>Tie Break1: points (game-points)</p>"
        event = read(page(ROWS, note))
        assert (event.name, len(event), event.rounds) == ("Club Open", 3, 2)
        assert [r.points for r in event] == [1.5, 1.0, 0.5]
        assert event.record(2).games[1].kind is GameKind.BYE

    def test_characters_and_entities(self):
        rows = [row[:] for row in ROWS]
        rows[4][2] = "M&uuml;ller &amp; S&#246;hne"
        rows[4][6] = "  3b&frac12;"
        event = read(page(rows))
        assert event.records[0].player.name == "Müller & Söhne"
        assert event.records[0].half_points == 3

    def test_declared_entities_are_not_expanded(self):
        head = b'<!DOCTYPE html [<!ENTITY boom "Bomb"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
        rows = [row[:] for row in ROWS]
        rows[4][2] = "Ann &boom;&f;"
        event = read(head + page(rows))
        name = event.records[0].player.name
        assert "Bomb" not in name
        assert "root" not in name

    def test_pairings_of_a_round(self):
        rows = [
            ["Bo.", "No.", "White", "Rtg", "Pts.", "Result", "Pts.", "Black", "Rtg", "No."],
            ["1", "1", "Ann", "2400", "1", "1 - 0", "1", "Joan", "2300", "2"],
            ["2", "3", "Eve", "2200", "0", "½ - ½", "0", "Zoe", "0", "4"],
            ["3", "5", "Max", "2000", "0", "1", "", "bye", "", ""],
        ]
        title = b"<h3>Round 6 on 2026/08/06 at 14:30</h3><table>"
        event = read(page(rows).replace(b"<table>", title))
        assert len(event) == 5
        game = event.record("Ann").games[0]
        assert (game.round, str(game.date), game.board) == (6, "2026-08-06", 1)
        assert event.record("Max").games[0].kind is GameKind.BYE
        assert event.record("Eve").games[0].opponent_rating is None

    def test_a_page_without_a_table(self):
        with pytest.raises(InputError, match="an HTML page without a table"):
            read(b"<html><body><p>Nothing here</p></body></html>")

    def test_deep_nesting_ends(self):
        with pytest.raises(InputError):
            read(b"<html>" + b"<table><tr><td>" * 20_000)


CARD = """<h2>Open 2024</h2><table><tr><td>Name</td><td>M&uuml;ller, Karl</td></tr>
<tr><td>Starting rank</td><td>12</td></tr><tr><td>Rating</td><td>2201</td></tr>
<tr><td>Points</td><td>{points}</td></tr></table>
<table><tr><th>Rd.</th><th>Bo.</th><th>SNo</th><th></th><th>Name</th><th>Rtg</th><th>Res.</th></tr>
<tr><td>1</td><td>5</td><td>40</td><td></td><td>Aa, B</td><td>1800</td><td><table><tr>
<td><div class="FarbewT"></div></td><td>1</td></tr></table></td></tr>
<tr><td>2</td><td>5</td><td>3</td><td>IM</td><td>Cc, D</td><td>2400</td><td><table><tr>
<td><div class="FarbesT"></div></td><td>&frac12;</td></tr></table></td></tr>
<tr><td>3</td><td>5</td><td>30</td><td></td><td>Ee, F</td><td>0</td><td>- 1K</td></tr>
<tr><td>4</td><td></td><td>-1</td><td></td><td>bye</td><td>-</td><td>- 1</td></tr>
<tr><td>5</td><td></td><td>-2</td><td></td><td>not paired</td><td>-</td><td>- 0</td></tr></table>"""


class TestCards:
    def test_colours_are_drawn_and_forfeits_told_from_byes(self):
        event = read(f"<html>{CARD.format(points='3,5')}</html>".encode())
        record = event.record("Müller, Karl")
        assert (event.name, record.player.rating, record.half_points) == ("Open 2024", 2201.0, 3)
        assert [(g.round, g.colour, g.kind, g.half_points) for g in record.games] == [
            (1, Colour.WHITE, GameKind.PLAYED, 2),
            (2, Colour.BLACK, GameKind.PLAYED, 1),
            (3, Colour.NONE, GameKind.FORFEIT, 2),
            (4, Colour.NONE, GameKind.BYE, 2),
            (5, Colour.NONE, GameKind.UNPAIRED, 0),
        ]
        assert not any("the card says" in a.what for a in event.adjustments)

    def test_other_points_are_noted(self):
        event = read(f"<html>{CARD.format(points='3')}</html>".encode())
        assert any(
            "the card says 3 points, the results give 3.5" in a.what for a in event.adjustments
        )

    @pytest.mark.parametrize(
        ("heading", "cells"),
        [
            ("Rd.;SNo;Name;Rtg;Res.", "1;4;Aa, B;1800;w1"),
            ("Rd.;Snr;Name;Elo;Erg.", "1;4;Aa, B;1800;s½"),
            ("Rd.;No.Ini.;Nombre;Elo;Res.", "1;4;Aa, B;1800;n 0"),
            ("Тур;СНо;Имя;Рейт;Рез.", "1;4;Аа, Б;1800;б 1"),
        ],
    )
    def test_languages(self, heading, cells):
        event = read(f"Name;Müller, Karl\n{heading}\n{cells}\n2{cells[1:]}".encode())
        record = event.record("Müller, Karl")
        assert [g.opponent_rating for g in record.games] == [1800.0, 1800.0]
        assert record.games[0].colour is not Colour.NONE


def test_round_by_round_with_a_heading_for_each():
    text = (
        "Round 1 on 2024/05/01\nBo.;White;Rtg;Result;Black;Rtg\n1;Ann;2400;1 - 0;Joan;2300\n"
        "\nRound 2 on 2024/05/02\nBo.;White;Rtg;Result;Black;Rtg\n1;Joan;2300;½ - ½;Ann;2400\n"
        "Program: Swiss-Manager\n"
    )
    event = read(text.encode())
    assert (len(event), event.rounds) == (2, 2)
    assert [(g.round, g.date.day, g.half_points) for g in event.record("Ann").games] == [
        (1, 1, 2),
        (2, 2, 1),
    ]
    assert any("line without a game" in a.what for a in event.adjustments)


US = """-----------------------------------------------
 Pair | Player Name          |Total|Round|Round|
 Num  | USCF ID / Rtg        | Pts |  1  |  2  |
-----------------------------------------------
    1 | ANN BLACK            |{points}  |W   2|H    |
   ON | 15445895 / R: 1794   ->1817     |N:2  |W    |     |
-----------------------------------------------
    2 | JOAN WHITE           |1.0  |L   1|X   3|
   MI | 14598900 / R: 1200P5 ->1210P6   |N:2  |B    |     |
-----------------------------------------------
    3 | EVE                  |0.0  |U    |F   2|
   MI | 14598901 / R: Unrated->1000P1   |     |     |     |
"""


class TestUsChess:
    def test_codes_and_ratings(self):
        event = read(US.format(points="1.5").encode())
        assert [p.rating for p in event.players] == [1794.0, 1200.0, None]
        assert event.record(2).player.status.value == "provisional"
        kinds = [[g.kind for g in r.games] for r in event]
        assert kinds == [
            [GameKind.PLAYED, GameKind.HALF_BYE],
            [GameKind.PLAYED, GameKind.FORFEIT],
            [GameKind.UNPAIRED, GameKind.FORFEIT],
        ]
        assert event.record(1).games[0].colour is Colour.WHITE
        assert event.adjustments == ()

    def test_the_page_of_a_crosstable(self):
        text = US.format(points="1.5").replace("ANN BLACK", '<a href="x">ANN BLACK</a>')
        event = read(f"<html><body><h2>x</h2><pre>{text}</pre></body></html>".encode())
        plain = read(US.format(points="1.5").encode())
        assert event.records == plain.records

    def test_points_are_compared(self):
        event = read(US.format(points="2.0").encode())
        assert [a.what for a in event.adjustments] == [
            "points column says 2, the results give 1.5: results used"
        ]

    def test_a_cell_that_is_none(self):
        with pytest.raises(InputError, match=r"^bytes:5: round cell 'Q   2'"):
            read(US.format(points="1.5").replace("W   2", "Q   2").encode())


def test_swiss_perfect():
    text = (
        "No\tName\tLoc Id\tTotal\t 1 \t 2 \t 3 \n\n"
        "1\tAnn\t7\t2.5\t 2:W\t 0:=\t 3:+\n"
        "2\tJoan\t\t1\t 1:L\t 3:D\t 0:D\n"
        "3\tEve\t\t1.5\t 0:W\t 2:D\t 1:-\n"
    )
    event = read(text.encode())
    assert (len(event), event.rounds) == (3, 3)
    assert [[g.kind for g in r.games] for r in event] == [
        [GameKind.PLAYED, GameKind.HALF_BYE, GameKind.FORFEIT],
        [GameKind.PLAYED, GameKind.PLAYED, GameKind.HALF_BYE],
        [GameKind.BYE, GameKind.PLAYED, GameKind.FORFEIT],
    ]
    assert not any("points column" in a.what for a in event.adjustments)


def test_titles_and_federations_of_a_page_of_pairings() -> None:
    """chess-results: titles under no heading, federations and start numbers in the links."""

    def row(fed: str, number: int, title: str, name: str) -> str:
        link = f'<a href="tnr1.aspx?lan=1&amp;fed={fed}&amp;flag=30&amp;snr={number}">{name}</a>'
        return f"<td>{title}</td><td>{link}</td><td>2400</td>"

    head = "<th>Bo.</th><th></th><td>White</td><th>Rtg</th><th>Result</th>"
    head += "<th></th><td>Black</td><th>Rtg</th>"
    games = (
        f"<tr><td>1</td>{row('UKR', 6, 'IM', 'Ann')}<td>1 - 0</td>"
        f"{row('ENG', 4, 'WGM', 'Joan')}</tr>"
        f"<tr><td>2</td>{row('SCO', 3, '', 'Eve')}<td>1 - 0</td>{row('ENG', 2, 'GM', 'Max')}</tr>"
    )
    event = read(f"<html><body><table><tr>{head}</tr>{games}</table></body></html>".encode())
    known = {p.name: (p.title, p.federation) for p in event.players}
    assert known == {
        "Ann": ("IM", "UKR"), "Joan": ("WGM", "ENG"), "Eve": ("", "SCO"), "Max": ("GM", "ENG"),
    }  # fmt: skip
    assert event.record("Ann").games[0].opponent_title == "WGM"
    said = next(str(a) for a in event.adjustments if "columns not read" in str(a))
    assert "White number, Black number" in said
