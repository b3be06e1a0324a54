"""The simulated rows of ``tests/cases/published.json``, and what docs/published.md says of them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "published"))

from reproductions import page, rows
from reproductions.rows import Row, computed

pytestmark = pytest.mark.verification

PAGE = Path(__file__).parents[2] / "docs" / "published.md"
SLOW = [r for r in rows.rows() if r.slow]


@pytest.mark.parametrize("row", SLOW, ids=lambda r: r.id)
def test_row(row: Row) -> None:
    rows.check(row)
    text = PAGE.read_text(encoding="utf-8")
    assert page.line(row) in text
    assert page.section(row) in text


def test_pairings_alone_favour_no_colour() -> None:
    """Without a white advantage an extra White is worth nothing."""
    found = computed("white-surplus")["11 rounds, draws .5, White worth nothing"]
    assert abs(found.value) <= 4.0 * found.mcse
