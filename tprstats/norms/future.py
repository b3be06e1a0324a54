"""How likely a norm is in an event to come: simulated, so that pairings follow the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.mcse import Figure, Share
from tprstats.norms.chances import COARSE, Strength
from tprstats.norms.titles import Title, article, get_title
from tprstats.norms.trials import Mean, Trials, even_chance
from tprstats.simulation import Design, Swiss

__all__ = ["FutureLuck", "future_luck"]

ENOUGH = 3.0
"""SDs on either side that strengths run to. Against a fine grid the means over strengths are off
by less than 0.001, for up to 30 attempts and SDs of up to 300 Elo."""


@dataclass(frozen=True)
class FutureLuck:
    """The answer of :func:`future_luck`.

    Parameters
    ----------
    strength
        The player's, or what is known of it: then chances are means over strengths, which share
        the luck of their events.
    norm
        Share of events in which the player made the norm; None where titles or federations were
        not given.
    performance
        Share with a title performance (1.4.6 to 1.4.9 alone).
    even
        Strength with an even chance, Elo; None where no strength has it, or where it was not
        looked for.
    at_least_one
        Chance of at least one in so many ``attempts``, all at the same strength.
    events, stopped
        Events simulated at each strength, and those left out because some round had no legal
        pairing (the most at any strength).
    strengths
        How many strengths the means are over.
    trials
        What was simulated, for other strengths.
    """

    title: str
    strength: Strength
    norm: Share | None
    performance: Share
    even: Figure | None
    attempts: int
    at_least_one: Share
    events: int
    stopped: int
    strengths: int
    seed: int
    assumptions: str
    trials: Trials = field(repr=False, compare=False)

    @property
    def chance(self) -> Share:
        return self.performance if self.norm is None else self.norm

    def words(self) -> tuple[str, ...]:
        """Some sentences."""
        what = "norm" if self.norm is not None else "performance (the opponents' mix left aside)"
        limits = (
            "; where it never or always happened, the 95 % limit"
            if self.chance.limit is not None
            else ""
        )
        said = (
            f"An event like this to come ({self.assumptions}): {article(self.title)} "
            f"{self.title} {what} has probability {self.chance} for a strength of "
            f"{self.strength} (in brackets the Monte Carlo standard error{limits})."
        )
        sentences = [said]
        if self.even is not None:
            sentences.append(f"It is an even chance there for a strength of {self.even}.")
        if self.attempts > 1:
            alike = ", all at the same unknown strength" if self.strength.sd else ""
            sentences.append(
                f"In {counted(self.attempts, 'such event')}{alike}: at least one with probability "
                f"{self.at_least_one}."
            )
        return tuple(sentences)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "what": "simulated event",
            "strength": self.strength.mean,
            "strength_sd": self.strength.sd,
            "strength_origin": self.strength.origin,
            "norm": self.norm.to_json() if self.norm else None,
            "performance": self.performance.to_json(),
            "even_strength": self.even.to_json() if self.even else None,
            "attempts": self.attempts,
            "at_least_one": self.at_least_one.to_json(),
            "events": self.events,
            "stopped": self.stopped,
            "strengths": self.strengths,
            "seed": self.seed,
            "assumptions": self.assumptions,
        }


def future_luck(
    design: Design,
    title: str | Title,
    player: int,
    *,
    strength: Strength | None = None,
    events: int = 2000,
    seed: int = 1,
    attempts: int = 1,
    titles: Sequence[str] | None = None,
    federations: Sequence[str] | None = None,
    foreigners: bool = True,
    least: int = 9,
    even: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> FutureLuck:
    """Share of simulated events in which one player makes a norm.

    Parameters
    ----------
    design
        Field and kind of event.
    title
        Title.
    player
        The player's number in the field, from 0.
    strength
        The player's, or what is known of it; None takes that of the field. Every strength of a
        distribution plays the same events.
    events, seed
        How many events at each strength, and the seed of their random numbers.
    attempts
        Events that the player is going to play.
    titles, federations
        By number in the field; None takes the field's own, where it has them.
    foreigners
        False where 1.4.3 and 1.4.4 are waived.
    least
        Least number of games.
    even
        Look for the strength with an even chance too, beginning here: some ten strengths more.
    progress
        Called with the number of events done, at all strengths together.

    Raises
    ------
    TprstatsError
        For a player who is not in the field, or more attempts than events; for a strength (or the
        strength with an even chance) in a field that is drawn anew in each event.

    Examples
    --------
    >>> from tprstats.simulation import Field, RoundRobin
    >>> field = Field.of([2450.0] * 9 + [2500.0])
    >>> found = future_luck(RoundRobin(field), "GM", 9, events=500)
    >>> bool(0.0 < found.performance.value < 0.3), found.norm is None
    (True, True)
    """
    wanted = get_title(title)
    entrants = design.field
    if not 0 <= player < design.players:
        raise TprstatsError(f"player {player} of {design.players}: numbers count from 0")
    if not entrants.strengths and (strength or even is not None):
        raise TprstatsError("a strength takes a field of given strengths (Field.of)")
    titles = _given(titles, entrants.titles, any)
    federations = _given(federations, entrants.federations, all)
    trials = Trials(
        design,
        wanted,
        player,
        events=events,
        seed=seed,
        titles=titles,
        federations=federations if foreigners else None,
        mixed=titles is not None and (federations is not None or not foreigners),
        least=least,
        progress=progress,
    )
    if strength is None:
        mean = entrants.strengths[player] if entrants.strengths else entrants.mean
        strength = Strength(mean, origin="of the field")
    at, weights = strength.grid(COARSE, ENOUGH)
    found = [trials.at(float(x) if entrants.strengths else None) for x in at]
    ended = [x.ended for x in found]
    made = Mean([x.made for x in found], ended, weights)
    performed = Mean([x.performed for x in found], ended, weights)
    system = "all meet"
    if isinstance(design, Swiss):
        system = f"{counted(design.rounds, 'round')}, {design.system}"
    each = f", each at {counted(at.size, 'strength')}" if at.size > 1 else ""
    return FutureLuck(
        title=wanted.name,
        strength=strength,
        norm=made.once if trials.mixed else None,
        performance=performed.once,
        even=None if even is None else even_chance(trials, even),
        attempts=attempts,
        at_least_one=made.in_attempts(attempts),
        events=events,
        stopped=max(int((~x).sum()) for x in ended),
        strengths=at.size,
        seed=seed,
        assumptions=(
            f"{events} simulated{each}, {counted(design.players, 'player')}, {system}, ratings "
            "taken as true"
        ),
        trials=trials,
    )


def _given(
    given: Sequence[str] | None, own: tuple[str, ...], enough: Callable[[Any], bool]
) -> Sequence[str] | None:
    if given is not None:
        return given
    return own if own and enough(own) else None
