"""Published tables of the experiments, and the rows of one that a selection means."""

from __future__ import annotations

import difflib
import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tprstats.errors import InputError

__all__ = ["Published", "Source", "read_toml", "unknown"]


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file; what is wrong with it is one line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise InputError(str(error), source=str(path)) from None


def unknown(what: str, name: str, known: list[str], source: str) -> InputError:
    """An error that names the nearest known names."""
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"; did you mean {', '.join(near)}?" if near else f"; known: {', '.join(known[:12])}"
    return InputError(f"no {what} {name!r}{hint}", source=source)


@dataclass(frozen=True)
class Source:
    """One published table.

    Parameters
    ----------
    file
        Below ``experiments``.
    rows
        The table.
    command
        What makes the file again.
    """

    file: str
    rows: pd.DataFrame
    command: str
    _codes: dict[str, tuple[NDArray[np.int64], list[str]]] = field(default_factory=dict)

    def select(self, where: Mapping[str, Any], name: str) -> pd.DataFrame:
        """Rows that fit: equal values, one of a list, ``""`` or ``"-"`` for an empty field."""
        fits = np.ones(len(self.rows), dtype=bool)
        for column, wanted in where.items():
            if column not in self.rows:
                known = [str(c) for c in self.rows.columns]
                raise unknown("column", column, known, f"{name} from {self.file}")
            values = wanted if isinstance(wanted, list) else [wanted]
            texts = {_text(v) for v in values}
            codes, there = self._coded(column)
            fits &= np.array([t in texts for t in there])[codes]
            if not fits.any():
                at = f"{name} from {self.file}"
                if texts & set(there):
                    raise InputError(f"no row fits all of {dict(where)}", source=at)
                raise unknown(f"row with {column}", _text(values[0]), sorted(there), at)
        return self.rows[fits]

    def _coded(self, column: str) -> tuple[NDArray[np.int64], list[str]]:
        """A column as places in a list of texts, worked out once: tables are long."""
        if column not in self._codes:
            codes, uniques = pd.factorize(self.rows[column], use_na_sentinel=False)
            self._codes[column] = (codes, [_text(v) for v in uniques])
        return self._codes[column]


def _text(value: Any) -> str:
    """A value as selections compare it: 9, 9.0 and "9" are the same."""
    if value is None or value != value or value in ("", "-"):
        return ""
    if isinstance(value, bool | str):
        try:
            return f"{float(value):g}" if isinstance(value, str) else str(value)
        except ValueError:
            return str(value)
    return f"{float(value):g}"


def _flat(data: dict[str, Any]) -> pd.DataFrame:
    """A cell of a calibration as rows: its figures with their errors, and its single numbers."""
    rows: list[dict[str, Any]] = []
    for key, value in data.items():
        if isinstance(value, dict):
            for name, inner in value.items():
                if isinstance(inner, dict):
                    rows.append({"figure": name, **inner})
                elif isinstance(inner, int | float):
                    rows.append({"figure": name, "value": inner, "mcse": math.nan})
        elif isinstance(value, list):
            rows += [{"figure": key, "place": i, "value": v} for i, v in enumerate(value)]
        elif isinstance(value, int | float):
            rows.append({"figure": key, "value": value, "mcse": math.nan})
    return pd.DataFrame(rows)


@dataclass
class Published:
    """The tables of a folder of experiments, each read once.

    Parameters
    ----------
    folder
        ``experiments``.
    commands
        File below the folder: the command that makes it, where no ``provenance.json`` says it.
    """

    folder: Path
    commands: Mapping[str, str] = field(default_factory=dict)
    _read: dict[str, Source] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Source:
        """A file, or the table of measures of an experiment that is named alone."""
        if name not in self._read:
            self._read[name] = self._load(name)
        return self._read[name]

    def _load(self, name: str) -> Source:
        options = [name] if "." in name.rpartition("/")[2] else _measures(name)
        path = next((self.folder / o for o in options if (self.folder / o).is_file()), None)
        if path is None:
            raise InputError(f"no published table {options[0]}", source=str(self.folder))
        file = path.relative_to(self.folder).as_posix()
        if path.suffix == ".parquet":
            rows = pd.read_parquet(path)
        elif path.suffix == ".json":
            rows = _flat(json.loads(path.read_text(encoding="utf-8")))
        else:
            rows = pd.read_csv(path)
        return Source(file, rows, self._command(path, file))

    def _command(self, path: Path, file: str) -> str:
        if file in self.commands:
            return str(self.commands[file])
        note = path.parent / "provenance.json"
        if note.is_file():
            return str(json.loads(note.read_text(encoding="utf-8"))["command"])
        raise InputError(f"no command is known that makes {file}: add it to papers/sources.toml")


def _measures(name: str) -> list[str]:
    folder = name if "/" in name else f"{name}/published"
    return [f"{folder}/measures.csv", f"{folder}/measures.parquet"]
