"""Running a study: the same results anywhere, nothing lost, nothing overwritten."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from tprstats.errors import InputError
from tprstats.estimators import RULES
from tprstats.results import Ratings
from tprstats.study import load, replay, resume, run, template
from tprstats.study.store import Store

SMALL = {
    "batch": 20,
    "grid": {"spread": [0.0, 100.0]},
    "scale": {"full": {"replicates": 200}, "quick": {"replicates": 60}},
}

FILE = """
title = "small"
seed = 3
estimand = "event"
batch = 10
methods = ["fide", "firth"]
intervals = ["score"]
measures = ["bias", "coverage"]
[scenario]
kind = "record"
engine = "monte-carlo"
[grid]
advantage = [0, 100, 200]
[scale.full]
replicates = 300
[scale.quick]
replicates = 50
"""


def a_study(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(FILE)
    return path, tmp_path / "results-full", run(path)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "null", '"x"'])
@pytest.mark.parametrize(
    "name", ["study.json", "decisions.json", "finished.json", "batches/s00001-plan.json"]
)
def test_a_damaged_file_is_one_line(tmp_path, name, text):
    path, folder, _ = a_study(tmp_path)
    (folder / name).write_text(text)
    if (name, text) == ("finished.json", "{}"):
        load(path)  # of a version that wrote less there
        return
    # Going on writes the decisions again, from the plans.
    again = load if name == "decisions.json" else resume
    with pytest.raises(InputError, match=r"damaged|another study") as caught:
        again(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400 + len(str(tmp_path))


def test_batches_changed_by_hand_are_found(tmp_path):
    path, folder, first = a_study(tmp_path)
    one, other = folder / "batches" / "s00000-b000000.parquet", folder / "batches"
    one.write_bytes((other / "s00002-b000003.parquet").read_bytes())
    with pytest.raises(InputError, match="not those of the finished run"):
        load(path)
    one.unlink()
    assert resume(path).hash == first.hash


@pytest.fixture
def spec(make_spec):
    return make_spec(**SMALL)


@pytest.fixture
def serial(spec, tmp_path):
    return run(spec, folder=tmp_path / "serial")


def test_chunks_and_processes_change_no_number(spec, serial, tmp_path):
    assert run(spec, folder=tmp_path / "a", chunk=3).hash == serial.hash
    assert run(spec, folder=tmp_path / "b", workers=2, chunk=2).hash == serial.hash


def test_another_seed_changes_the_numbers(spec, serial, tmp_path):
    assert run(spec.model_copy(update={"seed": 8}), folder=tmp_path / "a").hash != serial.hash


def test_loading_gives_what_was_run(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(FILE)
    first = run(path)
    again = load(path)
    assert again.hash == first.hash
    assert again.rows == first.rows or str(again.rows) == str(first.rows)
    assert again.estimates(1).replicates == 300
    frame = again.to_dataframe()
    assert set(frame["advantage"]) == {0, 100, 200}


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def test_dask_cluster_gives_the_same_though_a_worker_dies(make_spec, tmp_path):
    pytest.importorskip("distributed")
    spec = make_spec(
        **{**SMALL, "scale": {"full": {"replicates": 600}, "quick": {"replicates": 60}}}
    )
    expected = run(spec, folder=tmp_path / "serial").hash
    address = f"tcp://127.0.0.1:{free_port()}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            address.rsplit(":", 1)[1],
            "--no-dashboard",
            "--no-show",
        ],
        **quiet,
    )
    workers = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "distributed.cli.dask_worker",
                address,
                "--nthreads",
                "1",
                "--no-dashboard",
                "--no-nanny",
                "--host",
                "127.0.0.1",
            ],
            cwd=tmp_path,
            **quiet,
        )
        for _ in range(2)
    ]
    killed = []

    def report(progress):
        if not killed and progress.done >= 60:
            workers[0].send_signal(signal.SIGKILL)
            killed.append(progress.done)

    try:
        from distributed import Client

        with Client(address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        found = run(spec, folder=tmp_path / "cluster", cluster=address, report=report)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()
    assert killed
    assert found.hash == expected


def test_no_scheduler_is_one_line(spec, tmp_path):
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match="no Dask scheduler answers"):
        run(spec, folder=tmp_path / "a", cluster=f"tcp://127.0.0.1:{free_port()}")


CHILD = """
import sys
from tprstats.study import run, resume
path, folder = sys.argv[1:]
from tprstats.study import events, records_drawn, records_exact  # loaded before the clock starts
print("ready", flush=True)
sys.stdin.readline()
import os
again = os.path.exists(folder + "/study.json")
print(run(path, folder=folder, resume=again).hash, flush=True)
"""


def test_killed_twenty_times_loses_nothing(tmp_path):
    path = tmp_path / "study.toml"
    # Long enough that twenty short lives do not finish it, on a fast machine either.
    path.write_text(FILE.replace("replicates = 300", "replicates = 1500"))
    expected = run(path, folder=tmp_path / "whole").hash
    folder = str(tmp_path / "killed")
    luck = random.Random(1)
    kills, before = 0, 0
    for _ in range(20):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(path), folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout.readline() == "ready\n"
        child.stdin.write("go\n")
        child.stdin.flush()
        time.sleep(luck.uniform(0.0, 0.1))
        child.kill()
        child.communicate()
        kills += child.returncode == -signal.SIGKILL
        done = len(list((tmp_path / "killed").glob("batches/*.parquet")))
        assert done >= before  # what was finished stays
        before = done
        for stray in (tmp_path / "killed").glob("**/*.tmp"):
            assert stray.name.startswith(".")
    assert kills >= 15
    again = os.path.exists(f"{folder}/study.json")
    assert run(path, folder=folder, resume=again).hash == expected


def test_changed_study_file_is_refused_with_the_difference(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(FILE)
    run(path, scale="quick")
    path.write_text(FILE.replace("seed = 3", "seed = 4"))
    with pytest.raises(InputError, match=r"study\.seed was 3, now 4"):
        resume(path, scale="quick")
    path.write_text(FILE.replace('"small"', '"another title"'))
    resume(path, scale="quick")


def test_folders_are_never_overwritten(spec, serial, tmp_path):
    with pytest.raises(InputError, match="resume goes on"):
        run(spec, folder=serial.folder)
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("years of work")
    with pytest.raises(InputError, match="not empty"):
        run(spec, folder=other)
    with pytest.raises(InputError, match="no study to go on with"):
        run(spec, folder=tmp_path / "missing", resume=True)
    assert (other / "thesis.tex").read_text() == "years of work"


def test_full_disk_is_one_line_and_loses_nothing(spec, serial, tmp_path):
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=96k", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("cannot mount a small tmpfs here")
    try:
        with pytest.raises(OSError, match="No space left") as caught:
            run(spec, folder=place / "run")
        assert str(place) in str(caught.value)
        assert not list(place.glob("run/**/.*.tmp"))
        subprocess.run(["mount", "-o", "remount,size=20m", str(place)], check=True)
        assert run(spec, folder=place / "run", resume=True).hash == serial.hash
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_failing_replicate_is_kept_with_its_key(make_spec, tmp_path, monkeypatch):
    def touchy(batch, **options):
        if (batch.scores == 3).any():
            raise ZeroDivisionError("three half points")
        return Ratings.of(np.full(len(batch), 2000.0))

    monkeypatch.setitem(RULES, "touchy", replace(RULES["fide"], id="touchy", function=touchy))
    spec = make_spec(
        methods=["touchy"],
        intervals=[],
        pairs=[],
        measures=["bias"],
        scenario={"kind": "record", "engine": "monte-carlo", "games": 5},
        scale={"full": {"replicates": 200}, "quick": {"replicates": 50}},
    )
    found = run(spec, folder=tmp_path / "a")
    assert found.failures
    index, replicate, reason = found.failures[0]
    assert "three half points" in reason
    assert found.rows[0]["replicates"] + len(found.failures) == 200
    again = replay(spec, scenario=index, replicate=replicate)
    assert again.estimates.failures[0].reason == reason
    kept = json.loads((tmp_path / "a" / "failures.json").read_text())
    assert [f["replicate"] for f in kept] == [r for _, r, _ in found.failures]


SEQUENTIAL = {
    "batch": 25,
    "methods": ["firth"],
    "intervals": [],
    "pairs": [],
    "measures": ["bias"],
    "precision": {
        "sequential": True,
        "minimum_batches": 4,
        "maximum": 5000,
        "targets": [{"measure": "bias", "of": "firth", "mcse": 6.0}],
    },
}


def test_sequential_stopping_is_the_same_for_any_schedule(make_spec, tmp_path):
    spec = make_spec(**SEQUENTIAL)
    one = run(spec, folder=tmp_path / "a")
    two = run(spec, folder=tmp_path / "b", workers=2, chunk=3)
    assert one.batches == two.batches
    assert one.hash == two.hash
    (row,) = one.rows
    assert row["mcse"] <= 6.0
    # One batch less was not enough: the rule stops at the first.
    (scenario,) = spec.scenarios("full")
    store = Store(tmp_path / "a", spec, "full")
    from tprstats.study.precision import reached

    assert not reached(spec, scenario, store.scenario(scenario, one.batches[0] - 1), {})


def test_sequential_stopping_survives_a_stop(make_spec, tmp_path):
    spec = make_spec(**SEQUENTIAL)
    whole = run(spec, folder=tmp_path / "a")

    class StopError(Exception):
        pass

    def report(progress):
        if progress.done >= 75:
            raise StopError

    with pytest.raises(StopError):
        run(spec, folder=tmp_path / "b", report=report)
    assert run(spec, folder=tmp_path / "b", resume=True).hash == whole.hash


def test_progress_counts_and_names_the_worst(spec, tmp_path):
    seen = []
    run(spec, folder=tmp_path / "a", report=seen.append)
    assert [p.done for p in seen] == list(range(20, 401, 20))
    assert all(p.planned == 400 for p in seen)
    assert "bias of" in seen[5].worst


def test_template_runs(tmp_path):
    path = template("mine", tmp_path)
    found = run(path, scale="quick")
    assert {r["name"] for r in found.rows} >= {"fide", "firth", "midp", "firth - fide"}
