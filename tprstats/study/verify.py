"""Do published figures hold? The quick scale under another seed, compared by combined errors."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import InputError, TprstatsError
from tprstats.mcse import holm
from tprstats.study.run import Report, run
from tprstats.study.spec import load_spec
from tprstats.study.words import is_share
from tprstats.tables import Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Verification", "published_folder", "verify"]

Array = NDArray[np.float64]

DERIVED = {"norm-in"}
"""Measures that are functions of another one, which is compared."""

LEAST = 100
"""Replicates below which an error is too rough to compare with."""

QUANTILES = {"quantile", "median", "best-of", "max", "width-median"}
"""Measures that sit on atoms of discrete laws."""

_NOT_KEYS = {"scenario", "value", "mcse", "replicates"}


@dataclass(frozen=True)
class Verification:
    """What :func:`verify` found.

    Parameters
    ----------
    rows
        One a published figure that was simulated again: what it is, both values, the adjusted
        p-value, and whether they agree.
    missing
        Published figures that the quick scale does not simulate, or not often enough.
    level
        Chance of one false alarm among all figures.
    """

    rows: tuple[dict[str, Any], ...]
    missing: int
    level: float
    seed: int

    @property
    def disagree(self) -> tuple[dict[str, Any], ...]:
        return tuple(r for r in self.rows if not r["agrees"])

    def __str__(self) -> str:
        worst = sorted(self.rows, key=lambda r: r["p"])[:10]
        table = Table(
            ("figure", "published", "again", "p (Holm)", "agrees"),
            [
                (
                    r["what"],
                    f"{r['published']:.4g}",
                    f"{r['again']:.4g}",
                    f"{r['p']:.2g}",
                    "yes" if r["agrees"] else "NO",
                )
                for r in worst
            ],
            "lrrrl",
        )
        said = (
            f"{len(self.rows) - len(self.disagree)} of {len(self.rows)} published figures agree "
            f"with the quick scale under seed {self.seed} (level {self.level:g}, Holm);\n"
            f"{self.missing} are not part of the quick scale, or rest on few replicates. "
            "The least likely:"
        )
        return f"{said}\n\n{table}"

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "schema": 1,
            "figures": len(self.rows),
            "disagree": list(self.disagree),
            "missing": self.missing,
            "level": self.level,
            "seed": self.seed,
        }


def verify(
    study: str | Path,
    *,
    published: str | Path | None = None,
    seed: int | None = None,
    level: float = 0.05,
    workers: int = 1,
    report: Report | None = None,
) -> Verification:
    """Run the quick scale under another seed and compare with what was published.

    Two simulated figures agree where their difference over the combined standard error is within
    what chance allows (Student's t with Welch's degrees of freedom, Holm's correction over all
    figures); two exact figures where they are equal to 1e-6.

    Parameters
    ----------
    study
        The study file.
    published
        Folder with a table of measures; by default :func:`published_folder`.
    seed
        By default the study's seed plus one.

    Raises
    ------
    InputError
        Nothing is published, or nothing that can be compared: a check of nothing is no success.
    """
    import pandas as pd

    spec = load_spec(study)
    if seed is not None and seed < 0:
        raise TprstatsError(f"seed {seed}: give a whole number, 0 or more")
    old = _published(Path(published) if published else published_folder(study))
    if not any(_comparable(row) for row in old.to_dict("records")):
        raise InputError(
            f"nothing to verify: every published figure rests on fewer than {LEAST} replicates",
            source=str(study),
        )
    other = spec.seed + 1 if seed is None else seed
    again = spec.model_copy(update={"seed": other})
    with tempfile.TemporaryDirectory() as folder:
        found = run(
            again, scale="quick", folder=Path(folder) / "run", workers=workers, report=report
        )
    new = pd.DataFrame(found.rows)
    keys = [c for c in old.columns if c not in _NOT_KEYS and c in new.columns]
    have = {_key(row, keys): row for row in old.to_dict("records")}
    pairs = [(have[key], row) for row in new.to_dict("records") if (key := _key(row, keys)) in have]
    rows = [_compared(a, b, keys) for a, b in pairs if _comparable(a) and _comparable(b)]
    if not rows:
        raise InputError(
            f"nothing could be compared: the quick scale has fewer than {LEAST} replicates, or no "
            "scenario that is published",
            source=str(study),
        )
    adjusted = holm(np.array([r["p"] for r in rows]))
    for row, p in zip(rows, adjusted, strict=True):
        row["p"], row["agrees"] = float(p), bool(p >= level)
    return Verification(tuple(rows), len(old) - len(rows), level, other)


def published_folder(study: str | Path) -> Path:
    """Where a study's results are published: beside its file, apart for a second file there."""
    path = Path(study)
    return path.parent / ("published" if path.stem == "study" else f"published-{path.stem}")


