"""One draw, however it is written, in every reader that takes the text of a result."""

from __future__ import annotations

import io

import openpyxl
import pytest

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.readers._results import HALVES
from tprstats.readers.typed import own_result
from tprstats.records import GameKind

PAIRS = ["½-½", "½ - ½", "½:½", "½–½", "1/2-1/2", "1/2:1/2", "0.5-0.5", "0,5:0,5", ".5-.5", "=-="]
WORDS = ["draw", "Remis", "d", "tablas"]
EVERY = [*HALVES, *PAIRS, *WORDS]
BY_COLUMN = {
    "own, with colour": "Opponent;Opponent rating;Result;Colour\n"
    "Ann;2010;{};Black\nJoan;2100;1;White",
    "own, no colour": "Opponent;Opponent rating;Result\nAnn;2010;{}\nJoan;2100;1",
    "ratings alone": "rating;result\n2010;{}\n2100;1",
    "no heading": "2010;{}\n2100;1",
    "two players": "White;Black;Result\nX;Ann;{}\nX;Joan;1-0",
}


def game(event):
    (found,) = (
        g for r in event.records if r.player.name in ("X", "the player") for g in r.games[:1]
    )
    return found


@pytest.mark.parametrize("text", EVERY)
@pytest.mark.parametrize("form", BY_COLUMN)
def test_a_draw_in_a_list_of_games(form, text):
    found = game(read(BY_COLUMN[form].format(text).encode()))
    assert (found.half_points, found.kind) == (1, GameKind.PLAYED)


@pytest.mark.parametrize("text", EVERY)
def test_a_draw_in_a_workbook(text):
    book = openpyxl.Workbook()
    for row in BY_COLUMN["own, with colour"].format("'" if text == "=" else text).split("\n"):
        book.active.append(row.split(";"))
    # openpyxl takes what begins with = for a formula.
    book.active["C2"].value, book.active["C2"].data_type = text, "s"
    out = io.BytesIO()
    book.save(out)
    found = game(read(out.getvalue()))
    assert (found.half_points, found.kind) == (1, GameKind.PLAYED)


@pytest.mark.parametrize("text", [t for t in EVERY if t not in (",5",)])
def test_a_draw_that_is_typed(text):
    assert own_result(text) == 0.5


@pytest.mark.parametrize("text", HALVES)
def test_a_draw_in_a_crosstable(text):
    rows = [
        "No;Name;Rtg;1.Rd;2.Rd",
        f"1;X;2000;2w{text};3b1",
        f"2;Ann;2010;1b{text};-{text}",
        "3;Joan;1990;-1;1w0",
    ]
    event = read("\n".join(rows).encode())
    first = event.record("X").games[0]
    assert (first.half_points, first.kind) == (1, GameKind.PLAYED)
    assert event.record("Ann").games[1].kind is GameKind.HALF_BYE


@pytest.mark.parametrize(
    ("text", "half_points", "kind"),
    [
        ("- ½", 1, GameKind.HALF_BYE),
        ("-0.5", 1, GameKind.HALF_BYE),
        ("half-point bye", 1, GameKind.HALF_BYE),
        ("½ bye", 1, GameKind.HALF_BYE),
        ("bye", 2, GameKind.BYE),
        ("- 1", 2, GameKind.BYE),
    ],
)
def test_a_bye_beside_a_name_is_told_with_its_line(text, half_points, kind):
    event = read(BY_COLUMN["own, with colour"].format(text).encode())
    found = game(event)
    assert (found.half_points, found.kind) == (half_points, kind)
    assert [str(a) for a in event.adjustments if "is a bye" in str(a)] == [
        f"Ann, line 2: result {text!r} is a bye: no game"
    ]


@pytest.mark.parametrize("text", ["1-0", "0:1"])
def test_a_win_of_one_side_still_takes_the_colour(text):
    with pytest.raises(InputError, match="without the colour"):
        read(BY_COLUMN["own, no colour"].format(text).encode())
    found = game(read(BY_COLUMN["own, with colour"].format(text).encode()))
    assert found.half_points == (0 if text == "1-0" else 2)
