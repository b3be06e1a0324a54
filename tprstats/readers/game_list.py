"""Lists of games as delimited text: one player's games, games of many, or bare ratings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tprstats.errors import InputError
from tprstats.readers._card import Card, read_card
from tprstats.readers._from_games import OWNER, GameRow, Side, games_event
from tprstats.readers._notes import Notes
from tprstats.readers._rounds import by_round
from tprstats.readers._table import Table, is_table, parse_table
from tprstats.readers._values import (
    colour_letters,
    named_speed,
    parse_date,
    parse_own_result,
    parse_pair_result,
    parse_rating,
    quoted,
    shortened,
    time_control_speed,
)
from tprstats.readers._words import column_role, is_advert, is_nobody
from tprstats.readers.registry import reader
from tprstats.records import Colour, Event, GameKind, RatingKind

__all__ = ["read_game_list"]

SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/\d{4}")
# chess-results' player card writes colour and result in one cell: "w 1", "s½"; "- 1K" is a win by
# forfeit (kampflos), "- ½" a bye.
COLOUR_AND_RESULT = re.compile(r"([^\W\d_])\s*([01½=+*-]|1/2|0[.,]5)([Kk]?)")
NOT_PLAYED = re.compile(r"(?:[^\W\d_]\s*)?-\s*([01½])(K?)", re.I)
BYES = (GameKind.UNPAIRED, GameKind.HALF_BYE, GameKind.BYE)
UNUSED = frozenset(("points", "number", "rank", "termination", "national_rating", ""))


@reader("games", "list of games (columns rating, result, or White, Black, Result ...)", is_table)
def read_game_list(text: str, source: str) -> Event:
    """The event or log of a table with one game a line.

    Columns are found by name, in several languages. Either ``white``,
    ``black`` and ``result`` name the games of many players, or ``opponent`` or ``opponent_rating``
    and ``result`` those of one (``player`` may name whose). Without a heading there are two
    columns: rating and result; or three: White, Black and a result such as 1-0.

    Examples
    --------
    >>> record = read_game_list("Gegner;Elo;Ergebnis\\nAnn;2100;½\\nJoan;-;1", "").records[0]
    >>> [(g.opponent, g.opponent_rating, g.half_points) for g in record.games]
    [('Ann', 2100.0, 1), ('Joan', None, 2)]
    """
    notes = Notes()
    table = by_round(parse_table(text, source), notes)
    card = read_card(cells for _, cells in table.above)
    columns = _columns(table, source, notes)
    width = len(table.heading) or len(columns)
    rows: list[tuple[int, Cells]] = []
    for at, cells in table.rows:
        if any(cells[width:]):
            raise InputError(f"{len(cells)} columns, {width} expected", source=source, line=at)
        rows.append((at, {role: _at(cells, k) for role, k in columns.items()}))
    try:
        usage = _usage([row for _, row in rows], notes)
    except ValueError as error:
        raise InputError(str(error), source=source, line=table.heading_line or None) from None
    games = []
    for at, row in rows:
        try:
            games.append(_game(row, at, usage, card, notes))
        except ValueError as error:
            raise InputError(str(error), source=source, line=at) from None
    if card.name and "white" not in columns:
        _check_card(card, games, notes)
    titles = [c for _, row in table.above for c in row if c and not is_advert(c)]
    event = games_event(games, source, notes)
    return event if event.name or not titles else replace(event, name=titles[0])


def _check_card(card: Card, games: Sequence[GameRow], notes: Notes) -> None:
    notes.add("games of the player of the card above the table", card.name)
    total = sum(g.half_points[0] for g in games) / 2
    if card.points is not None and total != card.points:
        notes.add(f"the card says {card.points:g} points, the results give {total:g}: results used")


Columns = dict[str, int]
Cells = dict[str, str]


def _at(cells: list[str], k: int) -> str:
    return cells[k] if k < len(cells) else ""


@dataclass(frozen=True)
class Usage:
    """What only the whole column tells: colour letters, and dates as month/day/year."""

    colours: dict[str, Colour]
    month_first: bool


def _usage(rows: list[Cells], notes: Notes) -> Usage:
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


def _columns(table: Table, source: str, notes: Notes) -> Columns:
    """Where each role's column is, once the headings that mean several things are settled."""
    if not table.heading:
        return _without_heading(table, source, notes)
    columns: Columns = {}
    ratings: list[int] = []
    line, heading = table.heading_line, table.heading
    for k, words in enumerate(heading):
        role = column_role(words)
        if role == "rating":
            ratings.append(k)
        if role:
            columns.setdefault(role, k)
    if "white" in columns and "black" in columns:
        if len(ratings) == 2 and "white_rating" not in columns:
            columns["white_rating"], columns["black_rating"] = ratings
        found = "result" in columns or "white_result" in columns
    else:
        if "opponent" not in columns and "name" in columns:
            columns["opponent"] = columns.pop("name")
            notes.add(f"column {heading[columns['opponent']]} taken for the opponent", "", line)
        if "rating" in columns:
            k = columns.pop("rating")
            role = "own_rating" if "opponent_rating" in columns else "opponent_rating"
            whose = "own rating" if role == "own_rating" else "opponent's rating"
            notes.add(f"column {heading[k]} taken for the {whose}", "", line)
            columns.setdefault(role, k)
        if "result" not in columns and "points" in columns:
            columns["result"] = columns.pop("points")
            notes.add(f"column {heading[columns['result']]} taken for the result", "", line)
        found = "result" in columns and ("opponent" in columns or "opponent_rating" in columns)
    names = any(column_role(h) == "name" for h in heading)
    if not found and names and not columns.keys() & {"result", "white", "points"}:
        raise InputError(
            "a list of players, no results in it; give the crosstable", source=source, line=line
        )
    if not found:
        shown = shortened(", ".join(h for h in heading if h), 120)
        raise InputError(
            f"columns {shown}: needed are rating (or opponent) and result, "
            "or white, black and result",
            source=source,
            line=line,
        )
    unused = [h for k, h in enumerate(heading) if h and k not in columns.values()]
    unused += [heading[k] for role, k in columns.items() if role in UNUSED]
    if unused:
        notes.add("columns not read", shortened(", ".join(unused), 120), line)
    return columns


