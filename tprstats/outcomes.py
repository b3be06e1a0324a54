"""What one game gives: the chances of a win, a draw and a loss.

Every model answers one question, ``wdl(difference, level, colour)``, from the player's side.
The default, :class:`EloDavidson`, keeps the expected score on the Elo curve whatever the draw
share, so that ratings stay the truth (statistics A.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit

from tprstats.elo import ELO_PER_LOGIT, LOGIT_PER_ELO, SIGMA_FIDE, expected, expected_normal
from tprstats.errors import TprstatsError

__all__ = [
    "WHITE_LEVELS",
    "ConstantDraws",
    "DrawTable",
    "EloDavidson",
    "Milvang",
    "NoDraws",
    "OutcomeModel",
    "RaoKupper",
    "check_white_advantage",
    "davidson_chances",
    "davidson_draws",
    "draw_share_at_level",
    "white_advantage_at_level",
]

Array = NDArray[np.float64]
WDL = tuple[Array, Array, Array]


@runtime_checkable
class OutcomeModel(Protocol):
    """Chances of one game, from the player's side."""

    def wdl(self, difference: ArrayLike, level: ArrayLike = 2000.0, colour: ArrayLike = 0) -> WDL:
        """Return the chances of a win, a draw and a loss.

        Parameters
        ----------
        difference
            Player's strength minus the opponent's, Elo.
        level
            Mean strength of the two, Elo (used by models that depend on it).
        colour
            +1 the player has White, -1 Black, 0 unknown.
        """
        ...


def draw_share_at_level(level: ArrayLike) -> Any:
    """Draw share between equals at a mean rating (FIDE scale).

    ``logit d0 = -0.653 + 0.400 (level - 2000) / 400``, fitted to the chess-db.com table of
    8 million games at 1400 to 2800 (statistics A.2, A.3; RMSE 2.9 points over 112 cells). Drawn
    on beyond, it stays between 0 and 1; at lower levels it gives fewer draws (.12 at 700), which
    is the cautious side.

    Examples
    --------
    >>> [round(float(draw_share_at_level(x)), 2) for x in (1400, 2000, 2600)]
    [0.22, 0.34, 0.49]
    """
    return expit(-0.653 + 0.400 * (np.asarray(level, dtype=np.float64) - 2000.0) / 400.0)


WHITE_LEVELS = (1400.0, 2800.0)
"""Elo: the levels at which Milvang's rule was looked at beside games (statistics A.3, A.4)."""


def white_advantage_at_level(level: ArrayLike) -> Any:
    """White's advantage in Elo at a mean rating, as Milvang's rule implies it.

    The advantage h is the one at which E(h) equals White's score between equals
    (statistics A.4): 10 at 1400, 25 at 2000, 34 at 2600. The rule is two straight lines in the
    level, without a range of its own: drawn on, they would give Black the advantage below 1080.
    So the value at the nearer end holds beyond :data:`WHITE_LEVELS`: 10 below 1400, as weak
    players and games online have it (A.4), and 35 above 2800.

    Examples
    --------
    >>> [round(float(white_advantage_at_level(x))) for x in (700, 1400, 2000, 2600, 3000)]
    [10, 10, 25, 34, 35]
    """
    win, draw, _ = Milvang().wdl(0.0, np.clip(level, *WHITE_LEVELS), 1)
    return ELO_PER_LOGIT * logit(win + draw / 2)


def davidson_draws(expected_score: ArrayLike, draw_share: ArrayLike) -> Any:
    """Draw chance of the Elo-consistent Davidson model (statistics A.2).

    The D that solves ``D**2 = nu**2 W L`` with ``W = E - D/2`` and ``L = 1 - E - D/2``.

    Parameters
    ----------
    expected_score
        E, between 0 and 1.
    draw_share
        Draw share d0 between equals, 0 <= d0 < 1.

    Examples
    --------
    >>> round(float(davidson_draws(0.759747, 0.3)), 4)
    0.2386
    """
    e = np.asarray(expected_score, dtype=np.float64)
    d0 = np.asarray(draw_share, dtype=np.float64)
    nu2 = np.square(2.0 * d0 / (1.0 - d0))
    x = e * (1.0 - e)
    # b**2 + 4 a nu**2 x with b = nu**2 / 2 and a = 1 - nu**2 / 4, written without cancellation.
    root = np.sqrt(nu2 * (nu2 * np.square(e - 0.5) + 4.0 * x))
    # The denominator is 0 only where d0 = 0 (then D = 0): divide by 1 there.
    return 2.0 * nu2 * x / np.where(nu2 == 0.0, 1.0, nu2 / 2.0 + root)


