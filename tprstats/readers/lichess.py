"""What lichess exports as NDJSON: games, and the results of arenas and Swiss tournaments."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from tprstats.errors import InputError
from tprstats.readers._doubles import Marks
from tprstats.readers._from_games import GameRow, Side, games_event
from tprstats.readers._json import json_lines, text_of
from tprstats.readers._notes import Notes
from tprstats.readers._source import Source
from tprstats.readers._values import parse_number, parse_rating, quoted, variant_name
from tprstats.readers.registry import reader
from tprstats.records import Colour, Event, GameKind, Player, RatingKind, RatingStatus, Record

__all__ = ["read_lichess", "read_lichess_results"]

GAME = re.compile(r'^\{"id":(?=[^\n]*"players":)(?=[^\n]*"(?:variant|perf)":)')
RESULT = re.compile(r'^\{(?=[^\n]*"rank":)(?=[^\n]*"username":)(?=[^\n]*"(?:score|points)":)')
NOT_OVER = frozenset(("created", "started", "unknownfinish"))
SIDES = ("white", "black")


def _is_lichess(head: str) -> bool:
    return bool(GAME.match(_compact(head)))


def _is_results(head: str) -> bool:
    return bool(RESULT.match(_compact(head)))


def _compact(head: str) -> str:
    """The first line without the blanks around colons, that some programs put."""
    line = head.lstrip().partition("\n")[0]
    return re.sub(r'"\s*:\s*', '":', line).replace("{ ", "{")


@reader("lichess", "games of lichess as NDJSON", _is_lichess, takes="stream")
def read_lichess(content: Source, source: str) -> Event:
    """The log or event in a lichess export of games (``application/x-ndjson``), one a line.

    Correspondence, variants and each speed have ratings of their own (:attr:`Game.list`), casual
    games are marked, programs have the title BOT (Stockfish no rating), ``?`` ratings are
    provisional. Aborted games are told apart; ``noStart`` is a forfeit; a game in which not both
    moved is ``SHORT``, as lichess rates neither.

    Examples
    --------
    >>> from tprstats import read
    >>> game = (
    ...     b'{"id":"a","rated":true,"variant":"standard","speed":"blitz","status":"mate",'
    ...     b'"players":{"white":{"user":{"name":"Ann"},"rating":1800},'
    ...     b'"black":{"user":{"name":"Joan"},"rating":1700,"provisional":true}},"winner":"white"}'
    ... )
    >>> g = read(game).record("Ann").games[0]
    >>> g.half_points, g.opponent_rating, g.status.value, g.list
    (2, 1700.0, 'provisional', 'lichess blitz')
    """
    notes = Notes()
    rows = []
    for line, game in json_lines(content):
        try:
            rows.append(_row(game, line, notes))
        except ValueError as error:
            raise InputError(str(error), source=source, line=line) from None
    return games_event(rows, source, notes)


def _row(game: Any, line: int, notes: Notes) -> GameRow:
    if not isinstance(game, dict) or not isinstance(game.get("players"), dict):
        raise ValueError("not a game: players are missing")
    white, black = (_side(game["players"].get(colour), line, notes) for colour in SIDES)
    own, other, kind = _result(game)
    rated = game.get("rated") is not False
    speed = text_of(game, "speed").casefold()
    variant = variant_name(text_of(game, "variant"))
    began = _moment(game.get("createdAt"))
    event = text_of(game, "tournament") or text_of(game, "swiss")
    return GameRow(
        first=white,
        second=black,
        colour=Colour.WHITE,
        half_points=(own, other),
        kind=kind,
        line=line,
        date=began.date() if began else None,
        time=f"{began:%H:%M:%S}" if began else "",
        event=f"tournament {event}" if event else f"{'rated' if rated else 'casual'} {speed} game",
        eco=text_of(game, "opening", "eco"),
        speed="standard" if speed == "classical" else speed,
        rating_kind=RatingKind.LICHESS,
        variant=variant,
        casual=not rated,
        plies=len(game["moves"].split()) if isinstance(game.get("moves"), str) else None,
        marks=Marks((text_of(game, "id"), began, white, black, own, speed, variant)),
    )


def _side(said: Any, line: int, notes: Notes) -> Side:
    level = text_of(said, "aiLevel")
    if level:
        return Side(f"Stockfish level {level}", title="BOT")
    name = text_of(said, "user", "name") or text_of(said, "name")
    rating, status = parse_rating(text_of(said, "rating"))
    if rating is not None and isinstance(said, dict) and said.get("provisional") is True:
        status = RatingStatus.PROVISIONAL
        notes.add("provisional rating: kept", name, line)
    return Side(name, rating, status, text_of(said, "user", "title"))


def _result(game: dict[str, Any]) -> tuple[int, int, GameKind]:
    status, winner = text_of(game, "status").casefold(), text_of(game, "winner")
    points = {"white": (2, 0), "black": (0, 2), "": (1, 1)}
    if winner not in points:
        raise ValueError(f"winner {quoted(winner)}; white, black or none is expected")
    if status == "aborted" or (status == "nostart" and not winner):
        return 0, 0, GameKind.ABORTED
    if status in NOT_OVER and not winner:
        return 0, 0, GameKind.UNFINISHED
    own, other = points[winner]
    if status == "nostart":
        return own, other, GameKind.FORFEIT
    moves = game.get("moves")
    short = isinstance(moves, str) and len(moves.split()) < 2
    return own, other, GameKind.SHORT if short else GameKind.PLAYED


def _moment(milliseconds: Any) -> dt.datetime | None:
    try:
        return dt.datetime.fromtimestamp(float(milliseconds) / 1000.0, dt.UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return None


@reader("lichess-results", "results of a lichess tournament as NDJSON", _is_results, takes="stream")
def read_lichess_results(content: Source, source: str) -> Event:
    """The standings of an arena or Swiss: ratings, points and the performance that lichess gives.

    There are no games in them, so nothing can be rated; the note says how to get the games.

    Examples
    --------
    >>> from tprstats import read
    >>> event = read(b'{"rank":1,"score":12,"rating":2830,"username":"Ann","performance":2873}')
    >>> event.kind, event.record("Ann").points, event.record("Ann").performance
    ('standings', 12.0, 2873.0)
    """
    records = []
    for line, value in json_lines(content):
        try:
            records.append(_standing(value))
        except ValueError as error:
            raise InputError(str(error), source=source, line=line) from None
    if not records:
        raise InputError("no players", source=source)
    notes = Notes()
    notes.add("standings without games: to rate players, export the tournament's games (NDJSON)")
    return Event("", tuple(records), "standings", source=source, adjustments=notes.event())


def _standing(value: Any) -> Record:
    name = text_of(value, "username") or text_of(value, "name")
    if not name:
        raise ValueError("a player without a username")
    rating, status = parse_rating(text_of(value, "rating"))
    points = text_of(value, "points") or text_of(value, "score")
    performance = text_of(value, "performance")
    return Record(
        Player(
            name,
            rating=rating,
            status=status,
            rating_kind=RatingKind.LICHESS,
            title=text_of(value, "title"),
        ),
        (),
        points=parse_number(points) if points else None,
        performance=parse_rating(performance)[0],
    )
