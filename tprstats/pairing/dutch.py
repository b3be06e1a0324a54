"""The FIDE (Dutch) Swiss system, C.04.3 in the edition in force from 1 February 2026, exactly.

A round is paired score group by score group from the top (articles 1.9 and 3). The result is that
of the Handbook's procedure, by other means: see :mod:`.bracket_ideal` and :mod:`.bracket_exact`.

Where the text is open, the reading is that of bbpPairings: "C8 complied with" is the most pairs
in the following bracket and then the highest scores paired there, among all that can be completed
(C4); C9 counts where exactly one player floats and gets the bye; a player gets a pairing number
when first to be paired, so that the first colours (5.2.5) go by the rank among those who were.
"""

from __future__ import annotations

import numpy as np

from tprstats.compiled import Array, entry, kernel, whole
from tprstats.pairing.bracket import Bracket
from tprstats.pairing.bracket_any import ALL_WAYS, pair_bracket
from tprstats.pairing.colours import first_has_white
from tprstats.pairing.floaters import completable
from tprstats.pairing.history import History, Pairing
from tprstats.pairing.matching import most_conflicts
from tprstats.pairing.players import PLAYER, SCORE, legal_pairs, players_table

__all__ = ["BYE", "NO_PAIRING", "OK", "UNPAIRED", "pair_dutch", "pair_round"]

OK, NO_PAIRING = 0, 1
UNPAIRED, BYE = -1, -2


@kernel
def _bye_score(table: Array, legal: Array, most: int) -> tuple[bool, int]:
    """Is there a legal round (1.9.1), and the lowest score at which the bye allows one (C5)?"""
    rows = np.arange(table.shape[0])
    if rows.size % 2 == 0:
        return completable(table, legal, rows, most, whole(-1)), -1
    for i in range(rows.size - 1, -1, -1):
        score = table[i, SCORE]
        lower = i + 1 < rows.size and table[i + 1, SCORE] == score
        if not lower and completable(table, legal, rows, most, score):
            return True, int(score)
    return False, -1


@kernel
def _group_end(table: Array, start: int) -> int:
    """First row after the score group that begins at ``start``."""
    end = start
    while end < table.shape[0] and table[end, SCORE] == table[start, SCORE]:
        end += 1
    return end


@kernel
def _bracket(
    table: Array, legal: Array, most: int, bye_score: int, floating: Array, moved: int, start: int
) -> Bracket:
    """The score group that begins at row ``start``, with ``moved`` of ``floating`` above it."""
    end = _group_end(table, start)
    members = np.empty(moved + end - start, np.int64)
    for a in range(members.size):
        members[a] = floating[a] if a < moved else start + a - moved
    return Bracket(table, legal, members, moved, end, _group_end(table, end), most, bye_score)


