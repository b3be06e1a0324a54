"""How time and memory grow with the size of the work; draws ``docs/images/growth.svg``.

Each point is a process of its own, so that its peak memory is its own. Caches are warm: compiling
is no part of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from _measure import peak_megabytes
from matplotlib.ticker import NullFormatter, NullLocator

import tprstats as tpr
from tprstats.report.drawing import SERIES, new_figure, save, style

FIGURE = Path(__file__).parents[2] / "docs" / "images" / "growth.svg"
TIMES = 3
SHOWN = (("seconds", "time, s"), ("megabytes", "peak, MB"))


def _field(players: int) -> tpr.Field:
    return tpr.Field(players, mean=2000.0, sd=200.0)


def _simulated(design: Any, events: int) -> Callable[[], object]:
    def run() -> None:
        for _ in tpr.simulate(design, events=events, seed=1):
            pass

    return run


def _record(games: int) -> tpr.Record:
    rng = np.random.default_rng(games)
    opponents = np.round(2300 + 100 * rng.standard_normal(games))
    results = (rng.integers(0, 3, games) / 2).tolist()
    return tpr.Record.from_results(opponents.tolist(), results, own=2310)


def _verdict(games: int) -> Callable[[], object]:
    record = _record(games)
    return lambda: tpr.streak(record)


def _pgn(games: int) -> Callable[[], object]:
    path = Path(tempfile.mkdtemp()) / "games.pgn"
    with path.open("w") as file:
        for g in range(games):
            a, b = g % 97, (7 * g + 1) % 101
            file.write(
                f'[White "W{a}"]\n[Black "B{b}"]\n[Date "20{g % 24:02d}.01.01"]\n[Result "1-0"]\n'
                f'[WhiteElo "{2000 + a}"]\n[BlackElo "{2000 + b}"]\n\n1. e4 e5 1-0\n\n'
            )
    return lambda: tpr.read(path)


def _table(players: int) -> Callable[[], object]:
    """Every rule and interval of everybody in a simulated event."""
    (batch,) = tpr.simulate(tpr.Swiss(_field(players), rounds=9, system="fold"), events=1, seed=1)
    from tprstats.simulation import to_event

    event = to_event(batch, 0, tpr.Swiss(_field(players), rounds=9, system="fold"))
    return lambda: [tpr.rate(record, event=event) for record in event.records[:1]]


@dataclass(frozen=True)
class Curve:
    """What grows, its values, and how the work of one value is made ready."""

    what: str
    sizes: tuple[int, ...]
    prepare: Callable[[int], Callable[[], object]]


CURVES = {
    "players": Curve(
        "players (exact Dutch, 9 rounds, 20 events)",
        (50, 100, 200, 500, 1000),
        lambda n: _simulated(tpr.Swiss(_field(n), rounds=9), 20),
    ),
    "rounds": Curve(
        "rounds (exact Dutch, 100 players, 100 events)",
        (3, 5, 9, 15, 25),
        lambda n: _simulated(tpr.Swiss(_field(100), rounds=n), 100),
    ),
    "events": Curve(
        "events (exact Dutch, 40 players, 9 rounds)",
        (100, 1000, 10_000, 50_000),
        lambda n: _simulated(tpr.Swiss(_field(40), rounds=9), n),
    ),
    "games": Curve(
        "games of a season (a whole streak verdict, 20,000 seasons of luck)",
        (30, 100, 300, 1000, 3000),
        _verdict,
    ),
    "file": Curve("games of a PGN file (read)", (1000, 10_000, 50_000), _pgn),
    "rules": Curve(
        "players of an event (one of them by every rule)", (50, 200, 500, 1000, 2000), _table
    ),
}


def point(name: str, size: int) -> dict[str, float]:
    """Best seconds of some runs, and the peak memory of this process, MB."""
    work = CURVES[name].prepare(size)
    CURVES[name].prepare(CURVES[name].sizes[0])()  # imports, and numba's cache
    seconds = []
    for _ in range(TIMES):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return {"size": size, "seconds": min(seconds), "megabytes": peak_megabytes()}


def measured() -> dict[str, list[dict[str, float]]]:
    """Every point of every curve, each in a process of its own."""
    found: dict[str, list[dict[str, float]]] = {}
    for name, curve in CURVES.items():
        for size in curve.sizes:
            done = subprocess.run(
                [sys.executable, __file__, name, str(size)],
                check=True,
                capture_output=True,
                text=True,
            )
            found.setdefault(name, []).append(json.loads(done.stdout))
            print(name, found[name][-1], flush=True)
    return found


def exponent(points: list[dict[str, float]]) -> float:
    """Slope of log time on log size over the last three points, where fixed costs weigh least."""
    last = points[-3:]
    x, y = (np.log([p[k] for p in last]) for k in ("size", "seconds"))
    return float(np.polyfit(x, y, 1)[0])


def draw(found: dict[str, list[dict[str, float]]]) -> None:
    """Time and memory against size, both axes logarithmic."""
    with style():
        figure = new_figure(7.2, 8.4)
        grid = figure.subplots(len(found), 2, squeeze=False)
        for row, (name, points) in enumerate(found.items()):
            sizes = [p["size"] for p in points]
            for column, (key, unit) in enumerate(
                (("seconds", "time, s"), ("megabytes", "peak, MB"))
            ):
                colour, mark = SERIES[column]
                axes = grid[row][column]
                axes.plot(sizes, [p[key] for p in points], color=colour, marker=mark)
                axes.set_xscale("log")
                axes.set_xticks(sizes, [f"{size:,.0f}" for size in sizes])
                axes.xaxis.set_minor_locator(NullLocator())
                axes.set_ylabel(unit)
                axes.set_xlabel(CURVES[name].what if column == 0 else name, fontsize=7)
            grid[row][0].set_yscale("log")
            grid[row][0].yaxis.set_minor_formatter(NullFormatter())
            grid[row][1].set_ylim(0.0, 400.0)
            grid[row][0].set_title(f"grows as size to the {exponent(points):.1f}", fontsize=8)
        figure.tight_layout()
        save(figure, FIGURE)


def page() -> str:
    """Measure, draw, and give the section of the page."""
    found = measured()
    draw(found)
    lines = [
        "## Growth",
        "",
        "![Time and peak memory against size; logarithmic axes but for memory](images/growth.svg)",
        "",
        "| what grows | from | to | time, s | time grows as size to the | peak memory, MB |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, points in found.items():
        first, last = points[0], points[-1]
        lines.append(
            f"| {CURVES[name].what} | {first['size']:,} | {last['size']:,} | "
            f"{first['seconds']:.3g} to {last['seconds']:.3g} | {exponent(points):.1f} | "
            f"{first['megabytes']:.0f} to {last['megabytes']:.0f} |"
        )
    lines += [
        "",
        f"Best of {TIMES} runs in a process of its own for each point; memory is the whole",
        "process's. The exponent is fitted to the three largest sizes.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(json.dumps(point(sys.argv[1], int(sys.argv[2]))))
