"""Germany: the tournament performance of the DWZ system, and the success rating."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tprstats.cells import counted
from tprstats.elo import SIGMA_ELO, difference_normal, expected_normal
from tprstats.errors import TprstatsError
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import opponent_sum, row_sum, schedule_reasons
from tprstats.fide_tables import round_half_up
from tprstats.records import RecordBatch
from tprstats.results import Ratings, Reason

__all__ = ["dwz", "success_rating"]

Array = NDArray[np.float64]

_PASSES = 100  # a handful is the rule


@rule(
    "dwz",
    "DWZ tournament performance Rh (Germany)",
    source="DSB Wertungsordnung 3.2 and Annex 1.1; rules, section 5.5",
    formula="Rc + D(p); then + D(1/2 + (W - We) / n) until nothing changes, D whole, SD 200 sqrt 2",
    rounding="Rc half up; every D to a whole number",
    at_zero="Rc - 677 (option 667); no number for a first rating",
    at_perfect="Rc + 677 (option 667); no number for a first rating",
    needs=("opponents",),
    decimals=0,
)
def dwz(batch: RecordBatch, *, extreme: int = 677, first_rating: bool = False) -> Ratings:
    """Rh, the performance that does not depend on the own rating, by whole-number iteration.

    The order prescribes the iteration with whole differences; it comes to rest near the root of
    ``sum Phi((R - Ri) / (200 sqrt 2)) = score`` (``per-opponent-normal`` with that SD), but not
    always on the nearest whole number. Of 21 values published by the federation the iteration
    with a rounded Rc gives 20, the rounded root 17.

    Parameters
    ----------
    batch
        Records; games against unrated opponents and forfeits do not count.
    extreme
        Difference at 0 % and 100 %, and the largest there is. The order gives none; programs use
        677 (CLM, with the order's clause 4.7.2.1.2) or 667 (CPAN Games::Ratings).
    first_rating
        Rate a player who has no rating yet: opponents below 800 enter as ``700 + Ri / 8``, and
        fewer than five games, 0 % or 100 % give no number (order 3.4.1).

    Examples
    --------
    >>> batch = RecordBatch.from_arrays([[1177, 894, 1087, 905, 1255]], [[0, 2, 0, 2, 0]])
    >>> float(dwz(batch).values[0])  # the federation's value; the root is 982.5
    983.0
    """
    if extreme <= 0:
        raise TprstatsError(f"extreme must be a positive number of points, not {extreme}")
    batch = batch.rated()
    why = schedule_reasons(batch)
    n, s2 = batch.counts, batch.scores
    if first_rating:
        batch = batch.with_opponents(
            np.where(batch.opponents < 800.0, 700.0 + batch.opponents / 8.0, batch.opponents)
        )
        edge = np.select(
            [s2 == 0, s2 == 2 * n, n < 5],
            [Reason.ZERO_SCORE, Reason.PERFECT_SCORE, Reason.TOO_FEW_GAMES],
            Reason.OK,
        )
        why = np.where(why == 0, edge, why).astype(np.uint8)
    values = np.full(len(batch), np.nan)
    ok = np.flatnonzero(why == 0)
    if ok.size:
        values[ok], settled = _iterate(batch.take(ok), float(extreme))
        why[ok[~settled]] = Reason.NOT_CONVERGED
    return Ratings.of(values, why)


def _iterate(batch: RecordBatch, extreme: float) -> tuple[Array, NDArray[np.bool_]]:
    n, score = batch.counts, batch.scores / 2.0
    least, most = expected_normal(np.array([-extreme, extreme]), SIGMA_ELO)

    def whole_difference(p: Array) -> Array:
        return np.asarray(np.rint(difference_normal(np.clip(p, least, most), SIGMA_ELO)))

    level = round_half_up(opponent_sum(batch), n) + whole_difference(score / n)
    moving = (score > 0.0) & (score < n)
    for _ in range(_PASSES):
        if not moving.any():
            break
        p = expected_normal(level[:, None] - batch.opponents, SIGMA_ELO)
        surplus = score - row_sum(np.where(batch.mask, p, 0.0))
        step = np.where(moving, whole_difference(0.5 + surplus / n), 0.0)
        level = level + step
        moving &= step != 0.0
    return np.asarray(level), ~moving


def success_rating(own: float, score: float, expected_score: float, games: int) -> int:
    """``R + 800 (W - We) / n``, rounded half up: a linear performance around the own rating.

    Known as "Turnier-Erfolg" in Germany; the Scottish grading example is the same. It uses the
    expected score, so it is not the algorithm of 400.

    Parameters
    ----------
    own
        The player's rating.
    score, expected_score
        Points made and points expected, W and We.
    games
        Number of games n.

    Examples
    --------
    >>> success_rating(1700, 3.5, 2.46, 6)
    1839
    """
    if games < 1:
        raise TprstatsError(f"{counted(games, 'game')}: at least one is needed")
    return math.floor(own + 800.0 * (score - expected_score) / games + 0.5)
