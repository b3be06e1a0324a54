"""Seasons made for the calibration: streak-free, with a hot spell, or from the forecast's prior."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtri

from tprstats.data import example_path
from tprstats.elo import LOGIT_PER_ELO
from tprstats.outcomes import davidson_chances
from tprstats.readers import read
from tprstats.rng import Key, Purpose, uniforms
from tprstats.streaks.season import Season
from tprstats.streaks.spells import SpellPrior

__all__ = ["STRENGTH", "Cell", "FromPrior", "draw_season", "from_prior"]

Array = NDArray[np.float64]

STRENGTH = 2000.0
"""Of the player outside a spell, Elo."""

EVENT = 9
"""Games of an event where opponents come in clusters."""


@dataclass(frozen=True)
class Cell:
    """A kind of season.

    Parameters
    ----------
    name
        Of the cell, and of its file.
    games
        In the season.
    opponents
        ``"equal"``; ``"normal"`` (SD 150); ``"clustered"`` (events of nine games whose fields
        differ with SD 150, SD 80 within); ``"swiss"`` (those of real players of the shipped
        event, relative to the own rating, one event after another); ``"by-rating"`` (the own
        rating, updated every ten games, SD 100 about it).
    draw_share
        Between equals.
    slope
        Logits of expected score for a logit of rating difference.
    rating_error
        Published rating minus strength, Elo.
    k_factor
        Of the own rating with ``"by-rating"``.
    boost, length
        Of a spell, Elo (below 0: a slump) and games.
    begins
        ``"anywhere"``: at any game that leaves the spell whole, alike; ``"last"``: the last games.
    """

    name: str
    games: int = 60
    opponents: str = "normal"
    draw_share: float = 0.35
    slope: float = 1.0
    rating_error: float = 0.0
    k_factor: float = 20.0
    boost: float = 0.0
    length: int = 0
    begins: str = "anywhere"


@dataclass(frozen=True)
class FromPrior:
    """Seasons whose strength and spell are drawn anew each time.

    Parameters
    ----------
    cell
        Games, opponents, draws and error of the rating.
    prior
        Of level, slope and spell.
    drift
        SD by which the strength changes from game to game as well, Elo.
    """

    cell: Cell
    prior: SpellPrior = field(default_factory=SpellPrior)
    drift: float = 0.0

    @property
    def name(self) -> str:
        return self.cell.name


_SWISS: list[Array] = []


def _swiss() -> list[Array]:
    """Opponents relative to the own rating, of the players of the shipped event."""
    if not _SWISS:
        for record in read(example_path()):
            games = record.rated()
            if len(games) >= 5 and record.player.rating:
                own = record.player.rating
                _SWISS.append(np.array([(g.opponent_rating or own) - own for g in games]))
    return _SWISS


def _normal(key: Key, replicate: int, purpose: Purpose, count: int) -> Array:
    return np.asarray(ndtri(uniforms(key, replicate, purpose, np.arange(count))))


def _fixed_opponents(cell: Cell, key: Key, replicate: int) -> Array:
    n = cell.games
    if cell.opponents == "equal":
        return np.full(n, STRENGTH)
    z = _normal(key, replicate, Purpose.STRENGTH, n)
    if cell.opponents == "normal":
        return STRENGTH + 150.0 * z
    if cell.opponents == "clustered":
        field = _normal(key, replicate, Purpose.FORM, -(-n // EVENT))
        return STRENGTH + 150.0 * np.repeat(field, EVENT)[:n] + 80.0 * z
    u = uniforms(key, replicate, Purpose.PAIRING, np.arange(n))
    events = _swiss()
    return STRENGTH + np.concatenate([events[int(x * len(events))] for x in u])[:n]


def draw_season(cell: Cell, key: Key, replicate: int) -> tuple[Season, tuple[int, int]]:
    """One season of a cell, and where its spell begins and ends."""
    n = cell.games
    start = 0
    if cell.length:
        u = float(uniforms(key, replicate, Purpose.SPELL, 0))
        start = int(u * (n - cell.length + 1)) if cell.begins == "anywhere" else n - cell.length
    lift = np.zeros(n)
    lift[start : start + cell.length] = cell.slope * cell.boost
    season = _played(cell, lift, cell.slope, key, replicate)
    return season, (start, start + cell.length)


def _played(cell: Cell, lift: Array, slope: float, key: Key, replicate: int) -> Season:
    """A season of games at expected scores of ``lift + slope * (STRENGTH - opponent)`` Elo."""
    n = cell.games
    luck = uniforms(key, replicate, Purpose.GAME, np.arange(n))
    own = published = STRENGTH + cell.rating_error

    def play(part: slice) -> Array:
        gap = lift[part] + slope * (STRENGTH - opponents[part])
        win, draw, _ = davidson_chances(gap, cell.draw_share)
        u = luck[part]
        return np.asarray(0.5 * ((u < win).astype(np.float64) + (u < win + draw)))

    if cell.opponents != "by-rating":
        opponents = _fixed_opponents(cell, key, replicate)
        score = play(slice(n))
    else:
        z = _normal(key, replicate, Purpose.STRENGTH, n)
        opponents, score = np.empty(n), np.empty(n)
        for i in range(0, n, 10):
            part = slice(i, min(i + 10, n))
            opponents[part] = own + 100.0 * z[part]
            score[part] = play(part)
            gain = score[part] - expit(LOGIT_PER_ELO * (own - opponents[part]))
            own += cell.k_factor * float(gain.sum())
    return Season(score, opponents, np.zeros(n), rating=published, draw_prior=0.3)


def from_prior(
    cell: Cell, prior: SpellPrior, key: Key, k: int, *, drift: float = 0.0
) -> tuple[Season, float]:
    """A season whose strength, slope and spell are drawn from a prior; and what comes after it.

    Parameters
    ----------
    cell
        Games, opponents and draws.
    prior
        Of level, slope and spell.
    key, k
        Of the random numbers, and which season.
    drift
        SD by which the strength changes from game to game as well, Elo.

    Returns
    -------
    season, truth
        The mean strength over the next games, Elo.
    """
    full = prior.of(Season(np.zeros(1), np.full(1, STRENGTH), np.zeros(1), rating=STRENGTH))
    u = uniforms(key, k, Purpose.SPELL, np.arange(8))
    assert full.level_sd is not None
    away = full.level_sd * float(ndtri(u[0]))
    slope = 1.0 + full.slope_sd * float(ndtri(u[1]))
    boost, end, start = 0.0, 0, 0
    if u[2] < full.chance:
        # The prior is cut where the quadrature of the boost ends.
        boost = float(np.clip(full.boost_sd * float(ndtri(u[3])), -832.0, 832.0))
        start = int(u[4] * cell.games)
        end = start + 1 + int(np.log(u[5]) / np.log(full.stay))
    t = np.arange(cell.games + full.horizon)
    lift = away + np.where((t >= start) & (t < end), boost, 0.0)
    if drift:
        lift += drift * np.cumsum(_normal(key, k, Purpose.FORM, t.size))
    season = _played(cell, lift, slope, key, k)
    return season, STRENGTH + float(lift[cell.games :].mean())
