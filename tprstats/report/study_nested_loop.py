"""Nested-loop plot (Rücker and Schwarzer 2014): all scenarios in one row, factors stepping below.

Rücker, G. and Schwarzer, G. (2014). Presenting simulation results in a nested loop plot.
BMC Medical Research Methodology 14:129.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tprstats.cells import counted
from tprstats.report.drawing import COLOURS, new_figure
from tprstats.report.study_layout import (
    REACH,
    WIDTH,
    Sheet,
    band_patch,
    chosen,
    draw_band,
    finish,
    light_grid,
    measure_axis,
    number,
    reference_line,
    sampled,
    series_handle,
    series_style,
)
from tprstats.study.choice import Choice
from tprstats.study.finished import StudyResult
from tprstats.study.result import FIXED_COLUMNS
from tprstats.study.spec_parts import FigureSpec
from tprstats.study.words import column_words, label, value_words

__all__ = ["nested_loop"]

MOST_MARKED = 40
"""Markers on a line; with more scenarios than these only some have one."""


def nested_loop(result: StudyResult, spec: FigureSpec) -> Figure:
    """Scenarios across in the order of ``loops`` (the first slowest), a step line a series."""
    choice = chosen(result, spec, spec.series, *spec.loops)
    loops = list(spec.loops) or _varied(choice)
    if not loops:
        raise choice.fault("no factor varies: a nested-loop plot needs some")
    series = choice.values(spec.series)
    cells = choice.cells((*loops, spec.series))
    places = choice.keys(loops)
    figure = new_figure(WIDTH, 3.6 + 0.42 * len(loops) + 1.1)
    above, below = figure.subplots(
        2, 1, sharex=True, gridspec_kw={"height_ratios": (3.6, 0.42 * len(loops))}
    )
    _steps(above, spec, series, [[cells.get((*p, s)) for p in places] for s in series])
    _factors(below, choice, loops, places)
    for axes in (above, below):
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    handles: list[Any] = [series_handle(k, label(spec.series, v)) for k, v in enumerate(series)]
    if sampled(choice.rows):
        handles.append(band_patch(f"{REACH} Monte Carlo SE"))
    return finish(Sheet(figure, (above, below)), result, spec, choice.rows, handles)


def _varied(choice: Choice) -> list[str]:
    """Factors with more than one value, and the number of rounds."""
    fixed = {*FIXED_COLUMNS, "scenario"} - {"after", "group"}
    known = dict.fromkeys(c for r in choice.rows for c in r)
    return [c for c in known if c not in fixed and len(choice.values(c)) > 1]


def _steps(axes: Axes, spec: FigureSpec, series: list[Any], rows: list[list[Any]]) -> None:
    n = len(rows[0])
    every = -(-n // MOST_MARKED)
    edges, middle = np.arange(n + 1.0), np.arange(n) + 0.5
    light_grid(axes)
    reference_line(axes, spec.reference)
    measure_axis(axes.yaxis, spec.measure)
    for k, found in enumerate(rows):
        value = np.array([number(r) for r in found])
        mcse = np.array([number(r, "mcse") for r in found])
        look = series_style(k)
        marker = look.pop("marker")
        closed = np.r_[value, value[-1]]
        axes.plot(
            edges,
            closed,
            drawstyle="steps-post",
            linewidth=1.2,
            label=value_words(spec.series, series[k]),
            **look,
        )
        # Spread over the step, so that equal values do not hide each other.
        at = middle + 0.6 * ((k + 0.5) / len(rows) - 0.5)
        few = slice(k % every, None, every)
        axes.plot(
            at[few], value[few], linestyle="", marker=marker, markersize=3.6, color=look["color"]
        )
        wide = np.r_[mcse, mcse[-1]]
        draw_band(axes, edges, closed, wide, spec.measure, look["color"], step="post")


def _factors(axes: Axes, choice: Choice, loops: list[str], places: list[tuple[Any, ...]]) -> None:
    """One lane a factor: the step says which of its values holds."""
    names = []
    for lane, factor in enumerate(loops):
        values = choice.values(factor)
        rank = {v: k for k, v in enumerate(values)}
        most = max(len(values) - 1, 1)
        height = [0.72 * rank[p[lane]] / most - lane - 0.36 for p in places]
        axes.plot(
            np.arange(len(places) + 1),
            [*height, height[-1]],
            drawstyle="steps-post",
            color=COLOURS["ink"],
            linewidth=1.0,
        )
        shown = [value_words(factor, v) for v in values]
        listed = ", ".join(shown if len(shown) < 6 else [*shown[:2], "…", shown[-1]])
        names.append(f"{column_words(factor)}:\n{listed}")
    axes.set_yticks([-k for k in range(len(loops))], names, fontsize=7.5)
    axes.set_ylim(-len(loops) + 0.45, 0.55)
    axes.set_xlim(0, len(places))
    axes.tick_params(axis="both", length=0)
    axes.set_xticks([])
    axes.set_xlabel(
        f"{counted(len(places), 'scenario')}; the lowest step of a factor is its first value"
    )
