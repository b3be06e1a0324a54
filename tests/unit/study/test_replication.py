"""Monte Carlo errors against formulas, other programs' figures, and loops."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr

from tprstats.mcse import emp_se_mcse, model_se_mcse, relative_error_mcse, share_mcse
from tprstats.study.case import Case
from tprstats.study.estimates import Estimates
from tprstats.study.measures import difference, measure
from tprstats.study.rank_quality import kendall, spearman
from tprstats.study.replication import Replication, Smooth


def estimates(values, truth, *, low=None, high=None, weight=None, exact=False):
    """Estimates of one method and one interval, ``(e, n)``."""
    e, n = values.shape
    zeros = np.zeros((1, e, n))
    return Estimates(
        replicate=np.arange(e),
        weight=np.ones(e) if weight is None else weight,
        exact=exact,
        fixed=np.zeros(e, dtype=bool),
        truth=np.broadcast_to(truth, (e, n)).astype(float),
        own=np.broadcast_to(truth, (e, n)).astype(float),
        standing=np.zeros((e, n), dtype=np.int64),
        half_points=zeros.astype(np.int64),
        games=zeros.astype(np.int64),
        average=zeros + 2000.0,
        surplus=zeros,
        values=values[None, None],
        low=(values - 10 if low is None else low)[None, None],
        high=(values + 10 if high is None else high)[None, None],
    )


def case(e: Estimates, **changes) -> Case:
    everybody = np.ones(e.truth.shape, dtype=bool)
    made = Case(Replication(e), 0, everybody, e.values[0, 0], low=e.low[0, 0], high=e.high[0, 0])
    return replace(made, **changes)


@pytest.fixture
def draws():
    rng = np.random.default_rng(4)
    values = 2000 + rng.normal(5, 100, (300, 1))
    half = rng.uniform(150, 250, values.shape)
    return estimates(values, 2000.0, low=values - half, high=values + half)


def test_rsimsum_figures():
    # rsimsum's vignette, data MIsim, method CC, n = 1000: estimates with their printed MCSEs
    # (statistics G 15).
    assert 0.1511 / np.sqrt(1000) == pytest.approx(0.0048, abs=5e-5)
    assert emp_se_mcse(0.1511, 1000) == pytest.approx(0.0034, abs=5e-5)
    assert share_mcse(0.943, 1000) == pytest.approx(0.0073, abs=5e-5)
    assert share_mcse(0.946, 1000) == pytest.approx(0.0071, abs=5e-5)


def test_morris_replicates():
    # Morris, White and Crowther (2019), section 5.3: 1900 and 10,000 for 0.5 points.
    assert share_mcse(0.95, 1900) == pytest.approx(0.005, abs=5e-5)
    assert share_mcse(0.5, 10_000) == pytest.approx(0.005)


def test_independent_replicates_follow_the_formulas(draws):
    c = case(draws)
    error = (draws.values[0, 0] - 2000.0).ravel()
    n = error.size
    assert measure("bias", c).value == pytest.approx(error.mean())
    assert measure("bias", c).mcse == pytest.approx(error.std(ddof=1) / np.sqrt(n))
    assert measure("emp-se", c).value == pytest.approx(error.std(ddof=1))
    by_hand = jackknife_by_hand(draws.values[0, 0], 2000.0, lambda e: e.std(ddof=1))
    assert measure("emp-se", c).mcse == pytest.approx(by_hand, rel=1e-2)
    # The formula takes errors to be normal, as they are here: 4 errors of a variance's error.
    near = 4 * np.sqrt(2 / n)
    assert measure("emp-se", c).mcse == pytest.approx(emp_se_mcse(error.std(ddof=1), n), rel=near)
    mse = np.square(error)
    assert measure("mse", c).value == pytest.approx(mse.mean())
    assert measure("mse", c).mcse == pytest.approx(
        np.sqrt(np.square(mse - mse.mean()).sum() / (n * (n - 1)))
    )
    held = ((draws.low[0, 0] <= 2000) & (draws.high[0, 0] >= 2000)).mean()
    assert measure("coverage", c).value == pytest.approx(held)
    # Jackknife of a share: n - 1 for n under the root.
    assert measure("coverage", c).mcse == pytest.approx(share_mcse(held, n - 1))
    se2 = np.square((draws.high[0, 0] - draws.low[0, 0]) / (2 * 1.959963984540054))
    model = np.sqrt(se2.mean())
    assert measure("model-se", c).value == pytest.approx(model)
    formula = model_se_mcse(model, se2.var(ddof=1), n)
    assert measure("model-se", c).mcse == pytest.approx(formula, rel=near)
    ratio = measure("relative-error", c)
    assert ratio.value == pytest.approx(100 * (model / error.std(ddof=1) - 1))
    formula = relative_error_mcse(model, error.std(ddof=1), se2.var(ddof=1), n)
    assert ratio.mcse == pytest.approx(formula, rel=near)


def jackknife_by_hand(values, truth, statistic):
    """Leave every event out in turn: the slow reference."""
    n = values.shape[0]
    left = np.array([statistic(np.delete(values, k, 0) - truth) for k in range(n)])
    return np.sqrt((n - 1) / n * np.square(left - left.mean()).sum())


@pytest.mark.parametrize(
    ("name", "statistic"),
    [
        ("bias", np.nanmean),
        ("rmse", lambda e: np.sqrt(np.nanmean(e**2))),
        ("mae", lambda e: np.nanmean(np.abs(e))),
    ],
)
def test_events_are_left_out_not_players(name, statistic):
    rng = np.random.default_rng(5)
    # Players of an event share a shock: their errors are dependent.
    values = 2000 + rng.normal(0, 80, (40, 6)) + rng.normal(0, 120, (40, 1))
    values[rng.random(values.shape) < 0.1] = np.nan
    c = case(estimates(values, 2000.0))
    assert measure(name, c).value == pytest.approx(statistic(values - 2000.0))
    by_hand = jackknife_by_hand(values, 2000.0, statistic)
    assert measure(name, c).mcse == pytest.approx(by_hand, rel=1e-9)
    # Taking players for independent would be wrong by a lot here.
    naive = np.nanstd(values) / np.sqrt(np.isfinite(values).sum())
    assert measure("bias", c).mcse > 1.5 * naive


def test_paired_difference_is_that_of_differences():
    rng = np.random.default_rng(6)
    one = 2000 + rng.normal(0, 100, (200, 3))
    other = one + rng.normal(4, 10, one.shape)
    a = case(estimates(one, 2000.0))
    b = replace(a, values=other)
    found = difference("bias", b, a)
    gap = (other - one).mean(axis=1)
    assert found.value == pytest.approx(gap.mean())
    assert found.mcse == pytest.approx(gap.std(ddof=1) / np.sqrt(200))
    apart = np.hypot(measure("bias", a).mcse, measure("bias", b).mcse)
    assert found.mcse < apart / 5


def test_quantile_error_is_half_an_order_statistic_interval():
    values = 2000 + np.sort(np.random.default_rng(8).normal(0, 100, (400, 1)), axis=0)
    c = case(estimates(values, 2000.0))
    found = measure("quantile:0.9", c)
    error = (values - 2000.0).ravel()
    at = int(np.ceil(0.9 * 400)) - 1
    assert found.value == pytest.approx(error[at])
    se = np.sqrt(0.9 * 0.1 / 399)
    low, high = (int(np.ceil((0.9 + s * se) * 400)) - 1 for s in (-1, 1))
    assert found.mcse == pytest.approx((error[high] - error[low]) / 2)


def test_three_conventions_of_an_undefined_interval():
    values = np.full((4, 1), 2000.0)
    low = np.array([[1990.0], [2010.0], [np.nan], [-np.inf]])
    high = np.array([[2010.0], [2030.0], [np.nan], [1990.0]])
    c = case(estimates(values, 2000.0, low=low, high=high))
    assert measure("coverage", c).value == 0.25
    assert measure("coverage-excluded", c).value == pytest.approx(1 / 3)
    assert measure("coverage-whole-line", c).value == 0.5
    assert measure("miss-low", c).value == 0.25
    assert measure("miss-high", c).value == 0.25
    assert measure("no-interval", c).value == 0.25
    assert measure("open", c).value == pytest.approx(1 / 3)
    # The open end is cut at 800 below the average opposition.
    assert measure("width", c).value == pytest.approx((20 + 20 + 790) / 3)


def test_bias_eliminated_coverage_moves_the_truth():
    values = np.array([[2100.0], [2120.0], [2080.0]])
    c = case(estimates(values, 2000.0, low=values - 15, high=values + 15))
    assert measure("coverage", c).value == 0.0
    assert measure("be-coverage", c).value == pytest.approx(1 / 3)


def test_weights_are_chances_where_outcomes_are_listed():
    values = np.array([[1900.0], [2000.0], [2200.0]])
    c = case(estimates(values, 2000.0, weight=np.array([0.25, 0.5, 0.25]), exact=True))
    assert measure("bias", c).value == pytest.approx(25.0)
    assert measure("bias", c).mcse == 0.0
    assert measure("quantile:0.75", c).value == 0.0
    assert measure("exceed:200", c).value == 0.25
    # The best of two independent events: median is the sqrt(1/2) quantile of one.
    assert measure("best-of:2:0.5", c).value == 0.0
    assert measure("best-of:4:0.5", c).value == 200.0


def test_quantile_at_an_atom_has_the_error_of_the_share_not_nought():
    """Errors of -100 and +100, the median between: its error is that of jumping across."""
    rng = np.random.default_rng(12)
    found = []
    for _ in range(200):
        values = 2000 + 100.0 * rng.choice([-1, 1], (101, 1))
        found.append(measure("median", case(estimates(values, 2000.0))))
    spread = np.std([f.value for f in found])
    errors = np.array([f.mcse for f in found])
    assert spread == pytest.approx(100, abs=10)
    # Where the split is clear the interval stays on one side: on average it is honest to 40 %.
    assert np.sqrt(np.mean(errors**2)) > 0.6 * spread


def test_quantile_at_the_end_of_a_sample_has_no_error():
    values = 2000 + np.arange(50.0)[:, None]
    assert np.isnan(measure("quantile:0.99", case(estimates(values, 2000.0))).mcse)


def test_perfect_score_without_a_number_is_above_every_number():
    values = np.array([[2100.0], [np.nan], [np.nan], [1900.0]])
    e = estimates(values, 2000.0)
    e = replace(e, games=e.games + 5, half_points=np.array([6, 10, 0, 4])[None, :, None])
    c = case(e)
    assert measure("exceed:800", c).value == 0.25
    assert measure("quantile:0.75", c).value == 100.0
    assert measure("quantile:0.8", c).value == np.inf
    assert measure("bias", c).value == 0.0


def test_rank_correlations_are_scipys():
    rng = np.random.default_rng(9)
    values = rng.integers(0, 6, (30, 12)).astype(float)  # many ties
    truth = rng.normal(size=values.shape)
    known = rng.random(values.shape) > 0.2
    tau, rho = kendall(values, truth, known), spearman(values, truth, known)
    for k in range(30):
        x, y = values[k, known[k]], truth[k, known[k]]
        assert tau[k] == pytest.approx(kendalltau(x, y).statistic)
        assert rho[k] == pytest.approx(spearmanr(x, y).statistic)


def test_antithetic_pairs_are_one_unit():
    values = np.array([[2010.0], [1990.0], [2030.0], [1970.0]])
    e = estimates(values, 2000.0)
    sums = Smooth(values - 2000.0, lambda x: x[..., 0])
    assert Replication(e).figure(sums).mcse > 10
    assert Replication(e, paired=True).figure(sums).mcse == 0.0
