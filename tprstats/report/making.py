"""``tpr.report``: everything that is told about one player, put together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from tprstats.errors import InputError, TprstatsError
from tprstats.norms.calculate import find_record
from tprstats.rate import GroupRating, RateResult, rate_groups, rate_records
from tprstats.records import Adjustment, Event, Record
from tprstats.records.groups import UNKNOWN
from tprstats.report.games import rounds_of
from tprstats.report.norms import norms_of
from tprstats.report.results import Report
from tprstats.streaks import StreakVerdict, streak
from tprstats.streaks.segments import MOST_MONTHS
from tprstats.streaks.spans import WindowName

__all__ = ["PARTS", "find_streak", "report", "report_of"]

PARTS = ("colour", "volume", "speed", "opponents")
"""What a record is divided by besides time, see :data:`tprstats.records.GROUPINGS`."""

FEWEST_OF_A_PART = 3
"""Games from which a part of a record gets a line of its own."""


def report(
    subject: Record | Event,
    *,
    player: str | int | None = None,
    event: Event | None = None,
    interval: str = "midp",
    level: float = 0.95,
    draw_share: float | str = "auto",
    white_advantage: float | str = 0.0,
    prior: tuple[float | None, float | None] | None = None,
    unrated: float | None = None,
    window: WindowName | None = None,
    rating_list: str | None = None,
    direction: str = "hot",
    seasons: int = 20_000,
    seed: int = 1,
    digest: str = "",
) -> Report:
    """Put together everything that can be said about one player's games.

    Parameters
    ----------
    subject
        The event with ``player``, or the player's record (with ``event`` for what only the whole
        field tells: event-level rules and norms).
    interval, level, draw_share, white_advantage, prior, unrated
        As in :func:`tprstats.rate`.
    window, rating_list, direction, seasons, seed
        As in :func:`tprstats.streak`: the verdict on streaks is about the games of one rating list.
    digest
        SHA-256 of the file, for the provenance.

    Returns
    -------
    Report
        ``save("report.html")`` writes one self-contained page.

    Raises
    ------
    InputError
        Where no game was played against a rated opponent.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> found = tpr.report(tpr.read(example_path()), player="Dreskakgp")
    >>> found.words()[0]
    'Best estimate of the strength shown in these games: about 2510; with 95% confidence it was \
between 2300 and 2810.'
    >>> print(next(step for step in found.differences if step.second == "shortcut-500"))
    shortcut-500 is 50 Elo above shortcut: the same line with 500 in place of 400 for a full score.
    """
    record, event = find_record(subject, player, event)
    options: dict[str, Any] = {
        "interval": interval,
        "level": level,
        "draw_share": draw_share,
        "white_advantage": white_advantage,
        "prior": prior,
        "unrated": unrated,
    }
    # Rules for whole events need everybody's games, which a log lacks.
    whole = event if event is not None and event.kind != "log" else None
    rating = rate_records([record], event=whole, **options)[0]
    return report_of(
        record, rating, event, options=options, window=window, rating_list=rating_list,
        direction=direction, seasons=seasons, seed=seed, digest=digest,
    )  # fmt: skip


def report_of(
    record: Record,
    rating: RateResult,
    event: Event | None,
    *,
    options: dict[str, Any],
    window: WindowName | None = None,
    rating_list: str | None = None,
    direction: str = "hot",
    seasons: int = 20_000,
    seed: int = 1,
    digest: str = "",
    verdict: tuple[StreakVerdict | None, str] | None = None,
    parts: bool = True,
) -> Report:
    """The report of a record that is rated already; ``options`` are those of the rating.

    ``verdict`` is what :func:`find_streak` gave, where it was asked before; without ``parts`` the
    record is not divided, which takes longer than all the rest.
    """
    source = event.source if event is not None else ""
    if rating.games == 0:
        raise InputError(
            f"{rating.player} has no game against a rated opponent; --unrated ELO counts "
            "unrated opponents at a rating",
            source=source or None,
        )
    found, why = verdict or find_streak(
        record, window=window, rating_list=rating_list, direction=direction, seasons=seasons,
        seed=seed,
        level=options["level"], draw_share=options["draw_share"],
        white_advantage=options["white_advantage"],
    )  # fmt: skip
    return Report(
        rating=replace(rating, adjustments=()),
        title=record.player.title,
        federation=record.player.federation,
        rounds=rounds_of(record, unrated=options["unrated"]),
        streak=found,
        no_streak=why,
        parts=_parts(record, options) if parts and not (found and found.segments) else (),
        norms=norms_of(record, event),
        notes=_notes(event, record),
        source=Path(source).name,
        digest=digest,
    )


def _notes(event: Event | None, record: Record) -> tuple[Adjustment, ...]:
    """The reader's remarks: a note on the player alone stands with the event and the record."""
    of_event = event.adjustments if event else ()
    return (*of_event, *(a for a in record.adjustments if a not in of_event))


def between_games(white_advantage: float | str) -> float | str:
    """What White is worth where games of one player are compared with each other.

    Rules know no colours, so that a rating leaves them out (0) unless asked; over an event they
    nearly cancel. Between parts of a record they do not, and White would pass for strength.
    """
    return "auto" if white_advantage == 0.0 else white_advantage


def find_streak(
    record: Record,
    *,
    window: WindowName | None = None,
    rating_list: str | None = None,
    white_advantage: float | str = 0.0,
    **options: Any,
) -> tuple[StreakVerdict | None, str]:
    """The verdict, or why there is none; a window or list that was asked for must be there."""
    if record.totals:
        why = "Totals do not tell the games one by one."
        if window is not None:
            raise TprstatsError(f"no window to judge: {why}")
        return None, why
    try:
        found = streak(
            record, window=window, rating_list=rating_list, segments=True,
            white_advantage=between_games(white_advantage), **options,
        )  # fmt: skip
        return found, ""
    except InputError as error:
        if window is not None:
            raise
        return None, f"{error}."


def _parts(record: Record, options: dict[str, Any]) -> tuple[GroupRating, ...]:
    """The record by everything that divides it into two parts or more with some games each."""
    if record.totals:
        return ()
    white = between_games(options["white_advantage"])
    fair = options | {"interval": "midp", "white_advantage": white}
    months = {f"{g.date:%Y-%m}" for g in record.rated() if g.date}
    found = []
    for by in (*PARTS, "month" if len(months) <= MOST_MONTHS else "year"):
        parts = record.split(by)
        sizes = [len(part.rated()) for label, part in parts.items() if label != UNKNOWN]
        if sum(n >= FEWEST_OF_A_PART for n in sizes) > 1:
            found.append(rate_groups(record, by, **fair))
    return tuple(found)
