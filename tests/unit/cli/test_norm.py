"""``norm`` and ``target``: what the API gives, in every format; bad input in one line."""

from __future__ import annotations

import json

import pytest

import tprstats as tpr
from tprstats.norms import us_chess_norms
from tprstats.records import RatingKind, Record

RATINGS, RESULTS = "2450,2500,2550,2400,2480,2520,2490,2380,2600", "1,1,.5,.5,1,.5,.5,1,.5"
LISTS = ("--opponents", RATINGS, "--results", RESULTS)
MIX = ("--titles", "GM,GM,GM,IM,FM,-,-,-,-", "--federations", "FRA,FRA,GER,GER,ITA,ENG,ENG,ENG,ENG")
OWN = ("--own", 2450, "--federation", "ENG", "--kind", "fide", "--pairing", "swiss")


def one_line(did, *words):
    assert did.status == 2
    assert did.out == ""
    assert did.err.count("\n") == 1
    for word in words:
        assert word in did.err


def ten_players(folder):
    """A round robin of ten, higher numbers beating lower ones."""
    lines = ["white,white elo,black,black elo,result,round"]
    lines += [
        f"P{i},{2300 + 20 * i},P{j},{2300 + 20 * j},0-1,{(i + j) % 9 + 1}"
        for i in range(1, 11)
        for j in range(i + 1, 11)
    ]
    (folder / "ten.csv").write_text("\n".join(lines))
    return folder / "ten.csv"


def test_norm_of_a_file_is_the_api(run, tmp_path):
    example = ten_players(tmp_path)
    event = tpr.read(example)
    for options, arguments in (
        ({}, ()),
        (
            {"attempts": 4, "strength": 2400, "minimum": 7},
            ("--attempts", 4, "--strength", 2400, "--minimum", 7),
        ),
        ({"luck": False, "exempt": "c"}, ("--no-luck", "--exempt", "c")),
        ({"posterior": True, "strength_sd": 80.0}, ("--posterior", "--strength-sd", 80)),
        (
            {"draw_share": 0.4, "white_advantage": 20.0},
            ("--draw-share", 0.4, "--white-advantage", 20),
        ),
    ):
        did = run("norm", example, "--player", "P4", "--title", "IM", *arguments)
        found = tpr.norm(event, "IM", player="P4", **options)
        assert did.out == f"{found}\n"
        assert max(map(len, did.out.splitlines())) <= 80
        shown = run("norm", example, "--player", "P4", "--title", "im", *arguments, "--json").out
        assert json.loads(shown) == found.to_json()


def test_norm_from_lists(run):
    did = run("norm", *LISTS, *MIX, *OWN, "--title", "GM")
    assert did.status == 0
    assert "GM norm met" in did.out
    without = run("norm", *LISTS, *OWN, "--title", "GM")
    assert "cannot be told from what is given" in " ".join(without.out.split())
    # 6.5 of 9 at an average of 2486: 2652.
    assert (
        json.loads(run("norm", *LISTS, *MIX, *OWN, "--title", "GM", "--json").out)["performance"]
        == 2486 + 166
    )


def test_norm_to_come_is_simulated(run, example):
    arguments = ("norm", example, "--player", 4, "--title", "WIM", "--minimum", 7)
    did = run(*arguments, "--future", "swiss", "--events", 50, "--seed", 3, "--json")
    future = json.loads(did.out)["future"]
    assert future["events"] == 50
    assert 0.0 <= future["performance"]["value"] <= 1.0
    one_line(run(*arguments, "--future", "cup"), "swiss or round-robin")


def test_norm_to_come_at_an_uncertain_strength_is_the_api(run, example):
    options = {"minimum": 7, "strength_sd": 60.0, "attempts": 3, "events": 60, "seed": 3}
    flags = [x for k, v in options.items() for x in (f"--{k.replace('_', '-')}", v)]
    arguments = ("norm", example, "--player", 4, "--title", "WIM", "--future", "swiss", *flags)
    found = tpr.norm(tpr.read(example), "WIM", player=4, future="swiss", **options)
    assert json.loads(run(*arguments, "--json").out) == found.to_json()
    did = run(*arguments)
    assert did.out == f"{found}\n"
    assert max(map(len, did.out.splitlines())) <= 80
    assert run(*arguments, "--posterior").status == 0


