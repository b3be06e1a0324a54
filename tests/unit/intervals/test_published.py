"""Interval ends against published examples and closed forms."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import beta, binom, norm

from tprstats.estimators import estimate
from tprstats.exact import outcome_batch
from tprstats.intervals import interval
from tprstats.intervals.coverage import spread_schedule
from tprstats.records import RecordBatch

CASES = json.loads((Path(__file__).parents[2] / "cases" / "statistics.json").read_text())
EXAMPLES = CASES["worked_examples_95ci"]

# Column of the examples -> interval and draw share.
COLUMNS = {
    "wald_D0": ("wald", 0.0),
    "score_D0": ("score", 0.0),
    "score_d35": ("score", 0.35),
    "lr_D0": ("profile", 0.0),
    "cp_d35": ("exact", 0.35),
    "midp_d35": ("midp", 0.35),
    "firth_lr_D0": ("firth", 0.0),
    "jeffreys_D0": ("jeffreys", 0.0),
}


def record(opponents: list[float], score: float) -> RecordBatch:
    """Any results with this score: these intervals see no more of them."""
    wins, draws = divmod(round(2 * score), 2)
    results = [2] * wins + [1] * draws + [0] * (len(opponents) - wins - draws)
    return RecordBatch.from_arrays([opponents], [results])


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("column", COLUMNS)
def test_worked_examples(name: str, column: str) -> None:
    case = EXAMPLES[name]
    method, share = COLUMNS[column]
    ends = interval(record(case["opponents"], case["S"]), method, draw_share=share)
    # The source's Jeffreys sums over a grid of 1/4 Elo: half a step low everywhere (the closed
    # form below settles it), and cut short in the long tails of 9/9 and 0/9.
    step = 0.125 if method == "jeffreys" else 0.0
    edge = case["S"] in (0.0, len(case["opponents"]))
    for found, printed, open_end in zip(
        (ends.low[0], ends.high[0]), case[column], (-np.inf, np.inf), strict=True
    ):
        if step and edge and np.sign(open_end) == np.sign(case["S"] - 1.0):
            continue
        if printed is not None:
            assert found - step == pytest.approx(printed, abs=0.0051)
        elif method == "wald":
            assert np.isnan(found)
        else:
            assert found == open_end


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples_firth(name: str) -> None:
    case = EXAMPLES[name]
    found = estimate(record(case["opponents"], case["S"]), "firth").values[0]
    assert found == pytest.approx(case["FIRTH"], abs=5.1e-4)


def offset(method: str, games: int) -> float:
    perfect = RecordBatch.from_arrays([[0.0] * games], 2)
    ends = interval(perfect, method, draw_share=0.0)
    assert ends.high[0] == np.inf
    return float(ends.low[0])


@pytest.mark.parametrize("games", [5, 7, 9, 11])
def test_perfect_scores(games: int) -> None:
    """Lower ends at 100 % without draws, relative to equal opponents (statistics B.1)."""
    wilson = CASES["wilson_perfect_lower_offset=400log10(N/z^2)"][str(games)]
    assert offset("score", games) == pytest.approx(wilson, abs=1e-9)
    clopper_pearson = CASES["cp_perfect_lower_offset"][str(games)]
    assert offset("exact", games) == pytest.approx(clopper_pearson, abs=1e-9)
    chance = 0.05 ** (1.0 / games)  # half of it is alpha / 2
    assert offset("midp", games) == pytest.approx(400 * np.log10(chance / (1 - chance)), abs=1e-9)
    assert round(offset("midp", games)) == {5: 34, 7: 109, 9: 161, 11: 202}[games]


@pytest.mark.parametrize(("share", "low"), [(0.0, 2461), (0.35, 2574)])
def test_perfect_score_leans_on_the_draw_share(share: float, low: int) -> None:
    """9/9 against 2300 (statistics B.3)."""
    ends = interval(RecordBatch.from_arrays([[2300.0] * 9], 2), "midp", draw_share=share)
    assert round(float(ends.low[0])) == low


def elo(share: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore"):
        return 400.0 * (np.log10(share) - np.log10(1.0 - share))


def wilson(wins: np.ndarray, n: int, z: float) -> tuple[np.ndarray, np.ndarray]:
    p, centre = wins / n, wins / n + z * z / (2 * n)
    half = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (centre - half) / (1 + z * z / n), (centre + half) / (1 + z * z / n)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("games", range(1, 13))
def test_binomial_closed_forms(games: int, level: float) -> None:
    """Equal opponents without draws: the expected score has the textbook binomial intervals."""
    tail = (1.0 - level) / 2.0
    records, s2, _ = outcome_batch(spread_schedule(games, 0.0, centre=2300.0))
    records, s2 = records.take(s2 % 2 == 0), s2[s2 % 2 == 0]
    wins = s2 // 2
    inner_low, inner_high = wins > 0, wins < games

    def ends(method: str) -> tuple[np.ndarray, np.ndarray]:
        found = interval(records, method, level=level, draw_share=0.0)
        return found.low - 2300.0, found.high - 2300.0

    low, high = ends("exact")
    assert np.all(low[~inner_low] == -np.inf)
    assert np.all(high[~inner_high] == np.inf)
    k = wins[inner_low]
    assert low[inner_low] == pytest.approx(elo(beta.ppf(tail, k, games - k + 1)), abs=1e-6)
    k = wins[inner_high]
    assert high[inner_high] == pytest.approx(elo(beta.isf(tail, k + 1, games - k)), abs=1e-6)

    low, high = ends("score")
    z = norm.isf(tail)
    closed_low, closed_high = wilson(wins, games, z)
    assert low[inner_low] == pytest.approx(elo(closed_low[inner_low]), abs=1e-6)
    assert high[inner_high] == pytest.approx(elo(closed_high[inner_high]), abs=1e-6)

    low, high = ends("jeffreys")  # by quadrature, good to about 1e-5 Elo
    # 1 - ppf loses the digits of an end near 1: take both shares from their own tails.
    a, b = wins + 0.5, games - wins + 0.5
    shares = [beta.ppf(tail, a, b), beta.isf(tail, a, b)]
    rest = [beta.isf(tail, b, a), beta.ppf(tail, b, a)]
    closed = [400.0 * np.log10(x / y) for x, y in zip(shares, rest, strict=True)]
    assert low == pytest.approx(closed[0], abs=2e-5)
    assert high == pytest.approx(closed[1], abs=2e-5)


@pytest.mark.parametrize(
    ("method", "low", "high"),
    [("exact", -70.50, 615.28), ("score", -33.04, 468.30), ("jeffreys", -30.5, 514.1)],
)
def test_seven_of_nine(method: str, low: float, high: float) -> None:
    """The cross-check of statistics B.2."""
    seven = RecordBatch.from_arrays([[0.0] * 9], [[2] * 7 + [0] * 2])
    ends = interval(seven, method, draw_share=0.0)
    digits = 0.051 if method == "jeffreys" else 0.0051
    assert [ends.low[0], ends.high[0]] == pytest.approx([low, high], abs=digits)


@pytest.mark.parametrize(
    ("half_width", "games"),
    [
        (50, (186, 130, 93)),
        (100, (47, 33, 24)),
        (150, (21, 15, 11)),
        (200, (12, 9, 6)),
    ],
)
def test_games_for_a_half_width(half_width: int, games: tuple[int, int, int]) -> None:
    """Statistics A.5 at equality for D = 0, .3, .5: the Wald interval crosses it there."""
    for share, n in zip((0.0, 0.3, 0.5), games, strict=True):
        halves = []
        for k in (n, n - 1):
            even = RecordBatch.from_arrays(
                [[0.0] * k], [[2] * (k // 2) + [0] * (k // 2) + [1] * (k % 2)]
            )
            ends = interval(even, "wald", draw_share=share)
            halves.append(float(ends.high[0] - ends.low[0]) / 2.0)
        assert halves[0] <= half_width + 0.5
        assert halves[1] > half_width - 0.5


def test_median_half_width_of_midp() -> None:
    """N = 12 without draws: 209 at equality, 242 at +200 (statistics, correction 8)."""
    records, *_ = outcome_batch(spread_schedule(12, 0.0))
    ends = interval(records, "midp", draw_share=0.0)
    half = (ends.high - ends.low)[::2] / 2.0
    for truth, printed in ((0.0, 209), (200.0, 242)):
        p = 1.0 / (1.0 + 10.0 ** (-truth / 400.0))
        order = np.argsort(half)
        chance = binom.pmf(order, 12, p)
        median = half[order][np.argmax(np.cumsum(chance) >= 0.5)]
        assert round(float(median)) == printed
