"""Simulated events of one field with one player at any strength, all with the same luck.

The random numbers of a game go by published ratings (:class:`~tprstats.simulation.Field`), which
stay what they are: so the same event is played again, with the player a little stronger. That
makes differences between strengths far surer than the chances themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.estimators.roots import increasing_root
from tprstats.mcse import Figure, Share, share_limit
from tprstats.norms.batch import norm_scores
from tprstats.norms.titles import Title
from tprstats.simulation import Design, Swiss, simulate

__all__ = ["Mean", "Outcome", "Trials", "even_chance"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

LOWEST, HIGHEST = 500.0, 4000.0
"""Elo between which the strength with an even chance is looked for."""

NEAR = 1.0
"""Elo to which it is found; its Monte Carlo error is larger."""

FIRST_STEP = 100.0

BESIDE = 50.0
"""Elo on either side over which the slope is taken that carries that error over to Elo."""


@dataclass(frozen=True)
class Outcome:
    """What the player did in each simulated event, at one strength.

    Parameters
    ----------
    made
        A norm, or a title performance where titles or federations are not known, ``(e,)``.
    performed
        A title performance (1.4.6 to 1.4.9 alone), ``(e,)``.
    ended
        Whether the event ran to its end, ``(e,)``; nothing is made in others.
    """

    made: Flags
    performed: Flags
    ended: Flags


class Trials:
    """Simulates as often as it is asked, and remembers.

    Parameters
    ----------
    design
        Field and kind of event.
    title
        Title.
    player
        The player's number in the field, from 0.
    events, seed
        How many events at each strength, and the seed of their random numbers.
    titles, federations
        By number in the field; None does not ask for 1.4.5, or 1.4.3 and 1.4.4.
    mixed
        Whether these are known as far as they are asked for, so that a norm can be told.
    least
        Least number of games.
    progress
        Called with the number of events done, at all strengths together.
    """

    def __init__(
        self,
        design: Design,
        title: Title,
        player: int,
        *,
        events: int,
        seed: int,
        titles: Sequence[str] | None = None,
        federations: Sequence[str] | None = None,
        mixed: bool = False,
        least: int = 9,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        field = design.field
        if field.shape == "list" and not field.published:
            field = replace(field, published=field.strengths)
        self.design = replace(design, field=field)
        self.title, self.player, self.events, self.seed = title, player, events, seed
        self.mixed = mixed
        self._performed = partial(
            norm_scores, title=title, least=least, predetermined=not isinstance(design, Swiss)
        )
        self._made = partial(self._performed, titles=titles, federations=federations)
        self._progress, self._done = progress, 0
        self._known: dict[float | None, Outcome] = {}

    def at(self, strength: float | None) -> Outcome:
        """All events with the player at a strength; None leaves the field as it is drawn."""
        if strength not in self._known:
            self._known[strength] = self._played(strength)
        return self._known[strength]

    def _played(self, strength: float | None) -> Outcome:
        design = self.design
        if strength is not None:
            strengths = list(design.field.strengths)
            strengths[self.player] = float(strength)
            design = replace(design, field=replace(design.field, strengths=tuple(strengths)))
        parts: list[tuple[Flags, Flags, Flags]] = []
        for batch in simulate(design, events=self.events, seed=self.seed):
            ended = batch.stopped == 0
            mine = batch.players.entrant == self.player
            performed = self._performed(batch)[mine] & ended
            made = self._made(batch)[mine] & ended if self.mixed else performed
            parts.append((made, performed, ended))
            self._done += batch.events
            if self._progress is not None:
                self._progress(self._done)
        return Outcome(*(np.concatenate(each) for each in zip(*parts, strict=True)))


class Mean:
    """A chance averaged over strengths that share their events.

    Each event moves the share at each strength by ``(hit - p) / n``, so a mean over strengths by
    the weighted sum of that, whatever the strengths have in common; events are independent. That
    gives the errors (delta method).

    Parameters
    ----------
    flags, ended
        One a strength, ``(e,)`` each.
    weights
        Of the strengths; they add up to 1.
    """

    def __init__(self, flags: Sequence[Flags], ended: Sequence[Flags], weights: Array) -> None:
        hits, there = (np.array(x, dtype=np.float64) for x in (flags, ended))
        self.n = there.sum(axis=1)
        self.shares = hits.sum(axis=1) / np.maximum(self.n, 1.0)
        self.weights = weights
        away = (hits - self.shares[:, None]) * there
        self._moved = away / np.maximum(self.n, 1.0)[:, None]

    def _error(self, slopes: Array) -> float:
        return float(np.sqrt(np.square((self.weights * slopes) @ self._moved).sum()))

    @property
    def once(self) -> Share:
        """Chance in one event."""
        value = float(self.weights @ self.shares)
        # Never at any strength and always at each: then sums of weights miss 0 and 1 by rounding.
        for end in (0.0, 1.0):
            value = end if (self.shares == end).all() else value
        return Share(value, self._error(np.ones_like(self.shares)), self._limit(value))

    def _limit(self, value: float) -> float | None:
        """Of the mean over strengths: it is at most the chance that some strength does it."""
        return share_limit(value, int(self.n.min()))

    def in_attempts(self, attempts: int) -> Share:
        """Chance of at least one in some attempts at the same strength.

        The mean over strengths of ``1 - (1 - p)**k``, since the strength is the same in all
        attempts; at each strength the chance that k events drawn from those simulated, without
        putting back, hold a success: free of the bias that the formula has at an estimated p.

        Raises
        ------
        TprstatsError
            With more attempts than events.
        """
        if attempts > self.n.min():
            raise TprstatsError(
                f"{counted(attempts, 'attempt')}, {counted(self.n.min(), 'event')} simulated: "
                "simulate as many at least (--events)"
            )
        if attempts == 1:
            return self.once
        misses = np.rint(self.n * (1.0 - self.shares))
        # C(misses, k) / C(n, k)
        none = np.exp(
            gammaln(misses + 1.0)
            - gammaln(np.maximum(misses - attempts, 0.0) + 1.0)
            + gammaln(self.n - attempts + 1.0)
            - gammaln(self.n + 1.0)
        )
        none = np.where(misses >= attempts, np.where(misses == self.n, 1.0, none), 0.0)
        error = self._error(attempts * (1.0 - self.shares) ** (attempts - 1))
        once = self.once
        limit = once.limit
        if limit is not None and once.value == 0.0:
            limit = float(-np.expm1(attempts * np.log1p(-limit)))  # concave in p
        value = once.value if limit is not None else 1.0 - float(self.weights @ none)
        return Share(value, error, limit)


def even_chance(trials: Trials, start: float) -> Figure | None:
    """Strength with an even chance, Elo, and its Monte Carlo error; None where no strength has it.

    The share of events rises with the strength, event by event with the same luck, so that its
    root can be found; the error is that of the share over the slope.

    Parameters
    ----------
    trials
        Where to simulate.
    start
        A strength to begin at, Elo.
    """

    def above(x: float) -> float:
        found = trials.at(x)
        return float(found.made.sum() / max(int(found.ended.sum()), 1)) - 0.5

    low = high = start
    step = FIRST_STEP
    while above(high) < 0.0:
        if high >= HIGHEST:
            return None
        low, high, step = high, min(high + step, HIGHEST), 2.0 * step
    while above(low) > 0.0:
        if low <= LOWEST:
            return None
        low, high, step = max(low - step, LOWEST), low, 2.0 * step
    root = float(
        increasing_root(
            lambda x, _: np.array([above(v) for v in x]),
            np.array([low]),
            np.array([high]),
            tolerance=NEAR / HIGHEST,
        )[0]
    )
    rise = (above(root + BESIDE) - above(root - BESIDE)) / (2.0 * BESIDE)
    n = int(trials.at(root).ended.sum())
    return Figure(root, 0.5 / float(np.sqrt(n)) / rise if rise > 0.0 else float("nan"))
