"""What is measured of a kind of season: how often a verdict rings, and whether a forecast holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.mcse import Figure, mean_of_events, share_of_events
from tprstats.outcomes import davidson_chances
from tprstats.rng import make_key
from tprstats.streaks.judge import Judgement, judge
from tprstats.streaks.made_seasons import STRENGTH, Cell, FromPrior, draw_season, from_prior
from tprstats.streaks.named import score_tails
from tprstats.streaks.season import Season, constant_strength
from tprstats.streaks.spells import SpellPrior, bayes_factors
from tprstats.streaks.words import WORDS, word_of

__all__ = ["forecast_cell", "looks_cell", "named_cell", "verdict_cell"]

Array = NDArray[np.float64]

LEVELS = (0.05, 0.01, 0.001)


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
    key = make_key(seed, {"calibration": _pattern(cell)})
    found = np.empty((seasons, len(_LENSES) + 1))
    ideal = np.zeros((seasons, 2))
    for k in range(seasons):
        season, hot = draw_season(cell, key, k)
        found[k] = _numbers(judge(season, seasons=nulls, key=key, outer=k + 1))
        if cell.length:
            plain, _ = draw_season(replace(cell, boost=0.0), key, k)
            ideal[k] = [_log_ratio(cell, s, hot) for s in (plain, season)]
    p = found.T[:-1]
    words = np.array([word_of(row[_VERDICT], row[-1]) for row in found])
    shares = {
        f"{lens} p <= {a:g}": share_of_events(v <= a)
        for lens, v in zip(_LENSES, p, strict=True)
        for a in LEVELS
    }
    shares |= {f"{word} or more": share_of_events(words >= i) for i, word in enumerate(WORDS) if i}
    if cell.length:
        # The most powerful test there is: pooled over schedules it needs one critical value.
        critical = np.quantile(ideal[:, 0], 0.95)
        shares["ideal test that knows the spell"] = share_of_events(ideal[:, 1] > critical)
    return _result(cell, shares, seasons=seasons, nulls=nulls, seed=seed)


_LENSES = (
    "best window", "all windows", "stretches", "change point (shown only)",
    "lenses together, side not asked", "verdict",
)  # fmt: skip
_VERDICT = _LENSES.index("verdict")


def _numbers(j: Judgement) -> tuple[float, ...]:
    """The p of each lens, and the least Bayes factor where the verdict rings."""
    # Where the lenses do not ring the rest does not matter, and takes longer than they do.
    ring = j.joint_p <= LEVELS[0]
    verdict = j.p if ring else j.joint_p
    least = float(j.spells.bayes_factors.min()) if ring else 0.0
    return j.scan_p, j.windows_p, j.stretch_p, j.change_p, j.joint_p, verdict, least


def _pattern(cell: Cell) -> dict[str, Any]:
    """What seasons with and without a spell have in common: they share their luck."""
    return asdict(replace(cell, name="", boost=0.0, length=0, begins="anywhere"))


def _log_ratio(cell: Cell, season: Season, hot: tuple[int, int]) -> float:
    """Log likelihood ratio of the spell, with window, boost and strength known."""
    part = slice(*hot)
    gap = STRENGTH - season.opponents[part]
    k = (2.0 * season.score[part]).astype(int)

    def log_chance(boost: float) -> Array:
        chances = np.stack(davidson_chances(cell.slope * (gap + boost), cell.draw_share))
        return np.asarray(np.log(chances[2 - k, np.arange(k.size)]))

    return float((log_chance(cell.boost) - log_chance(0.0)).sum())


def named_cell(cell: Cell, *, seasons: int, nulls: int = 0, seed: int = 1) -> dict[str, Any]:
    """Shares of seasons in which a window named beforehand rings; it lies where the spell does.

    Parameters
    ----------
    cell
        Kind of season; without a boost nothing is special about the window.
    seasons, seed
        How many, and of the random numbers.
    nulls
        Not needed: the p is exact.
    """
    key = make_key(seed, {"named": _pattern(cell)})
    p = np.empty((seasons, 3))
    words = np.empty(seasons)
    for k in range(seasons):
        season, (start, end) = draw_season(cell, key, k)
        baseline = constant_strength(season)
        inside = np.zeros(len(season), dtype=bool)
        inside[start:end] = True
        tails = score_tails(season, baseline, inside, SpellPrior())
        wanted = np.zeros((1, len(season)), dtype=bool)
        wanted[0, start] = True
        bayes = bayes_factors(season, baseline, wanted, cell.length, "hot", SpellPrior())
        p[k] = tails.p("hot"), tails.mid_p("hot"), tails.p("either")
        words[k] = word_of(p[k, 0], float(bayes.min()))
    names = ("exact p", "mid-p", "exact p, either side")
    shares = {
        f"{name} <= {a:g}": share_of_events(v <= a)
        for name, v in zip(names, p.T, strict=True)
        for a in LEVELS[:2]
    }
    shares |= {f"{word} or more": share_of_events(words >= i) for i, word in enumerate(WORDS) if i}
    return _result(cell, shares, seasons=seasons, nulls=nulls, seed=seed)


def forecast_cell(
    cell: FromPrior, *, seasons: int, nulls: int = 199, seed: int = 1
) -> dict[str, Any]:
    """Seasons drawn from a prior: ranks of the truth and coverage of the default's forecast.

    Strength, slope, spell, boost and end are drawn from the cell's prior, games from the Davidson
    model; the truth is the mean strength over the next games.
    """
    key = make_key(seed, {"forecast": asdict(replace(cell, cell=replace(cell.cell, name="")))})
    truth_prior = replace(cell.prior, level=STRENGTH)
    ranks, covered, error, rang = (np.empty(seasons) for _ in range(4))
    for k in range(seasons):
        season, truth = from_prior(cell.cell, truth_prior, key, k, drift=cell.drift)
        verdict = judge(season, seasons=nulls, key=key, outer=k + 1)
        found = verdict.spells.forecast
        ranks[k] = found.below(truth)
        covered[k] = 0.025 <= ranks[k] <= 0.975
        error[k] = found.mean - truth
        rang[k] = verdict.p <= LEVELS[0]
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
    key = make_key(seed, {"looks": every, "cell": _pattern(cell)})
    looks = range(every, cell.games + 1, every)
    free, paid = np.zeros(seasons, dtype=bool), np.zeros(seasons, dtype=bool)
    for k in range(seasons):
        season, _ = draw_season(cell, key, k)
        outer = (len(looks) + 1) * k + 1
        each = [
            judge(season.first(n), seasons=nulls, key=key, outer=outer + i).p
            for i, n in enumerate(looks)
        ]
        together = judge(
            season, seasons=nulls, key=key, outer=outer + len(looks), looks=tuple(looks[:-1])
        )
        free[k], paid[k] = min(each) <= 0.05, together.p <= 0.05
    shares = {
        "rings at some look, not paid for": share_of_events(free),
        "rings at the last look, all paid for": share_of_events(paid),
    }
    return _result(cell, shares, every=every, seasons=seasons, nulls=nulls, seed=seed)


def _result(
    cell: Cell | FromPrior, shares: Mapping[str, Figure], **settings: Any
) -> dict[str, Any]:
    return {
        "cell": asdict(cell),
        "settings": settings,
        "figures": {name: figure.to_json() for name, figure in shares.items()},
    }
