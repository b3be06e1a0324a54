"""Progress on standard error: rate and time left, quiet where nobody looks."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

__all__ = ["Reporter", "progress"]


class Reporter(Protocol):
    """Takes the number done; ``total`` where it has changed, and a remark."""

    def __call__(self, done: int, *, total: int | None = None, note: str = "") -> None: ...


@contextmanager
def progress(what: str, total: int) -> Iterator[Reporter]:
    """Show how far a long command is; call the given function with the number done.

    On a terminal a bar with events a second and the time left; elsewhere nothing.
    """
    if not sys.stderr.isatty():
        yield _quiet
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    begun = time.monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, rate="compiling or starting", note="")

        def report(done: int, *, total: int | None = None, note: str = "") -> None:
            rate = done / max(time.monotonic() - begun, 1e-9)
            bar.update(task, completed=done, total=total, rate=f"{rate:,.0f}/s", note=note)

        yield report


def _quiet(done: int, *, total: int | None = None, note: str = "") -> None:
    """Nobody looks."""
