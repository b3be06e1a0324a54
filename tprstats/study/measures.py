"""Performance measures of methods and intervals, each with its Monte Carlo standard error.

Names follow Morris, White and Crowther (2019). A parameter stands behind a colon:
``quantile:0.9``, ``exceed:200``, ``best-of:12:0.95``, ``max:0.5``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tprstats.errors import UnknownNameError
from tprstats.mcse import Figure
from tprstats.study.estimates import Estimates
from tprstats.study.rank_quality import kendall, spearman
from tprstats.study.replication import Replication, Smooth

__all__ = [
    "INTERVAL",
    "MEASURES",
    "METHOD",
    "NORM",
    "SCORE",
    "Case",
    "check_measure",
    "difference",
    "is_paired",
    "measure",
]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

_SAME = 1e-7  # Elo: an end that is the truth but for rounding holds it


@dataclass(frozen=True)
class Case:
    """One method or interval, in one group of players, after some rounds.

    Parameters
    ----------
    sample
        All rows of the scenario.
    view
        Index of the number of rounds.
    members
        The group, ``(e, n)``.
    values
        The method's numbers (for an interval: of the method that goes with it), ``(e, n)``.
    low, high, level
        The interval, where there is one.
    slope
        Coefficient of the control variate; 0 uses none.
    """

    sample: Replication
    view: int
    members: Mask
    values: Array
    low: Array | None = None
    high: Array | None = None
    level: float = 0.95
    slope: float = 0.0

    @property
    def e(self) -> Estimates:
        return self.sample.estimates

    @property
    def events(self) -> int:
        """Independent units with a member in them."""
        there = self.members.any(axis=1) & ~self.e.fixed
        number = self.e.replicate[there]
        return int(np.unique(number // 2).size if self.sample.paired else number.size)

    @property
    def known(self) -> Mask:
        """Members with a number (and an estimand)."""
        return self.members & ~np.isnan(self.values) & ~np.isnan(self.e.truth)

    @property
    def error(self) -> Array:
        """Number minus truth, Elo, the control variate taken off; 0 where unknown."""
        raw = np.where(self.known, self.values - self.e.truth, 0.0)
        if self.slope == 0.0:
            return raw
        return raw - np.where(self.known, self.slope * self.e.surplus[self.view], 0.0)

    def ends(self) -> tuple[Array, Array, Mask]:
        """Low, high, and where the interval is defined, among members."""
        if self.low is None or self.high is None:
            raise TypeError("a measure of an interval, and there is none")
        return self.low, self.high, self.members & ~np.isnan(self.low)

    @property
    def extended(self) -> Array:
        """Error where a score of 100 % without a number is above every number, 0 % below.

        NaN where a number is missing for another reason, or not among the members.
        """
        s2, n = self.e.half_points[self.view], self.e.games[self.view]
        missing = np.isnan(self.values) & (n > 0)
        raw = self.values - self.e.truth
        raw = np.where(missing & (s2 == 2 * n), np.inf, raw)
        raw = np.where(missing & (s2 == 0), -np.inf, raw)
        return np.where(self.members, raw, np.nan)

    def total(self, *columns: Array | Mask) -> Array:
        """Sums of each event, ``(e, k)``."""
        return np.stack([np.asarray(c, dtype=np.float64).sum(axis=1) for c in columns], axis=1)


def _ratio(x: Array) -> Array:
    return np.asarray(x[..., 0] / x[..., 1])


def _share(c: Case, yes: Mask, among: Mask) -> Smooth:
    if c.e.players == 1 and bool(among.all()):
        # Known to be 1 a row: a tilted sample must not divide by its own sum of weights.
        return Smooth(c.total(yes), lambda x: x[..., 0])
    return Smooth(c.total(yes & among, among), _ratio)


# --- point estimates -----------------------------------------------------------------------


def _bias(c: Case) -> Smooth:
    return Smooth(c.total(c.error, c.known), _ratio)


def _relative_bias(c: Case) -> Smooth:
    ahead = np.where(c.known, c.e.truth - c.e.average[c.view], 0.0)

    def percent(x: Array) -> Array:
        # An advantage of 0 has no percentage; sums of it are 0 but for rounding.
        small = np.abs(x[..., 1]) < 1e-9
        return np.where(small, np.nan, 100.0 * x[..., 0] / np.where(small, 1.0, x[..., 1]))

    return Smooth(c.total(c.error, ahead), percent)


def _raw_error(c: Case) -> Array:
    return np.where(c.known, c.values - c.e.truth, 0.0)


def _emp_se(c: Case) -> Smooth:
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
    return Smooth(c.total(np.square(_raw_error(c)), c.known), _ratio)


def _rmse(c: Case) -> Smooth:
    return Smooth(_mse(c).sums, lambda x: np.sqrt(_ratio(x)))


def _mae(c: Case) -> Smooth:
    return Smooth(c.total(np.abs(_raw_error(c)), c.known), _ratio)


def _undefined(c: Case) -> Smooth:
    return _share(c, np.isnan(c.values), c.members)


def _exceed(c: Case, above: float) -> Smooth:
    return _share(c, np.nan_to_num(c.extended, nan=-np.inf) >= above - 1e-9, c.members)


def _rank(c: Case, of: Callable[[Array, Array, Mask], Array]) -> Smooth:
    found = of(c.values, c.e.truth, c.known)
    there = ~np.isnan(found)
    return Smooth(np.stack([np.where(there, found, 0.0), there], axis=1), _ratio)


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


# --- intervals -----------------------------------------------------------------------------


def _cover(c: Case) -> tuple[Mask, Mask, Mask]:
    """Held, missed because too high, missed because too low; none of them where undefined."""
    low, high, there = c.ends()
    with np.errstate(invalid="ignore"):
        too_high = there & (low > c.e.truth + _SAME)
        too_low = there & (high < c.e.truth - _SAME)
    return there & ~too_high & ~too_low, too_high, too_low


def _coverage(c: Case) -> Smooth:
    return _share(c, _cover(c)[0], c.members)


def _coverage_excluded(c: Case) -> Smooth:
    return _share(c, _cover(c)[0], c.ends()[2])


def _coverage_whole_line(c: Case) -> Smooth:
    return _share(c, _cover(c)[0] | ~c.ends()[2], c.members)


def _miss_low(c: Case) -> Smooth:
    return _share(c, _cover(c)[1], c.members)


def _miss_high(c: Case) -> Smooth:
    return _share(c, _cover(c)[2], c.members)


def _be_coverage(c: Case) -> Smooth:
    """Does the interval hold the truth moved by the method's bias (taken as known)?"""
    low, high, there = c.ends()
    shift = c.sample.figure(_bias(c)).value
    with np.errstate(invalid="ignore"):
        holds = there & (low <= c.e.truth + shift + _SAME) & (high >= c.e.truth + shift - _SAME)
    return _share(c, holds, c.members)


