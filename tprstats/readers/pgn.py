"""Portable Game Notation: an event, or a player's log, from the headers alone."""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Iterator

from tprstats.errors import InputError
from tprstats.readers._doubles import Marks, game_id
from tprstats.readers._from_games import GameRow, Side, games_event
from tprstats.readers._notes import Notes
from tprstats.readers._pgn_games import GAME_END, GAME_START, RawHeaders, scan_games
from tprstats.readers._pgn_scan import Headers
from tprstats.readers._results import parse_pair_result
from tprstats.readers._source import MAX_BYTES, MAX_LINE, Source, open_source
from tprstats.readers._values import (
    clock_speed,
    named_speed,
    parse_date,
    parse_rating,
    remembered,
    time_control_speed,
    variant_name,
)
from tprstats.readers.registry import reader
from tprstats.records import Colour, Event, GameKind, RatingKind

__all__ = ["read_pgn", "scan_pgn"]

Game = Headers | RawHeaders
START = re.compile(r'^[ \t]*+\[[ \t]*+[A-Za-z]\w*+[ \t]*+"', re.MULTILINE)
ENDING = re.compile(r"(?:^|\s)(1-0|0-1|1/2-1/2|\*)\s*$")
MOVES_OF_ITS_OWN, ALIKE = 100, 60
"""Characters of moves that no two games share, and that few games of a day do."""
BARE = frozenset(("1-0", "0-1", "1/2-1/2", ""))
"""Moves of a game that has none."""
YEAR = re.compile(r"(?:1[4-9]|20)\d\d(?!\d)")
NOBODY = frozenset(("", "?", "-", "??", "nn", "n.n.", "n, n", "bye"))
NOT_PLAYED = ("forfeit", "unplayed", "walkover", "default", "no show", "no-show", "not played")
SERVERS = ("chess24", "playchess", "freechess", "internet", "chessclub.com", "tornelo")


def _is_pgn(head: str) -> bool:
    return bool(START.search(head))


@reader("pgn", 'PGN (lines like [Event "..."])', _is_pgn, takes="stream")
def read_pgn(content: Source, source: str) -> Event:
    """The event or log of a PGN; moves are stepped over, so they need not be legal.

    The file is read in one pass, a megabyte at a time.

    Ratings ``?``, ``-``, blank and 0 are unrated. The kind of rating follows from Site (lichess,
    chess.com, another server), and from the speed that TimeControl, Event or the first clock
    states; else it is FIDE's. Where an event has slow games, the fast ones (Armageddon, rapid
    tie-breaks) are ``TIEBREAK`` and not counted. A forfeit is told by Termination or by a result
    such as ``+/-``; "time forfeit" is a game lost on time.

    Examples
    --------
    >>> from tprstats import read
    >>> game = b'[White "Tal"]\\n[Black "Petrosian"]\\n[Result "1-0"]\\n[BlackElo "2690"]\\n\\n1-0'
    >>> read(game).record("Tal").games[0].opponent_rating
    2690.0
    """
    notes = Notes()
    rows, bare = [], []
    for game in scan_games(content.pieces(GAME_END, GAME_START), notes):
        try:
            row = _row(game, notes)
        except ValueError as error:
            raise InputError(str(error), source=source, line=game.line) from None
        if row is not None:
            rows.append(row)
            if row.kind is GameKind.PLAYED and game.opening.strip() in BARE:
                bare.append(row)
    if 2 * len(bare) < len(rows):
        for row in bare:
            who = f"{row.first.name} against {row.second.name}"
            notes.add("a result without moves: counted as played; a forfeit?", who, row.line)
    return games_event(rows, source, notes)


def scan_pgn(
    source: str | os.PathLike[str] | bytes,
    *,
    encoding: str | None = None,
    max_bytes: int = MAX_BYTES,
    max_line: int = MAX_LINE,
) -> Iterator[dict[str, str]]:
    """The tags of each game of a PGN of any size, one game at a time.

    Parameters
    ----------
    source, encoding, max_bytes, max_line
        As in :func:`~tprstats.readers.read`; a packed database of many gigabytes needs a larger
        ``max_bytes``, but no memory beyond a few megabytes.

    Examples
    --------
    >>> games = b'[Event "A"]\\n[White "Tal"]\\n\\n1. e4 *\\n\\n[Event "B"]\\n\\n*'
    >>> [tags["Event"] for tags in scan_pgn(games)]
    ['A', 'B']
    """
    with open_source(source, encoding=encoding, max_bytes=max_bytes, max_line=max_line) as content:
        for game in scan_games(content.pieces(GAME_END, GAME_START), Notes()):
            yield game.tags


