"""Outcome models against published values, their defining equations and their limits."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tprstats import elo, outcomes
from tprstats.errors import TprstatsError
from tprstats.outcomes import (
    ConstantDraws,
    DrawTable,
    EloDavidson,
    Milvang,
    NoDraws,
    OutcomeModel,
    RaoKupper,
    draw_share_at_level,
    white_advantage_at_level,
)

CASES = json.loads((Path(__file__).parents[1] / "cases" / "statistics.json").read_text())
SIX_DECIMALS = 5.1e-7  # the cases are printed so

MODELS = {
    "davidson-0": EloDavidson(0.0),
    "davidson-.3": EloDavidson(0.3),
    "davidson-.97": EloDavidson(0.97),
    "davidson-level": EloDavidson(None, None),
    "none": NoDraws(),
    "constant": ConstantDraws(0.35),
    "constant-normal": ConstantDraws(0.5, curve="normal"),
    "rao-kupper": RaoKupper(),
    "milvang": Milvang(),
    "table": DrawTable(),
}
every_model = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)

differences = st.floats(-1000.0, 1000.0)
shares = st.floats(0.01, 0.95)


def test_expected_score_cases() -> None:
    for gap, value in CASES["expected_score"].items():
        assert elo.expected(float(gap)) == pytest.approx(value, abs=SIX_DECIMALS)


@pytest.mark.parametrize(
    "case", CASES["draw_davidson_elo"], ids=lambda c: f"{c['d0']}-{c['delta']}"
)
def test_davidson_cases(case: dict) -> None:
    wdl = EloDavidson(case["d0"]).wdl(case["delta"])
    assert np.array(wdl) == pytest.approx(np.array(case["W,D,L"]), abs=SIX_DECIMALS)


@pytest.mark.parametrize("pair", CASES["draw_milvang"])
def test_milvang_cases(pair: str) -> None:
    white, black = map(float, pair.split("-"))
    wdl = Milvang().wdl(white - black, (white + black) / 2, 1)
    assert np.array(wdl) == pytest.approx(CASES["draw_milvang"][pair], abs=SIX_DECIMALS)


def test_bayeselo_case() -> None:
    wdl = np.array(RaoKupper().wdl(0.0, colour=1))
    assert wdl == pytest.approx(CASES["draw_bayeselo_default_equal"], abs=SIX_DECIMALS)


@given(differences, shares)
def test_davidson_equations(gap: float, share: float) -> None:
    """D**2 = nu**2 W L, W + D/2 = E and W + D + L = 1 (statistics A.2)."""
    win, draw, loss = (float(x) for x in EloDavidson(share).wdl(gap))
    nu = 2.0 * share / (1.0 - share)
    # W and L come from a difference: what they lose to rounding, D**2 / nu**2 shows.
    assert draw**2 == pytest.approx(nu**2 * win * loss, rel=1e-9, abs=nu**2 * 1e-16)
    assert win + draw / 2 == pytest.approx(1.0 / (1.0 + 10.0 ** (-gap / 400.0)), rel=1e-13)
    assert win + draw + loss == pytest.approx(1.0, abs=4e-16)


def test_davidson_at_half_is_two_half_point_trials() -> None:
    """At d0 = 1/2 a game is two independent trials: W = E**2, D = 2E(1-E) (statistics A.1)."""
    gap = np.linspace(-800.0, 800.0, 33)
    e = 1.0 / (1.0 + 10.0 ** (-gap / 400.0))
    win, draw, loss = EloDavidson(0.5).wdl(gap)
    assert win == pytest.approx(e**2, rel=1e-12)
    assert draw == pytest.approx(2 * e * (1 - e), rel=1e-12)
    assert loss == pytest.approx((1 - e) ** 2, rel=1e-9)


def test_davidson_without_draws_is_exact() -> None:
    gap = np.linspace(-3000.0, 3000.0, 601)
    win, draw, loss = EloDavidson(0.0).wdl(gap)
    assert not draw.any()
    assert np.array_equal(win, elo.expected(gap))
    assert np.array_equal(loss, elo.expected(-gap))


def test_rao_kupper_equation() -> None:
    """D = (theta**2 - 1) W L with theta = 10**(dr/400) (statistics A.1)."""
    theta = 10.0 ** (97.3 / 400.0)
    gap = np.linspace(-800.0, 800.0, 33)
    win, draw, loss = RaoKupper().wdl(gap, colour=-1)
    assert draw == pytest.approx((theta**2 - 1.0) * win * loss, rel=1e-12)


@every_model
@pytest.mark.parametrize("level", [600.0, 1400.0, 2000.0, 2800.0, 3600.0])
@pytest.mark.parametrize("colour", [-1, 0, 1])
def test_chances_everywhere(model: OutcomeModel, level: float, colour: int) -> None:
    """Chances between 0 and 1, adding up to 1, monotone, without overflow (warnings are errors)."""
    gap = np.linspace(-3000.0, 3000.0, 6001)
    win, draw, loss = model.wdl(gap, level, colour)
    for chance in (win, draw, loss):
        assert chance.shape == gap.shape
        assert np.all((chance >= 0.0) & (chance <= 1.0))
    assert np.abs(win + draw + loss - 1.0).max() <= 4e-16
    assert np.all(np.diff(win) >= -2e-16)
    assert np.all(np.diff(loss) <= 2e-16)


@every_model
def test_sides_mirror(model: OutcomeModel) -> None:
    """What one side wins the other loses."""
    gap = np.linspace(-700.0, 700.0, 29)
    for colour in (-1, 0, 1):
        win, draw, loss = model.wdl(gap, 2200.0, colour)
        other_win, other_draw, other_loss = model.wdl(-gap, 2200.0, -colour)
        assert win == pytest.approx(other_loss, abs=1e-15)
        assert draw == pytest.approx(other_draw, abs=1e-15)
        assert loss == pytest.approx(other_win, abs=1e-15)


def test_constant_draws_are_cut_where_there_is_no_room() -> None:
    """bbpPairings' rule: E = Phi(7 d / 2000), D = min(d, 2 - 2E) (statistics A.1)."""
    _, draw, loss = ConstantDraws(0.5, curve="normal").wdl([0.0, 500.0])
    e = 0.5 * (1.0 + math.erf(7 * 500 / 2000 / math.sqrt(2)))
    assert draw == pytest.approx([0.5, 2 - 2 * e], abs=1e-15)
    assert loss == pytest.approx([0.25, 0.0], abs=1e-15)


