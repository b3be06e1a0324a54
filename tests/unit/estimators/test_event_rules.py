"""Rules over a whole event: published values, other programs, closed forms and refusals."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from tprstats.elo import difference, expected
from tprstats.estimators import estimate
from tprstats.estimators.event_graph import pool, strongly_connected
from tprstats.estimators.fide import average_rating_of_opponents
from tprstats.estimators.fide_event import appo, apro
from tprstats.estimators.ireland import icu_pool
from tprstats.records import Event, RecordBatch
from tprstats.results import Reason

CASES = Path(__file__).parents[2] / "cases"
TEC = json.loads((CASES / "tec_exercise_2023.json").read_text(encoding="utf-8"))
RECURSIVE = json.loads((CASES / "recursive_performance.json").read_text(encoding="utf-8"))


def by_name(event: Event, values: np.ndarray) -> dict[str, float]:
    return {p.name: float(v) for p, v in zip(event.players, values, strict=True)}


def random_event(make_event, rng: np.random.Generator, m: int = 8) -> Event:
    """A round robin in which everybody makes something and nobody everything."""
    while True:
        ratings = {f"P{i}": float(rng.integers(1800, 2400)) for i in range(m)}
        games = [(f"P{i}", f"P{j}", int(rng.integers(0, 3))) for i in range(m) for j in range(i)]
        event = make_event(ratings, games)
        player, opponent, half_points = pool(event).games()
        if strongly_connected(player, opponent, half_points):
            return event


# --- the official exercise ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def tec(make_event) -> Event:
    return make_event(TEC["ratings"], TEC["games"], forfeits=TEC["forfeits"])


@pytest.mark.parametrize("column", range(7), ids=TEC["columns"])
def test_tec_exercise(tec: Event, column: int) -> None:
    batch = RecordBatch.from_records(tec.records)
    found = [
        lambda: average_rating_of_opponents(batch),
        lambda: estimate(batch, "fide").values,
        lambda: estimate(batch, "fide-ptp").values,
        lambda: apro(tec).values,
        lambda: appo(tec).values,
        lambda: average_rating_of_opponents(batch, cut_lowest=1),
        lambda: estimate(batch, "papi").values,
    ][column]()
    wanted = {name: row[column] for name, row in TEC["expected"].items()}
    if TEC["columns"][column] == "ARO_C1":
        wanted["Nick"] = math.nan  # printed as 0: one game, and nothing left after the cut
    assert by_name(tec, found) == pytest.approx(wanted, abs=0, nan_ok=True)


def test_average_of_opponents_with_unrated_players(make_event) -> None:
    # TieBreakServer counts them at a number when asked to; without one they are left out.
    event = make_event({"A": 2000.0, "B": None, "C": 1800.0}, [("A", "B", 2), ("A", "C", 2)])
    assert by_name(event, apro(event, unrated=1400).values) == {
        "A": 1200,  # B and C lost to 2000: 1200 each
        "B": 2400,  # A won against 1400 and 1800
        "C": 2400,
    }
    alone = apro(event)
    assert by_name(event, alone.values) == {"A": 1200, "B": 2600, "C": 2600}
    nobody = make_event({"A": None, "B": None}, [("A", "B", 1)])
    assert appo(nobody).reasons.tolist() == [Reason.NO_GAMES] * 2


# --- equilibrium -------------------------------------------------------------------------------


def test_equilibrium_expects_every_score(make_event) -> None:
    rng = np.random.default_rng(21)
    for _ in range(10):
        event = random_event(make_event, rng)
        ratings = by_name(event, estimate(event, "equilibrium").values)
        for record in event:
            mine = ratings[record.player.name]
            expects = sum(float(expected(mine - ratings[g.opponent])) for g in record.games)
            assert expects == pytest.approx(record.half_points / 2, abs=1e-8)


def test_equilibrium_is_the_bradley_terry_fit(make_event) -> None:
    # Zermelo's own iteration, which knows nothing of logarithms or roots.
    rng = np.random.default_rng(22)
    event = random_event(make_event, rng)
    number = {p.name: k for k, p in enumerate(event.players)}
    strength = np.ones(len(event))
    for _ in range(2000):
        strength = np.array(
            [
                (r.half_points / 2)
                / sum(1 / (strength[k] + strength[number[g.opponent]]) for g in r.games)
                for k, r in enumerate(event)
            ]
        )
        strength /= np.exp(np.log(strength).mean())
    fitted = 400 * np.log10(strength)
    found = estimate(event, "equilibrium").values
    assert found - found.mean() == pytest.approx(fitted, abs=1e-6)


def test_equilibrium_starts_from_the_listed_ratings(make_event) -> None:
    games = [("A", "B", 2), ("B", "C", 2), ("C", "A", 1)]
    low = estimate(make_event(dict.fromkeys("ABC", 1500.0), games), "equilibrium").values
    high = estimate(make_event(dict.fromkeys("ABC", 2500.0), games), "equilibrium").values
    assert high - low == pytest.approx(1000, abs=1e-6)
    unrated = make_event({"A": 2000.0, "B": None, "C": 2100.0}, games)
    known = make_event({"A": 2000.0, "B": 2050.0, "C": 2100.0}, games)
    assert np.array_equal(
        estimate(unrated, "equilibrium").values, estimate(known, "equilibrium").values
    )


def test_equilibrium_with_a_perfect_and_a_zero_score(make_event) -> None:
    # P beats all, Z loses to all, A and B draw. By symmetry P = +x, Z = -x, A = B = 0, and the
    # CPR of 3/3 gives x = -x/3 + 4/3 400 log10 7.
    games = [("P", x, 2) for x in "ABZ"] + [("A", "Z", 2), ("B", "Z", 2), ("A", "B", 1)]
    event = make_event(dict.fromkeys("PABZ", 2000.0), games)
    x = 400 * math.log10(7)
    assert estimate(event, "equilibrium").values - 2000 == pytest.approx([x, 0, 0, -x], abs=1e-6)


def test_equilibrium_does_not_settle_under_a_winner_of_all_games(make_event) -> None:
    # A and B must score 0 against P but expect more than that at any finite level.
    event = make_event(
        dict.fromkeys("PABC", 2000.0),
        [("P", x, 2) for x in "ABC"] + [("A", "B", 2), ("B", "C", 2), ("C", "A", 2)],
    )
    assert set(estimate(event, "equilibrium").reasons) == {Reason.NOT_CONVERGED}


def test_equilibrium_swings_in_a_match(make_event) -> None:
    match = [("A", "B", 2), ("A", "B", 1)]
    apart = make_event({"A": 2000.0, "B": 2000.0}, match)
    assert set(estimate(apart, "equilibrium").reasons) == {Reason.NOT_CONVERGED}
    step = float(difference(0.75))
    start = make_event({"A": 2000.0 + step, "B": 2000.0}, match)
    assert estimate(start, "equilibrium").values == pytest.approx([2000 + step, 2000])


# --- EloStat -----------------------------------------------------------------------------------


def test_elostat_compresses_three_engines(make_event) -> None:
    # talkchess.com t=44180: 30 games each, printed +180, 0, -180 (the likelihood has +-191).
    engines = {"Houdini": None, "Strelka": None, "Komodo": None}
    rows = [("Houdini", "Komodo", 24, 6, 0), ("Strelka", "Komodo", 18, 9, 3)]
    rows += [("Houdini", "Strelka", 18, 9, 3)]
    games = [
        (a, b, s2)
        for a, b, w, d, ell in rows
        for s2, times in ((2, w), (1, d), (0, ell))
        for _ in range(times)
    ]
    event = make_event(engines, games)
    assert [round(x) for x in estimate(event, "elostat", level=0.0).values] == [180, 0, -180]
    exact = 2 / 3 * float(difference(0.825))
    assert estimate(event, "elostat", level=0.0).values[0] == pytest.approx(exact)
    likelihood = estimate(event, "equilibrium", start=0.0).values
    root = float(difference(0.75))
    assert likelihood == pytest.approx([root, 0, -root], abs=1e-6)
    assert set(estimate(event, "elostat").reasons) == {Reason.NEEDS_LEVEL}
    assert set(estimate(event, "equilibrium").reasons) == {Reason.NEEDS_LEVEL}


@pytest.mark.parametrize("method", ["elostat", "recursive"])
def test_pool_equations_by_patient_iteration(make_event, method: str) -> None:
    rng = np.random.default_rng(23)
    event = random_event(make_event, rng, m=6)
    number = {p.name: k for k, p in enumerate(event.players)}
    n = np.array([len(r) for r in event], dtype=float)
    share = np.array([r.half_points for r in event]) / (2 * n)
    if method == "elostat":
        excess = 400 * np.log10(share / (1 - share))
    else:
        excess = estimate(RecordBatch.from_records(event.records), "fide").values
        excess = excess - average_rating_of_opponents(RecordBatch.from_records(event.records))
    ratings = np.array([p.rating for p in event.players], dtype=float)
    level = ratings.mean()
    excess = excess - np.average(excess, weights=n)
    for _ in range(3000):
        met = np.array([np.mean([ratings[number[g.opponent]] for g in r.games]) for r in event])
        ratings = met + excess
    assert estimate(event, method).values == pytest.approx(ratings, abs=1e-8)
    assert estimate(event, method).values.mean() == pytest.approx(level)


def test_elostat_sets_extreme_scores_aside_again_and_again(make_event) -> None:
    # P wins all; without P, Q wins all; without both, A, B and C are a ring.
    ring = [("A", "B", 2), ("B", "C", 2), ("C", "A", 1)]
    games = [("P", x, 2) for x in "QABC"] + [("Q", x, 2) for x in "ABC"] + ring
    ratings = dict.fromkeys("PQABC", 2000.0)
    found = estimate(make_event(ratings, games), "elostat")
    assert found.reasons.tolist() == [Reason.PERFECT_SCORE] * 2 + [Reason.OK] * 3
    alone = estimate(make_event(dict.fromkeys("ABC", 2000.0), ring), "elostat")
    assert found.values[2:] == pytest.approx(alone.values)
    # Who only met P has no game left.
    lone = estimate(make_event(ratings | {"L": 2000.0}, [*games, ("P", "L", 1)]), "elostat")
    assert lone.reasons[5] == Reason.OK  # P drew: nobody has won all
    lost = estimate(make_event(ratings | {"L": 2000.0}, [*games, ("P", "L", 2)]), "elostat")
    assert lost.reasons[5] == Reason.ZERO_SCORE


# --- recursive performance ---------------------------------------------------------------------


def test_recursive_performance_of_arbitools(make_event) -> None:
    event = make_event(RECURSIVE["ratings"], RECURSIVE["games"])
    found = by_name(event, estimate(event, "recursive").values)
    assert found == pytest.approx(RECURSIVE["recursive"], abs=1e-6)
    lower = by_name(event, estimate(event, "recursive", unrated=1200.0).values)
    # One unrated player of four games among 38 sides of games: 200 x 4/38 lower for all.
    assert {k: found[k] - lower[k] for k in found} == pytest.approx(dict.fromkeys(found, 800 / 38))


# --- Ireland -----------------------------------------------------------------------------------


def test_icu_pool_with_players_of_all_kinds(make_event) -> None:
    # icu_ratings spec "K Factor Test": two rated, four provisional, two unrated players.
    ratings = {
        "Orr": 2174.0,
        "Coughlan": 1167.0,
        "Kennedy": 751.0,
        "Ledwidge": 1273.0,
        "Martin": 627.0,
        "Hanley": 684.0,
        "Fagan": None,
        "Hassett": None,
    }
    wins = (
        "Orr Hassett, Coughlan Fagan, Kennedy Hanley, Ledwidge Martin, Orr Kennedy, "
        "Coughlan Ledwidge, Martin Fagan, Hanley Hassett, Orr Coughlan, Kennedy Ledwidge, "
        "Martin Hanley, Fagan Hassett"
    )
    games = [(*pair.split(), 2) for pair in wins.split(", ")]
    provisional = ["Kennedy", "Ledwidge", "Martin", "Hanley"]
    event = make_event(ratings, games, provisional=provisional)
    earlier = {3: 19, 4: 19, 5: 10, 6: 10}
    found = by_name(event, icu_pool(event, earlier_games=earlier).values)
    wanted = {"Kennedy": 851, "Ledwidge": 1206, "Martin": 717, "Hanley": 678}
    wanted |= {"Fagan": 763, "Hassett": 805}
    assert {k: found[k] for k in wanted} == pytest.approx(wanted, abs=0.5)
    # Only a provisional rating has games behind it that join: not Orr's, not Fagan's.
    more = icu_pool(event, earlier_games=earlier | {1: 30, 7: 5})
    assert by_name(event, more.values) == found


def test_icu_pool_leaves_out_who_cannot_be_rated(make_event) -> None:
    # icu_ratings spec "Unrateable Test 3": Hanley's provisional rating does not count for others.
    ratings = {
        "Orr": 2174.0,
        "Coughlan": 1182.0,
        "Martin": 717.0,
        "Hanley": 678.0,
        "Meeny": None,
        "Prior": None,
    }
    wins = "Orr Coughlan, Hanley Meeny, Orr Martin, Hanley Prior, Coughlan Martin, Meeny Prior"
    games = [(*pair.split(), 2) for pair in wins.split(", ")]
    event = make_event(ratings, games, provisional=["Martin", "Hanley"])
    found = icu_pool(event, earlier_games={3: 13, 4: 13})
    assert found.values[2] == pytest.approx(792, abs=0.5)
    assert found.reasons[3:].tolist() == [Reason.NO_GAMES] * 3
