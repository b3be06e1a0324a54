"""The criteria C1 to C21 of C.04.3 (2026), article 2, one function each.

C1 to C3 say whether something is allowed. The others give a value: the smaller the better, and
the first criterion that differs decides (3.8.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tprstats.pairing.dutch_reference_colours import colour_of
from tprstats.pairing.dutch_reference_players import DOWN, UP, Participant, Strength

__all__ = ["QUALITY", "Bracket", "Candidate", "c1", "c2", "c3", "c5", "c6", "c7"]


@dataclass(frozen=True)
class Bracket:
    """One bracket (1.3.2), each part in the order of article 1.2.

    Parameters
    ----------
    moved
        Moved-down players, left unpaired by the bracket above (1.4.1).
    residents
        The players of the score group.
    bye_score
        Score of the player who will get the bye (C5); None where nobody gets one.
    initial
        The initial colour.
    """

    moved: tuple[Participant, ...]
    residents: tuple[Participant, ...]
    bye_score: int | None
    initial: int

    @property
    def players(self) -> tuple[Participant, ...]:
        return self.moved + self.residents

    @property
    def score(self) -> int:
        """Score of the residents."""
        return self.residents[0].score


@dataclass(frozen=True)
class Candidate:
    """One way to pair a bracket (3.3): pairs, the higher ranked player first, and who is left."""

    pairs: tuple[tuple[Participant, Participant], ...]
    downfloaters: tuple[Participant, ...]


def c1(a: Participant, b: Participant) -> bool:
    """C1, absolute: two participants shall not meet more than once; nor a forbidden pair."""
    return b.index not in a.met


def c2(player: Participant) -> bool:
    """C2, absolute: no second bye, nor a bye after a win's points without playing."""
    return player.may_have_bye


def c3(a: Participant, b: Participant) -> bool:
    """C3, absolute: non-topscorers with the same absolute colour preference shall not meet."""
    if a.topscorer or b.topscorer or a.preference != b.preference:
        return True
    return not (a.strength == b.strength == Strength.ABSOLUTE)


# C4, completion, is `completable` in dutch_reference: a matter of all players not yet paired.


def c5(assignee: Participant) -> int:
    """C5: minimise the score of the assignee of the pairing-allocated bye."""
    return assignee.score


def c6(downfloaters: tuple[Participant, ...]) -> int:
    """C6: minimise the number of downfloaters."""
    return len(downfloaters)


def c7(downfloaters: tuple[Participant, ...]) -> tuple[int, ...]:
    """C7: minimise the scores of the downfloaters, taken in descending order."""
    return tuple(sorted((p.score for p in downfloaters), reverse=True))


# C8, the same for the bracket that follows, is `next_bracket` in dutch_reference.


def c9(bracket: Bracket, candidate: Candidate) -> int:
    """C9: minimise the unplayed games of the assignee of the bye.

    For brackets that downfloat exactly one player, who will get the bye: nobody below has the
    score that C5 demands (as bbpPairings reads the note of C9).
    """
    if bracket.bye_score is None or bracket.bye_score < bracket.score:
        return 0
    return candidate.downfloaters[0].unplayed if len(candidate.downfloaters) == 1 else 0


def c10(bracket: Bracket, candidate: Candidate) -> int:
    """C10: topscorers, or their opponents, whose colour difference leaves [-2, +2]."""
    given = _with_topscorers(bracket, candidate)
    return sum(abs(p.difference + colour) > 2 for p, colour in given)


def c11(bracket: Bracket, candidate: Candidate) -> int:
    """C11: topscorers, or their opponents, who get the same colour three times in a row."""
    given = _with_topscorers(bracket, candidate)
    return sum(p.colours[-2:] == (colour, colour) for p, colour in given)


def c12(bracket: Bracket, candidate: Candidate) -> int:
    """C12: players who do not get their colour preference."""
    return sum(p.preference == -colour for p, colour in _colours(bracket, candidate))


def c13(bracket: Bracket, candidate: Candidate) -> int:
    """C13: players who do not get their strong colour preference."""
    return sum(
        p.preference == -colour
        for p, colour in _colours(bracket, candidate)
        if p.strength == Strength.STRONG
    )


def c14(bracket: Bracket, candidate: Candidate) -> int:
    """C14: resident downfloaters who had a downfloat in the previous round."""
    return _again_down(bracket, candidate, 1)


def c15(bracket: Bracket, candidate: Candidate) -> int:
    """C15: opponents of moved-down players who had an upfloat in the previous round."""
    return len(_again_up(bracket, candidate, 1))


def c16(bracket: Bracket, candidate: Candidate) -> int:
    """C16: as C14, two rounds before."""
    return _again_down(bracket, candidate, 2)


def c17(bracket: Bracket, candidate: Candidate) -> int:
    """C17: as C15, two rounds before."""
    return len(_again_up(bracket, candidate, 2))


def c18(bracket: Bracket, candidate: Candidate) -> list[tuple[int, int]]:
    """C18: score differences, descending, of moved-down players with a downfloat last round."""
    return _moved_differences(bracket, candidate, 1)


def c19(bracket: Bracket, candidate: Candidate) -> list[int]:
    """C19: score differences of opponents of moved-down players with an upfloat last round."""
    return _again_up(bracket, candidate, 1)


def c20(bracket: Bracket, candidate: Candidate) -> list[tuple[int, int]]:
    """C20: as C18, two rounds before."""
    return _moved_differences(bracket, candidate, 2)


def c21(bracket: Bracket, candidate: Candidate) -> list[int]:
    """C21: as C19, two rounds before."""
    return _again_up(bracket, candidate, 2)


QUALITY: tuple[Callable[[Bracket, Candidate], Any], ...] = (
    c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21,
)  # fmt: skip


def _colours(bracket: Bracket, candidate: Candidate) -> Iterator[tuple[Participant, int]]:
    for a, b in candidate.pairs:
        colour = colour_of(a, b, bracket.initial)
        yield a, colour
        yield b, -colour


def _with_topscorers(bracket: Bracket, candidate: Candidate) -> Iterator[tuple[Participant, int]]:
    pairs = tuple((a, b) for a, b in candidate.pairs if a.topscorer or b.topscorer)
    return _colours(bracket, Candidate(pairs, ()))


def _again_down(bracket: Bracket, candidate: Candidate, ago: int) -> int:
    residents = [p for p in candidate.downfloaters if p.score == bracket.score]
    return sum(p.floats[ago - 1] == DOWN for p in residents)


def _again_up(bracket: Bracket, candidate: Candidate, ago: int) -> list[int]:
    """Score differences, descending, of the pairs in which a resident floats up again."""
    pairs = [(a, b) for a, b in candidate.pairs if a.score > bracket.score]
    return sorted((a.score - b.score for a, b in pairs if b.floats[ago - 1] == UP), reverse=True)


def _moved_differences(bracket: Bracket, candidate: Candidate, ago: int) -> list[tuple[int, int]]:
    """Score differences, descending, of the moved-down players who floated down before.

    Of one who floats again the text gives no difference. It is taken as greater than any in the
    bracket, and the greater the higher the player's score: the commentary of the FIDE Technical
    Commission says the first, bbpPairings does both.
    """
    paired = [((0, a.score - b.score), a) for a, b in candidate.pairs if a.score > bracket.score]
    again = [((1, p.score), p) for p in candidate.downfloaters if p.score > bracket.score]
    return sorted((d for d, p in paired + again if p.floats[ago - 1] == DOWN), reverse=True)
