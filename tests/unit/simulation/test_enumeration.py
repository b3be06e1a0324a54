"""Whole Swiss events against the enumeration of every sequence of results.

The pairings come from the Python API one history at a time (the Dutch ones from the slow
reference); the compiled event loop must have the same law.
"""

import itertools

import numpy as np
import pytest
from scipy import stats

from tprstats.estimators import estimate
from tprstats.outcomes import EloDavidson
from tprstats.pairing.history import Cell, History
from tprstats.pairing.systems import pair
from tprstats.records import RecordBatch
from tprstats.simulation import Field, Swiss, simulate_range

STRENGTHS = (2300.0, 2200.0, 2150.0, 2050.0, 1950.0, 1900.0)


def enumerate_event(players, rounds, system, model, draw_lots=None):
    """Every end of an event with its chance: list of (chance, opponents, scores) arrays."""
    strength = np.array(STRENGTHS[:players])
    ends = []

    def play(chance, opponents, colours, cells, scores):
        r = opponents.shape[1]
        if r == rounds:
            ends.append((chance, opponents, scores, cells))
            return
        history = History(
            rounds, opponents, colours, cells, scores, np.ones(players, dtype=bool), 1
        )
        found = pair(history, system)
        o, c = np.full(players, -1, np.int16), np.zeros(players, np.int8)
        k, s = np.full(players, Cell.PLAYED, np.uint8), np.zeros(players, np.int16)
        if found.bye is not None:
            k[found.bye], s[found.bye] = Cell.PAB, 2
        games = list(zip(found.white, found.black, strict=True))
        for w, b in games:
            o[w], o[b], c[w], c[b] = b, w, 1, -1
        chances = [
            [float(x) for x in model.wdl(strength[w] - strength[b], 0.0, 1)] for w, b in games
        ]
        for results in itertools.product((2, 1, 0), repeat=len(games)):
            p, s2 = chance, s.copy()
            for (w, b), x, (win, draw, loss) in zip(games, results, chances, strict=True):
                p *= (loss, draw, win)[x]
                s2[w], s2[b] = x, 2 - x
            play(
                p,
                np.column_stack([opponents, o]),
                np.column_stack([colours, c]),
                np.column_stack([cells, k]),
                np.column_stack([scores, s2]),
            )

    none = np.zeros((players, 0))
    play(1.0, *(none.astype(t) for t in ("i2", "i1", "u1", "i2")))
    return ends


@pytest.mark.parametrize(
    ("players", "rounds", "system"),
    [(4, 3, "fold"), (5, 3, "fold"), (5, 2, "monrad"), (6, 2, "monrad"), (6, 3, "fold")],
)
def test_simulated_events_follow_the_enumeration(players, rounds, system):
    check(players, rounds, system, system, 30_000)


@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (5, 2), (6, 2), (6, 3)])
def test_dutch_events_follow_the_enumeration_by_the_slow_reference(players, rounds):
    check(players, rounds, "dutch", "dutch-reference", 30_000)


def check(players, rounds, system, reference, events):
    model = EloDavidson(0.3, 35.0)
    ends = enumerate_event(players, rounds, reference, model)
    chances = np.array([e[0] for e in ends])
    assert chances.sum() == pytest.approx(1.0, abs=1e-12)
    totals = np.array([e[2].sum(axis=1) for e in ends])
    design = Swiss(
        Field.of(STRENGTHS[:players]), model, rounds=rounds, system=system, initial_colour="white"
    )
    found = simulate_range(design, 0, events, seed=3)
    assert not found.stopped.any()
    for i in range(players):
        pmf = np.bincount(totals[:, i], weights=chances, minlength=2 * rounds + 1)
        seen = np.bincount(found.scores[:, i], minlength=pmf.size)
        big = pmf * events >= 10
        expected = np.append(pmf[big], pmf[~big].sum()) * events
        counts = np.append(seen[big], seen[~big].sum())
        keep = expected > 0
        assert counts[~keep].sum() == 0
        # A dozen tests at a fixed seed: 1e-4 each.
        assert stats.chisquare(counts[keep], expected[keep]).pvalue > 1e-4
    # Average opposition and the Firth rating of everybody, within 4 standard errors.
    strength = np.array(STRENGTHS[:players])
    exact = []
    for _, opponents, scores, cells in ends:
        ratings = np.where(cells == Cell.PLAYED, strength[opponents], np.nan)
        batch = RecordBatch.from_arrays(ratings, scores).rated()
        exact.append((np.nanmean(ratings, axis=1), estimate(batch, "firth").values))
    exact = np.array(exact)
    batch = found.record_batch()
    ours = (
        found.by_event(np.nanmean(np.where(batch.mask, batch.opponents, np.nan), axis=1)),
        found.by_event(estimate(batch, "firth").values),
    )
    for which, values in enumerate(ours):
        mean = chances @ exact[:, which]
        spread = np.sqrt(chances @ np.square(exact[:, which] - mean))
        gap = np.abs(values.mean(axis=0) - mean)
        assert (gap <= 4 * spread / np.sqrt(events) + 1e-9).all()
