"""Pairing systems by name: the exact Dutch, simpler ones named as such, and the user's own.

=====================  ==========================================================================
name                   rule
=====================  ==========================================================================
dutch                  FIDE (Dutch) System, C.04.3 of 2026, exact
dutch-reference        the same, slow and readable, for about a dozen players
fold                   textbook Swiss: top half of a score group against its bottom half
monrad                 neighbours of the standings meet
random-in-score-group  a lot decides within each score group
=====================  ==========================================================================

``+baku`` after a name accelerates it by C.04.7: ``fold+baku``. The last three never repeat a
game, give the bye to the lowest player who had none, look at colours only after the pairing is
made (fewer Whites, else Black last time, else the higher player alternates), and find a pairing
wherever one exists. They are not FIDE systems: opponents differ from the Dutch system's.

Kernels
-------
For an event simulator, :func:`get_kernel` gives the compiled function of ``fold``, ``monrad`` or
``random-in-score-group``; all have one signature and may be called inside ``prange``::

    status = kernel(scores, order, met, balance, last_colour, had_bye, initial_colour, randoms,
                    out_opponent, out_white)

==================  ================  ============================================================
argument            type              meaning
==================  ================  ============================================================
``scores``          int64 ``(n,)``    pairing scores, virtual points included
``order``           int64 ``(m,)``    the players to pair, by seeding, the best first
``met``             bool ``(n, n)``   who may not meet: met before or forbidden
``balance``         int64 ``(n,)``    games with White minus games with Black
``last_colour``     int64 ``(n,)``    +1, -1, or 0 before the first game
``had_bye``         bool ``(n,)``     who may not get the bye
``initial_colour``  int               +1 where the first player begins with White, else -1
``randoms``         float64 ``(n,)``  uniform numbers, read by ``random-in-score-group`` only
``out_opponent``    int64 ``(n,)``    the opponent's number, -1 not paired, -2 the bye
``out_white``       bool ``(n,)``     who has White
==================  ================  ============================================================

The status is 0, or 1 where no pairing without a repeated game exists; ``out`` is then void.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from tprstats.errors import InputError, UnknownNameError
from tprstats.pairing.acceleration import with_baku
from tprstats.pairing.history import Cell, History, Pairing

__all__ = ["ACCELERATED", "get_kernel", "get_system", "pair", "register_system", "systems"]

System = Callable[[History], Pairing | None]

ACCELERATED = "+baku"
"""What stands behind the name of a system that is accelerated."""

# Where the systems of this package live; imported when first used, since some compile.
MODULES = {
    "dutch": ("tprstats.pairing.dutch", "pair_dutch"),
    "dutch-reference": ("tprstats.pairing.dutch_reference", "pair"),
}
KERNELS = {
    "fold": "fold",
    "monrad": "monrad",
    "random-in-score-group": "random_in_score_group",
}
_registered: dict[str, System] = {}


def systems() -> tuple[str, ...]:
    """The names of all systems; each also exists with ``+baku``.

    Examples
    --------
    >>> systems()[:3]
    ('dutch', 'dutch-reference', 'fold')
    """
    return (*MODULES, *KERNELS, *_registered)


def pair(history: History, system: str = "dutch", *, seed: int = 0) -> Pairing | None:
    """The pairing of the next round, or None where the system finds none.

    Parameters
    ----------
    history
        The event before the round.
    system
        A name of :func:`systems`, with or without ``+baku``.
    seed
        For systems that draw lots; the lots of a round depend on the seed and its number only.

    Raises
    ------
    UnknownNameError
        For a system that is not there; names the nearest.
    InputError
        Where a registered function returns something that is no pairing of those present.

    Examples
    --------
    >>> none = np.zeros((4, 0))
    >>> first = History(3, *(none.astype(t) for t in ("i2", "i1", "u1", "i2")), np.ones(4, bool))
    >>> pair(first, "monrad").white, pair(first, "monrad").black
    ((0, 3), (1, 2))
    """
    base = system.removesuffix(ACCELERATED)
    if base != system:
        history = with_baku(history)
    if base in KERNELS:
        return _by_kernel(history, base, seed)
    return get_system(base)(history)


def get_system(name: str) -> System:
    """The function of a system, History -> Pairing or None."""
    if name in MODULES:
        module, attribute = MODULES[name]
        function: System = getattr(import_module(module), attribute)
        return function
    if name in KERNELS:
        return lambda history: _by_kernel(history, name, 0)
    if name in _registered:
        return _registered[name]
    raise UnknownNameError("pairing system", name, list(systems()))


def register_system(name: str, function: System) -> None:
    """Make a function of your own known by a name.

    Parameters
    ----------
    name
        A new name, without ``+``.
    function
        ``function(history) -> Pairing``, or None where there is no pairing. What it returns is
        checked: all who are present are paired once, an odd one has the bye.

    Raises
    ------
    InputError
        For a name that is taken.

    Examples
    --------
    >>> def as_they_come(history):
    ...     there = [int(p) for p in np.flatnonzero(history.present)]
    ...     return Pairing(tuple(there[0::2]), tuple(there[1::2]))
    >>> register_system("as-they-come", as_they_come)
    >>> none = np.zeros((4, 0))
    >>> first = History(3, *(none.astype(t) for t in ("i2", "i1", "u1", "i2")), np.ones(4, bool))
    >>> pair(first, "as-they-come").black
    (1, 3)
    """
    if name in systems() or "+" in name or not name:
        raise InputError(f"pairing system {name!r}: choose a name that is new and has no +")
    _registered[name] = lambda history: _checked(function(history), history, name)


def get_kernel(name: str) -> Any:
    """The compiled kernel of ``fold``, ``monrad`` or ``random-in-score-group``."""
    if name not in KERNELS:
        raise UnknownNameError("compiled pairing system", name, list(KERNELS))
    return getattr(import_module("tprstats.pairing.systems_kernels"), KERNELS[name])


def _checked(pairing: Pairing | None, history: History, name: str) -> Pairing | None:
    if pairing is None:
        return None
    bye = [] if pairing.bye is None else [pairing.bye]
    paired = sorted([*pairing.white, *pairing.black, *bye])
    there = np.flatnonzero(history.present).tolist()
    if paired != there or len(pairing.white) != len(pairing.black):
        wrong = sorted(set(paired) ^ set(there)) or [p for p in there if paired.count(p) > 1]
        numbers = ", ".join(str(p) for p in wrong[:5])
        raise InputError(
            f"pairing system {name!r} in round {history.played_rounds + 1}: each player present "
            f"must be paired once; wrong for player number {numbers} (from 0)"
        )
    return pairing


def _by_kernel(history: History, name: str, seed: int) -> Pairing | None:
    n, r = history.players, history.played_rounds
    played = history.cells == Cell.PLAYED
    colours = np.where(played, history.colours, 0).astype(np.int64)
    scores = history.scores.sum(axis=1, dtype=np.int64)
    if history.virtual is not None:
        scores += history.virtual[:, r]
    opponent, white = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.bool_)
    status = get_kernel(name)(
        scores,
        np.flatnonzero(history.present).astype(np.int64),
        _may_not_meet(history, played),
        colours.sum(axis=1),
        _last(colours),
        _had_bye(history),
        history.initial_colour,
        np.random.default_rng([seed, r]).random(n),
        opponent,
        white,
    )
    if status:
        return None
    whites = [int(p) for p in np.flatnonzero(white)]
    byes = np.flatnonzero(opponent == -2)
    return Pairing.in_order(
        whites, [int(opponent[p]) for p in whites], int(byes[0]) if len(byes) else None, scores
    )


def _may_not_meet(history: History, played: Any) -> Any:
    n = history.players
    met = (
        np.zeros((n, n), dtype=np.bool_) if history.forbidden is None else history.forbidden.copy()
    )
    player, r = np.nonzero(played)
    met[player, history.opponents[player, r]] = True
    return met


def _last(colours: Any) -> Any:
    """Each player's latest colour that is not 0."""
    last = np.zeros(len(colours), dtype=np.int64)
    for column in colours.T:
        last = np.where(column != 0, column, last)
    return last


def _had_bye(history: History) -> Any:
    """Who had a bye, or a win's points in a round without playing (C.04.1 4)."""
    unplayed = history.cells != Cell.PLAYED
    rewarded = unplayed & (history.scores >= history.points.win)
    return (rewarded | (history.cells == Cell.PAB)).any(axis=1)
