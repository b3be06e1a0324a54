"""A flatter (or steeper) world: what ratings say of a difference is not what the board says."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tprstats.outcomes import WDL, OutcomeModel

__all__ = ["Slope"]


@dataclass(frozen=True)
class Slope:
    """Another model with differences of strength multiplied.

    Sonas found for 1.5 million FIDE games that a difference counts for about 5/6 of its nominal
    size (statistics A.3); every rule still assumes 1.

    Examples
    --------
    >>> from tprstats.outcomes import NoDraws
    >>> win, _, _ = Slope(NoDraws(), 5 / 6).wdl(480.0)
    >>> round(float(win), 4)  # what Elo says of 400
    0.9091
    """

    model: OutcomeModel
    slope: float

    def wdl(self, difference: ArrayLike, level: ArrayLike = 2000.0, colour: ArrayLike = 0) -> WDL:
        return self.model.wdl(self.slope * np.asarray(difference, np.float64), level, colour)
