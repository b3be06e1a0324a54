"""``tprstats report``: one self-contained page about a player, or a folder about an event."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tprstats.cli import _filters as f
from tprstats.cli import _options as o
from tprstats.cli._idle import refuse_idle
from tprstats.cli._output import as_json
from tprstats.cli._progress import progress
from tprstats.cli._source import Source
from tprstats.cli._subject import Subject, find_subject
from tprstats.cli.streak import Direction, OwnSeed, RatingList, Seasons, Window, window_of
from tprstats.errors import TprstatsError

if TYPE_CHECKING:
    from tprstats.report import Report
    from tprstats.report.everybody import EventReports

__all__ = ["report_command"]

Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="OUT", help="A file .html; with --all a folder."),
]


def report_command(
    context: typer.Context,
    file: o.Files = None,
    player: o.Players = None,
    everybody: o.Everybody = False,
    output: Output = None,
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
    interval: o.Interval = "midp",
    level: o.Level = 0.95,
    draw_share: o.DrawShare = "auto",
    white_advantage: o.WhiteAdvantage = "0",
    unrated: o.Unrated = None,
    window: Window = None,
    rating_list: RatingList = None,
    direction: Direction = "hot",
    seasons: Seasons = 20_000,
    seed: OwnSeed = 1,
    json_: Annotated[bool, typer.Option("--json", help="Print the contents as JSON.")] = False,
) -> str:
    """Write one page for a coach about a player's games.

    The estimate with its interval in plain words, all rules and why they differ, streaks, parts
    of the record, opponents, norms, assumptions and origin: one file that needs no other. With
    --all a folder: an index of the event, and a page for everybody in it.
    """
    refuse_idle(
        context,
        (not file, "that is for a file", ("column",)),
        (
            average is not None,
            "totals have no order of games, so no streak is looked for",
            ("window", "direction", "seasons", "seed"),
        ),
    )
    if output is None and not json_:
        raise TprstatsError(
            f"nowhere to write: give -o {'FOLDER' if everybody else 'report.html'}, or --json"
        )
    if output is not None:
        _check_name(output, folder=everybody)
    if seed < 0:
        raise TprstatsError(f"--seed {seed}: give a whole number, 0 or more")
    if everybody and window is not None:
        raise TprstatsError("--window names one player's games: leave out --all")
    if everybody and rating_list is not None:
        raise TprstatsError("--rating-list chooses one player's games: leave out --all")
    source = Source(
        file, tuple(player or ()), everybody, opponents, results, own, colours, average, games,
        score, kind,
        only=f.game_filter(
            rounds=rounds, since=since, until=until, colour=colour, opponent_range=opponent_range,
            event=event, eco=eco, speed=speed, variant=variant, rated_only=rated_only,
            no_bots=no_bots, established=established,
        ),
        same=f.same_names(same),
        name=name,
        columns=o.columns_of(column),
    )  # fmt: skip
    options: dict[str, Any] = {
        "interval": interval,
        "level": level,
        "draw_share": o.draw_share_of(draw_share),
        "white_advantage": o.white_advantage_of(white_advantage),
        "unrated": o.unrated_of(unrated),
        "direction": direction.strip().lower(),
        "seasons": seasons,
        "seed": seed,
        "digest": _digest(file or ()),
    }
    subject = find_subject(source)
    found = (
        _everybody(subject, options) if everybody else _one(subject, window, rating_list, options)
    )
    if output is not None:
        _write(found, output)
    return as_json(found.to_json()) if json_ else str(output)


def _one(
    subject: Subject, window: str | None, rating_list: str | None, options: dict[str, Any]
) -> Report:
    from tprstats.report import report

    if len(subject.records) > 1:
        raise TprstatsError("a report is about one player: give one --player, or --all")
    named = None if window is None else window_of(window)
    return report(
        subject.records[0], event=subject.event, window=named, rating_list=rating_list, **options
    )


def _everybody(subject: Subject, options: dict[str, Any]) -> EventReports:
    from tprstats.report.everybody import event_reports

    assert subject.event is not None  # --all is refused without a file
    return event_reports(subject.event, **options)


def _check_name(output: Path, *, folder: bool) -> None:
    """Refuse a wrong name before the work, not after it."""
    from tprstats.files import check_folder
    from tprstats.report.results import check_page

    if not folder:
        check_page(output)
        return
    if output.suffix.lower() in (".html", ".htm"):
        raise TprstatsError(f"{output}: --all writes several pages; give the name of a folder")
    check_folder(output)


def _write(found: Report | EventReports, output: Path) -> None:
    from tprstats.report import Report

    if isinstance(found, Report):
        found.save(output)
        return
    with progress("reports", len(found)) as report:
        found.save(output, progress=report)


def _digest(files: Sequence[str]) -> str:
    """SHA-256 of each file; of standard input there is none to compare with later."""
    found = []
    for file in files:
        if file == "-":
            return ""
        with open(file, "rb") as opened:
            found.append(hashlib.file_digest(opened, "sha256").hexdigest())
    return ", ".join(found)
