"""Where the error comes from: bias across, SD up, and lines of equal RMSE."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tprstats.report.drawing import COLOURS
from tprstats.report.study_layout import (
    REACH,
    figure_name,
    finish,
    light_grid,
    measure_axis,
    new_sheet,
    number,
    panels_of,
    reference_line,
    series_handle,
    series_style,
)
from tprstats.study.choice import Choice, choose
from tprstats.study.finished import StudyResult
from tprstats.study.spec_parts import FigureSpec
from tprstats.study.words import label

__all__ = ["decomposition"]

_MEASURES = ("bias", "emp-se")


def decomposition(result: StudyResult, spec: FigureSpec) -> Figure:
    """A mark a series at its bias and empirical SE; RMSE² is the sum of their squares."""
    shown = [c for c in (spec.series, spec.panels) if c]
    where = {**spec.where, "measure": list(_MEASURES)}
    choice = choose(result.rows, where, figure_name(spec), shown)
    missing = [m for m in _MEASURES if m not in choice.values("measure")]
    if missing:
        raise choice.fault(f"needs the measure {missing[0]!r}, which the study does not have")
    series = choice.values(spec.series)
    panels = panels_of(choice, spec.panels)
    height = 3.8 if len(panels) == 1 else 2.6
    sheet = new_sheet([title for title, _ in panels], height, sharex=True, sharey=True)
    for axes, (_, part) in zip(sheet.axes, panels, strict=True):
        light_grid(axes, "both")
        reference_line(axes, 0.0, vertical=True)
        measure_axis(axes.xaxis, "bias")
        measure_axis(axes.yaxis, "emp-se")
        _marks(axes, part, spec.series, series)
    _limits(choice, sheet.axes[0])
    for axes in sheet.axes:
        _circles(axes)
    handles = [series_handle(k, label(spec.series, v), line=False) for k, v in enumerate(series)]
    note = f"Dotted: RMSE, Elo. Bars: {REACH} Monte Carlo SE to both sides."
    return finish(sheet, result, spec, choice.rows, handles, note)


def _marks(axes: Axes, part: Choice, column: str, series: list[object]) -> None:
    cells = part.cells((column, "measure"))
    for k, name in enumerate(series):
        bias, sd = (cells.get((name, m)) for m in _MEASURES)
        look = series_style(k)
        look.pop("linestyle")
        bars = [REACH * np.nan_to_num(number(r, "mcse")) for r in (bias, sd)]
        axes.errorbar(
            number(bias),
            number(sd),
            xerr=bars[0],
            yerr=bars[1],
            markersize=5.5,
            linewidth=1.0,
            capsize=1.5,
            **look,
        )


def _limits(choice: Choice, axes: Axes) -> None:
    """All marks with their bars and no bias; a tenth of the SD across, or noise would look big."""
    bias, sd = (
        np.array([number(r) + side * REACH * np.nan_to_num(number(r, "mcse"))
                  for r in choice.at(measure=m).rows for side in (-1.0, 1.0)])
        for m in _MEASURES
    )  # fmt: skip
    if not np.isfinite(bias).any() or not np.isfinite(sd).any():
        raise choice.fault("no value to show")
    top = float(np.nanmax(sd))
    low, high = min(float(np.nanmin(bias)), 0.0), max(float(np.nanmax(bias)), 0.0)
    room = max(0.06 * (high - low), (0.1 * top - (high - low)) / 2.0)
    axes.set_xlim(low - room, high + room)
    room = max(0.08 * (top - float(np.nanmin(sd))), 0.02 * top)
    axes.set_ylim(max(float(np.nanmin(sd)) - room, 0.0), top + room)


def _circles(axes: Axes) -> None:
    """Points of equal RMSE: circles around the corner, in the scales of the axes."""
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    across, up = np.meshgrid(np.linspace(left, right, 121), np.linspace(low, high, 121))
    rmse = np.hypot(across, up)
    rings = axes.contour(
        across,
        up,
        rmse,
        levels=MaxNLocator(6).tick_values(float(rmse.min()), float(rmse.max())),
        colors=COLOURS["muted"],
        linestyles="dotted",
        linewidths=0.8,
        zorder=1,
    )
    axes.clabel(rings, fontsize=7.0, fmt="%g")
