"""Streak verdicts on every classical season of the ten careers of ``real-form``.

    python experiments/streaks-real/run.py [--out DIR] [--seasons 4999] [--seed 1] [--quick]

Writes ``seasons.csv`` (one line a season) and ``summary.csv`` (shares and means, with the
player as the unit of the errors) into ``published/``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tprstats.elo import expected
from tprstats.estimators import estimate
from tprstats.files import write_whole
from tprstats.outcomes import draw_share_at_level, white_advantage_at_level
from tprstats.records import RecordBatch
from tprstats.rng import make_key
from tprstats.streaks.judge import judge
from tprstats.streaks.luck import best_of
from tprstats.streaks.season import Season
from tprstats.streaks.spells import forecast
from tprstats.streaks.words import WORDS, word_of
from tprstats.study.form_data import load_tables
from tprstats.study.form_rows import Rows, clustered_mean

HERE = Path(__file__).parent
DATA = HERE.parent / "real-form" / "data"
GROUP = "elite career, classical"
FEWEST = 30
"""Games of a season: the fewest that the size of the verdict was measured for."""
NEXT = 20
"""Games after the season that are foretold: the horizon of the forecast."""


def seasons_of(games: pd.DataFrame) -> Iterator[tuple[str, int, pd.DataFrame, pd.DataFrame]]:
    """Career, year, its games in order and the games that follow it."""
    owned = games[games["group"] == GROUP]
    for career, mine in owned.groupby("table", sort=True):
        mine = mine.assign(year=mine["date"].str[:4].astype(int))
        mine = mine.sort_values(["year", "day", "event"], kind="stable")
        dated = mine["date"].str.len() == 10
        for year, part in mine.groupby("year", sort=True):
            # Without the days the order of the games is not known.
            if len(part) >= FEWEST and bool(dated[part.index].all()):
                later = mine[(mine["year"] > year) & dated].head(NEXT)
                yield str(career), int(str(year)), part, later


def season(part: pd.DataFrame) -> Season:
    """The games as the verdict takes them: rating before the first, level's draws and colours."""
    opponents = part["opponent_rating"].to_numpy(dtype=np.float64)
    level = float(opponents.mean())
    return Season(
        score=part["half_points"].to_numpy() / 2.0,
        opponents=opponents,
        colours=part["colour"].to_numpy(dtype=np.float64),
        advantage=float(white_advantage_at_level(level)),
        rating=float(part["rating"].iloc[0]),
        draw_prior=float(draw_share_at_level(level)),
        draw_origin="level",
    )


def _performance(played: Season, first: int, length: int) -> float:
    """Firth performance of some games, colours allowed for, Elo."""
    part = slice(first, first + length)
    moved = played.opponents[part] - played.advantage * played.colours[part]
    batch = RecordBatch.from_arrays([moved], [(2.0 * played.score[part]).astype(np.int8)])
    return float(estimate(batch, "firth").values[0])


def _surplus(later: pd.DataFrame, strength: float, advantage: float) -> float:
    """Points in the next games above what a strength expects."""
    gap = strength - later["opponent_rating"] + advantage * later["colour"]
    return float(later["half_points"].sum() / 2.0 - expected(gap.to_numpy(dtype=float)).sum())


def judged(
    career: str, year: int, part: pd.DataFrame, later: pd.DataFrame, nulls: int, seed: int
) -> dict[str, Any]:
    """One line of ``seasons.csv``."""
    played = season(part)
    key = make_key(seed, {"streaks-real": [career, year]})
    row: dict[str, Any] = {
        "career": career, "year": year, "games": len(played), "score": played.score.sum(),
        "rating": played.rating, "last rating": part["rating"].iloc[-1],
    }  # fmt: skip
    for direction in ("hot", "cold"):
        found = judge(played, seasons=nulls, key=key, direction=direction)
        word = word_of(found.joint_p, float(found.spells.bayes_factors.min()))
        row |= {
            f"{direction} p": found.joint_p,
            f"{direction} best window p": found.scan_p,
            f"{direction} all windows p": found.windows_p,
            f"{direction} change p": found.change_p,
            f"{direction} least Bayes factor": float(found.spells.bayes_factors.min()),
            f"{direction} word": WORDS[word],
        }
        if direction == "hot":
            start, length, _ = best_of(found.luck, "hot")
            strength = found.baseline.strength(played)
            ahead = forecast(played, found.baseline)
            window = _performance(played, start, length)
            row |= {
                "first": start + 1, "last": start + length,
                "points": played.score[start : start + length].sum(),
                "strength": strength, "window performance": window,
                "forecast": ahead.mean,
                "forecast low": ahead.quantile(0.025), "forecast high": ahead.quantile(0.975),
                "spell": ahead.any_hot,
            }  # fmt: skip
    if len(later) == NEXT:
        by = {
            "rating": row["rating"],
            "last rating": row["last rating"],
            "strength": row["strength"],
            "window performance": row["window performance"],
            "forecast": row["forecast"],
        }
        row |= {f"next minus {k}": _surplus(later, v, played.advantage) for k, v in by.items()}
    return row


