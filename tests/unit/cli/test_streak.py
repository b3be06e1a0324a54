"""``tprstats streak``: the twin of ``tpr.streak``, and what it refuses."""

from __future__ import annotations

import json

import pytest

import tprstats as tpr
from tprstats.cli.streak import window_of

GAMES = 30
LISTS = (
    "streak", "--opponents", ",".join(["2300"] * GAMES),
    "--results", ",".join(["1", "0", "0.5"] * 7 + ["1"] * 9), "--own", "2310", "--seasons", "300",
)  # fmt: skip


def twin(**options) -> tpr.StreakVerdict:
    record = tpr.Record.from_results([2300] * GAMES, [1, 0, 0.5] * 7 + [1] * 9, own=2310)
    return tpr.streak(record, seasons=300, **options)


def test_the_command_prints_what_the_api_gives(run):
    did = run(*LISTS)
    assert (did.status, did.err) == (0, "")
    assert did.out == f"{twin()}\n"
    assert max(map(len, did.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("options", "same"),
    [
        (("--window", "22-30"), {"window": (22, 30)}),
        (("--direction", "either"), {"direction": "either"}),
        (("--direction", "cold", "--lengths", "6-10"), {"direction": "cold", "lengths": (6, 10)}),
        (("--looks", "10,20", "--players", "5"), {"looks": (10, 20), "players": 5}),
        (("--last", "25", "--seed", "4"), {"last": 25, "seed": 4}),
        (("--prior", "chance=0.1"), {"prior": tpr.SpellPrior(0.1)}),
        (("--prior", "horizon=9"), {"prior": tpr.SpellPrior(horizon=9)}),
        (("--segments", "--white-advantage", "20"), {"segments": True, "white_advantage": 20.0}),
    ],
)  # fmt: skip
def test_options(run, options, same):
    found = json.loads(run(*LISTS, *options, "--json").out)
    assert found == json.loads(json.dumps(twin(**same).to_json()))


def test_every_format(run):
    for form in ("text", "json", "html", "latex", "markdown", "csv"):
        assert run(*LISTS, "--format", form).out.strip()


def test_figure_and_page(run, tmp_path):
    figure, page = tmp_path / "streak.svg", tmp_path / "streak.html"
    assert run(*LISTS, "--figure", figure, "--page", page).status == 0
    assert "points above" in figure.read_text(encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert twin().word in text
    assert "<svg" in text


def test_a_file_with_dates_and_speeds(run, tmp_path):
    file = tmp_path / "games.csv"
    rows = [f"2024-01-{k + 1:02d},{2300 + k},{(k % 3) / 2},{('180+2', '900+10')[k // 20]}"
            for k in range(30)]  # fmt: skip
    file.write_text("date,opponent rating,result,time control\n" + "\n".join(rows) + "\n")
    did = run("streak", file, "--own", 2310, "--speed", "blitz", "--seasons", 200, "--json")
    found = json.loads(did.out)
    assert found["games"] == 20
    assert found["rating"] == 2310
    did = run("streak", file, "--window", "2024-01-05..2024-01-12", "--seasons", 200, "--json")
    assert json.loads(did.out)["named_window"]["span"]["first"] == 5


def test_some_games_of_a_file_alone(run, tmp_path):
    """The filters are those of ``rate``; a list is chosen by its name."""
    file = tmp_path / "games.pgn"
    text = []
    for k in range(40):
        fast, result = k % 4 == 0, ("1-0", "0-1", "1/2-1/2")[k % 3]
        text.append(
            f'[Event "Rated {"bullet" if fast else "blitz"} game"]\n'
            f'[Site "https://lichess.org/abcd{k:04d}"]\n'
            f'[Date "2024.{k // 20 + 1:02d}.{k % 20 + 1:02d}"]\n'
            f'[White "Ann"]\n[Black "Bo{k}"]\n[WhiteElo "2310"]\n[BlackElo "{2290 + k}"]\n'
            f'[Result "{result}"]\n[TimeControl "{"60+0" if fast else "180+2"}"]\n\n{result}\n'
        )
    file.write_text("\n".join(text))

    def games(*options: str) -> int:
        did = run("streak", file, "--player", "Ann", "--seasons", 200, "--json", *options)
        assert did.status == 0, did.err
        return int(json.loads(did.out)["games"])

    assert games() == 30
    assert games("--rating-list", "lichess bullet") == 10
    assert games("--speed", "bullet") == 10
    assert games("--since", "2024-02-01") == 15
    did = run("streak", file, "--player", "Ann", "--rating-list", "uscf")
    assert did.status == 2
    assert did.err.startswith(
        "tprstats: no rating list 'uscf'; there are: lichess blitz, lichess bullet\n"
    )
    did = run("streak", file, "--player", "Ann", "--since", "2025-01-01")
    assert (did.status, did.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--window", "2024-13-01..2024-01-02"), ["--window", "2014-08-27..2014-09-07"]),
        (("--window", "5-99"), ["the games are 1 to 30"]),
        (("--lengths", "five"), ["--lengths", "5-20"]),
        (("--lengths", "9-5"), ["shortest"]),
        (("--looks", "a,b"), ["--looks", "10,20,30"]),
        (("--prior", "luck=3"), ["--prior", "boost_sd"]),
        (("--prior", "chance=x"), ["--prior chance", "'x'"]),
        (("--prior", "chance=2"), ["chance of a spell 2"]),
        (("--direction", "warm"), ["hot, cold or either"]),
        (("--seasons", "3"), ["seasons of luck"]),
        (("--seed", "-1"), ["--seed -1"]),
        (("--speed", "blitz"), ["blitz speed", "for a file"]),
        (("--players", "0"), ["0 players"]),
        (("--window", "3-9", "--events"), ["--window and --events", "one of them"]),
        (("--page", "out.txt"), [".html"]),
        (("--figure", "out.txt"), [".svg"]),
    ],
)
def test_bad_options_are_one_line(run, options, words):
    did = run(*LISTS, *options)
    assert did.status == 2
    assert did.out == ""
    assert did.err.count("\n") == 1
    assert all(w in did.err for w in words), did.err


def test_too_few_games(run):
    did = run("streak", "--opponents", "2300,2250,2400", "--results", "1,0.5,0")
    assert did.status == 2
    assert "3 games that count" in did.err


def test_two_players_of_one_name(run, tmp_path):
    trf = tmp_path / "two.trf"
    head = f"      {'Miller, Ann':33} 2300{'':29}1.0    1  "
    trf.write_text(f"001    1{head}   2 w 1\n001    2{head}   1 b 0\n")
    did = run("streak", trf, "--player", "Miller")
    assert did.status == 2
    assert "2 players fit 'Miller': 'Miller, Ann' (number 1), 'Miller, Ann'" in did.err


def test_windows():
    import datetime as dt

    assert window_of(" 3 - 9 ") == (3, 9)
    day = dt.date(2014, 8, 27)
    assert window_of("2014-08-27..2014-08-27") == (day, day)
    assert window_of("Open 2024") == "Open 2024"


def several(tmp_path, games: dict[str, int]) -> object:
    """A file of players' games, each against others."""
    file = tmp_path / "several.pgn"
    text = [
        f'[Event "Open"]\n[Date "2024.{1 + k // 25:02d}.{1 + k % 25:02d}"]\n[White "{name}"]\n'
        f'[Black "Rival {name} {k}"]\n[WhiteElo "2300"]\n[BlackElo "{2290 + k}"]\n'
        f'[Result "{result}"]\n\n{result}\n'
        for name, number in games.items()
        for k in range(number)
        for result in [("1-0", "0-1", "1/2-1/2")[k % 3] if k < 14 else "1-0"]
    ]
    file.write_text("\n".join(text))
    return file


def test_several_players_are_paid_for_each(run, tmp_path):
    """The oracle is 1 - (1 - p)^2 of the verdicts asked for one by one."""
    file = several(tmp_path, {"Ann": 30, "Bob": 24})
    ask = ("streak", file, "--seasons", 300, "--json")
    names = ("--player", "Ann", "--player", "Bob")
    alone = [json.loads(run(*ask, "--player", n).out) for n in ("Ann", "Bob")]
    did = run(*ask, *names)
    assert did.status == 0
    assert "paid for the 2 players of this call; --players N if you looked at more" in did.err
    for one, both in zip(alone, json.loads(did.out), strict=True):
        assert both["players"] == 2
        assert both["p"] == pytest.approx(1 - (1 - one["p"]) ** 2)
    more = run(*ask, *names, "--players", 5)
    assert [v["players"] for v in json.loads(more.out)] == [5, 5]
    assert "of this call" not in more.err
    fewer = run(*ask, *names, "--players", 1)
    assert (fewer.status, fewer.out) == (2, "")
    assert "--players 1: 2 players are looked at in this call" in fewer.err
    assert "of this call" not in run(*ask, "--player", "Ann").err


def test_a_player_with_too_few_games_does_not_take_the_others_verdict(run, tmp_path):
    file = several(tmp_path, {"Ann": 30, "Bob": 3, "Cid": 4})
    ask = ("streak", file, "--seasons", 300, "--player", "Bob", "--player", "Ann")
    did = run(*ask)
    assert did.status == 2
    assert did.out == run(*ask[:-4], "--player", "Ann", "--players", 2).out
    why = [line for line in did.err.splitlines() if "games that count" in line]
    assert len(why) == 1
    assert why[0].startswith("tprstats: Bob: 3 games that count")
    assert [v["player"] for v in json.loads(run(*ask, "--json").out)] == ["Ann"]
    named = run(*ask, "--window", "20-30")
    assert named.status == 2
    assert "tprstats: Bob: window 20-30: the games are 1 to 3" in named.err
    assert "games 20-30" in named.out
    none = run("streak", file, "--player", "Bob", "--player", "Cid")
    assert (none.status, none.out) == (2, "")
    assert "Bob: 3 games" in none.err
    assert "Cid: 4 games" in none.err


def test_the_games_that_were_taken_are_told(run):
    """Like every choice of games; and that choosing after a look is not paid for."""
    said = " ".join(run(*LISTS, "--last", "25").out.split())
    assert "only the last 25 of 30 games that count, as asked; if that was decided after" in said
    assert "only the last" not in run(*LISTS, "--last", "30").out


def test_a_choice_of_games_by_a_filter_has_the_same_caution(run):
    """What --event chooses may have been chosen by its results as well as what --last does."""
    head = "White,White rating,Black,Black rating,Result,Date,Event\n"
    rows = [
        f"Ann,2310,P{k},2300,{'1-0' if k % 3 else '0-1'},2026-01-{k + 1:02d},"
        f"{'Spring' if k < 15 else 'Autumn'}\n"
        for k in range(30)
    ]
    data = (head + "".join(rows)).encode()
    done = run("streak", "-", "--player", "Ann", "--event", "Autumn", "--seasons", "200", "--json",
               stdin=data)  # fmt: skip
    notes = json.loads(done.out)["notes"]
    assert any("15 of 30; if that was decided after a look" in n for n in notes)
