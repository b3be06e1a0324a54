"""A study as a file: what is simulated, which methods are judged, how precisely, what is shown.

``study.toml`` is read into strict models: a key that is misspelt, missing or contradictory is
named in one line.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable
from math import prod
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, field_validator, model_validator

from tprstats.errors import InputError, TprstatsError
from tprstats.estimators import get_rule
from tprstats.intervals.registry import get_interval
from tprstats.study.factors import Factors, Strict, parse_factors, shown_factor

__all__ = [
    "FigureSpec",
    "IntervalSpec",
    "MethodSpec",
    "NormSpec",
    "Precision",
    "Scale",
    "ScaleName",
    "Scenario",
    "StudySpec",
    "TableSpec",
    "Target",
    "load_spec",
]

MOST_SCENARIOS = 20_000
"""A grid of more cells is a slip of the pen, not a study."""

ScaleName = Literal["full", "quick"]

Positive = Annotated[int, Field(ge=1, le=10**8)]


class MethodSpec(Strict):
    """A rule and how it is used.

    Parameters
    ----------
    id, label
        Rule id, and the name it has in the tables (by default the id).
    unrated
        What an unrated opponent counts for: ``out`` (left out), a rating, ``floor`` (the lowest
        published rating of the event), or ``estimated`` (his own Firth performance against rated
        opponents of the event).
    every
        Only replicates whose number is a multiple of this are rated: for slow methods.
    options
        Passed to the rule; ``draw_share`` and ``white_advantage`` may be ``"true"``.
    """

    id: str
    label: str = ""
    unrated: Literal["out", "floor", "estimated"] | Annotated[float, Field(ge=0, le=3500)] = "out"
    every: Positive = 1
    options: dict[str, Any] = Field(default={})

    @property
    def name(self) -> str:
        return self.label or self.id

    @field_validator("id")
    @classmethod
    def _known(cls, value: str) -> str:
        get_rule(value)
        return value


class IntervalSpec(Strict):
    """An interval method and what it assumes.

    Parameters
    ----------
    id, label
        Interval id, and its name in the tables.
    method
        Name of the point estimate that goes with it (for bias-eliminated coverage and for the
        model SE).
    draw_prior, draw_share
        A number, ``true`` (the scenario's own) or ``level`` (the rule of statistics A.2 at the
        scenario's level); ``draw_share`` unset plugs in the record's own draws.
    prior_sd
        SD of the normal prior around the own rating, Elo (``bayes``).
    every
        As for a method.
    """

    id: str
    label: str = ""
    method: str = "firth"
    level: Annotated[float, Field(gt=0.0, lt=1.0)] = 0.95
    draw_prior: float | Literal["true", "level"] | None = None
    draw_share: float | Literal["true", "level"] | None = None
    white_advantage: float | Literal["true"] = 0.0
    prior_sd: float | None = None
    every: Positive = 1
    options: dict[str, Any] = Field(default={})

    @property
    def name(self) -> str:
        return self.label or self.id

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


class StudySpec(Strict):
    """A whole study; see the field's own models.

    Parameters
    ----------
    estimand
        What the errors are measured from: strength in the ``event`` (form included),
        ``long-run`` strength, or the ``published`` rating.
    scenario
        One set of factors, or a list of them; each is crossed with ``grid``.
    batch
        Replicates a batch: the unit of reduction and of stopping, part of the study's hash.
    norms
        Title norms whose chance is measured; for whole events.
    after
        Also measured after so many rounds (games of a record), where there are more.
    pairs
        Pairs of methods (or of intervals) whose difference is reported with its paired error.
    """

    title: str
    question: str = ""
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    estimand: Literal["event", "long-run", "published"]
    methods: tuple[MethodSpec, ...] = ()
    intervals: tuple[IntervalSpec, ...] = ()
    norms: tuple[NormSpec, ...] = ()
    measures: tuple[str, ...]
    groups: tuple[str, ...] = ("all",)
    pairs: tuple[tuple[str, str], ...] = ()
    after: tuple[Annotated[int, Field(ge=1)], ...] = ()
    batch: Annotated[int, Field(ge=1, le=10**6)]
    scenario: tuple[dict[str, Any], ...]
    grid: dict[str, list[Any]] = Field(default={})
    precision: Precision = Precision()
    scale: dict[ScaleName, Scale]
    tables: tuple[TableSpec, ...] = ()
    figures: tuple[FigureSpec, ...] = ()

    @field_validator("scenario", mode="before")
    @classmethod
    def _one_or_many(cls, value: Any) -> Any:
        return [value] if isinstance(value, dict) else value

    @field_validator("methods", "intervals", mode="before")
    @classmethod
    def _id_alone(cls, value: Any) -> Any:
        # Whatever is no list is left to the check of the types.
        if not isinstance(value, list | tuple):
            return value
        return [{"id": v} if isinstance(v, str) else v for v in value]

    @field_validator("norms", mode="before")
    @classmethod
    def _title_alone(cls, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return value
        return [{"title": v} if isinstance(v, str) else v for v in value]

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of what every player has a value of: methods, then norms (1 made, 0 not)."""
        return tuple(m.name for m in self.methods) + tuple(n.name for n in self.norms)

    @model_validator(mode="after")
    def _consistent(self) -> StudySpec:
        from tprstats.study.groups import check_group
        from tprstats.study.measures import check_measure

        names = [*self.columns, *(i.name for i in self.intervals)]
        twice = sorted({n for n in names if names.count(n) > 1})
        if twice:
            raise ValueError(f"two methods or intervals are called {twice[0]!r}: give labels")
        for shown in (self.tables, self.figures):
            files = [s.name for s in shown]
            twice = sorted({n for n in files if files.count(n) > 1})
            if twice:
                raise ValueError(f"two tables or two figures are called {twice[0]!r}")
        if not names:
            raise ValueError("methods, intervals and norms are all empty")
        if not self.measures:
            raise ValueError("measures is empty")
        for measure in self.measures:
            check_measure(measure)
        for group in self.groups:
            check_group(group)
        points = {m.name for m in self.methods}
        for interval in self.intervals:
            needs = {"be-coverage", "relative-error", "model-se"} & set(self.measures)
            if needs and interval.method not in points:
                raise ValueError(
                    f"interval {interval.name!r} goes with method {interval.method!r}, "
                    "which is not among the methods"
                )
        for pair in self.pairs:
            for name in pair:
                if name not in names:
                    raise ValueError(f"pairs: {name!r} is no method or interval of this study")
        for target in self.precision.targets:
            if target.of not in names:
                raise ValueError(f"targets: {target.of!r} is no method or interval of this study")
            if target.measure not in self.measures or target.group not in self.groups:
                raise ValueError(
                    f"targets: {target.measure!r} in group {target.group!r} is not measured"
                )
        if self.precision.sequential and not self.precision.targets:
            raise ValueError("sequential stopping needs targets")
        if not self.scenario:
            raise ValueError("scenario is empty")
        empty = [k for k, v in self.grid.items() if not v]
        if empty:
            raise ValueError(f"grid.{empty[0]} is empty")
        for factor, given in self.grid.items():
            twice = [v for k, v in enumerate(given) if v in given[:k]]
            if twice:
                raise ValueError(f"grid.{factor} has {twice[0]} twice: leave one out")
        if "full" not in self.scale or "quick" not in self.scale:
            raise ValueError("scale needs both full and quick")
        return self

    def scenarios(self, scale: ScaleName) -> tuple[Scenario, ...]:
        """The cells of the grid, in the order of the file."""
        only = self.scale[scale].only
        unknown = sorted(set(only) - set(self.grid))
        if unknown:
            raise TprstatsError(f"scale.{scale}.only.{unknown[0]} is no factor of the grid")
        grid = {k: only.get(k, v) for k, v in self.grid.items()}
        cells = len(self.scenario) * prod(len(v) for v in grid.values())
        if cells > MOST_SCENARIOS:
            raise TprstatsError(
                f"the grid has {cells:,} scenarios, more than {MOST_SCENARIOS:,}; cut its lists"
            )
        found: list[Scenario] = []
        for base in self.scenario:
            _cross(base, grid, list(grid), {}, found)
        names = dict.fromkeys(name for s in found for name in s.varied)
        return tuple(s.with_columns(names) for s in found)

    def views(self, total: int) -> tuple[int, ...]:
        """Numbers of rounds after which a scenario with so many is looked at, the last included."""
        return (*sorted({v for v in self.after if v < total}), total)

    def canonical(self, scale: ScaleName) -> dict[str, Any]:
        """What decides the numbers, as plain values: words, tables and figures are not part."""
        whole = self.model_dump(mode="json")
        for key in ("title", "question", "tables", "figures", "scale"):
            del whole[key]
        if not self.norms:  # studies without norms keep the hash they had before there were any
            del whole["norms"]
        chosen = self.scale[scale]
        return {**whole, "scale": {"name": scale, **chosen.model_dump(mode="json")}}

    def hash(self, scale: ScaleName) -> str:
        """SHA-256 of :meth:`canonical`."""
        text = json.dumps(self.canonical(scale), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


class Scenario(Strict):
    """One cell of the grid.

    Parameters
    ----------
    index
        Place in the grid, from 0.
    factors
        What is simulated.
    varied
        The factors that the file sets somewhere, as they appear in tables; None where a factor
        does not belong to the kind.
    """

    index: int
    factors: Any
    varied: dict[str, Any]

    @property
    def label(self) -> str:
        said = [f"{k}={v}" for k, v in self.varied.items() if v is not None]
        return ", ".join(said) or "the one scenario"

    def with_columns(self, names: Iterable[str]) -> Scenario:
        """The same scenario with a value for every factor that some scenario sets."""
        values = {n: self.varied.get(n, shown_factor(self.factors, n)) for n in names}
        return self.model_copy(update={"varied": values})


def _cross(
    base: dict[str, Any],
    grid: dict[str, list[Any]],
    left: list[str],
    chosen: dict[str, Any],
    found: list[Scenario],
) -> None:
    if left:
        for value in grid[left[0]]:
            _cross(base, grid, left[1:], {**chosen, left[0]: value}, found)
        return
    clash = sorted(set(base) & set(grid))
    if clash:
        raise TprstatsError(f"{clash[0]} stands in scenario and in grid: leave one out")
    values = {"kind": "record", **base, **chosen}
    label = ", ".join(f"{k}={v}" for k, v in chosen.items())
    try:
        factors: Factors = parse_factors(values)
    except ValidationError as error:
        where = f" (scenario {label})" if label else ""
        raise TprstatsError(f"scenario: {_first(error)}{where}") from None
    shown = {"kind": factors.kind, **base, **chosen}
    found.append(Scenario(index=len(found), factors=factors, varied=shown))


def _first(error: ValidationError) -> str:
    """The first fault in one line: key, what is wrong, what was given."""
    kinds = {"record", "swiss", "round-robin", "double-round-robin", "team", "replayed-swiss"}
    fault = error.errors()[0]
    where = ".".join(str(p) for p in fault["loc"] if p not in kinds)
    what = fault["msg"].removeprefix("Value error, ").replace("valid tuple", "list")
    if fault["type"] == "extra_forbidden":
        what = "is no key here (misspelt, or it belongs to another kind)"
    if fault["type"] == "model_type":
        what = "write a table { ... }, or a name where names are listed"
    given = fault.get("input")
    plain = isinstance(given, str | int | float) and fault["type"] != "extra_forbidden"
    said = f", not {given!r}" if plain and fault["type"] != "value_error" else ""
    return f"{where}: {what}{said}" if where else f"{what}{said}"


def load_spec(path: str | Path) -> StudySpec:
    """Read a study file.

    Raises
    ------
    InputError
        The file cannot be read, is no TOML, or a key in it is wrong; the message names the key.
    """
    where = Path(path)
    try:
        values = tomllib.loads(where.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(
            "no such file; `tprstats study new` begins one", source=str(path)
        ) from None
    except IsADirectoryError:
        raise InputError("is a folder, not a study file", source=str(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"is no TOML: {error}", source=str(path)) from None
    try:
        spec = StudySpec.model_validate(values)
        spec.scenarios("full"), spec.scenarios("quick")
    except ValidationError as error:
        raise InputError(_first(error), source=str(path)) from None
    except TprstatsError as error:
        raise InputError(str(error), source=str(path)) from None
    return spec
