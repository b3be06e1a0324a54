"""The headers of a 100 MB PGN against python-chess, and the memory that takes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import chess.pgn
from _measure import Row, alternating

from tprstats.readers._notes import Notes
from tprstats.readers._pgn_games import GAME_END, GAME_START, scan_games
from tprstats.readers._source import open_source
from tprstats.readers.pgn import scan_pgn

ONE = Path(__file__).parents[1] / "data" / "pgn" / "candidates_2013_london.pgn"
SIZE, MEGABYTES, TIMES = 100_000_000, 300.0, 5


def rows() -> list[Row]:
    """Games with moves, as they are downloaded, written again and again."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.pgn"
        one = ONE.read_bytes().rstrip() + b"\n\n"
        file.write_bytes(one * (SIZE // len(one) + 1))
        return [*_speed(file), _memory(file)]


def _speed(file: Path) -> list[Row]:
    def peer() -> int:
        count = 0
        with file.open(encoding="utf-8", errors="replace") as handle:
            while chess.pgn.read_headers(handle) is not None:
                count += 1
        return count

    def found() -> int:
        with open_source(file) as source:
            return sum(1 for _ in scan_games(source.pieces(GAME_END, GAME_START), Notes()))

    def tags() -> int:
        return sum(1 for _ in scan_pgn(file))

    if not peer() == found() == tags():
        raise SystemExit("not the same games found: nothing to compare")
    with file.open(encoding="utf-8") as handle:
        theirs = (dict(headers) for headers in iter(lambda: chess.pgn.read_headers(handle), None))
        same = all(a == b for a, b, _ in zip(theirs, scan_pgn(file), range(1000), strict=False))
    if not same:
        raise SystemExit("not the same tags: nothing to compare")
    how = f"medians of {TIMES}, in turn; peer: `chess.pgn.read_headers` until the end of the file"
    return [
        Row("PGN of 100 MB, the tags of every game", *alternating(tags, peer, TIMES),
            (">=", 3.0), how),
        Row("PGN of 100 MB, every game found, tags left for when they are asked for",
            *alternating(found, peer, TIMES), (">=", 3.0), how),
    ]  # fmt: skip


def _memory(file: Path) -> Row:
    code = (
        "import sys; from tprstats.readers.pgn import scan_pgn\n"
        "for tags in scan_pgn(sys.argv[1]): pass\n"
        "from _measure import peak_megabytes; print(peak_megabytes())"
    )
    run = [sys.executable, "-c", code, str(file)]
    used = float(
        subprocess.run(
            run, check=True, capture_output=True, text=True, cwd=Path(__file__).parent
        ).stdout
    )
    return Row(
        "PGN of 100 MB, memory of the whole process", used, None, ("<=", MEGABYTES),
        "peak resident size of a fresh process", "MB",
    )  # fmt: skip


if __name__ == "__main__":
    print(*rows(), sep="\n")
