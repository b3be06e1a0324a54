"""From records to results: one batch, every rule, one strength interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.estimators import RULES, Rule, get_rule
from tprstats.estimators._sums import mean_opponent
from tprstats.intervals import get_interval, interval
from tprstats.rate.assume import Given, draw_shares, priors, white_advantages
from tprstats.rate.results import Assumptions, Estimate, EventRating, IntervalEnds, RateResult
from tprstats.records import Event, LeftOut, Record, RecordBatch
from tprstats.results import Intervals, Ratings

__all__ = ["rate", "rate_event", "rate_records"]

Array = NDArray[np.float64]


@overload
def rate(record: Record, method: str, **options: Any) -> Estimate: ...
@overload
def rate(record: Record, method: None = None, **options: Any) -> RateResult: ...
@overload
def rate(record: Event, method: str | None = None, **options: Any) -> EventRating: ...


def rate(
    record: Record | Event, method: str | None = None, **options: Any
) -> Estimate | RateResult | EventRating:
    """Rate a record by one rule or by every rule, or everybody in an event.

    Parameters
    ----------
    record
        One player's :class:`~tprstats.records.Record`, or a whole
        :class:`~tprstats.records.Event` (then see :func:`rate_event`).
    method
        A rule id gives one :class:`Estimate`; None gives a :class:`RateResult` with all rules.
    **options
        ``interval`` (id, ``"midp"``), ``level`` (0.95), ``draw_share`` (``"auto"``, ``"level"``
        or a number), ``white_advantage`` (Elo or ``"level"``), ``prior`` (``(mean, sd)``),
        ``unrated`` (Elo, None leaves them out); see :func:`rate_records`.

    Examples
    --------
    >>> import tprstats as tpr
    >>> record = tpr.Record.from_results([2300] * 9, [1] * 4 + [0.5] * 5)
    >>> print(tpr.rate(record, method="firth", draw_share=0.35))
    firth 2447.2 [2268 to 2682]
    """
    if isinstance(record, Event):
        return rate_event(record, rank_by=method or "firth", **options)
    result = rate_records([record], methods=None if method is None else [method], **options)[0]
    return result if method is None else result.estimates[0]


def rate_event(event: Event, *, rank_by: str = "firth", **options: Any) -> EventRating:
    """Rate everybody and rank them by one rule.

    Parameters
    ----------
    event
        A tournament; event-level rules need it whole.
    rank_by
        Rule id of the ranking.
    **options
        As in :func:`rate_records`.
    """
    rule = get_rule(rank_by)
    methods = options.pop("methods", None)
    if methods is not None and rank_by not in methods:
        methods = [rank_by, *methods]
    results = rate_records(event.records, methods=methods, event=event, **options)

    def rating(r: RateResult) -> float:
        found = r.estimate(rule.id)
        return -np.inf if found is None or found.rating is None else found.rating

    ranked = sorted(results, key=rating, reverse=True)
    return EventRating(event.name, rule.id, tuple(ranked))


def rate_records(
    records: Sequence[Record],
    *,
    methods: Sequence[str] | None = None,
    event: Event | None = None,
    interval: str = "midp",
    level: float = 0.95,
    draw_share: float | str = "auto",
    white_advantage: float | str = 0.0,
    prior: tuple[float | None, float | None] | None = None,
    unrated: float | None = None,
    resampling: dict[str, Any] | None = None,
) -> tuple[RateResult, ...]:
    """Rate several records at once.

    Parameters
    ----------
    records
        Each player's games.
    methods
        Rule ids; None takes all (event-level ones only where ``event`` is given).
    event
        The event the records belong to, for event-level rules.
    interval
        Interval id. A game bootstrap is computed for every rule and targets that rule; the
        strength interval beside it is then ``midp``.
    level
        Two-sided confidence level.
    draw_share
        Draw share between equals: a number; ``"level"`` for the level rule; ``"auto"`` plugs in
        the record's own draws, shrunk towards the level's or platform's prior.
    white_advantage
        Elo for White in strength estimates and intervals; ``"level"`` for Milvang's rule.
    prior
        Mean and SD of the normal prior of ``bayes``, Elo; None in either place takes the own
        rating and the SD that US Chess's effective games imply.
    unrated
        Count unrated opponents at this rating instead of leaving them out.
    resampling
        Passed to a game bootstrap: ``seed``, ``n_resamples``.
    """
    chosen = _chosen(methods, event)
    pooled = {r.id: r.function(event) for r in chosen if r.event_level}
    place = {} if event is None else {id(r): k for k, r in enumerate(event.records)}
    if pooled and not all(id(r) in place for r in records):
        raise TprstatsError("event-level rules need records of that event")
    lengths = np.array([len(r.games) for r in records])
    results: list[RateResult | None] = [None] * len(records)
    # Records of like length together: a batch is as wide as its longest record.
    for group in np.unique(np.ceil(np.log2(np.maximum(lengths, 1)))):
        rows = np.flatnonzero(np.ceil(np.log2(np.maximum(lengths, 1))) == group)
        some = [records[int(i)] for i in rows]
        every = {m: v.take([place[id(r)] for r in some]) for m, v in pooled.items()}
        found = _rate_alike(
            some, chosen, every, interval, level, draw_share, white_advantage, prior, unrated,
            resampling or {},
        )  # fmt: skip
        for i, result in zip(rows, found, strict=True):
            results[i] = result
    return tuple(r for r in results if r is not None)


def _rate_alike(
    records: Sequence[Record],
    chosen: Sequence[Rule],
    pooled: dict[str, Ratings],
    interval: str,
    level: float,
    draw_share: float | str,
    white_advantage: float | str,
    prior: tuple[float | None, float | None] | None,
    unrated: float | None,
    resampling: dict[str, Any],
) -> tuple[RateResult, ...]:
    """Rate records of like length; ``pooled`` holds what event-level rules gave them."""
    bootstrap = "resampling" in get_interval(interval).needs
    batch = RecordBatch.from_records(records)
    if unrated is not None:
        batch = batch.with_unrated(unrated)
    batch = batch.rated()
    share, origins = draw_shares(batch, records, draw_share)
    advantage = white_advantages(batch, white_advantage)
    strength_batch = batch.colour_corrected(advantage)
    mean, sd = priors(batch, prior)
    given = Given(share, mean, sd)
    common = {"level": level, "draw_share": share, "prior_mean": mean, "prior_sd": sd}

    strength_id = "midp" if bootstrap else interval
    strength = _interval(strength_batch, strength_id, common)
    found: list[tuple[Rule, Ratings, list[IntervalEnds | None]]] = []
    for rule in chosen:
        games = strength_batch if rule.strength else batch
        ratings = pooled[rule.id] if rule.event_level else rule(games, **given.options(rule))
        ends: Intervals | None = None
        id_ = strength_id
        if bootstrap and _can_resample(rule, interval):
            id_ = interval
            ends = _resampled(games, id_, rule, given, level, resampling)
        elif "prior" in rule.needs:
            id_ = "bayes"
            ends = _interval(strength_batch, id_, common)
        elif rule.strength:
            ends = strength
        target = rule.id if id_ == interval and bootstrap else "strength"
        found.append((rule, ratings, _ends(ends, id_, level, target, len(records))))
    shown = _ends(strength, strength_id, level, "strength", len(records))
    return tuple(
        _result(
            i,
            r,
            batch,
            Assumptions(
                draw_share=float(share[i]),
                draw_share_origin=origins[i],
                white_advantage=float(advantage[i]),
                level=level,
                prior_mean=None if np.isnan(mean[i]) else float(mean[i]),
                prior_sd=None if np.isnan(sd[i]) else float(sd[i]),
                unrated=unrated,
                equal_opponents=bool(batch.totals[i]),
            ),
            shown[i],
            tuple(_estimate(i, *one) for one in found),
        )
        for i, r in enumerate(records)
    )


def _chosen(methods: Sequence[str] | None, event: Event | None) -> list[Rule]:
    if methods is None:
        return [r for r in RULES.values() if event is not None or not r.event_level]
    rules = [get_rule(m) for m in methods]
    for r in rules:
        if r.event_level and event is None:
            raise TprstatsError(f"{r.id} needs the whole event; give a file with all players")
    return rules


def _interval(batch: RecordBatch, method: str, common: dict[str, Any]) -> Intervals:
    return interval(batch, method, **common)


def _can_resample(rule: Rule, method: str) -> bool:
    """Games can be drawn again for a rule on records in any order, by a method that serves it."""
    alone = "per-opponent" in get_interval(method).needs
    fixed = not (rule.event_level or "order" in rule.needs)
    return fixed and (rule.id == "per-opponent" or not alone)


def _resampled(
    batch: RecordBatch,
    method: str,
    rule: Rule,
    given: Given,
    level: float,
    resampling: dict[str, Any],
) -> Intervals:
    """A rule's game bootstrap, record by record: each has options of its own."""

    def chosen(i: int) -> dict[str, Any]:
        if "per-opponent" in get_interval(method).needs:
            return {}
        return {"rule": rule.id, "rule_options": given.of(i).options(rule)}

    found = [
        interval(
            batch.take([i]),
            method,
            level=level,
            draw_share=given.draw_share[i],
            **chosen(i),
            **resampling,
        )
        for i in range(len(batch))
    ]
    low, high, why = (
        np.array([getattr(f, x)[0] for f in found]) for x in ("low", "high", "reasons")
    )
    return Intervals(low, high, why)


