"""Records that share draw share, White's advantage and prior, rated by the same rules at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.estimators import Rule
from tprstats.estimators.sums import mean_opponent
from tprstats.exact import game_chances
from tprstats.intervals import get_interval, interval
from tprstats.intervals.bootstrap import share_without_number
from tprstats.outcomes import EloDavidson
from tprstats.rate.assume import (
    Given,
    draw_shares,
    kinds_of,
    priors,
    white_advantages,
    white_origin,
)
from tprstats.rate.estimate import Assumptions, AtOwnRating, Estimate, IntervalEnds
from tprstats.rate.pooled import pooled_in
from tprstats.rate.results import RateResult
from tprstats.records import LeftOut, Record, RecordBatch, check_rating
from tprstats.results import Intervals, Ratings, Reason
from tprstats.scores import tail_probabilities

__all__ = ["can_resample", "rate_alike"]

Array = NDArray[np.float64]


def rate_alike(
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
        batch = batch.with_unrated(check_rating(unrated, "unrated"))
    batch = batch.rated()
    share, origins = draw_shares(batch, records, draw_share)
    advantage = white_advantages(batch, white_advantage, records)
    average = mean_opponent(batch)
    strength_batch = batch.colour_corrected(advantage)
    mean, sd = priors(batch, prior)
    given = Given(share, mean, sd)
    common = {"level": level, "draw_share": share, "prior_mean": mean, "prior_sd": sd}

    # A posterior is for the player, a bootstrap for a rule: the strength interval stays mid-p.
    strength_id = "midp" if get_interval(interval).target != "strength" else interval
    strength = _interval(strength_batch, strength_id, common)
    found: list[tuple[Rule, Ratings, list[IntervalEnds | None]]] = []
    for rule in chosen:
        games = strength_batch if rule.strength else batch
        ratings = pooled[rule.id] if rule.event_level else rule(games, **given.options(rule))
        ends: Intervals | None = None
        missing: Array | None = None
        id_ = strength_id
        if bootstrap and can_resample(rule, interval):
            id_ = interval
            ends = _resampled(games, id_, rule, given, level, resampling)
            if "per-opponent" not in get_interval(id_).needs:
                missing = share_without_number(games, rule.id, given.options(rule))
        elif bootstrap and rule.strength:
            # No other interval in its place: the column would not be what was asked for.
            id_ = interval
            none = np.full(len(records), np.nan)
            ends = Intervals.of(none, none, np.full(len(records), np.uint8(Reason.OTHER_RULE)))
        elif "prior" in rule.needs:
            id_ = "bayes"
            ends = _interval(strength_batch, id_, common)
        elif rule.strength:
            ends = strength
        target = get_interval(id_).target
        target = rule.id if target == "rule" else target
        found.append((rule, ratings, _ends(ends, id_, level, target, len(records), missing)))
    shown = _ends(strength, strength_id, level, "strength", len(records))
    results = [
        _result(
            i,
            r,
            batch,
            float(average[i]),
            Assumptions(
                draw_share=float(share[i]),
                draw_share_origin=origins[i],
                white_advantage=float(advantage[i]),
                white_advantage_origin=white_origin(r, white_advantage, average[i]),
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
    ]
    usual = share.copy()
    edges = np.flatnonzero((batch.scores == 0) | (batch.scores == 2 * batch.counts))
    if edges.size:
        some = [records[int(i)] for i in edges]
        usual[edges], _ = draw_shares(batch.take(edges), some, draw_share, edges=True)
    return _with_chances(results, strength_batch, usual)


def _with_chances(
    results: Sequence[RateResult], batch: RecordBatch, share: Array
) -> tuple[RateResult, ...]:
    """What each score is for somebody whose strength is exactly the own rating."""
    own = np.array([r.own_rating if r.own_rating is not None else np.nan for r in results])
    known = np.flatnonzero(~np.isnan(own) & (batch.counts > 0))
    if not known.size:
        return tuple(results)
    games = batch.take(known)
    model = EloDavidson(share[known][:, None])
    below, at, above = tail_probabilities(*game_chances(games, own[known], model), games.scores)
    with_chances = list(results)
    # Sums of chances may end an ulp above 1.
    low, high = np.minimum(below + at, 1.0), np.minimum(above + at, 1.0)
    for i, *figures in zip(known, low, high, share[known], strict=True):
        with_chances[i] = replace(with_chances[i], at_own=AtOwnRating(*map(float, figures)))
    return tuple(with_chances)


def _interval(batch: RecordBatch, method: str, common: dict[str, Any]) -> Intervals:
    return interval(batch, method, **common)


def can_resample(rule: Rule, method: str) -> bool:
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
    found: Intervals | None,
    method: str,
    level: float,
    target: str,
    m: int,
    without_number: Array | None = None,
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
            0.0 if without_number is None else float(without_number[i]),
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
    average: float,
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
        own_rating=record.own_before,
        games=n,
        score=int(batch.scores[i]) / 2.0,
        average=average if n else None,
        ratings=tuple(float(x) for x in batch.opponents[i, :n]),
        white=int((colours > 0).sum()),
        black=int((colours < 0).sum()),
        left_out=left,
        adjustments=record.adjustments,
        assumptions=assumptions,
        strength=strength,
        estimates=estimates,
        event=record.event,
        kinds=kinds_of(record),
        pooled=pooled_in(record),
        title=record.player.title,
        federation=record.player.federation,
    )
