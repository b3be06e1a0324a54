"""``tprstats norm``: a title norm, clause by clause, and the luck in it."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from tprstats.cli import _options as o
from tprstats.cli._output import chosen_format, printed
from tprstats.cli._progress import progress
from tprstats.cli._subject import Source, find_subject, list_of
from tprstats.errors import TprstatsError

if TYPE_CHECKING:
    from tprstats.records import Record

__all__ = ["norm_command", "with_opponents"]


class Authority(StrEnum):
    """Whose norms."""

    FIDE = "fide"
    US_CHESS = "us-chess"


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


def norm_command(
    file: o.File = None,
    player: o.Players = None,
    title: Title = None,
    opponents: o.Opponents = None,
    results: o.Results = None,
    titles: Titles = None,
    federations: Federations = None,
    federation: Federation = None,
    own: o.Own = None,
    colours: o.Colours = None,
    kind: o.Kind = None,
    authority: Annotated[Authority, typer.Option(help="fide or us-chess.")] = Authority.FIDE,
    minimum: Annotated[int, typer.Option(help="Least games: 9; 7 or 8 by 1.4.1b.")] = 9,
    pairing: Annotated[
        str | None, typer.Option(help="swiss, round-robin, double-round-robin.")
    ] = None,
    exempt: Annotated[
        str | None, typer.Option(help="a, b or c of 1.4.3: national, team, zonal.")
    ] = None,
    host: Annotated[
        str | None, typer.Option(metavar="FED", help="Federation that registered the event.")
    ] = None,
    strength: Strength = None,
    strength_sd: Annotated[
        float, typer.Option(metavar="ELO", help="SD of what is known of the strength.")
    ] = 0.0,
    attempts: Annotated[int, typer.Option(help="Number of such events.")] = 1,
    draw_share: Share = "level",
    white_advantage: White = "level",
    no_luck: Annotated[bool, typer.Option("--no-luck", help="The check alone.")] = False,
    future: Annotated[
        str | None, typer.Option(help="Simulate such an event: swiss or round-robin.")
    ] = None,
    events: Annotated[int, typer.Option(help="Events simulated for --future.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed for --future, a whole number from 0.")] = 1,
    format_: o.FormatName = None,
    json_: o.Json = False,
) -> str:
    """Check a title norm, and tell how much luck is in it.

    Every clause of FIDE's title regulations B.01 1.4 that the data allow reads met, not met or
    cannot be told. The chance is exact for the same opponents; --future simulates an event.
    """
    form = chosen_format(format_, json_)
    source = Source(file, tuple(player or ()), False, opponents, results, own, colours, kind=kind)
    subject = find_subject(source)
    lists = (titles, federations)
    if file is not None and lists != (None, None):
        raise TprstatsError("--titles, --federations: the file tells them; only for --opponents")
    records = [with_opponents(r, *lists) for r in subject.records]
    if authority is Authority.US_CHESS:
        from tprstats.norms.us_chess import us_chess_norms

        if title is not None:
            raise TprstatsError("--authority us-chess shows all its levels: leave out --title")
        return printed([us_chess_norms(r) for r in records], form)
    from tprstats.norms import get_title, norm

    if title is None:
        raise TprstatsError("--title is missing: GM, IM, WGM or WIM")
    wanted = get_title(title)
    with progress("simulating", events if future else 1) as report:
        found = [
            norm(
                r,
                wanted.name,
                event=subject.event,
                minimum=minimum,
                pairing=pairing,
                exempt=exempt,
                host=host,
                federation=federation,
                luck=not no_luck,
                strength=strength,
                strength_sd=strength_sd,
                attempts=attempts,
                draw_share=o.level_or_number("--draw-share", draw_share),
                white_advantage=o.level_or_number("--white-advantage", white_advantage),
                future=future,
                events=events,
                seed=seed,
                progress=report,
            )
            for r in records
        ]
    return printed(found, form)


def with_opponents(record: Record, titles: str | None, federations: str | None) -> Record:
    """The record with the opponents' titles and federations from lists; ``-`` for none."""
    games = record.games
    if titles is not None:
        names = _names("--titles", titles, len(games))
        games = tuple(replace(g, opponent_title=t) for g, t in zip(games, names, strict=True))
    if federations is not None:
        names = _names("--federations", federations, len(games))
        games = tuple(replace(g, opponent_federation=f) for g, f in zip(games, names, strict=True))
    return replace(record, games=games)


def _names(option: str, text: str, games: int) -> list[str]:
    found = list_of(option, text, lambda x: x.upper().strip("-–"))
    if len(found) != games:
        raise TprstatsError(f"{option}: {len(found)} for {games} games; write - for none")
    return found
