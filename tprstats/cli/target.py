"""``tprstats target``: what is still needed for a norm or for a rating."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from tprstats.cli import _filters as f
from tprstats.cli import _norm_options as n
from tprstats.cli import _options as o
from tprstats.cli._idle import refuse_idle
from tprstats.cli._output import chosen_format, printed
from tprstats.cli._source import Source, list_of
from tprstats.cli._subject import find_subject
from tprstats.errors import TprstatsError

if TYPE_CHECKING:
    from tprstats.records import Event, Game, Record

__all__ = ["target_command"]


def target_command(
    context: typer.Context,
    file: o.File = None,
    player: o.Players = None,
    title: n.Title = None,
    rating: Annotated[
        float | None, typer.Option(metavar="ELO", help="Instead of a title: a rating to reach.")
    ] = None,
    method: Annotated[
        str, typer.Option(callback=o.plain_id, help="With --rating: by which rule.")
    ] = "fide",
    remaining: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="Opponents to come, RATING:TITLE:FED; - unrated."),
    ] = None,
    opponents: o.Opponents = None,
    results: o.Results = None,
    titles: n.Titles = None,
    federations: n.Federations = None,
    federation: n.Federation = None,
    own: o.Own = None,
    name: o.Name = None,
    colours: o.Colours = None,
    average: o.Average = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="With --average: games.")] = None,
    kind: o.Kind = None,
    same: f.Same = None,
    minimum: n.Minimum = 9,
    pairing: n.Pairing = None,
    exempt: n.Exempt = None,
    host: n.Host = None,
    strength: n.Strength = None,
    strength_sd: n.StrengthSd = 0.0,
    draw_share: n.Share = "level",
    white_advantage: n.White = "level",
    format_: o.FormatName = None,
    json_: o.Json = False,
    figure: o.Figure = None,
) -> str:
    """Tell the score still needed for a norm or a rating, with its probability.

    Before an event give the opponents alone; during it the results so far too, or the file. Games
    without a result are to come.
    """
    from tprstats.norms import target

    form = chosen_format(format_, json_)
    refuse_idle(
        context,
        (title is not None, "it goes with --rating", ("method",)),
        (rating is not None, "it goes with --title", n.RULES),
        (file is not None, "the file tells them", ("titles", "federations")),
        (file is None, "that is for a file", ("same",)),
    )
    lists = (titles, federations)
    source = Source(
        file, tuple(player or ()), False, opponents, results, own, colours, kind=kind,
        same=f.same_names(same), name=name,
    )  # fmt: skip
    event: Event | None = None
    rest = [] if remaining is None else list_of("--remaining", remaining, _opponent)
    if average is not None or games is not None:
        rest = [*_equal(average, games), *rest]
    if file is None and opponents is None and rest:
        records: tuple[Record, ...] = (_nobody_yet(source),)
    elif file is None and opponents is not None:
        if rest and (average is not None or games is not None):
            raise TprstatsError("--average and --opponents contradict each other; give one")
        records = (n.with_opponents(_begun(source, opponents), *lists),)
    elif file is None and results is None:
        raise TprstatsError(
            "no games; give a file (- reads standard input), --opponents, --remaining, or "
            "--average and --games"
        )
    else:
        subject = find_subject(source)
        records, event = subject.records, subject.event
    if strength is None and all(r.player.rating is None for r in records):
        refuse_idle(context, (True, n.NO_STRENGTH, (*n.CHANCES, "figure")))
    if figure is not None and len(records) > 1:
        raise TprstatsError("--figure shows one player: choose one with --player")
    found = [
        target(
            r,
            title=title,
            rating=rating,
            method=method,
            event=event,
            remaining=rest,
            minimum=minimum,
            pairing=pairing,
            exempt=exempt,
            host=n.federation_option("--host", host),
            federation=n.federation_option("--federation", federation),
            strength=strength,
            strength_sd=strength_sd,
            draw_share=o.level_or_number("--draw-share", draw_share),
            white_advantage=o.level_or_number("--white-advantage", white_advantage),
        )
        for r in records
    ]
    if figure is not None:
        from tprstats.report.drawing import save
        from tprstats.report.norm_figures import target_figure

        save(target_figure(found[0]), figure)
    return printed(found, form)


def _opponent(text: str) -> Game:
    """An opponent to come: ``2450``, ``2450:GM`` or ``2450:GM:FRA``."""
    from tprstats.readers.typed import opponent_rating
    from tprstats.records import Game

    rating, *rest = text.split(":")
    if len(rest) > 2:
        raise ValueError(f"{text!r}: write RATING, RATING:TITLE or RATING:TITLE:FED")
    title, federation = (*rest, "", "")[:2]
    return Game(
        opponent_rating(rating),
        0,
        opponent_title=n.title_of(title),
        opponent_federation=n.federation_of(federation),
    )


def _equal(average: float | None, games: int | None) -> list[Game]:
    from tprstats.records import Game, check_rating

    if average is None or games is None:
        raise TprstatsError("--average and --games belong together; give both")
    if not 1 <= games <= 200:
        raise TprstatsError(f"--games {games}: give a number from 1 to 200")
    return [Game(check_rating(average, "--average"), 0)] * games


def _nobody_yet(source: Source) -> Record:
    """A record without games: all opponents are to come."""
    from tprstats.records import Record, check_rating

    if source.results is not None or source.colours is not None:
        raise TprstatsError("--results and --colours belong to --opponents")
    own = None if source.own is None else check_rating(source.own, "--own")
    return Record.from_results([], [], own=own)


def _begun(source: Source, opponents: str) -> Record:
    """The record of lists, whose last results may be missing: those games are to come."""
    from tprstats.records import GameKind

    games_listed = len(list_of("--opponents", opponents, str))
    done = 0 if source.results is None else len(list_of("--results", source.results, str))
    padded = ",".join(
        [*([source.results] if done and source.results else []), *["0"] * (games_listed - done)]
    )
    (record,) = find_subject(replace(source, results=padded)).records
    games = [
        g
        if k < done
        else replace(g, kind=GameKind.UNFINISHED, opponent=f"opponent of round {k + 1}")
        for k, g in enumerate(record.games)
    ]
    return replace(record, games=tuple(games))
