"""The order of play of a record's games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tprstats.records.games import Game, GameKind

if TYPE_CHECKING:
    from tprstats.records.record import Record

__all__ = ["order_known", "playing_order", "rated_in_order", "rise"]


def playing_order(record: Record) -> list[int]:
    """Places of all games of a record in the order of play: number 1 is the first.

    As they stand where the record says so; else by date where each game that counts has one, by
    round where they are the rounds of one event, or as they stand. Games that do not count keep a
    number: by their own date or round, else after the game before them.

    Examples
    --------
    >>> from tprstats.records import Game, Player, Record
    >>> games = [Game(2400, 1, round=k) for k in (2, 1)] + [Game(None, 1, round=1)]
    >>> playing_order(Record(Player("A"), tuple(games)))
    [1, 2, 0]
    """
    games = record.games
    rated = record.rated()
    if record.in_order or not rated or not order_known(rated):
        return list(range(len(games)))
    dated = all(g.date for g in rated)
    places: list[int] = []
    for g in games:
        own = (g.date.toordinal() if g.date else None) if dated else g.round
        places.append(own if own is not None else places[-1] if places else 0)
    return sorted(range(len(games)), key=places.__getitem__)


def rated_in_order(record: Record) -> list[Game]:
    """The games that count, in the order of play.

    Examples
    --------
    >>> import datetime as dt
    >>> from tprstats.records import Game, Player, Record
    >>> games = [Game(2400, 1, date=dt.date(2026, 5, day)) for day in (9, 2)]
    >>> [g.date.day for g in rated_in_order(Record(Player("A"), tuple(games)))]
    [2, 9]
    """
    counted = [g.rated and g.kind is GameKind.PLAYED for g in record.games]
    return [record.games[k] for k in playing_order(record) if counted[k]]


def order_known(games: Sequence[Game]) -> bool:
    """Whether games tell the order of play: a date for each, or each its own round of one event.

    Where some have a date, the rounds must agree with these.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> order_known(Record.from_results([2300, 2400], [1, 0]).games)
    True
    """
    return all(g.date for g in games) or _rounds_of_one_event(games)


def _rounds_of_one_event(games: Sequence[Game]) -> bool:
    rounds = [g.round for g in games if g.round is not None]
    if len(set(rounds)) < len(games) or len({g.event for g in games}) > 1:
        return False
    dates = [games[k].date for k in sorted(range(len(games)), key=rounds.__getitem__)]
    return rise([d for d in dates if d is not None])


def rise(places: Sequence[Any]) -> bool:
    """Whether none is below the one before it."""
    return all(a <= b for a, b in pairwise(places))
