"""The Baku acceleration (FIDE Handbook C.04.7), and the mark that any acceleration leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from tprstats.pairing.history import History, Points

__all__ = ["baku_group", "baku_points", "split_distance", "with_baku"]


def baku_group(players: int) -> int:
    """How many players are in group A: half of them, rounded up to an even number.

    Examples
    --------
    >>> [baku_group(n) for n in (100, 101, 161)]
    [50, 52, 82]
    """
    return 2 * ((players + 3) // 4)


def baku_points(
    players: int, rounds: int, *, points: Points | None = None, last: int | None = None
) -> NDArray[np.int16]:
    """Virtual points of every player in every round, in units.

    The first half of the rounds is accelerated, rounded up. In the first half of these, rounded
    up, group A has the points of a win, in the others those of a draw; group B has none.

    Parameters
    ----------
    players, rounds
        Size of the event.
    points
        The point system; 1, 1/2, 0 where left out.
    last
        Pairing number (from 1) of the last player of group A, where late entries moved it
        (C.04.7 1.3); by :func:`baku_group` where left out.

    Returns
    -------
    ndarray
        int16 ``(players, rounds)``.

    Examples
    --------
    Nine rounds: a point for three rounds, then half a point for two.

    >>> baku_points(8, 9)[[3, 4]].tolist()
    [[2, 2, 2, 1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0]]
    """
    worth = points or Points()
    accelerated = (rounds + 1) // 2
    full = (accelerated + 1) // 2
    virtual = np.zeros((players, rounds), dtype=np.int16)
    group = baku_group(players) if last is None else last
    virtual[:group, :accelerated] = worth.draw
    virtual[:group, :full] = worth.win
    return virtual


SPLIT = 0.4
"""Round 1 pairs players half the field apart; groups that are paired within themselves less."""

LEAST_RUN = 3


def split_distance(ranks: Sequence[tuple[int, int]]) -> int | None:
    """How far apart the players of round 1 are where the field was split into groups; else None.

    In each group the upper half meets the lower half, so that most boards belong to runs of one
    distance that is less than half the field: the mark of an accelerated event. Lots, or numbers
    that are not those of the pairing, leave no such runs.

    Parameters
    ----------
    ranks
        The boards of round 1, as places among those paired, from 0.

    Examples
    --------
    Twelve players, whole and in two groups of six.

    >>> split_distance([(k, k + 6) for k in range(6)])
    >>> split_distance([(0, 3), (4, 1), (2, 5), (9, 6), (7, 10), (11, 8)])
    3
    """
    players = 2 * len(ranks)
    apart = [abs(a - b) for a, b in sorted(tuple(sorted(pair)) for pair in ranks)]
    runs = [(d, len(list(run))) for d, run in groupby(apart)]
    split = [(d, n) for d, n in runs if n >= LEAST_RUN and LEAST_RUN <= d < SPLIT * players]
    if 2 * sum(n for _, n in split) <= len(ranks):
        return None
    return max(split, key=lambda run: run[1])[0]


def with_baku(history: History) -> History:
    """The history with Baku's virtual points; one that has virtual points is left as it is."""
    if history.virtual is not None:
        return history
    virtual = baku_points(history.players, history.rounds, points=history.points)
    return replace(history, virtual=virtual[:, : history.played_rounds + 1])
