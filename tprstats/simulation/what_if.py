"""What if: one player in events like the one that was played, again and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats._version import __version__
from tprstats.cells import counted, ten_text
from tprstats.errors import InputError, TprstatsError
from tprstats.estimators import estimate, get_rule
from tprstats.mcse import Figure, Share, emp_se_mcse, mean_of_events, share_of_events
from tprstats.outcomes import EloDavidson, OutcomeModel
from tprstats.records import Event, Record, check_rating
from tprstats.records.rounds import all_rounds
from tprstats.simulation.designs import Design, RoundRobin, Swiss
from tprstats.simulation.fields import Field
from tprstats.simulation.run import chunk_size, simulate
from tprstats.tables import Shown, Table

__all__ = ["WhatIf", "future_design", "kind_of", "what_if"]

Array = NDArray[np.float64]

LARGEST_ROUND_ROBIN = 20
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
PARTS = 40
"""Chunks of a run, so that its progress can be seen."""


@dataclass(frozen=True)
class WhatIf(Shown):
    """The answer of :func:`what_if`.

    Parameters
    ----------
    player, strength
        Who, and how strong in every event, Elo.
    rule
        Of the performances.
    performances
        One an event, Elo; NaN where the rule gives none.
    score
        Mean score.
    quantiles
        Of the performances, at 5, 25, 50, 75 and 95 %.
    spread
        SD of the performances, Elo.
    goal, reached
        A performance, and the share of events in which it was reached; None where none was asked.
    first
        Share of events in which nobody scored more: won alone or tied for first.
    rounds, events, stopped, seed, assumptions
        What was simulated.
    """

    player: str
    strength: float
    rule: str
    performances: Array
    score: Figure
    quantiles: tuple[Figure, ...]
    spread: Figure
    goal: float | None
    reached: Share | None
    first: Share
    rounds: int
    events: int
    stopped: int
    seed: int
    assumptions: str

    @property
    def table(self) -> Table:
        """What was found, a line each."""
        rows = [
            ("mean score", f"{self.score} of {self.rounds}"),
            (
                "middle half of the performances",
                f"{self.quantiles[1]} to {self.quantiles[3]}",
            ),
            ("nine in ten", f"{self.quantiles[0]} to {self.quantiles[4]}"),
            ("SD of the performance, Elo", str(self.spread)),
            ("nobody scores more (ties count)", str(self.first)),
        ]
        if self.goal is not None and self.reached is not None:
            rows.append((f"performance of {self.goal:.0f} or more", str(self.reached)))
        return Table(("what", "simulated"), rows, "lr", caption=counted(self.events, "event"))

    def words(self) -> tuple[str, ...]:
        """What that means, for a coach."""
        low, high = self.quantiles[0].value, self.quantiles[-1].value
        spread = (
            f"A player of strength {self.strength:.0f} has a performance between {ten_text(low)} "
            f"and {ten_text(high)} in nine of ten such events: so far does luck alone move it."
        )
        said = [spread]
        if self.goal is not None and self.reached is not None:
            limit = self.reached.limit
            if limit is None:
                error = f"Monte Carlo standard error {100.0 * self.reached.mcse:.1f}"
            else:
                side = "below" if self.reached.value < 0.5 else "above"
                error = f"{side} {100.0 * limit:.3g} at 95 %"
            said.append(
                f"{self.goal:.0f} or more comes in {100.0 * self.reached.value:.1f} of 100 events "
                f"({error})."
            )
        said.append(
            "Numbers in brackets are Monte Carlo standard errors, or the 95 % limit where it never "
            f"or always happened; {self.assumptions}."
        )
        if self.stopped:
            said.append(
                f"{counted(self.stopped, 'event')} left out: no legal pairing in some round."
            )
        return tuple(said)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "schema": 1,
            "player": self.player,
            "strength": self.strength,
            "rule": self.rule,
            "score": self.score.to_json(),
            "rounds": self.rounds,
            "quantiles": {
                f"{q:g}": x.to_json() for q, x in zip(QUANTILES, self.quantiles, strict=True)
            },
            "sd": self.spread.to_json(),
            "goal": self.goal,
            "reached": None if self.reached is None else self.reached.to_json(),
            "nobody_scores_more": self.first.to_json(),
            "events": self.events,
            "stopped": self.stopped,
            "seed": self.seed,
            "assumptions": self.assumptions,
            "words": list(self.words()),
            "version": __version__,
        }


def what_if(
    event: Event,
    record: Record,
    *,
    strength: float | None = None,
    kind: str = "auto",
    rule: str = "fide",
    goal: float | None = None,
    model: OutcomeModel | None = None,
    events: int = 2000,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> WhatIf:
    """Simulate events of the same field, and tell what one player's performances would be.

    Parameters
    ----------
    event, record
        The event, and the player's record in it.
    strength
        Elo; None takes the own rating. The others are as strong as their ratings.
    kind
        ``"swiss"``, ``"round-robin"``, or ``"auto"``: as the event was.
    rule
        Of the performance.
    goal
        A performance, Elo: how often is it reached?
    model
        Outcome model; None goes by the level.
    events, seed
        How many, and the seed of their random numbers.
    progress
        Called with the number of events done.

    Examples
    --------
    >>> from tprstats import read
    >>> from tprstats.data import example_path
    >>> event = read(example_path())
    >>> found = what_if(event, event.record("Dreskakgp"), kind="swiss", events=200, goal=2487)
    >>> found.quantiles[0].value < 2265 < found.quantiles[4].value, found.reached.value < 0.2
    (True, True)
    """
    if get_rule(rule).event_level or get_rule(rule).needs & {"order", "own"}:
        raise TprstatsError(f"{rule} cannot rate simulated events; take fide, firth or average")
    own = record.player.rating if strength is None else check_rating(strength, "strength")
    if own is None:
        raise TprstatsError("the player has no rating: give a strength")
    asked = kind_of(event) if kind == "auto" else kind
    design, place = future_design(event, record, own, kind=asked, model=model)
    rating: list[Array] = []
    points: list[Array] = []
    first: list[NDArray[np.bool_]] = []
    done = stopped = rounds = 0
    size = max(1, min(chunk_size(design), -(-events // PARTS)))
    for batch in simulate(design, events=events, seed=seed, chunk=size):
        ended = batch.stopped == 0
        rounds = batch.rounds
        mine = (batch.players.entrant == place) & ended[:, None]
        records = batch.record_batch()
        at = np.flatnonzero(mine.T.reshape(-1))
        order = np.argsort(at % batch.events)
        rating.append(estimate(records.take(at[order]), rule).values)
        scores = batch.scores
        points.append(scores[mine] / 2.0)
        first.append(scores[mine] >= scores[ended].max(axis=1))
        done, stopped = done + batch.events, stopped + int((~ended).sum())
        if progress is not None:
            progress(done)
    performances = np.concatenate(rating)
    known = performances[~np.isnan(performances)]
    if known.size < 2:
        raise TprstatsError(f"{rule} gives no number in these events")
    spread = float(known.std(ddof=1))
    system = "all meet"
    if isinstance(design, Swiss):
        system = f"{counted(rounds, 'round')}, {design.system} Swiss"
    return WhatIf(
        player=record.player.name,
        strength=own,
        rule=rule,
        performances=performances,
        score=mean_of_events(np.concatenate(points)),
        quantiles=tuple(_quantile(known, q) for q in QUANTILES),
        spread=Figure(spread, emp_se_mcse(spread, known.size)),
        goal=goal,
        reached=None if goal is None else share_of_events(performances >= goal),
        first=share_of_events(np.concatenate(first)),
        rounds=rounds,
        events=done,
        stopped=stopped,
        seed=seed,
        assumptions=f"{counted(done, 'event')} simulated, {counted(design.players, 'player')}, "
        f"{system}, published ratings taken as true, performance by {rule}, seed {seed}",
    )


def _quantile(values: Array, q: float) -> Figure:
    """A quantile; its error is half of what lies within one binomial standard error of its rank."""
    off = np.sqrt(q * (1.0 - q) / values.size)
    low, at, high = np.quantile(values, np.clip([q - off, q, q + off], 0.0, 1.0))
    return Figure(float(at), float(high - low) / 2.0)


def kind_of(event: Event) -> str:
    """What an event was: ``"round-robin"`` where everybody met everybody, else ``"swiss"``."""
    met = [len({g.person for g in r.played()}) for r in event.records]
    return "round-robin" if met and min(met) >= len(event) - 1 else "swiss"


def future_design(
    event: Event,
    record: Record,
    strength: float,
    *,
    kind: str = "swiss",
    system: str = "dutch",
    model: OutcomeModel | None = None,
) -> tuple[Design, int]:
    """An event of the same field, and the player's number in that field.

    Published ratings are taken as strengths, but for the player, who is as strong as given and
    keeps the own rating for the pairings (without one, is rated as strong). Unrated players stay
    away.
    """
    me = record.player
    rated = [p for p in event.players if p.rating is not None or p == me]
    place = next((k for k, p in enumerate(rated) if p == me), None)
    if place is None:
        raise TprstatsError("the player is not in the event")
    if len(rated) < 3:
        raise InputError(
            f"{counted(len(rated), 'rated player')}: too few for an event like this to come"
        )
    ratings = [strength if p.rating is None else p.rating for p in rated]
    strengths = [strength if p == me else r for p, r in zip(rated, ratings, strict=True)]
    entrants = Field.of(
        strengths,
        published=tuple(ratings),
        titles=tuple(p.title for p in rated),
        federations=tuple(p.federation for p in rated),
    )
    law = EloDavidson(None, None) if model is None else model
    if kind == "swiss":
        return Swiss(entrants, law, rounds=max(1, all_rounds(event)), system=system), place
    if kind != "round-robin":
        raise TprstatsError(f"an event to come of kind {kind!r}: swiss or round-robin")
    if len(rated) > LARGEST_ROUND_ROBIN:
        raise TprstatsError(
            f"a round robin of {counted(len(rated), 'player')}; at most {LARGEST_ROUND_ROBIN}, "
            "take swiss"
        )
    return RoundRobin(entrants, law), place
