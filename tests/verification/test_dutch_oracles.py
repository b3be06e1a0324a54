"""The exact Dutch engine at length: gacrux, the readable reference, all of bbpPairings' rounds."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from tprstats import read
from tprstats.pairing.bracket_any import ALL_WAYS, NO_IDEAL, ONLY_WIDE
from tprstats.pairing.check import check
from tprstats.pairing.dutch import pair_dutch
from tprstats.pairing.dutch_reference import pair as pair_by_the_book

sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "pairing"))

from dutch_events import play_event
from histories import random_history

pytestmark = pytest.mark.verification


@pytest.mark.parametrize("block", range(20))
def test_random_histories_against_the_readable_reference(block: int) -> None:
    """1000 histories of 2 to 12 players each, by every way."""
    rng = np.random.default_rng([12, block])
    for k in range(1000):
        history = random_history(rng)
        expected = pair_by_the_book(history)
        for ways in (ALL_WAYS, NO_IDEAL, ONLY_WIDE):
            assert pair_dutch(history, ways=ways) == expected, (k, ways, history)


@pytest.mark.parametrize("block", range(20))
def test_random_events_against_gacrux(block: int) -> None:
    """2000 events of 6 to 200 players, most of them of at most 60."""
    pytest.importorskip("gacrux")
    from dutch_gacrux import compare

    rng = np.random.default_rng([60, block])
    rounds = sum(play_event(rng, (6, 61), compare) for _ in range(95))
    rounds += sum(play_event(rng, (61, 201), compare) for _ in range(5))
    assert rounds > 500


def test_every_frozen_round_of_bbppairings(real_files: Path) -> None:
    """250 events, half of them with forfeits, half-point byes and withdrawals."""
    files = sorted((real_files / "pairing" / "bbp_v6_dutch2026").glob("*.trf"))
    checks = [check(read(f)) for f in files]
    assert [f.name for f, c in zip(files, checks, strict=True) if c.different] == []
    assert (len(files), sum(c.rounds for c in checks)) == (250, 1936)