def _without_heading(table: Table, source: str, notes: Notes) -> Columns:
    at, cells = table.rows[0]
    layouts = {2: ("opponent_rating", "result"), 3: ("white", "black", "result")}
    roles = layouts.get(len(cells), ())
    try:
        if len(roles) == 2:
            parse_rating(cells[0])
            parse_own_result(cells[1])
        elif len(roles) == 3:
            parse_pair_result(cells[2])
    except ValueError:
        roles = ()
    if not roles:
        raise InputError(
            "no heading with known columns; name them, as in rating,result", source=source, line=at
        )
    notes.add(f"no heading: columns taken for {', '.join(roles)}", line=at)
    return {role: k for k, role in enumerate(roles)}


def _game(row: Cells, at: int, usage: Usage, card: Card, notes: Notes) -> GameRow:
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
        return _bye(white, row.get("result", ""), at)
    if not white.name or not black.name:
        raise ValueError("a name is missing; give both White and Black")
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


def _bye(white: Side, text: str, at: int) -> GameRow:
    """A round without an opponent in a list of pairings."""
    own = parse_own_result(text)[0] if text else 0
    return GameRow(white, Side(""), Colour.NONE, (own, 0), BYES[own], at)


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
        return _not_played(own, other, text, forfeit, at)
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


def _not_played(own: Side, other: Side, text: str, forfeit: bool, at: int) -> GameRow:
    """A win or loss by forfeit, or a round without an opponent."""
    match = NOT_PLAYED.fullmatch(text)
    half_points = parse_own_result(match.group(1) if match else text)[0]
    own = own if own.name else replace(own, name=OWNER)
    if (forfeit or (match and match.group(2))) and not is_nobody(other.name):
        scores = (half_points, 2 - half_points)
        return GameRow(own, other, Colour.NONE, scores, GameKind.FORFEIT, at)
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
    return Side(" ".join(row.get(name, "").split()), value, status)


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


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= 3 and int(text) else None
