"""``--own`` beside a file, and games by hand as a file."""

from __future__ import annotations

import json

import tprstats as tpr

LINES = "2310 1 white\n2254 0 black\n2299 1 white\n2350 0.5 black\n"


def test_the_own_rating_that_a_file_lacks(run, tmp_path):
    file = tmp_path / "hand.txt"
    file.write_text(LINES)
    record = tpr.Record.from_results(
        [2310, 2254, 2299, 2350], [1, 0, 1, 0.5], own=1950, colours=["w", "b", "w", "b"]
    )
    shown = json.loads(run("rate", file, "--own", 1950, "--json").out)
    typed = tpr.rate(record).to_json()
    for key in ("own_rating", "rules", "average", "score"):
        if key in typed:
            assert shown[key] == typed[key]
    assert shown["own_rating"] == 1950
    for command in ("rate", "compare", "norm", "report"):
        more = {"norm": ("--title", "IM"), "report": ("--json",)}.get(command, ())
        did = run(command, file, "--own", 1950, *more)
        assert did.status == 0, did.err
        assert "own rating 1950 as given; the file has none" in did.err
    target = run("target", file, "--own", 1950, "--rating", 2300)
    assert "for a strength of 1950" not in target.err
    assert target.status == 0


def test_an_own_rating_that_the_file_gives_is_not_replaced(run, example):
    did = run("rate", example, "--player", 4, "--own", 2500)
    assert did.status == 2
    assert "--own 2500: the file gives an own rating" in did.err
    both = run("rate", example, "--player", 4, "--player", 5, "--own", 2500)
    assert (both.status, "one player's rating" in both.err) == (2, True)
    every = run("rate", example, "--all", "--own", 2500)
    assert (every.status, "not --all" in every.err) == (2, True)
