"""The options that commands share: one name and one meaning everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeVar

import typer

from tprstats.cli._output import Format
from tprstats.errors import TprstatsError

__all__ = [
    "Average",
    "Colours",
    "Columns",
    "DrawShare",
    "Everybody",
    "Figure",
    "File",
    "FormatName",
    "Games",
    "Interval",
    "Json",
    "Kind",
    "Level",
    "Methods",
    "Name",
    "Opponents",
    "Own",
    "Players",
    "Resamples",
    "Results",
    "Score",
    "Seed",
    "Unrated",
    "WhiteAdvantage",
    "columns_of",
    "draw_share_of",
    "level_or_number",
    "number",
    "plain_id",
    "resampled",
    "resampling_of",
    "takes_prior",
    "unrated_of",
    "white_advantage_of",
]

T = TypeVar("T", str, list[str], None)


def plain_id(given: T) -> T:
    """Ids stand in small letters: ``--method FIDE`` is fide."""
    if isinstance(given, list):
        return [text.strip().lower() for text in given]
    return given.strip().lower() if isinstance(given, str) else given


File = Annotated[
    str | None,
    typer.Argument(metavar="FILE", help="TRF, PGN or CSV file; - reads standard input."),
]
Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE...",
        help="TRF, PGN or CSV file; - reads standard input. Several: one player's games.",
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column", metavar="HEADING=ROLE", help="What a column of a list holds; repeat for more."
    ),
]
Players = Annotated[
    list[str] | None,
    typer.Option("--player", help="Name, part of it, or start number; repeat for more."),
]
Everybody = Annotated[bool, typer.Option("--all", help="Everybody in the file.")]
Opponents = Annotated[
    str | None,
    typer.Option(metavar="LIST", help="Instead of a file: ratings, 2300,2250,-,2401 (- unrated)."),
]
Results = Annotated[
    str | None, typer.Option(metavar="LIST", help="Their results: 1,0.5,1,0 (also w,d,l and =).")
]
Name = Annotated[
    str | None, typer.Option("--name", help="The player's name, where the games do not tell it.")
]
Own = Annotated[float | None, typer.Option(metavar="ELO", help="The player's own rating.")]
Colours = Annotated[str | None, typer.Option(metavar="LIST", help="The player's colours: w,b,w,b.")]
Average = Annotated[
    float | None, typer.Option(metavar="ELO", help="Instead of a file: opponents' average rating.")
]
Games = Annotated[int | None, typer.Option(metavar="N", help="With --average: games played.")]
Score = Annotated[float | None, typer.Option(metavar="POINTS", help="With --average: the score.")]
Kind = Annotated[
    str | None,
    typer.Option(metavar="LIST", help="List of ratings that lack one: fide, national, lichess ..."),
]
Methods = Annotated[
    list[str] | None,
    typer.Option("--method", callback=plain_id, help="A rule (see tprstats methods); repeat."),
]
Interval = Annotated[
    str, typer.Option(callback=plain_id, help="Interval (see tprstats methods --intervals).")
]
Level = Annotated[float, typer.Option(help="Confidence level of the interval.")]
DrawShare = Annotated[
    str, typer.Option(metavar="SHARE", help="Draw share between equals: auto, level or a number.")
]
WhiteAdvantage = Annotated[
    str, typer.Option(metavar="ELO", help="Elo that White is worth: a number, level or auto.")
]
Unrated = Annotated[
    float | None, typer.Option(metavar="ELO", help="Count unrated opponents at this rating.")
]
Seed = Annotated[int | None, typer.Option(help="Seed of a bootstrap.")]
Resamples = Annotated[int | None, typer.Option(help="Resamples of a bootstrap.")]
FormatName = Annotated[
    Format | None, typer.Option("--format", help="How to print.", show_default="text")
]
Json = Annotated[bool, typer.Option("--json", help="Short for --format json.")]
Figure = Annotated[
    Path | None, typer.Option(metavar="OUT", help="Draw the result: a file .svg, .png or .pdf.")
]


def draw_share_of(text: str) -> float | str:
    """``auto``, ``level`` or a share."""
    return _number_or_word("--draw-share", text, "auto", "level")


def white_advantage_of(text: str) -> float | str:
    """``level``, ``auto`` or Elo."""
    return _number_or_word("--white-advantage", text, "level", "auto")


def unrated_of(value: float | None) -> float | None:
    """What unrated opponents count as, a rating."""
    from tprstats.records import check_rating

    return None if value is None else check_rating(value, "--unrated")


def resampling_of(seed: int | None, resamples: int | None) -> dict[str, int] | None:
    """What a bootstrap is given; None leaves its defaults."""
    if seed is not None and seed < 0:
        raise TprstatsError(f"--seed {seed}: give a whole number, 0 or more")
    if resamples is not None and not 100 <= resamples <= 1_000_000:
        raise TprstatsError(f"--resamples {resamples}: give a number from 100 to 1000000")
    given = {"seed": seed, "n_resamples": resamples}
    return {k: v for k, v in given.items() if v is not None} or None


def resampled(interval: str) -> bool:
    """Whether an interval draws games again; True for an unknown one, which is refused later."""
    from tprstats.intervals import INTERVALS

    return interval not in INTERVALS or "resampling" in INTERVALS[interval].needs


def takes_prior(methods: list[str] | None) -> bool:
    """Whether some of the rules takes a prior; True for an unknown one, which is refused later."""
    from tprstats.estimators import RULES

    return methods is None or any(m not in RULES or "prior" in RULES[m].needs for m in methods)


def _number_or_word(option: str, text: str, *words: str) -> float | str:
    word = text.strip().lower()
    if word in words:
        return word
    try:
        return float(word)
    except ValueError:
        known = " or ".join(("a number", *words))
        raise TprstatsError(f"{option} {text!r}: give {known}") from None


def level_or_number(option: str, text: str) -> float | None:
    """Elo or a share; None for ``level``, which outcome models take for the level rule."""
    return None if text.strip().lower() == "level" else number(option, text)


def number(option: str, text: str) -> float:
    """A plain number."""
    try:
        return float(text)
    except ValueError:
        raise TprstatsError(f"{option} {text!r}: give a number") from None


def columns_of(given: list[str] | None) -> dict[str, str]:
    """Heading to role, from ``--column HEADING=ROLE``."""
    pairs = [text.rpartition("=") for text in given or ()]
    for text, (heading, _, role) in zip(given or (), pairs, strict=True):
        if not heading.strip() or not role.strip():
            raise TprstatsError(f"--column {text!r}: write HEADING=ROLE")
    return {heading.strip(): role.strip() for heading, _, role in pairs}
