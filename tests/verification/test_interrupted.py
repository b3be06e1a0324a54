"""Ctrl-C at random moments in every long command: one quiet end, and nothing half written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tprstats.data import example_path

pytestmark = pytest.mark.verification

EVENT = str(example_path())
TIMES = 4

# A command, and the file or folder that it writes (None: it only prints).
LONG: dict[str, tuple[str, str | None]] = {
    "rate": ("rate EVENT --all", None),
    "rate with luck": ("rate EVENT --all --luck 20000", None),
    "compare": ("compare EVENT --player Dreskakgp", None),
    "convert": ("convert EVENT -o out.csv", "out.csv"),
    "report": ("report EVENT --player Dreskakgp -o out.html", "out.html"),
    "norm": ("norm EVENT --player Dreskakgp --title GM", None),
    "streak": ("streak LOG --player Ann --seasons 200000", None),
    "demo": ("demo -o out", None),
}


def log(path: Path) -> None:
    """Two hundred games of one player."""
    rng = np.random.default_rng(8)
    lines = ["date,white,black,white_elo,black_elo,result"]
    for k in range(200):
        result = ("1-0", "1/2-1/2", "0-1")[rng.integers(3)]
        lines.append(f"2020-{k % 12 + 1:02d}-{k % 28 + 1:02d},Ann,P{k},2300,{2200 + k},{result}")
    path.write_text("\n".join(lines) + "\n")


def start(arguments: str, folder: Path) -> subprocess.Popen[str]:
    words = [{"EVENT": EVENT, "LOG": "log.csv"}.get(a, a) for a in arguments.split()]
    return subprocess.Popen(
        [sys.executable, "-m", "tprstats", *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        # Started behind "&", a shell hands on that Ctrl-C is ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.parametrize("name", LONG)
def test_interrupted(name: str, tmp_path: Path) -> None:
    arguments, target = LONG[name]
    log(tmp_path / "log.csv")
    began = time.perf_counter()
    whole = start(arguments, tmp_path)
    out, err = whole.communicate(timeout=600)
    assert whole.returncode == 0, err
    seconds = time.perf_counter() - began
    kept = (tmp_path / target).read_bytes() if target else b""
    rng = np.random.default_rng(3)
    stopped = 0
    for moment in rng.uniform(0.15, 0.95, TIMES) * seconds:
        if target:
            (tmp_path / target).unlink(missing_ok=True)
        program = start(arguments, tmp_path)
        time.sleep(moment)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
        # -SIGINT: Python itself was still starting, before the program could say anything.
        assert program.returncode in (0, 130, -signal.SIGINT), (moment, err)
        if program.returncode != -signal.SIGINT:
            assert "Traceback" not in out + err, (moment, err)
        if target and (tmp_path / target).exists():
            assert (tmp_path / target).read_bytes() == kept
        stopped += program.returncode != 0
    assert stopped
