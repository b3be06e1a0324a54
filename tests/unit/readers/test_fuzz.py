"""Mutated files: whatever is in them, only the reader's own error gets out."""

from __future__ import annotations

import contextlib
import random
import time

import pytest

from tprstats.data import example_path
from tprstats.errors import InputError
from tprstats.readers import READERS, read

TABLES = {
    "crosstable": b"No;;Name;Rtg;1.Rd;2.Rd;Pts\n1;GM;Ann;2400;2w1;3b=;1,5\n2;;Joan;0;1b0;-1;1\n"
    b"3;;Eve;2100;-0;1w=;0,5\n",
    "list": b"date,opponent,rating,result,colour\n2024-01-02,Ann,2100,1,w\n,Joan,-,0.5,b\n",
    "games": b'White,Black,WhiteElo,BlackElo,Result\n"A, B",C,2100,2000,1-0\nC,"A, B",,,*\n',
}
TOKENS = [
    b"\0", b'"', b"\n", b"\r", b";", b",", b"\t", b"{", b"}", b"[", b"]", b"%", b"001", b"0",
    b"9999", b"-5", b"nan", b" ", b"\xff", b"\xbd", b"w", b"1", b'[Event "', b"\n\n", b"013 ",
    b"132 ", b"062 " + b"9" * 5000, b"\xef\xbb\xbf", b"9" * 30, "½²٣".encode(), b"\x1a", b"\\",
]  # fmt: skip
RUNS, SLOWEST = 250, 1.0


def mutated(content: bytes, rng: random.Random) -> bytes:
    data = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 3, 10, 40))):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0:
                data[at:at] = rng.choice(TOKENS)
            case 1:
                del data[at : at + rng.choice((1, 1, 2, 5, 50))]
            case 2:
                data[at : at + 1] = bytes((rng.randrange(256),))
            case 3:
                start = rng.randrange(len(data) + 1)
                data[at:at] = data[start : start + rng.randrange(200)]
            case _:
                data[at : at + 1] = rng.choice(TOKENS)
    return bytes(data)


@pytest.fixture(scope="module")
def originals(data):
    files = {p.name: p.read_bytes() for p in (data / "trf").glob("*.trf")}
    files["london.pgn"] = (data / "pgn" / "candidates_2013_london.pgn").read_bytes()[:6000]
    files["example"] = example_path().read_bytes()
    return sorted((files | TABLES).items())


@pytest.mark.parametrize("seed", range(6))
def test_only_input_errors_escape(originals, seed):
    rng = random.Random(seed)
    for _ in range(RUNS):
        name, content = rng.choice(originals)
        data = mutated(content, rng)
        start = time.perf_counter()
        kind = rng.choice([None, None, *READERS])
        try:
            event = read(data, kind=kind)
        except InputError as error:
            message = str(error)
            assert "\n" not in message, name
            assert len(message) < 400, name
        else:
            assert len(event) > 0, name
        assert time.perf_counter() - start < SLOWEST, name


@pytest.mark.parametrize("seed", range(3))
def test_random_bytes(seed):
    rng = random.Random(seed)
    for size in (1, 2, 10, 1000):
        with pytest.raises(InputError):
            read(rng.randbytes(size))


def test_every_beginning_of_a_file(originals):
    for name, content in originals:
        for end in range(1, min(len(content), 1500), 37):
            with contextlib.suppress(InputError):
                assert len(read(content[:end])) > 0, name
