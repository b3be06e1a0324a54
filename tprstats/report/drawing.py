"""What all figures share: colours, marks, interval bars and files.

Figures are made with matplotlib's objects (no pyplot), so that drawing leaves no global state
behind, and saved so that the same result gives the same bytes.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tprstats.errors import TprstatsError
from tprstats.files import write_whole

__all__ = [
    "COLOURS",
    "SERIES",
    "ShownFigure",
    "at_edge",
    "draw_interval",
    "elo_limits",
    "new_figure",
    "readable_limits",
    "rows_axis",
    "save",
    "shortened",
    "style",
    "svg",
]

# Roles and their colours on paper; a page may replace each by its own (see `svg`). They differ
# in lightness too, so that a grey print keeps them apart.
COLOURS = {
    "paper": "#ffffff",
    "ink": "#1a1d21",
    "muted": "#59626b",
    "grid": "#dfe3e7",
    "band": "#d3e5f4",
    "luck": "#b9c2ca",
    "strength": "#0a5a9c",
    "other": "#4d4d4f",
    "own": "#b3500a",
}

SERIES = (
    ("#0072b2", "o"),
    ("#c75300", "s"),
    ("#007a5a", "D"),
    ("#a8437f", "^"),
    ("#3a3a3c", "v"),
    ("#7a6100", "P"),
    ("#2b8cbe", "X"),
    ("#8c510a", "<"),
    ("#6a51a3", ">"),
    ("#1a1d21", "*"),
)
"""Colour and marker of the rules in a comparison: the marker alone tells them apart."""

DPI = 150
_STYLE: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],
    "font.size": 9.0,
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "axes.edgecolor": COLOURS["muted"],
    "axes.labelcolor": COLOURS["ink"],
    "text.color": COLOURS["ink"],
    "xtick.color": COLOURS["muted"],
    "xtick.labelcolor": COLOURS["ink"],
    "ytick.labelcolor": COLOURS["ink"],
    "figure.facecolor": COLOURS["paper"],
    "axes.facecolor": COLOURS["paper"],
    "savefig.facecolor": COLOURS["paper"],
}


@contextmanager
def style() -> Iterator[None]:
    """matplotlib's own defaults with ours on top, put back afterwards."""
    with mpl.rc_context():
        mpl.rcdefaults()
        with mpl.rc_context(_STYLE):
            yield


class ShownFigure(Figure):
    """A figure that a notebook shows by itself, as the SVG that :func:`save` would write."""

    def _repr_svg_(self) -> str:
        return svg(self)


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, size in inches; the last line of a notebook's cell shows it."""
    return ShownFigure(figsize=(width, height), layout="constrained")


def rows_axis(axes: Axes, labels: Sequence[str]) -> None:
    """One row a label, the first on top; Elo to the right, with a light grid."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=COLOURS["grid"], linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "left", "right"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel("Elo")


def shortened(name: str, most: int) -> str:
    """A name of at most so many letters."""
    return name if len(name) <= most else name[: most - 1] + "…"


def elo_limits(values: Iterable[float | None], *, least: float = 100.0) -> tuple[float, float]:
    """Limits that show every finite value with some room, at least so many Elo apart."""
    known = [v for v in values if v is not None and math.isfinite(v)] or [0.0]
    low, high = min(known), max(known)
    room = max(0.07 * (high - low), (least - (high - low)) / 2.0)
    return low - room, high + room


FAR = 0.4
"""How far beyond the body of a figure, in parts of its width, a number still has a place."""


def readable_limits(
    body: Iterable[float | None], others: Iterable[float | None]
) -> tuple[float, float]:
    """Limits that show the body whole, and of the others those that do not crush its scale."""
    body = list(body)
    low, high = elo_limits(body, least=300.0)
    room = FAR * (high - low)
    near = [x for x in others if x is not None and low - room <= x <= high + room]
    return elo_limits([*body, *near])


def draw_interval(
    axes: Axes, row: float, low: float, high: float, colour: str, **line: Any
) -> None:
    """A bar from end to end; an end that is open or beyond the scale is an arrow at the edge."""
    ends = [at_edge(axes, value) for value in (low, high)]
    # Caps end a closed bar; an arrow head means that it goes on.
    axes.plot([at for at, _ in ends], (row, row), color=colour, solid_capstyle="butt", **line)
    for at, head in ends:
        axes.plot(at, row, marker=head or "|", color=colour, markersize=5.5, clip_on=False)


def at_edge(axes: Axes, value: float) -> tuple[float, str]:
    """Where a value stands, and the arrow head that it is where the scale ends before it."""
    left, right = axes.get_xlim()
    return min(max(value, left), right), "<" if value < left else ">" if value > right else ""


@contextmanager
def _any_script() -> Iterator[None]:
    """A name in a script that the font lacks is drawn with boxes, without a page of warnings."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        yield


def svg(figure: Figure, *, salt: str = "tprstats") -> str:
    """The figure as SVG text, the same for the same figure.

    Parameters
    ----------
    salt
        Makes the ids inside: give each figure of one page its own.
    """
    out = StringIO()
    with style(), _any_script(), mpl.rc_context({"svg.hashsalt": salt}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


# Metadata left out, so that the same figure gives the same bytes.
_PLAIN: dict[str, dict[str, None]] = {
    ".png": {"Software": None},
    ".pdf": {"Creator": None, "Producer": None, "CreationDate": None},
}


def save(figure: Figure, path: str | Path) -> None:
    """Write a figure to a file that ends in ``.svg``, ``.png`` (150 dpi) or ``.pdf``."""
    path = Path(path)
    ending = path.suffix.lower()
    if ending == ".svg":
        write_whole(path, svg(figure))
    elif ending in _PLAIN:
        out = BytesIO()
        with style(), _any_script():
            figure.savefig(out, format=ending[1:], dpi=DPI, metadata=_PLAIN[ending])
        write_whole(path, out.getvalue())
    else:
        raise TprstatsError(f"{path}: a figure's name ends in .svg, .png or .pdf")
