"""A streak verdict: seconds, memory, and seasons of luck against numpy over all seasons at once."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np
from _measure import Row, alternating, peak_megabytes
from scipy.special import expit

import tprstats as tpr
from tprstats.elo import LOGIT_PER_ELO
from tprstats.rng import make_key
from tprstats.streaks.luck import BOOST_SD, play, spread_of
from tprstats.streaks.season import Baseline, Season, constant_strength
from tprstats.streaks.windows import Windows

SEASONS, GAMES = 20_000, 60
MEGABYTES = 500.0


def rows() -> list[Row]:
    """Seasons of luck, a verdict for 60 games, one for 5,000."""
    return [_against_numpy(), *_verdicts()]


def _record(games: int) -> tpr.Record:
    rng = np.random.default_rng(games)
    opponents = np.round(2300 + 100 * rng.standard_normal(games))
    return tpr.Record.from_results(
        opponents.tolist(), (rng.integers(0, 3, games) / 2).tolist(), own=2310
    )


def _numpy(season: Season, baseline: Baseline, windows: Windows) -> tuple[np.ndarray, ...]:
    """The same statistics with numpy's own generator, every step over all seasons at once."""
    generator = np.random.Generator(np.random.SFC64(1))
    u = generator.random((SEASONS, GAMES))
    win, no_loss = (baseline.bounds / 2.0**32).T
    score = 0.5 * ((u < win).astype(np.float64) + (u < no_loss))
    x, offset = season.x, season.offset
    level, slope = np.full(SEASONS, baseline.level), np.full(SEASONS, baseline.slope)
    drawn, ridge = baseline.penalty[0], baseline.penalty[3]
    for _ in range(2):
        p = expit(level[:, None] + slope[:, None] * x + offset)
        w, e, even = p * (1.0 - p), score - p, expit(level)
        wx = w * x
        g0 = e.sum(axis=1) + drawn * (0.5 - even)
        g1 = (e * x).sum(axis=1) - ridge * (slope - 1.0)
        a = w.sum(axis=1) + drawn * even * (1.0 - even)
        b, c = wx.sum(axis=1), (wx * x).sum(axis=1) + ridge
        det = a * c - b * b
        up, tilt = (c * g0 - b * g1) / det, (a * g1 - b * g0) / det
        level, slope = level + up, slope + tilt
    e -= w * (up[:, None] + tilt[:, None] * x)
    squares, binomial, total = spread_of(baseline)
    scale = np.sqrt((np.square(e).sum(axis=1) * GAMES / (GAMES - 2) + squares) / (total + binomial))
    sums = np.zeros((SEASONS, GAMES + 1))
    np.cumsum(e / scale[:, None], axis=1, out=sums[:, 1:])
    hot, cold = np.full(SEASONS, -np.inf), np.full(SEASONS, np.inf)
    gain, loss = np.zeros(SEASONS), np.zeros(SEASONS)
    precision = baseline.dispersion * (LOGIT_PER_ELO * BOOST_SD) ** -2
    for k in range(windows.weight.shape[0]):
        length = windows.shortest + k
        weight = windows.weight[k, : GAMES - length + 1]
        z = (sums[:, length:] - sums[:, :-length]) * weight
        hot, cold = np.maximum(hot, z.max(axis=1)), np.minimum(cold, z.min(axis=1))
        share = 1.0 / (1.0 + precision * weight * weight)
        evidence = np.sqrt(1.0 - share) * np.exp(0.5 * share * z * z)
        gain += np.where(z > 0.0, evidence, 0.0).sum(axis=1)
        loss += np.where(z < 0.0, evidence, 0.0).sum(axis=1)
    above, below = np.zeros(SEASONS), np.zeros(SEASONS)
    stretches = windows.stretches
    for (first, end), one, part in zip(
        stretches.games, stretches.weight, stretches.part, strict=True
    ):
        z = (sums[:, end] - sums[:, first]) * one
        share = 1.0 / (1.0 + precision * one * one)
        evidence = part * np.sqrt(1.0 - share) * np.exp(0.5 * share * z * z)
        above += np.where(z > 0.0, evidence, 0.0)
        below += np.where(z < 0.0, evidence, 0.0)
    later = (sums[:, -1:] - sums[:, 5 : GAMES - 4]) * windows.change[5 : GAMES - 4]
    return hot, -cold, np.abs(later).max(axis=1), gain, loss, above, below


def _against_numpy() -> Row:
    from tprstats.streaks.playing_order import season_of

    season = season_of(_record(GAMES))
    baseline = constant_strength(season)
    windows = Windows.of(season, baseline, (5, 20))
    key = make_key(1, {})
    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        ours, peer = alternating(
            lambda: play(season, baseline, windows, seasons=SEASONS, key=key),
            lambda: _numpy(season, baseline, windows),
            7,
        )
    finally:
        numba.set_num_threads(threads)
    return Row(
        f"{SEASONS:,} seasons of luck, {GAMES} games, windows of 5 to 20",
        ours,
        peer,
        (">=", 3.0),
        "one core, medians of 7; peer: numpy over all seasons at once with SFC64, the same refit "
        "(two steps), best and worst window, evidence of all windows and stretches, change point",
    )


def _verdicts() -> list[Row]:
    """Each in a process of its own, so that its memory is its own."""
    found = []
    for games, lengths, limit in ((GAMES, (5, 20), 1.0), (5000, (5, 50), 20.0)):
        code = f"import streak; streak.judge({games}, {lengths})"
        done = subprocess.run(
            [sys.executable, "-c", code],
            check=True, capture_output=True, text=True, cwd=Path(__file__).parent,
        )  # fmt: skip
        seconds, memory = map(float, done.stdout.split())
        name = f"a whole verdict, {games:,} games, windows of {lengths[0]} to {lengths[1]}"
        how = f"{SEASONS:,} seasons of luck, all cores, after import, in a process of its own"
        found += [
            Row(name, seconds, None, ("<=", limit), how),
            Row(f"{name}, memory", memory, None, ("<=", MEGABYTES), how, "MB"),
        ]
    return found


def judge(games: int, lengths: tuple[int, int]) -> None:
    """Print the seconds of a verdict, and this process's peak memory."""
    tpr.streak(_record(GAMES), seasons=100)  # imports, and what is compiled on first use
    record = _record(games)
    start = time.perf_counter()
    tpr.streak(record, lengths=lengths, seasons=SEASONS)
    print(time.perf_counter() - start, peak_megabytes())


if __name__ == "__main__":
    print(*rows(), sep="\n")
