"""Figures of the paper on streaks."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri
from scipy.stats import beta

from paperkit.drawing import Drawn, legend_below, line, points, sheet, styled, titled
from paperkit.sources import Published
from tprstats.report.drawing import COLOURS, SERIES

LOOKED = "look-elsewhere/published/best-window.csv"
NULL = "streaks-null/published/cells.csv"
POWER = "streaks-power/published/cells.csv"
SEASONS = "streaks-real/published/seasons.csv"
LENSES = ("best window", "all windows", "stretches", "verdict")


def elsewhere(published: Published) -> Drawn:
    """Global p against local p, and the critical value of the best window."""
    table = published[LOOKED]
    same = {"draw_share": 0.35, "strength": "refitted"}
    with styled():
        figure, (left, right) = sheet(2, 2.7)
        for k, games in enumerate((30, 60, 200, 500)):
            rows = table.select({**same, "games": games, "measure": "global p"}, "figure elsewhere")
            line(left, k, rows["at"], rows["value"], f"{games} games", error=rows["mcse"])
        named = "one window, named in advance"
        left.plot((1e-4, 0.05), (1e-4, 0.05), color=COLOURS["muted"], linewidth=0.9, label=named)
        share = "share of streak-free seasons\nwith so good a window"
        left.set(xscale="log", yscale="log", ylim=(3e-6, 1.6))
        left.set(xlabel="p of the best window by itself", ylabel=share)
        left.legend(framealpha=1.0, edgecolor="none", fontsize=7.5, loc="lower right")
        for k, q in enumerate((0.5, 0.95, 0.99)):
            rows = table.select({**same, "measure": "quantile", "at": q}, "figure elsewhere")
            label = "median" if q == 0.5 else f"{100 * q:g} % quantile"
            line(right, k, rows["games"], rows["value"], label, error=rows["mcse"])
        right.axhline(-ndtri(0.05), color=COLOURS["muted"], linewidth=0.9)
        right.text(120, 1.5, "5 % point of one window", fontsize=7.5, color=COLOURS["muted"])
        right.set(xscale="log", xlabel="games in the season", ylabel="z of the best window by luck",
                  ylim=(1.3, 5.3))  # fmt: skip
        right.set_xticks([30, 60, 100, 200, 500], ["30", "60", "100", "200", "500"])
        right.minorticks_off()
        right.legend(frameon=False, fontsize=8, loc="upper left")
    return Drawn.of(figure, published, LOOKED)


def size(published: Published) -> Drawn:
    """How often streak-free seasons ring, by kind of season."""
    rows = published[NULL].rows
    with styled():
        figure, panels = sheet(1, 5.2)
        axes = panels[0]
        at = np.arange(len(rows))
        for k, lens in enumerate(LENSES):
            share = 100 * rows[f"{lens} p <= 0.05"]
            half = 196 * rows[f"MCSE of {lens} p <= 0.05"]
            y = at + 0.19 * (k - 1.5)
            if lens == "verdict":
                points(axes, k, share, y, lens, share - half, share + half)
            else:
                axes.plot(share, y, linestyle="none", marker=SERIES[k][1], color=SERIES[k][0],
                          markersize=3, label=lens)  # fmt: skip
        axes.axvline(5.0, color=COLOURS["ink"], linewidth=0.9)
        axes.axvline(6.0, color=COLOURS["muted"], linewidth=0.9, linestyle=(0, (2, 2)))
        axes.set_yticks(at, [_kind(str(n)) for n in rows["name"]], fontsize=7.5)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("share of streak-free seasons with p ≤ 0.05 (%)")
        legend_below(figure, axes, 4)
    return Drawn.of(figure, published, NULL)


def _kind(name: str) -> str:
    """The name of a cell in words."""
    said = name.replace("slope-5-6", "slope 5/6").replace("rating--50", "rating 50 too low")
    return said.replace("rating-+50", "rating 50 too high").replace("-", " ")


def power(published: Published) -> Drawn:
    """Power of the verdict and of the test that knows the spell, by boost."""
    table = published[POWER]
    with styled():
        figure, panels = sheet(2, 2.9, sharey=True)
        tests = (
            ("verdict p <= 0.05", "verdict"),
            ("ideal test that knows the spell", "ideal test"),
        )
        for axes, (column, words) in zip(panels, tests, strict=True):
            for k, length in enumerate((5, 10, 15, 20, 30)):
                rows = table.select({"length": length}, "figure power").sort_values("boost")
                line(axes, k, rows["boost"], 100 * rows[column], f"{length} games",
                     error=100 * rows[f"MCSE of {column}"])  # fmt: skip
            axes.axhline(5.0, color=COLOURS["ink"], linewidth=0.8, linestyle=(0, (2, 2)))
            axes.set(xlabel="boost of the spell (Elo)", ylim=(0, 100))
            titled(axes, words)
        panels[0].set_ylabel("found at p ≤ 0.05 (%)")
        legend_below(figure, panels[0], 5)
    return Drawn.of(figure, published, POWER)


def forecast(published: Published) -> Drawn:
    """Ranks of the truth in the forecast's posterior."""
    files = [f"streaks-power/published/forecast-{n}.json" for n in (30, 60, 100)]
    with styled():
        figure, panels = sheet(3, 2.3, sharey=True)
        for axes, file, games in zip(panels, files, (30, 60, 100), strict=True):
            count = published[file].select({"figure": "rank histogram"}, "figure forecast")["value"]
            total, bins = count.sum(), len(count)
            low, high = (beta.ppf(q, *_order(total / bins, total)) * total for q in (0.025, 0.975))
            axes.axhspan(low, high, color=COLOURS["band"])
            axes.bar(np.arange(bins) / bins, count, width=1 / bins, align="edge", linewidth=0.5,
                     color="none", edgecolor=COLOURS["ink"])  # fmt: skip
            axes.axhline(total / bins, color=COLOURS["ink"], linewidth=0.8, linestyle=(0, (2, 2)))
            axes.set(xlim=(0, 1), xticks=(0.0, 0.5, 1.0))
            titled(axes, f"seasons of {games} games")
        panels[1].set_xlabel("posterior probability below the truth")
        # After the last panel: limits that are set earlier cut higher bars of later ones.
        panels[0].set(ylabel="seasons", ylim=(0, None))
    return Drawn.of(figure, published, *files)


