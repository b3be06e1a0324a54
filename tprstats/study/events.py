"""Replicates of a whole event, every player rated by every method."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.estimators import estimate, get_rule
from tprstats.norms import levels_by_rating, norm_scores
from tprstats.pairing.history import Cell
from tprstats.records import RecordBatch
from tprstats.rng import Purpose, make_key, pair_number, uniforms
from tprstats.simulation import (
    Design,
    EventBatch,
    Field,
    RoundRobin,
    Swiss,
    TeamMatch,
    simulate_range,
    to_event,
)
from tprstats.study.estimates import Estimates, Failure
from tprstats.study.evaluate import asked, evaluate_intervals, evaluate_method, rule_options
from tprstats.study.factors import EventFactors
from tprstats.study.spec import StudySpec
from tprstats.study.spec_parts import MethodSpec, NormSpec

__all__ = ["design_of_factors", "play_events", "simulate_events"]

Array = NDArray[np.float64]

_REPLAY = 1 << 16
"""Meeting number from which a replayed game takes its luck: not that of the first playing."""


def design_of_factors(f: EventFactors) -> Design:
    """The design that these factors describe."""
    field = Field(
        f.players,
        shape=f.shape,
        mean=f.mean,
        sd=f.sd,
        fixed=f.fixed,
        rating_noise=f.rating_noise,
        rating_shift=f.rating_shift,
        form=f.form,
        unrated=f.unrated,
    )
    model = f.model()
    if f.kind == "team":
        return TeamMatch(field, model)
    if not f.swiss:
        return RoundRobin(field, model, double=f.kind == "double-round-robin")
    return Swiss(
        field,
        model,
        rounds=f.rounds or 0,
        system=f.system,
        acceleration=None if f.acceleration == "none" else f.acceleration,
        absent=f.absent,
        half_byes=f.half_byes,
        forfeits=f.forfeits,
    )


def play_events(f: EventFactors, first: int, count: int, seed: int) -> EventBatch:
    """Play the events of some replicates; a replayed Swiss has its games drawn anew."""
    batch = simulate_range(design_of_factors(f), first, count, seed)
    return _replayed(batch, f, seed) if f.kind == "replayed-swiss" else batch


def simulate_events(
    f: EventFactors, spec: StudySpec, first: int, count: int, seed: int
) -> Estimates:
    """Replicates from ``first`` on; an event without a legal pairing is a failure."""
    batch = play_events(f, first, count, seed)
    stopped = batch.stopped > 0
    failures = tuple(
        Failure(int(batch.replicates[k]), f"no legal pairing in round {int(batch.stopped[k])}")
        for k in np.flatnonzero(stopped)
    )
    replicate = batch.replicates[~stopped]
    if stopped.any():
        if stopped.all():
            return Estimates.nothing(
                failures,
                players=batch.size,
                views=len(spec.views(batch.rounds)),
                methods=len(spec.columns),
                intervals=len(spec.intervals),
            )
        batch = batch.take(~stopped)
    views = spec.views(batch.rounds)
    shape = (len(views), batch.events, batch.size)
    values = np.full((len(spec.columns), *shape), np.nan)
    low, high = (np.empty((len(spec.intervals), *shape)) for _ in range(2))
    half, games = (np.empty(shape, dtype=np.int64) for _ in range(2))
    average = np.empty(shape)
    for v, rounds in enumerate(views):
        seen = _first_rounds(batch, rounds)
        records = seen.record_batch()
        half[v], games[v] = seen.by_event(records.scores), seen.by_event(records.counts)
        average[v] = seen.by_event(_average(records))
        treated: dict[Any, EventBatch] = {}
        for k, method in enumerate(spec.methods):
            values[k, v] = _rate(seen, method, replicate, records, treated, f)
        ends = evaluate_intervals(records, spec.intervals, f, np.tile(replicate, batch.size))
        for i in range(len(spec.intervals)):
            low[i, v], high[i, v] = seen.by_event(ends[0][i]), seen.by_event(ends[1][i])
    for k, norm in enumerate(spec.norms, start=len(spec.methods)):
        values[k, -1] = _norms(batch, norm, f)
    players = batch.players
    estimand = {"event": players.strength, "long-run": players.true, "published": players.published}
    return Estimates(
        replicate=replicate,
        weight=np.ones(batch.events),
        exact=False,
        fixed=np.zeros(batch.events, dtype=bool),
        truth=np.array(estimand[spec.estimand]),
        own=np.array(players.published),
        standing=batch.scores,
        half_points=half,
        games=games,
        average=average,
        surplus=_surplus(batch, f, views) if _wants_surplus(spec) else np.full(shape, np.nan),
        values=values,
        low=low,
        high=high,
        failures=failures,
    )


def _norms(batch: EventBatch, norm: NormSpec, f: EventFactors) -> Array:
    """1 for every player who made a norm, else 0."""
    titles = levels_by_rating(batch.players.published) if norm.mix == "by-rating" else None
    made = norm_scores(
        batch,
        norm.title,
        titles=titles,
        predetermined=not f.swiss,
        double=f.kind == "double-round-robin",
    )
    return made.astype(np.float64)


def _wants_surplus(spec: StudySpec) -> bool:
    return spec.precision.control or any(m.startswith("surplus") for m in spec.measures)


def _average(records: RecordBatch) -> Array:
    """Average published rating of the rated opponents; NaN without any."""
    known = ~np.isnan(records.opponents)
    total = np.where(known, records.opponents, 0.0).sum(axis=1)
    count = known.sum(axis=1)
    return np.asarray(np.where(count > 0, total / np.maximum(count, 1), np.nan))


def _first_rounds(batch: EventBatch, rounds: int) -> EventBatch:
    """The events as they stood after some rounds."""
    if rounds >= batch.rounds:
        return batch
    return replace(
        batch,
        opponents=batch.opponents[:, :, :rounds],
        colours=batch.colours[:, :, :rounds],
        results=batch.results[:, :, :rounds],
        cells=batch.cells[:, :, :rounds],
    )


def _rate(
    batch: EventBatch,
    method: MethodSpec,
    replicate: NDArray[np.int64],
    records: RecordBatch,
    treated: dict[Any, EventBatch],
    f: EventFactors,
) -> Array:
    if method.unrated != "out":
        if method.unrated not in treated:
            treated[method.unrated] = _unrated_as(batch, method.unrated)
        shown = treated[method.unrated]
        records = shown.record_batch()
    else:
        shown = batch
    wanted = asked(method.every, replicate)
    if get_rule(method.id).event_level:
        design = design_of_factors(f)
        values = np.full((shown.events, shown.size), np.nan)
        for k in np.flatnonzero(wanted):
            event = to_event(shown, int(k), design)
            values[k] = estimate(event, method.id, **rule_options(method, f)).values
        return values
    return shown.by_event(evaluate_method(records, method, f, np.tile(wanted, shown.size)))


def _unrated_as(batch: EventBatch, treatment: str | float) -> EventBatch:
    """The same events with unrated players published at a number."""
    shown = batch.players.published
    missing = np.isnan(shown)
    if treatment == "floor":
        number = np.nanmin(shown, axis=1, keepdims=True)
    elif treatment == "estimated":
        number = batch.by_event(estimate(batch.record_batch(), "firth").values)
    else:
        number = np.full((1, 1), float(treatment))
    players = replace(batch.players, published=np.where(missing, number, shown))
    return replace(batch, players=players)


def _of_opponents(batch: EventBatch, values: NDArray[Any]) -> NDArray[Any]:
    """Each player's value ``(e, n)``, looked up for every opponent, ``(e, n, r)``."""
    opponents = np.maximum(batch.opponents, 0).astype(np.int64)
    found = np.take_along_axis(values, opponents.reshape(batch.events, -1), axis=1)
    return found.reshape(opponents.shape)


