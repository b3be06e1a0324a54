"""The planner, against closed binomial forms and the figures of statistics A.5."""

import itertools

import numpy as np
import pytest
from scipy.stats import binom, norm

import tprstats as tpr
import tprstats.intervals
from tprstats.elo import difference, expected
from tprstats.plan import approximate_games, half_width_chances, plan
from tprstats.records import RecordBatch


def wilson_half_widths(n, advantage, level=0.95):
    """Half-width and chance of every score without draws, from Wilson's closed form."""
    z = norm.ppf(0.5 + level / 2)
    k = np.arange(n + 1)
    p = k / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    with np.errstate(divide="ignore", invalid="ignore"):
        half = (difference(np.minimum(centre + reach, 1)) - difference(centre - reach)) / 2
    half[[0, -1]] = np.inf
    return half, binom.pmf(k, n, expected(advantage))


@pytest.mark.parametrize(("n", "advantage"), [(5, 0.0), (12, 0.0), (12, 200.0), (40, -150.0)])
def test_half_widths_equal_wilson_for_draw_free_games(n, advantage):
    half, chances = half_width_chances(n, advantage=advantage, draw_share=0.0, method="score")
    closed, weight = wilson_half_widths(n, advantage)
    for bound in (100.0, 150.0, 200.0, 300.0, 500.0):
        # Steps of the two distribution functions may sit on the bound only by coincidence.
        assert chances[half <= bound].sum() == pytest.approx(
            weight[closed <= bound].sum(), abs=1e-8
        )


def test_least_games_equal_a_full_scan_of_the_closed_form():
    for width, advantage in [(200.0, 0.0), (200.0, 200.0), (120.0, 100.0)]:
        enough = [
            n
            for n in range(1, 120)
            if (lambda half, w: w[half <= width].sum())(*wilson_half_widths(n, advantage)) >= 0.8
        ]
        found = plan(width, advantage=advantage, draw_share=0.0, interval="score")
        assert found.games == enough[0]
        rest = set(range(found.games_from, 120)) - set(enough)
        assert not rest


def test_median_widths_of_correction_8():
    for advantage, printed in [(0.0, 209), (200.0, 242)]:
        half, chances = half_width_chances(12, advantage=advantage, draw_share=0.0)
        assert round(half[np.argmax(np.cumsum(chances) >= 0.5)]) == printed


@pytest.mark.parametrize(
    ("width", "printed"),
    [(50, (186, 130, 93)), (100, (47, 33, 24)), (150, (21, 15, 11)), (200, (12, 9, 6))],
)
def test_approximation_reproduces_statistics_a5(width, printed):
    # A.5 rounds up throughout.
    games = [int(np.ceil(approximate_games(width, draw_share=d))) for d in (0.0, 0.3, 0.5)]
    assert games == list(printed)


def test_chances_add_up_and_results_print():
    _, chances = half_width_chances(9, draw_share=0.35)
    assert chances.sum() == pytest.approx(1.0, abs=1e-12)
    found = plan(150)
    assert "at most 300 Elo wide" in found.words()[0]
    assert found.chance_unknown < found.chance
    assert max(map(len, str(found).splitlines())) <= 80
    assert found.to_json()["games"] == found.games
    assert len(found.to_dataframe()) == 1


@pytest.mark.parametrize(
    "bad",
    [
        {"half_width": 5},
        {"half_width": float("nan")},
        {"half_width": 100, "advantage": 5000},
        {"half_width": 100, "assurance": 1.0},
        {"half_width": 100, "level": 95},
        {"half_width": 100, "level": 1.0},
        {"half_width": 100, "level": float("nan")},
        {"half_width": 100, "draw_share": 1.2},
        {"half_width": 100, "interval": "bootstrap-bca"},
        {"half_width": 100, "interval": "bayes"},
        {"half_width": 11, "draw_share": 0.0},
    ],
)
def test_bad_questions_are_refused(bad):
    with pytest.raises(tpr.TprstatsError):
        plan(bad.pop("half_width"), **bad)


def test_the_chance_with_an_unknown_draw_share_counts_what_rate_prints():
    # Every outcome of so few games, weighed by hand, with the interval that a bare list gets.
    found = plan(270, draw_share=0.3)
    results = list(itertools.product((0, 1, 2), repeat=found.games))
    batch = RecordBatch.from_arrays(np.zeros((len(results), found.games)), results)
    ends = tpr.intervals.interval(batch)
    chances = np.prod(np.choose(np.array(results), [0.35, 0.3, 0.35]), axis=1)
    total = chances[(ends.high - ends.low) / 2 <= 270].sum()
    assert found.chance_unknown == pytest.approx(total, abs=1e-5)
