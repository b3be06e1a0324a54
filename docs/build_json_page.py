"""Write ``docs/json.md``: what every field means that ``--json`` prints, from ``json_fields.toml``.

Run by ``make docs``; a test compares, and another one holds the fields against the commands.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parent / "json.md"
DATA = Path(__file__).parent / "json_fields.toml"
HEAD = """\
<!-- Written by docs/build_json_page.py: change docs/json_fields.toml. -->

# What `--json` prints

Every field of every command that scripts read, for version 1 of these fields (`schema`). Notes and
errors go to standard error, so that standard output is JSON alone (UTF-8).

- A path is dotted; `x[]` stands for each member of the list `x`, `<name>` for names that are not
  the same in every output. A list that is not null may be empty.
- `null` stands for what is missing, for an open end, and for no finite number: there is no `NaN`
  and no `Infinity`. A field without an entry in the last column is always there and never null.
- A *chance* and a *share* lie between 0 and 1. Numbers are in full precision, whatever the text of
  the command rounds to.
- What a result in Python gives in `to_json()` is the same ([the API](api/README.md)).
- `convert --to json` writes an event, not a result: it is not described here.
"""


@dataclass(frozen=True)
class Field:
    """One line of a table."""

    path: str
    type: str
    meaning: str
    null: str

    @property
    def part(self) -> str:
        """The part whose fields the object has; empty for any other type."""
        return self.type.removeprefix("see ") if self.type.startswith("see ") else ""


@dataclass(frozen=True)
class Part:
    """What a command prints, or an object that stands in several outputs."""

    name: str
    commands: str
    text: str
    fields: tuple[Field, ...]

    @property
    def anchor(self) -> str:
        """Of the heading, as GitHub makes it."""
        return re.sub(r"[^\w -]", "", self.commands.lower()).replace(" ", "-")


def parts() -> dict[str, Part]:
    """The parts by name, in the order of the page."""
    found = tomllib.loads(DATA.read_text(encoding="utf-8"))["part"]
    return {
        p["name"]: Part(
            p["name"], p["commands"], p["text"], tuple(Field(*row) for row in p["fields"])
        )
        for p in found
    }


def page() -> str:
    known = parts()
    texts = [HEAD]
    for part in known.values():
        lines = [f"## {part.commands}", "", *([part.text, ""] if part.text else [])]
        lines += ["| field | type, unit | meaning | null where |", "| --- | --- | --- | --- |"]
        for f in part.fields:
            kind = f"[{f.part}](#{known[f.part].anchor})" if f.part else f.type
            lines.append(f"| `{f.path}` | {kind} | {f.meaning} | {f.null} |")
        texts.append("\n".join(lines) + "\n")
    return "\n".join(texts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
