"""Draw ``docs/images/architecture.svg``: the layers of ``pyproject.toml`` and the real imports.

A row for each part, from the top layer to the bottom one, and a dot for each part that it imports:
that imports run downward only is seen at a glance, as no dot lies left of the staircase. Run by
``make docs``; a test compares rows with the contract, and dots with the imports that
import-linter's engine finds.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FIGURE = ROOT / "docs" / "images" / "architecture.svg"
CELL, LABEL, TOP = 21, 128, 104
INK, BAND, STEP = "#0b5394", "#eef3f8", "#d5dee8"


def layers() -> list[list[str]]:
    """The rows of the contract, top first; a part that is planned has brackets there."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = settings["tool"]["importlinter"]["contracts"]
    return [[name.strip(" ()") for name in row.split("|")] for row in contract["layers"]]


def imports() -> set[tuple[str, str]]:
    """Pairs (who, whom) of parts, from every import statement, at whatever depth."""
    known = {name for row in layers() for name in row}
    found = set()
    for file in sorted((ROOT / "tprstats").rglob("*.py")):
        part = file.relative_to(ROOT / "tprstats").parts[0].removesuffix(".py")
        if part in known:
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found |= {(part, whom) for whom in imported(tree) if whom in known and whom != part}
    return found


def imported(tree: ast.AST) -> Iterator[str]:
    """Parts of tprstats that the statements name; only absolute imports are used here."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "tprstats" and len(parts) > 1:
                yield parts[1]


def present(name: str) -> bool:
    folder = ROOT / "tprstats"
    return (folder / name).is_dir() or (folder / f"{name}.py").exists()


def drawing() -> str:
    rows = layers()
    parts = [name for row in rows for name in row]
    place = {name: k for k, name in enumerate(parts)}
    side = CELL * len(parts)
    font = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {font} role="img" aria-labelledby="title"',
        f' viewBox="0 0 {LABEL + side + 50} {TOP + side + 44}">',
        '<title id="title">Layers of tprstats from the top, and which part imports which</title>',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    start = 0
    for k, row in enumerate(rows):
        top, height = TOP + CELL * start, CELL * len(row)
        if k % 2 == 0:
            lines.append(
                f'<rect x="0" y="{top}" width="{LABEL + side}" height="{height}" fill="{BAND}"/>'
            )
        # What a row of this layer may not import: itself, its neighbours, and all above.
        lines.append(
            f'<rect x="{LABEL}" y="{top}" width="{CELL * (start + len(row))}" height="{height}"'
            f' fill="{STEP}"/>'
        )
        start += len(row)
    lines += [label(name, k) for name, k in place.items()]
    lines += [dot(who, whom, place) for who, whom in sorted(imports())]
    lines.append(
        f'<text x="8" y="{TOP + side + 28}" fill="#333"><tspan fill="{INK}">●</tspan>'
        " the row imports the column; bands are layers; nothing may stand on the dark steps</text>"
    )
    return "\n".join([*lines, "</svg>"]) + "\n"


def label(name: str, k: int) -> str:
    """The name of a part before its row and above its column, in grey if it is planned."""
    ink = "#111" if present(name) else "#767676"
    x, y = LABEL + CELL * k + 15, TOP + CELL * k + 15
    return (
        f'<g data-layer="{name}" fill="{ink}"><text x="{LABEL - 8}" y="{y}" text-anchor="end">'
        f'{name}</text><text transform="translate({x} {TOP - 8}) rotate(-60)">{name}</text></g>'
    )


def dot(who: str, whom: str, place: dict[str, int]) -> str:
    x, y = (CELL * (place[name] + 0.5) for name in (whom, who))
    return (
        f'<circle data-from="{who}" data-to="{whom}" cx="{LABEL + x:g}" cy="{TOP + y:g}" r="5"'
        f' fill="{INK}"><title>{who} imports {whom}</title></circle>'
    )


if __name__ == "__main__":
    FIGURE.write_text(drawing(), encoding="utf-8")
