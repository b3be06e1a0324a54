"""Ismail's performance ratings that stay finite at 0 % and 100 %: CPR and EPR."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import difference
from tprstats.errors import TprstatsError
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import mean_opponent, no_game_reasons
from tprstats.records import RecordBatch
from tprstats.results import Ratings, Reason

__all__ = ["cpr", "epr"]

Array = NDArray[np.float64]


@rule(
    "cpr",
    "complete performance rating (Ismail)",
    source="Ismail, arXiv 2312.12700",
    formula="AOR + (n + 1) / n * 400 log10((m + 1/2) / (n - m + 1/2))",
    at_zero="finite: 9 games give AOR - 568.3",
    at_perfect="finite: 9 games give AOR + 568.3",
)
def cpr(batch: RecordBatch, *, best_subset: bool = False) -> Ratings:
    """The rating that m points of n and one more draw, against oneself, leave unchanged.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.
    best_subset
        At 100 % take the highest CPR of all sets of beaten opponents instead (the author's
        ``perfect_score_pr``): among sets of k the k highest rated are the best, so a win over a
        much weaker player cannot lower the result. Needs each opponent's rating.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> round(float(cpr(Record.from_totals(2585, 9, 9).batch()).values[0]), 1)
    3153.3
    """
    batch = batch.rated()
    n, s2 = batch.counts, batch.scores
    why = no_game_reasons(batch)
    values = mean_opponent(batch) + _complete_difference(s2, n)
    if best_subset:
        perfect = (s2 == 2 * n) & (why == 0)
        why = np.where(perfect & batch.totals, np.uint8(Reason.NEEDS_OPPONENTS), why)
        values = np.where(perfect, _best_perfect(batch), values)
    return Ratings.of(values, why)


def _complete_difference(half_points: NDArray[np.int64], games: NDArray[np.int64]) -> Array:
    n = np.maximum(games, 1)
    share = (half_points + 1.0) / (2.0 * n + 2.0)
    return np.asarray((n + 1) / n * difference(share))


def _best_perfect(batch: RecordBatch) -> Array:
    """Highest CPR over the sets of the k highest opponents, every game won."""
    strongest = -np.sort(-batch.opponents, axis=1)  # NaN sorts last
    total, best = np.zeros(len(batch)), np.full(len(batch), -np.inf)
    for k in range(1, batch.width + 1):
        total = total + strongest[:, k - 1]
        size = np.full(len(batch), k)
        best = np.fmax(best, total / k + _complete_difference(2 * size, size))
    return best


@rule(
    "epr",
    "estimated performance rating (Ismail)",
    source="Ismail, arXiv 2312.12700 version 1",
    formula="as average; p = t^(1/n) at 100 %, 1 - t^(1/n) at 0 %; t = .75",
    at_zero="finite: 9 games give AOR - 595.3",
    at_perfect="finite: 9 games give AOR + 595.3",
)
def epr(batch: RecordBatch, *, threshold: float = 0.75) -> Ratings:
    """The share w that makes the score most likely, but at most with probability ``threshold``.

    Inside (0, 1) the most likely share is the score share (no score there has more than 1/2),
    so the rating equals ``average``.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.
    threshold
        t, at least 1/2 and below 1.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> [round(float(epr(Record.from_totals(2700, 2, m).batch()).values[0])) for m in (0, .5, 2)]
    [2376, 2509, 3024]
    """
    if not 0.5 <= threshold < 1.0:
        raise TprstatsError(f"threshold must be at least 0.5 and below 1, not {threshold}")
    batch = batch.rated()
    n, s2 = np.maximum(batch.counts, 1), batch.scores
    top = np.power(threshold, 1.0 / n)
    share = np.select([s2 == 0, s2 == 2 * n], [1.0 - top, top], s2 / (2.0 * n))
    values = mean_opponent(batch) + difference(share)
    return Ratings.of(values, no_game_reasons(batch))
