"""``tprstats rate``: some of a file's games, and a season in parts."""

from __future__ import annotations

import json

import pytest

GAME = """[Event "{event}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[WhiteElo "2000"]
[BlackElo "2000"]
[Date "2024.{month:02}.01"]
[ECO "B{eco:02}"]

{result}

"""


def season() -> bytes:
    """Twelve months: White in the even ones, a win in each of the first half."""
    games = []
    for k in range(12):
        names = {"white": "Rossi, Anna", "black": f"Opponent {k}"}
        win, loss = "1-0", "0-1"
        if k % 2:
            names = {"white": names["black"], "black": names["white"]}
            win, loss = loss, win
        result = win if k < 6 else loss
        event = "Spring Open" if k < 5 else "League"
        games.append(GAME.format(event=event, month=k + 1, eco=20 + k, result=result, **names))
    return "".join(games).encode()


@pytest.mark.parametrize(
    ("options", "games", "score"),
    [
        ((), 12, 6),
        (("--since", "2024-07-01"), 6, 0),
        (("--until", "2024-06-30", "--colour", "w"), 3, 3),
        (("--event", "spring"), 5, 5),
        (("--eco", "B24-B27"), 4, 2),
        (("--opponent-range", "1900-"), 12, 6),
    ],
)
def test_filters(run, options, games, score):
    done = run("rate", "-", "--json", "--method", "fide", *options, stdin=season())
    assert done.status == 0
    found = json.loads(done.out)
    assert (found["games"], found["score"]) == (games, score)
    noted = [a for a in found["adjustments"] if a.startswith("only games")]
    assert noted == ([] if not options else [noted[0]])
    assert not options or f"{games} of 12" in noted[0]


def test_a_season_in_parts(run):
    done = run("rate", "-", "--by", "event", "--json", stdin=season())
    found = json.loads(done.out)
    assert [(p["label"], p["games"], p["score"]) for p in found["parts"]] == [
        ("Spring Open", 5, 5.0), ("League", 7, 1.0),
    ]  # fmt: skip
    assert found["whole"]["games"] == 12
    assert "2 parts were looked at" in found["warning"]
    text = run("rate", "-", "--by", "month", stdin=season()).out
    assert "2024-01      1" in text
    assert all(len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize("form", ["text", "json", "html", "latex", "markdown", "csv"])
def test_every_form_prints(run, form):
    done = run("rate", "-", "--by", "colour", "--format", form, stdin=season())
    assert done.status == 0
    assert "White" in done.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--since", "soon"), "--since 'soon' is no day"),
        (("--rounds", "x"), "--rounds 'x': write 3"),
        (("--opponent-range", "2400-2300"), "the first is above the last"),
        (("--eco", "X"), "opening 'X'"),
        (("--colour", "-"), "--colour '-'"),
        (("--event", "Winter"), "no games of event 'Winter'"),
        (("--by", "moon"), "no grouping 'moon'"),
        (("--same", "Rossi"), "write OLD=NEW"),
        (("--by", "month", "--all"), "leave out --all"),
        (("--by", "month", "--all", "--figure", "x.png"), "leave out --all, --figure"),
    ],
)
def test_bad_choices_are_one_line(run, options, words):
    done = run("rate", "-", *options, stdin=season())
    assert done.status == 2
    assert words in done.err
    assert done.out == ""


def test_filters_are_for_files(run):
    done = run("rate", "--average", 2300, "--games", 9, "--score", 5, "--eco", "B")
    assert done.status == 2
    assert "not for --average" in done.err


def test_names_are_merged_when_asked(run):
    content = season().replace(b'[White "Rossi, Anna"]', b'[White "Rossi,A"]')
    apart = run("rate", "-", "--player", "Rossi, Anna", "--json", "--method", "fide", stdin=content)
    assert json.loads(apart.out)["games"] == 6
    assert "may be one player" in apart.err
    together = run(
        "rate", "-", "--same", "Rossi,A=Rossi, Anna", "--player", "Rossi, Anna", "--json",
        "--method", "fide", stdin=content,
    )  # fmt: skip
    assert json.loads(together.out)["games"] == 12
    assert "as asked" in together.err


