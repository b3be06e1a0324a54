"""Figures of the paper on performance-rating methods."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from paperkit.drawing import Drawn, legend_below, line, one, points, sheet, styled, titled
from paperkit.sources import Published
from tprstats.elo import LOGIT_PER_ELO
from tprstats.report.drawing import COLOURS
from tprstats.report.real_form_figures import next_event_figure

MAIN = ("fide", "average-capped", "shortcut", "per-opponent", "firth")
"""Rules that stand for their kind in figures."""


def rules(published: Published) -> Drawn:
    """How far the rules lie from the logistic curve on the average, by score of nine games."""
    name = "rule-disagreement/published/scores.csv"
    table = published[name]
    shown = ("fide", "shortcut", "shortcut-500", "per-opponent", "firth", "cpr", "iecg")
    with styled():
        figure, panels = sheet(2, 2.9, sharey=True)
        for axes, spread in zip(panels, (0, 200), strict=True):
            base = table.select({"spread": spread, "name": "average"}, "figure rules")
            for k, rule in enumerate(shown):
                rows = table.select({"spread": spread, "name": rule}, "figure rules")
                gap = rows.set_index("score")["value"] - base.set_index("score")["value"]
                gap = gap.loc[4.5:8.5]
                line(axes, k, gap.index, gap, rule)
            axes.axhline(0.0, color=COLOURS["ink"], linewidth=0.8)
            titled(axes, f"opponents' SD {spread} Elo")
            axes.set_xlabel("points from nine games")
        panels[0].set_ylabel("rule minus average (Elo)")
        legend_below(figure, panels[0], 4)
    return Drawn.of(figure, published, name)


def precision(published: Published) -> Drawn:
    """SD against games, and the chance of +200 by luck."""
    with styled():
        figure, (left, right) = sheet(2, 2.6)
        for k, share in enumerate((0, 0.3, 0.6)):
            rows = published["tpr-variance"].select(
                {"name": "firth", "measure": "emp-se", "spread": 0, "advantage": 0,
                 "draw_share": share}, "figure precision",
            ).sort_values("games")  # fmt: skip
            rows = rows[rows["games"] >= 3]
            line(left, k, rows["games"], rows["value"], f"draw share {share:g}")
        left.set(xlabel="games", ylabel="SD of firth (Elo)", ylim=(0, None))
        for k, share in enumerate((0, 0.3, 0.5)):
            rows = published["small-sample-extremes"].select(
                {"kind": "record", "name": "fide", "measure": "exceed:200", "advantage": 0,
                 "draw_share": share}, "figure precision",
            ).sort_values("games")  # fmt: skip
            line(right, k, rows["games"], 100 * rows["value"], f"draw share {share:g}")
        right.set(
            xlabel="games", ylabel="FIDE number 200 or more\nabove strength (%)", ylim=(0, None)
        )
        for axes in (left, right):
            axes.legend(frameon=False, fontsize=8)
    return Drawn.of(figure, published, "tpr-variance", "small-sample-extremes")


def shrinkage(published: Published) -> Drawn:
    """Bias against advantage over 200 games, with the theory for averages."""
    table = published["uneven-opposition"]
    with styled():
        figure, panels = sheet(3, 2.7, sharey=True)
        for axes, spread in zip(panels, (100, 200, 300), strict=True):
            for k, rule in enumerate(MAIN):
                rows = table.select(
                    {"games": 200, "spread": spread, "name": rule, "measure": "bias"},
                    "figure shrinkage",
                ).sort_values("advantage")
                line(axes, k, rows["advantage"], rows["value"], rule, error=rows["mcse"])
            d = np.linspace(0.0, 400.0, 81)
            kappa = 1.0 / np.sqrt(1.0 + np.pi * (LOGIT_PER_ELO * spread) ** 2 / 8.0)
            axes.plot(d, d * (kappa - 1.0), color=COLOURS["muted"], linewidth=2.6, alpha=0.45,
                      zorder=1, label="(κ − 1) × advantage")  # fmt: skip
            axes.axhline(0.0, color=COLOURS["ink"], linewidth=0.8)
            titled(axes, f"opponents' SD {spread} Elo")
            axes.set_xlabel("advantage (Elo)")
        panels[0].set_ylabel("bias (Elo)")
        legend_below(figure, panels[0], 3)
    return Drawn.of(figure, published, "uneven-opposition")


def coverage(published: Published) -> Drawn:
    """Coverage of four intervals along the advantage: nine games and thirty."""
    table = published["interval-coverage"]
    shown = ("midp", "midp prior true", "score prior true", "exact D=0", "wald D=0")
    with styled():
        figure, panels = sheet(2, 2.9, sharey=True)
        for axes, games in zip(panels, (9, 30), strict=True):
            for k, name in enumerate(shown):
                rows = table.select(
                    {"games": games, "spread": 0, "draw_share": 0.3, "slope": 1, "rating_noise": 0,
                     "name": name, "measure": "coverage"}, "figure coverage",
                ).sort_values("advantage")  # fmt: skip
                line(axes, k, rows["advantage"], 100 * rows["value"], name, every=12)
            axes.axhline(95.0, color=COLOURS["ink"], linewidth=0.8, linestyle=(0, (2, 2)))
            axes.set(xlabel="advantage (Elo)", ylim=(75, 100.5))
            titled(axes, f"{games} games")
        panels[0].set_ylabel("coverage (%)")
        legend_below(figure, panels[0], 5)
    return Drawn.of(figure, published, "interval-coverage")


def drift(published: Published) -> Drawn:
    """Bias by fifth of the field: Dutch Swiss and the same pairings replayed."""
    table = published["swiss-drift"]
    fifths = [f"quintile {i}" for i in range(1, 6)]
    with styled():
        figure, panels = sheet(2, 3.2, sharey=True, sharex=True)
        kinds = (
            ("swiss", "exact Dutch Swiss"),
            ("replayed-swiss", "same pairings, games drawn anew"),
        )
        for axes, (kind, words) in zip(panels, kinds, strict=True):
            for k, rule in enumerate(MAIN):
                rows = table.select(
                    {"kind": kind, "players": 64, "rounds": 9, "system": "dutch",
                     "acceleration": "none", "after": 9, "name": rule, "measure": "bias",
                     "group": fifths}, "figure drift",
                )  # fmt: skip
                rows = one(rows, "group", fifths)
                half = 1.96 * rows["mcse"]
                at = np.arange(5) + 0.15 * (k - 2)
                points(axes, k, rows["value"], at, rule, rows["value"] - half, rows["value"] + half)
            for edge, _ in pairwise(range(6)):
                axes.axhline(edge + 0.5, color=COLOURS["grid"], linewidth=0.5)
            axes.axvline(0.0, color=COLOURS["ink"], linewidth=0.8)
            axes.set_yticks(range(5), ["weakest", "2nd", "3rd", "4th", "strongest"])
            axes.set_ylim(4.6, -0.6)
            axes.grid(axis="y", visible=False)
            axes.set_xlabel("bias (Elo)")
            titled(axes, words)
        panels[0].set_ylabel("fifth of the field")
        legend_below(figure, panels[0], 5)
    return Drawn.of(figure, published, "swiss-drift")


def form(published: Published) -> Drawn:
    """Coverage of long-run strength under form, and under rating errors."""
    table = published["rating-noise"]
    same = {"advantage": 0, "name": "midp", "measure": "coverage", "rating_shift": 0}
    with styled():
        figure, (left, right) = sheet(2, 2.7, sharey=True)
        for k, sd in enumerate((0, 35, 50, 100)):
            rows = table.select({**same, "form": sd, "rating_noise": 0}, "figure form")
            line(left, k, rows["games"], 100 * rows["value"], f"form {sd}")
        for k, sd in enumerate((0, 50, 100, 200)):
            rows = table.select({**same, "form": 0, "rating_noise": sd}, "figure form")
            line(right, k, rows["games"], 100 * rows["value"], f"rating error {sd}")
        for axes in (left, right):
            axes.axhline(95.0, color=COLOURS["ink"], linewidth=0.8, linestyle=(0, (2, 2)))
            axes.set(xlabel="games")
            axes.legend(frameon=False, fontsize=8, loc="lower left")
        left.set_ylabel("coverage of long-run strength (%)")
    return Drawn.of(figure, published, "rating-noise")


def next_event(published: Published) -> Drawn:
    """Log score of the next event against the published rating."""
    name = "real-form/published/results.csv"
    rows = published[name].rows.fillna({"method": "", "interval": ""})
    figure = next_event_figure(rows, width=6.3)
    figure.suptitle("")
    figure.set_figheight(5.0)
    return Drawn.of(figure, published, name)
