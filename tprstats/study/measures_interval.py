"""Measures of an interval."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tprstats.mcse import Figure
from tprstats.study.case import Case, Measure, ratio, share
from tprstats.study.measures_method import bias, empirical_se
from tprstats.study.replication import Smooth

__all__ = ["INTERVAL"]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

_SAME = 1e-7  # Elo: an end that is the truth but for rounding holds it


def _cover(c: Case) -> tuple[Mask, Mask, Mask]:
    """Held, missed because too high, missed because too low; none of them where undefined."""
    low, high, there = c.ends()
    with np.errstate(invalid="ignore"):
        too_high = there & (low > c.e.truth + _SAME)
        too_low = there & (high < c.e.truth - _SAME)
    return there & ~too_high & ~too_low, too_high, too_low


def _coverage(c: Case) -> Smooth:
    return share(c, _cover(c)[0], c.members)


def _coverage_excluded(c: Case) -> Smooth:
    return share(c, _cover(c)[0], c.ends()[2])


def _coverage_whole_line(c: Case) -> Smooth:
    return share(c, _cover(c)[0] | ~c.ends()[2], c.members)


def _miss_low(c: Case) -> Smooth:
    return share(c, _cover(c)[1], c.members)


def _miss_high(c: Case) -> Smooth:
    return share(c, _cover(c)[2], c.members)


def _be_coverage(c: Case) -> Smooth:
    """Does the interval hold the truth moved by the method's bias (taken as known)?"""
    low, high, there = c.ends()
    shift = c.sample.figure(bias(c)).value
    with np.errstate(invalid="ignore"):
        holds = there & (low <= c.e.truth + shift + _SAME) & (high >= c.e.truth + shift - _SAME)
    return share(c, holds, c.members)


def _cut_width(c: Case) -> tuple[Array, Mask]:
    low, high, there = c.ends()
    centre = c.e.average[c.view]
    cut = np.clip(high, centre - 800, centre + 800) - np.clip(low, centre - 800, centre + 800)
    return np.where(there, cut, 0.0), there


def _width(c: Case) -> Smooth:
    cut, there = _cut_width(c)
    return Smooth(c.total(cut, there), ratio)


def _width_median(c: Case) -> Figure:
    low, high, there = c.ends()
    return c.sample.quantile(np.where(there, high - low, np.nan), there, 0.5)


def _open(c: Case) -> Smooth:
    low, high, there = c.ends()
    return share(c, np.isinf(low) | np.isinf(high), there)


def _no_interval(c: Case) -> Smooth:
    return share(c, ~c.ends()[2], c.members)


def _power(c: Case) -> Smooth:
    """The interval leaves out the published rating: power, or false alarms where it is true."""
    low, high, there = c.ends()
    with np.errstate(invalid="ignore"):
        out = there & ((low > c.e.own + _SAME) | (high < c.e.own - _SAME))
    return share(c, out, c.members & ~np.isnan(c.e.own))


def _squared_se(c: Case) -> tuple[Array, Mask]:
    """Squared standard errors that closed intervals stand for."""
    low, high, there = c.ends()
    closed = there & np.isfinite(low) & np.isfinite(high) & c.known
    z = float(-ndtri((1.0 - c.level) / 2.0))
    half = np.where(closed, high, 0.0) - np.where(closed, low, 0.0)
    return np.square(half / (2.0 * z)), closed


def _model_se(c: Case) -> Smooth:
    squared, closed = _squared_se(c)
    return Smooth(c.total(squared, closed), lambda x: np.sqrt(ratio(x)))


def _relative_error(c: Case) -> Smooth:
    model, empirical = _model_se(c), empirical_se(c)
    return Smooth(
        np.concatenate([model.sums, empirical.sums], axis=1),
        lambda x: 100.0 * (model.function(x[..., :2]) / empirical.function(x[..., 2:]) - 1.0),
    )


INTERVAL: dict[str, Measure] = {
    "coverage": _coverage,
    "coverage-excluded": _coverage_excluded,
    "coverage-whole-line": _coverage_whole_line,
    "be-coverage": _be_coverage,
    "miss-low": _miss_low,
    "miss-high": _miss_high,
    "width": _width,
    "width-median": _width_median,
    "open": _open,
    "no-interval": _no_interval,
    "power": _power,
    "model-se": _model_se,
    "relative-error": _relative_error,
}
"""Measures of an interval. An undefined interval fails in ``coverage``, is left out in
``coverage-excluded``, and counts as the whole line in ``coverage-whole-line``. ``miss-low`` is
the chance that the low end lies above the truth."""
