"""The studies of a folder at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tprstats.errors import InputError
from tprstats.study.spec import StudySpec, load_spec
from tprstats.study.store import read_json
from tprstats.tables import Table

__all__ = ["Catalogue", "Entry", "catalogue"]


@dataclass(frozen=True)
class Entry:
    """One study: its file, and the state of what is published beside it.

    ``state`` is ``published``, ``quick only`` (published, but of the quick scale), ``pending``
    (nothing published), ``outdated`` (the study file has changed since), or what is wrong with the
    file.
    """

    name: str
    path: Path
    spec: StudySpec | None
    state: str

    @property
    def title(self) -> str:
        """Of the study file; without one, the protocol's heading."""
        if self.spec is not None:
            return self.spec.title
        first = (self.path.parent / "protocol.md").read_text(encoding="utf-8").split("\n", 1)[0]
        return first.lstrip("# ")

    @property
    def scenarios(self) -> int:
        return len(self.spec.scenarios("full")) if self.spec else 0

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "name": self.name,
            "title": self.title,
            "question": self.spec.question if self.spec else None,
            "scenarios": self.scenarios,
            "state": self.state,
        }


@dataclass(frozen=True)
class Catalogue:
    """The studies of a folder."""

    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        rows = [
            (e.name, e.title, str(e.scenarios) if e.spec else "-", e.state) for e in self.entries
        ]
        return str(Table(("study", "title", "scenarios", "results"), rows, "llrl"))


def catalogue(folder: str | Path) -> Catalogue:
    """All studies under a folder, by name.

    Raises
    ------
    InputError
        There is no study there.
    """
    where = Path(folder)
    # A study may lack its protocol, and an analysis of data its study file.
    marks = ("protocol.md", "study.toml")
    names = sorted({p.parent for mark in marks for p in where.glob(f"*/{mark}")})
    if not names:
        raise InputError("no studies there; `tprstats study new` begins one", source=str(where))
    return Catalogue(tuple(_entry(p) for p in names))


def _entry(folder: Path) -> Entry:
    path = folder / "study.toml"
    published = folder / "published"
    if not path.exists():
        # An analysis of data, or a study whose numbers another program makes.
        done = published.exists() and any(published.iterdir())
        return Entry(folder.name, path, None, "published" if done else "pending")
    try:
        spec = load_spec(path)
    except InputError as error:
        return Entry(folder.name, path, None, f"wrong: {error.what}")
    made = published / "provenance.json"
    if not made.exists():
        return Entry(folder.name, path, spec, "pending")
    try:
        said = read_json(made, dict)
    except InputError as error:
        return Entry(folder.name, path, spec, f"wrong: {made.name} {error.what}")
    scale = said.get("scale", "full")
    if said.get("study_hash") != spec.hash(scale):
        return Entry(folder.name, path, spec, "outdated")
    return Entry(folder.name, path, spec, "published" if scale == "full" else "quick only")
