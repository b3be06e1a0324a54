"""The estimates of a batch of replicates: truth, scores, every method's number, every interval.

This is the *estimates data set* of Morris, White and Crowther (2019): measures are computed from
it afterwards, so a study's raw results can be looked at, kept and hashed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Estimates", "Failure"]

Array = NDArray[np.float64]
Whole = NDArray[np.int64]

_BY_EVENT = ("replicate", "weight", "fixed", "truth", "own", "standing")
"""Arrays whose first axis is the replicate; in the others it is the last but one."""


@dataclass(frozen=True)
class Failure:
    """A replicate without estimates: its number and why.

    ``tprstats study replay`` runs it alone.
    """

    replicate: int
    reason: str


@dataclass(frozen=True)
class Estimates:
    """Replicates ``e`` of ``n`` players, seen after ``a`` numbers of rounds.

    Parameters
    ----------
    replicate
        Numbers of the replicates, ``(e,)``.
    weight
        1, or the importance weight of a tilted replicate: sampled rows stand for their mean.
        For listed outcomes and exact tails the chance itself, ``(e,)``.
    exact
        True where the rows are all possible outcomes and ``weight`` their chances.
    fixed
        True at rows that are certain to be there (exact tails): they do not count as sampled,
        ``(e,)``.
    truth, own
        The estimand and the published own rating (NaN: unrated), Elo, ``(e, n)``.
    standing
        Half points after the last round, byes included, ``(e, n)``.
    half_points, games, average
        Half points from games that count, their number, and the average published rating of the
        opponents, after each number of rounds, ``(a, e, n)``.
    surplus
        Score minus expected score at the true strengths, points, ``(a, e, n)``: mean 0 whatever
        the pairing (statistics F.1).
    values
        Elo of each method, ``(m, a, e, n)``; NaN where it gives no number.
    low, high
        Ends of each interval, ``(i, a, e, n)``; NaN where it gives none.
    failures
        Replicates that are missing.
    """

    replicate: Whole
    weight: Array
    exact: bool
    fixed: NDArray[np.bool_]
    truth: Array
    own: Array
    standing: Whole
    half_points: Whole
    games: Whole
    average: Array
    surplus: Array
    values: Array
    low: Array
    high: Array
    failures: tuple[Failure, ...] = ()

    @property
    def replicates(self) -> int:
        return int(self.replicate.size)

    @property
    def players(self) -> int:
        return int(self.truth.shape[1])

    @property
    def views(self) -> int:
        return int(self.half_points.shape[0])

    @classmethod
    def concatenate(cls, parts: Sequence[Estimates]) -> Estimates:
        """Batches in the order of their replicates as one.

        Certain rows are the same in every batch; those of the first stay.
        """
        parts = [parts[0], *(p._sampled() for p in parts[1:])]
        joined = {
            f.name: np.concatenate(
                [getattr(p, f.name) for p in parts], axis=0 if f.name in _BY_EVENT else -2
            )
            for f in fields(cls)
            if f.name not in ("exact", "failures")
        }
        return cls(
            exact=parts[0].exact,
            failures=tuple(f for p in parts for f in p.failures),
            **joined,
        )

    def _sampled(self) -> Estimates:
        """Without the certain rows."""
        return self if not self.fixed.any() else self.take(~self.fixed)

    def take(self, rows: NDArray[np.bool_]) -> Estimates:
        """Some of the replicates."""
        kept = {
            f.name: getattr(self, f.name)[rows]
            if f.name in _BY_EVENT
            else getattr(self, f.name)[..., rows, :]
            for f in fields(self)
            if f.name not in ("exact", "failures")
        }
        return Estimates(exact=self.exact, failures=self.failures, **kept)

    @classmethod
    def nothing(
        cls,
        failures: tuple[Failure, ...],
        *,
        players: int,
        views: int,
        methods: int,
        intervals: int,
    ) -> Estimates:
        """No replicate at all, only failures."""
        flat, seen = (0, players), (views, 0, players)
        return cls(
            replicate=np.empty(0, dtype=np.int64),
            weight=np.empty(0),
            exact=False,
            fixed=np.empty(0, dtype=bool),
            truth=np.empty(flat),
            own=np.empty(flat),
            standing=np.empty(flat, dtype=np.int64),
            half_points=np.empty(seen, dtype=np.int64),
            games=np.empty(seen, dtype=np.int64),
            average=np.empty(seen),
            surplus=np.empty(seen),
            values=np.empty((methods, *seen)),
            low=np.empty((intervals, *seen)),
            high=np.empty((intervals, *seen)),
            failures=failures,
        )

    def digest(self) -> str:
        """SHA-256 of the canonical form: every array little-endian, in one order."""
        whole = hashlib.sha256()
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name == "failures":
                whole.update(repr([(x.replicate, x.reason) for x in value]).encode())
                continue
            array = np.ascontiguousarray(np.asarray(value))
            # One NaN, whatever its bits.
            if array.dtype.kind == "f":
                array = np.where(np.isnan(array), np.nan, array)
            little = array.astype(array.dtype.newbyteorder("<"), copy=False)
            whole.update(f"{f.name}{little.dtype.str}{array.shape}".encode())
            whole.update(little.tobytes())
        return whole.hexdigest()

    def to_table(self, methods: Sequence[str], intervals: Sequence[str]) -> pa.Table:
        """One row a view, replicate and player."""
        import json

        import pyarrow as pa

        a, e, n = self.half_points.shape

        def each(array: NDArray[np.generic]) -> NDArray[np.generic]:
            shaped = array if array.ndim == 3 else array[None]
            shaped = shaped[..., None] if array.ndim == 1 else shaped
            return np.broadcast_to(shaped, (a, e, n)).ravel()

        columns = {
            "view": np.repeat(np.arange(a, dtype=np.int16), e * n),
            "replicate": each(self.replicate[None, :, None]),
            "player": np.tile(np.arange(1, n + 1, dtype=np.int16), a * e),
            "weight": each(self.weight[None, :, None]),
            "fixed": each(self.fixed[None, :, None]),
        }
        for name in ("truth", "own", "standing", "half_points", "games", "average", "surplus"):
            columns[name] = each(getattr(self, name))
        for k, name in enumerate(methods):
            columns[f"value: {name}"] = self.values[k].ravel()
        for k, name in enumerate(intervals):
            columns[f"low: {name}"] = self.low[k].ravel()
            columns[f"high: {name}"] = self.high[k].ravel()
        about = {
            "shape": [a, e, n],
            "exact": self.exact,
            "failures": [[f.replicate, f.reason] for f in self.failures],
        }
        return pa.table(columns).replace_schema_metadata({"tprstats": json.dumps(about)})

    @classmethod
    def from_table(cls, table: pa.Table) -> Estimates:
        """The inverse of :meth:`to_table`."""
        import json

        about = json.loads(table.schema.metadata[b"tprstats"])
        shape = tuple(about["shape"])

        def get(name: str) -> Any:
            return table.column(name).to_numpy().reshape(shape)

        def stack(prefix: str) -> Array:
            named = [c for c in table.column_names if c.startswith(f"{prefix}: ")]
            found = [np.asarray(get(c), dtype=np.float64) for c in named]
            return np.stack(found) if found else np.empty((0, *shape))

        first = {name: np.array(get(name)[0]) for name in ("truth", "own", "standing")}
        return cls(
            replicate=np.array(get("replicate")[0, :, 0]),
            weight=np.array(get("weight")[0, :, 0]),
            exact=about["exact"],
            fixed=np.array(get("fixed")[0, :, 0]),
            half_points=get("half_points"),
            games=get("games"),
            average=get("average"),
            surplus=get("surplus"),
            values=stack("value"),
            low=stack("low"),
            high=stack("high"),
            failures=tuple(Failure(int(r), str(why)) for r, why in about["failures"]),
            **first,
        )
