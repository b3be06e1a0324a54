"""National rules against published values, other programs and slow references."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from tprstats.errors import TprstatsError
from tprstats.estimators import RULES, estimate
from tprstats.estimators.dwz import success_rating
from tprstats.estimators.us_chess import effective_games
from tprstats.fide_tables import dp
from tprstats.records import Record, RecordBatch
from tprstats.results import Reason

CASES = Path(__file__).parents[2] / "cases"
DWZ = json.loads((CASES / "dwz_official.json").read_text(encoding="utf-8"))["rows"]
nan = float("nan")


def one(opponents: list[float], results: list[int], own: float = nan) -> RecordBatch:
    return RecordBatch.from_arrays([opponents], [results], own=[own])


def random_record(rng: np.random.Generator, low: int = 800, high: int = 2700) -> RecordBatch:
    n = int(rng.integers(1, 12))
    opponents = [float(r) for r in rng.integers(low, high, n)]
    results = [int(r) for r in rng.integers(0, 3, n)]
    return one(opponents, results, float(rng.integers(low, high)))


# --- Germany -----------------------------------------------------------------------------------


@pytest.mark.parametrize("row", DWZ, ids=lambda r: r["event"])
def test_dwz_published_by_the_federation(row: dict) -> None:
    # 20 of 21 values; the last is a test of ours, with the reason in the case.
    found = estimate(one(row["opponents"], row["half_points"]), "dwz").values[0]
    assert found == row.get("ours", row["rating"])


def test_dwz_stays_near_the_root() -> None:
    sigma = 200 * math.sqrt(2)
    rng = np.random.default_rng(3)
    for _ in range(200):
        batch = random_record(rng, 1500, 2100)
        score = batch.scores[0] / 2
        if not 0 < score < batch.counts[0]:
            continue
        found = estimate(batch, "dwz").values[0]
        r = batch.opponents[0]

        def surplus(x: float, r: np.ndarray = r, score: float = score) -> float:
            return float(norm.cdf((x - r) / sigma).sum() - score)

        # The iteration rests where D(1/2 + (W - We) / n) rounds to 0.
        assert abs(surplus(found)) / r.size < norm.cdf(0.5 / sigma) - 0.5 + 1e-12
        root = brentq(surplus, 0.0, 4000.0)
        # ... which lets it end within half a point over the mean slope of the curve there.
        slope = min(norm.pdf((x - r) / sigma).mean() / sigma for x in (root, found))
        assert abs(found - root) <= (norm.cdf(0.5 / sigma) - 0.5) / slope + 1e-9


@pytest.mark.parametrize(("extreme", "results", "wanted"), [(677, 2, 2677), (667, 0, 1333)])
def test_dwz_extremes(extreme: int, results: int, wanted: float) -> None:
    assert estimate(one([2000] * 5, [results] * 5), "dwz", extreme=extreme).values[0] == wanted


def test_first_dwz() -> None:
    # Opponents below 800 enter as 700 + R/8: 400 as 750.
    low = estimate(one([400.0] * 5, [1] * 5), "dwz", first_rating=True)
    assert low.values[0] == 750
    for opponents, results, reason in [
        ([1500] * 5, [2] * 5, Reason.PERFECT_SCORE),
        ([1500] * 5, [0] * 5, Reason.ZERO_SCORE),
        ([1500] * 4, [1] * 4, Reason.TOO_FEW_GAMES),
    ]:
        ratings = estimate(one(opponents, results), "dwz", first_rating=True)
        assert ratings.reasons[0] == reason
    with pytest.raises(TprstatsError, match="extreme"):
        estimate(one([1500], [1]), "dwz", extreme=0)


def test_success_rating_needs_games() -> None:
    with pytest.raises(TprstatsError, match="at least one"):
        success_rating(1700, 0, 0, 0)


# --- France ------------------------------------------------------------------------------------


def test_papi_is_exact_interpolation() -> None:
    table = {p: int(dp(p)) for p in range(101)} | {0: -677, 100: 677}
    rng = np.random.default_rng(5)
    for _ in range(400):
        batch = random_record(rng)
        own = int(batch.own[0])
        held = [min(max(int(r), own - 400), own + 400) for r in batch.opponents[0]]
        n, s2 = len(held), int(batch.scores[0])
        p = Fraction(100 * s2, 2 * n)
        low = int(p)
        step = table[min(low + 1, 100)] - table[low]
        exact = Fraction(sum(held), n) + table[low] + (p - low) * step
        assert estimate(batch, "papi").values[0] == round(exact)  # half to even, exactly


# --- Netherlands -------------------------------------------------------------------------------


def test_swiss_master_steps() -> None:
    # Held to own +-400: 2400 counts 2200; unrated out; 1.5/2 = .75 is the row 189-197.
    batch = one([2400, nan, 1750], [2, 2, 1], own=1800)
    assert estimate(batch, "swiss-master").values[0] == (2200 + 1750) / 2 + 193
    # The share is a whole per cent: 199/200 is 99.5 %, which becomes 100 and has no midpoint.
    long = estimate(one([1800] * 100, [2] * 99 + [1], own=1800), "swiss-master")
    assert long.reasons[0] == Reason.PERFECT_SCORE


# --- rules around the own rating ---------------------------------------------------------------


@pytest.mark.parametrize("method", [rule.id for rule in RULES.values() if "own" in rule.needs])
def test_own_rating_and_opponents_are_needed(method: str) -> None:
    assert estimate(one([1800], [1]), method).reasons[0] == Reason.NEEDS_OWN_RATING
    totals = Record.from_totals(1800, 5, 3, own=1800).batch()
    assert estimate(totals, method).reasons[0] == Reason.NEEDS_OPPONENTS
    for own in (1800, nan):
        assert estimate(one([nan], [1], own=own), method).reasons[0] == Reason.NO_GAMES


# --- England -----------------------------------------------------------------------------------


def test_ecf_grade_on_both_scales() -> None:
    grades = one([140, 100, 215], [2, 0, 1], own=160)  # held to 120 and 200
    found = estimate(grades, "ecf-grade", scale="grade").values[0]
    assert found == pytest.approx((190 + 70 + 200) / 3)
    elo = RecordBatch.from_arrays(
        7.5 * grades.opponents + 700, grades.half_points, own=7.5 * grades.own + 700
    )
    assert estimate(elo, "ecf-grade").values[0] == pytest.approx(7.5 * found + 700)
    with pytest.raises(TprstatsError, match="scale"):
        estimate(grades, "ecf-grade", scale="bcf")


# --- United States -----------------------------------------------------------------------------


def special_rating(
    prior: float, games: float, opponents: list[float], score: float, history: str
) -> float:
    """The document's own procedure (section 4.1), which walks from bend to bend."""
    if history == "wins":
        start, wanted = prior - 400, score + games
    elif history == "losses":
        start, wanted = prior + 400, score
    else:
        start, wanted = prior, score + games / 2
    bends = sorted({r + e for r in [start, *opponents] for e in (-400, 400)})

    def line(own: float, opponent: float) -> float:
        return min(max(0.5 + (own - opponent) / 800, 0.0), 1.0)

    def f(r: float) -> float:
        return games * line(r, start) + sum(line(r, o) for o in opponents) - wanted

    m = start
    for _ in range(1000):
        value = f(m)
        if value > 1e-7:
            z = max(b for b in bends if b < m)
        elif value < -1e-7:
            z = min(b for b in bends if b > m)
        else:
            break
        slope = value - f(z)
        if abs(slope) < 1e-7:
            m = z
        else:
            step = m - value * (m - z) / slope
            m = max(step, z) if z < m else min(step, z)
    if not any(abs(m - r) <= 400 for r in [start, *opponents]):
        below, above = max(b for b in bends if b < m), min(b for b in bends if b > m)
        m = min(max(prior, below), above)
    return min(max(m, 100.0), 2700.0)


