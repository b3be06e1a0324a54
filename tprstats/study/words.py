"""Words and units of measures and factors, the same in every table and figure."""

from __future__ import annotations

from math import floor, isinf, isnan, log10
from typing import Any

from tprstats.cells import counted
from tprstats.mcse import Figure, share_limit

__all__ = ["cell_text", "column_words", "is_share", "label", "measure_words", "value_words"]

SHARE = "%"
"""Unit of what is kept as a share between 0 and 1 and printed in percent."""

_MEASURES = {
    "bias": ("bias", "Elo"),
    "relative-bias": ("relative bias", "% of it"),
    "emp-se": ("empirical SE", "Elo"),
    "mse": ("mean squared error", "Elo²"),
    "rmse": ("RMSE", "Elo"),
    "mae": ("mean absolute error", "Elo"),
    "median": ("median error", "Elo"),
    "quantile": ("{} quantile of the error", "Elo"),
    "undefined": ("no number", SHARE),
    "exceed": ("{} Elo or more too high", SHARE),
    "best-of": ("best of {}, {} quantile", "Elo"),
    "max": ("greatest error of an event, {} quantile", "Elo"),
    "falls": ("falls", ""),
    "kendall": ("Kendall's tau", ""),
    "spearman": ("Spearman's rho", ""),
    "coverage": ("coverage", SHARE),
    "coverage-excluded": ("coverage where defined", SHARE),
    "coverage-whole-line": ("coverage (whole line)", SHARE),
    "be-coverage": ("bias-eliminated coverage", SHARE),
    "miss-low": ("low end above the truth", SHARE),
    "miss-high": ("high end below the truth", SHARE),
    "width": ("mean width", "Elo"),
    "width-median": ("median width", "Elo"),
    "open": ("open at an end", SHARE),
    "no-interval": ("no interval", SHARE),
    "power": ("leaves out the published rating", SHARE),
    "model-se": ("model SE", "Elo"),
    "relative-error": ("relative error of the model SE", "% of it"),
    "norm": ("chance of a norm", SHARE),
    "norm-in": ("chance of a norm in {}", SHARE),
    "surplus": ("score minus expected score", "points"),
    "score-average-corr": ("correlation of score and average", ""),
    "average-slope": ("average of opponents", "Elo a point"),
}

_EXACT_DECIMALS = {"Elo": 1, SHARE: 1, "% of it": 1, "Elo²": 0, "points": 3, "Elo a point": 1}
_COUNTS = {"falls"}
_OF_EVENTS = {"best-of", "norm-in"}
"""Measures whose first number counts events."""

_ELO = {
    "advantage", "spread", "level", "own_error", "outlier", "tilt", "white_advantage",
    "rating_noise", "rating_shift", "form", "mean", "sd",
}  # fmt: skip
_COLUMNS = {
    "name": "method",
    "after": "after rounds",
    "kind_of": "of a",
    "sd": "SD of the field",
    "value": "value",
    "mcse": "MCSE",
}
_SPEAK_FOR_THEMSELVES = {"name", "measure", "group", "kind", "kind_of"}
"""Columns whose values need no name of the column before them."""


def _id(measure: str) -> str:
    return measure.split(":")[0]


def is_share(measure: str) -> bool:
    """True where the measure is a share, printed in percent."""
    return _MEASURES[_id(measure)][1] == SHARE


def measure_words(measure: str) -> str:
    """What a measure is called, with its unit.

    Examples
    --------
    >>> measure_words("bias"), measure_words("coverage"), measure_words("exceed:200")
    ('bias, Elo', 'coverage, %', '200 Elo or more too high, %')
    >>> measure_words("norm-in:1"), measure_words("best-of:5:0.9")
    ('chance of a norm in 1 event, %', 'best of 5 events, 0.9 quantile, Elo')
    """
    id, *given = measure.split(":")
    words, unit = _MEASURES[id]
    if id in _OF_EVENTS:
        given[0] = counted(float(given[0]), "event")
    said = words.format(*given)
    return f"{said}, {unit.removesuffix(' of it')}" if unit else said


def column_words(column: str) -> str:
    """Heading of a column of the table of measures, with its unit.

    Examples
    --------
    >>> column_words("advantage"), column_words("draw_share"), column_words("name")
    ('advantage, Elo', 'draw share', 'method')
    """
    words = _COLUMNS.get(column, column.replace("_", " "))
    return f"{words}, Elo" if column in _ELO else words


