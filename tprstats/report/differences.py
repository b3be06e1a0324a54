"""Why the rules differ on one record: steps from one rule to the next, each with its one cause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tprstats.cells import rating_text
from tprstats.estimators import get_rule
from tprstats.rate import RateResult
from tprstats.rate.page import FAR
from tprstats.tables import Table

__all__ = ["Step", "rules_table", "steps"]


@dataclass(frozen=True)
class Step:
    """What one change of the rule does to this record's number.

    Parameters
    ----------
    first, second
        Rule ids; the second differs from the first in one respect.
    elo
        Second minus first.
    why
        In which respect, in words.
    """

    first: str
    second: str
    elo: float
    why: str

    @property
    def apart(self) -> int:
        """Whole Elo between the two."""
        return round(abs(self.elo))

    def __str__(self) -> str:
        if not self.apart:
            return f"{self.second} agrees with {self.first} here."
        side = "above" if self.elo > 0 else "below"
        return f"{self.second} is {self.apart} Elo {side} {self.first}: {self.why}."

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"from": self.first, "to": self.second, "elo": self.elo, "why": self.why}


def _uneven(r: RateResult) -> str:
    ends = f"{rating_text(min(r.ratings))} to {rating_text(max(r.ratings))}"
    return (
        "average takes every opponent for one of the average rating, per-opponent meets each at "
        f"the own rating ({ends} here), and a point against a much weaker or stronger opponent "
        "tells less"
    )


def _few(r: RateResult) -> str:
    return (
        "few games exaggerate, so firth draws the estimate back towards the level of the "
        f"opponents, the more the fewer the games ({r.games} here)"
    )


def _draws(r: RateResult) -> str:
    return (
        "draws make a score steadier, so firth-draws draws back less (draw share between equals "
        f"{r.assumptions.draw_share:.2f})"
    )


def _prior(r: RateResult) -> str:
    a = r.assumptions
    return (
        f"bayes adds what was known before the games, a strength of {rating_text(a.prior_mean)} "
        f"give or take {a.prior_sd:.0f}"
    )


def _always(text: str) -> Callable[[RateResult], str]:
    return lambda r: text


def _event_alone(method: str) -> Callable[[RateResult], str]:
    return _always(
        f"{method} rates everybody at once from the results of this event, no opponent's rating "
        "being taken for granted; so few games tell the opponents' strengths badly, and such "
        "errors add up from opponent to opponent"
    )


STEPS: tuple[tuple[str, str, Callable[[RateResult], str]], ...] = (
    ("average", "per-opponent", _uneven),
    ("per-opponent", "firth", _few),
    ("firth", "firth-draws", _draws),
    ("firth", "bayes", _prior),
    (
        "average",
        "fide",
        _always(
            "FIDE reads the difference off a table made from the normal curve, from the score in "
            "whole per cents, and rounds the average first"
        ),
    ),
    (
        "average",
        "shortcut",
        _always(
            "the algorithm of 400 is a straight line: further from 50 % than the curve for scores "
            "of 20 to 80 %, nearer outside"
        ),
    ),
    (
        "shortcut",
        "shortcut-500",
        _always("the same line with 500 in place of 400 for a full score"),
    ),
    (
        "per-opponent",
        "per-opponent-normal",
        _always("the normal curve in place of the logistic one"),
    ),
    (
        "fide",
        "fide-initial",
        _always(
            "a first rating counts two draws against 1800 as games too, and is never above 2200"
        ),
    ),
    ("average", "elostat", _event_alone("elostat")),
    ("per-opponent", "equilibrium", _event_alone("equilibrium")),
    ("fide", "recursive", _event_alone("recursive")),
)
"""From, to, and what the change is: one respect a step."""

REFERENCE = "firth"
"""The recommended estimate, against which the table shows every rule."""


def steps(result: RateResult) -> tuple[Step, ...]:
    """The steps of which both rules give a number, and every other rule that lies far from firth.

    The largest comes first.

    Examples
    --------
    >>> import tprstats as tpr
    >>> record = tpr.Record.from_results([2600, 2500, 2000, 2000], [0, 0.5, 1, 1])
    >>> found = steps(tpr.rate(record, method=["average", "per-opponent", "shortcut"]))
    >>> [(s.first, s.second) for s in found]
    [('average', 'per-opponent'), ('average', 'shortcut')]
    """
    numbers = {e.method: e.rating for e in result.estimates}
    found = []
    for first, second, why in STEPS:
        a, b = numbers.get(first), numbers.get(second)
        if a is not None and b is not None:
            found.append(Step(first, second, b - a, why(result)))
    main, told = numbers.get(REFERENCE), {s.second for s in found}
    if main is not None:
        found += [
            Step(REFERENCE, method, number - main, _by_itself(result, method))
            for method, number in numbers.items()
            if method not in told and number is not None and abs(number - main) > FAR
        ]
    return tuple(sorted(found, key=lambda s: -abs(s.elo)))


def _by_itself(result: RateResult, method: str) -> str:
    """What a rule that lies far off does, in the words of its registry."""
    rule, score = get_rule(method), result.score
    found = result.estimate(method)
    limit = rule.at_limit(None if found is None else found.rating)
    if limit:
        return f"it stands at {limit}, whatever its formula says"
    edge = {0.0: rule.at_zero, float(result.games): rule.at_perfect}.get(score)
    said = f"it goes by a formula of its own, {rule.formula}"
    return said if edge is None else f"{said}; for a score of {score:g}/{result.games}: {edge}"


def rules_table(result: RateResult) -> Table:
    """Every rule: its number, how far from firth, its interval, why there is none, how it goes."""
    main = result.estimate(REFERENCE)
    middle = None if main is None else main.rating
    rows = []
    for (method, number, interval, note), e in zip(
        result.table.rows, result.estimates, strict=True
    ):
        rule = get_rule(method)
        what = f"{rule.name}: {rule.formula}"
        rows.append((method, number, _apart(e.rating, middle), interval, note, what))
    columns = ("rule", "rating", f"against {REFERENCE}", result.table.columns[2], "note", "how")
    noted = any(row[4] for row in rows)
    kept = [k for k in range(len(columns)) if noted or k != 4]
    return Table(
        [columns[k] for k in kept],
        [tuple(row[k] for k in kept) for row in rows],
        "".join("lrrlll"[k] for k in kept),
        caption="Every rule on the same games",
    )


def _apart(rating: float | None, middle: float | None) -> str:
    """Signed whole Elo; no sign before 0."""
    if rating is None or middle is None:
        return "-"
    return f"{round(rating - middle):+d}".replace("+0", "0")
