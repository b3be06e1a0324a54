"""Which draw share an interval assumes."""

import numpy as np
import pytest
from scipy.optimize import brentq

from tprstats.estimators import estimate
from tprstats.intervals import draw_prior, interval, plug_in_draw_share
from tprstats.outcomes import draw_share_at_level
from tprstats.records import RatingKind, Record, RecordBatch

OPPONENTS = np.array([2310.0, 2190.0, 2402.0, 2255.0, 2033.0, 2280.0, 2150.0])
RESULTS = [2, 1, 0, 1, 2, 1, 2]


def draw_chance(e: np.ndarray, share: float) -> np.ndarray:
    """The positive root of D**2 = nu**2 (E - D/2)(1 - E - D/2), by the schoolbook formula."""
    nu2 = (2.0 * share / (1.0 - share)) ** 2
    a, b, c = 1.0 - nu2 / 4.0, nu2 / 2.0, -nu2 * e * (1.0 - e)
    return (-b + np.sqrt(b * b - 4.0 * a * c)) / (2.0 * a)


@pytest.mark.parametrize("prior", [0.05, 0.3, 0.45])
@pytest.mark.parametrize("weight", [6.0, 20.0])
def test_plug_in_equation(prior: float, weight: float) -> None:
    """sum D(d0, Firth) + m0 d0 = draws + m0 prior (statistics B.1)."""
    batch = RecordBatch.from_arrays([OPPONENTS], [RESULTS])
    e = 1.0 / (1.0 + 10.0 ** ((OPPONENTS - estimate(batch, "firth").values[0]) / 400.0))
    expected = brentq(
        lambda share: draw_chance(e, share).sum() + weight * share - 3.0 - weight * prior,
        1e-9,
        0.9,
        xtol=1e-13,
    )
    found = plug_in_draw_share(batch, prior, pseudo_games=weight)
    assert found[0] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("draws", range(10))
def test_at_fifty_per_cent_against_equals_it_is_a_mean(draws: int) -> None:
    if draws % 2 == 0:  # nine games, half of them won: an odd number of draws
        draws = 9 - draws
    wins = (9 - draws) // 2
    batch = RecordBatch.from_arrays([[2300.0] * 9], [[2] * wins + [1] * draws + [0] * wins])
    share = plug_in_draw_share(batch, 0.35)[0]
    assert share == pytest.approx((draws + 6 * 0.35) / 15.0, abs=1e-12)


def test_edges_take_no_draws() -> None:
    """0 % and 100 %: share 0, the cautious choice, unless asked otherwise."""
    edges = RecordBatch.from_arrays([OPPONENTS, OPPONENTS], [[2] * 7, [0] * 7])
    assert plug_in_draw_share(edges, 0.35).tolist() == [0.0, 0.0]
    bold = plug_in_draw_share(edges, 0.35, edges=True)
    assert np.all((bold > 0.1) & (bold < 0.35))
    cautious = interval(edges, "midp", draw_prior=0.35)
    known = interval(edges, "midp", draw_share=0.0)
    assert cautious.low.tolist() == known.low.tolist()


def test_the_cautious_edge_may_cost_monotony() -> None:
    """8.5/9 assumes draws and 9/9 none: with a large prior the lower end can fall a little.

    With a given draw share a better result never lowers an end (tests/property).
    """
    records = RecordBatch.from_arrays([[0.0] * 9] * 2, [[2] * 8 + [1], [2] * 9])
    plugged = interval(records, "midp", draw_prior=0.35)
    assert -2.0 < plugged.low[1] - plugged.low[0] < 0.0
    given = interval(records, "midp", draw_share=0.35)
    assert given.low[1] > given.low[0]


def test_totals_keep_the_prior() -> None:
    """From totals the draws are unknown, whatever the stored results look like."""
    totals = Record.from_totals(2300, 9, 6.5).batch()
    assert plug_in_draw_share(totals, 0.3).tolist() == [0.3]
    games = RecordBatch.from_arrays([[2300.0] * 9], [[2] * 6 + [1, 0, 0]])
    a, b = interval(totals, draw_prior=0.3), interval(games, draw_share=0.3)
    assert (a.low[0], a.high[0]) == (b.low[0], b.high[0])


def test_extremes_stay_shares() -> None:
    all_draws = RecordBatch.from_arrays([[2300.0] * 60], 1)
    assert 0.9 < plug_in_draw_share(all_draws, 0.3)[0] <= 0.999
    none = RecordBatch.from_arrays([[2300.0] * 60], [[2] * 30 + [0] * 30])
    assert plug_in_draw_share(none, 0.0)[0] == 0.0


def test_prior_by_kind() -> None:
    batch = RecordBatch.from_arrays([[2300.0, 2500.0, np.nan]], [[2, 1, 1]])
    share, origin = draw_prior(batch, RatingKind.FIDE)
    assert (share[0], origin) == (draw_share_at_level(2400.0), "level")
    for kind, word in (
        (RatingKind.LICHESS, "platform"),
        (RatingKind.CHESSCOM, "platform"),
        (RatingKind.UNKNOWN, "unknown"),
        (RatingKind.FIDE_BLITZ, "unknown"),
    ):
        share, origin = draw_prior(batch, kind)
        assert (share.tolist(), origin) == ([0.05], word)
