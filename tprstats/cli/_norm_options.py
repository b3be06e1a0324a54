"""The options that ``norm`` and ``target`` share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from tprstats.cells import counted
from tprstats.cli._source import list_of
from tprstats.errors import TprstatsError

if TYPE_CHECKING:
    from tprstats.records import Record

__all__ = [
    "CHANCES",
    "NO_STRENGTH",
    "RULES",
    "Exempt",
    "Federation",
    "Federations",
    "Host",
    "Minimum",
    "Pairing",
    "Share",
    "Strength",
    "StrengthSd",
    "Title",
    "Titles",
    "White",
    "federation_of",
    "federation_option",
    "title_of",
    "with_opponents",
]

Title = Annotated[str | None, typer.Option(metavar="TITLE", help="GM, IM, WGM or WIM.")]
Titles = Annotated[
    str | None, typer.Option(metavar="LIST", help="With --opponents: their titles, GM,-,IM.")
]
Federations = Annotated[
    str | None, typer.Option(metavar="LIST", help="With --opponents: their federations.")
]
Federation = Annotated[
    str | None, typer.Option(metavar="FED", help="The player's federation, if the file lacks it.")
]
Strength = Annotated[
    float | None, typer.Option(metavar="ELO", help="The player's strength (own rating).")
]
Share = Annotated[
    str, typer.Option("--draw-share", metavar="SHARE", help="Draw share of equals, or level.")
]
White = Annotated[
    str, typer.Option("--white-advantage", metavar="ELO", help="Elo for White, or level.")
]
StrengthSd = Annotated[
    float, typer.Option(metavar="ELO", help="SD of what is known of the strength.")
]
Minimum = Annotated[int, typer.Option(help="Least games of a norm: 9; 7 or 8 by 1.4.1b.")]
Pairing = Annotated[str | None, typer.Option(help="swiss, round-robin, double-round-robin.")]
Exempt = Annotated[str | None, typer.Option(help="a, b or c of B.01 1.4.3: national, team, zonal.")]
Host = Annotated[
    str | None, typer.Option(metavar="FED", help="Federation that registered the event.")
]


CHANCES = ("strength", "strength_sd", "draw_share", "white_advantage")
"""Parameters that chances take."""

RULES = ("minimum", "pairing", "exempt", "host", "titles", "federations", "federation")
"""Parameters that FIDE's regulations take."""

NO_STRENGTH = "the player has no rating; chances take --strength ELO"

# B.01 knows these; a national title counts for nothing, and is written as -.
KNOWN_TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")


def title_of(text: str) -> str:
    """A title of FIDE's in capitals, ``-`` for none; empty for what is not told."""
    from tprstats.norms.titles import NO_TITLE

    title = text.strip().upper().replace("–", NO_TITLE)
    if title not in ("", NO_TITLE, *KNOWN_TITLES):
        raise ValueError(f"title {text!r}: write {', '.join(KNOWN_TITLES)}, or - for none")
    return title


def federation_of(text: str) -> str:
    """A federation's three letters in capitals; empty for ``-``."""
    from tprstats.norms.federations import asked_federation

    code = text.strip().upper().strip("-–")
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise ValueError(f"federation {text!r}: write its three letters, ENG, or - for none")
    return asked_federation(code)


def federation_option(option: str, text: str | None) -> str | None:
    """The federation that an option names."""
    try:
        return None if text is None else federation_of(text)
    except ValueError as error:
        raise TprstatsError(f"{option}: {error}") from None


def with_opponents(record: Record, titles: str | None, federations: str | None) -> Record:
    """The record with the opponents' titles and federations from lists; ``-`` for none."""
    games = record.games
    if titles is not None:
        names = _names("--titles", titles, title_of, len(games))
        games = tuple(replace(g, opponent_title=t) for g, t in zip(games, names, strict=True))
    if federations is not None:
        names = _names("--federations", federations, federation_of, len(games))
        games = tuple(replace(g, opponent_federation=f) for g, f in zip(games, names, strict=True))
    return replace(record, games=games)


def _names(option: str, text: str, parse: Callable[[str], str], games: int) -> list[str]:
    found = list_of(option, text, parse)
    if len(found) != games:
        raise TprstatsError(
            f"{option}: {len(found)} for {counted(games, 'game')}; write - for none"
        )
    return found
