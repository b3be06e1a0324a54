"""`tprstats rate` on a file of 100 players against an interpreter that imports numpy and scipy."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from _event import swiss_trf
from _measure import Row, alternating

TIMES = 15


def rows() -> list[Row]:
    """Whole processes, in turn; with the machine's OPENBLAS_* settings and without."""
    kept = dict(os.environ)
    bare = {k: v for k, v in kept.items() if not k.startswith("OPENBLAS_")}
    settings = [("", bare)]
    if bare != kept:
        settings.append((", OPENBLAS_* as set", kept))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "event.trf"
        file.write_text(swiss_trf(), encoding="utf-8")
        return [_row(file, note, environment) for note, environment in settings]


def _row(file: Path, note: str, environment: dict[str, str]) -> Row:
    def run(*arguments: str) -> None:
        subprocess.run(
            [sys.executable, *arguments], check=True, capture_output=True, env=environment
        )

    ours, peer = alternating(
        lambda: run("-m", "tprstats", "rate", str(file), "--player", "12"),
        lambda: run("-c", "import numpy, scipy.special"),
        TIMES,
    )
    return Row(
        f"`tprstats rate`, one of 100 players, all rules{note}",
        ours,
        peer,
        ("<=", 3.0),
        f"whole processes in turn, medians of {TIMES}; peer: "
        '`python -c "import numpy, scipy.special"`',
    )


if __name__ == "__main__":
    print(*rows(), sep="\n")
