"""``tprstats convert`` and ``--column``: what is written, what is said to be lost."""

from __future__ import annotations

import csv
import io
import json

import pytest

import tprstats as tpr

TABLE = b"No;Name;Rtg;1.Rd;Pts\n1;=Ann();2100;2w1;1\n2;Joan;2000;1b0;0\n"


@pytest.mark.parametrize("form", ["csv", "json", "trf16", "trf26"])
def test_the_output_reads_back(run, form):
    did = run("convert", "-", "--to", form, stdin=TABLE)
    assert did.status == 0
    again = tpr.read(did.out.encode())
    assert [p.name for p in again.players] == ["=Ann()", "Joan"]
    assert [r.half_points for r in again] == [2, 0]


def test_a_formula_in_a_name_is_made_harmless_in_csv(run):
    did = run("convert", "-", "--to", "csv", stdin=TABLE)
    names = {row["player"] for row in csv.DictReader(io.StringIO(did.out))}
    assert names == {"'=Ann()", "Joan"}
    did = run("rate", "-", "--all", "--method", "fide", "--format", "csv", stdin=TABLE)
    assert did.status == 0
    assert "'=Ann()" in did.out
    assert not any(cell.startswith("=") for row in csv.reader(io.StringIO(did.out)) for cell in row)


def test_a_file_by_its_ending(run, tmp_path):
    target = tmp_path / "event.json"
    did = run("convert", "-", "-o", target, stdin=TABLE)
    assert (did.status, did.out) == (0, f"{target}: 2 players as json\n")
    assert json.loads(target.read_text())["schema"] == "tprstats-event-1"


def test_what_is_lost_is_said(run):
    games = b"White,Black,WhiteElo,BlackElo,Result,Round,ECO\nAnn,Joan,2100,2000,1-0,1,B06\n"
    did = run("convert", "-", "--to", "trf26", stdin=games)
    assert "no start numbers: players numbered from the top" in did.err
    assert "not in trf26: the eco of a game" in did.err
    assert "not in trf26: the player's rating kind" in did.err
    assert run("convert", "-", "--to", "json", stdin=games).err == ""


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["-", "--to", "xml"], TABLE, "no format 'xml'"),
        (["-"], TABLE, "give --to csv, json, trf16 or trf26"),
        (["-", "-o", "event.txt"], TABLE, "give --to"),
        ([], None, "nothing to convert"),
        (["-", "--to", "csv", "--json"], TABLE, "contradict"),
        (["-", "--to", "trf26"], b"rating,result\n2300,1\n", "a game log is no tournament"),
        (["-", "--to", "csv", "--column", "x"], TABLE, "write HEADING=ROLE"),
        (["-", "--to", "csv", "--column", "Rtg=elo"], TABLE, "no role of a column 'elo'"),
    ],
)
def test_bad_usage(run, arguments, stdin, words):
    did = run("convert", *arguments, stdin=stdin)
    assert did.status == 2
    assert words in did.err
    assert did.err.count("\n") == 1 or "note" in did.err


def test_two_games_in_a_round_are_no_trf(run):
    games = (
        b"White,Black,WhiteElo,BlackElo,Result,Round\nA,B,2100,2000,1-0,1\nB,A,2000,2100,1-0,1\n"
    )
    did = run("convert", "-", "--to", "trf16", stdin=games)
    assert did.status == 2
    assert "not possible as trf16: A: a TRF needs one game in round 1" in did.err


def test_columns_of_ones_own(run):
    table = b"Zahl;Ausgang\n2100;1\n2000;0,5\n"
    columns = ("--column", "Zahl=opponent_rating", "--column", "Ausgang=result")
    did = run("rate", "-", "--method", "fide", *columns, stdin=table)
    assert did.status == 0
    assert "1.5/2" in did.out
    assert run("rate", "-", "--method", "fide", stdin=table).status == 2


def test_the_encoding_that_the_note_advises(run):
    """A Polish name in a code page that federations do not give away."""
    table = "No;Name;Rtg;1.Rd\n1;Gaśka;2100;2w1\n2;Joan;2000;1b0\n".encode("cp1250")
    did = run("convert", "-", "--to", "csv", "--encoding", "cp1250", stdin=table)
    assert "Gaśka" in did.out
    assert "not UTF-8" not in did.err
    guessed = run("convert", "-", "--to", "csv", "--encoding", "cp1252", stdin=table)
    assert "Gaśka" not in guessed.out
    assert "convert --encoding" in run("convert", "-", "--to", "csv", stdin=table).err
    did = run("convert", "-", "--to", "csv", "--encoding", "klingon", stdin=table)
    assert (did.status, did.err.count("\n")) == (2, 1)


def test_the_csv_of_a_log_is_rated_as_the_log_is(run, tmp_path):
    log = b"White,Black,WhiteElo,BlackElo,Result\nAnn,Joan,2100,2000,1-0\nEve,Ann,2200,2100,1-0\n"
    log += b"Ann,Dee,2100,2150,1/2-1/2\n"
    assert run("convert", "-", "-o", tmp_path / "log.csv", stdin=log).status == 0
    before = run("rate", "-", "--json", stdin=log)
    after = run("rate", tmp_path / "log.csv", "--json")
    assert (before.status, after.status) == (0, 0)
    assert (json.loads(after.out), "the games of Ann" in after.err) == (
        json.loads(before.out),
        True,
    )
