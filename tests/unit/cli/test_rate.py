"""``tprstats rate``: whose record, which numbers, which form."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from html.parser import HTMLParser

import pytest

TOTALS = ("rate", "--average", 2300, "--games", 9, "--score", 6.5)
LISTS = ("rate", "--opponents", "2300,2250,-,2401", "--results", "1,0.5,0,1")

LOG = """[Event "Club evening"]
[White "Rossi, Anna"]
[Black "{0}"]
[Result "{1}"]
[WhiteElo "1900"]
[BlackElo "{2}"]
[Date "2024.01.{3:02}"]

{1}

"""


def numbers(out: str) -> dict[str, float | None]:
    return {e["method"]: e["rating"] for e in json.loads(out)["estimates"]}


@pytest.mark.parametrize(
    ("score", "games", "average", "rule", "expected"),
    [
        # The seeds' examples, as the issue lists them.
        (6.5, 9, 2300, "fide", 2466),
        (6.5, 9, 2300, "shortcut", 2477.8),
        (5, 5, 2200, "fide", 3000),
        (5, 5, 2200, "shortcut", 2600),
        (3.5, 5, 1800, "average", 1947),
        (5, 7, 1800, "average", 1959),
        (5, 5, 1700, "average-capped", 2100),
        (2, 11, 1339, "fide", 1077),
        (5.5, 11, 1715, "fide", 1715),
    ],
)
def test_known_examples_from_totals(run, score, games, average, rule, expected):
    did = run(
        "rate", "--average", average, "--games", games, "--score", score, "--method", rule, "--json"
    )
    assert did.status == 0
    # Published with one decimal or none: half of the last digit.
    decimals = 1 if expected != int(expected) else 0
    assert numbers(did.out)[rule] == pytest.approx(expected, abs=0.5 * 10.0**-decimals)


def test_caruana_at_the_2014_sinquefield_cup(run, real_files):
    file = real_files / "events" / "sinquefield_2014.csv"
    did = run("rate", file, "--player", "caruana")
    printed = dict(re.findall(r"^([a-z-]+) +([\d.]+)", did.out, re.MULTILINE))
    assert did.status == 0
    assert "8.5/10" in did.out
    expected = {
        "fide": "3098",
        "average": "3103.1",
        "per-opponent": "3106.4",
        "shortcut": "3081.8",
        "firth": "3066.6",
    }
    assert {rule: printed[rule] for rule in expected} == expected


def test_json_has_the_keys_of_the_contract(run):
    did = run(*LISTS, "--json", "--own", 2280)
    found = json.loads(did.out)
    assert {
        "player",
        "games",
        "score",
        "left_out",
        "assumptions",
        "estimates",
        "version",
        "schema",
    } <= set(found)
    assert found["games"] == 3
    assert found["score"] == 2.5
    assert found["left_out"] == [{"round": 3, "opponent": None, "reason": "unrated opponent"}]
    for estimate in found["estimates"]:
        assert {"method", "rating", "reason", "interval"} <= set(estimate)
        assert (estimate["rating"] is None) == (estimate["reason"] is not None)
    ends = next(e for e in found["estimates"] if e["method"] == "firth")["interval"]
    assert {"method", "level", "low", "high"} <= set(ends)


def test_open_ends_are_null_in_json(run):
    did = run("rate", "--opponents", "2000,2100", "--results", "1,1", "--json")
    ends = json.loads(did.out)["strength_interval"]
    assert ends["high"] is None
    assert math.isfinite(ends["low"])


def test_totals_give_no_number_where_opponents_are_needed(run):
    did = run(*TOTALS, "--json")
    found = json.loads(did.out)
    by_rule = {e["method"]: e for e in found["estimates"]}
    assert by_rule["per-opponent"]["rating"] is None
    assert "each opponent" in by_rule["per-opponent"]["reason"]
    assert "totals do not tell the draws" in found["assumptions"]["draw_share_origin"]


def test_results_may_be_written_in_several_ways(run):
    said = [
        run("rate", "--opponents", "2300,2250,2401", "--results", text, "--json").out
        for text in ("1,0.5,0", "1,1/2,0", "w,d,l", "W,=,L", "1;½;0", "1 0.5 0")
    ]
    assert len(set(said)) == 1


def test_colours_and_white_advantage_move_the_strength(run):
    lists = ("rate", "--opponents", "2300,2300", "--results", "1,0.5", "--method", "per-opponent")
    base = numbers(run(*lists, "--json").out)["per-opponent"]
    white = run(*lists, "--colours", "w,w", "--white-advantage", 35, "--json")
    # Both games with White: the opponents count for 35 less (statistics A.4).
    assert numbers(white.out)["per-opponent"] == pytest.approx(base - 35.0, abs=1e-6)


def test_unrated_opponents_can_be_counted(run):
    with_it = run(*LISTS, "--unrated", 2300, "--method", "average", "--json")
    found = json.loads(with_it.out)
    assert found["games"] == 4
    assert found["average"] == (2300 + 2250 + 2300 + 2401) / 4


def test_a_player_by_part_of_the_name_and_by_number(run, example):
    by_name = run("rate", example, "--player", "nunal", "--json")
    by_number = run("rate", example, "--player", 4, "--json")
    assert by_name.status == by_number.status == 0
    assert by_name.out == by_number.out
    assert json.loads(by_name.out)["player"] == "Nunal, Bisoin"


def test_several_players_are_a_list(run, example):
    did = run("rate", example, "--player", 4, "--player", 3, "--method", "fide", "--json")
    assert [r["number"] for r in json.loads(did.out)] == [4, 3]


def test_standard_input(run, example):
    with open(example, "rb") as file:
        data = file.read()
    piped = run("rate", "-", "--player", 4, "--json", stdin=data)
    assert piped.out == run("rate", example, "--player", 4, "--json").out


def test_everybody_is_ranked_with_the_warning(run, example):
    did = run("rate", example, "--all", "--rank-by", "fide", "--json")
    found = json.loads(did.out)
    ratings = [
        next(e["rating"] for e in p["estimates"] if e["method"] == "fide") for p in found["players"]
    ]
    assert len(ratings) == 34
    # One player has only two counted games and stands last, unranked.
    few = [p["games"] < 3 for p in found["players"]]
    assert (sum(few), few[-1]) == (1, True)
    assert ratings[:-1] == sorted(ratings[:-1], reverse=True)
    assert "partly by luck" in found["warning"]
    text = run("rate", example, "--all")
    assert "partly by" in text.out


def test_event_level_rules_get_the_whole_event(run, example):
    did = run("rate", example, "--player", 4, "--method", "recursive", "--json")
    assert numbers(did.out)["recursive"] is not None


def test_the_owner_of_a_log_is_taken_and_said(run, tmp_path):
    games = [("A, A", "1-0", 1800, 1), ("B, B", "1/2-1/2", 1850, 2), ("C, C", "0-1", 1950, 3)]
    file = tmp_path / "anna.pgn"
    file.write_text("".join(LOG.format(*g) for g in games), encoding="utf-8")
    did = run("rate", file, "--method", "average", "--json")
    found = json.loads(did.out)
    assert did.status == 0
    assert "the games of Rossi, Anna" in did.err
    assert (found["player"], found["score"], found["average"]) == (
        "Rossi, Anna",
        1.5,
        (1800 + 1850 + 1950) / 3,
    )


@pytest.mark.parametrize("extra", [(), ("--interval", "bayes"), ("--level", 0.8)])
def test_text_fits_80_columns(run, example, extra):
    for arguments in ((*TOTALS,), (*LISTS,), ("rate", example, "--all")):
        out = run(*arguments, *extra).out
        assert max(map(len, out.splitlines())) <= 80


def test_formats_say_the_same_numbers(run):
    want = numbers(run(*LISTS, "--json").out)
    rows = csv.DictReader(io.StringIO(run(*LISTS, "--format", "csv").out))
    assert {r["method"]: float(r["rating"]) if r["rating"] else None for r in rows} == want
    markdown = run(*LISTS, "--format", "markdown").out.splitlines()
    assert [line.split("|")[1].strip() for line in markdown[2:]] == list(want)
    latex = run(*LISTS, "--format", "latex").out
    assert latex.startswith(r"\begin{tabular}")
    assert latex.count(r"\\") == len(want) + 1
    cells: list[str] = []

    class Cells(HTMLParser):
        def handle_data(self, data: str) -> None:
            cells.append(data.strip())

    Cells().feed(run(*LISTS, "--format", "html").out)
    assert set(want) <= set(cells)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_figures_are_written(run, tmp_path, example, ending):
    starts = {"svg": b"<?xml", "png": b"\x89PNG"}
    for k, arguments in enumerate([LISTS, ("rate", example, "--all")]):
        file = tmp_path / f"{k}.{ending}"
        assert run(*arguments, "--figure", file).status == 0
        assert file.read_bytes().startswith(starts[ending])


def test_a_bootstrap_takes_its_seed_and_resamples(run):
    lists = ("rate", "--opponents", "2300,2250,2200,2401,2350", "--results", "1,0.5,0,1,0.5")
    options = ("--method", "fide", "--interval", "bootstrap-percentile", "--resamples", 200)
    same = [run(*lists, *options, "--seed", 5, "--json").out for _ in range(2)]
    other = run(*lists, *options, "--seed", 6, "--json").out
    assert same[0] == same[1] != other
    ends = json.loads(other)["estimates"][0]["interval"]
    assert (ends["method"], ends["target"]) == ("bootstrap-percentile", "fide")


def test_a_log_is_no_event(run, tmp_path):
    """Its opponents' other games are missing: no ranking, and no rule that needs them."""
    games = [("A, A", "1-0", 1800, 1), ("B, B", "1/2-1/2", 1850, 2), ("C, C", "0-1", 1950, 3)]
    file = tmp_path / "anna.pgn"
    file.write_text("".join(LOG.format(*g) for g in games), encoding="utf-8")
    everybody = run("rate", file, "--all")
    assert everybody.status == 2
    assert "Rossi, Anna" in everybody.err.splitlines()[-1]
    assert run("rate", file, "--method", "elostat").status == 2
    every_rule = numbers(run("rate", file, "--json").out)
    assert "fide" in every_rule
    assert "elostat" not in every_rule


