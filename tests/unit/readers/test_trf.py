"""TRF: fixed columns, result codes, dates, teams, and lines that contradict each other."""

from __future__ import annotations

import datetime as dt

import pytest

from tprstats.data import example_path
from tprstats.errors import InputError
from tprstats.readers import convert, read
from tprstats.records import Colour, GameKind, RatingKind, RatingStatus


def player(number, cells, *, name=None, rating="2000", points="", sex="m", title=""):
    """A 001 line, its fields put in the columns that the TRF16 text gives."""
    line = [" "] * 89
    fields = {
        1: "001",
        5: f"{number:>4}",
        10: sex,
        11: f"{title:>3}",
        15: name or f"Player {number}",
        49: f"{rating:>4}",
        81: f"{points:>4}",
        86: f"{number:>4}",
    }
    for column, text in fields.items():
        line[column - 1 : column - 1 + len(text)] = text
    return "".join(line) + "".join(f"  {cell}" for cell in cells)


def event_of(*lines):
    return read("\n".join(lines).encode())


def only(adjustments, word):
    found = [a for a in adjustments if word in a.what]
    assert len(found) == 1, [str(a) for a in adjustments]
    return found[0]


# FIDE Handbook C.04 annex 2 (TRF16), field "Result", with and without an opponent.
WITH_OPPONENT = [
    ("1", "0", 2, GameKind.PLAYED),
    ("=", "=", 1, GameKind.PLAYED),
    ("0", "1", 0, GameKind.PLAYED),
    ("+", "-", 2, GameKind.FORFEIT),
    ("-", "+", 0, GameKind.FORFEIT),
    ("-", "-", 0, GameKind.FORFEIT),
    ("W", "L", 2, GameKind.SHORT),
    ("D", "D", 1, GameKind.SHORT),
    ("L", "W", 0, GameKind.SHORT),
    ("w", "l", 2, GameKind.SHORT),
    (" ", " ", 0, GameKind.UNFINISHED),
    ("*", "*", 0, GameKind.UNFINISHED),
]
WITHOUT_OPPONENT = [
    ("H", 1, GameKind.HALF_BYE),
    ("F", 2, GameKind.BYE),
    ("U", 2, GameKind.BYE),
    ("Z", 0, GameKind.ZERO_BYE),
    ("u", 2, GameKind.BYE),
    ("-", 0, GameKind.UNPAIRED),
]


@pytest.mark.parametrize(("code", "answer", "half_points", "kind"), WITH_OPPONENT)
def test_result_codes_of_a_game(code, answer, half_points, kind):
    event = event_of(player(1, [f"   2 w {code}"]), player(2, [f"   1 b {answer}"]))
    game = event.record(1).games[0]
    assert (game.half_points, game.kind, game.colour) == (half_points, kind, Colour.WHITE)
    assert (game.opponent, game.opponent_number) == ("Player 2", 2)
    assert len(event.record(1).played()) == (kind is GameKind.PLAYED)
    notes = [a for a in event.adjustments if "less than one move" not in a.what]
    assert not notes


@pytest.mark.parametrize("opponent", ["0000", "    "])
@pytest.mark.parametrize(("code", "half_points", "kind"), WITHOUT_OPPONENT)
def test_result_codes_without_an_opponent(opponent, code, half_points, kind):
    event = event_of(
        player(1, [f"{opponent} - {code}"]), player(2, ["   3 w 1"]), player(3, ["   2 b 0"])
    )
    game = event.record(1).games[0]
    assert (game.half_points, game.kind, game.opponent) == (half_points, kind, "")
    assert not event.adjustments


def test_codes_without_an_opponent_as_old_files_write_them_are_noted():
    event = event_of(player(1, ["0000 - +", "0000 - ="]), player(2, ["0000 - -", "0000 - +"]))
    kinds = [g.kind for g in event.record(1).games]
    assert kinds == [GameKind.BYE, GameKind.HALF_BYE]
    assert len(event.adjustments) == 2