def _cut_width(c: Case) -> tuple[Array, Mask]:
    low, high, there = c.ends()
    centre = c.e.average[c.view]
    cut = np.clip(high, centre - 800, centre + 800) - np.clip(low, centre - 800, centre + 800)
    return np.where(there, cut, 0.0), there


def _width(c: Case) -> Smooth:
    cut, there = _cut_width(c)
    return Smooth(c.total(cut, there), _ratio)


def _width_median(c: Case) -> Figure:
    low, high, there = c.ends()
    return c.sample.quantile(np.where(there, high - low, np.nan), there, 0.5)


def _open(c: Case) -> Smooth:
    low, high, there = c.ends()
    return _share(c, np.isinf(low) | np.isinf(high), there)


def _no_interval(c: Case) -> Smooth:
    return _share(c, ~c.ends()[2], c.members)


def _power(c: Case) -> Smooth:
    """The interval leaves out the published rating: power, or false alarms where it is true."""
    low, high, there = c.ends()
    with np.errstate(invalid="ignore"):
        out = there & ((low > c.e.own + _SAME) | (high < c.e.own - _SAME))
    return _share(c, out, c.members & ~np.isnan(c.e.own))


def _squared_se(c: Case) -> tuple[Array, Mask]:
    """Squared standard errors that closed intervals stand for."""
    low, high, there = c.ends()
    closed = there & np.isfinite(low) & np.isfinite(high) & c.known
    z = float(-ndtri((1.0 - c.level) / 2.0))
    half = np.where(closed, high, 0.0) - np.where(closed, low, 0.0)
    return np.square(half / (2.0 * z)), closed


def _model_se(c: Case) -> Smooth:
    squared, closed = _squared_se(c)
    return Smooth(c.total(squared, closed), lambda x: np.sqrt(_ratio(x)))


def _relative_error(c: Case) -> Smooth:
    model, empirical = _model_se(c), _emp_se(c)
    return Smooth(
        np.concatenate([model.sums, empirical.sums], axis=1),
        lambda x: 100.0 * (model.function(x[..., :2]) / empirical.function(x[..., 2:]) - 1.0),
    )


# --- title norms ---------------------------------------------------------------------------


def _norm(c: Case) -> Smooth:
    there = c.members & ~np.isnan(c.values)
    return Smooth(c.total(np.where(there, c.values, 0.0), there), _ratio)


def _norm_in(c: Case, attempts: float) -> Smooth:
    """At least one norm in so many such events: ``1 - (1 - p)**k`` at the group's mean chance."""
    return Smooth(_norm(c).sums, lambda x: 1.0 - (1.0 - _ratio(x)) ** attempts)


