"""The one list of interval methods, and the call that all of them share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from tprstats.elo import ELO_PER_LOGIT, LOGIT_PER_ELO, difference, expected
from tprstats.errors import UnknownNameError
from tprstats.estimators import estimate
from tprstats.estimators.bayes import default_prior_sd
from tprstats.estimators.sums import mean_opponent, row_sum
from tprstats.intervals.draws import DRAW_SHARE_UNKNOWN, plug_in_draw_share
from tprstats.outcomes import EloDavidson, davidson_chances
from tprstats.records import RecordBatch
from tprstats.results import Intervals, Reason, check_level

__all__ = ["INTERVALS", "IntervalMethod", "Setting", "get_interval", "interval", "interval_method"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Setting:
    """What an interval method gets: records and everything that is assumed.

    Parameters
    ----------
    batch
        Rated games only, every record with at least one; the white advantage is already moved
        into the opponents' ratings.
    level
        Two-sided confidence level.
    draw_share
        Draw share between equals of each record, ``(m,)``.
    prior_mean, prior_sd
        Normal prior of each record, Elo, ``(m,)``; NaN mean where unknown.
    """

    batch: RecordBatch
    level: float
    draw_share: Array
    prior_mean: Array
    prior_sd: Array

    @property
    def z(self) -> float:
        """Two-sided normal quantile of the level."""
        return float(-ndtri((1.0 - self.level) / 2.0))

    @cached_property
    def _mask(self) -> NDArray[np.bool_]:
        return self.batch.mask

    @cached_property
    def _full(self) -> bool:
        return bool((self.batch.counts == self.batch.width).all())

    @cached_property
    def firth(self) -> Array:
        """Firth estimates, ``(m,)``: always finite, where searches start."""
        return np.asarray(estimate(self.batch, "firth").values)

    @cached_property
    def rough(self) -> tuple[Array, Array]:
        """Estimate and standard error as if all opponents had the average rating, Elo, ``(m,)``.

        What the Firth estimate and ``scale`` are for equal opponents without draws: good enough
        to begin a search, at no cost.
        """
        n = self.batch.counts.astype(np.float64)
        p = (self.batch.scores / 2.0 + 0.5) / (n + 1.0)
        centre = mean_opponent(self.batch) + difference(p)
        return np.asarray(centre), np.asarray(ELO_PER_LOGIT / np.sqrt(n * p * (1.0 - p)))

    @cached_property
    def scale(self) -> Array:
        """Standard error of the strength at the Firth estimate without draws, Elo, ``(m,)``."""
        p = expected(self.firth[:, None] - self.batch.opponents)
        w = row_sum(np.where(self.batch.mask, p * (1.0 - p), 0.0))
        return np.asarray(ELO_PER_LOGIT / np.sqrt(w))

    def dispersion(self, strength: Array) -> Array:
        """phi = sum(pq - D/4) / sum(pq) at a strength: what draws leave of the variance."""
        p, v = self.moments(strength, slice(None))
        w = np.where(self.batch.mask, p * (1.0 - p), 0.0)
        return row_sum(v) / row_sum(w)

    def chances(self, strength: Array, rows: Any) -> tuple[Array, Array, Array]:
        """Win, draw and loss of every game of some records; padding (0, 0, 1)."""
        gap = strength[:, None] - self.batch.opponents[rows]
        share = self.draw_share[rows][:, None]
        if self._full:  # no padding to blank out
            return davidson_chances(gap, share)
        mask = self._mask[rows]
        win, draw, loss = davidson_chances(np.where(mask, gap, 0.0), share)
        return np.where(mask, win, 0.0), np.where(mask, draw, 0.0), np.where(mask, loss, 1.0)

    def moments(self, strength: Array, rows: Any) -> tuple[Array, Array]:
        """Expected score and variance of every game of some records; 0 in padding."""
        win, draw, loss = self.chances(strength, rows)
        mask = self.batch.mask[rows]
        p = win + draw / 2.0
        v = np.where(mask, p * (loss + draw / 2.0) - draw / 4.0, 0.0)
        return p, v

    def logits(self, strength: Array, rows: Any) -> Array:
        """``C (R - r_j)``; NaN in padding."""
        return np.asarray(LOGIT_PER_ELO * (strength[:, None] - self.batch.opponents[rows]))


@dataclass(frozen=True)
class IntervalMethod:
    """One way to say how sure a rating is.

    Parameters
    ----------
    id, name, source
        The id of the design, a few words, and the literature.
    at_edges
        What 0 % and 100 % give.
    advice
        When to use it, in a sentence.
    target
        ``"strength"`` shown in these games, ``"player"`` (strength given a prior as well), or
        ``"rule"`` (a rule's expected value).
    needs
        ``"prior"`` where a prior is used, ``"games"`` where who was beaten matters,
        ``"resampling"`` for game bootstraps, ``"per-opponent"`` where it serves that rule alone.
    function
        ``function(setting, **options) -> Intervals``.
    warning
        What to say beside its ends; empty for a method that one may rely on.
    """

    id: str
    name: str
    source: str
    at_edges: str
    advice: str
    target: str
    needs: frozenset[str]
    function: Callable[..., Intervals]
    warning: str = ""


FAR_SHORT = "far short of its level at few games, and at large advantages even at 30"
"""The warning of methods that are for comparison only."""

INTERVALS: dict[str, IntervalMethod] = {}
"""Every interval method by its id, recommended ones first."""


def interval_method(
    id: str,
    name: str,
    *,
    source: str,
    at_edges: str,
    advice: str,
    target: str = "strength",
    needs: tuple[str, ...] = (),
    warning: str = "",
) -> Callable[[Callable[..., Intervals]], Callable[..., Intervals]]:
    """Register a function as an interval method; see :class:`IntervalMethod`."""

    def register(function: Callable[..., Intervals]) -> Callable[..., Intervals]:
        if id in INTERVALS:
            raise ValueError(f"interval {id!r} is registered twice")
        INTERVALS[id] = IntervalMethod(
            id, name, source, at_edges, advice, target, frozenset(needs), function, warning
        )
        return function

    return register


def get_interval(id: str) -> IntervalMethod:
    """The interval method with this id; an unknown id names the nearest."""
    try:
        return INTERVALS[id]
    except KeyError:
        raise UnknownNameError("interval", id, list(INTERVALS)) from None


def interval(
    batch: RecordBatch,
    method: str = "midp",
    *,
    level: float = 0.95,
    draw_share: ArrayLike | None = None,
    draw_prior: ArrayLike = DRAW_SHARE_UNKNOWN,
    white_advantage: float = 0.0,
    prior_mean: ArrayLike | None = None,
    prior_sd: ArrayLike | None = None,
    **options: Any,
) -> Intervals:
    """Intervals for a batch of records.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out. Where only totals are known, every opponent is
        taken to have the average rating.
    method
        An id of :data:`INTERVALS`.
    level
        Two-sided confidence level, between 0 and 1.
    draw_share
        Draw share between equals, one number or one a record; None plugs in the record's own
        draws shrunk towards ``draw_prior`` (:func:`plug_in_draw_share`).
    draw_prior
        Prior draw share of the plug-in.
    white_advantage
        Elo added to White.
    prior_mean, prior_sd
        Normal prior of the strength, Elo. By default the player's own rating, and the SD that
        US Chess's effective number of games implies (:func:`default_prior_sd`).
    **options
        Passed to the method.

    Examples
    --------
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[2300] * 9], [[2] * 4 + [1] * 5])
    >>> ends = interval(nine, draw_share=0.35)
    >>> round(float(ends.low[0]), 1), round(float(ends.high[0]), 1)
    (2268.2, 2682.0)
    """
    check_level(level)
    found = get_interval(method)
    batch = batch.rated().colour_corrected(white_advantage)
    m = len(batch)
    why = np.where(batch.counts == 0, Reason.NO_GAMES, Reason.OK).astype(np.uint8)
    if {"games", "resampling"} & found.needs:  # from totals, single games are not known
        why = np.where(batch.totals & (why == 0), np.uint8(Reason.NEEDS_OPPONENTS), why)
    mean = (
        batch.own
        if prior_mean is None
        else np.broadcast_to(np.asarray(prior_mean, dtype=np.float64), (m,))
    )
    if "prior" in found.needs:
        why = np.where((why == 0) & np.isnan(mean), np.uint8(Reason.NEEDS_OWN_RATING), why)
    ok = np.flatnonzero(why == 0)
    low, high = np.full(m, np.nan), np.full(m, np.nan)
    if ok.size:
        known = batch if ok.size == m else batch.take(ok)
        good = replace(known, totals=np.zeros(ok.size, dtype=bool))
        if draw_share is None:
            share = plug_in_draw_share(known, np.broadcast_to(draw_prior, (m,))[ok])
        else:
            share = np.broadcast_to(np.asarray(draw_share, dtype=np.float64), (m,))[ok]
        EloDavidson(share)  # refuses shares outside [0, 1)
        sd = default_prior_sd(mean) if prior_sd is None else np.broadcast_to(prior_sd, (m,))
        setting = Setting(good, level, share, mean[ok], np.asarray(sd, dtype=np.float64)[ok])
        ends = found.function(setting, **options)
        low[ok], high[ok], why[ok] = ends.low, ends.high, ends.reasons
    return Intervals.of(low, high, why)
