"""What a calculation gives: frozen, printable, and sure of where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError

__all__ = ["REASONS", "Intervals", "Ratings", "Reason", "check_level"]


class Reason(IntEnum):
    """Why a number is missing (or is not what it looks like)."""

    OK = 0
    NO_GAMES = 1
    ZERO_SCORE = 2
    PERFECT_SCORE = 3
    NEEDS_OPPONENTS = 4
    NEEDS_OWN_RATING = 5
    NOT_CONNECTED = 6
    NOT_CONVERGED = 7
    FIRST_RATING_TOO_LOW = 8
    TOO_FEW_GAMES = 9
    DEGENERATE = 10
    FIRST_EVENT_ZERO = 11
    ONE_SIDED = 12
    NEEDS_LEVEL = 13
    NO_CORRECTION = 14
    OTHER_RULE = 15


REASONS: dict[Reason, str] = {
    Reason.OK: "",
    Reason.NO_GAMES: "no game against a rated opponent",
    Reason.ZERO_SCORE: "0 %: no finite rating fits",
    Reason.PERFECT_SCORE: "100 %: no finite rating fits",
    Reason.NEEDS_OPPONENTS: "needs each opponent's rating, not only the average",
    Reason.NEEDS_OWN_RATING: "needs the player's own rating",
    Reason.NOT_CONNECTED: "the players fall into groups that never met",
    Reason.NOT_CONVERGED: "the iteration did not settle",
    Reason.FIRST_RATING_TOO_LOW: "below the floor of a first rating: stays unrated",
    Reason.TOO_FEW_GAMES: "too few games for this rule",
    Reason.NO_CORRECTION: "the resamples do not allow this bootstrap's correction",
    Reason.OTHER_RULE: "this bootstrap is made for per-opponent alone",
    Reason.DEGENERATE: "no spread: one number throughout, which says nothing about uncertainty",
    Reason.FIRST_EVENT_ZERO: "a first event without a point is disregarded",
    Reason.ONE_SIDED: "some players won every game against the rest: no finite ratings fit",
    Reason.NEEDS_LEVEL: "nobody in the event is rated: give a rating to start from",
}
"""Each reason in words."""


@dataclass(frozen=True)
class Ratings:
    """What a rule gives for a batch.

    Parameters
    ----------
    values
        Elo, float64 ``(m,)``; NaN where the rule gives no number.
    reasons
        :class:`Reason` of each missing number, uint8 ``(m,)``.
    multimodal
        True where the likelihood has several maxima (``firth``), bool ``(m,)``.
    """

    values: NDArray[np.float64]
    reasons: NDArray[np.uint8]
    multimodal: NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        values: NDArray[np.float64],
        reasons: NDArray[np.uint8] | None = None,
        multimodal: NDArray[np.bool_] | None = None,
    ) -> Ratings:
        """Ratings with defaults; a value with a reason is made NaN."""
        m = values.shape[0]
        why = np.zeros(m, dtype=np.uint8) if reasons is None else reasons
        return cls(
            values=np.where(why == 0, values, np.nan),
            reasons=why,
            multimodal=np.zeros(m, dtype=bool) if multimodal is None else multimodal,
        )

    def take(self, rows: Sequence[int]) -> Ratings:
        """Those of some records."""
        i = list(rows)
        return Ratings(self.values[i], self.reasons[i], self.multimodal[i])

    def reason(self, i: int = 0) -> str:
        """Why record ``i`` has no number, in words; empty where it has one."""
        return REASONS[Reason(int(self.reasons[i]))]


@dataclass(frozen=True)
class Intervals:
    """Interval ends for a batch.

    Parameters
    ----------
    low, high
        Elo, float64 ``(m,)``; ``-inf``/``inf`` where the interval is open on that side, NaN
        where there is none.
    reasons
        :class:`Reason` of each missing interval, uint8 ``(m,)``; ``DEGENERATE`` marks a
        bootstrap whose resamples all agree (its ends are NaN: never +-0).
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    reasons: NDArray[np.uint8]

    @classmethod
    def of(
        cls,
        low: NDArray[np.float64],
        high: NDArray[np.float64],
        reasons: NDArray[np.uint8] | None = None,
    ) -> Intervals:
        why = np.zeros(low.shape[0], dtype=np.uint8) if reasons is None else reasons
        return cls(np.where(why == 0, low, np.nan), np.where(why == 0, high, np.nan), why)

    def reason(self, i: int = 0) -> str:
        """Why record ``i`` has no interval, in words; empty where it has one."""
        return REASONS[Reason(int(self.reasons[i]))]


def check_level(level: float) -> None:
    """Refuse what is no confidence level.

    Raises
    ------
    TprstatsError
        For anything but a number between 0 and 1.

    Examples
    --------
    >>> check_level(95)
    Traceback (most recent call last):
    ...
    tprstats.errors.TprstatsError: the level must lie between 0 and 1 (95 % is 0.95), not 95
    """
    if not 0.0 < level < 1.0:
        raise TprstatsError(f"the level must lie between 0 and 1 (95 % is 0.95), not {level:g}")
