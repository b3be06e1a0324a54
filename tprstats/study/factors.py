"""The factors of a scenario: what kind of event or record is simulated, and under which chances.

Each kind has one strict model. A factor that does not belong to the kind, or that contradicts
another, is refused by name.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from tprstats.outcomes import (
    ConstantDraws,
    EloDavidson,
    Milvang,
    NoDraws,
    OutcomeModel,
    RaoKupper,
    white_advantage_at_level,
)
from tprstats.study.slope import Slope

__all__ = [
    "EventFactors",
    "Factors",
    "RecordFactors",
    "parse_factors",
    "shown_factor",
    "total_rounds",
]

Elo = Annotated[float, Field(ge=-4000.0, le=4000.0)]
Spread = Annotated[float, Field(ge=0.0, lt=2000.0)]
Share = Annotated[float, Field(ge=0.0, le=0.5)]
DrawShare = Annotated[float, Field(ge=0.0, lt=1.0)] | Literal["level"]


class Strict(BaseModel):
    """Frozen, without coercion from text, and without keys that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Chances(Strict):
    """What one game gives, and how far ratings tell the truth: factors of every kind.

    Parameters
    ----------
    draw_model
        ``davidson`` (Elo-consistent, the default), ``none``, ``constant``, ``milvang`` or
        ``rao-kupper``.
    draw_share
        Draw share between equals, or ``level`` for the rule of statistics A.2.
    white_advantage
        Elo that White is worth, or ``level``.
    slope
        True differences of strength count so many times in a game: 5/6 is Sonas' flatter curve
        (statistics A.3). Rules still assume 1.
    rating_noise
        SD of the error of opponents' ratings, Elo.
    rating_shift
        All published ratings lie so much above the truth, Elo.
    form
        SD of a player's form in the event, Elo.
    """

    draw_model: Literal["davidson", "none", "constant", "milvang", "rao-kupper"] = "davidson"
    draw_share: DrawShare = 0.3
    white_advantage: Elo | Literal["level"] = 0.0
    slope: Annotated[float, Field(gt=0.0, le=2.0)] = 1.0
    rating_noise: Spread = 0.0
    rating_shift: Elo = 0.0
    form: Spread = 0.0

    @model_validator(mode="after")
    def _model_fits(self) -> Chances:
        if self.draw_model in ("none", "milvang", "rao-kupper") and self._given("draw_share"):
            raise ValueError(f"draw_share does not apply to draw_model {self.draw_model!r}")
        if self.draw_model in ("milvang", "rao-kupper") and self._given("white_advantage"):
            raise ValueError(f"white_advantage is part of draw_model {self.draw_model!r}")
        if self.draw_model in ("none", "constant") and "level" in (
            self.draw_share,
            self.white_advantage,
        ):
            raise ValueError(f"'level' does not apply to draw_model {self.draw_model!r}")
        return self

    def _given(self, name: str) -> bool:
        """True where a factor was given another value than its default."""
        return bool(getattr(self, name) != type(self).model_fields[name].default)

    def model(self) -> OutcomeModel:
        """The outcome model."""
        share = None if self.draw_share == "level" else self.draw_share
        white = None if self.white_advantage == "level" else self.white_advantage
        found: OutcomeModel
        if self.draw_model == "none":
            found = NoDraws(white or 0.0)
        elif self.draw_model == "constant":
            found = ConstantDraws(share or 0.0, white or 0.0)
        elif self.draw_model == "milvang":
            found = Milvang()
        elif self.draw_model == "rao-kupper":
            found = RaoKupper()
        else:
            found = EloDavidson(share, white)
        return found if self.slope == 1.0 else Slope(found, self.slope)

    def true_draw_share(self, level: float) -> float:
        """Draw share between equals at a level: what an interval told the truth would use."""
        _, draw, _ = self.model().wdl(0.0, level, 0)
        return float(draw)

    def true_white_advantage(self, level: float) -> float:
        """White's advantage at a level, Elo."""
        if self.white_advantage == "level" or self.draw_model == "milvang":
            return float(white_advantage_at_level(level))
        return 32.8 if self.draw_model == "rao-kupper" else float(self.white_advantage)


