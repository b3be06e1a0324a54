"""Mutated files: only the reader's own error gets out, and soon (``make fuzz`` for more)."""

from __future__ import annotations

import contextlib
import random

import pytest
from fuzzing import mutated, originals, tried

from tprstats.errors import InputError
from tprstats.readers import READERS, read

RUNS = 800


@pytest.fixture(scope="module")
def files(data):
    return originals([data / "trf", data / "pgn"])


@pytest.mark.parametrize("id_", list(READERS))
def test_only_input_errors_escape(files, id_):
    """Half go to the reader that the original was for, half to whichever knows them."""
    rng = random.Random(f"fuzz {id_}")
    read_again = 0
    for _ in range(RUNS):
        content = mutated(rng.choice(files[id_]), rng)
        read_again += tried(content, rng.choice((id_, None)))
    # Mutations that leave nothing readable would test the first line of a reader only.
    assert read_again > 0


def test_files_of_another_format(files):
    rng = random.Random("any reader")
    for _ in range(RUNS):
        content = mutated(rng.choice(files[rng.choice(list(files))]), rng)
        tried(content, rng.choice(list(READERS)))


@pytest.mark.parametrize("seed", range(3))
def test_random_bytes(seed):
    rng = random.Random(seed)
    for size in (1, 2, 10, 1000):
        with pytest.raises(InputError):
            read(rng.randbytes(size))


def test_every_beginning_of_a_file(files):
    for contents in files.values():
        for content in contents[:3]:
            for end in range(1, min(len(content), 1500), 37):
                with contextlib.suppress(InputError):
                    assert len(read(content[:end])) > 0
