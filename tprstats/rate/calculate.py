"""From records to results: one batch, every rule, one strength interval."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.estimators import RULES, Rule, get_rule
from tprstats.intervals import get_interval
from tprstats.rate.alike import can_resample, rate_alike
from tprstats.rate.estimate import Estimate
from tprstats.rate.ranking import FEWEST_GAMES, EventRating
from tprstats.rate.results import RateResult
from tprstats.records import Event, Record
from tprstats.results import Ratings, Reason

__all__ = ["pooled_ratings", "ranking", "rate", "rate_event", "rate_records"]

Array = NDArray[np.float64]


@overload
def rate(record: Record, method: str, **options: Any) -> Estimate: ...
@overload
def rate(record: Record, method: Sequence[str] | None = None, **options: Any) -> RateResult: ...
@overload
def rate(
    record: Event, method: str | Sequence[str] | None = None, **options: Any
) -> EventRating: ...


def rate(
    record: Record | Event, method: str | Sequence[str] | None = None, **options: Any
) -> Estimate | RateResult | EventRating:
    """Rate a record by one rule or by every rule, or everybody in an event.

    Parameters
    ----------
    record
        One player's :class:`~tprstats.records.Record`, or a whole
        :class:`~tprstats.records.Event` (then see :func:`rate_event`).
    method
        A rule id gives one :class:`Estimate`; several, or None for all, give a
        :class:`RateResult`.
    **options
        ``interval`` (id, ``"midp"``), ``level`` (0.95), ``draw_share`` (``"auto"``, ``"level"``
        or a number), ``white_advantage`` (Elo, ``"level"`` or ``"auto"``), ``prior``
        (``(mean, sd)``), ``unrated`` (Elo, None leaves them out); see :func:`rate_records`.

    Examples
    --------
    >>> import tprstats as tpr
    >>> record = tpr.Record.from_results([2300] * 9, [1] * 4 + [0.5] * 5)
    >>> print(tpr.rate(record, method="firth", draw_share=0.35))
    firth 2447.2 [2268 to 2682]
    """
    if not isinstance(record, Record | Event):
        raise TprstatsError(
            f"rate takes a record or an event, not {type(record).__name__}; read(path) makes an "
            "event of a file"
        )
    one = method if isinstance(method, str) else None
    several = None if one is not None or method is None else list(method)
    if isinstance(record, Event):
        return rate_event(record, rank_by=one, methods=several, **options)
    result = rate_records([record], methods=[one] if one else several, **options)[0]
    return result.estimates[0] if one else result


def rate_event(
    event: Event,
    *,
    rank_by: str | None = None,
    luck: int = 0,
    places: Sequence[int] = (1,),
    system: str = "dutch",
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> EventRating:
    """Rate everybody and rank them by one rule.

    Parameters
    ----------
    event
        A tournament; event-level rules need it whole.
    rank_by
        Rule id of the ranking; None takes the first of ``methods``, without any firth.
    luck
        Simulate so many events of the same field, to tell how far the performances in the
        chosen ``places`` of the ranking overstate their players; 0 leaves it out.
    places
        Places in the ranking, from 1.
    system
        Pairing system of the simulated events (a round robin keeps its own pairings).
    progress
        Called with the number of events simulated.
    **options
        As in :func:`rate_records`.
    """
    methods = options.pop("methods", None)
    asked = tuple(dict.fromkeys(methods or ()))
    rank_by = rank_by or next(iter(asked), "firth")
    rule = get_rule(rank_by)
    level, interval = options.get("level", 0.95), options.get("interval", "midp")
    if methods is not None and rank_by not in methods:
        methods = [rank_by, *methods]
    results = rate_records(event.records, methods=methods, event=event, **options)

    found = None
    if luck:
        from tprstats.simulation import design_of, selection_luck

        found = selection_luck(
            design_of(event, system=system),
            events=luck,
            places=places,
            method=rule.id,
            interval=interval if get_interval(interval).target == "strength" else "midp",
            level=level,
            progress=progress,
        )
    ranked = tuple(results[k] for k in ranking(results, rule.id))
    return EventRating(event.name, rule.id, ranked, found, event.log_words, asked)


def ranking(results: Sequence[RateResult], method: str) -> list[int]:
    """Places of results in their order by a rule, best first; then those that are not ranked.

    Parameters
    ----------
    results
        Rated records.
    method
        Rule id.
    """

    def merit(k: int) -> tuple[bool, float]:
        found = results[k].estimate(method)
        rating = -np.inf if found is None or found.rating is None else found.rating
        return results[k].games >= FEWEST_GAMES and rating > -np.inf, rating

    return sorted(range(len(results)), key=merit, reverse=True)


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
    pooled: Mapping[str, Ratings] | None = None,
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
        Interval id. A game bootstrap is computed for every rule that it serves and targets that
        rule, ``bayes`` stands beside the rule of that name; the strength interval is then
        ``midp``.
    level
        Two-sided confidence level.
    draw_share
        Draw share between equals: a number; ``"level"`` for the level rule; ``"auto"`` plugs in
        the record's own draws, shrunk towards the level's or platform's prior.
    white_advantage
        Elo for White in strength estimates and intervals; ``"level"`` for Milvang's rule;
        ``"auto"`` for 12 online and that rule elsewhere.
    prior
        Mean and SD of the normal prior of ``bayes``, Elo; None in either place takes the own
        rating and the SD that US Chess's effective games imply.
    unrated
        Count unrated opponents at this rating instead of leaving them out.
    resampling
        Passed to a game bootstrap: ``seed``, ``n_resamples``.
    pooled
        What :func:`pooled_ratings` gave for the event, so that it is not computed again.
    """
    chosen = _chosen(methods, event)
    _check_interval(interval, chosen)
    given = pooled or {}
    everybody = {
        r.id: given[r.id] if r.id in given else _pooled(r, event, explicit=methods is not None)
        for r in chosen
        if r.event_level
    }
    place = {} if event is None else {id(r): k for k, r in enumerate(event.records)}
    if everybody and not all(id(r) in place for r in records):
        raise TprstatsError("event-level rules need records of that event")
    lengths = np.array([len(r.games) for r in records])
    results: list[RateResult | None] = [None] * len(records)
    # Records of like length together: a batch is as wide as its longest record.
    for group in np.unique(np.ceil(np.log2(np.maximum(lengths, 1)))):
        rows = np.flatnonzero(np.ceil(np.log2(np.maximum(lengths, 1))) == group)
        some = [records[int(i)] for i in rows]
        every = {m: v.take([place[id(r)] for r in some]) for m, v in everybody.items()}
        found = rate_alike(
            some, chosen, every, interval, level, draw_share, white_advantage, prior, unrated,
            resampling or {},
        )  # fmt: skip
        for i, result in zip(rows, found, strict=True):
            record = records[int(i)]
            absent = record.absent_rounds() if event is None else event.absent_rounds(record)
            results[i] = replace(result, absent=absent) if absent else result
    return tuple(r for r in results if r is not None)


