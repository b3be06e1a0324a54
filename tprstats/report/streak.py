"""Figures and page of a streak verdict: strength as it rolled, the season against luck, spells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import NDArray

from tprstats._version import __version__
from tprstats.cells import counted, level_text
from tprstats.estimators import estimate
from tprstats.files import write_whole
from tprstats.intervals import interval
from tprstats.records import RecordBatch
from tprstats.report.drawing import COLOURS, elo_limits, new_figure, style
from tprstats.report.page import WIDTHS, both_widths, rendered
from tprstats.report.results import check_page
from tprstats.streaks.headline import p_text, paid_words
from tprstats.streaks.page import assumed_words
from tprstats.streaks.windows import Windows

if TYPE_CHECKING:
    from tprstats.streaks import StreakVerdict

__all__ = ["ROLLING", "streak_figure", "streak_page", "streak_parts", "write_streak_page"]

ROLLING = 10
"""Games of the rolling strength, at most half of the record."""

MOST_POINTS = 1500
"""Points of a curve: a page has fewer dots across."""

_STREAK = {"hot": "hot streak", "cold": "cold streak", "either": "streak"}
_HATCH = "#8b949c"
_HALF, _NINETEEN = 0.6745, 1.9600  # normal quantiles of the 50 % and 95 % bands


def streak_figure(verdict: StreakVerdict, *, width: float = 7.0) -> Figure:
    """Three panels over the games: rolling strength, points above expectation, chance of a spell.

    Parameters
    ----------
    verdict
        What :func:`tprstats.streak` gives.
    width
        Inches; below 5 for a telephone.

    Returns
    -------
    matplotlib.figure.Figure
        The window is shaded in all panels; the middle one has the 50 % and 95 % bands of luck at
        constant strength (pointwise) and the likeliest change of strength.

    Examples
    --------
    >>> import tprstats as tpr
    >>> record = tpr.Record.from_results([2300] * 30, [0, 1, 0.5] * 7 + [1] * 9, own=2310)
    >>> figure = streak_figure(tpr.streak(record, seasons=500))
    """
    small = width < 5.0
    with style():
        figure = new_figure(width, 7.2 if small else 6.6)
        rolling, luck, spells = figure.subplots(3, 1, sharex=True, height_ratios=(3.0, 3.0, 1.6))
        for axes in (rolling, luck, spells):
            axes.grid(axis="y", color=COLOURS["grid"], linewidth=0.6)
            axes.set_axisbelow(True)
            for side in ("top", "right"):
                axes.spines[side].set_visible(False)
            _shade(axes, verdict)
        _rolling(rolling, verdict)
        _luck(luck, verdict)
        _spells(spells, verdict)
        spells.set_xlabel("game")
        spells.set_xlim(verdict.season.cut, verdict.season.last_number)
        name = verdict.season.player
        word, sep = verdict.short, "\n" if small or verdict.short != verdict.word else " "
        figure.suptitle(
            f"{name}, {_STREAK[verdict.direction]}?{sep}{word}",
            x=0.01,
            ha="left",
            fontsize=10.5,
            fontweight="bold",
        )
        figure.legend(
            handles=_legend(verdict),
            loc="outside lower left",
            ncols=1 if small else 2,
            frameon=False,
            fontsize=8.0,
        )
    return figure


def _shade(axes: Axes, verdict: StreakVerdict) -> None:
    """The best window hatched, the named one framed: above the bands, below the lines."""
    if verdict.best is not None:
        span = verdict.best.span
        axes.axvspan(
            span.first - 1, span.last, zorder=1.8, facecolor="none", hatch="///",
            edgecolor=_HATCH, linewidth=0.0,
        )  # fmt: skip
    if verdict.named is not None:
        span = verdict.named.span
        axes.axvspan(
            span.first - 1, span.last, zorder=1.9, facecolor="none", edgecolor=COLOURS["own"],
            linewidth=1.6,
        )  # fmt: skip


def _drawn_at(first: int, last: int) -> NDArray[np.int64]:
    """Games at which a curve is drawn: all, or every so many up to the last where there are too
    many for the eye and for the file."""
    step = -(-(last - first + 1) // MOST_POINTS)
    return np.arange(last, first - 1, -step)[::-1]


def _rolling(axes: Axes, verdict: StreakVerdict) -> None:
    season, baseline = verdict.season, verdict.baseline
    # Of a short record half, so that there is something to see it move by.
    length = min(ROLLING, max(len(season) // 2, 1))
    at = _drawn_at(length, len(season))
    game = season.numbers[at - 1]
    rows = np.arange(-length, 0)[None, :] + at[:, None]
    batch = RecordBatch.from_arrays(
        season.opponents[rows],
        (2.0 * season.score[rows]).astype(int),
        colours=season.colours[rows].astype(int),
    ).colour_corrected(season.advantage)
    value = estimate(batch, "firth").values
    ends = interval(batch, level=verdict.level, draw_share=baseline.draw_share)
    strength = baseline.strength(season)
    # An open end is drawn out of the panel: the limits are those of the estimates.
    low, high = elo_limits([*value.tolist(), strength, season.rating], least=300.0)
    below = np.where(np.isfinite(ends.low), ends.low, low - 1000.0)
    above = np.where(np.isfinite(ends.high), ends.high, high + 1000.0)
    room = 0.35 * (high - low)
    axes.fill_between(game, below, above, color=COLOURS["band"], linewidth=0.0, zorder=1)
    axes.plot(game, value, color=COLOURS["strength"], linewidth=1.6, zorder=3)
    axes.axhline(strength, color=COLOURS["ink"], linewidth=1.0, linestyle="--", zorder=2)
    if season.rating is not None:
        axes.axhline(season.rating, color=COLOURS["own"], linewidth=1.2, linestyle=":", zorder=2)
    axes.set_ylim(low - room, high + room)
    axes.set_ylabel(f"strength, Elo\n(last {counted(length, 'game')})")


def _luck(axes: Axes, verdict: StreakVerdict) -> None:
    season, baseline = verdict.season, verdict.baseline
    n = len(season)
    gained = np.concatenate([[0.0], np.cumsum(season.score - baseline.expected)])
    weight = Windows.of(season, baseline, (1, 1)).change[1:n]
    sd = np.concatenate([[0.0], np.sqrt(baseline.dispersion) / weight, [0.0]])
    at = _drawn_at(0, n)
    gained, sd = gained[at], sd[at]
    game = np.concatenate([[season.cut], season.numbers])[at]
    axes.fill_between(game, -_NINETEEN * sd, _NINETEEN * sd, color=COLOURS["grid"], linewidth=0)
    axes.fill_between(game, -_HALF * sd, _HALF * sd, color=COLOURS["luck"], linewidth=0)
    axes.plot(game, gained, color=COLOURS["strength"], linewidth=1.6, drawstyle="steps-post")
    axes.axhline(0.0, color=COLOURS["muted"], linewidth=0.8)
    if verdict.change is not None:
        axes.axvline(verdict.change.after, color=COLOURS["ink"], linewidth=1.0, linestyle="-.")
    axes.set_ylabel("points above\nexpectation")


def _spells(axes: Axes, verdict: StreakVerdict) -> None:
    at = _drawn_at(1, len(verdict.season)) - 1
    game = verdict.season.numbers[at]
    hot, cold = verdict.forecast.hot[at], verdict.forecast.cold[at]
    axes.plot(game - 0.5, hot, color=COLOURS["own"], linewidth=1.6)
    axes.plot(game - 0.5, cold, color=COLOURS["strength"], linewidth=1.6, linestyle="--")
    top = max(float(verdict.forecast.hot.max()), float(verdict.forecast.cold.max()))
    axes.set_ylim(0.0, max(0.25, min(1.0, 1.15 * top)))
    axes.set_ylabel("chance of\na spell")


def _legend(verdict: StreakVerdict) -> list[Artist]:
    sure = level_text(verdict.level)
    blue, brown, ink = COLOURS["strength"], COLOURS["own"], COLOURS["ink"]
    handles: list[Artist] = [
        Line2D([], [], color=blue, label="as it was played"),
        Patch(facecolor=COLOURS["band"], label=f"its {sure} interval"),
        Line2D([], [], color=ink, linestyle="--", label="constant strength, fitted"),
        Patch(facecolor=COLOURS["luck"], label="luck at constant strength, 50%"),
        Patch(facecolor=COLOURS["grid"], label="the same, 95% (game by game)"),
    ]
    if verdict.season.rating is not None:
        own = Line2D([], [], color=brown, linestyle=":", label="rating before the season")
        handles.append(own)
    if verdict.best is not None:
        label = f"best window, global p {p_text(verdict.best.global_p)}"
        handles.append(Patch(facecolor="none", hatch="///", edgecolor=_HATCH, label=label))
    if verdict.named is not None:
        when = "" if verdict.looked else " in advance"
        # On a line of its own: a telephone is too narrow for both.
        paid = paid_words(verdict, verdict.p).replace(", ", ",\n", 1)
        label = f"window named{when}, p {p_text(verdict.p)}{paid}"
        handles.append(Patch(facecolor="none", edgecolor=brown, label=label))
    if verdict.change is not None:
        label = f"likeliest change, p {p_text(verdict.change.p)}"
        handles.append(Line2D([], [], color=ink, linestyle="-.", label=label))
    handles += [
        Line2D([], [], color=brown, label="hot spell (bottom panel)"),
        Line2D([], [], color=blue, linestyle="--", label="cold spell (bottom panel)"),
    ]
    return handles


def streak_page(verdict: StreakVerdict) -> str:
    """One self-contained HTML page about a verdict."""
    return rendered("streak.html", streak=streak_parts(verdict), version=__version__)


def streak_parts(verdict: StreakVerdict, sizes: Sequence[str] = tuple(WIDTHS)) -> dict[str, Any]:
    """What ``_streak.html`` shows a verdict with: sentences, tables, the figure in some sizes."""
    segments = verdict.segment_table.to_html() if verdict.segments else ""
    return {
        "verdict": verdict,
        "words": verdict.words(),
        "table": Markup(verdict.table.to_html()),
        "segments": Markup(segments),
        "assumed": "; ".join(assumed_words(verdict)),
        "prior": verdict.forecast.prior.words(),
        "figure": both_widths(
            _drawn(verdict),
            "streak",
            "Rolling strength, points above expectation against luck, and chance of a spell.",
            sizes,
        ),
    }


def _drawn(verdict: StreakVerdict) -> Callable[[float], Figure]:
    return lambda width: streak_figure(verdict, width=width)


def write_streak_page(verdict: StreakVerdict, path: Path) -> None:
    """Write the page to a file that ends in ``.html``."""
    write_whole(check_page(path), streak_page(verdict))
