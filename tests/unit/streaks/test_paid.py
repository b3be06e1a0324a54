"""Every p that is printed says what it is paid for, and those printed together follow.

The oracle is the closed form ``1 - (1 - p)**n`` of Sidak, put to the numbers as they are printed.
"""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import tprstats as tpr
from tprstats.records import Record
from tprstats.streaks.headline import p_text
from tprstats.streaks.words import WORDS, word_of

PLAYERS, WINDOWS = 20, 3


def a_record(hot: int = 11, n: int = 41) -> Record:
    rng = np.random.default_rng([n, 5])
    results = rng.integers(0, 3, n) / 2.0
    results[:hot] = 1.0
    return Record.from_results([2300.0] * n, results.tolist(), own=2310, name="Ann")


WINDOW = (1, 11)


def asked(**options) -> tpr.StreakVerdict:
    return tpr.streak(a_record(), **{"seasons": 4000, **options})


def sidak(p: float, tries: int) -> float:
    return 1.0 - (1.0 - p) ** tries


def after(words: str, said: str) -> float:
    """The number that follows some words."""
    found = re.search(re.escape(words) + r"\s*(\d[\d.]*\d)", said)
    assert found, (words, said)
    return float(found[1])


def near(p: float, printed: float) -> bool:
    """Two digits that count: off by half of the second at most, in both numbers."""
    return printed == pytest.approx(p, rel=0.06)


def rows(v: tpr.StreakVerdict) -> dict[str, float]:
    """The p column of the named window's rows."""
    table: dict[str, float] = {}
    for name, finding, p in v.table.rows:
        if name == "best window":
            break
        label, _, number = p.rpartition(" ")
        table[label or finding] = float(number)
    return table


def test_a_named_window_is_paid_for_step_by_step():
    v = asked(window=WINDOW, players=PLAYERS, windows=WINDOWS)
    said = v.words()[1]
    one = after("without a streak is", said)
    for_players = after("paid for the 20 players looked at it is", said)
    for_windows = after("as for a number fixed beforehand,", said)
    assert near(v.named.p, one)
    assert near(sidak(one, PLAYERS), for_players)
    assert near(sidak(for_players, WINDOWS), for_windows)
    assert near(WINDOWS * (WINDOWS + 1) * for_players, after("has to take", said))
    assert f"3 x 4 times {p_text(v.players_p)})" in said
    assert near(v.p, for_windows)  # the one that the verdict rests on
    table = rows(v)
    assert near(table["paid for 20 players"], for_players)
    assert near(table["paid for 3 windows judged too"], for_windows)
    plain = json.loads(json.dumps(v.to_json()))
    assert near(plain["p_unpaid"], one)
    assert near(plain["p_paid_for_players"], for_players)
    assert near(plain["p_paid_for_players_and_windows"], for_windows)
    assert plain["p"] == plain["p_paid_for_players_and_windows"]


@pytest.mark.parametrize("windows", [1, WINDOWS])
@pytest.mark.parametrize("direction", ["hot", "either"])
def test_what_a_window_chosen_by_looking_costs_is_what_looked_gives(windows, direction):
    options = {"window": WINDOW, "players": PLAYERS, "windows": windows, "direction": direction}
    before, later = asked(**options), asked(looked=True, **options)
    assert later.p == before.chosen_p == later.chosen_p
    assert later.p == pytest.approx(sidak(later.named.if_chosen_p, PLAYERS))
    assert later.word == WORDS[word_of(later.p, later.bayes_factor)]
    this = after("that p does not hold but this does:", before.words()[1])
    that = after("after looking, which is larger:", later.words()[1])
    one = after("which is larger: " + p_text(later.p) + " (", later.words()[1])
    assert this == that
    assert near(later.p, that)
    assert near(sidak(one, PLAYERS), that)
    for v, label in ((before, "if chosen after"), (later, "chosen after")):
        assert near(rows(v)[f"{label} looking, paid for 20 players"], that)
        assert v.to_json()["p_if_chosen_after_looking"] == later.p
    if before.word != WORDS[0]:
        assert f"its p is {p_text(later.p)}, paid for 20 players, and --looked" in before.words()[0]


def test_a_search_prints_both_its_p_and_that_of_the_players():
    v = asked(players=PLAYERS)
    said = v.words()[1]
    assert v.judgement.right_side
    one = after("It rests on p =", said)
    assert near(v.judgement.joint_p, one)
    assert near(v.p, after("paid for the 20 players looked at p is", said))
    assert v.p == pytest.approx(sidak(v.judgement.joint_p, PLAYERS))


def test_a_side_that_does_not_fit_is_paid_for_too():
    v = asked(players=PLAYERS, direction="cold")
    assert v.p == 1.0
    paid = after("paid for the 20 players looked at p would be", v.words()[1])
    assert near(sidak(v.judgement.joint_p, PLAYERS), paid)


def test_one_player_and_one_window_pay_for_nothing():
    for v in (asked(), asked(window=WINDOW), asked(window=WINDOW, looked=True)):
        assert not re.search(r"paid for (the )?\d", str(v))
        assert "this player alone" not in " ".join(v.words())
    assert asked(window=WINDOW).p == asked(window=WINDOW).named.p


def test_the_error_of_p_is_that_of_what_it_rests_on():
    """Twenty players of one p each: the delta method by a difference quotient."""
    v = asked(window=WINDOW, looked=True, players=PLAYERS)
    p = v.named.if_chosen_p
    slope = (sidak(p + 1e-6, PLAYERS) - sidak(p - 1e-6, PLAYERS)) / 2e-6
    assert v.mcse == pytest.approx(slope * np.sqrt(p * (1 - p) / v.seasons), rel=1e-6)
    exact = asked(window=WINDOW, looked=True, windows=100_000)
    assert exact.p == exact.paid_p > exact.named.if_chosen_p
    assert exact.mcse == 0.0
    assert "which costs no more than that" in exact.words()[1]


def test_a_price_beyond_one_says_that_it_ends_there():
    said = asked(window=(20, 30), windows=4).words()[1]
    one = after("without a streak is", said)
    assert 20 * one > 1.0
    assert f"has to take 1.0: 4 x 5 times {p_text(one)}, but no more than 1)" in said
