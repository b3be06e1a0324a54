"""Run every benchmark and write ``docs/benchmarks.md``. Exit status 1 where a goal is missed."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

import growth
import midp
import pgn
import reading
import roots
import served
import simulation
import startup
import streak
import study
from _measure import Row

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
HEAD = """# Speed

Each line compares with a named peer in the same run: a ratio says more than seconds, which depend
on the machine. Where no peer does the same, the goal is a limit in seconds or megabytes. Written by
`make bench`.
"""


def main() -> int:
    rows: list[Row] = []
    for benchmark in (startup, roots, midp, pgn, reading, simulation, study, streak, served):
        for row in benchmark.rows():
            print(row, flush=True)
            rows.append(row)
    PAGE.write_text(page(rows) + "\n" + growth.page(), encoding="utf-8")
    return 0 if all(row.met for row in rows) else 1


def page(rows: list[Row]) -> str:
    """The rows as Markdown, and what they were measured on."""
    lines = [
        HEAD,
        "| what | ours | peer | ratio | goal | |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
        *("| " + " | ".join(r.cells()) + " |" for r in rows),
    ]
    lines += ["", "How each was measured:", ""]
    for how in dict.fromkeys(r.how for r in rows):
        name = next(r.name for r in rows if r.how == how)
        lines.append(f"- {name}: {how}.")
    used = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy"))
    machine = f"{os.cpu_count()} cores ({platform.machine()})"
    lines += ["", f"Python {platform.python_version()}, {used}, {machine}."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