def test_the_rules_asked_for_are_the_columns(run, example):
    """The first ranks; none that was not asked for, in every format."""
    asked = ("--method", "fide", "--method", "fide-ptp", "--method", "fide-initial")
    for form in ("text", "markdown", "html"):
        out = run("rate", example, "--all", *asked, "--format", form).out
        assert all(rule in out for rule in ("fide", "fide-ptp", "fide-initial"))
        assert "firth" not in out
    value = json.loads(run("rate", example, "--all", *asked, "--json").out)
    assert value["ranked_by"] == "fide"
    out = run("rate", example, "--all", *asked, "--rank-by", "firth").out
    assert "by firth" in out


def test_csv_of_everybody_tells_players_apart(run):
    table = b"No;Name;Rtg;Fed;1.Rd\n1;Ann;2100;ENG;2w1\n2;Ann;2000;FRA;1b0\n"
    did = run("rate", "-", "--all", "--method", "fide", "--format", "csv", stdin=table)
    rows = list(csv.DictReader(io.StringIO(did.out)))
    assert {(r["player"], r["number"], r["federation"]) for r in rows} == {
        ("Ann", "1", "ENG"),
        ("Ann", "2", "FRA"),
    }
    one = next(r for r in rows if r["number"] == "1")
    found = [one[k] for k in ("own_rating", "games", "score", "average")]
    assert found == ["2100.0", "1", "1.0", "2000.0"]


