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
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.files import write_whole
from tprstats.mcse import Figure, mean_of_events, share_of_events
from tprstats.outcomes import davidson_chances
from tprstats.rng import make_key
from tprstats.streaks.judge import Judgement, judge
from tprstats.streaks.made_seasons import STRENGTH, Cell, draw_season, from_prior
from tprstats.streaks.season import Season
from tprstats.streaks.spells import SpellPrior, forecast
from tprstats.streaks.words import WORDS, word_of

__all__ = [
    "STUDIES",
    "as_csv",
    "forecast_cell",
    "looks_cell",
    "run",
    "verdict_cell",
]

Array = NDArray[np.float64]

LEVELS = (0.05, 0.01, 0.001)


def null_cells() -> list[Cell]:
    """Streak-free seasons: one thing after another changed, and the worst together."""
    cells = [Cell(f"games-{n}", games=n) for n in (30, 45, 60, 100, 200, 500)]
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


def word_cells() -> list[Cell]:
    """What the words cost: seasons with and without the streak that one in ten is taken to hide."""
    return [Cell("words-no-streak"), Cell("words-hot-15-games-200", boost=200.0, length=15)]


def forecast_cells() -> list[Cell]:
    """Seasons drawn from the forecast's prior."""
    return [Cell(f"forecast-{n}", games=n) for n in (30, 60, 100)]


def verdict_cell(cell: Cell, *, seasons: int, nulls: int = 499, seed: int = 1) -> dict[str, Any]:
    """Shares of the seasons of a cell that ring, by lens, level and word.

    Parameters
    ----------
    cell
        Kind of season.
    seasons
        How many.
    nulls
        Seasons of luck for each, so p is ``(1 + k) / (1 + nulls)``.
    seed
        Of the random numbers; cells of one pattern of seasons share their luck.
    """
    factors = asdict(replace(cell, name="", boost=0.0, length=0))
    key = make_key(seed, {"calibration": factors})
    found: list[Judgement] = []
    ideal = np.zeros((seasons, 2))
    for k in range(seasons):
        season, hot = draw_season(cell, key, k)
        found.append(judge(season, seasons=nulls, key=key, outer=k + 1))
        if cell.length:
            plain, _ = draw_season(replace(cell, boost=0.0), key, k)
            ideal[k] = [_log_ratio(cell, s, hot) for s in (plain, season)]
    p = {
        "best window": np.array([j.scan_p for j in found]),
        "all windows": np.array([j.windows_p for j in found]),
        "change": np.array([j.change_p for j in found]),
        "verdict": np.array([j.joint_p for j in found]),
    }
    bayes = np.array([j.bayes_factors.min() for j in found])
    words = np.array([word_of(j.joint_p, j.bayes_factors.min()) for j in found])
    shares = {
        f"{lens} p <= {a:g}": share_of_events(v <= a) for lens, v in p.items() for a in LEVELS
    }
    shares |= {f"Bayes factor >= {b:g}": share_of_events(bayes >= b) for b in (1.0, 3.0, 10.0)}
    shares |= {f"{word} or more": share_of_events(words >= i) for i, word in enumerate(WORDS) if i}
    if cell.length:
        # The most powerful test there is: pooled over schedules it needs one critical value.
        critical = np.quantile(ideal[:, 0], 0.95)
        shares["ideal test that knows the spell"] = share_of_events(ideal[:, 1] > critical)
    return _result(cell, shares, seasons=seasons, nulls=nulls, seed=seed)


def _log_ratio(cell: Cell, season: Season, hot: tuple[int, int]) -> float:
    """Log likelihood ratio of the spell, with window, boost and strength known."""
    part = slice(*hot)
    gap = STRENGTH - season.opponents[part]
    k = (2.0 * season.score[part]).astype(int)

    def log_chance(boost: float) -> Array:
        chances = np.stack(davidson_chances(cell.slope * (gap + boost), cell.draw_share))
        return np.asarray(np.log(chances[2 - k, np.arange(k.size)]))

    return float((log_chance(cell.boost) - log_chance(0.0)).sum())


