"""Game bootstraps: the games of a record, opponent and result together, drawn with replacement.

They aim at a rule's expected value on schedules like this one, not at strength, and they need
many games. Percentile, basic and BCa are ``scipy.stats.bootstrap``; the studentized one, which
scipy does not have, is written out here.

Conventions (those of statistics B, whose exact cells they reproduce):

- where a resample has 0 % or 100 % and the rule has no number there, it counts as the average of
  the resampled opponents -+ 800; such a rule's other resamples are cut at the same bounds;
- a record of wins only, of losses only, of one game, or whose resamples all agree (draws only,
  against equals) is degenerate: it has no interval, never +-0;
- studentized: resamples without a standard error (0 %, 100 %, no spread) are left out;
- where resamples differ but BCa or the studentized bootstrap has nothing to correct by (every game
  left out gives the same number, say), there is no interval either, with a reason of its own.

Every record starts from the same seed, and games are put in order (opponent, then result) before
they are drawn and before they are rated: a result depends on the record alone, not on neighbours
or the order of play, and draws that hold the same games give the same number to the last bit.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import ELO_PER_LOGIT, expected
from tprstats.errors import TprstatsError
from tprstats.estimators import Rule, get_rule
from tprstats.estimators.sums import mean_opponent, row_sum
from tprstats.intervals.registry import FAR_SHORT, Setting, interval_method
from tprstats.records import RecordBatch
from tprstats.results import Intervals, Reason

__all__ = [
    "SELDOM",
    "Resampler",
    "bootstrap_basic",
    "bootstrap_bca",
    "bootstrap_percentile",
    "bootstrap_studentized",
    "no_number_words",
    "share_without_number",
]

Array = NDArray[np.float64]
Games = NDArray[np.int64]
Ends = tuple[float, float]

_BOUND = 800.0  # Elo above or below the average of opponents: where a rating is cut
_BLOCK = 1 << 20  # drawn games at a time: bounds the memory
_SAME = 1e-6  # Elo: a spread below this is none
SELDOM = 1e-3
"""Share of resamples without a number below which none is spoken of."""
_SOURCE = "Efron and Tibshirani (1993); statistics B.1, B.3"
_EDGES = "none: every resample is the same (degenerate)"
_method = partial(
    interval_method,
    source=_SOURCE,
    at_edges=_EDGES,
    advice=f"For comparison only: {FAR_SHORT}.",
    warning=FAR_SHORT,
    target="rule",
    needs=("resampling",),
)


@_method(
    "bootstrap-percentile",
    "game bootstrap, percentile (resamples games)",
)
def bootstrap_percentile(
    setting: Setting,
    *,
    rule: str = "per-opponent",
    rule_options: Mapping[str, Any] | None = None,
    seed: int = 1,
    n_resamples: int = 9999,
) -> Intervals:
    """Quantiles of the rule's rating over resampled games.

    A resample of 0 % or 100 % for which the rule has no number counts as the average of its
    opponents -+ 800 Elo, and the other resamples of such a rule are cut there: an end among them is
    that of the convention, not of the rule (:func:`share_without_number`).

    Parameters
    ----------
    setting
        Records.
    rule
        A record-level rule whose result does not depend on the order of the games.
    rule_options
        Passed to the rule.
    seed
        Seed of the random numbers, the same for every record.
    n_resamples
        How many times the games are drawn.

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> batch = RecordBatch.from_arrays([[2300] * 9], [[2] * 5 + [1] * 2 + [0] * 2])
    >>> ends = interval(batch, "bootstrap-percentile", rule="shortcut")
    >>> round(float(ends.low[0]), 1), round(float(ends.high[0]), 1)
    (2211.1, 2611.1)
    """
    return _each(setting, partial(scipy_ends, "percentile"), seed, n_resamples, rule, rule_options)


@_method(
    "bootstrap-basic",
    "game bootstrap, basic (resamples games)",
)
def bootstrap_basic(
    setting: Setting,
    *,
    rule: str = "per-opponent",
    rule_options: Mapping[str, Any] | None = None,
    seed: int = 1,
    n_resamples: int = 9999,
) -> Intervals:
    """Twice the estimate minus the percentile ends; options as in ``bootstrap-percentile``.

    Resamples for which the rule has no number count as there, at -+ 800 Elo.
    """
    return _each(setting, partial(scipy_ends, "basic"), seed, n_resamples, rule, rule_options)


@_method(
    "bootstrap-bca",
    "game bootstrap, bias-corrected and accelerated (resamples games)",
    source="Efron (1987); statistics B.1, B.3",
)
def bootstrap_bca(
    setting: Setting,
    *,
    rule: str = "per-opponent",
    rule_options: Mapping[str, Any] | None = None,
    seed: int = 1,
    n_resamples: int = 9999,
) -> Intervals:
    """Percentile ends shifted for bias and skewness; options as in ``bootstrap-percentile``.

    Resamples for which the rule has no number count as there, at -+ 800 Elo.

    No interval where the shift is undefined: leaving out any one game gives the same number (a
    rule in whole numbers), or all resamples lie on one side of the rating.
    """
    return _each(setting, partial(scipy_ends, "BCa"), seed, n_resamples, rule, rule_options)


@_method(
    "bootstrap-studentized",
    "game bootstrap-t with the sandwich standard error (resamples games)",
    source="Efron and Tibshirani (1993), 12.5; statistics B.1, B.3",
    needs=("resampling", "per-opponent"),
)
def bootstrap_studentized(setting: Setting, *, seed: int = 1, n_resamples: int = 9999) -> Intervals:
    """Per-opponent estimate minus quantiles of ``t* = (R* - R) / se*`` times its standard error.

    The standard error is that of ``wald-sandwich``. Resamples without one (0 %, 100 %, every
    result as expected) are left out.
    """
    return _each(setting, _studentized, seed, n_resamples, "per-opponent")


class Sample(Protocol):
    """What the bootstrap draws from: numbers of games, and a statistic of any draw."""

    games: Games

    def statistic(self, games: Games, axis: int = -1) -> Array: ...


class Resampler:
    """One record's games, and the rule's rating of any draw from them."""

    def __init__(self, record: RecordBatch, rule: Rule, options: Mapping[str, Any]) -> None:
        self.rule, self.options = rule, options
        n = int(record.counts[0])
        order = np.lexsort((record.half_points[0, :n], record.opponents[0, :n]))
        self.record = RecordBatch.from_arrays(
            record.opponents[:, order],
            record.half_points[:, order],
            colours=record.colours[:, order],
            own=record.own,
        )
        self.games = np.arange(n)
        won = RecordBatch.from_arrays(record.opponents, 2, record.counts, own=record.own)
        self.bounded = rule(won, **options).reasons[0] == Reason.PERFECT_SCORE
        self.reason = Reason.OK  # why some resample has no number, where one has none
        self.lowest, self.highest = np.inf, -np.inf  # of all ratings of draws

    def drawn(self, games: Games) -> RecordBatch:
        """The record of each draw, games in order; ``(k, n)`` numbers of games."""
        games = np.sort(games, axis=1)
        one = self.record
        return RecordBatch.from_arrays(
            one.opponents[0, games],
            one.half_points[0, games],
            colours=one.colours[0, games],
            own=one.own[0],
        )

    def rate(self, drawn: RecordBatch) -> Array:
        """The rule's rating of some draws, with the conventions at 0 % and 100 %."""
        found = self.rule(drawn, **self.options)
        why, centre = found.reasons, mean_opponent(drawn)
        values = np.where(why == Reason.ZERO_SCORE, centre - _BOUND, found.values)
        values = np.where(why == Reason.PERFECT_SCORE, centre + _BOUND, values)
        if self.bounded:
            values = np.clip(values, centre - _BOUND, centre + _BOUND)
        missing = np.flatnonzero(np.isnan(values))
        if missing.size:
            self.reason = Reason(int(why[missing[0]]))
        self.lowest = min(self.lowest, float(np.min(values)))
        self.highest = max(self.highest, float(np.max(values)))
        return values

    def statistic(self, games: Games, axis: int = -1) -> Array:
        """What ``scipy.stats.bootstrap`` calls: ratings of draws of shape ``(..., n)``."""
        flat = games.reshape(-1, games.shape[axis])
        return self.rate(self.drawn(flat)).reshape(games.shape[:-1])


