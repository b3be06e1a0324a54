"""What is paired at one time: the bracket of C.04.3 article 1.3, and all that matters to it."""

from __future__ import annotations

from typing import NamedTuple

from tprstats.compiled import Array

__all__ = ["Bracket"]


class Bracket(NamedTuple):
    """One bracket; players are rows of the table of :mod:`.players`.

    Parameters
    ----------
    table
        The players of the round.
    legal
        Who may meet whom, bool, by rows.
    members
        Rows of the bracket's players in the order of article 1.2, the moved-down ones first.
        A *place* is an index into them: the BSN less one.
    moved
        Number of moved-down players.
    end
        First row of the following score group; the number of rows where there is none.
    next_end
        First row of the score group after that.
    most
        The largest number of others that one player of the round must not meet.
    bye_score
        Score at which the bye goes to somebody (C5); -1 where nobody gets it.
    """

    table: Array
    legal: Array
    members: Array
    moved: int
    end: int
    next_end: int
    most: int
    bye_score: int