def test_level_rule() -> None:
    """logit d0 = -0.653 + 0.400 (level - 2000) / 400 (statistics A.2)."""
    for level in (1200, 1400, 2000, 2650):
        share = draw_share_at_level(level)
        assert math.log(share / (1 - share)) == pytest.approx(-0.653 + 0.001 * (level - 2000))


# Draw % by lower edge of the level bin at |difference| 0-19, 100-119, 200-219, 300-319, and the
# share between equals fitted to each level (statistics A.3, chess-db.com).
CHESS_DB = {
    1400: (0.253, (21, 22, 20, 17)),
    1600: (0.295, (28, 27, 23, 19)),
    1800: (0.317, (31, 30, 23, 20)),
    2000: (0.334, (35, 31, 25, 19)),
    2200: (0.381, (42, 36, 25, 17)),
    2400: (0.481, (54, 45, 30, 18)),
    2600: (0.536, (57, 50, 34, 25)),
}


@pytest.mark.parametrize("edge", CHESS_DB)
def test_draw_table_holds_the_printed_cells(edge: int) -> None:
    _, draw, _ = DrawTable().wdl(np.array([9.5, 109.5, 209.5, 309.5]), edge + 100.0)
    assert draw == pytest.approx(np.array(CHESS_DB[edge][1]) / 100.0, abs=1e-12)


