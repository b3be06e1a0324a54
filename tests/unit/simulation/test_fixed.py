"""Fixed schedules: the compiled loops against plain numpy, theory and exact convolution."""

import numba
import numpy as np
import pytest
from scipy import stats

import tprstats as tpr
from tprstats.data import example_path
from tprstats.errors import TprstatsError
from tprstats.exact import score_distribution
from tprstats.outcomes import ConstantDraws, DrawTable, EloDavidson, Milvang, NoDraws, RaoKupper
from tprstats.records import RecordBatch
from tprstats.rng import Purpose, make_key, pair_number, uniforms
from tprstats.simulation import (
    Field,
    Fixed,
    Replay,
    RoundRobin,
    Schedule,
    TeamMatch,
    design_of,
    replicate,
    simulate,
    simulate_range,
)
from tprstats.simulation.compiled_outcomes import chances as compiled_chances
from tprstats.simulation.compiled_outcomes import encode


@numba.njit
def chances(model, difference, level, colour):
    return compiled_chances(model, difference, level, colour)


MODELS = [
    EloDavidson(0.3),
    EloDavidson(None, None),
    EloDavidson(0.7, 35.0),
    NoDraws(20.0),
    ConstantDraws(0.4, 10.0),
    ConstantDraws(0.4, 10.0, "normal"),
    RaoKupper(),
    Milvang(),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_compiled_models_equal_the_readable_ones(model):
    rng = np.random.default_rng(3)
    coded = encode(model)
    for d, level, colour in zip(
        rng.uniform(-3000, 3000, 500),
        rng.uniform(500, 3200, 500),
        rng.integers(-1, 2, 500),
        strict=True,
    ):
        win, _, loss = model.wdl(d, level, colour)
        # Few operations on numbers of at most 1: a handful of rounding errors apart.
        assert chances(coded, d, level, colour) == pytest.approx(
            (float(win), float(loss)), abs=2e-15
        )


def reference(design, first, count, seed):
    """The same events in plain numpy, game by game, from the definition of the keys."""
    key = make_key(seed, design.luck())
    players = design.field.draw(key, np.arange(first, first + count))
    results = np.zeros((count, design.players, design.games.rounds), dtype=np.int8)
    for (r, low, high, colour), meeting in zip(
        design.games.table, design.games.meetings, strict=True
    ):
        a, b = players.strength[:, low], players.strength[:, high]
        win, draw, _ = design.model.wdl(a - b, (a + b) / 2, colour)
        number = pair_number(low, high, design.players)
        u = uniforms(key, np.arange(first, first + count), Purpose.GAME, number, meeting)
        x = (u < win).astype(int) + (u < win + draw)
        results[:, low, r], results[:, high, r] = x, 2 - x
    return results


@pytest.mark.parametrize(
    "design",
    [
        RoundRobin(Field(10, fixed=True), EloDavidson(0.35, 30.0)),
        RoundRobin(Field(7, rating_noise=30, form=40), EloDavidson(None, None)),
        RoundRobin(Field(6, fixed=True), DrawTable(white_advantage=20.0), double=True),
        TeamMatch(Field(8), Milvang()),
        Fixed(
            Field(4, fixed=True),
            EloDavidson(0.5, 40.0),
            schedule=Schedule(4, 2, ((0, 0, 1), (1, 1, 0)), coloured=False),
        ),
    ],
    ids=lambda d: type(d).__name__,
)
def test_compiled_events_equal_a_plain_loop(design):
    found = simulate_range(design, 1000, 700, seed=9)
    assert np.array_equal(found.results, reference(design, 1000, 700, seed=9))


def test_chunks_threads_and_replays_give_the_same_bytes():
    design = RoundRobin(Field(9, form=30), EloDavidson(0.3, 35.0))
    whole = simulate_range(design, 0, 1500, seed=2)
    parts = np.concatenate([b.results for b in simulate(design, events=1500, seed=2, chunk=389)])
    assert np.array_equal(whole.results, parts)
    threads = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        assert np.array_equal(whole.results, simulate_range(design, 0, 1500, seed=2).results)
    finally:
        numba.set_num_threads(threads)
    alone = replicate(design, 1234, seed=2)
    assert np.array_equal(alone.results[0], whole.results[1234])
    assert np.array_equal(alone.players.published[0], whole.players.published[1234])


def test_scores_follow_the_exact_convolution():
    # The exact path of a fixed schedule in place of Monte Carlo: chi-square on one player's score
    # and 4 standard errors on everybody's mean.
    model, events = EloDavidson(0.3, 35.0), 40_000
    strengths = [2400.0, 2350.0, 2300.0, 2250.0, 2200.0, 2150.0]
    found = simulate_range(RoundRobin(Field.of(strengths), model), 0, events, seed=5)
    for i, strength in enumerate(strengths):
        opponents = np.array(strengths)[found.opponents[0, i]]
        schedule = RecordBatch.from_arrays([opponents], 0, colours=[found.colours[0, i]])
        pmf = score_distribution(schedule, strength, model)[0]
        scores = found.scores[:, i]
        k = np.arange(pmf.size)
        sd = np.sqrt((pmf * k**2).sum() - (pmf * k).sum() ** 2)
        assert abs(scores.mean() - (pmf * k).sum()) < 4 * sd / np.sqrt(events)
        seen = np.bincount(scores, minlength=pmf.size)
        big = pmf * events >= 10
        seen = np.append(seen[big], seen[~big].sum())
        expected = np.append(pmf[big], pmf[~big].sum()) * events
        assert stats.chisquare(seen[expected > 0], expected[expected > 0]).pvalue > 0.001


def test_every_game_has_two_sides_and_points_add_up():
    found = simulate_range(RoundRobin(Field(9), EloDavidson(0.3)), 0, 50, seed=1)
    e, n, r = np.nonzero(found.opponents >= 0)
    other = found.opponents[e, n, r]
    assert (found.opponents[e, other, r] == n).all()
    assert (found.results[e, n, r] + found.results[e, other, r] == 2).all()
    assert (found.colours[e, n, r] == -found.colours[e, other, r]).all()
    assert (found.scores.sum(axis=1) == 9 * 8).all()


def test_record_batch_holds_every_players_games():
    found = simulate_range(RoundRobin(Field(5, unrated=0.3), EloDavidson(0.3)), 0, 20, seed=1)
    batch = found.record_batch()
    assert np.array_equal(found.by_event(batch.scores), found.scores)
    k, i = 13, 2
    row = batch.take([i * 20 + k])
    games = found.opponents[k, i] >= 0
    expected = found.players.published[k][found.opponents[k, i][games]]
    assert np.array_equal(row.opponents[0], expected, equal_nan=True)
    assert np.array_equal(row.half_points[0], found.results[k, i][games])
    assert np.array_equal(row.own, found.players.published[[k], i], equal_nan=True)


def test_a_real_event_is_replayed_with_its_own_pairings():
    event = tpr.read(example_path())
    design = Replay.of(event, EloDavidson(0.3, 30.0))
    found = simulate_range(design, 0, 3, seed=1)
    number = {r.player.number: design.places.index(k) for k, r in enumerate(event.records)}
    for i, k in enumerate(design.places):
        met = {
            (g.round - 1, number[g.opponent_number], int(g.colour))
            for g in event.records[k].played()
        }
        played = np.flatnonzero(found.opponents[0, i] >= 0)
        assert met == {(r, found.opponents[0, i, r], found.colours[0, i, r]) for r in played}


@pytest.mark.parametrize(
    "make",
    [
        lambda: next(simulate(RoundRobin(Field(4)), events=0, seed=1)),
        lambda: simulate(RoundRobin(Field(4)), events=1, seed=-1),
        lambda: simulate(RoundRobin(Field(4)), events=1, seed=1, chunk=0),
        lambda: Schedule(4, 1, ((0, 0, 0),)),
        lambda: Schedule(4, 1, ((0, 0, 1), (0, 1, 2))),
        lambda: Schedule(4, 1, ((3, 0, 1),)),
        lambda: Fixed(Field(5), schedule=Schedule(4, 1, ((0, 0, 1),))),
        lambda: TeamMatch(Field(5)),
        lambda: EloDavidson(1.2),
        lambda: simulate_range(RoundRobin(Field(4), DrawTable()), 0, 1, 1),
    ],
)
def test_impossible_simulations_are_refused_in_one_line(make):
    with pytest.raises(TprstatsError) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_an_event_without_start_numbers_is_replayed_by_name(data):
    """PGN has no start numbers, and this one no rounds: eight players who met twice."""
    event = tpr.read(data / "pgn" / "candidates_2013_london.pgn")
    assert all(p.number is None for p in event.players)
    schedule = tpr.Replay.of(event).games
    assert (schedule.players, len(schedule.games)) == (8, 56)
    assert len({frozenset(g[1:]) for g in schedule.games}) == 28
    assert isinstance(design_of(event), tpr.Replay)
