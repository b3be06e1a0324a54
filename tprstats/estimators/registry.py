"""The one list of rules: what each id stands for, and the function that computes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tprstats.errors import TprstatsError, UnknownNameError
from tprstats.records import Event, RecordBatch
from tprstats.results import Ratings

__all__ = ["RULES", "Rule", "estimate", "get_rule", "rule"]

RuleFunction = Callable[..., Ratings]


@dataclass(frozen=True)
class Rule:
    """One authority's rule.

    Parameters
    ----------
    id
        The name used everywhere (design, section 5).
    name
        What it is, in a few words.
    source
        Authority and clause, paper or program.
    formula
        The rule on one line.
    rounding
        What is rounded and how.
    at_zero, at_perfect
        What 0 % and 100 % give.
    unrated
        What happens to unrated opponents unless the caller counts them at a number.
    needs
        What it needs besides scores and the average rating: ``"opponents"`` (each rating),
        ``"own"`` (the player's rating), ``"order"`` (games in order), ``"event"`` (everybody's
        games), ``"draws"`` (takes ``draw_share``), ``"prior"`` (takes ``prior_mean`` and
        ``prior_sd``).
    strength
        True for an estimate of strength that the strength interval stands beside.
    shift_equivariant
        True where adding a constant to all ratings adds it to the result.
    decimals
        Decimals in print; ``None`` prints a whole number.
    least, most
        The lowest and the highest number that it gives, Elo; None where nothing stops it.
    function
        ``function(batch, **options) -> Ratings`` (an event rule takes an ``Event``).
    """

    id: str
    name: str
    source: str
    formula: str
    rounding: str
    at_zero: str
    at_perfect: str
    unrated: str
    needs: frozenset[str]
    strength: bool
    shift_equivariant: bool
    decimals: int
    least: float | None
    most: float | None
    function: RuleFunction

    def at_limit(self, rating: float | None) -> str:
        """That a number is where the rule stops, in words; empty elsewhere.

        Examples
        --------
        >>> from tprstats.estimators import get_rule
        >>> get_rule("us-chess").at_limit(2700.0), get_rule("us-chess").at_limit(2699.9)
        ('the ceiling: this rule gives no more than 2700', '')
        """
        if rating is not None and self.most is not None and rating >= self.most:
            return f"the ceiling: this rule gives no more than {self.most:.0f}"
        if rating is not None and self.least is not None and rating <= self.least:
            return f"the floor: this rule gives no less than {self.least:.0f}"
        return ""

    @property
    def event_level(self) -> bool:
        return "event" in self.needs

    def __call__(self, batch: RecordBatch | Event, **options: Any) -> Ratings:
        if isinstance(batch, Event) != self.event_level:
            wanted = "a whole event" if self.event_level else "records, not an event"
            raise TprstatsError(f"method {self.id!r} needs {wanted}")
        return self.function(batch, **options)


RULES: dict[str, Rule] = {}
"""Every rule by its id, in the order in which lists show them."""


def rule(
    id: str,
    name: str,
    *,
    source: str,
    formula: str,
    rounding: str = "none",
    at_zero: str,
    at_perfect: str,
    unrated: str = "left out",
    needs: tuple[str, ...] = (),
    strength: bool = False,
    shift_equivariant: bool = True,
    decimals: int = 1,
    least: float | None = None,
    most: float | None = None,
) -> Callable[[RuleFunction], RuleFunction]:
    """Register a function as a rule; see :class:`Rule` for the fields."""

    def register(function: RuleFunction) -> RuleFunction:
        if id in RULES:
            raise ValueError(f"rule {id!r} is registered twice")
        RULES[id] = Rule(
            id=id,
            name=name,
            source=source,
            formula=formula,
            rounding=rounding,
            at_zero=at_zero,
            at_perfect=at_perfect,
            unrated=unrated,
            needs=frozenset(needs),
            strength=strength,
            shift_equivariant=shift_equivariant,
            decimals=decimals,
            least=least,
            most=most,
            function=function,
        )
        return function

    return register


MEANT: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("tpr", "rp", "performance", "perf", "average performance"), ("fide", "firth")),
    **dict.fromkeys(("elo", "logistic"), ("average", "per-opponent")),
    **dict.fromkeys(("mle", "ml", "likelihood"), ("per-opponent", "firth")),
    **dict.fromkeys(("uscf", "us", "usa"), ("us-chess",)),
    "initial": ("fide-initial",),
}
"""Rules that are often asked for under a name of no rule."""


def get_rule(id: str) -> Rule:
    """The rule with this id; an unknown id names the nearest."""
    try:
        return RULES[id]
    except KeyError:
        meant = MEANT.get(str(id).strip().casefold(), ())
        raise UnknownNameError("method", id, list(RULES), meant=meant) from None


def estimate(batch: RecordBatch | Event, method: str, **options: Any) -> Ratings:
    """Rate a batch by one rule (an event, where the rule needs everybody's games).

    Examples
    --------
    >>> from tprstats.records import RecordBatch
    >>> batch = RecordBatch.from_arrays([[2300] * 9], [[2] * 4 + [1] * 5])
    >>> float(estimate(batch, "fide").values[0])  # 6.5/9 against 2300
    2466.0
    """
    return get_rule(method)(batch, **options)
