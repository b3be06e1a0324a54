"""Figures of a norm's luck by strength and attempts, and of the scores still to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from tprstats.cells import chance_text, counted, rating_text
from tprstats.errors import TprstatsError
from tprstats.report.drawing import COLOURS, SERIES, new_figure, shortened, style

if TYPE_CHECKING:
    from tprstats.mcse import Share
    from tprstats.norms import FutureLuck, NormLuck, NormResult, TargetResult
    from tprstats.norms.chances import Strength

__all__ = ["norm_figure", "target_figure"]

ATTEMPTS = (1, 3, 10)
STEP = 50.0
"""Elo between simulated strengths; each plays all the events."""

ROOM = 150.0

WIDEST, MOST_LABELS = 12.0, 30
"""Inches of the figure of scores, and scores up to which each bar has its number."""

_DASHES = ("-", "--", ":", "-.")


def norm_figure(result: NormResult) -> Figure:
    """Probability of the norm against true strength, for one event and at least once in several.

    One panel for the same opponents replayed (exact lines) and one for the event to come (dots
    with bars of two Monte Carlo standard errors), where they were asked for. The player's strength
    is a line, and one SD of what is known of it a band.

    Parameters
    ----------
    result
        From :func:`tprstats.norms.norm`.

    Raises
    ------
    TprstatsError
        Without a chance to draw.

    Examples
    --------
    >>> import tprstats as tpr
    >>> record = tpr.Record.from_results([2500] * 9, [0.5] * 9)
    >>> figure = norm_figure(tpr.norm(record, "GM", strength=2480, strength_sd=50))
    """
    parts = [x for x in (result.luck, result.future) if x is not None]
    if not parts:
        raise TprstatsError("no chance to draw: the luck was left out, or no strength is known")
    with style():
        figure = new_figure(4.6 * len(parts) + 1.4 * (len(parts) == 1), 3.9)
        panels = np.atleast_1d(figure.subplots(1, len(parts), sharey=True, squeeze=True))
        if result.luck is not None:
            _replayed(panels[0], result.luck)
        if result.future is not None:
            _to_come(panels[-1], result.future)
        panels[0].set_ylabel("probability")
        name = result.record.record.player.name
        mix = "" if parts[0].norm is not None else " performance (mix left aside)"
        figure.suptitle(
            f"{shortened(name, 40)}: {result.title.name} norm{mix} by true strength",
            x=0.01,
            ha="left",
            fontsize=10.5,
            fontweight="bold",
        )
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(
            handles, labels, loc="outside lower left", ncols=4, frameon=False, fontsize=8.0
        )
    return figure


def _limits(strength: Strength, even: float | None) -> tuple[float, float]:
    middle = [strength.mean] if even is None else [strength.mean, even]
    return min(middle) - ROOM - strength.sd, max(middle) + ROOM + strength.sd


def _numbers(attempts: int) -> list[int]:
    return sorted({*ATTEMPTS, attempts})


def _label(k: int) -> str:
    return "one event" if k == 1 else f"at least one in {k}"


def _panel(axes: Axes, title: str, strength: Strength, low: float, high: float) -> None:
    axes.set_title(title, fontsize=9.0, loc="left", color=COLOURS["muted"])
    axes.set_xlabel("true strength, Elo")
    axes.set_xlim(low, high)
    axes.set_ylim(-0.02, 1.02)
    axes.grid(color=COLOURS["grid"], linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if strength.sd:
        ends = (strength.mean - strength.sd, strength.mean + strength.sd)
        axes.axvspan(*ends, color=COLOURS["band"], linewidth=0, zorder=0, label="strength, 1 SD")
    axes.axvline(strength.mean, color=COLOURS["own"], linewidth=1.2, label="strength taken")


def _replayed(axes: Axes, luck: NormLuck) -> None:
    low, high = _limits(luck.strength, luck.even)
    _panel(axes, "same opponents replayed (exact)", luck.strength, low, high)
    x = np.linspace(low, high, 121)
    p = luck.at(x)
    for k, (colour, _), dash in zip(_numbers(luck.attempts), SERIES, _DASHES, strict=False):
        y = -np.expm1(k * np.log1p(-np.minimum(p, 1.0 - 1e-15)))
        axes.plot(x, y, dash, color=colour, linewidth=1.8, label=_label(k))
    if luck.even is not None:
        axes.plot(luck.even, 0.5, "o", color=COLOURS["ink"], markersize=5.0, zorder=3)
        axes.annotate(
            rating_text(luck.even), (luck.even, 0.5), (6, -10), textcoords="offset points"
        )


def _to_come(axes: Axes, luck: FutureLuck) -> None:
    from tprstats.norms.trials import Mean

    even = None if luck.even is None else luck.even.value
    low, high = _limits(luck.strength, even)
    said = f"an event like this to come ({luck.events} simulated; bars: 2 MCSE)"
    _panel(axes, said, luck.strength, low, high)
    strengths = np.arange(np.ceil(low / STEP), np.floor(high / STEP) + 1) * STEP
    found = [luck.trials.at(float(x)) for x in strengths]
    means = [Mean([f.made], [f.ended], np.ones(1)) for f in found]
    numbers = [k for k in _numbers(luck.attempts) if k <= luck.events]
    for k, (colour, mark), dash in zip(numbers, SERIES, _DASHES, strict=False):
        shares = [m.in_attempts(k) for m in means]
        axes.errorbar(
            strengths,
            [s.value for s in shares],
            yerr=np.array([_bars(s) for s in shares]).T,
            fmt=f"{mark}{dash}",
            color=colour,
            markersize=4.0,
            linewidth=1.2,
            capsize=2.0,
            label=_label(k),
        )
    if luck.even is not None:
        axes.errorbar(
            luck.even.value,
            0.5,
            xerr=2.0 * luck.even.mcse,
            fmt="o",
            color=COLOURS["ink"],
            markersize=5.0,
            capsize=3.0,
            zorder=3,
        )
        axes.annotate(str(luck.even), (luck.even.value, 0.5), (8, -12), textcoords="offset points")


def _bars(share: Share) -> tuple[float, float]:
    """Two standard errors down and up; where it never or always happened, up to the limit."""
    if share.limit is None:
        return min(2.0 * share.mcse, share.value), min(2.0 * share.mcse, 1.0 - share.value)
    away = abs(share.limit - share.value)
    return (0.0, away) if share.value == 0.0 else (away, 0.0)


_REACHED = {
    "yes": ("strength", "", "enough"),
    "depends": ("band", "///", "depends on whom and when"),
    "no": ("luck", "", "not enough"),
}


def target_figure(result: TargetResult) -> Figure:
    """Chance of every final score, by whether it is enough.

    Parameters
    ----------
    result
        From :func:`tprstats.norms.target`, with a strength.

    Raises
    ------
    TprstatsError
        Without a strength there are no chances; without games to come there is one score.

    Examples
    --------
    >>> import tprstats as tpr
    >>> record = tpr.Record.from_results([], [], own=2450)
    >>> figure = target_figure(tpr.target(record, rating=2600, remaining=[2400] * 9))
    """
    if result.chance is None or not result.to_come:
        raise TprstatsError("no chances to draw: give a strength and games to come")
    shown = result.outlooks
    with style():
        figure = new_figure(min(max(5.0, 1.6 + 0.38 * len(shown)), WIDEST), 3.9)
        axes = figure.subplots()
        many = len(shown) > MOST_LABELS
        for place, o in enumerate(shown):
            role, hatch, _ = _REACHED[o.reached]
            axes.bar(
                place,
                o.chance,
                color=COLOURS[role],
                hatch=hatch,
                edgecolor=COLOURS["ink"],
                linewidth=0.5,
                width=0.8,
            )
            number = "" if np.isnan(o.value) or many else rating_text(o.value)
            axes.annotate(
                number,
                (place, o.chance),
                (0, 3),
                textcoords="offset points",
                ha="center",
                fontsize=7.0,
                rotation=90 if len(shown) > 12 else 0,
            )
        every = max(1, len(shown) // 20)
        ticks = range(0, len(shown), every)
        axes.set_xticks(
            ticks, [f"{shown[k].points:g}\n+{shown[k].points - result.points:g}" for k in ticks]
        )
        axes.set_xlabel(
            f"final score, and points from the {counted(result.to_come, 'game')} to come"
        )
        axes.set_ylabel("probability of just this score")
        axes.margins(y=0.15)
        axes.grid(axis="y", color=COLOURS["grid"], linewidth=0.6)
        axes.set_axisbelow(True)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        figure.suptitle(
            f"{shortened(result.player, 30)}: {result.goal}, probability "
            f"{chance_text(result.chance)}\nfor a strength of {result.strength}"
            + ("" if many else f"; on the bars: {result.number}, Elo"),
            x=0.01,
            ha="left",
            fontsize=9.5,
            fontweight="bold",
        )
        there = {o.reached for o in shown}
        figure.legend(
            handles=[
                Patch(
                    facecolor=COLOURS[role],
                    hatch=hatch,
                    edgecolor=COLOURS["ink"],
                    linewidth=0.5,
                    label=words,
                )
                for key, (role, hatch, words) in _REACHED.items()
                if key in there
            ],
            loc="outside lower left",
            ncols=3,
            frameon=False,
            fontsize=8.0,
        )
    return figure