def share_without_number(
    batch: RecordBatch, rule: str, options: Mapping[str, Any] | None = None
) -> Array:
    """Chance of a resample for which a rule has no number, so that -+ 800 Elo stands in for it.

    Parameters
    ----------
    batch
        Records; the chance of each is exact: all games drawn among those won, or lost.
    rule, options
        Id of a rule of one record's games, and its options.

    Examples
    --------
    >>> batch = RecordBatch.from_arrays([[2300, 2250, 2401, 2350, 2280]], [[2, 2, 2, 2, 1]])
    >>> share_without_number(batch, "average").round(5).tolist()  # (4/5)**5: five of the won
    [0.32768]
    >>> share_without_number(batch, "shortcut").tolist()
    [0.0]
    """
    batch = batch.rated()
    found = np.zeros(len(batch))
    for s2, edge in ((0, Reason.ZERO_SCORE), (2, Reason.PERFECT_SCORE)):
        such = RecordBatch.from_arrays(batch.opponents, s2, batch.counts, own=batch.own)
        none = get_rule(rule)(such, **(options or {})).reasons == edge
        alike = np.count_nonzero(batch.mask & (batch.half_points == s2), axis=1)
        n = np.maximum(batch.counts, 1)
        found += np.where(none, (alike / n) ** n, 0.0)
    return found


