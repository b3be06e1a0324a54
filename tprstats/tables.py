"""One small table that prints as text, Markdown, HTML and LaTeX."""

from __future__ import annotations

import html
import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

__all__ = ["Displayed", "Shown", "Table"]

WIDTH = 80
"""Columns of a terminal that a printed table keeps within."""

LONGEST_WORD = 24
"""A longer word may be cut to make a table fit."""


def _width(text: str) -> int:
    """Columns a terminal needs: marks take none, wide East Asian characters two."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(1 for c in text if unicodedata.combining(c))


def _wrapped(text: str, width: int) -> list[str]:
    """The words of a cell on lines of at most a width; a longer word is cut."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if _width(longer) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if _width(lines[-1] + letter) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def _lines(row: Sequence[str], widths: Sequence[int]) -> list[tuple[str, ...]]:
    """A row as printed lines: cells wider than their column go on below."""
    cells = [[c] if _width(c) <= w else _wrapped(c, w) for c, w in zip(row, widths, strict=True)]
    return list(zip_longest(*cells, fillvalue=""))


class Displayed(ABC):
    """What a notebook shows by itself: HTML where it can, else what ``print`` shows."""

    def _repr_html_(self) -> str:
        return self.to_html()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        # IPython's own plain text would be every field of the dataclass.
        return {"text/plain": str(self), "text/html": self.to_html()}

    @abstractmethod
    def to_html(self) -> str:
        """An HTML fragment."""