def test_us_chess(run):
    ratings, results = [1464, 2032, 1811, 1877], [1, 1, 1, 0]
    record = Record.from_results(ratings, results)
    did = run(
        "norm",
        "--authority",
        "us-chess",
        "--opponents",
        "1464,2032,1811,1877",
        "--results",
        "1,1,1,0",
    )
    assert did.out == f"{us_chess_norms(record)}\n"
    assert max(map(len, did.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("opponents", "results", "level", "verdict"),
    [
        ([1800] * 4, [1, 1, 1, 1], 1800, "met"),  # C = 2
        ([1800] * 2, [1, 1], 1200, "not met"),  # two games are too few
        ([1800] * 3, [1, 1, 1], 1800, "not met"),  # three games take two points: C = 1.5
        ([1800] * 3, [1, 1, 1], 1200, "met"),  # C = 0
        ([1800] * 4 + [None], [1, 1, 1, 0.5, 0.5], 1800, "cannot be told"),  # 4 - 2 to 4 - 3
        ([1800] * 4 + [None], [1, 1, 1, 1, 1], 1800, "met"),  # 5 - 3 at the least
    ],
)
def test_us_chess_verdicts(opponents, results, level, verdict):
    found = us_chess_norms(Record.from_results(opponents, results))
    assert {x.level: str(x.verdict) for x in found.levels}[level] == verdict


def test_us_chess_of_other_ratings_cannot_be_told():
    record = Record.from_results([2000] * 4, [1] * 4, rating_kind=RatingKind.FIDE)
    assert {str(x.verdict) for x in us_chess_norms(record).levels} == {"cannot be told", "not met"}


def test_target_of_lists_is_the_api(run):
    did = run(
        "target",
        "--opponents",
        RATINGS,
        "--results",
        "1,1,.5,.5,1,.5",
        "--title",
        "GM",
        "--own",
        2450,
    )
    assert did.status == 0
    assert "3 to come" in did.out
    assert max(map(len, did.out.splitlines())) <= 80
    found = tpr.target(Record.from_results([], []), rating=2600, remaining=[2400] * 9)
    ahead = run("target", "--average", 2400, "--games", 9, "--rating", 2600)
    assert ahead.out == f"{found}\n"
    shown = run("target", "--average", 2400, "--games", 9, "--rating", 2600, "--json")
    assert json.loads(shown.out) == found.to_json()
    listed = run("target", "--remaining", ",".join(["2400"] * 9), "--rating", 2600)
    assert listed.out == ahead.out


def test_target_knows_titles_and_federations_of_opponents_to_come(run):
    rest = "2450:GM:FRA,2500:GM:GER,2550:GM:FRA,2400:IM:GER,2480:FM:ITA,2520:-,2490:-,2380:-"
    rest += ",2600:-:ENG"
    arguments = (
        "target",
        "--remaining",
        rest,
        "--title",
        "GM",
        "--own",
        2450,
        "--federation",
        "ENG",
    )
    said = " ".join(run(*arguments).out.split())
    assert "GM norm as far as the data tell:" in said
    assert "taken as the norm asks: federations of 3 of 9 opponents." in said
    waived = run(*arguments, "--exempt", "c").out
    assert "GM norm: " in waived


def test_target_of_a_file(run, example):
    did = run("target", example, "--player", 4, "--rating", 2400, "--method", "firth")
    assert did.status == 0
    assert "nothing to come" in did.out


@pytest.mark.parametrize("command", ["norm", "target"])
def test_formats(run, command):
    goal = ("--title", "GM")
    for form in ("text", "json", "html", "latex", "markdown", "csv"):
        assert run(command, *LISTS, *OWN, *goal, "--format", form).out.strip()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("norm", *LISTS), ["--title", "GM, IM"]),
        (("norm", *LISTS, "--title", "FM"), ["no FM norm", "2300"]),
        (("norm", *LISTS, "--title", "XX"), ["XX"]),
        (("norm", *LISTS, "--title", "GM", "--titles", "GM,GM"), ["--titles", "2 for 9"]),
        (("norm", *LISTS, "--title", "GM", "--minimum", 3), ["7"]),
        (("norm", *LISTS, "--title", "GM", "--pairing", "cup"), ["cup", "swiss"]),
        (("norm", *LISTS, "--title", "GM", "--exempt", "d"), ["exemption", "a, b or c"]),
        (("norm", "--opponents", "2400", "--results", "7", "--title", "GM"), ["--results", "7"]),
        (("norm", *LISTS, "--authority", "us-chess", "--title", "GM"), ["--title"]),
        (("target", *LISTS, "--rating", 2600, "--title", "GM"), ["one of the two"]),
        (("target", "--average", 2400, "--rating", 2600), ["--games"]),
        (("target", "--average", 2400, "--games", 0, "--rating", 2600), ["--games"]),
        (("target", "--opponents", "2400", "--results", "1,1", "--rating", 2600), ["results"]),
        (("target", "--remaining", "2400:GM:FRA:x", "--rating", 2600), ["--remaining", "game 1"]),
        (("target", "--remaining", "strong", "--rating", 2600), ["strong"]),
        (("target", "--rating", 2600), ["no games", "--remaining"]),
        (("target", *LISTS, "--rating", 2600, "--method", "nope"), ["nope"]),
    ],
)
def test_bad_input(run, arguments, words):
    one_line(run(*arguments), *words)


