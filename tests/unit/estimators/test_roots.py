"""The solvers against scipy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq, elementwise, newton
from scipy.special import expit, logit
from scipy.stats import norm

from tprstats.elo import LOGIT_PER_ELO, SIGMA_FIDE
from tprstats.estimators import estimate, per_opponent
from tprstats.estimators.roots import increasing_root
from tprstats.records import RecordBatch

RNG_SEED = 31


def curves(m: int) -> tuple[np.ndarray, np.ndarray]:
    """Rising curves of very different slopes, with roots away from the middle."""
    rng = np.random.default_rng(RNG_SEED)
    return rng.uniform(-900, 900, m), 10.0 ** rng.uniform(-4, -1, m)


def test_increasing_root_against_scipy_elementwise() -> None:
    centre, slope = curves(500)
    low, high = centre - 700.0, centre + 1900.0

    def f(x, centre, slope):
        return np.sinh(slope * (x - centre)) + np.tanh(x - centre) * 0.1

    looks = np.zeros(500, dtype=int)

    def counted(x, i):
        np.add.at(looks, i, 1)
        return f(x, centre[i], slope[i])

    rows = increasing_root(counted, low, high, tolerance=1e-14)
    theirs = elementwise.find_root(f, (low, high), args=(centre, slope))
    assert theirs.success.all()
    assert np.abs(rows - theirs.x).max() < 1e-9
    assert np.abs(rows - centre).max() < 1e-9
    # The same steps, not only the same end: halving alone would take three times as many.
    assert looks.tolist() == theirs.nfev.tolist()


def test_increasing_root_at_and_outside_the_bracket() -> None:
    low, high = np.array([0.0, 0.0, 0.0]), np.array([1.0, 1.0, 1.0])
    at = np.array([-5.0, 0.5, 7.0])
    looks = np.zeros(3, dtype=int)

    def counted(x, i):
        np.add.at(looks, i, 1)
        return x - at[i]

    inside = increasing_root(counted, low, high)
    assert inside.tolist() == [0.0, 0.5, 1.0]
    # Where no root lies between them the two ends are all there is to look at.
    assert looks[[0, 2]].tolist() == [2, 2]
    outside = increasing_root(lambda x, i: x - at[i], low, high, expand=True)
    assert outside == pytest.approx(at)


def test_increasing_root_does_not_mix_rows() -> None:
    centre, slope = curves(40)

    def solve(rows: np.ndarray) -> np.ndarray:
        c, s = centre[rows], slope[rows]
        return increasing_root(lambda x, i: np.sinh(s[i] * (x - c[i])), c - 500.0, c + 800.0)

    together = solve(np.arange(40))
    assert all(solve(np.array([k]))[0] == together[k] for k in range(40))


@pytest.mark.parametrize("method", ["per-opponent", "per-opponent-normal"])
def test_per_opponent_against_brentq(method: str) -> None:
    rng = np.random.default_rng(32)
    for trial in range(150):
        n = int(rng.integers(1, 14))
        spread = (50, 300, 1100)[trial % 3]
        opponents = np.clip(rng.normal(2000, spread, n), 400, 3600)
        results = rng.integers(0, 3, n)
        if not 0 < results.sum() < 2 * n:
            continue

        def surplus(x: float, r: np.ndarray = opponents, score: float = results.sum() / 2) -> float:
            gap = x - r
            if method == "per-opponent":
                return float((1 / (1 + 10 ** (-gap / 400))).sum() - score)
            return float(norm.cdf(gap / SIGMA_FIDE).sum() - score)

        root = brentq(surplus, -4000.0, 8000.0, xtol=1e-10, rtol=1e-14)
        found = estimate(RecordBatch.from_arrays([opponents], [results]), method).values[0]
        # Far-apart opponents leave the curve nearly flat: compare where it is steep enough.
        slope = (surplus(root + 0.5) - surplus(root - 0.5)) or 1e-300
        assert abs(found - root) <= 1e-7 + 1e-13 * n / slope


@pytest.mark.parametrize("penalty", [0.0, 1.0])
def test_newton_steps_are_newton_s(penalty: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """As few steps as scipy's Newton, whose slope is a difference: a wrong one only costs time."""
    mean_score, steps = per_opponent._mean_score, []
    monkeypatch.setattr(
        per_opponent, "_mean_score", lambda *asked: steps.append(1) or mean_score(*asked)
    )
    equal = RecordBatch.from_arrays([[2300.0] * 9], [[2] * 5 + [1] * 3 + [0]])
    per_opponent.solve_logistic(equal, penalty=penalty)
    assert not steps  # has a closed form
    rng = np.random.default_rng(33)
    for trial in range(100):
        n = int(rng.integers(2, 14))
        opponents, s2 = rng.normal(2000, (50, 300)[trial % 2], n), int(rng.integers(1, 2 * n))
        results = np.r_[np.full(s2 // 2, 2), np.ones(s2 % 2), np.zeros(n)][:n].astype(int)
        offsets = LOGIT_PER_ELO * (opponents - opponents.mean())
        wanted = logit((s2 / 2 + penalty / 2) / (n + penalty))

        def gap(u: float, d=offsets, n=n, wanted=wanted) -> float:
            p = expit(u - d)
            w = p * (1 - p)
            return logit((p.sum() + penalty * (w * p).sum() / w.sum()) / (n + penalty)) - wanted

        def slope(u: float, gap=gap) -> float:
            return (gap(u + 1e-5) - gap(u - 1e-5)) / 2e-5

        root, found = newton(gap, wanted, fprime=slope, tol=1e-13, full_output=True)
        steps.clear()
        batch = RecordBatch.from_arrays([opponents], [results])
        ours = per_opponent.solve_logistic(batch, penalty=penalty)[0]
        assert ours == pytest.approx(opponents.mean() + root / LOGIT_PER_ELO, abs=1e-8)
        assert len(steps) <= found.iterations + 1  # one more to see that nothing moves