class RecordFactors(Chances):
    """One player's games against opponents that are known beforehand.

    Parameters
    ----------
    games
        Number of games.
    advantage
        True strength minus the opponents' average, Elo.
    spread
        SD of the opponents' ratings (population SD of the very opponents), Elo.
    opponents
        ``spaced`` evenly, at ``two-points``, or ``normal``: drawn anew for every replicate.
    outlier
        The last opponent lies so far from the average of the others, Elo; the others keep
        ``spread``.
    level
        Average rating of the opponents (of the others, with an outlier), Elo.
    own_error
        Published own rating minus true strength, Elo: what priors and own-rating rules see.
    engine
        ``exact`` lists every outcome with its chance; ``monte-carlo`` draws; ``auto`` is exact
        where the opponents are fixed.
    antithetic
        Monte Carlo in pairs: what is luck in one replicate is bad luck in the next.
    tilt
        Monte Carlo drawn at a strength so much higher, and weighted back: for rare events.
    exact_tails
        Monte Carlo for scores between 0 % and 100 % only; the two ends enter with their exact
        chances.
    """

    kind: Literal["record"] = "record"
    games: Annotated[int, Field(ge=1, le=500)] = 9
    advantage: Elo = 0.0
    spread: Spread = 0.0
    opponents: Literal["spaced", "two-points", "normal"] = "spaced"
    outlier: Elo | None = None
    level: Elo = 2000.0
    own_error: Elo = 0.0
    engine: Literal["auto", "exact", "monte-carlo"] = "auto"
    antithetic: bool = False
    tilt: Elo = 0.0
    exact_tails: bool = False

    @property
    def exact(self) -> bool:
        """True where every outcome is listed."""
        if self.engine == "auto":
            tricks = self.antithetic or self.tilt != 0.0 or self.exact_tails
            return self.opponents != "normal" and not tricks
        return self.engine == "exact"

    @model_validator(mode="after")
    def _engine_fits(self) -> RecordFactors:
        if self.engine == "exact" and self.opponents == "normal":
            raise ValueError("engine 'exact' needs fixed opponents, not opponents 'normal'")
        if self.exact and (self.antithetic or self.tilt or self.exact_tails):
            raise ValueError("antithetic, tilt and exact_tails belong to engine 'monte-carlo'")
        if self.exact_tails and (self.opponents == "normal" or self.tilt or self.antithetic):
            raise ValueError("exact_tails needs fixed opponents, no tilt and no antithetic pairs")
        if self.opponents == "two-points" and self.games % 2:
            raise ValueError("opponents at two-points need an even number of games")
        if self.outlier is not None and self.games < 2:
            raise ValueError("an outlier needs at least 2 games")
        return self


ONLY_SWISS = ("rounds", "system", "acceleration", "absent", "half_byes", "forfeits")
"""Factors that no other kind of event has."""


class EventFactors(Chances):
    """A whole event, everybody in it rated.

    Parameters
    ----------
    kind
        ``swiss``, ``round-robin``, ``double-round-robin``, ``team`` (Scheveningen), or
        ``replayed-swiss``: the pairings of a Swiss with all games drawn anew.
    players, rounds
        Size; rounds for a Swiss only.
    system, acceleration
        Pairing system of a Swiss and its acceleration (``none`` or ``baku``).
    mean, sd, shape, fixed
        Field of true strengths, as :class:`tprstats.Field` has it.
    unrated
        Share of players without a published rating.
    absent, half_byes, forfeits
        Chances of a round missed, a half-point bye and a game not played, in a Swiss.
    """

    kind: Literal["swiss", "round-robin", "double-round-robin", "team", "replayed-swiss"]
    players: Annotated[int, Field(ge=2, le=2000)]
    rounds: Annotated[int, Field(ge=1, le=100)] | None = None
    system: str = "dutch"
    acceleration: Literal["none", "baku"] = "none"
    mean: Elo = 2000.0
    sd: Spread = 200.0
    shape: Literal["normal", "uniform"] = "normal"
    fixed: bool = False
    unrated: Share = 0.0
    absent: Share = 0.0
    half_byes: Share = 0.0
    forfeits: Share = 0.0

    @property
    def swiss(self) -> bool:
        return self.kind in ("swiss", "replayed-swiss")

    @model_validator(mode="after")
    def _kind_fits(self) -> EventFactors:
        wrong = [name for name in ONLY_SWISS if self._given(name)]
        if not self.swiss and wrong:
            raise ValueError(f"{wrong[0]} does not apply to kind {self.kind!r}")
        if self.swiss and self.rounds is None:
            raise ValueError(f"kind {self.kind!r} needs rounds")
        if self.slope != 1.0:
            raise ValueError("slope belongs to kind 'record'")
        return self


Factors = RecordFactors | EventFactors

_ADAPTER: TypeAdapter[Factors] = TypeAdapter(
    Annotated[RecordFactors | EventFactors, Field(discriminator="kind")]
)


def parse_factors(values: dict[str, Any]) -> Factors:
    """Factors from plain values; raises pydantic's error, which names the key."""
    return _ADAPTER.validate_python(values, strict=False)


def shown_factor(f: Factors, name: str) -> Any:
    """Value of a factor for tables; None where it does not belong to the kind."""
    if isinstance(f, EventFactors) and not f.swiss and name in ONLY_SWISS:
        return None
    return getattr(f, name, None)


def total_rounds(f: Factors) -> int:
    """Rounds of an event, games of a record."""
    if isinstance(f, RecordFactors):
        return f.games
    if f.rounds is not None:
        return f.rounds
    if f.kind == "team":
        return f.players // 2
    cycle = f.players - 1 + f.players % 2
    return 2 * cycle if f.kind == "double-round-robin" else cycle
