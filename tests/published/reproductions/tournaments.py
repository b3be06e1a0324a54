"""Simulated tournaments: colours, acceleration, and ratings that move."""

from __future__ import annotations

import numpy as np

import tprstats as tpr
from tprstats.fide_tables import pd_hundredths, round_half_up
from tprstats.mcse import Figure, mean_of_events
from tprstats.outcomes import EloDavidson, Milvang, OutcomeModel
from tprstats.simulation.schedules import round_robin_schedule

GRAND_SWISS = tpr.Field(114, mean=2640.0, sd=60.0, fixed=True)
EVENTS = 2000


def _surplus(rounds: int, model: OutcomeModel, *, adjusted: bool = False) -> Figure:
    """Mean points of those with more Whites minus those with more Blacks, event by event.

    Events where nobody has more are left out: after an even number of rounds there are few.
    Adjusted: points are taken from their regression on strength within the event.
    """
    design = tpr.Swiss(GRAND_SWISS, model, rounds=rounds)
    found = []
    for batch in tpr.simulate(design, events=EVENTS, seed=2410):
        balance = batch.colours.sum(axis=2)
        some = (batch.stopped == 0) & (balance != 0).any(axis=1)
        points, more, fewer = batch.scores[some] / 2.0, balance[some] > 0, balance[some] < 0
        if adjusted:
            x = batch.players.strength[some]
            x = x - x.mean(axis=1, keepdims=True)
            points = points - x * (x * points).sum(axis=1, keepdims=True) / np.square(x).sum(
                axis=1, keepdims=True
            )
        found.append(
            (points * more).sum(axis=1) / more.sum(axis=1)
            - (points * fewer).sum(axis=1) / fewer.sum(axis=1)
        )
    return mean_of_events(np.concatenate(found))


def _balance_at_the_top(rounds: int) -> Figure:
    """Whites minus Blacks of those with more than half of the points."""
    design = tpr.Swiss(GRAND_SWISS, Milvang(), rounds=rounds)
    total, players = [], []
    for batch in tpr.simulate(design, events=EVENTS, seed=2410):
        ended = batch.take(batch.stopped == 0)
        top = ended.scores > rounds
        total.append((ended.colours.sum(axis=2) * top).sum(axis=1))
        players.append(top.sum(axis=1))
    return mean_of_events(np.concatenate(total), np.concatenate(players))


def white_surplus() -> dict[str, float | Figure]:
    win, _, loss = Milvang().wdl(0.0, GRAND_SWISS.mean, 1)
    return {
        "11 rounds": _surplus(11, Milvang()),
        "9 rounds": _surplus(9, Milvang()),
        "one White for one Black between equals": float(win - loss),
        "11 rounds, adjusted for strength": _surplus(11, Milvang(), adjusted=True),
        "9 rounds, Whites minus Blacks of those above half": _balance_at_the_top(9),
        "10 rounds, two Whites more against two fewer": _surplus(10, Milvang()),
        "11 rounds, draws .5, White worth 35 Elo": _surplus(11, EloDavidson(0.5, 35.0)),
        "11 rounds, draws .5, White worth nothing": _surplus(11, EloDavidson(0.5, 0.0)),
    }


OPEN = tpr.Field(100, mean=2000.0, sd=300.0, fixed=True)


def _first_round(acceleration: str | None) -> tuple[float, float]:
    """Mean rating difference and chance that the stronger does not win: the same every time."""
    design = tpr.Swiss(OPEN, Milvang(), rounds=9, acceleration=acceleration)
    (batch,) = tpr.simulate(design, events=1, seed=1)
    strength = batch.players.strength[0]
    other = strength[batch.opponents[0, :, 0]]
    stronger = strength > other
    gap = (strength - other)[stronger]
    level = ((strength + other) / 2.0)[stronger]
    win, _, _ = Milvang().wdl(gap, level, batch.colours[0, stronger, 0])
    return float(gap.mean()), float(1.0 - win.mean())


def _all_rounds(acceleration: str | None) -> np.ndarray:
    """Mean rating difference of a game, by event and round."""
    design = tpr.Swiss(OPEN, Milvang(), rounds=9, acceleration=acceleration)
    found = []
    for batch in tpr.simulate(design, events=EVENTS, seed=45):
        other = np.take_along_axis(
            batch.players.strength[:, :, None], batch.opponents.astype(np.int64), axis=1
        )
        found.append(np.abs(batch.players.strength[:, :, None] - other).mean(axis=1))
    return np.concatenate(found)


def acceleration() -> dict[str, float | Figure]:
    plain, baku = _first_round(None), _first_round("baku")
    less = _all_rounds("baku") - _all_rounds(None)
    return {
        "round 1, rating difference, Baku minus plain": baku[0] - plain[0],
        "round 1, stronger does not win, Baku minus plain": baku[1] - plain[1],
        "round 1, rating difference, plain": plain[0],
        "round 1, rating difference, Baku": baku[0],
        "round 1, stronger does not win, plain": plain[1],
        "round 1, stronger does not win, Baku": baku[1],
        "round 2, rating difference, Baku minus plain": mean_of_events(less[:, 1]),
        "all 9 rounds, rating difference, Baku minus plain": mean_of_events(less.mean(axis=1)),
    }


POOL, GROUP, ROUNDS = 2000, 50, 9


def _rating_noise(k: float, pools: int, events: int, settling: int) -> Figure:
    """SD of rating minus strength in a pool whose ratings move by K after every event.

    Strengths 1200 to 1600, events of 50 with nine opponents at random, results by Milvang's rule,
    expected scores by table 8.1.2 at the ratings before the event, changes rounded.
    """
    table: dict[int, list[tuple[int, int]]] = {}
    for r, low, high, colour in round_robin_schedule(GROUP).table:
        table.setdefault(r, []).append((low, high) if colour > 0 else (high, low))
    variance = []
    for pool in range(pools):
        rng = np.random.default_rng([20, int(k), pool])
        strength = 1200.0 + 400.0 * rng.random(POOL)
        rating = np.rint(strength)
        kept = []
        for event in range(events):
            order = rng.permutation(POOL).reshape(-1, GROUP)
            change = np.zeros(POOL)
            for r in rng.permutation(GROUP - 1)[:ROUNDS]:
                white, black = (order[:, side] for side in np.array(table[r]).T)
                gap, level = strength[white] - strength[black], strength[white] + strength[black]
                win, draw, _ = Milvang().wdl(gap, level / 2.0, 1)
                luck = rng.random(win.shape)
                score = np.where(luck < win, 1.0, np.where(luck < win + draw, 0.5, 0.0))
                score -= pd_hundredths((rating[white] - rating[black]).astype(int)) / 100.0
                np.add.at(change, white, score)
                np.add.at(change, black, -score)
            hundredths = np.rint(100.0 * k * change).astype(int)
            rating += round_half_up(hundredths, 100)
            if event >= settling:
                kept.append((rating - strength).var())
        variance.append(np.mean(kept))
    mean = mean_of_events(variance)
    sd = float(np.sqrt(mean.value))
    return Figure(sd, mean.mcse / (2.0 * sd))


def milvang_sigma() -> dict[str, float | Figure]:
    return {f"K = {k}": _rating_noise(k, pools=8, events=250, settling=100) for k in (20, 40)}
