"""A window named in advance: published cases, every sequence counted, and its size."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.integrate import dblquad
from scipy.special import log_expit

import tprstats as tpr
from tprstats.elo import ELO_PER_LOGIT, LOGIT_PER_ELO
from tprstats.outcomes import davidson_chances
from tprstats.scores import score_pmf
from tprstats.streaks.named import next_score, score_tails
from tprstats.streaks.season import Season, constant_strength
from tprstats.streaks.spells import SpellPrior

SINQUEFIELD = [2772.0, 2768.0, 2877.0, 2805.0, 2787.0, 2772.0, 2768.0, 2877.0, 2805.0, 2787.0]
# Topalov, Vachier-Lagrave, Carlsen, Aronian, Nakamura, Topalov, Vachier-Lagrave, ...
CARUANA = Season(np.array([1.0] * 7 + [0.5] * 3), np.array(SINQUEFIELD), np.zeros(10))


def known(season: Season, inside, draws: float, strength: float) -> tuple[float, float]:
    baseline = constant_strength(season, draw_share=draws)
    tails = score_tails(season, baseline, inside, SpellPrior(), strength=strength)
    return tails.p("hot"), tails.mid_p("hot")


@pytest.mark.parametrize(
    ("draws", "seven", "all_ten"),
    [
        (0.0, 0.00886, 0.0101),
        (0.3, 0.00077, 0.0053),
        (0.5, 7.9e-5, 0.0012),
        (0.6, 1.8e-5, 0.00037),
    ],
)
def test_caruana_2014(draws, seven, all_ten):
    first = np.arange(10) < 7
    p, _ = known(CARUANA, first, draws, 2801.0)
    assert p == pytest.approx(seven, rel=0.03)  # two or three digits are printed
    p, _ = known(CARUANA, np.ones(10, dtype=bool), draws, 2801.0)
    assert p == pytest.approx(all_ten, rel=0.05)


@pytest.mark.parametrize(
    ("own", "opponent", "printed"),
    [
        (2740.0, 2620.0, {0.0: 0.0874, 0.3: 0.0217, 0.4: 0.0130}),
        (2760.0, 2660.0, {0.0: 0.0688, 0.3: 0.0154, 0.4: 0.0087}),
    ],
)
def test_fischer_1971(own, opponent, printed):
    season = Season(np.ones(6), np.full(6, opponent), np.zeros(6))
    for draws, value in printed.items():
        p, mid = known(season, np.ones(6, dtype=bool), draws, own)
        assert round(p, 4) == value
        assert mid == pytest.approx(p / 2.0)  # nothing is above 6/6


RNG = np.random.default_rng(8)
MIXED = Season(
    RNG.integers(0, 3, 14) / 2.0, 2100 + 150 * RNG.standard_normal(14), np.zeros(14),
    rating=2150.0, draw_prior=0.3,
)  # fmt: skip


def test_every_sequence_counted():
    inside = np.arange(14) >= 10
    baseline = constant_strength(MIXED)
    tails = score_tails(MIXED, baseline, inside, SpellPrior(), strength=2150.0)
    gap = 2150.0 - MIXED.opponents[inside]
    win, draw, loss = davidson_chances(gap, baseline.draw_share)
    above = at = 0.0
    own = MIXED.score[inside].sum()
    for score in product((0.0, 0.5, 1.0), repeat=4):
        chance = np.prod(
            [
                {1.0: w, 0.5: d, 0.0: ell}[s]
                for s, w, d, ell in zip(score, win, draw, loss, strict=True)
            ]
        )
        above += chance * (sum(score) > own)
        at += chance * (sum(score) == own)
    assert (tails.above, tails.at) == pytest.approx((above, at))
    assert tails.above + tails.at + tails.below == pytest.approx(1.0)


def test_the_baseline_s_uncertainty_is_integrated():
    """Against a general integrator over level and slope."""
    inside = np.arange(14) < 5
    baseline, prior = constant_strength(MIXED), SpellPrior().of(MIXED)
    x = LOGIT_PER_ELO * (2150.0 - MIXED.opponents)
    own = int(2 * MIXED.score[inside].sum())
    phi = baseline.dispersion

    def density(slope: float, level: float) -> float:
        eta = level + slope * x[~inside]
        s = MIXED.score[~inside]
        log = (s * log_expit(eta) + (1 - s) * log_expit(-eta)).sum() / phi
        log -= 0.5 * (level / (LOGIT_PER_ELO * prior.level_sd)) ** 2
        return float(np.exp(log - 0.5 * ((slope - 1.0) / prior.slope_sd) ** 2))

    def above(slope: float, level: float) -> float:
        eta = level + slope * x[inside]
        chances = davidson_chances(ELO_PER_LOGIT * eta, baseline.draw_share)
        return float(score_pmf(*chances)[own:].sum()) * density(slope, level)

    box = (-1.8, 1.8, -0.2, 2.2)
    options = {"epsabs": 1e-9, "epsrel": 1e-6}
    wanted = dblquad(above, *box, **options)[0] / dblquad(density, *box, **options)[0]
    found = score_tails(MIXED, baseline, inside, prior).p("hot")
    assert found == pytest.approx(wanted, rel=2e-3)


def test_many_games_by_the_normal_distribution_agree_with_the_convolution(monkeypatch):
    rng = np.random.default_rng(2)
    season = Season(rng.integers(0, 3, 280) / 2.0, 2000 + 90 * rng.standard_normal(280),
                    np.zeros(280), rating=2000.0)  # fmt: skip
    inside, baseline = np.arange(280) < 250, constant_strength(season)
    exact = score_tails(season, baseline, inside, SpellPrior())
    monkeypatch.setattr("tprstats.streaks.named._MANY", 100)
    near = score_tails(season, baseline, inside, SpellPrior())
    # The skewness of 250 games moves a tail by less than this.
    assert near.mid_p("hot") == pytest.approx(exact.mid_p("hot"), abs=2e-3)


def test_the_score_that_would_prove_it():
    baseline = constant_strength(MIXED)
    points, p = next_score(MIXED, baseline, SpellPrior(), 20, 0.05, "hot")
    assert p <= 0.05
    assert 10.0 < points <= 20.0
    _, less = next_score(MIXED, baseline, SpellPrior(), 20, p * 0.999, "hot")
    assert less < p  # half a point less would not have done at that level
    few, chance = next_score(MIXED, baseline, SpellPrior(), 1, 0.05, "hot")
    assert few == float("inf")
    assert chance > 0.05


def test_named_windows_hold_their_size():
    """Seasons drawn from the prior: exact p <= 0.05 in 5 % at most, mid-p near 5 %."""
    rng = np.random.default_rng(6)
    prior = SpellPrior(level=2000.0, level_sd=60.0)
    p, mid = [], []
    for _ in range(2000):
        opponents = 2000 + 120 * rng.standard_normal(30)
        level, slope = 60 * rng.standard_normal(), 1 + 0.25 * rng.standard_normal()
        win, draw, _ = davidson_chances(level + slope * (2000 - opponents), 0.3)
        u = rng.random(30)
        score = 0.5 * ((u < win) * 1.0 + (u < win + draw))
        season = Season(score, opponents, np.zeros(30), rating=2000.0, draw_prior=0.3)
        tails = score_tails(season, constant_strength(season), np.arange(30) < 12, prior)
        p.append(tails.p("hot"))
        mid.append(tails.mid_p("hot"))
    error = np.sqrt(0.05 * 0.95 / 2000)
    assert np.mean(np.array(p) <= 0.05) <= 0.05 + 2 * error
    assert abs(np.mean(np.array(mid) <= 0.05) - 0.05) <= 4 * error


def test_two_sided_p_is_twice_the_smaller_tail():
    record = tpr.Record.from_results([2000] * 20, [1] * 10 + [0] * 10, own=2000)
    found = tpr.streak(record, window=(1, 10), seasons=200)
    both = tpr.streak(record, window=(1, 10), seasons=200, direction="either")
    assert both.named.p == pytest.approx(2 * found.named.p)
