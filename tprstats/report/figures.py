"""Figures of ratings: one record by every rule, and the players of an event."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.transforms import offset_copy

from tprstats.cells import level_text, rating_text
from tprstats.estimators import get_rule
from tprstats.report.drawing import (
    COLOURS,
    at_edge,
    draw_interval,
    elo_limits,
    new_figure,
    readable_limits,
    rows_axis,
    shortened,
    style,
)

if TYPE_CHECKING:
    from tprstats.rate import Estimate, RateResult

__all__ = ["MOST_PLAYERS", "estimates_figure", "players_figure"]

MOST_PLAYERS = 60
"""More rows than this are left out of a figure, and it says so."""

_MARKS = {"strength": "o", "other": "D"}


def estimates_figure(result: RateResult, *, width: float = 7.0) -> Figure:
    """One record by every rule: a dot a rule, its interval, and the strength interval shaded.

    Parameters
    ----------
    result
        What :func:`tprstats.rate` gives for a record.
    width
        Inches; below 5 the labels are shorter, for a telephone.

    Returns
    -------
    matplotlib.figure.Figure
        An open end of an interval is an arrow, and so is a number so far from the estimates of
        strength that it would crush their scale; the own rating and the opponents' average are
        lines.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.report.figures import estimates_figure
    >>> record = tpr.Record.from_results([2300] * 9, [1] * 4 + [0.5] * 5, own=2350)
    >>> figure = estimates_figure(tpr.rate(record))
    """
    shown, ends = result.estimates, result.strength
    with style():
        figure = new_figure(width, 1.5 + 0.235 * len(shown))
        axes = figure.subplots()
        rows_axis(axes, [e.method for e in shown])
        body: list[float | None] = [ends.low, ends.high, result.own_rating, result.average]
        others: list[float | None] = []
        for e in shown:
            part = body if get_rule(e.method).strength else others
            part.append(e.rating)
            part += [e.interval.low, e.interval.high] if e.interval else []
        axes.set_xlim(readable_limits(body, others))
        _band(axes, ends.low, ends.high)
        _reference_lines(axes, result)
        middle = sum(axes.get_xlim()) / 2.0
        on_right = result.average is not None and result.average < middle
        for row, estimate in enumerate(shown):
            _estimate(axes, row, estimate, on_right=on_right)
        small = width < 5.0
        beyond = [
            (row, e.rating)
            for row, e in enumerate(shown)
            if e.rating is not None and at_edge(axes, e.rating)[1]
        ]
        for row, rating in beyond:
            _beyond(figure, axes, row, rating, small=small)
        figure.suptitle(
            f"{result.player}\n{result.headline}"
            if small
            else f"{result.player}: {result.headline}",
            x=0.01,
            ha="left",
            fontsize=10.5,
            fontweight="bold",
        )
        legend: list[Artist] = [
            _mark("strength", "estimate of strength"),
            _mark("other", "other rule"),
        ]
        if not ends.reason:
            sure = f"{level_text(ends.level)}"
            band = f"{sure} {ends.method} interval of the strength: {ends}"
            label = f"{sure} {ends.method}: {ends}" if small else band
            legend.append(Patch(facecolor=COLOURS["band"], label=label))
        if beyond:
            mark = Line2D([], [], linestyle="", marker=">", color=COLOURS["other"])
            mark.set_label("off the scale")
            legend.insert(2, mark)
        figure.legend(
            handles=legend,
            loc="outside lower left",
            ncols=1 if small else 2 if beyond else 3,
            frameon=False,
            fontsize=8.0,
            handletextpad=0.5,
            columnspacing=1.2,
        )
    return figure


def _band(axes: Axes, low: float, high: float) -> None:
    """The strength interval, to the edge of the figure on an open side."""
    if math.isnan(low) or math.isnan(high):
        return
    left, right = axes.get_xlim()
    axes.axvspan(max(low, left), min(high, right), color=COLOURS["band"], linewidth=0, zorder=0)
    for value, edge, head in ((low, left, "<"), (high, right, ">")):
        if math.isinf(value):
            bottom = axes.get_ylim()[0]
            axes.plot(edge, bottom, marker=head, color=COLOURS["strength"], clip_on=False)


def _reference_lines(axes: Axes, result: RateResult) -> None:
    """Own rating and average, labelled above, each label on the outer side of the two."""
    own = "own at first" if result.pooled.moved else "own"
    lines = [
        (result.average, "average", COLOURS["muted"], (0, (1, 2))),
        (result.own_rating, own, COLOURS["own"], (0, (5, 2))),
    ]
    known = sorted((v, name, c, dash) for v, name, c, dash in lines if v is not None)
    for k, (value, name, colour, dash) in enumerate(known):
        axes.axvline(value, color=colour, linestyle=dash, linewidth=1.2, zorder=1)
        side = "right" if k == 0 and len(known) == 2 else "left"
        axes.annotate(
            f"{name} {rating_text(value)}",
            (value, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(3 if side == "left" else -3, 3),
            textcoords="offset points",
            ha=side,
            color=colour,
            fontsize=8.5,
        )


def _estimate(axes: Axes, row: int, estimate: Estimate, *, on_right: bool) -> None:
    """One rule's row; why it has no number stands on the side away from the reference lines."""
    rule = get_rule(estimate.method)
    role = "strength" if rule.strength else "other"
    colour = COLOURS[role]
    ends = estimate.interval
    if ends is not None and not ends.reason:
        draw_interval(axes, row, ends.low, ends.high, colour, linewidth=1.6)
    number = rating_text(estimate.rating, rule.decimals)
    axes.annotate(
        number,
        (1.0, row),
        xycoords=("axes fraction", "data"),
        xytext=(8, 0),
        textcoords="offset points",
        va="center_baseline",
        fontsize=9.0,
    )
    if estimate.rating is not None and not at_edge(axes, estimate.rating)[1]:
        axes.plot(estimate.rating, row, marker=_MARKS[role], color=colour, markersize=6, zorder=3)
    elif estimate.rating is None and (ends is None or ends.reason):
        axes.annotate(
            estimate.reason,
            (1.0 if on_right else 0.0, row),
            xycoords=("axes fraction", "data"),
            xytext=(-6 if on_right else 6, 0),
            textcoords="offset points",
            ha="right" if on_right else "left",
            va="center_baseline",
            color=COLOURS["muted"],
            fontsize=7.5,
        )


