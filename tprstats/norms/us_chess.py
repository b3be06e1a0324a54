"""US Chess norms, the second authority: points above what a level is expected to score."""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tprstats._version import __version__
from tprstats.cells import chance_text, counted
from tprstats.errors import TprstatsError
from tprstats.estimators.us_chess import norm_expected_score
from tprstats.exact import score_distribution
from tprstats.norms.chances import Strength, player_strength
from tprstats.norms.luck import at_least_one, check_attempts
from tprstats.norms.verdicts import Verdict
from tprstats.outcomes import EloDavidson, OutcomeModel
from tprstats.records import RatingKind, Record
from tprstats.tables import Shown, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["US_CHESS_LEVELS", "UsChessLevel", "UsChessNorms", "us_chess_norms"]

US_CHESS_LEVELS = {
    1200: "4th category",
    1400: "3rd category",
    1600: "2nd category",
    1800: "1st category",
    2000: "candidate master",
    2200: "life master",
    2400: "senior life master",
}

FEWEST, FEW = 3, 4
"""Games below which there is no norm, and below which it takes two points more."""


@dataclass(frozen=True)
class UsChessLevel:
    """One level: expected score C, and what the score is above it.

    Parameters
    ----------
    expected
        Score expected of the level against the rated opponents, points.
    margin
        Score less ``expected``, points; unrated opponents aside.
    chance, at_least_one
        Of the norm against the same opponents replayed, and of one or more in several such
        events; None where it is not known.
    """

    level: int
    name: str
    expected: float
    margin: float
    verdict: Verdict
    chance: float | None = None
    at_least_one: float | None = None