def test_a_bye_code_beside_an_opponent_is_a_bye_and_noted():
    event = event_of(player(1, ["   2 w H"]), player(2, ["   1 b 0"]))
    assert event.record(1).games[0].kind is GameKind.HALF_BYE
    assert only(event.record(1).adjustments, "bye code").line == 1


def test_an_unknown_result_code_is_refused_with_its_line():
    with pytest.raises(InputError, match=r"^bytes:2: round 1: '1 b y'"):
        event_of(player(1, ["   2 w 1"]), player(2, ["   1 b y"]))


def test_fields():
    line = player(1, [], name="Carlsen, Magnus", rating="2840", title="g")
    line = line[:53] + "NOR     1503014 1990/11/30" + line[79:]
    found = event_of(line, player(2, [])).record("carlsen").player
    assert (found.rating, found.title, found.federation) == (2840.0, "GM", "NOR")
    assert (found.id, found.birth, found.sex) == ("1503014", "1990/11/30", "m")
    assert found.rating_kind is RatingKind.FIDE


@pytest.mark.parametrize("rating", ["0", ""])
def test_unrated(rating):
    event = event_of(player(1, ["   2 w 1"]), player(2, ["   1 b 0"], rating=rating))
    assert event.record(2).player.status is RatingStatus.UNRATED
    assert event.record(1).games[0].opponent_rating is None
    noted = [a for a in event.adjustments if "rating 0" in a.what]
    assert len(noted) == (rating == "0")


@pytest.mark.parametrize("rating", ["9999", "-5", "nan", "12x", "4000"])
def test_ratings_that_cannot_be(rating):
    with pytest.raises(InputError, match=r"^bytes:2: rating"):
        event_of(player(1, []), player(2, [], rating=rating))


@pytest.mark.parametrize("end", [49, 50, 51])
def test_a_line_that_ends_inside_the_rating(end):
    cut = player(2, [], rating="2098")[:end]
    with pytest.raises(InputError, match=r"^bytes:2: the line ends inside the rating"):
        event_of(player(1, []), cut)


def test_a_start_number_given_twice_names_both_lines():
    with pytest.raises(InputError, match=r"^bytes:4: start number 7 stands in line 2 too"):
        event_of("012 Twice", player(7, []), player(8, []), player(7, []))


@pytest.mark.parametrize("start", ["   x", "   0", "    ", "  -1"])
def test_a_start_number_that_is_none(start):
    line = "001 " + start + player(1, [])[8:]
    with pytest.raises(InputError, match=r"^bytes:2: start number"):
        event_of(player(2, []), line)


def test_lines_too_short():
    with pytest.raises(InputError, match=r"^bytes:1: start number '' in columns 5-8"):
        event_of("001", player(1, []))
    with pytest.raises(InputError, match=r"^bytes:1: no name"):
        event_of("001    1", player(2, []))
    assert event_of("001    1 m    Short", player(2, [])).record(1).games == ()


def test_two_lines_that_disagree_each_count_for_their_own_player():
    event = event_of(player(1, ["   2 w 1"]), player(2, ["   1 b ="]))
    assert [event.record(n).half_points for n in (1, 2)] == [2, 1]
    for number, line in ((1, 1), (2, 2)):
        note = only(event.record(number).adjustments, "the two lines give 1 and 0.5 points")
        assert note.line == line
        assert note.where == "round 1, players 1 and 2"


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("   2 w 1", "   1 b 1", "the two lines give 1 and 1 points"),
        ("   2 w 1", "   1 w 0", "both lines say White"),
        ("   2 w 1", "   1 b -", "one line says played, the other forfeit"),
        ("   2 w 1", "   3 b 0", "the opponent's line has another opponent"),
        ("   2 w 1", "0000 - Z", "the opponent's line has another opponent"),
        ("   2 w 1", "        ", "the opponent's line ends before that round"),
    ],
)
def test_differences_are_named(first, second, words):
    event = event_of(player(1, [first]), player(2, [second]), player(3, []))
    assert any(words in a.what for a in event.record(1).adjustments)


def test_an_opponent_who_is_not_in_the_file_is_unrated_and_noted():
    event = event_of(player(1, ["   9 w 1"]), player(2, []))
    game = event.record(1).games[0]
    assert (game.opponent, game.opponent_rating) == ("number 9", None)
    assert only(event.adjustments, "not in the file").line == 1