def _chances(batch: EventBatch, f: EventFactors) -> tuple[Array, Array]:
    """Expected score and win chance of each player's game at the true strengths, ``(e, n, r)``."""
    mine = batch.players.strength[:, :, None]
    against = _of_opponents(batch, batch.players.strength)
    win, draw, _ = f.model().wdl(mine - against, (mine + against) / 2.0, batch.colours)
    return win + draw / 2.0, win


def _surplus(batch: EventBatch, f: EventFactors, views: tuple[int, ...]) -> Array:
    expected, _ = _chances(batch, f)
    # What counts for the ratings: games played against rated opponents, as the records have it.
    rated = _of_opponents(batch, ~np.isnan(batch.players.published))
    counts = (batch.cells == Cell.PLAYED) & rated
    each = np.where(counts, batch.results / 2.0 - expected, 0.0)
    return np.stack([each[:, :, :v].sum(axis=2) for v in views])


def _replayed(batch: EventBatch, f: EventFactors, seed: int) -> EventBatch:
    """The same pairings and colours, every game drawn anew from numbers of its own."""
    key = make_key(seed, design_of_factors(f).luck())
    expected, win = _chances(batch, f)
    me = np.arange(batch.size)[None, :, None]
    them = batch.opponents.astype(np.int64)
    played = batch.cells == Cell.PLAYED
    low, high = np.minimum(me, them), np.maximum(me, them)
    pair = np.where(played, pair_number(np.maximum(low, 0), high, batch.size), 0)
    u = uniforms(key, batch.replicates[:, None, None], Purpose.GAME, pair, _REPLAY)
    # Read from the lower start number's side, as every game is.
    draw = 2.0 * (expected - win)
    loss = 1.0 - win - draw
    mine = np.where(u < win, 2, np.where(u < win + draw, 1, 0))
    theirs = np.where(u < loss, 0, np.where(u < loss + draw, 1, 2))
    drawn = np.where(me < them, mine, theirs)
    results = np.where(played, drawn, batch.results).astype(np.int8)
    return replace(batch, results=results)
