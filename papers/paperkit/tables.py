"""Tables of a paper: rows and columns of selections, for typst and for LaTeX."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperkit.numbers import Number, number
from paperkit.sources import Published, Source, read_toml, unknown
from tprstats.errors import InputError
from tprstats.estimators import get_rule
from tprstats.tables import Table

__all__ = ["PaperTable", "filled", "label_faults", "tables_of"]

PLACE = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True)
class PaperTable:
    """A table with its caption.

    Parameters
    ----------
    name
        Its label.
    caption
        What it shows; stands alone.
    heads
        Headings of the columns of labels, then of the numbers.
    labels, cells
        Of each row.
    sources
        Files and commands.
    selection
        What all cells share.
    widths
        Of columns of words in typst: ``auto`` or shares such as ``2fr``.
    """

    name: str
    caption: str
    heads: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    cells: tuple[tuple[str, ...], ...]
    sources: tuple[tuple[str, str], ...]
    selection: str
    widths: tuple[str, ...] = ()

    @property
    def _rows(self) -> list[list[str]]:
        return [[*a, *b] for a, b in zip(self.labels, self.cells, strict=True)]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "caption": self.caption, "heads": self.heads, "rows": self._rows,
            "labels": len(self.labels[0]),
            "sources": [{"file": f, "command": c} for f, c in self.sources],
            "where": self.selection, "widths": self.widths,
        }  # fmt: skip

    def to_latex(self) -> str:
        """A float in booktabs with its label."""
        align = "l" * len(self.labels[0]) + "r" * len(self.cells[0])
        text = Table(self.heads, self._rows, align, self.caption).to_latex_float()
        text = text.replace(rf"{{{align}}}", f"{{{self._latex_columns(align)}}}", 1)
        label = rf"\label{{tab:{self.name}}}"
        # A label counts from the caption on.
        text = text.replace("\n\\begin{tabular}", f"\n{label}\n\\begin{{tabular}}", 1)
        return f"% Made by papers/build.py: do not edit.\n{text}\n"

    def _latex_columns(self, align: str) -> str:
        """Columns of words are wrapped to their share of the line."""
        if not self.widths:
            return align
        shares = [float(w.removesuffix("fr")) if w != "auto" else 0.0 for w in self.widths]
        ends = [f"p{{{0.7 * x / sum(shares):.2f}\\linewidth}}" if x else "l" for x in shares]
        return "".join(ends)


def filled(text: str, numbers: Mapping[str, Number], constants: Mapping[str, str], at: str) -> str:
    """``{name}``: the number with its error; ``{=name}``: without; ``{c:name}``: a constant."""

    def one(place: re.Match[str]) -> str:
        name = place.group(1)
        if name.startswith("c:"):
            if name[2:] not in constants:
                raise unknown("constant", name[2:], list(constants), at)
            return constants[name[2:]]
        bare = name.removeprefix("=")
        if bare not in numbers:
            raise unknown("number", bare, list(numbers), at)
        found = numbers[bare]
        return f"{found.text} ({found.error})" if found.error and bare == name else found.text

    return PLACE.sub(one, text)


def tables_of(
    path: Path, published: Published, numbers: Mapping[str, Number], constants: Mapping[str, str]
) -> dict[str, PaperTable]:
    """All tables of a ``tables.toml``."""
    return {
        t["name"]: _table(t, published, numbers, constants, f"{path}, table {t['name']}")
        for t in read_toml(path).get("table", [])
    }


def label_faults(spec: Mapping[str, Any]) -> list[str]:
    """Labels of rows and columns that hold a number which they do not select by."""
    found = []
    for part in (*spec.get("rows", ()), *spec.get("columns", ())):
        label = part.get("label", "")
        words = label if isinstance(label, str) else " ".join(label)
        chosen = re.findall(r"\d+(?:\.\d+)?", str({k: v for k, v in part.items() if k != "label"}))
        known = {float(x) for x in chosen}
        found += [
            f"label {words!r}: {x} is not what the row or column selects"
            for x in re.findall(r"\d+(?:\.\d+)?", words)
            if float(x) not in known
        ]
    return found


def _table(
    spec: Mapping[str, Any], published: Published, numbers: Mapping[str, Number],
    constants: Mapping[str, str], at: str,
) -> PaperTable:  # fmt: skip
    """A table of its kind: of selections, of words, or of the rules as the program has them."""
    caption = filled(spec["caption"], numbers, constants, at)
    kind = next((k for k in ("registry", "words") if k in spec), "selections")
    if kind == "registry":
        wanted = [_RULE_COLUMNS[c] for c in spec["fields"]]
        rows = [[get_rule(k).id, *(str(getattr(get_rule(k), f)) for f, _ in wanted)]
                for k in spec["registry"]]  # fmt: skip
        heads = ("rule", *(words for _, words in wanted))
        return PaperTable(
            spec["name"], caption, heads, tuple(tuple(r) for r in rows), tuple(() for _ in rows),
            (("tprstats/estimators", "tprstats methods"),), "the program's own list of rules",
            tuple(spec.get("widths", ())),
        )  # fmt: skip
    if kind == "words":
        rows = [[filled(c, numbers, constants, at) for c in row] for row in spec["words"]]
        return PaperTable(
            spec["name"], caption, tuple(spec["heads"]), tuple(tuple(r) for r in rows),
            tuple(() for _ in rows), (), "words and numbers listed above",
            tuple(spec.get("widths", ())),
        )  # fmt: skip
    names = ("name", "caption", "heads", "rows", "columns", "from", "widths")
    common = {k: v for k, v in spec.items() if k not in names}
    cells, labels, sources = [], [], {}
    for row in spec["rows"]:
        label = row["label"]
        labels.append(tuple([label] if isinstance(label, str) else label))
        line = []
        for column in spec["columns"]:
            entry = {**common, **row, **column}
            source = published[entry.pop("from", spec.get("from", ""))]
            sources[source.file] = source.command
            line.append(_cell(source, entry, f"a cell of {spec['name']}"))
        cells.append(tuple(line))
    if len({len(x) for x in labels}) != 1 or len(labels[0]) != len(spec["heads"]):
        raise InputError("each row has one label for each of the heads", source=at)
    return PaperTable(
        spec["name"], caption, (*spec["heads"], *(c["label"] for c in spec["columns"])),
        tuple(labels), tuple(cells), tuple(sources.items()),
        ", ".join(f"{k} = {v}" for k, v in common.items()), tuple(spec.get("widths", ())),
    )  # fmt: skip


_RULE_COLUMNS = {
    "formula": ("formula", "formula"),
    "perfect": ("at_perfect", "at 100 %"),
    "source": ("source", "source"),
}


def _cell(source: Source, entry: Mapping[str, Any], name: str) -> str:
    """One number, or two with a stroke between them where the column has an ``and``."""
    rest = {k: v for k, v in entry.items() if k not in ("label", "and")}
    first = _text(number(source, rest, name), rest)
    if "and" not in entry:
        return first
    rest |= entry["and"]
    return f"{first} / {_text(number(source, rest, name), rest)}"


def _text(found: Number, entry: Mapping[str, Any]) -> str:
    if not math.isfinite(found.plain):
        return "open" if math.isinf(found.plain) else "-"
    if entry.get("range") and found.low:
        return f"{found.text} [{found.low}, {found.high}]"
    return f"{found.text} ({found.error})" if found.error else found.text
