"""Figures of the experiment ``real-form``: scores, draws, calibration and forecasts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from tprstats.cells import counted
from tprstats.elo import expected
from tprstats.outcomes import draw_share_at_level
from tprstats.report.drawing import COLOURS, SERIES, new_figure, rows_axis, save, style

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "calibration_figure",
    "draws_figure",
    "next_event_figure",
    "save_figures",
    "scores_figure",
]

FLATTER = 5.0 / 6.0
CALIBRATED = (
    ("", "midp", "midp (default)"),
    ("", "exact", "exact"),
    ("", "bayes", "bayes (rating as prior)"),
    ("", "bootstrap-bca", "bootstrap-bca"),
    ("firth", "none", "firth, no interval"),
)


def _series(axes: Axes, k: int, x: NDArray[Any], rows: pd.DataFrame, label: str) -> None:
    """Points with their 95 % bars; a value without an error stands without a bar."""
    colour, marker = SERIES[k % len(SERIES)]
    value = rows["value"].to_numpy(dtype=float)
    for place, low, high in zip(x, rows["low"], rows["high"], strict=True):
        if np.isfinite(low) and np.isfinite(high):
            axes.plot((place, place), (low, high), color=colour, linewidth=1.0, zorder=2)
    axes.plot(
        x,
        value,
        linestyle="none",
        marker=marker,
        color=colour,
        markersize=4.5,
        label=label,
        zorder=3,
    )


def _grid(axes: Axes) -> None:
    axes.grid(color=COLOURS["grid"], linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _some(results: pd.DataFrame, table: str, measure: str, **where: str) -> pd.DataFrame:
    found = results[(results["table"] == table) & (results["measure"] == measure)]
    for column, value in where.items():
        found = found[found[column] == value]
    return found


def _groups(results: pd.DataFrame, table: str, wanted: Sequence[str] = ()) -> list[str]:
    known = list(dict.fromkeys(results.loc[results["table"] == table, "group"]))
    return [g for g in known if not wanted or g in wanted]


def _title(figure: Figure, text: str) -> None:
    figure.suptitle(text, x=0.01, ha="left", fontsize=10.5, fontweight="bold")


def scores_figure(results: pd.DataFrame, *, width: float = 7.0) -> Figure:
    """Mean score against rating difference, and what it is above or below Elo's curve.

    Parameters
    ----------
    results
        Table of :func:`tprstats.study.real_form.analyse`, empty strings where a field is empty.
    width
        Inches.
    """
    groups = [g for g in _groups(results, "scores") if g.endswith(("classical", "log"))]
    with style():
        figure = new_figure(width, 6.2)
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        x = np.linspace(-430.0, 430.0, 173)
        curve, flat = expected(x), expected(FLATTER * x)
        above.plot(x, curve, color=COLOURS["ink"], linewidth=1.2, label="Elo's curve (slope 1)")
        dashed = {"color": COLOURS["muted"], "linewidth": 1.2, "linestyle": (0, (4, 2))}
        above.plot(x, flat, label="slope 5/6", **dashed)
        below.axhline(0.0, color=COLOURS["ink"], linewidth=1.2)
        below.plot(x, 100.0 * (flat - curve), **dashed)
        for k, group in enumerate(groups):
            score = _some(results, "scores", "score", group=group)
            place = _some(results, "scores", "mean difference", group=group)["value"]
            wanted = _some(results, "scores", "Elo's curve", group=group)["value"].to_numpy()
            at = place.to_numpy() + 5.0 * (k - (len(groups) - 1) / 2.0)
            _series(above, k, at, score, f"{group} ({counted(score['n'].sum(), 'game', spec=',')})")
            apart = score.copy()
            for column in ("value", "low", "high"):
                apart[column] = 100.0 * (score[column].to_numpy() - wanted)
            _series(below, k, at, apart, "")
        for axes in (above, below):
            _grid(axes)
        above.set_ylabel("mean score")
        above.legend(frameon=False, fontsize=8.0, loc="upper left")
        below.set_ylabel("score minus Elo's curve\n(points in 100 games)")
        below.set_xlabel("rating difference, colour and offset allowed for (Elo)")
        _title(figure, "Real scores are flatter than Elo's curve")
    return figure


def draws_figure(results: pd.DataFrame, *, width: float = 7.0) -> Figure:
    """Draw share between equals by mean rating, beside the level rule; options as before."""
    groups = _groups(results, "draws")
    with style():
        figure = new_figure(width, 4.4)
        axes = figure.subplots()
        rows = _some(results, "draws", "mean level")["value"]
        x = np.linspace(rows.min() - 60.0, rows.max() + 60.0, 200)
        axes.plot(
            x,
            draw_share_at_level(x),
            color=COLOURS["ink"],
            linewidth=1.2,
            label="level rule: logit $d_0$ = −0.653 + 0.400 (R − 2000)/400",
        )
        for k, group in enumerate(groups):
            share = _some(results, "draws", "draw share", group=group)
            level = _some(results, "draws", "mean level", group=group)["value"].to_numpy()
            at = level + 8.0 * (k - (len(groups) - 1) / 2.0)
            _series(axes, k, at, share, f"{group} ({counted(share['n'].sum(), 'game', spec=',')})")
        _grid(axes)
        axes.set_ylim(0.0, 1.0)
        note = "no bar: fewer than five players or events"
        axes.annotate(note, (0.99, 0.97), xycoords="axes fraction", ha="right", fontsize=8.0)
        axes.set_xlabel("mean rating of the two players (Elo of their list)")
        axes.set_ylabel("draw share between equals")
        axes.legend(frameon=False, fontsize=8.0, loc="upper left")
        _title(figure, "Draws by level: the rule is for slow games over the board")
    return figure


def calibration_figure(results: pd.DataFrame, *, width: float = 7.5) -> Figure:
    """How often the next score fell where the interval said, minus the nominal level."""
    groups = _groups(results, "next: intervals")
    with style():
        figure = new_figure(width, 3.9)
        panels = np.atleast_1d(figure.subplots(1, len(groups), sharey=True))
        for axes, group in zip(panels, groups, strict=True):
            own = results[(results["table"] == "next: intervals") & (results["group"] == group)]
            axes.axhline(0.0, color=COLOURS["ink"], linewidth=1.0)
            for k, (method, interval, label) in enumerate(CALIBRATED):
                rows = own[(own["method"] == method) & (own["interval"] == interval)]
                rows = rows[rows["measure"].str.startswith("coverage")]
                level = rows["measure"].str.split().str[1].astype(float).to_numpy()
                apart = rows.copy()
                for column in ("value", "low", "high"):
                    apart[column] = 100.0 * rows[column].to_numpy() - level
                # Levels at equal distances: those that matter most lie close together.
                at = np.arange(level.size) + 0.15 * (k - (len(CALIBRATED) - 1) / 2.0)
                _series(axes, k, at, apart, label)
            _grid(axes)
            axes.grid(visible=False, axis="x")
            axes.set_xticks(range(level.size), [f"{x:.0f}" for x in level])
            pairs = int(own["n"].max())
            axes.set_title(f"{group}\n{counted(pairs, 'pair')} of events", fontsize=8.5)
            axes.set_xlabel("nominal level (%)")
        panels[0].set_ylabel("observed minus nominal (points)")
        figure.legend(
            *panels[0].get_legend_handles_labels(),
            loc="outside lower left",
            ncols=3,
            frameon=False,
            fontsize=8.0,
        )
        _title(figure, "Forecasts of the next event's score: calibration")
    return figure


def next_event_figure(
    results: pd.DataFrame, group: str = "elite career, classical", *, width: float = 7.0
) -> Figure:
    """What each rule loses against the published rating in foretelling the next games."""
    gain = _some(results, "next: points", "gain over rating", group=group)
    plain = [m for m in gain["method"] if not m.endswith("shrunk") and m != "rating"]
    worst = float(gain["value"].min())
    left = -0.12
    with style():
        figure = new_figure(width, 1.6 + 0.235 * len(plain))
        axes = figure.subplots()
        rows_axis(axes, plain)
        axes.set_xlim(100.0 * left, 1.5)
        axes.axvline(0.0, color=COLOURS["ink"], linewidth=1.0)
        for k, (end, label) in enumerate((("", "as it is"), (" shrunk", "shrunk to the rating"))):
            colour, marker = SERIES[k]
            for row, method in enumerate(plain):
                for found in gain[gain["method"] == method + end].itertuples():
                    place = row + 0.18 * (2 * k - 1)
                    value, low, high = (100.0 * v for v in (found.value, found.low, found.high))
                    off = value < 100.0 * left
                    ends = (max(low, 100.0 * left), max(high, 100.0 * left))
                    axes.plot(ends, (place, place), color=colour, linewidth=1.0)
                    axes.plot(
                        max(value, 100.0 * left), place, marker="<" if off else marker,
                        color=colour, markersize=4.5, clip_on=False,
                    )  # fmt: skip
            axes.plot([], [], marker=marker, linestyle="none", color=colour, label=label)
        axes.set_xlabel("log score per game minus that of the published rating (hundredths)")
        figure.legend(loc="outside lower left", ncols=2, frameon=False, fontsize=8.0)
        _title(figure, f"Foretelling the next event: {group}")
        if worst < left:
            axes.annotate(
                "an arrow: further left", (0.01, 0.01), xycoords="axes fraction", fontsize=8
            )
    return figure


def save_figures(results: pd.DataFrame, folder: Path) -> list[Path]:
    """Write the four figures as SVG and PNG; the files written."""
    text = {"method": "object", "interval": "object"}  # a column of nothing is read as numbers
    results = results.astype(text).fillna(dict.fromkeys(text, ""))
    figures = {
        "scores": scores_figure(results),
        "draws": draws_figure(results),
        "calibration": calibration_figure(results),
        "next_event": next_event_figure(results),
    }
    files = []
    for name, figure in figures.items():
        for ending in ("svg", "png"):
            path = folder / f"{name}.{ending}"
            save(figure, path)
            files.append(path)
    return files
