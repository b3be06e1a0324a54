"""Options and fixtures for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples every time: a failure on one machine is a failure on all. Set
# HYPOTHESIS_PROFILE=search to look for new ones.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--real-files",
        metavar="DIR",
        default=None,
        help="folder of real files (with its manifest.csv); tests that need it are skipped without",
    )


@pytest.fixture(scope="session")
def real_files(request: pytest.FixtureRequest) -> Path:
    """The folder of real files, most of which may not be copied into the project."""
    folder = request.config.getoption("--real-files")
    if folder is None:
        pytest.skip("needs --real-files DIR")
    path = Path(folder).resolve()
    if not path.is_dir():
        pytest.fail(f"--real-files {folder}: no such folder")
    return path


@pytest.fixture(scope="session")
def data() -> Path:
    """The small files that come with the tests (``SOURCES.md`` there says from where)."""
    return Path(__file__).parent / "data"
