"""``tprstats rate``: a record by every rule, with the strength interval."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tprstats.cli import _filters as f
from tprstats.cli import _options as o
from tprstats.cli._idle import refuse_idle
from tprstats.cli._output import chosen_format, printed
from tprstats.cli._progress import progress
from tprstats.cli._source import Source
from tprstats.cli._subject import Subject, find_subject
from tprstats.errors import InputError, TprstatsError

if TYPE_CHECKING:
    from tprstats.rate import EventRating, GroupRating, RateResult

__all__ = ["rate_command"]

WhiteAdvantage = Annotated[
    str | None,
    typer.Option(
        metavar="ELO",
        help="Elo that White is worth: a number, level or auto [0; with --by auto].",
    ),
]
Prior = Annotated[
    str | None,
    typer.Option(metavar="MEAN,SD", help="Normal prior of bayes: 2400,80; ,80 keeps the mean."),
]
Luck = Annotated[
    int | None,
    typer.Option(
        metavar="EVENTS",
        help="With --all: simulate so many such events, to tell how far the top overstates.",
    ),
]
Place = Annotated[
    list[int] | None, typer.Option("--place", metavar="N", help="With --luck: place [1]; repeat.")
]
System = Annotated[
    str, typer.Option(callback=o.plain_id, help="With --luck: pairing system of a Swiss.")
]
RankBy = Annotated[
    str | None,
    typer.Option(
        metavar="RULE",
        callback=o.plain_id,
        help="With --all: rule of the ranking [the first --method, else firth].",
    ),
]


def rate_command(
    context: typer.Context,
    file: o.Files = None,
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
    method: o.Methods = None,
    interval: o.Interval = "midp",
    level: o.Level = 0.95,
    draw_share: o.DrawShare = "auto",
    white_advantage: WhiteAdvantage = None,
    prior: Prior = None,
    unrated: o.Unrated = None,
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
    max_bytes: f.MaxBytes = None,
    by: f.Grouping = None,
    seed: o.Seed = None,
    resamples: o.Resamples = None,
    rank_by: RankBy = None,
    luck: Luck = None,
    place: Place = None,
    system: System = "dutch",
    format_: o.FormatName = None,
    json_: o.Json = False,
    figure: o.Figure = None,
) -> str:
    """Rate one player or everybody by every rule, with intervals.

    One player of a file, several, or --all as a ranked table; or a list of opponents and results;
    or totals. Of a file some games alone (--since, --colour, --eco ...), or a season in parts
    (--by month).
    """
    form = chosen_format(format_, json_)
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
        max_bytes=max_bytes,
        columns=o.columns_of(column),
        takes_all=True,
        takes_totals=True,
    )
    if by is not None:
        given = {"--all": everybody, "--figure": figure is not None}
        if idle := ", ".join(name for name, there in given.items() if there):
            raise TprstatsError(f"--by divides the games of single players: leave out {idle}")
    if rank_by is not None and not everybody:
        raise TprstatsError("--rank-by ranks a whole event: give --all too")
    if luck is not None and not everybody:
        raise TprstatsError("--luck is about a ranking: give --all too")
    if luck is not None and luck < 10:
        raise TprstatsError(f"--luck {luck}: give at least 10 events")
    chance = {"luck": luck or 0, "places": tuple(place or (1,)), "system": system}
    options: dict[str, Any] = {
        "methods": method,
        "interval": interval,
        "level": level,
        "draw_share": o.draw_share_of(draw_share),
        "white_advantage": o.white_advantage_of(white_advantage or ("0" if by is None else "auto")),
        "prior": _prior(prior),
        "unrated": o.unrated_of(unrated),
        "resampling": o.resampling_of(seed, resamples),
    }
    refuse_idle(
        context,
        (not file, "that is for a file", ("column", "max_bytes")),
        (luck is None, "give --luck EVENTS too", ("place", "system")),
        (not o.resampled(interval), "only a bootstrap takes it", ("seed", "resamples")),
        (not o.takes_prior(method), "of the rules only bayes takes it", ("prior",)),
    )
    subject = find_subject(source)
    if by is not None:
        return printed(_divided(subject, by, options), form)
    found = _rated(subject, rank_by, options, chance)
    if figure is not None:
        _draw(found, method[0] if method else "firth", figure)
    return printed(found, form)


def _rated(
    subject: Subject, rank_by: str | None, options: dict[str, Any], chance: dict[str, Any]
) -> tuple[EventRating] | tuple[RateResult, ...]:
    from tprstats.rate import rate_event, rate_records

    if subject.everybody and subject.event is not None:
        if subject.whole_event is None:
            options = options | {"methods": _record_level(options["methods"])}
            if chance["luck"]:
                raise TprstatsError("--luck simulates a tournament; this file is a log of games")
        with progress("simulating", chance["luck"] or 1) as report:
            options = options | chance | {"progress": report}
            event = rate_event(subject.event, rank_by=rank_by, **options)
        if not any(r.games for r in event.results):
            raise InputError(
                "nobody has a game against a rated opponent; --unrated ELO counts unrated "
                "opponents at a rating",
                source=subject.event.source,
            )
        return (event,)
    found = rate_records(subject.records, event=subject.whole_event, **options)
    for result in found:
        if result.games == 0:
            where = subject.event.source if subject.event else None
            raise InputError(
                f"{result.player} has no game against a rated opponent; --unrated ELO counts "
                "unrated opponents at a rating",
                source=where,
            )
    return found


def _divided(subject: Subject, by: str, options: dict[str, Any]) -> list[GroupRating]:
    """Each player's games in parts, by the rules asked for."""
    from tprstats.rate import rate_groups

    methods = _record_level(options["methods"]) if options["methods"] else ["firth"]
    options = options | {"methods": methods}
    return [rate_groups(record, by, **options) for record in subject.records]


def _record_level(methods: list[str] | None) -> list[str]:
    """The rules that a log of games allows: those that need no others' games."""
    from tprstats.estimators import RULES, get_rule

    if methods is None:
        return [r.id for r in RULES.values() if not r.event_level]
    for method in methods:
        if get_rule(method).event_level:
            raise TprstatsError(f"{method} needs a whole event; this file is a log of games")
    return methods


def _prior(text: str | None) -> tuple[float | None, float | None] | None:
    from tprstats.records import check_rating

    if text is None:
        return None
    try:
        mean, sd = (float(part) if part.strip() else None for part in text.split(","))
    except ValueError:
        raise TprstatsError(f"--prior {text!r}: write MEAN,SD such as 2400,80") from None
    return None if mean is None else check_rating(mean, "--prior: mean"), sd


def _draw(found: Sequence[EventRating | RateResult], rank_by: str, path: Path) -> None:
    """One record by every rule, or several players by one."""
    from tprstats.rate import EventRating
    from tprstats.report.drawing import save
    from tprstats.report.figures import estimates_figure, players_figure

    first = found[0]
    if isinstance(first, EventRating):
        figure = players_figure(first.results, first.ranked_by, title=first.event)
    elif len(found) == 1:
        figure = estimates_figure(first)
    else:
        players = [r for r in found if not isinstance(r, EventRating)]
        figure = players_figure(players, rank_by, title=first.event)
    save(figure, path)
