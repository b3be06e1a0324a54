"""What must hold for every record, searched by hypothesis."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tprstats.estimators import RULES, estimate
from tprstats.records import RecordBatch
from tprstats.results import Ratings

DATA = Path(__file__).parents[1] / "data"

# Options that a rule needs to say something, or to be what the property speaks of.
OPTIONS: dict[str, dict[str, Any]] = {
    "bayes": {"prior_sd": 70.0},  # by default the SD follows the rating
    "firth-draws": {"draw_share": 0.3},
}
RECORD_RULES = [rule.id for rule in RULES.values() if not rule.event_level]
SHIFTED = [m for m in RECORD_RULES if RULES[m].shift_equivariant]
UNORDERED = [m for m in RECORD_RULES if "order" not in RULES[m].needs]

LOW, HIGH = 1000, 2800
ROUNDING = 1e-9  # Elo


class Games(NamedTuple):
    """One record: opponents, half points, own rating."""

    opponents: list[float]
    results: list[int]
    own: float

    def batch(self) -> RecordBatch:
        return RecordBatch.from_arrays([self.opponents], [self.results], own=[self.own])


whole_rating = st.integers(LOW, HIGH).map(float)


@st.composite
def records(draw: st.DrawFn, least: int = 1, most: int = 12) -> Games:
    n = draw(st.integers(least, most))
    opponents = draw(st.lists(whole_rating, min_size=n, max_size=n))
    results = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    return Games(opponents, results, draw(whole_rating))


def rate(games: Games | RecordBatch, method: str) -> Ratings:
    batch = games.batch() if isinstance(games, Games) else games
    return estimate(batch, method, **OPTIONS.get(method, {}))


def value(games: Games, method: str) -> float:
    return float(rate(games, method).values[0])


@pytest.mark.parametrize("method", SHIFTED)
@given(games=records(), shift=st.integers(-300, 300))
@settings(max_examples=40, deadline=None)
def test_shifting_all_ratings_shifts_the_result(method: str, games: Games, shift: int) -> None:
    moved = Games([r + shift for r in games.opponents], games.results, games.own + shift)
    before, after = value(games, method), value(moved, method)
    assert np.isnan(before) == np.isnan(after)
    assume(not np.isnan(before))
    assert after == pytest.approx(before + shift, abs=1e-7)


@given(games=records(), shift=st.integers(-150, 150))
def test_papi_shifts_by_even_numbers(games: Games, shift: int) -> None:
    moved = Games([r + 2 * shift for r in games.opponents], games.results, games.own + 2 * shift)
    assert value(moved, "papi") == value(games, "papi") + 2 * shift


@pytest.mark.parametrize("method", UNORDERED)
@given(games=records(least=2), seed=st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_order_never_matters(method: str, games: Games, seed: Any) -> None:
    order = list(range(len(games.results)))
    seed.shuffle(order)
    mixed = Games([games.opponents[k] for k in order], [games.results[k] for k in order], games.own)
    assert value(mixed, method) == pytest.approx(value(games, method), abs=ROUNDING, nan_ok=True)


def test_order_matters_in_a_lichess_arena() -> None:
    first = Games([1557, 1593, 1586, 1869, 1673], [2, 2, 1, 1, 2], 1500)
    other = Games([1557, 1593, 1869, 1673, 1586], [2, 2, 1, 2, 1], 1500)
    assert [value(first, "lichess-arena"), value(other, "lichess-arena")] == [1955, 1956]


@pytest.mark.parametrize("method", RECORD_RULES)
@given(
    rows=st.lists(records(least=0), min_size=1, max_size=5),
    holes=st.integers(0, 3),
    data=st.data(),
)
@settings(max_examples=30, deadline=None)
def test_single_and_batch_agree_to_the_last_bit(
    method: str, rows: list[Games], holes: int, data: st.DataObject
) -> None:
    # Records of different lengths, some opponents unrated, and padding to spare.
    width = max(len(r.results) for r in rows) + holes
    opponents = np.full((len(rows), width), np.nan)
    results = np.zeros((len(rows), width), dtype=int)
    for k, row in enumerate(rows):
        unrated = data.draw(st.sets(st.integers(0, 11), max_size=2))
        mine = [np.nan if j in unrated else r for j, r in enumerate(row.opponents)]
        opponents[k, : len(mine)] = mine
        results[k, : len(mine)] = row.results
    counts = [len(r.results) for r in rows]
    own = [r.own for r in rows]
    together = rate(RecordBatch.from_arrays(opponents, results, counts, own=own), method)
    for k, n in enumerate(counts):
        alone = rate(
            RecordBatch.from_arrays(opponents[k : k + 1, :n], results[k : k + 1, :n], own=[own[k]]),
            method,
        )
        assert alone.values.tobytes() == together.values[k : k + 1].tobytes()
        assert alone.reasons[0] == together.reasons[k]
        assert alone.multimodal[0] == together.multimodal[k]


@pytest.mark.parametrize("method", RECORD_RULES)
@given(games=records(least=0), place=st.integers(0, 12), result=st.integers(0, 2))
@settings(max_examples=30, deadline=None)
def test_unrated_opponents_are_left_out(method: str, games: Games, place: int, result: int) -> None:
    at = min(place, len(games.results))
    more = Games(
        [*games.opponents[:at], float("nan"), *games.opponents[at:]],
        [*games.results[:at], result, *games.results[at:]],
        games.own,
    )
    known = rate(
        RecordBatch.from_arrays([games.opponents], [games.results], own=[games.own]), method
    )
    assert rate(more, method).values.tobytes() == known.values.tobytes()
    # A number or a reason, never neither and never both.
    assert np.isnan(known.values[0]) == (known.reasons[0] != 0)


@pytest.mark.parametrize("method", ["per-opponent", "firth"])
@given(games=records(), data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_better_result_never_lowers(method: str, games: Games, data: st.DataObject) -> None:
    open_games = [k for k, s2 in enumerate(games.results) if s2 < 2]
    assume(open_games)
    k = data.draw(st.sampled_from(open_games))
    better = list(games.results)
    better[k] += 1
    before = value(games, method)
    after = value(Games(games.opponents, better, games.own), method)
    assume(not np.isnan(before) and not np.isnan(after))
    assert after >= before - ROUNDING


@given(games=records(), opponent=whole_rating)
@settings(max_examples=200, deadline=None)
def test_an_added_win_never_lowers_per_opponent(games: Games, opponent: float) -> None:
    before = value(games, "per-opponent")
    more = Games([*games.opponents, opponent], [*games.results, 2], games.own)
    after = value(more, "per-opponent")
    assume(not np.isnan(before))
    assert after >= before - ROUNDING


def test_average_rules_are_not_monotone() -> None:
    # 5.5/6 against equals, then 6/6: the cap of 400 lowers the better score (+416.6 to +400).
    five_and_half = Games([2000] * 6, [2, 2, 2, 2, 2, 1], 2000)
    six = Games([2000] * 6, [2] * 6, 2000)
    assert value(five_and_half, "average-capped") == pytest.approx(2416.6, abs=0.05)
    assert value(six, "average-capped") == 2400
    # 4.5/5 v 2400, then a win v 1500: the win lowers every rule on the average opponent.
    before = Games([2400] * 5, [2, 2, 2, 2, 1], 2400)
    after = Games([2400] * 5 + [1500], [2, 2, 2, 2, 1, 2], 2400)
    for method, old, new in [
        ("average", 2782, 2667),
        ("average-capped", 2782, 2667),
        ("average-clamped", 2782, 2667),
        ("shortcut", 2720, 2583),
    ]:
        assert round(value(before, method)) == old
        assert round(value(after, method)) == new
    for method in ("fide", "shortcut-500", "icu", "cpr", "epr"):
        assert value(after, method) < value(before, method)
    assert round(value(before, "per-opponent"), 1) == 2781.7
    assert round(value(after, "per-opponent"), 1) == 2781.9


def _hundredths() -> np.ndarray:
    """Table 8.1.2 from its own file: hundredths at differences -4000 ... 4000."""
    table = np.zeros(8001, dtype=int)
    with (DATA / "fide_8_1_2.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            low, high = int(row["d_min"]), int(row["d_max"] or 4000)
            table[4000 - high : 4000 - low + 1] = round(100 * float(row["pd_low"]))
            table[4000 + low : 4000 + high + 1] = round(100 * float(row["pd_high"]))
    return table


HUNDREDTHS = _hundredths()


@given(games=records())
@settings(max_examples=200, deadline=None)
def test_perfect_tournament_performance_is_the_least_that_fits(games: Games) -> None:
    opponents, s2 = [int(r) for r in games.opponents], sum(games.results)
    found = value(games, "fide-ptp")
    if s2 == 0:
        assert found == min(opponents) - 800
        return
    candidates = np.arange(min(opponents) - 750, max(opponents) + 751)
    expects = sum(HUNDREDTHS[candidates - r + 4000] for r in opponents)
    # Exact hundredths: 50 of them to a half point.
    assert found == candidates[np.argmax(expects >= 50 * s2)]
