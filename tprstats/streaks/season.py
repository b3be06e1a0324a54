"""One player's games in playing order, as numbers, and constant strength fitted to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import ELO_PER_LOGIT, LOGIT_PER_ELO
from tprstats.intervals.draws import PSEUDO_GAMES
from tprstats.rate.pooled import Pooled, pooled_games
from tprstats.records import Game

__all__ = ["SLOPE_SD", "Baseline", "Season", "constant_strength"]

Array = NDArray[np.float64]

SLOPE_SD = 0.25
"""SD of the rating slope about 1, on the scale of the likelihood without draws: Sonas' 5/6
(statistics A.3) lies well inside."""

ONE_DRAWN_GAME = 1.0
"""Weight of the drawn game against the centre that keeps a season of nothing but wins finite."""


@dataclass(frozen=True)
class Season:
    """Games that count, in playing order.

    Parameters
    ----------
    games
        Rated games, or none where the season was made from arrays.
    score
        0, 1/2 or 1, ``(n,)``.
    opponents
        Elo, ``(n,)``.
    colours
        +1 White, -1 Black, 0 unknown, ``(n,)``.
    advantage, advantage_origin
        Elo that White is worth, and where that comes from, in words.
    rating
        The player's rating before the season, Elo; None where unknown.
    draw_prior, draw_origin
        Draw share between equals to shrink towards, and where it comes from: a key of
        ``tprstats.rate.assume.DRAW_ORIGINS``.
    notes
        What was changed, left out or guessed.
    player
        Name.
    ordered
        Whether dates or the rounds of one event tell that the games stand in playing order.
    places
        Number of each game among all those of the record in playing order, from 1, those that do
        not count included; empty where all count.
    listed
        Games of the record with those that do not count; 0 where all do.
    cut
        Number of the last game before those that are looked at; 0 where the record begins with
        them.
    """

    score: Array
    opponents: Array
    colours: Array
    advantage: float = 0.0
    advantage_origin: str = "given"
    rating: float | None = None
    draw_prior: float = 0.05
    draw_origin: str = "given"
    games: tuple[Game, ...] = ()
    notes: tuple[str, ...] = ()
    player: str = "the player"
    ordered: bool = True
    places: tuple[int, ...] = ()
    listed: int = 0
    cut: int = 0

    def __len__(self) -> int:
        return int(self.score.size)

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """The number by which each game is called, ``(n,)``: its place in the record."""
        return np.array(self.places or range(1, len(self) + 1), dtype=np.int64)

    @property
    def last_number(self) -> int:
        """Number of the last game of the record, whether it counts or not."""
        return self.listed or len(self)

    @cached_property
    def pooled(self) -> Pooled:
        """Speeds, years and own ratings that these games put together."""
        return pooled_games(self.games)

    @property
    def own_ratings(self) -> tuple[float, float] | None:
        """The lowest and the highest rating that the player had during these games."""
        own = self.pooled.own
        return None if own is None else own[1:]

    @property
    def drifted(self) -> bool:
        """Whether the own rating moved too far for one constant strength: then none is foretold."""
        return self.pooled.drifted

    @property
    def centre(self) -> float:
        """Average rating of the opponents, Elo."""
        return float(self.opponents.mean())

    @property
    def x(self) -> Array:
        """How much weaker than the centre each opponent is, logits."""
        return LOGIT_PER_ELO * (self.centre - self.opponents)

    @property
    def offset(self) -> Array:
        """White advantage of each game, logits."""
        return LOGIT_PER_ELO * self.advantage * self.colours

    def first(self, n: int) -> Season:
        """The season as it stood after so many games."""
        return replace(
            self,
            score=self.score[:n],
            opponents=self.opponents[:n],
            colours=self.colours[:n],
            games=self.games[:n],
            places=self.places[:n],
        )


@dataclass(frozen=True)
class Baseline:
    """Constant strength all season.

    Parameters
    ----------
    level
        Logits above the centre of the season's opponents.
    slope
        Logits of expected score for a logit of rating difference.
    draw_share
        Draw share between equals.
    expected, variance
        Expected score and variance of each game, ``(n,)``.
    bounds
        Of each game's random word: below the first a win, below the second no loss, uint64
        ``(n, 2)``.
    penalty
        Of the fit: weight of the drawn game, precision and mean of the level, precision of the
        slope.
    known
        True where level and slope were given and nothing is refitted.
    draws_given
        True where the draw share was given, and not taken from the games and a prior.
    """

    level: float
    slope: float
    draw_share: float
    expected: Array
    variance: Array
    bounds: NDArray[np.uint64]
    penalty: Array
    known: bool = False
    draws_given: bool = False

    @property
    def dispersion(self) -> float:
        """What draws leave of the binomial variance."""
        binomial = self.expected * (1.0 - self.expected)
        return float(self.variance.sum() / binomial.sum())

    def strength(self, season: Season) -> float:
        """Elo: the level on the opponents' scale."""
        return season.centre + ELO_PER_LOGIT * self.level


PENALTY = np.array([ONE_DRAWN_GAME, 0.0, 0.0, SLOPE_SD**-2])


def constant_strength(
    season: Season, *, draw_share: float | None = None, strength: float | None = None
) -> Baseline:
    """One level and one rating slope fitted to a season, or a strength taken as known.

    The scores' quasi likelihood (a draw is half a win and half a loss) with a drawn game against
    the average opponent added, and the slope about 1 with SD :data:`SLOPE_SD`: a season of
    nothing but wins, or opponents of one rating, still give finite numbers.

    Parameters
    ----------
    season
        Games.
    draw_share
        Draw share between equals; None plugs in the season's draws, shrunk towards the season's
        prior with the weight of six games.
    strength
        Elo: take this strength and a slope of 1 as known.

    Examples
    --------
    >>> import numpy as np
    >>> season = Season(np.ones(20), np.full(20, 2300.0), np.zeros(20))
    >>> round(constant_strength(season).strength(season))  # logit(20.5 / 21)
    2945
    """
    from tprstats.streaks import _fit_kernel as kernel

    n = len(season)
    expected, variance = np.empty(n), np.empty(n)
    bounds = np.empty((n, 2), dtype=np.uint64)
    share = np.nan if draw_share is None else draw_share
    penalty = PENALTY
    if strength is not None:
        # A prior that nothing can move stands for what is known.
        level = LOGIT_PER_ELO * (strength - season.centre)
        penalty = np.array([0.0, 1e12, level, 1e12])
    level, slope, share = kernel.baseline(
        season.score, season.x, season.offset, penalty, season.draw_prior, PSEUDO_GAMES, share,
        expected, variance, bounds,
    )  # fmt: skip
    return Baseline(
        level, slope, share, expected, variance, bounds, penalty,
        known=strength is not None, draws_given=draw_share is not None,
    )  # fmt: skip
