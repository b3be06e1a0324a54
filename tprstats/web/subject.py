"""What was sent and what is asked of it: plain values that go to a worker."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tprstats.errors import InputError
from tprstats.readers.typed import opponent_rating, own_result
from tprstats.records import GameFilter, RatingKind, Record, check_rating

__all__ = ["Asked", "Given", "Typed", "looks_typed"]

A_GAME = re.compile(
    r"\s*(-|–|\d{3,4}([.,]\d+)?)[\s;,]+(1|0|½|1/2|=|0[.,]5|[wdl])([\s;,]+[wb-])?\s*", re.IGNORECASE
)
GAME = re.compile(r"\s*(?P<rating>-|–|\d+([.,]\d+)?)[\s;,]+(?P<rest>\S.*)")


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
        common: dict[str, Any] = {
            "own": None if self.own is None else check_rating(self.own, "own rating"),
            "rating_kind": RatingKind(self.kind),
            "name": self.name.strip() or "the player",
        }
        if self.average is not None and self.games is not None and self.score is not None:
            average = check_rating(self.average, "average rating")
            return Record.from_totals(average, self.games, self.score, **common)
        rows = [_game(line, k) for k, line in enumerate(self.text.splitlines(), 1) if line.strip()]
        if not rows:
            raise InputError("no games; write one a line, as in 2300 1 w")
        opponents, results, colours = zip(*rows, strict=True)
        return Record.from_results(opponents, results, colours=colours, **common)


def _game(line: str, number: int) -> tuple[float | None, float, str]:
    found = GAME.fullmatch(line)
    if not found:
        raise InputError(f"{line.strip()[:40]!r}: write rating, result, colour", line=number)
    rating, rest = found["rating"].replace(",", "."), re.split(r"[\s;,]+", found["rest"].strip())
    # A comma in a result ("0,5") is not a border.
    if len(rest) > 1 and rest[0] == "0" and rest[1] == "5":
        rest = ["0.5", *rest[2:]]
    if len(rest) > 2:
        raise InputError(f"{line.strip()[:40]!r}: write rating, result, colour", line=number)
    try:
        return opponent_rating(rating), own_result(rest[0]), rest[1] if len(rest) > 1 else "-"
    except InputError as error:
        raise InputError(error.what, line=number) from None
    except ValueError as error:
        raise InputError(str(error), line=number) from None


def looks_typed(text: str) -> bool:
    """Whether a text is games in lines rather than the content of a file.

    Examples
    --------
    >>> looks_typed("2300 1\\n2250 0.5 w"), looks_typed("[Event \\"x\\"]"), looks_typed("")
    (True, False, False)
    """
    first = next((line for line in text.splitlines() if line.strip()), "")
    return A_GAME.fullmatch(first) is not None


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
        Where it lies, or what was typed.
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
