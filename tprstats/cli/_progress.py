"""Progress on standard error: rate and time left, quiet where nobody looks."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["progress"]


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show how far a long command is; call the given function with the number done.

    On a terminal a bar with events a second and the time left; elsewhere nothing.
    """
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    begun = time.monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, rate="compiling or starting")

        def report(done: int) -> None:
            rate = done / max(time.monotonic() - begun, 1e-9)
            bar.update(task, completed=done, rate=f"{rate:,.0f}/s")

        yield report
