"""Correspondence chess: the performance of the IECG."""

from __future__ import annotations

import numpy as np

from tprstats.elo import difference
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import mean_opponent, no_game_reasons
from tprstats.records import RecordBatch
from tprstats.results import Ratings

__all__ = ["iecg"]


@rule(
    "iecg",
    "IECG correspondence performance",
    source="IECG rating rules 1.7; rules, section 5.8",
    formula="AOR + D(p) (-2 p^2 + 2 p + 1/2), D logistic, D(0) = -800, D(1) = 800",
    at_zero="AOR - 400",
    at_perfect="AOR + 400",
)
def iecg(batch: RecordBatch) -> Ratings:
    """``average`` with the difference damped by a factor of 1 at 50 % and 1/2 at the ends.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> round(float(iecg(Record.from_totals(2033, 50, 29).batch()).values[0]))  # 58 %
    2088
    """
    batch = batch.rated()
    p = batch.scores / (2.0 * np.maximum(batch.counts, 1))
    inside = (p > 0.0) & (p < 1.0)
    d = np.where(inside, difference(np.where(inside, p, 0.5)), np.where(p > 0.5, 800.0, -800.0))
    values = mean_opponent(batch) + d * (-2.0 * p * p + 2.0 * p + 0.5)
    return Ratings.of(values, no_game_reasons(batch))
