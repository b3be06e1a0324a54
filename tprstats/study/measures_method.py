"""Measures of a point estimate."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tprstats.mcse import Figure
from tprstats.study.case import Case, Measure, ratio, share
from tprstats.study.rank_quality import kendall, spearman
from tprstats.study.replication import Smooth

__all__ = ["METHOD", "bias", "empirical_se"]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def bias(c: Case) -> Smooth:
    return Smooth(c.total(c.error, c.known), ratio)


def _relative_bias(c: Case) -> Smooth:
    ahead = np.where(c.known, c.e.truth - c.e.average[c.view], 0.0)

    def percent(x: Array) -> Array:
        # An advantage of 0 has no percentage; sums of it are 0 but for rounding.
        small = np.abs(x[..., 1]) < 1e-9
        return np.where(small, np.nan, 100.0 * x[..., 0] / np.where(small, 1.0, x[..., 1]))

    return Smooth(c.total(c.error, ahead), percent)


def _raw_error(c: Case) -> Array:
    return np.where(c.known, c.values - c.e.truth, 0.0)


def empirical_se(c: Case) -> Smooth:
    """SD with ``n - 1`` in the denominator; listed outcomes are no sample, and lose nothing."""
    error = _raw_error(c)
    sampled = not (c.e.exact or c.e.fixed.any())

    def sd(x: Array) -> Array:
        share = x[..., 2]
        variance = x[..., 0] / share - np.square(x[..., 1] / share)
        if sampled:
            count = share * c.e.replicates
            degrees = np.maximum(count - 1.0, 1e-300)
            variance = variance * np.where(count > 1.0, count / degrees, np.nan)
        return np.asarray(np.sqrt(np.maximum(variance, 0.0)))

    return Smooth(c.total(np.square(error), error, c.known), sd)


def _mse(c: Case) -> Smooth:
    return Smooth(c.total(np.square(_raw_error(c)), c.known), ratio)


def _rmse(c: Case) -> Smooth:
    return Smooth(_mse(c).sums, lambda x: np.sqrt(ratio(x)))


def _mae(c: Case) -> Smooth:
    return Smooth(c.total(np.abs(_raw_error(c)), c.known), ratio)


def _undefined(c: Case) -> Smooth:
    return share(c, np.isnan(c.values), c.members)


def _exceed(c: Case, above: float) -> Smooth:
    return share(c, np.nan_to_num(c.extended, nan=-np.inf) >= above - 1e-9, c.members)


def _rank(c: Case, of: Callable[[Array, Array, Mask], Array]) -> Smooth:
    found = of(c.values, c.e.truth, c.known)
    there = ~np.isnan(found)
    return Smooth(np.stack([np.where(there, found, 0.0), there], axis=1), ratio)


def _quantile(c: Case, q: float) -> Figure:
    return c.sample.quantile(c.extended, ~np.isnan(c.extended), q)


def _best_of(c: Case, k: float, q: float) -> Figure:
    """Quantile of the best of k independent events: the q**(1/k) quantile of one."""
    return _quantile(c, q ** (1.0 / k))


def _max(c: Case, q: float) -> Figure:
    """Quantile over events of the greatest error in the event; infinite without a number."""
    error = np.nan_to_num(c.extended, nan=-np.inf, posinf=np.inf).max(axis=1, keepdims=True)
    return c.sample.quantile(error, error > -np.inf, q)


def _falls(c: Case) -> Figure:
    """Number of scores at which half a point more gives a lower number (listed outcomes)."""
    if not c.e.exact:
        return Figure(float("nan"), float("nan"))
    score, values = c.e.half_points[c.view][:, 0], c.values[:, 0]
    best = np.array(
        [np.nan_to_num(values[score == s], nan=-np.inf).max() for s in range(int(score.max()) + 1)]
    )
    known = best[np.isfinite(best)]
    return Figure(float((np.diff(known) < -1e-9).sum()), 0.0)


METHOD: dict[str, Measure] = {
    "bias": bias,
    "relative-bias": _relative_bias,
    "emp-se": empirical_se,
    "mse": _mse,
    "rmse": _rmse,
    "mae": _mae,
    "median": partial(_quantile, q=0.5),
    "quantile": _quantile,
    "undefined": _undefined,
    "exceed": _exceed,
    "best-of": _best_of,
    "max": _max,
    "falls": _falls,
    "kendall": partial(_rank, of=kendall),
    "spearman": partial(_rank, of=spearman),
}
"""Measures of a point estimate. ``relative-bias`` is in percent of the true advantage over the
opposition: Elo has no zero to be relative to."""
