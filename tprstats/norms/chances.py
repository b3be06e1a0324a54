"""What a norm's luck is made of: the player's strength, and the chances of each game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil

import numpy as np
from numpy.typing import NDArray

from tprstats.cells import rating_text
from tprstats.errors import TprstatsError
from tprstats.estimators.bayes import default_prior_sd
from tprstats.estimators.likelihood import score_log_likelihood
from tprstats.exact import game_chances
from tprstats.norms.games import NormGame
from tprstats.norms.titles import UNRATED
from tprstats.outcomes import EloDavidson, OutcomeModel, draw_share_at_level
from tprstats.records import Record, RecordBatch, check_rating

__all__ = ["COARSE", "Chances", "Strength", "player_strength", "posterior_strength"]

Array = NDArray[np.float64]

FINE, COARSE = 20.0, 60.0
"""Elo between the strengths of a mean over strengths: where a chance is cheap, and where it is
simulated."""

REACH = 6.0
"""SDs on either side up to which they run."""


@dataclass(frozen=True)
class Strength:
    """What is known of a player's strength: a normal distribution, or any with a density.

    Parameters
    ----------
    mean, sd
        Elo; an SD of 0 is a strength known exactly.
    origin
        Where it comes from, in words.
    log_density
        Logarithm of a density that is not normal, up to a constant (then ``mean`` and ``sd`` are
        its own).
    """

    mean: float
    sd: float = 0.0
    origin: str = "given"
    log_density: Callable[[Array], Array] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_rating(self.mean, "strength")
        if not 0.0 <= self.sd < 1000.0:
            raise TprstatsError(f"strength SD {self.sd:g}: give Elo from 0 to below 1000")

    def __str__(self) -> str:
        spread = f" (SD {self.sd:.0f})" if self.sd else ""
        return f"{rating_text(self.mean)}{spread}, {self.origin}"

    def grid(self, step: float = FINE, reach: float = REACH) -> tuple[Array, Array]:
        """Strengths at equal distances and their weights; one where the SD is 0.

        The trapezoid rule: for a smooth density that dies out on both sides its error falls
        faster than any power of the step. Gauss-Hermite nodes gather around the mean and do worse
        once the SD is wide and the chance steep (many attempts).

        Parameters
        ----------
        step
            Elo, and at most an SD: with that a normal density's own sum misses 1 by 3e-9.
        reach
            SDs on either side.

        Examples
        --------
        >>> x, weights = Strength(2400.0, 100.0).grid(step=100.0, reach=1.0)
        >>> x.tolist(), [round(float(w), 3) for w in weights]
        ([2300.0, 2400.0, 2500.0], [0.274, 0.452, 0.274])
        """
        if self.sd == 0.0:
            return np.array([self.mean]), np.array([1.0])
        h = min(step, self.sd)
        ends = ceil(reach * self.sd / h)
        x = np.asarray(self.mean + h * np.arange(-ends, ends + 1), dtype=np.float64)
        normal = -0.5 * np.square((x - self.mean) / self.sd)
        log = np.asarray(normal if self.log_density is None else self.log_density(x))
        weights = np.exp(log - log.max())
        return np.asarray(x), np.asarray(weights / weights.sum())


class Chances:
    """Win, draw and loss chances of a schedule at any strength.

    Parameters
    ----------
    games
        The schedule.
    model
        What one game gives; by default draws and the white advantage go by the level.
    unrated
        Strength of opponents without a rating, Elo.
    replay
        True: results already there are played again; False: they stand.
    """

    def __init__(
        self,
        games: tuple[NormGame, ...],
        model: OutcomeModel | None = None,
        *,
        unrated: float = UNRATED,
        replay: bool = True,
    ) -> None:
        ratings = [unrated if g.rating is None else g.rating for g in games]
        self.model = EloDavidson(None, None) if model is None else model
        self.batch = RecordBatch.from_arrays(
            [ratings], 0, colours=[[g.colour for g in games]] if games else None
        )
        self.fixed = [None if replay else g.half_points for g in games]
        self.assumptions = _assumed(self.model, games, unrated)

    def likelihood(self, strengths: Array) -> Array:
        """Chance of the results that stand, at every strength, ``(g,)``."""
        wdl = [x[0] for x in game_chances(self.batch, strengths[None, :], self.model)]
        found = np.ones(strengths.size)
        for j, s2 in enumerate(self.fixed):
            if s2 is not None:
                found = found * wdl[2 - s2][:, j]
        return found

    def at(self, strengths: Array) -> tuple[Array, Array, Array]:
        """Chances ``(g, n)`` of a win, a draw and a loss."""
        found = [x[0].copy() for x in game_chances(self.batch, strengths[None, :], self.model)]
        for j, s2 in enumerate(self.fixed):
            if s2 is not None:
                for k, chance in enumerate(found):
                    chance[:, j] = float(s2 == 2 - k)
        win, draw, loss = found
        return win, draw, loss


def _assumed(model: OutcomeModel, games: tuple[NormGame, ...], unrated: float) -> tuple[str, ...]:
    rows = []
    if isinstance(model, EloDavidson):
        draws = "by the level" if model.draw_share is None else f"{model.draw_share:g} of equals"
        white = (
            "by the level" if model.white_advantage is None else f"{model.white_advantage:g} Elo"
        )
        rows.append(f"draws {draws}, white advantage {white}")
    else:
        rows.append(f"outcome model {type(model).__name__}")
    silent = sum(not g.colour for g in games)
    if silent:
        rows.append(f"no white advantage where the colour is unknown ({silent} of {len(games)})")
    missing = sum(g.rating is None for g in games)
    if missing:
        rows.append(f"unrated opponents ({missing}) taken to play like {unrated:g}")
    rows.append("opponents as strong as their ratings; results independent")
    return tuple(rows)


def player_strength(
    record: Record,
    strength: float | None,
    sd: float,
    posterior: bool = False,
    draw_share: float | None = None,
) -> Strength:
    """The strength given, or the own rating; with what the games say of it where that is wanted."""
    if strength is not None:
        own = Strength(strength, sd)
    elif record.own_before is not None:
        own = Strength(record.own_before, sd, "the own rating")
    else:
        raise TprstatsError("the player has no rating: give a strength")
    return posterior_strength(record, own, draw_share) if posterior else own


def posterior_strength(record: Record, prior: Strength, draw_share: float | None) -> Strength:
    """What a record says of its player's strength, on top of what was known.

    Parameters
    ----------
    record
        The games played against rated opponents.
    prior
        Known before; an SD of 0 stands for the usual one of a rating
        (:func:`~tprstats.estimators.bayes.default_prior_sd`).
    draw_share
        Draw share between equals; None goes by the level of the opponents.

    Examples
    --------
    >>> games = Record.from_results([2400] * 9, [1] * 6 + [0.5] * 3)
    >>> found = posterior_strength(games, Strength(2400.0), 0.4)
    >>> 2400 < found.mean < 2500, found.sd < 49
    (True, True)
    """
    batch = record.batch().rated()
    sd = prior.sd or float(default_prior_sd(prior.mean))
    known = f"after these games, before them {rating_text(prior.mean)} (SD {sd:.0f})"
    if not batch.counts[0]:
        return Strength(prior.mean, sd, known)
    share = draw_share_at_level(np.nanmean(batch.opponents)) if draw_share is None else draw_share
    at = np.array([float(share)])

    def log_density(x: Array) -> Array:
        likelihood = score_log_likelihood(batch, x[None, :], at)[0]
        return np.asarray(likelihood - 0.5 * np.square((x - prior.mean) / sd))

    # The posterior is no wider than the prior, but may lie some way from its mean.
    x, weights = Strength(prior.mean, sd, log_density=log_density).grid(FINE / 4.0, 2.0 * REACH)
    mean = float(weights @ x)
    spread = float(np.sqrt(weights @ np.square(x - mean)))
    return Strength(mean, spread, known, log_density)
