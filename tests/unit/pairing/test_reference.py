"""The readable Dutch: bbpPairings' answers, the generation order word by word, and legality."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import histories
import numpy as np
import pytest
from histories import random_history

from tprstats import read
from tprstats.errors import InputError
from tprstats.pairing.dutch_reference import matchings, pair
from tprstats.pairing.dutch_reference_colours import colour_of
from tprstats.pairing.dutch_reference_criteria import Bracket, Candidate
from tprstats.pairing.dutch_reference_order import place
from tprstats.pairing.dutch_reference_players import Participant, Strength, participants
from tprstats.pairing.from_event import history_before
from tprstats.pairing.history import Cell, History

# Two regression inputs that bbpPairings ships (Apache-2.0) and their expected outputs.
C5 = """012 Dutch 2025 C5 test
001    1      Test0001 Player0001               2720                             2.0    1     4 w 1     2 b 1
001    2      Test0002 Player0002               2701                             1.0    3     5 b 1     1 w 0
001    3      Test0003 Player0003               2697                             2.0    2     6 w 1     4 b 1
001    4      Test0004 Player0004               2689                             0.0    5     1 b 0     3 w 0  0000 - Z
001    5      Test0005 Player0005               2673                             1.0    4     2 w 0     6 b 1
001    6      Test0006 Player0006               2664                             0.0    6     3 b 0     5 w 0
XXR 3
"""  # noqa: E501
C9 = """012 Dutch 2025 C9 test
001    1      Test0001 Player0001               2720                             1.0    1     3 w 1
001    2      Test0002 Player0002               2701                             1.0    2     4 b 1
001    3      Test0003 Player0003               2697                             0.0    3     1 b 0
001    4      Test0004 Player0004               2689                             0.0    4     2 w 0
001    5      Test0005 Player0005               2673                             0.0    5  0000 - Z
XXR 3
"""


def answer(history: History) -> str:
    """As engines print it: white-black in start numbers, the bye alone."""
    pairing = pair(history)
    if pairing is None:
        return "none"
    games = sorted(zip(pairing.white, pairing.black, strict=True))
    bye = [] if pairing.bye is None else [str(pairing.bye + 1)]
    return " ".join([f"{w + 1}-{b + 1}" for w, b in games] + bye)


def frozen_rounds(data: Path) -> Iterator[tuple[str, str]]:
    text = (data / "pairing" / "bbp6_rounds.txt").read_text()
    for block in text.split("\n012 ")[1:]:
        trf, expected = block.split("### expected ")
        yield "012 " + trf, expected.strip()


def test_what_bbppairings_answers(data: Path) -> None:
    rounds = list(frozen_rounds(data))
    assert len(rounds) == 160
    for trf, expected in rounds:
        event = read(trf.encode())
        last = max((g.round or 0 for r in event for g in r.games), default=0)
        assert answer(history_before(event, last + 1)) == expected, trf


@pytest.mark.parametrize(
    ("trf", "round_", "expected"), [(C5, 3, "1-5 3-2 6"), (C9, 2, "2-1 3-5 4")]
)
def test_regression_inputs_of_bbppairings(trf: str, round_: int, expected: str) -> None:
    assert answer(history_before(read(trf.encode()), round_)) == expected


# ---- the order of articles 3 and 4, generated as the text says


def transpositions(s2: list[int], first: int) -> Iterator[list[int]]:
    """4.2: S2 in lexicographic order of its first numbers, each beginning once."""
    for head in permutations(s2, first):
        yield [*head, *(n for n in s2 if n not in head)]


def exchanges(s1: list[int], s2: list[int]) -> list[tuple[list[int], list[int]]]:
    """4.3: equal numbers of players exchanged, sorted by the four rules; S1, S2 sorted again."""
    found = []
    for k in range(min(len(s1), len(s2)) + 1):
        for down in combinations(s1, k):
            for up in combinations(s2, k):
                key = (k, sum(up) - sum(down), [-n for n in sorted(down, reverse=True)], up)
                new1 = sorted({*s1} - {*down} | {*up})
                new2 = sorted({*s2} - {*up} | {*down})
                found.append((key, new1, new2))
    return [(a, b) for _, a, b in sorted(found)]


def homogeneous(numbers: list[int], pairs: int) -> Iterator[frozenset[tuple[int, int]]]:
    """3.6: all transpositions, then the next exchange and all transpositions again."""
    for s1, s2 in exchanges(numbers[:pairs], numbers[pairs:]):
        for order in transpositions(s2, len(s1)):
            yield frozenset((min(p), max(p)) for p in zip(s1, order, strict=False))


def heterogeneous(
    moved: list[int], residents: list[int], paired: int, pairs: int
) -> Iterator[frozenset[tuple[int, int]]]:
    """3.7: sets of moved-down players, their opponents, and for each the whole remainder."""
    for s1 in combinations(moved, paired):
        for order in transpositions(residents, paired):
            own = list(zip(s1, order, strict=False))
            # Fresh numbers in the remainder keep the order, so the old ones do as well.
            for rest in homogeneous(sorted(order[paired:]), pairs - paired):
                yield frozenset([*own, *rest])


def somebody(n: int, score: int) -> Participant:
    none = (0, (), 0, Strength.NONE, (0, 0), 0, True, False, frozenset[int]())
    return Participant(n, n, score, *none)


def candidates(bracket: Bracket, paired: int, pairs: int) -> list[Candidate]:
    """Every candidate with so many pairs, so many moved-down players among them."""
    players = bracket.players
    found = []
    for left in combinations(players, len(players) - 2 * pairs):
        moved = tuple(p for p in bracket.moved if p not in left)
        residents = tuple(p for p in bracket.residents if p not in left)
        if len(moved) == paired:
            found += [Candidate(m, left) for m in matchings(moved, residents)]
    return found


@pytest.mark.parametrize(
    ("moved", "residents", "paired", "pairs"),
    [
        (0, 6, 0, 3),
        (0, 7, 0, 3),
        (0, 7, 0, 2),
        (1, 5, 1, 3),
        (2, 5, 2, 3),
        (3, 4, 2, 3),
        (2, 6, 1, 2),
    ],
)
def test_the_place_of_a_candidate_is_where_the_text_first_generates_it(
    moved: int, residents: int, paired: int, pairs: int
) -> None:
    numbers = list(range(1, moved + residents + 1))
    down, own = numbers[:moved], numbers[moved:]
    bracket = Bracket(
        tuple(somebody(n, 4) for n in down), tuple(somebody(n, 2) for n in own), None, 1
    )
    text = heterogeneous(down, own, paired, pairs) if moved else homogeneous(own, pairs)
    first_seen = list(dict.fromkeys(text))
    ours = sorted(candidates(bracket, paired, pairs), key=lambda c: place(bracket, c))
    assert [frozenset((a.index, b.index) for a, b in c.pairs) for c in ours] == first_seen


def test_the_numbers_of_transpositions_that_the_handbook_gives() -> None:
    """4.2: 720 for eleven players, 72 with two moved-down players among eleven."""
    assert sum(1 for _ in transpositions(list(range(6, 12)), 5)) == 720
    assert sum(1 for _ in transpositions(list(range(3, 12)), 2)) == 72


# ---- every pairing is legal, and there is one where there can be one


def legal(history: History, a: int, b: int) -> bool:
    """C1 and C3 from the rounds themselves."""
    if history.forbidden is not None and history.forbidden[a, b]:
        return False
    played = history.cells == Cell.PLAYED
    if (history.opponents[a][played[a]] == b).any():
        return False
    last = history.rounds == history.played_rounds + 1
    r = history.played_rounds
    virtual = [0, 0] if history.virtual is None else history.virtual[[a, b], r]
    totals = history.scores[[a, b]].sum(axis=1) + virtual
    if last and (2 * totals > r * history.points.win).any():
        return True
    due = []
    for p in (a, b):
        colours = history.colours[p][played[p]].tolist()
        total = sum(colours)
        if abs(total) > 1:
            due.append(-np.sign(total))
        elif len(colours) > 1 and colours[-1] == colours[-2]:
            due.append(-colours[-1])
        else:
            return True
    return due[0] != due[1]


def may_have_bye(history: History, p: int) -> bool:
    cells, scores = history.cells[p], history.scores[p]
    unplayed = cells != Cell.PLAYED
    return not ((cells == Cell.PAB) | (unplayed & (scores >= history.points.win))).any()


def possible(history: History, players: tuple[int, ...]) -> bool:
    """Whether any complete legal pairing exists, by trying them all."""
    if not players:
        return True
    first, others = players[0], players[1:]
    if len(players) % 2 and may_have_bye(history, first) and possible(history, others):
        return True
    return any(
        legal(history, first, p) and possible(history, tuple(q for q in others if q != p))
        for p in others
    )


def test_random_rounds_are_legal_and_complete() -> None:
    rng = np.random.default_rng(7)
    impossible = 0
    for _ in range(150):
        history = random_history(rng, players=(2, 9))
        there = tuple(int(p) for p in np.flatnonzero(history.present))
        pairing = pair(history)
        if pairing is None:
            impossible += 1
            assert not possible(history, there)
            continue
        games = list(zip(pairing.white, pairing.black, strict=True))
        bye = [] if pairing.bye is None else [pairing.bye]
        assert sorted([p for g in games for p in g] + bye) == list(there)
        assert len(bye) == len(there) % 2
        assert all(legal(history, *g) for g in games)
        assert all(may_have_bye(history, p) for p in bye)
    assert 5 < impossible < 75


# ---- colours


def player(index: int, colours: str, tpn: int = 1, score: int = 0) -> Participant:
    sides = {"w": 1, "b": -1}
    n = len(colours)
    history = History(
        rounds=99,
        opponents=np.full((1, n), 0, np.int16),
        colours=np.array([[sides.get(c, 0) for c in colours]], np.int8).reshape(1, n),
        cells=np.array([[Cell.PLAYED if c in sides else Cell.ABSENT for c in colours]], np.uint8),
        scores=np.zeros((1, n), np.int16),
        present=np.ones(1, np.bool_),
    )
    p = participants(history)[0]
    return Participant(
        index, tpn, score, p.difference, p.colours, p.preference, p.strength, (0, 0), 0, True,
        False, frozenset(),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("own", "other", "white"),
    [
        ("b", "w", True),  # 5.2.1 both get what they want
        ("w", "", False),
        ("bb", "wb", True),  # 5.2.2 absolute before mild
        ("wbb", "wwbb", True),  # absolute both, the difference -1 wider than 0
        ("bwb", "wb", True),  # strong before mild
        ("wbwb", "bwwb", True),  # 5.2.3 three games back this one had Black, the other White
        ("-wb", "w-b", False),  # 5.2.4 equal games: what the higher ranked is due, here the other
        ("", "", False),  # 5.2.5 number 2 does not get the initial colour
    ],
)
def test_colours_by_article_5(own: str, other: str, white: bool) -> None:
    a, b = player(0, own, tpn=2), player(1, other, tpn=1)
    assert colour_of(a, b, 1) == (1 if white else -1)
    assert colour_of(b, a, 1) == (-1 if white else 1)


@pytest.mark.parametrize(("initial", "expected"), [(1, "1-5 3-7 6-2 8-4"), (-1, "2-6 4-8 5-1 7-3")])
def test_the_initial_colour_goes_to_odd_numbers(initial: int, expected: str) -> None:
    first = random_history(np.random.default_rng(1), (8, 8), (1, 1), histories.CLEAN)
    assert answer(replace(first, initial_colour=initial)) == expected


def test_a_bracket_too_large_for_full_enumeration_is_refused() -> None:
    history = random_history(np.random.default_rng(1), (30, 30), (1, 1), histories.CLEAN)
    with pytest.raises(InputError, match="a bracket of 30 players"):
        pair(history)
