"""England: the three-digit grades in use until 2020."""

from __future__ import annotations

import numpy as np

from tprstats.errors import TprstatsError
from tprstats.estimators._own import held_to_own, own_reasons
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import mean_opponent
from tprstats.records import RecordBatch
from tprstats.results import Ratings

__all__ = ["ecf_grade"]

_SCALES = {"elo": 7.5, "grade": 1.0}  # rating = 7.5 grade + 700


@rule(
    "ecf-grade",
    "old English grade of the games",
    source="ECF grading system before July 2020; rules, section 5.7",
    formula="mean of opponent (held to own +-40 grades) +-50 grades; one grade is 7.5 Elo",
    at_zero="held AOR - 375 (50 grades)",
    at_perfect="held AOR + 375 (50 grades)",
    needs=("opponents", "own"),
)
def ecf_grade(batch: RecordBatch, *, scale: str = "elo") -> Ratings:
    """Average over games of the opponent plus 50 grades, as it is, or minus 50.

    Each opponent is first brought within 40 grades of the own.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.
    scale
        ``"elo"``: ratings go in and come out as Elo, with the conversion of 2020
        (``7.5 grade + 700``: 40 grades are 300 Elo, 50 are 375). ``"grade"``: the ratings are
        three-digit grades.

    Examples
    --------
    >>> batch = RecordBatch.from_arrays([[140]], [[2]], own=[160])
    >>> float(ecf_grade(batch, scale="grade").values[0])
    190.0
    """
    if scale not in _SCALES:
        raise TprstatsError(f"scale must be 'elo' or 'grade', not {scale!r}")
    unit = _SCALES[scale]
    batch = batch.rated()
    surplus = (batch.scores - batch.counts) / np.maximum(batch.counts, 1)
    values = mean_opponent(held_to_own(batch, 40.0 * unit)) + 50.0 * unit * surplus
    return Ratings.of(values, own_reasons(batch))
