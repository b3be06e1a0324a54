"""Game bootstraps: what they resample, where they degenerate, and the study's exact cells."""

import csv
import inspect
import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import bootstrap, multinomial, norm
from scipy.stats import t as student

from tprstats.errors import TprstatsError, UnknownNameError
from tprstats.estimators import RULES, estimate
from tprstats.exact import outcome_batch
from tprstats.intervals import INTERVALS, interval
from tprstats.intervals.bootstrap import Resampler, share_without_number
from tprstats.intervals.coverage import spread_schedule
from tprstats.intervals.paired import paired_difference, paired_differences
from tprstats.outcomes import EloDavidson
from tprstats.records import Record, RecordBatch
from tprstats.results import Ratings, Reason

STUDY = Path(__file__).parents[2] / "data" / "cov_boot.csv"
GAMES = [id for id, method in INTERVALS.items() if "resampling" in method.needs]
SCIPY = {
    "bootstrap-percentile": "percentile",
    "bootstrap-basic": "basic",
    "bootstrap-bca": "BCa",
}

OPPONENTS = [2310.0, 2190.0, 2402.0, 2255.0, 2333.0, 2280.0, 2150.0]
RESULTS = [2, 2, 0, 1, 1, 2, 0]
UNEVEN = RecordBatch.from_arrays([OPPONENTS], [RESULTS])


def test_the_four_game_bootstraps_say_what_they_resample() -> None:
    assert [*SCIPY, "bootstrap-studentized"] == GAMES
    for id in GAMES:
        assert "resamples games" in INTERVALS[id].name
        assert INTERVALS[id].target == "rule"


@pytest.mark.parametrize("method", SCIPY)
def test_it_is_scipy_on_pairs_of_opponent_and_result(method: str) -> None:
    """scipy with paired opponents and results, and a straight-line rule written by hand."""

    def shortcut(opponents: np.ndarray, points: np.ndarray, axis: int) -> np.ndarray:
        return opponents.mean(axis=axis) + 400.0 * (2.0 * points.mean(axis=axis) - 1.0)

    ours = interval(UNEVEN, method, rule="shortcut", seed=5, n_resamples=2000)
    order = np.argsort(OPPONENTS)  # as ours, so that the same seed draws the same games
    theirs = bootstrap(
        (np.array(OPPONENTS)[order], np.array(RESULTS)[order] / 2.0),
        shortcut,
        paired=True,
        method=SCIPY[method],
        n_resamples=2000,
        rng=np.random.default_rng(5),
    ).confidence_interval
    assert ours.low[0] == pytest.approx(theirs.low, abs=1e-6)
    assert ours.high[0] == pytest.approx(theirs.high, abs=1e-6)


def test_percentile_ends_are_those_of_all_resamples() -> None:
    """Four games: all 256 resamples, ends from the exact distribution."""
    opponents, results = np.array([2300.0, 2250.0, 2410.0, 2180.0]), np.array([2, 1, 0, 2])
    drawn = np.array(list(itertools.product(range(4), repeat=4)))
    batch = RecordBatch.from_arrays(opponents[drawn], results[drawn])
    found = estimate(batch, "per-opponent")
    mean = batch.opponents.mean(axis=1)
    values = np.where(batch.scores == 8, mean + 800.0, found.values)
    values = np.sort(np.where(batch.scores == 0, mean - 800.0, values))
    one = RecordBatch.from_arrays([opponents], [results])
    ends = interval(one, "bootstrap-percentile", level=0.8)
    # 9,999 draws know a level of .1 to .003: four of them on either side.
    reach = 4.0 * np.sqrt(0.1 * 0.9 / 9999)
    for end, level in ((ends.low[0], 0.1), (ends.high[0], 0.9)):
        low, high = np.quantile(values, [level - reach, level + reach], method="inverted_cdf")
        assert low - 1e-9 <= end <= high + 1e-9


@pytest.mark.parametrize("method", GAMES)
@pytest.mark.parametrize(
    ("opponents", "results"),
    [
        (OPPONENTS, [2] * 7),
        (OPPONENTS, [0] * 7),
        ([2300.0] * 7, [1] * 7),
        ([2300.0], [1]),
        ([2300.0], [2]),
    ],
    ids=["all wins", "all losses", "all draws against equals", "one game", "one win"],
)
def test_degenerate_records_have_no_interval(
    method: str, opponents: list[float], results: list[int]
) -> None:
    ends = interval(RecordBatch.from_arrays([opponents], [results]), method)
    assert ends.reasons[0] == Reason.DEGENERATE
    assert np.isnan(ends.low[0])
    assert np.isnan(ends.high[0])
    assert "says nothing" in ends.reason()