def davidson_chances(difference: Array, draw_share: ArrayLike) -> WDL:
    """Win, draw and loss of the Elo-consistent Davidson model, colours aside.

    Parameters
    ----------
    difference
        Player's strength minus the opponent's, Elo.
    draw_share
        Draw share between equals, 0 <= d0 < 1 (not checked here); broadcast.
    """
    share = np.asarray(draw_share, dtype=np.float64)
    x = LOGIT_PER_ELO * difference
    e, q = expit(x), expit(-x)
    # All from the smaller of E and 1 - E: far from equality 1 - E would lose its digits.
    small, large = np.minimum(e, q), np.maximum(e, q)
    d = np.minimum(davidson_draws(small, share), 2.0 * small)
    more, less = large - d / 2, small - d / 2
    # Where nearly all of it are draws the difference cancels; L = D**2 / (nu**2 W) does not.
    nu2 = np.square(2.0 * share / (1.0 - share))
    product = np.square(d) / np.where(nu2 == 0.0, 1.0, nu2)
    less = np.where(less < small / 8.0, product / np.where(more > 0.0, more, 1.0), less)
    return np.where(e >= q, more, less), d, np.where(e >= q, less, more)


def _check_share(share: object, name: str = "draw share") -> None:
    value = np.asarray(share, dtype=np.float64)
    if not np.all((value >= 0.0) & (value < 1.0)):
        raise TprstatsError(f"{name} must be at least 0 and below 1, not {share}")


MOST_WHITE_ADVANTAGE = 500.0
"""Elo; more is a slip of the pen."""


def check_white_advantage(advantage: object) -> None:
    """Refuse what no first move is worth: more than 500 Elo, and NaN.

    Examples
    --------
    >>> check_white_advantage(float("inf"))
    Traceback (most recent call last):
    tprstats.errors.TprstatsError: white advantage inf: give Elo between -500 and 500
    """
    if not np.all(np.abs(np.asarray(advantage, dtype=np.float64)) <= MOST_WHITE_ADVANTAGE):
        raise TprstatsError(f"white advantage {advantage}: give Elo between -500 and 500")


def _shifted(difference: ArrayLike, colour: ArrayLike, advantage: ArrayLike) -> Array:
    d = np.asarray(difference, dtype=np.float64)
    return d + np.asarray(advantage, dtype=np.float64) * np.asarray(colour, dtype=np.float64)


def _split(e: Array, d: Array) -> WDL:
    """Win, draw and loss from E and D; what rounding leaves below 0 is 0."""
    return np.maximum(e - d / 2, 0.0), d, np.maximum(1.0 - e - d / 2, 0.0)


@dataclass(frozen=True)
class EloDavidson:
    """Davidson's draws with the expected score kept on the Elo curve: the default.

    Parameters
    ----------
    draw_share
        Draw share between equals, 0 <= d0 < 1, or None for the level rule
        (:func:`draw_share_at_level`). An array with one value a record is broadcast.
    white_advantage
        Elo added to White, or None for :func:`white_advantage_at_level`.

    References
    ----------
    Statistics A.2. Davidson (1970) gives ``D**2 = nu**2 W L``.

    Examples
    --------
    >>> win, draw, loss = EloDavidson(0.3).wdl(200)
    >>> round(float(win), 6), round(float(draw), 6), round(float(loss), 6)
    (0.640459, 0.238577, 0.120965)
    """

    draw_share: Any = 0.3
    white_advantage: Any = 0.0

    def __post_init__(self) -> None:
        if self.draw_share is not None:
            _check_share(self.draw_share)
        if self.white_advantage is not None:
            check_white_advantage(self.white_advantage)

    def wdl(self, difference: ArrayLike, level: ArrayLike = 2000.0, colour: ArrayLike = 0) -> WDL:
        share = draw_share_at_level(level) if self.draw_share is None else self.draw_share
        advantage = self.white_advantage
        if advantage is None:
            advantage = white_advantage_at_level(level)
        return davidson_chances(_shifted(difference, colour, advantage), share)


