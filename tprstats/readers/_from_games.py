"""From single games (who met whom, when) to an event; PGN and game lists share it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low
from typing import Any

from tprstats.cells import counted
from tprstats.errors import InputError
from tprstats.readers._doubles import Marks, without_doubles
from tprstats.readers._identity import same_players
from tprstats.readers._notes import Notes
from tprstats.records import (
    UNNAMED,
    Colour,
    Event,
    Game,
    GameKind,
    Player,
    RatingKind,
    RatingStatus,
    Record,
    rating_list,
)

__all__ = ["GameRow", "Side", "games_event"]

# A player in this share of all games owns the file.
OWNS = 0.95
GAMES_A_DAY = 2
# Days; a league's season fits in.
LONGEST_EVENT = 366


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players of a game, as the file says; the name may be empty."""

    name: str
    rating: float | None = None
    status: RatingStatus = RatingStatus.UNRATED
    title: str = ""
    federation: str = ""
    id: str = ""
    team: str = ""


UNMARKED = Marks()


@dataclass(slots=True)
class GameRow:
    """One game: two sides, the first one's colour, and what each scored in half points."""

    first: Side
    second: Side
    colour: Colour
    half_points: tuple[int, int]
    kind: GameKind
    line: int | None
    round: int | None = None
    board: int | None = None
    date: dt.date | None = None
    time: str = ""
    event: str = ""
    eco: str = ""
    speed: str = ""
    rating_kind: RatingKind = RatingKind.UNKNOWN
    variant: str = ""
    casual: bool = False
    plies: int | None = None
    year: int | None = None
    marks: Marks = UNMARKED


def games_event(rows: Sequence[GameRow], source: str, notes: Notes) -> Event:
    """Both sides' records from games in file order.

    The event is a ``"log"`` where one player of several is in nearly all games (that record
    comes first, and ``details["owner"]`` names it) or where the games belong to several events;
    else a ``"crosstable"``.
    """
    if not rows:
        raise InputError("no games", source=source)
    rows = _in_playing_order(without_doubles(rows, notes), notes)
    counts = Counter(side.name for g in rows for side in (g.first, g.second) if side.name)
    owner = _owner(counts, len(rows))
    events = list(dict.fromkeys(g.event for g in rows if g.event))
    kind = "log" if owner or len(events) > 1 or _too_long(rows, notes) else "crosstable"
    if kind == "crosstable":
        _mark_tiebreaks(rows, notes)
        _warn_of_fast_days(rows, notes)
    _kinds_by_speed(rows, notes)
    _warn_of_mixed_ratings(rows, notes)
    _suggest_players(counts, rows, notes)
    games = _sides(rows)
    names = [owner] * bool(owner) + [n for n in games if n != owner]
    records = [_record(n, games[n], kind, notes) for n in names]
    if not records:
        raise InputError("no game names a player", source=source)
    rounds = max((g.round or 0 for g in rows), default=0)
    return Event(
        name=events[0] if len(events) == 1 else f"{len(events)} events" if events else "",
        records=tuple(records),
        kind=kind,
        rounds=0 if kind == "log" else rounds or max(len(r) for r in records),
        source=source,
        adjustments=notes.event(),
        details={"owner": owner} if owner else {},
    )


def _in_playing_order(rows: Sequence[GameRow], notes: Notes) -> list[GameRow]:
    """The rows, turned round where the whole file runs from the newest game to the oldest.

    Games without a date do not hinder it, and where no game has one the years tell.
    """
    days = [(g.date, g.time) for g in rows if g.date is not None]
    years = [g.year for g in rows if g.year is not None]
    if _falls(days) if days else _falls(years):
        notes.add("newest game first: put in playing order")
        return list(reversed(rows))
    return list(rows)


def _falls(keys: Sequence[Any]) -> bool:
    return len(keys) > 1 and keys[0] > keys[-1] and all(a >= b for a, b in pairwise(keys))


def _owner(counts: Counter[str], games: int) -> str:
    """The one player in nearly all games; a match has two such players, and no owner."""
    often = [name for name, n in counts.items() if n >= OWNS * games]
    if UNNAMED in often:
        return UNNAMED
    return often[0] if len(often) == 1 and len(counts) != 2 else ""


def _too_long(rows: Sequence[GameRow], notes: Notes) -> bool:
    """Whether games under one event name lie further apart than a tournament lasts."""
    days = [g.date for g in rows if g.date is not None]
    if not days or (max(days) - min(days)).days <= LONGEST_EVENT:
        return False
    notes.add(f"games from {min(days)} to {max(days)}: taken for a log, not for one tournament")
    return True


def _mark_tiebreaks(rows: Sequence[GameRow], notes: Notes) -> None:
    """In an event with slow games the fast ones are tie-breaks: no game of that event's rate."""
    known = Counter(g.speed for g in rows)
    for g in rows:
        if g.speed == "armageddon" or (known["standard"] and g.speed in ("blitz", "rapid")):
            notes.add(
                "Armageddon or tie-break at a faster rate: not counted",
                f"{g.first.name} against {g.second.name} ({g.date or 'no date'})",
                g.line,
            )
            g.kind = GameKind.TIEBREAK if g.kind is GameKind.PLAYED else g.kind


