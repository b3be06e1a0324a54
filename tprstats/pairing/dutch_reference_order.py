"""The order in which articles 3 and 4 of C.04.3 (2026) generate the candidates of a bracket."""

from __future__ import annotations

from typing import Any

from tprstats.pairing.dutch_reference_criteria import Bracket, Candidate
from tprstats.pairing.dutch_reference_players import Participant

__all__ = ["place"]


def place(bracket: Bracket, candidate: Candidate) -> tuple[Any, ...]:
    """Where a candidate stands in the order of generation: the smaller, the earlier.

    In a bracket with moved-down players (3.7) first the set of those who are paired (4.4.2: by
    the smallest number that differs), then their opponents (4.2: the transposition of S2), then
    the remainder.
    """
    number = {p.index: n for n, p in enumerate(bracket.players, 1)}
    moved = sorted(
        (number[a.index], number[b.index]) for a, b in candidate.pairs if a.score > bracket.score
    )
    met = {b for _, b in moved}
    remainder = tuple(p for p in bracket.residents if number[p.index] not in met)
    rest = tuple((a, b) for a, b in candidate.pairs if a.score == bracket.score)
    return (
        tuple(a for a, _ in moved),
        tuple(b for _, b in moved),
        _place_of_remainder(remainder, rest),
    )


def _place_of_remainder(
    players: tuple[Participant, ...], pairs: tuple[tuple[Participant, Participant], ...]
) -> tuple[Any, ...]:
    """The order of a homogeneous bracket or remainder (3.6): exchange (4.3), transposition (4.2).

    Of the ways to write a candidate as S1 against S2, the one with the higher ranked player of
    each pair in S1 comes first: any other takes more exchanges or a greater difference.
    """
    number = {p.index: n for n, p in enumerate(players, 1)}
    numbered = sorted(tuple(sorted((number[a.index], number[b.index]))) for a, b in pairs)
    s1 = {a for a, _ in numbered}
    original = set(range(1, len(pairs) + 1))
    down = sorted(original - s1, reverse=True)
    up = sorted(s1 - original)
    return (
        len(up),
        sum(up) - sum(down),
        [-n for n in down],
        up,
        [b for _, b in numbered],
    )
