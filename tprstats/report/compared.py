"""Figures of a comparison: each rule's number and intervals, and the paired differences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from tprstats.cells import counted, level_text
from tprstats.report.drawing import (
    COLOURS,
    SERIES,
    draw_interval,
    elo_limits,
    new_figure,
    rows_axis,
    shortened,
    style,
)

if TYPE_CHECKING:
    from tprstats.compare import Comparison, Difference, MethodRow

__all__ = ["MOST_COMPARED", "comparison_figure"]

MOST_COMPARED = 20
"""More players than this are left out of the upper panel, and it says so."""


def comparison_figure(comparison: Comparison, *, width: float = 7.0) -> Figure:
    """Above the rules' numbers with their intervals, below their paired differences.

    Parameters
    ----------
    comparison
        What :func:`tprstats.compare` gives.
    width
        Inches.

    Returns
    -------
    matplotlib.figure.Figure
        Thick bars are the game bootstrap, thin ones the exact replay; an open end is an arrow.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.compare import compare
    >>> record = tpr.Record.from_results([2100, 2200, 2300, 2400], [1, 1, 0.5, 0])
    >>> figure = comparison_figure(compare(record, ["fide", "per-opponent"], interval=None))
    """
    players = len(comparison.names[:MOST_COMPARED])
    rows = len(comparison.methods) * players
    upper = 0.9 + (0.26 * rows if comparison.single else 0.13 * rows + 0.1 * players)
    lower = 0.9 + 0.26 * len(comparison.differences)
    with style():
        figure = new_figure(width, upper + lower + 0.8)
        above, below = figure.subplots(2, 1, height_ratios=(upper, lower))
        if comparison.single:
            _one_player(above, comparison)
        else:
            _players(above, comparison)
        _differences(below, comparison)
        more = len(comparison.names) - players
        who = comparison.names[0] if comparison.single else counted(len(comparison.names), "player")
        title = f"{who}: {counted(len(comparison.methods), 'rule')} compared"
        figure.suptitle(
            title + (f" (first {players} drawn)" if more else ""),
            x=0.01,
            ha="left",
            fontsize=10.5,
            fontweight="bold",
        )
        figure.legend(
            handles=_legend(comparison),
            loc="outside lower left",
            ncols=2 if width < 5.0 else 4,
            frameon=False,
            fontsize=8.0,
            columnspacing=1.2,
        )
    return figure


def _one_player(axes: Axes, comparison: Comparison) -> None:
    rows_axis(axes, [m.method for m in comparison.methods])
    axes.set_xlim(_limits(comparison.methods, 1))
    for row, method in enumerate(comparison.methods):
        _number(axes, row, method, 0, *_series(row), shift=0.13)


def _players(axes: Axes, comparison: Comparison) -> None:
    """A row a player, the rules below each other within it."""
    names = comparison.names[:MOST_COMPARED]
    rows_axis(axes, [shortened(n, 24) for n in names])
    axes.set_xlim(_limits(comparison.methods, len(names)))
    step = 0.8 / len(comparison.methods)
    for i in range(len(names)):
        if i % 2:
            axes.axhspan(i - 0.5, i + 0.5, color=COLOURS["grid"], alpha=0.35, linewidth=0, zorder=0)
        for k, method in enumerate(comparison.methods):
            row = i - 0.4 + step * (k + 0.5)
            _number(axes, row, method, i, *_series(k), shift=0.0)


def _number(
    axes: Axes, row: float, method: MethodRow, i: int, colour: str, mark: str, *, shift: float
) -> None:
    """One rule's dot with the bootstrap (thick) and the replay (thin, a little below)."""
    if not math.isnan(method.low[i]):
        draw_interval(axes, row, method.low[i], method.high[i], colour, linewidth=2.4)
    if not math.isnan(method.replay_low[i]):
        ends = method.replay_low[i], method.replay_high[i]
        draw_interval(axes, row + shift, *ends, colour, linewidth=0.9)
    if not math.isnan(method.values[i]):
        axes.plot(method.values[i], row, marker=mark, color=colour, markersize=5.5, zorder=3)


def _differences(axes: Axes, comparison: Comparison) -> None:
    shown = comparison.differences
    rows_axis(axes, [f"{d.first} - {d.second}" for d in shown])
    ends = [x for d in shown for x in (d.mean, d.low, d.high, d.replay_low, d.replay_high)]
    axes.set_xlim(elo_limits([0.0, *ends], least=20.0))
    axes.axvline(0.0, color=COLOURS["muted"], linewidth=1.0, zorder=1)
    what = "difference" if comparison.single else "mean difference over players"
    axes.set_xlabel(f"{what}, Elo")
    for row, d in enumerate(shown):
        _difference(axes, row, d)


def _difference(axes: Axes, row: int, d: Difference) -> None:
    colour = COLOURS["ink"]
    if not math.isnan(d.low):
        draw_interval(axes, row, d.low, d.high, colour, linewidth=2.4)
    if not math.isnan(d.replay_low):
        draw_interval(axes, row + 0.13, d.replay_low, d.replay_high, colour, linewidth=0.9)
    if not math.isnan(d.mean):
        axes.plot(d.mean, row, marker="o", color=colour, markersize=5.5, zorder=3)


def _limits(methods: tuple[MethodRow, ...], players: int) -> tuple[float, float]:
    numbers = [
        x
        for m in methods
        for ends in (m.values, m.low, m.high, m.replay_low, m.replay_high)
        for x in ends[:players]
    ]
    return elo_limits(numbers)


def _series(k: int) -> tuple[str, str]:
    return SERIES[k % len(SERIES)]


def _legend(comparison: Comparison) -> list[Line2D]:
    sure = level_text(comparison.level)
    handles = []
    if not comparison.single:
        for k, m in enumerate(comparison.methods):
            colour, mark = _series(k)
            handles.append(Line2D([], [], linestyle="", marker=mark, color=colour, label=m.method))
    if comparison.interval is not None:
        label = f"{sure} game bootstrap" if comparison.single else f"{sure} interval"
        handles.append(Line2D([], [], color=COLOURS["ink"], linewidth=2.4, label=label))
    handles.append(
        Line2D([], [], color=COLOURS["ink"], linewidth=0.9, label=f"{sure} exact replay")
    )
    return handles
