"""The adjusted average of a FIDE title norm: B.01 1.4.6 and 1.4.7."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats import fide_tables
from tprstats.estimators.sums import opponent_sum
from tprstats.records import RecordBatch

__all__ = ["norm_opponents"]


def norm_opponents(batch: RecordBatch, *, floor: float) -> tuple[RecordBatch, NDArray[np.float64]]:
    """Opponents as a title norm counts them, and their average Ra.

    Unrated opponents count 1400; then the single lowest opponent is raised to the floor, where
    below it. ``fide`` of the records returned is the norm performance Rp (1.4.8).

    Parameters
    ----------
    batch
        Records of the games that count for the norm (1.4.2).
    floor
        Adjusted rating floor: GM 2200, IM 2050, WGM 2000, WIM 1850.

    Returns
    -------
    batch, average
        The adjusted records, and Ra to a whole number, half up; NaN without games.

    Examples
    --------
    >>> nan = float("nan")
    >>> batch = RecordBatch.from_arrays([[2400] * 8 + [nan]], [[1] * 9])
    >>> float(norm_opponents(batch, floor=2200)[1][0])
    2378.0
    """
    batch = batch.with_unrated(1400.0)
    if batch.width:
        rows = np.flatnonzero(batch.counts > 0)
        lowest = np.argmin(np.where(batch.mask, batch.opponents, np.inf), axis=1)[rows]
        raised = batch.opponents.copy()
        raised[rows, lowest] = np.maximum(raised[rows, lowest], floor)
        batch = batch.with_opponents(raised)
    average = fide_tables.round_half_up(opponent_sum(batch), np.maximum(batch.counts, 1))
    return batch, np.asarray(np.where(batch.counts > 0, average, np.nan))
