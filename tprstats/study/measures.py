"""Performance measures of methods and intervals, each with its Monte Carlo standard error.

Names follow Morris, White and Crowther (2019). A parameter stands behind a colon:
``quantile:0.9``, ``exceed:200``, ``best-of:12:0.95``, ``max:0.5``.
"""

from __future__ import annotations

from tprstats.cells import counted
from tprstats.errors import UnknownNameError
from tprstats.mcse import Figure
from tprstats.study.case import Case
from tprstats.study.measures_interval import INTERVAL
from tprstats.study.measures_method import METHOD
from tprstats.study.measures_score import NORM, SCORE

__all__ = [
    "INTERVAL",
    "MEASURES",
    "METHOD",
    "NORM",
    "SCORE",
    "check_measure",
    "difference",
    "is_paired",
    "measure",
]

MEASURES = {**METHOD, **INTERVAL, **NORM, **SCORE}

_ARGUMENTS = {"quantile": 1, "exceed": 1, "best-of": 2, "max": 1, "norm-in": 1}
_PAIRED = {"bias", "rmse", "mse", "mae", "emp-se", "kendall", "spearman", "coverage", "width"}


def check_measure(name: str) -> None:
    """Raise ValueError for an unknown measure or a wrong parameter."""
    id, numbers = _parse(name)
    if id not in MEASURES:
        raise ValueError(str(UnknownNameError("measure", id, list(MEASURES))))
    if len(numbers) != _ARGUMENTS.get(id, 0):
        raise ValueError(f"measure {name!r}: {id} takes {counted(_ARGUMENTS.get(id, 0), 'number')}")
    if id in ("quantile", "max", "best-of") and not 0.0 < numbers[-1] < 1.0:
        raise ValueError(f"measure {name!r}: a quantile lies between 0 and 1")


def _parse(name: str) -> tuple[str, list[float]]:
    id, *rest = name.split(":")
    try:
        return id, [float(x) for x in rest]
    except ValueError:
        raise ValueError(f"measure {name!r}: numbers stand behind the colon") from None


def is_paired(name: str) -> bool:
    """True where the difference of two methods in this measure is reported."""
    return name in _PAIRED


def measure(name: str, case: Case) -> Figure:
    """A measure by name, with its error."""
    id, numbers = _parse(name)
    found = MEASURES[id](case, *numbers)
    if isinstance(found, Figure):
        return found
    return case.sample.figure(found)


def difference(name: str, one: Case, other: Case) -> Figure:
    """One minus the other in a measure, on players that both have a number for."""
    first, second = MEASURES[name](one), MEASURES[name](other)
    if isinstance(first, Figure) or isinstance(second, Figure):
        raise TypeError(f"{name} has no paired difference")
    return one.sample.figure(first.minus(second))
