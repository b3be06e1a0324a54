"""Score distributions against brute force, scipy's Poisson binomial and published values."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import poisson_binom

from tprstats.outcomes import EloDavidson
from tprstats.scores import score_draws_pmf, score_pmf, tail_probabilities

CASES = json.loads((Path(__file__).parents[1] / "cases" / "statistics.json").read_text())

Array = np.ndarray


def chances(games: int, seed: int, draw_share: float = 0.3) -> tuple[Array, Array, Array]:
    """Uneven games: differences with an SD of 250."""
    gap = np.random.default_rng(seed).normal(50.0, 250.0, games)
    return EloDavidson(draw_share).wdl(gap)


def brute_force(win: Array, draw: Array, loss: Array) -> Array:
    """Joint chances of half points and draws from all 3**N results."""
    n = win.size
    joint = np.zeros((2 * n + 1, n + 1))
    each = np.stack([loss, draw, win])
    for results in itertools.product((0, 1, 2), repeat=n):
        chance = np.prod(each[results, np.arange(n)])
        joint[sum(results), results.count(1)] += chance
    return joint


@pytest.mark.parametrize("games", range(1, 9))
def test_all_results(games: int) -> None:
    wdl = chances(games, seed=games)
    joint = brute_force(*wdl)
    assert score_draws_pmf(*wdl) == pytest.approx(joint, rel=1e-12, abs=1e-17)
    pmf = score_pmf(*wdl)
    assert pmf == pytest.approx(joint.sum(axis=1), rel=1e-12, abs=1e-17)
    for s2 in range(2 * games + 1):
        below, at, above = tail_probabilities(*(x[None] for x in wdl), np.array([s2]))
        score = joint.sum(axis=1)
        assert below[0] == pytest.approx(score[:s2].sum(), rel=1e-12, abs=1e-17)
        assert at[0] == pytest.approx(score[s2], rel=1e-12)
        assert above[0] == pytest.approx(score[s2 + 1 :].sum(), rel=1e-12, abs=1e-17)


@pytest.mark.parametrize("games", [1, 9, 60])
def test_without_draws_it_is_poisson_binomial(games: int) -> None:
    win, draw, loss = chances(games, seed=games, draw_share=0.0)
    pmf = score_pmf(win, draw, loss)
    assert not pmf[1::2].any()
    wins = np.arange(games + 1)
    assert pmf[::2] == pytest.approx(poisson_binom.pmf(wins, win), rel=1e-9, abs=1e-15)


def test_published_distribution() -> None:
    """Nine games between equals with 30 % draws."""
    third = np.full(9, 0.35)
    pmf = score_pmf(third, np.full(9, 0.3), third)
    assert pmf == pytest.approx(CASES["score_pmf_N9_d30_delta0_2S"], abs=5.1e-10)


def test_moments() -> None:
    """Mean sum E and variance sum E(1 - E) - D/4, for many games (statistics, finding 2)."""
    win, draw, loss = chances(200, seed=3)
    pmf = score_pmf(win, draw, loss)
    score = np.arange(401) / 2.0
    e = win + draw / 2
    mean = (score * pmf).sum()
    assert pmf.sum() == pytest.approx(1.0, abs=1e-13)
    assert mean == pytest.approx(e.sum(), rel=1e-12)
    variance = (e * (1 - e) - draw / 4).sum()
    assert ((score - mean) ** 2 * pmf).sum() == pytest.approx(variance, rel=1e-12)


def test_padding_and_shape() -> None:
    """A game with chances (0, 0, 1) adds nothing; leading axes are kept."""
    win, draw, loss = chances(5, seed=2)
    padded = [
        np.append(x, tail) for x, tail in zip((win, draw, loss), (0.0, 0.0, 1.0), strict=True)
    ]
    pmf = score_pmf(win, draw, loss)
    assert np.array_equal(score_pmf(*padded)[:11], pmf)
    assert not score_pmf(*padded)[11:].any()
    many = [np.broadcast_to(x, (3, 4, 5)) for x in (win, draw, loss)]
    assert score_pmf(*many).shape == (3, 4, 11)
    assert np.array_equal(score_pmf(*many)[2, 1], pmf)
    assert np.array_equal(score_draws_pmf(*many)[0, 3], score_draws_pmf(win, draw, loss))


def test_no_games() -> None:
    none = np.empty(0)
    assert score_pmf(none, none, none).tolist() == [1.0]
    assert score_draws_pmf(none, none, none).tolist() == [[1.0]]


def test_small_tails_keep_their_digits() -> None:
    """A perfect score of 40 games against players 800 above: (1 / 101)**40."""
    win, draw, loss = (np.full((1, 40), x) for x in (1 / 101, 0.0, 100 / 101))
    _, at, above = tail_probabilities(win, draw, loss, np.array([80]))
    assert at[0] == pytest.approx(101.0**-40, rel=1e-12)
    assert above[0] == 0.0
    _, _, above = tail_probabilities(win, draw, loss, np.array([78]))
    assert above[0] == pytest.approx(101.0**-40, rel=1e-12)


def slowly(win: Array, draw: Array, loss: Array) -> Array:
    """One game after the other, as the definition says."""
    pmf = np.ones(1)
    for w, d, ell in zip(win, draw, loss, strict=True):
        pmf = np.convolve(pmf, [ell, d, w])
    return pmf


@pytest.mark.parametrize("games", [65, 128, 129, 300, 1000, 3000])
def test_long_records_are_as_exact_as_short_ones(games: int) -> None:
    """Joined blocks: relative errors of a few rounding steps a game, also far out."""
    wdl = chances(games, seed=games)
    found, expected = score_pmf(*wdl), slowly(*wdl)
    assert found.shape == expected.shape
    seen = expected > 1e-40
    assert found[seen] == pytest.approx(expected[seen], rel=4 * games * np.finfo(float).eps)
    assert np.abs(found - expected).max() < 1e-15
    assert found[~seen].max(initial=0.0) < 1e-39


def test_a_long_record_does_not_depend_on_its_neighbours() -> None:
    counts = [700, 300, 129, 128, 65, 64, 63, 1]
    win, draw, loss = (np.empty((len(counts), 700)) for _ in range(3))
    for i, n in enumerate(counts):
        w, d, ell = chances(n, seed=i)
        win[i], draw[i], loss[i] = 0.0, 0.0, 1.0
        win[i, :n], draw[i, :n], loss[i, :n] = w, d, ell
    together = score_pmf(win, draw, loss)
    for i, n in enumerate(counts):
        alone = score_pmf(win[i, :n], draw[i, :n], loss[i, :n])
        assert np.array_equal(together[i, : 2 * n + 1], alone)
        assert not together[i, 2 * n + 1 :].any()


def test_certain_results_of_a_long_record() -> None:
    ones, zeros = np.ones(200), np.zeros(200)
    assert score_pmf(ones, zeros, zeros)[-1] == 1.0
    assert score_pmf(zeros, zeros, ones)[0] == 1.0
    assert score_pmf(zeros, ones, zeros)[200] == 1.0
