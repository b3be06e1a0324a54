"""Reading a TRF of 500 players and 11 rounds, against gacrux and PyPI's trf where installed."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

from _measure import Row, alternating

import tprstats as tpr
from tprstats.readers import convert
from tprstats.simulation import simulate_range, to_event

PLAYERS, ROUNDS, GOAL, TIMES = 500, 11, 3.0, 7


def rows() -> list[Row]:
    """A simulated Swiss, written by us as TRF26, read by each."""
    design = tpr.Swiss(tpr.Field(PLAYERS), rounds=ROUNDS)
    text = convert(to_event(simulate_range(design, 0, 1, seed=1), 0, design), "trf26").text
    data = text.encode()
    if len(tpr.read(data)) != PLAYERS:
        raise SystemExit("the event is not read whole")
    name = f"TRF of {PLAYERS} players, {ROUNDS} rounds"
    found = []
    for peer, call in (("gacrux", _gacrux(text)), ("trf", _trf(text))):
        if call is None:
            print(f"{peer} is not installed: its row is left out", file=sys.stderr)
            continue
        times = alternating(lambda: tpr.read(data), call, TIMES)
        how = f"in turn, medians of {TIMES}; peer: {peer}"
        found.append(Row(f"{name} ({peer})", *times, (">=", GOAL), how))
    return found


def _gacrux(text: str) -> Callable[[], object] | None:
    try:
        from gacrux.trf2json import trf2json
    except ImportError:
        return None

    def call() -> object:
        file = trf2json()
        file.parse_file(text, 0)
        return file

    return call


def _trf(text: str) -> Callable[[], object] | None:
    try:
        import trf
    except ImportError:
        return None
    return lambda: trf.load(io.StringIO(text))


if __name__ == "__main__":
    print(*rows(), sep="\n")
