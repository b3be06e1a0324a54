"""Random events paired by the engine itself, for tests that look at each round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from histories import CLEAN, FOOTBALL, Odds

from tprstats.pairing.acceleration import baku_points
from tprstats.pairing.dutch import pair_dutch
from tprstats.pairing.history import Cell, History, Pairing, Points

Look = Callable[[History, Pairing | None], None]


def play_event(rng: np.random.Generator, players: tuple[int, int], look: Look) -> int:
    """An event paired by the engine; ``look`` sees each round before it is played."""
    n = int(rng.integers(*players))
    rounds = int(rng.integers(3, min(n - 1, 11) + 1))
    points = Points() if rng.random() < 0.6 else FOOTBALL
    odds = CLEAN if rng.random() < 0.5 else Odds(forfeit=0.06, bye=0.08, late=0.1)
    forbidden = None
    if rng.random() < 0.4:
        upper = np.triu(rng.random((n, n)) < 0.05, 1)
        forbidden = upper | upper.T
    virtual = baku_points(n, rounds, points=points) if rng.random() < 0.5 else None
    enters = np.where(rng.random(n) < odds.late, rng.integers(0, rounds, n), 0)
    history = History(
        rounds=rounds,
        opponents=np.full((n, 0), -1, np.int16),
        colours=np.zeros((n, 0), np.int8),
        cells=np.zeros((n, 0), np.uint8),
        scores=np.zeros((n, 0), np.int16),
        present=np.ones(n, np.bool_),
        initial_colour=int(rng.choice([1, -1])),
        forbidden=forbidden,
        points=points,
    )
    for r in range(rounds):
        present = (enters <= r) & (rng.random(n) >= odds.bye)
        seen = None if virtual is None else virtual[:, : r + 1]
        history = replace(history, present=present, virtual=seen)
        pairing = pair_dutch(history)
        look(history, pairing)
        if pairing is None:
            return r + 1
        history = _played(rng, history, pairing, odds, enters <= r)
    return rounds


def _played(
    rng: np.random.Generator, history: History, pairing: Pairing, odds: Odds, known: np.ndarray
) -> History:
    n, points = history.players, history.points
    opponent, colour = np.full(n, -1, np.int16), np.zeros(n, np.int8)
    cell, score = np.full(n, Cell.ABSENT, np.uint8), np.zeros(n, np.int16)
    asked = known & ~history.present & (rng.random(n) < 0.6)
    cell[asked], score[asked] = Cell.HALF_BYE, points.half_bye
    if pairing.bye is not None:
        cell[pairing.bye], score[pairing.bye] = Cell.PAB, points.pab
    for white, black in zip(pairing.white, pairing.black, strict=True):
        opponent[white], opponent[black] = black, white
        colour[white], colour[black] = 1, -1
        chance = 1 / (1 + 10 ** ((white - black) * 2.0 / n))
        x = int(rng.random() < chance) + int(rng.random() < chance)
        worth = (points.loss, points.draw, points.win)
        cell[[white, black]], score[[white, black]] = Cell.PLAYED, (worth[x], worth[2 - x])
        if rng.random() < odds.forfeit:
            cell[[white, black]], score[[white, black]] = Cell.FORFEIT, (points.forfeit_win, 0)

    def grown(before: np.ndarray, now: np.ndarray) -> np.ndarray:
        return np.column_stack([before, now]).astype(before.dtype)

    return replace(
        history,
        opponents=grown(history.opponents, opponent),
        colours=grown(history.colours, colour),
        cells=grown(history.cells, cell),
        scores=grown(history.scores, score),
    )
