"""The program as a whole: help, version, and what it does not load."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tprstats import __version__

COMMANDS = ("rate", "compare", "methods", "plan", "simulate", "pairings", "report", "serve", "demo")


def test_version(run):
    did = run("--version")
    assert (did.status, did.out) == (0, f"tprstats {__version__}\n")


def test_alone_it_prints_help(run):
    did = run()
    assert did.status == 0
    for command in COMMANDS:
        assert f"\n  {command} " in did.out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_plain_and_fits_80_columns(run, command):
    did = run(*command.split(), "--help")
    assert did.status == 0
    assert did.out.isascii()
    assert max(map(len, did.out.splitlines())) <= 80


HEAVY = "numba pandas matplotlib scipy.stats scipy.optimize fastapi jinja2 lxml openpyxl rich"


def test_rating_a_file_loads_nothing_heavy(example):
    code = f"""
import sys
from tprstats.cli import main
status = main(["rate", {example!r}, "--player", "4"])
print(*[m for m in {HEAVY.split()!r} if m in sys.modules], file=sys.stderr)
sys.exit(status)
"""
    did = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Nunal" in did.stdout
    loaded = did.stderr.splitlines()[-1].split()
    assert loaded == []


def test_python_m(example):
    did = subprocess.run(
        [sys.executable, "-m", "tprstats", "--version"], capture_output=True, text=True, check=True
    )
    assert did.stdout == f"tprstats {__version__}\n"
