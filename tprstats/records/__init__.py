"""Games, one player's record, an event, and the batch of records that every rule works on.

Scores are whole numbers of half points. A record keeps *all* of a player's rounds, byes and
forfeits too; :meth:`Record.played` are the games that count for a performance rating, and
:meth:`Record.left_out` says what did not count and why.
"""

from tprstats.records.batch import RecordBatch
from tprstats.records.event import Event
from tprstats.records.filters import GameFilter
from tprstats.records.games import (
    UNNAMED,
    Adjustment,
    Colour,
    Game,
    GameKind,
    LeftOut,
    Player,
    RatingKind,
    RatingStatus,
    check_rating,
    parse_colour,
    parse_score,
    rating_list,
)
from tprstats.records.groups import GROUPINGS, split
from tprstats.records.record import Record

__all__ = [
    "GROUPINGS",
    "UNNAMED",
    "Adjustment",
    "Colour",
    "Event",
    "Game",
    "GameFilter",
    "GameKind",
    "LeftOut",
    "Player",
    "RatingKind",
    "RatingStatus",
    "Record",
    "RecordBatch",
    "check_rating",
    "parse_colour",
    "parse_score",
    "rating_list",
    "split",
]
