"""Simulated events: against numpy, against other pairing programs, over sizes and threads.

``BBP=path`` names the bbpPairings program; without it (and without gacrux) those rows are left
out and said.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
from _measure import Row, alternating
from numba import njit

from tprstats.outcomes import EloDavidson
from tprstats.pairing.history import History
from tprstats.rng import Purpose, make_key, words
from tprstats.simulation import Field, RoundRobin, Swiss, simulate_range
from tprstats.simulation._fixed import TILE, play_fixed
from tprstats.simulation.compiled_outcomes import threshold_table
from tprstats.simulation.compiled_random import fill_lanes

EVENTS = 20_000


def rows() -> list[Row]:
    """Round robins, exact Dutch, growth, threads and compilation."""
    return [*_round_robins(), *_dutch(), *_growth(), *_threads(), *_compiling()]


def _one_core(call: Callable[[], object]) -> Callable[[], object]:
    def run() -> object:
        before = numba.get_num_threads()
        numba.set_num_threads(1)
        try:
            return call()
        finally:
            numba.set_num_threads(before)

    return run


@njit
def _only_numbers(k0, k1, events, blocks, keep):  # type: ignore[no-untyped-def]
    lanes = np.empty((4, TILE), dtype=np.uint32)
    for tile in range(0, events, TILE):
        for b in range(blocks):
            fill_lanes(k0, k1, tile, min(TILE, events - tile), 0, b, 0, lanes)
            for lane in range(4):
                for e in range(TILE):  # every number is used, so that none is left out
                    keep[e] ^= lanes[lane, e]


def _round_robins() -> list[Row]:
    design = RoundRobin(Field(10, fixed=True), EloDavidson(0.3))
    key = make_key(1, design.luck())
    bounds = np.array([0.35, 0.65], dtype=np.float32)
    ours = _one_core(lambda: simulate_range(design, 0, EVENTS, 1))
    generator = np.random.Generator(np.random.SFC64(1))

    def numpy_own() -> object:
        u = generator.random((EVENTS, 45), dtype=np.float32)
        x = (u < bounds[0]).view(np.int8) + (u < bounds[1]).view(np.int8)
        return x, 2 - x

    def numpy_keyed() -> object:
        u = words(key, np.arange(EVENTS)[:, None], Purpose.GAME, np.arange(45)[None, :])
        x = (u < 1503238553).view(np.int8) + (u < 2791728742).view(np.int8)
        return x, 2 - x

    keep = np.zeros(TILE, dtype=np.uint32)
    blocks = 12
    what = f"{EVENTS:,} round robins of 10"
    a, b = alternating(ours, numpy_own, 15)
    c, d = alternating(ours, numpy_keyed, 5)
    plan, results = design.games.plan, np.zeros((9, 10, EVENTS), dtype=np.int8)
    table = threshold_table(design.model, design.field.draw(key, [0]).strength[0])
    limits = np.ascontiguousarray(table[plan[:, 4], plan[:, 5], plan[:, 6] + 1])
    kernel = _one_core(lambda: play_fixed(*key, 0, plan, limits, results))
    e, f = alternating(kernel, lambda: _only_numbers(*key, EVENTS, blocks, keep), 30)
    return [
        Row(
            f"{what}, against numpy with its own generator", a, b, (">=", 1.0),
            "one core, medians of 15; peer: SFC64 float32 uniforms and two comparisons, results "
            "of both sides",
        ),
        Row(
            f"{what}, against numpy with the same keyed numbers", c, d, (">=", 3.0),
            "one core, medians of 5; peer: `tprstats.rng.words` for every game",
        ),
        Row(
            f"{what}, against a compiled loop that only draws the numbers", e, f, (">=", 0.6),
            "one core, medians of 30, both loops alone; ratio is the peer's time over ours",
        ),
    ]  # fmt: skip


def _dutch() -> list[Row]:
    program = os.environ.get("BBP")
    found = []
    for players, goal_bbp, goal_gacrux, events in (
        (100, 100.0, 400.0, 200),
        (40, 40.0, 160.0, 400),
    ):
        design = Swiss(Field(players), EloDavidson(0.3), rounds=9)
        simulate_range(design, 0, 2, 1)
        run = _one_core(lambda d=design, e=events: simulate_range(d, 0, e, 1))
        start = time.perf_counter()
        run()
        ours = (time.perf_counter() - start) / events
        name = f"exact Dutch, {players} players, 9 rounds, an event"
        if program:
            how = "one core, games included; peer: bbpPairings' generator, whole processes, mean"
            found.append(
                Row(f"{name} (bbpPairings)", ours, _bbp(program, players), (">=", goal_bbp), how)
            )
        try:
            peer = _gacrux(players)
        except ImportError:
            print("gacrux is not installed: its rows are left out", file=sys.stderr)
            continue
        how = "one core, games included; peer: gacrux, pairings of one such event alone"
        found.append(Row(f"{name} (gacrux)", ours, peer, (">=", goal_gacrux), how))
    if not program:
        print("BBP=path is not given: bbpPairings' rows are left out", file=sys.stderr)
    return found


def _bbp(program: str, players: int, runs: int = 5) -> float:
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "config.txt")
        config.write_text(
            f"PlayersNumber={players}\nRoundsNumber=9\nDrawPercentage=30\nForfeitRate=1000000000\n"
            "RetiredRate=1000000000\nHalfPointByeRate=1000000000\nHighestRating=2600\nLowestRating=1400\n"
        )
        command = [program, "--dutch", "-g", str(config), "-o", str(Path(folder, "out.trf")), "-s"]
        start = time.perf_counter()
        for seed in range(runs):
            subprocess.run([*command, str(seed + 1)], check=True, capture_output=True)
        return (time.perf_counter() - start) / runs


def _gacrux(players: int) -> float:
    """Seconds in which gacrux pairs one of our events, round by round (pairings alone)."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "pairing"))
    from dutch_gacrux import gacrux_pairs

    batch = simulate_range(Swiss(Field(players), EloDavidson(0.3), rounds=9), 0, 1, 1)
    whole = (batch.opponents, batch.colours, batch.cells, batch.results.astype(np.int16))
    spent = 0.0
    for r in range(9):
        before = [np.ascontiguousarray(a[0, :, :r]) for a in whole]
        history = History(9, *before, present=np.ones(players, dtype=bool))
        start = time.perf_counter()
        gacrux_pairs(history)
        spent += time.perf_counter() - start
    return spent


