"""What a package keeps to itself is imported by nobody outside it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = "tprstats._version"


def private_imports(source: str, package: str) -> Iterator[str]:
    """Modules and names with an underscore that ``package`` imports from another one."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] != "tprstats" or name.startswith(SHARED):
                continue
            hidden = [k for k, part in enumerate(parts) if part.startswith("_")]
            if hidden and parts[: hidden[0]] != package.split(".")[: hidden[0]]:
                yield name


def test_no_package_reaches_into_another() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "tprstats").rglob("*.py"))
        for name in private_imports(
            path.read_text(encoding="utf-8"),
            ".".join(path.relative_to(ROOT).with_suffix("").parts[:-1]),
        )
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "package", "found"),
    [
        ("from tprstats.readers._values import parse_date", "tprstats.cli", 1),
        ("from tprstats.streaks import _fit_kernel", "tprstats.report", 1),
        ("import tprstats.readers._values", "tprstats", 1),
        ("from tprstats.estimators.firth import _GAP", "tprstats.intervals", 1),
        ("def f():\n    from tprstats.readers._values import parse_date", "tprstats.web", 1),
        ("from tprstats.readers._values import parse_date", "tprstats.readers", 0),
        ("from tprstats._version import __version__", "tprstats.norms", 0),
        ("from tprstats.readers import read", "tprstats.cli", 0),
    ],
)
def test_such_an_import_is_found(source: str, package: str, found: int) -> None:
    assert len(list(private_imports(source, package))) == found
