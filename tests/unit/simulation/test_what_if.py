"""Events to come for one player: against the exact distribution where the pairings are fixed."""

from __future__ import annotations

import numpy as np
import pytest

import tprstats as tpr
from tprstats.errors import TprstatsError
from tprstats.outcomes import EloDavidson, davidson_chances
from tprstats.records import Event, Game, Player, Record
from tprstats.simulation import what_if
from tprstats.simulation.what_if import kind_of

RATINGS = (2400.0, 2300.0, 2350.0, 2250.0, 2500.0, 2450.0)
MODEL = EloDavidson(0.3, 0.0)


def an_event() -> Event:
    return Event(
        "six",
        tuple(
            Record(
                Player(f"P{i}", i + 1, r),
                tuple(Game(q, 1, opponent_number=j + 1) for j, q in enumerate(RATINGS) if j != i),
            )
            for i, r in enumerate(RATINGS)
        ),
    )


def exact_scores(strength: float, others: list[float]) -> np.ndarray:
    """Chances of 0, 1, 2 ... half points, game by game."""
    found = np.ones(1)
    for other in others:
        win, draw, loss = (float(x) for x in davidson_chances(np.array(strength - other), 0.3))
        found = np.convolve(found, [loss, draw, win])
    return found


def test_a_round_robin_has_the_exact_distribution():
    event = an_event()
    record, strength = event.records[2], 2480.0
    others = [r for k, r in enumerate(RATINGS) if k != 2]
    chances = exact_scores(strength, others)
    half_points = np.arange(chances.size)
    goal = tpr.rate(tpr.Record.from_results(others, [1, 1, 1, 0.5, 0]), method="average").rating
    steps = []
    found = what_if(
        event, record, strength=strength, rule="average", goal=goal - 1e-6, model=MODEL,
        events=4000, seed=3, progress=steps.append,
    )  # fmt: skip
    mean = float((chances * half_points).sum()) / 2
    assert abs(found.score.value - mean) < 4 * found.score.mcse
    # A full score has no number by this rule, so it does not reach the goal.
    reached = float(chances[(half_points >= 7) & (half_points < 10)].sum())
    assert abs(found.reached.value - reached) < 4 * found.reached.mcse
    # The median is a score's rating, and that of the exact distribution.
    middle = int(np.searchsorted(np.cumsum(chances), 0.5))
    exact = tpr.rate(tpr.Record.from_totals(np.mean(others), 5, middle / 2), method="average")
    assert found.quantiles[2].value == pytest.approx(exact.rating)
    assert (found.rounds, found.events, found.stopped) == (5, 4000, 0)
    assert steps == sorted(steps)
    assert steps[-1] == 4000
    assert len(steps) >= 30


def test_what_it_says():
    event = an_event()
    assert kind_of(event) == "round-robin"
    found = what_if(event, event.records[0], events=300, goal=2500.0)
    assert found.strength == 2400.0
    assert "2500 or more comes in" in " ".join(found.words())
    assert found.to_json()["quantiles"]["0.5"] == found.quantiles[2].to_json()
    assert "all meet" in found.assumptions


def test_what_cannot_be_simulated():
    event = an_event()
    with pytest.raises(TprstatsError, match="cannot rate simulated events"):
        what_if(event, event.records[0], rule="equilibrium")
    nobody = Record(Player("X", 9), ())
    with pytest.raises(TprstatsError, match="give a strength"):
        what_if(event, nobody)


def test_a_goal_never_reached_has_a_limit_and_no_error_of_zero():
    event = an_event()
    found = what_if(event, event.records[0], events=300, goal=3900.0, model=MODEL)
    assert found.reached is not None
    assert found.reached.value == 0.0
    # 1 - 0.05 ** (1 / 300) is 0.00994.
    assert "3900 or more comes in 0.0 of 100 events (below 0.994 at 95 %)." in found.words()
