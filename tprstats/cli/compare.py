"""``tprstats compare``: rules against each other on the same games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from tprstats.cli import _filters as f
from tprstats.cli import _options as o
from tprstats.cli._idle import refuse_idle
from tprstats.cli._output import chosen_format, printed
from tprstats.cli._source import Source
from tprstats.cli._subject import Subject, find_subject

if TYPE_CHECKING:
    from tprstats.records import Event, Record

__all__ = ["compare_command"]


def compare_command(
    context: typer.Context,
    file: o.File = None,
    player: o.Players = None,
    everybody: o.Everybody = False,
    opponents: o.Opponents = None,
    results: o.Results = None,
    own: o.Own = None,
    name: o.Name = None,
    colours: o.Colours = None,
    average: o.Average = None,
    games: o.Games = None,
    score: o.Score = None,
    kind: o.Kind = None,
    column: o.Columns = None,
    rounds: f.Rounds = None,
    since: f.Since = None,
    until: f.Until = None,
    colour: f.Colour = None,
    opponent_range: f.OpponentRange = None,
    event: f.EventName = None,
    eco: f.Eco = None,
    speed: f.Speed = None,
    variant: f.Variant = None,
    rated_only: f.Casual = False,
    no_bots: f.Programs = False,
    established: f.Provisional = False,
    same: f.Same = None,
    method: o.Methods = None,
    interval: o.Interval = "bootstrap-bca",
    level: o.Level = 0.95,
    draw_share: o.DrawShare = "auto",
    unrated: o.Unrated = None,
    seed: o.Seed = None,
    resamples: o.Resamples = None,
    format_: o.FormatName = None,
    json_: o.Json = False,
    figure: o.Figure = None,
) -> str:
    """Compare rules with each other on the same games.

    Estimates, intervals, paired differences with their intervals, and how alike the rules rank
    the players; on one record, on several, or on --all.
    """
    from tprstats.compare import compare

    form = chosen_format(format_, json_)
    refuse_idle(
        context,
        (file is None, "that is for a file", ("column",)),
        (not o.resampled(interval), "only a bootstrap takes it", ("seed", "resamples")),
    )
    source = Source(
        file,
        tuple(player or ()),
        everybody,
        opponents,
        results,
        own,
        colours,
        average,
        games,
        score,
        kind,
        only=f.game_filter(
            rounds=rounds,
            since=since,
            until=until,
            colour=colour,
            opponent_range=opponent_range,
            event=event,
            eco=eco,
            speed=speed,
            variant=variant,
            rated_only=rated_only,
            no_bots=no_bots,
            established=established,
        ),
        same=f.same_names(same),
        name=name,
        columns=o.columns_of(column),
        takes_all=True,
        takes_totals=True,
    )
    found = compare(
        _compared(find_subject(source)),
        method,
        interval=interval,
        level=level,
        draw_share=o.draw_share_of(draw_share),
        unrated=o.unrated_of(unrated),
        resampling=o.resampling_of(seed, resamples),
    )
    if figure is not None:
        from tprstats.report.compared import comparison_figure
        from tprstats.report.drawing import save

        save(comparison_figure(found), figure)
    return printed([found], form)


def _compared(subject: Subject) -> Event | Record | Sequence[Record]:
    """A single record, some records, or the event (which event-level rules need)."""
    if subject.everybody and subject.event is not None:
        return subject.event
    return subject.records[0] if len(subject.records) == 1 else subject.records
