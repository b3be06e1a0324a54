"""Tables 8.1.1 and 8.1.2 against independent copies, and against each other."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tprstats.elo import expected_normal
from tprstats.fide_tables import (
    DP,
    dp,
    interval_midpoint,
    pd_hundredths,
    percent,
    round_half_up,
)

DATA = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


INTERVALS = [
    (int(r["d_min"]), int(r["d_max"]) if r["d_max"] else None, round(100 * float(r["pd_high"])))
    for r in rows("fide_8_1_2.csv")
]


def test_table_8_1_1_is_the_handbook_s() -> None:
    table = {int(r["p_percent"]): int(r["dp"]) for r in rows("fide_8_1_1.csv")}
    assert sorted(table) == list(range(101))
    assert [int(dp(p)) for p in range(101)] == [table[p] for p in range(101)]


def test_table_8_1_2_is_the_handbook_s() -> None:
    for low, high, hundredths in INTERVALS:
        d = np.arange(low, (high if high is not None else low + 2000) + 1)
        assert np.all(pd_hundredths(d) == hundredths)
        # Of two equal players neither is the lower rated: 0 stays with the higher half.
        assert np.all(pd_hundredths(-d[d > 0]) == 100 - hundredths)


def test_dp_is_the_truncated_midpoint_of_the_interval() -> None:
    # 8.1.1 rebuilt from 8.1.2: 49 rows; only 0 -> 800 is extra (rules, section 1.3).
    rebuilt = {p: (low + high) // 2 for low, high, p in INTERVALS if high is not None and p > 50}
    assert len(rebuilt) == 49
    assert {p: int(DP[p]) for p in rebuilt} == rebuilt
    assert {100 - p: -int(DP[100 - p]) for p in rebuilt} == {100 - p: d for p, d in rebuilt.items()}
    assert all(int(pd_hundredths(d)) == p for p, d in rebuilt.items())


def test_six_differences_leave_the_normal_curve() -> None:
    d = np.arange(736)
    rounded = np.floor(100 * expected_normal(d) + 0.5)
    irregular = d[pd_hundredths(d) != rounded]
    assert irregular.tolist() == [54, 343, 344, 358, 392, 620]


def test_midpoints() -> None:
    for low, high, p in INTERVALS[1:-1]:
        assert high is not None
        assert float(interval_midpoint(p)) == (low + high) / 2
        assert float(interval_midpoint(100 - p)) == -(low + high) / 2
    assert float(interval_midpoint(50)) == 0.0
    assert np.isnan(interval_midpoint([0, 100])).all()


def test_percent_is_half_up_in_exact_arithmetic() -> None:
    for n in range(1, 200):
        s2 = np.arange(2 * n + 1)
        exact = [int(Fraction(100 * int(s), 2 * n) + Fraction(1, 2)) for s in s2]
        assert percent(s2, n).tolist() == exact


@pytest.mark.parametrize(
    ("num", "den", "whole"), [(7, 2, 4), (-7, 2, -3), (10, 4, 3), (2498, 1, 2498), (-1, 3, 0)]
)
def test_round_half_up(num: int, den: int, whole: int) -> None:
    assert float(round_half_up(num, den)) == whole