def forecast_cell(
    games: int, *, seasons: int, nulls: int = 499, seed: int = 1, prior: SpellPrior | None = None
) -> dict[str, Any]:
    """Seasons drawn from the forecast's own prior: ranks of the truth and coverage.

    Strength, slope, spell, boost and end are drawn from the prior, games from the Davidson model
    with a draw share of 0.35; the truth is the mean strength over the next games.
    """
    prior = replace(prior or SpellPrior(), level=STRENGTH)
    cell = Cell(f"forecast-{games}", games=games)
    key = make_key(seed, {"forecast": asdict(cell), "prior": asdict(prior)})
    ranks, covered, error, rang = (np.empty(seasons) for _ in range(4))
    for k in range(seasons):
        season, truth = from_prior(cell, prior, key, k)
        verdict = judge(season, seasons=nulls, key=key, outer=k + 1)
        found = forecast(season, verdict.baseline, prior)
        ranks[k] = found.below(truth)
        covered[k] = 0.025 <= ranks[k] <= 0.975
        error[k] = found.mean - truth
        rang[k] = verdict.joint_p <= 0.05
    bins = np.clip((ranks * 20).astype(int), 0, 19)
    ring = rang == 1.0
    shares = {
        "95 % interval covers": share_of_events(covered == 1.0),
        "95 % interval covers, among seasons that rang": share_of_events(covered[ring] == 1.0),
        "seasons that rang": share_of_events(ring),
        "forecast minus truth, Elo": mean_of_events(error),
        "forecast minus truth among seasons that rang, Elo": mean_of_events(error[ring]),
    }
    # Ranks should be uniform: chi-squared with 19 degrees of freedom.
    count = np.bincount(bins, minlength=20)
    square = float((np.square(count - seasons / 20) / (seasons / 20)).sum())
    row = _result(cell, shares, seasons=seasons, nulls=nulls, seed=seed)
    return row | {
        "rank histogram": count.tolist(),
        "rank histogram, rang": np.bincount(bins[ring], minlength=20).tolist(),
        "chi-squared of the ranks, 19 degrees of freedom": square,
    }


def looks_cell(
    cell: Cell, *, every: int = 10, seasons: int, nulls: int = 199, seed: int = 1
) -> dict[str, Any]:
    """Streak-free seasons looked at again and again: how many ring at 5 %, paid for and not."""
    key = make_key(seed, {"looks": every, "cell": asdict(replace(cell, name=""))})
    looks = range(every, cell.games + 1, every)
    free, paid = np.zeros(seasons, dtype=bool), np.zeros(seasons, dtype=bool)
    for k in range(seasons):
        season, _ = draw_season(cell, key, k)
        outer = (len(looks) + 1) * k + 1
        each = [
            judge(season.first(n), seasons=nulls, key=key, outer=outer + i).joint_p
            for i, n in enumerate(looks)
        ]
        together = judge(
            season, seasons=nulls, key=key, outer=outer + len(looks), looks=tuple(looks[:-1])
        )
        free[k], paid[k] = min(each) <= 0.05, together.joint_p <= 0.05
    shares = {
        "rings at some look, not paid for": share_of_events(free),
        "rings at the last look, all paid for": share_of_events(paid),
    }
    return _result(cell, shares, every=every, seasons=seasons, nulls=nulls, seed=seed)


def _result(cell: Cell, shares: Mapping[str, Figure], **settings: Any) -> dict[str, Any]:
    return {
        "cell": asdict(cell),
        "settings": settings,
        "figures": {name: figure.to_json() for name, figure in shares.items()},
    }


def run(
    cells: Iterable[Cell],
    folder: str | Path,
    *,
    seasons: int,
    nulls: int = 499,
    seed: int = 1,
    said: Callable[[str], None] = lambda line: None,
) -> list[dict[str, Any]]:
    """Run cells one by one, each written to ``folder``; those that are there are not run again."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    results = []
    for cell in cells:
        file = target / f"{cell.name}.json"
        settings: dict[str, Any] = {"seasons": seasons, "nulls": nulls, "seed": seed}
        done = json.loads(file.read_text()) if file.exists() else None
        if done is None or done["settings"] != settings or done["cell"] != asdict(cell):
            if cell.name.startswith("forecast"):
                done = forecast_cell(cell.games, **settings)
            else:
                done = verdict_cell(cell, **settings)
            write_whole(file, json.dumps(done, indent=1) + "\n")
        said(f"{cell.name}: done")
        results.append(done)
    return results


def as_csv(results: Iterable[dict[str, Any]]) -> str:
    """One line a cell: its factors, its settings, and each figure with its error."""
    rows = []
    for r in results:
        row = {**r["cell"], **r["settings"]}
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


def _shown(value: Any) -> Any:
    """Five digits: the errors are larger."""
    return f"{value:.5g}" if isinstance(value, float) else value


STUDIES = {
    "null": (null_cells, 499),
    "power": (power_cells, 499),
    "words": (word_cells, 1999),
    "forecast": (forecast_cells, 199),
}
"""Cells of each study, and seasons of luck for each season."""


def main(arguments: list[str]) -> None:
    """``STUDY FOLDER SEASONS``; see :data:`STUDIES`."""
    study, folder, seasons = arguments
    cells, nulls = STUDIES[study]
    results = run(
        cells(), folder, seasons=int(seasons), nulls=nulls,
        said=lambda line: print(line, flush=True),
    )  # fmt: skip
    write_whole(Path(folder) / "cells.csv", as_csv(results))


if __name__ == "__main__":
    main(sys.argv[1:])
