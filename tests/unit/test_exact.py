"""Exact distributions of any rule's rating against brute force, simulation and the study."""

import csv
import itertools
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tprstats.errors import TprstatsError
from tprstats.estimators import RULES, estimate
from tprstats.exact import (
    game_chances,
    outcome_batch,
    rating_distribution,
    score_distribution,
    score_draws_distribution,
)
from tprstats.intervals.coverage import spread_schedule
from tprstats.outcomes import EloDavidson, Milvang, OutcomeModel, RaoKupper
from tprstats.records import RecordBatch

TESTS = Path(__file__).parents[1]
CASES = json.loads((TESTS / "cases" / "statistics.json").read_text())

# Every rule of single records that does not look at the order of the games.
PLAIN = [id for id, rule in RULES.items() if not rule.event_level and "order" not in rule.needs]

OPPONENTS = np.array([1985.0, 2100.0, 2190.0, 2240.0, 2307.0, 2420.0])
COLOURS = np.array([1, -1, 1, -1, -1, 0])
SCHEDULE = RecordBatch.from_arrays([OPPONENTS], 0, colours=[COLOURS], own=[2200.0])


def with_results(results: np.ndarray) -> RecordBatch:
    return RecordBatch.from_arrays(
        np.broadcast_to(OPPONENTS, results.shape), results, colours=COLOURS, own=2200.0
    )


@cache
def every_result() -> tuple[np.ndarray, RecordBatch]:
    results = np.array(list(itertools.product((0, 1, 2), repeat=OPPONENTS.size)))
    return results, with_results(results)


MODELS = [EloDavidson(0.4, 35.0), EloDavidson(None, None), RaoKupper(), Milvang()]


@pytest.mark.parametrize("model", MODELS, ids=lambda m: type(m).__name__)
def test_score_distributions_with_colours(model: OutcomeModel) -> None:
    """All 729 results, each game's chances asked one by one."""
    results, _ = every_result()
    each = np.array(
        [
            [float(x) for x in model.wdl(2230.0 - r, (2230.0 + r) / 2, c)[::-1]]
            for r, c in zip(OPPONENTS, COLOURS, strict=True)
        ]
    )
    chance = np.prod(each[np.arange(6), results], axis=1)
    joint = np.zeros((13, 7))
    np.add.at(joint, (results.sum(axis=1), (results == 1).sum(axis=1)), chance)
    found = score_draws_distribution(SCHEDULE, 2230.0, model)[0]
    assert found == pytest.approx(joint, rel=1e-12, abs=1e-17)
    found = score_distribution(SCHEDULE, 2230.0, model)[0]
    assert found == pytest.approx(joint.sum(axis=1), rel=1e-12, abs=1e-17)


@pytest.mark.parametrize("method", PLAIN)
def test_rating_distribution_is_that_of_all_results(method: str) -> None:
    """The rating of each of the 729 results, with its chance, sorted."""
    model = EloDavidson(0.35, 30.0)
    results, records = every_result()
    win, draw, loss = (x[0] for x in game_chances(SCHEDULE, 2260.0, model))
    chance = np.prod(np.stack([loss, draw, win])[results, np.arange(6)], axis=1)
    rating = estimate(records, method).values
    found = rating_distribution(SCHEDULE, method, 2260.0, model)
    known = ~np.isnan(rating)
    assert found.undefined[0] == pytest.approx(chance[~known].sum(), abs=1e-12)
    weight = chance[known] / chance[known].sum()
    mean = (weight * rating[known]).sum()
    assert found.mean()[0] == pytest.approx(mean, abs=1e-8)
    sd = np.sqrt((weight * (rating[known] - mean) ** 2).sum())
    assert found.sd()[0] == pytest.approx(sd, abs=1e-8)
    for level in (2050.5, 2200.5, 2350.5, 2500.5):
        above = chance[known & (rating >= level)].sum()
        assert found.at_least(level)[0] == pytest.approx(above, abs=1e-12)
    order = np.argsort(rating[known])
    cumulative = np.cumsum(weight[order])
    for q in (0.05, 0.5, 0.95):
        quantile = rating[known][order][np.argmax(cumulative >= q - 1e-12)]
        assert found.quantile(q)[0] == pytest.approx(quantile, abs=1e-8)


@pytest.mark.parametrize("method", PLAIN)
def test_rating_distribution_against_simulation(method: str) -> None:
    """Own simulation of 4,000 events: mean and chance of no number within 4 MCSE."""
    model = EloDavidson(0.3)
    events = 4000
    luck = np.random.default_rng(20260726).random((events, 6))
    e = 1.0 / (1.0 + 10.0 ** ((OPPONENTS - 2300.0) / 400.0))
    draw = np.asarray(model.wdl(2300.0 - OPPONENTS)[1])
    results = np.where(luck < e - draw / 2, 2, np.where(luck < e + draw / 2, 1, 0))
    rating = estimate(with_results(results), method).values
    found = rating_distribution(SCHEDULE, method, 2300.0, model)
    known = rating[~np.isnan(rating)]
    mcse = known.std(ddof=1) / np.sqrt(known.size)
    assert abs(known.mean() - found.mean()[0]) <= 4.0 * mcse
    p = found.undefined[0]
    assert abs(np.isnan(rating).mean() - p) <= 4.0 * np.sqrt(p * (1 - p) / events)


