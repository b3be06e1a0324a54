"""What TRF16 and TRF26 say in different words is translated, and what has none is said to be lost.

Lines as in the documents of the two formats: TRF-2026 of FIDE's TEC (152 W, 162 with letters, 240,
260) and JaVaFo's manual (XXC white1, XXS WW=..., XXZ, XXP).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tprstats import convert, read

PLAYERS = [
    (
        "001    1      Ann                               2100                             1.0    1"
        "     2 w 1"
    ),
    (
        "001    2      Bob                               2050                             0.0    4"
        "     1 b 0"
    ),
    (
        "001    3      Cid                               2000                             0.5    2"
        "     4 b ="
    ),
    (
        "001    4      Dee                               1950                             0.5    3"
        "     3 w ="
    ),
]


def converted(to: str, *lines: str) -> tuple[list[str], list[str]]:
    """The lines of the text that are no player's, and what is lost."""
    event = read("\n".join(["012 Four", *lines, *PLAYERS]).encode())
    done = convert(event, to)
    others = [x for x in done.text.splitlines() if not x.startswith(("012", "001"))]
    return others, [str(x) for x in done.lost]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("XXC white1", "152 W"),
        ("XXC black1", "152 B"),
        ("XXR 5", "142 5"),
        ("XXA    2  1.0", "250       1.0 001 001 0002 0002"),
        # Next is round 2 of five.
        ("XXZ    3    4", "240 Z   2    3    4"),
        ("XXP    1    4", "260   1   5    1    4"),
        (
            (
                "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 FW=3.0 FL=0.0 ZPB=0.0 "
                "HPB=1.0 FPB=3.0 PAB=3.0"
            ),
            "162  W 3.0    D 1.0    L 0.0",
        ),
    ],
)
def test_each_edition_has_its_own_words(old, new):
    rounds = [] if old.startswith("XXR") else ["XXR 5"]
    others, lost = converted("trf26", *rounds, old)
    assert (new in others, old in others, lost) == (True, False, [])
    later = [] if old.startswith("XXR") else ["142 5"]
    others, lost = converted("trf16", *later, new)
    assert (old in others, new in others, lost) == (True, False, [])


@pytest.mark.parametrize(
    ("to", "line", "lost"),
    [
        ("trf26", "XXC rank", "initial colour: not in trf26"),
        # Line 162 has one letter for a win and a forfeit.
        ("trf26", "XXS WW=3 BW=3", "point system: not in trf26"),
        ("trf16", "240 H   2    3", "byes to come: not in trf16"),
        ("trf16", "240 Z   4    3", "byes to come: not in trf16"),
        ("trf16", "260   1   3    1    4", "forbidden pairs: not in trf16"),
        ("trf16", "299           2.0    1    4", "abnormal points: not in trf16"),
        ("trf16", "250  2.0  1.5 001 003 0001 0002", "acceleration: not in trf16"),
        ("trf16", "801  1 IND", "team results: not in trf16"),
        ("trf16", "352 WBWB", "team colours: not in trf16"),
        ("trf16", "212 PTS,BH", "order of the standings: not in trf16"),
        ("trf16", "FRA    1      Ann  1900", "national ratings: not in trf16"),
        ("trf16", "### a remark", "comments: not in trf16"),
        ("trf26", "# a remark of no edition", "comments: not in trf26"),
        ("trf26", "101 what", "not in trf26: line code '101', unknown code"),
        ("trf26", "FRA    9      nobody's", "not in trf26: line code 'FRA', unknown code"),
    ],
)
def test_what_an_edition_cannot_say_is_lost_and_said(to, line, lost):
    others, said = converted(to, "XXR 5", line)
    assert any(x.startswith(lost) for x in said), said
    assert not any(x.startswith(line[:3]) for x in others)


