"""Fields: moments, seeding, and that a replicate's players never depend on its neighbours."""

import numpy as np
import pytest
from scipy import stats

import tprstats as tpr
from tprstats.data import example_path
from tprstats.errors import TprstatsError
from tprstats.rng import make_key
from tprstats.simulation import Field


def draw(field, events, seed=1):
    return field.draw(make_key(seed, field.factors()), np.arange(events))


@pytest.mark.parametrize("shape", ["normal", "uniform"])
def test_drawn_strengths_have_the_stated_moments(shape):
    found = draw(Field(20, shape=shape, mean=2100, sd=150), 2000).true
    n = found.size
    assert abs(found.mean() - 2100) < 4 * 150 / np.sqrt(n)
    # Standard error of a variance from the fourth moment, known for both shapes.
    kurtosis = {"normal": 3.0, "uniform": 1.8}[shape]
    assert abs(found.var() / 150**2 - 1) < 4 * np.sqrt((kurtosis - 1) / n)
    law = {
        "normal": stats.norm(2100, 150),
        "uniform": stats.uniform(2100 - 150 * 3**0.5, 300 * 3**0.5),
    }
    assert stats.kstest(found.ravel(), law[shape].cdf).pvalue > 0.001


def test_fixed_strengths_are_quantiles_and_the_same_every_time():
    found = draw(Field(5, mean=2000, sd=100, fixed=True), 3)
    expected = 2000 + 100 * stats.norm.ppf((np.arange(5) + 0.5) / 5)[::-1]
    assert found.true == pytest.approx(np.tile(expected, (3, 1)), abs=1e-9)
    assert Field(5, fixed=True).same_every_time
    assert not Field(5, fixed=True, rating_noise=20).same_every_time


def test_noise_shift_and_form_are_what_they_say():
    field = Field(50, rating_noise=60, rating_shift=40, form=35, fixed=True)
    found = draw(field, 2000)
    noise = found.published - found.true
    form = found.strength - found.true
    n = noise.size
    assert abs(noise.mean() - 40) < 4 * 60 / np.sqrt(n)
    # Rounding to whole points adds a variance of 1/12.
    assert abs(noise.var() / (60**2 + 1 / 12) - 1) < 4 * np.sqrt(2 / n)
    assert abs(form.var() / 35**2 - 1) < 4 * np.sqrt(2 / n)
    assert abs(np.corrcoef(noise.ravel(), form.ravel())[0, 1]) < 4 / np.sqrt(n)


def test_players_are_seeded_by_published_rating_with_unrated_last():
    found = draw(Field(30, rating_noise=80, unrated=0.2), 300)
    rated = ~np.isnan(found.published)
    assert abs(rated.mean() - 0.8) < 4 * np.sqrt(0.16 / rated.size)
    for row, known in zip(found.published, rated, strict=True):
        assert known[: known.sum()].all()
        assert (np.diff(row[known]) <= 0).all()
    assert np.array_equal(np.sort(found.entrant, axis=1), np.tile(np.arange(30), (300, 1)))


def test_a_replicate_is_the_same_alone_and_in_any_batch():
    field = Field(7, rating_noise=30, form=20, unrated=0.1)
    key = make_key(4, field.factors())
    whole = field.draw(key, np.arange(40))
    alone = field.draw(key, [23])
    for name in ("strength", "true", "published", "entrant"):
        assert np.array_equal(
            getattr(whole, name)[23], getattr(alone, name)[0], equal_nan=name == "published"
        )


def test_quantiles_of_a_real_event():
    event = tpr.read(example_path())
    ratings = np.array([r.player.rating for r in event.records])
    assert sorted(Field.from_event(event).strengths) == sorted(ratings)
    twelve = Field.from_event(event, 12)
    expected = np.quantile(ratings, (np.arange(12) + 0.5) / 12)
    assert sorted(twelve.strengths) == pytest.approx(sorted(expected))


@pytest.mark.parametrize(
    "bad",
    [
        {"players": 0},
        {"players": 1},
        {"players": 10**6},
        {"players": 4, "sd": -1},
        {"players": 4, "mean": float("nan")},
        {"players": 4, "unrated": 1.0},
        {"players": 4, "shape": "wide"},
        {"players": 3, "shape": "list", "strengths": (2000.0,)},
        {"players": 2, "shape": "list", "strengths": (2000.0, float("nan"))},
    ],
)
def test_impossible_fields_are_refused_in_one_line(bad):
    with pytest.raises(TprstatsError) as caught:
        Field(**bad)
    assert "\n" not in str(caught.value)
