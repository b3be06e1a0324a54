"""Whatever the user can put right is one line on standard error and exit status 2."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

from tprstats.cli import _app, main
from tprstats.data import example_path

BAD_FILES = [
    # name, content, what the line must tell (and the line of the file, where there is one)
    ("empty.csv", b"", ["empty.csv", "empty"]),
    ("blank.trf", b"\n\n  \n", ["blank.trf", "empty"]),
    ("binary.trf", b"\x00\x01\x02\x7f\x00PNG", ["binary.trf", "binary"]),
    ("columns.csv", b"foo,bar\n1,2\n", ["columns.csv:1", "rating,result"]),
    ("negative.csv", b"rating,result\n2300,1\n-5,1\n", ["negative.csv:3", "-5"]),
    ("high.csv", b"rating,result\n9999,1\n", ["high.csv:2", "9999"]),
    ("nan.csv", b"rating,result\n2300,1\nNaN,0\n", ["nan.csv:3", "nan"]),
    ("score.csv", b"rating,result\n2300,1\n2200,3\n", ["score.csv:3", "3"]),
    ("unrated.csv", b"rating,result\n-,1\n?,0\n", ["unrated.csv", "no game", "--unrated"]),
    ("none.csv", b"rating,result\n", ["none.csv", "no games"]),
    ("short.trf", b"001    1      A, B\n", ["short.trf"]),
    ("prose.txt", b"Dear all, the tournament was nice.\n", ["prose.txt"]),
]

LISTS = ["rate", "--opponents", "2300,2250", "--results", "1,0"]
TOTALS = ["rate", "--average", "2300", "--games", "9", "--score", "5"]

NORM = ["norm", "--opponents", "2300,2250", "--results", "1,0"]
SEASON = ["streak", "--opponents", ",".join(["2300"] * 40), "--results", ",".join("1001" * 10)]

BAD_OPTIONS = [
    (["rate"], ["--opponents", "--average"]),
    (["rate", "no-such-file.trf"], ["no-such-file.trf", "no such file"]),
    (["rate", "--opponents", "2300,0", "--results", "1,0"], ["--opponents, game 2", "0"]),
    (["rate", "--opponents", "2300,-5", "--results", "1,0"], ["game 2", "-5"]),
    (["rate", "--opponents", "9999,2300", "--results", "1,0"], ["game 1", "9999"]),
    (["rate", "--opponents", "nan,2300", "--results", "1,0"], ["game 1", "nan"]),
    (["rate", "--opponents", "2300,x", "--results", "1,0"], ["game 2", "'x'"]),
    (["rate", "--opponents", "2300", "--results", "1,0"], ["1 opponent ", "2 results"]),
    (["rate", "--opponents", "2300,2250", "--results", "1,2"], ["--results, game 2"]),
    (["rate", "--opponents", "2300,2250", "--results", "1,+"], ["--results, game 2"]),
    (["rate", "--opponents", "-,-", "--results", "1,0"], ["no game against a rated opponent"]),
    (["rate", "--opponents", "2300"], ["--results is missing"]),
    (["rate", "--results", "1"], ["--opponents is missing"]),
    ([*LISTS, "--colours", "w"], ["2 games", "1 colour"]),
    ([*LISTS, "--colours", "w,x"], ["--colours, game 2", "'x'"]),
    ([*LISTS, "--score", "1"], ["contradict"]),
    ([*LISTS, "--player", "3"], ["--player"]),
    (["rate", "--average", "2300", "--games", "9", "--score", "10"], ["10", "9 games"]),
    (["rate", "--average", "2300", "--games", "9", "--score", "-1"], ["-1", "9 games"]),
    (["rate", "--average", "2300", "--games", "9", "--score", "6.3"], ["6.3"]),
    (["rate", "--average", "2300", "--games", "0", "--score", "0"], ["0 games"]),
    (["rate", "--average", "2300", "--games", "-2", "--score", "0"], ["-2 games"]),
    (["rate", "--average", "nan", "--games", "9", "--score", "5"], ["--average nan"]),
    (["rate", "--average", "2300", "--games", "9"], ["--score"]),
    (["rate", "--average", "2300", "--games", "x", "--score", "5"], ["--games"]),
    ([*TOTALS, "--own", "0"], ["--own 0"]),
    ([*TOTALS, "--kind", "fid"], ["fid", "nearest: fide"]),
    ([*TOTALS, "--colours", "w"], ["--colours"]),
    ([*TOTALS, "--method", "fidee"], ["fidee", "nearest: fide", "tprstats methods"]),
    ([*TOTALS, "--method", "equilibrium"], ["equilibrium", "whole event"]),
    ([*TOTALS, "--interval", "mid"], ["mid", "nearest: midp", "--intervals"]),
    ([*TOTALS, "--level", "95"], ["between 0 and 1"]),
    ([*TOTALS, "--level", "x"], ["--level"]),
    ([*TOTALS, "--draw-share", "1"], ["draw share"]),
    ([*TOTALS, "--draw-share", "nan"], ["draw share"]),
    ([*TOTALS, "--draw-share", "often"], ["--draw-share 'often'", "level"]),
    ([*TOTALS, "--white-advantage", "999"], ["white advantage"]),
    ([*TOTALS, "--white-advantage", "much"], ["--white-advantage 'much'"]),
    ([*TOTALS, "--prior", "2400"], ["--prior", "MEAN,SD"]),
    ([*TOTALS, "--prior", "2400,-1"], ["prior SD -1"]),
    ([*TOTALS, "--prior", "nan,80"], ["--prior", "nan"]),
    ([*TOTALS, "--unrated", "0"], ["--unrated 0"]),
    ([*TOTALS, "--seed", "-1"], ["--seed -1"]),
    ([*TOTALS, "--resamples", "5"], ["--resamples 5"]),
    ([*TOTALS, "--rank-by", "fide"], ["--all"]),
    ([*TOTALS, "--format", "json5"], ["--format"]),
    ([*TOTALS, "--format", "html", "--json"], ["contradict"]),
    ([*TOTALS, "--figure", "plot.bmp"], ["plot.bmp", ".svg"]),
    ([*TOTALS, "--figure", "no-such-folder/plot.svg"], ["no-such-folder", "no such folder"]),
    (["rate", "a.trf", "b.trf"], ["a.trf", "no such file"]),
    (["norm", "a.trf", "b.trf"], ["b.trf", "tprstats norm --help"]),
    (["rate", "--foo"], ["--foo", "tprstats rate --help"]),
    (["rates"], ["rates", "tprstats --help"]),
    (["methods", "fidee"], ["fidee", "nearest: fide"]),
    (["methods", "--intervals", "fide"], ["no interval 'fide'"]),
    (["methods", "--format", "csv"], ["csv"]),
    (["norm", "--title", "GM"], ["--opponents and --results"]),
    (["target", "--title", "GM"], ["--remaining", "--average and --games"]),
    ([*NORM, "--authority", "uefa"], ["'uefa' is not one of 'fide', 'us-chess'"]),
    ([*NORM, "--title", "GM", "--titles", "GM,XX"], ["--titles, game 2", "'XX'", "WGM"]),
    ([*NORM, "--title", "GM", "--federations", "GER,1"], ["--federations, game 2", "'1'"]),
    ([*NORM, "--title", "GM", "--federation", "Spain"], ["--federation", "'Spain'", "three"]),
    ([*NORM, "--title", "GM", "--host", "X"], ["--host", "'X'", "three"]),
    ([*NORM, "--title", "GM", "--minimum", "6"], ["6 games", "7 or 8"]),
    ([*NORM, "--title", "GM", "--minimum", "10"], ["10 games", "norms take 9"]),
    (
        [*NORM, "--title", "GM", "--strength", "2300", "--white-advantage", "inf"],
        ["white advantage inf"],
    ),
    (["target", *NORM[1:], "--title", "GM", "--minimum", "3"], ["3 games", "norms take 9"]),
    (["target", "--remaining", "2400:XX", "--title", "GM"], ["--remaining, game 1", "'XX'"]),
    (["target", "--remaining", "2400:GM:F", "--title", "GM"], ["--remaining, game 1", "'F'"]),
    ([*SEASON, "--white-advantage", "inf"], ["white advantage inf", "auto"]),
    ([*SEASON, "--prior", "length=1e300"], ["length", "1000"]),
    ([*SEASON, "--prior", "horizon=nan"], ["whole number"]),
    ([*SEASON, "--prior", "horizon=1.5"], ["1.5", "whole number"]),
    ([*SEASON, "--prior", "slope_sd=0"], ["slope 0"]),
    ([*SEASON, "--prior", "level=1e9"], ["level 1e+09"]),
    ([*SEASON, "--window", "12"], ["'12'", "12-20"]),
    ([*SEASON, "--window", "2024-01-01"], ["2024-01-01", ".."]),
    ([*SEASON, "--window", "2024-01-01..2024-02-01"], ["none has a date"]),
    ([*SEASON, "--looks", "41"], ["a look after game 41", "the last is game 40"]),
    (["streak", "--opponents", "-,-", "--results", "1,0"], ["2 games left out", "unrated"]),
    (["plan"], ["--half-width"]),
    (["plan", "--half-width", "-1"], ["-1"]),
    (["compare", "--opponents", "2300", "--results", "1", "--method", "fide"], ["two"]),
]


def one_line(did, words):
    assert did.status == 2
    assert did.out == ""
    lines = [x for x in did.err.splitlines() if ": note: " not in x]
    assert len(lines) == 1, did.err
    assert lines[0].startswith("tprstats: ")
    for word in words:
        assert word.casefold() in lines[0].casefold()


@pytest.mark.parametrize(("name", "content", "words"), BAD_FILES, ids=[n for n, *_ in BAD_FILES])
def test_bad_files(run, tmp_path, monkeypatch, name, content, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(content)
    one_line(run("rate", name), words)


@pytest.mark.parametrize(
    ("arguments", "words"), BAD_OPTIONS, ids=[" ".join(a) for a, _ in BAD_OPTIONS]
)
def test_bad_options(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    one_line(run(*arguments), words)


def test_bad_choices_in_a_file(run, example):
    one_line(run("rate", example), ["34 players", "--player", "--all", "Cnotz"])
    one_line(run("rate", example, "--player", "Nunall"), ["Nunall", "nearest: 'Nunal, Bisoin'"])
    one_line(run("rate", example, "--player", "99"), ["99", "1 to 34"])
    one_line(run("rate", example, "--player", "i"), ["players fit", "start number"])
    one_line(run("rate", example, "--player", "4", "--all"), ["contradict"])
    one_line(run("rate", example, "--own", "2300", "--player", "4"), ["--own"])
    one_line(run("rate", example, *LISTS[1:]), ["a file and --opponents contradict"])
    one_line(run("rate", example, *TOTALS[1:]), ["a file and --average contradict"])
    one_line(run("rate", example, "--all", "--rank-by", "fidd"), ["fidd", "nearest"])


def test_no_advice_that_the_command_does_not_take(run, example):
    did = run("streak", example)
    one_line(did, ["--player"])
    assert "--all" not in did.err
    one_line(run("norm", example, "--title", "GM"), ["--player", "--all"])


GAMES = b"White,Black,Result,WhiteElo,BlackElo\n" + b"".join(
    b"Me,Foe %d,1-0,2000,2000\nFoe %d,Me,1-0,2000,2000\n" % (k, k + 50) for k in range(10)
)


EVERY_FILE_COMMAND = [
    ("rate", "--method", "fide"),
    ("compare", "--method", "fide", "--method", "firth", "--resamples", "100"),
    ("streak", "--seasons", "500"),
    ("norm", "--title", "GM"),
    ("target", "--title", "GM"),
    ("report", "--json", "--seasons", "500"),
    ("convert", "--to", "csv"),
]
CARD = b"opponent,rating,result\n" + b"".join(b"Foe %d,24%02d,1\n" % (k, k) for k in range(12))


@pytest.mark.parametrize("arguments", EVERY_FILE_COMMAND, ids=lambda a: a[0])
def test_the_kind_of_ratings_can_be_told_where_a_file_does_not(run, example, arguments):
    command, *options = arguments
    did = run(command, "-", "--kind", "fide", *options, stdin=CARD)
    assert did.status == 0, did.err
    assert "12 ratings of an unknown list taken for fide, as asked" in did.err + did.out
    one_line(run(command, "-", "--kind", "fida", *options, stdin=CARD), ["'fida'", "nearest: fide"])
    chosen = [] if command == "convert" else ["--player", "4"]
    did = run(command, example, "--kind", "national", *chosen, *options)
    one_line(did, ["--kind national", "the file says what its ratings are (fide)"])


def test_the_kind_of_ratings_reaches_the_norm(run):
    """B.01 counts FIDE ratings alone: of an unknown list it cannot be told."""
    ways = [run("norm", "-", "--title", "GM", *k, stdin=CARD).out for k in ([], ["--kind", "fide"])]
    assert ways[0] != ways[1]


@pytest.mark.parametrize("arguments", EVERY_FILE_COMMAND, ids=lambda a: a[0])
def test_two_names_are_taken_as_one_by_every_command(run, arguments):
    command, *options = arguments
    file = b"White,Black,Result,WhiteElo,BlackElo\n" + b"".join(
        b"%s,Foe %d,1-0,2400,23%02d\n" % (name, k, k)
        for k, name in enumerate([b"Tal"] * 7 + [b"Tal M"] * 7)
    )
    chosen = [] if command == "convert" else ["--player", "Tal"]
    did = run(command, "-", "--same", "Tal M=Tal", *chosen, *options, stdin=file)
    assert did.status == 0, did.err
    assert "Tal M taken for Tal, as asked" in did.err + did.out
    did = run(command, "-", "--same", "Botvinnik=Tal", *chosen, *options, stdin=file)
    one_line(did, ["no player", "Botvinnik"])
    one_line(run(command, "-", "--same", "Tal", *chosen, *options, stdin=file), ["OLD=NEW"])


def test_filters_that_say_nothing_are_refused(run):
    one_line(run("rate", "-", "--colour", "both", stdin=GAMES), ["--colour 'both'", "w or b"])
    one_line(run("rate", "-", "--event", "", stdin=GAMES), ["--event"])
    one_line(
        run("rate", "-", "--player", "Me", "--by", "eco", stdin=GAMES),
        ["eco", "opening", "volume"],
    )


def test_players_who_met_are_not_merged(run):
    one_line(run("rate", "-", "--same", "Me=Foe 3", stdin=GAMES), ["Foe 3", "two players"])


def test_the_owner_of_a_log_may_be_renamed(run):
    did = run("rate", "-", "--same", "Me=My Name", "--method", "average", stdin=GAMES)
    assert did.status == 0, did.err
    assert did.out.startswith("My Name (2000): 10/20")


def test_a_season_without_results_is_told_why(run):
    one_line(run("streak", "-", "--player", "Me", stdin=GAMES.replace(b"1-0", b"*")), ["no result"])


SWISS = ["simulate", "swiss", "--players", "8", "--rounds", "3", "--system", "monrad"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", str(example_path()), "--all", "-o"],
        ["demo", "-o"],
        [*SWISS, "-o"],
        [*SWISS, "--trf"],
        ["study", "new", "nine", "--folder"],
    ],
    ids=" ".join,
)
def test_a_file_where_a_folder_is_to_be(run, tmp_path, arguments):
    file = tmp_path / "file"
    file.write_text("kept")
    one_line(run(*arguments, file), ["file", "not a folder", "give the name of a new folder"])
    one_line(run(*arguments, file / "below"), ["not a folder", "give the name of a new folder"])
    assert file.read_text() == "kept"


@pytest.mark.parametrize(
    ("host", "words"),
    [
        ("192.0.2.1", ["not an address of this computer", "--host", "0.0.0.0"]),
        ("2001:db8::1", ["not an address of this computer", "--host"]),
        ("no-such-name.invalid", ["no such name or address", "--host"]),
        ("a" * 70, ["no such name or address", "--host"]),
    ],
)
def test_an_address_of_another_computer(run, host, words):
    """Addresses that RFC 5737 and RFC 3849 keep for documents: no computer has them."""
    did = run("serve", "--host", host, "--no-browser")
    one_line(did, words)
    assert "--port" not in did.err


def test_a_port_that_is_taken(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        one_line(run("serve", "--port", port, "--no-browser"), [str(port), "another --port"])


def test_a_folder_and_empty_standard_input(run, tmp_path):
    one_line(run("rate", tmp_path), [str(tmp_path), "folder"])
    one_line(run("rate", "-", stdin=b""), ["stdin", "empty"])


def test_ctrl_c_ends_quietly(run, monkeypatch):
    def interrupted(arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(_app, "_run", interrupted)
    did = run("methods")
    assert (did.status, did.out, did.err) == (130, "", "")


def test_a_mistake_of_ours_is_not_hidden(monkeypatch):
    def broken(arguments):
        raise ZeroDivisionError

    monkeypatch.setattr(_app, "_run", broken)
    with pytest.raises(ZeroDivisionError):
        main(["methods"])


def program(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "tprstats", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def test_a_closed_pipe_ends_quietly(example):
    with program("rate", example, "--all") as did:
        did.stdout.close()
        err = did.stderr.read()
    assert err == b""
    assert did.returncode == 141  # 128 + SIGPIPE, as a shell reports it


def test_a_terminal_without_utf8_gets_question_marks(tmp_path):
    file = tmp_path / "names.csv"
    file.write_text("name,opponent,rating,result\nŁukasz Ćwik,Žďár,2300,1\n", encoding="utf-8")
    environment = dict(os.environ, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    with program("rate", str(file), "--player", "ukasz", env=environment) as did:
        out, err = did.communicate()
    assert did.returncode == 0, err
    assert out.startswith(b"?ukasz ?wik: 1/1")


def test_a_files_name_gives_the_terminal_no_commands(run, tmp_path) -> None:
    evil = tmp_path / "ev\x1b[31mil\x9b.csv"
    missing = run("rate", evil, "--player", "X")
    assert missing.status == 2
    written = run("convert", example_path(), "-o", evil)
    assert (written.status, evil.exists()) == (0, True)
    for said in (missing.out, missing.err, written.out, written.err):
        assert said.replace("\n", "").isprintable()