def test_everybody_without_ratings_is_one_line(run):
    table = b"No;Name;Rtg;1.Rd\n1;Ann;0;2w1\n2;Joan;0;1b0\n"
    did = run("rate", "-", "--all", stdin=table)
    assert (did.status, did.out) == (2, "")
    assert "nobody has a game against a rated opponent" in did.err
    assert run("rate", "-", "--all", "--unrated", 1500, "--method", "fide", stdin=table).status == 0


def test_a_decimal_comma_between_semicolons(run):
    """Commas alone still divide."""
    points = {}
    for results in ("1;0,5", "1,0.5", "1; 0.5", "w,d"):
        did = run("rate", "--opponents", "2300;2250", "--results", results, "--json")
        points[results] = json.loads(did.out)["score"]
    assert set(points.values()) == {1.5}
    did = run("rate", "--opponents", "2300,2250,2200", "--results", "1,0;1", "--json")
    assert json.loads(did.out)["score"] == 2.0


def test_a_player_who_is_not_there(run, example):
    """The words in any order; names with commas in quotes; what to do where nothing is near."""
    assert run("rate", example, "--player", "Bisoin Nunal", "--method", "fide").status == 0
    did = run("rate", example, "--player", "ZZTOP")
    assert did.err.endswith("no player 'ZZTOP'; give a part of the name, or the start number\n")
    table = b"No;Name;Rtg;1.Rd\n1;Lur, Itjhefe;2100;2w1\n2;Jizezze, Kuzel;2000;1b0\n"
    did = run("rate", "-", "--player", "QQ", stdin=table)
    assert "there are: 'Lur, Itjhefe', 'Jizezze, Kuzel'" in did.err