def _ends(
    found: Intervals | None, method: str, level: float, target: str, m: int
) -> list[IntervalEnds | None]:
    if found is None:
        return [None] * m
    resampled = "games" if "resampling" in get_interval(method).needs else ""
    return [
        IntervalEnds(
            method,
            level,
            float(found.low[i]),
            float(found.high[i]),
            target,
            resampled,
            found.reason(i),
        )
        for i in range(m)
    ]


def _estimate(i: int, rule: Rule, ratings: Ratings, ends: list[IntervalEnds | None]) -> Estimate:
    value = float(ratings.values[i])
    return Estimate(
        rule.id,
        None if np.isnan(value) else value,
        ratings.reason(i),
        ends[i],
        bool(ratings.multimodal[i]),
    )


def _result(
    i: int,
    record: Record,
    batch: RecordBatch,
    assumptions: Assumptions,
    strength: IntervalEnds | None,
    estimates: tuple[Estimate, ...],
) -> RateResult:
    assert strength is not None
    n = int(batch.counts[i])
    colours = batch.colours[i, :n]
    left: tuple[LeftOut, ...] = record.left_out(unrated_counts=assumptions.unrated is not None)
    return RateResult(
        player=record.player.name,
        number=record.player.number,
        own_rating=record.player.rating,
        games=n,
        score=int(batch.scores[i]) / 2.0,
        average=float(mean_opponent(batch)[i]) if n else None,
        ratings=tuple(float(x) for x in batch.opponents[i, :n]),
        white=int((colours > 0).sum()),
        black=int((colours < 0).sum()),
        left_out=left,
        adjustments=record.adjustments,
        assumptions=assumptions,
        strength=strength,
        estimates=estimates,
        event=record.event,
    )
