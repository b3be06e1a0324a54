"""Figure and part of a page about simulated events: how far luck moves a performance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from markupsafe import Markup
from matplotlib.figure import Figure

from tprstats.cells import counted
from tprstats.report.drawing import COLOURS, new_figure, style
from tprstats.report.page import WIDTHS, both_widths, rendered
from tprstats.simulation import WhatIf

__all__ = ["what_if_figure", "what_if_part"]

STEP = 25.0
"""Elo of a bar."""


def what_if_figure(found: WhatIf, *, width: float = 7.0) -> Figure:
    """Performances of all events as bars, with the strength and the goal as lines.

    Parameters
    ----------
    found
        What :func:`tprstats.simulation.what_if` gives.
    width
        Inches; below 5 for a telephone.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> from tprstats.simulation import what_if
    >>> event = tpr.read(example_path())
    >>> figure = what_if_figure(what_if(event, event.records[0], events=100))
    """
    known = found.performances[~np.isnan(found.performances)]
    edges = np.arange(np.floor(known.min() / STEP), np.ceil(known.max() / STEP) + 2.0) * STEP
    share = 100.0 * np.histogram(known, edges)[0] / found.performances.size
    with style():
        figure = new_figure(width, 2.9)
        axes = figure.subplots()
        axes.grid(axis="y", color=COLOURS["grid"], linewidth=0.6)
        axes.set_axisbelow(True)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        low, high = found.quantiles[0].value, found.quantiles[-1].value
        axes.axvspan(low, high, color=COLOURS["band"], linewidth=0, zorder=0)
        axes.bar(edges[:-1], share, width=STEP, align="edge", color=COLOURS["luck"],
                 edgecolor=COLOURS["paper"], linewidth=0.6, label="events")  # fmt: skip
        axes.axvline(found.strength, color=COLOURS["strength"], linewidth=1.6,
                     label=f"strength {found.strength:.0f}")  # fmt: skip
        if found.goal is not None:
            axes.axvline(found.goal, color=COLOURS["own"], linewidth=1.6, linestyle="--",
                         label=f"performance of {found.goal:.0f}")  # fmt: skip
        axes.set_xlabel(f"performance ({found.rule}), Elo; shaded: nine events in ten")
        axes.set_ylabel("share of events, %")
        figure.legend(loc="outside upper left", ncols=1 if width < 5.0 else 3, frameon=False,
                      fontsize=8.0)  # fmt: skip
    return figure


def what_if_part(found: WhatIf, sizes: Sequence[str] = tuple(WIDTHS)) -> str:
    """Words, figure and table, for a page."""
    figure = both_widths(
        lambda width: what_if_figure(found, width=width),
        "what-if",
        f"Performances in {counted(found.events, 'simulated event')}. {found.words()[0]} The table "
        "below holds the numbers.",
        sizes,
    )
    table = Markup(found.table.to_html())
    return rendered("_what_if.html", words=found.words(), figure=figure, table=table)
