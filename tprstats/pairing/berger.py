"""Round robins by the Berger tables of the FIDE Handbook (C.05, annex 1)."""

from __future__ import annotations

from tprstats.errors import InputError
from tprstats.pairing.history import Pairing

__all__ = ["berger_table"]


def berger_table(
    players: int, *, double: bool = False, reverse_last_two: bool = True
) -> tuple[Pairing, ...]:
    """Who meets whom in every round.

    With n players, n even, round r belongs to the player x who meets the last one, x moving on by
    n/2 places a round; the others meet at equal distance from x around the circle of n - 1, the
    one ahead of x with White. The last player has White in every other round. An odd number of
    players takes the table of one more; who meets the missing last player has a bye.

    Parameters
    ----------
    players
        At least 2. The Handbook prints the tables for 3 to 24.
    double
        A second cycle with the colours reversed.
    reverse_last_two
        In a double round robin, play the last two rounds of the first cycle in reverse order, as
        the Handbook recommends: nobody then has one colour three times in a row.

    Returns
    -------
    tuple of Pairing
        One a round; players from 0, games in the order of the table. ``bye`` is who sits out.

    Raises
    ------
    InputError
        For fewer than two players.

    Examples
    --------
    >>> for table in berger_table(4):
    ...     print([(w + 1, b + 1) for w, b in zip(table.white, table.black)])
    [(1, 4), (2, 3)]
    [(4, 3), (1, 2)]
    [(2, 4), (3, 1)]
    """
    if isinstance(players, bool) or int(players) != players or players < 2:
        raise InputError(f"a round robin needs at least 2 players, not {players!r}")
    even = players + players % 2
    first = [_round(r, even, players) for r in range(even - 1)]
    if not double:
        return tuple(first)
    second = [Pairing(p.black, p.white, p.bye) for p in first]
    if reverse_last_two and len(first) > 1:
        first[-2:] = first[-1], first[-2]
    return tuple(first + second)


def _round(r: int, even: int, players: int) -> Pairing:
    """Round ``r`` from 0 of the table for an even number; a missing last player means a bye."""
    last, circle = even - 1, even - 1
    x = r * (even // 2) % circle
    games = [(last, x) if r % 2 else (x, last)]
    games += [((x + k) % circle, (x - k) % circle) for k in range(1, even // 2)]
    bye = None if players == even else x
    played = [g for g in games if max(g) < players]
    return Pairing(tuple(w for w, _ in played), tuple(b for _, b in played), bye)
