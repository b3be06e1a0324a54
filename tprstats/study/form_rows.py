"""The tidy result table of the experiment ``real-form`` as it grows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats.mcse import mean_of_events
from tprstats.study.form_model import Estimate, cluster_sums

__all__ = ["COLUMNS", "Rows", "clustered_mean"]

Array = NDArray[np.float64]

COLUMNS = (
    "table", "group", "method", "interval", "measure", "value", "mcse", "low", "high", "n",
)  # fmt: skip


@dataclass
class Rows:
    """Rows of :data:`COLUMNS`; ``group`` is that of the rows to come."""

    group: str = ""
    rows: list[tuple[Any, ...]] = field(default_factory=list)

    def add(
        self,
        table: str,
        measure: str,
        found: Estimate,
        *,
        method: str = "",
        interval: str = "",
        ends: tuple[float, float] | None = None,
    ) -> None:
        """An estimate; its ends by Student's t unless they are given."""
        low, high = found.ends() if ends is None else ends
        where = (table, self.group, method, interval, measure)
        self.rows.append((*where, found.value, found.error, low, high, found.n))

    def number(
        self,
        table: str,
        measure: str,
        value: float,
        n: int,
        *,
        method: str = "",
        interval: str = "",
    ) -> None:
        """A number without an error: a count, or a rule to compare with."""
        found = Estimate(float(value), float("nan"), 0, n)
        self.add(table, measure, found, method=method, interval=interval)

    def variance(
        self, table: str, name: str, found: Estimate, *, method: str = "", interval: str = ""
    ) -> None:
        """A variance, and the SD with ends cut at 0 (a variance below 0 is no SD)."""
        self.add(table, f"{name} variance", found, method=method, interval=interval)
        sd, low, high = (float(np.sqrt(max(v, 0.0))) for v in (found.value, *found.ends()))
        error = found.error / (2.0 * sd) if sd > 0.0 else float("nan")
        if not np.isfinite(found.error):
            low = high = float("nan")
        shown = Estimate(sd, error, found.clusters, found.n)
        self.add(table, f"{name} SD", shown, method=method, interval=interval, ends=(low, high))


def clustered_mean(values: Array, weights: Array, cluster: NDArray[np.int64]) -> Estimate:
    """A mean of sums over weights, its error allowing for clusters.

    Examples
    --------
    >>> import numpy as np
    >>> found = clustered_mean(np.arange(10.0), np.ones(10), np.arange(10))
    >>> found.value, round(found.error, 4)
    (4.5, 0.9574)
    """
    sums = cluster_sums(np.column_stack([values, weights]), cluster)
    sums = sums[sums[:, 1] > 0.0]
    found = mean_of_events(sums[:, 0], sums[:, 1])
    return Estimate(found.value, found.mcse, sums.shape[0], int(np.count_nonzero(weights)))
