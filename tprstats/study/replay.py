"""One replicate of a study alone: the very event behind a row, a failure or an outlier."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tprstats.cells import rating_text
from tprstats.errors import TprstatsError
from tprstats.study.estimates import Estimates
from tprstats.study.factors import RecordFactors
from tprstats.study.precision import most_replicates
from tprstats.study.spec import ScaleName, Scenario, StudySpec, load_spec
from tprstats.study.work import is_exact, run_range
from tprstats.tables import Table

__all__ = ["Replay", "find_scenario", "replay"]


@dataclass(frozen=True)
class Replay:
    """A replicate and its estimates."""

    spec: StudySpec
    scenario: Scenario
    replicate: int
    estimates: Estimates

    @property
    def table(self) -> Table:
        """Truth, published rating, points and every method of every player."""
        e = self.estimates
        names = [m.name for m in self.spec.methods]
        ends = [i.name for i in self.spec.intervals]
        rows = []
        for p in range(e.players):
            points = f"{e.half_points[-1, 0, p] / 2:g}/{e.games[-1, 0, p]}"
            numbers = [_text(v) for v in (e.truth[0, p], e.own[0, p])]
            found = [_text(e.values[k, -1, 0, p]) for k in range(len(names))]
            sure = [
                f"{_text(e.low[k, -1, 0, p])}..{_text(e.high[k, -1, 0, p])}"
                for k in range(len(ends))
            ]
            rows.append((str(p + 1), *numbers, points, *found, *sure))
        columns = ("no.", "truth", "published", "score", *names, *ends)
        return Table(columns, rows, "r" * len(columns))

    def __str__(self) -> str:
        head = f"replicate {self.replicate} of scenario {self.scenario.index} "
        head += f"({self.scenario.label}), seed {self.spec.seed}"
        if self.estimates.failures:
            return f"{head}\n\nfailed: {self.estimates.failures[0].reason}"
        return f"{head}\n\n{self.table}"

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        e = self.estimates

        def plain(array: Any) -> Any:
            return [None if v != v else str(v) if np.isinf(v) else float(v) for v in array]

        return {
            "schema": 1,
            "scenario": self.scenario.index,
            "factors": self.scenario.varied,
            "replicate": self.replicate,
            "seed": self.spec.seed,
            "failures": [f.reason for f in e.failures],
            "players": []
            if e.failures
            else [
                {
                    "truth": plain(e.truth[:, p])[0],
                    "published": plain(e.own[:, p])[0],
                    "half_points": int(e.half_points[-1, 0, p]),
                    "games": int(e.games[-1, 0, p]),
                    "estimates": dict(
                        zip(
                            [m.name for m in self.spec.methods],
                            plain(e.values[:, -1, 0, p]),
                            strict=True,
                        )
                    ),
                }
                for p in range(e.players)
            ],
        }

    def to_trf(self) -> str:
        """The event as a TRF; for whole events only."""
        from tprstats.readers.write_trf import write_trf
        from tprstats.simulation import to_event
        from tprstats.study.events import design_of_factors, play_events

        factors = self.scenario.factors
        if isinstance(factors, RecordFactors):
            raise TprstatsError("a record is no event: only events can be written as TRF")
        batch = play_events(factors, self.replicate, 1, self.spec.seed)
        return write_trf(to_event(batch, 0, design_of_factors(factors)))


def _text(value: float) -> str:
    return rating_text(value, 1)


def replay(
    study: str | Path | StudySpec,
    *,
    scenario: str | int,
    replicate: int,
    scale: ScaleName = "full",
) -> Replay:
    """Run one replicate alone; it is the very one that the study has under this number.

    Parameters
    ----------
    study
        The study file or its contents.
    scenario
        Number in the grid, or ``factor=value`` pairs that name one scenario.
    replicate
        Number of the replicate, from 0.
    scale
        Whose grid the number counts in.

    Raises
    ------
    TprstatsError
        No such scenario or replicate at this scale, or one whose outcomes are listed.
    """
    spec = study if isinstance(study, StudySpec) else load_spec(study)
    if replicate < 0:
        raise TprstatsError(f"replicate {replicate}: numbers begin at 0")
    chosen = find_scenario(spec, scenario, scale)
    if is_exact(chosen):
        raise TprstatsError(
            f"scenario {chosen.index} lists every outcome with its chance: there is no replicate "
            "to run again"
        )
    most = most_replicates(spec, spec.scale[scale])
    if replicate >= most:
        raise TprstatsError(
            f"replicate {replicate}: the {scale} scale has "
            f"{'at most ' if spec.precision.targets else ''}{most:,}, numbered from 0"
        )
    return Replay(spec, chosen, replicate, run_range(spec, chosen, replicate, 1))


def find_scenario(spec: StudySpec, wanted: str | int, scale: ScaleName) -> Scenario:
    """The scenario with this number, or with these ``factor=value`` pairs."""
    all_ = spec.scenarios(scale)
    text = str(wanted)
    if text.isdecimal():
        if int(text) >= len(all_):
            raise TprstatsError(f"no scenario {text}: there are {len(all_)}, from 0")
        return all_[int(text)]
    if not all("=" in p for p in text.split(",")):
        raise TprstatsError(
            f"scenario {text!r}: give its number, from 0, or factor=value pairs, like "
            f"{all_[0].label.replace(' ', '')!r}"
        )
    pairs = [p.partition("=")[::2] for p in text.split(",")]
    fits = [s for s in all_ if all(str(s.varied.get(k.strip(), "")) == v.strip() for k, v in pairs)]
    if len(fits) != 1:
        raise TprstatsError(
            f"{len(fits)} scenarios fit {text!r}; give its number, or more factor=value pairs, "
            f"like {all_[0].label.replace(' ', '')!r}"
        )
    return fits[0]
