"""Events that a rule over everybody must refuse, and how opponents are found."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from tprstats.errors import InputError, TprstatsError
from tprstats.estimators import RULES, _pool_level, estimate
from tprstats.estimators.event_graph import connected, strongly_connected
from tprstats.records import Event, Game, Player, Record, RecordBatch
from tprstats.results import Reason

EVENT_RULES = ["equilibrium", "elostat", "recursive"]
GROUPS = dict.fromkeys("ABCD", 2000.0)


@pytest.mark.parametrize("method", EVENT_RULES)
def test_groups_that_never_met_are_refused(make_event, method: str) -> None:
    event = make_event(GROUPS, [("A", "B", 1), ("C", "D", 1)])
    ratings = estimate(event, method)
    assert set(ratings.reasons) == {Reason.NOT_CONNECTED}
    assert "never met" in ratings.reason()
    # A player without games is no group.
    joined = [("A", "B", 1), ("B", "C", 1), ("C", "A", 1)]
    assert estimate(make_event(GROUPS, joined), method).reasons.tolist() == [0, 0, 0, 1]


def test_one_group_winning_everything_has_no_equilibrium(make_event) -> None:
    games = [("A", "B", 1), ("C", "D", 1)] + [(x, y, 2) for x in "AB" for y in "CD"]
    event = make_event(GROUPS, games)
    ratings = estimate(event, "equilibrium")
    assert set(ratings.reasons) == {Reason.ONE_SIDED}
    assert "won every game" in ratings.reason()
    # The linear rules only need everybody to hang together.
    for method in ("elostat", "recursive"):
        assert np.isfinite(estimate(event, method).values).all()


def reachable(edges: np.ndarray) -> np.ndarray:
    """Who can be reached from whom, by Warshall's closure."""
    reach = edges.astype(bool) | np.eye(len(edges), dtype=bool)
    for k in range(len(edges)):
        reach |= np.outer(reach[:, k], reach[k])
    return reach


def test_connectivity_against_the_closure() -> None:
    rng = np.random.default_rng(24)
    seen = set()
    for _ in range(300):
        m, games = int(rng.integers(2, 9)), int(rng.integers(1, 14))
        a, b = rng.integers(0, m, games), rng.integers(0, m, games)
        a, b = a[a != b], b[a != b]
        s2 = rng.integers(0, 3, a.size)
        player, opponent = np.r_[a, b], np.r_[b, a]
        half_points = np.r_[s2, 2 - s2]
        met = np.zeros((m, m))
        met[player, opponent] = 1
        took = np.zeros((m, m))
        took[player[half_points > 0], opponent[half_points > 0]] = 1
        active = np.flatnonzero(met.any(axis=1))
        if active.size == 0:
            continue
        part = np.ix_(active, active)
        weak = bool(reachable(met[part]).all())
        strong = bool(reachable(took[part]).all())
        assert connected(player, opponent) == weak
        assert strongly_connected(player, opponent, half_points) == strong
        seen.add((weak, strong))
    assert seen == {(False, False), (True, False), (True, True)}


def components(start: np.ndarray, end: np.ndarray, size: int, connection: str) -> int:
    """scipy's count of components, of the players with an edge."""
    edges = csr_array((np.ones(start.size), (start, end)), shape=(size, size))
    _, component = connected_components(edges, directed=True, connection=connection)
    return np.unique(component[np.union1d(start, end)]).size


@pytest.mark.parametrize(
    ("games", "kinds"),
    [(400, {(False, False), (True, False)}), (1200, {(True, False), (True, True)})],
)
def test_connectivity_of_large_events_against_scipy(games: int, kinds: set) -> None:
    rng, m = np.random.default_rng(games), 200
    seen = set()
    for _ in range(40):
        a, b = rng.integers(0, m, games), rng.integers(0, m, games)
        s2 = rng.integers(0, 3, games)
        player, opponent, half_points = np.r_[a, b], np.r_[b, a], np.r_[s2, 2 - s2]
        took = half_points > 0
        weak = components(player, opponent, m, "weak") == 1
        strong = components(player[took], opponent[took], m, "strong") == 1
        assert connected(player, opponent) == weak
        assert strongly_connected(player, opponent, half_points) == strong
        seen.add((weak, strong))
    assert seen == kinds


@pytest.mark.parametrize("method", EVENT_RULES)
def test_nobody_played(make_event, method: str) -> None:
    forfeits = make_event(GROUPS, [], forfeits=[("A", "B"), ("C", "D")])
    assert set(estimate(forfeits, method).reasons) == {Reason.NO_GAMES}
    assert estimate(Event("empty", ()), method).values.size == 0


def test_opponents_without_a_record_are_named() -> None:
    career = Event("career", (Record(Player("A", 1, 2000.0), (Game(2100.0, 2, "Bor", round=3),)),))
    with pytest.raises(InputError, match="A, round 3: the opponent Bor has no record"):
        estimate(career, "elostat")


def test_opponents_are_found_by_name_where_there_are_no_numbers() -> None:
    a = Record(Player("A", rating=2000.0), (Game(2100.0, 1, "B"), Game(2200.0, 2, "C")))
    b = Record(Player("B", rating=2100.0), (Game(2000.0, 1, "A"), Game(2200.0, 1, "C")))
    c = Record(Player("C", rating=2200.0), (Game(2000.0, 0, "A"), Game(2100.0, 1, "B")))
    found = estimate(Event("names", (a, b, c)), "recursive").values
    assert found[0] > found[1] > found[2]


def test_event_rules_and_record_rules_are_not_mixed_up(make_event) -> None:
    event = make_event(GROUPS, [("A", "B", 1)])
    with pytest.raises(TprstatsError, match="'elostat' needs a whole event"):
        estimate(RecordBatch.from_records(event.records), "elostat")
    with pytest.raises(TprstatsError, match="'fide' needs records"):
        estimate(event, "fide")
    assert [r.id for r in RULES.values() if r.event_level] == EVENT_RULES


@pytest.mark.parametrize("shape", ["random", "chain"])
def test_a_large_pool_is_solved_as_a_small_one(shape: str, monkeypatch) -> None:
    rng = np.random.default_rng(5)
    m = 60
    chain = np.arange(m - 1), np.arange(1, m)
    a, b = (np.r_[x, rng.integers(0, m, 150)] for x in chain) if shape == "random" else chain
    a, b = a[a != b], b[a != b]
    pool = np.r_[a, b], np.r_[b, a], rng.normal(0.0, 200.0, m)
    direct = _pool_level.average_plus(*pool)
    monkeypatch.setattr(_pool_level, "_DENSE", 0)
    sparse = _pool_level.average_plus(*pool)
    # A relative residual of 1e-12 against ratings of up to some 10^5 Elo at the end of a chain,
    # whose matrix has a condition number of (2 m / pi)^2 = 1500.
    np.testing.assert_allclose(sparse, direct, rtol=0, atol=1e-12 * 1500 * np.abs(direct).max())


def test_what_does_not_settle_is_solved_directly(monkeypatch) -> None:
    chain = np.arange(59), np.arange(1, 60)
    pool = np.r_[chain[0], chain[1]], np.r_[chain[1], chain[0]], np.linspace(0.0, 300.0, 60)
    direct = _pool_level.average_plus(*pool)
    monkeypatch.setattr(_pool_level, "_DENSE", 0)
    monkeypatch.setattr(_pool_level, "_conjugate_gradients", lambda *_: None)
    assert _pool_level.average_plus(*pool).tolist() == direct.tolist()
