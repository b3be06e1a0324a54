"""Named numbers: which row of which published table, and how it is printed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import floor, log10
from pathlib import Path
from typing import Any

import pandas as pd

from paperkit.sources import Published, Source, read_toml, unknown
from tprstats.errors import InputError

__all__ = ["Number", "number", "numbers_of"]

RESERVED = {
    "value", "error", "unit", "digits", "show", "reduce", "below", "above", "range",
}  # fmt: skip
"""Keys of an entry that are no column of the table; what they do stands in papers/README.md."""

REDUCTIONS = ("min", "max", "mean", "sum", "count")
SHOWN = ("as it is", "one in", "rest", "opposite")


@dataclass(frozen=True)
class Number:
    """A number as the manuscript prints it, and where it comes from.

    Parameters
    ----------
    text
        Rounded to what its error supports.
    error
        Its Monte Carlo (or standard) error with the same decimals; empty where it is exact.
    low, high
        Ends of its 95 % interval, empty where the table has none.
    file, command, where, column, how
        The published file, what makes it, the selection, the column, and what was done.
    plain, plain_error
        The number and its error, not rounded.
    """

    text: str
    error: str
    low: str
    high: str
    file: str
    command: str
    where: str
    column: str
    how: str
    plain: float
    plain_error: float

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        plain = {"plain": self.plain, "plain_error": self.plain_error}
        return asdict(self) | {k: v if math.isfinite(v) else None for k, v in plain.items()}


def numbers_of(path: Path, published: Published) -> dict[str, Number]:
    """All numbers of a ``numbers.toml``.

    Raises
    ------
    InputError
        A name that is given twice, a selection that means no row or several.
    """
    found: dict[str, Number] = {}
    spec = read_toml(path)
    for block in spec.get("block", []):
        source = published[block["from"]]
        common = {k: v for k, v in block.items() if k not in ("from", "numbers")}
        for name, entry in block["numbers"].items():
            if name in found:
                raise InputError(f"number {name!r} is given twice", source=str(path))
            found[name] = number(source, {**common, **entry}, name)
    for name, entry in spec.get("mixture", {}).items():
        found[name] = _mixture(found, entry, f"{path}, number {name!r}")
    return found


def _mixture(found: Mapping[str, Number], entry: Mapping[str, Any], at: str) -> Number:
    """Share of the first kind among all that ring, where the second has a prior chance.

    ``(1 - r) a / ((1 - r) a + r h)`` with a and h the per cent of either kind that ring and r the
    prior chance of the second; its error by the delta method, as the two are independent runs.
    """
    for name in (entry["first"], entry["second"]):
        if name not in found:
            raise unknown("number", name, list(found), at)
    a, h = found[entry["first"]], found[entry["second"]]
    r = float(entry["prior"])
    total = (1.0 - r) * a.plain + r * h.plain
    share = (1.0 - r) * a.plain / total
    errors = [x.plain_error if math.isfinite(x.plain_error) else 0.0 for x in (a, h)]
    slope = r * (1.0 - r) / total**2
    error = 100.0 * slope * math.hypot(h.plain * errors[0], a.plain * errors[1])
    decimals = _decimals({}, "%", "as it is", error, math.nan, math.nan)
    return Number(
        text=_rounded(100.0 * share, decimals),
        error=_rounded(error, decimals) if error > 0.0 else "",
        low="", high="", file=a.file, command=a.command,
        where=f"from {entry['first']} and {entry['second']}, prior chance {r:g}",
        column="value", how="mixture", plain=100.0 * share, plain_error=error,
    )  # fmt: skip


def number(source: Source, entry: Mapping[str, Any], name: str) -> Number:
    """One number: the row that the selection means, its value and its error.

    Raises
    ------
    InputError
        Where several rows fit and nothing says how they become one.
    """
    where = {k: v for k, v in entry.items() if k not in RESERVED}
    rows = source.select(where, name)
    column = str(entry.get("value", "value"))
    error_column = str(entry.get("error", "mcse" if column == "value" else f"MCSE of {column}"))
    if column not in rows:
        raise InputError(f"number {name!r}: {source.file} has no column {column!r}")
    values = rows[column].astype(float)
    errors = rows[error_column].astype(float) if error_column in rows else values * math.nan
    value, error, low, high = _one(source, rows, values, errors, entry, name)
    unit, show = str(entry.get("unit", "")), str(entry.get("show", "as it is"))
    scale = 100.0 if unit == "%" else 1.0
    value, error, low, high = (scale * x for x in (value, error, low, high))
    if show not in SHOWN:
        raise InputError(f"number {name!r}: show is one of {', '.join(SHOWN)}, not {show!r}")
    if show == "rest":
        value, low, high = scale - value, scale - high, scale - low
    elif show == "opposite":
        value, low, high = -value, -high, -low
    elif show == "one in":
        value, error, low, high = scale / value, math.nan, math.nan, math.nan
    decimals = _decimals(entry, unit, show, error, low, high)
    known = math.isfinite(error) and error > 0.0
    how = [str(entry[k]) for k in ("reduce", "show") if k in entry]
    how += [f"{k} {entry[k]}" for k in ("below", "above") if k in entry]
    return Number(
        text=_rounded(value, decimals),
        error=_rounded(error, decimals) if known else "",
        low=_rounded(low, decimals),
        high=_rounded(high, decimals),
        file=source.file,
        command=source.command,
        where=", ".join(f"{k} = {_said(v)}" for k, v in where.items()) or "all rows",
        column=column,
        how=", ".join(how),
        plain=value,
        plain_error=error,
    )


def _one(
    source: Source, rows: pd.DataFrame, values: Any, errors: Any, entry: Mapping[str, Any],
    name: str,
) -> tuple[float, float, float, float]:  # fmt: skip
    """Value, error and ends of the row that is meant, or of what several become."""
    for side in ("below", "above"):
        if side in entry:
            keep = values < entry["below"] if side == "below" else values > entry["above"]
            values, errors = values[keep], errors[keep]
    reduce = entry.get("reduce")
    if reduce is None:
        if len(values) != 1:
            apart = [str(c) for c in rows.columns if rows[c].map(str).nunique() > 1]
            raise InputError(
                f"number {name!r}: {len(values)} rows of {source.file} fit; they differ in "
                f"{', '.join(apart)}"
            )
        row = rows.loc[values.index[0]]
        # They are the ends of the column `value`, and of no other.
        own = str(entry.get("value", "value")) == "value"
        ends = [float(row[c]) if own and c in rows else math.nan for c in ("low", "high")]
        return float(values.iloc[0]), float(errors.iloc[0]), ends[0], ends[1]
    if reduce not in REDUCTIONS:
        raise InputError(f"number {name!r}: reduce is one of {', '.join(REDUCTIONS)}")
    if reduce == "count":
        return float(len(values)), math.nan, math.nan, math.nan
    if reduce in ("min", "max"):
        place = values.idxmin() if reduce == "min" else values.idxmax()
        return float(values[place]), float(errors[place]), math.nan, math.nan
    if errors.gt(0.0).any():
        raise InputError(f"number {name!r}: rows that share their luck have no error of a {reduce}")
    return float(values.agg(reduce)), math.nan, math.nan, math.nan


def _decimals(
    entry: Mapping[str, Any], unit: str, show: str, error: float, low: float, high: float
) -> int:
    """As many as one digit of the error supports; of an exact number as many as are asked for."""
    if not (math.isfinite(error) and error > 0.0) and math.isfinite(low) and high > low:
        error = (high - low) / 4.0
    if math.isfinite(error) and error > 0.0 and show != "one in":
        return max(0, -floor(log10(error)))
    if "digits" in entry:
        return int(entry["digits"])
    return {"%": 1}.get(unit, 0)


def _rounded(value: float, decimals: int) -> str:
    if not math.isfinite(value):
        return "open" if math.isinf(value) else ""
    # Adding 0 takes the sign off a zero.
    text = f"{round(value, decimals) + 0.0:,.{decimals}f}"
    return text.replace(",", "") if abs(value) < 10_000 else text


def _said(value: Any) -> str:
    if isinstance(value, list):
        return " or ".join(_said(v) for v in value)
    return f"{value:g}" if isinstance(value, float) else str(value) or "none"
