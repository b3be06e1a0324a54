"""US Chess norms: the luck, by every sequence of results."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import tprstats as tpr
from tprstats.norms import us_chess_norms
from tprstats.outcomes import EloDavidson
from tprstats.records import Record

RATINGS = [1464, 2032, 1811, 1877]
MODEL = {"draw_share": 0.3, "white_advantage": 0.0}


def expected(level, ratings):
    """rules.md 5.4, written once more."""
    total = 0.0
    for r in ratings:
        d = level - r
        total += 0 if d <= -400 else 0.5 + d / 800 if d <= 0 else 0.5 + d / 400 if d <= 200 else 1
    return total


def brute_force(level, ratings, strength, more):
    """Chance of a score more than so many points above the expected one, over all sequences."""
    wdl = [[float(x) for x in EloDavidson(0.3).wdl(strength - r)] for r in ratings]
    chance = 0.0
    for results in product(range(3), repeat=len(ratings)):
        score = sum(1.0 - 0.5 * k for k in results)
        if score - expected(level, ratings) > more + 1e-9:
            chance += np.prod([w[k] for w, k in zip(wdl, results, strict=True)])
    return chance


@pytest.mark.parametrize(("ratings", "more"), [(RATINGS, 1), (RATINGS[:3], 2), ([1800] * 5, 1)])
@pytest.mark.parametrize("attempts", [1, 6])
def test_the_chance_is_that_of_all_sequences(ratings, more, attempts):
    record = Record.from_results(ratings, [0.5] * len(ratings))
    found = us_chess_norms(record, strength=1850.0, attempts=attempts, **MODEL)
    for x in found.levels:
        exact = brute_force(x.level, ratings, 1850.0, more)
        assert x.chance == pytest.approx(exact, abs=1e-12)
        assert x.at_least_one == pytest.approx(1 - (1 - exact) ** attempts, abs=1e-12)


def test_an_uncertain_strength_is_shared_by_the_attempts():
    record = Record.from_results(RATINGS, [0.5] * 4)
    found = us_chess_norms(record, strength=1850.0, strength_sd=100.0, attempts=6, **MODEL)
    z = np.linspace(-6, 6, 241)
    weight = np.exp(-(z**2) / 2)
    p = np.array([brute_force(2000, RATINGS, 1850.0 + 100.0 * x, 1) for x in z])
    level = next(x for x in found.levels if x.level == 2000)
    exact = (weight * (1 - (1 - p) ** 6)).sum() / weight.sum()
    assert level.at_least_one == pytest.approx(exact, abs=1e-7)


def test_without_a_strength_or_a_rating_of_everybody_there_is_no_chance():
    assert {x.chance for x in us_chess_norms(Record.from_results(RATINGS, [1] * 4)).levels} == {
        None
    }
    some = Record.from_results([*RATINGS, None], [1] * 5, own=1900)
    found = us_chess_norms(some)
    assert {x.chance for x in found.levels} == {None}
    assert "unrated" in found.luck
    few = us_chess_norms(Record.from_results(RATINGS[:2], [1, 1], own=1900))
    assert {x.chance for x in few.levels} == {None}


def test_impossible_attempts():
    with pytest.raises(tpr.TprstatsError, match="attempts"):
        us_chess_norms(Record.from_results(RATINGS, [1] * 4), attempts=0)
