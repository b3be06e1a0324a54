"""``--own`` beside a file, and games by hand as a file."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import tprstats as tpr
from tprstats.report.figures import estimates_figure

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


def test_what_the_file_has_where_no_game_fits(run, tmp_path):
    file = tmp_path / "log.csv"
    rows = [f"X{k},2000,1,2021-0{k + 1}-05,{'Spring' if k % 2 else 'Autumn'}" for k in range(6)]
    file.write_text("opponent,rating,result,date,event\n" + "\n".join(rows))
    did = run("rate", file, "--since", "2022-01-01", "--event", "Winter")
    assert did.status == 2
    assert "there are games of 2021-01-05 to 2021-06-05; events Autumn, Spring" in did.err
    taken = run("rate", file, "--since", "2021-03-01")
    # One game is one game, from whichever side.
    assert "only games played from 2021-03-01: 4 of 6" in taken.err
    assert "8 of 12" not in taken.err


def test_a_rule_by_the_name_it_is_often_called(run, tmp_path):
    from tprstats.estimators.registry import MEANT, RULES

    assert {rule for meant in MEANT.values() for rule in meant} <= set(RULES)
    assert not set(MEANT) & set(RULES)
    file = tmp_path / "hand.txt"
    file.write_text(LINES)
    did = run("rate", file, "--method", "TPR")
    assert "no method 'tpr'; perhaps fide or firth; tprstats methods lists them" in did.err


def test_a_column_that_is_missing_is_named_with_the_option(run, tmp_path):
    file = tmp_path / "own.csv"
    file.write_text("Gegner,Elo,Punktzahl\nAnn,2300,1\nJoan,2200,0\n")
    did = run("rate", file)
    assert (did.status, did.err.count("\n")) == (2, 1)
    assert "none is known for the result" in did.err
    assert "--column HEADING=ROLE" in did.err
    assert run("rate", file, "--column", "Punktzahl=result").status == 0


def test_no_number_of_the_rules_asked_for(run, tmp_path):
    file = tmp_path / "hand.txt"
    file.write_text(LINES)
    said = " ".join(run("rate", file, "--method", "bayes").out.split())
    assert "gives a number here: bayes needs the player's own rating." in said
    # The interval that the next sentence is about.
    assert "The strength shown in these games: with 95% confidence it was between" in said


def test_a_target_without_own_rating_says_what_chances_take(run):
    said = run("target", "--average", 2400, "--games", 9, "--rating", 2600).out
    assert "player's own rating: give it too (--own)" in " ".join(said.split())
    told = run("target", "--average", 2400, "--games", 9, "--rating", 2600, "--own", 2400).out
    assert "give it too" not in told


def test_the_result_or_the_error_stands_before_the_notes(tmp_path):
    """Both streams in one, as a terminal shows them."""
    file = tmp_path / "own.csv"
    file.write_text("Gegner,Elo,Erg,mood\nAnn,2300,1,good\nJoan,2200,0,bad\nEve,2210,=,\n")

    def seen(*arguments):
        command = [sys.executable, "-m", "tprstats", *map(str, arguments)]
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )

    did = seen("rate", file)
    assert did.returncode == 0
    lines = did.stdout.splitlines()
    notes = [k for k, line in enumerate(lines) if line.startswith("tprstats: ")]
    assert len(notes) == 2
    assert notes == list(range(len(lines) - 2, len(lines)))
    failed = seen("rate", file, "--player", "Nobody-of-that-name")
    assert failed.returncode == 2
    first, *rest = failed.stdout.splitlines()
    assert "no player 'Nobody-of-that-name'" in first
    assert len(rest) <= 3


SEASON = """date,event,colour,opponent,opponent_rating,result,own_rating
2026-09-05,Club Open,w,Berg,1712,1,1720
2026-09-06,Club Open,b,Ruud,1805,0.5,1720
2026-10-07,Cup,b,Olsen,1755,0,1732
2026-10-08,Cup,w,Ek,1735,0,1732
2026-11-12,Autumn,b,Dahl,1850,1,1740
2026-11-13,Autumn,w,Lund,1830,1,1740
2026-11-14,Autumn,b,Moe,1900,0.5,1740
"""


@pytest.mark.parametrize("newest_first", [False, True])
@pytest.mark.parametrize(
    ("chosen", "before", "shown"),
    [
        ((), 1720, "1720 to 1740"),
        (("--since", "2026-11-01"), 1740, "1740"),
        (("--event", "Cup"), 1732, "1732"),
        (("--since", "2026-10-08"), 1732, "1732 to 1740"),
    ],
)
def test_one_own_rating_of_a_season(run, tmp_path, chosen, before, shown, newest_first):
    """That at the first of the games looked at, as the file has it, wherever one is shown."""
    head, *games = SEASON.splitlines()
    file = tmp_path / "season.csv"
    file.write_text("\n".join([head, *(games[::-1] if newest_first else games)]) + "\n")
    text = run("rate", file, *chosen, "--interval", "bayes", "--kind", "fide").out
    assert text.startswith(f"the player ({shown}): ")
    assert f"bayes starts from {before} " in " ".join(text.split())
    found = json.loads(run("rate", file, *chosen, "--json", "--kind", "fide").out)
    assert found["own_rating"] == found["assumptions"]["prior_mean"] == before
    said = " ".join(found["words"])
    assert str(before) in said.partition("own rating")[2]
    page = run("report", file, *chosen, "--json", "--kind", "fide", "--seasons", "100")
    assert json.loads(page.out)["rating"]["own_rating"] == before
    rules = ("--method", "bayes", "--method", "fide")
    compared = run("compare", file, *chosen, *rules, "--kind", "fide", "--json")
    bayes = next(e for e in found["estimates"] if e["method"] == "bayes")["rating"]
    assert json.loads(compared.out)["methods"][0]["values"][0] == pytest.approx(bayes)


def test_parts_of_a_season_have_the_rating_that_they_began_with(run, tmp_path):
    file = tmp_path / "season.csv"
    file.write_text(SEASON)
    found = json.loads(run("rate", file, "--by", "event", "--method", "bayes", "--json").out)
    began = {"Club Open": 1720, "Cup": 1732, "Autumn": 1740}
    assert {p["label"]: p["own_rating"] for p in found["parts"]} == began
    assert {p["label"]: p["assumptions"]["prior_mean"] for p in found["parts"]} == began
    assert found["whole"]["own_rating"] == 1720


def test_the_figure_draws_the_own_rating_of_the_games_chosen(tmp_path):
    file = tmp_path / "season.csv"
    file.write_text(SEASON)
    record = tpr.read(file).records[0]
    for some, label in ((record, "own at first 1720"), (record.where(event="Cup"), "own 1732")):
        figure = estimates_figure(tpr.rate(some))
        said = [t.get_text() for t in figure.axes[0].texts]
        assert label in said
