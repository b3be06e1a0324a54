"""One small table that prints as text, Markdown, HTML and LaTeX."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Table", "rating_text"]


def rating_text(value: float | None, decimals: int = 0) -> str:
    """A rating for print: a dash where there is none, a word for an open end.

    Examples
    --------
    >>> rating_text(2466.02, 1), rating_text(None), rating_text(float("inf"))
    ('2466.0', '-', 'open')
    """
    if value is None or value != value:
        return "-"
    if value in (float("inf"), float("-inf")):
        return "open"
    return f"{value:.{decimals}f}"


def _width(text: str) -> int:
    """Columns a terminal needs: marks take none, wide East Asian characters two."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(1 for c in text if unicodedata.combining(c))


@dataclass(frozen=True)
class Table:
    """Rows of text under a heading.

    Parameters
    ----------
    columns
        Headings.
    rows
        Cells, already rounded.
    align
        One letter a column, ``l`` or ``r``.
    caption
        What the table shows.

    Examples
    --------
    >>> print(Table(("rule", "rating"), (("fide", "2466"), ("firth", "2447.2")), "lr"))
    rule   rating
    -----  ------
    fide     2466
    firth  2447.2
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    align: str
    caption: str = ""

    def __str__(self) -> str:
        lines = [list(self.columns), *(list(r) for r in self.rows)]
        widths = [max(_width(line[k]) for line in lines) for k in range(len(self.columns))]
        lines.insert(1, ["-" * w for w in widths])
        printed = []
        for line in lines:
            cells = [
                " " * (w - _width(c)) + c if a == "r" else c + " " * (w - _width(c))
                for c, w, a in zip(line, widths, self.align, strict=True)
            ]
            printed.append("  ".join(cells).rstrip())
        return "\n".join(printed)

    def to_markdown(self) -> str:
        """Pipe table."""
        rule = ["---:" if a == "r" else "---" for a in self.align]
        rows = [[c.replace("|", "\\|") for c in r] for r in (self.columns, rule, *self.rows)]
        return "\n".join("| " + " | ".join(r) + " |" for r in rows)

    def to_html(self) -> str:
        """A ``<table>`` with scoped headings; every cell is escaped."""
        side = {"l": "", "r": ' class="number"'}

        def row(cells: Sequence[str], tag: str) -> str:
            scope = ' scope="col"' if tag == "th" else ""
            inner = "".join(
                f"<{tag}{scope}{side[a]}>{html.escape(c)}</{tag}>"
                for c, a in zip(cells, self.align, strict=True)
            )
            return f"<tr>{inner}</tr>"

        caption = f"<caption>{html.escape(self.caption)}</caption>" if self.caption else ""
        body = "\n".join(row(r, "td") for r in self.rows)
        head = row(self.columns, "th")
        return f"<table>{caption}<thead>{head}</thead>\n<tbody>{body}</tbody></table>"

    def to_latex(self) -> str:
        """A booktabs ``tabular``."""
        rows = [" & ".join(_tex(c) for c in r) + r" \\" for r in self.rows]
        head = " & ".join(_tex(c) for c in self.columns) + r" \\"
        lines = [rf"\begin{{tabular}}{{{self.align}}}", r"\toprule", head, r"\midrule", *rows]
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{c: "\\" + c for c in "&%$#_{}"},
}


def _tex(text: str) -> str:
    return "".join(_TEX.get(c, c) for c in text)
