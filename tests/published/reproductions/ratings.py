"""Ratings of single records: tables, examples and famous results."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import tprstats as tpr
from tprstats.elo import expected_normal
from tprstats.estimators import estimate
from tprstats.fide_tables import DP, dp, interval_midpoint, pd_hundredths
from tprstats.records import Record, RecordBatch

DATA = Path(__file__).parents[2] / "data"


def by_average(method: str, average: float, games: int, score: float, **options: float) -> float:
    """A rule over so many games against one average rating."""
    half_points = round(2 * score)
    results = [2] * (half_points // 2) + [1] * (half_points % 2)
    results += [0] * (games - len(results))
    batch = RecordBatch.from_arrays([[average] * games], [results], own=[average])
    return float(estimate(batch, method, **options).values[0])


def fide_tables() -> dict[str, float]:
    """Entries that equal those of the tie-break program of FIDE's technical commission."""
    from gacrux.fidetables import DiffToPd, ScoreToDp

    gaps = np.arange(len(DiffToPd))
    return {
        "dp of 8.1.1": np.count_nonzero(np.array(ScoreToDp) == dp(np.arange(101))),
        "PD of 8.1.2": np.count_nonzero(np.array(DiffToPd) == pd_hundredths(gaps)),
    }


def fide_derivation() -> dict[str, float]:
    """Where 8.1.2 leaves the normal curve, and dp from its intervals."""
    gaps = np.arange(736)
    rounded = np.floor(100 * expected_normal(gaps) + 0.5)
    irregular = gaps[pd_hundredths(gaps) != rounded]
    whole = np.arange(51, 100)
    midpoints = np.floor(interval_midpoint(whole))
    found = {f"irregular D, no. {k}": float(d) for k, d in enumerate(irregular, 1)}
    return found | {
        "irregular D, how many": irregular.size,
        "dp = whole midpoint, 51 to 99 %": np.count_nonzero(midpoints == DP[whole]),
    }


def opening_examples() -> dict[str, float]:
    return {
        "fide, 6.5/9 v 2300": by_average("fide", 2300, 9, 6.5),
        "shortcut, 6.5/9 v 2300": by_average("shortcut", 2300, 9, 6.5),
        "fide, 5/5 v 2200": by_average("fide", 2200, 5, 5),
        "shortcut, 5/5 v 2200": by_average("shortcut", 2200, 5, 5),
        "swiss-master, 2/11 v 1339": by_average("swiss-master", 1339, 11, 2),
        "swiss-master, 5.5/11 v 1715": by_average("swiss-master", 1715, 11, 5.5),
        "average-clamped, 3.5/5 v 1800": by_average("average-clamped", 1800, 5, 3.5),
        "average-capped, 5/7 v 1800": by_average("average-capped", 1800, 7, 5),
    }


def ismail_epr() -> dict[str, float]:
    epr = {f"EPR, {m:g}/2": by_average("epr", 2700, 2, m) for m in (0, 0.5, 1, 1.5, 2)}
    return epr | {f"TPR, {m:g}/2": by_average("average", 2700, 2, m) for m in (0.5, 1, 1.5)}


def ismail_epr_prose() -> dict[str, float]:
    half = by_average("epr", 2700, 2, 0, threshold=0.5)
    return {"0/2, t = 0.75": by_average("epr", 2700, 2, 0), "0/2, t = 0.5": half}


def ismail_cpr() -> dict[str, float]:
    cases = ((2, 2600), (9, 2585), (11, 2705))
    return {f"{n}/{n} v {average}": by_average("cpr", average, n, n) for n, average in cases}


def olympiad_2024() -> dict[str, float]:
    return {
        "8/8 v 1876": by_average("fide", 1876, 8, 8),
        "7/8 v 2124": by_average("fide", 2124, 8, 7),
        "1/1 v 2000": by_average("fide", 2000, 1, 1),
        "11/11 v 2000": by_average("fide", 2000, 11, 11),
    }


def thompson() -> dict[str, float]:
    """``per-opponent`` with a draw against oneself added where there is no finite number."""

    def drawn_with_self(opponent: float, own: float, result: int) -> float:
        batch = RecordBatch.from_arrays([[opponent] * 3 + [own]], [[result] * 3 + [1]])
        return float(estimate(batch, "per-opponent").values[0])

    found = {
        "3/3 v 2500, own 2600": drawn_with_self(2500, 2600, 2),
        "2.5/3 v 2500": by_average("per-opponent", 2500, 3, 2.5),
        "0/3 v 2000, own 1600": drawn_with_self(2000, 1600, 0),
        "3/3 v 2000, own 1600": drawn_with_self(2000, 1600, 2),
    }
    for score in (0.5, 1, 1.5, 2, 2.5):
        found[f"{score:g}/3 v 2000"] = by_average("per-opponent", 2000, 3, score)
    return found


def navara() -> dict[str, float]:
    return {"7/7 v 2441": by_average("fide", 2441, 7, 7)}


def caruana_2014() -> dict[str, float]:
    """All five reports are of one event: by the average, the rule that gives the first."""
    opponents = [2772, 2768, 2877, 2805, 2787] * 2
    batch = RecordBatch.from_arrays([opponents], [[2] * 7 + [1] * 3], own=[2801])

    def by(method: str) -> float:
        return float(estimate(batch, method).values[0])

    logistic, linear = by("average"), by("shortcut")
    return {
        "Chess Life": logistic,
        "chessexpress": logistic,
        "Rogers": logistic,
        "chess.com": linear,
        "fide": by("fide"),
        "average": logistic,
        "shortcut": linear,
        "per-opponent": by("per-opponent"),
    }


def chess_life_2014() -> dict[str, float]:
    table = {
        "Caruana, St. Louis 2014": (2802, 10, 8.5),
        "Carlsen, Nanjing 2009": (2762, 10, 8),
        "Carlsen, London 2012": (2740, 8, 6.5),
        "Ivanchuk, Sofia 2008": (2737, 10, 8),
        "Karpov, Linares 1994": (2681, 13, 11),
        "Ivanchuk, Gibraltar 2011": (2602, 10, 9),
        "Kramnik, Manila 1992": (2514, 9, 8.5),
        "Kasparov, Belgrade 1989": (2599, 11, 9.5),
        "Kasparov, Tilburg 1989": (2604, 14, 12),
    }
    return {name: by_average("fide", *event) for name, event in table.items()}


def carlsen_100() -> dict[str, float]:
    """The 101 games of which the first and the last hundred were published."""
    record = tpr.read(DATA / "carlsen_101_games.csv").records[0]
    found = {}
    for name, games in (("1", record.games[:100]), ("2", record.games[1:])):
        batch = Record(record.player, games).batch()
        found[f"hundred {name}: score"] = batch.scores[0] / 2.0
        found[f"hundred {name}: average of opponents"] = float(batch.opponents.mean())
        for method in ("fide", "per-opponent", "per-opponent-normal"):
            found[f"hundred {name}: {method}"] = float(estimate(batch, method).values[0])
    return found
