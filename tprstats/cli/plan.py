"""``tprstats plan``: how many games a narrow enough interval takes."""

from __future__ import annotations

from typing import Annotated

import typer

from tprstats.cli import _options as o
from tprstats.cli._output import chosen_format, printed

__all__ = ["plan_command"]

HalfWidth = Annotated[
    float, typer.Option("--half-width", metavar="ELO", help="Half the width that is wanted.")
]
Advantage = Annotated[
    float, typer.Option(metavar="ELO", help="How much stronger than the opponents the player is.")
]
Assurance = Annotated[
    float, typer.Option(help="Probability of an interval as narrow as that, or narrower.")
]


def plan_command(
    half_width: HalfWidth,
    advantage: Advantage = 0.0,
    draw_share: Annotated[float, typer.Option(help="Draw share between equals.")] = 0.3,
    level: o.Level = 0.95,
    assurance: Assurance = 0.8,
    interval: o.Interval = "midp",
    format_: o.FormatName = None,
    json_: o.Json = False,
) -> str:
    """Tell how many games an interval of a wanted half-width takes."""
    from tprstats.plan import plan

    form = chosen_format(format_, json_)
    found = plan(
        half_width,
        advantage=advantage,
        draw_share=draw_share,
        level=level,
        assurance=assurance,
        interval=interval,
    )
    return printed([found], form)
