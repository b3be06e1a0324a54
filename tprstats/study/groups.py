"""Groups of players that a measure is taken over.

Groups by true strength are fixed before the games. ``winner`` and ``top`` look at the results:
what a measure shows there includes the luck of being looked at, and tables call it selection.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats.study.estimates import Estimates

__all__ = ["GROUPS", "check_group", "group_labels", "members"]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

GROUPS = {
    "all": "everybody",
    "quintile": "fifths of each field by true strength, 1 the weakest",
    "winner": "first in the final standing (ties: higher average of opponents); selection",
    "top": "best performance of the event by the method itself; selection",
    "rated": "players with a published rating",
    "unrated": "players without",
    "near": "near:2400: players whose estimand lies within 25 Elo of that",
}

SELECTED = {"winner", "top"}
"""Groups that look at results."""

NEAR = 25.0
"""Elo on either side of the strength that ``near`` names."""


def check_group(group: str) -> None:
    """Raise ValueError for an unknown group."""
    id, _, number = group.partition(":")
    if id not in GROUPS:
        raise ValueError(f"no group {group!r}: one of {', '.join(GROUPS)}")
    if (id == "near") != number.replace(".", "", 1).isdecimal():
        raise ValueError(f"group {group!r}: near takes a strength (near:2400), the others nothing")


def group_labels(group: str) -> list[str]:
    """Names of a group's parts in the table of measures, and so in ``where``.

    Examples
    --------
    >>> group_labels("near:2400"), group_labels("top")
    (['near 2400'], ['top (selection)'])
    """
    if group == "quintile":
        return [f"quintile {k + 1}" for k in range(5)]
    if group.startswith("near:"):
        return [f"near {float(group.partition(':')[2]):g}"]
    return [f"{group} (selection)" if group in SELECTED else group]


def members(group: str, e: Estimates, view: int, values: Array | None) -> list[tuple[str, Mask]]:
    """Names and members ``(e, n)`` of a group.

    Parameters
    ----------
    values
        The method's numbers, for ``top``; None where there is no method.
    """
    label = group_labels(group)[0]
    everybody = np.ones(e.truth.shape, dtype=bool)
    if group == "quintile":
        rank = np.argsort(np.argsort(e.truth, axis=1, kind="stable"), axis=1, kind="stable")
        fifth = 5 * rank // max(e.players, 1)
        return [(name, fifth == k) for k, name in enumerate(group_labels(group))]
    if group.startswith("near:"):
        middle = float(group.partition(":")[2])
        return [(label, np.abs(e.truth - middle) <= NEAR)]
    if group == "rated":
        return [(label, ~np.isnan(e.own))]
    if group == "unrated":
        return [(label, np.isnan(e.own))]
    if group == "winner":
        average = np.nan_to_num(e.average[-1], nan=-1e9)
        return [(label, _best(e.standing + average * 1e-7))]
    if group == "top":
        if values is None:
            return []
        return [(label, _best(np.where(np.isnan(values), -np.inf, values)))]
    return [(label, everybody)]


def _best(value: Array) -> Mask:
    who = value.argmax(axis=1)
    mask = np.zeros(value.shape, dtype=bool)
    mask[np.arange(value.shape[0]), who] = True
    return mask