@pytest.mark.parametrize("history", ["mixed", "wins", "losses"])
@pytest.mark.parametrize("spread", [300, 2500])
def test_special_rating_against_the_document_s_procedure(history: str, spread: int) -> None:
    rng = np.random.default_rng(11)
    for _ in range(300):
        batch = random_record(rng, 100, 100 + spread)
        games = float(rng.integers(1, 9))
        found = estimate(batch, "us-chess", prior_games=games, history=history).values[0]
        own = float(batch.own[0])
        wanted = special_rating(
            own,
            float(effective_games(own, games)),
            batch.opponents[0].tolist(),
            batch.scores[0] / 2,
            history,
        )
        assert found == pytest.approx(wanted, abs=1e-4)  # the procedure stops at 1e-7 points


@pytest.mark.parametrize(
    ("rating", "sd"), [(1000, 102), (1500, 85), (1800, 74), (2000, 65), (2200, 56), (2400, 49)]
)
def test_effective_games(rating: float, sd: int) -> None:
    # A rating worth N* games has the SD (2 / C) / sqrt(N*): the table of statistics D.
    star = float(effective_games(rating, 1000))
    assert round(800 / math.log(10) / math.sqrt(star)) == sd
    assert float(effective_games(rating, 3)) == 3.0


def test_effective_games_are_50_above_2355_only() -> None:
    # The document: the formula up to 2355 (where it gives a little less), 50 above.
    at = 50 / math.sqrt(0.662 + 0.00000739 * (2569 - 2355) ** 2)
    assert float(effective_games(2355, 1000)) == pytest.approx(at, rel=1e-12)
    assert at < 49.99
    assert float(effective_games(2356, 1000)) == float(effective_games(2900, 1000)) == 50


