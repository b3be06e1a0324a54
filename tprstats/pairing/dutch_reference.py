"""The FIDE (Dutch) System, C.04.3 in force from 1 February 2026, slow and readable.

Every candidate of a bracket is written down, the criteria of article 2 are applied one after the
other, and the order of article 4 chooses among what is left. It is what the compiled engine is
tested against, for about a dozen players; article numbers are those of C.04.3.

Where the text is open, the reading is that of bbpPairings 6, and the function concerned says so:
pairing numbers where players are missing (`participants`), contradicting absolute preferences
(`_preference`), virtual points of topscorers (`_is_topscorer`), C8 under completability
(`next_bracket`), the brackets to which C9 applies (`c9`), score differences of those who float
again (`c18`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from tprstats.cells import counted
from tprstats.errors import InputError
from tprstats.pairing.dutch_reference_colours import colour_of
from tprstats.pairing.dutch_reference_criteria import (
    QUALITY,
    Bracket,
    Candidate,
    c1,
    c2,
    c3,
    c5,
    c6,
    c7,
)
from tprstats.pairing.dutch_reference_order import place
from tprstats.pairing.dutch_reference_players import Participant, participants
from tprstats.pairing.history import History, Pairing

__all__ = ["pair"]

Players = tuple[Participant, ...]
Pairs = tuple[tuple[Participant, Participant], ...]
# A bracket of 16 has two million complete pairings.
LARGEST_BRACKET = 14


def pair(history: History) -> Pairing | None:
    """The pairing of the next round, or None where no legal one exists (1.9.3).

    Parameters
    ----------
    history
        The event before the round; at most about a dozen players.

    Raises
    ------
    InputError
        For a bracket of more than 14 players, which would take too long.

    Examples
    --------
    The first round of six players, the first of whom drew White: top half against bottom half.

    >>> import numpy as np
    >>> none = np.zeros((6, 0))
    >>> first = History(5, *(none.astype(t) for t in ("i2", "i1", "u1", "i2")), np.ones(6, bool))
    >>> pairing = pair(first)
    >>> pairing.white, pairing.black
    ((0, 4, 2), (3, 1, 5))
    """
    everyone = participants(history)
    outlook = Outlook.of(everyone)
    if outlook is None:
        return None
    pairs: list[tuple[Participant, Participant]] = []
    moved: Players = ()
    waiting = everyone
    while waiting:
        residents = tuple(p for p in waiting if p.score == waiting[0].score)
        waiting = waiting[len(residents) :]
        bracket = Bracket(moved, residents, outlook.bye_score, history.initial_colour)
        chosen = best_candidate(bracket, waiting, outlook)
        pairs += chosen.pairs
        moved = chosen.downfloaters
    return _with_colours(pairs, moved, history)


def best_candidate(bracket: Bracket, waiting: Players, outlook: Outlook) -> Candidate:
    """The best candidate by criteria C6 to C21, the earliest generated of equals (3.8.1).

    Parameters
    ----------
    bracket
        The bracket to pair.
    waiting
        The players of the score groups below.
    outlook
        What keeps a pairing of all players possible (C4 and C5).
    """
    if len(bracket.players) > LARGEST_BRACKET:
        raise InputError(
            f"a bracket of {counted(len(bracket.players), 'player')}: the reference takes at most "
            f"{LARGEST_BRACKET}; use the compiled engine"
        )
    floaters = fewest_lowest(bracket.moved, bracket.residents, waiting, outlook)
    followed = [next_bracket(d, waiting, outlook) for d in floaters]
    candidates = [
        Candidate(pairs, d)
        for d, value in zip(floaters, followed, strict=True)
        if value == min(followed)
        for pairs in matchings(_without(bracket.moved, d), _without(bracket.residents, d))
    ]
    for criterion in QUALITY:
        values = [criterion(bracket, c) for c in candidates]
        best = min(values)
        candidates = [c for c, v in zip(candidates, values, strict=True) if v == best]
    return min(candidates, key=lambda c: place(bracket, c))


def fewest_lowest(
    moved: Players, residents: Players, waiting: Players, outlook: Outlook
) -> list[Players]:
    """Sets of downfloaters that are best by C6 and C7, of those that C1 to C5 allow."""
    for number in range(len(moved + residents) + 1):
        allowed = [
            d
            for d in combinations(moved + residents, number)
            if outlook.completable(d + waiting)
            and any(True for _ in matchings(_without(moved, d), _without(residents, d)))
        ]
        if allowed:
            lowest = min(c7(d) for d in allowed)
            return [d for d in allowed if c7(d) == lowest]
    raise AssertionError("the outlook promised a complete pairing")


def next_bracket(
    downfloaters: Players, waiting: Players, outlook: Outlook
) -> tuple[int, tuple[int, ...]]:
    """C8: how well C6 and C7 can be complied with in the following bracket, C1 to C5 holding.

    "Complied with" is read as: as few downfloaters as possible there, then their scores as low as
    possible; one bracket ahead, with a pairing of everybody else still to exist (commentary of
    the FIDE Technical Commission, and bbpPairings).
    """
    if not waiting:
        return 0, ()
    residents = tuple(p for p in waiting if p.score == waiting[0].score)
    best = fewest_lowest(downfloaters, residents, waiting[len(residents) :], outlook)
    return c6(best[0]), c7(best[0])


def matchings(moved: Players, residents: Players) -> Iterator[Pairs]:
    """Every way to pair all of them legally.

    Moved-down players meet residents only: S1 against S2 (3.2, 3.3).
    """
    if not moved and not residents:
        yield ()
        return
    if moved:
        first, moved, opponents = moved[0], moved[1:], residents
    else:
        first, opponents = residents[0], residents[1:]
    for opponent in opponents:
        if legal(first, opponent):
            others = tuple(p for p in opponents if p is not opponent)
            for rest in matchings(moved, others):
                yield ((first, opponent), *rest)


def legal(a: Participant, b: Participant) -> bool:
    """Whether two players may meet: C1 and C3."""
    return c1(a, b) and c3(a, b)


@dataclass
class Outlook:
    """Whether everybody not yet paired can be (C4), the bye at the least score (C5).

    ``bye_score`` is None for an even number of players.
    """

    bye_score: int | None = None
    known: dict[frozenset[int], bool] = field(default_factory=dict)

    @classmethod
    def of(cls, everyone: Players) -> Outlook | None:
        """The outlook of a round, or None where it has no complete pairing (1.9.1, 1.9.3)."""
        if len(everyone) % 2 == 0:
            outlook = cls()
            return outlook if outlook.completable(everyone) else None
        for score in sorted({c5(p) for p in everyone if c2(p)}):
            outlook = cls(score)
            if outlook.completable(everyone):
                return outlook
        return None

    def completable(self, players: Players) -> bool:
        """C4: a pairing complying with C1 to C3 exists for these; an odd one gets the bye."""
        if not players:
            return True
        key = frozenset(p.index for p in players)
        if key not in self.known:
            self.known[key] = self._search(players)
        return self.known[key]

    def _search(self, players: Players) -> bool:
        first, others = players[0], players[1:]
        bye = len(players) % 2 and c2(first) and c5(first) == self.bye_score
        if bye and self.completable(others):
            return True
        return any(
            legal(first, p) and self.completable(tuple(q for q in others if q is not p))
            for p in others
        )


def _without(players: Players, left_out: Players) -> Players:
    return tuple(p for p in players if p not in left_out)


def _with_colours(
    pairs: list[tuple[Participant, Participant]], left: Players, history: History
) -> Pairing:
    sides = [(a, b, colour_of(a, b, history.initial_colour)) for a, b in pairs]
    white = [a.index if colour > 0 else b.index for a, b, colour in sides]
    black = [b.index if colour > 0 else a.index for a, b, colour in sides]
    scores = {p.index: p.score for pair in pairs for p in pair}
    return Pairing.in_order(white, black, left[0].index if left else None, scores)
