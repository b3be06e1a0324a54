"""Compiled keyed random numbers: the very function of :mod:`tprstats.rng`, compiled."""

# numba finds the types of compiled functions.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np
from numba import njit

from tprstats import rng
from tprstats.compiled import kernel

__all__ = ["block", "fill_lanes", "philox", "word"]

philox = njit(inline="always")(rng.philox4x32)

_LOW = np.uint64(0xFFFFFFFF)
_C32, _C16, _C2, _THREE = np.uint64(32), np.uint64(16), np.uint64(2), np.uint64(3)


@njit(inline="always")
def block(k0, k1, replicate, purpose, index, meeting):
    """Four words of the block that ``index`` belongs to."""
    rep = np.uint64(replicate)
    c1 = ((rep >> _C32) << _C16) | np.uint64(purpose)
    return philox(rep & _LOW, c1, np.uint64(index) >> _C2, np.uint64(meeting), k0, k1)


@kernel
def word(k0, k1, replicate, purpose, index, meeting):
    """One word: lane ``index mod 4`` of its block."""
    a, b, c, d = block(k0, k1, replicate, purpose, index, meeting)
    lane = np.uint64(index) & _THREE
    if lane == np.uint64(0):
        return a
    if lane == np.uint64(1):
        return b
    return c if lane == _C2 else d


@kernel
def fill_lanes(k0, k1, first, count, purpose, number, meeting, lanes):
    """Block ``number`` of ``count`` replicates from ``first`` on, into ``lanes`` (4, count).

    A loop of arithmetic alone, so that the compiler works on several replicates at once.
    """
    c2, c3 = np.uint64(number), np.uint64(meeting)
    for e in range(count):
        rep = np.uint64(first + e)
        c1 = ((rep >> _C32) << _C16) | np.uint64(purpose)
        a, b, c, d = philox(rep & _LOW, c1, c2, c3, k0, k1)
        lanes[0, e] = np.uint32(a)
        lanes[1, e] = np.uint32(b)
        lanes[2, e] = np.uint32(c)
        lanes[3, e] = np.uint32(d)
