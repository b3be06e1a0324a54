"""The same game twice in one file, as when two exports are put one after the other."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tprstats.cells import counted
from tprstats.readers._notes import SHOWN, Notes

if TYPE_CHECKING:
    from tprstats.readers._from_games import GameRow

__all__ = ["Marks", "game_id", "without_doubles"]

GAME_ID = re.compile(
    r"lichess\.org/(?!analysis\b|training\b)([A-Za-z0-9]{8})(?:[A-Za-z0-9]{4})?(?![A-Za-z0-9])"
    r"|chess\.com/(?:\w+/)*game/(?:\w+/)?(\d{5,})"
)


@dataclass(frozen=True, slots=True)
class Marks:
    """What tells a game from all others, and what tells it from nearly all; None for nothing."""

    certain: Hashable = None
    likely: Hashable = None


def game_id(*places: str) -> str:
    """The number that lichess or chess.com gave a game, by its address; empty where none has one.

    Examples
    --------
    >>> game_id("https://lichess.org/AbCd1234/black"), game_id("chess.com/game/live/71234567890")
    ('AbCd1234', '71234567890')
    >>> game_id("https://lichess.org/study/AbCd1234", "London")
    ''
    """
    for place in places:
        if match := GAME_ID.search(place):
            return match.group(1) or match.group(2)
    return ""


def without_doubles(rows: Iterable[GameRow], notes: Notes) -> list[GameRow]:
    """The rows without games that were there before for certain; those likely to be are noted."""
    certain: set[Hashable] = set()
    likely: set[Hashable] = set()
    kept, dropped, doubtful = [], [], []
    for row in rows:
        marks = row.marks
        if marks.certain is not None and marks.certain in certain:
            dropped.append(row)
            continue
        if marks.likely is not None and marks.likely in likely:
            doubtful.append(row)
        certain.add(marks.certain)
        likely.add(marks.likely)
        kept.append(row)
    if dropped:
        what = f"{counted(len(dropped), 'game is', 'games are')} in the file twice, by the game's "
        notes.add(f"{what}number or by its tags and moves: counted once", *_where(dropped))
    if doubtful:
        what = counted(len(doubtful), "game looks", "games look")
        notes.add(f"{what} like one before, and may be the same: counted", *_where(doubtful))
    return kept


def _where(rows: Sequence[GameRow]) -> tuple[str, int | None]:
    shown = [f"{g.first.name} against {g.second.name} ({g.date or 'no date'})" for g in rows]
    places = list(dict.fromkeys(shown))
    more = " and more" if len(places) > SHOWN else ""
    return ", ".join(places[:SHOWN]) + more, rows[0].line
