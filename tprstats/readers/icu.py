"""Reports of games abroad to the Irish Chess Union: CSV, a block of rounds for each player."""

from __future__ import annotations

import csv
import re

from tprstats.errors import InputError
from tprstats.readers._notes import Notes
from tprstats.readers._results import parse_own_result
from tprstats.readers._values import parse_number, parse_rating, quoted
from tprstats.readers.registry import reader
from tprstats.records import Colour, Event, Game, GameKind, Player, RatingKind, Record

__all__ = ["read_icu_report"]

EVENT = re.compile(r"\s*Event\s*,\s*[^\n]+\n(?:[^\n]*\n){0,20}?\s*Player\s*,\s*\d*\s*,[^\n,]+,")
COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK, "-": Colour.NONE, "": Colour.NONE}
BYES = (GameKind.UNPAIRED, GameKind.HALF_BYE, GameKind.BYE)
WIDTH = 8


@reader("icu", "report of games abroad (Event, Player, rounds)", lambda h: bool(EVENT.match(h)))
def read_icu_report(text: str, source: str) -> Event:
    """The records of the reported players; their opponents have none of their own.

    A line of a round holds round, result, colour, family name, first name, rating, title and
    federation of the opponent; ``6,0,-`` is a round that was not played. A stated total is
    compared with the results.

    Examples
    --------
    >>> report = "Event,Open\\nPlayer,507,Lur,Ann\\n1,=,B,Black,Joan,2209,,ENG\\nTotal,0.5\\n"
    >>> read_icu_report(report, "x").record("Lur").games[0].opponent_rating
    2209.0
    """
    notes = Notes()
    facts = {"event": ""}
    blocks: list[tuple[Player, list[Game], list[float]]] = []
    at = 0
    try:
        for line in text.split("\n"):
            at += 1
            cells = [c.strip() for c in next(csv.reader([line], strict=True), [])]
            if not any(cells):
                continue
            if cells[0].casefold() == "player":
                blocks.append((_player(cells), [], []))
            elif not blocks:
                facts[cells[0].casefold()] = cells[1] if len(cells) > 1 else ""
            elif cells[0].casefold() == "total" and len(cells) > 1:
                blocks[-1][2].append(parse_number(cells[1]))
            else:
                blocks[-1][1].append(_game(cells, facts["event"]))
    except (ValueError, csv.Error) as error:
        raise InputError(str(error), source=source, line=at) from None
    if not blocks:
        raise InputError("no line that starts with Player", source=source)
    records = []
    for player, games, totals in blocks:
        points = sum(g.half_points for g in games) / 2
        if totals and totals[0] != points:
            notes.add(
                f"the total says {totals[0]:g}, the results give {points:g}: results used",
                player.name,
                player=player.name,
            )
        given = totals[0] if totals else None
        adjustments = notes.of(player.name)
        records.append(Record(player, tuple(games), given, False, facts["event"], adjustments))
    return Event(facts["event"], tuple(records), "log", 0, source, notes.event())


def _player(cells: list[str]) -> Player:
    id_, family, first = (*cells[1:4], "", "", "")[:3]
    if not family:
        raise ValueError("a player without a name; write Player,id,family name,first name")
    name = ", ".join(part for part in (family, first) if part)
    return Player(name, id=id_, federation="IRL", rating_kind=RatingKind.UNKNOWN)


def _game(cells: list[str], event: str) -> Game:
    r, result, colour, family, first, rating, title, federation = (*cells, *[""] * WIDTH)[:WIDTH]
    if not r.isdecimal() or len(r) > 2:
        raise ValueError(f"round {quoted(r)} is not a number")
    if colour.upper() not in COLOURS:
        raise ValueError(f"colour {quoted(colour)}; write W, B or -")
    half_points, kind = parse_own_result(result)
    name = ", ".join(part for part in (family, first) if part)
    value, status = parse_rating(rating)
    return Game(
        opponent_rating=value if name else None,
        half_points=half_points,
        opponent=name,
        kind=kind if name else BYES[half_points],
        colour=COLOURS[colour.upper()],
        round=int(r) or None,
        status=status,
        opponent_title=title,
        opponent_federation=federation,
        event=event,
    )