@dataclass(frozen=True)
class Table(Displayed):
    """Rows of text under a heading.

    Printed, it keeps within 80 columns: the text columns are wrapped where they are too wide.

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
        rows = [self.columns, *self.rows]
        widths = self._widths(rows)
        lines = [line for row in rows for line in _lines(row, widths)]
        lines.insert(len(_lines(self.columns, widths)), tuple("-" * w for w in widths))
        printed = []
        for line in lines:
            cells = [
                " " * (w - _width(c)) + c if a == "r" else c + " " * (w - _width(c))
                for c, w, a in zip(line, widths, self.align, strict=True)
            ]
            printed.append("  ".join(cells).rstrip())
        return "\n".join(printed)

    def _widths(self, rows: Sequence[Sequence[str]]) -> list[int]:
        """As wide as the cells, then the widest text column narrower until the table fits."""
        widths = [max(_width(row[k]) for row in rows) for k in range(len(self.columns))]
        least = self._least(rows)
        while sum(widths) + 2 * (len(widths) - 1) > WIDTH:
            roomy = [k for k in range(len(widths)) if widths[k] > least[k]]
            if not roomy:
                break
            widths[max(roomy, key=lambda k: widths[k])] -= 1
        return widths

    def _least(self, rows: Sequence[Sequence[str]]) -> list[int]:
        """How narrow each column may become: text and headings wrap, figures do not."""

        def longest(texts: Iterable[str]) -> int:
            words = max((_width(w) for text in texts for w in text.split(" ")), default=0)
            return min(words, LONGEST_WORD)

        found = []
        for k, a in enumerate(self.align):
            figures = [] if a == "l" else [_width(row[k]) for row in rows[1:]]
            found.append(max([longest(r[k] for r in (rows if a == "l" else rows[:1])), *figures]))
        return found

    def stacked(self, keys: int = 1) -> list[Table]:
        """The table in parts that fit 80 columns, to be printed one below the other.

        Parameters
        ----------
        keys
            So many columns at the left say what a row is: every part begins with them.

        Examples
        --------
        >>> wide = Table(["n", *"abc"], [["1", *["9" * 36] * 3]], "rrrr")
        >>> [list(part.columns) for part in wide.stacked()]
        [['n', 'a', 'b'], ['n', 'c']]
        """
        least = self._least([self.columns, *self.rows])
        room = WIDTH - sum(least[:keys]) - 2 * (keys - 1)
        parts: list[list[int]] = []
        left = 0
        for k in range(keys, len(self.columns)):
            if not parts or left < least[k] + 2:
                parts.append([])
                left = room
            parts[-1].append(k)
            left -= least[k] + 2
        return [self._part([*range(keys), *part]) for part in parts or [[]]]

    def _part(self, columns: Sequence[int]) -> Table:
        return Table(
            [self.columns[k] for k in columns],
            [[row[k] for k in columns] for row in self.rows],
            "".join(self.align[k] for k in columns),
            self.caption,
        )

    def to_markdown(self) -> str:
        """Pipe table."""
        rule = ["---:" if a == "r" else "---" for a in self.align]
        rows = [[_markdown(c) for c in r] for r in (self.columns, rule, *self.rows)]
        return "\n".join("| " + " | ".join(r) + " |" for r in rows)

    def to_html(self, links: Mapping[tuple[int, int], str] | None = None) -> str:
        """A ``<table>`` with scoped headings; every cell is escaped.

        Parameters
        ----------
        links
            Where the cell of a row and a column (both from 0) leads to.

        Examples
        --------
        >>> Table(("player",), (("Tal",),), "l").to_html({(0, 0): "tal.html"})[-52:]
        '<a href="tal.html">Tal</a></td></tr></tbody></table>'
        """
        side = {"l": "", "r": ' class="number"'}
        targets = links or {}

        def row(cells: Sequence[str], tag: str, place: int = -1) -> str:
            scope = ' scope="col"' if tag == "th" else ""
            inner = []
            for k, (c, a) in enumerate(zip(cells, self.align, strict=True)):
                text, target = html.escape(c), targets.get((place, k))
                if target is not None:
                    text = f'<a href="{html.escape(target)}">{text}</a>'
                inner.append(f"<{tag}{scope}{side[a]}>{text}</{tag}>")
            return f"<tr>{''.join(inner)}</tr>"

        caption = f"<caption>{html.escape(self.caption)}</caption>" if self.caption else ""
        body = "\n".join(row(r, "td", k) for k, r in enumerate(self.rows))
        head = row(self.columns, "th")
        return f"<table>{caption}<thead>{head}</thead>\n<tbody>{body}</tbody></table>"

    def to_latex_float(self) -> str:
        r"""A ``table`` with its caption around :meth:`to_latex`."""
        caption = rf"\caption{{{_tex(self.caption)}}}"
        lines = [r"\begin{table}", r"\centering", caption, self.to_latex(), r"\end{table}"]
        return "\n".join(lines)

    def to_latex(self) -> str:
        """A booktabs ``tabular``."""
        rows = [" & ".join(_tex(c) for c in r) + r" \\" for r in self.rows]
        head = " & ".join(_tex(c) for c in self.columns) + r" \\"
        lines = [rf"\begin{{tabular}}{{{self.align}}}", r"\toprule", head, r"\midrule", *rows]
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


class Shown(Displayed):
    """A result that is a table with sentences below, in every format."""

    @property
    @abstractmethod
    def table(self) -> Table:
        """The figures."""

    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """What they mean, a sentence or two each."""

    def to_html(self) -> str:
        """Table and sentences as an HTML fragment."""
        lines = "".join(f"<p>{html.escape(w)}</p>" for w in self.words())
        return f"{self.table.to_html()}\n{lines}"

    def to_latex(self) -> str:
        """The table in booktabs."""
        return self.table.to_latex()


def _markdown(cell: str) -> str:
    """A cell that ends no column and starts no tag."""
    return html.escape(cell, quote=False).replace("|", "\\|")


_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{c: "\\" + c for c in "&%$#_{}"},
}


def _tex(text: str) -> str:
    """Plain text for LaTeX; a hyphen before a number is a minus sign."""
    return re.sub(r"(?<!\w)-(?=\d)", "$-$", "".join(_TEX.get(c, c) for c in text))
