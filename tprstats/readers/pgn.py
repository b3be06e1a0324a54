"""Portable Game Notation: an event, or a player's log, from the headers alone."""

from __future__ import annotations

import re

from tprstats.errors import InputError
from tprstats.readers._from_games import GameRow, Side, games_event
from tprstats.readers._notes import Notes
from tprstats.readers._pgn_scan import Headers, scan_headers
from tprstats.readers._values import (
    clock_speed,
    named_speed,
    parse_date,
    parse_pair_result,
    parse_rating,
    time_control_speed,
)
from tprstats.readers.registry import reader
from tprstats.records import Colour, Event, GameKind, RatingKind

__all__ = ["read_pgn"]

START = re.compile(r'^[ \t]*+\[[ \t]*+[A-Za-z]\w*+[ \t]*+"', re.MULTILINE)
ENDING = re.compile(r"(?:^|\s)(1-0|0-1|1/2-1/2|\*)\s*$")
NOBODY = frozenset(("", "?", "-", "??", "nn", "n.n.", "n, n", "bye"))
NOT_PLAYED = ("forfeit", "unplayed", "walkover", "default", "no show", "no-show", "not played")
SERVERS = ("chess24", "playchess", "freechess", "internet", "chessclub.com", "tornelo")
VARIANTS = frozenset(("", "standard", "normal", "chess", "from position"))


def _is_pgn(head: str) -> bool:
    return bool(START.search(head))


@reader("pgn", 'PGN (lines like [Event "..."])', _is_pgn)
def read_pgn(text: str, source: str) -> Event:
    """The event or log of a PGN text; moves are stepped over, so they need not be legal.

    Ratings ``?``, ``-``, blank and 0 are unrated. The kind of rating follows from Site (lichess,
    chess.com, another server), and from the speed that TimeControl, Event or the first clock
    states; else it is FIDE's. Where an event has slow games, the fast ones (Armageddon, rapid
    tie-breaks) are ``TIEBREAK`` and not counted. A forfeit is told by Termination or by a result
    such as ``+/-``; "time forfeit" is a game lost on time.

    Examples
    --------
    >>> game = '[White "Tal"]\\n[Black "Petrosian"]\\n[Result "1-0"]\\n[BlackElo "2690"]\\n\\n1-0'
    >>> event = read_pgn(game, "tal.pgn")
    >>> event.record("Tal").games[0].opponent_rating
    2690.0
    """
    notes = Notes()
    rows = []
    for game in scan_headers(text, notes):
        try:
            row = _row(game, notes)
        except ValueError as error:
            raise InputError(str(error), source=source, line=game.line) from None
        if row is not None:
            rows.append(row)
    return games_event(rows, source, notes)


def _row(game: Headers, notes: Notes) -> GameRow | None:
    tags, line = game.tags, game.line
    white, black = _side("White", tags, line, notes), _side("Black", tags, line, notes)
    if not white.name and not black.name:
        notes.add("game without names: left out", line=line)
        return None
    own, other, kind = _result(game, notes)
    if "bye" in (tags.get(colour, "").strip().casefold() for colour in ("White", "Black")):
        kind = GameKind.HALF_BYE if own == other else GameKind.BYE
        notes.add("game against 'bye': a bye", line=line)
    elif kind is GameKind.PLAYED and _not_played(tags):
        kind = GameKind.FORFEIT
    if tags.get("Variant", "").casefold() not in VARIANTS:
        notes.add("game of another variant: kept", tags["Variant"], line)
    online, rating_kind = _rating_kind(tags)
    speed = _speed(tags, game.opening, online)
    when = tags.get("UTCDate") or tags.get("Date", "")
    date = parse_date(tags.get("Date", "")) or parse_date(when)
    if date is None and when[:1].isdigit():
        notes.add("date not complete: left out", when, line)
    return GameRow(
        first=white,
        second=black,
        colour=Colour.WHITE,
        half_points=(own, other),
        kind=kind,
        line=line,
        round=_whole(tags.get("Round", "").split(".")[0]),
        board=_whole(tags.get("Board", "")),
        date=date,
        time=tags.get("UTCTime") or tags.get("Time", ""),
        event=tags.get("Event", "").strip("? "),
        eco=tags.get("ECO", "").strip("? "),
        speed=speed,
        rating_kind=rating_kind,
    )


