"""``tprstats demo``: a real event, rated and shown on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["demo_command"]

Output = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Folder of the page.")]


def demo_command(output: Output = Path("demo")) -> str:
    """Rate the event shipped with tprstats, and write a page about it."""
    from tprstats.report.page import write_demo

    return str(write_demo(output))
