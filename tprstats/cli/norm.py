"""``tprstats norm``: a title norm, clause by clause, and the luck in it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from tprstats.cli import _filters as f
from tprstats.cli import _norm_options as n
from tprstats.cli import _options as o
from tprstats.cli._idle import refuse_idle
from tprstats.cli._output import chosen_format, printed
from tprstats.cli._progress import progress
from tprstats.cli._source import Source
from tprstats.cli._subject import find_subject
from tprstats.errors import TprstatsError

__all__ = ["norm_command"]


class Authority(StrEnum):
    """Whose norms."""

    FIDE = "fide"
    US_CHESS = "us-chess"


LUCK = (*n.CHANCES, "posterior", "attempts")
FUTURE = ("future", "events", "seed")

RUNS = 14
"""Strengths at which an event to come is simulated, more or less."""


def norm_command(
    context: typer.Context,
    file: o.File = None,
    player: o.Players = None,
    everybody: o.Everybody = False,
    title: n.Title = None,
    opponents: o.Opponents = None,
    results: o.Results = None,
    titles: n.Titles = None,
    federations: n.Federations = None,
    federation: n.Federation = None,
    own: o.Own = None,
    name: o.Name = None,
    colours: o.Colours = None,
    kind: o.Kind = None,
    same: f.Same = None,
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
    figure: o.Figure = None,
) -> str:
    """Check a title norm, and tell how much luck is in it.

    Every clause of FIDE's title regulations B.01 1.4 that the data allow reads met, not met or
    cannot be told; with --all one line for everybody in the file. The chance is exact for the same
    opponents; --future simulates an event.
    """
    form = chosen_format(format_, json_)
    us_chess = authority is Authority.US_CHESS
    refuse_idle(
        context,
        (us_chess, "US Chess asks for none of that", ("title", *n.RULES, *FUTURE, "figure")),
        (
            everybody and not us_chess,
            "--all checks everybody, the luck is told for one --player",
            (*LUCK, *FUTURE, "federation", "figure"),
        ),
        (
            no_luck and future is None,
            "--no-luck leaves out the chances",
            (*LUCK, "figure"),
        ),
        (future is None, "give --future swiss or round-robin too", ("events", "seed")),
        (file is not None, "the file tells them", ("titles", "federations")),
    )
    source = Source(
        file, tuple(player or ()), everybody, opponents, results, own, colours, kind=kind,
        same=f.same_names(same), name=name, takes_all=True,
    )  # fmt: skip
    subject = find_subject(source)
    records = [n.with_opponents(r, titles, federations) for r in subject.records]
    if strength is None and all(r.player.rating is None for r in records):
        refuse_idle(context, (True, n.NO_STRENGTH, (*LUCK, "figure")))
    chances: dict[str, Any] = {
        "luck": not no_luck,
        "strength": strength,
        "strength_sd": strength_sd,
        "posterior": posterior,
        "attempts": attempts,
        "draw_share": o.level_or_number("--draw-share", draw_share),
        "white_advantage": o.level_or_number("--white-advantage", white_advantage),
    }
    if us_chess:
        from tprstats.norms import us_chess_norms

        return printed([us_chess_norms(r, **chances) for r in records], form)
    from tprstats.norms import event_norms, get_title, norm

    if title is None:
        raise TprstatsError("--title is missing: GM, IM, WGM or WIM")
    wanted = get_title(title)
    rules: dict[str, Any] = {
        "minimum": minimum,
        "pairing": pairing,
        "exempt": exempt,
        "host": n.federation_option("--host", host),
    }
    if everybody and subject.event is not None:
        return printed([event_norms(subject.event, wanted.name, **rules)], form)
    if figure is not None and len(records) > 1:
        raise TprstatsError("--figure shows one player: choose one with --player")
    with progress("simulating", events * RUNS if future else 1) as report:
        found = [
            norm(
                r,
                wanted.name,
                event=subject.event,
                **rules,
                federation=n.federation_option("--federation", federation),
                **chances,
                future=future,
                events=events,
                seed=seed,
                progress=report,
            )
            for r in records
        ]
    if all(r.luck is None and r.future is None for r in found) and not no_luck:
        why = "too few games are known for a chance of a norm"
        refuse_idle(context, (True, why, (*LUCK, "figure")))
    if figure is not None:
        from tprstats.report.drawing import save
        from tprstats.report.norm_figures import norm_figure

        save(norm_figure(found[0]), figure)
    return printed(found, form)