def test_nobody_meets_themselves():
    with pytest.raises(InputError, match=r"^bytes:1: player 1 meets themselves in round 1"):
        event_of(player(1, ["   1 w 1"]), player(2, []))


def test_points_that_the_results_do_not_give_are_noted():
    lines = player(1, ["   2 w 1"], points="1.5"), player(2, ["   1 b 0"], points="0.0")
    event = event_of(*lines)
    assert event.record(1).points == 1.5
    assert event.record(1).half_points == 2
    note = only(event.adjustments, "points column says 1.5, the results give 1")
    assert (note.where, note.line) == ("player 1", 1)
    assert not event.record(2).adjustments


def test_another_point_system_is_not_compared():
    lines = player(1, ["   2 w 1"], points="3.0"), player(2, ["   1 b 0"], points="0.0")
    event = event_of("162  W 3.0    D 1.0    L 0.0", *lines)
    assert only(event.adjustments, "another point system").line == 1
    assert not any("points column says" in a.what for a in event.adjustments)
    standard = event_of("162  W 1.0    D 0.5    L 0.0", *lines)
    assert any("points column says 3" in a.what for a in standard.adjustments)


def test_a_running_event():
    """Round 2 is paired, round 3 has only a bye asked for."""
    event = event_of(
        "XXR 5",
        player(1, ["   2 w 1", "   3 b  "]),
        player(2, ["   1 b 0", "        ", "0000 - H"]),
        player(3, ["        ", "   1 w  "]),
    )
    kinds = {r.player.number: [g.kind for g in r.games] for r in event}
    assert kinds[1] == [GameKind.PLAYED, GameKind.UNFINISHED]
    assert kinds[2] == [GameKind.PLAYED, GameKind.UNPAIRED, GameKind.HALF_BYE]
    assert kinds[3] == [GameKind.UNPAIRED, GameKind.UNFINISHED]
    assert event.rounds == 3
    assert event.details["rounds"] == "5"


@pytest.mark.parametrize("shift", [-8, -3, -1, 1, 2, 8])
def test_shifted_columns_are_put_right_and_noted(shift):
    lines = [player(1, ["   2 w 1"], points="1.0"), player(2, ["   1 b 0"], points="0.0")]
    moved = lines[0][: 40 + min(shift, 0)] + " " * max(shift, 0) + lines[0][40:]
    event = event_of(moved, lines[1])
    game = event.record(2).games[0]
    assert (game.opponent, game.opponent_rating) == ("Player 1", 2000.0)
    assert event.record(1).games[0].opponent_rating == 2000.0
    assert event.record(1).points == 1.0
    assert only(event.adjustments, "columns shifted").line == 1


def test_a_name_of_full_width_needs_no_blank_before_the_rating():
    event = event_of(player(1, ["   2 w 1"], name="N" * 34), player(2, ["   1 b 0"]))
    assert event.record(2).games[0].opponent_rating == 2000.0
    assert not event.adjustments


def test_accents_counted_as_two_bytes_shift_the_columns():
    """A writer that pads UTF-8 by bytes leaves the line short by one column an accent."""
    line = player(1, ["   2 w 1"], name="Jürgen Größe", points="1.0")
    text = line[:26] + line[28:]
    event = event_of(text, player(2, ["   1 b 0"]))
    assert event.record("Jürgen Größe").player.rating == 2000.0
    assert event.record(2).games[0].half_points == 0


def test_tabs_for_blanks():
    line = player(1, ["   2 w 1"])
    event = event_of(line[:47] + "\t" + line[48:], player(2, ["   1 b 0"]))
    assert event.record(1).player.rating == 2000.0
    assert only(event.adjustments, "tabs").line == 1


@pytest.mark.parametrize(
    ("cell", "date"),
    [
        ("26/01/31", dt.date(2026, 1, 31)),
        ("11.25.02", dt.date(2011, 2, 25)),
        ("99/12/24", dt.date(1999, 12, 24)),
        ("11.99.99", None),
    ],
)
def test_round_dates(cell, date):
    head = "132".ljust(91) + cell
    event = event_of(head, player(1, ["   2 w 1"]), player(2, ["   1 b 0"]))
    assert event.record(1).games[0].date == date
    assert len(event.adjustments) == (cell not in ("26/01/31", "99/12/24"))