def _order(mean: float, total: float) -> tuple[float, float]:
    """Parameters of the law of a bin's share, centred on its expectation."""
    return mean + 0.5, total - mean + 0.5


def seasons(published: Published) -> Drawn:
    """Real seasons: p against uniform, and what the window said beside the forecast."""
    rows = published[SEASONS].rows
    with styled():
        figure, (left, right) = sheet(2, 2.9)
        n = len(rows)
        rank = np.arange(1, n + 1)
        low, high = beta.ppf(0.025, rank, n + 1 - rank), beta.ppf(0.975, rank, n + 1 - rank)
        left.fill_betweenx(rank / n, low, high, color=COLOURS["band"], step="mid", linewidth=0)
        for k, direction in enumerate(("hot", "cold")):
            p = np.sort(rows[f"{direction} lenses together p"])
            colour, _ = SERIES[k]
            left.step(p, rank / n, where="post", color=colour, linewidth=1.3,
                      linestyle=("-", (0, (5, 2)))[k], label=direction)  # fmt: skip
        left.plot((0, 1), (0, 1), color=COLOURS["muted"], linewidth=0.9)
        left.set(
            xlabel="p of the three lenses together",
            ylabel="share of real seasons",
            xlim=(0, 1),
            ylim=(0, 1),
        )
        left.legend(frameon=False, fontsize=8, loc="lower right")
        gap = rows["window performance"] - rows["strength"]
        shift = rows["forecast"] - rows["strength"]
        rang = rows["hot p"] <= 0.05
        for k, (some, words) in enumerate(((~rang, "p > 0.05"), (rang, "p ≤ 0.05"))):
            right.plot(gap[some], shift[some], linestyle="none", marker=SERIES[k][1],
                       color=SERIES[k][0], markersize=3.4, label=words, alpha=0.8)  # fmt: skip
        ends = np.array([gap.min(), gap.max()])
        right.plot(ends, ends, color=COLOURS["muted"], linewidth=0.9)
        place = float(gap.quantile(0.35))
        right.text(place, place + 18, "no shrinkage", fontsize=7.5, color=COLOURS["muted"],
                   ha="right")  # fmt: skip
        right.axhline(0.0, color=COLOURS["ink"], linewidth=0.8)
        right.set(xlabel="best window minus season (Elo)", ylabel="forecast minus season (Elo)")
        right.legend(frameon=False, fontsize=8, loc="upper left")
    return Drawn.of(figure, published, SEASONS)
