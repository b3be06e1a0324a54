"""The logistic curve on the average rating of opponents."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import difference
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import edge_reasons, mean_opponent, no_game_reasons
from tprstats.records import RecordBatch
from tprstats.results import Ratings

__all__ = ["average", "average_capped", "average_clamped"]


def _share(batch: RecordBatch) -> NDArray[np.float64]:
    return batch.scores / (2.0 * np.maximum(batch.counts, 1))


@rule(
    "average",
    "logistic on the average opponent",
    source="Elo's logistic curve on the AOR (textbook form)",
    formula="AOR + 400 log10(p / (1 - p))",
    at_zero="no number",
    at_perfect="no number",
)
def average(batch: RecordBatch) -> Ratings:
    """AOR plus the logistic rating difference of the score share.

    Shrinks the excess towards the AOR when opponents are uneven, by
    ``1 / sqrt(1 + pi (C s)**2 / 8)`` with ``s`` their SD (statistics C.1).

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> r = Record.from_totals(2300, 9, 6.5)
    >>> round(float(average(r.batch()).values[0]), 1)
    2466.0
    """
    batch = batch.rated()
    why = edge_reasons(batch)
    p = np.where(why == 0, _share(batch), 0.5)
    return Ratings.of(mean_opponent(batch) + difference(p), why)


@rule(
    "average-capped",
    "logistic on the average, +-400 at the ends",
    source="common on the web; no authority",
    formula="as average; AOR -+ 400 at 0 % and 100 %",
    at_zero="AOR - 400",
    at_perfect="AOR + 400",
)
def average_capped(batch: RecordBatch) -> Ratings:
    """``average`` with AOR - 400 at 0 % and AOR + 400 at 100 %.

    Not monotone in the evidence: 5.5/6 gives +416.6 but 6/6 gives +400 (statistics, finding 7).

    Examples
    --------
    >>> from tprstats.records import Record
    >>> float(average_capped(Record.from_totals(1700, 5, 5).batch()).values[0])
    2100.0
    """
    batch = batch.rated()
    p = _share(batch)
    inside = (p > 0.0) & (p < 1.0)
    d = np.where(inside, difference(np.where(inside, p, 0.5)), np.where(p > 0.5, 400.0, -400.0))
    return Ratings.of(mean_opponent(batch) + d, no_game_reasons(batch))


@rule(
    "average-clamped",
    "logistic on the average, p held in [.001, .999]",
    source="common on the web; no authority",
    formula="AOR + 400 log10(p / (1 - p)), p held in [.001, .999]",
    at_zero="AOR - 1199.8",
    at_perfect="AOR + 1199.8",
)
def average_clamped(batch: RecordBatch) -> Ratings:
    """``average`` with the score share held between .001 and .999.

    A perfect score costs an RMSE of 386 Elo at N = 9 and +400 (statistics C.1).

    Examples
    --------
    >>> from tprstats.records import Record
    >>> round(float(average_clamped(Record.from_totals(1500, 4, 4).batch()).values[0]), 1)
    2699.8
    """
    batch = batch.rated()
    d = difference(np.clip(_share(batch), 0.001, 0.999))
    return Ratings.of(mean_opponent(batch) + d, no_game_reasons(batch))
