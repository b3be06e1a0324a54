"""Who plays: true strengths, published ratings, form, and who has no rating.

A field draws its players anew for every replicate or keeps them fixed. Start numbers go by
published rating (unrated players last), as an arbiter would seed them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.records import Event
from tprstats.rng import Key, Purpose, uniforms

__all__ = ["Field", "Players"]

Array = NDArray[np.float64]

_SHAPES = ("normal", "uniform", "list")


@dataclass(frozen=True)
class Players:
    """The players of some replicates, in the order of their start numbers.

    Parameters
    ----------
    strength
        Strength in the event (true strength plus form), Elo, ``(e, n)``.
    true
        Long-run strength, Elo, ``(e, n)``.
    published
        Published rating, Elo, ``(e, n)``; NaN for unrated players.
    entrant
        Number of the player in the field, before seeding, int16 ``(e, n)``.
    """

    strength: Array
    true: Array
    published: Array
    entrant: NDArray[np.int16]


@dataclass(frozen=True)
class Field:
    """A set of entrants.

    Parameters
    ----------
    players
        Number of players.
    shape
        ``"normal"`` (``mean``, ``sd``), ``"uniform"`` (``mean``, ``sd``: the same two moments) or
        ``"list"`` (``strengths``).
    strengths
        True strengths, Elo, for ``"list"``.
    published
        Published ratings for ``"list"`` where they are not the strengths. Such fields that differ
        in strengths alone share their luck: the random numbers go by the ratings.
    fixed
        True: every replicate has the same true strengths, spaced at the quantiles
        ``(i - 1/2) / n`` of the shape. False: drawn anew for every replicate.
    rating_noise
        SD of published rating minus true strength, Elo; drawn for every replicate.
    rating_shift
        Published ratings of the whole pool lie so much above true strengths, Elo.
    form
        SD of the form of a player in one event, Elo: strength in the event minus long-run
        strength.
    unrated
        Share of players without a published rating, the same chance for each.
    titles, federations
        One a player for ``"list"``, for norms; empty elsewhere.

    Examples
    --------
    >>> from tprstats.rng import make_key
    >>> field = Field(8, mean=2200, sd=150)
    >>> field.draw(make_key(1, field.factors()), [0, 1]).true.shape
    (2, 8)
    """

    players: int
    shape: str = "normal"
    mean: float = 2000.0
    sd: float = 200.0
    strengths: tuple[float, ...] = ()
    published: tuple[float, ...] = ()
    fixed: bool = False
    rating_noise: float = 0.0
    rating_shift: float = 0.0
    form: float = 0.0
    unrated: float = 0.0
    titles: tuple[str, ...] = ()
    federations: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.players < 2:
            raise TprstatsError(f"{counted(self.players, 'player')}: an event takes at least 2")
        if self.players > 2000:
            raise TprstatsError(f"{counted(self.players, 'player')}: at most 2000")
        if self.shape not in _SHAPES:
            raise TprstatsError(f"field shape {self.shape!r}: one of {', '.join(_SHAPES)}")
        if self.shape == "list" and len(self.strengths) != self.players:
            raise TprstatsError(
                f"{counted(len(self.strengths), 'strength')} for {counted(self.players, 'player')}"
            )
        if self.published and len(self.published) != len(self.strengths):
            raise TprstatsError(
                f"{counted(len(self.published), 'rating')} for "
                f"{counted(len(self.strengths), 'strength')}"
            )
        numbers = (self.mean, self.rating_shift, *self.strengths, *self.published)
        if not np.isfinite(numbers).all():
            wrong = next(x for x in numbers if not np.isfinite(x))
            raise TprstatsError(f"strength or rating {wrong:g}: give finite numbers, in Elo")
        for name in ("mean", "rating_shift"):
            value = getattr(self, name)
            if abs(value) > 4000.0:
                raise TprstatsError(
                    f"{name.replace('_', ' ')} {value:g}: give Elo from -4000 to 4000"
                )
        for name in ("sd", "rating_noise", "form"):
            value = getattr(self, name)
            if not 0.0 <= value < 2000.0:
                raise TprstatsError(
                    f"{name.replace('_', ' ')} {value:g}: give Elo from 0 to below 2000"
                )
        if not 0.0 <= self.unrated < 1.0:
            raise TprstatsError(
                f"unrated players {self.unrated:g}: give their share, from 0 to below 1"
            )

    @classmethod
    def of(cls, strengths: Any, **options: Any) -> Field:
        """An explicit list of true strengths, the same in every replicate."""
        values = tuple(float(x) for x in strengths)
        return cls(len(values), shape="list", strengths=values, fixed=True, **options)

    @classmethod
    def from_event(cls, event: Event, players: int | None = None, **options: Any) -> Field:
        """Quantiles of a real event's ratings: same size, or another number of players.

        With ``players`` given, player i has the rating at the quantile ``(i - 1/2) / players``
        of the event's rated players.
        """
        rated = [r.player for r in event.records if r.player.rating is not None]
        if len(rated) < 2:
            raise TprstatsError(f"{event.name}: fewer than two rated players to build a field of")
        ratings = np.array([p.rating for p in rated])
        if players is None:
            return cls.of(
                ratings,
                titles=tuple(p.title for p in rated),
                federations=tuple(p.federation for p in rated),
                **options,
            )
        share = (np.arange(players) + 0.5) / players
        return cls.of(np.quantile(ratings, share)[::-1], **options)

    def factors(self) -> dict[str, Any]:
        """What the luck depends on: part of the random numbers' key."""
        return {
            "players": self.players,
            "shape": self.shape,
            "mean": self.mean,
            "sd": self.sd,
            "strengths": list(self.published or self.strengths),
            "fixed": self.fixed,
            "rating_noise": self.rating_noise,
            "rating_shift": self.rating_shift,
            "form": self.form,
            "unrated": self.unrated,
        }

    @property
    def same_every_time(self) -> bool:
        """True where every replicate has the same strengths and ratings."""
        drawn = self.rating_noise or self.form or self.unrated
        return (self.fixed or self.shape == "list") and not drawn

    def draw(self, key: Key, replicates: Any) -> Players:
        """The players of some replicates, seeded.

        Parameters
        ----------
        key
            Key of the simulation.
        replicates
            Numbers of the replicates, ``(e,)``.
        """
        rep = np.atleast_1d(np.asarray(replicates, dtype=np.int64))[:, None]
        if self.same_every_time and rep.shape[0] > 1:
            one = self.draw(key, rep[0])
            every = (rep.shape[0], self.players)
            return Players(
                np.broadcast_to(one.strength, every),
                np.broadcast_to(one.true, every),
                np.broadcast_to(one.published, every),
                np.broadcast_to(one.entrant, every),
            )
        n = self.players
        who = np.arange(n)[None, :]
        shape = (rep.shape[0], n)

        def normal(purpose: Purpose) -> Array:
            return np.asarray(ndtri(uniforms(key, rep, purpose, who)))

        if self.shape == "list":
            true = np.broadcast_to(np.array(self.strengths), shape)
        else:
            u = (who + 0.5) / n if self.fixed else uniforms(key, rep, Purpose.STRENGTH, who)
            unit = ndtri(u) if self.shape == "normal" else np.sqrt(12.0) * (u - 0.5)
            true = np.broadcast_to(self.mean + self.sd * unit, shape)
        strength = true + self.form * normal(Purpose.FORM) if self.form else true
        listed = np.array(self.published) if self.published else true
        published = np.broadcast_to(listed, shape) + self.rating_shift
        if self.rating_noise:
            published = published + self.rating_noise * normal(Purpose.RATING_NOISE)
        # Lists hold whole ratings.
        published = np.rint(published)
        if self.unrated:
            gone = uniforms(key, rep, Purpose.UNRATED, who) < self.unrated
            published = np.where(gone, np.nan, published)
        # Ties keep the order of the field; NaN sorts last.
        order = np.argsort(-published, axis=1, kind="stable")

        def seeded(values: NDArray[Any]) -> NDArray[Any]:
            return np.take_along_axis(values, order, axis=1)

        return Players(seeded(strength), seeded(true), seeded(published), order.astype(np.int16))