def test_titles_come_from_the_file(run, example):
    one_line(run("norm", example, "--player", 4, "--title", "GM", "--titles", "GM"), "--titles")
    one_line(run("target", example, "--player", 4, "--title", "GM", "--titles", "GM"), "--titles")


def test_norms_of_everybody(run, example):
    event = tpr.read(example)
    found = tpr.norms.event_norms(event, "IM", pairing="swiss")
    did = run("norm", example, "--all", "--title", "IM", "--pairing", "swiss")
    assert did.out == f"{found}\n"
    assert max(map(len, did.out.splitlines())) <= 80
    shown = json.loads(
        run("norm", example, "--all", "--title", "IM", "--pairing", "swiss", "--json").out
    )
    assert shown == found.to_json()
    assert (
        len(shown["players"])
        == len(event)
        == sum(
            shown[k]
            for k in ("met", "not_met", "cannot_be_told", "not_yet", "too_few_games", "holders")
        )
    )
    # One line a player, and what is said of each is what the check of one says.
    assert sum(p.name[:16] in did.out for p in event.players) == len(event)
    for row in shown["players"][:6]:
        one = tpr.norm(event, "IM", player=row["number"], pairing="swiss", luck=False)
        assert row["verdict"] == str(one.verdict)
        fails = [c.number for c in one.choice.clauses if str(c.verdict) == "not met"]
        assert row["clauses"] == list(dict.fromkeys(fails))
    for form in ("html", "latex", "markdown", "csv"):
        assert run("norm", example, "--all", "--title", "IM", "--format", form).out.strip()


def test_met_norms_come_first(run, real_files):
    """Moscow Open 2018 A: the three GM norms that the file tells."""
    file = real_files / "events" / "moscow_open_2018_A.csv"
    shown = json.loads(run("norm", file, "--all", "--title", "GM", "--kind", "fide", "--json").out)
    assert [p["holds_title"] for p in shown["players"]][-shown["holders"] :] == [True] * shown[
        "holders"
    ]
    verdicts = [p["verdict"] for p in shown["players"] if not p["holds_title"]]
    words = {"met": "met", "not_met": "not met", "too_few_games": "too few games"}
    assert verdicts == [word for key, word in words.items() for _ in range(shown[key])]
    assert all(p["performance"] >= 2600 for p in shown["players"] if p["verdict"] == "met")
    assert shown["met"] > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("norm", *LISTS, *OWN, "--title", "GM", "--no-luck", "--attempts", 3), ["--attempts"]),
        (("norm", *LISTS, *OWN, "--title", "GM", "--events", 10), ["--events", "--future"]),
        (("norm", *LISTS, *OWN, "--title", "GM", "--seed", 1), ["--seed", "--future"]),
        (("norm", *LISTS, "--title", "GM", "--attempts", 3), ["--attempts", "--strength"]),
        (("norm", *LISTS, "--authority", "us-chess", "--exempt", "a"), ["--exempt", "US Chess"]),
        (("target", *LISTS, "--rating", 2600, "--minimum", 7), ["--minimum", "--title"]),
        (("target", *LISTS, "--title", "GM", "--method", "firth"), ["--method", "--rating"]),
        (("target", *LISTS, "--rating", 2600, "--draw-share", 0.3), ["--draw-share", "--strength"]),
        (("rate", *LISTS, "--system", "fold"), ["--system", "--luck"]),
        (("rate", *LISTS, "--place", 2), ["--place", "--luck"]),
        (("rate", *LISTS, "--seed", 2), ["--seed", "bootstrap"]),
        (("rate", *LISTS, "--column", "X=name"), ["--column", "file"]),
        (("rate", *LISTS, "--method", "fide", "--prior", "2400,80"), ["--prior", "bayes"]),
        (("compare", *LISTS, "--interval", "midp", "--resamples", 200), ["--resamples"]),
        (("report", *LISTS, "--json", "--column", "X=name"), ["--column", "file"]),
        (("simulate", "swiss", "--players", 10, "--double"), ["--double", "round robin"]),
        (("simulate", "round-robin", "--players", 6, "--rounds", 5), ["--rounds", "Swiss"]),
        (("simulate", "replay", "--field", "x.trf", "--players", 6), ["--players", "replay"]),
        (("simulate", "swiss", "--field", "x.trf", "--mean", 6), ["--mean", "--field"]),
        (
            ("simulate", "swiss", "--players", 8, "--model", "milvang", "--draw-share", 0.4),
            ["--draw-share", "milvang"],
        ),
    ],
)
def test_an_option_without_effect_is_refused(run, arguments, words):
    """Also where what is given is the default: it was given."""
    one_line(run(*arguments), "without effect", *words)


