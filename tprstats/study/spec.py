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

from tprstats.cells import counted
from tprstats.errors import InputError, TprstatsError, fault_words
from tprstats.study.factors import Factors, Strict, parse_factors, shown_factor
from tprstats.study.spec_parts import (
    FigureSpec,
    IntervalSpec,
    MethodSpec,
    NormSpec,
    Precision,
    Scale,
    TableSpec,
)

__all__ = [
    "ScaleName",
    "Scenario",
    "StudySpec",
    "load_spec",
]

MOST_SCENARIOS = 20_000
"""A grid of more cells is a slip of the pen, not a study."""

ScaleName = Literal["full", "quick"]


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
                f"the grid has {counted(cells, 'scenario', spec=',')}, more than "
                f"{MOST_SCENARIOS:,}; cut its lists"
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
    what = fault_words(fault)
    if fault["type"] == "extra_forbidden":
        what = "is no key here (misspelt, or it belongs to another kind)"
    if fault["type"] == "model_type":
        what = "write a table { ... }, or a name where names are listed"
    return f"{where}: {what}" if where else what


def load_spec(path: str | Path) -> StudySpec:
    """Read a study file.

    Raises
    ------
    InputError
        The file cannot be read, is no TOML, or a key in it is wrong; the message names the key.
    """
    from tprstats.study.shown import check_shown

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
        check_shown(spec)
    except ValidationError as error:
        raise InputError(_first(error), source=str(path)) from None
    except TprstatsError as error:
        raise InputError(str(error), source=str(path)) from None
    return spec
