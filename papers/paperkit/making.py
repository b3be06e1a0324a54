"""Put a paper together: its numbers, tables and figures, what is wrong with it, and the PDF."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl

from paperkit.figures import FIGURES, Drawn
from paperkit.numbers import Number, numbers_of
from paperkit.prose import Allowed, cited, named, swallowed, typed_numbers
from paperkit.sources import Published, read_toml
from paperkit.tables import PaperTable, label_faults, tables_of
from tprstats.errors import InputError
from tprstats.files import write_whole
from tprstats.report.drawing import svg

__all__ = ["PAPERS", "Paper", "load", "make"]

PAPERS = ("tpr-reliability", "hot-streaks")
HERE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Paper:
    """A paper before it is set.

    Parameters
    ----------
    name, folder
        Name, and where its text and its lists are.
    text
        The manuscript.
    constants
        Rule and design constants by name.
    allowed
        What may hold a number in the text.
    published, numbers, tables
        Tables of the experiments, and what is taken from them.
    """

    name: str
    folder: Path
    text: str
    constants: dict[str, dict[str, str]]
    allowed: Allowed
    published: Published
    numbers: dict[str, Number]
    tables: dict[str, PaperTable]

    def figures(self, only: str | None = None) -> dict[str, Drawn]:
        """The figures, drawn."""
        known = FIGURES[self.name]
        return {k: f(self.published) for k, f in known.items() if only in (None, k)}

    def faults(self) -> list[str]:
        """What keeps the paper from being set, one line each."""
        there: dict[str, Mapping[str, Any]] = {
            "num": self.numbers, "val": self.numbers, "ci": self.numbers, "c": self.constants,
            "fig": FIGURES[self.name], "tab": self.tables,
        }  # fmt: skip
        asked = named(self.text)
        found = [
            f"no {_KIND[kind]} {name!r}{_nearest(name, there[kind])}"
            for kind, name in dict.fromkeys(asked)
            if name not in there[kind]
        ]
        toml = (self.folder / "tables.toml").read_text(encoding="utf-8")
        used = {name for _, name in asked} | set(re.findall(r"\{(?:c:|=)?([^{}\s]+)\}", toml))
        for kind in ("num", "c", "fig", "tab"):
            found += [f"{_KIND[kind]} {n!r} is never used" for n in there[kind] if n not in used]
        found += [f"paper.typ, {f}" for f in typed_numbers(self.text, self.allowed)]
        found += [f"paper.typ, swallowed: {f}" for f in swallowed(self.text)]
        for t in read_toml(self.folder / "tables.toml").get("table", []):
            found += [f"table {t['name']}: {fault}" for fault in label_faults(t)]
            caption = re.sub(r"\{[^{}]*\}", "", t["caption"])
            found += [
                f"caption of table {t['name']}: {f.number!r} in {f.around!r}"
                for f in typed_numbers(caption, self.allowed)
            ]
        return found

    def data(self, figures: dict[str, Drawn]) -> dict[str, Any]:
        """What the manuscript reads."""
        return {
            "name": self.name,
            "numbers": {k: n.to_json() for k, n in self.numbers.items()},
            "constants": self.constants,
            "tables": {k: t.to_json() for k, t in self.tables.items()},
            "figures": {
                k: {"width": f.width, "sources": [{"file": s, "command": c} for s, c in f.sources]}
                for k, f in figures.items()
            },
        }


_KIND = {
    "num": "number", "val": "number", "ci": "number", "c": "constant", "fig": "figure",
    "tab": "table",
}  # fmt: skip


def _nearest(name: str, known: Any) -> str:
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.5)
    return f"; did you mean {', '.join(near)}?" if near else ""


def load(name: str, *, papers: Path = HERE, experiments: Path | None = None) -> Paper:
    """A paper's text and everything that it takes from published tables.

    Raises
    ------
    InputError
        A table, row or name that is not there.
    """
    if name not in PAPERS:
        raise InputError(f"no paper {name!r}: {', '.join(PAPERS)}")
    folder = papers / name
    published = Published(
        experiments or papers.parent / "experiments", read_toml(papers / "sources.toml")
    )
    given = read_toml(folder / "constants.toml")
    constants = given.get("constants", {})
    numbers = numbers_of(folder / "numbers.toml", published)
    values = {k: str(v["value"]) for k, v in constants.items()}
    return Paper(
        name,
        folder,
        (folder / "paper.typ").read_text(encoding="utf-8"),
        constants,
        Allowed.of(given),
        published,
        numbers,
        tables_of(folder / "tables.toml", published, numbers, values),
    )


def make(name: str, *, papers: Path = HERE, experiments: Path | None = None) -> Path:
    """Check a paper and set it: ``_build/NAME/NAME.pdf`` beside its data, figures and tables.

    Raises
    ------
    InputError
        With every fault of the paper, one a line; nothing is set then.
    """
    import typst

    paper = load(name, papers=papers, experiments=experiments)
    faults = paper.faults()
    if faults:
        raise InputError("\n  ".join([f"{len(faults)} faults", *faults]), source=str(paper.folder))
    out = papers / "_build" / name
    for folder in ("figures", "tables"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    figures = paper.figures()
    for key, drawn in figures.items():
        write_whole(out / "figures" / f"{key}.svg", svg(drawn.figure, salt=key))
    for key, table in paper.tables.items():
        write_whole(out / "tables" / f"{key}.tex", table.to_latex())
    write_whole(out / "data.json", json.dumps(paper.data(figures), indent=1) + "\n")
    target = out / f"{name}.pdf"
    try:
        typst.compile(
            paper.folder / "paper.typ",
            output=target,
            root=papers,
            font_paths=[Path(mpl.get_data_path()) / "fonts" / "ttf"],
            ignore_system_fonts=True,
            sys_inputs={"build": f"/_build/{name}"},
        )
    except typst.TypstError as error:
        raise InputError(f"{error.diagnostic or error}", source=str(paper.folder)) from None
    return target


def uncited(papers: Path = HERE) -> tuple[set[str], set[str]]:
    """References that a paper cites and nobody lists, and those listed that none cites."""
    texts = [(papers / n / "paper.typ").read_text(encoding="utf-8") for n in PAPERS]
    asked = set().union(*(cited(t) for t in texts))
    listed = set(
        re.findall(r"@\w+\{([^,\s]+),", (papers / "references.bib").read_text(encoding="utf-8"))
    )
    return asked - listed, listed - asked
