"""Swiss Perfect's own files: players in NAME.trn, results in NAME.sco beside it (dBase III)."""

from __future__ import annotations

import re
from pathlib import Path

from tprstats.errors import InputError
from tprstats.readers._dbase import dbase_fields, dbase_rows
from tprstats.readers._from_rows import Cell, Heading, Row, crosstable_event
from tprstats.readers._notes import Notes
from tprstats.readers._source import Source
from tprstats.readers._values import parse_rating
from tprstats.readers.registry import reader
from tprstats.records import Colour, Event, GameKind, Player, RatingKind

__all__ = ["read_swiss_perfect"]

PLAYED = "1"
MOST_ROUNDS = 99
NAME = re.compile(r"^Name=(.*)$", re.M)
BYES = {"2": (2, GameKind.BYE), "1": (1, GameKind.HALF_BYE), "0": (0, GameKind.UNPAIRED)}


@reader(
    "swiss-perfect",
    "Swiss Perfect (.trn with its .sco beside it)",
    lambda head: bool(dbase_fields(head)),
    takes="source",
)
def read_swiss_perfect(source: Source) -> Event:
    """The event of a .trn file and the .sco (and .ini, for the name) in the same folder.

    The rating is the international one, else the local one, as is noted where both occur. Games
    of type 1 were played; other games between two players are forfeits. Rounds without an opponent
    keep the points that the .sco states, which lacks half-point byes.

    Raises
    ------
    InputError
        For another dBase file, and where the .sco is missing.
    """
    fields = {name for name, _ in dbase_fields(source.data)}
    if {"ROUND", "WHITE", "BLACK"} <= fields:
        raise InputError("results of Swiss Perfect: give the .trn beside it", source=source.name)
    if not {"ID", "SURNAME"} <= fields:
        shown = ", ".join(sorted(fields)[:4])
        raise InputError(
            f"a dBase file of another program (fields {shown} ...); give a crosstable as text",
            source=source.name,
        )
    players = dbase_rows(source.data)
    scores = _beside(source, ".sco")
    if scores is None or "WHITE" not in {name for name, _ in dbase_fields(scores)}:
        raise InputError(
            "players of Swiss Perfect without results: NAME.sco must lie beside NAME.trn",
            source=source.name,
        )
    notes = Notes()
    try:
        numbers = _numbers(players, notes)
        cells = _cells(dbase_rows(scores), numbers, notes)
        rows = [_row(p, numbers[p["ID"]], cells, notes) for p in players]
    except ValueError as error:
        raise InputError(str(error), source=source.name) from None
    _note_two_lists(rows, notes)
    settings = (_beside(source, ".ini") or b"").decode("cp1252", "replace")
    name = match.group(1).strip() if (match := NAME.search(settings)) else ""
    return crosstable_event(rows, Heading(name=name, source=source.name), notes)


def _beside(source: Source, ending: str) -> bytes | None:
    """The content of the file with another ending, in either case; None where there is none."""
    path = Path(source.name)
    for candidate in (path.with_suffix(ending), path.with_suffix(ending.upper())):
        try:
            with candidate.open("rb") as file:
                return file.read(source.max_bytes)
        except (OSError, ValueError):
            continue
    return None


def _numbers(players: list[dict[str, str]], notes: Notes) -> dict[str, int]:
    """Start number by id; the ids themselves where the start numbers are no numbering."""
    ids = [p["ID"] for p in players]
    if len(set(ids)) < len(ids) or not all(i.isdecimal() and len(i) < 6 for i in ids):
        raise ValueError("the ids of the players are not different numbers")
    starts = [p.get("START_NO", "") for p in players]
    usable = all(s.isdecimal() and len(s) < 6 and int(s) for s in starts)
    if not usable or len(set(starts)) < len(starts):
        notes.add("start numbers are missing or given twice: players numbered by their id")
        starts = ids
    return {i: int(s) for i, s in zip(ids, starts, strict=True)}


def _cells(
    games: list[dict[str, str]], numbers: dict[str, int], notes: Notes
) -> dict[tuple[int, int], Cell]:
    """What each player did in each round, by (round, start number)."""
    cells: dict[tuple[int, int], Cell] = {}
    for game in games:
        if not game["ROUND"].isdecimal() or not 1 <= int(game["ROUND"]) <= MOST_ROUNDS:
            raise ValueError(f"round {game['ROUND']!r} of a game is not a number")
        r, white, black = int(game["ROUND"]), game["WHITE"], game["BLACK"]
        for own, other, letter, colour in (
            (white, black, "W", Colour.WHITE),
            (black, white, "B", Colour.BLACK),
        ):
            if own not in numbers:
                continue
            score = game.get(f"{letter}_SCORE", "")
            if score not in BYES:
                raise ValueError(f"round {r}: score {score!r} of a game; 0, 1 or 2 half points")
            if other in numbers:
                both = {game.get("W_TYPE"), game.get("B_TYPE")} == {PLAYED}
                kind = GameKind.PLAYED if both else GameKind.FORFEIT
                cell = Cell(numbers[other], colour, int(score), kind)
            else:
                half_points, kind = BYES[score]
                if kind is GameKind.UNPAIRED:
                    notes.add("a round without opponent or points: it may be a half-point bye")
                cell = Cell(None, Colour.NONE, half_points, kind)
            if (r, numbers[own]) in cells:
                raise ValueError(f"round {r}: player {numbers[own]} has two games")
            cells[(r, numbers[own])] = cell
    return cells


def _row(
    player: dict[str, str], number: int, cells: dict[tuple[int, int], Cell], notes: Notes
) -> Row:
    international, _ = parse_rating(player.get("INTL_RTG", ""))
    local, status = parse_rating(player.get("LOC_RTG", ""))
    rating = international if international is not None else local
    kind = RatingKind.FIDE if international is not None else RatingKind.NATIONAL
    names = (player["SURNAME"], player.get("FIRSTNAME", ""))
    name = ", ".join(n for n in names if n)
    if not name:
        raise ValueError(f"player {number} has no name")
    rounds = max((r for r, _ in cells), default=0)
    return Row(
        Player(
            name=name,
            number=number,
            rating=rating,
            status=status if rating is local else type(status).RATED,
            rating_kind=kind,
            national_rating=local,
            federation=player.get("FEDER", ""),
            id=player.get("INTL_ID", "") or player.get("LOC_ID", ""),
            team=player.get("CLUB", ""),
        ),
        tuple(cells.get((r, number)) for r in range(1, rounds + 1)),
        None,
        0,
    )


def _note_two_lists(rows: list[Row], notes: Notes) -> None:
    kinds = {row.player.rating_kind for row in rows if row.player.rating is not None}
    if len(kinds) > 1:
        notes.add("international ratings, local ones for players who have none: two lists mixed")