@pytest.mark.parametrize(
    "line",
    [
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5",
        "240 H   2    3",
        "250       1.0 001 003 0001 0002",
        "250  2.0      001 003 0001 0002",
        "250  2.0  1.5 001 003 0001 0002",
        "260   1   3    1    4",
        "299           2.0    1    4",
        "212 PTS,BH,DE",
        "300   1   1   2    1    3    2    4",
        "320  1.0  2.0      2",
        "330 +-   1   1   2",
        "352 WBWB",
        "362 TW 2.0   TD 1.0   TL 0.0",
        "801  1 AAA    2  1.0   2 w 10   12",
        "802   1 AAA       2    1.0   2 w  1.0",
        "FRA    2      Bob                               1990 IDF      D50113",
        "### DDD SSSS",
    ],
)
def test_a_line_of_the_same_edition_stays_as_it_is(line):
    others, lost = converted("trf26", "142 5", line)
    assert (line in others, lost) == (True, [])


@pytest.mark.parametrize("game", ["    ", " 1.0"])
def test_no_match_points_are_the_same_as_none(game):
    """TRF26: "empty is equivalent to 0.0"; in columns 5-8 of an individual event they are empty."""
    match = "00.0" if game.strip() else " 2.0"
    others, lost = converted("trf26", f"250 {match} {game}   1   3    1    2")
    plain = "    " if game.strip() else match
    assert (others, lost) == ([f"250 {plain} {game} 001 003 0001 0002".rstrip()], [])


ONE = "310   7 Alpha                            AAA     2075    2.0    1.0   1     2    1"
TWO = "310   3 Beta                             BBB     1975    0.0    1.0   2     3    4"
ALPHA = "013 Alpha                              2    1"
BETA = "013 Beta                               3    4"
INDIVIDUAL = "092 Individual: Swiss-System"


@pytest.mark.parametrize("kind", [[], [INDIVIDUAL]], ids=["team", "individual"])
class TestTeams:
    """Whatever the kind of the event, and whatever the order of the teams and their players."""

    @pytest.mark.parametrize("lines", [[ONE, TWO], [ALPHA, BETA], [BETA, ALPHA], [ONE, TWO, ALPHA]])
    def test_lines_of_the_edition_stay_as_they_are(self, kind, lines):
        others, lost = converted("trf26", *kind, *lines)
        assert (others, lost) == ([*kind, *lines], [])

    def test_those_of_trf16_as_well(self, kind):
        others, lost = converted("trf16", *kind, BETA, ALPHA)
        assert (others, lost) == ([*kind, BETA, ALPHA], [])

    def test_what_trf16_cannot_say_is_lost_and_the_order_kept(self, kind):
        said = "not in trf16: number, short name, strength, points and rank of a team (lines 310)"
        others, lost = converted("trf16", *kind, ONE, TWO)
        assert (others, lost) == ([*kind, ALPHA, BETA], [said])
        others, lost = converted("trf16", *kind, ONE, TWO, BETA, ALPHA)
        assert (others, lost) == ([*kind, BETA, ALPHA], [said])


def test_both_team_lines_and_the_first_says_which_team():
    """Lines 310 replace 013; a file may have both, with other columns in one."""
    text = "\n".join(["012 Four", ONE, TWO, "013  1 Alfa".ljust(36) + "   1    2", *PLAYERS])
    event = read(text.encode())
    assert [p.team for p in event.players] == ["Alpha", "Alpha", "Beta", "Beta"]
    done = convert(event, "trf16")
    assert [x for x in done.text.splitlines() if x.startswith("013")] == [ALPHA, BETA]
    assert [str(x)[:27] for x in done.lost] == [
        "not in trf16: number, short",
        "not in trf16: lines 013 as ",
    ]


def test_teams_that_changed_are_written_anew():
    event = read("\n".join(["012 Four", ONE, TWO, *PLAYERS]).encode())
    records = [replace(r, player=replace(r.player, team="All")) for r in event.records]
    done = convert(replace(event, records=tuple(records)), "trf26")
    (line,) = [x for x in done.text.splitlines() if x.startswith("310")]
    assert line == "310   1 All".ljust(73) + "   1    2    3    4"
    assert any("of a team (lines 310)" in str(x) for x in done.lost)


def test_teams_without_numbers_are_said_to_get_some():
    event = read("\n".join(["012 Four", *PLAYERS]).encode())
    teams = zip(event.records, "BABA", strict=True)
    records = [replace(r, player=replace(r.player, team=team)) for r, team in teams]
    done = convert(replace(event, kind="team", records=tuple(records)), "trf26")
    assert [x.split() for x in done.text.splitlines() if x.startswith("310")] == [
        ["310", "1", "A", "2", "4"],
        ["310", "2", "B", "1", "3"],
    ]
    (said,) = map(str, done.lost)
    assert said == "teams in trf26 are numbered by name: the event has no numbers"


