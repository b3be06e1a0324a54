"""One line of a list of games: from cells by role to a game of two sides."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tprstats.readers._card import Card
from tprstats.readers._from_games import OWNER, GameRow, Side
from tprstats.readers._notes import Notes
from tprstats.readers._values import (
    colour_letters,
    named_speed,
    parse_date,
    parse_own_result,
    parse_pair_result,
    parse_rating,
    quoted,
    time_control_speed,
)
from tprstats.readers._words import column_role, is_nobody
from tprstats.records import Colour, GameKind, RatingKind

__all__ = ["Cells", "Usage", "game_row", "usage_of"]

YEAR = re.compile(r"1[89]\d\d|20\d\d", re.ASCII)
SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/\d{4}")
# chess-results' player card writes colour and result in one cell: "w 1", "s½"; "- 1K" is a win by
# forfeit (kampflos), "- ½" a bye.
COLOUR_AND_RESULT = re.compile(r"([^\W\d_])\s*([01½=+*-]|1/2|0[.,]5)([Kk]?)")
NOT_PLAYED = re.compile(r"(?:[^\W\d_]\s*)?-\s*([01½])(K?)", re.I)
BYES = (GameKind.UNPAIRED, GameKind.HALF_BYE, GameKind.BYE)
Cells = dict[str, str]


@dataclass(frozen=True)
class Usage:
    """What only the whole column tells: colour letters, and dates as month/day/year."""

    colours: dict[str, Colour]
    month_first: bool


def usage_of(rows: list[Cells], notes: Notes) -> Usage:
    """Colour letters and the order of dates, from all lines; ValueError where it is not clear."""
    letters = {row.get("colour", "").casefold() for row in rows}
    if "colour" not in (rows[0] if rows else {}):
        found = (COLOUR_AND_RESULT.fullmatch(row.get("result", "")) for row in rows)
        letters = {match.group(1).casefold() for match in found if match}
    letters = {c for c in letters if len(c) == 1 and c != "-"}
    days = [m.groups() for row in rows if (m := SLASHED.fullmatch(row.get("date", "")[:10]))]
    month_first = any(int(b) > 12 for _, b in days) and all(int(a) <= 12 for a, _ in days)
    if month_first:
        notes.add("dates read as month/day/year")
    return Usage(colour_letters(letters) if letters else {}, month_first)


def game_row(row: Cells, at: int, usage: Usage, card: Card, notes: Notes) -> GameRow:
    """The game of one line; ValueError says which cell is wrong."""
    date = parse_date(row.get("date", ""), month_first=usage.month_first)
    if date is None and row.get("date"):
        notes.add("date not understood: left out", row["date"], at)
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
        time=row.get("time", "") or row.get("date", "")[10:],
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
    own = parse_own_result(text)[0] if text else 0
    _note_bye(white, text, own, at, notes)
    return GameRow(white, Side(""), Colour.NONE, (own, 0), BYES[own], at)


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
    if forfeit or is_nobody(other.name) or NOT_PLAYED.fullmatch(text):
        return _not_played(own, other, text, forfeit, at, notes)
    colour = _colour(letter, usage)
    if len(text) > 2 and "-" in text.replace("–", "-").replace(":", "-"):
        scores = parse_pair_result(text)
        if colour is Colour.NONE:
            raise ValueError(
                f"result {quoted(text)} without the colour; add a column colour, or write 1"
            )
        half_points = scores[0] if colour is Colour.WHITE else scores[1]
        kind = scores[2]
        answer = scores[1] if colour is Colour.WHITE else scores[0]
    else:
        half_points, kind = parse_own_result(text)
        answer = 0 if kind is GameKind.UNFINISHED else 2 - half_points
    if not own.name:
        own = replace(own, name=OWNER)
    return GameRow(own, other, colour, (half_points, answer), kind, at)


def _not_played(own: Side, other: Side, text: str, forfeit: bool, at: int, notes: Notes) -> GameRow:
    """A win or loss by forfeit, or a round without an opponent."""
    match = NOT_PLAYED.fullmatch(text)
    half_points = parse_own_result(match.group(1) if match else text)[0]
    own = own if own.name else replace(own, name=OWNER)
    if (forfeit or (match and match.group(2))) and not is_nobody(other.name):
        scores = (half_points, 2 - half_points)
        return GameRow(own, other, Colour.NONE, scores, GameKind.FORFEIT, at)
    _note_bye(own, text, half_points, at, notes)
    return GameRow(own, Side(""), Colour.NONE, (half_points, 0), BYES[half_points], at)


def _colour(text: str, usage: Usage) -> Colour:
    named = {"white": Colour.WHITE, "black": Colour.BLACK}.get(column_role(text))
    letter = text.casefold()
    if named is not None or letter in ("", "-"):
        return named or Colour.NONE
    if letter not in usage.colours:
        raise ValueError(f"colour {quoted(text)}; write w or b")
    return usage.colours[letter]


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


def _year(text: str) -> int | None:
    return int(text) if YEAR.fullmatch(text) else None


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= 3 and int(text) else None
