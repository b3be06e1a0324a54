"""``tprstats study``."""

from __future__ import annotations

import json

import pytest

from tprstats.cli import main

FILE = """
title = "small"
question = "does it run?"
seed = 3
estimand = "event"
batch = 20
methods = ["fide", "firth"]
intervals = ["score"]
measures = ["bias", "coverage"]
[scenario]
kind = "swiss"
players = 8
rounds = 3
system = "monrad"
[scale.full]
replicates = 200
[scale.quick]
replicates = 100
[[tables]]
name = "bias"
rows = ["name"]
columns = ["measure"]
where = { measure = "bias" }
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    folder = tmp_path / "experiments" / "small"
    folder.mkdir(parents=True)
    (folder / "study.toml").write_text(FILE)
    (folder / "protocol.md").write_text("# small\n")
    monkeypatch.chdir(tmp_path)
    return folder


def said(capsys, *arguments):
    status = main(["study", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_life_of_a_study(place, capsys):
    assert said(capsys, "list")[1].splitlines()[-1].split()[-1] == "pending"
    status, out, _ = said(capsys, "run", "small", "--publish")
    assert status == 0
    assert "small" in out
    assert (place / "published" / "measures.csv").exists()
    assert "published" in said(capsys, "list")[1]
    status, out, _ = said(capsys, "show", "small")
    assert status == 0
    assert "firth" in out
    status, out, _ = said(capsys, "replay", "small", "--replicate", "7", "--trf", "seven.trf")
    assert status == 0
    assert "replicate 7" in out
    assert (place.parent.parent / "seven.trf").read_text().count("\n001 ") == 8
    status, out, _ = said(capsys, "verify", "small")
    assert status == 0
    assert "agree" in out
    (place / "study.toml").write_text(FILE.replace("seed = 3", "seed = 5"))
    assert "outdated" in said(capsys, "list")[1]


def test_json(place, capsys):
    _, out, _ = said(capsys, "run", "small", "--scale", "quick", "--json")
    found = json.loads(out)
    assert found["schema"] == 1
    assert len(found["hash"]) == 64
    assert {m["measure"] for m in found["measures"]} == {"bias", "coverage"}
    assert json.loads(said(capsys, "list", "--json")[1])["studies"][0]["name"] == "small"
    assert json.loads(said(capsys, "replay", "small", "--json")[1])["players"][0]["games"] == 3


def test_a_quick_run_published_is_told_apart_and_few_replicates_are_not_verified(place, capsys):
    few = FILE.replace("replicates = 100", "replicates = 50").replace("batch = 100", "batch = 50")
    (place / "study.toml").write_text(few)
    assert said(capsys, "run", "small", "--scale", "quick", "--publish")[0] == 0
    assert said(capsys, "list")[1].splitlines()[-1].endswith("quick only")
    status, out, err = said(capsys, "verify", "small")
    assert (status, out) == (2, "")
    assert "fewer than 100 replicates" in err


def test_a_quick_run_does_not_replace_published_results_of_the_full_scale(place, capsys):
    assert said(capsys, "run", "small", "--publish")[0] == 0
    kept = (place / "published" / "measures.csv").read_bytes()
    status, out, err = said(capsys, "run", "small", "--scale", "quick", "--publish")
    assert (status, out) == (2, "")
    assert "which a quick run would replace" in err
    assert not (place / "results-quick").exists()  # told before the run
    assert said(capsys, "run", "small", "--scale", "quick")[0] == 0
    assert said(capsys, "show", "small", "--scale", "quick", "--publish")[0] == 2
    assert (place / "published" / "measures.csv").read_bytes() == kept


def test_verify_exits_1_where_a_figure_does_not_hold(place, capsys):
    said(capsys, "run", "small", "--publish")
    table = place / "published" / "measures.csv"
    lines = table.read_text().splitlines()
    column = lines[0].split(",").index("value")
    cells = lines[1].split(",")
    cells[column] = "333.0"
    table.write_text("\n".join([lines[0], ",".join(cells), *lines[2:]]) + "\n")
    status, out, _ = said(capsys, "verify", "small")
    assert status == 1
    assert "NO" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "nothing"], "no study 'nothing'"),
        (["show", "small"], "holds no study"),
        (["resume", "small"], "no study to go on with"),
        (["replay", "small", "--scenario", "9"], "no scenario 9"),
        (["replay", "small", "--scenario", "games=5"], "0 scenarios fit"),
        (["replay", "small", "--replicate", "-1"], "begin at 0"),
        (["replay", "small", "--replicate", "200"], "the full scale has 200, numbered from 0"),
        (["replay", "small", "--scale", "quick", "--replicate", "100"], "quick scale has 100"),
        (["run", "small", "--workers", "0"], "0 workers: give a number from 1"),
        (["run", "small", "--chunk", "0"], "0 batches a task"),
        (["verify", "small"], "no published measures"),
        (["list", "--folder", "nowhere"], "no studies there"),
        (["new", "Bad Name"], "small letters"),
        (["run", "small", "--cluster", "nonsense://x"], "Dask"),
    ],
)
def test_bad_input_is_one_line(place, capsys, arguments, message):
    status, out, err = said(capsys, *arguments)
    assert status == 2
    assert message in err
    assert out == ""
    assert len(err.strip().splitlines()) == 1


def test_stopped_by_ctrl_c_can_be_resumed(place, capsys, monkeypatch):
    from tprstats.study import store

    kept = store.Store.keep_batch

    def stop(self, s, number, estimates):
        kept(self, s, number, estimates)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(store.Store, "keep_batch", stop)
        status, _, err = said(capsys, "run", "small")
        assert status == 130
        assert "`tprstats study resume small --scale full` goes on" in err
    assert said(capsys, "run", "small")[0] == 2
    assert said(capsys, "resume", "small")[0] == 0


def test_a_folder_of_results_is_enough(place, capsys):
    """The folder knows its study and its scale, from wherever it is asked for."""
    assert said(capsys, "run", "small", "--scale", "quick", "-o", "made/run")[0] == 0
    status, shown, _ = said(capsys, "show", "small", "--scale", "quick", "-o", "made/run")
    assert status == 0
    for arguments in (["made/run"], ["made"], ["small", "-o", "made/run"]):
        assert said(capsys, "show", *arguments) == (0, shown, "")
    assert said(capsys, "resume", "made/run")[0] == 0
    status, out, err = said(capsys, "show", "made/run", "--scale", "full")
    assert (status, out) == (2, "")
    assert "holds the quick scale" in err
    status, out, err = said(capsys, "run", "made/run")
    assert (status, out) == (2, "")
    assert "study show" in err
    assert "study resume" in err


def test_a_folder_with_several_runs_lists_them(place, capsys):
    for scale in ("quick", "full"):
        assert said(capsys, "run", "small", "--scale", scale, "-o", f"made/{scale}")[0] == 0
    status, out, err = said(capsys, "show", "made")
    assert (status, out) == (2, "")
    assert "2 studies" in err
    assert "made/full, made/quick" in err


def test_a_folder_stands_for_the_one_study_in_it(place, capsys):
    assert said(capsys, "replay", "experiments")[0] == 0
    (place / "study.toml").rename(place / "second.toml")
    assert said(capsys, "replay", str(place))[0] == 0
    (place / "third.toml").write_text(FILE)
    status, _, err = said(capsys, "replay", str(place))
    assert status == 2
    assert "second.toml" in err
    assert "third.toml" in err


def test_results_whose_study_is_gone(place, capsys):
    assert said(capsys, "run", "small", "--scale", "quick", "-o", "made")[0] == 0
    (place / "study.toml").rename(place.parent.parent / "moved.toml")
    status, out, err = said(capsys, "show", "made")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "-o made" in err
    assert said(capsys, "show", "moved.toml", "-o", "made")[0] == 0