def summary(seasons: pd.DataFrame) -> pd.DataFrame:
    """Shares and means over seasons; the player is the unit of their errors."""
    out = Rows(GROUP)
    cluster = pd.factorize(seasons["career"])[0].astype(np.int64)

    def mean(
        measure: str, values: Any, rows: Any = None, method: str = "", table: str = "seasons"
    ) -> None:
        x = np.asarray(values, dtype=np.float64)
        there = np.isfinite(x) if rows is None else np.isfinite(x) & np.asarray(rows)
        found = clustered_mean(np.where(there, x, 0.0), there.astype(float), cluster)
        out.add(table, measure, found, method=method)

    out.number("seasons", "seasons", len(seasons), len(seasons))
    out.number("seasons", "players", seasons["career"].nunique(), len(seasons))
    out.number("seasons", "games", seasons["games"].sum(), len(seasons))
    out.number("seasons", "games a season", seasons["games"].median(), len(seasons))
    for direction in ("hot", "cold"):
        for lens in ("p", "best window p", "all windows p", "change p"):
            for level in (0.05, 0.01):
                p = seasons[f"{direction} {lens}"]
                mean(f"{lens} <= {level:g}", p <= level, method=direction)
        reached = seasons[f"{direction} word"].map(WORDS.index)
        for k, word in enumerate(WORDS[1:], 1):
            mean(f"{word} or more", reached >= k, method=direction)
    rang = seasons["hot p"] <= 0.05
    either = rang | (seasons["cold p"] <= 0.05)
    drift = (seasons["last rating"] - seasons["rating"]).abs()
    steady = drift <= 20.0
    mean("rating moved by at most 20", steady)
    mean("p <= 0.05, rating moved by at most 20", rang, steady, "hot")
    mean("p <= 0.05, rating moved by more", rang, ~steady, "hot")
    mean("either p <= 0.05", either)
    for name, rows in (("", None), (" where it rang", rang)):
        excess = seasons["window performance"] - seasons["strength"]
        mean(f"window minus season{name}", excess, rows)
        mean(f"forecast minus season{name}", seasons["forecast"] - seasons["strength"], rows)
        mean(f"forecast minus rating{name}", seasons["forecast"] - seasons["rating"], rows)
        mean(f"spell{name}", seasons["spell"], rows)
    known = seasons["next minus forecast"].notna()
    out.number("next", "seasons", int(known.sum()), int(known.sum()))
    best = np.square(seasons["next minus forecast"])
    for by in ("rating", "last rating", "strength", "window performance", "forecast"):
        surplus = seasons[f"next minus {by}"]
        for name, rows in (("", known), (" where it rang", known & rang)):
            square = np.square(surplus)
            mean(f"points above expectation{name}", surplus, rows, by, "next")
            mean(f"squared error{name}", square, rows, by, "next")
            mean(f"squared error minus the forecast's{name}", square - best, rows, by, "next")
    return pd.DataFrame(out.rows, columns=[
        "table", "group", "method", "interval", "measure", "value", "mcse", "low", "high", "n",
    ])  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=HERE / "published")
    parser.add_argument("--seasons", type=int, default=4999, help="seasons of luck for each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="the first 20 seasons, 199 of luck")
    wish = parser.parse_args()
    every = list(seasons_of(load_tables(DATA)))
    every, nulls = (every[:20], 199) if wish.quick else (every, wish.seasons)
    lines = []
    for k, found in enumerate(every):
        lines.append(judged(*found, nulls, wish.seed))
        print(f"{k + 1:4d}/{len(every)}  {found[0]} {found[1]}", flush=True)
    seasons = pd.DataFrame(lines)
    wish.out.mkdir(parents=True, exist_ok=True)
    for name, table in (("seasons", seasons), ("summary", summary(seasons))):
        text = table.to_csv(index=False, float_format="%.6g", lineterminator="\n")
        write_whole(wish.out / f"{name}.csv", text)


if __name__ == "__main__":
    main()
