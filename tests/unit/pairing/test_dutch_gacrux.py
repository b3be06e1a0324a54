"""Random events, with acceleration, forbidden pairs and absences, against gacrux."""

from __future__ import annotations

import numpy as np
import pytest
from dutch_events import play_event

pytest.importorskip("gacrux")


@pytest.mark.parametrize("block", range(3))
def test_gacrux_pairs_the_same(block: int) -> None:
    """60 events of 6 to 30 players."""
    from dutch_gacrux import compare

    rng = np.random.default_rng([2026, block])
    assert sum(play_event(rng, (6, 30), compare) for _ in range(20)) > 100
