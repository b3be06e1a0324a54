"""What goes in and out of the interface, as JSON."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from tprstats.records import RatingKind
from tprstats.web.subject import Asked, Typed

__all__ = [
    "Contents", "Deleted", "Found", "PartsReply", "PartsWanted", "Problem", "Question",
    "SameNames", "Simulation", "SimulationWanted", "TypedGames",
]  # fmt: skip

Elo = Annotated[float, Field(ge=1, lt=4000, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=0.95, allow_inf_nan=False)]
White = Annotated[float, Field(ge=-200, le=200, allow_inf_nan=False)]
Spread = Annotated[float, Field(ge=1, le=1000, allow_inf_nan=False)]
Level = Annotated[float, Field(ge=0.5, le=0.999, allow_inf_nan=False)]
Points = Annotated[float, Field(ge=0, le=10_000, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, le=10_000)]
GameNumber = Annotated[int, Field(ge=1, le=100_000)]
Text = Annotated[str, Field(max_length=200)]
Games = Annotated[
    str,
    Field(
        max_length=2_000_000,
        description="A game a line (`2300 1 w`), or the whole text of a file.",
    ),
]
Kinds = Literal[
    "fide", "fide-rapid", "fide-blitz", "national", "lichess", "chess.com", "online", "unknown"
]
PartName = Literal[
    "header", "answer", "answer_streak", "rules", "streak", "verdict", "season", "rests", "parts",
    "games", "norms", "assumed", "notes", "provenance", "glossary",
]  # fmt: skip
Size = Literal["wide", "narrow"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """Why there is no answer: what is wrong and what to do, and the line of the file if known."""

    error: str
    line: int | None = None


class TypedGames(_Strict):
    """Games in lines or the text of a file; or totals (average of the opponents, games, score).

    `own` is the player's own rating, `kind` the list in which the ratings stand.
    """

    text: Games = ""
    average: Elo | None = None
    games: Count | None = None
    score: Points | None = None
    own: Elo | None = None
    kind: Kinds = "unknown"
    name: Text = ""

    @model_validator(mode="after")
    def _one_way(self) -> TypedGames:
        totals = [self.average, self.games, self.score]
        if self.text.strip() and any(x is not None for x in totals):
            raise ValueError("give games or totals, not both")
        if not self.text.strip() and any(x is None for x in totals):
            raise ValueError("give games, or all of average, games and score")
        return self

    def typed(self) -> Typed:
        """The same for a worker."""
        return Typed(
            self.text, self.average, self.games, self.score, self.own, RatingKind(self.kind).value,
            self.name,
        )  # fmt: skip


class Contents(BaseModel):
    """What a file holds.

    `token` leads to it until `seconds` after its last use; `owner` is the player whose log it is,
    or the only one; `notes` say what the reader changed, left out or guessed; `same` which names
    are taken for others.
    """

    token: str
    name: str
    label: str
    kind: str
    players: int
    rounds: int
    owner: int | None
    notes: list[str]
    speeds: list[str]
    same: dict[str, str]
    seconds: float


class SameNames(_Strict):
    """Names of the file that are taken for others: a name as it stands to the name it is to have.

    They replace what was said before; no names at all take everybody apart again.
    """

    names: Annotated[dict[Text, Text], Field(max_length=100)]

    @field_validator("names")
    @classmethod
    def _words(cls, value: dict[str, str]) -> dict[str, str]:
        found = {old.strip(): new.strip() for old, new in value.items()}
        if not all(old and new for old, new in found.items()):
            raise ValueError("write both names")
        return found


class Deleted(BaseModel):
    """That a file is gone."""

    deleted: bool


class FoundPlayer(BaseModel):
    """One player of a file; `player` is what other requests take."""

    player: int
    name: str
    number: int | None
    rating: float | None
    title: str
    federation: str


class Found(BaseModel):
    """Players whose names hold the letters searched for, the first of them."""

    found: int
    players: list[FoundPlayer]


class Question(_Strict):
    """What a report is asked for.

    `level` of confidence; `draw_share` between equals; Elo of the `white_advantage`; the normal
    prior of `bayes`; the rating at which `unrated` opponents count (left out otherwise); `first`
    and `last` game of a window judged, `named` if before its games were seen, whether a `hot`
    or a `cold` streak is looked for, and in games with ratings of which list (the most frequent if
    left out). Of a log some games alone: `speed`, part of an `event`'s name, `since` and `until` a
    day.
    """

    player: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    level: Level = 0.95
    draw_share: Share | Literal["auto", "level"] = "auto"
    white_advantage: White | Literal["auto", "level"] = 0.0
    prior_mean: Elo | None = None
    prior_sd: Spread | None = None
    unrated: Elo | None = None
    first: GameNumber | None = None
    last: GameNumber | None = None
    named: bool = False
    direction: Literal["hot", "cold", "either"] = "hot"
    rating_list: Text | None = None
    speed: Text | None = None
    event: Text | None = None
    since: dt.date | None = None
    until: dt.date | None = None

    @model_validator(mode="after")
    def _window(self) -> Question:
        if (self.first is None) != (self.last is None):
            raise ValueError("a window has a first and a last game: give both")
        if self.first is not None and self.last is not None and self.first > self.last:
            raise ValueError("the window ends before it begins")
        if self.since and self.until and self.since > self.until:
            raise ValueError("the first day is after the last")
        return self

    def asked(self) -> Asked:
        """The same for a worker."""
        values = self.model_dump(exclude={"first", "last"})
        window = None if self.first is None or self.last is None else (self.first, self.last)
        return Asked(window=window, **values)


class PartsWanted(_Strict):
    """Which parts of the report to show, with figures in which sizes.

    `quick` leaves out what takes long, unless it is known from before.
    """

    question: Question = Question()
    parts: Annotated[list[PartName], Field(min_length=1, max_length=15)] = ["answer", "rules"]
    sizes: Annotated[list[Size], Field(min_length=1, max_length=2)] = ["wide", "narrow"]
    quick: bool = False


class PartsReply(BaseModel):
    """Parts of the report as HTML, and the settings that they rest on.

    `verdict` tells whether there is one on streaks, `windows` how many were judged so far.
    """

    player: str
    parts: dict[str, str]
    complete: bool
    summary: str
    verdict: bool
    windows: int
    settings: dict[str, Any]


class SimulationWanted(_Strict):
    """Events to come of the same field: the player's strength (the own rating if left out), and
    how often a performance, the `goal`, is reached."""

    question: Question = Question()
    strength: Elo | None = None
    kind: Literal["auto", "swiss", "round-robin"] = "auto"
    goal: Elo | None = None
    events: Annotated[int, Field(ge=100, le=1_000_000)] = 2000
    seed: Annotated[int, Field(ge=0, le=2**53)] = 1


class Simulation(BaseModel):
    """How far a simulation is."""

    id: str
    state: Literal["waiting", "running", "done", "cancelled", "failed"]
    done: int
    events: int
    error: str | None = None
    result: dict[str, Any] | None = None
    html: str | None = None
