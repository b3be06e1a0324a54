"""Lollipop plot: a measure of each method as a stick from the reference, with its error."""

from __future__ import annotations

from math import isnan

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tprstats.report.drawing import COLOURS, rows_axis
from tprstats.report.study_layout import (
    REACH,
    chosen,
    finish,
    measure_axis,
    new_sheet,
    number,
    panels_of,
    reference_line,
    series_handle,
    series_style,
)
from tprstats.study.choice import Choice
from tprstats.study.finished import StudyResult
from tprstats.study.spec_parts import FigureSpec
from tprstats.study.words import column_words, value_words

__all__ = ["lollipop"]


def lollipop(result: StudyResult, spec: FigureSpec) -> Figure:
    """Rows are the values of ``y`` (by default the series), sticks within a row the series."""
    y = spec.y or spec.series
    choice = chosen(result, spec, y, spec.series, spec.panels)
    rows, series = choice.values(y), choice.values(spec.series)
    sticks = 1 if y == spec.series else len(series)
    panels = panels_of(choice, spec.panels)
    height = 0.5 + len(rows) * max(0.24, 0.13 * sticks + 0.08)
    sheet = new_sheet([title for title, _ in panels], height, sharex=True, sharey=True)
    for axes, (_, part) in zip(sheet.axes, panels, strict=True):
        rows_axis(axes, [value_words(y, v) for v in rows])
        measure_axis(axes.xaxis, spec.measure)
        reference_line(axes, spec.reference or 0.0, vertical=True)
        _sticks(axes, part, y, spec, rows, series)
        if y != spec.series:
            axes.set_ylabel(column_words(y))
            for k in range(1, len(rows), 2):
                band = COLOURS["grid"]
                axes.axhspan(k - 0.5, k + 0.5, color=band, alpha=0.35, linewidth=0, zorder=0)
    handles = [
        series_handle(k, value_words(spec.series, v), line=False) for k, v in enumerate(series)
    ]
    note = f"Bars: {REACH} Monte Carlo SE to both sides."
    return finish(sheet, result, spec, choice.rows, handles if sticks > 1 else (), note)


def _sticks(
    axes: Axes,
    part: Choice,
    y: str,
    spec: FigureSpec,
    rows: list[object],
    series: list[object],
) -> None:
    """One stick, mark and error bar a row and series; a dash where there is no number."""
    cells = part.cells((y, spec.series))
    start = spec.reference or 0.0
    several = y != spec.series
    step = 0.8 / len(series) if several else 0.0
    for k, name in enumerate(series):
        look = series_style(k)
        look.pop("linestyle")
        for at, value in enumerate(rows):
            if not several and value != name:
                continue
            row = cells.get((value, name))
            x, error = number(row), number(row, "mcse")
            level = at + (step * (k + 0.5) - 0.4 if several else 0.0)
            if isnan(x):
                axes.annotate("-", (start, level), ha="center", va="center", fontsize=8.0)
                continue
            axes.plot((start, x), (level, level), color=look["color"], linewidth=0.8, alpha=0.6)
            bar = 0.0 if isnan(error) else REACH * error
            axes.errorbar(
                x,
                level,
                xerr=bar,
                markersize=4.0 if several else 4.8,
                capsize=2.0,
                linewidth=1.4,
                zorder=3,
                **look,
            )
