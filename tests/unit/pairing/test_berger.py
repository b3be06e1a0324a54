"""Round robins: the printed table for six, and what every table must be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tprstats.errors import InputError
from tprstats.pairing.berger import berger_table
from tprstats.pairing.history import Pairing

# FIDE Handbook C.05, annex 1, the table for 5 or 6 players and the first rounds of 7 or 8.
SIX = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
EIGHT = ["1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6"]


def written(pairing: Pairing) -> str:
    return " ".join(f"{w + 1}-{b + 1}" for w, b in zip(pairing.white, pairing.black, strict=True))


def test_the_printed_tables() -> None:
    assert [written(p) for p in berger_table(6)] == SIX
    assert [written(p) for p in berger_table(8)][:3] == EIGHT


def test_five_players_take_the_table_of_six_without_its_last_player() -> None:
    for five, six in zip(berger_table(5), SIX, strict=True):
        games = [g for g in six.split() if "6" not in g]
        free = next(g for g in six.split() if "6" in g).replace("6", "").strip("-")
        assert written(five).split() == games
        assert five.bye == int(free) - 1


@pytest.mark.parametrize("n", range(2, 25))
def test_everybody_meets_everybody_once_with_colours_in_balance(n: int) -> None:
    table = berger_table(n)
    assert len(table) == n - 1 + n % 2
    met = Counter(pair for p in table for pair in p.pairs())
    assert met == Counter(frozenset(c) for c in combinations(range(n), 2))
    balance: Counter[int] = Counter()
    for p in table:
        busy = [*p.white, *p.black] + ([] if p.bye is None else [p.bye])
        assert sorted(busy) == list(range(n))
        balance.update(p.white)
        balance.subtract(p.black)
    assert all(abs(balance[k]) <= 1 for k in range(n))


@pytest.mark.parametrize("n", range(2, 25))
def test_a_double_round_robin_reverses_the_colours(n: int) -> None:
    table = berger_table(n, double=True)
    games = Counter(g for p in table for g in zip(p.white, p.black, strict=True))
    assert set(games.values()) == {1}
    assert len(games) == n * (n - 1)


@pytest.mark.parametrize("n", range(4, 25, 2))
def test_the_last_two_rounds_are_reversed_to_avoid_three_games_with_one_colour(n: int) -> None:
    def longest_run(table: tuple[Pairing, ...]) -> int:
        longest = 0
        for k in range(n):
            colours = "".join("w" if k in p.white else "b" for p in table)
            longest = max(
                longest, *map(len, colours.replace("wb", "w b").replace("bw", "b w").split())
            )
        return longest

    assert longest_run(berger_table(n, double=True)) == 2
    assert longest_run(berger_table(n, double=True, reverse_last_two=False)) == 3


def test_one_player_is_no_round_robin() -> None:
    with pytest.raises(InputError, match="at least 2 players"):
        berger_table(1)