def _growth() -> list[Row]:
    times = []
    for players, events in ((50, 200), (500, 10)):
        design = Swiss(Field(players), EloDavidson(0.3), rounds=9)
        run = _one_core(lambda d=design, e=events: simulate_range(d, 0, e, 2))
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) / events)
    power = float(np.log(times[1] / times[0]) / np.log(10.0))
    return [
        Row(
            "exact Dutch, growth from 50 to 500 players: exponent of n", power, None, ("<=", 1.7),
            f"one core; {times[0] * 1e3:.2f} ms and {times[1] * 1e3:.1f} ms an event", "",
        )
    ]  # fmt: skip


def _threads() -> list[Row]:
    design = Swiss(Field(40), EloDavidson(0.3), rounds=9)

    def run() -> object:
        return simulate_range(design, 0, 3000, 3)

    two, one = alternating(run, _one_core(run), 5)
    return [Row("two threads, exact Dutch, against one", two, one, (">=", 1.8), "medians of 5")]


def _compiling() -> list[Row]:
    found = []
    for system, goal in (("dutch", 30.0), ("fold", 5.0)):
        code = (
            "import time; t = time.perf_counter()\n"
            "from tprstats.simulation import *\n"
            f"d = Swiss(Field(8), rounds=3, system={system!r})\n"
            "simulate_range(d, 0, 1, 1); print(time.perf_counter() - t)"
        )
        times = []
        with tempfile.TemporaryDirectory() as cache:
            for _ in range(2):
                done = subprocess.run(
                    [sys.executable, "-c", code],
                    env={**os.environ, "NUMBA_CACHE_DIR": cache},
                    check=True,
                    capture_output=True,
                    text=True,
                )
                times.append(float(done.stdout))
        found.append(
            Row(
                f"first use of {system} on a machine", times[0], None, ("<=", goal),
                f"a fresh process with an empty cache of numba; {times[1]:.1f} s from the cache",
            )
        )  # fmt: skip
    return found


if __name__ == "__main__":
    print(*rows(), sep="\n")
