"""Philox4x32-10 against the known answers of Random123, and what the keys promise."""

import numpy as np
import pytest
from scipy import stats

from tprstats.errors import TprstatsError
from tprstats.rng import Purpose, make_key, pair_number, philox4x32, uniforms, words

# kat_vectors of Random123 1.14, lines "philox4x32 10": counter, key, result.
KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000",
     "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff",
     "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0",
     "d16cfe09 94fdcceb 5001e420 24126ea1"),
]  # fmt: skip


def parse(text):
    return [np.uint64(int(x, 16)) for x in text.split()]


@pytest.mark.parametrize(("counter", "key", "result"), KNOWN)
def test_known_answers_of_random123(counter, key, result):
    assert list(philox4x32(*parse(counter), *parse(key))) == parse(result)
    arrays = [np.array([x, x]) for x in parse(counter)]
    assert [int(x[1]) for x in philox4x32(*arrays, *parse(key))] == [int(x) for x in parse(result)]


def test_numpys_own_philox_is_another_one_but_blocks_agree_with_a_plain_loop():
    # A plain-integer version of the ten rounds, written from the paper.
    def rounds(c, k):
        for _ in range(10):
            p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
            c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & 0xFFFFFFFF, (p0 >> 32) ^ c[3] ^ k[1],
                 p0 & 0xFFFFFFFF]  # fmt: skip
            k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
        return c

    rng = np.random.default_rng(5)
    for _ in range(200):
        six = [int(x) for x in rng.integers(0, 2**32, 6)]
        ours = philox4x32(*(np.uint64(x) for x in six))
        assert [int(x) for x in ours] == rounds(six[:4], six[4:])


def test_any_order_and_chunking_gives_the_same_numbers():
    key = make_key(3, {"field": "x"})
    rep, idx = np.meshgrid(np.arange(50), np.arange(37), indexing="ij")
    whole = words(key, rep, Purpose.GAME, idx)
    rows = np.random.default_rng(1).permutation(50)
    again = np.stack([words(key, int(r), Purpose.GAME, idx[0]) for r in rows])
    assert np.array_equal(whole[rows], again)


def test_purposes_meetings_and_far_replicates_differ():
    key = make_key(0, {})
    base = words(key, np.arange(100), Purpose.GAME, 0)
    assert not np.intersect1d(base, words(key, np.arange(100), Purpose.FORM, 0)).size > 1
    assert not np.array_equal(base, words(key, np.arange(100), Purpose.GAME, 0, 1))
    assert not np.array_equal(base, words(key, np.arange(100) + 2**32, Purpose.GAME, 0))


def test_pair_numbers_count_every_pair_once():
    n = 13
    low, high = np.triu_indices(n, 1)
    assert np.array_equal(np.sort(pair_number(low, high, n)), np.arange(n * (n - 1) // 2))


def test_uniforms_look_uniform():
    u = uniforms(make_key(11, {}), np.arange(4000)[:, None], Purpose.GAME, np.arange(25))
    assert u.min() > 0.0
    assert u.max() < 1.0
    # Fixed seed; each p-value above 0.001 by the choice of three tests before looking.
    assert stats.kstest(u.ravel(), "uniform").pvalue > 0.001
    assert abs(np.corrcoef(u[:, 0], u[:, 1])[0, 1]) < 4 / np.sqrt(4000)
    assert stats.kstest(u.mean(axis=1), stats.norm(0.5, np.sqrt(1 / 12 / 25)).cdf).pvalue > 0.001


@pytest.mark.parametrize("seed", [-1, 1.5, True, "x"])
def test_bad_seeds_are_refused(seed):
    with pytest.raises((TprstatsError, ValueError)):
        make_key(seed, {})
