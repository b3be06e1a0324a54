"""How far luck alone carries the best window of a season.

    python experiments/look-elsewhere/run.py [--out DIR] [--schedules 400] [--seed 1] [--quick]

Writes ``published/best-window.csv`` and ``published/known-rating.csv``.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtri

from tprstats.files import write_whole
from tprstats.mcse import mean_of_events
from tprstats.rng import make_key
from tprstats.streaks import _season_kernel as kernel
from tprstats.streaks.judge import LENGTHS
from tprstats.streaks.luck import Windows, play
from tprstats.streaks.made_seasons import STRENGTH, Cell, draw_season
from tprstats.streaks.season import constant_strength

HERE = Path(__file__).parent
LUCK = 500
"""Seasons of luck for each schedule of opponents."""
LOCAL = (0.05, 0.01, 0.001, 0.0001)
QUANTILES = (0.5, 0.95, 0.99)
GAMES = (30, 60, 100, 200, 500)


def best_windows(cell: Cell, known: bool, schedules: int, seed: int) -> NDArray[np.float64]:
    """Largest window z of seasons of luck, ``(schedules, LUCK)``, and the windows in a season."""
    key = make_key(seed, {"look-elsewhere": asdict(cell), "known": known})
    best = np.empty((schedules, LUCK))
    for k in range(schedules):
        season, _ = draw_season(cell, key, k)
        strength = STRENGTH if known else None
        baseline = constant_strength(season, draw_share=cell.draw_share, strength=strength)
        windows = Windows.of(season, baseline, LENGTHS)
        luck = play(season, baseline, windows, seasons=LUCK, key=key, outer=k + 1)
        best[k] = luck.null[:, kernel.HOT]
    return best


def rows_of(cell: Cell, known: bool, schedules: int, seed: int) -> list[dict[str, Any]]:
    """Global p of local ones, equivalent number of tests, and quantiles of the best z."""
    best = best_windows(cell, known, schedules, seed)
    head = {
        "games": cell.games, "draw_share": cell.draw_share,
        "strength": "known" if known else "refitted", "seasons": best.size,
    }  # fmt: skip
    rows = []
    for p in LOCAL:
        share = mean_of_events((best >= -ndtri(p)).mean(axis=1))
        rows.append({**head, "measure": "global p", "at": p, **asdict(share)})
        if share.value == 1.0:  # every season: no number of tests is too large
            continue
        tests = float(np.log1p(-share.value) / np.log1p(-p))
        error = float(share.mcse / ((1.0 - share.value) * -np.log1p(-p)))
        rows.append({**head, "measure": "tests", "at": p, "value": tests, "mcse": error})
    for q in QUANTILES:
        value = float(np.quantile(best, q))
        # Error of the share below the quantile, over the density there.
        share = mean_of_events((best <= value).mean(axis=1))
        near = 0.1
        density = float(((best > value - near) & (best <= value + near)).mean()) / (2.0 * near)
        error = share.mcse / density
        rows.append({**head, "measure": "quantile", "at": q, "value": value, "mcse": error})
    return rows


def known_rating(error: float, seasons: int, seed: int) -> list[dict[str, Any]]:
    """How often the best window rings where the rating is taken as known, and refitted instead."""
    cell = Cell("", rating_error=error)
    key = make_key(seed, {"known rating": asdict(cell)})
    rang = {"known": np.zeros(seasons), "refitted": np.zeros(seasons)}
    for k in range(seasons):
        season, _ = draw_season(cell, key, k)
        for name, strength in (("known", season.rating), ("refitted", None)):
            baseline = constant_strength(season, strength=strength)
            windows = Windows.of(season, baseline, LENGTHS)
            luck = play(season, baseline, windows, seasons=LUCK - 1, key=key, outer=k + 1)
            above = np.count_nonzero(luck.null[:, kernel.HOT] >= luck.observed[kernel.HOT])
            rang[name][k] = (1 + above) / LUCK <= 0.05
    head = {"games": cell.games, "draw_share": cell.draw_share, "seasons": seasons}
    return [
        {**head, "strength": name, "measure": "rings", "at": error, **asdict(mean_of_events(hits))}
        for name, hits in rang.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=HERE / "published")
    parser.add_argument("--schedules", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="four schedules")
    wish = parser.parse_args()
    cells = [(Cell("", games=n), known) for n in GAMES for known in (True, False)]
    cells += [(Cell("", draw_share=d), False) for d in (0.05, 0.6)]
    rows = []
    for cell, known in cells:
        rows += rows_of(cell, known, 4 if wish.quick else wish.schedules, wish.seed)
        print(f"{cell.games} games, draw share {cell.draw_share:g}, known {known}", flush=True)
    alarms = []
    for error in (0.0, -25.0, -50.0, -100.0):
        alarms += known_rating(error, 40 if wish.quick else 5 * wish.schedules, wish.seed)
        print(f"rating off by {error:g}", flush=True)
    wish.out.mkdir(parents=True, exist_ok=True)
    for name, table in (("best-window", rows), ("known-rating", alarms)):
        text = pd.DataFrame(table).to_csv(index=False, float_format="%.6g", lineterminator="\n")
        write_whole(wish.out / f"{name}.csv", text)


if __name__ == "__main__":
    main()
