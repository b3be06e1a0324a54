"""The 324 exact coverages of the study, and how coverage() counts."""

import json
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import multinomial

from tprstats.errors import TprstatsError
from tprstats.exact import outcome_batch, score_draws_distribution
from tprstats.intervals import interval
from tprstats.intervals.coverage import Coverage, coverage, spread_schedule
from tprstats.outcomes import EloDavidson, RaoKupper
from tprstats.records import RecordBatch
from tprstats.results import Intervals

CASES = json.loads((Path(__file__).parents[2] / "cases" / "statistics.json").read_text())
CELLS = CASES["exact_coverage_95"]

# Column of the study -> interval, and whether it knows the true draw share (else 0).
COLUMNS = {
    "wald_D0": ("wald", False),
    "score_D0": ("score", False),
    "LR_D0": ("profile", False),
    "score_or": ("score", True),
    "CP_or": ("exact", True),
    "midp_or": ("midp", True),
}
ON_A_GRID = {"score", "profile"}  # the study's ends lie on a grid of 2 Elo
TWO_DECIMALS = 5e-4  # 0.05 points


@cache
def all_ends(games: int, sd: float, method: str, share: float) -> Intervals:
    records, *_ = outcome_batch(spread_schedule(games, sd), draws=True)
    return interval(records, method, draw_share=share)


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("games", [5, 9, 30])
def test_study(column: str, games: int) -> None:
    method, known = COLUMNS[column]
    cells = [
        (m.groups(), value)
        for key, value in CELLS.items()
        if (m := re.fullmatch(rf"N={games},sd=(.*),d0=(.*),adv=(.*),{column}", key))
    ]
    assert len(cells) == 18
    for (sd, d0, adv), value in cells:
        share, truth = float(d0), float(adv)
        schedule = spread_schedule(games, float(sd))
        assumed = share if known else 0.0
        found = coverage(schedule, truth, method, true_draw_share=share, draw_share=assumed)
        difference = abs(found.covered[0] - value)
        if method in ON_A_GRID and difference > TWO_DECIMALS:
            # A difference must come from outcomes with an end within 2 Elo of the truth.
            ends = all_ends(games, float(sd), method, assumed)
            _, s2, draws = outcome_batch(schedule, draws=True)
            law = score_draws_distribution(schedule, truth, EloDavidson(share))[0][s2, draws]
            near = np.minimum(np.abs(ends.low - truth), np.abs(ends.high - truth)) <= 2.0
            difference -= law[near].sum()
        assert difference <= TWO_DECIMALS, (sd, d0, adv)


def test_coverage_by_hand() -> None:
    """Nine games, every (win, draw, loss) count with its multinomial chance."""
    games, truth, share = 9, 150.0, 0.3
    win, draw, loss = (float(x) for x in EloDavidson(share).wdl(truth))
    covered = low_miss = high_miss = width = 0.0
    for wins in range(games + 1):
        for draws in range(games + 1 - wins):
            results = [2] * wins + [1] * draws + [0] * (games - wins - draws)
            ends = interval(RecordBatch.from_arrays([[0.0] * games], [results]), "midp")
            counts = [wins, draws, games - wins - draws]
            chance = multinomial.pmf(counts, games, [win, draw, loss])
            low, high = float(ends.low[0]), float(ends.high[0])
            covered += chance * (low <= truth <= high)
            low_miss += chance * (low > truth)
            high_miss += chance * (high < truth)
            width += chance * (min(high, 800.0) - max(low, -800.0))
    found = coverage(spread_schedule(games, 0.0), truth, "midp", true_draw_share=share)
    assert found.covered[0] == pytest.approx(covered, abs=1e-12)
    assert found.miss_low[0] == pytest.approx(low_miss, abs=1e-12)
    assert found.miss_high[0] == pytest.approx(high_miss, abs=1e-12)
    assert found.undefined[0] == 0.0
    assert found.width[0] == pytest.approx(width, abs=1e-9)


def test_undefined_does_not_cover() -> None:
    """Wald at five games without draws and +400: only 1/5 to 4/5 have an interval."""
    found = coverage(spread_schedule(5, 0.0), [400.0], "wald", draw_share=0.0)
    p = 10.0 / 11.0
    assert found.undefined[0] == pytest.approx(p**5 + (1 - p) ** 5, abs=1e-12)
    total = found.covered + found.miss_low + found.miss_high + found.undefined
    assert total == pytest.approx(1.0, abs=1e-12)


def test_local_mean() -> None:
    nothing = np.zeros(5)
    found = Coverage(
        np.array([0.0, 50.0, 100.0, 150.0, 200.0]),
        np.array([1.0, 0.0, 0.5, 0.5, 1.0]),
        nothing,
        nothing,
        nothing,
        nothing,
    )
    # Within 60 Elo: the strength itself and its neighbours.
    assert found.local_mean(60.0) == pytest.approx([0.5, 0.5, 1 / 3, 2 / 3, 0.75])


def test_another_law_may_rule_the_results() -> None:
    schedule = spread_schedule(7, 100.0)
    same = coverage(schedule, [0.0, 200.0], "score", model=EloDavidson(0.2), draw_share=0.2)
    plain = coverage(schedule, [0.0, 200.0], "score", true_draw_share=0.2, draw_share=0.2)
    assert np.array_equal(same.covered, plain.covered)
    other = coverage(schedule, [0.0, 200.0], "score", model=RaoKupper(), draw_share=0.2)
    assert not np.array_equal(other.covered, plain.covered)


@pytest.mark.parametrize("method", ["wald-sandwich", "bootstrap-bca", "bootstrap-studentized"])
def test_methods_that_see_who_was_beaten_need_equal_opponents(method: str) -> None:
    with pytest.raises(TprstatsError, match="who was beaten"):
        coverage(spread_schedule(4, 100.0), 0.0, method)
    assert coverage(spread_schedule(4, 0.0), 0.0, method).covered[0] < 1.0


def test_spread_schedule_has_its_sd() -> None:
    for games in (2, 5, 30):
        x = spread_schedule(games, 200.0, centre=2300.0).opponents[0]
        assert x.mean() == pytest.approx(2300.0)
        assert x.std() == pytest.approx(200.0)
        assert np.diff(x) == pytest.approx(np.diff(x)[0])