def _check_interval(interval: str, chosen: Sequence[Rule]) -> None:
    """Refuse an interval that would stand beside none of the rules."""
    method = get_interval(interval)
    if method.target == "player" and not any("prior" in r.needs for r in chosen):
        raise TprstatsError(f"interval {interval} is that of the rule bayes: ask for bayes too")
    if "resampling" in method.needs and not any(can_resample(r, interval) for r in chosen):
        raise TprstatsError(
            f"interval {interval} serves none of the rules asked for; it serves "
            + ("per-opponent" if "per-opponent" in method.needs else "rules of one record's games")
        )


def pooled_ratings(event: Event) -> dict[str, Ratings]:
    """What the rules over a whole event give everybody in it, by rule id.

    It depends on the event alone, neither on draw shares nor on priors or levels.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> event = tpr.read(example_path())
    >>> kept = pooled_ratings(event)
    >>> sorted(kept)
    ['elostat', 'equilibrium', 'recursive']
    >>> record = event.records[0]
    >>> again = rate_records([record], event=event, pooled=kept)
    >>> again[0].estimates == rate_records([record], event=event)[0].estimates
    True
    """
    return {r.id: _pooled(r, event, explicit=False) for r in RULES.values() if r.event_level}


def _pooled(rule: Rule, event: Event | None, *, explicit: bool) -> Ratings:
    """What an event-level rule gives; where its event is incomplete and all rules were asked for,
    no number rather than no answer."""
    try:
        found: Ratings = rule.function(event)
    except TprstatsError:
        if explicit or event is None:
            raise
        m = len(event)
        return Ratings.of(np.full(m, np.nan), np.full(m, Reason.NOT_CONNECTED, dtype=np.uint8))
    return found


def _chosen(methods: Sequence[str] | None, event: Event | None) -> list[Rule]:
    if methods is None:
        return [r for r in RULES.values() if event is not None or not r.event_level]
    rules = [get_rule(m) for m in methods]
    for r in rules:
        if r.event_level and event is None:
            raise TprstatsError(f"{r.id} needs the whole event; give a file with all players")
    return rules