@entry
def pair_round(
    opponents: Array,
    colours: Array,
    cells: Array,
    scores: Array,
    rounds: int,
    virtual: Array,
    present: Array,
    forbidden: Array,
    total_rounds: int,
    win: int,
    loss: int,
    initial: int,
    out_opponent: Array,
    out_colour: Array,
    ways: int,
) -> int:
    """Pair the next round; for other kernels.

    Parameters
    ----------
    opponents, colours, cells, scores
        As in :class:`~tprstats.pairing.history.History`, C-contiguous; only the first ``rounds``
        columns are read.
    rounds
        Rounds before the one to pair.
    virtual
        Virtual units by player and round, or int16 ``(0, 0)`` for none.
    present
        Who is to be paired.
    forbidden
        Pairs that must not meet, or bool ``(0, 0)`` for none.
    total_rounds, win, loss, initial
        Rounds of the event, units of a win and of a loss, colour drawn (+1 White, -1 Black).
    out_opponent, out_colour
        int64 ``(n,)``: the opponent, ``BYE`` or ``UNPAIRED``; +1 White, -1 Black, 0 none.
    ways
        0. Other values leave out quicker ways, for tests.

    Returns
    -------
    int
        ``OK``, or ``NO_PAIRING`` where no legal pairing exists (1.9.3).
    """
    out_opponent[:] = UNPAIRED
    out_colour[:] = 0
    played, last = whole(rounds), rounds + 1 >= total_rounds
    table = players_table(
        opponents, colours, cells, scores, played, virtual, present, last, whole(win), whole(loss)
    )
    legal = legal_pairs(table, opponents, cells, played, forbidden)
    n, most = table.shape[0], most_conflicts(legal)
    possible, bye_score = _bye_score(table, legal, most)
    if not possible:
        return NO_PAIRING
    partner, floating = np.empty(n, np.int64), np.empty(n, np.int64)
    moved, start = whole(0), whole(0)
    while start < n:
        b = _bracket(table, legal, most, bye_score, floating, moved, start)
        mates = np.empty(b.members.size, np.int64)
        pair_bracket(b, whole(ways), mates)
        moved, start = whole(0), b.end
        for a in range(b.members.size):
            if mates[a] >= 0:
                partner[b.members[a]] = b.members[mates[a]]
            elif b.end == n:
                partner[b.members[a]] = b.members[a]
            else:
                floating[moved] = b.members[a]
                moved += 1
    for i in range(n):
        p, q = table[i, PLAYER], table[partner[i], PLAYER]
        out_opponent[p] = BYE if p == q else q
        if i < partner[i]:
            white = first_has_white(table, i, partner[i], colours, cells, played, whole(initial))
            out_colour[p] = 1 if white else -1
            out_colour[q] = -out_colour[p]
    return OK


def pair_dutch(history: History, *, ways: int = ALL_WAYS) -> Pairing | None:
    """Pair the next round by the FIDE (Dutch) System, C.04.3 of 2026.

    Parameters
    ----------
    history
        The event so far, and who is present.
    ways
        For tests: leaves out quicker ways to the same pairing.

    Returns
    -------
    Pairing or None
        None where no legal pairing exists; the arbiter decides then (1.9.3), never a rematch.

    Examples
    --------
    Round 1 of four players: the top half meets the bottom half.

    >>> import numpy as np
    >>> none = np.zeros((4, 0))
    >>> history = History(
    ...     rounds=3,
    ...     opponents=none.astype(np.int16),
    ...     colours=none.astype(np.int8),
    ...     cells=none.astype(np.uint8),
    ...     scores=none.astype(np.int16),
    ...     present=np.ones(4, bool),
    ... )
    >>> pairing = pair_dutch(history)
    >>> pairing.white, pairing.black
    ((0, 3), (2, 1))
    """
    out_opponent = np.empty(history.players, np.int64)
    out_colour = np.empty(history.players, np.int64)
    virtual = np.zeros((0, 0)) if history.virtual is None else history.virtual
    forbidden = np.zeros((0, 0)) if history.forbidden is None else history.forbidden
    points, played = history.points, history.played_rounds
    status = pair_round(
        _plain(history.opponents, np.int16),
        _plain(history.colours, np.int8),
        _plain(history.cells, np.uint8),
        _plain(history.scores, np.int16),
        played,
        _plain(virtual, np.int16),
        _plain(history.present, np.bool_),
        _plain(forbidden, np.bool_),
        history.rounds,
        max(points.win, points.draw),
        points.loss,
        history.initial_colour,
        out_opponent,
        out_colour,
        ways,
    )
    if status != OK:
        return None
    white = np.flatnonzero(out_colour == 1)
    bye = np.flatnonzero(out_opponent == BYE)
    scores = history.scores.sum(axis=1, dtype=np.int64)
    if history.virtual is not None:
        scores = scores + history.virtual[:, played]
    found = int(bye[0]) if bye.size else None
    return Pairing.in_order(white.tolist(), out_opponent[white].tolist(), found, scores)


def _plain(values: Array, dtype: type[np.generic]) -> Array:
    """The same values, writeable and C-contiguous, so that one compiled version serves all."""
    return np.array(values, dtype=dtype, order="C")