def test_a_flat_sandwich_has_no_interval_either() -> None:
    flat = interval(RecordBatch.from_arrays([[2300.0] * 7], 1), "wald-sandwich")
    assert flat.reasons[0] == Reason.DEGENERATE
    uneven = interval(RecordBatch.from_arrays([OPPONENTS], 1), "wald-sandwich")
    assert uneven.reasons[0] == Reason.OK


@pytest.mark.parametrize("method", GAMES)
def test_draws_against_uneven_opponents_are_not_degenerate(method: str) -> None:
    drawn = RecordBatch.from_arrays([OPPONENTS], 1)
    ends = interval(drawn, method)
    assert ends.low[0] < estimate(drawn, "per-opponent").values[0] < ends.high[0]


def test_two_opposite_games() -> None:
    """A win and a loss against equals: resamples are 2/2, 1/2, 0/2; bootstrap-t keeps only 1/2."""
    two = RecordBatch.from_arrays([[2300.0, 2300.0]], [[2, 0]])
    for method in SCIPY:
        ends = interval(two, method)
        assert [ends.low[0], ends.high[0]] == [1500.0, 3100.0]  # AOR -+ 800
    assert interval(two, "bootstrap-studentized").reasons[0] == Reason.DEGENERATE


def test_rules_that_have_a_number_at_the_ends_keep_it() -> None:
    two = RecordBatch.from_arrays([[2300.0, 2300.0]], [[2, 0]])
    ends = interval(two, "bootstrap-percentile", rule="shortcut")
    assert [ends.low[0], ends.high[0]] == [1900.0, 2700.0]
    ends = interval(two, "bootstrap-percentile", rule="average-clamped")
    assert ends.high[0] == pytest.approx(2300.0 + 400.0 * np.log10(999.0))


