"""One player's games of several files, as one log."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import PurePath

from tprstats.cells import counted
from tprstats.errors import InputError, UnknownNameError
from tprstats.readers._identity import alike
from tprstats.readers.span import event_days
from tprstats.records import Adjustment, Event, Game, Record
from tprstats.records.filters import folded

__all__ = ["join"]

TOO_MANY_ALIKE = 0.5
"""Share of a file's games that another file has too: more than that is the same event."""


def join(events: Sequence[Event], player: str | None = None) -> Event:
    """One player's games of several events, as one log in the order of play.

    The events are put in the order of their days where all tell them, and else kept as given;
    which of the two is noted, as are the names that were taken for one player. Within an event the
    games go by date or round. Each game keeps the own rating of its event.

    Parameters
    ----------
    events
        Tournaments, logs, or both.
    player
        Name, or a part that only one name has, as it is in every event; None takes the owner of a
        log, or the only player.

    Returns
    -------
    Event
        Of kind ``"log"``, with one record.

    Raises
    ------
    InputError
        Where an event lacks the player, FIDE numbers tell two people, or an event is there twice.

    Examples
    --------
    >>> from tprstats import read
    >>> head = b"White,White rating,Black,Black rating,Result,Date\\n"
    >>> may = read(head + b"Tal,2600,Keres,2610,1-0,2026-05-01\\n")
    >>> june = read(head + b"Euwe,2500,Tal,2620,0-1,2026-06-01\\n")
    >>> season = join([june, may], "Tal")
    >>> [(g.opponent, g.own_rating) for g in season.records[0].games]
    [('Keres', 2600.0), ('Euwe', 2620.0)]
    """
    found = [(event, _of(event, player)) for event in events]
    notes: list[Adjustment] = []
    _one_person(found, notes)
    _no_game_twice(found, notes)
    found, ordered = _in_order(found, notes)
    parts = [_with_event(event, record) for event, record in found]
    games = [g for part in parts for g in part]
    if all(g.date for g in games):
        games.sort(key=lambda g: g.date.toordinal() if g.date else 0)
    # The last file knows the player best, but its rating contains what the first events gave.
    latest = found[-1][1]
    before = next((r.player for _, r in found if r.player.rating is not None), latest.player)
    rated = {k: getattr(before, k) for k in ("rating", "status", "rating_kind")}
    if any(r.player.rating not in (None, before.rating) for _, r in found):
        what = "own rating changes from file to file: each game keeps its own"
        notes.append(Adjustment(what, latest.player.name))
    record = replace(
        latest.with_games(games),
        player=replace(latest.player, **rated),
        event=counted(len(events), "event"),
        in_order=ordered and all(map(_rounds_tell, parts)),
        partial=False,
        adjustments=tuple(a for _, r in found for a in r.adjustments),
    )
    of_files = [replace(a, where=_place(e, a)) for e, _ in found for a in e.adjustments]
    return Event(
        name=counted(len(events), "event"),
        records=(record,),
        kind="log",
        source=", ".join(_file(e) for e in events),
        adjustments=(*of_files, *notes),
        details={"owner": record.player.name},
    )


def _of(event: Event, player: str | None) -> Record:
    wanted = event.details.get("owner") if player is None else player
    if wanted is None and len(event) == 1:
        return event.records[0]
    if wanted is None:
        raise InputError(f"{counted(len(event), 'player')}: say whose games", source=event.source)
    if wanted.strip().isdecimal():
        raise InputError(
            f"player {wanted}: start numbers are not the same in all files; give a name",
            source=event.source,
        )
    try:
        return event.record(wanted)
    except UnknownNameError as error:
        raise InputError(str(error), source=event.source) from None


Found = list[tuple[Event, Record]]


def _one_person(found: Found, notes: list[Adjustment]) -> None:
    ids = dict.fromkeys(r.player.id for _, r in found if r.player.id)
    if len(ids) > 1:
        whose = ", ".join(f"{r.player.id} in {_file(e)}" for e, r in found if r.player.id)
        raise InputError(f"{found[0][1].player.name}: two people by their FIDE numbers: {whose}")
    name = found[-1][1].player.name
    for event, record in found:
        other = record.player.name
        if folded(other) != folded(name):
            unlike = "" if alike(other, name) else ", which is not alike"
            notes.append(Adjustment(f"{other} taken for {name}{unlike}", _file(event)))


def _no_game_twice(found: Found, notes: list[Adjustment]) -> None:
    for (one, mine), (two, yours) in combinations(found, 2):
        days: dict[object, set[dt.date | None]] = {}
        for g in yours.played():
            days.setdefault(_key(g), set()).add(g.date)
        shared = sum(_one_of(g.date, days.get(_key(g), set())) for g in mine.played())
        if not shared:
            continue
        files = f"{_file(one)} and {_file(two)}"
        same = counted(shared, "game looks", "games look")
        what = f"{files}: {same} the same"
        if shared > TOO_MANY_ALIKE * min(len(mine.played()), len(yours.played())):
            raise InputError(f"{what}: leave one of the files out")
        notes.append(Adjustment(f"{what} (opponent, round, colour and result); both are counted"))


def _one_of(date: dt.date | None, days: set[dt.date | None]) -> bool:
    """A date that is not known can be any."""
    return bool(days) and (date is None or date in days or None in days)


def _key(game: Game) -> tuple[str, int | None, int, int]:
    # Of one event two files rarely agree on more.
    name = " ".join(sorted(folded(game.opponent).replace(",", " ").split()))
    return name, game.round, int(game.colour), game.half_points


def _in_order(found: Found, notes: list[Adjustment]) -> tuple[Found, bool]:
    """The events by their days, or as given; and whether that is the order of play."""
    spans = [event_days(event) for event, _ in found]
    known = [s for s in spans if s is not None]
    if len(known) < len(found):
        silent = ", ".join(_file(e) for (e, _), s in zip(found, spans, strict=True) if s is None)
        fall = any(b[0] < a[0] for a, b in pairwise(known))
        but = ", although the days of the others do not rise" * fall
        notes.append(
            Adjustment(f"no days in {silent}: the files are taken in the order given{but}")
        )
        return found, not fall
    places = sorted(range(len(found)), key=known.__getitem__)
    if places != list(range(len(found))):
        names = ", ".join(_file(found[k][0]) for k in places)
        notes.append(Adjustment(f"files put in the order of their days: {names}"))
    overlap = any(known[b][0] < known[a][1] for a, b in pairwise(places))
    if overlap and not all(g.date for _, r in found for g in r.rated()):
        notes.append(Adjustment("some of the events overlap in time, and not every game is dated"))
        return [found[k] for k in places], False
    return [found[k] for k in places], True


def _with_event(event: Event, record: Record) -> list[Game]:
    """The games with their own rating and the name of their event, in the order of play."""
    own = record.player.rating
    games = [
        replace(
            g,
            own_rating=own if g.own_rating is None else g.own_rating,
            event=g.event or event.name or _file(event),
        )
        for g in record.games
    ]
    if _rounds_tell(games):
        games.sort(key=lambda g: g.round or 0)
    return games


def _rounds_tell(games: Sequence[Game]) -> bool:
    rounds = {g.round for g in games if g.round is not None}
    return len(rounds) == len(games) and len({g.event for g in games}) <= 1


def _file(event: Event) -> str:
    return PurePath(event.source).name or event.name or "an event"


def _place(event: Event, note: Adjustment) -> str:
    return ", ".join(part for part in (_file(event), note.where) if part)
