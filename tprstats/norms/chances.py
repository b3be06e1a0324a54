"""What a norm's luck is made of: the player's strength, and the chances of each game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.estimators.bayes import default_prior_sd, strength_posterior
from tprstats.exact import game_chances
from tprstats.norms.games import NormGame
from tprstats.norms.titles import UNRATED
from tprstats.outcomes import EloDavidson, OutcomeModel, draw_share_at_level
from tprstats.records import Record, RecordBatch, check_rating

__all__ = ["Chances", "Strength", "posterior_strength"]

Array = NDArray[np.float64]

_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(41)


@dataclass(frozen=True)
class Strength:
    """What is known of a player's strength: a normal distribution, or any on nodes.

    Parameters
    ----------
    mean, sd
        Elo; an SD of 0 is a strength known exactly.
    origin
        Where it comes from, in words.
    nodes
        Strengths and weights of a distribution that is not normal (then ``mean`` and ``sd`` are
        its own).
    """

    mean: float
    sd: float = 0.0
    origin: str = "given"
    nodes: tuple[Array, Array] | None = None

    def __post_init__(self) -> None:
        check_rating(self.mean, "strength")
        if not 0.0 <= self.sd < 1000.0:
            raise TprstatsError(f"strength SD {self.sd:g}: give Elo from 0 to below 1000")

    def __str__(self) -> str:
        spread = f" (SD {self.sd:.0f})" if self.sd else ""
        return f"{self.mean:.0f}{spread}, {self.origin}"

    @property
    def grid(self) -> tuple[Array, Array]:
        """Strengths and their weights: Gauss-Hermite, one node where the SD is 0."""
        if self.nodes is not None:
            return self.nodes
        if self.sd == 0.0:
            return np.array([self.mean]), np.array([1.0])
        return self.mean + self.sd * _NODES, _WEIGHTS / _WEIGHTS.sum()


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
    known = f"after these games, before them {prior.mean:.0f} (SD {sd:.0f})"
    if not batch.counts[0]:
        return Strength(prior.mean, sd, known)
    share = float(draw_share_at_level(np.nanmean(batch.opponents)))
    given = (np.array([x]) for x in (prior.mean, sd, share if draw_share is None else draw_share))
    x, weights = (part[0] for part in strength_posterior(batch, *given).nodes())
    mean = float(weights @ x)
    spread = float(np.sqrt(weights @ np.square(x - mean)))
    return Strength(mean, spread, known, (x, weights))