@dataclass(frozen=True)
class NoDraws:
    """A win with the expected score, a loss otherwise."""

    white_advantage: float = 0.0

    def __post_init__(self) -> None:
        check_white_advantage(self.white_advantage)

    def wdl(self, difference: ArrayLike, level: ArrayLike = 2000.0, colour: ArrayLike = 0) -> WDL:
        x = LOGIT_PER_ELO * _shifted(difference, colour, self.white_advantage)
        return expit(x), np.zeros_like(x), expit(-x)


@dataclass(frozen=True)
class ConstantDraws:
    """The same draw chance at every difference, cut where the Elo curve leaves no room.

    ``D = min(share, 2E, 2(1-E))``. bbpPairings' tournament generator uses the same cut with
    ``curve="normal"`` and a share drawn for each event (statistics A.1).
    """

    draw_share: float = 0.3
    white_advantage: float = 0.0
    curve: str = "logistic"

    def __post_init__(self) -> None:
        _check_share(self.draw_share)
        check_white_advantage(self.white_advantage)
        if self.curve not in ("logistic", "normal"):
            raise TprstatsError(f"curve must be 'logistic' or 'normal', not {self.curve!r}")

    def wdl(self, difference: ArrayLike, level: ArrayLike = 2000.0, colour: ArrayLike = 0) -> WDL:
        d = _shifted(difference, colour, self.white_advantage)
        e = expected(d) if self.curve == "logistic" else expected_normal(d, SIGMA_FIDE)
        return _split(e, np.minimum(self.draw_share, 2.0 * np.minimum(e, 1.0 - e)))


@dataclass(frozen=True)
class RaoKupper:
    """Rao and Kupper's draws, the model of BayesElo.

    ``W = f(-difference - white + draw)``, ``L = f(difference + white + draw)`` with
    ``f(x) = 1 / (1 + 10**(x/400))``. A difference of ratings is *not* on the Elo scale: the
    slope at equality is ``1 - d0**2`` of Elo's (statistics A.1).

    Parameters
    ----------
    draw_elo, white_advantage
        Elo; BayesElo's defaults 97.3 and 32.8.

    Examples
    --------
    >>> [round(float(x), 6) for x in RaoKupper().wdl(0, colour=1)]
    [0.408229, 0.270714, 0.321058]
    """

    draw_elo: float = 97.3
    white_advantage: float = 32.8

    def __post_init__(self) -> None:
        if not self.draw_elo >= 0.0:
            raise TprstatsError(f"draw_elo must be at least 0, not {self.draw_elo}")
        check_white_advantage(self.white_advantage)

    def wdl(self, difference: ArrayLike, level: ArrayLike = 2000.0, colour: ArrayLike = 0) -> WDL:
        d = _shifted(difference, colour, self.white_advantage)
        win = expit(LOGIT_PER_ELO * (d - self.draw_elo))
        loss = expit(LOGIT_PER_ELO * (-d - self.draw_elo))
        return win, np.maximum(1.0 - win - loss, 0.0), loss


