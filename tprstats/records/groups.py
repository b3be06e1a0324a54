"""A season in parts: by event, month, colour, opening and so on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tprstats.errors import UnknownNameError
from tprstats.records.games import Colour, Game

if TYPE_CHECKING:
    from tprstats.records.record import Record

__all__ = ["GROUPINGS", "split"]

UNKNOWN = "not known"
COLOURS = {Colour.WHITE: "White", Colour.BLACK: "Black", Colour.NONE: UNKNOWN}
BAND = 200
APART = 60
"""Days without a game after which an event of the same name is the next one."""

GROUPINGS: dict[str, tuple[Callable[[Game], str], bool]] = {
    "event": (lambda g: g.event, False),
    "year": (lambda g: str(g.date.year if g.date else g.year or ""), True),
    "month": (lambda g: f"{g.date:%Y-%m}" if g.date else "", True),
    "colour": (lambda g: COLOURS[g.colour], False),
    "opening": (lambda g: g.eco[:3].upper(), True),
    "volume": (lambda g: g.eco[:1].upper(), True),
    "speed": (lambda g: g.speed, False),
    "list": (lambda g: g.list, False),
    "opponents": (lambda g: _band(g.opponent_rating), True),
}
"""Id: the label of a game's part, and whether the parts are in the order of their labels
(else as they come up first)."""


def split(record: Record, by: str) -> dict[str, Record]:
    """The record in parts, each a record of its own; together they hold every round.

    Parameters
    ----------
    record
        Any record.
    by
        ``event``, ``year``, ``month``, ``colour``, ``opening`` (ECO code), ``volume`` (ECO
        letter), ``speed``, ``list`` (of the ratings) or ``opponents`` (steps of 200 Elo).

    Examples
    --------
    >>> from tprstats.records import Record
    >>> record = Record.from_results([2300, 2250, 2200], [1, 0, 1], colours="wbw")
    >>> {label: len(part) for label, part in split(record, "colour").items()}
    {'White': 2, 'Black': 1}
    """
    try:
        label, ordered = GROUPINGS[by]
    except KeyError:
        raise UnknownNameError("grouping", by, list(GROUPINGS)) from None
    parts: dict[str, list[Game]] = {}
    for game in record.games:
        parts.setdefault(label(game) or UNKNOWN, []).append(game)
    if by == "event":
        parts = _occurrences(parts)
        order = {id(game): k for k, game in enumerate(record.games)}
        parts = dict(sorted(parts.items(), key=lambda part: order[id(part[1][0])]))
    names = sorted(parts, key=lambda n: (n == UNKNOWN, n)) if ordered else list(parts)
    return {name: record.with_games(parts[name]) for name in names}


def _occurrences(events: dict[str, list[Game]]) -> dict[str, list[Game]]:
    """Events of one name that lie far apart in time, told apart by their first month."""
    found: dict[str, list[Game]] = {}
    for name, games in events.items():
        runs: list[list[Game]] = []
        last = None
        for game in games:
            if not runs or (game.date and last and abs((game.date - last).days) > APART):
                runs.append([])
            runs[-1].append(game)
            last = game.date or last
        for run in runs:
            first = next((g.date for g in run if g.date), None)
            label = f"{name} ({first:%Y-%m})" if len(runs) > 1 and first else name
            found.setdefault(label, []).extend(run)
    return found


def _band(rating: float | None) -> str:
    if rating is None:
        return "unrated"
    low = int(rating) // BAND * BAND
    return f"{low:4d}-{low + BAND - 1}"
