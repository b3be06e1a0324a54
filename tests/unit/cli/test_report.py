"""``tprstats report``: the twin of ``tpr.report``, and what it refuses."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import tprstats as tpr

LISTS = ("report", "--opponents", "2300,2250,-,2400", "--results", "1,0.5,1,0", "--own", "2280")


def test_a_file(run, example, tmp_path):
    out = tmp_path / "report.html"
    did = run("report", example, "--player", "12", "-o", out)
    assert (did.status, did.out) == (0, f"{out}\n")
    digest = hashlib.sha256(Path(example).read_bytes()).hexdigest()
    found = tpr.report(tpr.read(example), player=12, digest=digest)
    assert out.read_text(encoding="utf-8") == found.to_html()


def test_json_alone_or_beside_the_page(run, tmp_path):
    record = tpr.Record.from_results([2300, 2250, None, 2400], [1, 0.5, 1, 0], own=2280)
    same = json.loads(json.dumps(tpr.report(record, level=0.8).to_json()))
    assert json.loads(run(*LISTS, "--level", "0.8", "--json").out) == same
    out = tmp_path / "x.html"
    assert json.loads(run(*LISTS, "--level", "0.8", "--json", "-o", out).out) == same
    assert out.exists()


def test_standard_input(run, tmp_path):
    out = tmp_path / "x.html"
    did = run("report", "-", "-o", out, stdin=b"rating,result\n2300,1\n2250,0.5\n")
    assert did.status == 0
    assert "SHA-256" not in out.read_text(encoding="utf-8")


def test_totals_and_a_named_window(run, tmp_path):
    out = tmp_path / "x.html"
    assert run("report", "--average", "2300", "--games", "9", "--score", "6", "-o", out).status == 0
    many = ("--opponents", ",".join(["2300"] * 30), "--results", ",".join(["1", "0", "1"] * 10))
    did = run("report", *many, "--window", "3-12", "--seasons", "300", "--json")
    assert json.loads(did.out)["streak"]["named_window"]["span"]["first"] == 3


def test_everybody(run, tmp_path):
    file, out = tmp_path / "club.csv", tmp_path / "all"
    rows = ["Ann,Bo,2100,2000,1-0", "Bo,Cy,2000,1900,1/2-1/2", "Cy,Ann,1900,2100,0-1"]
    file.write_text("\n".join(["White,Black,WhiteElo,BlackElo,Result", *rows]))
    did = run("report", file, "--all", "-o", out)
    assert (did.status, did.out) == (0, f"{out}\n")
    names = [f"player-000{k}.html" for k in (1, 2, 3)]
    assert sorted(x.name for x in out.iterdir()) == ["index.html", *names]
    reports = json.loads(run("report", file, "--all", "--json").out)["reports"]
    assert next(r["player"] for r in reports) == "Ann"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("{file}", "--player", "12"), "give -o report.html, or --json"),
        (("{file}", "--all"), "give -o FOLDER"),
        (("{file}", "--player", "12", "-o", "x.txt"), "x.txt: a page's name ends in .html"),
        (("{file}", "--all", "-o", "x.html"), "give the name of a folder"),
        (("{file}", "--player", "12", "--player", "3", "-o", "x.html"), "about one player"),
        (("{file}", "-o", "x.html"), "choose with --player"),
        (("{file}", "--all", "-o", "x", "--window", "1-5"), "leave out --all"),
        (("{file}", "--player", "12", "-o", "x.html", "--seed", "-1"), "--seed -1"),
        (("{file}", "--player", "12", "-o", "x.html", "--window", "3-99"), "window"),
        (("{file}", "--player", "12", "-o", "no/folder/x.html"), "no such folder"),
        (("nothing.trf", "-o", "x.html"), "nothing.trf: No such file"),
        (("--opponents", "-", "--results", "1", "-o", "x.html"), "no game against a rated"),
        (("-o", "x.html"), "no games"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(run, example, tmp_path, monkeypatch, arguments, says):
    monkeypatch.chdir(tmp_path)
    did = run("report", *(a.format(file=example) for a in arguments))
    assert did.status == 2
    assert did.out == ""
    assert says in did.err.splitlines()[-1]
    assert "Traceback" not in did.err
    assert list(tmp_path.iterdir()) == []


def a_game(white: str, black: str, event: str, day: int) -> str:
    tags = {
        "Event": event, "Date": f"2024.05.{day:02d}", "White": white, "Black": black,
        "WhiteElo": 2100, "BlackElo": 2150, "Result": "1-0",
    }  # fmt: skip
    return "".join(f'[{t} "{v}"]\n' for t, v in tags.items()) + "\n1-0\n"


def test_a_log_is_about_its_owner(run, tmp_path):
    """Everybody else meets one player alone: it is that player's log."""
    file = tmp_path / "mine.pgn"
    others = [f"Other {k}" for k in range(12)]
    games = [
        a_game(*(("Me", o) if k % 2 else (o, "Me")), f"Open {k // 4}", k + 1)
        for k, o in enumerate(others)
    ]
    file.write_text("\n".join(games))
    did = run("report", file, "--seasons", "200", "--json")
    assert json.loads(did.out)["player"] == "Me"
    assert "the games of Me; --player takes somebody else" in did.err
    did = run("report", file, "--player", "Other 3", "--json")
    assert json.loads(did.out)["player"] == "Other 3"


@pytest.mark.parametrize("name", ["chesscom_archive_2022_11.json", "lichess_player_x.ndjson"])
def test_real_logs_are_about_their_owners(run, real_files, tmp_path, name):
    did = run("report", real_files / "logs" / name, "--seasons", "200", "--json")
    assert json.loads(did.out)["player"] == "player_x"
