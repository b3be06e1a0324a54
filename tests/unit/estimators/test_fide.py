"""FIDE: averages with cuts, perfect tournament performance, first rating, rating change."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tprstats.errors import InputError, TprstatsError
from tprstats.estimators import estimate
from tprstats.estimators.fide import average_rating_of_opponents
from tprstats.estimators.norm_opponents import norm_opponents
from tprstats.estimators.rating_change import rating_change
from tprstats.records import RecordBatch
from tprstats.results import Reason

nan = float("nan")


def one(opponents: list[float], results: list[int]) -> RecordBatch:
    return RecordBatch.from_arrays([opponents], [results])


# --- 10.1: average with cuts -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [(0, 0, 1880), (1, 0, 1988), (2, 0, 2067), (1, 1, 1917), (2, 2, 1900), (3, 2, None)],
)
def test_average_with_cuts(low: int, high: int, wanted: float | None) -> None:
    batch = one([1750, 1900, 2200, 1450, 2100], [2, 2, 1, 2, 1])
    found = average_rating_of_opponents(batch, cut_lowest=low, cut_highest=high)[0]
    assert np.isnan(found) if wanted is None else found == wanted


def test_half_a_point_of_average_goes_up() -> None:
    assert average_rating_of_opponents(one([2000, 2001], [0, 0]))[0] == 2001
    assert estimate(one([2000, 2001], [2, 0]), "fide").values[0] == 2001
    assert estimate(one([2000, 2001], [2, 0]), "fide", floored=True).values[0] == 2000


def test_unrated_opponents_are_left_out_or_counted() -> None:
    batch = one([2000, nan, 1800], [2, 2, 0])
    assert estimate(batch, "fide").values[0] == 1900  # 1/2 against 1900
    assert estimate(batch.with_unrated(1400), "fide").values[0] == 1733 + 125  # 67 %


def test_norm_opponents_raise_one_only() -> None:
    # Two below the floor of 2200: only the lowest is raised (1.4.6 c).
    batch, average = norm_opponents(one([2500, 2100, nan, 2400], [1, 1, 1, 1]), floor=2200)
    assert batch.opponents[0].tolist() == [2500, 2100, 2200, 2400]
    assert average[0] == 2300
    # A field above the floor is left alone.
    batch, average = norm_opponents(one([2500, 2450], [1, 1]), floor=2200)
    assert batch.opponents[0].tolist() == [2500, 2450]
    assert average[0] == 2475


# --- 10.3: perfect tournament performance ------------------------------------------------------


def test_perfect_tournament_performance_plateau() -> None:
    # 1/2 against 2800 and 1000: every rating from 1736 to 2064 expects exactly 1.
    assert estimate(one([2800, 1000], [0, 2]), "fide-ptp").values[0] == 1736


@pytest.mark.parametrize(("perfect", "wanted"), [(736, 2936), (800, 3000)])
def test_perfect_score_readings(perfect: int, wanted: float) -> None:
    batch = one([2000, 2200], [2, 2])
    assert estimate(batch, "fide-ptp", perfect=perfect).values[0] == wanted


@pytest.mark.parametrize("results", [[0, 0, 1], [1, 0, 1], [2, 1, 2]])
def test_perfect_tournament_performance_of_low_ratings(results: list[int]) -> None:
    # Below 737 too the answer may lie under every opponent: all whole ratings one by one.
    opponents = [210, 340, 425]
    table = Path(__file__).parents[2] / "data" / "fide_8_1_2.csv"
    with table.open(encoding="utf-8", newline="") as file:
        rows = [(int(r["d_min"]), round(100 * float(r["pd_high"]))) for r in csv.DictReader(file)]

    def hundredths(gap: int) -> int:
        high = max(p for low, p in rows if low <= abs(gap))
        return high if gap >= 0 else 100 - high

    wanted = next(
        r
        for r in range(-1000, 2000)
        if sum(hundredths(r - o) for o in opponents) >= 50 * sum(results)
    )
    assert estimate(one(opponents, results), "fide-ptp").values[0] == wanted


def test_zero_score_is_800_below_the_lowest() -> None:
    assert estimate(one([2100, 2200], [0, 0]), "fide-ptp").values[0] == 1300


# --- B.02 8.2: first rating --------------------------------------------------------------------


def test_first_rating_published_by_fide() -> None:
    batch = one([1902, 1877, 1884, 2012, 1832], [1, 1, 2, 0, 2])
    assert estimate(batch, "fide-initial").values[0] == 1922
    # FIDE's own report page still prints the rule of 2022.
    assert estimate(batch, "fide-initial", edition="2022").values[0] == 1921


@pytest.mark.parametrize(
    ("edition", "opponents", "results", "reason"),
    [
        ("2024", [1900] * 5, [0] * 5, Reason.FIRST_EVENT_ZERO),
        ("2024", [1900] * 4, [2] * 4, Reason.TOO_FEW_GAMES),
        ("2024", [1900] * 4 + [nan], [2] * 5, Reason.TOO_FEW_GAMES),
        ("2024", [1400] * 5, [0, 0, 0, 0, 1], Reason.FIRST_RATING_TOO_LOW),
        ("2022", [1400] * 5, [0, 0, 0, 0, 1], Reason.OK),
        ("2022", [1300] * 5, [0, 0, 0, 0, 1], Reason.FIRST_RATING_TOO_LOW),
        # The floor itself is high enough: (5 x 1240 + 3600) / 7 = 1400 at 50 %; 1000 in 2022.
        ("2024", [1240] * 5, [1] * 5, Reason.OK),
        ("2024", [1239] * 5, [1] * 5, Reason.FIRST_RATING_TOO_LOW),
        ("2022", [1000] * 5, [1] * 5, Reason.OK),
        ("2022", [999] * 5, [1] * 5, Reason.FIRST_RATING_TOO_LOW),
        ("2024", [nan] * 5, [2] * 5, Reason.NO_GAMES),
    ],
)
def test_first_rating_refusals(
    edition: str, opponents: list[float], results: list[int], reason: Reason
) -> None:
    assert estimate(one(opponents, results), "fide-initial", edition=edition).reasons[0] == reason


def test_first_rating_is_at_most_2200_since_2024() -> None:
    batch = one([2500] * 5, [2] * 5)
    assert estimate(batch, "fide-initial").values[0] == 2200
    assert estimate(batch, "fide-initial", edition="2022").values[0] == 2600


def test_first_rating_keeps_the_average_exact() -> None:
    # Ra is not rounded first (8.2.3): by hand, with fractions.
    rng = np.random.default_rng(7)
    table = Path(__file__).parents[2] / "data" / "fide_8_1_1.csv"
    with table.open(encoding="utf-8", newline="") as file:
        dp = {int(row["p_percent"]): int(row["dp"]) for row in csv.DictReader(file)}
    for _ in range(300):
        n = int(rng.integers(5, 13))
        opponents = [int(r) for r in rng.integers(1400, 2400, n)]
        results = [int(r) for r in rng.integers(0, 3, n)]
        if not sum(results):
            continue
        share = Fraction(100 * (sum(results) + 2), 2 * (n + 2))
        exact = Fraction(sum(opponents) + 3600, n + 2) + dp[int(share + Fraction(1, 2))]
        wanted = min(int(exact + Fraction(1, 2)), 2200)
        found = estimate(one([float(r) for r in opponents], results), "fide-initial")
        if wanted < 1400:
            assert found.reasons[0] == Reason.FIRST_RATING_TOO_LOW
        else:
            assert found.values[0] == wanted


def test_unknown_edition_is_named() -> None:
    with pytest.raises(TprstatsError, match="edition must be one of 2024, 2022"):
        estimate(one([1900] * 5, [2] * 5), "fide-initial", edition="1999")


# --- B.02 8.3: rating change -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "own", "opponent", "score", "k", "change"),
    [
        # The test is on the own rating: each side of one game by its own rule.
        ("2025-10-01", 2700, 1900, 0, 10, -10.0),
        ("2025-10-01", 1900, 2700, 1, 20, 18.4),
        ("2025-10-01", 2649, 2149, 1, 10, 0.8),
        ("2025-10-01", 2650, 2150, 1, 10, 0.4),
        ("2024-03-01", 2650, 2150, 1, 10, 0.8),
        ("rapid-blitz-2024-03-01", 2700, 1900, 0, 20, -18.4),
    ],
)
def test_four_hundred(
    rule: str, own: float, opponent: float, score: float, k: int, change: float
) -> None:
    assert rating_change(own, [opponent], [score], k=k, rule=rule).change == change


def test_one_upgrade_a_tournament_in_2022() -> None:
    # 2000 beats 1500 and 1200: only the wider gap counts as 400 (.92), the other as 500 (.96).
    old = rating_change(2000, [1500, 1200], [1, 1], k=20, rule="2022-01-01")
    assert old.expected_hundredths == 92 + 96
    new = rating_change(2000, [1500, 1200], [1, 1], k=20, rule="2024-03-01")
    assert new.expected_hundredths == 92 + 92
    # Against stronger opponents the cut is no upgrade and always holds.
    weak = rating_change(1200, [2000, 2100], [0, 0], k=20, rule="2022-01-01")
    assert weak.expected_hundredths == 8 + 8


def test_wide_rapid_games_above_2600_are_not_rated() -> None:
    new = "rapid-blitz-2024-12-01"
    assert rating_change(2700, [2100, 2101], [0, 0], k=20, rule=new).games == 1
    assert rating_change(2600, [2000], [0], k=20, rule=new).games == 1  # nobody above 2600
    assert rating_change(2601, [2001], [0], k=20, rule=new).games == 0
    assert rating_change(2001, [2601], [0], k=20, rule=new).games == 0


@pytest.mark.parametrize(
    ("k", "results", "rounded"),
    [
        (10, [0.5, 1, 0.5], 5),  # +5.0
        (15, [1, 0.5, 0.5], 8),  # +7.5
        (15, [0, 0.5, 0.5], -8),  # -7.5: .5 away from zero
        (40, [0, 0, 0], -60),
    ],
)
def test_rounding_is_away_from_zero(k: int, results: list[float], rounded: int) -> None:
    assert rating_change(2000, [2000, 2000, 2000], results, k=k).rounded == rounded


def test_rating_change_input() -> None:
    assert rating_change(2000, [None, 2000], [1, 0.5], k=20).games == 1
    assert rating_change(2000, [], [], k=20).rounded == 0
    with pytest.raises(TprstatsError, match="rule must be one of"):
        rating_change(2000, [2000], [1], k=20, rule="2023")
    with pytest.raises(InputError, match="2 opponents but 1 result;"):
        rating_change(2000, [2000, 2100], [1], k=20)
    with pytest.raises(InputError, match="K must be"):
        rating_change(2000, [2000], [1], k=0)
    with pytest.raises(InputError, match="whole numbers"):
        rating_change(2000.5, [2000], [1], k=20)
    with pytest.raises(InputError, match="is not a rating"):
        rating_change(2000, [9999], [1], k=20)
