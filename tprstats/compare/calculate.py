"""Methods against each other on the same records: paired, with exact and resampled intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.compare.results import Agreement, Comparison, Difference, MethodRow
from tprstats.errors import TprstatsError
from tprstats.estimators import Rule, estimate, get_rule
from tprstats.exact import RatingDistribution, outcome_batch, score_distribution
from tprstats.intervals import get_interval
from tprstats.intervals import interval as compute_interval
from tprstats.intervals.paired import paired_difference
from tprstats.outcomes import EloDavidson
from tprstats.rate.assume import Given, draw_shares, priors
from tprstats.records import Event, Record, RecordBatch
from tprstats.results import Ratings, Reason

__all__ = ["DEFAULT_METHODS", "compare"]

Array = NDArray[np.float64]

DEFAULT_METHODS = ("fide", "average", "shortcut", "per-opponent", "firth")
"""Table, AOR, shortcut and per-opponent rules: the comparison that the project is about."""

MOST_RESAMPLED = 1000
"""Records up to which intervals are computed; beyond, only values, differences and ranks."""

_RANK_RESAMPLES = 999
_FEWEST_RANKED = 10
"""Records from which resampling them says something about a rank correlation."""


def compare(
    subject: Record | Event | RecordBatch | Sequence[Record],
    methods: Sequence[str] | None = None,
    *,
    interval: str | None = "bootstrap-bca",
    level: float = 0.95,
    draw_share: float | str = "auto",
    unrated: float | None = None,
    resampling: dict[str, Any] | None = None,
) -> Comparison:
    """Compare rules on one record, on every player of an event, or on a batch.

    Parameters
    ----------
    subject
        A record, an event, several records, or a :class:`~tprstats.records.RecordBatch`.
    methods
        Rule ids, at least two; by default ``fide``, ``average``, ``shortcut``, ``per-opponent``
        and ``firth``. Event-level rules need an event.
    interval
        A game bootstrap for each rule and each difference; None leaves it out. It targets the
        rule's expected value, not strength.
    level
        Two-sided level.
    draw_share
        For the exact replay: a number, ``"level"`` or ``"auto"``, as in :func:`tprstats.rate`.
    unrated
        Count unrated opponents at this rating instead of leaving them out.
    resampling
        ``seed`` and ``n_resamples`` of the bootstrap.

    Examples
    --------
    >>> import tprstats as tpr
    >>> record = tpr.Record.from_results([2100, 2200, 2300, 2400, 2500], [1, 1, 1, 0.5, 0])
    >>> found = tpr.compare(record, ["fide", "per-opponent"], interval=None)
    >>> found.methods[0].values, round(found.differences[0].mean, 1)
    ((2449.0,), -20.5)
    """
    rules = [get_rule(m) for m in dict.fromkeys(methods or DEFAULT_METHODS)]
    if len(rules) < 2:
        raise TprstatsError("a comparison takes at least two different methods")
    if interval is not None:
        needs = get_interval(interval).needs
        if "resampling" not in needs or "per-opponent" in needs:
            raise TprstatsError(
                f"{interval} does not serve every rule; take bootstrap-bca, bootstrap-basic or "
                "bootstrap-percentile (the exact replay stands beside it anyway)"
            )
    event = subject if isinstance(subject, Event) else None
    for r in rules:
        if r.event_level and event is None:
            raise TprstatsError(f"{r.id} needs the whole event; give an event")
    batch, names = _batch(subject)
    if unrated is not None:
        batch = batch.with_unrated(unrated)
    batch = batch.rated()
    records = _records(subject)
    shares, origins = draw_shares(batch, records, draw_share)
    mean, sd = priors(batch, None)
    given = Given(shares, mean, sd)
    values = {
        r.id: (r.function(event) if r.event_level else estimate(batch, r.id, **given.options(r)))
        for r in rules
    }
    notes = [
        f"{r.id} gives no number for {count} of {len(batch)} players"
        for r in rules
        if len(batch) > 1 and (count := int((values[r.id].reasons != 0).sum()))
    ]
    wanted = interval
    if interval is not None and len(batch) > MOST_RESAMPLED:
        wanted = None
        notes.append(f"more than {MOST_RESAMPLED} records: intervals of single records left out")
    small = len(batch) <= MOST_RESAMPLED
    options = {"level": level, **(resampling or {})}
    rows = []
    for r in rules:
        low, high = _bootstrap(batch, r, given, wanted, options)
        again_low, again_high = _replay(batch, r, given, level) if small else _nothing(batch)
        rows.append(
            MethodRow(
                r.id,
                *(tuple(map(float, x)) for x in (values[r.id].values, low, high)),
                *(tuple(map(float, x)) for x in (again_low, again_high)),
            )
        )
    pairs = list(combinations(rules, 2))
    if len(batch) == 1:
        differences = [_single(batch, a, b, values, given, wanted, options) for a, b in pairs]
    else:
        differences = [_several(a, b, values, level) for a, b in pairs]
    agreements = [_agreement(a, b, values, options) for a, b in pairs] if len(batch) > 2 else []
    return Comparison(
        names=names,
        methods=tuple(rows),
        differences=tuple(differences),
        agreements=tuple(a for a in agreements if a.records > 2),
        interval=wanted,
        level=level,
        draw_share=float(shares[0]) if len(batch) == 1 else None,
        resampling={"seed": 1, "n_resamples": 9999} | (resampling or {}) if wanted else {},
        draw_share_origin=origins[0] if len(set(origins)) == 1 else "by record",
        notes=tuple(notes),
    )


def _records(subject: Record | Event | RecordBatch | Sequence[Record]) -> Sequence[Record] | None:
    if isinstance(subject, RecordBatch):
        return None
    if isinstance(subject, Record):
        return [subject]
    return subject.records if isinstance(subject, Event) else subject


def _batch(
    subject: Record | Event | RecordBatch | Sequence[Record],
) -> tuple[RecordBatch, tuple[str, ...]]:
    records = _records(subject)
    if records is None:
        assert isinstance(subject, RecordBatch)
        return subject, tuple(f"record {i + 1}" for i in range(len(subject)))
    return RecordBatch.from_records(records), tuple(r.player.name for r in records)


def _nothing(batch: RecordBatch) -> tuple[Array, Array]:
    return np.full(len(batch), np.nan), np.full(len(batch), np.nan)


def _bootstrap(
    batch: RecordBatch, rule: Rule, given: Given, method: str | None, options: dict[str, Any]
) -> tuple[Array, Array]:
    low, high = _nothing(batch)
    if method is None or rule.event_level or "order" in rule.needs:
        return low, high
    for i in range(len(batch)):
        one = batch.take([i])
        ends = compute_interval(
            one,
            method,
            rule=rule.id,
            rule_options=given.of(i).options(rule),
            draw_share=given.draw_share[i],
            **options,
        )
        low[i], high[i] = ends.low[0], ends.high[0]
    return low, high


def _replay(batch: RecordBatch, rule: Rule, given: Given, level: float) -> tuple[Array, Array]:
    """Exact quantiles of the rule's number over replays by a player of the Firth strength."""
    low, high = _nothing(batch)
    if rule.event_level or "order" in rule.needs:
        return low, high
    for i in map(int, np.flatnonzero((batch.counts > 0) & ~batch.totals)):
        law = _law(batch.take([i]), [rule], given.of(i))
        tail = (1.0 - level) / 2.0
        low[i], high[i] = law.quantile(tail)[0], law.quantile(1.0 - tail)[0]
    return low, high


