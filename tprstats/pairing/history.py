"""What a pairing depends on: the rounds before it, and who is there for the next one.

Players are numbered from 0 in the order of their tournament pairing numbers (TPN - 1). Points are
whole numbers of *units*, so that any point system fits: 2, 1, 0 for the usual 1, 1/2, 0 (half
points) and 3, 1, 0 for football points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

__all__ = ["Cell", "History", "Pairing", "Points"]


class Cell(IntEnum):
    """What a player's round was, as far as pairings care."""

    PLAYED = 0
    FORFEIT = 1  # paired, not played: no meeting, no colour (C.04.2 3.4, 3.5)
    PAB = 2  # pairing-allocated bye
    FULL_BYE = 3
    HALF_BYE = 4
    ABSENT = 5  # zero-point bye, withdrawn, not yet there


@dataclass(frozen=True)
class Points:
    """The point system in units."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    pab: int = 2
    forfeit_win: int = 2
    forfeit_loss: int = 0
    full_bye: int = 2
    half_bye: int = 1
    absent: int = 0


@dataclass(frozen=True)
class History:
    """One event before a round.

    Parameters
    ----------
    rounds
        Rounds that the event has in all: the last one has rules of its own (topscorers).
    opponents
        Opponent's number or -1, int16 ``(n, r)`` for the ``r`` rounds so far.
    colours
        +1 White, -1 Black, 0 none, int8 ``(n, r)``; what was allocated, also in forfeited games.
    cells
        :class:`Cell` of each round, uint8 ``(n, r)``.
    scores
        Units won in each round, int16 ``(n, r)``.
    present
        Who is to be paired now, bool ``(n,)``.
    initial_colour
        Colour drawn for the first player: +1 White, -1 Black.
    virtual
        Virtual units of acceleration in each round, the one to pair included, int16
        ``(n, r + 1)``; they count for score groups and floats, not for the standings.
    forbidden
        Pairs that must not meet, symmetric bool ``(n, n)``; None for none.
    points
        The point system.
    """

    rounds: int
    opponents: NDArray[np.int16]
    colours: NDArray[np.int8]
    cells: NDArray[np.uint8]
    scores: NDArray[np.int16]
    present: NDArray[np.bool_]
    initial_colour: int = 1
    virtual: NDArray[np.int16] | None = None
    forbidden: NDArray[np.bool_] | None = None
    points: Points = field(default_factory=Points)

    @property
    def players(self) -> int:
        return int(self.opponents.shape[0])

    @property
    def played_rounds(self) -> int:
        """Rounds before the one to pair."""
        return int(self.opponents.shape[1])


@dataclass(frozen=True)
class Pairing:
    """One round: ``white[k]`` plays ``black[k]``, ``bye`` gets the pairing-allocated bye.

    Boards are ordered as published (C.04.2 3.6): by the higher score of the two, then the lower
    score, then the higher ranked player's number; scores with virtual points (C.04.7 1.5).
    """

    white: tuple[int, ...]
    black: tuple[int, ...]
    bye: int | None = None

    @classmethod
    def in_order(
        cls,
        white: Sequence[int],
        black: Sequence[int],
        bye: int | None,
        scores: Mapping[int, int] | Sequence[int] | NDArray[Any],
    ) -> Self:
        """The pairing with its boards in order; ``scores[p]`` is the pairing score of player p.

        Examples
        --------
        >>> Pairing.in_order([3, 0], [2, 1], None, [0, 0, 2, 2]).white
        (3, 0)
        """

        def key(game: tuple[int, int]) -> tuple[int, int, int]:
            high, low = sorted(game, key=lambda p: (-int(scores[p]), p))
            return -int(scores[high]), -int(scores[low]), high

        games = sorted(((int(w), int(b)) for w, b in zip(white, black, strict=True)), key=key)
        return cls(tuple(w for w, _ in games), tuple(b for _, b in games), bye)

    def pairs(self) -> frozenset[frozenset[int]]:
        """The pairs without their colours."""
        return frozenset(frozenset(p) for p in zip(self.white, self.black, strict=True))
