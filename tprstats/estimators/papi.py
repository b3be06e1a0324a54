"""France: the performance of the pairing program Papi."""

from __future__ import annotations

import numpy as np

from tprstats.estimators._own import held_to_own, own_reasons
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import opponent_sum
from tprstats.fide_tables import DP
from tprstats.records import RecordBatch
from tprstats.results import Ratings

__all__ = ["papi"]

_DP = np.concatenate(([-677], DP[1:-1], [677]))  # the ends are 677, not FIDE's 800


@rule(
    "papi",
    "Papi performance (France)",
    source="FFE Papi 'Perf', as ported by Sharly-Chess; rules, section 5.6",
    formula="mean opponent held to own +-400, plus dp interpolated between whole per cents",
    rounding="once, at the end, half to even",
    at_zero="held AOR - 677",
    at_perfect="held AOR + 677",
    needs=("opponents", "own"),
    shift_equivariant=False,  # half to even: an odd shift turns a half the other way
    decimals=0,
)
def papi(batch: RecordBatch) -> Ratings:
    """Average of the opponents, each within 400 of the own rating, plus an interpolated dp.

    The table is 8.1.1 with 677 at either end; between whole per cents it is interpolated, in
    exact integers. Papi gives an unrated player an estimate from the other players with the
    same score; here unrated opponents are left out, and an unrated player has no number.

    Parameters
    ----------
    batch
        Records of games played over the board.

    Notes
    -----
    Under 50 % the port by Sharly-Chess takes the fraction of the per cent from the wrong side
    (1/3 gives -119.7 where interpolation gives -122.3). Every published value has a share at
    which both agree; this function interpolates.

    Examples
    --------
    >>> batch = RecordBatch.from_arrays([[1200, 1500, 1800, 2100, 2400]], [[2, 2, 2, 2, 1]],
    ...                                 own=[2100])
    >>> float(papi(batch).values[0])
    2306.0
    """
    batch = batch.rated()
    n = np.maximum(batch.counts, 1)
    # p = 50 s2 / n per cent: a whole part, and a rest in n-ths of one per cent.
    whole, rest = np.divmod(50 * batch.scores, n)
    step = _DP[np.minimum(whole + 1, 100)] - _DP[whole]
    total = opponent_sum(held_to_own(batch, 400.0)) + n * _DP[whole] + rest * step
    return Ratings.of(np.rint(total / n), own_reasons(batch))