def _beyond(figure: Figure, axes: Axes, row: int, rating: float, *, small: bool) -> None:
    """An arrow at the edge in place of a dot, and the number that lies beyond it."""
    at, head = at_edge(axes, rating)
    left = head == "<"
    inward = offset_copy(axes.transData, figure, x=4 if left else -4, units="points")
    axes.plot(at, row, marker=head, color=COLOURS["other"], transform=inward, zorder=3)
    number = rating_text(rating)
    axes.annotate(
        number if small else f"{number}, off the scale",
        (at, row),
        xytext=(11 if left else -11, 0),
        textcoords="offset points",
        ha="left" if left else "right",
        va="center_baseline",
        color=COLOURS["muted"],
        fontsize=7.5,
    )


def _mark(role: str, label: str) -> Line2D:
    return Line2D([], [], linestyle="", marker=_MARKS[role], color=COLOURS[role], label=label)


def players_figure(
    results: Sequence[RateResult], rule: str = "firth", *, title: str = "", width: float = 7.0
) -> Figure:
    """Players in the order given: one rule's number, the strength interval, the own rating.

    Parameters
    ----------
    results
        Rated records, best first; at most :data:`MOST_PLAYERS` are drawn.
    rule
        Rule id of the dots.
    title
        Above the figure.
    width
        Inches.
    """
    drawn = results[:MOST_PLAYERS]
    with style():
        figure = new_figure(width, 1.3 + 0.25 * len(drawn))
        axes = figure.subplots()
        names = 16 if width < 5.0 else 28
        rows_axis(axes, [shortened(r.player, names) for r in drawn])
        found = [r.estimate(rule) for r in drawn]
        ratings = [None if e is None else e.rating for e in found]
        numbers = [*ratings, *(r.own_rating for r in drawn)]
        numbers += [x for r in drawn for x in (r.strength.low, r.strength.high)]
        axes.set_xlim(elo_limits(numbers))
        for row, (r, rating) in enumerate(zip(drawn, ratings, strict=True)):
            if not r.strength.reason:
                low, high = r.strength.low, r.strength.high
                draw_interval(axes, row, low, high, COLOURS["strength"], linewidth=1.6)
            if r.own_rating is not None:
                axes.plot(
                    r.own_rating,
                    row,
                    marker="|",
                    color=COLOURS["own"],
                    markersize=11,
                    markeredgewidth=2.2,
                    zorder=2,
                )
            if rating is not None:
                axes.plot(rating, row, marker="o", color=COLOURS["strength"], zorder=3)
        more = len(results) - len(drawn)
        full = title + (f" (first {len(drawn)} of {len(results)})" if more else "")
        figure.suptitle(full, x=0.01, ha="left", fontsize=10.5, fontweight="bold")
        sure = f"{level_text(drawn[0].strength.level)}" if drawn else ""
        own = Line2D(
            [],
            [],
            linestyle="",
            marker="|",
            markersize=9,
            markeredgewidth=2.2,
            color=COLOURS["own"],
            label="own rating",
        )
        dot = Line2D(
            [],
            [],
            marker="o",
            color=COLOURS["strength"],
            label=f"{rule} with {sure} strength interval",
        )
        figure.legend(
            handles=[dot, own],
            loc="outside lower left",
            ncols=1 if width < 5.0 else 2,
            frameon=False,
            fontsize=8.0,
        )
    return figure