def _law(one: RecordBatch, rules: Sequence[Rule], given: Given) -> RatingDistribution:
    """Exact distribution of one rule, or of the difference of two, over replays.

    Where a rule has no number at 0 % or 100 % it counts as minus or plus infinity, so that its
    interval is open there: the same events count for every rule.
    """
    strength = estimate(one, "firth").values
    outcomes, s2, _ = outcome_batch(one)
    chances = score_distribution(one, strength, EloDavidson(given.draw_share[0]))[:, s2]
    numbers = [_open_ended(estimate(outcomes, r.id, **given.options(r))) for r in rules]
    with np.errstate(invalid="ignore"):  # two open ends have no difference
        values = numbers[0] if len(numbers) == 1 else numbers[0] - numbers[1]
    return RatingDistribution(values[None, :], chances)


def _open_ended(found: Ratings) -> Array:
    values = np.where(found.reasons == Reason.ZERO_SCORE, -np.inf, found.values)
    return np.where(found.reasons == Reason.PERFECT_SCORE, np.inf, values)


def _single(
    batch: RecordBatch,
    a: Rule,
    b: Rule,
    values: dict[str, Ratings],
    given: Given,
    method: str | None,
    options: dict[str, Any],
) -> Difference:
    gap = float(values[a.id].values[0] - values[b.id].values[0])
    low = high = again_low = again_high = undefined = float("nan")
    fixed = not (a.event_level or b.event_level or "order" in a.needs | b.needs)
    if gap == gap and fixed and batch.counts[0] and not batch.totals[0]:
        tail = (1.0 - options["level"]) / 2.0
        law = _law(batch, [a, b], given.of(0))
        again_low, again_high = float(law.quantile(tail)[0]), float(law.quantile(1.0 - tail)[0])
        undefined = float(law.undefined[0])
        if method is not None:
            both = (given.of(0).options(a), given.of(0).options(b))
            low, high = paired_difference(batch, (a.id, b.id), both, method=method, **options)
    return Difference(
        a.id, b.id, int(gap == gap), gap, float("nan"), low, high, again_low, again_high,
        abs(gap), undefined,
    )  # fmt: skip


