"""Comparisons, against brute-force enumeration, scipy and plain resampling."""

import itertools
import json

import numpy as np
import pytest
from scipy import stats

import tprstats as tpr
from tprstats.compare import compare
from tprstats.data import example_path
from tprstats.estimators import estimate
from tprstats.intervals.paired import paired_difference
from tprstats.outcomes import EloDavidson
from tprstats.records import RecordBatch

OPPONENTS = [2100.0, 2200.0, 2300.0, 2400.0, 2500.0]


@pytest.fixture(scope="module")
def event():
    return tpr.read(example_path())


@pytest.fixture
def record():
    return tpr.Record.from_results(OPPONENTS, [1, 1, 0.5, 0.5, 0])


def weighted_quantile(values, weights, q):
    order = np.argsort(values, kind="stable")
    total = np.cumsum(weights[order]) / weights.sum()
    return values[order][np.argmax(total >= q - 1e-12)]


def test_exact_replay_equals_enumerating_all_results(record):
    share = 0.35
    found = compare(record, ["fide", "average", "firth"], interval=None, draw_share=share)
    strength = estimate(record.batch(), "firth").values[0]
    win, draw, loss = EloDavidson(share).wdl(strength - np.array(OPPONENTS))
    results = np.array(list(itertools.product((0, 1, 2), repeat=5)))
    weights = np.prod(np.choose(results, [loss, draw, win]), axis=1)
    batch = RecordBatch.from_arrays(np.tile(OPPONENTS, (len(results), 1)), results)
    numbers = {m: estimate(batch, m).values for m in ("fide", "average", "firth")}
    for row in found.methods:
        values = numbers[row.method]
        known = ~np.isnan(values)
        for q, ours in ((0.025, row.replay_low[0]), (0.975, row.replay_high[0])):
            assert ours == pytest.approx(
                weighted_quantile(values[known], weights[known], q), abs=1e-6
            )
    for d in found.differences:
        values = numbers[d.first] - numbers[d.second]
        known = ~np.isnan(values)
        assert d.replay_low == pytest.approx(
            weighted_quantile(values[known], weights[known], 0.025), abs=1e-6
        )


def test_difference_of_means_is_the_paired_t_test(event):
    found = compare(event, ["fide", "per-opponent"], interval=None)
    a, b = (np.array(m.values) for m in found.methods)
    both = ~(np.isnan(a) | np.isnan(b))
    test = stats.ttest_rel(a[both], b[both])
    d = found.differences[0]
    ends = test.confidence_interval(0.95)
    assert (d.low, d.high) == pytest.approx((ends.low, ends.high), abs=1e-9)
    assert d.mean / d.standard_error == pytest.approx(test.statistic, abs=1e-9)
    assert d.largest == np.abs(a - b)[both].max()


def test_rank_agreement_is_that_of_scipy(event):
    found = compare(event, ["average", "firth"], interval=None)
    a, b = (np.array(m.values) for m in found.methods)
    both = ~(np.isnan(a) | np.isnan(b))
    agreement = found.agreements[0]
    assert agreement.kendall == pytest.approx(stats.kendalltau(a[both], b[both]).statistic)
    assert agreement.spearman == pytest.approx(stats.spearmanr(a[both], b[both]).statistic)
    assert agreement.low <= agreement.kendall <= agreement.high


def test_bootstrap_of_a_difference_equals_plain_resampling(record):
    # An independent loop over draws of games, percentile ends; tolerance from its Monte Carlo
    # error: order statistics of 20,000 draws, four binomial standard errors either way.
    times, batch = 20_000, record.batch()
    low, high = paired_difference(
        batch, ("shortcut", "fide"), method="bootstrap-percentile", n_resamples=times
    )
    rng = np.random.default_rng(77)
    games = rng.integers(0, 5, (times, 5))
    drawn = RecordBatch.from_arrays(batch.opponents[0, games], batch.half_points[0, games])
    gap = np.sort(estimate(drawn, "shortcut").values - estimate(drawn, "fide").values)
    for q, ours in ((0.025, low), (0.975, high)):
        reach = 4 * np.sqrt(2 * q * (1 - q) / times)
        floor, top = np.quantile(gap, [max(q - reach, 0), min(q + reach, 1)])
        assert floor - 1e-9 <= ours <= top + 1e-9


def test_perfect_scores_have_no_game_bootstrap_but_a_replay():
    perfect = tpr.Record.from_results(OPPONENTS, [1] * 5)
    found = compare(perfect, ["fide", "firth"], resampling={"n_resamples": 99})
    assert all(np.isnan(m.low[0]) for m in found.methods)
    assert np.isnan(found.differences[0].low)
    assert all(np.isfinite(m.replay_low[0]) for m in found.methods)
    assert "-" in str(found)


def test_a_batch_is_compared_record_by_record(event):
    batch = RecordBatch.from_records(event.records[:6])
    found = compare(batch, ["fide", "shortcut"], resampling={"n_resamples": 199}, draw_share=0.3)
    named = compare(
        list(event.records[:6]),
        ["fide", "shortcut"],
        resampling={"n_resamples": 199},
        draw_share=0.3,
    )
    assert [m.values for m in found.methods] == [m.values for m in named.methods]
    assert [m.low for m in found.methods] == [m.low for m in named.methods]
    alone = compare(
        event.records[3], ["fide", "shortcut"], resampling={"n_resamples": 199}, draw_share=0.3
    )
    assert alone.methods[0].low[0] == found.methods[0].low[3]


def test_event_rules_and_printing(event):
    found = compare(event, ["fide", "elostat"], interval=None)
    text = str(found)
    assert max(map(len, text.splitlines())) <= 80
    data = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert len(data["methods"][0]["values"]) == len(event)
    assert len(found.to_dataframe()) == 2 * len(event)
    assert found.to_html().count("<table>") == 3
    assert found.to_latex().count(r"\toprule") == 3


@pytest.mark.parametrize(
    "bad",
    [
        {"methods": ["fide"]},
        {"methods": ["fide", "fide"]},
        {"methods": ["fide", "elostat"]},
        {"methods": ["fide", "unknown"]},
        {"interval": "midpp"},
        {"interval": "midp"},
    ],
)
def test_bad_questions_are_one_clear_error(record, bad):
    with pytest.raises(tpr.TprstatsError) as caught:
        compare(record, **bad)
    assert "\n" not in str(caught.value)