def test_special_rating_without_earlier_games() -> None:
    # Close opponents: the algorithm of 400.
    close = one([1500, 1550, 1620], [2, 1, 0])
    wanted = estimate(close, "shortcut").values[0]
    assert estimate(close, "us-chess").values[0] == pytest.approx(wanted)
    # All won: every rating from highest + 400 on fits; the nearest to the own rating is taken.
    for own, wanted in [(1500, 1900), (2000, 2000), (nan, 1900)]:
        assert estimate(one([1400, 1500], [2, 2], own), "us-chess").values[0] == wanted
    # All lost, by an adult without rating: 1300 is imputed, and 1200 - 400 is the most.
    assert estimate(one([1200, 1500], [0, 0]), "us-chess").values[0] == 800
    assert estimate(one([2900], [2], 2600), "us-chess").values[0] == 2700
    assert estimate(one([300], [0], 200), "us-chess").values[0] == 100


def test_special_rating_flat_stretch_stays_near_the_prior() -> None:
    # N' = 2 draws against 1500, two draws against 3000: all of 1900 to 2600 fits.
    assert estimate(one([3000, 3000], [1, 1], 1500), "us-chess", prior_games=2).values[0] == 1900


def test_an_adult_of_whom_nothing_is_known_starts_at_1300() -> None:
    # A win over 500 and a loss to 2000: all of 900 to 1600 fits, and the start stays.
    batch = one([500, 2000], [2, 0])
    assert estimate(batch, "us-chess").values[0] == 1300
    assert estimate(one([500, 2000], [2, 0], 1000), "us-chess").values[0] == 1000


def test_special_rating_input() -> None:
    record = one([1500], [1])
    needs = estimate(record, "us-chess", prior_games=5)
    assert needs.reasons[0] == Reason.NEEDS_OWN_RATING
    with pytest.raises(TprstatsError, match="history"):
        estimate(record, "us-chess", history="draws")
    with pytest.raises(TprstatsError, match="prior_games"):
        estimate(record, "us-chess", prior_games=-1)


# --- Ismail ------------------------------------------------------------------------------------


def complete(score: float, games: int, average: float) -> float:
    share = (games + 0.5 - score) / (score + 0.5)
    return average - (games + 1) / games * 400 * math.log10(share)


def test_cpr_best_subset_by_enumeration() -> None:
    rng = np.random.default_rng(13)
    for _ in range(60):
        n = int(rng.integers(1, 9))
        opponents = rng.integers(1000, 2800, n).astype(float)
        batch = one(opponents.tolist(), [2] * n)
        best = max(
            complete(k, k, float(np.mean(chosen)))
            for k in range(1, n + 1)
            for chosen in combinations(opponents, k)
        )
        assert estimate(batch, "cpr", best_subset=True).values[0] == pytest.approx(best, abs=1e-9)
    uneven = one([2000, 1900], [2, 1])
    plain = estimate(uneven, "cpr").values[0]
    assert estimate(uneven, "cpr", best_subset=True).values[0] == plain
    assert plain == pytest.approx(complete(1.5, 2, 1950))
    totals = Record.from_totals(2000, 5, 5).batch()
    assert estimate(totals, "cpr", best_subset=True).reasons[0] == Reason.NEEDS_OPPONENTS


def test_epr_maximises_its_probability() -> None:
    # By brute force: the most likely share whose probability of the score is at most t.
    t = 0.75
    w = np.linspace(1e-4, 1 - 1e-4, 9999)
    for n, score in [(3, 3.0), (4, 0.0), (5, 2.0), (3, 1.5), (9, 9.0)]:
        trials, wins = (n, int(score)) if score == int(score) else (2 * n, int(2 * score))
        chance = math.comb(trials, wins) * w**wins * (1 - w) ** (trials - wins)
        best = w[np.argmax(np.where(chance <= t, chance, -1.0))]  # within a step of 1e-4
        found = estimate(Record.from_totals(2000, n, score).batch(), "epr").values[0]
        assert 1 / (1 + 10 ** ((2000 - found) / 400)) == pytest.approx(best, abs=1.01e-4)
    # At t = 1/2 a win of one game shows no more than an even player; t = 1 has no finite rating.
    assert estimate(one([2000], [2]), "epr", threshold=0.5).values[0] == pytest.approx(2000)
    for refused in (0.4, 1.0):
        with pytest.raises(TprstatsError, match="threshold"):
            estimate(one([2000], [1]), "epr", threshold=refused)


@pytest.mark.parametrize(
    ("games", "above"), [(1, 190.8), (2, 324.2), (5, 491.0), (7, 550.9), (9, 595.3), (11, 630.7)]
)
def test_epr_of_perfect_scores(games: int, above: float) -> None:
    ratings = estimate(Record.from_totals(2000, games, games).batch(), "epr")
    assert round(float(ratings.values[0]) - 2000, 1) == above
