"""Swiss events: what must hold under every system, and files of them."""

import json

import numba
import numpy as np
import pyarrow.parquet as pq
import pytest

import tprstats as tpr
from tprstats.data import example_path
from tprstats.errors import TprstatsError
from tprstats.outcomes import EloDavidson, RaoKupper
from tprstats.pairing.check import check
from tprstats.pairing.history import Cell
from tprstats.pairing.systems import pair, register_system
from tprstats.readers.write_trf import write_trf
from tprstats.simulation import (
    Field,
    RoundRobin,
    Swiss,
    design_of,
    replicate,
    selection_luck,
    simulate,
    simulate_range,
    store_events,
    to_event,
)

SYSTEMS = ["dutch", "fold", "monrad", "random-in-score-group"]


def swiss(system="fold", players=21, rounds=7, **options):
    field = options.pop("field", Field(players))
    return Swiss(field, EloDavidson(0.3, 30.0), rounds=rounds, system=system, **options)


@pytest.mark.parametrize("system", SYSTEMS)
def test_everybody_plays_nobody_meets_twice_and_points_add_up(system):
    found = simulate_range(swiss(system), 0, 200, seed=1)
    assert not found.stopped.any()
    e, n, r = np.nonzero(found.opponents >= 0)
    other = found.opponents[e, n, r]
    assert (found.opponents[e, other, r] == n).all()
    assert (found.colours[e, n, r] == -found.colours[e, other, r]).all()
    assert (np.abs(found.colours[e, n, r]) == 1).all()
    assert (found.results[e, n, r] + found.results[e, other, r] == 2).all()
    for event in found.opponents[:50]:
        for row in event:
            met = row[row >= 0]
            assert np.unique(met).size == met.size
    byes = found.cells == Cell.PAB
    assert (byes.sum(axis=1) == 1).all()  # 21 players: one bye a round
    assert (byes.sum(axis=2) <= 1).all()
    assert (found.scores.sum(axis=1) == 7 * 22).all()


@pytest.mark.parametrize("system", ["dutch", "fold"])
def test_chunks_threads_and_replays_give_the_same_bytes(system):
    design = swiss(
        system, field=Field(12, form=40, rating_noise=30), rounds=5, absent=0.05, half_byes=0.05
    )
    whole = simulate_range(design, 0, 300, seed=2)
    parts = np.concatenate([b.results for b in simulate(design, events=300, seed=2, chunk=77)])
    assert np.array_equal(whole.results, parts)
    threads = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        again = simulate_range(design, 0, 300, seed=2)
    finally:
        numba.set_num_threads(threads)
    for name in ("results", "opponents", "colours", "cells"):
        assert np.array_equal(getattr(whole, name), getattr(again, name))
        alone = getattr(replicate(design, 123, seed=2), name)
        assert np.array_equal(getattr(whole, name)[123], alone[0])


def test_systems_and_round_robins_share_their_luck():
    field, model = Field(10), EloDavidson(0.4)
    games = {}
    for design in (
        Swiss(field, model, rounds=5, system="dutch"),
        Swiss(field, model, rounds=5, system="fold"),
        Swiss(field, model, rounds=5, system="random-in-score-group"),
        RoundRobin(field, model),
    ):
        found = simulate_range(design, 0, 60, seed=6)
        for e, n, r in zip(*np.nonzero(found.opponents >= 0), strict=True):
            # Without a white advantage a pair's result is the same wherever it meets first.
            key = (e, n, int(found.opponents[e, n, r]))
            assert games.setdefault(key, found.results[e, n, r]) == found.results[e, n, r]
    assert len(games) > 60 * 10 * 5


