"""Heat map: a measure over two factors, its value printed in every cell."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm, Colormap, LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from tprstats.report.drawing import COLOURS
from tprstats.report.study_layout import chosen, finish, new_sheet, number, panels_of
from tprstats.study.choice import Choice
from tprstats.study.run import StudyResult
from tprstats.study.spec import FigureSpec
from tprstats.study.words import cell_text, column_words, is_share, measure_words, value_words

__all__ = ["heat_map"]

# Blue below the reference, orange above; the ends differ in lightness, so a grey print shows
# the blue one darker. The value in the cell decides.
_TWO_SIDED = LinearSegmentedColormap.from_list("reference", ["#1b4f8f", "#f7f7f5", "#e8912d"])
_ONE_SIDED = LinearSegmentedColormap.from_list("amount", ["#f7f7f5", "#1b4f8f"])


def heat_map(result: StudyResult, spec: FigureSpec) -> Figure:
    """``x`` across, ``y`` up; colours diverge around ``reference`` (0 where both signs are)."""
    choice = chosen(result, spec, spec.x, spec.y, spec.panels)
    for axis, column in (("x", spec.x), ("y", spec.y)):
        if not column:
            raise choice.fault(f"{axis} is missing: the column of a factor")
    columns, rows = choice.values(spec.x), choice.values(spec.y)
    panels = panels_of(choice, spec.panels)
    sheet = new_sheet([title for title, _ in panels], 0.7 + 0.36 * len(rows), sharey=True)
    norm, colours = _scale(choice, spec.reference)
    across = 1 + max(a.get_subplotspec().colspan.start for a in sheet.axes)  # type: ignore[union-attr]
    inch = (6.0 / across - 0.4) / len(columns)
    image = None
    for axes, (_, part) in zip(sheet.axes, panels, strict=True):
        cells = part.cells((spec.y, spec.x))
        value = np.array([[number(cells.get((y, x))) for x in columns] for y in rows])
        image = axes.imshow(
            np.ma.masked_invalid(value), cmap=colours, norm=norm, aspect="auto", origin="lower"
        )
        axes.set_xticks(range(len(columns)), [value_words(spec.x, v) for v in columns])
        axes.set_yticks(range(len(rows)), [value_words(spec.y, v) for v in rows])
        axes.tick_params(length=0)
        axes.set_xlabel(spec.x_label or column_words(spec.x))
        if axes.get_subplotspec().colspan.start == 0:  # type: ignore[union-attr]
            axes.set_ylabel(column_words(spec.y))
        _print(axes, part, spec, columns, rows, inch)
    if image is not None:
        bar = sheet.figure.colorbar(image, ax=list(sheet.axes), shrink=0.9, pad=0.02, aspect=25)
        bar.set_label(measure_words(spec.measure))
        if is_share(spec.measure):
            bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{100.0 * v:g}"))
    sampled = any(r["mcse"] > 0.0 for r in choice.rows)
    note = "In brackets the Monte Carlo standard error." if sampled else ""
    return finish(sheet, result, spec, choice.rows, note=note)


def _scale(choice: Choice, reference: float | None) -> tuple[Normalize, Colormap]:
    found = np.array([number(r) for r in choice.rows])
    found = found[np.isfinite(found)]
    if found.size == 0:
        raise choice.fault("no value to show")
    low, high = float(found.min()), float(found.max())
    if reference is None and low < 0.0 < high:
        reference = 0.0
    if reference is None:
        return Normalize(low, high if high > low else low + 1.0), _ONE_SIDED
    half = max(high - reference, reference - low) or 1.0
    return CenteredNorm(reference, half), _TWO_SIDED


def _print(
    axes: Axes,
    part: Choice,
    spec: FigureSpec,
    columns: list[object],
    rows: list[object],
    inch: float,
) -> None:
    """The number of each cell, in the ink that its colour leaves readable."""
    cells = part.cells((spec.y, spec.x))
    image = axes.images[0]
    for j, y in enumerate(rows):
        for i, x in enumerate(columns):
            row = cells.get((y, x))
            text = "-"
            ink = COLOURS["ink"]
            if row is not None:
                text = cell_text(row["measure"], row["value"], row["mcse"], row["replicates"])
                if np.isfinite(row["value"]):
                    red, green, blue, _ = image.cmap(image.norm(row["value"]))
                    dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
                    ink = COLOURS["paper"] if dark else ink
            # 0.075 inches a letter at 8 points.
            if len(text) * 0.075 > inch:
                text = text.replace(" ", "\n")
            size = 8.0 if max(map(len, text.split("\n"))) * 0.075 <= inch else 6.0
            axes.annotate(text, (i, j), ha="center", va="center", fontsize=size, color=ink)
