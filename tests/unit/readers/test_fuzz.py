"""Mutated files: only the reader's own error gets out, and soon (``make fuzz`` for more)."""

from __future__ import annotations

import contextlib
import random

import pytest
from fuzzing import dbase, mutated, originals, tried

from tprstats.errors import InputError
from tprstats.readers import READERS, read

RUNS = 800
PLAYERS = {"ID": 5, "START_NO": 5, "SURNAME": 25, "FIRSTNAME": 25, "LOC_RTG": 4}
GAMES = {"ROUND": 3, "WHITE": 5, "BLACK": 5, "W_SCORE": 3, "B_SCORE": 3, "W_TYPE": 2, "B_TYPE": 2}


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


def test_the_two_files_of_swiss_perfect(tmp_path):
    rng = random.Random("swiss perfect")
    players = dbase(
        PLAYERS, [(1, 1, "Lur", "Ann", 2100), (2, 2, "Fox", "Jo", 0), (3, 3, "Ox", "", 1)]
    )
    games = dbase(GAMES, [(1, 1, 2, 2, 0, 1, 1), (1, 3, 0, 2, 0, 1, 0), (2, 2, 1, 1, 1, 1, 1)])
    read_again = 0
    for _ in range(RUNS):
        (tmp_path / "x.trn").write_bytes(mutated(players, rng) if rng.random() < 0.5 else players)
        (tmp_path / "x.sco").write_bytes(mutated(games, rng))
        read_again += tried(tmp_path / "x.trn", None)
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
