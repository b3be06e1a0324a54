"""How likely a norm is in an event to come: simulated, so that pairings follow the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.mcse import Figure, share_of_events
from tprstats.norms.batch import norm_scores
from tprstats.norms.titles import Title, article, get_title
from tprstats.simulation import Design, Swiss, simulate

__all__ = ["FutureLuck", "future_luck"]


@dataclass(frozen=True)
class FutureLuck:
    """The answer of :func:`future_luck`.

    Parameters
    ----------
    norm
        Share of events in which the player made the norm; None where titles or federations were
        not given.
    performance
        Share with a title performance (1.4.6 to 1.4.9 alone).
    at_least_one
        Chance of at least one in so many ``attempts``.
    events, stopped
        Events simulated, and those left out because some round had no legal pairing.
    """

    title: str
    strength: float
    norm: Figure | None
    performance: Figure
    attempts: int
    at_least_one: Figure
    events: int
    stopped: int
    seed: int
    assumptions: str

    @property
    def chance(self) -> Figure:
        return self.performance if self.norm is None else self.norm

    def words(self) -> tuple[str, ...]:
        """One or two sentences."""
        what = "norm" if self.norm is not None else "performance (the opponents' mix left aside)"
        said = (
            f"An event like this to come ({self.assumptions}): {article(self.title)} "
            f"{self.title} {what} has probability {self.chance} for a strength of "
            f"{self.strength:.0f}, Monte Carlo standard error in brackets."
        )
        sentences = [said]
        if self.attempts > 1:
            sentences.append(
                f"In {self.attempts} such events at least one with probability {self.at_least_one}."
            )
        return tuple(sentences)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "what": "simulated event",
            "strength": self.strength,
            "norm": self.norm.to_json() if self.norm else None,
            "performance": self.performance.to_json(),
            "attempts": self.attempts,
            "at_least_one": self.at_least_one.to_json(),
            "events": self.events,
            "stopped": self.stopped,
            "seed": self.seed,
            "assumptions": self.assumptions,
        }


def future_luck(
    design: Design,
    title: str | Title,
    player: int,
    *,
    events: int = 2000,
    seed: int = 1,
    attempts: int = 1,
    titles: Sequence[str] | None = None,
    federations: Sequence[str] | None = None,
    foreigners: bool = True,
    least: int = 9,
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
    events, seed
        How many events, and the seed of their random numbers.
    attempts
        Events that the player is going to play.
    titles, federations
        By number in the field; None takes the field's own, where it has them.
    foreigners
        False where 1.4.3 and 1.4.4 are waived.
    least
        Least number of games.
    progress
        Called with the number of events done.

    Examples
    --------
    >>> field = Field.of([2450.0] * 9 + [2500.0])
    >>> found = future_luck(RoundRobin(field), "GM", 9, events=500)
    >>> bool(0.0 < found.performance.value < 0.3), found.norm is None
    (True, True)
    """
    wanted = get_title(title)
    if not 0 <= player < design.players:
        raise TprstatsError(f"player {player} of {design.players}: numbers count from 0")
    titles = _given(titles, design.field.titles, any)
    federations = _given(federations, design.field.federations, all)
    whole = titles is not None and (federations is not None or not foreigners)
    made = partial(
        norm_scores, title=wanted, least=least, predetermined=not isinstance(design, Swiss)
    )
    norm: list[NDArray[np.bool_]] = []
    performance: list[NDArray[np.bool_]] = []
    stopped = done = 0
    for batch in simulate(design, events=events, seed=seed):
        ended = batch.stopped == 0
        stopped += int((~ended).sum())
        done += batch.events
        mine = (batch.players.entrant == player) & ended[:, None]
        performance.append(made(batch)[mine])
        if whole:
            flags = federations if foreigners else None
            norm.append(made(batch, titles=titles, federations=flags)[mine])
        if progress is not None:
            progress(done)
    performed = share_of_events(np.concatenate(performance))
    found = share_of_events(np.concatenate(norm)) if whole else None
    system = f"{design.rounds} rounds, {design.system}" if isinstance(design, Swiss) else "all meet"
    return FutureLuck(
        title=wanted.name,
        strength=design.field.strengths[player] if design.field.strengths else design.field.mean,
        norm=found,
        performance=performed,
        attempts=attempts,
        at_least_one=_at_least_one(found or performed, attempts),
        events=done,
        stopped=stopped,
        seed=seed,
        assumptions=f"{done} simulated, {design.players} players, {system}, ratings taken as true",
    )


def _given(
    given: Sequence[str] | None, own: tuple[str, ...], enough: Callable[[Any], bool]
) -> Sequence[str] | None:
    if given is not None:
        return given
    return own if own and enough(own) else None


def _at_least_one(one: Figure, attempts: int) -> Figure:
    """Delta method on ``1 - (1 - p)**k``."""
    q = 1.0 - one.value
    return replace(one, value=1.0 - q**attempts, mcse=attempts * q ** (attempts - 1) * one.mcse)