def no_number_words(rules: Sequence[str], share: float) -> str:
    """What stands in where rules have no number for a resample, in words.

    Examples
    --------
    >>> print(no_number_words(["average"], 0.32768))
    average has no number in 33 % of the resamples, those of 0 % or 100 %: 800 Elo below or above \
the average of their opponents stands in, and an end that falls there is this convention's
    """
    has = "has" if len(rules) == 1 else "have"
    *most, last = rules
    who = f"{', '.join(most)} and {last}" if most else last
    return (
        f"{who} {has} no number in {100.0 * share:.2g} % of the resamples, those of "
        f"0 % or 100 %: {_BOUND:.0f} Elo below or above the average of their opponents stands in, "
        "and an end that falls there is this convention's"
    )


def _each(
    setting: Setting,
    ends: Callable[[Resampler, float, int, int], Ends],
    seed: int,
    n_resamples: int,
    method: str,
    options: Mapping[str, Any] | None = None,
) -> Intervals:
    """The interval of every record on its own; degenerate ones are found beforehand or after."""
    rule = get_rule(method)
    if rule.event_level or "order" in rule.needs:
        why = "the whole event" if rule.event_level else "the order of the games"
        raise TprstatsError(f"{method} depends on {why}: its games cannot be resampled")
    if n_resamples < 1:
        raise TprstatsError(f"n_resamples must be at least 1, not {n_resamples}")
    batch = setting.batch
    options = options or {}
    own = rule(batch, **options).reasons
    edge = (batch.scores == 0) | (batch.scores == 2 * batch.counts)
    reasons = np.where(edge | (batch.counts == 1), np.uint8(Reason.DEGENERATE), own)
    low, high = np.full(len(batch), np.nan), np.full(len(batch), np.nan)
    for i in np.flatnonzero(reasons == 0):
        sample = Resampler(batch.take([i]), rule, options)
        low[i], high[i] = ends(sample, setting.level, seed, n_resamples)
        if sample.reason:
            reasons[i] = sample.reason
        elif np.isnan(high[i] - low[i]) and sample.highest - sample.lowest > _SAME:
            # The resamples differ. BCa has no shift where leaving out any one game gives the same
            # number, or all resamples lie on one side; bootstrap-t nothing to scale by.
            reasons[i] = Reason.NO_CORRECTION
        elif not high[i] - low[i] > _SAME:
            reasons[i] = Reason.DEGENERATE
    return Intervals.of(low, high, reasons)


def scipy_ends(
    method: Literal["percentile", "basic", "BCa"],
    sample: Sample,
    level: float,
    seed: int,
    n_resamples: int,
) -> Ends:
    """``scipy.stats.bootstrap`` over the numbers of the games."""
    low, high = scipy_all_ends(method, sample, level, seed, n_resamples)
    return float(low), float(high)


def scipy_all_ends(
    method: Literal["percentile", "basic", "BCa"],
    sample: Sample,
    level: float,
    seed: int,
    n_resamples: int,
) -> tuple[Array, Array]:
    """The same for a statistic of several numbers, all from the same draws."""
    from scipy.stats import DegenerateDataWarning, bootstrap

    with warnings.catch_warnings(), np.errstate(all="ignore"):
        # Resamples that all agree give NaN ends here, and the reason DEGENERATE above.
        warnings.simplefilter("ignore", DegenerateDataWarning)
        warnings.simplefilter("ignore", RuntimeWarning)
        found = bootstrap(
            (sample.games,),
            sample.statistic,
            vectorized=True,
            method=method,
            confidence_level=level,
            n_resamples=n_resamples,
            batch=max(1, _BLOCK // sample.games.size),
            rng=np.random.default_rng(seed),
        ).confidence_interval
    return np.asarray(found.low), np.asarray(found.high)


def _studentized(sample: Resampler, level: float, seed: int, n_resamples: int) -> Ends:
    estimate, error = _with_error(sample, sample.games[None, :])
    t = []
    for games in _draws(sample.games.size, n_resamples, seed):
        values, errors = _with_error(sample, games)
        known = errors > _SAME
        t.append((values[known] - estimate[0]) / errors[known])
    every = np.concatenate(t)
    if every.size == 0:
        return np.nan, np.nan
    tail = (1.0 - level) / 2.0
    below, above = np.quantile(every, [1.0 - tail, tail])
    return float(estimate[0] - below * error[0]), float(estimate[0] - above * error[0])


def _with_error(sample: Resampler, games: Games) -> tuple[Array, Array]:
    """Estimates of some draws and their sandwich standard errors; 0 at 0 % and 100 %."""
    drawn = sample.drawn(games)
    values = sample.rate(drawn)
    p = expected(values[:, None] - drawn.opponents)
    spread = row_sum(np.square(drawn.half_points / 2.0 - p))
    error = ELO_PER_LOGIT * np.sqrt(spread) / row_sum(p * (1.0 - p))
    edge = (drawn.scores == 0) | (drawn.scores == 2 * drawn.counts)
    return values, np.where(edge, 0.0, error)


def _draws(games: int, times: int, seed: int) -> Iterator[Games]:
    """Numbers of games drawn with replacement, a block at a time."""
    rng = np.random.default_rng(seed)
    block = max(1, _BLOCK // games)
    for first in range(0, times, block):
        yield rng.integers(0, games, (min(block, times - first), games))
