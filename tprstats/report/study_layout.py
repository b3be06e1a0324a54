"""What the figures of a study share: panels, series, axes of measures, legends and notes."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isfinite
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter
from numpy.typing import NDArray

from tprstats.report.drawing import COLOURS, SERIES, new_figure
from tprstats.study.choice import Choice, Row, choose
from tprstats.study.finished import StudyResult
from tprstats.study.spec_parts import FigureSpec
from tprstats.study.tables import conditions
from tprstats.study.words import is_share, label, measure_words

Array = NDArray[np.float64]

__all__ = [
    "REACH",
    "WIDTH",
    "Sheet",
    "band_patch",
    "chosen",
    "draw_band",
    "figure_name",
    "finish",
    "light_grid",
    "measure_axis",
    "new_sheet",
    "number",
    "panels_of",
    "percent",
    "reference_line",
    "sampled",
    "series_handle",
    "series_style",
]

WIDTH = 7.0
"""Inches."""

LETTERS = 105
"""Letters of a legend that fit beside each other."""

REACH = 1.96
"""Bars and bands reach so many Monte Carlo standard errors to both sides."""

_DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)))


@dataclass(frozen=True)
class Sheet:
    """A figure and its panels, from left to right and down, so many in a row."""

    figure: Figure
    axes: tuple[Axes, ...]
    across: int = 1


def figure_name(spec: FigureSpec) -> str:
    """How errors call a figure."""
    return f"figure {spec.name!r}"


def chosen(result: StudyResult, spec: FigureSpec, *columns: str) -> Choice:
    """Rows of the figure's measure."""
    shown = [c for c in columns if c]
    where = {**spec.where, "measure": spec.measure}
    return choose(result.rows, where, figure_name(spec), shown)


def panels_of(choice: Choice, column: str) -> list[tuple[str, Choice]]:
    """Title and rows of each panel; one without a title where there is no column."""
    if not column:
        return [("", choice)]
    choice.check([column])
    return [(label(column, v), choice.at(**{column: v})) for v in choice.values(column)]


def new_sheet(titles: Sequence[str], height: float, **shared: Any) -> Sheet:
    """Panels of a height (inches) side by side, at most three in a row.

    Parameters
    ----------
    shared
        ``sharex`` and ``sharey`` of :meth:`matplotlib.figure.Figure.subplots`.
    """
    across = 2 if len(titles) in (2, 4) else min(len(titles), 3)
    down = ceil(len(titles) / across)
    figure = new_figure(WIDTH, height * down + 1.1)
    grid = figure.subplots(down, across, squeeze=False, **shared).ravel().tolist()
    for axes in grid[len(titles) :]:
        axes.set_visible(False)
    for axes, title in zip(grid, titles, strict=False):
        axes.set_title(title, fontsize=9.0, loc="left")
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    # A panel with nothing below it shows its own numbers.
    for axes in grid[max(len(titles) - across, 0) : len(titles)]:
        axes.tick_params(labelbottom=True)
    return Sheet(figure, tuple(grid[: len(titles)]), across)


def series_style(k: int) -> dict[str, Any]:
    """Colour, marker and dashes of the k-th series; markers and dashes do without colour."""
    colour, marker = SERIES[k % len(SERIES)]
    return {"color": colour, "marker": marker, "linestyle": _DASHES[k % len(_DASHES)]}


def series_handle(k: int, name: str, *, line: bool = True) -> Line2D:
    """A series in the legend."""
    style = series_style(k)
    if not line:
        style["linestyle"] = ""
    return Line2D([], [], label=name, linewidth=1.3, markersize=5.0, **style)


def band_patch(label: str) -> Patch:
    """A shaded band in the legend."""
    return Patch(facecolor=COLOURS["muted"], alpha=0.3, label=label)


def number(row: Row | None, column: str = "value") -> float:
    """A number of a row; NaN where there is none to draw."""
    value = float("nan") if row is None else float(row[column])
    return value if isfinite(value) else float("nan")


def percent(axis: Axis) -> None:
    """Shares between 0 and 1, printed in percent."""
    axis.set_major_formatter(FuncFormatter(lambda v, _: f"{round(100.0 * v, 6):g}"))


def measure_axis(axis: Axis, measure: str) -> None:
    """Label with unit; shares are printed in percent."""
    axis.set_label_text(measure_words(measure))
    if is_share(measure):
        percent(axis)


def draw_band(
    axes: Axes, x: Array, value: Array, mcse: Array, measure: str, colour: str, **options: Any
) -> None:
    """The Monte Carlo error around a line; nothing where all is exact. A share stays one."""
    if not np.nan_to_num(mcse).any():
        return
    low, high = value - REACH * mcse, value + REACH * mcse
    if is_share(measure):
        low, high = np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)
    axes.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0, **options)


def sampled(rows: Sequence[Row]) -> bool:
    """True where a row has a Monte Carlo error."""
    return any(r["mcse"] > 0.0 for r in rows)


def light_grid(axes: Axes, which: str = "y") -> None:
    """Light lines behind the data."""
    axes.grid(axis=which, color=COLOURS["grid"], linewidth=0.6)  # type: ignore[arg-type]
    axes.set_axisbelow(True)


def reference_line(axes: Axes, value: float | None, *, vertical: bool = False) -> None:
    """The value that a perfect method has."""
    if value is None:
        return
    draw = axes.axvline if vertical else axes.axhline
    draw(value, color=COLOURS["ink"], linewidth=0.9, linestyle=(0, (4, 2)), zorder=1.5)


def finish(
    sheet: Sheet,
    result: StudyResult,
    spec: FigureSpec,
    rows: tuple[Row, ...],
    handles: Sequence[Artist] = (),
    note: str = "",
) -> Figure:
    """Caption above; legend, what bars mean, and the conditions below, never over the data."""
    figure = sheet.figure
    for k, axes in enumerate(sheet.axes):
        # An axis is named once a row and once a column.
        if k + sheet.across < len(sheet.axes):
            axes.set_xlabel("")
        if k % sheet.across:
            axes.set_ylabel("")
    if spec.caption:
        wrapped = "\n".join(textwrap.wrap(spec.caption, 70))
        figure.suptitle(wrapped, x=0.01, ha="left", fontsize=10.5, fontweight="bold")
    said = " ".join(part for part in (note, conditions(result, rows)) if part)
    lengths = [len(str(h.get_label())) + 8 for h in handles] or [1]
    one_row = sum(lengths) <= LETTERS
    figure.legend(
        handles=list(handles),
        loc="outside lower left",
        ncols=len(lengths) if one_row else max(LETTERS // max(lengths), 1),
        frameon=False,
        fontsize=8.0,
        title="\n".join(textwrap.wrap(said, 130)),
        title_fontproperties={"size": 7.0},
        alignment="left",
        columnspacing=1.4,
        handlelength=2.8,
    )
    return figure
