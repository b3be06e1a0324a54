"""How often the verdict is wrong: streak-free seasons, seasons with a streak, and the forecast.

Each cell is a kind of season. :func:`run` writes a cell's numbers to a file of its own and skips
what is there, so that a study can be stopped and gone on with. ``python -m
tprstats.streaks.calibration STUDY FOLDER SEASONS`` runs the cells of one of :data:`STUDIES` and
writes a table of them.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from typing import Any

from tprstats.files import make_folder, write_whole
from tprstats.streaks.made_seasons import Cell, FromPrior
from tprstats.streaks.measures import forecast_cell, looks_cell, named_cell, verdict_cell
from tprstats.streaks.spells import SpellPrior

__all__ = ["STUDIES", "as_csv", "run"]


def null_cells() -> list[Cell]:
    """Streak-free seasons: one thing after another changed, and the worst together."""
    cells = [Cell(f"games-{n}", games=n) for n in (30, 45, 60, 100, 120, 200, 500)]
    cells += [Cell(f"draws-{d:g}", draw_share=d) for d in (0.05, 0.2, 0.5, 0.6)]
    cells += [Cell(f"opponents-{o}", opponents=o) for o in ("equal", "clustered", "swiss")]
    cells += [Cell(f"rating-{e:+g}", rating_error=e) for e in (-50.0, 50.0)]
    cells += [
        Cell(f"own-rating-K{k}-games-{n}", games=n, opponents="by-rating", k_factor=k)
        for k, n in ((10, 60), (20, 60), (40, 60), (40, 200))
    ]
    cells += [
        Cell(f"slope-5-6-{o}-games-{n}", games=n, opponents=o, slope=5 / 6)
        for o, n in (("normal", 60), ("clustered", 60), ("clustered", 200), ("swiss", 200))
    ]
    cells += [
        Cell("few-draws-30", games=30, draw_share=0.05, opponents="clustered"),
        Cell("many-draws-30", games=30, draw_share=0.6, opponents="clustered"),
        Cell(
            "all-at-once-60", opponents="clustered", draw_share=0.6, slope=5 / 6, rating_error=50.0
        ),
        Cell(
            "all-at-once-200", games=200, opponents="by-rating", draw_share=0.05, slope=5 / 6,
            rating_error=-50.0, k_factor=40,
        ),
        Cell("all-at-once-500", games=500, opponents="clustered", draw_share=0.5, slope=5 / 6),
    ]  # fmt: skip
    return cells


def power_cells() -> list[Cell]:
    """Seasons of 60 games with a hot spell."""
    return [
        Cell(f"hot-{length}-games-{boost}", boost=float(boost), length=length)
        for length in (5, 10, 15, 20, 30, 60)
        for boost in (50, 100, 150, 200, 300)
    ]


def slump_cells() -> list[Cell]:
    """Seasons with a cold spell, asked for a hot streak: they should not ring."""
    cells = [
        Cell(f"slump-{length}-games-{begins}", boost=-200.0, length=length, begins=begins)
        for length in (5, 10, 15, 20, 30)
        for begins in ("anywhere", "last")
    ]
    cells += [
        Cell(
            f"slump-15-games-last-rating-{e:+g}", boost=-200.0, length=15, begins="last",
            rating_error=e,
        )
        for e in (-50.0, 50.0)
    ]  # fmt: skip
    return cells


def word_cells() -> list[Cell]:
    """What the words cost: seasons with and without the streak that one in ten is taken to hide."""
    return [Cell("words-no-streak"), Cell("words-hot-15-games-200", boost=200.0, length=15)]


LENGTHS_MEASURED = (30, 60, 120, 200)
"""Games of the seasons for which the words' error rates are measured."""


def error_cells() -> list[Cell]:
    """Seasons of several lengths with +200 over 15 and over ten games: what the verdict misses."""
    return [
        Cell(f"errors-{n}-games-hot-{length}", games=n, boost=200.0, length=length)
        for n in LENGTHS_MEASURED
        for length in (15, 10)
    ]


def looks_cells() -> list[Cell]:
    """Streak-free seasons that are looked at again every ten games."""
    return [Cell(f"looks-{n}-games", games=n) for n in LENGTHS_MEASURED]


def named_cells() -> list[Cell]:
    """Windows named beforehand in streak-free seasons, the rating right or wrong."""
    return [
        Cell(f"named-{length}-of-{n}-rating-{e:+g}", games=n, length=length, rating_error=e)
        for n in (60, 120)
        for length in (5, 10, 20, 30)
        for e in (0.0, -50.0, 50.0)
    ]


def named_power_cells() -> list[Cell]:
    """The same with a boost in the window, the rating right."""
    return [
        Cell(f"named-{length}-of-{n}-boost-{boost}", games=n, length=length, boost=float(boost))
        for n in (60, 120)
        for length in (5, 10, 20, 30)
        for boost in (50, 100, 150, 200, 300)
    ]


