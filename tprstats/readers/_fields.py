"""The fields of players and games as texts and back: what tidy CSV and JSON have in common."""

from __future__ import annotations

import dataclasses
import datetime as dt
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tprstats.readers._values import quoted
from tprstats.records import Colour, Game, GameKind, Player, RatingKind, RatingStatus

__all__ = ["GAME", "PLAYER", "Codec", "number_text", "number_value", "set_fields", "whole_value"]

WHOLE = re.compile(r"\d{1,9}")
COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": Colour.NONE}
LETTERS = {colour: letter for letter, colour in COLOURS.items()}


@dataclass(frozen=True)
class Codec:
    """How a field becomes a text or a number, and how a text becomes the field."""

    write: Callable[[Any], str | int | float]
    read: Callable[[str], Any]


def number_text(value: float) -> int | float:
    """A whole number without its decimal point."""
    return int(value) if value == int(value) else value


def number_value(text: str) -> float:
    """A finite number; ValueError for anything else."""
    try:
        value = float(text) if len(text) < 40 and "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"{quoted(text)} is not a number")
    return value


def whole_value(text: str) -> int:
    """A whole number of at most nine digits."""
    if not (WHOLE.fullmatch(text) and text.isascii()):
        raise ValueError(f"{quoted(text)} is not a whole number")
    return int(text)


def _half_points(text: str) -> int:
    if text not in ("0", "0.5", "1"):
        raise ValueError(f"score {quoted(text)}; write 1, 0.5 or 0")
    return int(2 * float(text))


def _colour(text: str) -> Colour:
    if text not in COLOURS:
        raise ValueError(f"colour {quoted(text)}; write w, b or -")
    return COLOURS[text]


def _date(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"date {quoted(text)}; write 2024-12-31") from None


def _yes(text: str) -> bool:
    if text != "yes":
        raise ValueError(f"{quoted(text)}; write yes, or leave it out")
    return True


def _one_of(kind: type[StrEnum]) -> Codec:
    def value(text: str) -> StrEnum:
        try:
            return kind(text)
        except ValueError:
            known = ", ".join(k.value for k in kind)
            raise ValueError(f"{quoted(text)} is none of: {known}") from None

    return Codec(str, value)


TEXT = Codec(str, str)
NUMBER = Codec(number_text, number_value)
NUMBERED = Codec(int, whole_value)
FLAG = Codec(lambda value: "yes" if value else "", _yes)
# In the order of the columns; the names are those of the dataclasses.
PLAYER: dict[str, Codec] = {
    "name": TEXT,
    "number": NUMBERED,
    "rating": NUMBER,
    "status": _one_of(RatingStatus),
    "rating_kind": _one_of(RatingKind),
    "national_rating": NUMBER,
    "title": TEXT,
    "federation": TEXT,
    "id": TEXT,
    "sex": TEXT,
    "birth": TEXT,
    "team": TEXT,
}
GAME: dict[str, Codec] = {
    "round": NUMBERED,
    "colour": Codec(lambda c: LETTERS[c], _colour),
    "half_points": Codec(lambda h: number_text(h / 2), _half_points),
    "kind": _one_of(GameKind),
    "opponent": TEXT,
    "opponent_number": NUMBERED,
    "opponent_rating": NUMBER,
    "status": _one_of(RatingStatus),
    "rating_kind": _one_of(RatingKind),
    "own_rating": NUMBER,
    "opponent_title": TEXT,
    "opponent_federation": TEXT,
    "opponent_id": TEXT,
    "date": Codec(dt.date.isoformat, _date),
    "event": TEXT,
    "board": NUMBERED,
    "eco": TEXT,
    "speed": TEXT,
    "plies": NUMBERED,
    "variant": TEXT,
    "casual": FLAG,
    "year": NUMBERED,
}
NEEDED: Mapping[type, Mapping[str, Any]] = {
    kind: {f.name: f.default for f in dataclasses.fields(kind)} for kind in (Player, Game)
}


def set_fields(item: Player | Game, codecs: Mapping[str, Codec]) -> Iterator[tuple[str, Any]]:
    """The fields that are not at their default, written."""
    defaults = NEEDED[type(item)]
    for name, codec in codecs.items():
        value = getattr(item, name)
        if value is not None and value != defaults[name]:
            yield name, codec.write(value)