def test_lines_stand_where_the_edition_has_them():
    """The header before the players, teams and what concerns them after."""
    lines = ["012 Four", "### over the players", *PLAYERS, "142 2", "### at the end"]
    lines[1:1] = ["330 +-   1   7   3", "352 WBWB", ONE, TWO, "260   1   2    3    7"]
    text = convert(read("\n".join(lines).encode()), "trf26").text
    codes = [x[:3] for x in text.splitlines()]
    assert codes == [
        "012", "142", "352", "###", *["001"] * 4, "310", "310", "260", "330", "###",
    ]  # fmt: skip


def test_two_names_of_an_event_and_a_ruler():
    ruler = "0123456789012345"
    event = read("\n".join([ruler, "012 Four", "012 Five", *PLAYERS]).encode())
    assert event.name == "Four"
    assert [str(a) for a in event.adjustments] == [
        "line 3: a second name of the event, 'Five': left out"
    ]


def test_rounds_said_in_both_editions_words():
    others, lost = converted("trf26", "142 5", "XXR 5", "152 W", "XXC white1")
    assert (others, lost) == (["142 5", "152 W"], [])


def test_numbers_that_change_leave_out_lines_that_name_them():
    event = read("\n".join(["012 Four", ONE, TWO, "300   1   7   3    2    1", *PLAYERS]).encode())
    records = [replace(r, player=replace(r.player, number=None)) for r in event.records]
    done = convert(replace(event, records=tuple(records)), "trf26")
    assert "300" not in [x[:3] for x in done.text.splitlines()]
    assert "players have other numbers: line-ups, team lines left out" in map(str, done.lost)


@pytest.mark.parametrize(
    ("line", "layout"),
    [
        ("240  H   2    1", "a line 240 has the kind of bye (F, H or Z) in column 5, the round in"),
        ("240 H   2", "a line 240 has the kind of bye (F, H or Z) in column 5, the round in"),
        ("250  1.0 1 2 1 2", "a line 250 has points in columns 10-13"),
        ("260 1 2 1 4", "a line 260 has rounds in columns 5-7 and 9-11, players from 13"),
        ("XXA    1  ?.0", "a line XXA has the player in columns 5-8, points of round 1 in 10-13"),
        ("XXP Ann Bob", "a line XXP has start numbers from column 5, with blanks between them"),
        ("162  Q 3.0", "a line 162 has codes (W, D, L, A, P, X) in columns 6, 15, 24"),
        ("XXS W:3", "a line XXS has codes with points and blanks between them, as in WW=3"),
        ("BBW three", "a line BBW has points in columns 5-8"),
        ("XXZ 1,2", "a line XXZ has start numbers from column 5, with blanks between them"),
    ],
)
def test_a_line_for_pairings_that_cannot_be_read(line, layout):
    """Named with its number and its own columns, lost in every format; ratings do without it."""
    event = read("\n".join(["012 Four", "142 5", line, line, *PLAYERS]).encode())
    (note,) = event.adjustments
    assert (note.line, note.where) == (3, f"line code '{line[:3]}'")
    assert f"columns do not fit: {layout}" in note.what
    for to in ("csv", "json", "trf16", "trf26"):
        done = convert(event, to)
        assert any(layout in str(x) for x in done.lost)
        assert not any(x.startswith(line[:3]) for x in done.text.splitlines())


@pytest.mark.parametrize("code", ["240", "250", "260", "299", "XXA", "XXP", "XXZ"])
def test_a_line_without_anything_after_its_code_says_nothing(code):
    others, lost = converted("trf26", "142 5", code)
    assert (others, lost) == (["142 5"], [])


def test_a_line_without_a_code():
    event = read("\n".join(["012 Four", "    12345", *PLAYERS]).encode())
    assert [str(a) for a in event.adjustments] == [
        "no line code in columns 1-3, line 2: not read (unknown code)"
    ]
