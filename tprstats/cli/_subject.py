"""Whose record a command looks at: found in a file, in several, or made of what was typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tprstats.cells import counted
from tprstats.cli._output import remark
from tprstats.cli._source import (
    Source,
    kind_of,
    name_of,
    own_of,
    record_of_lists,
    record_of_totals,
)
from tprstats.errors import InputError, TprstatsError, UnknownColumnError, UnknownNameError

if TYPE_CHECKING:
    from tprstats.records import Event, Record

__all__ = ["Subject", "find_subject", "read_event", "say_notes"]

NAMES_SHOWN = 4
NOTES_SHOWN = 8


@dataclass(frozen=True)
class Subject:
    """The records to look at, and the event they come from where there is one."""

    records: tuple[Record, ...]
    event: Event | None = None
    everybody: bool = False

    @property
    def whole_event(self) -> Event | None:
        """The event where it is one: a log of somebody's games lacks those of the opponents."""
        return self.event if self.event is not None and self.event.kind != "log" else None


def find_subject(source: Source) -> Subject:
    """The records that the options name; contradictions are refused."""
    ways = {
        "a file": bool(source.files),
        "--opponents": source.opponents is not None or source.results is not None,
        "--average": any(x is not None for x in (source.average, source.games, source.score)),
    }
    given = [way for way, there in ways.items() if there]
    if not given:
        lists = "give a file (- reads standard input)"
        totals = ", --opponents and --results, or --average, --games and --score"
        more = totals if source.takes_totals else " or --opponents and --results"
        raise TprstatsError(f"no games; {lists}{more}")
    if len(given) > 1:
        raise TprstatsError(f"{' and '.join(given)} contradict each other; give one of them")
    if source.files:
        _only_for_lists(source)
        several = len(source.files) > 1
        event = _joined(source) if several else read_event(source, source.files[0])
        return _chosen(source, event)
    if source.players or source.everybody:
        raise TprstatsError(f"--player and --all choose from a file, not from {given[0]}")
    if source.same or (source.only is not None and source.only.words):
        what = f"only games {source.only.words}" if source.only and source.only.words else "--same"
        raise TprstatsError(f"{what}: that is for a file, not for {given[0]}")
    record = record_of_lists(source) if ways["--opponents"] else record_of_totals(source)
    return Subject((record,))


def _only_for_lists(source: Source) -> None:
    if source.colours is not None:
        raise TprstatsError("--colours: the file tells that; only --opponents takes it")


