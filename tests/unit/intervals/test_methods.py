"""The list of intervals, the shared call, and what 0 % and 100 % give."""

import inspect

import numpy as np
import pytest

from tprstats.errors import TprstatsError, UnknownNameError
from tprstats.intervals import (
    INTERVALS,
    default_prior_sd,
    get_interval,
    interval,
    plug_in_draw_share,
)
from tprstats.intervals.registry import Setting, interval_method
from tprstats.records import Record, RecordBatch
from tprstats.results import Reason

IDS = [
    "midp",
    "exact",
    "score",
    "profile",
    "firth",
    "jeffreys",
    "wald",
    "wald-sandwich",
    "bayes",
    "bootstrap-percentile",
    "bootstrap-basic",
    "bootstrap-bca",
    "bootstrap-studentized",
    "bootstrap-parametric",
]
NINE = RecordBatch.from_arrays([[2300.0] * 9], [[2] * 5 + [1] * 3 + [0]], own=[2250.0])


def perfect_and_zero() -> RecordBatch:
    opponents = [2100.0, 2250.0, 2300.0, 2320.0, 2480.0]
    return RecordBatch.from_arrays([opponents] * 2, [[2] * 5, [0] * 5], own=2250.0)


def test_the_list_of_the_design() -> None:
    assert [id for id in INTERVALS if id in IDS] == IDS  # in that order; others may join
    for id, method in INTERVALS.items():
        assert method.id == id
        for text in (method.name, method.source, method.at_edges, method.advice):
            assert text
        assert method.function.__doc__


def test_options_are_given_by_name() -> None:
    for method in INTERVALS.values():
        first, *options = inspect.signature(method.function).parameters.values()
        assert first.kind is first.POSITIONAL_OR_KEYWORD, method.id
        assert all(p.kind is p.KEYWORD_ONLY for p in options), method.id


def test_what_is_assumed_unless_told_otherwise() -> None:
    """midp at 95 %, no white advantage, the record's draws and six games of 5 %."""
    coloured = RecordBatch.from_arrays(
        [[2300.0, 2250.0, 2400.0, 2310.0]], [[2, 1, 0, 1]], colours=[[1, 1, 1, -1]]
    )
    plain = interval(coloured)
    share = plug_in_draw_share(coloured, 0.05, pseudo_games=6.0)
    said = interval(coloured, "midp", level=0.95, draw_share=share, white_advantage=0.0)
    assert (plain.low[0], plain.high[0]) == (said.low[0], said.high[0])


@pytest.mark.parametrize("method", ["midp", "exact", "score", "profile"])
def test_one_sided_at_the_ends(method: str) -> None:
    ends = interval(perfect_and_zero(), method, draw_share=0.2)
    assert ends.reasons.tolist() == [0, 0]
    assert ends.high[0] == np.inf
    assert ends.low[1] == -np.inf
    assert np.isfinite([ends.low[0], ends.high[1]]).all()


@pytest.mark.parametrize("method", ["firth", "jeffreys", "bayes"])
def test_finite_at_the_ends(method: str) -> None:
    ends = interval(perfect_and_zero(), method, draw_share=0.2)
    assert np.isfinite([ends.low, ends.high]).all()


@pytest.mark.parametrize("method", ["wald", "wald-sandwich"])
def test_undefined_at_the_ends(method: str) -> None:
    ends = interval(perfect_and_zero(), method, draw_share=0.2)
    assert ends.reasons.tolist() == [Reason.PERFECT_SCORE, Reason.ZERO_SCORE]
    assert "no finite rating" in ends.reason(0)


def test_parametric_bootstrap_by_hand() -> None:
    """2/4 against equals without draws: Firth is even, 0 to 4 wins have 1, 4, 6, 4, 1 in 16."""
    four = RecordBatch.from_arrays([[2000.0] * 4], [[2, 2, 0, 0]])
    ends = interval(four, "bootstrap-parametric", draw_share=0.0, level=0.8)  # tails of 1/10
    third = 400.0 * np.log10(3.0)
    assert [ends.low[0], ends.high[0]] == pytest.approx([2000.0 - third, 2000.0 + third])
    wide = interval(four, "bootstrap-parametric", draw_share=0.0, level=0.95)
    assert [wide.low[0], wide.high[0]] == [-np.inf, np.inf]
    point = interval(four, "bootstrap-parametric", draw_share=0.0, level=0.3)  # 6/16 in the middle
    assert point.reasons[0] == Reason.DEGENERATE