def test_details_and_unread_lines():
    event = event_of(
        "012 The Name",
        "022 City",
        "062 9",
        "092 Rapid - Swiss",
        "102 An Arbiter",
        "XXP   1   2",
        "ABC what",
        "### 001 a ruler",
        player(1, ["   2 w 1"]),
        player(2, ["   1 b 0"]),
    )
    assert event.name == "The Name"
    assert event.details["city"] == "City"
    assert event.record(1).player.rating_kind is RatingKind.FIDE_RAPID
    assert event.record(1).games[0].speed == "rapid"
    notes = [str(a) for a in event.adjustments]
    assert notes == [
        "line code 'XXP', line 6: read for pairings alone (forbidden pairs)",
        "line code 'ABC', line 7: not read (unknown code)",
        "line 062 says 9 players, the file has 2",
    ]


def test_teams():
    lines = [player(n, []) for n in (1, 2, 3)]
    event = event_of("013 " + "Alpha".ljust(32) + "   1    2", *lines)
    assert event.kind == "team"
    assert [p.team for p in event.players] == ["Alpha", "Alpha", ""]
    few = event_of("013 " + "Alpha".ljust(32) + "   1", *lines)
    assert few.kind == "crosstable"


class TestFiles:
    def test_the_shipped_event(self):
        event = read(example_path())
        assert (len(event), event.rounds, event.kind) == (34, 6, "crosstable")
        assert event.adjustments == ()
        assert all(
            r.points == sum(g.half_points for g in r.games) / 2 and len(r.games) == 6 for r in event
        )
        assert sum(r.half_points for r in event) == sum(len(r.played()) for r in event)

    def test_gros_2010(self, data):
        """Counts by a line count and the codes in the file (see its manifest entry)."""
        event = read(data / "trf" / "esp_gros_52p_5r_trfx.trf")
        kinds = [g.kind for r in event for g in r.games]
        assert len(event) == 52
        assert sum(p.rating is None for p in event.players) == 11
        assert kinds.count(GameKind.HALF_BYE) == 16
        assert kinds.count(GameKind.ZERO_BYE) == 6
        assert kinds.count(GameKind.BYE) == 3
        assert kinds.count(GameKind.FORFEIT) == 8
        note = only(event.adjustments, "rating 0 read as unrated")
        assert note.where == "player 6, player 30, player 31, player 37, player 40 and 6 more"
        assert (note.line, len(event.adjustments)) == (19, 1)

    def test_trf26_team_event(self, data):
        event = read(data / "trf" / "gn_team_trf26_8p.trf")
        assert (event.kind, len(event), event.rounds) == ("team", 8, 3)
        assert event.record(1).games[2].kind is GameKind.UNFINISHED
        dates = [g.date for g in event.record(1).games]
        assert dates == [dt.date(2026, 3, day) for day in (1, 2, 3)]

    def test_latin_1(self, data):
        event = read(data / "trf" / "irl_latin1_3p.trf")
        assert [r.points for r in event] == [1.0, 2.0, 0.0]
        assert [[g.opponent_number for g in r.games] for r in event] == [
            [2, 3, None],
            [1, None, 3],
            [None, 1, 2],
        ]

    def test_the_two_sides_disagree(self, data):
        event = read(data / "trf" / "py4swiss_incompatible_result.trf")
        note = only(event.adjustments, "the two lines give 1 and 1 points")
        assert note.where == "round 5, players 2 and 3"

    def test_an_unknown_line_code(self, data):
        event = read(data / "trf" / "py4swiss_invalid_code.trf")
        assert len(event) == 6
        assert only(event.adjustments, "unknown code").line == 7


