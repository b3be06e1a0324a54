"""Swiss Perfect's own files: .trn and .sco in one folder."""

from __future__ import annotations

import pytest
from fuzzing import dbase

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.records import Colour, GameKind

PLAYERS = {"ID": 5, "START_NO": 5, "SURNAME": 25, "FIRSTNAME": 25, "INTL_RTG": 4, "LOC_RTG": 4}
GAMES = {"ROUND": 3, "WHITE": 5, "BLACK": 5, "W_SCORE": 3, "B_SCORE": 3, "W_TYPE": 2, "B_TYPE": 2}
# Ids and start numbers differ: games name the ids.
ROWS = [(7, 1, "Lur", "Ann", 2100, 1900), (8, 2, "Fox", "Jo", "", 1800), (9, 3, "Ox", "Z", "", "")]
ROUNDS = [
    (1, 7, 8, 2, 0, 1, 1),
    (1, 9, 0, 2, 0, 1, 0),
    (2, 9, 7, 1, 1, 1, 1),
    (2, 8, 0, 0, 0, 1, 0),
    (3, 8, 9, 2, 0, 35, 35),
]


def saved(folder, rows=ROWS, rounds=ROUNDS, name="club"):
    (folder / f"{name}.trn").write_bytes(dbase(PLAYERS, rows))
    (folder / f"{name}.sco").write_bytes(dbase(GAMES, rounds))
    return folder / f"{name}.trn"


def test_players_and_games(tmp_path):
    (tmp_path / "club.ini").write_text("[Tournament Info]\nName=Club 2024\nRounds=3\n")
    event = read(saved(tmp_path))
    assert (event.name, len(event), event.rounds) == ("Club 2024", 3, 3)
    assert [(p.number, p.name, p.rating, p.rating_kind.value) for p in event.players] == [
        (1, "Lur, Ann", 2100.0, "fide"),
        (2, "Fox, Jo", 1800.0, "national"),
        (3, "Ox, Z", None, "national"),
    ]
    ann, jo, ox = event
    assert [(g.opponent_number, g.colour, g.half_points) for g in ann.played()] == [
        (2, Colour.WHITE, 2),
        (3, Colour.BLACK, 1),
    ]
    assert [g.kind for g in jo.games] == [GameKind.PLAYED, GameKind.UNPAIRED, GameKind.FORFEIT]
    assert ox.games[0].kind is GameKind.BYE
    notes = " ".join(map(str, event.adjustments))
    assert "two lists mixed" in notes
    assert "may be a half-point bye" in notes


def test_start_numbers_given_twice(tmp_path):
    rows = [(7, 1, "Lur", "Ann", 2100, ""), (8, 1, "Fox", "Jo", 2000, "")]
    event = read(saved(tmp_path, rows, ROUNDS[:1]))
    assert [p.number for p in event.players] == [7, 8]
    assert any("numbered by their id" in a.what for a in event.adjustments)


def test_what_cannot_be_read(tmp_path):
    path = saved(tmp_path)
    with pytest.raises(InputError, match=r"NAME\.sco must lie beside"):
        read(path.read_bytes())
    with pytest.raises(InputError, match=r"give the \.trn beside it"):
        read(path.with_suffix(".sco"))
    with pytest.raises(InputError, match="player 1 has two games"):
        read(saved(tmp_path, ROWS, [*ROUNDS, (1, 7, 9, 2, 0, 1, 1)]))
    with pytest.raises(InputError, match="score '3'"):
        read(saved(tmp_path, ROWS, [(1, 7, 8, 3, 0, 1, 1)]))
    other = tmp_path / "other.dbf"
    other.write_bytes(dbase({"CITY": 10}, [("Rome",)]))
    with pytest.raises(InputError, match="a dBase file of another program"):
        read(other)
