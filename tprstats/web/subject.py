"""What was sent and what is asked of it: plain values that go to a worker."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tprstats.errors import InputError
from tprstats.readers import read
from tprstats.readers.typed import with_name
from tprstats.records import UNNAMED, Event, GameFilter, RatingKind, Record, check_rating

__all__ = ["Asked", "Given", "Typed"]


@dataclass(frozen=True)
class Typed:
    """Games in lines, or totals.

    Parameters
    ----------
    text
        A game a line: the opponent's rating (``-`` for none), the result, and where known the
        colour. Empty for totals.
    average, games, score
        Totals.
    own
        The player's rating.
    kind
        The list that the ratings stand in.
    name
        The player's.
    """

    text: str = ""
    average: float | None = None
    games: int | None = None
    score: float | None = None
    own: float | None = None
    kind: str = RatingKind.UNKNOWN.value
    name: str = ""

    def record(self) -> Record:
        """The games as a record.

        Examples
        --------
        >>> [g.half_points for g in Typed("2300 1 w\\n- 0.5\\n2250, 0, b").record().games]
        [2, 1, 0]
        """
        if self.average is not None and self.games is not None and self.score is not None:
            return Record.from_totals(
                check_rating(self.average, "average rating"),
                self.games,
                self.score,
                own=None if self.own is None else check_rating(self.own, "own rating"),
                rating_kind=RatingKind(self.kind),
                name=self.name.strip() or UNNAMED,
            )
        if not self.text.strip():
            raise InputError("no games; write one a line, as in 2300 1 w")
        try:
            event = self.told_of(read(self.text.encode(), kind="hand"))
        except InputError as error:
            raise InputError(error.what, line=error.line) from None
        record = event.record(event.details["owner"])
        own = (a for a in record.adjustments if a not in event.adjustments)
        return replace(record, adjustments=(*event.adjustments, *own))

    def told_of(self, event: Event) -> Event:
        """The event of a pasted text with own rating, name and list as given beside it.

        Raises
        ------
        InputError
            Where the text tells that itself, or holds more than one player's games.

        Examples
        --------
        >>> from tprstats import read
        >>> found = Typed(own=2200.0, name="Anna").told_of(read(b"rating,result\\n2300,1\\n"))
        >>> found.records[0].player.name, found.records[0].player.rating
        ('Anna', 2200.0)
        """
        name = self.name.strip()
        if self.own is not None or name:
            owner = event.details.get("owner")
            if len(event) != 1 and owner is None:
                raise InputError(
                    "own rating and name are one player's, and this text has the games of "
                    f"{len(event)}: leave them out"
                )
            record = event.records[0]
            if self.own is not None:
                event = event.with_own(record, check_rating(self.own, "own rating"))
            if name:
                event = with_name(event, name)
        if self.kind != RatingKind.UNKNOWN:
            event = event.with_rating_kind(RatingKind(self.kind))
        return event


@dataclass(frozen=True)
class Given:
    """One thing that was sent.

    Parameters
    ----------
    token
        What leads to it.
    label
        Its name for print; empty for what was typed.
    digest
        SHA-256 of the content.
    path, typed
        Where it lies, and what was typed instead or beside it.
    same
        Names that are taken for others, as in ``Event.merged``.
    """

    token: str
    label: str
    digest: str
    path: Path | None = None
    typed: Typed | None = None
    same: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Asked:
    """What a report is asked for; see :func:`tprstats.report` for the meaning.

    Parameters
    ----------
    player
        Place in the list of players, from 1.
    named
        Whether the window was named before its games were seen.
    speed, event, since, until
        Some games of a log alone.
    """

    player: int = 1
    level: float = 0.95
    draw_share: float | str = "auto"
    white_advantage: float | str = 0.0
    prior_mean: float | None = None
    prior_sd: float | None = None
    unrated: float | None = None
    window: tuple[int, int] | None = None
    named: bool = False
    direction: str = "hot"
    rating_list: str | None = None
    speed: str | None = None
    event: str | None = None
    since: dt.date | None = None
    until: dt.date | None = None

    @property
    def rated(self) -> dict[str, Any]:
        """Options of the rating."""
        known = self.prior_mean is not None or self.prior_sd is not None
        return {
            "interval": "midp",
            "level": self.level,
            "draw_share": self.draw_share,
            "white_advantage": self.white_advantage,
            "prior": (self.prior_mean, self.prior_sd) if known else None,
            "unrated": self.unrated,
        }

    @property
    def only(self) -> GameFilter:
        """Which games."""
        return GameFilter(speed=self.speed, event=self.event, since=self.since, until=self.until)

    @property
    def season(self) -> tuple[object, ...]:
        """What a verdict depends on, the window aside: whose games, which, and how judged."""
        return (*self.whose, self.level, self.draw_share, self.white_advantage, self.direction)

    @property
    def whose(self) -> tuple[object, ...]:
        """Whose games and which: what windows are looked at in."""
        return (self.player, self.only, self.rating_list)