class TestQuotesAndTrailingColumns:
    LINES = (player(1, ["   2 w 1"], points="1.0"), player(2, ["   1 b 0"], points="0.0"))

    def test_an_id_in_quotes(self):
        first = self.LINES[0]
        event = event_of(first[:57] + '  "1503014"' + first[68:], self.LINES[1])
        assert event.record(1).player.id == "1503014"
        assert only(event.adjustments, "quotes around an id").line == 1

    def test_lines_in_quotes(self):
        event = event_of('"012 Quoted"', *(f'"{line}"' for line in self.LINES))
        assert (event.name, len(event), event.rounds) == ("Quoted", 2, 1)
        assert only(event.adjustments, "quotes around lines")

    @pytest.mark.parametrize("tail", [";", "  |", ' ,"', "   ;;;"])
    def test_a_trailing_column_too_many(self, tail):
        event = event_of(self.LINES[0] + tail, self.LINES[1])
        assert [g.half_points for g in event.record(1).games] == [2]
        assert only(event.adjustments, "after the last round").line == 1

    def test_other_text_after_the_last_round_is_refused(self):
        with pytest.raises(InputError, match=r"^bytes:1: round 2: 'xyz'"):
            event_of(self.LINES[0] + "  xyz", self.LINES[1])

    def test_a_line_without_end_is_refused_at_once(self):
        with pytest.raises(InputError, match=r"^bytes:1: a line of .* more than 500 rounds"):
            event_of(self.LINES[0] + "     2 w 1" * 100_000, self.LINES[1])

    def test_a_round_more_than_the_file_says(self):
        event = event_of("142 1", player(1, ["   2 w 1"] * 2), player(2, ["   1 b 0"] * 2))
        assert only(event.adjustments, "the file says 1 round, and has pairings of round 2")

    def test_absences_after_the_last_round_make_no_round(self):
        away = "0000 - Z"
        lines = [player(1, ["   2 w 1", away, away]), player(2, ["   1 b 0", away])]
        event = event_of("142 1", *lines)
        assert only(event.adjustments, "the file says 1 round, and has byes or absences until")
        assert event.coming_rounds == ()
        assert event_of(*lines).rounds == 3


def test_official_ranks_are_kept_in_every_format() -> None:
    """Tie-breaks place players of equal points; a rank by points would share the place."""
    text = "\n".join(
        f"001 {k:4d}      {name:<33s} 2000" + " " * 28 + f" 0.5 {rank:4d}  {3 - k:4d} {c} ="
        for k, name, rank, c in ((1, "Ann", 2, "w"), (2, "Joan", 1, "b"))
    )
    event = read(f"012 Match\n{text}".encode())
    assert [r.rank for r in event.records] == [2, 1]
    for to in ("csv", "json", "trf16", "trf26"):
        done = convert(event, to)
        assert not any("rank" in str(x) for x in done.lost)
        assert [r.rank for r in read(done.text.encode()).records] == [2, 1]


def test_ranks_that_are_made_are_said() -> None:
    event = read(b"No;Name;Rtg;1.Rd;Pts\n1;Ann;2100;2w1;1\n2;Joan;2000;1b0;0")
    (said,) = [str(x) for x in convert(event, "trf26").lost if "rank" in str(x)]
    assert "places by points" in said
    ranked = read(b"Rk;No;Name;Rtg;1.Rd;Pts\n1.;2;Joan;2000;1w=;0.5\n2.;1;Ann;2100;2b=;0.5")
    again = read(convert(ranked, "trf16").text.encode())
    assert {r.player.name: r.rank for r in again.records} == {"Joan": 1, "Ann": 2}


def test_a_line_that_was_cut_is_the_one_that_is_named() -> None:
    """Player 2's line ends after round 1; player 1's line is whole."""
    whole = f"001    1      {'Ann':<33s} 2000" + " " * 28 + " 2.0    1     2 w 1     2 b 1"
    cut = f"001    2      {'Joan':<33s} 2000" + " " * 28 + " 0.0    2     1 b 0"
    event = read(f"012 Match\n{whole}\n{cut}".encode())
    said = [str(a) for a in event.adjustments if "the line ends" in str(a)]
    assert said == ["player 2, line 3: the line ends after round 1, others have 2"]
    assert not any("another opponent" in str(a) for a in event.adjustments)
