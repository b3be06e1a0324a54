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
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtri

from tprstats.data import example_path
from tprstats.elo import LOGIT_PER_ELO
from tprstats.files import write_whole
from tprstats.mcse import Figure, mean_of_events, share_of_events
from tprstats.outcomes import davidson_chances
from tprstats.readers import read
from tprstats.rng import Key, Purpose, make_key, uniforms
from tprstats.streaks.judge import Judgement, judge
from tprstats.streaks.season import Season
from tprstats.streaks.spells import SpellPrior, forecast
from tprstats.streaks.words import WORDS, word_of

__all__ = [
    "STUDIES",
    "Cell",
    "as_csv",
    "draw_season",
    "forecast_cell",
    "run",
    "verdict_cell",
]

Array = NDArray[np.float64]

STRENGTH = 2000.0
LEVELS = (0.05, 0.01, 0.001)
EVENT = 9
"""Games of an event where opponents come in clusters."""


@dataclass(frozen=True)
class Cell:
    """A kind of season.

    Parameters
    ----------
    name
        Of the cell, and of its file.
    games
        In the season.
    opponents
        ``"equal"``; ``"normal"`` (SD 150); ``"clustered"`` (events of nine games whose fields
        differ with SD 150, SD 80 within); ``"swiss"`` (those of real players of the shipped
        event, relative to the own rating, one event after another); ``"by-rating"`` (the own
        rating, updated every ten games, SD 100 about it).
    draw_share
        Between equals.
    slope
        Logits of expected score for a logit of rating difference.
    rating_error
        Published rating minus strength, Elo.
    k_factor
        Of the own rating with ``"by-rating"``.
    boost, length
        Of a hot spell, Elo and games; it begins at any game that leaves it whole, alike.
    """

    name: str
    games: int = 60
    opponents: str = "normal"
    draw_share: float = 0.35
    slope: float = 1.0
    rating_error: float = 0.0
    k_factor: float = 20.0
    boost: float = 0.0
    length: int = 0


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


_SWISS: list[Array] = []


def _swiss() -> list[Array]:
    """Opponents relative to the own rating, of the players of the shipped event."""
    if not _SWISS:
        for record in read(example_path()):
            games = record.rated()
            if len(games) >= 5 and record.player.rating:
                own = record.player.rating
                _SWISS.append(np.array([(g.opponent_rating or own) - own for g in games]))
    return _SWISS


def _normal(key: Key, replicate: int, purpose: Purpose, count: int) -> Array:
    return np.asarray(ndtri(uniforms(key, replicate, purpose, np.arange(count))))


def _fixed_opponents(cell: Cell, key: Key, replicate: int) -> Array:
    n = cell.games
    if cell.opponents == "equal":
        return np.full(n, STRENGTH)
    z = _normal(key, replicate, Purpose.STRENGTH, n)
    if cell.opponents == "normal":
        return STRENGTH + 150.0 * z
    if cell.opponents == "clustered":
        field = _normal(key, replicate, Purpose.FORM, -(-n // EVENT))
        return STRENGTH + 150.0 * np.repeat(field, EVENT)[:n] + 80.0 * z
    u = uniforms(key, replicate, Purpose.PAIRING, np.arange(n))
    events = _swiss()
    return STRENGTH + np.concatenate([events[int(x * len(events))] for x in u])[:n]


def draw_season(cell: Cell, key: Key, replicate: int) -> tuple[Season, tuple[int, int]]:
    """One season of a cell, and where its hot spell begins and ends."""
    n = cell.games
    start = 0
    if cell.length:
        u = float(uniforms(key, replicate, Purpose.SPELL, 0))
        start = int(u * (n - cell.length + 1))
    boost = np.zeros(n)
    boost[start : start + cell.length] = cell.boost
    luck = uniforms(key, replicate, Purpose.GAME, np.arange(n))
    published = STRENGTH + cell.rating_error
    if cell.opponents != "by-rating":
        opponents = _fixed_opponents(cell, key, replicate)
        score = _play(cell, boost, opponents, luck)
    else:
        z = _normal(key, replicate, Purpose.STRENGTH, n)
        opponents, score, own = np.empty(n), np.empty(n), published
        for i in range(0, n, 10):
            part = slice(i, min(i + 10, n))
            opponents[part] = own + 100.0 * z[part]
            score[part] = _play(cell, boost[part], opponents[part], luck[part])
            gain = score[part] - expit(LOGIT_PER_ELO * (own - opponents[part]))
            own += cell.k_factor * float(gain.sum())
    season = Season(score, opponents, np.zeros(n), rating=published, draw_prior=0.3)
    return season, (start, start + cell.length)


def _play(cell: Cell, boost: Array, opponents: Array, luck: Array) -> Array:
    win, draw, _ = davidson_chances(cell.slope * (STRENGTH + boost - opponents), cell.draw_share)
    return 0.5 * ((luck < win).astype(np.float64) + (luck < win + draw))


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
        season, truth = _from_prior(cell, prior, key, k)
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


def _from_prior(cell: Cell, prior: SpellPrior, key: Key, k: int) -> tuple[Season, float]:
    full = prior.of(Season(np.zeros(1), np.full(1, STRENGTH), np.zeros(1), rating=STRENGTH))
    u = uniforms(key, k, Purpose.SPELL, np.arange(8))
    assert full.level_sd is not None
    away = full.level_sd * float(ndtri(u[0]))
    slope = 1.0 + full.slope_sd * float(ndtri(u[1]))
    boost, end, start = 0.0, 0, 0
    if u[2] < full.chance:
        # The prior is cut where the quadrature of the boost ends.
        boost = full.boost_sd * float(ndtri(u[3]))
        boost = float(np.clip(boost, -832.0, 832.0))
        start = int(u[4] * cell.games)
        end = start + 1 + int(np.log(u[5]) / np.log(full.stay))
    t = np.arange(cell.games)
    lift = away + np.where((t >= start) & (t < end), boost, 0.0)
    opponents = _fixed_opponents(cell, key, k)
    eta = lift + slope * (STRENGTH - opponents)
    win, draw, _ = davidson_chances(eta, cell.draw_share)
    luck = uniforms(key, k, Purpose.GAME, t)
    score = 0.5 * ((luck < win).astype(np.float64) + (luck < win + draw))
    ahead = min(max(end - cell.games, 0), full.horizon) / full.horizon
    season = Season(score, opponents, np.zeros(cell.games), rating=STRENGTH, draw_prior=0.3)
    return season, STRENGTH + away + boost * ahead


def _result(cell: Cell, shares: dict[str, Figure], **settings: Any) -> dict[str, Any]:
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
