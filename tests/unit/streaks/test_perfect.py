"""The best window alone and among all, counted over every season there is; and perfect records.

Against equal opponents, without draws and colours, the refit has a closed form, so every one of
the 2**12 seasons of luck can be written down with its chance.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import tprstats as tpr
from tprstats.records import Record
from tprstats.streaks.luck import spread_of
from tprstats.streaks.season import PENALTY
from tprstats.streaks.windows import Windows

GAMES = 12
SEASONS = 20_000
RECORDS = {
    "all won": [1] * GAMES,
    "lost, then won": [0] * 6 + [1] * 6,
    "mixed": [0, 1, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0],
}


def asked(results, direction="hot", **options) -> tpr.StreakVerdict:
    record = Record.from_results([2300.0] * len(results), list(results), own=2300)
    return tpr.streak(record, direction=direction, **{"seasons": SEASONS, **options})


def every_season(v: tpr.StreakVerdict) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """z of all windows in all seasons, ``(seasons, windows)``, and the chance of each season."""
    score = np.array(list(product((0.0, 1.0), repeat=GAMES)))
    fitted = (score.sum(axis=1) + PENALTY[0] / 2.0) / (GAMES + PENALTY[0])
    errors = score - fitted[:, None]
    add_squares, add_binomial, binomial = spread_of(v.baseline)
    squares = np.square(errors).sum(axis=1) * GAMES / (GAMES - 2)
    scale = np.sqrt((squares + add_squares) / (binomial + add_binomial))
    windows = Windows.of(v.season, v.baseline, (5, 20))
    z, where = [], []
    for k in range(windows.weight.shape[0]):
        length = windows.shortest + k
        for start in np.flatnonzero(windows.weight[k]):
            gain = errors[:, start : start + length].sum(axis=1)
            z.append(gain * windows.weight[k, start] / scale)
            where.append((start, length))
    win = v.baseline.bounds[:, 0] / 2.0**32
    chance = np.where(score == 1.0, win, 1.0 - win).prod(axis=1)
    return np.array(z).T, np.array(where), chance


@pytest.mark.parametrize("direction", ["hot", "cold", "either"])
@pytest.mark.parametrize("results", RECORDS.values(), ids=list(RECORDS))
def test_the_best_window_alone_and_among_all_in_every_season_there_is(results, direction):
    v = asked(results, direction, draw_share=0.0)
    z, where, chance = every_season(v)
    assert chance.sum() == pytest.approx(1.0, abs=1e-6)
    fold = {"hot": np.positive, "cold": np.negative}.get(direction, np.abs)
    here = np.all(where == [v.best.span.start, v.best.span.games], axis=1)
    played = int("".join(map(str, results)), 2)
    least = fold(z[played, here]) - 1e-9
    assert least == pytest.approx(fold(z[played]).max(), abs=1e-8)
    alone = chance[fold(z[:, here])[:, 0] >= least].sum()
    anywhere = chance[fold(z).max(axis=1) >= least].sum()
    for exact, found in ((alone, v.best.local_p), (anywhere, v.best.global_p)):
        error = np.sqrt(max(exact * (1.0 - exact), 0.0) / SEASONS)
        assert abs(found - exact) <= 4.0 * error + 1.0 / SEASONS, direction


@pytest.mark.parametrize("direction", ["hot", "cold", "either"])
@pytest.mark.parametrize(
    "results",
    [*RECORDS.values(), [0] * 12, [0.5] * 12, [1] * 14, [1] * 30, [0.5, 1, 0] * 10 + [1] * 15],
    ids=str,
)
def test_looks_are_no_more_than_windows_and_to_have_looked_makes_no_p_smaller(results, direction):
    n = len(results)
    v = asked(results, direction, window=(n - 5, n), seasons=2000)
    best = v.best
    assert best.local_p <= best.global_p
    assert not best.looks < 1.0
    assert not best.looks > best.looked_at
    assert v.chosen_p >= v.p == v.named.p
    assert v.to_json()["named_window"]["if_chosen_p"] >= v.named.p
    late = asked(results, direction, window=(n - 5, n), looked=True, seasons=2000)
    assert late.p == v.chosen_p


@pytest.mark.parametrize("own", [None, 2200])
def test_a_forecast_is_not_told_as_what_lasts_of_a_window(own):
    """It goes by the rating as well: 30 games, a spell that is probably on, a season above it."""
    record = Record.from_results(
        [2300.0] * 30, [1, 0, 0.5, 0.5] * 5 + [1, 1, 1, 1, 0.5, 1, 1, 1, 1, 1], own=own
    )
    v = tpr.streak(record, seasons=500)
    said = " ".join(v.words())
    weighs = "the rating before, all the games" if own else "which weighs all the games"
    assert f"{weighs}, and the chance of a spell that goes on" in said
    assert (
        "last"
        not in said.split("Regression to the mean")[1]
        .split("What would change")[0]
        .split("Chance of a hot")[0]
    )