def test_a_log_ranked_as_one_event_says_so(run):
    games = "".join(
        GAME.format(event=f"Event {k % 3}", white=f"P{k % 4}", black=f"P{(k + 1 + k // 4) % 4}",
                    month=1 + k % 12, eco=k, result="1-0")
        for k in range(12) if (1 + k // 4) % 4
    )  # fmt: skip
    done = run("rate", "-", "--all", "--method", "fide", "--method", "firth", stdin=games.encode())
    assert done.status == 0
    assert "This is no tournament but a log of 3 events" in " ".join(done.out.split())


def test_limits_can_be_raised(run):
    done = run("rate", "-", "--max-bytes", 1000, stdin=season())
    assert done.status == 2
    assert "larger than 1,000 bytes" in done.err
    assert run("rate", "-", "--max-bytes", 100_000, stdin=season()).status == 0
    one_game = season()[:120] + b"1. e4 " * 1000
    done = run("rate", "-", "--max-bytes", 100_000, "--player", "Rossi", stdin=one_game)
    assert "longer than 3,125 bytes" in done.err


def test_parts_on_several_lists_are_not_compared(run):
    mixed = season().replace(b'[ECO "B2', b'[Site "https://lichess.org/x"]\n[ECO "B2')
    done = run("rate", "-", "--by", "list", "--json", stdin=mixed)
    found = json.loads(done.out)
    assert {p["label"] for p in found["parts"]} == {"lichess", "fide"}
    shares = [p["assumptions"]["draw_share"] for p in found["parts"]]
    assert len(set(shares)) == 2  # a platform's draws say nothing of FIDE's
    assert "several lists" in found["warning"]


def test_parts_by_colour_are_those_of_the_report_with_what_is_assumed(run):
    """White's worth is taken off, as where the report compares the same games; 0 leaves it in."""
    done = run("rate", "-", "--by", "colour", "--json", stdin=season())
    found = json.loads(done.out)
    ours = {p["label"]: p["estimates"][0]["rating"] for p in found["parts"]}
    report = json.loads(run("report", "-", "--json", "--seasons", "200", stdin=season()).out)
    theirs = {s["label"]: s["strength"] for s in report["streak"]["segments"]}
    assert ours == pytest.approx({c: theirs[c] for c in ("White", "Black")}, abs=0.01)
    held = {p["label"]: p["strength_interval"] for p in found["parts"]}
    for segment in report["streak"]["segments"]:
        if segment["label"] in held:  # the fits of a draw share lie .001 apart, half an Elo
            ends = held[segment["label"]]
            assert (ends["low"], ends["high"]) == pytest.approx(
                (segment["low"], segment["high"]), abs=0.5
            )
    share = found["whole"]["assumptions"]["draw_share"]
    assert {p["assumptions"]["draw_share"] for p in found["parts"]} == {share}
    raw = json.loads(
        run("rate", "-", "--by", "colour", "--white-advantage", "0", "--json", stdin=season()).out
    )
    worth = found["whole"]["assumptions"]["white_advantage"]
    plain = {p["label"]: p["estimates"][0]["rating"] for p in raw["parts"]}
    assert worth > 0
    assert plain["White"] - ours["White"] == pytest.approx(worth)
    text = run("rate", "-", "--by", "colour", stdin=season()).out
    assert f"White worth {worth:.0f} Elo (the opponents' level), taken off" in " ".join(
        text.split()
    )


@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        ("fide", "White worth 10 Elo (the level rule's value at 1400, its lowest level)"),
        ("chess.com", "White worth 12 Elo (online games)"),
    ],
)
def test_white_is_worth_something_among_the_weak_too(run, kind, worth):
    """About 10 for the low-rated and 12 on chess.com (statistics A.4), where the straight line
    drawn on gave Black the advantage."""
    games = ("--opponents", "680,700,650,720", "--results", "1,0.5,0,1", "--colours", "w,b,w,b")
    for asked in (("--by", "colour"), ("--white-advantage", "auto")):
        text = run("rate", *games, "--own", "680", "--kind", kind, *asked).out
        assert worth in " ".join(text.split())


def test_parts_show_every_rule_asked_for_and_whose_number_holds_white(run):
    """fide and average know no colours: only firth and the interval have White's worth off."""
    options = ("--by", "colour", "--method", "fide", "--method", "average", "--method", "fide")
    text = run("rate", "-", *options, stdin=season()).out
    head = next(line for line in text.splitlines() if line.startswith("colour"))
    assert head.split() == ["colour", "games", "score", "AOR", "fide", "average", "firth",
                            "interval"]  # fmt: skip
    words = " ".join(text.split())
    assert "taken off in firth and the interval" in words
    assert "not in fide, average, which know no colours" in words
    found = json.loads(run("rate", "-", *options, "--json", stdin=season()).out)
    assert found["methods"] == ["fide", "average"]
    raw = run("rate", "-", *options, "--white-advantage", "0", "--json", stdin=season()).out
    for part, plain in zip(found["parts"], json.loads(raw)["parts"], strict=True):
        ours, theirs = ({e["method"]: e["rating"] for e in p["estimates"]} for p in (part, plain))
        assert {m: ours[m] == theirs[m] for m in ours} == {
            "fide": True, "average": True, "firth": False,
        }  # fmt: skip