def test_absences_byes_and_forfeits_come_as_often_as_asked():
    found = simulate_range(
        swiss(players=30, rounds=6, absent=0.1, half_byes=0.08, forfeits=0.06), 0, 400, seed=4
    )
    cells = found.cells[found.stopped == 0]
    free, n = cells[:, :, :-1], cells[:, :, :-1].size
    for cell, share in ((Cell.ABSENT, 0.1), (Cell.HALF_BYE, 0.08)):
        seen = (free == cell).mean()
        assert abs(seen - share) < 4 * np.sqrt(share * (1 - share) / n)
    assert not (cells[:, :, -1] == Cell.HALF_BYE).any()
    games = np.isin(cells, (Cell.PLAYED, Cell.FORFEIT))
    share = (cells == Cell.FORFEIT).sum() / games.sum()
    # Two players a game: the number of games is half.
    assert abs(share - 0.06) < 4 * np.sqrt(0.06 * 0.94 / (games.sum() / 2))


def test_a_users_own_system_shares_keys_and_is_checked():
    register_system("own-fold", lambda history: pair(history, "fold"))
    mine = simulate_range(swiss("own-fold", players=8, rounds=3), 0, 20, seed=3)
    theirs = simulate_range(swiss("fold", players=8, rounds=3), 0, 20, seed=3)
    for name in ("results", "opponents", "colours", "cells", "stopped"):
        assert np.array_equal(getattr(mine, name), getattr(theirs, name))
    register_system("bad", lambda history: None)
    assert (simulate_range(swiss("bad", players=8, rounds=3), 0, 2, seed=3).stopped == 1).all()
    with pytest.raises(TprstatsError, match="nearest"):
        simulate_range(swiss("fould", players=8, rounds=3), 0, 2, seed=3)


def test_score_martingale_holds_under_pairing_by_results():
    # Statistics F.1: whatever the pairing, score minus expected score has mean 0.
    design = swiss(players=16, rounds=7)
    found = simulate_range(design, 0, 4000, seed=8)
    strength = found.players.strength
    played = found.cells == Cell.PLAYED
    opponents = np.where(played, found.opponents, 0)
    e = np.arange(found.events)[:, None, None]
    gap = strength[:, :, None] - strength[e, opponents] + 30.0 * found.colours
    expected = 1.0 / (1.0 + 10.0 ** (-gap / 400.0))
    surplus = np.where(played, found.results / 2.0 - expected, 0.0).sum(axis=2)
    by_event = surplus[:, :4].sum(axis=1)  # the four highest seeds of each event
    assert abs(by_event.mean()) < 4 * by_event.std(ddof=1) / np.sqrt(found.events)


@pytest.mark.parametrize("system", ["dutch", "fold"])
@pytest.mark.parametrize("acceleration", [None, "baku"])
def test_any_simulated_event_passes_the_checker(system, acceleration):
    design = swiss(
        system, players=17, rounds=6, acceleration=acceleration, absent=0.04, half_byes=0.04,
        forfeits=0.04,
    )  # fmt: skip
    found = simulate_range(design, 0, 12, seed=5)
    for k in np.flatnonzero(found.stopped == 0):
        event = tpr.read(write_trf(to_event(found, int(k), design)).encode())
        name = system if acceleration is None else f"{system}+baku"
        assert check(event, name).different == ()


def test_a_field_too_small_for_its_rounds_stops_and_is_counted():
    # Pairing notes: 10 players, 9 rounds have no legal last round in some fifth of the events.
    design = swiss("dutch", players=10, rounds=9)
    found = simulate_range(design, 0, 400, seed=1)
    share = (found.stopped > 0).mean()
    assert 0.1 < share < 0.4
    late = found.stopped[found.stopped > 0]
    assert (late >= 7).all()
    k = int(np.flatnonzero(found.stopped)[0])
    assert (found.opponents[k, :, found.stopped[k] - 1 :] == -1).all()


