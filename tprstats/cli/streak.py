"""``tprstats streak``: whether a hot (or cold) streak is more than luck."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tprstats.cli import _filters as f
from tprstats.cli import _options as o
from tprstats.cli._output import chosen_format, printed
from tprstats.cli._source import Source
from tprstats.cli._streak_players import SOME_MISSING, looked_at, print_some, verdicts
from tprstats.cli._subject import find_subject
from tprstats.errors import TprstatsError

if TYPE_CHECKING:
    from tprstats.streaks import SpellPrior

__all__ = ["streak_command"]

Window = Annotated[
    str | None,
    typer.Option(
        metavar="WHICH",
        help="A window named in advance: games 12-20 (numbers of all games, in playing "
        "order), dates 2014-08-27..2014-09-07, or an event.",
    ),
]
Direction = Annotated[str, typer.Option(help="hot, cold or either.")]
Lengths = Annotated[str, typer.Option(metavar="A-B", help="Windows searched, games.")]
Events = Annotated[bool, typer.Option("--events", help="Search the events, not all windows.")]
Looks = Annotated[
    str | None,
    typer.Option(metavar="LIST", help="Games after which you looked before: 10,20,30. Paid for."),
]
Searched = Annotated[
    int | None,
    typer.Option(
        "--players", metavar="N", help="Players you searched. Paid for. [those of --player]"
    ),
]
Judged = Annotated[
    int,
    typer.Option(
        "--windows", metavar="N", help="Windows judged so far, this one included. Paid for."
    ),
]
Looked = Annotated[
    bool, typer.Option("--looked", help="The window was named after the games had been seen.")
]
Last = Annotated[int | None, typer.Option(metavar="N", help="Only so many games, the latest.")]
RatingList = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Streaks in games rated so: fide, 'lichess blitz' ... [the most frequent].",
    ),
]
Prior = Annotated[
    list[str] | None,
    typer.Option(
        "--prior",
        metavar="NAME=VALUE",
        help="chance, length, boost_sd, level, level_sd, slope_sd or horizon; repeat.",
    ),
]
Segments = Annotated[
    bool, typer.Option("--segments", help="Also by colour, opening, speed, opponent and month.")
]
Seasons = Annotated[int, typer.Option(metavar="N", help="Streak-free seasons simulated.")]
OwnSeed = Annotated[int, typer.Option("--seed", help="Seed of the random numbers.")]
Page = Annotated[
    Path | None, typer.Option(metavar="OUT", help="Write a page with the figures: a file .html.")
]


def streak_command(
    file: o.Files = None,
    player: o.Players = None,
    opponents: o.Opponents = None,
    results: o.Results = None,
    own: o.Own = None,
    name: o.Name = None,
    colours: o.Colours = None,
    kind: o.Kind = None,
    window: Window = None,
    direction: Direction = "hot",
    lengths: Lengths = "5-20",
    events: Events = False,
    looks: Looks = None,
    players: Searched = None,
    windows: Judged = 1,
    looked: Looked = False,
    last: Last = None,
    rating_list: RatingList = None,
    rounds: f.Rounds = None,
    since: f.Since = None,
    until: f.Until = None,
    event: f.EventName = None,
    speed: f.Speed = None,
    variant: f.Variant = None,
    rated_only: f.Casual = False,
    no_bots: f.Programs = False,
    established: f.Provisional = False,
    same: f.Same = None,
    prior: Prior = None,
    draw_share: o.DrawShare = "auto",
    white_advantage: o.WhiteAdvantage = "auto",
    segments: Segments = False,
    seasons: Seasons = 20_000,
    seed: OwnSeed = 1,
    level: o.Level = 0.95,
    format_: o.FormatName = None,
    json_: o.Json = False,
    figure: o.Figure = None,
    page: Page = None,
) -> str:
    """Tell whether a streak is more than luck.

    Against a window named in advance (--window) or the best window found by looking.
    """
    form = chosen_format(format_, json_)
    if seed < 0:
        raise TprstatsError(f"--seed {seed}: give a whole number, 0 or more")
    if events and window is not None:
        raise TprstatsError("--window and --events contradict each other; give one of them")
    options: dict[str, Any] = {
        "window": None if window is None else window_of(window),
        "direction": direction.strip().lower(),
        "lengths": _pair("--lengths", lengths),
        "events": events,
        "looks": () if looks is None else _whole_numbers("--looks", looks),
        "windows": windows,
        "looked": looked,
        "last": last,
        "rating_list": rating_list,
        "rating": own if file else None,
        "prior": _prior(prior),
        "draw_share": o.draw_share_of(draw_share),
        "white_advantage": o.white_advantage_of(white_advantage),
        "segments": segments,
        "seasons": seasons,
        "seed": seed,
        "level": level,
    }
    source = Source(
        file,
        tuple(player or ()),
        opponents=opponents,
        results=results,
        own=None if file else own,
        colours=colours,
        kind=kind,
        only=f.game_filter(
            rounds=rounds,
            since=since,
            until=until,
            event=event,
            speed=speed,
            variant=variant,
            rated_only=rated_only,
            no_bots=no_bots,
            established=established,
        ),
        same=f.same_names(same),
        name=name,
    )
    records = find_subject(source).records
    options["players"] = looked_at(len(records), players)
    if len(records) > 1 and (figure is not None or page is not None):
        raise TprstatsError("--figure and --page show one player: choose one with --player")
    found, failed = verdicts(records, options)
    if figure is not None or page is not None:
        _draw(found[0], figure, page)
    if not failed:
        return printed(found, form)
    print_some(found, failed, form)
    raise typer.Exit(SOME_MISSING)


def window_of(text: str) -> tuple[int, int] | tuple[dt.date, dt.date] | str:
    """Numbers, dates or the name of an event.

    Examples
    --------
    >>> window_of("12-20"), window_of("Sinquefield Cup")
    ((12, 20), 'Sinquefield Cup')
    """
    if not text.strip():
        raise TprstatsError(f"--window {text!r}: give games as in 12-20, dates, or an event")
    if found := re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", text):
        return int(found[1]), int(found[2])
    if re.fullmatch(r"\s*\d+\s*|\s*\d{4}-\d\d?-\d\d?\s*", text):
        raise TprstatsError(
            f"--window {text!r}: give the first and the last, games as in 12-20 or dates as in "
            "2014-08-27..2014-09-07"
        )
    if ".." in text:
        try:
            first, last = (dt.date.fromisoformat(part.strip()) for part in text.split(".."))
        except ValueError:
            raise TprstatsError(
                f"--window {text!r}: write dates as 2014-08-27..2014-09-07"
            ) from None
        return first, last
    return text


def _pair(option: str, text: str) -> tuple[int, int]:
    found = re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", text)
    if not found:
        raise TprstatsError(f"{option} {text!r}: write the shortest and the longest, as in 5-20")
    return int(found[1]), int(found[2])


def _whole_numbers(option: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise TprstatsError(f"{option} {text!r}: write numbers of games, as in 10,20,30") from None


def _prior(given: list[str] | None) -> SpellPrior:
    from dataclasses import fields

    from tprstats.streaks import SpellPrior

    known = [field.name for field in fields(SpellPrior)]
    values: dict[str, Any] = {}
    for text in given or ():
        name, _, value = text.partition("=")
        name = name.strip()
        if name not in known:
            raise TprstatsError(f"--prior {text!r}: write one of {', '.join(known)} and =VALUE")
        number = o.number(f"--prior {name}", value)
        values[name] = int(number) if name == "horizon" and number.is_integer() else number
    return SpellPrior(**values)


def _draw(found: Any, figure: Path | None, page: Path | None) -> None:
    from tprstats.report.drawing import save
    from tprstats.report.streak import streak_figure, write_streak_page

    if figure is not None:
        save(streak_figure(found), figure)
    if page is not None:
        write_streak_page(found, page)
