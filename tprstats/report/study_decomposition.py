"""Where the error comes from: bias across, SD up, and circles of equal RMSE."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle
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
from tprstats.study.run import StudyResult
from tprstats.study.spec import FigureSpec
from tprstats.study.words import label

__all__ = ["decomposition"]

_MEASURES = ("bias", "emp-se")


def decomposition(result: StudyResult, spec: FigureSpec) -> Figure:
    """A mark a series at its bias and empirical SE: its distance from the corner is its RMSE."""
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
        if axes.get_subplotspec().colspan.start == 0:  # type: ignore[union-attr]
            measure_axis(axes.yaxis, "emp-se")
        _marks(axes, part, spec.series, series)
    _limits(sheet.axes)
    for axes in sheet.axes:
        _circles(axes)
    handles = [series_handle(k, label(spec.series, v), line=False) for k, v in enumerate(series)]
    note = f"Dotted: equal RMSE, Elo. Bars: {REACH} Monte Carlo SE to both sides."
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


def _limits(panels: tuple[Axes, ...]) -> None:
    """From SD 0 up, and the same distance across as up, so that circles are round."""
    left = min(a.dataLim.x0 for a in panels if np.isfinite(a.dataLim.x0))
    right = max(a.dataLim.x1 for a in panels if np.isfinite(a.dataLim.x1))
    top = max(a.dataLim.y1 for a in panels if np.isfinite(a.dataLim.y1))
    room = 0.08 * max(right - left, top)
    panels[0].set_ylim(0.0, top + 2 * room)
    panels[0].set_xlim(min(left - room, -room), max(right + room, room))
    for axes in panels:
        axes.set_aspect("equal", adjustable="datalim")


def _circles(axes: Axes) -> None:
    top = axes.get_ylim()[1]
    for radius in MaxNLocator(5).tick_values(0.0, top)[1:]:
        ring = Circle((0.0, 0.0), radius, fill=False, edgecolor=COLOURS["muted"])
        ring.set(linestyle=(0, (1, 2)), linewidth=0.8)
        axes.add_patch(ring)