def _warn_of_fast_days(rows: Sequence[GameRow], notes: Notes) -> None:
    """Nobody plays three classical games a day: say so where no speed is stated."""
    day = Counter(
        (g.date, side.name)
        for g in rows
        for side in (g.first, g.second)
        if g.date is not None and not g.speed and side.name and g.kind is GameKind.PLAYED
    )
    for date in sorted({date for (date, _), n in day.items() if n > GAMES_A_DAY and date}):
        notes.add(
            "more than two games a day by one player: rapid or blitz may be mixed in; kept",
            date.isoformat(),
        )


def _kinds_by_speed(rows: Sequence[GameRow], notes: Notes) -> None:
    """FIDE keeps one list a speed; a tie-break's rating is the event's."""
    lists = {"rapid": RatingKind.FIDE_RAPID, "blitz": RatingKind.FIDE_BLITZ}
    for g in rows:
        own_list = g.rating_kind is RatingKind.FIDE and g.kind is not GameKind.TIEBREAK
        if own_list and g.speed in lists:
            g.rating_kind = lists[g.speed]
            notes.add(f"ratings of {g.speed} games taken for FIDE {g.speed} ratings", "", g.line)


def _suggest_players(counts: Counter[str], rows: Sequence[GameRow], notes: Notes) -> None:
    """Names that may be one player, and players that share what should be one player's."""
    met = {frozenset((g.first.name, g.second.name)) for g in rows}
    for group in same_players(counts, met):
        notes.add(
            "names that may be one player: kept apart (--same OLD=NEW joins them)",
            "; ".join(f"{n} ({counted(counts[n], 'game')})" for n in group),
        )
    names: dict[str, set[str]] = {}
    ids: dict[str, set[str]] = {}
    for side in (side for g in rows for side in (g.first, g.second) if side.id and side.name):
        names.setdefault(side.id, set()).add(side.name)
        ids.setdefault(side.name, set()).add(side.id)
    for id_, several in names.items():
        if len(several) > 1:
            notes.add(f"several names with id {id_}: kept apart", "; ".join(sorted(several)))
    for name, several in ids.items():
        if len(several) > 1:
            notes.add("one name with several ids: taken for one player", name)


def _warn_of_mixed_ratings(rows: Sequence[GameRow], notes: Notes) -> None:
    kinds = Counter(
        rating_list(g.rating_kind, g.speed, g.variant)
        for g in rows
        for s in (g.first, g.second)
        if s.rating is not None
    )
    if len(kinds) > 1:
        shown = ", ".join(f"{kind} {n}" for kind, n in kinds.most_common())
        notes.add(f"ratings of several lists, not comparable with each other ({shown})")


def _sides(rows: Sequence[GameRow]) -> dict[str, list[tuple[Side, Game]]]:
    """Each named player's games, with what the file says of the player in each."""
    games: dict[str, list[tuple[Side, Game]]] = {}
    for g in rows:
        white_first = (g.first, g.second, g.colour, g.half_points[0])
        turned = (g.second, g.first, Colour(-g.colour), g.half_points[1])
        for own, other, colour, half_points in (white_first, turned):
            if not own.name:
                continue
            game = Game(
                opponent_rating=other.rating,
                half_points=half_points,
                opponent=other.name,
                kind=g.kind,
                colour=colour,
                round=g.round,
                status=other.status,
                rating_kind=g.rating_kind,
                own_rating=own.rating,
                date=g.date,
                opponent_title=other.title,
                opponent_federation=other.federation,
                opponent_id=other.id,
                event=g.event,
                board=g.board,
                eco=g.eco,
                speed=g.speed,
                plies=g.plies,
                variant=g.variant,
                casual=g.casual,
                year=g.year,
            )
            games.setdefault(own.name, []).append((own, game))
    return games


def _record(name: str, games: Sequence[tuple[Side, Game]], kind: str, notes: Notes) -> Record:
    sides = [side for side, _ in games]
    ratings = [s.rating for s in sides if s.rating is not None]
    rating = None
    if ratings:
        rating = ratings[0] if kind == "crosstable" else median_low(ratings)
        if min(ratings) < max(ratings):
            notes.add(
                "rating changes during the whole file: each game keeps its own",
                f"{name} {min(ratings):g}-{max(ratings):g}",
                player=name,
            )
    kinds = Counter(g.rating_kind for s, g in games if s.rating is not None)
    most = kinds.most_common(1)[0][0] if kinds else games[0][1].rating_kind
    status = next((s.status for s in sides if s.rating == rating), RatingStatus.UNRATED)
    player = Player(
        name=name,
        rating=rating,
        status=status,
        rating_kind=most,
        title=_last(s.title for s in sides),
        federation=_last(s.federation for s in sides),
        id=_last(s.id for s in sides),
        team=_last(s.team for s in sides),
    )
    events = {g.event for _, g in games}
    return Record(
        player=player,
        games=tuple(g for _, g in games),
        event=events.pop() if len(events) == 1 else "",
        adjustments=notes.of(name),
    )


def _last(texts: Iterable[str]) -> str:
    found = ""
    for text in texts:
        found = text or found
    return found
