"""Methods against each other on the same records: paired, with exact and resampled intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.cells import counted
from tprstats.compare.results import Comparison
from tprstats.compare.rows import Agreement, Difference, MethodRow
from tprstats.errors import TprstatsError
from tprstats.estimators import Rule, estimate, get_rule
from tprstats.exact import RatingDistribution, outcome_batch, score_distribution
from tprstats.intervals import get_interval
from tprstats.intervals import interval as compute_interval
from tprstats.intervals.bootstrap import SELDOM, no_number_words, share_without_number
from tprstats.intervals.paired import paired_differences
from tprstats.outcomes import EloDavidson
from tprstats.rate.assume import Given, draw_shares, priors
from tprstats.records import Event, Record, RecordBatch
from tprstats.results import Ratings, Reason, check_level

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
    check_level(level)
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
        f"{r.id} gives no number for {count} of {counted(len(batch), 'player')}"
        for r in rules
        if len(batch) > 1 and (count := int((values[r.id].reasons != 0).sum()))
    ]
    wanted = interval
    if interval is not None and len(batch) > MOST_RESAMPLED:
        wanted = None
        notes.append(f"more than {MOST_RESAMPLED} records: intervals of single records left out")
    elif interval is not None and get_interval(interval).warning:
        notes.append(f"an interval by {interval} is {get_interval(interval).warning}")
    if wanted is not None:
        notes += _stood_in(batch, rules, values, given)
    small = len(batch) <= MOST_RESAMPLED
    options = {"level": level, **(resampling or {})}
    pairs = list(combinations(rules, 2))
    if len(batch) == 1:
        rows, differences = _of_one(batch, rules, values, given, wanted, options)
    else:
        rows = [_of_many(batch, r, values[r.id], given, wanted, options, small) for r in rules]
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


def _stood_in(
    batch: RecordBatch, rules: Sequence[Rule], values: dict[str, Ratings], given: Given
) -> list[str]:
    """Which rules have no number for some resamples, and what stands in."""
    share = 0.0
    found = []
    for r in rules:
        if r.event_level or "order" in r.needs:
            continue
        drawn = (values[r.id].reasons == 0) & (batch.counts > 1) & ~batch.totals
        shares = share_without_number(batch, r.id, given.options(r))
        most = float(np.max(shares[drawn], initial=0.0))
        if most >= SELDOM:
            found.append(r.id)
            share = max(share, most)
    if not found:
        return []
    words = no_number_words(found, share)
    return [words if len(batch) == 1 else words.replace(" in ", " in up to ", 1)]


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


def _of_many(
    batch: RecordBatch,
    rule: Rule,
    values: Ratings,
    given: Given,
    method: str | None,
    options: dict[str, Any],
    small: bool,
) -> MethodRow:
    """One rule on every record: its values, bootstrap and exact replays."""
    low, high = _bootstrap(batch, rule, given, method, options)
    again_low, again_high = _nothing(batch)
    if small:
        for i in map(int, np.flatnonzero((batch.counts > 0) & ~batch.totals)):
            replays = _Replays(batch.take([i]), [rule], given.of(i))
            again_low[i], again_high[i] = replays.ends((rule,), options["level"])
    columns = (values.values, low, high, again_low, again_high)
    return MethodRow(rule.id, *(tuple(map(float, x)) for x in columns))


def _of_one(
    batch: RecordBatch,
    rules: Sequence[Rule],
    values: dict[str, Ratings],
    given: Given,
    method: str | None,
    options: dict[str, Any],
) -> tuple[list[MethodRow], list[Difference]]:
    """Rules and their differences on one record: games are drawn, and replayed, once for all."""
    nan = float("nan")
    nothing = (nan, nan)
    fixed = [r for r in rules if not (r.event_level or "order" in r.needs)]
    numbers = {r.id: float(values[r.id].values[0]) for r in rules}
    drawn: dict[tuple[str, ...], tuple[float, float]] = {}
    known = [r for r in fixed if not values[r.id].reasons[0]]
    if method is not None and known and not batch.totals[0]:
        ids = [r.id for r in known]
        drawn = paired_differences(
            batch, ids, [given.of(0).options(r) for r in known], method=method, **options
        )
    replays = _Replays(batch, fixed, given.of(0)) if batch.counts[0] else None
    rows = []
    for r in rules:
        again = nothing
        if replays is not None and r in fixed and not batch.totals[0]:
            again = replays.ends((r,), options["level"])
        ends = drawn.get((r.id,), nothing)
        rows.append(MethodRow(r.id, (numbers[r.id],), *((x,) for x in (*ends, *again))))
    differences = []
    for a, b in combinations(rules, 2):
        gap = numbers[a.id] - numbers[b.id]
        ends, again, undefined = nothing, nothing, nan
        if gap == gap and a in fixed and b in fixed and replays and not batch.totals[0]:
            again = replays.ends((a, b), options["level"])
            undefined = replays.undefined(a, b)
            ends = drawn.get((a.id, b.id), nothing)
        differences.append(
            Difference(a.id, b.id, int(gap == gap), gap, nan, *ends, *again, abs(gap), undefined)
        )
    return rows, differences


class _Replays:
    """Exact replays of one record by a player of the Firth strength.

    Where a rule has no number at 0 % or 100 % it counts as minus or plus infinity, so that its
    interval is open there: the same events count for every rule.
    """

    def __init__(self, one: RecordBatch, rules: Sequence[Rule], given: Given) -> None:
        strength = estimate(one, "firth").values
        chances = score_distribution(one, strength, EloDavidson(given.draw_share[0]))
        # Of a long record most scores have no chance that a number could show.
        outcomes, s2, _ = outcome_batch(one, scores=np.flatnonzero(chances[0]))
        self.chances = chances[:, s2]
        self.numbers = {
            r.id: _open_ended(estimate(outcomes, r.id, **given.options(r)))
            for r in rules
            if not (r.event_level or "order" in r.needs)
        }

    def ends(self, rules: tuple[Rule, ...], level: float) -> tuple[float, float]:
        """Quantiles of a rule's number, or of the difference of two; NaN where it has none."""
        if any(r.id not in self.numbers for r in rules):
            return float("nan"), float("nan")
        law, tail = self._law(rules), (1.0 - level) / 2.0
        return float(law.quantile(tail)[0]), float(law.quantile(1.0 - tail)[0])

    def undefined(self, a: Rule, b: Rule) -> float:
        """Chance that the difference has no number."""
        return float(self._law((a, b)).undefined[0])

    def _law(self, rules: tuple[Rule, ...]) -> RatingDistribution:
        numbers = [self.numbers[r.id] for r in rules]
        with np.errstate(invalid="ignore"):  # two open ends have no difference
            values = numbers[0] if len(numbers) == 1 else numbers[0] - numbers[1]
        return RatingDistribution(values[None, :], self.chances)


def _open_ended(found: Ratings) -> Array:
    values = np.where(found.reasons == Reason.ZERO_SCORE, -np.inf, found.values)
    return np.where(found.reasons == Reason.PERFECT_SCORE, np.inf, values)


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
