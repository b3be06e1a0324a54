"""One line of a list of games: from cells by role to a game of two sides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tprstats.cells import counted
from tprstats.errors import InputError
from tprstats.readers._card import Card
from tprstats.readers._from_games import GameRow, Side
from tprstats.readers._notes import Notes
from tprstats.readers._results import (
    BYE_WORDS,
    HALF_POINT,
    LETTER,
    parse_own_result,
    parse_pair_result,
    without_forfeit,
)
from tprstats.readers._usage import COLOUR_AND_RESULT, Cells, Usage, colour_of, usage_of
from tprstats.readers._values import (
    named_speed,
    parse_date,
    parse_rating,
    quoted,
    time_control_speed,
)
from tprstats.readers._words import folded, is_nobody
from tprstats.records import UNNAMED, Colour, GameKind, RatingKind

__all__ = ["game_rows"]

TIME = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?")
YEAR = re.compile(r"1[89]\d\d|20\d\d", re.ASCII)
# On chess-results' player card "- 1K" is a win by forfeit (kampflos), "- ½" a bye.
NOT_PLAYED = re.compile(rf"(?:{LETTER}\s*)?[-–]\s*({HALF_POINT}|[01])(K?)", re.I)
BOTH_SIDES = re.compile(r".[-–—−:/].")
BYES = (GameKind.UNPAIRED, GameKind.HALF_BYE, GameKind.BYE)


def game_rows(
    rows: Sequence[tuple[int, Cells]],
    source: str,
    card: Card,
    notes: Notes,
    line: int | None = None,
) -> list[GameRow]:
    """The games of numbered lines; ``line`` is that of the heading.

    Raises
    ------
    InputError
        With the line of a cell that cannot be what its column says.
    """
    try:
        usage = usage_of([row for _, row in rows], notes)
    except ValueError as error:
        raise InputError(str(error), source=source, line=line) from None
    games = []
    for at, row in rows:
        try:
            games.append(_game_row(row, at, usage, card, notes))
        except ValueError as error:
            raise InputError(str(error), source=source, line=at) from None
    _note_white_first(rows, games, notes)
    return games


def _note_white_first(
    rows: Sequence[tuple[int, Cells]], games: Sequence[GameRow], notes: Notes
) -> None:
    """Who writes the own points first means the opposite with Black."""
    black = [
        game
        for (_, row), game in zip(rows, games, strict=True)
        if game.colour is Colour.BLACK
        and game.half_points[0] != game.half_points[1]
        and _of_both_sides(row.get("result", ""))
    ]
    if black:
        what = f"{counted(len(black), 'game')} with Black"
        notes.add(f"1-0 and 0-1 are read with White first: {what}", line=black[0].line)


def _game_row(row: Cells, at: int, usage: Usage, card: Card, notes: Notes) -> GameRow:
    """The game of one line; ValueError says which cell is wrong."""
    date = parse_date(row.get("date", ""), month_first=usage.month_first, year_last=usage.year_last)
    if date is None and row.get("date"):
        notes.add("date not understood: the game counts, without a date", row["date"], at)
    online, rating_kind = _rating_kind(row, at, notes)
    control = row.get("time_control", "")
    speed = time_control_speed(control, online=online or rating_kind is RatingKind.UNKNOWN)
    game = _two_sided(row, at, notes) if "white" in row else _own_game(row, at, usage, card, notes)
    return replace(
        game,
        round=_whole(row.get("round", "")),
        board=_whole(row.get("board", "")),
        date=date,
        year=_year(row.get("year", "")) if date is None else None,
        time=row.get("time", "") or _time(row.get("date", "")),
        event=row.get("event", ""),
        eco=row.get("eco", ""),
        speed=speed or named_speed(row.get("event", "")),
        rating_kind=rating_kind,
    )


def _two_sided(row: Cells, at: int, notes: Notes) -> GameRow:
    white = _side(row, "white", "white_rating", at, notes)
    black = _side(row, "black", "black_rating", at, notes)
    if white.name and is_nobody(black.name):
        return _bye(white, row.get("result", ""), at, notes)
    if not white.name or not black.name:
        missing, there = ("Black", white.name) if white.name else ("White", black.name)
        beside = f" beside {quoted(there)}" if there else ""
        raise ValueError(f"no name for {missing}{beside}; give both, one in each column")
    if "result" in row:
        own, other, kind = _from_white(row["result"])
    else:
        own, kind = parse_own_result(row["white_result"])
        other = parse_own_result(row["black_result"])[0] if "black_result" in row else 2 - own
        if kind is GameKind.PLAYED and own + other != 2:
            raise ValueError(
                f"results {row['white_result']} and {row['black_result']} do not add up to 1"
            )
    return GameRow(white, black, Colour.WHITE, (own, other), kind, at)


def _bye(white: Side, text: str, at: int, notes: Notes) -> GameRow:
    """A round without an opponent in a list of pairings."""
    named = _bye_points(text)
    own = parse_own_result(text)[0] if named is None and text else named or 0
    if named is None:
        _note_bye(white, text, own, at, notes)
    return GameRow(white, Side(""), Colour.NONE, (own, 0), BYES[own], at)


def _bye_points(text: str) -> int | None:
    """Half points of a bye by its name; none are taken where it does not tell (spielfrei)."""
    return BYE_WORDS.get(folded(text), 0 if is_nobody(text) else None)


def _note_bye(side: Side, text: str, half_points: int, at: int, notes: Notes) -> None:
    """Points without an opponent: which sort of bye they are is a guess."""
    if half_points:
        what = f"result {text} without an opponent: {BYES[half_points].value}"
        notes.add(what, side.name, at, player=side.name)


def _from_white(text: str) -> tuple[int, int, GameKind]:
    try:
        return parse_pair_result(text)
    except ValueError as error:
        try:
            own, kind = parse_own_result(text)
        except ValueError:
            raise error from None
    return own, (0 if kind is GameKind.UNFINISHED else 2 - own), kind


def _own_game(row: Cells, at: int, usage: Usage, card: Card, notes: Notes) -> GameRow:
    own = _side(row, "name", "own_rating", at, notes)
    other = _side(row, "opponent", "opponent_rating", at, notes)
    other = replace(
        other,
        title=row.get("title", "").upper(),
        federation=row.get("federation", ""),
        id=row.get("id", ""),
    )
    if not own.name and card.name:
        own = Side(
            card.name, own.rating or card.rating, own.status, card.title, card.federation, card.id
        )
    text, letter = row["result"], row.get("colour", "")
    both = COLOUR_AND_RESULT.fullmatch(text)
    if both and not letter:
        letter, text = both.group(1), both.group(2)
    forfeit = both is not None and both.group(3) != ""
    bye = _bye_points(text) is not None
    if forfeit or bye or is_nobody(other.name) or NOT_PLAYED.fullmatch(text):
        if other.name and not forfeit and not is_nobody(other.name):
            notes.add(f"result {quoted(text)} is a bye: no game", other.name, at)
        return _not_played(own, other, text, forfeit, at, notes)
    colour = colour_of(letter, usage)
    *scores, kind = _from_player(text, colour)
    if not own.name:
        own = replace(own, name=UNNAMED)
    return GameRow(own, other, colour, (scores[0], scores[1]), kind, at)


def _of_both_sides(text: str) -> bool:
    """Whether a result has two parts; "1 w/o" is one."""
    return BOTH_SIDES.search(without_forfeit(text) or text) is not None


def _from_player(text: str, colour: Colour) -> tuple[int, int, GameKind]:
    """Half points of the player and of the opponent, and the kind."""
    try:
        white, black, kind = parse_pair_result(text)
    except ValueError:
        white, black, kind = 0, 2, GameKind.PLAYED
    if white == black and kind is not GameKind.UNFINISHED:
        return white, black, kind
    if not _of_both_sides(text):
        half_points, kind = parse_own_result(text)
        return half_points, (0 if kind is GameKind.UNFINISHED else 2 - half_points), kind
    white, black, kind = parse_pair_result(text)
    if colour is Colour.NONE:
        raise ValueError(
            f"result {quoted(text)} without the colour; add a column colour, or write 1"
        )
    return (white, black, kind) if colour is Colour.WHITE else (black, white, kind)


def _not_played(own: Side, other: Side, text: str, forfeit: bool, at: int, notes: Notes) -> GameRow:
    """A win or loss by forfeit, or a round without an opponent."""
    match = NOT_PLAYED.fullmatch(text)
    named = _bye_points(text)
    half_points = parse_own_result(match.group(1) if match else text)[0] if named is None else named
    own = own if own.name else replace(own, name=UNNAMED)
    if (forfeit or (match and match.group(2))) and not is_nobody(other.name):
        scores = (half_points, 2 - half_points)
        return GameRow(own, other, Colour.NONE, scores, GameKind.FORFEIT, at)
    if named is None:
        _note_bye(own, text, half_points, at, notes)
    return GameRow(own, Side(""), Colour.NONE, (half_points, 0), BYES[half_points], at)


def _side(row: Cells, name: str, rating: str, at: int, notes: Notes) -> Side:
    value, status = parse_rating(row.get(rating, ""))
    if value is None and row.get(rating, "") and row[rating].strip("0.,") == "":
        notes.add("rating 0 read as unrated", row.get(name, "") or f"line {at}", at)
    return Side(
        " ".join(row.get(name, "").split()),
        value,
        status,
        title=row.get(f"{name}_title", "").upper(),
        federation=row.get(f"{name}_federation", "").upper(),
    )


def _rating_kind(row: Cells, at: int, notes: Notes) -> tuple[bool, RatingKind]:
    places = f"{row.get('site', '')} {row.get('event', '')}".casefold()
    if "lichess" in places:
        return True, RatingKind.LICHESS
    if "chess.com" in places:
        return True, RatingKind.CHESSCOM
    if "live chess" in places:
        notes.add("event Live Chess taken for chess.com", line=at)
        return True, RatingKind.CHESSCOM
    return False, RatingKind.UNKNOWN


def _time(date: str) -> str:
    match = TIME.search(date)
    return match.group() if match else ""


def _year(text: str) -> int | None:
    return int(text) if YEAR.fullmatch(text) else None


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= 3 and int(text) else None
