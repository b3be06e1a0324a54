"""What a reader changed, left out or guessed, collected while it reads."""

from __future__ import annotations

from collections.abc import Hashable

from tprstats.records import Adjustment

__all__ = ["NOT_READ", "SHOWN", "Notes"]

SHOWN = 5
NOT_READ = "not read"
"""How a note on a line that was passed over begins."""


class Notes:
    """Adjustments of one file; those with the same words become one line of the event.

    Examples
    --------
    >>> notes = Notes()
    >>> for number in (3, 7):
    ...     notes.add("rating 0 read as unrated", f"player {number}", 10 + number, player=number)
    >>> [str(a) for a in notes.event()]
    ['player 3, player 7, line 13: rating 0 read as unrated']
    >>> [str(a) for a in notes.of(7)]
    ['player 7, line 17: rating 0 read as unrated']
    """

    def __init__(self) -> None:
        self._rows: dict[str, list[Adjustment]] = {}
        self._players: dict[Hashable, list[Adjustment]] = {}

    def add(
        self, what: str, where: str = "", line: int | None = None, *, player: Hashable = None
    ) -> None:
        """Note something; ``player`` is the key of the player it concerns."""
        row = Adjustment(what, where, line)
        self._rows.setdefault(what, []).append(row)
        if player is not None:
            self._players.setdefault(player, []).append(row)

    def of(self, player: Hashable) -> tuple[Adjustment, ...]:
        """What concerns one player."""
        return tuple(self._players.get(player, ()))

    def event(self) -> tuple[Adjustment, ...]:
        """Everything, one line for each kind of note."""
        return tuple(_joined(what, rows) for what, rows in self._rows.items())


def _joined(what: str, rows: list[Adjustment]) -> Adjustment:
    places = list(dict.fromkeys(r.where for r in rows if r.where))
    where = ", ".join(places[:SHOWN])
    if len(places) > SHOWN:
        where += f" and {len(places) - SHOWN} more"
    elif not where and len(rows) > 1:
        where = f"{len(rows)} times"
    return Adjustment(what, where, rows[0].line)
