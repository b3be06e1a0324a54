"""Figures of the estimates themselves: the cases behind rows of the table, and the ECDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from tprstats.report.study_layout import (
    REACH,
    band_patch,
    draw_band,
    figure_name,
    finish,
    light_grid,
    new_sheet,
    panels_of,
    percent,
    reference_line,
    series_handle,
    series_style,
)
from tprstats.study.case import Case
from tprstats.study.choice import Choice, Row, choose
from tprstats.study.factors import total_rounds
from tprstats.study.finished import StudyResult
from tprstats.study.replication import Smooth
from tprstats.study.result import cases_of
from tprstats.study.spec_parts import FigureSpec
from tprstats.study.words import label

__all__ = ["Drawer", "Steps", "ecdf", "error_steps", "rows_of"]

Array = NDArray[np.float64]

MOST_STEPS = 120
"""Points of an ECDF that are drawn; between them nothing could be seen."""


def rows_of(result: StudyResult, spec: FigureSpec, kind: Literal["method", "interval"]) -> Choice:
    """One row a method or interval, whatever the measure: where its estimates are found."""
    shown = [c for c in (spec.series, spec.panels) if c]
    where = {**spec.where, "kind_of": kind}
    choice = choose(result.rows, where, figure_name(spec), shown)
    of = ("scenario", "after", "group", "name")
    first = {tuple(r.get(c) for c in of): r for r in reversed(choice.rows)}
    rows = tuple(r for r in choice.rows if first[tuple(r.get(c) for c in of)] is r)
    return Choice(choice.what, rows, choice.where)


@dataclass
class Drawer:
    """Estimates data sets, each read once."""

    result: StudyResult

    def __post_init__(self) -> None:
        self._kept: dict[int, Any] = {}

    def case(self, row: Row) -> Case:
        """The estimates behind a row of the table of measures."""
        spec, index = self.result.spec, int(row["scenario"])
        if index not in self._kept:
            self._kept[index] = self.result.estimates(index)
        scenario = self.result.scenarios[index]
        view = spec.views(total_rounds(scenario.factors)).index(row["after"]) + 1
        for group in spec.groups:
            for name, kind, members, case in cases_of(
                spec, scenario, self._kept[index], {}, group, view
            ):
                if (name, kind, members) == (row["name"], row["kind_of"], row["group"]):
                    return case
        raise LookupError(f"no estimates of {row['name']}")


@dataclass(frozen=True)
class Steps:
    """An empirical distribution function.

    Parameters
    ----------
    error, share, mcse
        Points of its steps: error, share at or below it, and the Monte Carlo error of the share
        with the event as the unit.
    undefined
        Share of members without a number.
    """

    error: Array
    share: Array
    mcse: Array
    undefined: float


def error_steps(case: Case) -> Steps:
    """ECDF of the error among members with a number."""
    known, error = case.known, case.error
    mass = np.broadcast_to(case.sample.mass[:, None], known.shape)
    x, place = np.unique(error[known], return_inverse=True)
    if x.size == 0:
        nothing = np.empty(0)
        return Steps(nothing, nothing, nothing, 1.0)
    share = np.cumsum(np.bincount(place, weights=mass[known]))
    share = share / share[-1]
    if x.size > MOST_STEPS:
        at = np.unique(np.searchsorted(share, np.linspace(share[0], 1.0, MOST_STEPS) - 1e-12))
        x, share = x[at], share[at]
    mcse = np.array([_error_of_share(case, known & (error <= v), known) for v in x])
    members = float((mass * case.members).sum())
    return Steps(x, share, mcse, 1.0 - float((mass * known).sum()) / members)


def _error_of_share(case: Case, yes: NDArray[np.bool_], among: NDArray[np.bool_]) -> float:
    return case.sample.figure(Smooth(case.total(yes, among), lambda s: s[..., 0] / s[..., 1])).mcse


def ecdf(result: StudyResult, spec: FigureSpec) -> Figure:
    """Share of players with an error at or below, a line a method, with a pointwise band."""
    choice = rows_of(result, spec, "method")
    series = choice.values(spec.series)
    panels = panels_of(choice, spec.panels)
    height = 3.4 if len(panels) == 1 else 2.5
    sheet = new_sheet([title for title, _ in panels], height, sharex=True, sharey=True)
    drawer = Drawer(result)
    found = [
        {k: error_steps(drawer.case(row)) for k, row in _in_order(part, spec.series, series)}
        for _, part in panels
    ]
    left, right = _limits([steps for panel in found for steps in panel.values()])
    sheet.axes[0].set_xlim(left, right)
    sheet.axes[0].set_ylim(-0.02, 1.02)
    for axes, panel in zip(sheet.axes, found, strict=True):
        light_grid(axes, "both")
        reference_line(axes, 0.0, vertical=True)
        axes.set_xlabel(spec.x_label or "estimate minus truth, Elo")
        axes.set_ylabel("at most this error, %")
        percent(axes.yaxis)
        for k, steps in panel.items():
            _draw(axes, k, steps, left, right)
    without = [
        max((p[k].undefined for p in found if k in p), default=0.0) for k in range(len(series))
    ]
    handles: list[Any] = [
        series_handle(k, _said(label(spec.series, v), without[k])) for k, v in enumerate(series)
    ]
    if any(r["replicates"] > 0 for r in choice.rows):
        handles.append(band_patch(f"{REACH} Monte Carlo SE, pointwise"))
    return finish(sheet, result, spec, choice.rows, handles)


def _draw(axes: Axes, k: int, steps: Steps, left: float, right: float) -> None:
    """One line from 0 at the left edge to 1 at the right, with its band."""
    look = series_style(k)
    error = np.r_[min(left, *steps.error[:1]), steps.error, max(right, *steps.error[-1:])]
    share, mcse = np.r_[0.0, steps.share, 1.0], np.r_[0.0, steps.mcse, 0.0]
    if steps.error.size == 0:
        return
    every = max(error.size // 10, 1)
    axes.plot(
        error,
        share,
        drawstyle="steps-post",
        linewidth=1.3,
        markersize=4.0,
        markevery=(k % every, every),
        **look,
    )
    draw_band(axes, error, share, mcse, "undefined", look["color"], step="post")


def _in_order(part: Choice, column: str, series: Sequence[Any]) -> Iterator[tuple[int, Row]]:
    """Number and row of each series that the panel has."""
    cells = part.cells((column,))
    for k, name in enumerate(series):
        if (name,) in cells:
            yield k, cells[(name,)]


def _limits(found: Sequence[Steps]) -> tuple[float, float]:
    """From 0.5 % to 99.5 % of the widest, with some room."""
    ends = [
        float(s.error[min(int(np.searchsorted(s.share, at)), s.error.size - 1)])
        for s in found
        if s.error.size
        for at in (0.005, 0.995)
    ] or [0.0]
    room = 0.05 * (max(ends) - min(ends)) + 1.0
    return min(ends) - room, max(ends) + room


def _said(name: str, undefined: float) -> str:
    return name if undefined < 5e-4 else f"{name} (up to {100.0 * undefined:.1f} % without number)"
