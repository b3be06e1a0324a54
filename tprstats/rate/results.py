"""What rating a record gives: estimates, the strength interval, and what they rest on."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tprstats._version import __version__
from tprstats.cells import level_text, rating_text
from tprstats.estimators import get_rule
from tprstats.rate.estimate import Assumptions, AtOwnRating, Estimate, IntervalEnds
from tprstats.rate.pooled import MARKS, ONE_KIND, Pooled
from tprstats.records import Adjustment, LeftOut
from tprstats.tables import Shown, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SCHEMA", "RateResult"]

SCHEMA = 1


@dataclass(frozen=True)
class RateResult(Shown):
    """One record by several rules.

    Parameters
    ----------
    player, number
        Who.
    own_rating
        The own rating at the first of the games, :attr:`Record.own_before`: headings, the prior
        of ``bayes`` and figures take this one.
    games
        Games that count.
    score
        Points in them.
    average
        Average rating of the opponents, unrounded; None without games.
    ratings
        The opponents' ratings that counted.
    white, black
        Games with White and with Black; the rest has no colour.
    left_out, adjustments
        What did not count and what a reader changed, each with the reason.
    assumptions, estimates
        See there.
    event
        Name of the event.
    kinds
        Rating lists of the counted opponents, the most frequent first.
    absent
        Rounds of the event of which the file has nothing.
    pooled
        Speeds, years and own ratings that the games put together.
    title, federation
        The player's, as the file says.
    at_own
        How likely the score is for a strength that is exactly the own rating; None
        without one.
    """

    player: str
    number: int | None
    own_rating: float | None
    games: int
    score: float
    average: float | None
    ratings: tuple[float, ...]
    white: int
    black: int
    left_out: tuple[LeftOut, ...]
    adjustments: tuple[Adjustment, ...]
    assumptions: Assumptions
    strength: IntervalEnds
    estimates: tuple[Estimate, ...]
    event: str = ""
    kinds: tuple[str, ...] = ()
    pooled: Pooled = ONE_KIND
    absent: tuple[int, ...] = ()
    title: str = ""
    federation: str = ""
    at_own: AtOwnRating | None = None

    def estimate(self, method: str) -> Estimate | None:
        """The estimate of one rule, None where it was not asked for."""
        return next((e for e in self.estimates if e.method == method), None)

    @cached_property
    def table(self) -> Table:
        """Rule, rating, interval and note."""
        level = level_text(self.assumptions.level).replace(".0", "")
        rows = []
        for e in self.estimates:
            interval = str(e.interval) if e.interval and not e.interval.reason else ""
            rating = rating_text(e.rating, get_rule(e.method).decimals)
            rows.append((e.method, rating, interval, e.note))
        columns = ("rule", "rating", f"{level} interval", "note")
        return Table(columns, rows, "lrll", caption=f"{self.player}: {self.headline}")

    @property
    def headline(self) -> str:
        """Score, games and average on one line."""
        if self.average is None:
            return "no game against a rated opponent"
        points = f"{self.score:g}/{self.games}"
        return f"{points} against an average of {rating_text(self.average)}"

    def words(self) -> tuple[str, ...]:
        """Two or three sentences for a coach, and one warning where one is due."""
        from tprstats.rate.words import words

        return words(self)

    def __str__(self) -> str:
        from tprstats.rate.page import page

        return page(self)

    def to_json(self) -> dict[str, Any]:
        """Plain values, as ``tprstats rate --json`` prints them."""
        return {
            "schema": SCHEMA,
            "player": self.player,
            "number": self.number,
            "event": self.event or None,
            "own_rating": self.own_rating,
            "rating_kinds": list(self.kinds),
            "games": self.games,
            "score": self.score,
            "average": self.average,
            "left_out": [
                {"round": x.round, "opponent": x.opponent or None, "reason": x.reason}
                for x in self.left_out
            ],
            "marked_games": dict.fromkeys(MARKS, 0) | dict(self.pooled.marked),
            "absent_rounds": list(self.absent),
            "adjustments": [str(a) for a in self.adjustments],
            "assumptions": self.assumptions.to_json(),
            "chances_at_own_rating": None
            if self.at_own is None
            else {"rating": self.own_rating} | asdict(self.at_own),
            "strength_interval": self.strength.to_json(),
            "estimates": [e.to_json() for e in self.estimates],
            "words": list(self.words()),
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row a rule."""
        import pandas as pd

        rows = []
        for e in self.estimates:
            ends = e.interval
            rows.append(
                {
                    "player": self.player,
                    "number": self.number,
                    "title": self.title,
                    "federation": self.federation,
                    "own_rating": self.own_rating,
                    "games": self.games,
                    "score": self.score,
                    "average": self.average,
                    "method": e.method,
                    "rating": e.rating,
                    "low": ends.low if ends else None,
                    "high": ends.high if ends else None,
                    "interval": ends.method if ends else None,
                    "reason": e.reason,
                }
            )
        return pd.DataFrame(rows)