# --- scores alone --------------------------------------------------------------------------


def _surplus(c: Case) -> Smooth:
    there = c.members & ~np.isnan(c.e.surplus[c.view])
    return Smooth(c.total(np.where(there, c.e.surplus[c.view], 0.0), there), _ratio)


def _score_and_average(c: Case) -> tuple[Array, Array, Mask]:
    average = c.e.average[c.view]
    there = c.members & ~np.isnan(average)
    return np.where(there, c.e.half_points[c.view] / 2.0, 0.0), np.where(there, average, 0.0), there


def _score_average_corr(c: Case) -> Smooth:
    s, a, there = _score_and_average(c)

    def correlation(x: Array) -> Array:
        n, ms, ma = x[..., 0], x[..., 1] / x[..., 0], x[..., 2] / x[..., 0]
        return np.asarray(
            (x[..., 3] / n - ms * ma) / np.sqrt((x[..., 4] / n - ms**2) * (x[..., 5] / n - ma**2))
        )

    a = np.where(there, a - 2000.0, 0.0)  # no digits lost to the level
    return Smooth(c.total(there, s, a, s * a, s * s, a * a), correlation)


def _average_slope(c: Case) -> Smooth:
    """Elo of average opposition a point of score brings a player of given strength.

    Pooled within players: needs a field that is the same in every event.
    """
    s, a, there = _score_and_average(c)
    n = c.e.players
    if n == 1 or np.ptp(c.e.truth, axis=0).max(initial=0.0) > 1e-9:
        return Smooth(np.full((c.e.replicates, 1), np.nan), lambda x: x[..., 0])
    a = np.where(there, a - 2000.0, 0.0)
    sums = np.concatenate([there, s, a, s * a, s * s], axis=1).astype(np.float64)

    def slope(x: Array) -> Array:
        k, ms, ma, sa, ss = (x[..., i * n : (i + 1) * n] for i in range(5))
        k = np.where(k > 0.0, k, 1.0)
        across = (sa - ms * ma / k).sum(axis=-1)
        return np.asarray(across / (ss - ms * ms / k).sum(axis=-1))

    return Smooth(sums, slope)


Measure = Callable[..., "Smooth | Figure"]

METHOD: dict[str, Measure] = {
    "bias": _bias,
    "relative-bias": _relative_bias,
    "emp-se": _emp_se,
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

NORM: dict[str, Measure] = {"norm": _norm, "norm-in": _norm_in}
"""Measures of a title norm: the chance in one event, and of at least one in so many."""

SCORE: dict[str, Measure] = {
    "surplus": _surplus,
    "score-average-corr": _score_average_corr,
    "average-slope": _average_slope,
}
"""Measures of scores and pairings, without a method."""

MEASURES = {**METHOD, **INTERVAL, **NORM, **SCORE}

_ARGUMENTS = {"quantile": 1, "exceed": 1, "best-of": 2, "max": 1, "norm-in": 1}
_PAIRED = {"bias", "rmse", "mse", "mae", "emp-se", "kendall", "spearman", "coverage", "width"}


def check_measure(name: str) -> None:
    """Raise ValueError for an unknown measure or a wrong parameter."""
    id, numbers = _parse(name)
    if id not in MEASURES:
        raise ValueError(str(UnknownNameError("measure", id, list(MEASURES))))
    if len(numbers) != _ARGUMENTS.get(id, 0):
        raise ValueError(f"measure {name!r}: {id} takes {_ARGUMENTS.get(id, 0)} numbers")
    if id in ("quantile", "max", "best-of") and not 0.0 < numbers[-1] < 1.0:
        raise ValueError(f"measure {name!r}: a quantile lies between 0 and 1")


def _parse(name: str) -> tuple[str, list[float]]:
    id, *rest = name.split(":")
    try:
        return id, [float(x) for x in rest]
    except ValueError:
        raise ValueError(f"measure {name!r}: numbers stand behind the colon") from None


def is_paired(name: str) -> bool:
    """True where the difference of two methods in this measure is reported."""
    return name in _PAIRED


def measure(name: str, case: Case) -> Figure:
    """A measure by name, with its error."""
    id, numbers = _parse(name)
    found = MEASURES[id](case, *numbers)
    if isinstance(found, Figure):
        return found
    return case.sample.figure(found)


def difference(name: str, one: Case, other: Case) -> Figure:
    """One minus the other in a measure, on players that both have a number for."""
    first, second = MEASURES[name](one), MEASURES[name](other)
    if isinstance(first, Figure) or isinstance(second, Figure):
        raise TypeError(f"{name} has no paired difference")
    return one.sample.figure(first.minus(second))
