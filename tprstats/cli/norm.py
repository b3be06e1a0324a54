"""``tprstats norm``: a title norm, clause by clause, and the luck in it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from tprstats.cli import _norm_options as n
from tprstats.cli import _options as o
from tprstats.cli._output import chosen_format, printed
from tprstats.cli._progress import progress
from tprstats.cli._subject import Source, find_subject
from tprstats.errors import TprstatsError

__all__ = ["norm_command"]


class Authority(StrEnum):
    """Whose norms."""

    FIDE = "fide"
    US_CHESS = "us-chess"


def norm_command(
    file: o.File = None,
    player: o.Players = None,
    title: n.Title = None,
    opponents: o.Opponents = None,
    results: o.Results = None,
    titles: n.Titles = None,
    federations: n.Federations = None,
    federation: n.Federation = None,
    own: o.Own = None,
    colours: o.Colours = None,
    kind: o.Kind = None,
    authority: Annotated[Authority, typer.Option(help="fide or us-chess.")] = Authority.FIDE,
    minimum: n.Minimum = 9,
    pairing: n.Pairing = None,
    exempt: n.Exempt = None,
    host: n.Host = None,
    strength: n.Strength = None,
    strength_sd: n.StrengthSd = 0.0,
    posterior: Annotated[
        bool, typer.Option("--posterior", help="Strength: what these games say, on top of that.")
    ] = False,
    attempts: Annotated[int, typer.Option(help="Number of such events.")] = 1,
    draw_share: n.Share = "level",
    white_advantage: n.White = "level",
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
    records = [n.with_opponents(r, *lists) for r in subject.records]
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
                host=n.federation_option("--host", host),
                federation=n.federation_option("--federation", federation),
                luck=not no_luck,
                strength=strength,
                strength_sd=strength_sd,
                posterior=posterior,
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