def value_words(column: str, value: Any) -> str:
    """A value under the heading of its column; a dash where the scenario has no such factor.

    Examples
    --------
    >>> value_words("advantage", 200.0), value_words("measure", "rmse"), value_words("sd", None)
    ('200', 'RMSE, Elo', '-')
    """
    if value is None or value != value:
        return "-"
    if column == "measure":
        return measure_words(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}"
    return str(value)


def label(column: str, value: Any) -> str:
    """A value that stands alone: over a panel, in a legend, in a heading.

    Examples
    --------
    >>> label("advantage", 200), label("name", "firth"), label("games", 9)
    ('advantage 200 Elo', 'firth', 'games 9')
    """
    said = value_words(column, value)
    if column in _SPEAK_FOR_THEMSELVES:
        return said
    name, _, unit = column_words(column).partition(", ")
    return f"{name} {said} {unit}".rstrip() if isinstance(value, int | float) else f"{name} {said}"


def cell_text(
    measure: str, value: float, mcse: float, replicates: int, *, limited: bool = True
) -> str:
    """``value (mcse)`` with as many digits as the Monte Carlo error supports.

    An exact value has no bracket, nor has one that is the same in every replicate, except that a
    share of none or all of them gives its exact 95 % limit (:func:`tprstats.mcse.share_limit`);
    ``(?)`` says that one replicate has no error.

    Parameters
    ----------
    measure
        Shares are printed in percent.
    value, mcse, replicates
        As in the table of measures; 0 replicates: exact.
    limited
        False where replicates are not drawn as games are played (tilted), so that none of them
        sets no such limit.

    Examples
    --------
    >>> cell_text("bias", 131.273, 0.84, 500), cell_text("coverage", 0.9471, 0.0031, 500)
    ('131.3 (0.8)', '94.7 (0.3)')
    >>> cell_text("bias", 131.273, 0.0, 0), cell_text("coverage", 0.95, 0.0, 0)
    ('131.3', '95.0')
    >>> cell_text("coverage", 1.0, 0.0, 500), cell_text("undefined", 0.0, 0.0, 500)
    ('100 (above 99.40)', '0 (below 0.60)')
    >>> cell_text("falls", 0.0, 0.0, 500), cell_text("width", float("nan"), 0.0, 500)
    ('0', '-')
    >>> cell_text("norm-in:20", 0.9999999, 1e-8, 500)  # no model holds so many nines
    '> 99.99'
    """
    if isnan(value):
        return "-"
    if isinf(value):
        return "open"
    if replicates > 0 and 0.0 < max(abs(value), mcse) < 1e-9:
        return "0"  # nothing but rounding
    limit = share_limit(value, replicates) if is_share(measure) and limited else None
    if is_share(measure):
        value, mcse = 100.0 * value, 100.0 * mcse
        if replicates > 0 and 1e-9 < 100.0 - value < 0.01:
            return "> 99.99"
    if replicates > 0 and mcse > 0.0:
        return str(Figure(value, mcse))
    rounded = _rounded(measure, value)
    if replicates == 0:
        return rounded
    if isnan(mcse):
        return f"{rounded} (?)"
    return _without_zeros(rounded) + ("" if limit is None else _limit_words(value, 100.0 * limit))


def _limit_words(share: float, limit: float) -> str:
    """The limit of a share of 0 or 100 %, to two digits of its distance from that."""
    decimals = max(0, 1 - floor(log10(abs(limit - share))))
    return f" ({'below' if share < 50.0 else 'above'} {limit:.{decimals}f})"


def _rounded(measure: str, value: float) -> str:
    """Ratings to 0.1 Elo, shares to 0.1 points; a share nearer to 0 or 1 to two digits of it."""
    unit = _MEASURES[_id(measure)][1]
    decimals = 0 if _id(measure) in _COUNTS else _EXACT_DECIMALS.get(unit, 3)
    if unit == SHARE:
        rest = min(value, 100.0 - value)
        if 1e-9 < rest < 0.1:
            decimals = 1 - floor(log10(rest))
    # Adding 0 takes the sign off a zero.
    return f"{round(value, decimals) + 0.0:.{decimals}f}"


def _without_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
