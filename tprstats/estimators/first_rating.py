"""FIDE's first rating: B.02 8.2, editions 2022 and 2024."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats import fide_tables
from tprstats.errors import TprstatsError
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import no_game_reasons, opponent_sum
from tprstats.records import RecordBatch
from tprstats.results import Ratings, Reason

__all__ = ["fide_initial"]

Array = NDArray[np.float64]

_FLOORS = {"2024": 1400.0, "2022": 1000.0}
_LEAST_GAMES = 5  # 7.1.4
_MOST = 2200.0  # 8.2.3, edition 2024


@rule(
    "fide-initial",
    "FIDE first rating",
    source="FIDE B.02 7.1.4, 7.2.1, 8.2 (1 March 2024); option for the edition of 2022",
    formula="(sum Ri + 2 x 1800) / (n + 2) + dp((score + 1) / (n + 2)), at most 2200",
    rounding="p to a whole per cent half up; the result half up; Ra not rounded",
    at_zero="no number (8.2.1: disregarded)",
    at_perfect="as the formula, at most 2200",
    shift_equivariant=False,
    decimals=0,
    most=_MOST,
)
def fide_initial(batch: RecordBatch, *, edition: str = "2024") -> Ratings:
    """The rating that FIDE gives a player who has none.

    Two hypothetical draws against 1800 join the games. At least five games against rated
    opponents are needed; below 1400 the player stays unrated, and an event without a point is
    disregarded.

    Parameters
    ----------
    batch
        Records of games played over the board, byes and forfeits out; unrated opponents are left
        out.
    edition
        ``"2024"`` (in force since 1 March 2024) or ``"2022"``: the average Ra of the rated
        opponents; at 50 % Ra, above it Ra + 20 for each half point, below it Ra + dp; floor
        1000, no maximum. FIDE's online calculator still shows the rule of 2022.

    Examples
    --------
    >>> opponents, results = [1902, 1877, 1884, 2012, 1832], [1, 1, 2, 0, 2]
    >>> batch = RecordBatch.from_arrays([opponents], [results])
    >>> float(fide_initial(batch).values[0])  # published in December 2025
    1922.0
    """
    if edition not in _FLOORS:
        raise TprstatsError(f"edition must be one of {', '.join(_FLOORS)}, not {edition!r}")
    batch = batch.rated()
    values = _with_two_draws(batch) if edition == "2024" else _twenty_a_half_point(batch)
    why = no_game_reasons(batch)
    refusal = np.select(
        [batch.scores == 0, batch.counts < _LEAST_GAMES, values < _FLOORS[edition]],
        [Reason.FIRST_EVENT_ZERO, Reason.TOO_FEW_GAMES, Reason.FIRST_RATING_TOO_LOW],
        Reason.OK,
    )
    return Ratings.of(values, np.where(why == 0, refusal, why).astype(np.uint8))


def _with_two_draws(batch: RecordBatch) -> Array:
    n, s2 = batch.counts + 2, batch.scores + 2
    total = opponent_sum(batch) + 2 * 1800.0 + n * fide_tables.dp(fide_tables.percent(s2, n))
    return np.asarray(np.minimum(fide_tables.round_half_up(total, n), _MOST))


def _twenty_a_half_point(batch: RecordBatch) -> Array:
    n = np.maximum(batch.counts, 1)
    above = batch.scores - batch.counts  # half points above 50 %
    points = np.where(above >= 0, 20 * above, fide_tables.dp(fide_tables.percent(batch.scores, n)))
    return np.asarray(fide_tables.round_half_up(opponent_sum(batch) + n * points, n))