def _row(game: Game, notes: Notes) -> GameRow | None:
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
    elif kind is GameKind.UNFINISHED and "abandoned" in tags.get("Termination", "").casefold():
        kind = GameKind.ABORTED
    online, rating_kind = _rating_kind(tags)
    speed = _speed(tags, game.opening, online)
    when = tags.get("UTCDate") or tags.get("Date", "")
    date = parse_date(tags.get("Date", "")) or parse_date(when)
    year = YEAR.match(tags.get("Date", "")) if date is None else None
    if date is None and when[:1].isdigit():
        what = "only the year kept" if year else "the game counts, without a date"
        notes.add(f"date not complete: {what}", when, line)
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
        variant=variant_name(tags.get("Variant", "")),
        year=int(year.group()) if year else None,
        casual=tags.get("Event", "").casefold().startswith("casual ") and online,
        marks=_marks(game),
    )


def _marks(game: Game) -> Marks:
    """Two blitz games of a day may have the same tags: it takes the time, or moves, to tell."""
    tags, moves = game.tags, " ".join(game.opening.split())
    said = tags.get
    time = said("UTCTime") or said("Time") or ""
    what = [said(tag, "") for tag in ("White", "Black", "Date", "Round", "Result")]
    certain: Hashable = None
    if number := game_id(said("Site", ""), said("Link", "")):
        certain = (number, time, *what)
    elif time or len(moves) > MOVES_OF_ITS_OWN:
        certain = hash((moves, *sorted(tags.items())))
    # Without moves an Armageddon game looks like the one before it, but for its event.
    alike = moves[:ALIKE] if len(moves) > ALIKE else said("Event", "")
    dated = "?" not in said("Date", "?")
    return Marks(certain, hash((time, alike, *what)) if dated else None)


def _side(colour: str, tags: dict[str, str], line: int, notes: Notes) -> Side:
    said = tags.get
    elo = said(f"{colour}Elo", "").strip()
    side = _named(
        said(colour, ""),
        elo,
        said(f"{colour}Title", ""),
        said(f"{colour}Federation", ""),
        said(f"{colour}FideId", ""),
        said(f"{colour}Team", ""),
    )
    if elo == "0":
        notes.add("rating 0 read as unrated", side.name, line)
    return side


@remembered
def _named(name: str, elo: str, title: str, federation: str, id: str, team: str) -> Side:
    rating, status = parse_rating(elo)
    plain = " ".join(name.split())
    return Side(
        name="" if plain.casefold() in NOBODY else plain,
        rating=rating,
        status=status,
        title=title.strip("-? "),
        federation=federation,
        id=id.strip("-? "),
        team=team.strip("-? "),
    )


def _not_played(tags: dict[str, str]) -> bool:
    """Whether Termination says forfeit; "time forfeit" is a game lost on time (PGN 9.8.1)."""
    said = tags.get("Termination", "").casefold()
    if not said:
        return False
    for colour in ("White", "Black"):  # chess.com writes "NAME won by ..."
        said = said.replace(tags.get(colour, "").casefold() or "?", "")
    return any(word in said for word in NOT_PLAYED) and "time" not in said


def _result(game: Game, notes: Notes) -> tuple[int, int, GameKind]:
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
    if "BroadcastName" in tags or "BroadcastURL" in tags:
        online, kind = False, RatingKind.FIDE
    else:
        online, kind = _platform(tags.get("Site", ""))
    rated = online or tags.get("WhiteElo", "") or tags.get("BlackElo", "")
    return online, kind if rated else RatingKind.UNKNOWN


@remembered
def _platform(site: str) -> tuple[bool, RatingKind]:
    """Where a Site is: whether online, and the list of the ratings there."""
    place = site.strip().casefold()
    if "/broadcast/" in place:
        return False, RatingKind.FIDE
    if "lichess.org/study" in place:
        return False, RatingKind.UNKNOWN
    if "lichess" in place:
        return True, RatingKind.LICHESS
    if "chess.com" in place and "chess24" not in place:
        return True, RatingKind.CHESSCOM
    # The Week in Chess marks online events by INT in place of a country.
    if place.endswith(" int") or any(server in place for server in SERVERS):
        return True, RatingKind.ONLINE
    return False, RatingKind.FIDE


def _speed(tags: dict[str, str], opening: str, online: bool) -> str:
    places = tags.get("Event", ""), tags.get("BroadcastName", ""), tags.get("BroadcastURL", "")
    named = named_speed(*places, tags.get("Round", ""))
    stated = time_control_speed(tags.get("TimeControl", ""), online=online)
    if named == "armageddon" or not stated:
        clock = "" if online or named == "armageddon" else clock_speed(opening)
        return clock or named
    return stated


@remembered
def _whole(text: str) -> int | None:
    plain = text.strip()
    return int(plain) if plain.isdecimal() and len(plain) <= 3 and int(plain) else None