def _published(folder: Path) -> pd.DataFrame:
    """The table of measures in a folder."""
    import pandas as pd

    csv, parquet = folder / "measures.csv", folder / "measures.parquet"
    path = csv if csv.exists() else parquet
    if not path.exists():
        raise InputError("no published measures; run the study with --publish", source=str(folder))
    try:
        if path == csv:
            found = pd.read_csv(csv, dtype=str, keep_default_na=False, na_values=[""])
        else:
            found = pd.read_parquet(parquet)
        # Numbers now, so that a damaged one is told here.
        found[["value", "mcse", "replicates"]] = found[["value", "mcse", "replicates"]].astype(
            float
        )
    except (OSError, ValueError, KeyError) as error:
        why = " ".join(str(error).split())
        raise InputError(
            f"is damaged ({why}); `tprstats study show --publish` writes it", source=str(path)
        ) from None
    return found


def _comparable(row: dict[Any, Any]) -> bool:
    """Listed outcomes, or replicates enough for an error."""
    count = float(row["replicates"])
    return str(row["measure"]).split(":")[0] not in DERIVED and (count == 0.0 or count >= LEAST)


def _key(row: dict[Any, Any], keys: list[str]) -> tuple[str, ...]:
    return tuple(_text(row[k]) for k in keys)


def _text(value: Any) -> str:
    """A factor's value as text: 9, 9.0 and "9" are the same."""
    if value is None or value != value:
        return ""
    try:
        return f"{float(value):.12g}" if not isinstance(value, bool) else str(value)
    except ValueError:
        return str(value)


def _compared(old: dict[Any, Any], new: dict[Any, Any], keys: list[str]) -> dict[str, Any]:
    a, b = float(old["value"]), float(new["value"])
    n, m = float(old["replicates"]), float(new["replicates"])
    what = " ".join(t for k in keys if (t := _text(new[k])) and t != "all")
    row = {"what": what, "published": a, "again": b}
    if a == b or abs(a - b) < 1e-9:  # the same, or nothing but rounding
        return {**row, "p": 1.0}
    if np.isnan(a) or np.isnan(b):
        return {**row, "p": 1.0 if np.isnan(a) and np.isnan(b) else 0.0}
    share = is_share(str(new["measure"]))
    # An exact figure (no replicates) needs no help from the other.
    pooled = a if n == 0.0 else b if m == 0.0 else (n * a + m * b) / (n + m)
    pooled = pooled if share else float("nan")
    one, two = (
        _error(v, float(s), k, pooled) for v, s, k in ((a, old["mcse"], n), (b, new["mcse"], m))
    )
    if np.isinf(one) or np.isinf(two):
        return {**row, "p": 1.0}  # no error is known: nothing that could disagree
    if str(new["measure"]).split(":")[0] in QUANTILES and 0.0 in (one, two) and n + m > 0:
        # An atom of a discrete law holds the quantile: the two may sit on neighbouring atoms, and
        # half an interval of nought says nothing about it.
        return {**row, "p": 1.0}
    if one == 0.0 and two == 0.0:
        return {**row, "p": 1.0 if abs(a - b) <= 1e-6 * max(1.0, abs(a)) else 0.0}
    from scipy.stats import t as student

    total = one**2 + two**2
    freedom = total**2 / sum(s**4 / max(k - 1.0, 1.0) for s, k in ((one, n), (two, m)) if s > 0)
    return {**row, "p": float(2.0 * student.sf(abs(a - b) / np.sqrt(total), freedom))}


def _error(value: float, mcse: float, n: float, pooled: float) -> float:
    """The error; of a share no less than the one it would have at the pooled share.

    A share of few successes happens to have a small error where it happens to be small: one of 143
    has an error of 0.007, and lies six of these below a true 5 %, where the error is 0.018. (The
    pooled one alone would err the other way, where one is expected in ten runs and two are seen.)

    Parameters
    ----------
    pooled
        The share of both runs together; NaN where the figure is no share.
    """
    if n == 0.0:
        return 0.0
    if not np.isfinite(mcse):
        return float("inf")
    if np.isnan(pooled):
        return mcse
    there, own = pooled * (1.0 - pooled), value * (1.0 - value)
    # Events differ from coin tosses by as much at the one share as at the other.
    alike = mcse / np.sqrt(own) if own > 0.0 and mcse > 0.0 else 1.0 / np.sqrt(n)
    return float(max(mcse, alike * np.sqrt(max(there, 0.0))))
