"""Comparisons, against brute-force enumeration, scipy and plain resampling."""

import itertools
import json

import numpy as np
import pytest
from scipy import stats

import tprstats as tpr
import tprstats.intervals
from tprstats.compare import compare
from tprstats.data import example_path
from tprstats.estimators import estimate
from tprstats.intervals.paired import paired_difference, paired_differences
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
    # No number at 0 % and 100 %: open ends, not other events than the other rules'.
    score = results.sum(axis=1)
    numbers["average"] = np.where(score == 0, -np.inf, numbers["average"])
    numbers["average"] = np.where(score == 10, np.inf, numbers["average"])
    for row in found.methods:
        for q, ours in ((0.025, row.replay_low[0]), (0.975, row.replay_high[0])):
            assert ours == pytest.approx(
                weighted_quantile(numbers[row.method], weights, q), abs=1e-6
            )
    for d in found.differences:
        values = numbers[d.first] - numbers[d.second]
        known = ~np.isnan(values)
        assert d.replay_low == pytest.approx(
            weighted_quantile(values[known], weights[known], 0.025), abs=1e-6
        )


def test_a_rule_without_a_number_at_100_percent_has_an_open_replay():
    # 8/9 against equals: P(9/9) of a player of the Firth strength is far above 2.5 %.
    record = tpr.Record.from_results([2000.0] * 9, [1] * 7 + [0.5] * 2)
    found = compare(record, ["fide", "per-opponent"], interval=None, draw_share=0.3)
    assert found.methods[1].replay_high[0] == np.inf
    assert "open" in str(found)
    ends = tpr.intervals.interval(record.batch(), "bootstrap-parametric", draw_share=0.3)
    assert found.methods[1].replay_low[0] == pytest.approx(ends.low[0], abs=1e-9)


def test_rules_without_any_number_have_no_replay(record):
    found = compare(record, ["fide", "swiss-master"], interval=None)
    assert np.isnan(found.methods[1].replay_low[0])
    assert " 0 to 0" not in str(found)


def test_means_are_over_the_same_players():
    records = [
        tpr.Record.from_results([2000.0] * 5, r)
        for r in ([1] * 5, [1, 0, 0.5, 1, 0], [0.5] * 5, [1, 1, 0.5, 0, 0])
    ]
    found = compare(records, ["fide", "average"], interval=None)
    assert found.common == (1, 2, 3)
    fide, average = (np.array(m.values) for m in found.methods)
    row = {r[0]: r for r in found.table.rows}
    assert float(row["fide"][2]) == pytest.approx(fide[1:].mean(), abs=0.05)
    assert float(row["average"][2]) == pytest.approx(average[1:].mean(), abs=0.05)


def test_equal_rankings_have_no_interval(event):
    found = compare(event, ["average", "average-capped"], interval=None)
    assert found.agreements[0].kendall == pytest.approx(1.0)
    assert np.isnan(found.agreements[0].low)


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


@pytest.mark.parametrize("method", ["bootstrap-bca", "bootstrap-basic", "bootstrap-percentile"])
def test_drawing_once_for_all_rules_changes_nothing(method):
    """Each rule's interval is that of the rule alone, bit for bit."""
    record = tpr.Record.from_results([2100, 2210, 2300, 2405, 2500, 2250], [1, 1, 0.5, 0.5, 0, 1])
    rules = ("fide", "average", "per-opponent")
    options = {"seed": 3, "n_resamples": 499}
    together = paired_differences(record.batch(), rules, method=method, **options)
    assert len(together) == 6
    for rule in rules:
        ends = tprstats.intervals.interval(record.batch(), method, rule=rule, **options)
        assert together[(rule,)] == (ends.low[0], ends.high[0])
    assert together[("average", "per-opponent")] == paired_difference(
        record.batch(), ("average", "per-opponent"), method=method, **options
    )


def test_a_record_of_a_thousand_games_is_compared():
    rng = np.random.default_rng(1)
    record = tpr.Record.from_results(rng.normal(2300, 80, 1200), rng.integers(0, 3, 1200) / 2)
    found = compare(record, resampling={"n_resamples": 99})
    row = next(m for m in found.methods if m.method == "per-opponent")
    assert row.replay_low[0] < row.values[0] < row.replay_high[0]


def test_resamples_without_a_number_are_told():
    """(4/5)**5 of the resamples have the won games alone: average gives none for a third."""
    record = tpr.Record.from_results([2300, 2250, 2401, 2350, 2280], [1, 1, 1, 1, 0.5], own=2300)
    found = compare(record, ["per-opponent", "average", "shortcut", "firth"])
    told = [n for n in found.notes if "no number in" in n]
    assert len(told) == 1
    assert told[0].startswith("per-opponent and average have no number in 33 % of the resamples")
    assert "800 Elo" in told[0]
    rated = tpr.rate(record, ["average", "firth"], interval="bootstrap-percentile")
    assert "average has no number in 33 %" in " ".join(str(rated).split())
    shares = [e["interval"]["resamples_without_number"] for e in rated.to_json()["estimates"]]
    assert shares == pytest.approx([0.8**5, 0.0])
    safe = tpr.Record.from_results([2300] * 20, [1, 0.5, 0, 0.5] * 5)
    assert not any("no number in" in n for n in compare(safe, ["average", "firth"]).notes)
    event = compare([record, safe], ["average", "firth"])
    assert any("average has no number in up to 33 % of" in n for n in event.notes)
