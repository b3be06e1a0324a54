"""US Chess: the special rating of players with few games, and the norm formula."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tprstats.errors import TprstatsError
from tprstats.estimators._worth import games_worth
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import schedule_reasons
from tprstats.records import RecordBatch
from tprstats.results import Ratings, Reason

__all__ = [
    "effective_games",
    "norm_expected_score",
    "provisional_expectancy",
    "special_rating_linear",
    "us_chess",
]

Array = NDArray[np.float64]

_LEAST, _MOST = 100.0, 2700.0
_NEWCOMER = 1300.0  # imputed rating of an adult without any other information
_EPSILON = 1e-7  # points: what the document takes for zero
_HISTORIES = ("mixed", "wins", "losses")


def provisional_expectancy(own: ArrayLike, opponent: ArrayLike) -> Any:
    """PWe, the winning expectancy of the special rating: a straight line cut at +-400.

    Examples
    --------
    >>> float(provisional_expectancy(1200, 1300)), float(provisional_expectancy(1500, 1000))
    (0.375, 1.0)
    """
    d = np.asarray(own, dtype=np.float64) - np.asarray(opponent, dtype=np.float64)
    return np.clip(0.5 + d / 800.0, 0.0, 1.0)


def effective_games(rating: ArrayLike, games: ArrayLike) -> Any:
    """N', the effective number of earlier games: at most ``N*`` of the rating, at most 50.

    ``N* = 50 / sqrt(.662 + .00000739 (2569 - R)^2)`` up to 2355, and 50 above.

    Examples
    --------
    >>> round(float(effective_games(1500, 40)), 2), float(effective_games(1500, 6))
    (16.57, 6.0)
    """
    return np.minimum(np.asarray(games, dtype=np.float64), games_worth(rating))


def special_rating_linear(
    prior: float, prior_games: float, opponents: list[float], score: float
) -> int:
    """The approximating formula: ``(N R0 + sum Ri + 400 (W - L)) / (N + m)``, half up.

    Examples
    --------
    >>> special_rating_linear(1500, 6, [1400, 1550, 1650], 1.5)
    1511
    """
    m = len(opponents)
    total = prior_games * prior + sum(opponents) + 400.0 * (2.0 * score - m)
    return math.floor(total / (prior_games + m) + 0.5)


def norm_expected_score(level: float, opponents: ArrayLike) -> float:
    """C, the score expected of a norm level: a norm needs more than C + 1 (four games or more).

    With ``d = level - opponent`` a game counts 0 up to -400, ``1/2 + d/800`` up to 0,
    ``1/2 + d/400`` up to 200 and 1 above. The formula was recovered from a printed table (rules,
    section 5.4), not read in the regulations.

    Examples
    --------
    >>> norm_expected_score(1800, [1464, 2032, 1811, 1877])
    2.1
    """
    d = level - np.asarray(opponents, dtype=np.float64)
    line = 0.5 + np.where(d <= 0.0, d / 800.0, d / 400.0)
    return round(float(np.sum(np.clip(line, 0.0, 1.0))), 10)


@rule(
    "us-chess",
    "US Chess special rating",
    source="Glickman & Doan, The US Chess rating system (2020), 4.1; rules, section 5.4",
    formula="R with N' PWe(R, R0) + sum PWe(R, Ri) = S + N'/2, PWe a line cut at +-400",
    at_zero="own rating, at most lowest opponent - 400; not below 100",
    at_perfect="own rating, at least highest opponent + 400; not above 2700",
    needs=("opponents",),
    shift_equivariant=False,
    least=_LEAST,
    most=_MOST,
)
def us_chess(batch: RecordBatch, *, prior_games: float = 0.0, history: str = "mixed") -> Ratings:
    """The rating at which provisional expectancies add up to the score, earlier games included.

    The earlier games count as N' draws against the own rating R0. Without earlier games it is a
    performance rating, the US analogue of ``per-opponent``: a straight line for each opponent,
    so that close opponents give ``shortcut``. Where a stretch of ratings fits, the one nearest
    to R0 is taken. The result is held in [100, 2700].

    Parameters
    ----------
    batch
        Records; unrated opponents are left out (an event's own steps impute their ratings). The
        own rating is R0; a player without one and without earlier games starts at 1300, the
        imputed rating of an adult of whom nothing is known.
    prior_games
        Games N before these; :func:`effective_games` makes N' of them.
    history
        What the earlier games were: ``"mixed"``; all ``"wins"`` (R0 - 400, and N' more points)
        or all ``"losses"`` (R0 + 400, and no point for them).

    Examples
    --------
    >>> batch = RecordBatch.from_arrays([[1400, 1550, 1650]], [[2, 0, 1]], own=[1500])
    >>> round(float(us_chess(batch, prior_games=6).values[0]), 4)
    1511.1111
    """
    if history not in _HISTORIES:
        raise TprstatsError(f"history must be one of {', '.join(_HISTORIES)}, not {history!r}")
    if not 0.0 <= prior_games < math.inf:
        raise TprstatsError(f"prior_games must be a number of games, not {prior_games}")
    batch = batch.rated()
    why = schedule_reasons(batch)
    prior = batch.own
    if prior_games > 0.0:
        missing = (why == 0) & np.isnan(prior)
        why = np.where(missing, np.uint8(Reason.NEEDS_OWN_RATING), why)
    prior = np.where(np.isnan(prior), _NEWCOMER, prior)
    weight = effective_games(prior, prior_games)
    share, move = {"mixed": (0.5, 0.0), "wins": (1.0, -400.0), "losses": (0.0, 400.0)}[history]
    low, high = _fitting_ratings(batch, prior + move, weight, batch.scores / 2.0 + share * weight)
    return Ratings.of(np.clip(np.clip(prior, low, high), _LEAST, _MOST), why)


def _fitting_ratings(
    batch: RecordBatch, prior: Array, weight: Array, wanted: Array
) -> tuple[Array, Array]:
    """Ends of the stretch of ratings whose expectancies add up to the wanted score.

    The sum is a rising broken line that bends 400 points either side of the prior rating and of
    every opponent: find the bends around the wanted score and cut between them.
    """
    anchors = np.column_stack([prior, batch.opponents])
    steps = np.column_stack([weight, batch.mask.astype(np.float64)]) / 800.0
    bends = np.concatenate([anchors - 400.0, anchors + 400.0], axis=1)
    turns = np.concatenate([steps, -steps], axis=1)
    order = np.argsort(bends, axis=1, kind="stable")  # padding (NaN) sorts last
    bends = np.asfortranarray(np.take_along_axis(bends, order, axis=1))
    turns = np.asfortranarray(np.take_along_axis(turns, order, axis=1))
    low, high = np.full(len(batch), -np.inf), np.full(len(batch), np.inf)
    left, gap_left = np.full(len(batch), np.nan), np.full(len(batch), np.nan)
    raw, slope = -wanted, np.zeros(len(batch))
    for k in range(bends.shape[1]):
        x = bends[:, k]
        known = ~np.isnan(x)
        run = np.where(known & ~np.isnan(left), x - left, 0.0)
        raw = raw + slope * run
        slope = slope + np.where(known, turns[:, k], 0.0)
        gap = np.where(known, np.where(np.abs(raw) <= _EPSILON, 0.0, raw), np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            cut = left + (x - left) * (-gap_left) / (gap - gap_left)
        # The last bend below moves the lower end; the first bend above fixes the upper one.
        low = np.where((gap_left < 0.0) & (gap >= 0.0), np.where(gap == 0.0, x, cut), low)
        crossing = (gap > 0.0) & (gap_left <= 0.0)
        high = np.where(crossing, np.where(gap_left == 0.0, left, cut), high)
        left, gap_left = np.where(known, x, left), np.where(known, gap, gap_left)
    return low, high
