"""How likely a norm is for a player of known strength: same opponents replayed, exact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

from tprstats.cells import chance_text, counted, rating_text
from tprstats.errors import TprstatsError
from tprstats.estimators.roots import increasing_root
from tprstats.norms.chances import Chances, Strength
from tprstats.norms.check import LEAST_GAMES
from tprstats.norms.games import NormRecord
from tprstats.norms.known import known_rules
from tprstats.norms.sequences import norm_by_score
from tprstats.norms.titles import UNRATED, Title, article
from tprstats.norms.verdicts import Clause
from tprstats.outcomes import OutcomeModel

__all__ = ["NormLuck", "ScoreChance", "at_least_one", "check_attempts", "norm_luck"]

Array = NDArray[np.float64]

LOWEST, HIGHEST = 500.0, 4000.0
"""Elo between which the strength with an even chance is looked for."""


@dataclass(frozen=True)
class ScoreChance:
    """A final score, its chance, and the chance of a norm with it."""

    points: float
    chance: float
    norm: float


@dataclass(frozen=True)
class NormLuck:
    """The answer of :func:`norm_luck`.

    Parameters
    ----------
    norm
        Chance of a norm; None where titles or federations that are not told may matter.
    performance
        Chance of a title performance, 1.4.6 to 1.4.9 alone (what ``norm`` asks for and no mix of
        opponents).
    expected
        Expected score, points.
    even
        Strength with an even chance, Elo: of a norm where that is known, else of a title
        performance; None where no strength has it.
    attempts
        Number of such events.
    at_least_one, at_least_three
        Chance of so many norms (performances) in them: a title takes three of nine games.
    scores
        Every final score.
    assumptions
        What was taken for granted, in words.
    at
        Chance of a norm (performance) at any strengths, Elo.
    """

    title: str
    strength: Strength
    games: int
    norm: float | None
    performance: float
    expected: float
    even: float | None
    attempts: int
    at_least_one: float
    at_least_three: float
    scores: tuple[ScoreChance, ...]
    assumptions: tuple[str, ...]
    at: Callable[[Array], Array] = field(repr=False, compare=False)

    @property
    def chance(self) -> float:
        """Of a norm where that is known, else of a title performance."""
        return self.performance if self.norm is None else self.norm

    def words(self) -> tuple[str, ...]:
        """Two or three sentences."""
        what = f"{self.title} norm"
        if self.norm is None:
            what = f"{self.title} performance (the opponents' mix left aside)"
        even = (
            "No strength makes it an even chance."
            if self.even is None
            else f"It is an even chance for a strength of {rating_text(self.even)}."
        )
        said = (
            f"The same opponents replayed: {article(self.title)} {what} has probability "
            f"{chance_text(self.chance)} for a strength of {self.strength}. That is not "
            f"the chance in that event, where the opponents depend on the results. {even}"
        )
        sentences = [said]
        if self.attempts > 1:
            sentences.append(
                f"In {counted(self.attempts, 'such event')}: at least one with probability "
                f"{chance_text(self.at_least_one)}, at least three with "
                f"{chance_text(self.at_least_three)}."
            )
        return tuple(sentences)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "what": "same opponents replayed",
            "strength": self.strength.mean,
            "strength_sd": self.strength.sd,
            "strength_origin": self.strength.origin,
            "games": self.games,
            "norm": self.norm,
            "performance": self.performance,
            "expected_score": self.expected,
            "even_strength": self.even,
            "attempts": self.attempts,
            "at_least_one": self.at_least_one,
            "at_least_three": self.at_least_three,
            "scores": [
                {"points": s.points, "chance": s.chance, "norm": s.norm} for s in self.scores
            ],
            "assumptions": list(self.assumptions),
        }


def norm_luck(
    record: NormRecord,
    title: Title,
    exempt: Clause,
    strength: Strength,
    *,
    minimum: int = LEAST_GAMES,
    attempts: int = 1,
    model: OutcomeModel | None = None,
    unrated: float = UNRATED,
) -> NormLuck:
    """Chance of a norm against the same opponents in the same order, exactly.

    Parameters
    ----------
    record
        Opponents, colours and order; the results are played again.
    title
        Title.
    exempt
        What 1.4.3a-d say.
    strength
        Strength, or what is known of it: then the attempts share it, and chances over attempts
        are means over strengths.
    minimum
        Least number of games (1.4.1).
    attempts
        Events.
    model, unrated
        See :class:`Chances`.
    """
    check_attempts(attempts)
    games = record.games
    told = known_rules(record, title, exempt, minimum=minimum)
    whole, performing, known = told.needs, told.bare, told.decides
    if not known:
        whole = performing
    chances = Chances(games, model, unrated=unrated)
    strengths, weights = strength.grid()
    wdl = chances.at(strengths)
    score, norm = norm_by_score(whole, *wdl)
    performance = norm_by_score(performing, *wdl)[1] if known else norm
    each = norm.sum(axis=1)
    s2 = np.arange(score.shape[1])

    def at(x: Array) -> Array:
        return np.asarray(norm_by_score(whole, *chances.at(x))[1].sum(axis=1))

    return NormLuck(
        title=title.name,
        strength=strength,
        games=len(games),
        norm=float(weights @ each) if known else None,
        performance=float(weights @ performance.sum(axis=1)),
        expected=float(weights @ (score @ (s2 / 2.0))),
        even=_even(at),
        attempts=attempts,
        at_least_one=float(weights @ at_least_one(each, attempts)),
        at_least_three=float(weights @ _at_least_three(each, attempts)),
        scores=tuple(
            ScoreChance(k / 2.0, float(a), float(b))
            for k, (a, b) in enumerate(zip(weights @ score, weights @ norm, strict=True))
        ),
        assumptions=chances.assumptions,
        at=at,
    )


def at_least_one(p: Array, k: int) -> Array:
    """``1 - (1 - p)**k`` without losing a small one."""
    with np.errstate(divide="ignore"):  # p = 1
        return np.asarray(-np.expm1(k * np.log1p(-np.minimum(p, 1.0))))


def check_attempts(attempts: int) -> None:
    """Refuse a number of events that cannot be."""
    if not 1 <= attempts <= 10_000:
        raise TprstatsError(f"{counted(attempts, 'attempt')}: give a number from 1 to 10000")


def _at_least_three(p: Array, k: int) -> Array:
    """Chance of three or more in k independent attempts."""
    # The incomplete beta function: one minus the chances of 0, 1 and 2 would lose a small one.
    return np.asarray(betainc(3.0, k - 2.0, p)) if k >= 3 else np.zeros_like(p)


def _even(chance: Callable[[Array], Array]) -> float | None:
    """Strength with an even chance: the chance rises with the strength."""
    low, high = np.array([LOWEST]), np.array([HIGHEST])
    if chance(high)[0] < 0.5 or chance(low)[0] > 0.5:
        return None
    root = increasing_root(lambda x, _: chance(x) - 0.5, low, high, tolerance=1e-9)
    return float(root[0])
