"""Exact coverage against a simulation of its own: within four Monte Carlo standard errors."""

import numpy as np
import pytest

from tprstats.intervals import INTERVALS, interval
from tprstats.intervals.coverage import coverage, spread_schedule
from tprstats.outcomes import EloDavidson
from tprstats.records import RecordBatch

pytestmark = pytest.mark.verification

# Intervals that see more than the score and the draws have no exact coverage on this schedule.
EXACT = [id for id, m in INTERVALS.items() if not {"games", "resampling"} & m.needs]
EVENTS = 40_000


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize("truth", [-250.0, 10.0, 130.0, 400.0])
@pytest.mark.parametrize("share", [0.0, 0.4])
def test_simulated_coverage(method: str, truth: float, share: float) -> None:
    """Nine uneven opponents; draws made by inversion of one uniform a game."""
    schedule = spread_schedule(9, 150.0)
    opponents = schedule.opponents[0]
    e = 1.0 / (1.0 + 10.0 ** ((opponents - truth) / 400.0))
    draw = np.asarray(EloDavidson(share).wdl(truth - opponents)[1])
    seed = [EXACT.index(method), int(truth) % 1000, int(10 * share)]
    luck = np.random.default_rng(seed).random((EVENTS, 9))
    results = np.where(luck < e - draw / 2, 2, np.where(luck < e + draw / 2, 1, 0))
    records, times = np.unique(np.sort(results, axis=1), axis=0, return_counts=True)
    batch = RecordBatch.from_arrays(np.broadcast_to(opponents, records.shape), records)
    assumed = {"prior_mean": 50.0, "prior_sd": 120.0, "draw_prior": 0.3}
    ends = interval(batch, method, **assumed)
    exact = coverage(schedule, truth, method, true_draw_share=share, **assumed)
    for simulated, chance in (
        ((ends.low <= truth) & (ends.high >= truth), exact.covered[0]),
        (ends.low > truth, exact.miss_low[0]),
        (ends.high < truth, exact.miss_high[0]),
        (np.isnan(ends.low), exact.undefined[0]),
    ):
        p = times[simulated].sum() / EVENTS
        assert abs(p - chance) <= 4.0 * np.sqrt(chance * (1.0 - chance) / EVENTS) + 1e-12
