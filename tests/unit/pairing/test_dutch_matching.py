"""Matchings, plain and weighted, against trying them all."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from tprstats.pairing.blossoms import MATE, new_graph
from tprstats.pairing.matching import perfect
from tprstats.pairing.weighted import begin, reset, retune, solve

Words = tuple[int, ...]


@njit(cache=True)
def mates_of(open_: Any, weight: Any, vertex: Any, again: Any, last: Any) -> Any:
    """Matchings: as given; with vertex's last words changed; with all last words changed."""
    n, words = open_.shape[0], weight.shape[2]
    g = new_graph(n, words)
    g.open[:] = open_
    g.weight[:] = weight
    found = np.full((3, n), -1, np.int64)
    begin(g)
    if not solve(g):
        return found
    found[0] = g.state[MATE, :n]
    for u in range(n):
        g.weight[u, vertex, words - 1] = g.weight[vertex, u, words - 1] = again[u]
    retune(g, vertex)
    solve(g)
    found[1] = g.state[MATE, :n]
    g.weight[:, :, words - 1] = last
    reset(g, words - 1)
    solve(g)
    found[2] = g.state[MATE, :n]
    return found


@njit(cache=True)
def can_be_paired(adjacent: Any, nodes: Any, most: Any, skip: Any) -> Any:
    return perfect(adjacent, nodes, nodes.size, most, skip)


def best_total(open_: NDArray[np.uint8], weight: NDArray[np.int64]) -> Words | None:
    """Greatest weight of a perfect matching, by trying all of them."""
    n, words = open_.shape[0], weight.shape[2]

    @cache
    def best(left: int) -> Words | None:
        if left == 0:
            return (0,) * words
        u = (left & -left).bit_length() - 1
        totals = []
        for v in range(u + 1, n):
            rest = left & ~(1 << u) & ~(1 << v)
            if left >> v & 1 and open_[u, v] and (below := best(rest)) is not None:
                totals.append(tuple(int(b + w) for b, w in zip(below, weight[u, v], strict=True)))
        return max(totals, default=None)

    return best((1 << n) - 1)


def total(mates: NDArray[np.int64], weight: NDArray[np.int64]) -> Words:
    assert (mates[mates] == np.arange(mates.size)).all()
    return tuple(int(x) for x in weight[np.arange(mates.size), mates].sum(axis=0) // 2)


def symmetric(upper: NDArray[Any]) -> NDArray[Any]:
    half = upper * np.triu(np.ones(upper.shape[:2], upper.dtype), 1).reshape(
        upper.shape[:2] + (1,) * (upper.ndim - 2)
    )
    return np.ascontiguousarray(half + half.swapaxes(0, 1))


@pytest.mark.parametrize("words", [1, 3])
def test_greatest_weight(words: int) -> None:
    """Small weights make ties and blossoms; one change of weights after the other."""
    rng = np.random.default_rng(words)
    impossible = 0
    for _ in range(500):
        n = 2 * int(rng.integers(1, 6))
        size = int(rng.choice([2, 3, 100]))
        open_ = symmetric((rng.random((n, n)) < rng.choice([0.4, 0.8, 1])).astype(np.uint8))
        weight = 2 * symmetric(rng.integers(0, size, (n, n, words)))
        vertex, again = int(rng.integers(n)), 2 * rng.integers(0, size, n)
        last = 2 * symmetric(rng.integers(0, size, (n, n)))
        found = mates_of(open_, weight, vertex, again, last)
        expected = best_total(open_, weight)
        if expected is None:
            impossible += 1
            assert (found == -1).all()
            continue
        assert total(found[0], weight) == expected
        weight[vertex, :, -1] = weight[:, vertex, -1] = again
        assert total(found[1], weight) == best_total(open_, weight)
        weight[:, :, -1] = last
        assert total(found[2], weight) == best_total(open_, weight)
    assert 0 < impossible < 400


def test_weights_of_many_bits() -> None:
    """The words hold up to 58 bits: sums of duals along long paths must not overflow."""
    rng = np.random.default_rng(5)
    n = 10
    open_ = symmetric(np.ones((n, n), np.uint8))
    for _ in range(200):
        weight = 2 * symmetric(rng.integers(0, 1 << 53, (n, n, 1)))
        zero = np.zeros((n, n), np.int64)
        found = mates_of(open_, weight, 0, zero[0], zero)
        assert total(found[0], weight) == best_total(open_, weight)


def test_perfect_matchings() -> None:
    rng = np.random.default_rng(3)
    answers = []
    for _ in range(800):
        n = int(rng.integers(1, 12))
        adjacent = symmetric((rng.random((n, n)) < rng.choice([0.2, 0.4, 0.7])).astype(np.uint8))
        nodes = rng.permutation(n)
        skip = int(rng.integers(-1, n))
        most = int((n - 1 - adjacent.sum(axis=0)).max())
        left = np.delete(nodes, skip) if skip >= 0 else nodes
        part = adjacent[np.ix_(left, left)]
        expected = best_total(part, np.zeros((*part.shape, 1), np.int64)) is not None
        answers.append(expected)
        assert can_be_paired(adjacent.astype(np.bool_), nodes, most, skip) == expected
    assert 200 < sum(answers) < 600
