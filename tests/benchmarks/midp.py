"""The mid-p interval against scipy's BCa bootstrap of the same record."""

from __future__ import annotations

import numpy as np
from _measure import Row, alternating
from scipy.stats import bootstrap

from tprstats.estimators import estimate
from tprstats.intervals import interval
from tprstats.records import RecordBatch

RESAMPLES, TIMES = 9999, 15


def rows() -> list[Row]:
    """6.5/9 against nine different opponents."""
    opponents = np.array([2210.0, 2240, 2265, 2280, 2300, 2325, 2340, 2370, 2400])
    half_points = np.array([2, 2, 1, 2, 1, 1, 2, 1, 1])
    record = RecordBatch.from_arrays(opponents, half_points)
    average = opponents.mean()

    def ratings(games: np.ndarray, axis: int = -1) -> np.ndarray:
        """Per-opponent ratings of resampled games, all at once; AOR -+ 800 at the ends."""
        drawn = games.reshape(-1, games.shape[axis])
        found = estimate(
            RecordBatch.from_arrays(opponents[drawn], half_points[drawn]), "per-opponent"
        )
        ends = np.where(half_points[drawn].sum(axis=1) == 0, average - 800, average + 800)
        return np.where(np.isnan(found.values), ends, found.values).reshape(games.shape[:-1])

    def peer() -> object:
        return bootstrap(
            (np.arange(opponents.size),),
            ratings,
            vectorized=True,
            method="BCa",
            n_resamples=RESAMPLES,
            rng=np.random.default_rng(1),
        )

    ours, theirs = alternating(lambda: interval(record, "midp", draw_share=0.35), peer, TIMES)
    return [
        Row(
            "mid-p interval of one record",
            ours,
            theirs,
            (">=", 5.0),
            f'in turn, medians of {TIMES}; peer: `scipy.stats.bootstrap(method="BCa", '
            f"n_resamples={RESAMPLES})` with our vectorised per-opponent estimate",
        )
    ]


if __name__ == "__main__":
    print(*rows(), sep="\n")