def test_simulated_events_survive_a_trf():
    design = swiss(
        field=Field(13, unrated=0.2), rounds=5, absent=0.05, half_byes=0.05, forfeits=0.05
    )
    found = simulate_range(design, 0, 30, seed=1)
    for k in np.flatnonzero(found.stopped == 0)[:20]:
        event = to_event(found, int(k), design)
        again = tpr.read(write_trf(event).encode())
        assert [r.games for r in again.records] == [r.games for r in event.records]
        assert again.players == event.players
        assert not again.adjustments


def test_a_real_event_survives_a_trf():
    event = tpr.read(example_path())
    again = tpr.read(write_trf(event).encode())
    assert [r.games for r in again.records] == [r.games for r in event.records]
    assert [r.points for r in again.records] == [r.points for r in event.records]


def test_stored_parts_are_resumed_and_never_overwritten(tmp_path):
    design = swiss(players=10, rounds=4)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    store_events(design, whole, events=50, seed=3, chunk=20)

    class StopError(Exception):
        pass

    def stop(done):
        if done >= 20:
            raise StopError

    with pytest.raises(StopError):
        store_events(design, parts, events=50, seed=3, chunk=20, progress=stop)
    assert [p.name for p in parts.glob("*.parquet")] == ["part-00000.parquet"]
    with pytest.raises(TprstatsError, match="--resume"):
        store_events(design, parts, events=50, seed=3, chunk=20)
    with pytest.raises(TprstatsError, match="seed"):
        store_events(design, parts, events=50, seed=4, chunk=20, resume=True)
    store_events(design, parts, events=50, seed=3, chunk=20, resume=True)
    for part in sorted(whole.glob("*.parquet")):
        assert pq.read_table(part).equals(pq.read_table(parts / part.name))
    table = pq.read_table(whole / "part-00002.parquet")
    assert table.num_rows == 10 * 10
    alone = replicate(design, 47, seed=3)
    rows = table.filter(np.array(table["replicate"]) == 47)
    assert np.array_equal(np.array(rows["half_points_2"]), alone.results[0, :, 1])
    other = tmp_path / "other"
    other.mkdir()
    (other / "notes.txt").write_text("mine")
    with pytest.raises(TprstatsError, match="not empty"):
        store_events(design, other, events=10, seed=1)


def test_the_top_of_a_ranking_overstates_its_player():
    # Statistics, correction 7: 64 players, 9 rounds; excess +130, coverage 84 +- 2 % (there under
    # a simplified pairing, score intervals).
    design = Swiss(Field(64), EloDavidson(0.3), rounds=9, system="fold")
    found = selection_luck(design, events=800, interval="score", places=(1, 2), seed=2)
    top = found.places[0]
    assert abs(top.excess.value - 130) < 4 * np.hypot(top.excess.mcse, 1.5) + 5
    assert abs(top.coverage.value - 0.84) < 4 * np.hypot(top.coverage.mcse, 0.02)
    assert found.places[1].excess.value < top.excess.value
    assert json.loads(json.dumps(found.to_json()))["places"][0]["place"] == 1


def test_a_real_event_becomes_a_design_of_its_kind():
    event = tpr.read(example_path())
    design = design_of(event, system="fold")
    assert isinstance(design, Swiss)
    assert (design.players, design.rounds) == (34, 6)


@pytest.mark.parametrize(
    "make",
    [
        lambda: swiss(players=10, rounds=0),
        lambda: swiss(players=10, rounds=10),
        lambda: swiss(players=9, rounds=10),
        lambda: swiss(absent=0.6),
        lambda: swiss(acceleration="turbo"),
        lambda: swiss(initial_colour="red"),
        lambda: selection_luck(swiss(), places=(0,)),
        lambda: selection_luck(swiss(), places=(99,)),
        lambda: selection_luck(swiss(), method="equilibrium"),
        lambda: RaoKupper(float("nan")),
    ],
)
def test_impossible_events_are_refused_in_one_line(make):
    with pytest.raises(TprstatsError) as caught:
        make()
    assert "\n" not in str(caught.value)
