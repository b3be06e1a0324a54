"""What the Dutch system sees of a player before a round: articles 1.2 to 1.8 of C.04.3 (2026)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from tprstats.pairing.history import Cell, History

__all__ = ["DOWN", "UP", "Participant", "Strength", "participants"]

UP, DOWN = 1, -1


class Strength(IntEnum):
    """How strong a colour preference is (1.7.1 to 1.7.4)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, eq=False)
class Participant:
    """One player who is to be paired.

    Parameters
    ----------
    index
        The player's number in the history.
    tpn
        Tournament pairing number, from 1 (C.04.2 2.3).
    score
        Pairing score in units: points and virtual points (C.04.7 1.5).
    difference
        Colour difference: games with White minus games with Black (1.6).
    colours
        Colours of the games played, +1 White and -1 Black, oldest first; unplayed rounds have
        none (C.04.2 3.4).
    preference, strength
        The colour that is due, +1, -1 or 0 for none, and how strongly (1.7).
    floats
        ``UP``, ``DOWN`` or 0 one and two rounds ago (1.4).
    unplayed
        Rounds without a game.
    may_have_bye
        Whether the pairing-allocated bye is still open to the player (C.04.1 4).
    topscorer
        More than half of the greatest possible score, the last round being paired (1.8).
    met
        Numbers of the players who may not be met: met before (C.04.1 2, a game not played does
        not count: C.04.2 3.5), or forbidden for this event.
    """

    index: int
    tpn: int
    score: int
    difference: int
    colours: tuple[int, ...]
    preference: int
    strength: Strength
    floats: tuple[int, int]
    unplayed: int
    may_have_bye: bool
    topscorer: bool
    met: frozenset[int]


def participants(history: History) -> tuple[Participant, ...]:
    """Those to be paired, in the order of article 1.2: score, then pairing number.

    A player gets a pairing number when first paired: the numbers are ranks among those who are
    there now or have been paired before. The Handbook leaves open which number a late entry's
    absence gives to the players below (C.04.2 2.5); this is bbpPairings' reading.
    """
    known = [p for p in range(history.players) if history.present[p] or _was_paired(history, p)]
    found = [_participant(history, p, tpn) for tpn, p in enumerate(known, 1) if history.present[p]]
    return tuple(sorted(found, key=lambda x: (-x.score, x.tpn)))


def _participant(history: History, p: int, tpn: int) -> Participant:
    rounds = range(history.played_rounds)
    played = [r for r in rounds if history.cells[p, r] == Cell.PLAYED]
    colours = tuple(int(history.colours[p, r]) for r in played)
    score = _score_before(history, p, history.played_rounds)
    preference, strength = _preference(colours)
    forbidden = history.forbidden
    never = [] if forbidden is None else [q for q in range(history.players) if forbidden[p, q]]
    return Participant(
        index=p,
        tpn=tpn,
        score=score,
        difference=sum(colours),
        colours=colours,
        preference=preference,
        strength=strength,
        floats=(_float(history, p, 1), _float(history, p, 2)),
        unplayed=history.played_rounds - len(played),
        may_have_bye=not any(_bars_the_bye(history, p, r) for r in rounds),
        topscorer=_is_topscorer(history, score),
        met=frozenset([int(history.opponents[p, r]) for r in played] + never),
    )


def _was_paired(history: History, p: int) -> bool:
    return any(c in (Cell.PLAYED, Cell.FORFEIT, Cell.PAB) for c in history.cells[p])


def _score_before(history: History, p: int, r: int) -> int:
    """Pairing score with which round ``r`` (from 0) was or is paired."""
    virtual = 0 if history.virtual is None else int(history.virtual[p, r])
    return int(history.scores[p, :r].sum()) + virtual


def _preference(colours: Sequence[int]) -> tuple[int, Strength]:
    """The colour due, and how strongly (1.7).

    Where the colour difference and the two latest games ask for different colours, which legal
    pairings never bring about, the text names both; the difference goes first, as in
    bbpPairings.
    """
    difference = sum(colours)
    if abs(difference) > 1:
        return -_sign(difference), Strength.ABSOLUTE
    if len(colours) > 1 and colours[-1] == colours[-2]:
        return -colours[-1], Strength.ABSOLUTE
    if difference:
        return -_sign(difference), Strength.STRONG
    return (-colours[-1], Strength.MILD) if colours else (0, Strength.NONE)


def _sign(x: int) -> int:
    return 1 if x > 0 else -1


def _float(history: History, p: int, ago: int) -> int:
    """The float ``ago`` rounds back (1.4.2 to 1.4.4); tournament rounds, not games, count."""
    r = history.played_rounds - ago
    if r < 0:
        return 0
    cell = history.cells[p, r]
    if cell == Cell.PLAYED:
        own = _score_before(history, p, r)
        other = _score_before(history, int(history.opponents[p, r]), r)
        return DOWN if own > other else UP if own < other else 0
    rewarded = history.scores[p, r] > history.points.loss
    return DOWN if cell == Cell.PAB or rewarded else 0


def _bars_the_bye(history: History, p: int, r: int) -> bool:
    """A bye already, or a win's points in one round without playing (C.04.1 4)."""
    cell = history.cells[p, r]
    if cell == Cell.PLAYED:
        return False
    return bool(cell == Cell.PAB or history.scores[p, r] >= history.points.win)


def _is_topscorer(history: History, score: int) -> bool:
    """More than half of what the rounds before the last can give (1.8).

    Virtual points count with the score (no acceleration reaches the last round in C.04.7).
    """
    last = history.played_rounds >= history.rounds - 1
    most = history.played_rounds * max(history.points.win, history.points.draw)
    return last and 2 * score > most