def _side(colour: str, tags: dict[str, str], line: int, notes: Notes) -> Side:
    name = " ".join(tags.get(colour, "").split())
    text = tags.get(f"{colour}Elo", "").strip()
    rating, status = parse_rating(text)
    if text == "0":
        notes.add("rating 0 read as unrated", name, line)
    return Side(
        name="" if name.casefold() in NOBODY else name,
        rating=rating,
        status=status,
        title=tags.get(f"{colour}Title", "").strip("-? "),
        federation=tags.get(f"{colour}Federation", ""),
        id=tags.get(f"{colour}FideId", "").strip("-? "),
        team=tags.get(f"{colour}Team", "").strip("-? "),
    )


def _not_played(tags: dict[str, str]) -> bool:
    """Whether Termination says forfeit; "time forfeit" is a game lost on time (PGN 9.8.1)."""
    said = tags.get("Termination", "").casefold()
    for colour in ("White", "Black"):  # chess.com writes "NAME won by ..."
        said = said.replace(tags.get(colour, "").casefold() or "?", "")
    return any(word in said for word in NOT_PLAYED) and "time" not in said


def _result(game: Headers, notes: Notes) -> tuple[int, int, GameKind]:
    """From the Result tag; from the end of the moves where there is none."""
    said = game.tags.get("Result", "").strip()
    ending = ENDING.search(game.ending)
    if not said.strip("?") and ending:
        notes.add("no Result tag: taken from the end of the moves", line=game.line)
        said = ending.group(1)
    elif ending and ending.group(1) != said.replace(" ", "") and said in ("1-0", "0-1", "*"):
        notes.add(
            f"Result {said} but the moves end with {ending.group(1)}: Result used", line=game.line
        )
    own, other, kind = parse_pair_result(said)
    if kind is GameKind.FORFEIT:
        notes.add(f"result {said}: a forfeit", line=game.line)
    return own, other, kind


def _rating_kind(tags: dict[str, str]) -> tuple[bool, RatingKind]:
    """Whether the game was played online, and which list its ratings stand in."""
    site = tags.get("Site", "").strip().casefold()
    rated = bool(tags.get("WhiteElo", "") or tags.get("BlackElo", ""))
    if "BroadcastName" in tags or "BroadcastURL" in tags or "/broadcast/" in site:
        return False, RatingKind.FIDE if rated else RatingKind.UNKNOWN
    if "lichess.org/study" in site:
        return False, RatingKind.UNKNOWN
    if "lichess" in site:
        return True, RatingKind.LICHESS
    if "chess.com" in site and "chess24" not in site:
        return True, RatingKind.CHESSCOM
    # The Week in Chess marks online events by INT in place of a country.
    if site.endswith(" int") or any(server in site for server in SERVERS):
        return True, RatingKind.ONLINE
    return False, RatingKind.FIDE if rated else RatingKind.UNKNOWN


def _speed(tags: dict[str, str], opening: str, online: bool) -> str:
    places = tags.get("Event", ""), tags.get("BroadcastName", ""), tags.get("BroadcastURL", "")
    named = named_speed(*places, tags.get("Round", ""))
    stated = time_control_speed(tags.get("TimeControl", ""), online=online)
    if named == "armageddon" or not stated:
        clock = "" if online or named == "armageddon" else clock_speed(opening)
        return clock or named
    return stated


def _whole(text: str) -> int | None:
    plain = text.strip()
    return int(plain) if plain.isdecimal() and len(plain) <= 3 and int(plain) else None
