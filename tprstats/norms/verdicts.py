"""The three answers a clause can have, and how they add up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Clause", "Verdict", "at_least", "at_most", "together"]


class Verdict(StrEnum):
    """What the data say about a clause, or about a norm.

    ``NOT_YET`` where rounds are to come that can decide it. ``TOO_FEW`` is of a norm alone: fewer
    games than any norm takes, and none to come.
    """

    MET = "met"
    NOT_MET = "not met"
    UNKNOWN = "cannot be told"
    NOT_YET = "not yet"
    TOO_FEW = "too few games"


@dataclass(frozen=True)
class Clause:
    """One clause, its answer, and the figures behind it."""

    number: str
    what: str
    verdict: Verdict
    figures: str = ""


def together(verdicts: Iterable[Verdict]) -> Verdict:
    """Not met if any is not met, else not yet, else unknown if any is so, else met.

    Examples
    --------
    >>> str(together([Verdict.MET, Verdict.UNKNOWN]))
    'cannot be told'
    """
    found = set(verdicts)
    order = (Verdict.NOT_MET, Verdict.NOT_YET, Verdict.UNKNOWN)
    return next((v for v in order if v in found), Verdict.MET)


def at_least(low: int, high: int, least: int) -> Verdict:
    """Whether a number that lies between two is at least so many.

    Examples
    --------
    >>> [str(at_least(low, 5, 4)) for low in (3, 4)], str(at_least(1, 3, 4))
    (['cannot be told', 'met'], 'not met')
    """
    if low >= least:
        return Verdict.MET
    return Verdict.UNKNOWN if high >= least else Verdict.NOT_MET


def at_most(low: int, high: int, most: int) -> Verdict:
    """Whether a number that lies between two is at most so many."""
    if high <= most:
        return Verdict.MET
    return Verdict.UNKNOWN if low <= most else Verdict.NOT_MET
