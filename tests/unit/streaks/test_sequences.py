"""Exact streak chances: published values, and every sequence counted."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import groupby, product
from pathlib import Path

import numpy as np
import pytest

from tprstats.streaks.sequences import (
    almost_run_chance,
    longest,
    longest_almost,
    run_chance,
    share_after_streak,
)

CASES = json.loads((Path(__file__).parents[2] / "cases" / "statistics.json").read_text())


@pytest.mark.parametrize(
    ("name", "n", "p", "k"),
    [
        ("fair n=100 k>=7", 100, 0.5, 7),
        ("p=.9 n=1000 k>=46", 1000, 0.9, 46),
        ("p=.9 n=10000 k>=61", 10000, 0.9, 61),
    ],
)
def test_published_runs(name, n, p, k):
    assert run_chance([p] * n, k) == pytest.approx(CASES["streaks"][name], rel=1e-10)


@pytest.mark.parametrize(
    ("p", "n", "k", "published"),
    [(0.5, 200, 8, 0.31970), (0.8916, 3500, 46, 0.86008), (0.88, 3500, 46, 0.69247)],
)
def test_printed_runs(p, n, k, published):
    assert run_chance([p] * n, k) == pytest.approx(published, abs=5.1e-6)


@pytest.mark.parametrize(
    ("name", "w", "d", "n", "k"),
    [
        ("w=.88 d=.05 n=3500 k=46 at most one draw", 0.88, 0.05, 3500, 46),
        ("w=.6 d=.2 n=8 k=4 at most one draw", 0.6, 0.2, 8, 4),
    ],
)
def test_published_runs_with_one_draw(name, w, d, n, k):
    found = almost_run_chance([w] * n, [d] * n, k)
    assert found == pytest.approx(CASES["streaks"][name], rel=1e-10)


def slow_almost(score: tuple[float, ...]) -> int:
    """Longest stretch without a loss and with one draw at most."""
    n = len(score)
    return max(
        (
            j - i
            for i in range(n)
            for j in range(i, n + 1)
            if 0.0 not in score[i:j] and score[i:j].count(0.5) <= 1
        ),
        default=0,
    )


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_every_sequence_of_uneven_games(k):
    win = np.array([0.3, 0.8, 0.5, 0.45, 0.6])
    draw = np.array([0.4, 0.1, 0.2, 0.45, 0.0])
    runs = almost = unbeaten = 0.0
    for score in product((0.0, 0.5, 1.0), repeat=5):
        chance = np.prod(
            [{1.0: w, 0.5: d, 0.0: 1 - w - d}[s] for s, w, d in zip(score, win, draw, strict=True)]
        )
        hits = [s == 1.0 for s in score]
        most = max((len(list(g)) for hit, g in groupby(hits) if hit), default=0)
        assert longest(hits) == most
        assert longest_almost(score) == slow_almost(score)
        runs += chance * (most >= k)
        almost += chance * (slow_almost(score) >= k)
        unbeaten += chance * (longest(np.array(score) > 0) >= k)
    assert run_chance(win, k) == pytest.approx(runs)
    assert almost_run_chance(win, draw, k) == pytest.approx(almost)
    assert run_chance(win + draw, k) == pytest.approx(unbeaten)


@pytest.mark.parametrize("name", list(CASES["miller_sanjurjo"]))
def test_miller_and_sanjurjo(name):
    n, k = (int(part.split("=")[1]) for part in name.split(","))
    published = Fraction(CASES["miller_sanjurjo"][name])
    assert share_after_streak(n, k) == pytest.approx(float(published), abs=1e-12)


def test_miller_and_sanjurjo_by_counting():
    n, k, p = 8, 2, 0.7
    total = weight = 0.0
    for flips in product((0, 1), repeat=n):
        after = [flips[i] for i in range(k, n) if all(flips[i - k : i])]
        if after:
            chance = np.prod([p if f else 1 - p for f in flips])
            total += chance * np.mean(after)
            weight += chance
    assert share_after_streak(n, k, p) == pytest.approx(total / weight)


def test_miller_and_sanjurjo_printed():
    # Their Monte Carlo value .46, ours .4606 with an error of .0004.
    assert abs(share_after_streak(100, 3) - 0.4606) <= 4 * 0.0004
