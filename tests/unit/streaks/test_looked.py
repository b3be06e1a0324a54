"""A window named after looking is paid for at any length, and one that looks like it says so."""

from __future__ import annotations

import numpy as np
import pytest

import tprstats as tpr
from tprstats.errors import InputError
from tprstats.records import Record
from tprstats.rng import make_key
from tprstats.streaks import looked
from tprstats.streaks.headline import p_text
from tprstats.streaks.judge import chosen_p
from tprstats.streaks.looked import looked_p
from tprstats.streaks.luck import play
from tprstats.streaks.season import Season, constant_strength
from tprstats.streaks.windows import Windows

FAST = {"seasons": 400}
SEASONS = 400  # without a streak, for the size


def a_record(n: int = 60, hot: int = 0) -> Record:
    rng = np.random.default_rng([n, 5])
    results = rng.integers(0, 3, n) / 2.0
    results[n - hot :] = 1.0
    return Record.from_results(
        np.round(2300 + 90 * rng.standard_normal(n)).tolist(),
        results.tolist(),
        own=2310,
        name="Ann",
    )


@pytest.mark.parametrize("window", [(30, 31), (20, 40), (21, 60), (2, 60), (1, 60)])
def test_every_length_is_paid_for(window):
    """Shorter than the search's, longer, half, nearly all, and all games."""
    late = tpr.streak(a_record(), window=window, looked=True, **FAST)
    early = tpr.streak(a_record(), window=window, **FAST)
    assert late.named.if_chosen_p is not None
    assert late.p >= max(early.p, late.named.if_chosen_p)
    assert "not paid for" not in " ".join(late.words())


def test_a_season_too_short_to_search_pays_too():
    record = Record.from_results([2300] * 8, [0, 0, 1, 1, 1, 1, 1, 1], own=2300)
    found = tpr.streak(record, window=(3, 8), looked=True, **FAST)
    assert found.judgement is None
    assert found.p == found.named.if_chosen_p > found.named.p
    everything = tpr.streak(record, window=(1, 8), looked=True, **FAST)
    assert everything.p == 1.0


def test_the_second_family_is_all_windows_up_to_that_length_paid_for_twice():
    season = tpr.streak(a_record(60, 25), **FAST).season
    baseline = constant_strength(season)
    key = make_key(3, {})
    p, families = looked_p(season, baseline, 35, 25, "hot", None, seasons=400, key=key)
    luck = play(season, baseline, Windows.of(season, baseline, (5, 25)), seasons=400, key=key)
    assert families == 2
    assert p == pytest.approx(1.0 - (1.0 - chosen_p(luck, 35, 25, "hot")) ** 2)


def test_the_best_long_window_rings_no_more_often_than_luck():
    """Named in advance the best of all windows of 25 games would ring far too often."""
    n, length, key = 50, 25, make_key(11, {})
    rang = unpaid = 0
    rng = np.random.default_rng(12)
    for _ in range(SEASONS):
        score = rng.choice([0.0, 0.5, 1.0], size=n, p=[0.325, 0.35, 0.325])
        season = Season(score, np.full(n, 2300.0), np.zeros(n))
        baseline = constant_strength(season)
        sums = np.concatenate([[0.0], np.cumsum(score)])
        start = int(np.argmax(sums[length:] - sums[:-length]))
        p, _ = looked_p(season, baseline, start, length, "hot", None, seasons=300, key=key)
        rang += p <= 0.05
        weight = Windows.of(season, baseline, (length, length)).weight[0, start]
        gain = sums[start + length] - sums[start] - baseline.expected[start : start + length].sum()
        unpaid += gain * weight / np.sqrt(baseline.dispersion) >= 1.645
    error = np.sqrt(0.05 * 0.95 / SEASONS)
    assert rang / SEASONS <= 0.05 + 3 * error
    assert unpaid / SEASONS > 0.05 + 3 * error


def test_what_would_take_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(looked, "MOST_CELLS", 1000)
    with pytest.raises(InputError, match=r"25 of 60 games is too long.*--last"):
        tpr.streak(a_record(), window=(1, 25), looked=True, **FAST)


def test_a_window_like_the_best_of_the_search_says_so_first():
    record = a_record(60, 15)
    best = tpr.streak(record, **FAST).best.span
    same = tpr.streak(record, window=(best.first, best.last), **FAST)
    first = same.words()[0]
    assert "the best of all" in first
    assert "--looked" in first
    assert f"its p is {p_text(same.named.if_chosen_p)} and" in first
    near = tpr.streak(record, window=(best.first + 1, best.last), **FAST).words()[0]
    assert f"nearly the best, {best}," in near
    for other in (
        tpr.streak(record, window=(best.first, best.last), looked=True, **FAST),
        tpr.streak(record, window=(best.first + best.games // 2, best.last), **FAST),
        tpr.streak(record, **FAST),
    ):
        assert "if it was named before" not in other.words()[0]
