"""A measure against a numeric factor: one line a method or interval, with its error as a band."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from tprstats.report.study_layout import (
    REACH,
    band_patch,
    chosen,
    draw_band,
    finish,
    light_grid,
    measure_axis,
    new_sheet,
    number,
    panels_of,
    reference_line,
    sampled,
    series_handle,
    series_style,
)
from tprstats.study.choice import Choice
from tprstats.study.finished import StudyResult
from tprstats.study.spec_parts import FigureSpec
from tprstats.study.words import column_words, label, value_words

__all__ = ["curve"]

MOST_MARKERS = 12
"""Markers on a line; more points than these have a marker now and then."""

MOST_TICKS = 8
"""So few values of ``x`` are all named on the axis."""


def curve(result: StudyResult, spec: FigureSpec) -> Figure:
    """``x`` across, the measure up, a line for each of the ``series``."""
    choice = chosen(result, spec, spec.x, spec.series, spec.panels)
    if not spec.x:
        raise choice.fault("x is missing: the column of a numeric factor")
    across = _numbers(choice, spec.x)
    series = choice.values(spec.series)
    panels = panels_of(choice, spec.panels)
    height = 3.4 if len(panels) == 1 else 2.5
    sheet = new_sheet([title for title, _ in panels], height, sharex=True, sharey=True)
    every = -(-len(across) // MOST_MARKERS)
    for axes, (_, part) in zip(sheet.axes, panels, strict=True):
        cells = part.cells((spec.x, spec.series))
        light_grid(axes, "both")
        reference_line(axes, spec.reference)
        measure_axis(axes.yaxis, spec.measure)
        if len(across) <= MOST_TICKS:
            axes.set_xticks(across)
        axes.set_xlabel(spec.x_label or column_words(spec.x))
        for s, name in enumerate(series):
            rows = [cells.get((x, name)) for x in across]
            value = np.array([number(r) for r in rows])
            mcse = np.array([number(r, "mcse") for r in rows])
            look = series_style(s)
            offset = s % every if len(across) > MOST_MARKERS else 0
            axes.plot(
                across,
                value,
                linewidth=1.3,
                markersize=4.0,
                markevery=(offset, every),
                label=value_words(spec.series, name),
                **look,
            )
            draw_band(axes, np.array(across), value, mcse, spec.measure, look["color"])
    handles: list[Any] = [series_handle(k, label(spec.series, v)) for k, v in enumerate(series)]
    if sampled(choice.rows):
        handles.append(band_patch(f"{REACH} Monte Carlo SE"))
    return finish(sheet, result, spec, choice.rows, handles)


def _numbers(choice: Choice, column: str) -> list[float]:
    values = choice.values(column)
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise choice.fault(f"x needs numbers, and {column} holds {value_words('', value)!r}")
    return sorted(values)
