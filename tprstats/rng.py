"""Keyed random numbers: a number depends on what it is for, never on how many were drawn before.

Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3")
turns a key and a counter into four 32-bit words. The key is a hash of the seed and of the factors
that make the luck (field and outcome model; never the pairing system, a rule or an interval). The
counter says what the number is for:

====  ===========================================================
word  meaning
====  ===========================================================
c0    replicate, low 32 bits
c1    replicate, high 16 bits, and the purpose (low 16 bits)
c2    block: what the number belongs to, four to a block
c3    which time: the how-manieth meeting of a pair, from 0
====  ===========================================================

So any chunking, order or number of workers gives the same numbers, and two pairing systems on one
field share their luck game for game. Uniforms are made here from raw bits, so that they survive
upgrades of numpy.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tprstats.errors import TprstatsError

__all__ = [
    "Key",
    "Purpose",
    "make_key",
    "pair_number",
    "philox4x32",
    "uniforms",
    "words",
]

Key = tuple[np.uint64, np.uint64]
"""Two 64-bit words: what a stream of random numbers belongs to."""

_M0, _M1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0, _W1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_LOW, _SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32)


class Purpose(IntEnum):
    """What a number is for; part of the counter."""

    GAME = 0
    STRENGTH = 1
    RATING_NOISE = 2
    FORM = 3
    UNRATED = 4
    INITIAL_COLOUR = 5
    PAIRING = 6
    ABSENCE = 7
    FORFEIT = 8
    NULL_SEASON = 9
    SPELL = 10
    SHUFFLE = 11


def philox4x32(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> tuple[Any, Any, Any, Any]:
    """Ten rounds of Philox4x32 on words held in uint64.

    Works on scalars and arrays alike; the compiled kernels compile this very function.

    Parameters
    ----------
    c0, c1, c2, c3
        Counter, 32-bit words in uint64.
    k0, k1
        Key, 32-bit words in uint64.

    Returns
    -------
    tuple
        Four random 32-bit words in uint64.

    Examples
    --------
    >>> zero = np.uint64(0)
    >>> [hex(int(x)) for x in philox4x32(zero, zero, zero, zero, zero, zero)]
    ['0x6627e8d5', '0xe169c58d', '0xbc57ac4c', '0x9b00dbd8']
    """
    for _ in range(10):
        p0, p1 = _M0 * c0, _M1 * c2
        c0, c1, c2, c3 = (
            (p1 >> _SHIFT) ^ c1 ^ k0,
            p1 & _LOW,
            (p0 >> _SHIFT) ^ c3 ^ k1,
            p0 & _LOW,
        )
        k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    return c0, c1, c2, c3


def make_key(seed: int, factors: Mapping[str, Any]) -> Key:
    """The key of a simulation: a hash of the seed and of everything that makes the luck.

    Parameters
    ----------
    seed
        A whole number, at least 0.
    factors
        Field and outcome factors as plain values; the order of the keys does not matter, floats
        count with all their digits.

    Examples
    --------
    >>> a = make_key(1, {"players": 8, "sd": 200.0})
    >>> a == make_key(1, {"sd": 200.0, "players": 8}), a == make_key(2, {"players": 8, "sd": 200.0})
    (True, False)
    """
    if isinstance(seed, bool) or int(seed) != seed or seed < 0:
        raise TprstatsError(f"the seed must be a whole number of at least 0, not {seed!r}")
    text = json.dumps([int(seed), factors], sort_keys=True, separators=(",", ":"))
    digest = hashlib.blake2b(text.encode(), digest_size=8, person=b"tprstats-key1").digest()
    k0, k1 = (int.from_bytes(part, "little") for part in (digest[:4], digest[4:]))
    return np.uint64(k0), np.uint64(k1)


def pair_number(low: ArrayLike, high: ArrayLike, players: int) -> Any:
    """Number of an unordered pair of start numbers (from 0), ``low < high``.

    Examples
    --------
    >>> [int(pair_number(a, b, 4)) for a, b in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))]
    [0, 1, 2, 3, 4, 5]
    """
    a, b = np.asarray(low, dtype=np.int64), np.asarray(high, dtype=np.int64)
    return a * (2 * players - a - 1) // 2 + (b - a - 1)


def words(
    key: Key,
    replicate: ArrayLike,
    purpose: Purpose,
    index: ArrayLike,
    meeting: ArrayLike = 0,
) -> Any:
    """Random 32-bit words, in uint64: lane ``index mod 4`` of block ``index div 4``.

    Parameters
    ----------
    key
        From :func:`make_key`.
    replicate
        Number of the replicate, from 0, below 2**48.
    purpose, index, meeting
        What the number is for; arrays are broadcast.
    """
    rep, idx, again = (np.asarray(x, dtype=np.uint64) for x in (replicate, index, meeting))
    c1 = ((rep >> _SHIFT) << np.uint64(16)) | np.uint64(int(purpose))
    shape = np.broadcast_shapes(rep.shape, idx.shape, again.shape)
    c0, c1, c2, c3 = (
        np.broadcast_to(x, shape) for x in (rep & _LOW, c1, idx >> np.uint64(2), again)
    )
    lanes = philox4x32(c0, c1, c2, c3, *key)
    lane = np.broadcast_to(idx & np.uint64(3), shape)
    return np.choose(lane.astype(np.int64), lanes)


def uniforms(
    key: Key,
    replicate: ArrayLike,
    purpose: Purpose,
    index: ArrayLike,
    meeting: ArrayLike = 0,
) -> Any:
    """Uniform numbers strictly between 0 and 1: ``(word + 1/2) / 2**32``.

    Examples
    --------
    >>> key = make_key(1, {})
    >>> together = uniforms(key, [7, 8], Purpose.GAME, [3, 3])
    >>> float(uniforms(key, 8, Purpose.GAME, 3)) == float(together[1])
    True
    """
    return (words(key, replicate, purpose, index, meeting).astype(np.float64) + 0.5) * 2.0**-32
