"""What a measure is taken of: one method or interval, in a group of players, after some rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats.mcse import Figure
from tprstats.study.estimates import Estimates
from tprstats.study.replication import Replication, Smooth

__all__ = ["Case", "Measure", "ratio", "share"]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


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


def ratio(x: Array) -> Array:
    return np.asarray(x[..., 0] / x[..., 1])


def share(c: Case, yes: Mask, among: Mask) -> Smooth:
    if c.e.players == 1 and bool(among.all()):
        # Known to be 1 a row: a tilted sample must not divide by its own sum of weights.
        return Smooth(c.total(yes), lambda x: x[..., 0])
    return Smooth(c.total(yes & among, among), ratio)


Measure = Callable[..., Smooth | Figure]
"""Takes a case, and the numbers behind the colon of its name."""