def read_event(source: Source, file: str) -> Event:
    """The event of a file, with what the user says about its names and its ratings."""
    from tprstats.readers import read

    limits: dict[str, Any] = {}
    if source.max_bytes is not None:
        limits = {"max_bytes": source.max_bytes, "max_line": max(1, source.max_bytes // 32)}
    try:
        event = read(file, columns=source.columns, encoding=source.encoding, **limits)
    except UnknownColumnError as error:
        how = "--column HEADING=ROLE (rate, compare, report, convert) says what a column is"
        raise InputError(f"{error.what}; {how}", source=error.source, line=error.line) from None
    return _told(source, event.merged(source.same) if source.same else event)


def _told(source: Source, event: Event) -> Event:
    """The event with the player's name and the list of the ratings from the options."""
    from tprstats.readers.typed import with_name

    if (name := name_of(source)) is not None:
        try:
            event = with_name(event, name)
        except InputError as error:
            raise InputError(f"--name {name}: {error.what}", source=event.source) from None
    if source.kind is not None:
        try:
            event = event.with_rating_kind(kind_of(source))
        except InputError as error:
            raise InputError(f"--kind {source.kind}: {error.what}", source=error.source) from None
    return event


def _joined(source: Source) -> Event:
    """One player's games of several files."""
    from tprstats.readers import join

    if source.everybody or len(source.players) > 1:
        raise TprstatsError("several files are taken for one player's games: give one --player")
    if source.files.count("-") > 1:
        raise TprstatsError("- is standard input, which can be read once")
    alone = replace(source, name=None, kind=None, takes_all=False, same={})
    events = _renamed([read_event(alone, file) for file in source.files], source.same)
    for event in events:
        if not source.players and "owner" not in event.details and len(event) > 1:
            raise InputError(_how_to_choose(event, alone), source=event.source)
    event = join(events, *source.players)
    return _told(source, event)


def _renamed(events: list[Event], same: Mapping[str, str]) -> list[Event]:
    """The events with names taken for others, each where it stands."""
    for old, new in same.items():
        found = []
        for event in events:
            try:
                found.append(event.merged({old: new}))
            except UnknownNameError as error:
                unknown = error
                found.append(event)
        if all(a is b for a, b in zip(found, events, strict=True)):
            raise unknown
        events = found
    return events


def _chosen(source: Source, event: Event) -> Subject:
    owner = event.details.get("owner")
    if source.only is not None:
        chosen = event.where(source.only)
        if not len(chosen):
            there = source.only.there(g for r in event.records for g in r.games)
            what = f"no games {source.only.words}"
            raise InputError(f"{what}; {there}" if there else what, source=event.source)
        event = chosen
    say_notes(event)
    if source.everybody:
        if source.players:
            raise TprstatsError("--player and --all contradict each other; give one of them")
        if owner is not None:
            raise InputError(
                f"a log of the games of {owner}: nobody else's are complete; leave out --all",
                source=event.source,
            )
        if source.own is not None:
            raise TprstatsError("--own is one player's rating: choose with --player, not --all")
        return Subject(event.records, event, everybody=True)
    if source.players:
        return _with_own(source, event, [_find(event, name) for name in source.players])
    if len(event) == 1:
        return _with_own(source, event, event.records)
    if owner is None:
        raise InputError(_how_to_choose(event, source), source=event.source)
    owner = source.same.get(owner, owner)
    from tprstats.records import UNNAMED

    if owner != UNNAMED and owner != name_of(source):
        remark(f"{event.source}: the games of {owner}; --player takes somebody else")
    return _with_own(source, event, [event.record(owner)])


def _with_own(source: Source, event: Event, records: Sequence[Record]) -> Subject:
    """The chosen records, with the own rating from the options where the file has none."""
    own = own_of(source)
    if own is None:
        return Subject(tuple(records), event)
    if len(records) > 1:
        raise TprstatsError(
            f"--own is one player's rating, not that of {counted(len(records), 'player')}"
        )
    place = next(k for k, r in enumerate(event.records) if r is records[0])
    try:
        event = event.with_own(records[0], own)
    except InputError as error:
        raise InputError(f"--own {own:g}: {error.what}", source=error.source) from None
    remark(f"{event.source}: note: {event.adjustments[-1]}")
    return Subject((event.records[place],), event)


def _find(event: Event, wish: str) -> Record:
    """By start number where it is one, else by name."""
    numbers = [p.number for p in event.players if p.number is not None]
    if wish.strip().isdecimal() and int(wish) in numbers:
        return event.record(int(wish))
    try:
        return event.record(wish)
    except UnknownNameError as error:
        range_ = f"; start numbers are {min(numbers)} to {max(numbers)}" if numbers else ""
        hint = range_ if error.kind == "start number" else ""
        if not numbers and wish.strip().isdecimal():
            names = ", ".join(repr(p.name) for p in event.players[:NAMES_SHOWN])
            more = " ..." if len(event) > NAMES_SHOWN else ""
            raise InputError(
                f"no player {wish!r}: this file has no start numbers; give a part of a name: "
                f"{names}{more}",
                source=event.source,
            ) from None
        raise InputError(f"{error}{hint}", source=event.source) from None


def _how_to_choose(event: Event, source: Source) -> str:
    names = [f"{p.name!r}" for p in event.players[:NAMES_SHOWN]]
    more = len(event) - len(names)
    rest = f" and {more} more" if more > 0 else ""
    # Start numbers differ from file to file.
    number = " or NUMBER" if len(source.files) == 1 else ""
    return (
        f"{counted(len(event), 'player')}; choose with --player NAME{number}"
        f"{', or --all' * source.takes_all}: {', '.join(names)}{rest}"
    )


def say_notes(event: Event) -> None:
    """What the reader changed, left out or guessed, on standard error."""
    for note in event.adjustments[:NOTES_SHOWN]:
        remark(f"{event.source}: note: {note}")
    more = len(event.adjustments) - NOTES_SHOWN
    if more > 0:
        remark(f"{event.source}: and {counted(more, 'note')} more")
