"""One self-contained HTML page about an event: tables, figures and words, no other file needed."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from tprstats._version import __version__
from tprstats.cells import counted
from tprstats.data import example_path
from tprstats.files import make_folder, write_whole
from tprstats.rate import EventRating, RateResult, rate_event
from tprstats.readers import read
from tprstats.records import Adjustment
from tprstats.report.drawing import COLOURS, svg
from tprstats.report.figures import estimates_figure, players_figure

__all__ = ["DARK", "WIDTHS", "both_widths", "event_page", "rendered", "stylesheet", "write_demo"]

# The same roles on a dark screen. Text keeps 4.5:1 and marks 3:1 on paper and band (a test
# computes the ratios).
DARK = {
    "paper": "#14181c",
    "ink": "#e9edf1",
    "muted": "#a7b1bb",
    "grid": "#2d343b",
    "band": "#17334c",
    "luck": "#4a5662",
    "strength": "#74b9f4",
    "other": "#c6ccd2",
    "own": "#f2a66d",
}

WIDTHS = {"wide": 7.2, "narrow": 3.5}
"""Inches: one figure for a screen or paper, one for a telephone."""


def event_page(
    rating: EventRating,
    notes: tuple[Adjustment, ...] = (),
    pages: Sequence[str | None] | None = None,
) -> str:
    """The page of an event.

    Parameters
    ----------
    rating
        What :func:`tprstats.rate` gives for an event. Its first player is shown in full.
    notes
        What the reader of the file changed or guessed.
    pages
        Where each player's own report lies, in the order of the results, None for a player
        without one. The first player is then not shown in full here.

    Returns
    -------
    str
        HTML with its styles and figures inside. Light and dark follow the reader's setting.
    """
    first = rating.results[0]
    rule = rating.ranked_by
    links = {(k, 1): page for k, page in enumerate(pages or ()) if page is not None}
    return rendered(
        "event.html",
        event=rating,
        table=_safe(replace(rating.table, caption="").to_html(links)),
        linked=bool(links),
        players=both_widths(
            lambda width: players_figure(rating.results, rule, width=width),
            "players",
            f"Each player's {rule} estimate with its interval, and the own rating. The table "
            "holds the same numbers.",
        ),
        first=first,
        full=None if pages is not None else _in_full(first),
        notes=[str(n) for n in notes],
        version=__version__,
    )


def _in_full(first: RateResult) -> dict[str, Any]:
    """One player by every rule."""
    return {
        "words": first.words(),
        "table": _safe(replace(first.table, caption="").to_html()),
        "estimates": both_widths(
            lambda width: estimates_figure(first, width=width),
            "estimates",
            f"What every rule gives {first.player}. The table holds the same numbers.",
        ),
        "left_out": [str(x) for x in first.left_out],
        "draw_shares": _draw_shares(first),
    }


def rendered(template: str, *, block: str = "", **parts: Any) -> str:
    """A page from one of the templates, or one block of it, in light and dark colours."""
    found = _templates().get_template(template)
    values = {"light": COLOURS, "dark": DARK, "counted": counted, **parts}
    if not block:
        return found.render(values)
    return "".join(found.blocks[block](found.new_context(values)))


def stylesheet() -> str:
    """The styles that every page has inside, for a server that sends them by themselves."""
    return rendered("_report.css")


@cache
def _templates() -> Environment:
    """Kept, so that a program that makes many pages compiles each template once."""
    return Environment(
        loader=PackageLoader("tprstats.report"), autoescape=True, undefined=StrictUndefined
    )


def write_demo(folder: Path) -> Path:
    """Rate the event shipped with the package and write ``index.html`` about it."""
    event = read(example_path())
    target = make_folder(folder) / "index.html"
    write_whole(target, event_page(rate_event(event), event.adjustments))
    return target


def _draw_shares(result: RateResult) -> str:
    a = result.assumptions
    return f"{a.draw_share:.2f} ({a.draw_share_origin})"


def both_widths(
    draw: Callable[[float], Figure], name: str, label: str, sizes: Sequence[str] = tuple(WIDTHS)
) -> Markup:
    """A figure for wide and one for narrow screens, or one of them; the style sheet shows one."""
    return _safe("\n".join(_inline(draw(WIDTHS[s]), f"{name}-{s}", label) for s in sizes))


def _inline(figure: Figure, name: str, label: str) -> str:
    """The figure as an element of the page, in the page's colours."""
    text = svg(figure, salt=name)
    for role, colour in COLOURS.items():
        text = text.replace(colour, f"var(--{role})")
    text = re.sub(r"<(metadata|style).*?</\1>", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)  # the same in every figure
    # A page with a strict policy allows no style attributes; these properties need none.
    text = re.sub(r' style="([^"]*)"', _attributes, text)
    size = name.rpartition("-")[2]
    # Where the axes lie, so that a page can mark a place in the figure.
    box = Bbox.union([axes.get_position() for axes in figure.axes])
    ends = " ".join(f"{x:.4f}" for x in (box.x0, 1.0 - box.y1, box.x1, 1.0 - box.y0))
    head = (
        f'<svg class="{size}" role="img" aria-label="{html.escape(label)}" data-axes="{ends}" '
        "viewBox="
    )
    return re.sub(
        r'.*?<svg [^>]*viewBox=("[^"]*")[^>]*', rf"{head}\1", text, count=1, flags=re.DOTALL
    )


def _attributes(style: re.Match[str]) -> str:
    """Properties of an SVG element as attributes of their own, which mean the same."""
    pairs = (part.partition(":") for part in style[1].split(";") if part.strip())
    return "".join(f' {name.strip()}="{value.strip()}"' for name, _, value in pairs)


def _safe(markup: str) -> Markup:
    """Markup that is escaped already."""
    return Markup(markup)
