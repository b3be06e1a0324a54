"""Monte Carlo records: plain, in antithetic pairs, tilted, or between the exact tails.

Each is unbiased for the means that :mod:`tprstats.study.records_exact` gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tprstats.errors import TprstatsError
from tprstats.exact import game_chances
from tprstats.records import RecordBatch
from tprstats.rng import Purpose, make_key, uniforms
from tprstats.study.estimates import Estimates
from tprstats.study.evaluate import asked, evaluate_intervals, evaluate_method
from tprstats.study.factors import RecordFactors
from tprstats.study.record_schedule import (
    chances_of,
    estimates_of,
    form_nodes,
    refuse_norms,
    schedule_of,
    strength_of,
)
from tprstats.study.spec import StudySpec

__all__ = ["simulate_records"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class _Draw:
    """Monte Carlo records and what belongs to them."""

    records: RecordBatch
    truth: Array
    weight: Array
    surplus: Array
    fixed: NDArray[np.bool_]


def simulate_records(
    f: RecordFactors, spec: StudySpec, first: int, count: int, seed: int
) -> Estimates:
    """Replicates ``first`` to ``first + count - 1``."""
    refuse_norms(spec)
    drawn = _draw(f, first, count, seed)
    replicate = first + np.arange(count)
    if f.exact_tails:
        every = [m.every for m in spec.methods] + [i.every for i in spec.intervals]
        if max(every) > 1:
            raise TprstatsError("exact_tails needs every method and interval at each replicate")
        drawn, replicate = _between_tails(f, drawn, replicate)
    views = spec.views(f.games)
    values = np.empty((len(spec.methods), len(views), len(drawn.records), 1))
    low = np.empty((len(spec.intervals), *values.shape[1:]))
    high = np.empty_like(low)
    seen = []
    for v, games in enumerate(views):
        records = _first_games(drawn.records, games)
        seen.append(records)
        for k, method in enumerate(spec.methods):
            wanted = asked(method.every, replicate)
            values[k, v, :, 0] = evaluate_method(records, method, f, wanted)
        low[:, v, :, 0], high[:, v, :, 0] = evaluate_intervals(
            records, spec.intervals, f, replicate
        )
    return estimates_of(
        f,
        spec,
        replicate=replicate,
        weight=drawn.weight,
        exact=False,
        fixed=drawn.fixed,
        truth=drawn.truth,
        records=seen[0],
        views=seen,
        surplus=drawn.surplus,
        values=values,
        ends=(low, high),
    )


def _first_games(records: RecordBatch, games: int) -> RecordBatch:
    if games >= records.width:
        return records
    return records.keep(np.broadcast_to(np.arange(records.width) < games, records.opponents.shape))


def _draw(f: RecordFactors, first: int, count: int, seed: int) -> _Draw:
    luck = f.model_dump(mode="json", exclude={"engine", "antithetic", "exact_tails", "own_error"})
    key = make_key(seed, luck)
    number = first + np.arange(count)
    # A pair of antithetic replicates has one set of numbers, the second mirrored.
    rep = (number // 2 if f.antithetic else number)[:, None]
    mirrored = (f.antithetic & (number % 2 == 1))[:, None]

    def uniform(purpose: Purpose, index: Any) -> Array:
        u = uniforms(key, rep, purpose, index)
        return np.asarray(np.where(mirrored, 1.0 - u, u))

    games = np.arange(f.games)[None, :]
    shown = np.repeat(schedule_of(f).opponents, count, axis=0)
    if f.opponents == "normal":
        shown = f.level + f.spread * ndtri(uniform(Purpose.STRENGTH, games))
        if f.outlier is not None:
            shown[:, -1] = f.level + f.outlier
    true = shown - f.rating_shift
    if f.rating_noise:
        true = true + f.rating_noise * ndtri(uniform(Purpose.RATING_NOISE, games))
    strength = np.full(count, strength_of(f))
    if f.form:
        strength = strength + f.form * ndtri(uniform(Purpose.FORM, 0))[:, 0]
    colours = np.broadcast_to(schedule_of(f).colours, true.shape)
    board = RecordBatch.from_arrays(true, 0, colours=colours)
    win, draw, loss = game_chances(board, strength, f.model())
    played = game_chances(board, strength + f.tilt, f.model()) if f.tilt else (win, draw, loss)
    u = uniform(Purpose.GAME, games)
    half = np.where(u < played[0], 2, np.where(u < played[0] + played[1], 1, 0))
    weight = np.ones(count)
    if f.tilt:
        # Chance of the very results under the truth, over that under which they were drawn.
        chance, drawn = (np.choose(half, wdl[::-1]) for wdl in ((win, draw, loss), played))
        weight = (chance / drawn).prod(axis=1)
    own = np.full(count, strength_of(f) + f.own_error)
    records = RecordBatch.from_arrays(shown, half, colours=colours, own=own)
    surplus = half.sum(axis=1) / 2.0 - (win + draw / 2.0).sum(axis=1)
    return _Draw(records, strength, weight, surplus, np.zeros(count, dtype=bool))


def _between_tails(f: RecordFactors, d: _Draw, number: Any) -> tuple[_Draw, Any]:
    """Sampled rows at 0 % and 100 % give way to two rows with the exact chances.

    What is left is a sample of the law given a score between, and is weighted to its share.
    """
    strengths, _ = form_nodes(f)
    if strengths.size > 1:
        raise TprstatsError("exact_tails needs form 0")
    win, draw, loss = chances_of(f, strengths)
    tails = (float(loss.prod()), float(win.prod()))
    s2 = d.records.scores
    inside = np.flatnonzero((s2 > 0) & (s2 < 2 * f.games))
    schedule = schedule_of(f)
    ends = RecordBatch.from_arrays(
        np.repeat(schedule.opponents, 2, axis=0),
        np.array([[0], [2]]) * np.ones((1, f.games), dtype=np.int8),
        colours=np.repeat(schedule.colours, 2, axis=0),
        own=np.repeat(schedule.own, 2),
    )
    kept = d.records.take(inside)
    both = RecordBatch.from_arrays(
        np.concatenate([kept.opponents, ends.opponents]),
        np.concatenate([kept.half_points, ends.half_points]),
        colours=np.concatenate([kept.colours, ends.colours]),
        own=np.concatenate([kept.own, ends.own]),
    )
    share = 1.0 - sum(tails)
    expected = float((win + draw / 2.0).sum())
    mixed = _Draw(
        records=both,
        truth=np.full(inside.size + 2, strength_of(f)),
        # The tails weigh their chance; the sampled rows share the rest among them, however many
        # they come to be (see `Estimates.weight`).
        weight=np.concatenate([np.full(inside.size, share), tails]),
        surplus=both.scores / 2.0 - expected,
        fixed=np.concatenate([np.zeros(inside.size, dtype=bool), [True, True]]),
    )
    return mixed, np.concatenate([number[inside], [-1, -2]])
