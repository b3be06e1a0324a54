"""One rule's number with its interval, and what both take for granted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tprstats.cells import rating_text
from tprstats.estimators import get_rule

__all__ = ["Assumptions", "AtOwnRating", "Estimate", "IntervalEnds", "finite"]


def finite(value: float | None) -> float | None:
    """The number, or None for NaN and open ends (JSON has neither)."""
    if value is None or value != value or value in (float("inf"), float("-inf")):
        return None
    return float(value)


@dataclass(frozen=True)
class Assumptions:
    """What the numbers take for granted.

    Parameters
    ----------
    draw_share
        Draw share between equals in the intervals.
    draw_share_origin
        Where it comes from, in words.
    white_advantage, white_advantage_origin
        Elo added to White; 0 leaves colours out. Where it comes from, in words.
    level
        Two-sided confidence level.
    prior_mean, prior_sd
        Normal prior of ``bayes``, Elo; None where no rating is known.
    unrated
        What unrated opponents count as, Elo; None leaves them out.
    equal_opponents
        True where only totals were given: intervals take every opponent at the average.
    """

    draw_share: float
    draw_share_origin: str
    white_advantage: float
    white_advantage_origin: str
    level: float
    prior_mean: float | None
    prior_sd: float | None
    unrated: float | None
    equal_opponents: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "draw_share": self.draw_share,
            "draw_share_origin": self.draw_share_origin,
            "white_advantage": self.white_advantage,
            "white_advantage_origin": self.white_advantage_origin,
            "level": self.level,
            "prior_mean": self.prior_mean,
            "prior_sd": self.prior_sd,
            "unrated": self.unrated,
            "equal_opponents": self.equal_opponents,
        }


@dataclass(frozen=True)
class AtOwnRating:
    """How likely the score is for a strength that is exactly the own rating.

    Parameters
    ----------
    as_low, as_high
        Chances of a score as low or lower, and as high or higher.
    draw_share
        Draw share between equals. At 0 % and 100 % it is not the 0 of the interval, which is
        cautious there: with it a perfect score would be likelier than half a point less.
    """

    as_low: float
    as_high: float
    draw_share: float


@dataclass(frozen=True)
class IntervalEnds:
    """One interval.

    Parameters
    ----------
    method, level
        Interval id and two-sided level.
    low, high
        Elo; ``-inf``/``inf`` for an open end, NaN where there is no interval.
    target
        ``"strength"``, ``"player"`` (a posterior: strength given a prior as well), or the id of
        the rule whose expected value it aims at.
    resampled
        What a bootstrap drew again; empty for the others.
    reason
        Why there is no interval; empty where there is one.
    without_number
        Share of a bootstrap's resamples for which the rule has no number: there the average of
        their opponents -+ 800 Elo stands in.
    """

    method: str
    level: float
    low: float
    high: float
    target: str = "strength"
    resampled: str = ""
    reason: str = ""
    without_number: float = 0.0

    def __str__(self) -> str:
        if self.reason:
            return "-"
        low, high = rating_text(self.low), rating_text(self.high)
        if low == high == "open":
            return "open at both ends"
        if low == "open":
            return f"at most {high}"
        return f"at least {low}" if high == "open" else f"{low} to {high}"

    def to_json(self) -> dict[str, Any]:
        """Plain values; open and missing ends are None."""
        return {
            "method": self.method,
            "level": self.level,
            "low": finite(self.low),
            "high": finite(self.high),
            "target": self.target,
            "resampled": self.resampled or None,
            "reason": self.reason or None,
            "resamples_without_number": self.without_number if self.resampled else None,
        }


@dataclass(frozen=True)
class Estimate:
    """One rule's number for one record.

    Parameters
    ----------
    method
        Rule id.
    rating
        Elo in full precision (whole where the rule rounds), None where the rule gives none.
    reason
        Why there is none; empty where there is one.
    interval
        The interval beside it: the strength interval for estimates of strength, a bootstrap for
        any rule where one was asked for, else None.
    multimodal
        True where the likelihood has several maxima.
    """

    method: str
    rating: float | None
    reason: str = ""
    interval: IntervalEnds | None = None
    multimodal: bool = False

    @property
    def note(self) -> str:
        """Why there is no number, or why it is not what it looks like; mostly empty."""
        several = "several maxima" if self.multimodal else ""
        return self.reason or get_rule(self.method).at_limit(self.rating) or several

    def __str__(self) -> str:
        number = rating_text(self.rating, get_rule(self.method).decimals)
        beside = f" [{self.interval}]" if self.interval and not self.interval.reason else ""
        return f"{self.method} {number}{beside}" + (f" ({self.note})" if self.note else "")

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "method": self.method,
            "rating": finite(self.rating),
            "reason": self.reason or None,
            "at_limit": get_rule(self.method).at_limit(self.rating) or None,
            "multimodal": self.multimodal,
            "interval": self.interval.to_json() if self.interval else None,
        }
