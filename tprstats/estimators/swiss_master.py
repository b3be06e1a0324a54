"""Swiss-Master's "FIDE TPR" (Netherlands), which is not the rule of C.07."""

from __future__ import annotations

import numpy as np

from tprstats import fide_tables
from tprstats.estimators._own import held_to_own, own_reasons
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import mean_opponent
from tprstats.records import RecordBatch
from tprstats.results import Ratings, Reason

__all__ = ["swiss_master"]


@rule(
    "swiss-master",
    "Swiss-Master TPR (Netherlands)",
    source="Swiss-Master help page 'FIDE TPR'; rules, section 4",
    formula="mean opponent held to own +-400, plus the midpoint of the 8.1.2 row of the score",
    rounding="p to two decimals, half up (the page does not say); nothing else",
    at_zero="no number (the last row of the table has no midpoint)",
    at_perfect="no number (the last row of the table has no midpoint)",
    needs=("opponents", "own"),
)
def swiss_master(batch: RecordBatch) -> Ratings:
    """Average of the opponents, each within 400 of the own rating, plus a table midpoint.

    It bears the name of the FIDE TPR but differs in three ways: opponents are held to the own
    rating +-400, the rating difference is the midpoint of the interval of table 8.1.2 (exactly
    50 % gives 0), and the page's examples round nothing but the score share.

    Parameters
    ----------
    batch
        Records of games played over the board; unrated opponents are left out. Records without
        an own rating give no number.

    Examples
    --------
    >>> batch = RecordBatch.from_arrays([[1339] * 11], [[2] * 2 + [0] * 9], own=[1339])
    >>> float(swiss_master(batch).values[0])  # .18: interval 257-267, midpoint 262
    1077.0
    """
    batch = batch.rated()
    why = own_reasons(batch)
    share = fide_tables.percent(batch.scores, np.maximum(batch.counts, 1))
    why = np.where((why == 0) & (share == 0), np.uint8(Reason.ZERO_SCORE), why)
    why = np.where((why == 0) & (share == 100), np.uint8(Reason.PERFECT_SCORE), why)
    values = mean_opponent(held_to_own(batch, 400.0)) + fide_tables.interval_midpoint(share)
    return Ratings.of(values, why)
