"""`tprstats simulate` and the luck of `rate --all`."""

from __future__ import annotations

import json

import pytest


def test_a_summary_names_rules_and_errors(run):
    did = run("simulate", "round-robin", "--players", "8", "--events", "300", "--seed", "2")
    assert did.status == 0
    assert "firth" in did.out
    assert max(map(len, did.out.splitlines())) <= 80
    again = run("simulate", "round-robin", "--players", "8", "--events", "300", "--json")
    data = json.loads(again.out)
    assert data["events"] == 300
    assert data["methods"][0]["bias"]["mcse"] > 0


def test_parts_and_files_are_written_and_resumed(run, tmp_path):
    out, trf = str(tmp_path / "parts"), str(tmp_path / "trf")
    command = ("simulate", "swiss", "--players", "9", "--rounds", "4", "--system", "fold")
    command += ("--events", "25", "--chunk", "10")
    assert run(*command, "-o", out, "--trf", trf).status == 0
    names = sorted(p.name for p in (tmp_path / "parts").iterdir())
    assert names == ["manifest.json", *(f"part-0000{k}.parquet" for k in range(3))]
    assert len(list((tmp_path / "trf").glob("*.trf"))) == 25
    again = run(*command, "-o", out)
    assert again.status == 2
    assert "--resume" in again.err
    assert run(*command, "-o", out, "--resume").status == 0
    other = run(*command, "--seed", "9", "-o", out, "--resume")
    assert other.status == 2
    assert "seed" in other.err
    check = run(
        "pairings", str(tmp_path / "trf" / "event-0000007.trf"), "--check", "--system", "fold"
    )
    assert check.status == 0


def test_a_real_field_and_a_replay(run, example):
    for kind in (("swiss", "--rounds", "5", "--system", "monrad"), ("replay",)):
        did = run("simulate", *kind, "--field", example, "--events", "50")
        assert did.status == 0, did.err


def test_the_luck_of_being_on_top(run, example):
    did = run(*f"rate {example} --all --method firth --luck 60 --system fold --place 1".split())
    assert did.status == 0, did.err
    assert "above true strength" in did.out
    data = json.loads(
        run(*f"rate {example} --all --method firth --luck 60 --system fold --json".split()).out
    )
    assert data["luck"]["places"][0]["excess"]["mcse"] > 0


@pytest.mark.parametrize(
    "line",
    [
        "swiss",
        "swiss --players 0",
        "swiss --players 1",
        "swiss --players 10 --rounds 99",
        "swiss --players 10 --rounds 5 --draw-share 1.2",
        "swiss --players 10 --rounds 5 --draw-share many",
        "swiss --players 10 --rounds 5 --mean nan",
        "swiss --players 10 --rounds 5 --sd -3",
        "swiss --players 10 --rounds 5 --seed -1",
        "swiss --players 10 --rounds 5 --events 0",
        "swiss --players 10 --rounds 5 --system dutsch",
        "swiss --players 10 --rounds 5 --acceleration turbo",
        "swiss --players 10 --rounds 5 --shape wide",
        "swiss --players 10 --rounds 5 --resume",
        "swiss --players 10 --rounds 5 --system fold --events 5 -o /proc/nothing",
        "replay",
        "knockout --players 8",
    ],
)
def test_bad_input_is_one_line_and_status_2(run, line):
    did = run("simulate", *line.split())
    assert did.status == 2
    assert len(did.err.splitlines()) == 1
    assert did.err.startswith("tprstats: ")
    assert did.out == ""


@pytest.mark.parametrize(
    "line", ["--luck 100", "--all --luck 3", "--all --place 2", "--all --luck 50 --place 999"]
)
def test_luck_needs_a_ranking(run, example, line):
    did = run("rate", example, *line.split())
    assert did.status == 2
    assert len(did.err.splitlines()) == 1


def test_an_accelerated_system_is_named_as_in_pairings(run):
    swiss = ("simulate", "swiss", "--players", 12, "--rounds", 3, "--events", 4, "--json")
    plus = run(*swiss, "--system", "fold+baku")
    assert plus.status == 0
    assert plus.out == run(*swiss, "--system", "fold", "--acceleration", "baku").out
    assert plus.out != run(*swiss, "--system", "fold").out
