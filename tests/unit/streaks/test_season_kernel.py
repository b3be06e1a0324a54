"""The compiled season against slow readable code, and the null against its own seasons."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from tprstats.elo import LOGIT_PER_ELO
from tprstats.outcomes import davidson_chances, davidson_draws
from tprstats.rng import Purpose, make_key, uniforms
from tprstats.streaks import _season_kernel as kernel
from tprstats.streaks.luck import BOOST_SD, best_of, p_values, play, spread_of
from tprstats.streaks.season import PENALTY, Season, constant_strength
from tprstats.streaks.windows import Windows, stretches_of


def a_season(kind: str, n: int = 40, seed: int = 3) -> Season:
    rng = np.random.default_rng([seed, n])
    score = rng.integers(0, 3, n) / 2.0
    if kind == "all won":
        score[:] = 1.0
    if kind == "all lost":
        score[:] = 0.0
    if kind == "all drawn":
        score[:] = 0.5
    opponents = 2300.0 + (0.0 if kind == "equal" else 180.0) * rng.standard_normal(n)
    return Season(
        score, opponents, rng.integers(-1, 2, n).astype(float), advantage=30.0, draw_prior=0.3
    )


KINDS = ["mixed", "equal", "all won", "all lost", "all drawn"]


def penalised(season: Season):
    """Level and slope by a general optimiser on the log likelihood as it is written down."""

    def minus(parameters):
        level, slope = parameters
        eta = level + slope * season.x + season.offset
        log = season.score * log_expit(eta) + (1.0 - season.score) * log_expit(-eta)
        drawn = PENALTY[0] * 0.5 * (log_expit(level) + log_expit(-level))
        return -(log.sum() + drawn - 0.5 * PENALTY[3] * (slope - 1.0) ** 2)

    return minimize(minus, (0.0, 1.0), method="BFGS", options={"gtol": 1e-9}).x


@pytest.mark.parametrize("kind", KINDS)
def test_the_fit_maximises_the_penalised_likelihood(kind):
    season = a_season(kind)
    found = constant_strength(season)
    level, slope = penalised(season)
    # What the gradient's tolerance leaves of the optimum is below 1e-6.
    assert found.level == pytest.approx(level, abs=1e-6)
    assert found.slope == pytest.approx(slope, abs=1e-6)
    expected = expit(level + slope * season.x + season.offset)
    assert found.expected == pytest.approx(expected, abs=1e-6)


def test_the_draw_share_is_the_season_s_shrunk_towards_the_prior():
    season = a_season("mixed")
    found = constant_strength(season)
    draws = davidson_draws(found.expected, found.draw_share).sum()
    assert draws + 6 * found.draw_share == pytest.approx((season.score == 0.5).sum() + 6 * 0.3)
    variance = found.expected * (1 - found.expected)
    variance -= davidson_draws(found.expected, found.draw_share) / 4
    assert found.variance == pytest.approx(variance, abs=1e-12)


def test_bounds_are_the_chances_of_a_win_and_of_no_loss():
    found = constant_strength(a_season("mixed"))
    gap = np.log(found.expected / (1.0 - found.expected)) / LOGIT_PER_ELO
    win, draw, _ = davidson_chances(gap, found.draw_share)
    assert found.bounds[:, 0] / 2.0**32 == pytest.approx(win, abs=1e-9)
    assert found.bounds[:, 1] / 2.0**32 == pytest.approx(win + draw, abs=1e-9)


STRETCHES = {
    # By hand: 10 games, a quarter octave more (12), two quarters (14), and half a season.
    30: {
        10: range(21),
        12: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18],
        14: [0, 2, 4, 6, 8, 10, 12, 14, 16],
        15: [0, 2, 4, 6, 8, 10, 12, 14, 15],
    },
}


def test_stretches_cover_a_season_of_any_length():
    assert {(a, b) for a, b in stretches_of(30)[0].tolist()} == {
        (i, i + length) for length, starts in STRETCHES[30].items() for i in starts
    }
    for n in (2, 10, 11, 19, 20, 21, 60, 500, 5001):
        games, part = stretches_of(n)
        length = games[:, 1] - games[:, 0]
        assert length.max() == n // 2
        assert length.min() == min(10, n // 2)
        assert games[:, 1].max() == n
        assert games[:, 0].min() == 0
        for k in set(length.tolist()):
            assert part[length == k].sum() == pytest.approx(1.0)


def slow_statistics(season: Season, baseline, lengths) -> dict[int, float]:
    """The definitions, window by window."""
    level, slope = penalised(season)
    e = season.score - expit(level + slope * season.x + season.offset)
    w = baseline.expected * (1.0 - baseline.expected)
    n = len(season)
    x = np.column_stack([np.ones(n), season.x])
    even = expit(baseline.level)
    m = (x * w[:, None]).T @ x + np.diag([PENALTY[0] * even * (1.0 - even), PENALTY[3]])
    add_squares, add_binomial, binomial = spread_of(baseline)
    scale = np.sqrt(((e**2).sum() * n / (n - 2) + add_squares) / (binomial + add_binomial))

    def z_of(part: slice) -> tuple[float, float]:
        b = x[part].T @ w[part]
        variance = w[part].sum() - b @ np.linalg.solve(m, b)
        return e[part].sum() / np.sqrt(variance) / scale, variance

    windows = [
        z_of(slice(i, i + k)) for k in range(lengths[0], lengths[1] + 1) for i in range(n - k + 1)
    ]
    z, variance = np.array(windows).T
    share = variance / (variance + baseline.dispersion / (LOGIT_PER_ELO * BOOST_SD) ** 2)
    evidence = np.sqrt(1.0 - share) * (1.0 + share * z**2 / 512.0) ** 256
    above, below = 0.0, 0.0
    for length, starts in STRETCHES[n].items():
        for i in starts:
            value, variance = z_of(slice(i, i + length))
            share = variance / (variance + baseline.dispersion / (LOGIT_PER_ELO * BOOST_SD) ** 2)
            one = np.sqrt(1.0 - share) * (1.0 + share * value**2 / 512.0) ** 256 / len(starts)
            above, below = above + one * (value > 0), below + one * (value < 0)
    return {
        kernel.ABOVE: above,
        kernel.BELOW: below,
        kernel.HOT: z.max(),
        kernel.COLD: -z.min(),
        kernel.CHANGE: max(abs(z_of(slice(k, n))[0]) for k in range(5, n - 4)),
        kernel.GAIN: evidence[z > 0].sum(),
        kernel.LOSS: evidence[z < 0].sum(),
        kernel.LAG_ONE: (e[1:] * e[:-1]).sum() / (e**2).sum(),
    }


@pytest.mark.parametrize("kind", ["mixed", "equal", "all won"])
def test_the_statistics_of_a_season(kind):
    season = a_season(kind, 30)
    baseline = constant_strength(season)
    windows = Windows.of(season, baseline, (5, 12))
    luck = play(season, baseline, windows, seasons=1, key=make_key(1, {}))
    for column, value in slow_statistics(season, baseline, (5, 12)).items():
        assert luck.observed[column] == pytest.approx(value, rel=1e-5), column
    start, length, z = best_of(luck, "hot")
    assert z == pytest.approx(luck.observed[kernel.HOT])
    assert luck.window_z(start, length) == z


def drawn(season: Season, baseline, key, replicate: int, outer: int) -> Season:
    """The season of luck that the kernel draws, from the readable random numbers."""
    from dataclasses import replace

    t = np.arange(len(season))
    u = uniforms(key, replicate, Purpose.NULL_SEASON, t, outer)
    win, no_loss = (baseline.bounds / 2.0**32).T
    return replace(season, score=0.5 * ((u < win).astype(float) + (u < no_loss)))


@pytest.mark.parametrize("outer", [0, 7])
def test_a_season_of_luck_is_a_season_like_another(outer):
    season = a_season("mixed", 30)
    baseline = constant_strength(season)
    windows = Windows.of(season, baseline, (5, 12))
    key = make_key(5, {"a": 1})
    luck = play(season, baseline, windows, seasons=40, key=key, outer=outer)
    for k in (0, 17, 39):
        again = drawn(season, baseline, key, k, outer)
        for column, value in slow_statistics(again, baseline, (5, 12)).items():
            assert luck.null[k, column] == pytest.approx(value, rel=1e-5), (k, column)


def test_numbers_do_not_depend_on_how_many_are_drawn_or_on_threads():
    season = a_season("mixed", 60)
    baseline = constant_strength(season)
    windows = Windows.of(season, baseline, (5, 20))
    many = play(season, baseline, windows, seasons=200, key=make_key(1, {}))
    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        few = play(season, baseline, windows, seasons=37, key=make_key(1, {}))
    finally:
        numba.set_num_threads(threads)
    assert np.array_equal(many.null[:37], few.null)


def test_windows_that_are_not_looked_at_do_not_count():
    season = a_season("mixed", 40)
    baseline = constant_strength(season)
    only = Windows.of(season, baseline, (5, 12), [(3, 7), (20, 5), (0, 4)])
    assert only.count == 2
    luck = play(season, baseline, only, seasons=1, key=make_key(1, {}))
    z = [luck.window_z(3, 7), luck.window_z(20, 5)]
    assert luck.observed[kernel.HOT] == pytest.approx(max(z))
    assert luck.observed[kernel.COLD] == pytest.approx(-min(z))


def test_joint_p_by_hand():
    # Ranked from the top, with the season itself: p of (4, 1) is (1/4, 4/4), of the others
    # (2/4, 1/4), (3/4, 2/4) and (4/4, 3/4): the least are 1/4, 1/4, 1/2, 3/4.
    single, joint = p_values(np.array([4.0, 1.0]), np.array([[3.0, 9.0], [2.0, 8.0], [1.0, 7.0]]))
    assert single.tolist() == [0.25, 1.0]
    assert joint == 0.5


def test_joint_p_of_luck_is_uniform():
    rng = np.random.default_rng(4)
    p = [
        p_values(x[0], x[1:])[1]
        for x in rng.standard_normal((4000, 100, 3)).cumsum(axis=2)  # lenses that agree in part
    ]
    for level in (0.05, 0.2, 0.5):
        share = np.mean(np.array(p) <= level)
        assert share <= level + 4.0 * np.sqrt(level * (1 - level) / 4000)
        assert share >= level - 0.02 - 4.0 * np.sqrt(level * (1 - level) / 4000)  # ties
