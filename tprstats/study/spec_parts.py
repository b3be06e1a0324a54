"""The parts of a study file, each a strict model; :mod:`tprstats.study.spec` is the whole."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from tprstats.estimators import get_rule
from tprstats.intervals.registry import get_interval
from tprstats.study.factors import Strict

__all__ = [
    "FigureSpec",
    "IntervalSpec",
    "MethodSpec",
    "NormSpec",
    "Precision",
    "Scale",
    "TableSpec",
    "Target",
]

Positive = Annotated[int, Field(ge=1, le=10**8)]


class Used(Strict):
    """A method or an interval method, as a study uses it.

    Parameters
    ----------
    id, label
        Its id, and the name it has in the tables (by default the id).
    every
        Only replicates whose number is a multiple of this are rated: for slow methods.
    options
        Passed to the method; ``draw_share`` and ``white_advantage`` of a rule may be ``"true"``.
    """

    id: str
    label: str = ""
    every: Positive = 1
    options: dict[str, Any] = Field(default={})

    @property
    def name(self) -> str:
        return self.label or self.id


class MethodSpec(Used):
    """A rule and how it is used.

    Parameters
    ----------
    unrated
        What an unrated opponent counts for: ``out`` (left out), a rating, ``floor`` (the lowest
        published rating of the event), or ``estimated`` (his own Firth performance against rated
        opponents of the event).
    """

    unrated: Literal["out", "floor", "estimated"] | Annotated[float, Field(ge=0, le=3500)] = "out"

    @field_validator("id")
    @classmethod
    def _known(cls, value: str) -> str:
        get_rule(value)
        return value


class IntervalSpec(Used):
    """An interval method and what it assumes.

    Parameters
    ----------
    method
        Name of the point estimate that goes with it (for bias-eliminated coverage and for the
        model SE).
    draw_prior, draw_share
        A number, ``true`` (the scenario's own) or ``level`` (the rule of statistics A.2 at the
        scenario's level); ``draw_share`` unset plugs in the record's own draws.
    prior_sd
        SD of the normal prior around the own rating, Elo (``bayes``).
    """

    method: str = "firth"
    level: Annotated[float, Field(gt=0.0, lt=1.0)] = 0.95
    draw_prior: float | Literal["true", "level"] | None = None
    draw_share: float | Literal["true", "level"] | None = None
    white_advantage: float | Literal["true"] = 0.0
    prior_sd: float | None = None

    @field_validator("id")
    @classmethod
    def _known(cls, value: str) -> str:
        get_interval(value)
        return value


class NormSpec(Strict):
    """A title norm that is looked for in every event.

    Parameters
    ----------
    title
        ``GM``, ``IM``, ``WGM`` or ``WIM`` (FIDE B.01 1.4; :mod:`tprstats.norms`).
    mix
        ``not-asked``: the norm-level score alone. ``by-rating``: the title mix too, with titles
        as :func:`tprstats.norms.levels_by_rating` takes them to be. Federations are not asked.
    """

    title: Literal["GM", "IM", "WGM", "WIM"]
    mix: Literal["not-asked", "by-rating"] = "not-asked"

    @property
    def name(self) -> str:
        return f"{self.title} norm" + (", mix by rating" if self.mix == "by-rating" else "")


class Target(Strict):
    """A Monte Carlo standard error to be reached.

    Parameters
    ----------
    measure, of, group
        Measure, the method's or interval's name, and the group of players.
    mcse
        The standard error wanted, in the measure's unit.
    """

    measure: str
    of: str
    group: str = "all"
    mcse: Annotated[float, Field(gt=0.0)]


class Precision(Strict):
    """How many replicates.

    Parameters
    ----------
    targets
        With targets, the number is fixed from an independent pilot: the least number of whole
        batches at which the pilot's spread gives every MCSE wanted.
    pilot
        Replicates of the pilot (numbered apart from the study's own).
    maximum
        Never more replicates than this in a scenario.
    sequential
        Stop instead after the first batch at which every target is reached (at least
        ``minimum_batches``). Rare 0 % and 100 % scores make an early RMSE look precise:
        use ``exact_tails`` with it, or a fixed number.
    control
        Subtract a control variate of known mean 0 (score minus expected score at the true
        strengths) from errors, with the pilot's coefficient. For unconditional means only.
    """

    targets: tuple[Target, ...] = ()
    pilot: Annotated[int, Field(ge=10, le=10**6)] = 200
    maximum: Positive = 1_000_000
    sequential: bool = False
    minimum_batches: Annotated[int, Field(ge=2)] = 10
    control: bool = False


class Scale(Strict):
    """How large: replicates a scenario, and which part of the grid.

    Parameters
    ----------
    replicates
        Replicates of each scenario (the least, where there are targets).
    only
        Values that some grid factors are cut to.
    """

    replicates: Positive
    only: dict[str, list[Any]] = Field(default={})
    maximum: Positive | None = None


FileName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
"""Small letters, digits and hyphens."""


class TableSpec(Strict):
    """A published table: measures as columns, methods or factors as rows.

    Parameters
    ----------
    name, caption
        File name and what it shows.
    rows, columns
        Column names of the measure table that index the rows and spread over the columns.
    where
        Values that other columns are held at: one, or a list of those shown, in this order.
        Differences of pairs are shown only where ``name`` or ``kind_of`` asks for them.
    """

    name: FileName
    caption: str = ""
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    where: dict[str, Any] = Field(default={})


class FigureSpec(Strict):
    """A published figure.

    Parameters
    ----------
    name, kind, caption
        File name, kind of figure (see ``tprstats.report.study_figures``), what it shows.
    measure, where
        Measure drawn, and values that other columns are held at.
    x, y, series, panels
        Columns of the measure table on the axes, as lines, as panels.
    loops
        Factors of a nested-loop plot, the slowest first; by default all that vary.
    reference
        A line (in a heat map the middle of the colours), in the measure's unit: 0.95, not 95.
    """

    name: FileName
    kind: Literal["zip", "lollipop", "nested-loop", "curve", "ecdf", "decomposition", "heat-map"]
    caption: str = ""
    measure: str = "bias"
    where: dict[str, Any] = Field(default={})
    x: str = ""
    y: str = ""
    series: str = "name"
    panels: str = ""
    loops: tuple[str, ...] = ()
    reference: float | None = None
    x_label: str = ""
