"""Fold, Monrad and random within score groups against slow versions; the user's own function."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from histories import random_history

from tprstats.errors import InputError, UnknownNameError
from tprstats.pairing.acceleration import baku_group, baku_points, with_baku
from tprstats.pairing.history import Cell, History, Pairing, Points
from tprstats.pairing.systems import get_kernel, pair, register_system, systems
from tprstats.pairing.systems_matching import pairable

SIMPLE = ("fold", "monrad", "random-in-score-group")


def first_round(n: int, rounds: int = 5, initial: int = 1) -> History:
    none = np.zeros((n, 0))
    arrays = (none.astype(t) for t in ("i2", "i1", "u1", "i2"))
    return History(rounds, *arrays, np.ones(n, dtype=bool), initial_colour=initial)


def games(pairing: Pairing | None) -> list[tuple[int, int]]:
    assert pairing is not None
    return sorted(zip(pairing.white, pairing.black, strict=True))


# ---- a slow version of the common rule, with completion by trying everything


def can_finish(players: tuple[int, ...], met: np.ndarray) -> bool:
    if not players:
        return True
    first, others = players[0], players[1:]
    return any(
        not met[first, p] and can_finish(tuple(q for q in others if q != p), met) for p in others
    )


def preferred(system: str, line: tuple[int, ...], score: np.ndarray) -> list[int]:
    """Opponents of the first in line, by preference."""
    group = [p for p in line if score[p] == score[line[0]]]
    if system != "fold" or len(group) < 2:
        return list(line[1:])
    half = len(group) // 2
    top, bottom = group[1:half], group[half:]
    return bottom + top[::-1] + [p for p in line if p not in group]


def slow_pairs(system: str, history: History, line: tuple[int, ...], score: np.ndarray):  # type: ignore[no-untyped-def]
    """Pairs and bye, or None."""
    n = history.players
    met = np.eye(n, dtype=bool)
    if history.forbidden is not None:
        met |= history.forbidden
    barred = np.zeros(n, dtype=bool)
    for p in range(n):
        for r in range(history.played_rounds):
            if history.cells[p, r] == Cell.PLAYED:
                met[p, history.opponents[p, r]] = True
            elif history.cells[p, r] == Cell.PAB or history.scores[p, r] >= history.points.win:
                barred[p] = True
    bye = None
    if len(line) % 2:
        for p in reversed(line):
            rest = tuple(q for q in line if q != p)
            if not barred[p] and can_finish(rest, met):
                bye, line = p, rest
                break
        else:
            return None
    elif not can_finish(line, met):
        return None
    pairs = set()
    while line:
        for p in preferred(system, line, score):
            rest = tuple(q for q in line[1:] if q != p)
            if not met[line[0], p] and can_finish(rest, met):
                break
        pairs.add(frozenset((line[0], p)))
        line = rest
    return pairs, bye


@pytest.mark.parametrize("system", SIMPLE)
def test_random_rounds_against_the_slow_version(system: str) -> None:
    rng = np.random.default_rng(11)
    without = 0
    for k in range(120):
        history = random_history(rng, players=(2, 9))
        score = history.scores.sum(axis=1)
        if history.virtual is not None:
            score = score + history.virtual[:, -1]
        there = np.flatnonzero(history.present)
        lots = np.random.default_rng([k, history.played_rounds]).random(history.players)
        ties = lots if system == "random-in-score-group" else np.arange(history.players)
        line = tuple(int(p) for p in sorted(there, key=lambda p: (-score[p], ties[p])))
        expected = slow_pairs(system, history, line, score)
        found = pair(history, system, seed=k)
        without += expected is None
        assert (None if found is None else (found.pairs(), found.bye)) == expected
    assert 0 < without < 60


def test_first_rounds() -> None:
    assert games(pair(first_round(8), "fold")) == [(0, 4), (2, 6), (5, 1), (7, 3)]
    assert games(pair(first_round(6), "monrad")) == [(0, 1), (3, 2), (4, 5)]
    seven = pair(first_round(7, initial=-1), "fold")
    assert (games(seven), seven.bye if seven else None) == ([(1, 4), (3, 0), (5, 2)], 6)


def test_lots_depend_on_the_seed_and_the_round_alone() -> None:
    one, again, other = (
        games(pair(first_round(40), "random-in-score-group", seed=s)) for s in (1, 1, 2)
    )
    assert one == again != other


@pytest.mark.parametrize(
    ("history", "white"),
    [
        ([[1, 1], [-1, -1]], 1),  # fewer Whites
        ([[1, -1], [-1, 1]], 0),  # as many: Black last time
        ([[1, -1], [1, -1]], 0),  # all the same: the higher alternates, due White
        ([[-1, 1], [-1, 1]], 1),
    ],
)
def test_colours(history: list[list[int]], white: int) -> None:
    n, r = 6, 2
    colours = np.zeros((n, r), dtype=np.int8)
    colours[:2] = history
    # Opponents far away, so that 0 and 1 may meet; they lead the field.
    opponents = np.array([[2, 3], [4, 5], [0, -1], [-1, 0], [1, -1], [-1, 1]], dtype=np.int16)
    for p, q in ((2, 0), (4, 1)):
        colours[p, 0] = -colours[q, 0]
        colours[p + 1, 1] = -colours[q, 1]
    cells = np.where(opponents >= 0, int(Cell.PLAYED), int(Cell.ABSENT)).astype(np.uint8)
    scores = np.zeros((n, r), dtype=np.int16)
    scores[:2] = 2
    present = np.array([True, True, False, False, False, False])
    pairing = pair(History(5, opponents, colours, cells, scores, present), "monrad")
    assert games(pairing) == [(white, 1 - white)]


def test_pairable_is_exact() -> None:
    """Random graphs with few allowed pairs, among them odd cycles, against trying everything."""
    rng = np.random.default_rng(5)
    outcomes = []
    for _ in range(400):
        n = 2 * int(rng.integers(1, 6))
        met = rng.random((n, n)) < rng.uniform(0.1, 0.6)
        met = met | met.T | np.eye(n, dtype=bool)
        line = rng.permutation(n)
        worst = int(met.sum(axis=1).max()) - 1
        expected = can_finish(tuple(range(n)), met)
        outcomes.append(expected)
        assert pairable(line, n, worst, met) == expected
    assert 100 < sum(outcomes) < 300


def test_a_kernel_runs_in_a_compiled_loop() -> None:
    from numba import njit

    n, events = 11, 8
    zeros, order = np.zeros(n, dtype=np.int64), np.arange(n)
    no, met = np.zeros(n, dtype=np.bool_), np.zeros((n, n), dtype=np.bool_)
    kernel = get_kernel("random-in-score-group")

    @njit
    def many(randoms, opponents, whites, status):  # type: ignore[no-untyped-def]
        for e in range(status.size):
            status[e] = kernel(
                zeros, order, met, zeros, zeros, no, 1, randoms[e], opponents[e], whites[e]
            )

    randoms = np.random.default_rng(1).random((events, n))
    opponents, status = np.empty((events, n), dtype=np.int64), np.full(events, 9)
    whites = np.empty((events, n), dtype=np.bool_)
    many(randoms, opponents, whites, status)
    assert (status == 0).all()
    assert ((opponents == -2).sum(axis=1) == 1).all()
    assert len({tuple(row) for row in opponents}) == events
    for opponent, white in zip(opponents, whites, strict=True):
        paired = np.flatnonzero(opponent >= 0)
        assert (opponent[opponent[paired]] == paired).all()
        assert (white[paired] != white[opponent[paired]]).all()


# ---- accelerated


def test_baku_by_the_handbook_example() -> None:
    """C.04.7: 161 players make groups of 82 and 79; nine rounds, three of 1 and two of 1/2."""
    assert [baku_group(n) for n in (2, 4, 6, 8, 10, 161)] == [2, 2, 4, 4, 6, 82]
    virtual = baku_points(161, 9)
    assert (virtual[:82] == [2, 2, 2, 1, 1, 0, 0, 0, 0]).all()
    assert not virtual[82:].any()


@pytest.mark.parametrize(
    ("rounds", "full", "half"), [(5, 2, 1), (6, 2, 1), (7, 2, 2), (8, 2, 2), (11, 3, 3)]
)
def test_baku_rounds(rounds: int, full: int, half: int) -> None:
    assert baku_points(8, rounds)[0].tolist() == [2] * full + [1] * half + [0] * (
        rounds - full - half
    )


def test_accelerated_systems_keep_the_groups_apart() -> None:
    # Group A is 6 of 10: 0-5 meet among themselves, and 6-9.
    found = pair(first_round(10), "fold+baku")
    assert games(found) == [(0, 3), (2, 5), (4, 1), (7, 9), (8, 6)]
    own = replace(first_round(4), virtual=np.array([[2], [0], [2], [0]], dtype=np.int16))
    assert with_baku(own) is own
    assert pair(own, "fold+baku").pairs() == {frozenset((0, 2)), frozenset((1, 3))}  # type: ignore[union-attr]
    assert baku_points(4, 3, points=Points(win=3, draw=1), last=1).tolist()[:2] == [
        [3, 1, 0],
        [0, 0, 0],
    ]


# ---- names and the user's own


def test_unknown_names() -> None:
    with pytest.raises(UnknownNameError, match=r"no pairing system 'folt'; nearest: fold"):
        pair(first_round(4), "folt")
    with pytest.raises(UnknownNameError, match="compiled pairing system"):
        get_kernel("dutch")


def test_a_function_of_ones_own() -> None:
    seen = []

    def upside_down(history: History) -> Pairing | None:
        seen.append(history.virtual is not None)
        there = np.flatnonzero(history.present)[::-1].tolist()
        return Pairing(tuple(there[0::2]), tuple(there[1::2]))

    register_system("upside-down", upside_down)
    assert "upside-down" in systems()
    assert games(pair(first_round(4), "upside-down")) == [(1, 0), (3, 2)]
    assert games(pair(first_round(4), "upside-down+baku")) == [(1, 0), (3, 2)]
    assert seen == [False, True]
    with pytest.raises(InputError, match="each player present must be paired once; wrong"):
        pair(first_round(5), "upside-down")
    for name in ("upside-down", "dutch", "mine+baku", ""):
        with pytest.raises(InputError, match="choose a name"):
            register_system(name, upside_down)
