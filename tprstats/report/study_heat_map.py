"""Heat map: a measure over two factors, its value printed in every cell."""

from __future__ import annotations

from math import isfinite

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm, Colormap, LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure

from tprstats.report.drawing import COLOURS
from tprstats.report.study_layout import (
    chosen,
    finish,
    measure_axis,
    new_sheet,
    number,
    panels_of,
    sampled,
)
from tprstats.study.choice import Choice
from tprstats.study.finished import StudyResult
from tprstats.study.spec_parts import FigureSpec
from tprstats.study.tables import row_text
from tprstats.study.words import column_words, value_words

__all__ = ["heat_map"]

# Blue below the reference, orange above; the ends differ in lightness, so a grey print shows
# the blue one darker. The value in the cell decides.
_TWO_SIDED = LinearSegmentedColormap.from_list("reference", ["#1b4f8f", "#f7f7f5", "#e8912d"])
_ONE_SIDED = LinearSegmentedColormap.from_list("amount", ["#f7f7f5", "#1b4f8f"])

LETTER = 0.075
"""Inches that a letter of a cell takes."""


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
    inch = (6.0 / sheet.across - 0.4) / len(columns)
    names = [value_words(spec.x, v) for v in columns]
    steep = 35.0 if max(map(len, names)) * LETTER > inch else 0.0
    image = None
    for axes, (_, part) in zip(sheet.axes, panels, strict=True):
        cells = part.cells((spec.y, spec.x))
        value = np.array([[number(cells.get((y, x))) for x in columns] for y in rows])
        image = axes.imshow(
            np.ma.masked_invalid(value), cmap=colours, norm=norm, aspect="auto", origin="lower"
        )
        axes.set_xticks(
            range(len(columns)), names, rotation=steep, ha="right" if steep else "center"
        )
        axes.set_yticks(range(len(rows)), [value_words(spec.y, v) for v in rows])
        axes.tick_params(length=0)
        axes.set_xlabel(spec.x_label or column_words(spec.x))
        axes.set_ylabel(column_words(spec.y))
        _print(result, axes, part, spec, columns, rows, inch)
    if image is not None:
        bar = sheet.figure.colorbar(image, ax=list(sheet.axes), shrink=0.9, pad=0.02, aspect=25)
        measure_axis(bar.ax.yaxis, spec.measure)
        # No colours for values that are not there, such as a coverage above 100 %.
        bar.ax.set_ylim(*_span(choice, spec.reference))
    note = "In brackets the Monte Carlo standard error." if sampled(choice.rows) else ""
    return finish(sheet, result, spec, choice.rows, note=note)


def _span(choice: Choice, reference: float | None) -> tuple[float, float]:
    """Least and greatest of the values and the reference."""
    found = [v for r in choice.rows if isfinite(v := number(r))]
    if not found:
        raise choice.fault("no value to show")
    ends = [*found, *([] if reference is None else [reference])]
    return (min(ends), max(ends)) if min(ends) < max(ends) else (min(ends), min(ends) + 1.0)


def _scale(choice: Choice, reference: float | None) -> tuple[Normalize, Colormap]:
    low, high = _span(choice, reference)
    if reference is None and low < 0.0 < high:
        reference = 0.0
    if reference is None:
        return Normalize(low, high), _ONE_SIDED
    return CenteredNorm(reference, max(high - reference, reference - low)), _TWO_SIDED


def _print(
    result: StudyResult,
    axes: Axes,
    part: Choice,
    spec: FigureSpec,
    columns: list[object],
    rows: list[object],
    inch: float,
) -> None:
    """The number of each cell, in the ink that its colour leaves readable."""
    image = axes.images[0]
    cells = part.cells((spec.y, spec.x))
    texts = {at: row_text(r, result) for at, r in cells.items()}
    longest = max(map(len, texts.values()))
    broken = longest * LETTER > inch
    for j, y in enumerate(rows):
        for i, x in enumerate(columns):
            value = number(cells.get((y, x)))
            ink = COLOURS["ink"]
            if isfinite(value):
                red, green, blue, _ = image.to_rgba(np.array([value]))[0]
                dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
                ink = COLOURS["paper"] if dark else ink
            text = texts.get((y, x), "-")
            axes.annotate(
                text.replace(" ", "\n", 1) if broken else text,
                (i, j),
                ha="center",
                va="center",
                fontsize=8.0 if longest * LETTER <= (2.0 if broken else 1.0) * inch else 6.0,
                color=ink,
            )
