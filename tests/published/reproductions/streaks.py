"""Chances of streaks."""

from __future__ import annotations

from tprstats.exact import score_distribution
from tprstats.outcomes import EloDavidson
from tprstats.records import RecordBatch
from tprstats.streaks.sequences import almost_run_chance, run_chance, share_after_streak


def miller_sanjurjo() -> dict[str, float]:
    cases = ((3, 1), (4, 1), (5, 1), (10, 1), (10, 2), (10, 3), (100, 3))
    return {f"n = {n}, k = {k}": share_after_streak(n, k) for n, k in cases}


def diao() -> dict[str, float]:
    return {
        "61 wins at 90 %": run_chance([0.9] * 61, 61),
        "61 wins at 80 %": run_chance([0.8] * 61, 61),
    }


def runs() -> dict[str, float]:
    return {
        "fair coin, 100 flips, 7": run_chance([0.5] * 100, 7),
        "fair coin, 200 flips, 8": run_chance([0.5] * 200, 8),
        "wins at 90 %, 1000 games, 46": run_chance([0.9] * 1000, 46),
        "wins at 90 %, 10000 games, 61": run_chance([0.9] * 10_000, 61),
        "wins at 89.16 %, 3500 games, 46": run_chance([0.8916] * 3500, 46),
        "at most one draw, .88 and .05, 3500 games, 46": almost_run_chance(
            [0.88] * 3500, [0.05] * 3500, 46
        ),
        "wins at 88 %, 3500 games, 46": run_chance([0.88] * 3500, 46),
        "at most one draw, .6 and .2, 8 games, 4": almost_run_chance([0.6] * 8, [0.2] * 8, 4),
    }


def _at_least(own: float, opponents: list[float], score: float, share: float) -> float:
    """Chance of so many points or more at the listed ratings."""
    schedule = RecordBatch.from_arrays([opponents], 0)
    law = score_distribution(schedule, [own], EloDavidson(share))[0]
    return float(law[round(2 * score) :].sum())


def famous() -> dict[str, float]:
    """Caruana in 2014 and Fischer in 1971 at their ratings, by draw share between equals."""
    field = [2772.0, 2768.0, 2877.0, 2805.0, 2787.0]
    found = {}
    for share in (0.0, 0.3, 0.5, 0.6):
        found[f"Caruana, 7/7, draws {share:g}"] = _at_least(2801, (field * 2)[:7], 7, share)
        found[f"Caruana, 8.5/10, draws {share:g}"] = _at_least(2801, field * 2, 8.5, share)
    for name, own, other in (("Taimanov", 2740, 2620), ("Larsen", 2760, 2660)):
        for share in (0.0, 0.3, 0.4):
            found[f"Fischer-{name}, 6/6, draws {share:g}"] = _at_least(own, [other] * 6, 6, share)
    return found
