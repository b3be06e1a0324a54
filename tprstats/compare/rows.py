"""What a comparison is made of: a row for each method, a difference for each pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

__all__ = ["Agreement", "Difference", "MethodRow"]


@dataclass(frozen=True)
class MethodRow:
    """One rule over the records.

    Parameters
    ----------
    method
        Rule id.
    values
        Elo of each record, NaN where the rule gives no number.
    low, high
        Game-bootstrap interval of each record, Elo; NaN where there is none.
    replay_low, replay_high
        Exact quantiles of the rule's number if the same opponents were played again by a player
        of the Firth strength, Elo; NaN where the rule has no such distribution.
    """

    method: str
    values: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    replay_low: tuple[float, ...]
    replay_high: tuple[float, ...]

    @property
    def known(self) -> tuple[float, ...]:
        return tuple(v for v in self.values if v == v)

    @property
    def mean(self) -> float:
        """Mean over the records with a number."""
        return sum(self.known) / len(self.known) if self.known else float("nan")


@dataclass(frozen=True)
class Difference:
    """One rule minus another on the same records.

    Parameters
    ----------
    first, second
        Rule ids: the difference is first minus second.
    records
        Records on which both give a number.
    mean, standard_error
        Over the records, Elo. For a single record the difference itself, without an error.
    low, high
        One record: game bootstrap of the difference. Several: ``mean`` -+ t times its standard
        error. Elo, NaN where there is none.
    replay_low, replay_high
        One record: exact quantiles of the difference over replays; NaN for several.
    largest
        Largest absolute difference, Elo.
    replay_undefined
        Chance of a replay in which neither rule has a number, which the quantiles leave out.
    """

    first: str
    second: str
    records: int
    mean: float
    standard_error: float
    low: float
    high: float
    replay_low: float
    replay_high: float
    largest: float
    replay_undefined: float = float("nan")


@dataclass(frozen=True)
class Agreement:
    """How alike two rules rank the records (both with a number).

    Parameters
    ----------
    kendall, spearman
        Rank correlations: tau-b and rho.
    low, high
        Percentile bootstrap over the records for Kendall's tau.
    """

    first: str
    second: str
    records: int
    kendall: float
    spearman: float
    low: float
    high: float
