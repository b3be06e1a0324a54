"""Rules that lean on the player's own rating."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats.estimators.sums import schedule_reasons
from tprstats.records import RecordBatch
from tprstats.results import Reason

__all__ = ["held_to_own", "own_reasons"]


def own_reasons(batch: RecordBatch) -> NDArray[np.uint8]:
    """Reasons of the rules that need each opponent's rating and the player's own."""
    why = schedule_reasons(batch)
    return np.where((why == 0) & np.isnan(batch.own), np.uint8(Reason.NEEDS_OWN_RATING), why)


def held_to_own(batch: RecordBatch, reach: float) -> RecordBatch:
    """The same records with every opponent brought within ``reach`` of the own rating.

    Examples
    --------
    >>> batch = RecordBatch.from_arrays([[1932]], [[2]], own=[1174])
    >>> float(held_to_own(batch, 400).opponents[0, 0])
    1574.0
    """
    own = batch.own[:, None]
    return batch.with_opponents(np.clip(batch.opponents, own - reach, own + reach))
