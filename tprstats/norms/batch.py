"""Norms in simulated events, many at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tprstats import fide_tables
from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.norms.check import LEAST_GAMES
from tprstats.norms.federations import NO_FEDERATION
from tprstats.norms.titles import Title, get_title, title_level
from tprstats.simulation import EventBatch

__all__ = ["levels_by_rating", "norm_scores"]

_BY_RATING = ((2500.0, 5), (2400.0, 4), (2300.0, 1))


def levels_by_rating(published: ArrayLike) -> NDArray[np.int64]:
    """Title levels that an open field might have: GM from 2500, IM from 2400, FM from 2300.

    An assumption for studies, by the rating that each title asks for (B.01 1.3, 1.5.3). Real
    title-holders are often rated lower, so that it makes norms rarer rather than more frequent.

    Examples
    --------
    >>> levels_by_rating([2510, 2400, 2310, 2200, float("nan")]).tolist()
    [5, 4, 1, 0, 0]
    """
    rating = np.asarray(published, dtype=np.float64)
    levels = np.zeros(rating.shape, dtype=np.int64)
    for least, level in reversed(_BY_RATING):
        levels[rating >= least] = level
    return levels


def norm_scores(
    batch: EventBatch,
    title: str | Title,
    *,
    titles: Sequence[str] | NDArray[np.int64] | None = None,
    federations: Sequence[str] | NDArray[np.int64] | None = None,
    least: int = LEAST_GAMES,
    predetermined: bool = False,
    double: bool = False,
) -> NDArray[np.bool_]:
    """Whether each player of each simulated event made a norm.

    Every clause that a simulation knows: games with 1.4.1c to f (the best choice of games),
    federations and titles where they are given, floor, Ra, 35 % and Rp at published ratings.
    Events that stopped early keep the rounds they have: leave them out with ``batch.stopped``.

    Parameters
    ----------
    batch
        Simulated events, ``e`` of ``n`` players.
    title
        ``"GM"``, ``"IM"``, ``"WGM"`` or ``"WIM"``.
    titles
        Titles by the player's number in the field, or levels ``(e, n)`` by start number (from
        :func:`levels_by_rating`); None does not ask for 1.4.5.
    federations
        Federations by the player's number in the field, or numbers ``(e, n)`` by start number
        (-1 for none); None does not ask for 1.4.3 and 1.4.4.
    least
        Least number of games.
    predetermined, double
        Round robin; double round robin.

    Returns
    -------
    ndarray of bool
        ``(e, n)`` by start number. Without titles and federations: title performances, the
        "norm-level scores".

    Examples
    --------
    >>> import tprstats as tpr
    >>> design = tpr.RoundRobin(tpr.Field(10, mean=2450, sd=50))
    >>> batch = next(tpr.simulate(design, events=200, seed=1))
    >>> made = norm_scores(batch, "GM", predetermined=True)
    >>> made.shape, bool(0.0 < made.mean() < 0.1)
    ((200, 10), True)
    """
    from tprstats.norms._kernel import norm_flags

    wanted = get_title(title)
    if least < 1:
        raise TprstatsError(f"at least {counted(least, 'game')}: give 1 or more")
    levels = _by_start_number(batch, None if titles is None else _levels(titles))
    flags = _by_start_number(batch, None if federations is None else _flags(federations))
    asks = np.array([wanted.performance, wanted.average, wanted.floor, wanted.level])
    out = np.zeros((batch.events, batch.size), dtype=bool)
    norm_flags(
        batch.opponents,
        batch.results,
        batch.cells,
        np.ascontiguousarray(batch.players.published),
        levels,
        flags,
        np.array(fide_tables.DP),
        asks,
        least,
        titles is not None,
        federations is not None,
        predetermined,
        double,
        out,
    )
    return out


def _levels(titles: Sequence[str] | NDArray[np.int64]) -> NDArray[np.int64]:
    if isinstance(titles, np.ndarray):
        return np.asarray(titles, dtype=np.int64)
    return np.array([title_level(t) for t in titles], dtype=np.int64)


def _flags(federations: Sequence[str] | NDArray[np.int64]) -> NDArray[np.int64]:
    if isinstance(federations, np.ndarray):
        return np.asarray(federations, dtype=np.int64)
    names = [f.strip().upper() for f in federations]
    if "" in names:
        raise TprstatsError(f"player {names.index('') + 1} of the field has no federation")
    number = {f: k for k, f in enumerate(sorted(set(names) - {NO_FEDERATION}))}
    return np.array([number.get(f, -1) for f in names], dtype=np.int64)


def _by_start_number(batch: EventBatch, values: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """Values ``(e, n)`` by start number, of values that may be by the number in the field."""
    shape = (batch.events, batch.size)
    if values is None:
        return np.zeros(shape, dtype=np.int64)
    if values.ndim == 1:
        if values.size != batch.size:
            raise TprstatsError(
                f"{counted(values.size, 'title')} or federations for "
                f"{counted(batch.size, 'player')}"
            )
        return np.ascontiguousarray(values[batch.players.entrant.astype(np.int64)])
    if values.shape != shape:
        raise TprstatsError(f"titles or federations {values.shape}, the events are {shape}")
    return np.ascontiguousarray(values)
