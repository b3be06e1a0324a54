"""Why the rules differ on one record: steps from one rule to the next, each with its one cause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tprstats.estimators import get_rule
from tprstats.rate import RateResult
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
    ends = f"{min(r.ratings):.0f} to {max(r.ratings):.0f}"
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
        f"bayes adds what was known before the games, a strength of {a.prior_mean:.0f} give or "
        f"take {a.prior_sd:.0f}"
    )


def _always(text: str) -> Callable[[RateResult], str]:
    return lambda r: text


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
        "average",
        "elostat",
        _always("elostat takes the opponents' strength from their results in this event too"),
    ),
)
"""From, to, and what the change is: one respect a step."""


def steps(result: RateResult) -> tuple[Step, ...]:
    """The steps of which both rules give a number, the largest first.

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
    return tuple(sorted(found, key=lambda s: -abs(s.elo)))


REFERENCE = "firth"
"""The recommended estimate, against which the table shows every rule."""


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
