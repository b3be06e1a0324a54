"""Every command of an installed tprstats, run in an empty folder with no test code in reach.

``python installed_commands.py PYTHON FOLDER [WARNINGS]`` runs them with that interpreter, and exits
1 where one does not do what it should. ``make package`` gives it a fresh environment with the wheel
alone, in which warnings are errors, and ``make oldest`` one with the oldest versions allowed, whose
packages warn of each other (WARNINGS is then ``default``).
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Command:
    """Arguments, the exit status they must give, and words that the messages must hold."""

    arguments: str
    status: int = 0
    says: str = ""
    compiles: bool = False  # half a minute of compiling in a new installation


# EVENT stands for the example file inside the installed package. In this order: later ones use
# what earlier ones wrote.
COMMANDS = (
    Command("--version"),
    Command("rate EVENT --player Dreskakgp --json"),
    Command("rate EVENT --player Dreskakgp --figure rules.png"),
    Command("compare EVENT --player Dreskakgp"),
    Command("methods"),
    Command("plan --half-width 150"),
    Command("simulate swiss --players 12 --rounds 5 --events 20 --seed 1 --system fold"),
    Command("streak EVENT --player Dreskakgp --window 2-4"),
    Command("pairings EVENT --check", 1, compiles=True),
    Command("convert EVENT -o event.csv"),
    Command("rate event.csv --all"),
    Command("norm EVENT --player Dreskakgp --title GM --no-luck"),
    Command("target --opponents 2400,2420,2500 --results 1,1 --own 2480 --rating 2600"),
    Command("report EVENT --player Dreskakgp -o report.html"),
    Command("study new question"),
    Command("study run question --scale quick -o results"),
    Command("study run question --scale quick -o other --cluster local", 2, "tprstats[cluster]"),
    Command("serve", 2, "tprstats[web]"),
    Command("demo -o demo"),
)


def run(
    python: str,
    folder: Path,
    event: Path,
    environment: Mapping[str, str] | None = None,
    commands: Sequence[Command] = COMMANDS,
    warnings: str = "error",
) -> list[str]:
    """Run the commands in ``folder``; what went wrong, a line each."""
    wrong = []
    for command in commands:
        arguments = [str(event) if a == "EVENT" else a for a in command.arguments.split()]
        done = subprocess.run(
            [python, "-W", warnings, "-m", "tprstats", *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )
        said = done.stdout + done.stderr
        if done.returncode != command.status or command.says not in said or "Traceback" in said:
            wrong.append(f"tprstats {command.arguments}: {done.returncode}: {done.stderr[-600:]}")
    return wrong


if __name__ == "__main__":
    interpreter, empty, *warned = sys.argv[1:]
    where = subprocess.run(
        [interpreter, "-c", "from tprstats.data import example_path; print(example_path())"],
        cwd=empty,
        check=True,
        capture_output=True,
        text=True,
    )
    faults = run(
        interpreter, Path(empty), Path(where.stdout.strip()), warnings=(*warned, "error")[0]
    )
    print("\n".join(faults) or f"{len(COMMANDS)} commands as they should be")
    sys.exit(bool(faults))
