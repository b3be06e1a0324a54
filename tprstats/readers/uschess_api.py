"""The standings of a section as the US Chess ratings site answers them, in JSON."""

from __future__ import annotations

from typing import Any

from tprstats.errors import InputError
from tprstats.readers._from_rows import NOT_PAIRED, Cell, Heading, Row, crosstable_event
from tprstats.readers._json import json_value, text_of
from tprstats.readers._notes import Notes
from tprstats.readers._values import parse_number, parse_rating, quoted
from tprstats.readers.registry import reader
from tprstats.records import Colour, Event, GameKind, Player, RatingKind, RatingStatus

__all__ = ["read_us_chess_api"]

MOST_ROUNDS = 99
COLOURS = {"White": Colour.WHITE, "Black": Colour.BLACK}
MET: dict[str, tuple[int, GameKind]] = {
    "Win": (2, GameKind.PLAYED),
    "Draw": (1, GameKind.PLAYED),
    "Loss": (0, GameKind.PLAYED),
    "WinForfeit": (2, GameKind.FORFEIT),
    "DrawForfeit": (1, GameKind.FORFEIT),
    "Forfeit": (0, GameKind.FORFEIT),
}
ALONE: dict[str, tuple[int, GameKind]] = {
    "ByeFull": (2, GameKind.BYE),
    "Bye": (2, GameKind.BYE),
    "WinForfeit": (2, GameKind.BYE),
    "ByeHalf": (1, GameKind.HALF_BYE),
    "ByeZero": (0, GameKind.ZERO_BYE),
    "Forfeit": (0, GameKind.UNPAIRED),
    "Unpaired": (0, GameKind.UNPAIRED),
}


@reader(
    "us-chess-api",
    "US Chess standings in JSON",
    lambda head: head.lstrip().startswith("{") and '"roundOutcomes"' in head,
)
def read_us_chess_api(text: str, source: str) -> Event:
    """The event of one section; ratings are the regular ones before it, else the first given.

    Raises
    ------
    InputError
        For an outcome that is not known, or a player without a pairing number.
    """
    top = json_value(text, source)
    items = top.get("items") if isinstance(top, dict) else None
    if not isinstance(items, list) or not items:
        raise InputError("no standings (a list called items)", source=source)
    notes = Notes()
    if top.get("hasNextPage") is True or top.get("hasPreviousPage") is True:
        notes.add("one page of several: opponents on the others count as unrated")
    try:
        rows = [_row(item, notes) for item in items]
    except ValueError as error:
        raise InputError(str(error), source=source) from None
    return crosstable_event(rows, Heading(name="", source=source), notes)


def _row(item: Any, notes: Notes) -> Row:
    number = _whole(item, "pairingNumber")
    if number == 0:
        raise ValueError(f"pairing number {quoted(text_of(item, 'pairingNumber'))} of a player")
    ratings = item.get("ratings")
    known = [r for r in ratings if isinstance(r, dict)] if isinstance(ratings, list) else []
    chosen = next((r for r in known if r.get("ratingSystem") == "R"), known[0] if known else {})
    if known and chosen.get("ratingSystem") != "R":
        notes.add("no regular rating: another one is used", f"player {number}", player=number)
    rating, status = parse_rating(text_of(chosen, "preRating"))
    if rating is not None and "postProvisionalGameCount" in chosen:
        status = RatingStatus.PROVISIONAL
    name = " ".join(f"{text_of(item, 'firstName')} {text_of(item, 'lastName')}".split())
    if not name:
        raise ValueError(f"player {number} has no name")
    player = Player(
        name=name,
        number=number,
        rating=rating,
        status=status,
        rating_kind=RatingKind.NATIONAL,
        federation=text_of(item, "stateRep"),
        id=text_of(item, "memberId"),
    )
    cells: dict[int, Cell] = {}
    outcomes = item.get("roundOutcomes")
    for outcome in outcomes if isinstance(outcomes, list) else ():
        r = _whole(outcome, "roundNumber")
        if not 1 <= r <= MOST_ROUNDS or r in cells:
            raise ValueError(f"player {number}: round {r} is out of range or given twice")
        cells[r] = _cell(outcome, number)
    points = text_of(item, "score")
    rounds = range(1, max(cells, default=0) + 1)
    return Row(player, tuple(map(cells.get, rounds)), parse_number(points) if points else None, 0)


def _cell(outcome: Any, number: int) -> Cell:
    code, opponent = text_of(outcome, "outcome"), _whole(outcome, "opponentPairingNumber")
    table = MET if opponent else ALONE
    if code not in table:
        raise ValueError(f"player {number}: outcome {quoted(code)} is not known")
    half_points, kind = table[code]
    if not opponent:
        if kind is GameKind.UNPAIRED:
            return NOT_PAIRED
        return Cell(None, Colour.NONE, half_points, kind)
    return Cell(opponent, COLOURS.get(text_of(outcome, "color"), Colour.NONE), half_points, kind)


def _whole(item: Any, key: str) -> int:
    """A number from the file; 0 where there is none."""
    text = text_of(item, key)
    return int(text) if text.isdecimal() and len(text) <= 5 else 0
