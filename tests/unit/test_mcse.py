"""Monte Carlo errors against textbook formulas and simulation."""

import numpy as np
import pytest
from scipy import stats

from tprstats.mcse import Figure, mean_of_events, share_of_events


def test_a_plain_mean_has_the_textbook_error():
    x = np.random.default_rng(1).normal(5, 2, 400)
    found = mean_of_events(x)
    assert found.value == pytest.approx(x.mean())
    assert found.mcse == pytest.approx(stats.sem(x))


def test_a_weighted_mean_has_the_error_of_a_ratio():
    rng = np.random.default_rng(2)
    ratios = []
    errors = []
    for _ in range(2000):
        weights = rng.integers(5, 15, 60)
        effect = rng.normal(0, 3, 60)
        sums = weights * (2.0 + effect)
        found = mean_of_events(sums, weights)
        ratios.append(found.value)
        errors.append(found.mcse)
    spread = np.std(ratios, ddof=1)
    # Four standard errors of a standard deviation from 2000 draws.
    assert abs(np.mean(errors) / spread - 1) < 4 / np.sqrt(2 * 2000) + 1 / 60


def test_shares_and_print():
    found = share_of_events([True] * 90 + [False] * 10)
    assert (found.value, found.mcse) == (pytest.approx(0.9), pytest.approx(0.03))
    assert str(found) == "0.90 (0.03)"
    assert str(Figure(1234.56, 12.0)) == "1235 (12)"
    assert str(Figure(3.0, 0.0)) == "3"
    assert np.isnan(mean_of_events([]).value)


def test_what_is_the_same_in_every_event_has_no_error_of_rounding():
    """An exact identity summed in another order: the mean is 0, and rounding is no luck."""
    rng = np.random.default_rng(4)
    x = rng.normal(0.0, 300.0, (200, 34))
    sums = (x - x.mean(axis=1, keepdims=True)).sum(axis=1)  # 0 in every event, by definition
    found = mean_of_events(sums, np.full(200, 34.0))
    assert 0.0 < found.mcse < 1e-12
    assert str(found) == "0"
    assert str(mean_of_events(sums + 34 * 2.5, np.full(200, 34.0))) == "2.5"
    assert str(Figure(-1e-14, 2e-15)) == "0"
    assert str(Figure(float("nan"), float("nan"))) == "nan"
    # The errors of real simulations stay.
    assert str(Figure(1.25e-5, 3e-6)) == "0.000013 (0.000003)"
