"""A study's folder: what was asked for, every finished batch, and what came of it.

A batch is there whole or not at all, so a study that was stopped at any moment goes on from what
the folder holds.
"""

from __future__ import annotations

import io
import json
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import scipy

from tprstats._version import __version__
from tprstats.errors import InputError
from tprstats.files import check_folder, make_folder, write_whole
from tprstats.study.estimates import Estimates
from tprstats.study.precision import Plan
from tprstats.study.spec import ScaleName, Scenario, StudySpec

__all__ = ["Store", "provenance", "read_json"]

LONGEST_CSV = 50_000
"""Rows of a table that is also written as CSV."""

MOST_SHOWN = 80
"""Letters of a value in a message: more hides what differs."""


def provenance() -> dict[str, str]:
    """Versions that decide the last digits."""
    import numba
    import pandas
    import pyarrow

    return {
        "tprstats": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "numba": numba.__version__,
        "pandas": pandas.__version__,
        "pyarrow": pyarrow.__version__,
        "machine": platform.machine(),
    }


class Store:
    """The folder of one run of a study.

    Parameters
    ----------
    folder
        Made where it is missing.
    spec, scale
        What is run there.
    """

    def __init__(self, folder: str | Path, spec: StudySpec, scale: ScaleName) -> None:
        self.folder, self.spec, self.scale = Path(folder), spec, scale
        self.methods = list(spec.columns)
        self.intervals = [i.name for i in spec.intervals]

    def open(self, *, resume: bool, file: str | Path | None = None) -> None:
        """Begin, or go on with the same study.

        Parameters
        ----------
        resume
            Whether the folder may (and has to) hold the study already.
        file
            The study's file, kept so that the folder alone leads back to it.

        Raises
        ------
        InputError
            The folder holds another study, a study file changed since, or something else.
        """
        wanted = self._manifest()
        manifest = self.folder / "study.json"
        if manifest.exists():
            before = read_json(manifest, dict)
            differ = _differences(before, wanted)
            if differ:
                raise InputError(
                    f"holds another study: {'; '.join(differ[:3])}; choose another folder, or "
                    "remove this one",
                    source=str(self.folder),
                )
            if not resume:
                raise InputError(
                    "holds this study already; resume goes on with it", source=str(self.folder)
                )
            self._make_room()
            return
        check_folder(self.folder)
        if self.folder.exists() and any(p for p in self.folder.iterdir() if not _stray(p)):
            raise InputError("is not empty; choose a new folder", source=str(self.folder))
        if resume:
            raise InputError("holds no study to go on with", source=str(self.folder))
        make_folder(self.folder)
        # First of all files: a run that is killed before it left nothing to go on with.
        origin = {} if file is None else {"file": str(Path(file).resolve())}
        write_whole(manifest, _json({**wanted, **origin, "provenance": provenance()}))
        self._make_room()

    def _make_room(self) -> None:
        """The folder of batches, without half-written files of a run that was killed."""
        (self.folder / "batches").mkdir(exist_ok=True)
        for path in self.folder.glob("**/.*.tmp"):
            path.unlink(missing_ok=True)

    def _manifest(self) -> dict[str, Any]:
        canonical = self.spec.canonical(self.scale)
        return json.loads(  # type: ignore[no-any-return]
            json.dumps(
                {"study": canonical, "hash": self.spec.hash(self.scale), "version": __version__}
            )
        )

    # --- plans, batches, decisions ---------------------------------------------------------

    def _plan_path(self, s: Scenario) -> Path:
        return self.folder / "batches" / f"s{s.index:05d}-plan.json"

    def plan(self, s: Scenario) -> Plan | None:
        """The number of batches that was fixed for a scenario, if it was."""
        path = self._plan_path(s)
        if not path.exists():
            return None
        try:
            return Plan.from_json(read_json(path, dict))
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(
                f"is damaged (no {error}); remove it and resume", source=str(path)
            ) from None

    def keep_plan(self, s: Scenario, plan: Plan) -> None:
        write_whole(self._plan_path(s), _json(plan.to_json()))

    def _batch_path(self, s: Scenario, number: int) -> Path:
        return self.folder / "batches" / f"s{s.index:05d}-b{number:06d}.parquet"

    def has_batch(self, s: Scenario, number: int) -> bool:
        return self._batch_path(s, number).exists()

    def batch(self, s: Scenario, number: int) -> Estimates:
        """A finished batch."""
        import pyarrow.parquet as pq

        path = self._batch_path(s, number)
        try:
            return Estimates.from_table(pq.read_table(path))
        except (OSError, ValueError) as error:
            raise InputError(
                f"cannot be read ({error}); remove it and resume", source=str(path)
            ) from None

    def keep_batch(self, s: Scenario, number: int, estimates: Estimates) -> None:
        import pyarrow.parquet as pq

        out = io.BytesIO()
        pq.write_table(estimates.to_table(self.methods, self.intervals), out)
        write_whole(self._batch_path(s, number), out.getvalue())

    def scenario(self, s: Scenario, batches: int) -> Estimates:
        """All of a scenario, in the order of its replicates."""
        return Estimates.concatenate([self.batch(s, k) for k in range(batches)])

    def keep_end(self, name: str, values: Any) -> None:
        """A small file of results, as JSON."""
        write_whole(self.folder / f"{name}.json", _json(values))

    def end(self, name: str) -> dict[str, Any] | None:
        """What :meth:`keep_end` kept; None where it is missing."""
        path = self.folder / f"{name}.json"
        return read_json(path, dict) if path.exists() else None

    def decisions(self, scenarios: int) -> list[int]:
        """Batches used by each scenario."""
        path = self.folder / "decisions.json"
        found = read_json(path, list)
        if len(found) != scenarios or not all(type(n) is int and n > 0 for n in found):
            raise InputError("is damaged; remove it and resume", source=str(path))
        return found

    def keep_table(self, name: str, rows: Sequence[dict[str, Any]]) -> list[Path]:
        """A tidy table as Parquet, and as CSV where it is not too long to be opened.

        Returns
        -------
        list of Path
            What was written.
        """
        import pandas as pd

        table = pd.DataFrame(rows)
        out = io.BytesIO()
        # A factor may be a word in one scenario and a number in another.
        mixed = [c for c in table.columns if table[c].dtype == object]
        shown = table.assign(**{c: table[c].map(_plain) for c in mixed})
        shown.to_parquet(out, index=False)
        parquet, csv = (self.folder / f"{name}.{end}" for end in ("parquet", "csv"))
        write_whole(parquet, out.getvalue())
        if len(shown) > LONGEST_CSV:
            csv.unlink(missing_ok=True)
            return [parquet]
        write_whole(csv, shown.to_csv(index=False))
        return [csv, parquet]


