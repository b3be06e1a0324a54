"""``methods``, ``plan``, ``compare`` and ``demo``: each prints what its twin in the API gives."""

from __future__ import annotations

import json

import pytest

from tprstats import INTERVALS, RULES
from tprstats.compare import compare
from tprstats.plan import plan
from tprstats.readers import read


def test_methods_lists_every_rule_within_80_columns(run):
    did = run("methods")
    assert did.status == 0
    assert max(map(len, did.out.splitlines())) <= 80
    first = [line.split(" ")[0] for line in did.out.splitlines()]
    assert [x for x in first if x in RULES] == list(RULES)


def test_methods_says_what_hard_cases_give(run):
    found = {m["id"]: m for m in json.loads(run("methods", "--json").out)}
    assert list(found) == list(RULES)
    # FIDE table 8.1.1 ends at 800; C.07 10.3 by table 8.1.2 at 736; the textbook form has no end.
    assert "800" in found["fide"]["at_perfect"]
    assert "736" in found["fide-ptp"]["at_perfect"]
    assert found["average"]["at_perfect"] == "no number"
    assert all(m["unrated"] and m["at_zero"] and m["source"] for m in found.values())


def test_methods_lists_the_intervals(run):
    text = run("methods", "--intervals").out
    assert max(map(len, text.splitlines())) <= 80
    assert [m["id"] for m in json.loads(run("methods", "--intervals", "--json").out)] == list(
        INTERVALS
    )


def test_methods_shows_one_in_full(run):
    out = run("methods", "fide", "midp-is-no-rule").err
    assert "midp-is-no-rule" in out
    card = run("methods", "fide").out
    assert "10.2" in card
    assert max(map(len, card.splitlines())) <= 80


def test_plan_is_the_api_in_text_and_json(run):
    found = plan(100, advantage=50, draw_share=0.4, level=0.9, assurance=0.7)
    options = ("--half-width", 100, "--advantage", 50, "--draw-share", 0.4)
    options += ("--level", 0.9, "--assurance", 0.7)
    assert run("plan", *options).out == f"{found}\n"
    assert json.loads(run("plan", *options, "--json").out) == found.to_json()


def test_compare_takes_a_record_some_records_or_the_event(run, example):
    event = read(example)
    options = ("--method", "fide", "--method", "per-opponent", "--resamples", 100, "--seed", 3)
    settings = {
        "methods": ["fide", "per-opponent"],
        "resampling": {"seed": 3, "n_resamples": 100},
    }
    for choice, subject in (
        (("--player", 4), event.record(4)),
        (("--player", 4, "--player", 3), [event.record(4), event.record(3)]),
        (("--all",), event),
    ):
        did = run("compare", example, *choice, *options)
        assert did.status == 0
        assert did.out == f"{compare(subject, **settings)}\n"
        assert max(map(len, did.out.splitlines())) <= 80


def test_compare_draws(run, example, tmp_path):
    file = tmp_path / "compared.svg"
    options = ("--method", "fide", "--method", "firth", "--resamples", 100, "--figure", file)
    assert run("compare", example, "--player", 4, *options).status == 0
    text = file.read_text(encoding="utf-8")
    assert "fide - firth" in text
    assert "exact replay" in text


@pytest.mark.parametrize("command", ["rate", "compare"])
def test_formats_of_every_command_that_has_them(run, command):
    lists = (command, "--opponents", "2300,2250,2400", "--results", "1,0.5,0")
    more = ("--resamples", 100) if command == "compare" else ()
    for form in ("text", "json", "html", "latex", "markdown", "csv"):
        assert run(*lists, *more, "--format", form).out.strip()


def test_demo_writes_the_page_and_says_where(run, tmp_path):
    did = run("demo", "-o", tmp_path / "new" / "demo")
    page = tmp_path / "new" / "demo" / "index.html"
    assert did.out == f"{page}\n"
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
