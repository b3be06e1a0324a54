"""What chess.com publishes: the monthly archives of a player as JSON."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from tprstats.errors import InputError
from tprstats.readers._doubles import Marks, game_id
from tprstats.readers._from_games import GameRow, Side, games_event
from tprstats.readers._json import json_value, text_of
from tprstats.readers._notes import Notes
from tprstats.readers._values import parse_rating, quoted, variant_name
from tprstats.readers.registry import reader
from tprstats.records import Colour, Event, GameKind, RatingKind

__all__ = ["read_chesscom"]

ARCHIVE = re.compile(r'\s*\{\s*"games"\s*:\s*\[\s*(?:\{(?s:.*)"(?:time_class|rules|end_time)"|\])')
ECO = re.compile(r'\[ECO "([A-E]\d\d)')
DRAWS = frozenset(
    ("agreed", "repetition", "stalemate", "insufficient", "50move", "50", "timevsinsufficient")
)
LOSSES = frozenset(
    (
        *("checkmated", "timeout", "resigned", "lose", "abandoned"),
        *("kingofthehill", "threecheck", "bughousepartnerlose"),
    )
)


def _is_chesscom(head: str) -> bool:
    return bool(ARCHIVE.match(head))


@reader("chess.com", "monthly archive of chess.com as JSON", _is_chesscom)
def read_chesscom(text: str, source: str) -> Event:
    """The log in a monthly archive (``{"games": [...]}``) of the published-data API.

    Ratings are those after the game, as chess.com gives them. Each time class and variant has a
    list of its own (:attr:`Game.list`); casual games are marked. ``abandoned`` is a loss that
    counts.

    Examples
    --------
    >>> game = (
    ...     '{"games":[{"rated":true,"time_class":"blitz","rules":"chess","end_time":1667513819,'
    ...     '"white":{"username":"Ann","rating":1800,"result":"win"},'
    ...     '"black":{"username":"Joan","rating":1700,"result":"abandoned"}}]}'
    ... )
    >>> g = read_chesscom(game, "").record("Joan").games[0]
    >>> g.half_points, g.opponent_rating, g.list, str(g.date)
    (0, 1800.0, 'chess.com blitz', '2022-11-03')
    """
    notes = Notes()
    value = json_value(text, source)
    games = value.get("games") if isinstance(value, dict) else None
    if not isinstance(games, list):
        raise InputError("no list of games", source=source)
    rows = []
    for number, game in enumerate(games, 1):
        try:
            rows.append(_row(game))
        except ValueError as error:
            raise InputError(f"game {number}: {error}", source=source) from None
    notes.add("ratings of chess.com are those after the game")
    return games_event(rows, source, notes)


def _row(game: Any) -> GameRow:
    white, black = (_side(game, colour) for colour in ("white", "black"))
    speed = text_of(game, "time_class").casefold()
    ended = _moment(game.get("end_time"))
    eco = ECO.search(text_of(game, "pgn"))
    rated = game.get("rated") is not False
    number = game_id(text_of(game, "url"))
    place = text_of(game, "tournament") or text_of(game, "match")
    return GameRow(
        first=white,
        second=black,
        colour=Colour.WHITE,
        half_points=_half_points(game),
        kind=GameKind.PLAYED,
        line=None,
        date=ended.date() if ended else None,
        time=f"{ended:%H:%M:%S}" if ended else "",
        event=place.rpartition("/")[2] or f"{'rated' if rated else 'casual'} {speed} game",
        eco=eco.group(1) if eco else "",
        speed=speed,
        rating_kind=RatingKind.CHESSCOM,
        variant=variant_name(text_of(game, "rules")),
        casual=not rated,
        marks=Marks((number, ended, white.name, black.name) if number else None),
    )


def _side(game: Any, colour: str) -> Side:
    name = text_of(game, colour, "username")
    if not name:
        raise ValueError(f"{colour} has no username")
    rating, status = parse_rating(text_of(game, colour, "rating"))
    return Side(name, rating, status)


def _half_points(game: Any) -> tuple[int, int]:
    white, black = (text_of(game, colour, "result").casefold() for colour in ("white", "black"))
    for said in (white, black):
        if said != "win" and said not in DRAWS and said not in LOSSES:
            raise ValueError(f"result {quoted(said)} is not one of chess.com's")
    if white in DRAWS and black in DRAWS:
        return 1, 1
    if white == "win" and black in LOSSES:
        return 2, 0
    if black == "win" and white in LOSSES:
        return 0, 2
    raise ValueError(f"results {quoted(white)} and {quoted(black)} contradict each other")


def _moment(seconds: Any) -> dt.datetime | None:
    try:
        return dt.datetime.fromtimestamp(float(seconds), dt.UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return None