def test_all_takes_no_luck(run, example):
    arguments = ("norm", example, "--all", "--title", "IM")
    for option in ("--attempts", "--strength"):
        one_line(run(*arguments, option, 2400), option, "--player")
    one_line(run(*arguments, "--federation", "ENG"), "--federation")


def test_what_is_given_in_place_of_the_file_is_listed(run, real_files):
    file = real_files / "events" / "moscow_open_2018_A.csv"
    given = ("--federation", "ENG", "--pairing", "round-robin")
    arguments = ("norm", file, "--player", 1, "--title", "GM", "--no-luck")
    shown = json.loads(run(*arguments, *given, "--json").out)
    federation = tpr.read(file).records[0].player.federation
    assert shown["adjustments"] == [
        f"federation ENG as given; the file says {federation}",
        "pairing round-robin as given; the file says swiss",
    ]
    assert "Adjusted: federation ENG" in " ".join(run(*arguments, *given).out.split())
    assert (
        json.loads(run(*arguments, "--federation", federation, "--json").out)["adjustments"] == []
    )


@pytest.mark.parametrize("form", ["svg", "png"])
def test_figures(run, example, tmp_path, form):
    norm, target = (tmp_path / f"{x}.{form}" for x in ("norm", "target"))
    luck = ("--title", "WIM", "--minimum", 7, "--strength-sd", 40, "--attempts", 4)
    future = ("--future", "swiss", "--events", 40)
    assert run("norm", example, "--player", 4, *luck, *future, "--figure", norm).status == 0
    again = tmp_path / f"again.{form}"
    assert run("norm", example, "--player", 4, *luck, *future, "--figure", again).status == 0
    assert norm.read_bytes() == again.read_bytes()
    ahead = ("--average", 2400, "--games", 9, "--rating", 2600, "--own", 2450)
    assert run("target", *ahead, "--figure", target).status == 0
    assert target.stat().st_size > 5000


def test_a_figure_needs_a_chance(run, tmp_path):
    out = tmp_path / "x.svg"
    one_line(run("norm", *LISTS, *OWN, "--title", "GM", "--no-luck", "--figure", out), "--figure")
    one_line(run("norm", *LISTS, "--title", "GM", "--figure", out), "--figure", "--strength")
    one_line(
        run("target", *LISTS, "--own", 2400, "--title", "GM", "--figure", out), "games to come"
    )
    assert not out.exists()


def test_norms_of_everybody_have_numbers_and_take_no_luck(run, example):
    did = run("norm", example, "--all", "--title", "IM", "--no-luck")
    assert did.status == 0
    assert did.out == run("norm", example, "--all", "--title", "IM").out
    heading, _, *rows = did.out.splitlines()[2:5]
    assert heading.split()[:3] == ["no", "title", "player"]
    assert rows[0].split()[0].isdigit()
    assert max(map(len, did.out.splitlines())) <= 80