@dataclass(frozen=True)
class Milvang:
    """Otto Milvang's rule: level, difference and colour together.

    With rm the mean rating, ``w = 96 + 0.0986 (rm - 2000)`` and ``b = -150 - 0.157 (rm - 2000)``:
    White wins with ``1 / (1 + 10**((rb - rw + w) / 370))``, Black with
    ``1 / (1 + 10**((rw - rb - b) / 370))``. Source: FIDE TEC TieBreakServer, ``drawresult.py``
    (statistics A.1). Without a colour the two sides are averaged. Where the two chances would
    exceed 1 (levels below about 1000) both are scaled down and no draw is left. The rule is
    reproduced as published, at any level: below about 1080 it favours Black, which
    :func:`white_advantage_at_level` does not follow.

    Examples
    --------
    >>> [round(float(x), 6) for x in Milvang().wdl(200, 2500, 1)]
    [0.58429, 0.350739, 0.064971]
    """

    def wdl(self, difference: ArrayLike, level: ArrayLike = 2000.0, colour: ArrayLike = 0) -> WDL:
        diff, rm, col = np.broadcast_arrays(
            np.asarray(difference, dtype=np.float64), np.asarray(level, np.float64), colour
        )
        as_white = self._white(diff, rm)
        as_black = self._white(-diff, rm)[::-1]
        weight = (1.0 + col) / 2.0
        win, draw, loss = (
            weight * w + (1.0 - weight) * b for w, b in zip(as_white, as_black, strict=True)
        )
        return win, draw, loss

    @staticmethod
    def _white(diff: Array, rm: Array) -> WDL:
        w = 96.0 + 0.0986 * (rm - 2000.0)
        b = -150.0 - 0.157 * (rm - 2000.0)
        scale = np.log(10.0) / 370.0
        win = expit(scale * (diff - w))
        loss = expit(scale * (-diff + b))
        total = np.maximum(win + loss, 1.0)
        return win / total, np.maximum(1.0 - win - loss, 0.0), loss / total


_LEVELS = np.array([1400.0, 1600.0, 1800.0, 2000.0, 2200.0, 2400.0, 2600.0]) + 100.0
_GAPS = np.array([9.5, 109.5, 209.5, 309.5])
_SHARES = np.array(
    [
        [0.21, 0.22, 0.20, 0.17],
        [0.28, 0.27, 0.23, 0.19],
        [0.31, 0.30, 0.23, 0.20],
        [0.35, 0.31, 0.25, 0.19],
        [0.42, 0.36, 0.25, 0.17],
        [0.54, 0.45, 0.30, 0.18],
        [0.57, 0.50, 0.34, 0.25],
    ]
)


@dataclass(frozen=True)
class DrawTable:
    """Draws read from a measured table of level and difference.

    By default the chess-db.com table of 8 million games (statistics A.3), linear between the
    middles of its cells, constant outside, and cut where the Elo curve leaves no room.

    Parameters
    ----------
    levels, gaps
        Middles of the cells: mean rating and absolute difference, increasing.
    shares
        Draw shares, shape ``(len(levels), len(gaps))``.
    white_advantage
        Elo added to White.
    """

    levels: Any = None
    gaps: Any = None
    shares: Any = None
    white_advantage: float = 0.0

    def wdl(self, difference: ArrayLike, level: ArrayLike = 2000.0, colour: ArrayLike = 0) -> WDL:
        levels = _LEVELS if self.levels is None else np.asarray(self.levels, dtype=np.float64)
        gaps = _GAPS if self.gaps is None else np.asarray(self.gaps, dtype=np.float64)
        shares = _SHARES if self.shares is None else np.asarray(self.shares, dtype=np.float64)
        d = _shifted(difference, colour, self.white_advantage)
        d, rm = np.broadcast_arrays(d, np.asarray(level, dtype=np.float64))
        i, u = _cell(levels, rm)
        j, v = _cell(gaps, np.abs(d))
        low = (1 - v) * shares[i, j] + v * shares[i, j + 1]
        high = (1 - v) * shares[i + 1, j] + v * shares[i + 1, j + 1]
        e = expected(d)
        return _split(e, np.minimum((1 - u) * low + u * high, 2.0 * np.minimum(e, 1.0 - e)))


def _cell(grid: Array, x: Array) -> tuple[NDArray[np.int64], Array]:
    """Left neighbour on the grid and the share of the way to the right one, held inside."""
    x = np.clip(x, grid[0], grid[-1])
    i = np.clip(np.searchsorted(grid, x, side="right") - 1, 0, grid.size - 2)
    return i, (x - grid[i]) / (grid[i + 1] - grid[i])
