"""Write ``docs/published.md`` from a run of everything in ``tests/cases/published.json``."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests" / "published"))

from reproductions.page import page  # noqa: E402

if __name__ == "__main__":
    (HERE / "published.md").write_text(page(), encoding="utf-8")
