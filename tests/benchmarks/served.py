"""The page: first view of a report, a slider, fifty requests at once, against seconds of a wall."""

from __future__ import annotations

import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from _event import swiss_trf
from _measure import Row

sys.path.insert(0, str(Path(__file__).parents[1]))

from serving import Served, serving

FIRST = ["header", "answer", "rules", "games", "norms", "assumed", "notes", "provenance"]
TIMES = 11


def rows() -> list[Row]:
    """As a browser asks: the file sent, the parts that are shown at once, one size of figures."""
    with serving(workers=3, seasons=20_000) as served:
        _first(served, 1), _first(served, 2), _first(served, 3)
        first = statistics.median(_first(served, 4 + k) for k in range(TIMES))
        token = served.send(swiss_trf().encode())["token"]
        _parts(served, token, FIRST, player=5)
        slider = statistics.median(
            _parts(served, token, ["answer", "rules"], player=5, level=0.6 + 0.02 * k)
            for k in range(TIMES)
        )
        start = time.perf_counter()
        with ThreadPoolExecutor(50) as threads:
            every = [
                threads.submit(_parts, served, token, ["answer", "rules"], player=1 + k)
                for k in range(50)
            ]
            slowest = max(f.result() for f in every)
        fifty = time.perf_counter() - start
    how = (
        f"a server with three workers, warm; a TRF of 100 players and 9 rounds; medians of {TIMES} "
        "by the clock"
    )
    return [
        Row("the page: file sent and first view of a report", first, None,
            ("<=", 1.0), how),
        Row("the page: slider to new figure and numbers", slider, None,
            ("<=", 0.3), how),
        Row("the page: fifty such requests in flight, none refused", fifty, None,
            ("<=", 60.0), f"every status is 200 (at 60 s the server gives up); the slowest took "
            f"{slowest:.1f} s"),
    ]  # fmt: skip


def _first(served: Served, player: int) -> float:
    start = time.perf_counter()
    token = served.send(swiss_trf().encode())["token"]
    _parts(served, token, FIRST, player=player)
    return time.perf_counter() - start


def _parts(served: Served, token: str, names: list[str], **question: object) -> float:
    start = time.perf_counter()
    answer = served.parts(token, names, quick=True, **question)
    if answer.status_code != 200:
        raise RuntimeError(f"{answer.status_code}: {answer.text}")
    return time.perf_counter() - start


if __name__ == "__main__":
    print(*rows(), sep="\n")
