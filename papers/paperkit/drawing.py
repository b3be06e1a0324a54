"""Lines, points and bands for the papers' figures, in the style of the project's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from paperkit.sources import Published
from tprstats.report.drawing import COLOURS, SERIES, new_figure, style

__all__ = ["Drawn", "legend_below", "line", "one", "points", "sheet", "styled", "titled"]

DASHES: tuple[Any, ...] = (
    "-",
    (0, (5, 2)),
    (0, (1, 1.2)),
    (0, (5, 1.5, 1, 1.5)),
    (0, (7, 1, 1, 1, 1, 1)),
)
"""Line styles: with the markers they tell lines apart in grey print."""

NORMAL = 1.96
"""Monte Carlo standard errors to either side of a point."""


@dataclass(frozen=True)
class Drawn:
    """A figure and the published files that it shows.

    Parameters
    ----------
    figure
        As drawn.
    sources
        Files and the commands that make them.
    width
        Share of the text's width, per cent.
    """

    figure: Figure
    sources: tuple[tuple[str, str], ...]
    width: int = 100

    @classmethod
    def of(cls, figure: Figure, published: Published, *names: str, width: int = 100) -> Drawn:
        """With the sources of some tables."""
        sources = tuple((published[n].file, published[n].command) for n in names)
        return cls(figure, sources, width)


def sheet(
    columns: int, height: float, *, width: float = 6.3, **grid: Any
) -> tuple[Figure, list[Axes]]:
    """A figure with panels side by side, width and height in inches."""
    figure = new_figure(width, height)
    axes = list(np.atleast_1d(figure.subplots(1, columns, **grid)))
    for panel in axes:
        plain_axes(panel)
    return figure, axes


def plain_axes(axes: Axes) -> None:
    """A light grid, no box."""
    axes.grid(color=COLOURS["grid"], linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(labelsize=8)
    axes.xaxis.label.set_fontsize(8.5)
    axes.yaxis.label.set_fontsize(8.5)


styled = style


def titled(axes: Axes, text: str) -> None:
    """A small heading over a panel."""
    axes.set_title(text, loc="left", fontsize=8.5)


def legend_below(figure: Figure, axes: Axes, columns: int) -> None:
    """The series of one panel under all of them."""
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=columns,
                  frameon=False, fontsize=8)  # fmt: skip


def line(
    axes: Axes, k: int, x: Any, y: Any, label: str, *, error: Any = None, marks: bool = True,
    every: Any = None,
) -> None:  # fmt: skip
    """Series k; a band of Monte Carlo error where there is one."""
    colour, marker = SERIES[k]
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if error is not None and np.nanmax(np.asarray(error, dtype=float), initial=0.0) > 0.0:
        half = NORMAL * np.asarray(error, dtype=float)
        axes.fill_between(x, y - half, y + half, color=colour, alpha=0.18, linewidth=0)
    axes.plot(
        x, y, color=colour, linestyle=DASHES[k % len(DASHES)], linewidth=1.3,
        marker=marker if marks else None, markersize=3.8, markevery=every, label=label,
    )  # fmt: skip


def points(axes: Axes, k: int, x: Any, y: Any, label: str, low: Any, high: Any) -> None:
    """Points with bars from low to high, sideways where y are the rows."""
    colour, marker = SERIES[k]
    for row, left, right in zip(y, low, high, strict=True):
        axes.plot((left, right), (row, row), color=colour, linewidth=1.1)
    axes.plot(x, y, linestyle="none", color=colour, marker=marker, markersize=4, label=label)


def one(rows: pd.DataFrame, by: str, order: Sequence[Any]) -> pd.DataFrame:
    """Rows in the order of a column's values."""
    return rows.set_index(by).loc[list(order)].reset_index()
