"""The shipped event, read and rated once; lets tests import ``html_page`` beside them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tprstats.data import example_path
from tprstats.rate import EventRating, rate_event
from tprstats.readers import read
from tprstats.records import Event

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def example_event() -> Event:
    return read(example_path())


@pytest.fixture(scope="session")
def example_rating(example_event: Event) -> EventRating:
    return rate_event(example_event)