@pytest.mark.parametrize("method", IDS)
def test_records_without_a_rated_game(method: str) -> None:
    batch = RecordBatch.from_arrays(
        [[np.nan] * 3, [2300.0, 2350.0, 2320.0]], [[2, 1, 0], [2, 1, 0]], own=2300.0
    )
    ends = interval(batch, method)
    assert ends.reasons.tolist() == [Reason.NO_GAMES, Reason.OK]
    alone = interval(batch.take([1]), method)
    assert (ends.low[1], ends.high[1]) == (alone.low[0], alone.high[0])
    none = interval(RecordBatch.from_arrays(np.empty((1, 0)), np.empty((1, 0))), method)
    assert none.reasons[0] == Reason.NO_GAMES


def test_unrated_opponents_are_left_out() -> None:
    batch = RecordBatch.from_arrays([[2300.0, np.nan, 2350.0]], [[2, 2, 1]])
    rated = RecordBatch.from_arrays([[2300.0, 2350.0]], [[2, 1]])
    a, b = interval(batch), interval(rated)
    assert (a.low[0], a.high[0]) == (b.low[0], b.high[0])


def test_totals_stand_for_equal_opponents() -> None:
    totals = Record.from_totals(2300, 9, 7).batch()
    games = RecordBatch.from_arrays([[2300.0] * 9], [[2] * 7 + [0] * 2])
    for method in ("midp", "score", "firth", "jeffreys"):
        a = interval(totals, method, draw_share=0.2)
        b = interval(games, method, draw_share=0.2)
        assert (a.low[0], a.high[0]) == (b.low[0], b.high[0])


def test_prior() -> None:
    """Own rating and US Chess's spread by default; without a rating there is no interval."""
    by_default = interval(NINE, "bayes", draw_share=0.3)
    given = interval(
        NINE, "bayes", draw_share=0.3, prior_mean=2250.0, prior_sd=default_prior_sd(2250.0)
    )
    assert (by_default.low[0], by_default.high[0]) == (given.low[0], given.high[0])
    unknown = RecordBatch.from_arrays([[2300.0]], [[2]])
    assert interval(unknown, "bayes").reasons[0] == Reason.NEEDS_OWN_RATING
    assert interval(unknown, "bayes", prior_mean=2200.0).reasons[0] == Reason.OK
    narrow = interval(NINE, "bayes", prior_sd=1.0)
    assert [narrow.low[0], narrow.high[0]] == pytest.approx([2250 - 1.96, 2250 + 1.96], abs=0.05)


def test_one_share_a_record() -> None:
    two = NINE.take([0, 0])
    ends = interval(two, draw_share=[0.0, 0.5])
    for i, share in enumerate((0.0, 0.5)):
        assert ends.low[i] == interval(NINE, draw_share=share).low[0]
    assert ends.low[1] > ends.low[0]


def test_searches_begin_at_the_estimate_for_equal_opponents() -> None:
    """The rough estimate and error are Firth's own where all opponents are equal."""
    equal = RecordBatch.from_arrays(
        [[2300.0] * 9, [2100.0] * 4 + [np.nan] * 5], [[2] * 5 + [1] * 3 + [0], [2] * 9], [9, 4]
    )
    nothing = np.zeros(2)
    setting = Setting(equal, 0.95, nothing, nothing, nothing)
    share = np.array([(6.5 + 0.5) / 10.0, 4.5 / 5.0])
    centre, error = setting.rough
    assert centre == pytest.approx([2300.0, 2100.0] + 400.0 * np.log10(share / (1.0 - share)))
    information = np.array([9, 4]) * share * (1.0 - share)
    assert error == pytest.approx(400.0 / np.log(10.0) / np.sqrt(information))
    assert setting.firth == pytest.approx(centre)
    assert setting.scale == pytest.approx(error)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0, -0.5, np.nan])
def test_impossible_levels_are_refused(level: float) -> None:
    with pytest.raises(TprstatsError, match="level must lie between 0 and 1"):
        interval(NINE, level=level)


def test_impossible_draw_shares_are_refused() -> None:
    with pytest.raises(TprstatsError, match="draw share"):
        interval(NINE, draw_share=1.0)


def test_unknown_ids_name_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="bootstrap-bca"):
        get_interval("bootstrap-bcs")


def test_an_id_is_registered_once() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        interval_method("midp", "", source="", at_edges="", advice="")(lambda setting: setting)
