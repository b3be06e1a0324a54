"""What is simulated: an event's kind, its field and its outcome model."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.outcomes import EloDavidson, OutcomeModel
from tprstats.records import Event
from tprstats.simulation.fields import Field
from tprstats.simulation.schedules import (
    Schedule,
    replay_schedule,
    round_robin_schedule,
    team_schedule,
)

__all__ = ["Design", "Fixed", "Replay", "RoundRobin", "Swiss", "TeamMatch", "design_factors"]


@dataclass(frozen=True)
class Design:
    """What every design has.

    Parameters
    ----------
    field
        Who plays.
    model
        What one game gives.
    """

    field: Field
    model: OutcomeModel = dataclasses.field(default_factory=EloDavidson)

    def luck(self) -> dict[str, Any]:
        """What the random numbers depend on: field and outcome model, never the pairings."""
        return {"field": self.field.factors(), "model": model_factors(self.model)}

    @property
    def players(self) -> int:
        return self.field.players


@dataclass(frozen=True)
class Fixed(Design):
    """A given schedule."""

    schedule: Schedule | None = None

    def __post_init__(self) -> None:
        if self.schedule is not None and self.schedule.players != self.field.players:
            raise TprstatsError(
                f"a schedule of {self.schedule.players} for a field of {self.field.players}"
            )

    @property
    def games(self) -> Schedule:
        """The schedule."""
        if self.schedule is None:
            raise TprstatsError("a fixed design needs a schedule")
        return self.schedule


@dataclass(frozen=True)
class RoundRobin(Fixed):
    """Everybody meets everybody, by FIDE's Berger tables.

    Parameters
    ----------
    double
        A second cycle with colours reversed.
    """

    double: bool = False

    @cached_property
    def _table(self) -> Schedule:
        return round_robin_schedule(self.players, double=self.double)

    @property
    def games(self) -> Schedule:
        return self._table


@dataclass(frozen=True)
class TeamMatch(Fixed):
    """Two teams, everybody of one against everybody of the other (Scheveningen).

    The first half of the start numbers is the first team.
    """

    def __post_init__(self) -> None:
        if self.players % 2:
            raise TprstatsError(f"{counted(self.players, 'player')} cannot make two equal teams")

    @cached_property
    def _table(self) -> Schedule:
        return team_schedule(self.players // 2)

    @property
    def games(self) -> Schedule:
        return self._table


@dataclass(frozen=True)
class Replay(Fixed):
    """The pairings of a real event: same opponents, new luck. Make one with :meth:`of`."""

    places: tuple[int, ...] = ()

    @classmethod
    def of(cls, event: Event, model: OutcomeModel | None = None, **options: Any) -> Replay:
        """Replay an event.

        Parameters
        ----------
        event
            A crosstable; published ratings are taken as true strengths. Unrated players get the
            mean rating of the field (and stay unrated only where ``unrated`` says so).
        model
            Outcome model.
        **options
            Passed to :meth:`Field.of`: ``rating_noise``, ``form``.
        """
        schedule, places = replay_schedule(event)
        ratings = [event.records[k].player.rating for k in places]
        known = [r for r in ratings if r is not None]
        if not known:
            raise TprstatsError(f"{event.name}: nobody has a rating to replay with")
        middle = float(np.mean(known))
        field = Field.of([middle if r is None else r for r in ratings], **options)
        return cls(field, model or EloDavidson(), schedule, places)


@dataclass(frozen=True)
class Swiss(Design):
    """A Swiss tournament.

    Parameters
    ----------
    rounds
        Number of rounds.
    system
        ``"dutch"`` (exact FIDE C.04.3, 2026 edition), ``"fold"``, ``"monrad"``,
        ``"random-in-score-group"``, or a name registered by the user.
    acceleration
        None, or ``"baku"`` (C.04.7).
    initial_colour
        ``"drawn"`` by lot for each event, ``"white"`` or ``"black"`` for the first player.
    absent, half_byes
        Chances that a player sits out a round for nothing, or for half a point (not in the last
        round).
    forfeits
        Chance that a paired game is not played (either side alike).
    away
        Who sits out when, in every event: number in the field (from 0), round (from 1), and the
        half points that the round gives, 0 or 1. A field that is the same every time.
    """

    rounds: int = 9
    system: str = "dutch"
    acceleration: str | None = None
    initial_colour: str = "drawn"
    absent: float = 0.0
    half_byes: float = 0.0
    forfeits: float = 0.0
    away: tuple[tuple[int, int, int], ...] = ()

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise TprstatsError(f"{counted(self.rounds, 'round')}: at least one")
        most = self.players - 1 if self.players % 2 == 0 else self.players
        if self.rounds > most:
            raise TprstatsError(
                f"{counted(self.rounds, 'round')} for {counted(self.players, 'player')}: at most "
                f"{most} without meeting twice"
            )
        if self.acceleration not in (None, "baku"):
            raise TprstatsError(f"acceleration {self.acceleration!r}: none or 'baku'")
        if self.initial_colour not in ("drawn", "white", "black"):
            raise TprstatsError(f"initial colour {self.initial_colour!r}: drawn, white or black")
        for name in ("absent", "half_byes", "forfeits"):
            if not 0.0 <= getattr(self, name) <= 0.5:
                raise TprstatsError(f"{name} must lie between 0 and 0.5")
        for player, round_, s2 in self.away:
            if not (0 <= player < self.players and 1 <= round_ <= self.rounds and s2 in (0, 1)):
                raise TprstatsError(
                    f"away ({player}, {round_}, {s2}): a player from 0, a round from 1, and 0 or 1 "
                    "half points"
                )
        if self.absent + self.half_byes > 0.5:
            raise TprstatsError("absent and half_byes together must not exceed 0.5")


def model_factors(model: OutcomeModel) -> dict[str, Any]:
    """A model as plain values, for the key of the random numbers."""
    try:
        values = dataclasses.asdict(model)  # type: ignore[call-overload]
    except TypeError:
        values = {"repr": repr(model)}
    plain = {
        k: np.asarray(v).tolist() if isinstance(v, np.ndarray) else v for k, v in values.items()
    }
    return {"name": type(model).__name__, **plain}


def design_factors(design: Design) -> dict[str, Any]:
    """Everything about a design as plain values."""
    named = {
        f.name: getattr(design, f.name)
        for f in dataclasses.fields(design)
        if f.name not in ("field", "model", "schedule", "places")
    }
    if not named.get("away", True):
        del named["away"]
    if isinstance(design, Fixed):
        named["games"] = [list(g) for g in design.games.games]
    if design.field.published:  # then the luck goes by these, and says nothing of the strengths
        named["strengths"] = list(design.field.strengths)
    return {"kind": type(design).__name__, **design.luck(), **named}