def _several(a: Rule, b: Rule, values: dict[str, Ratings], level: float) -> Difference:
    from scipy.special import stdtrit

    gap = values[a.id].values - values[b.id].values
    gap = gap[~np.isnan(gap)]
    n = gap.size
    nan = float("nan")
    if n < 2:
        mean = float(gap[0]) if n else nan
        return Difference(a.id, b.id, n, mean, nan, nan, nan, nan, nan, abs(mean))
    mean, error = float(gap.mean()), float(gap.std(ddof=1) / np.sqrt(n))
    reach = float(stdtrit(n - 1, 0.5 + level / 2.0)) * error
    largest = float(np.abs(gap).max())
    return Difference(a.id, b.id, n, mean, error, mean - reach, mean + reach, nan, nan, largest)


def _agreement(a: Rule, b: Rule, values: dict[str, Ratings], options: dict[str, Any]) -> Agreement:
    from scipy.stats import kendalltau, spearmanr

    x, y = values[a.id].values, values[b.id].values
    both = ~(np.isnan(x) | np.isnan(y))
    x, y = x[both], y[both]
    nan = float("nan")
    if x.size < 3 or np.ptp(x) == 0.0 or np.ptp(y) == 0.0:
        return Agreement(a.id, b.id, int(x.size), nan, nan, nan, nan)
    tau, rho = float(kendalltau(x, y).statistic), float(spearmanr(x, y).statistic)
    low = high = nan
    # Equal rankings stay equal however the players are drawn: that is no certainty.
    if _FEWEST_RANKED <= x.size <= MOST_RESAMPLED and abs(tau) < 1.0 - 1e-12:
        rng = np.random.default_rng(options.get("seed", 1))
        draws = rng.integers(0, x.size, (_RANK_RESAMPLES, x.size))
        again = [float(kendalltau(x[rows], y[rows]).statistic) for rows in draws]
        tail = (1.0 - options["level"]) / 2.0
        low, high = np.nanquantile(again, [tail, 1.0 - tail])
    return Agreement(a.id, b.id, int(x.size), tau, rho, float(low), float(high))
