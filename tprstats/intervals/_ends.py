"""Both ends of every record in one solve: what all searched intervals share."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tprstats.estimators.roots import increasing_root
from tprstats.intervals.registry import Setting
from tprstats.results import Intervals

__all__ = ["searched_ends"]

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]
Outside = Callable[[Array, Rows, Flags], Array]


def searched_ends(
    setting: Setting,
    outside: Outside,
    below: Flags,
    above: Flags,
    start: tuple[Array, Array] | None = None,
    scale: Array | None = None,
) -> Intervals:
    """The strengths on either side where a measure of distance passes through 0.

    Parameters
    ----------
    setting
        Records and what is assumed.
    outside
        ``outside(x, records, upper)``: how far a strength lies outside the interval of a record,
        on the side of its upper or its lower end; negative inside, growing outward.
    below, above
        Which records have a lower and an upper end, ``(m,)``; the others are open there.
    start
        Strengths inside the interval, from which the lower and the upper end are sought, Elo,
        ``(m,)`` each; by default the Firth estimates.
    scale
        About one standard error, Elo, ``(m,)``; by default that at the Firth estimate.
    """
    m = len(setting.batch)
    ends = np.concatenate([np.full(m, -np.inf), np.full(m, np.inf)])
    # Numbers below m are lower ends, the others upper ones.
    wanted = np.flatnonzero(np.concatenate([below, above]))
    record, upper = wanted % m, wanted >= m
    inner = np.concatenate(start or (setting.firth, setting.firth))[wanted]

    def surplus(x: Array, rows: Rows) -> Array:
        up = upper[rows]
        far = outside(x, record[rows], up)
        return np.asarray(np.where(up, far, -far))

    width = setting.scale if scale is None else scale
    reach = 2.0 * (setting.z / 1.96 * width[record])
    low, high = np.where(upper, inner, inner - reach), np.where(upper, inner + reach, inner)
    ends[wanted] = increasing_root(surplus, low, high, expand=True)
    return Intervals.of(ends[:m], ends[m:])
