"""An event as JSON, and back: everything that an event holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tprstats.errors import InputError
from tprstats.readers._fields import (
    GAME,
    PLAYER,
    Codec,
    number_text,
    number_value,
    set_fields,
    whole_value,
)
from tprstats.readers._json import json_value
from tprstats.readers._values import shortened
from tprstats.readers.registry import reader
from tprstats.records import Adjustment, Event, Game, Player, Record

__all__ = ["read_event_json", "write_event_json"]

SCHEMA = "tprstats-event-1"
KINDS = ("crosstable", "team", "log", "standings")


def write_event_json(event: Event) -> str:
    """The event as JSON; fields at their default are left out.

    Examples
    --------
    >>> from tprstats import read
    >>> event = read(b"rating,result\\n2300,1\\n")
    >>> read(write_event_json(event).encode()).records == event.records
    True
    """
    value = {
        "schema": SCHEMA,
        "name": event.name,
        "kind": event.kind,
        "rounds": event.rounds,
        "details": dict(event.details),
        "adjustments": _notes(event.adjustments),
        "players": [_record(r) for r in event.records],
    }
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _record(record: Record) -> dict[str, Any]:
    value: dict[str, Any] = dict(set_fields(record.player, PLAYER))
    value["name"] = record.player.name
    if record.points is not None:
        value["points"] = number_text(record.points)
    if record.performance is not None:
        value["performance"] = number_text(record.performance)
    if record.rank is not None:
        value["rank"] = record.rank
    if record.totals:
        value["totals"] = True
    if record.event:
        value["event"] = record.event
    if record.adjustments:
        value["adjustments"] = _notes(record.adjustments)
    # A loss is written too: the half points have no default.
    value["games"] = [dict(set_fields(g, GAME)) for g in record.games]
    return value


def _notes(adjustments: tuple[Adjustment, ...]) -> list[dict[str, Any]]:
    return [
        {"what": a.what}
        | ({"where": a.where} if a.where else {})
        | ({} if a.line is None else {"line": a.line})
        for a in adjustments
    ]


@reader("json", "JSON of tprstats convert", lambda head: f'"{SCHEMA}"' in head[:200])
def read_event_json(text: str, source: str) -> Event:
    """The event that :func:`write_event_json` wrote, its adjustments included.

    Raises
    ------
    InputError
        With the place in the file: a field that is not known or whose value cannot be one.
    """
    value = json_value(text, source)
    try:
        return _event(_Object(value, "the file"))
    except ValueError as error:
        raise InputError(str(error), source=source) from None


class _Object:
    """A JSON object whose fields are taken one by one; what is left over is an error."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise ValueError(f"{where}: an object is needed, {{...}}")
        self.left, self.where = dict(value), where

    def take(self, key: str, default: Any, kind: type | tuple[type, ...]) -> Any:
        value = self.left.pop(key, default)
        fits = isinstance(value, kind) and isinstance(value, bool) == (kind is bool)
        if value is not default and not fits:
            raise ValueError(f"{self.where}: {key} cannot be {shortened(json.dumps(value))}")
        return value

    def objects(self, key: str) -> list[_Object]:
        values = self.take(key, [], list)
        return [_Object(v, f"{self.where}, {key} {k}") for k, v in enumerate(values, 1)]

    def fields(self, codecs: Mapping[str, Codec]) -> dict[str, Any]:
        found = {}
        for key, codec in codecs.items():
            value = self.take(key, None, (str, int, float))
            if value is not None:
                try:
                    found[key] = codec.read(str(value))
                except ValueError as error:
                    raise ValueError(f"{self.where}: {key}: {error}") from None
        return found

    def done(self) -> None:
        if self.left:
            unknown = shortened(repr(next(iter(self.left))))
            raise ValueError(f"{self.where}: unknown field {unknown}")


def _event(top: _Object) -> Event:
    top.take("schema", "", str)
    name, kind = top.take("name", "", str), top.take("kind", "crosstable", str)
    if kind not in KINDS:
        raise ValueError(f"kind {shortened(kind)} is none of: {', '.join(KINDS)}")
    details = top.take("details", {}, dict)
    if not all(isinstance(v, str) for v in details.values()):
        raise ValueError("details: texts are needed")
    rounds = whole_value(str(top.take("rounds", 0, int)))
    adjustments = tuple(_adjustment(a) for a in top.objects("adjustments"))
    records = tuple(_read_record(r) for r in top.objects("players"))
    if not records:
        raise ValueError("no players")
    top.done()
    return Event(name, records, kind, rounds, "", adjustments, details)


def _read_record(value: _Object) -> Record:
    games = []
    for game in value.objects("games"):
        found = {"opponent_rating": None} | game.fields(GAME)
        if "half_points" not in found:
            raise ValueError(f"{game.where}: half_points is missing")
        game.done()
        games.append(Game(**found))
    points = value.take("points", None, (int, float))
    stated = value.take("performance", None, (int, float))
    found = value.fields(PLAYER)
    if "name" not in found:
        raise ValueError(f"{value.where}: name is missing")
    record = Record(
        player=Player(**found),
        games=tuple(games),
        points=None if points is None else number_value(str(points)),
        performance=None if stated is None else number_value(str(stated)),
        rank=value.take("rank", None, int),
        totals=value.take("totals", False, bool),
        event=value.take("event", "", str),
        adjustments=tuple(_adjustment(a) for a in value.objects("adjustments")),
    )
    value.done()
    return record


def _adjustment(value: _Object) -> Adjustment:
    what, where = value.take("what", "", str), value.take("where", "", str)
    line = value.take("line", None, int)
    value.done()
    return Adjustment(what, where, line)