@dataclass(frozen=True)
class UsChessNorms(Shown):
    """The answer of :func:`us_chess_norms`."""

    player: str
    event: str
    games: int
    score: float
    unrated: int
    needed: float
    levels: tuple[UsChessLevel, ...]
    why: str
    strength: Strength | None = None
    attempts: int = 1
    luck: str = ""

    @cached_property
    def table(self) -> Table:
        """Level, expected score, margin, answer."""
        rows = [
            (
                str(x.level),
                x.name,
                f"{x.expected:.4f}",
                f"{x.margin:+.4f}",
                str(x.verdict),
                chance_text(x.chance),
                chance_text(x.at_least_one),
            )
            for x in self.levels
        ]
        caption = f"{self.player}: US Chess norms"
        several = f"in {self.attempts}"
        columns = ("level", "title", "expected", "above it", "norm", "chance", several)
        wide = 5 if self.strength is None else 6 + (self.attempts > 1)
        return Table(columns[:wide], [r[:wide] for r in rows], "rlrrlrr"[:wide], caption=caption)

    def words(self) -> tuple[str, ...]:
        """What a norm takes, and what was not looked at."""
        said = (
            f"A norm takes more than {counted(self.needed, 'point')} above what a player of that "
            f"level is expected to score; here {self.score:g} of {self.games}."
        )
        lines = [said]
        if self.why:
            lines.append(self.why)
        if self.luck:
            lines.append(self.luck)
        lines.append(
            "Not looked at: whether the event is regular rated over the board, and what the title "
            "itself takes (five norms; from candidate master on the rating too). The formula was "
            "recovered from a printed table, not read in the regulations."
        )
        return tuple(lines)

    def __str__(self) -> str:
        event = f", {self.event}" if self.event else ""
        lines = textwrap.wrap(f"{self.player}{event}: US Chess norms", 80)
        lines += ["", str(self.table), "", *(textwrap.fill(w, 80) for w in self.words())]
        return "\n".join(lines)

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "level": x.level,
                "title": x.name,
                "expected": x.expected,
                "margin": x.margin,
                "verdict": str(x.verdict),
                "chance": x.chance,
                "at_least_one": x.at_least_one,
            }
            for x in self.levels
        ]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "schema": 1,
            "authority": "us-chess",
            "player": self.player,
            "event": self.event or None,
            "games": self.games,
            "score": self.score,
            "unrated": self.unrated,
            "needed_margin": self.needed,
            "strength": None if self.strength is None else self.strength.mean,
            "strength_sd": None if self.strength is None else self.strength.sd,
            "attempts": self.attempts,
            "levels": self._rows(),
            "words": list(self.words()),
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row a level."""
        import pandas as pd

        return pd.DataFrame([{"player": self.player, **row} for row in self._rows()])


def us_chess_norms(
    record: Record,
    *,
    luck: bool = True,
    strength: float | None = None,
    strength_sd: float = 0.0,
    posterior: bool = False,
    attempts: int = 1,
    draw_share: float | None = None,
    white_advantage: float | None = None,
) -> UsChessNorms:
    """Hold a record against the seven levels of US Chess, and tell the luck in it.

    A norm takes more than one point above the expected score in four games or more, more than
    two in three, and no opponent more than twice. Games against unrated opponents can count for
    anything from a lost to a won point of expectation: where that decides, the norm cannot be
    told. Ratings must be of US Chess or of a like scale.

    A norm depends on the score alone, so that its chance against the same opponents replayed is a
    sum of chances of scores: exact.

    Parameters
    ----------
    record
        The games.
    luck, strength, strength_sd, posterior, attempts, draw_share, white_advantage
        As for :func:`~tprstats.norms.norm`.

    Examples
    --------
    >>> record = Record.from_results([1464, 2032, 1811, 1877], [1, 1, 1, 0])
    >>> found = us_chess_norms(record)
    >>> [(x.level, str(x.verdict)) for x in found.levels if x.level in (1600, 1800)]
    [(1600, 'met'), (1800, 'not met')]
    >>> found = us_chess_norms(record, strength=1800.0)
    >>> [round(x.chance, 2) for x in found.levels if x.level in (1600, 1800)]
    [0.33, 0.03]
    """
    check_attempts(attempts)
    if record.totals:
        raise TprstatsError("a norm needs each game: give --opponents and --results")
    games = record.played()
    n, s2 = len(games), sum(g.half_points for g in games)
    unrated = n - len(record.rated())
    needed = 1.0 if n >= FEW else 2.0
    ratings = [g.opponent_rating for g in record.rated() if g.opponent_rating is not None]
    met = Counter(g.person for g in games if g.opponent)
    reason, bar = "", Verdict.MET
    if n < FEWEST:
        reason, bar = f"{counted(n, 'game')}: too few for a norm.", Verdict.NOT_MET
    elif max(met.values(), default=0) > 2:
        reason, bar = "An opponent was met more than twice.", Verdict.NOT_MET
    elif any(g.rating_kind in (RatingKind.FIDE, RatingKind.LICHESS) for g in games):
        reason, bar = "The ratings are not of US Chess.", Verdict.UNKNOWN
    levels = []
    for level, name in US_CHESS_LEVELS.items():
        expected = norm_expected_score(level, ratings)
        margin = round(s2 / 2.0 - expected, 10)
        verdict = bar
        if bar is not Verdict.NOT_MET:
            if margin <= needed:
                verdict = Verdict.NOT_MET
            elif margin - unrated <= needed:
                verdict = Verdict.UNKNOWN
        levels.append(UsChessLevel(level, name, expected, margin, verdict))
    said = ""
    known = luck and (strength is not None or record.own_before is not None)
    own = player_strength(record, strength, strength_sd, posterior, draw_share) if known else None
    if own is not None and bar is not Verdict.NOT_MET:
        who = counted(unrated, "unrated opponent leaves", "unrated opponents leave")
        said = f"No chance is computed: {who} the expected score open."
        if not unrated:
            law = EloDavidson(draw_share, white_advantage)
            levels = _with_chances(levels, record, needed, own, attempts, law)
            said = (
                f"Chances: the same opponents replayed, for a strength of {own}; opponents as "
                "strong as their ratings, results independent."
            )
    return UsChessNorms(
        player=record.player.name,
        event=record.event,
        games=n,
        score=s2 / 2.0,
        unrated=unrated,
        needed=needed,
        levels=tuple(levels),
        why=reason,
        strength=None if levels[0].chance is None else own,
        attempts=attempts,
        luck=said,
    )


def _with_chances(
    levels: list[UsChessLevel],
    record: Record,
    needed: float,
    strength: Strength,
    attempts: int,
    model: OutcomeModel,
) -> list[UsChessLevel]:
    strengths, weights = strength.grid()
    law = score_distribution(record.batch().rated(), strengths[None, :], model)[0]
    points = np.arange(law.shape[1]) / 2.0
    found = []
    for x in levels:
        # Rounded as the margin is: a score of just the needed one is no norm.
        each = law[:, np.round(points - x.expected, 10) > needed].sum(axis=1)
        found.append(
            replace(
                x,
                chance=float(weights @ each),
                at_least_one=float(weights @ at_least_one(each, attempts)),
            )
        )
    return found
