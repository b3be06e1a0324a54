"""``tprstats pairings``: what it prints, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tprstats.cli import _app
from tprstats.cli.pairings import pairings_command

if "pairings" not in {c.name for c in _app.app.registered_commands}:
    _app.app.command("pairings")(pairings_command)


@pytest.fixture
def event(data: Path) -> Path:
    return data / "pairing" / "bbp6_11p_5r_forfeits.trf"


def turned(event: Path) -> bytes:
    """The event with the colours of 1 against 7 in round 4 turned."""
    text = event.read_text()
    text = text.replace("     7 w 1     5 b -", "     7 b 1     5 b -")
    return text.replace("     1 b 0  0000 - U", "     1 w 0  0000 - U").encode()


def test_a_right_event(run, event):
    did = run("pairings", event, "--check", "--system", "dutch-reference")
    assert (did.status, did.err) == (0, "")
    assert (
        did.out
        == "5 of 5 rounds as dutch-reference pairs them (C.04.3, edition of 1 February 2026)\n"
    )


def test_a_wrong_event_exits_1(run, event):
    did = run("pairings", "-", "--check", "--system", "dutch-reference", stdin=turned(event))
    assert (did.status, did.err) == (1, "")
    head, *rest = did.out.splitlines()
    assert "of 5 rounds as dutch-reference pairs them" in head
    assert rest[:2] == ["round 4: expected  found", "           1 - 7  7 - 1"]


def test_json_of_a_check(run, event):
    did = run("pairings", event, "--check", "--system", "dutch-reference", "--json")
    assert did.status == 0
    assert json.loads(did.out) == {
        "system": "dutch-reference",
        "edition": "2026-02-01",
        "rounds": 5,
        "same": 5,
        "different": [],
    }
    options = ("--check", "--system", "dutch-reference", "--json")
    did = run("pairings", "-", *options, stdin=turned(event))
    assert did.status == 1
    assert json.loads(did.out)["different"][0] == {
        "round": 4,
        "expected": [[1, 7]],
        "found": [[7, 1]],
    }


def test_a_round(run, event):
    """Round 1 of eleven as in the file: top half against the rest, the last has the bye."""
    did = run("pairings", event, "--round", "1", "--system", "dutch-reference")
    assert did.status == 0
    lines = did.out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    numbers = [[int(x) for x in line.split() if x.isdecimal()] for line in lines[2:]]
    games = [(6, 1), (2, 7), (8, 3), (4, 9), (10, 5)]
    boards = [[k, w, 0, b, 0] for k, (w, b) in enumerate(games, 1)]
    assert numbers == [*boards, [11, 0]]
    assert lines[2].split()[2:4] == ["Test0006", "Player0006"]
    assert lines[-1].endswith("bye")


def test_json_of_a_round(run, event):
    """Round 5 as in the file, the best board (3.5 against 3 points) first."""
    did = run("pairings", event, "--round", "5", "--system", "dutch-reference", "--json")
    assert did.status == 0
    assert json.loads(did.out) == {
        "system": "dutch-reference",
        "round": 5,
        "pairs": [[3, 2], [5, 1], [4, 10], [6, 8], [11, 9]],
        "bye": 7,
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "give either --check or --round N"),
        (["--check", "--round", "2"], "give either --check or --round N"),
        (["--round", "0"], "round 0: 5 rounds are paired in the file, so give a round from 1 to 6"),
        (["--round", "6"], "the number of rounds is not in the file; add a line 142 (or XXR)"),
        (["--check", "--system", "dutsch"], "no pairing system 'dutsch'; nearest: dutch"),
    ],
)
def test_bad_input(run, event, options, message):
    did = run("pairings", event, *options)
    assert (did.status, did.out) == (2, "")
    assert message in did.err
    assert did.err.count("\n") == 1


def test_no_file(run):
    did = run("pairings", "--check")
    assert (did.status, did.out) == (2, "")
    assert did.err == "tprstats: nothing to pair; give a TRF file (- reads standard input)\n"


def test_no_legal_pairing(run):
    lines = [
        ("001    1      Ann", "   2 w 1  0000 - U"),
        ("001    2      Joan", "   1 b 0     3 w 1"),
        ("001    3      Kim", "0000 - U     2 b 0"),
    ]
    text = "142 3\n240 Z   3    3\n" + "\n".join(f"{a:<91}{b}" for a, b in lines)
    options = ("--round", "3", "--system", "dutch-reference")
    did = run("pairings", "-", *options, stdin=text.encode())
    assert did.status == 2
    assert "round 3: dutch-reference finds no legal pairing" in did.err


def test_a_table_by_final_rank_says_that_it_has_no_start_numbers(run):
    table = "Rk.;Name;Rtg;1.Rd;Pts\n1;Ann;2000;3w1;1\n2;Joan;2400;4b½;0,5\n"
    table += "3;Eve;2300;1b0;0\n4;Zoe;2100;2w½;0,5\n"
    did = run("pairings", "-", "--check", "--system", "dutch-reference", stdin=table.encode())
    assert "numbers the players by final rank, not by start number" in did.out.splitlines()[0]
    by_number = table.replace("Rk.", "No.")
    did = run("pairings", "-", "--check", "--system", "dutch-reference", stdin=by_number.encode())
    assert "final rank" not in did.out


def test_games_without_a_result_are_said(run, event):
    """Round 1 loses the results of 1 against 6 and of 2 against 7."""
    lines = [
        f"{x[:98]} {x[99:]}" if x.startswith("001") and int(x[4:8]) in (1, 2, 6, 7) else x
        for x in event.read_text().splitlines()
    ]
    text = "\n".join(lines).encode()
    said = "round 1: 2 games without a result, counted as drawn for pairing"
    did = run("pairings", "-", "--round", 2, "--system", "fold", stdin=text)
    assert (did.status, said in did.err) == (0, True)
    did = run("pairings", "-", "--round", 1, "--system", "fold", stdin=text)
    assert "without a result" not in did.err
    did = run("pairings", "-", "--round", 2, "--system", "fold", "--json", stdin=text)
    assert said in json.loads(did.out)["notes"][0]
    did = run("pairings", "-", "--check", "--system", "fold", stdin=text)
    assert said in " ".join(did.out.split())


def test_acceleration_is_said_and_left_aside(run, event):
    text = f"192 FIDE_DUTCH_2026_BAKU\n{event.read_text()}".encode()
    did = run("pairings", "-", "--round", 3, "--system", "fold", stdin=text)
    assert "accelerated: Baku's, as line 192 says" in did.err
    plain = run("pairings", event, "--round", 3, "--system", "fold")
    assert plain.out != did.out
    did = run("pairings", "-", "--round", 3, "--system", "fold", "--no-acceleration", stdin=text)
    assert (did.out, "accelerated" in did.err) == (plain.out, False)


def test_what_the_reader_changed_is_said_where_pairings_go_by_it(run, event):
    text = event.read_text().splitlines()
    k = next(k for k, x in enumerate(text) if x.startswith("001    1"))
    text[k] = f"{text[k][:80]} 9.5{text[k][84:]}"
    for rest in (("--check",), ("--round", 3)):
        did = run("pairings", "-", *rest, "--system", "fold", stdin="\n".join(text).encode())
        assert "player 1, line" in did.err
        assert "points column says 9.5" in did.err


def test_a_round_that_a_swiss_system_did_not_make_is_no_swiss(run, event):
    text = f"092 Individual: Round Robin\n{event.read_text()}".encode()
    did = run("pairings", "-", "--round", 3, "--system", "fold", stdin=text)
    assert (did.status, "a round robin: its pairings are set before" in did.err) == (0, True)


def test_systems_in_any_case(run, event):
    upper = run("pairings", event, "--round", 3, "--system", "FOLD")
    assert upper.out == run("pairings", event, "--round", 3, "--system", "fold").out
