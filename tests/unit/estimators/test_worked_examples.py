"""Worked examples: one event by every rule, and the extreme scores (rules, section 6)."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from tprstats.estimators import RULES, estimate
from tprstats.records import Record, RecordBatch

# 2014 Sinquefield Cup: 7 wins and 3 draws against five opponents, twice each.
CARUANA = RecordBatch.from_arrays(
    [[2772, 2768, 2877, 2805, 2787] * 2], [[2] * 7 + [1] * 3], own=[2801]
)


def equal(rating: float, games: int, score: float, own: float | None = None) -> RecordBatch:
    s2 = int(2 * score)
    results = [2] * (s2 // 2) + [1] * (s2 % 2)
    results += [0] * (games - len(results))
    return RecordBatch.from_arrays(
        [[rating] * games], [results], own=None if own is None else [own]
    )


FIELD = [1200, 1500, 1800, 2100, 2400]  # five opponents, 4.5 points
TABLE = {
    "caruana": CARUANA,
    "5/5 v 2200": equal(2200, 5, 5, own=2200),
    "0/5 v 2200": equal(2200, 5, 0, own=2200),
    "4.5/5 uneven": RecordBatch.from_arrays([FIELD], [[2, 2, 2, 2, 1]], own=[2100]),
    "1/2 far apart": RecordBatch.from_arrays([[2800, 1000]], [[0, 2]], own=[2000]),
}
NONE = None
WANTED: dict[str, list[float | None]] = {
    "fide": [3098, 3000, 1400, 2166, 1900],
    "fide-ptp": [3101, 2936, 1400, 2475, 1736],
    "shortcut": [3081.8, 2600, 1800, 2120, 1900],
    "shortcut-500": [3151.8, 2700, 1700, 2200, 1900],
    "average": [3103.1, NONE, NONE, 2181.7, 1900],
    "average-capped": [3103.1, 2600, 1800, 2181.7, 1900],
    "average-clamped": [3103.1, 3399.8, 1000.2, 2181.7, 1900],
    "per-opponent": [3106.4, NONE, NONE, 2485.7, 1900],
    "per-opponent-normal": [3100.8, NONE, NONE, 2475.3, 1900],
    "cpr": [3089.2, 2699.9, 1700.1, 2135.5, 1900],
    "epr": [3103.1, 2691.0, 1709.0, 2181.7, 1900],
    "papi": [3098, 2877, 1523, 2306, 2000],
}


@pytest.mark.parametrize("method", WANTED)
@pytest.mark.parametrize("column", range(len(TABLE)), ids=list(TABLE))
def test_table_of_methods(method: str, column: int) -> None:
    ratings = estimate(list(TABLE.values())[column], method)
    wanted = WANTED[method][column]
    if wanted is None:
        assert np.isnan(ratings.values[0])
        assert ratings.reason()
    else:
        assert ratings.values[0] == pytest.approx(wanted, abs=0.05)


@pytest.mark.parametrize(
    ("method", "rating"),
    [
        ("fide", 3098),
        ("average", 3103.1),
        ("per-opponent", 3106.4),
        ("shortcut", 3081.8),
        ("firth", 3066.6),
    ],
)
def test_caruana_2014(method: str, rating: float) -> None:
    assert round(float(estimate(CARUANA, method).values[0]), 1) == rating


@pytest.mark.parametrize(
    ("method", "average", "games", "score", "rating"),
    [
        ("fide", 2300, 9, 6.5, 2466),
        ("average", 2300, 9, 6.5, 2466.0),
        ("shortcut", 2300, 9, 6.5, 2477.8),
        ("fide", 2200, 5, 5, 3000),
        ("shortcut", 2200, 5, 5, 2600),
        ("average-clamped", 1800, 5, 3.5, 1947.2),
        ("average-capped", 1800, 7, 5, 1959.2),
        ("average-capped", 1700, 5, 5, 2100),
        ("average-clamped", 1700, 5, 5, 2899.8),
    ],
)
def test_totals(method: str, average: float, games: int, score: float, rating: float) -> None:
    batch = Record.from_totals(average, games, score).batch()
    assert round(float(estimate(batch, method).values[0]), 1) == rating


@pytest.mark.parametrize(("average", "score", "rating"), [(1339, 2, 1077), (1715, 5.5, 1715)])
def test_swiss_master(average: float, score: float, rating: float) -> None:
    assert estimate(equal(average, 11, score, own=average), "swiss-master").values[0] == rating


@pytest.mark.parametrize(
    ("method", "games", "above"),
    [
        # 9/9 and 0/9 against equals: what the registry's at_perfect and at_zero state.
        ("firth", 9, 511.5),
        ("cpr", 9, 568.3),
        ("epr", 9, 595.3),
        ("shortcut", 9, 400.0),
        ("shortcut-500", 9, 500.0),
        ("iecg", 9, 400.0),
        ("icu", 9, 400.0),
        ("ecf-grade", 9, 375.0),
        ("papi", 9, 677.0),
        ("dwz", 9, 677.0),
        ("fide", 9, 800.0),
        ("average-clamped", 9, 1199.8),
    ],
)
def test_ends_are_what_the_registry_says(method: str, games: int, above: float) -> None:
    top = estimate(equal(2000, games, games, own=2000), method).values[0] - 2000
    bottom = estimate(equal(2000, games, 0, own=2000), method).values[0] - 2000
    assert round(float(top), 1) == above
    assert round(float(bottom), 1) == -above
    assert f"{above:g}" in RULES[method].at_perfect
    assert f"{above:g}" in RULES[method].at_zero


def test_every_rule_says_what_it_does() -> None:
    for rule in RULES.values():
        for text in (rule.name, rule.source, rule.formula, rule.rounding, rule.unrated):
            assert text
        assert rule.at_zero, rule.id
        assert rule.at_perfect, rule.id
        assert rule.needs <= {"opponents", "own", "order", "event", "draws", "prior"}
        assert rule.function.__doc__
        assert "Examples\n" in rule.function.__doc__


def test_options_are_given_by_name() -> None:
    """A second number without a name would be read as whatever option comes first."""
    for rule in RULES.values():
        first, *options = inspect.signature(rule.function).parameters.values()
        assert first.kind is first.POSITIONAL_OR_KEYWORD, rule.id
        assert all(p.kind is p.KEYWORD_ONLY for p in options), rule.id


def test_order_is_the_design_s() -> None:
    wanted = """
        fide fide-ptp fide-initial average average-capped average-clamped
        shortcut shortcut-500 lichess-arena per-opponent per-opponent-normal firth firth-draws
        bayes swiss-master papi dwz ecf-grade us-chess icu iecg
        cpr epr equilibrium elostat recursive
    """
    order = wanted.split()
    assert [id for id in RULES if id in order] == order  # new rules may stand between them
