"""The exact Dutch engine against bbpPairings' rounds, the readable reference, and its own ways."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from histories import random_history

from tprstats import compiled, read
from tprstats.pairing.berger import berger_table
from tprstats.pairing.bracket_any import ALL_WAYS, NO_IDEAL, ONLY_WIDE
from tprstats.pairing.check import check
from tprstats.pairing.dutch import pair_dutch
from tprstats.pairing.dutch_reference import pair as pair_by_the_book
from tprstats.pairing.from_event import history_before
from tprstats.pairing.history import Cell, History


def start(n: int, **changes: object) -> History:
    none = np.zeros((n, 0))
    history = History(
        rounds=5,
        opponents=none.astype(np.int16),
        colours=none.astype(np.int8),
        cells=none.astype(np.uint8),
        scores=none.astype(np.int16),
        present=np.ones(n, bool),
    )
    return replace(history, **changes)


def after_round_robin(n: int) -> History:
    """Everybody has met everybody; all games drawn."""
    rounds = berger_table(n)
    opponents = np.full((n, len(rounds)), -1, np.int16)
    colours = np.zeros((n, len(rounds)), np.int8)
    for r, games in enumerate(rounds):
        for white, black in zip(games.white, games.black, strict=True):
            opponents[white, r], opponents[black, r] = black, white
            colours[white, r], colours[black, r] = 1, -1
    return start(
        n,
        opponents=opponents,
        colours=colours,
        cells=np.full(opponents.shape, Cell.PLAYED, np.uint8),
        scores=np.ones(opponents.shape, np.int16),
        rounds=n + 3,
    )


def test_every_round_of_bbppairings(data: Path) -> None:
    """42 events of bbpPairings 6: pairs, bye and colours of each round from those before it."""
    files = sorted((data / "pairing" / "bbp6").glob("*.trf"))
    checks = [check(read(f)) for f in files]
    assert [f.name for f, c in zip(files, checks, strict=True) if c.different] == []
    assert (len(files), sum(c.rounds for c in checks)) == (42, 314)


@pytest.mark.parametrize("ways", [ALL_WAYS, NO_IDEAL, ONLY_WIDE])
def test_regression_input_of_bbppairings(data: Path, ways: int) -> None:
    """Its issue 7: an exchange in the remainder that an older version of it got wrong."""
    history = history_before(read(data / "pairing" / "bbp_issue_7.trf"), 15)
    pairing = pair_dutch(history, ways=ways)
    assert pairing is not None
    boards = [str(p + 1) for b in zip(pairing.white, pairing.black, strict=True) for p in b]
    assert boards == (data / "pairing" / "bbp_issue_7.txt").read_text().split()[1:]


def test_all_ways_agree_with_the_book() -> None:
    rng = np.random.default_rng(20260201)
    for k in range(400):
        history = random_history(rng, players=(2, 9))
        expected = pair_by_the_book(history)
        for ways in (ALL_WAYS, NO_IDEAL, ONLY_WIDE):
            assert pair_dutch(history, ways=ways) == expected, (k, ways, history)


def test_all_ways_agree_in_larger_fields() -> None:
    rng = np.random.default_rng(20260202)
    for k in range(60):
        history = random_history(rng, players=(20, 70), rounds=(3, 11))
        expected = pair_dutch(history, ways=ONLY_WIDE)
        assert pair_dutch(history, ways=NO_IDEAL) == expected, k
        assert pair_dutch(history, ways=ALL_WAYS) == expected, k


@pytest.mark.parametrize("n", [2, 4, 6])
def test_no_legal_pairing_is_said_and_never_a_rematch(n: int) -> None:
    assert pair_dutch(after_round_robin(n)) is None


def test_the_arbiter_may_forbid_everything() -> None:
    assert pair_dutch(start(4, forbidden=np.ones((4, 4), bool))) is None


def test_nobody_and_one_player() -> None:
    nobody = pair_dutch(start(3, present=np.zeros(3, bool)))
    alone = pair_dutch(start(3, present=np.array([False, True, False])))
    assert nobody is not None
    assert (nobody.white, nobody.black, nobody.bye) == ((), (), None)
    assert alone is not None
    assert (alone.white, alone.bye) == ((), 1)


def test_first_colours_go_by_the_rank_among_those_present() -> None:
    """Without player 1, player 2 is the first: what bbpPairings -p gives (see its issue 30)."""
    pairing = pair_dutch(start(6, present=np.array([False, True, True, True, True, False])))
    assert pairing is not None
    assert (pairing.white, pairing.black) == ((1, 4), (3, 2))


def test_arrays_need_no_special_layout() -> None:
    rng = np.random.default_rng(7)
    history = random_history(rng, players=(12, 12), rounds=(5, 5))
    other = replace(
        history,
        opponents=np.asfortranarray(history.opponents.astype(np.int64)),
        scores=np.asfortranarray(history.scores.astype(np.int32)),
    )
    other.opponents.flags.writeable = False
    assert pair_dutch(other) == pair_dutch(history)


def test_five_hundred_players() -> None:
    """Round 1 of the largest field is the fold of articles 3.2 and 5.2.5."""
    pairing = pair_dutch(start(500))
    assert pairing is not None
    assert pairing.white == tuple(p if p % 2 == 0 else p + 250 for p in range(250))


def test_a_kernel_needs_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def njit(**options: bool) -> object:
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: (function, options)

    monkeypatch.setattr(compiled, "njit", njit)
    function, options = compiled.entry(len)  # type: ignore[misc]
    assert function is len
    assert "cache" not in options


def test_nothing_asks_numba_for_a_cache_by_itself():
    """``njit(cache=True)`` fails where no folder can be written to; ``compiled`` does not."""
    package = Path(compiled.__file__).parent
    found = [p.name for p in package.rglob("*.py") if "cache=True" in p.read_text("utf-8")]
    assert found == ["compiled.py"]
