"""FIDE rating change: B.02 8.3 and the rapid and blitz rules, in exact hundredths."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats import fide_tables
from tprstats.cells import counted
from tprstats.errors import InputError, TprstatsError
from tprstats.records import check_rating, parse_score

__all__ = ["CHANGE_RULES", "ChangeRule", "RatingChange", "rating_change"]


@dataclass(frozen=True)
class ChangeRule:
    """One edition of the rule for large rating differences.

    Parameters
    ----------
    source
        Regulations and date.
    full_from
        Own rating from which the true difference counts in all games; ``None``: nobody's.
    one_upgrade
        True where only one game of a tournament is counted as 400 against a weaker opponent.
    not_rated_gap
        Difference from which a game with a player above 2600 is not rated; ``None``: none is.
    """

    source: str
    full_from: float | None = None
    one_upgrade: bool = False
    not_rated_gap: float | None = None


CHANGE_RULES: dict[str, ChangeRule] = {
    "2022-01-01": ChangeRule("FIDE B.02 (1 January 2022) 8.3.1", one_upgrade=True),
    "2024-03-01": ChangeRule("FIDE B.02 (1 March 2024) 8.3.1"),
    "2025-10-01": ChangeRule("FIDE B.02 (1 October 2025) 8.3.1", full_from=2650.0),
    "rapid-blitz-2024-03-01": ChangeRule("FIDE B.02 Rapid and Blitz (1 March 2024) 7.3.1"),
    "rapid-blitz-2024-12-01": ChangeRule(
        "FIDE B.02 Rapid and Blitz (1 December 2024) 7.3.1", not_rated_gap=600.0
    ),
}
"""Editions by the day they came into force."""


@dataclass(frozen=True)
class RatingChange:
    """A rating change in exact hundredths.

    Parameters
    ----------
    half_points
        Score of the rated games, in half points.
    expected_hundredths
        Sum of the scoring probabilities of table 8.1.2, in hundredths.
    games
        Games rated.
    k
        Development coefficient.
    rule
        Edition, a key of :data:`CHANGE_RULES`.
    """

    half_points: int
    expected_hundredths: int
    games: int
    k: int
    rule: str

    @property
    def hundredths(self) -> int:
        """K times the sum of (score - PD), in hundredths of a point."""
        return self.k * (50 * self.half_points - self.expected_hundredths)

    @property
    def expected_score(self) -> float:
        return self.expected_hundredths / 100

    @property
    def change(self) -> float:
        """The change before rounding."""
        return self.hundredths / 100

    @property
    def rounded(self) -> int:
        """The change to the nearest whole number, .5 away from zero (8.3.4)."""
        size = (abs(self.hundredths) + 50) // 100
        return size if self.hundredths >= 0 else -size


def rating_change(
    own: float,
    opponents: Iterable[float | None],
    results: Iterable[float],
    *,
    k: int,
    rule: str = "2025-10-01",
) -> RatingChange:
    """Change of a FIDE rating from the games of one tournament.

    A difference above 400 counts as 400 (8.3.1). Editions: of 2022, where only the game with the
    greatest difference against a weaker opponent is so favoured; of March 2024, all games; of
    October 2025, all games, but players rated 2650 or more use the true difference. The test is
    on the own rating, so the two sides of a game may differ.

    Parameters
    ----------
    own
        The player's rating, a whole number.
    opponents
        Opponents' ratings; ``None`` (unrated) is left out.
    results
        1, 0.5 or 0 for each game played over the board (byes and forfeits are no games).
    k
        Development coefficient: 40, 20 or 10.
    rule
        Edition, a key of :data:`CHANGE_RULES`.

    Examples
    --------
    >>> rating_change(2600, [2100], [1], k=10).change
    0.8
    >>> rating_change(2700, [1900], [0], k=10).rounded
    -10
    """
    if rule not in CHANGE_RULES:
        raise TprstatsError(f"rule must be one of {', '.join(CHANGE_RULES)}, not {rule!r}")
    if k != int(k) or k < 1:
        raise InputError(f"K must be a positive whole number, not {k}")
    edition = CHANGE_RULES[rule]
    opponents, results = list(opponents), list(results)
    if len(opponents) != len(results):
        raise InputError(
            f"{counted(len(opponents), 'opponent')} but {counted(len(results), 'result')}; give "
            "one result a game"
        )
    me = check_rating(own)
    rated = [
        (me - check_rating(opponent), parse_score(result))
        for opponent, result in zip(opponents, results, strict=True)
        if opponent is not None and not _not_rated(me, float(opponent), edition)
    ]
    if any(gap != int(gap) for gap, _ in rated):
        raise InputError("FIDE ratings are whole numbers")
    gaps = np.array([gap for gap, _ in rated], dtype=np.int64)
    hundredths = fide_tables.pd_hundredths(_counted(gaps, me, edition))
    return RatingChange(
        half_points=sum(s2 for _, s2 in rated),
        expected_hundredths=int(hundredths.sum()),
        games=len(rated),
        k=int(k),
        rule=rule,
    )


def _counted(gaps: NDArray[np.int64], own: float, edition: ChangeRule) -> NDArray[np.int64]:
    """Differences as the edition counts them."""
    if edition.full_from is not None and own >= edition.full_from:
        return gaps
    held = np.clip(gaps, -400, 400)
    if edition.one_upgrade and gaps.size:
        # Against a weaker opponent the cut helps; only the widest gap may be cut.
        helped = gaps > 400
        helped[np.argmax(gaps)] = False
        return np.where(helped, gaps, held)
    return held


def _not_rated(own: float, opponent: float, edition: ChangeRule) -> bool:
    gap = edition.not_rated_gap
    return gap is not None and abs(own - opponent) >= gap and max(own, opponent) > 2600.0
