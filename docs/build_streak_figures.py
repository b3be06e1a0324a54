"""Draw the figures of ``experiments/streaks-power`` from its published tables.

``python docs/build_streak_figures.py`` writes ``power.svg`` and ``ranks.svg`` beside the tables.
"""

from __future__ import annotations

import csv
import json
from math import sqrt
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tprstats.report.drawing import COLOURS, SERIES, new_figure, save, style

PUBLISHED = Path(__file__).parents[1] / "experiments" / "streaks-power" / "published"
BINS = 20
# Name, file and column.
CURVES = (
    (
        "ideal test: knows strength, window and boost",
        "cells.csv",
        "ideal test that knows the spell",
    ),
    ("window named in advance", "named.csv", "exact p <= 0.05"),
    ("best window found by looking: the verdict", "cells.csv", "verdict p <= 0.05"),
)


def _rows(name: str) -> list[dict[str, str]]:
    text = (PUBLISHED / name).read_text(encoding="utf-8")
    return [row for row in csv.DictReader(text.splitlines()) if row["games"] == "60"]


def _tidy(axes: Axes) -> None:
    axes.grid(color=COLOURS["grid"], linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def power_figure() -> Figure:
    """Share of seasons of sixty games in which a hot spell is found, by its length and boost."""
    lengths = sorted({int(row["length"]) for row in _rows("cells.csv")})
    with style():
        figure = new_figure(7.0, 5.0)
        panels = figure.subplots(2, 3, sharex=True, sharey=True).ravel()
        for axes, length in zip(panels, lengths, strict=True):
            _tidy(axes)
            axes.axhline(0.05, color=COLOURS["muted"], linewidth=0.8, linestyle=":")
            for (label, file, column), (colour, marker), dash in zip(
                CURVES, (SERIES[4], SERIES[1], SERIES[0]), ("--", "-.", "-"), strict=True
            ):
                rows = [r for r in _rows(file) if int(r["length"]) == length]
                if not rows:
                    continue
                boost, share, error = (
                    [float(row[name]) for row in rows]
                    for name in ("boost", column, f"MCSE of {column}")
                )
                axes.errorbar(
                    boost, share, yerr=1.96 * np.array(error), label=label, color=colour,
                    marker=marker, markersize=4.0, linewidth=1.4, linestyle=dash, capsize=2.0,
                )  # fmt: skip
            axes.set_title(f"{length} games of 60", fontsize=9.0)
            axes.set_ylim(0.0, 1.02)
        for axes in panels[3:]:
            axes.set_xlabel("boost, Elo")
        for axes in panels[::3]:
            axes.set_ylabel("share that ring at 5 %")
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower left", frameon=False, fontsize=8.0)
    return figure


def ranks_figure() -> Figure:
    """Ranks of the truth in the forecast: flat where the forecast is calibrated."""
    files = sorted(PUBLISHED.glob("forecast-*.json"), key=lambda f: int(f.stem.split("-")[1]))
    with style():
        figure = new_figure(7.0, 2.6)
        for axes, file in zip(figure.subplots(1, len(files), sharey=True), files, strict=True):
            _tidy(axes)
            found = json.loads(file.read_text(encoding="utf-8"))
            count = np.array(found["rank histogram"])
            expected = count.sum() / BINS
            reach = 1.96 * sqrt(expected * (1.0 - 1.0 / BINS)) / expected
            axes.axhspan(1.0 - reach, 1.0 + reach, color=COLOURS["luck"], linewidth=0.0)
            axes.bar(
                (np.arange(BINS) + 0.5) / BINS, count / expected, width=0.9 / BINS,
                facecolor="none", edgecolor=COLOURS["strength"], linewidth=1.2,
            )  # fmt: skip
            games = file.stem.split("-")[1]
            axes.set_title(f"{games} games, {count.sum():,} seasons", fontsize=9.0)
            axes.set_xlabel("rank of the truth in its forecast")
            axes.set_xlim(0.0, 1.0)
        figure.axes[0].set_ylabel("seasons, as a multiple\nof the expected number")
    return figure


if __name__ == "__main__":
    save(power_figure(), PUBLISHED / "power.svg")
    save(ranks_figure(), PUBLISHED / "ranks.svg")