def test_level_rule_follows_the_fitted_shares() -> None:
    """The rule was fitted to all levels at once: it keeps the order and stays near each level."""
    rule = np.array([float(draw_share_at_level(edge + 100.0)) for edge in CHESS_DB])
    fitted = np.array([share for share, _ in CHESS_DB.values()])
    assert np.all(np.diff(rule) > 0.0)
    # RMSE 2.9 points over the 112 cells; the fits have .008 to .047 of their own.
    assert np.sqrt(np.mean((rule - fitted) ** 2)) < 0.029


@pytest.mark.parametrize(
    ("white_score", "advantage"), [(53, 20.9), (54, 27.9), (54.6, 32.1), (55, 34.9), (52.9, 20.2)]
)
def test_white_advantage_of_a_score(white_score: float, advantage: float) -> None:
    """Statistics A.4."""
    assert elo.difference(white_score / 100.0) == pytest.approx(advantage, abs=0.051)


@pytest.mark.parametrize(
    ("level", "advantage"),
    [(1400, 10), (2000, 25), (2200, 29), (2400, 32), (2600, 34), (2700, 34)],
)
def test_white_advantage_at_level(level: int, advantage: int) -> None:
    """Statistics A.4, Milvang by level."""
    assert round(float(white_advantage_at_level(level))) == advantage


@given(st.floats(1.0, 4000.0))
def test_no_level_is_without_an_advantage(level: float) -> None:
    """10 for the low-rated, 35 for masters (statistics A.4), at every rating that there is."""
    advantage = float(white_advantage_at_level(level))
    assert 9.5 < advantage < 35.5
    assert EloDavidson(None, None).wdl(0.0, level, 1)[0] > EloDavidson(None, None).wdl(0, level)[0]


def test_white_is_held_at_the_ends_of_the_levels_that_were_looked_at() -> None:
    """The table of draws is of games at 1400 to 2800 (the lower edges and the width of A.3)."""
    lowest, highest = min(CHESS_DB), max(CHESS_DB) + 200
    ends = white_advantage_at_level([lowest, highest])
    assert white_advantage_at_level([500.0, 3300.0]) == pytest.approx(ends)
    inside = white_advantage_at_level([lowest + 1.0, highest - 1.0])
    assert ends[0] < inside[0] < inside[1] < ends[1]


@pytest.mark.parametrize(
    ("plain", "with_white"),
    [
        (EloDavidson(0.3), EloDavidson(0.3, 35.0)),
        (NoDraws(), NoDraws(35.0)),
        (ConstantDraws(0.3), ConstantDraws(0.3, 35.0)),
        (RaoKupper(white_advantage=0.0), RaoKupper(white_advantage=35.0)),
        (DrawTable(), DrawTable(white_advantage=35.0)),
    ],
)
def test_white_advantage_shifts(plain: OutcomeModel, with_white: OutcomeModel) -> None:
    gap = np.linspace(-400.0, 400.0, 17)
    for colour in (-1, 0, 1):
        assert np.array_equal(
            with_white.wdl(gap, 2000.0, colour), plain.wdl(gap + 35.0 * colour, 2000.0, colour)
        )


@pytest.mark.parametrize("share", [-0.1, 1.0, math.nan])
def test_impossible_draw_shares_are_refused(share: float) -> None:
    with pytest.raises(TprstatsError, match="draw share"):
        EloDavidson(share)
    with pytest.raises(TprstatsError, match="draw share"):
        ConstantDraws(share)


def test_other_impossible_settings_are_refused() -> None:
    with pytest.raises(TprstatsError, match="draw_elo"):
        RaoKupper(-1.0)
    with pytest.raises(TprstatsError, match="curve"):
        ConstantDraws(0.3, curve="cubic")


def test_models_are_exported() -> None:
    assert all(isinstance(model, OutcomeModel) for model in MODELS.values())
    assert set(outcomes.__all__) >= {type(model).__name__ for model in MODELS.values()}
