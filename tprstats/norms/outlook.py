"""What the games to come of an event leave open: final scores, and whether a norm can still be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tprstats.cells import chance_text, counted, rating_text
from tprstats.norms.chances import Chances, Strength
from tprstats.norms.check import variants
from tprstats.norms.games import NormGame, NormRecord
from tprstats.norms.goals import Goal, norm_goal
from tprstats.norms.known import with_best_opponents
from tprstats.norms.thresholds import MOST_EXACT
from tprstats.norms.titles import Title
from tprstats.norms.verdicts import Clause
from tprstats.outcomes import OutcomeModel

__all__ = ["Outlook", "Pending", "enough", "is_short", "look", "pending"]


@dataclass(frozen=True)
class Outlook:
    """A final score that can still be.

    Parameters
    ----------
    points
        Final score.
    value
        The rule's number (or the performance of all games) with it, Elo; NaN where it has none.
    reached
        ``"yes"``, ``"no"``, or ``"depends"`` on which opponents are beaten.
    chance, at_least
        Chance of exactly this score and of at least this score; NaN without a strength.
    """

    points: float
    value: float
    reached: str
    chance: float
    at_least: float


def look(
    goal: Goal,
    games: tuple[NormGame, ...],
    own: Strength | None,
    model: OutcomeModel,
    unrated: float,
) -> tuple[tuple[Outlook, ...], float | None]:
    """Every final score that can still be, and the chance of the goal."""
    chances = Chances(games, model, unrated=unrated, replay=False)
    # Every result of a game to come once: counts of sequences, in whole numbers.
    ones = [
        np.array([[1.0 if s is None else float(s == r) for s in chances.fixed]]) for r in (2, 1, 0)
    ]
    ways, good = (x[0] for x in goal.joint(*ones))
    exact = at_least = np.full(ways.size, np.nan)
    chance = None
    if own is not None:
        strengths, prior = own.grid()
        # What was played tells of an uncertain strength: chances of what is to come go by both.
        weights = prior * chances.likelihood(strengths)
        weights = weights / weights.sum()
        score, hit = goal.joint(*chances.at(strengths))
        exact = weights @ score
        at_least = np.cumsum(exact[::-1])[::-1]
        chance = float(weights @ hit.sum(axis=1))
    outlooks = tuple(
        Outlook(
            points=int(k) / 2.0,
            value=float(goal.values[k]),
            reached="yes" if good[k] == ways[k] else "depends" if good[k] else "no",
            chance=float(exact[k]),
            at_least=float(at_least[k]),
        )
        for k in np.flatnonzero(ways)
    )
    return outlooks, chance


def enough(outlooks: tuple[Outlook, ...]) -> float | None:
    """Least final score that reaches the goal whoever is beaten."""
    least = None
    for o in reversed(outlooks):
        if o.reached != "yes":
            break
        least = o.points
    return least


@dataclass(frozen=True)
class Pending:
    """A norm in an event that is not over.

    Parameters
    ----------
    rounds
        Rounds to come.
    games
        Games that count in the end, if all of them are played.
    met
        Whether it is known who will be met in all of them; the number and the chance below are
        None otherwise.
    possible
        Whether the norm can still be made.
    needed
        Final score that is enough whoever is beaten, points; None where none is.
    chance
        Chance of the norm from here; None without a strength.
    mix_open
        Whether the data leave something of the opponents' mix open, taken as the norm asks.
    against
        What puts the norm out of reach: the clauses that stand against it even if all games to
        come are won; empty where it is possible.
    paired
        The games to come whose opponents are known.
    """

    rounds: int
    games: int
    met: bool
    possible: bool = True
    needed: float | None = None
    chance: float | None = None
    mix_open: bool = False
    against: tuple[Clause, ...] = ()
    paired: tuple[NormGame, ...] = ()

    @property
    def coming(self) -> str:
        """How many rounds are to come."""
        return f"{counted(self.rounds, 'round')} to come"

    def words(self) -> str:
        """What is enough, and how likely it is."""
        if not self.met:
            whom = ", ".join(f"round {g.round} against {_named(g)}" for g in self.paired)
            if whom:
                return f"{self.coming}, {whom}; the opponents after that are not known"
            return f"{self.coming}; who will be met is not known"
        said = (
            f"{self.needed:g} of {self.games} are enough"
            if self.needed is not None
            else "it depends on who is beaten"
        )
        if self.chance is not None:
            said += f", chance {chance_text(self.chance)}"
        mix = " (what is not told of titles and federations left aside)" if self.mix_open else ""
        return f"{self.coming}; {said}{mix}"

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "rounds": self.rounds,
            "games": self.games,
            "opponents_known": self.met,
            "paired": [
                {"round": g.round, "opponent": g.opponent or None, "rating": g.rating}
                for g in self.paired
            ],
            "possible": self.possible,
            "needed_score": self.needed,
            "chance": self.chance,
            "mix_left_aside": self.mix_open,
            "against": [c.number for c in self.against],
        }


def pending(
    record: NormRecord,
    title: Title,
    exempt: Clause,
    own: Strength | None,
    model: OutcomeModel,
    *,
    minimum: int,
    unrated: float,
) -> Pending | None:
    """What is left of a norm; None where nothing is to come, or too little for a norm."""
    rounds, games = record.rest, record.in_the_end
    if not rounds or is_short(record, minimum):
        return None
    if games > MOST_EXACT:
        return Pending(rounds, games, met=False)
    if record.unpaired:
        # With the best opponents that can still come: what is out of reach then stays so.
        best = pending(
            with_best_opponents(record, title), title, exempt, None, model,
            minimum=minimum, unrated=unrated,
        )  # fmt: skip
        possible = best is None or best.possible
        against = () if best is None else best.against
        return Pending(
            rounds, games, met=False, possible=possible, against=against, paired=record.to_come
        )
    found = _looked(record, title, exempt, own, model, minimum, unrated)
    if record.undecided and not found.possible and not is_short(record.without_undecided, minimum):
        found = _looked(record.without_undecided, title, exempt, own, model, minimum, unrated)
    return found


def _looked(
    record: NormRecord,
    title: Title,
    exempt: Clause,
    own: Strength | None,
    model: OutcomeModel,
    minimum: int,
    unrated: float,
) -> Pending:
    goal = norm_goal(record, title, exempt, minimum=minimum)
    outlooks, chance = look(goal, goal.games, own, model, unrated)
    possible = any(o.reached != "no" for o in outlooks)
    rounds, games = len(record.to_come), len(record.games)
    against = () if possible else goal.against
    return Pending(
        rounds, games, True, possible, enough(outlooks), chance, goal.mix_open, against,
        paired=record.to_come,
    )  # fmt: skip


def _named(game: NormGame) -> str:
    rating = "unrated" if game.rating is None else rating_text(game.rating)
    return f"{game.opponent or 'an opponent'} ({rating})"


def is_short(record: NormRecord, minimum: int) -> bool:
    """Whether the games that count, with all that are to come, are too few for any norm."""
    return all(
        len(v.games) + record.unpaired < v.least
        for v in variants(record, minimum, coming=record.to_come)
    )
