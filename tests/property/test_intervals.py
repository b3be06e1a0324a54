"""What every interval must do, on records that hypothesis makes up."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tprstats.estimators import estimate
from tprstats.intervals import INTERVALS, interval
from tprstats.records import RecordBatch
from tprstats.results import Intervals

FAST = {id: m for id, m in INTERVALS.items() if "resampling" not in m.needs}
every_interval = pytest.mark.parametrize("method", INTERVALS)
every_fast_interval = pytest.mark.parametrize("method", FAST)
few = settings(max_examples=15, deadline=None)
more = settings(max_examples=80, deadline=None)

shares = st.sampled_from([0.0, 0.05, 0.3, 0.6, 0.8])


@st.composite
def games(draw: st.DrawFn, longest: int = 12) -> tuple[list[float], list[int]]:
    """Opponents, even or up to 500 either side of a level, and results."""
    n = draw(st.integers(1, longest))
    spread = draw(st.sampled_from([0, 50, 200, 500]))
    level = draw(st.integers(1400, 2600))
    opponents = [float(level + draw(st.integers(-spread, spread))) for _ in range(n)]
    return opponents, draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))


def batch(record: tuple[list[float], list[int]]) -> RecordBatch:
    return RecordBatch.from_arrays([record[0]], [record[1]])


def ends(records: RecordBatch, method: str, **options: object) -> Intervals:
    """The interval, with a prior near the opponents and few resamples."""
    options.setdefault("draw_share", 0.3)
    options.setdefault("prior_sd", 80.0)
    options.setdefault("prior_mean", np.nanmean(records.opponents, axis=1) - 40.0)
    if "resampling" in INTERVALS[method].needs:
        options["n_resamples"] = 199
    return interval(records, method, **options)


def close(a: Intervals, b: Intervals, method: str) -> bool:
    # Roots are found to rounding; quadratures to 1e-3 Elo (against closed forms).
    within = 1e-3 if method in ("jeffreys", "bayes") else 1e-6
    return bool(
        np.array_equal(a.reasons == 0, b.reasons == 0)
        and np.allclose(a.low, b.low, rtol=0.0, atol=within, equal_nan=True)
        and np.allclose(a.high, b.high, rtol=0.0, atol=within, equal_nan=True)
    )


def same(a: Intervals, b: Intervals) -> bool:
    return bool(
        np.array_equal(a.reasons, b.reasons)
        and np.array_equal(a.low, b.low, equal_nan=True)
        and np.array_equal(a.high, b.high, equal_nan=True)
    )


@every_interval
@few
@given(record=games(), shift=st.integers(-300, 300))
def test_a_shift_of_all_ratings_shifts_it(
    method: str, record: tuple[list[float], list[int]], shift: int
) -> None:
    opponents, results = record
    moved = ends(batch(([r + shift for r in opponents], results)), method)
    plain = ends(batch(record), method)
    assert close(moved, Intervals(plain.low + shift, plain.high + shift, plain.reasons), method)


@every_fast_interval
@few
@given(record=games(), share=shares)
def test_swapped_results_and_turned_ratings_mirror_it(
    method: str, record: tuple[list[float], list[int]], share: float
) -> None:
    opponents, results = record
    mean = float(np.mean(opponents))
    plain = ends(batch(record), method, draw_share=share, prior_mean=mean - 40.0)
    turned = ends(
        batch(([-r for r in opponents], [2 - s for s in results])),
        method,
        draw_share=share,
        prior_mean=40.0 - mean,
    )
    assert close(turned, Intervals(-plain.high, -plain.low, plain.reasons), method)


@every_interval
@few
@given(record=games(), share=shares)
def test_a_higher_level_holds_a_lower_one(
    method: str, record: tuple[list[float], list[int]], share: float
) -> None:
    found = [ends(batch(record), method, level=q, draw_share=share) for q in (0.99, 0.95, 0.8)]
    for outer, inner in pairwise(found):
        if not (outer.reasons[0] or inner.reasons[0]):
            assert outer.low[0] <= inner.low[0] + 1e-6
            assert outer.high[0] >= inner.high[0] - 1e-6


@every_interval
@few
@given(record=games(), neighbours=st.lists(games(), min_size=1, max_size=4))
def test_neighbours_and_padding_change_no_bit(
    method: str,
    record: tuple[list[float], list[int]],
    neighbours: list[tuple[list[float], list[int]]],
) -> None:
    rows = [*neighbours[1:], record, neighbours[0]]
    width = 15
    many = RecordBatch.from_arrays(
        [r + [np.nan] * (width - len(r)) for r, _ in rows],
        [s + [0] * (width - len(s)) for _, s in rows],
        [len(r) for r, _ in rows],
        own=2000.0,
    )
    i = len(rows) - 2
    for share in (0.3, None):
        together = ends(many, method, draw_share=share, prior_mean=None)
        alone = ends(many.take([i]), method, draw_share=share, prior_mean=None)
        unpadded = RecordBatch.from_arrays([record[0]], [record[1]], own=2000.0)
        bare = ends(unpadded, method, draw_share=share, prior_mean=None)
        row = Intervals(together.low[[i]], together.high[[i]], together.reasons[[i]])
        assert same(row, alone)
        assert same(row, bare)


@every_interval
@few
@given(record=games(), seed=st.integers(0, 1000))
def test_the_order_of_games_does_not_matter(
    method: str, record: tuple[list[float], list[int]], seed: int
) -> None:
    order = np.random.default_rng(seed).permutation(len(record[0]))
    shuffled = ([record[0][i] for i in order], [record[1][i] for i in order])
    assert close(ends(batch(record), method), ends(batch(shuffled), method), method)


@every_interval
@few
@given(record=games(), seed=st.integers(0, 1000), white=st.integers(-60, 60))
def test_white_advantage_is_a_change_of_ratings(
    method: str, record: tuple[list[float], list[int]], seed: int, white: int
) -> None:
    opponents, results = np.array(record[0]), record[1]
    colours = np.random.default_rng(seed).choice([-1, 0, 1], size=opponents.size)
    coloured = RecordBatch.from_arrays([opponents], [results], colours=[colours])
    moved = RecordBatch.from_arrays([opponents - white * colours], [results])
    mean = float(opponents.mean())
    assert same(
        ends(coloured, method, white_advantage=float(white), prior_mean=mean, draw_share=None),
        ends(moved, method, prior_mean=mean, draw_share=None),
    )


@more
@given(record=games(), share=st.one_of(shares, st.none()), level=st.sampled_from([0.8, 0.9, 0.95]))
def test_midp_holds_the_recommended_estimates(
    record: tuple[list[float], list[int]], share: float | None, level: float
) -> None:
    records = batch(record)
    found = interval(records, "midp", level=level, draw_share=share)
    for method in ("per-opponent", "firth"):
        value = estimate(records, method).values[0]
        if not np.isnan(value):
            assert found.low[0] <= value <= found.high[0]


@more
@given(record=games(), share=shares, data=st.data())
def test_a_better_result_never_lowers_an_end_of_midp(
    record: tuple[list[float], list[int]], share: float, data: st.DataObject
) -> None:
    """Same opponents, a given draw share: a half point more somewhere."""
    opponents, results = record
    can = [i for i, s in enumerate(results) if s < 2]
    if not can:
        return
    i = data.draw(st.sampled_from(can))
    better = [s + (j == i) for j, s in enumerate(results)]
    found = interval(
        RecordBatch.from_arrays([opponents, opponents], [results, better]),
        "midp",
        draw_share=share,
    )
    assert found.low[0] <= found.low[1] + 1e-9
    assert found.high[0] <= found.high[1] + 1e-9


@every_interval
@few
@given(record=games(), share=shares)
def test_ends_are_ordered_and_never_a_point(
    method: str, record: tuple[list[float], list[int]], share: float
) -> None:
    found = ends(batch(record), method, draw_share=share)
    if found.reasons[0]:
        assert np.isnan(found.low[0])
        assert np.isnan(found.high[0])
    else:
        assert found.high[0] - found.low[0] > 1.0


def test_a_quantile_on_a_tie_is_taken_alike_from_both_ends() -> None:
    # P(at most one half point of six) is .025 exactly at draw share .8 against equals.
    drawn = ends(batch(([1400.0] * 3, [0, 1, 2])), "bootstrap-parametric", draw_share=0.8)
    assert drawn.low[0] - 1400.0 == pytest.approx(1400.0 - drawn.high[0], abs=1e-9)
