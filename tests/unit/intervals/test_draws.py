"""Which draw share an interval assumes."""

import numpy as np
import pytest
from scipy.optimize import brentq

from tprstats.estimators import estimate
from tprstats.intervals import draw_prior, draws, interval, plug_in_draw_share
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


@pytest.mark.parametrize("drawn", range(10))
def test_at_fifty_per_cent_against_equals_it_is_a_mean(drawn: int) -> None:
    if drawn % 2 == 0:  # nine games, half of them won: an odd number of draws
        drawn = 9 - drawn
    wins = (9 - drawn) // 2
    batch = RecordBatch.from_arrays([[2300.0] * 9], [[2] * wins + [1] * drawn + [0] * wins])
    share = plug_in_draw_share(batch, 0.35)[0]
    assert share == pytest.approx((drawn + 6 * 0.35) / 15.0, abs=1e-12)


def test_edges_take_no_draws() -> None:
    """0 % and 100 %: share 0, the cautious choice, unless asked otherwise."""
    edges = RecordBatch.from_arrays([OPPONENTS, OPPONENTS], [[2] * 7, [0] * 7])
    assert plug_in_draw_share(edges, 0.35).tolist() == [0.0, 0.0]
    bold = plug_in_draw_share(edges, 0.35, edges=True)
    assert np.all((bold > 0.1) & (bold < 0.35))
    cautious = interval(edges, "midp", draw_prior=0.35)
    known = interval(edges, "midp", draw_share=0.0)
    assert cautious.low.tolist() == known.low.tolist()


def expected_score(x: float) -> float:
    return float(1.0 / (1.0 + 10.0 ** (-x / 400.0)))


def lower_end_one_draw_short(games: int, prior: float) -> float:
    """Lower end of midp at N - 1/2 of N against equals (0), from its definitions alone."""
    # Firth against equals: N p = S + 1/2 - p.
    firth = 400.0 * np.log10((games - 0.5 + 0.5) / (games + 1.0 - (games - 0.5 + 0.5)))
    e = np.full(1, expected_score(firth))
    share = brentq(
        lambda d0: games * draw_chance(e, d0)[0] + 6.0 * d0 - 1.0 - 6.0 * prior,
        1e-9,
        0.95,
        xtol=1e-14,
    )

    def surplus(x: float) -> float:
        p = expected_score(x)
        draw = float(draw_chance(np.full(1, p), share)[0])
        win = p - draw / 2.0
        # Only N wins are more; N - 1 wins and a draw are as much.
        return win**games + games * win ** (games - 1) * draw / 2.0 - 0.025

    return float(brentq(surplus, -1000.0, 3000.0, xtol=1e-9))


@pytest.mark.parametrize(
    ("level", "printed"),
    [(2300, {9: 10, 100: 25}), (2600, {9: 20, 100: 29}), (2800, {9: 26, 100: 31})],
)
def test_the_cautious_edge_costs_monotony(level: int, printed: dict[int, int]) -> None:
    """N - 1/2 assumes draws and N of N none: with a level rule's prior the lower end falls.

    By how much is said in the docstrings; with a given draw share a better result never lowers an
    end (tests/property).
    """
    prior = float(draw_share_at_level(level))
    for games, drop in printed.items():
        results = [[2] * (games - 1) + [1], [2] * games]
        records = RecordBatch.from_arrays([[float(level)] * games] * 2, results)
        plugged = interval(records, "midp", draw_prior=prior)
        win = 0.05 ** (1.0 / games)  # half the chance of N wins is 1/40
        perfect = level + 400.0 * np.log10(win / (1.0 - win))
        short = level + lower_end_one_draw_short(games, prior)
        assert plugged.low == pytest.approx([short, perfect], abs=1e-6)
        assert round(short - perfect) == drop
        assert f"{drop}" in draws.__doc__
        for share in (0.0, prior):
            given = interval(records, "midp", draw_share=share)
            assert given.low[1] >= given.low[0]
        exact = interval(records, "exact", draw_prior=prior)
        assert exact.low[1] < exact.low[0]
        bold = interval(records, "midp", draw_share=plug_in_draw_share(records, prior, edges=True))
        assert bold.low[1] > bold.low[0]


def test_the_example_of_the_docstring() -> None:
    records = RecordBatch.from_arrays([[2600.0] * 9] * 2, [[2] * 8 + [1], [2] * 9])
    ends = interval(records, "midp", draw_prior=draw_prior(records, RatingKind.FIDE)[0])
    low = 2600.0 + lower_end_one_draw_short(9, float(draw_share_at_level(2600)))
    words = f'8.5/9 {low:.0f} to {ends.high[0]:.0f} and 9/9 "at least {ends.low[1]:.0f}"'
    assert words in " ".join(draws.__doc__.split()).replace("``", "")


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
    ):
        share, origin = draw_prior(batch, kind)
        assert (share.tolist(), origin) == ([0.05], word)
    for kind in (RatingKind.FIDE_RAPID, RatingKind.FIDE_BLITZ):
        share, origin = draw_prior(batch, kind)
        assert (share[0], origin) == (draw_share_at_level(2400.0) / 2, "fast")
