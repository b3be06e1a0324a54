"""Whose record a command looks at: from a file, from lists, or from totals."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from tprstats.cells import counted
from tprstats.cli._output import remark
from tprstats.errors import InputError, TprstatsError, UnknownColumnError, UnknownNameError

if TYPE_CHECKING:
    from tprstats.records import Event, GameFilter, RatingKind, Record

__all__ = ["Source", "Subject", "find_subject", "list_of", "read_event", "say_notes"]

T = TypeVar("T")

SLOW = re.compile(r"(?<=fide)[- ](standard|classical|std)$")  # FIDE's list without a word
DECIMAL_COMMA = re.compile(r"(?<=\b\d),(?=5\b)")
NAMES_SHOWN = 4
NOTES_SHOWN = 8


@dataclass(frozen=True)
class Source:
    """What the user gave: a file with a choice of players, lists, or totals."""

    file: str | None = None
    players: tuple[str, ...] = ()
    everybody: bool = False
    opponents: str | None = None
    results: str | None = None
    own: float | None = None
    colours: str | None = None
    average: float | None = None
    games: int | None = None
    score: float | None = None
    kind: str | None = None
    name: str | None = None
    only: GameFilter | None = None
    same: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int | None = None
    encoding: str | None = None
    # What the command has options for, so that no message advises one that it lacks.
    takes_all: bool = False
    takes_totals: bool = False


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
        "a file": source.file is not None,
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
    if source.file is not None:
        _only_for_lists(source)
        return _from_file(source, source.file)
    if source.players or source.everybody:
        raise TprstatsError(f"--player and --all choose from a file, not from {given[0]}")
    if source.same or (source.only is not None and source.only.words):
        what = f"only games {source.only.words}" if source.only and source.only.words else "--same"
        raise TprstatsError(f"{what}: that is for a file, not for {given[0]}")
    record = _from_lists(source) if ways["--opponents"] else _from_totals(source)
    return Subject((record,))


def _only_for_lists(source: Source) -> None:
    if source.colours is not None:
        raise TprstatsError("--colours: the file tells that; only --opponents takes it")


def read_event(source: Source, file: str) -> Event:
    """The event of a file, with what the user says about its names and its ratings."""
    from tprstats.readers import read
    from tprstats.readers.typed import with_name

    limits: dict[str, Any] = {}
    if source.max_bytes is not None:
        limits = {"max_bytes": source.max_bytes, "max_line": max(1, source.max_bytes // 32)}
    try:
        event = read(file, columns=source.columns, encoding=source.encoding, **limits)
    except UnknownColumnError as error:
        how = "--column HEADING=ROLE (rate, compare, report, convert) says what a column is"
        raise InputError(f"{error.what}; {how}", source=error.source, line=error.line) from None
    if source.same:
        event = event.merged(source.same)
    if (name := _name(source)) is not None:
        try:
            event = with_name(event, name)
        except InputError as error:
            raise InputError(f"--name {name}: {error.what}", source=event.source) from None
    if source.kind is not None:
        try:
            event = event.with_rating_kind(_kind(source))
        except InputError as error:
            raise InputError(f"--kind {source.kind}: {error.what}", source=error.source) from None
    return event


def _from_file(source: Source, file: str) -> Subject:
    event = read_event(source, file)
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

    if owner != UNNAMED and owner != _name(source):
        remark(f"{event.source}: the games of {owner}; --player takes somebody else")
    return _with_own(source, event, [event.record(owner)])


def _with_own(source: Source, event: Event, records: Sequence[Record]) -> Subject:
    """The chosen records, with the own rating from the options where the file has none."""
    own = _own(source)
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
    return (
        f"{counted(len(event), 'player')}; choose with --player NAME or "
        f"NUMBER{', or --all' * source.takes_all}: {', '.join(names)}{rest}"
    )


def say_notes(event: Event) -> None:
    """What the reader changed, left out or guessed, on standard error."""
    for note in event.adjustments[:NOTES_SHOWN]:
        remark(f"{event.source}: note: {note}")
    more = len(event.adjustments) - NOTES_SHOWN
    if more > 0:
        remark(f"{event.source}: and {counted(more, 'note')} more")


def _from_lists(source: Source) -> Record:
    from tprstats.readers.typed import opponent_rating, own_result
    from tprstats.records import UNNAMED, Record, parse_colour

    if source.opponents is None or source.results is None:
        missing = "--results" if source.results is None else "--opponents"
        raise TprstatsError(f"{missing} is missing: one for each game")
    _refuse(source, "average", "games", "score")
    opponents = list_of("--opponents", source.opponents, opponent_rating)
    results = list_of("--results", source.results, own_result)
    colours = None if source.colours is None else list_of("--colours", source.colours, parse_colour)
    return Record.from_results(
        opponents, results, own=_own(source), colours=colours, rating_kind=_kind(source),
        name=_name(source) or UNNAMED,
    )  # fmt: skip


def _from_totals(source: Source) -> Record:
    from tprstats.records import UNNAMED, Record, check_rating

    if source.average is None or source.games is None or source.score is None:
        raise TprstatsError("--average, --games and --score belong together; give all three")
    if source.colours is not None:
        raise TprstatsError("--colours need each game: give --opponents and --results")
    average = check_rating(source.average, "--average")
    return Record.from_totals(
        average, source.games, source.score, own=_own(source), rating_kind=_kind(source),
        name=_name(source) or UNNAMED,
    )  # fmt: skip


def _name(source: Source) -> str | None:
    if source.name is None:
        return None
    if not source.name.strip():
        raise TprstatsError("--name is empty: give the player's name")
    return source.name.strip()


def _own(source: Source) -> float | None:
    from tprstats.records import check_rating

    return None if source.own is None else check_rating(source.own, "--own")


def _refuse(source: Source, *names: str) -> None:
    wrong = [f"--{name}" for name in names if getattr(source, name) is not None]
    if wrong:
        raise TprstatsError(f"{', '.join(wrong)} and --opponents contradict each other")


def _kind(source: Source) -> RatingKind:
    from tprstats.records import RatingKind

    if source.kind is None:
        return RatingKind.UNKNOWN
    try:
        return RatingKind(SLOW.sub("", source.kind.strip().lower()))
    except ValueError:
        known = [k.value for k in RatingKind]
        said = str(UnknownNameError("rating kind", source.kind, known))
        every = "" if "there are" in said else f"; there are: {', '.join(known)}"
        raise TprstatsError(said + every) from None


def list_of(option: str, text: str, parse: Callable[[str], T]) -> list[T]:
    """The items of a list with commas, or semicolons; an error says which item is wrong."""
    plain = text.strip()
    if ";" in plain:
        # Semicolons leave the comma to be the decimal one that it is in many countries.
        plain = DECIMAL_COMMA.sub(".", plain)
    items = re.split(r"\s*[,;]\s*|\s+", plain)
    parsed = []
    for k, item in enumerate(items, 1):
        try:
            parsed.append(parse(item))
        except ValueError as error:
            raise TprstatsError(f"{option}, game {k}: {error}") from None
    return parsed
