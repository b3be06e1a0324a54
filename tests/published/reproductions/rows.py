"""A published figure, the same figure by this package, and whether the two agree."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

from tprstats.mcse import Figure

FILE = Path(__file__).parents[2] / "cases" / "published.json"
ERRORS = 4.0  # Monte Carlo standard errors that chance is allowed
ROUNDING = 1e-9  # of a unit: a figure on the very edge of its rounding agrees


@dataclass(frozen=True)
class Row:
    """One published result; the fields are explained in ``tests/cases/README.md``."""

    id: str
    subject: str
    item: str
    source: str
    place: str
    read: str
    claim: str
    inputs: str
    published: dict[str, str]
    computed_by: str
    tolerance: str
    verdict: str
    reason: str
    slow: bool = False
    outside: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Value:
    """One figure of a row: as printed, and ours."""

    label: str
    printed: str
    ours: Figure

    @property
    def agrees(self) -> bool:
        return agrees(self.printed, self.ours)


@cache
def rows() -> tuple[Row, ...]:
    """Every row of the file, in its order."""
    found = json.loads(FILE.read_text(encoding="utf-8"))["rows"]
    lists = ("outside", "also")
    return tuple(Row(**{k: tuple(v) if k in lists else v for k, v in row.items()}) for row in found)


@cache
def infeasible() -> tuple[dict[str, str], ...]:
    """What cannot be reproduced: claim, source and why."""
    return tuple(json.loads(FILE.read_text(encoding="utf-8"))["infeasible"])


@cache
def computed(row_id: str) -> dict[str, Figure]:
    """Our figures of a row by label; those without a Monte Carlo error have one of 0."""
    (row,) = (r for r in rows() if r.id == row_id)
    module, function = row.computed_by.split(".")
    found: Mapping[str, float | Figure] = getattr(
        importlib.import_module(f"reproductions.{module}"), function
    )()
    return {k: v if isinstance(v, Figure) else Figure(float(v), 0.0) for k, v in found.items()}


def values(row: Row) -> tuple[Value, ...]:
    """The printed figures of a row beside ours."""
    ours = computed(row.id)
    return tuple(Value(label, text, ours[label]) for label, text in row.published.items())


def half_unit(printed: str) -> float:
    """Half a unit of the last digit printed; 0 for a fraction.

    Examples
    --------
    >>> half_unit("2841"), half_unit("0.95"), half_unit("1.2e-6"), half_unit("5/12")
    (0.5, 0.005, 5e-08, 0.0)
    """
    if "/" in printed:
        return 0.0
    exponent = Decimal(printed).as_tuple().exponent
    assert isinstance(exponent, int)
    return float(Decimal(5).scaleb(exponent - 1))


def number(printed: str) -> float:
    """What a printed figure or bound says.

    Examples
    --------
    >>> number("1/4"), number("> 0.5"), number("-32")
    (0.25, 0.5, -32.0)
    """
    return float(Fraction(printed.removeprefix(">").removeprefix("<").strip()))


def agrees(printed: str, ours: Figure) -> bool:
    """Within half a unit of the last printed digit and four Monte Carlo errors.

    ``"> 0.5"`` and ``"< 0.5"`` are claims of a bound: ours must lie beyond it by four errors.

    Examples
    --------
    >>> agrees("0.36", Figure(0.3649, 0.0)), agrees("0.36", Figure(0.3651, 0.0))
    (True, False)
    >>> agrees("0.36", Figure(0.3651, 0.001)), agrees("> 0", Figure(0.03, 0.01))
    (True, False)
    """
    chance = ERRORS * ours.mcse
    if printed.startswith(">"):
        return ours.value - chance > number(printed)
    if printed.startswith("<"):
        return ours.value + chance < number(printed)
    allowed = half_unit(printed)
    rounding = max(allowed * ROUNDING, 1e-12)
    return abs(ours.value - number(printed)) <= allowed + chance + rounding


def check(row: Row) -> None:
    """Fail unless the row's verdict is what the figures say.

    Exactly the labels in ``outside`` disagree; a row without any reproduces, one with some does
    not; and the tolerance names what was allowed.
    """
    ours = computed(row.id)
    assert set(ours) == {*row.published, *row.also}, f"{row.id}: labels"
    found = values(row)
    outside = {v.label: str(v.ours) for v in found if not v.agrees}
    assert set(outside) == set(row.outside), f"{row.id}: outside are {outside}"
    assert (row.verdict == "reproduces") == (not outside), row.id
    bound = any(v.printed[0] in "<>" for v in found)
    chance = any(v.ours.mcse > 0.0 for v in found)
    allowed = ("bound" if bound else "printed digits") + (" and 4 MCSE" if chance else "")
    assert row.tolerance == allowed, f"{row.id}: tolerance is {allowed}"
