"""Several files on the command line: one player's games."""

from __future__ import annotations

import hashlib
import json

import pytest

HEAD = "White,White rating,Black,Black rating,Result,Date,Event\n"
SPRING = HEAD + "".join(
    f'"Rossi, Anna",1900,Opp{k},{1850 + k},{r},2026-03-{k:02d},Spring\n'
    for k, r in enumerate(("1-0", "0-1", "1/2-1/2") * 2, 1)
)
AUTUMN = HEAD + "".join(
    f'Foe{k},{1950 + k},"Rossi, Anna",1930,{r},2026-09-{k:02d},Autumn\n'
    for k, r in enumerate(("1-0", "0-1", "1/2-1/2", "0-1"), 1)
)


@pytest.fixture
def files(tmp_path):
    for name, text in (("spring.csv", SPRING), ("autumn.csv", AUTUMN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "autumn.csv", tmp_path / "spring.csv"


def test_both_events_are_one_record(run, files):
    done = run("rate", *files, "--player", "rossi", "--json")
    assert done.status == 0
    found = json.loads(done.out)
    assert (found["player"], found["games"], found["score"]) == ("Rossi, Anna", 10, 5.5)
    assert "files put in the order of their days: spring.csv, autumn.csv" in done.err
    parts = json.loads(run("rate", *files, "--player", "rossi", "--by", "event", "--json").out)
    assert [(p["label"], p["games"]) for p in parts["parts"]] == [("Spring", 6), ("Autumn", 4)]


def test_streak_and_report_take_them_in_the_order_of_play(run, files, tmp_path):
    options = ("--seasons", 200, "--window", "Autumn", "--json")
    found = json.loads(run("streak", *files, "--player", "rossi", *options).out)
    assert found["games"] == 10
    span = found["named_window"]["span"]
    assert (span["first"], span["last"]) == (7, 10)
    page = tmp_path / "anna.html"
    assert run("report", *files, "--player", "rossi", "--seasons", 200, "-o", page).status == 0
    text = page.read_text(encoding="utf-8")
    assert "spring.csv, autumn.csv" in text
    for file in files:
        assert hashlib.sha256(file.read_bytes()).hexdigest() in text


def test_a_filter_looks_at_all_of_them(run, files):
    done = run("rate", *files, "--player", "rossi", "--since", "2026-06-01", "--json")
    assert json.loads(done.out)["games"] == 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--all",), "several files are taken for one player's games: give one --player"),
        (("--player", "rossi", "--player", "foe1"), "give one --player"),
        (("--player", "2"), "start numbers are not the same in all files; give a name"),
        (("--player", "foe1"), "spring.csv: no player 'foe1'"),
        (("--player", "rossi", "--opponents", "2300"), "contradict each other"),
    ],
)
def test_what_does_not_fit_is_one_line(run, files, options, words):
    done = run("rate", *files, *options)
    assert done.status == 2
    assert words in done.err
    assert done.out == ""


def test_the_same_file_twice_and_standard_input_twice(run, files):
    done = run("rate", files[0], files[0], "--player", "rossi")
    assert (done.status, "look the same: leave one of the files out" in done.err) == (2, True)
    done = run("rate", "-", "-", "--player", "rossi", stdin=SPRING.encode())
    assert (done.status, "which can be read once" in done.err) == (2, True)


def test_one_name_for_another_holds_where_it_stands(run, files, tmp_path):
    other = tmp_path / "typo.csv"
    other.write_text(AUTUMN.replace("Rossi, Anna", "Rosi, Ana"), encoding="utf-8")
    same = ("--same", "Rosi, Ana=Rossi, Anna")
    done = run("rate", files[1], other, "--player", "Rossi, Anna", *same, "--json")
    assert json.loads(done.out)["games"] == 10
    done = run("rate", *files, "--player", "rossi", "--same", "Zorro=Rossi, Anna")
    assert (done.status, "no player 'Zorro'" in done.err) == (2, True)
