"""Data shipped with the package; see ``SOURCES.md`` beside this file for where it is from."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

__all__ = ["example_path"]


def example_path() -> Path:
    """A real event as a TRF16 file: the Bunratty Masters 2011, 34 players, 6 rounds.

    Examples
    --------
    >>> example_path().name
    'bunratty_masters_2011.trf'
    """
    return Path(str(files(__name__) / "bunratty_masters_2011.trf"))
