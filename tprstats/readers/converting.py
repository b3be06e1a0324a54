"""An event in another format, and what that format does not hold."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, replace

from tprstats.cells import counted
from tprstats.errors import InputError, UnknownNameError
from tprstats.readers._notes import NOT_READ, Notes
from tprstats.readers._trf_editions import plain_details
from tprstats.readers._trf_kept import BY_NUMBER
from tprstats.readers._trf_teams import KEY as TEAMS
from tprstats.readers._trf_teams import teams_lost
from tprstats.readers.event_json import write_event_json
from tprstats.readers.reading import read
from tprstats.readers.tidy import write_tidy
from tprstats.readers.write_trf import write_trf
from tprstats.records import Adjustment, Event, Game, Player, Record
from tprstats.records.rounds import all_rounds

__all__ = ["FORMATS", "Converted", "convert"]

FORMATS: dict[str, Callable[[Event], str]] = {
    "csv": write_tidy,
    "json": write_event_json,
    "trf16": lambda event: write_trf(event, 16),
    "trf26": lambda event: write_trf(event, 26),
}
"""What :func:`convert` writes, by name."""


@dataclass(frozen=True)
class Converted:
    """A text and what is not in it.

    Parameters
    ----------
    text
        The file's content.
    lost
        What changes when the text is read again: found by reading it again.
    """

    text: str
    lost: tuple[Adjustment, ...]

    def __str__(self) -> str:
        return self.text


def convert(event: Event, to: str) -> Converted:
    """The event as ``"csv"`` (tidy), ``"json"``, ``"trf16"`` or ``"trf26"``.

    JSON holds everything. CSV lacks the event's details and the notes of the reader. A TRF needs
    start numbers, which are given from the top where there are none, and says less of a game.

    Raises
    ------
    UnknownNameError
        For another format.
    InputError
        For an event that the format cannot hold, such as a game log as TRF.

    Examples
    --------
    >>> from tprstats import read
    >>> from tprstats.data import example_path
    >>> convert(read(example_path()), "trf16").lost
    ()
    """
    if to not in FORMATS:
        raise UnknownNameError("format", to, list(FORMATS))
    notes = Notes()
    if to.startswith("trf"):
        if event.kind == "log":
            raise InputError(
                "a game log is no tournament, which a TRF is; convert it to csv or json",
                source=event.source or None,
            )
        event = _numbered(event, notes)
    try:
        text = FORMATS[to](event)
        again = read(text.encode("utf-8", "replace"))
    except InputError as error:
        raise InputError(
            f"not possible as {to}: {error.what}", source=event.source or None
        ) from None
    _compare(event, again, to, notes)
    if to.startswith("trf"):
        _teams(event, again, to, notes)
    _unread(event, to, notes)
    return Converted(text, notes.event())


def _numbered(event: Event, notes: Notes) -> Event:
    """The event with start numbers from the top where somebody has none."""
    if all(p.number is not None for p in event.players):
        return event
    names = [p.name for p in event.players]
    if len(set(names)) < len(names):
        raise InputError(
            "two players of one name and no start numbers", source=event.source or None
        )
    notes.add("no start numbers: players numbered from the top")
    number = {name: k for k, name in enumerate(names, 1)}
    records = []
    for record in event.records:
        games = tuple(replace(g, opponent_number=number.get(g.opponent)) for g in record.games)
        player = replace(record.player, number=number[record.player.name])
        records.append(replace(record, player=player, games=games))
    details = {k: v for k, v in event.details.items() if k not in BY_NUMBER}
    if gone := event.details.keys() - details.keys():
        notes.add(f"players have other numbers: {', '.join(sorted(gone))} left out")
    return replace(event, records=tuple(records), details=details)


def _plain(event: Event) -> dict[str, object]:
    return plain_details(
        event.details, next_round=event.paired_rounds + 1, rounds=all_rounds(event)
    )


def _unread(event: Event, to: str, notes: Notes) -> None:
    """Lines that the reader of a TRF passed over are lost."""
    for note in event.adjustments:
        if note.what.startswith(NOT_READ):
            notes.add(f"not in {to}: {note.where}, {note.what.removeprefix(NOT_READ)[2:-1]}")


def _teams(event: Event, again: Event, to: str, notes: Notes) -> None:
    """What a TRF says of a team besides its players."""
    before, after = (e.details.get(TEAMS, "") for e in (event, again))
    for lost in teams_lost(before, after):
        notes.add(f"not in {to}: {lost}")
    if not before and "310" in after:
        notes.add(f"teams in {to} are numbered by name: the event has no numbers")


def _compare(event: Event, again: Event, to: str, notes: Notes) -> None:
    """Note each field that is not the same when the text is read again."""
    for field in ("name", "kind", "rounds"):
        if getattr(event, field) != getattr(again, field):
            notes.add(f"not in {to}: {field} of the event ({getattr(event, field)!r})")
    ours, theirs = _plain(event), _plain(again)
    told = (TEAMS,) if to.startswith("trf") else ()
    details = [k for k, v in ours.items() if theirs.get(k) != v and k not in told]
    if details:
        notes.add(f"not in {to}: details of the event", ", ".join(details))
    if len(event) != len(again):
        notes.add(f"not in {to}: {counted(len(event), 'player')}, {len(again)} when read again")
    for before, after in zip(event.records, again.records, strict=False):
        _compare_records(before, after, to, notes)


def _compare_records(before: Record, after: Record, to: str, notes: Notes) -> None:
    player = before.player.name
    for field in dataclasses.fields(Player):
        if getattr(before.player, field.name) != getattr(after.player, field.name):
            notes.add(f"not in {to}: the player's {_words(field.name)}", player)
    if before.points != after.points:
        lost = f"not in {to}: the player's points"
        made = f"points in {to} are those of the results: the event has none"
        notes.add(made if before.points is None else lost, player)
    if before.rank != after.rank:
        lost = f"not in {to}: the player's rank"
        made = f"ranks in {to} are places by points, which ties share: the event has none"
        notes.add(made if before.rank is None else lost, player)
    if before.games == after.games:
        return
    theirs = {(g.round, g.opponent): g for g in after.games}
    for game in before.games:
        if (found := theirs.pop((game.round, game.opponent), None)) is None:
            notes.add(f"not in {to}: a game ({game.kind.value})", player)
            continue
        for field in dataclasses.fields(Game):
            if getattr(game, field.name) != getattr(found, field.name):
                notes.add(f"not in {to}: the {_words(field.name)} of a game", player)
    if theirs:
        notes.add(f"in {to} rounds without a game count as not paired")


def _words(field: str) -> str:
    return field.replace("_", " ")
