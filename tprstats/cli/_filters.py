"""The options that choose some of a file's games."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from tprstats.errors import TprstatsError

if TYPE_CHECKING:
    from tprstats.records import Colour as GameColour
    from tprstats.records import GameFilter

__all__ = [
    "Casual",
    "Colour",
    "Eco",
    "EventName",
    "Grouping",
    "MaxBytes",
    "OpponentRange",
    "Programs",
    "Provisional",
    "Rounds",
    "Same",
    "Since",
    "Speed",
    "Until",
    "Variant",
    "game_filter",
    "same_names",
]

T = TypeVar("T", int, float)

Rounds = Annotated[str | None, typer.Option(metavar="A-B", help="Only these rounds: 1-5, 6- or 3.")]
Since = Annotated[
    str | None, typer.Option(metavar="DAY", help="Only games from this day on: 2024-01-01.")
]
Until = Annotated[str | None, typer.Option(metavar="DAY", help="Only games until this day.")]
Colour = Annotated[
    str | None, typer.Option(metavar="w|b", help="Only games with White or with Black.")
]
OpponentRange = Annotated[
    str | None,
    typer.Option(metavar="A-B", help="Only opponents rated so: 2300-2400, 2300- or -2400."),
]
EventName = Annotated[
    str | None, typer.Option("--event", metavar="NAME", help="Only events with this in the name.")
]
Eco = Annotated[
    str | None, typer.Option(metavar="CODE", help="Only these openings: B90, B9, B or B20-B99.")
]
Speed = Annotated[
    str | None, typer.Option(metavar="SPEED", help="Only standard, rapid, blitz, bullet ...")
]
Variant = Annotated[
    str | None, typer.Option(metavar="NAME", help="Only this variant; standard is chess.")
]
Casual = Annotated[
    bool, typer.Option("--rated-only", help="Leave out games that the platform did not rate.")
]
Programs = Annotated[bool, typer.Option("--no-bots", help="Leave out games against programs.")]
Provisional = Annotated[
    bool, typer.Option("--established", help="Leave out opponents with a provisional rating.")
]
Same = Annotated[
    list[str] | None,
    typer.Option("--same", metavar="OLD=NEW", help="Take one name for another; repeat for more."),
]
MaxBytes = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help="Read so many bytes at most, unpacked [512 MB]; a line N / 32."
    ),
]
Grouping = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="PART",
        help="One line for each event, year, month, colour, opening, volume (ECO letter), speed, "
        "list or opponents (steps of 200).",
    ),
]


def game_filter(
    *,
    rounds: str | None = None,
    since: str | None = None,
    until: str | None = None,
    colour: str | None = None,
    opponent_range: str | None = None,
    event: str | None = None,
    eco: str | None = None,
    speed: str | None = None,
    variant: str | None = None,
    rated_only: bool = False,
    no_bots: bool = False,
    established: bool = False,
) -> GameFilter:
    """The filter that the options describe; without any of them it takes every game."""
    from tprstats.records import GameFilter

    return GameFilter(
        rounds=_range("--rounds", rounds, int),
        since=_day("--since", since),
        until=_day("--until", until),
        colour=_colour(colour),
        opponents=_range("--opponent-range", opponent_range, float),
        event=_said("--event", event),
        eco=_said("--eco", eco),
        speed=None if speed is None else _said("--speed", speed.strip().lower()),
        variant=None if variant is None else _said("--variant", variant.strip().lower()),
        casual=not rated_only,
        bots=not no_bots,
        provisional=not established,
    )


def same_names(pairs: list[str] | None) -> dict[str, str]:
    """Names to be taken for others, from ``OLD=NEW``."""
    names = {}
    for pair in pairs or ():
        old, equals, new = (part.strip() for part in pair.partition("="))
        if not (old and equals and new):
            raise TprstatsError(f"--same {pair!r}: write OLD=NEW, two names of the file")
        names[old] = new
    return names


def _range(
    option: str, text: str | None, number: Callable[[str], T]
) -> tuple[T | None, T | None] | None:
    if text is None:
        return None
    low, dash, high = (part.strip() for part in text.replace("–", "-").partition("-"))
    try:
        ends = (number(low) if low else None, number(high) if high else None)
    except ValueError:
        ends = (None, None)
    if ends == (None, None):
        raise TprstatsError(f"{option} {text!r}: write 3, 1-5, 6- or -4")
    return ends if dash else (ends[0], ends[0])


def _day(option: str, text: str | None) -> dt.date | None:
    if text is None:
        return None
    from tprstats.readers.typed import day

    found = day(text)
    if found is None:
        raise TprstatsError(f"{option} {text!r} is no day: write 2024-01-31")
    return found


def _colour(text: str | None) -> GameColour | None:
    from tprstats.records import Colour, parse_colour

    if text is None:
        return None
    try:
        found = parse_colour(text)
    except TprstatsError:
        found = Colour.NONE
    if found is Colour.NONE:
        raise TprstatsError(f"--colour {text!r}: write w or b")
    return found


def _said(option: str, text: str | None) -> str | None:
    """Something, where the option is given: an empty word would take every game, or none."""
    if text is not None and not text.strip():
        raise TprstatsError(f"{option} '': say which, or leave it out")
    return text
