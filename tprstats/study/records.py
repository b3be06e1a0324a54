"""Replicates of a record: one player against opponents known beforehand.

The exact engine lists every pair of score and number of draws with its chance (a convolution);
form is averaged out by quadrature over its normal law, the error of opponents' ratings game by
game. The Monte Carlo engine draws the games, plain, in antithetic pairs, tilted, or between the
exact tails; each is unbiased for the same means.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tprstats.errors import TprstatsError
from tprstats.estimators import get_rule
from tprstats.exact import game_chances, outcome_batch
from tprstats.intervals.coverage import spread_schedule
from tprstats.intervals.registry import get_interval
from tprstats.records import RecordBatch
from tprstats.rng import Purpose, make_key, uniforms
from tprstats.scores import score_draws_pmf
from tprstats.study.estimates import Estimates
from tprstats.study.evaluate import asked, evaluate_intervals, evaluate_method
from tprstats.study.factors import RecordFactors
from tprstats.study.spec import StudySpec
from tprstats.study.spec_parts import IntervalSpec, MethodSpec

__all__ = ["exact_record", "schedule_of", "simulate_records", "strength_of"]

Array = NDArray[np.float64]

_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(41)
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()
"""Nodes and weights of the standard normal law."""


def schedule_of(f: RecordFactors) -> RecordBatch:
    """The opponents as published, White first and then in turn.

    Examples
    --------
    >>> schedule_of(RecordFactors(games=4, spread=100, opponents="two-points")).opponents.tolist()
    [[1900.0, 2100.0, 1900.0, 2100.0]]
    """
    count = f.games if f.outlier is None else f.games - 1
    if f.opponents == "two-points":
        ratings = f.level + f.spread * np.where(np.arange(count) % 2 == 0, -1.0, 1.0)
    else:
        ratings = spread_schedule(count, f.spread, f.level).opponents[0]
    if f.outlier is not None:
        ratings = np.append(ratings, f.level + f.outlier)
    colours = np.where(np.arange(f.games) % 2 == 0, 1, -1)
    own = strength_of(f) + f.own_error
    return RecordBatch.from_arrays([ratings], 0, colours=[colours], own=[own])


def strength_of(f: RecordFactors) -> float:
    """Long-run strength: the level plus the advantage, Elo."""
    return f.level + f.advantage


def _chances(f: RecordFactors, strength: Array) -> tuple[Array, Array, Array]:
    """Win, draw and loss of every game at some strengths, ``(g, n)``, rating errors averaged.

    Published ratings lie ``rating_shift`` above the truth, which scatters around them by
    ``rating_noise``.
    """
    shown = schedule_of(f)
    model = f.model()
    if f.rating_noise == 0.0:
        true = shown.with_opponents(shown.opponents - f.rating_shift)
        win, draw, loss = game_chances(true, strength[None, :], model)
        return win[0], draw[0], loss[0]
    total = [np.zeros((strength.size, f.games)) for _ in range(3)]
    for node, weight in zip(_NODES, _WEIGHTS, strict=True):
        true = shown.with_opponents(shown.opponents - f.rating_shift + f.rating_noise * node)
        parts = game_chances(true, strength[None, :], model)
        for sum_, part in zip(total, parts, strict=True):
            sum_ += weight * part[0]
    return total[0], total[1], total[2]


def _form_nodes(f: RecordFactors, *, steps: bool = False) -> tuple[Array, Array]:
    """Strengths in the event and their weights.

    Chances are smooth in the strength. Where the strength is the estimand, what is measured jumps
    as it passes an end of an interval: then (``steps``) a fine grid takes the place of Gauss.
    """
    if f.form == 0.0:
        return np.array([strength_of(f)]), np.ones(1)
    if not steps:
        return strength_of(f) + f.form * _NODES, _WEIGHTS
    x = np.linspace(-5.0, 5.0, 801)
    density = np.exp(-0.5 * x * x)
    return strength_of(f) + f.form * x, density / density.sum()


def exact_record(f: RecordFactors, spec: StudySpec) -> Estimates:
    """Every outcome with its chance; no random numbers.

    With form, the estimand ``event`` differs from outcome to outcome's cause: the rows are then
    listed once for each node of the form.
    """
    _refuse_norms(spec)
    _refuse_order(spec, f)
    part = spec.model_dump(mode="json", include={"methods", "intervals"})
    listed = _listed(json.dumps({"factors": _seen(f, spec).model_dump(mode="json"), **part}))
    records, s2, draws = listed.records, listed.s2, listed.draws
    strengths, weights = _form_nodes(f, steps=spec.estimand == "event")
    win, draw, loss = _chances(f, strengths)
    joint = score_draws_pmf(win, draw, loss)[:, s2, draws]  # (g, k)
    g, k = joint.shape
    weight = (weights[:, None] * joint).ravel()
    expected = (win + draw / 2.0).sum(axis=1)
    surplus = (s2[None, :] / 2.0 - expected[:, None]).ravel()
    truth = np.repeat(strengths, k)

    def rows(array: Array) -> Array:
        return np.tile(array.reshape(-1, 1, k, 1), (1, 1, g, 1))

    return _estimates(
        f,
        spec,
        replicate=np.arange(g * k),
        weight=weight,
        exact=True,
        fixed=np.zeros(g * k, dtype=bool),
        truth=truth,
        records=records.take(np.tile(np.arange(k), g)),
        surplus=surplus,
        values=rows(listed.values),
        ends=(rows(listed.low), rows(listed.high)),
    )


@dataclass(frozen=True)
class _Listed:
    """Every outcome against a schedule, rated: what does not depend on the true strength."""

    records: RecordBatch
    s2: NDArray[np.int64]
    draws: NDArray[np.int64]
    values: Array
    low: Array
    high: Array


def _seen(f: RecordFactors, spec: StudySpec) -> RecordFactors:
    """What rules and intervals see of a scenario, so that a grid of strengths rates them once."""
    hidden = {"slope": 1.0, "rating_noise": 0.0, "rating_shift": 0.0, "form": 0.0}
    rules = [get_rule(m.id).needs for m in spec.methods]
    priors = [get_interval(i.id).needs for i in spec.intervals]
    if not any({"own", "prior"} & needs for needs in (*rules, *priors)):
        hidden |= {"advantage": 0.0, "own_error": 0.0}
    own = f.advantage + f.own_error
    moved = {"advantage": 0.0, "own_error": own} if "advantage" not in hidden else {}
    return f.model_copy(update={**hidden, **moved})


@lru_cache(maxsize=32)
def _listed(text: str) -> _Listed:
    """The outcomes of what is given as JSON, which unlike its parts can be looked up."""
    given = json.loads(text)
    f = RecordFactors(**given["factors"])
    methods = [MethodSpec(**m) for m in given["methods"]]
    intervals = [IntervalSpec(**i) for i in given["intervals"]]
    records, s2, draws = outcome_batch(schedule_of(f), draws=True)
    values = np.empty((len(methods), s2.size))
    for row, method in zip(values, methods, strict=True):
        row[:] = evaluate_method(records, method, f, np.ones(s2.size, dtype=bool))
    low, high = evaluate_intervals(records, intervals, f, np.zeros(s2.size, dtype=np.int64))
    return _Listed(records, s2, draws, values, low, high)


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
    _refuse_norms(spec)
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
    return _estimates(
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
    strengths, _ = _form_nodes(f)
    if strengths.size > 1:
        raise TprstatsError("exact_tails needs form 0")
    win, draw, loss = _chances(f, strengths)
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


def _estimates(
    f: RecordFactors,
    spec: StudySpec,
    *,
    replicate: Any,
    weight: Array,
    exact: bool,
    fixed: NDArray[np.bool_],
    truth: Array,
    records: RecordBatch,
    surplus: Array,
    values: Array,
    ends: tuple[Array, Array],
    views: list[RecordBatch] | None = None,
) -> Estimates:
    seen = views or [records]

    def each(value: Callable[[RecordBatch], Any]) -> Any:
        return np.stack([value(r) for r in seen])[:, :, None]

    long_run = np.full(truth.size, strength_of(f))
    estimand = {"event": truth, "long-run": long_run, "published": long_run + f.own_error}[
        spec.estimand
    ]
    return Estimates(
        replicate=np.asarray(replicate, dtype=np.int64),
        weight=weight,
        exact=exact,
        fixed=fixed,
        truth=estimand[:, None].copy(),
        own=np.full((truth.size, 1), strength_of(f) + f.own_error),
        standing=seen[-1].scores[:, None],
        half_points=each(lambda r: r.scores),
        games=each(lambda r: r.counts),
        average=each(lambda r: np.nanmean(r.opponents, axis=1)),
        surplus=np.broadcast_to(surplus[None, :, None], (len(seen), truth.size, 1)).copy(),
        values=values,
        low=ends[0],
        high=ends[1],
    )


def _refuse_norms(spec: StudySpec) -> None:
    if spec.norms:
        raise TprstatsError("norms belong to whole events, not to kind 'record'")


def _refuse_order(spec: StudySpec, f: RecordFactors) -> None:
    """Name a method that the exact engine cannot serve."""
    if spec.after:
        raise TprstatsError("'after' needs engine 'monte-carlo': an outcome has no order of games")
    for method in spec.methods:
        if "order" in get_rule(method.id).needs:
            raise TprstatsError(
                f"{method.name} depends on the order of the games: set engine to 'monte-carlo'"
            )
    equal = f.spread == 0.0 and f.outlier is None
    for interval in spec.intervals:
        if not equal and {"games", "resampling"} & get_interval(interval.id).needs:
            raise TprstatsError(
                f"{interval.name} depends on who was beaten: set engine to 'monte-carlo'"
            )
