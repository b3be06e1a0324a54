"""Running the program inside the test process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from tprstats.cli import main
from tprstats.data import example_path

sys.path.insert(0, str(Path(__file__).parents[2]))


@dataclass(frozen=True)
class Run:
    """What the program did."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """``run("rate", "event.trf", stdin=b"...")``: exit status, output, messages."""

    def go(*arguments: object, stdin: bytes | None = None) -> Run:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
        status = main([str(a) for a in arguments])
        captured = capsys.readouterr()
        return Run(status, captured.out, captured.err)

    return go


@pytest.fixture(scope="session")
def example() -> str:
    """The event shipped with the package."""
    return str(example_path())