@pytest.mark.parametrize("share", CASES["extreme_prob_N9"])
def test_performance_by_luck(share: str) -> None:
    """Chance of a performance so far above the own strength, nine games against equals."""
    model = EloDavidson(float(share.removeprefix("d0=")))
    found = rating_distribution(spread_schedule(9, 0.0), "average-clamped", 0.0, model)
    for excess, chance in CASES["extreme_prob_N9"][share].items():
        assert found.at_least(float(excess[2:]))[0] == pytest.approx(chance, abs=5.1e-7)


ESTIMATORS = {
    "FIRTH": "firth",
    "MLE_cap800": "per-opponent",
    "AOR_cap400": "average-capped",
    "AOR_clamp001": "average-clamped",
    "TABLE": "fide",
    "LINEAR": "shortcut",
    "CPR": "cpr",
}


def estimator_cells() -> Iterator[dict[str, str]]:
    with (TESTS / "data" / "estimators.csv").open() as file:
        yield from csv.DictReader(file)


@pytest.mark.parametrize("column", ESTIMATORS)
def test_estimator_study(column: str) -> None:
    """Bias, SD and RMSE of the exact finite-sample table (statistics C.2), all 192 cells."""
    method = ESTIMATORS[column]
    if method not in RULES:
        pytest.skip(f"{method} is not registered")
    cells = [row for row in estimator_cells() if row["estimator"] == column]
    assert len(cells) == 192
    for row in cells:
        games, truth = int(row["N"]), float(row["adv"])
        schedule = spread_schedule(games, float(row["opp_sd"]))
        found = rating_distribution(schedule, method, truth, EloDavidson(float(row["d0"])))
        values, chances = found.values[0].copy(), found.chances[0]
        if column == "MLE_cap800":
            values[0], values[-1] = -800.0, 800.0  # what the study counts at 0 % and 100 %
        bias = (values * chances).sum() - truth
        sd = np.sqrt((chances * (values - truth - bias) ** 2).sum())
        expected = [float(row[k]) for k in ("bias", "sd", "rmse", "p_extreme")]
        computed = [bias, sd, np.hypot(bias, sd), chances[0] + chances[-1]]
        assert computed == pytest.approx(expected, abs=5.1e-4), row


def test_outcome_batch_lists_every_outcome_once() -> None:
    records, s2, draws = outcome_batch(SCHEDULE, draws=True)
    results, _ = every_result()
    possible = set(zip(results.sum(axis=1), (results == 1).sum(axis=1), strict=True))
    assert list(zip(s2, draws, strict=True)) == sorted(possible)
    assert np.array_equal(records.scores, s2)
    assert np.array_equal(records.draws, draws)
    assert np.all(records.opponents == OPPONENTS)
    records, s2, _ = outcome_batch(SCHEDULE)
    assert s2.tolist() == records.scores.tolist() == list(range(13))


def test_padding_and_neighbours_change_nothing() -> None:
    model = EloDavidson(0.3, 20.0)
    long = RecordBatch.from_arrays(
        [[*OPPONENTS, np.nan, np.nan], [2000.0, 2100.0, *[2200.0] * 6]],
        0,
        [6, 8],
        colours=[[*COLOURS, 0, 0], [1] * 8],
        own=2200.0,
    )
    both = score_distribution(long, [2230.0, 2100.0], model)
    assert np.array_equal(both[0, :13], score_distribution(SCHEDULE, 2230.0, model)[0])
    assert not both[0, 13:].any()
    luck = rating_distribution(long, "firth", [2230.0, 2100.0], model)
    alone = rating_distribution(SCHEDULE, "firth", 2230.0, model)
    assert np.array_equal(luck.values[0, :13], alone.values[0])
    assert luck.mean()[0] == pytest.approx(alone.mean()[0], rel=1e-14)


def test_strengths_may_be_a_grid() -> None:
    model = EloDavidson(0.3)
    grid = score_distribution(SCHEDULE, [[2100.0, 2230.0]], model)
    assert grid.shape == (1, 2, 13)
    assert np.array_equal(grid[0, 1], score_distribution(SCHEDULE, 2230.0, model)[0])


def test_rules_without_a_distribution_over_scores_are_refused() -> None:
    for method, rule in RULES.items():
        if method not in PLAIN:
            reason = "the whole event" if rule.event_level else "the order"
            with pytest.raises(TprstatsError, match=reason):
                rating_distribution(SCHEDULE, method, 2000.0, EloDavidson(0.3))
    with pytest.raises(TprstatsError, match="one schedule"):
        outcome_batch(RecordBatch.from_arrays([[2000.0], [2100.0]], 0))
