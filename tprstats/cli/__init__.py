"""The command line: one file a command, each with a twin in the API."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130  # 128 + SIGINT, what a shell reports


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; see :func:`tprstats.cli._app.main` for the exit status."""
    try:
        from tprstats.cli._app import main as run
    except KeyboardInterrupt:  # Ctrl-C while Python is still loading
        return INTERRUPTED
    return run(arguments)