def test_the_mark_of_left_out_rounds_names_what_they_were(run):
    table = b"name,opponent,opponent_rating,result\nA,B,2300,1\nA,C,2310,1\nA,D,,0\nA,E,2250,1\n"
    done = run("rate", "-", "--by", "opponents", stdin=table)
    assert "(unrated opponent)" in done.out
    assert "forfeit" not in done.out


CROWDED = b"rating,result,date\n" + b"".join(
    f"2000,1,2024-01-0{day}\n".encode() for day in (1, 1, 1, 1, 2)
)


def test_too_many_games_on_one_day_are_said_with_the_result(run):
    """Whatever was read: a list with dates as well as a PGN; not games online."""
    said = "4 of the 5 games were played on one day"
    assert said in run("rate", "-", stdin=CROWDED).out
    assert said not in run("rate", "-", "--kind", "lichess", stdin=CROWDED).out
    assert said not in run("rate", "-", stdin=CROWDED.replace(b"-02", b"-01")).out


def test_what_helps_with_a_cautious_draw_share_and_an_unknown_kind(run):
    """A sentence of its own, not one of the things assumed, as if it were in force."""
    days = (f"2000,{k % 2},2024-01-{k:02d}\n".encode() for k in range(1, 31))
    games = b"rating,result,date\n" + b"".join(days)
    hint = (
        ". Nothing tells in which list the ratings stand, and draws and White's worth depend on it."
    )
    for command in (("rate",), ("rate", "--by", "month"), ("streak", "--seasons", "200")):
        text = " ".join(run(command[0], "-", *command[1:], stdin=games).out.split())
        assert text.count(hint) == 1
        assert f"{hint} If you know it, say it: --kind fide," in text
        told = run(command[0], "-", *command[1:], "--kind", "fide", stdin=games).out
        assert "--kind" not in told
    known = run("rate", "-", "--kind", "FIDE-standard", stdin=CROWDED)
    assert known.status == 0
    assert "--kind" not in known.out
    refused = run("rate", "-", "--kind", "fide-slow", stdin=CROWDED)
    assert refused.status == 2
    assert "fide, fide-rapid, fide-blitz, national" in refused.err


def test_a_number_where_the_file_has_none(run):
    refused = run("rate", "-", "--player", "33", stdin=season())
    assert refused.status == 2
    assert "this file has no start numbers" in refused.err


@pytest.mark.parametrize(
    "text",
    [
        b"Smith 1800 1\nVan Dam, 1900, loss\n",
        b"1 1800\n0 1900 w\n",
        b"Smith, 1800, win\nJones, 1900, 0, b\n",
    ],
)
def test_typed_lines_with_a_name_or_the_result_first(run, text):
    found = json.loads(run("rate", "-", "--name", "Tom", "--json", stdin=text).out)
    assert (found["player"], found["games"], found["score"]) == ("Tom", 2, 1)
    assert found["average"] == 1850


def test_what_cannot_be_read_in_typed_lines_is_told_with_its_line_and_the_form(run):
    refused = run("rate", "-", stdin=b"1850 1 w\n1900 0 1\n")
    assert refused.status == 2
    assert ":2:" in refused.err
    assert "2300 1 w" in refused.err
    assert "2300 1 w" in run("rate", "-", stdin=b"nothing, of, this\n").err


@pytest.mark.parametrize("command", ["compare", "report", "rate", "streak"])
def test_games_are_chosen_alike_and_a_named_player_keeps_the_name(run, command):
    more = {"report": ("--seasons", "200"), "streak": ("--window", "1-5", "--seasons", "200")}
    done = run(
        command, "-", "--json", "--since", "2024-03-01", *more.get(command, ()), stdin=season()
    )
    assert done.status == 0, done.err
    assert "10 of 12" in done.out + done.err
    refused = run(command, "-", "--name", "Tom", "--json", stdin=season())
    assert refused.status == 2
    assert "names the player, Rossi" in refused.err
