"""From records to results: one batch, every rule, one strength interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.estimators import RULES, Rule, estimate, get_rule
from tprstats.estimators._sums import mean_opponent
from tprstats.estimators.bayes import default_prior_sd
from tprstats.intervals import draw_prior, get_interval, interval, plug_in_draw_share
from tprstats.outcomes import draw_share_at_level, white_advantage_at_level
from tprstats.rate.results import Assumptions, Estimate, EventRating, IntervalEnds, RateResult
from tprstats.records import Event, LeftOut, RatingKind, Record, RecordBatch
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
    bootstrap = "resampling" in get_interval(interval).needs
    batch = RecordBatch.from_records(records)
    if unrated is not None:
        batch = batch.with_unrated(unrated)
    batch = batch.rated()
    share, origins = draw_shares(batch, records, draw_share)
    advantage = _white_advantage(batch, white_advantage)
    strength_batch = batch.colour_corrected(advantage)
    mean, sd = priors(batch, prior)
    given = Given(share, mean, sd)
    common = {"level": level, "draw_share": share, "prior_mean": mean, "prior_sd": sd}

    strength_id = "midp" if bootstrap else interval
    strength = _interval(strength_batch, strength_id, common)
    found: list[tuple[Rule, Ratings, list[IntervalEnds | None]]] = []
    for rule in chosen:
        games = strength_batch if rule.strength else batch
        ratings = (
            _event_ratings(rule, event, records)
            if rule.event_level
            else estimate(games, rule.id, **given.options(rule))
        )
        ends: Intervals | None = None
        id_ = strength_id
        if bootstrap and _can_resample(rule, interval):
            id_ = interval
            ends = _resampled(games, id_, rule, given, level, resampling or {})
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


@dataclass(frozen=True)
class Given:
    """What rules may ask for besides the games."""

    draw_share: Array
    prior_mean: Array
    prior_sd: Array

    def of(self, i: int) -> Given:
        """What one record has."""
        return Given(*(x[[i]] for x in (self.draw_share, self.prior_mean, self.prior_sd)))

    def options(self, rule: Rule) -> dict[str, Array]:
        """Keyword arguments of a rule, by what it says it needs."""
        wanted: dict[str, Array] = {}
        if "draws" in rule.needs:
            wanted["draw_share"] = self.draw_share
        if "prior" in rule.needs:
            wanted |= {"prior_mean": self.prior_mean, "prior_sd": self.prior_sd}
        return wanted


def _chosen(methods: Sequence[str] | None, event: Event | None) -> list[Rule]:
    if methods is None:
        return [r for r in RULES.values() if event is not None or not r.event_level]
    rules = [get_rule(m) for m in methods]
    for r in rules:
        if r.event_level and event is None:
            raise TprstatsError(f"{r.id} needs the whole event; give a file with all players")
    return rules


def draw_shares(
    batch: RecordBatch, records: Sequence[Record] | None, wish: float | str
) -> tuple[Array, list[str]]:
    """Draw share of each record and where it comes from, in words.

    Parameters
    ----------
    batch, records
        The same records; without ``records`` the kind of rating is unknown.
    wish
        A number, ``"level"`` or ``"auto"``.
    """
    m = len(batch)
    if not isinstance(wish, str):
        if not 0.0 <= wish < 1.0:
            raise TprstatsError(f"draw share must be at least 0 and below 1, not {wish}")
        return np.full(m, float(wish)), ["given"] * m
    if wish == "level":
        return np.asarray(draw_share_at_level(mean_opponent(batch))), ["level rule"] * m
    if wish != "auto":
        raise TprstatsError(f"draw share {wish!r}: give a number, 'level' or 'auto'")
    prior = np.empty(m)
    sources = []
    for i in range(m):
        kind = RatingKind.UNKNOWN if records is None else _kind(records[i])
        share, source = draw_prior(batch.take([i]), kind)
        prior[i] = share[0]
        sources.append(source)
    share = plug_in_draw_share(batch, prior)
    words = {
        "level": "the level of the opponents",
        "platform": "online games",
        "unknown": "level and platform unknown: the cautious value",
    }
    origins = []
    for i in range(m):
        near = f"{prior[i]:.2f} ({words[sources[i]]})"
        s2, n = batch.scores[i], batch.counts[i]
        if batch.totals[i] and 0 < s2 < 2 * n:
            origins.append(f"{near}; totals do not tell the draws")
        elif n and s2 in (0, 2 * n):
            origins.append("0, the cautious choice at 0 % and 100 %")
        else:
            origins.append(f"the record's draws, shrunk towards {near}")
    return share, origins


def _kind(record: Record) -> RatingKind:
    """The kind of most rated games."""
    kinds = Counter(g.rating_kind for g in record.rated())
    return kinds.most_common(1)[0][0] if kinds else RatingKind.UNKNOWN


def _white_advantage(batch: RecordBatch, wish: float | str) -> Array:
    if wish == "level":
        return np.asarray(white_advantage_at_level(mean_opponent(batch)))
    try:
        value = float(wish)
    except ValueError:
        value = np.nan
    if not abs(value) <= 500.0:
        raise TprstatsError(f"white advantage {wish!r}: give Elo between -500 and 500, or 'level'")
    return np.full(len(batch), value)


def priors(
    batch: RecordBatch, prior: tuple[float | None, float | None] | None
) -> tuple[Array, Array]:
    """Mean and SD of each record's normal prior, Elo; a NaN mean where nothing is known."""
    mean, sd = prior or (None, None)
    if sd is not None and not 0.0 < sd < 2000.0:
        raise TprstatsError(f"prior SD {sd:g}: give Elo above 0 and below 2000")
    means = batch.own.copy() if mean is None else np.full(len(batch), float(mean))
    sds = default_prior_sd(means) if sd is None else np.full(len(batch), float(sd))
    return means, np.asarray(sds)


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


def _event_ratings(rule: Rule, event: Event | None, records: Sequence[Record]) -> Ratings:
    """An event rule's ratings in the order of the wanted records."""
    assert event is not None
    every: Ratings = rule.function(event)
    place = {id(r): k for k, r in enumerate(event.records)}
    try:
        rows = [place[id(r)] for r in records]
    except KeyError:
        raise TprstatsError("event-level rules need records of that event") from None
    return Ratings(every.values[rows], every.reasons[rows], every.multimodal[rows])


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
