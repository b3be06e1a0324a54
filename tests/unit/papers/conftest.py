"""The published tables, and what the pages of the studies say."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
EXPERIMENTS = ROOT / "experiments"
sys.path.insert(0, str(ROOT / "papers"))

from paperkit.sources import Published, read_toml  # noqa: E402


@pytest.fixture(scope="session")
def tables() -> Published:
    """The published tables by name, each read once."""
    return Published(EXPERIMENTS, read_toml(ROOT / "papers" / "sources.toml"))


@pytest.fixture(scope="session")
def value(tables: Published) -> Callable[..., float]:
    """One value of a published table."""

    def look(source: str, /, **where: Any) -> float:
        (found,) = tables[source].select(where, source)["value"].astype(float)
        return float(found)

    return look


@pytest.fixture(scope="session")
def said() -> Callable[[str, str], tuple[str, ...]]:
    """The numbers in a sentence of a study's page, in which ``#`` stands for one."""

    def look(page: str, sentence: str) -> tuple[str, ...]:
        text = " ".join((EXPERIMENTS / page / "README.md").read_text(encoding="utf-8").split())
        (found,) = re.findall(re.escape(sentence).replace(r"\#", r"(-?\d*\.?\d+)"), text)
        return (found,) if isinstance(found, str) else tuple(found)

    return look


@pytest.fixture(scope="session")
def printed() -> Callable[[float, str], str]:
    """A value as another is printed: its decimals, and its zero before the point or none."""

    def text(number: float, like: str) -> str:
        found = f"{number:.{len(like.partition('.')[2])}f}"
        return found.replace("0.", ".", 1) if like.startswith((".", "-.")) else found

    return text
