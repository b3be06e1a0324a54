"""One server for the tests of this folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from serving import Served, serving

from tprstats.data import example_path


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with serving() as found:
        yield found


@pytest.fixture(scope="session")
def trf() -> bytes:
    """The event that comes with the program."""
    return example_path().read_bytes()


@pytest.fixture(scope="session")
def sent(served: Served, trf: bytes) -> str:
    """Its token, after it was sent."""
    return served.send(trf, "bunratty.trf")["token"]