@pytest.mark.parametrize("method", GAMES)
def test_neighbours_padding_and_blocks_change_no_bit(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    n = len(OPPONENTS)
    many = RecordBatch.from_arrays(
        [
            [2000.0, 2100.0, *[np.nan] * n],
            [*OPPONENTS, np.nan, np.nan],
            np.linspace(1900.0, 2500.0, n + 2),
        ],
        [[2, 0] + [0] * n, [*RESULTS, 0, 0], [2, 2, 1, 0, 2, 0, 1, 1, 2]],
        [2, n, n + 2],
    )
    together = interval(many, method, n_resamples=999)
    for i in range(3):
        alone = interval(many.take([i]), method, n_resamples=999)
        assert alone.reasons[0] == together.reasons[i]
        for a, b in ((alone.low[0], together.low[i]), (alone.high[0], together.high[i])):
            assert a == b or (np.isnan(a) and np.isnan(b))
    unpadded = interval(UNEVEN, method, n_resamples=999)
    assert unpadded.low[0] == together.low[1]
    assert unpadded.high[0] == together.high[1]
    monkeypatch.setattr("tprstats.intervals.bootstrap._BLOCK", 700)
    blocks = interval(UNEVEN, method, n_resamples=999)
    assert blocks.low[0] == unpadded.low[0]
    assert blocks.high[0] == unpadded.high[0]


@pytest.mark.parametrize("method", GAMES)
def test_blocks_bound_the_memory(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than so many games are drawn at a time, and as many times as asked in all."""
    drawn, sizes = Resampler.drawn, []

    def watched(sample: Resampler, games: np.ndarray) -> RecordBatch:
        sizes.append(games.shape)
        return drawn(sample, games)

    monkeypatch.setattr(Resampler, "drawn", watched)
    monkeypatch.setattr("tprstats.intervals.bootstrap._BLOCK", 700)
    interval(UNEVEN, method, n_resamples=999)
    assert max(rows * columns for rows, columns in sizes) == 700
    # Beside them the record itself, and for BCa the record with each game left out.
    own = sum(rows for rows, columns in sizes if rows in (1, len(OPPONENTS)))
    assert sum(rows for rows, _ in sizes) - own == 999


@pytest.mark.parametrize("method", GAMES)
def test_the_seed_counts(method: str) -> None:
    ends = [interval(UNEVEN, method, seed=s, n_resamples=200).low[0] for s in (1, 1, 2, 3, 4)]
    assert ends[0] == ends[1]
    assert len(set(ends)) > 1


@pytest.mark.parametrize(
    "rule", [id for id, r in RULES.items() if not r.event_level and "order" not in r.needs]
)
def test_any_rule_of_single_records(rule: str) -> None:
    """An interval around the rule's rating, or the rule's own reason.

    The resamples are all listed: which reasons a rule has for some of them is known. 0 % and 100 %
    are not among them (the bootstrap counts those as the average -+ 800).
    """
    batch = RecordBatch.from_arrays([OPPONENTS], [RESULTS], own=[2250.0])
    found = estimate(batch, rule)
    ends = interval(batch, "bootstrap-percentile", rule=rule, n_resamples=499)
    if found.reasons[0]:
        assert ends.reasons[0] == found.reasons[0]
        return
    drawn = np.array(list(itertools.combinations_with_replacement(range(7), 7)))
    listed = RecordBatch.from_arrays(
        np.array(OPPONENTS)[drawn], np.array(RESULTS)[drawn], own=2250.0
    )
    rated = estimate(listed, rule)
    # A rare resample without a number need not be among 499.
    assert ends.reasons[0] in {int(r) for r in rated.reasons} - {
        Reason.ZERO_SCORE,
        Reason.PERFECT_SCORE,
    }
    if ends.reasons[0] == Reason.OK:
        assert ends.low[0] <= found.values[0] <= ends.high[0]
        # Both ends are ratings of resamples, or lie between two (or at the bounds of 0 and 100 %).
        known = rated.values[~np.isnan(rated.values)]
        centre = listed.opponents.mean(axis=1)
        assert min(known.min(), centre.min() - 800.0) <= ends.low[0]
        assert ends.high[0] <= max(known.max(), centre.max() + 800.0)


def test_an_end_at_0_elo_is_an_end() -> None:
    """Eight draws and a win against 0: a third of the resamples are drawn throughout."""
    drawn = RecordBatch.from_arrays([[0.0] * 9], [[2] + [1] * 8])
    ends = interval(drawn, "bootstrap-percentile", rule="shortcut", n_resamples=499)
    assert ends.reasons[0] == Reason.OK
    assert ends.low[0] == 0.0 < ends.high[0]


def test_they_draw_9999_times_from_seed_1_unless_told_otherwise() -> None:
    functions = [INTERVALS[id].function for id in GAMES]
    for function in (*functions, paired_differences, paired_difference):
        options = inspect.signature(function).parameters
        assert (options["seed"].default, options["n_resamples"].default) == (1, 9999)


def test_a_rule_without_a_number_for_some_resamples_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rule that wants a 2400 among the opponents: some resamples have none."""

    def wants_strong(batch: RecordBatch) -> Ratings:
        weak = batch.opponents.max(axis=1) < 2400.0
        why = np.where(weak, np.uint8(Reason.TOO_FEW_GAMES), np.uint8(Reason.OK))
        return Ratings.of(batch.opponents.mean(axis=1), why)

    rule = replace(RULES["shortcut"], id="strong", function=wants_strong)
    monkeypatch.setitem(RULES, "strong", rule)
    assert estimate(UNEVEN, "strong").reasons[0] == Reason.OK
    for method in SCIPY:
        ends = interval(UNEVEN, method, rule="strong", n_resamples=499)
        assert ends.reasons[0] == Reason.TOO_FEW_GAMES
        assert np.isnan([ends.low[0], ends.high[0]]).all()


def test_bca_without_a_correction_says_so() -> None:
    """Draws against 7 of 2300 and 4 of 2301 in whole numbers: leaving one out changes nothing.

    The averages of ten are 2300.3 and 2300.4; those of resamples lie on both sides of 2300.5.
    """
    uneven = RecordBatch.from_arrays([[2300.0] * 7 + [2301.0] * 4], 1)
    ends = interval(uneven, "bootstrap-percentile", rule="fide")
    assert [ends.low[0], ends.high[0]] == [2300.0, 2301.0]
    ends = interval(uneven, "bootstrap-bca", rule="fide")
    assert ends.reasons[0] == Reason.NO_CORRECTION
    assert "no spread" not in ends.reason()


def test_colours_and_own_rating_stay_with_their_games() -> None:
    """White's advantage moves with the game; a rule that leans on the own rating gets it."""
    colours = [1, -1, 1, 1, -1, -1, 1]
    white = RecordBatch.from_arrays([OPPONENTS], [RESULTS], colours=[colours])
    moved = RecordBatch.from_arrays([np.array(OPPONENTS) - 35.0 * np.array(colours)], [RESULTS])
    a = interval(white, "bootstrap-bca", white_advantage=35.0, n_resamples=499)
    b = interval(moved, "bootstrap-bca", n_resamples=499)
    assert (a.low[0], a.high[0]) == (b.low[0], b.high[0])
    options = {"rule": "swiss-master", "n_resamples": 499}
    assert interval(UNEVEN, "bootstrap-basic", **options).reasons[0] == Reason.NEEDS_OWN_RATING


def test_options_reach_the_rule() -> None:
    wide = interval(
        UNEVEN,
        "bootstrap-percentile",
        rule="per-opponent-normal",
        rule_options={"sigma": 400.0},
        n_resamples=499,
    )
    narrow = interval(UNEVEN, "bootstrap-percentile", rule="per-opponent-normal", n_resamples=499)
    assert wide.high[0] - wide.low[0] > narrow.high[0] - narrow.low[0]


def test_refusals() -> None:
    with pytest.raises(TprstatsError, match="order of the games"):
        interval(UNEVEN, "bootstrap-bca", rule="lichess-arena")
    with pytest.raises(UnknownNameError, match="no method"):
        interval(UNEVEN, "bootstrap-bca", rule="firht")
    with pytest.raises(TprstatsError, match="n_resamples"):
        interval(UNEVEN, "bootstrap-studentized", n_resamples=0)
    totals = Record.from_totals(2300, 9, 6.5).batch()
    assert interval(totals, "bootstrap-bca").reasons[0] == Reason.NEEDS_OPPONENTS
    assert interval(totals, "wald-sandwich").reasons[0] == Reason.NEEDS_OPPONENTS
    assert interval(totals, "midp").reasons[0] == Reason.OK


# Method of the study -> interval and the level at which it has that name's multiplier.
STUDY_NAMES = {
    "perc": "bootstrap-percentile",
    "basic": "bootstrap-basic",
    "bca": "bootstrap-bca",
    "stud": "bootstrap-studentized",
    "sandwich": "wald-sandwich",
    "sandwich_t": "wald-sandwich",
}


@pytest.mark.parametrize("name", STUDY_NAMES)
def test_study_cells_of_five_games_against_equals(name: str) -> None:
    """Exact cells of the study: at five games no resampling level sits near a step."""
    level = 0.95
    if name == "sandwich_t":  # Student's quantile, and the spread divided by n - 1
        level = float(2.0 * norm.cdf(student.ppf(0.975, 4) * np.sqrt(5 / 4)) - 1.0)
    records, s2, draws = outcome_batch(spread_schedule(5, 0.0), draws=True)
    ends = interval(records, STUDY_NAMES[name], level=level)
    wins = (s2 - draws) // 2
    counts = np.stack([wins, draws, 5 - wins - draws], axis=1)
    with STUDY.open() as file:
        cells = [
            r for r in csv.DictReader(file) if (r["N"], r["sd"], r["method"]) == ("5", "0", name)
        ]
    assert len(cells) == 9
    for row in cells:
        truth = float(row["adv"])
        law = [float(x) for x in EloDavidson(float(row["d0"])).wdl(truth)]
        chance = multinomial.pmf(counts, 5, law)
        # The study lets the point interval of draws only cover a truth of 0; we give none.
        point = (draws == 5) & (truth == 0.0)
        inside = (ends.low <= truth + 1e-9) & (ends.high >= truth - 1e-9)
        assert chance[inside | point].sum() == pytest.approx(float(row["cov"]), abs=1.1e-5), row
        none = float(row["p_undef"]) + float(row["p_degenerate"])
        assert chance[np.isnan(ends.low)].sum() == pytest.approx(none, abs=1.1e-5), row


@pytest.mark.parametrize("results", [[2, 2, 2, 2, 1], [0, 0, 1, 2], [0, 2, 2, 0, 2], [1, 1, 1]])
@pytest.mark.parametrize("rule", ["average", "per-opponent", "shortcut", "firth"])
def test_share_without_number_counts_every_resample(results: list[int], rule: str) -> None:
    """All n**n ordered draws, rated one by one: those for which the rule has no number."""
    n = len(results)
    opponents = np.array([2300.0, 2250.0, 2401.0, 2350.0, 2280.0][:n])
    draws = np.array(list(itertools.product(range(n), repeat=n)))
    every = RecordBatch.from_arrays(opponents[draws], np.array(results)[draws])
    none = estimate(every, rule).reasons != Reason.OK
    one = RecordBatch.from_arrays([opponents], [results])
    assert share_without_number(one, rule)[0] == pytest.approx(none.mean(), abs=1e-12)
