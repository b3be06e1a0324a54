"""FIDE's tie-breaks over the opponents' performances: C.07 10.4 and 10.5."""

from __future__ import annotations

import numpy as np

from tprstats import fide_tables
from tprstats.estimators.event_graph import pool
from tprstats.estimators.fide import fide, fide_ptp
from tprstats.estimators.sums import row_sum
from tprstats.records import Event
from tprstats.results import Ratings, Reason

__all__ = ["appo", "apro"]


def apro(event: Event, *, unrated: float | None = None) -> Ratings:
    """APRO: the average of the opponents' TPR, to a whole number, half up (C.07 10.4).

    Only opponents met over the board count. No connectivity is needed: every TPR comes from
    listed ratings.

    Parameters
    ----------
    event
        The whole event.
    unrated
        Rating at which unrated players count. C.07 drops the tie-break where unrated players
        are present unless rules were published; ``None`` leaves their games out instead.

    Returns
    -------
    Ratings
        One value a record, in the order of ``event.records``.
    """
    return _average_of_opponents(event, "tpr", unrated)


def appo(event: Event, *, unrated: float | None = None) -> Ratings:
    """APPO: the average of the opponents' PTP, to a whole number, half up (C.07 10.5).

    See :func:`apro`.
    """
    return _average_of_opponents(event, "ptp", unrated)


def _average_of_opponents(event: Event, kind: str, unrated: float | None) -> Ratings:
    games = pool(event)
    batch = games.batch if unrated is None else games.batch.with_unrated(unrated)
    own = (fide if kind == "tpr" else fide_ptp)(batch).values
    met = np.where(batch.mask, own[games.opponents], np.nan)
    number = np.count_nonzero(~np.isnan(met), axis=1)
    total = row_sum(np.nan_to_num(met))
    values = fide_tables.round_half_up(total, np.maximum(number, 1))
    return Ratings.of(values, np.where(number == 0, Reason.NO_GAMES, Reason.OK).astype(np.uint8))