def _stray(path: Path) -> bool:
    """A file that was never finished."""
    return path.name.startswith(".") and path.suffix == ".tmp"


def _plain(value: Any) -> str | None:
    return None if value is None or value != value else str(value)


def _json(values: Any) -> str:
    return json.dumps(values, indent=1, sort_keys=True) + "\n"


J = TypeVar("J", dict[str, Any], list[Any])


def read_json(path: Path, kind: type[J]) -> J:
    """An object, or a list, from a file of ours; InputError where it holds something else."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError("is missing; resume writes it", source=str(path)) from None
    except ValueError as error:
        raise InputError(f"is damaged ({error})", source=str(path)) from None
    if not isinstance(found, kind):
        raise InputError(f"is damaged (holds no {kind.__name__})", source=str(path))
    return found


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} ..."


def _differences(before: dict[str, Any], now: dict[str, Any], where: str = "") -> list[str]:
    """Keys whose values differ, with both values, deepest first."""
    found: list[str] = []
    for key in sorted(set(before) | set(now)):
        if key in ("hash", "provenance", "file"):
            continue
        a, b, name = before.get(key), now.get(key), f"{where}{key}"
        if isinstance(a, dict) and isinstance(b, dict):
            found += _differences(a, b, f"{name}.")
        elif a != b:
            found.append(f"{name} was {_shown(a)}, now {_shown(b)}")
    return found