def forecast_cells() -> list[FromPrior]:
    """Seasons drawn from the forecast's prior."""
    return [FromPrior(Cell(f"forecast-{n}", games=n)) for n in (30, 60, 100)]


def departure_cells() -> list[FromPrior]:
    """Seasons of sixty games drawn otherwise than the forecast takes them for."""
    return [
        FromPrior(Cell("departure-none")),
        FromPrior(Cell("departure-no-spells"), SpellPrior(chance=1e-9)),
        FromPrior(Cell("departure-twice-the-boost"), SpellPrior(boost_sd=300.0)),
        FromPrior(Cell("departure-twice-the-length"), SpellPrior(length=30.0)),
        FromPrior(Cell("departure-spell-certain"), SpellPrior(chance=0.999)),
        FromPrior(Cell("departure-drifting-form"), drift=10.0),
        FromPrior(Cell("departure-own-rating-K40", opponents="by-rating", k_factor=40.0)),
        FromPrior(Cell("departure-draws-0.2", draw_share=0.2)),
        FromPrior(Cell("departure-draws-0.6", draw_share=0.6)),
        FromPrior(Cell("departure-rating-100-low", rating_error=-100.0)),
        FromPrior(Cell("departure-rating-100-high", rating_error=100.0)),
    ]


def run(
    cells: Iterable[Cell | FromPrior],
    folder: str | Path,
    *,
    measure: Callable[..., dict[str, Any]] = verdict_cell,
    seasons: int,
    nulls: int = 499,
    seed: int = 1,
    said: Callable[[str], None] = lambda line: None,
) -> list[dict[str, Any]]:
    """Run cells one by one, each written to ``folder``; those that are there are not run again."""
    target = make_folder(folder)
    results = []
    for cell in cells:
        file = target / f"{cell.name}.json"
        settings: dict[str, Any] = {"seasons": seasons, "nulls": nulls, "seed": seed}
        done = json.loads(file.read_text()) if file.exists() else None
        if done is None or done["settings"] != settings or done["cell"] != asdict(cell):
            done = measure(cell, **settings)
            write_whole(file, json.dumps(done, indent=1) + "\n")
        said(f"{cell.name}: done")
        results.append(done)
    return results


def as_csv(results: Iterable[dict[str, Any]]) -> str:
    """One line a cell: its factors, its settings, and each figure with its error."""
    rows = []
    for r in results:
        row = {**_flat(r["cell"]), **r["settings"]}
        for name, figure in r["figures"].items():
            row[name] = figure["value"]
            row[f"MCSE of {name}"] = figure["mcse"]
        rows.append(row)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    out = StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({k: _shown(v) for k, v in row.items()} for row in rows)
    return out.getvalue()


def _flat(cell: dict[str, Any]) -> dict[str, Any]:
    """A cell drawn from a prior has two groups of factors."""
    parts = [_flat(v) if isinstance(v, dict) else {k: v} for k, v in cell.items()]
    return {k: v for part in parts for k, v in part.items()}


def _shown(value: Any) -> Any:
    """Five digits: the errors are larger."""
    return f"{value:.5g}" if isinstance(value, float) else value


STUDIES: dict[str, tuple[Callable[[], Sequence[Any]], Callable[..., dict[str, Any]], int]] = {
    "null": (null_cells, verdict_cell, 499),
    "slumps": (slump_cells, verdict_cell, 499),
    "looks": (looks_cells, looks_cell, 199),
    "named-null": (named_cells, named_cell, 0),
    "power": (power_cells, verdict_cell, 499),
    "named-power": (named_power_cells, named_cell, 0),
    "words": (word_cells, verdict_cell, 1999),
    "errors": (error_cells, verdict_cell, 499),
    "forecast": (forecast_cells, forecast_cell, 199),
    "departures": (departure_cells, forecast_cell, 199),
}
"""Cells of each study, how one is measured, and seasons of luck for each season."""


def main(arguments: list[str]) -> None:
    """``STUDY FOLDER SEASONS``; see :data:`STUDIES`."""
    import argparse

    import numba

    parser = argparse.ArgumentParser(
        prog="python -m tprstats.streaks.calibration",
        description="Run a study of the verdict: what is done is kept, and a second call goes on.",
    )
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument("folder", type=Path, help="where cells and the table go")
    parser.add_argument("seasons", type=int, help="seasons of each cell")
    given = parser.parse_args(arguments)
    if given.seasons < 1:
        parser.error(f"SEASONS is {given.seasons}: give at least 1")

    # A few hundred seasons of luck are done before a second thread has begun.
    numba.set_num_threads(1)
    cells, measure, nulls = STUDIES[given.study]
    results = run(
        cells(), given.folder, measure=measure, seasons=given.seasons, nulls=nulls,
        said=lambda line: print(line, flush=True),
    )  # fmt: skip
    write_whole(given.folder / "cells.csv", as_csv(results))


if __name__ == "__main__":
    main(sys.argv[1:])
