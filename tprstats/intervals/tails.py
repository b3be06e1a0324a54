"""Inversion of the exact score distribution: mid-p and Clopper-Pearson."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tprstats.intervals._ends import searched_ends
from tprstats.intervals.registry import Setting, interval_method
from tprstats.results import Intervals
from tprstats.scores import tail_probabilities

__all__ = ["exact", "midp"]

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]

_EDGES = (
    "one-sided: open above at 100 %, below at 0 %; with draw share 0 also half a point from there, "
    "as a half point is then read as the whole score on the cautious side"
)
_TINY = 1e-300  # keeps the normal quantile finite far outside the interval


@interval_method(
    "midp",
    "mid-p inversion of the exact score distribution (default)",
    source="Lancaster (1961); statistics B.1, B.4",
    at_edges=_EDGES,
    advice="The default: at few games it misses the truth on one side least often of the intervals "
    "without a prior rating, but for the wider exact. Short of its level where few games are drawn "
    "at a level at which many are.",
)
def midp(setting: Setting) -> Intervals:
    """Strengths at which neither tail of the score, with half its own chance, is too rare.

    The lower end solves ``P(more) + P(as much) / 2 = alpha / 2``, the upper end
    ``P(less) + P(as much) / 2 = alpha / 2``, by convolution with draws. At 100 % there is no
    upper end, at 0 % no lower one.

    With draw share 0 a half point cannot be. It is read as the whole score on the cautious side:
    5.5/9 has the lower end of 5/9 and the upper end of 6/9, and 8.5/9 is open above.

    With a given draw share a better result never lowers an end. With the share plugged in there
    is one exception: 0 % and 100 % assume no draws (the cautious choice), so where many draws are
    expected the lower end of 100 % can lie below that of a half point less, by 10 Elo at nine
    games against 2300, 20 against 2600 and up to some 30 at 100 games
    (:mod:`tprstats.intervals.draws`).

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[2300] * 9], [[2] * 9])
    >>> ends = interval(nine, "midp", draw_share=0.0)
    >>> round(float(ends.low[0])), float(ends.high[0])
    (2461, inf)
    """
    return _invert(setting, 0.5)


@interval_method(
    "exact",
    "exact (Clopper-Pearson) inversion",
    source="Clopper and Pearson (1934); statistics B.1",
    at_edges=_EDGES,
    advice="Never below its level where the draw share is known or set to 0, though it is with a "
    "plugged-in share far above the truth. Up to a fifth wider than midp at the same share.",
)
def exact(setting: Setting) -> Intervals:
    """Strengths at which neither tail of the score, itself included, is rarer than alpha / 2.

    With draw share 0 a half point cannot be. It is read as the whole score on the cautious side:
    5.5/9 has the lower end of 5/9 and the upper end of 6/9, and 8.5/9 is open above. With the
    share plugged in, the exception of ``midp`` at 0 % and 100 % holds here too.

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[0.0] * 9], [[2] * 7 + [0] * 2])
    >>> ends = interval(nine, "exact", draw_share=0.0)
    >>> round(float(ends.low[0]), 1), round(float(ends.high[0]), 1)
    (-70.5, 615.3)
    >>> half = RecordBatch.from_arrays([[2000] * 9], [[2] * 5 + [1] + [0] * 3])
    >>> ends = interval(half, "exact", draw_share=0.0)  # 5/9 to 6/9
    >>> round(float(ends.low[0]), 1), round(float(ends.high[0]), 1)
    (1771.9, 2436.8)
    """
    return _invert(setting, 1.0)


def _invert(setting: Setting, share_of_own: float) -> Intervals:
    """The strengths whose tails are ``alpha / 2``, with this share of the score's own chance."""
    s2, n = setting.batch.scores, setting.batch.counts
    # Without draws a half point cannot be: read it as the whole score on the cautious side.
    odd = np.where((setting.draw_share == 0.0) & (s2 % 2 == 1), 1, 0)

    def outside(x: Array, i: Rows, upper: Flags) -> Array:
        counted = s2[i] + np.where(upper, odd[i], -odd[i])
        below, at, above = tail_probabilities(*setting.chances(x, i), counted)
        tail = np.where(upper, below, above) + share_of_own * at
        # On the normal scale the tail is nearly a straight line in the strength.
        return np.asarray(-(ndtri(np.maximum(tail, _TINY)) + setting.z))

    centre, scale = setting.rough
    return searched_ends(
        setting, outside, s2 - odd > 0, s2 + odd < 2 * n, start=(centre, centre), scale=scale
    )
