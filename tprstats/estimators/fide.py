"""FIDE's performance ratings: C.07 10.1-10.3 and B.01 1.4.7-1.4.9, in integers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats import fide_tables
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import no_game_reasons, opponent_sum, schedule_reasons
from tprstats.records import RecordBatch
from tprstats.results import Ratings

__all__ = ["average_rating_of_opponents", "fide", "fide_ptp"]


def average_rating_of_opponents(
    batch: RecordBatch, *, cut_lowest: int = 0, cut_highest: int = 0
) -> NDArray[np.float64]:
    """ARO: the average rating of the opponents to the nearest whole number, half up.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out. (C.07 10 drops the tie-break where unrated
        players are present unless rules were published beforehand.)
    cut_lowest, cut_highest
        Opponents left out at either end: C1 is ``cut_lowest=1``, C2 ``2``; M1 is both 1, M2
        both 2 (C.07 10.1 with 14.1).

    Returns
    -------
    ndarray
        Elo, ``(m,)``; NaN where nobody is left.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> r = Record.from_results([1750, 1900, 2200, 1450, 2100], [1, 1, 0.5, 1, 0.5]).batch()
    >>> float(average_rating_of_opponents(r)[0])
    1880.0
    >>> float(average_rating_of_opponents(r, cut_lowest=1)[0])
    1988.0
    """
    batch = batch.rated()
    if cut_lowest or cut_highest:
        ordered = np.sort(batch.opponents, axis=1)  # NaN sorts last
        column = np.arange(batch.width)[None, :]
        kept = (column >= cut_lowest) & (column < (batch.counts - cut_highest)[:, None])
        total = np.where(kept, ordered, 0.0).sum(axis=1)
        number = batch.counts - cut_lowest - cut_highest
    else:
        total, number = opponent_sum(batch), batch.counts
    average = fide_tables.round_half_up(total, np.maximum(number, 1))
    return np.asarray(np.where(number > 0, average, np.nan))


@rule(
    "fide",
    "FIDE performance rating (TPR)",
    source="FIDE C.07 10.2 (2026); B.01 1.4.7-1.4.9 (2024)",
    formula="AOR (rounded) + dp(p), table 8.1.1",
    rounding="AOR half up; p to a whole per cent half up; the table's whole dp",
    at_zero="AOR - 800 (notional)",
    at_perfect="AOR + 800 (notional)",
    decimals=0,
)
def fide(batch: RecordBatch, *, floored: bool = False) -> Ratings:
    """The rounded average of the opponents plus ``dp`` of table 8.1.1.

    No cut at 400 (that belongs to rating changes). The 800 at either end is notional and the
    same for 1/1 as for 11/11.

    Parameters
    ----------
    batch
        Records of games played over the board; unrated opponents are left out. C.07 drops the
        tie-break in that case unless rules were published, B.01 counts them 1400: use
        :meth:`RecordBatch.with_unrated`.
    floored
        Round the average down, as scalachess (lichess broadcasts) does against C.07 10.1.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> float(fide(Record.from_totals(2300, 9, 6.5).batch()).values[0])
    2466.0
    """
    batch = batch.rated()
    n = np.maximum(batch.counts, 1)
    total = opponent_sum(batch)
    average = np.floor_divide(total, n) if floored else fide_tables.round_half_up(total, n)
    values = average + fide_tables.dp(fide_tables.percent(batch.scores, n))
    return Ratings.of(values, no_game_reasons(batch))


@rule(
    "fide-ptp",
    "FIDE perfect tournament performance (PTP)",
    source="FIDE C.07 10.3 (2026)",
    formula="least whole R with sum PD(R - Ri) >= score, table 8.1.2",
    rounding="exact hundredths; a whole number by definition",
    at_zero="lowest opponent - 800",
    at_perfect="highest opponent + 736 (literal reading); option +800",
    needs=("opponents",),
    decimals=0,
)
def fide_ptp(batch: RecordBatch, *, perfect: int = 736) -> Ratings:
    """The lowest whole rating whose expected score reaches the score, full scale.

    It is the lower end of a plateau: against 2800 and 1000, 1/2 fits every rating from 1736 to
    2064, and PTP is 1736.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.
    perfect
        Points above the highest opponent for a perfect score. C.07 has no special case, so its
        literal reading gives 736 (all differences in the last row of the table), as FIDE TEC's
        own program does; some programs use 800.

    Examples
    --------
    >>> from tprstats.records import RecordBatch
    >>> float(fide_ptp(RecordBatch.from_arrays([[2800, 1000]], [[0, 2]])).values[0])
    1736.0
    """
    batch = batch.rated()
    why = schedule_reasons(batch)
    values = np.full(len(batch), np.nan)
    ok = np.flatnonzero(why == 0)
    if ok.size:
        good = batch.take(ok)
        found = _least_rating(good)
        s2, n = good.scores, good.counts
        lowest = np.nanmin(good.opponents, axis=1)
        highest = np.nanmax(good.opponents, axis=1)
        values[ok] = np.select([s2 == 0, s2 == 2 * n], [lowest - 800, highest + perfect], found)
    return Ratings.of(values, why)


def _least_rating(batch: RecordBatch) -> NDArray[np.float64]:
    """Least whole rating with at least the score in expectation, by bisection on integers."""
    wanted = 50 * batch.scores  # hundredths
    low = np.floor(np.nanmin(batch.opponents, axis=1)) - 737.0  # expects 0
    high = np.ceil(np.nanmax(batch.opponents, axis=1)) + 737.0  # expects everything
    mask = batch.mask
    while np.any(high - low > 1.0):
        middle = np.floor((low + high) / 2.0)
        # NaN (padding) would sort last in the table: count it as nothing.
        gap = np.where(mask, middle[:, None] - batch.opponents, 0.0)
        expects = np.where(mask, fide_tables.pd_hundredths(gap), 0).sum(axis=1)
        enough = expects >= wanted
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.asarray(high)
