"""Zip plot: intervals ordered by how far off the truth lies; those that miss stand on top.

Morris, T. P., White, I. R. and Crowther, M. J. (2019). Using simulation studies to evaluate
statistical methods. Statistics in Medicine 38, 2074-2102, section 7.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import NDArray

from tprstats.cells import counted
from tprstats.report.drawing import COLOURS
from tprstats.report.study_errors import Drawer, rows_of
from tprstats.report.study_layout import REACH, finish, light_grid, new_sheet
from tprstats.study.case import Case
from tprstats.study.finished import StudyResult
from tprstats.study.measures import measure
from tprstats.study.spec_parts import FigureSpec
from tprstats.study.words import label

__all__ = ["Ordered", "order_intervals", "zip_plot"]

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

MOST_LINES = 400
"""Intervals drawn a panel, at evenly spaced centiles."""

MOST_PANELS = 9

LEAST_SHOWN = 0.005
"""A smaller share would be thinner than a line."""

HOLDS, BAND = "#8db9dd", "#f2d16b"


@dataclass(frozen=True)
class Ordered:
    """Intervals minus the truth, those that hold it best first.

    Parameters
    ----------
    low, high
        Ends minus the truth, Elo, ``(k,)``.
    misses
        True where the truth lies outside.
    centile
        Share of members up to the middle of each interval's own share, ``(k,)``.
    undefined
        Share of members without an interval; it lies above all others.
    """

    low: Array
    high: Array
    misses: Mask
    centile: Array
    undefined: float


def order_intervals(case: Case) -> Ordered:
    """Order by the distance of the truth from the estimate, in units of that side of the interval.

    1 is the end of the interval, so the order agrees with coverage; it is that of ``|z|`` for
    symmetric intervals. An open side holds every truth on it: 0.
    """
    low, high, there = case.ends()
    truth = case.e.truth
    mass = np.broadcast_to(case.sample.mass[:, None], truth.shape)
    total = float((mass * case.members).sum())
    a, b = (low - truth)[there], (high - truth)[there]
    off = _distance(a, b, (case.values - truth)[there])
    order = np.argsort(off, kind="stable")
    own = mass[there][order] / total
    misses = off > 1.0 + 1e-9
    centile = np.cumsum(own) - own / 2.0
    return Ordered(
        a[order], b[order], misses[order], centile, 1.0 - float(mass[there].sum()) / total
    )


def _distance(a: Array, b: Array, centre: Array) -> Array:
    """How far 0 lies from the centre; the end of that side of the interval is 1."""
    same = 1e-7  # as in coverage: an end that is the truth but for rounding holds it
    with np.errstate(invalid="ignore", divide="ignore"):
        middle = np.where(np.isfinite(a) & np.isfinite(b), (a + b) / 2.0, 0.0)
        # A centre outside its own interval says nothing about order; the middle does.
        fits = (centre > a) & (centre < b)
        centre = np.where(fits, centre, np.clip(middle, a, b))
        side = np.where(centre > 0.0, centre - a, b - centre)
        off = np.where(np.isinf(side), 0.0, np.abs(centre) / side)
    holds = (a <= same) & (b >= -same)
    off = np.where(np.isnan(off), 0.0, off)
    beyond = 1.0 + np.maximum(np.maximum(a, -b), 1e-6)
    return np.where(holds, np.minimum(off, 1.0), np.where(off > 1.0 + 1e-9, off, beyond))


def zip_plot(result: StudyResult, spec: FigureSpec) -> Figure:
    """A panel for each interval method and each value of ``panels``."""
    choice = rows_of(result, spec, "interval")
    columns = [spec.series, *([spec.panels] if spec.panels else [])]
    cells = choice.cells(columns)
    keys = choice.keys(columns)
    if len(keys) > MOST_PANELS:
        raise choice.fault(
            f"{counted(len(keys), 'panel')}, at most {MOST_PANELS}: cut them in where"
        )
    titles = ["; ".join(label(c, v) for c, v in zip(columns, key, strict=True)) for key in keys]
    sheet = new_sheet(titles, 3.8 if len(keys) <= 3 else 2.7, sharex=True, sharey=True)
    drawer = Drawer(result)
    cases = [drawer.case(cells[key]) for key in keys]
    found = [order_intervals(case) for case in cases]
    limit = max(_reach(ordered) for ordered in found)
    sheet.axes[0].set_xlim(-limit, limit)
    sheet.axes[0].set_ylim(0.0, 100.0)
    for axes, case, ordered in zip(sheet.axes, cases, found, strict=True):
        light_grid(axes, "x")
        axes.set_xlabel(spec.x_label or "interval minus truth, Elo")
        axes.set_ylabel("centile of |z|")
        _coverage(axes, case)
        _lines(axes, ordered, limit)
    undefined = any(ordered.undefined > LEAST_SHOWN for ordered in found)
    exact = all(r["replicates"] == 0 for r in choice.rows)
    return finish(sheet, result, spec, choice.rows, _legend(exact, undefined), _NOTE)


_NOTE = (
    "Sorted by the distance of the truth from the estimate; lines that run to the edge are open "
    "or longer."
)


def _reach(ordered: Ordered) -> float:
    ends = np.abs(np.r_[ordered.low, ordered.high])
    ends = ends[np.isfinite(ends)]
    return 1.05 * float(np.quantile(ends, 0.99)) if ends.size else 100.0


def _coverage(axes: Axes, case: Case) -> None:
    """Coverage found with its Monte Carlo band, and the nominal level."""
    found = measure("coverage", case)
    value, bar = 100.0 * found.value, 100.0 * REACH * np.nan_to_num(found.mcse)
    if bar > 0.0:
        axes.axhspan(value - bar, value + bar, color=BAND, alpha=0.55, lw=0, zorder=0)
    axes.axvline(0.0, color=COLOURS["ink"], linewidth=0.9, zorder=3)
    axes.axhline(value, color=COLOURS["ink"], linewidth=1.0, zorder=2.5)
    axes.axhline(
        100.0 * case.level, color=COLOURS["ink"], linewidth=1.0, linestyle=(0, (2, 2)), zorder=2.5
    )


def _lines(axes: Axes, ordered: Ordered, limit: float) -> None:
    """Lines at evenly spaced centiles: an outcome with a large chance has many."""
    defined = 1.0 - ordered.undefined
    if ordered.low.size == 0:
        return
    at = (np.arange(MOST_LINES) + 0.5) / MOST_LINES * defined
    upper = 2.0 * ordered.centile - np.r_[0.0, _upper(ordered.centile)[:-1]]
    pick = np.searchsorted(upper, at).clip(max=ordered.low.size - 1)
    low, high = (np.clip(x[pick], -limit, limit) for x in (ordered.low, ordered.high))
    misses = ordered.misses[pick]
    for which, colour in ((~misses, HOLDS), (misses, COLOURS["own"])):
        ends = zip(low[which], high[which], 100.0 * at[which], strict=True)
        lines = [((a, y), (b, y)) for a, b, y in ends]
        # Not moved to whole pixels, which would leave gaps between them.
        axes.add_collection(
            LineCollection(lines, colors=colour, linewidths=0.9, snap=False, zorder=2)
        )
    near = np.where(low > 0.0, low, high)[misses]
    axes.plot(near, 100.0 * at[misses], linestyle="", marker="o", ms=1.6, color=COLOURS["own"])
    if ordered.undefined > LEAST_SHOWN:
        axes.axhspan(
            100.0 * defined, 100.0, facecolor="none", edgecolor=COLOURS["muted"], hatch="////", lw=0
        )


def _upper(centile: Array) -> Array:
    """Upper ends of the shares whose middles are given."""
    upper = np.empty_like(centile)
    before = 0.0
    for k, middle in enumerate(centile):
        before = upper[k] = 2.0 * middle - before
    return upper


def _legend(exact: bool, undefined: bool) -> list[Line2D | Patch]:
    ink = COLOURS["ink"]
    handles: list[Line2D | Patch] = [
        Line2D([], [], color=HOLDS, linewidth=2.0, label="holds the truth"),
        Line2D([], [], color=COLOURS["own"], marker="o", markersize=2.5, label="misses it"),
        Line2D([], [], color=ink, linewidth=1.0, label="coverage"),
        Line2D([], [], color=ink, linestyle=(0, (2, 2)), linewidth=1.0, label="nominal"),
    ]
    if not exact:
        handles.append(Patch(facecolor=BAND, alpha=0.55, label=f"{REACH} Monte Carlo SE"))
    if undefined:
        muted = COLOURS["muted"]
        handles.append(Patch(facecolor="none", edgecolor=muted, hatch="////", label="undefined"))
    return handles
