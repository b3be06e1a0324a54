"""Monte Carlo standard errors where the event is the unit of replication.

Players of one event met each other, so their numbers are not independent; events are.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log10

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Figure",
    "Share",
    "emp_se_mcse",
    "holm",
    "mean_of_events",
    "model_se_mcse",
    "relative_error_mcse",
    "share_limit",
    "share_mcse",
    "share_of_events",
    "two_sided_p",
]


ROUNDING = 1e-9
"""An error below this is what sums of double precision leave of a number that is the same in every
event (Elo, points and shares are at most thousands, rounded at 1e-13 each): no Monte Carlo error,
for no number of events that anybody simulates makes one so small."""


@dataclass(frozen=True)
class Figure:
    """A simulated number and its Monte Carlo standard error.

    Printed without an error where it is the same in every event but for rounding.

    Examples
    --------
    >>> str(Figure(131.273, 0.84)), str(Figure(0.9471, 0.0031)), str(Figure(1.1e-14, 2e-15))
    ('131.3 (0.8)', '0.947 (0.003)', '0')
    """

    value: float
    mcse: float

    def __str__(self) -> str:
        if not self.mcse > ROUNDING:
            # Adding 0 takes the sign off a zero.
            return f"{round(self.value, -floor(log10(ROUNDING))) + 0.0:g}"
        # One digit of the error: more would promise what the simulation does not hold.
        decimals = max(0, -floor(log10(self.mcse)))
        return f"{round(self.value, decimals) + 0.0:.{decimals}f} ({self.mcse:.{decimals}f})"

    def to_json(self) -> dict[str, float | None]:
        """Plain values."""
        return {
            "value": self.value if np.isfinite(self.value) else None,
            "mcse": self.mcse if np.isfinite(self.mcse) else None,
        }


@dataclass(frozen=True)
class Share(Figure):
    """A share of events. That it never happened in some does not make it impossible.

    Parameters
    ----------
    limit
        Where it never (always) happened: what the share may be at most (at least), at 95 %; None
        elsewhere, where the standard error tells.

    Examples
    --------
    >>> str(Share(0.75, 0.0137)), str(Share(0.0, 0.0, 0.0015)), str(Share(1.0, 0.0, 0.9985))
    ('0.75 (0.01)', '0 (below 0.0015)', '1 (above 0.9985)')
    """

    limit: float | None = None

    def __str__(self) -> str:
        if self.limit is None:
            return super().__str__()
        if self.value < 0.5:
            return f"0 (below {self.limit:.2g})"
        # As many digits of the distance to 1 as of that to 0.
        return f"1 (above {self.limit:.{max(0, 1 - floor(log10(1.0 - self.limit)))}f})"

    @property
    def percent(self) -> str:
        """In whole percent, with the limit where it never or always happened.

        Examples
        --------
        >>> Share(0.947, 0.003).percent, Share(1.0, 0.0, 0.9925).percent
        ('95%', '100% (above 99.2%)')
        """
        said = f"{100.0 * self.value:.0f}%"
        if self.limit is None:
            return said
        side = "below" if self.value < 0.5 else "above"
        return f"{said} ({side} {100.0 * self.limit:.3g}%)"

    def to_json(self) -> dict[str, float | None]:
        """Plain values; ``limit`` is None between 0 and 1."""
        return super().to_json() | {"limit": self.limit}


def share_limit(share: float, events: int) -> float | None:
    """What a share of none (all) of the events allows at 95 %: ``1 - 0.05 ** (1 / n)``.

    Clopper and Pearson's (1934) exact limit, all 5 % on the one open side: about ``3 / n``. None
    for other shares, and without events.

    Examples
    --------
    >>> round(share_limit(0.0, 2000), 6), round(share_limit(1.0, 2000), 6), share_limit(0.5, 2000)
    (0.001497, 0.998503, None)
    """
    if events < 1 or share not in (0.0, 1.0):
        return None
    room = float(-np.expm1(np.log(0.05) / events))
    return room if share == 0.0 else 1.0 - room


def mean_of_events(values: ArrayLike, weights: ArrayLike | None = None) -> Figure:
    """A mean over events, each with as many values as it has.

    Parameters
    ----------
    values
        Sum (or, without weights, the one value) of each event, ``(e,)``.
    weights
        Number of values in each event; the mean is ``sum(values) / sum(weights)`` and its error
        that of a ratio (delta method).

    Examples
    --------
    >>> found = mean_of_events([1.0, 2.0, 3.0, 4.0])
    >>> found.value, round(found.mcse, 4)
    (2.5, 0.6455)
    """
    x = np.asarray(values, dtype=np.float64)
    w = np.ones_like(x) if weights is None else np.asarray(weights, dtype=np.float64)
    n, total = x.size, float(w.sum())
    if n == 0 or total == 0.0:
        return Figure(float("nan"), float("nan"))
    mean = float(x.sum()) / total
    if n == 1:
        return Figure(mean, float("nan"))
    spread = float(np.square(x - mean * w).sum())
    return Figure(mean, float(np.sqrt(n / (n - 1) * spread)) / total)


def share_of_events(yes: ArrayLike) -> Share:
    """Share of events in which something holds, with ``sqrt(p (1 - p) / e)``.

    Examples
    --------
    >>> share_of_events([True, True, True, False])
    Share(value=0.75, mcse=0.21650635094610965, limit=None)
    """
    hit = np.asarray(yes, dtype=bool)
    p = float(hit.mean()) if hit.size else float("nan")
    error = float(np.sqrt(p * (1.0 - p) / max(hit.size, 1)))
    return Share(p, error, share_limit(p, hit.size))


def share_mcse(p: float, n: int) -> float:
    """Error of a coverage, a power or any share of independent replicates: ``sqrt(p (1-p) / n)``.

    Examples
    --------
    >>> round(share_mcse(0.943, 1000), 4)
    0.0073
    """
    return float(np.sqrt(p * (1.0 - p) / n))


def emp_se_mcse(emp_se: float, n: int) -> float:
    """Error of an empirical SE from independent replicates: ``EmpSE / sqrt(2 (n - 1))``.

    Morris, White and Crowther (2019), table 6; it takes errors to be normal.

    Examples
    --------
    >>> round(emp_se_mcse(0.1511, 1000), 4)
    0.0034
    """
    return float(emp_se / np.sqrt(2.0 * (n - 1)))


def model_se_mcse(model_se: float, variance: float, n: int) -> float:
    """Error of a model SE: ``sqrt(Var(se**2) / (4 n ModSE**2))``.

    Parameters
    ----------
    model_se
        Root of the mean squared standard error.
    variance
        Variance of the squared standard errors.
    n
        Independent replicates.
    """
    return float(np.sqrt(variance / (4.0 * n * model_se**2)))


def relative_error_mcse(model_se: float, emp_se: float, variance: float, n: int) -> float:
    """Error of ``100 (ModSE / EmpSE - 1)``, in percent.

    ``100 (ModSE / EmpSE) sqrt(Var(se**2) / (4 n ModSE**4) + 1 / (2 (n - 1)))``.
    """
    inner = variance / (4.0 * n * model_se**4) + 1.0 / (2.0 * (n - 1))
    return float(100.0 * model_se / emp_se * np.sqrt(inner))


def two_sided_p(simulated: ArrayLike, observed: float) -> float:
    """Monte Carlo p-value: twice the smaller tail, the observed one counted in both.

    With the observed number among the simulated ones the test keeps its level, however few
    replicates there are (Davison and Hinkley 1997, eq. 4.11).

    Examples
    --------
    >>> two_sided_p([0, 1, 1, 2, 2, 2, 3, 3, 4], 4), two_sided_p([0, 1, 2], 1)
    (0.4, 1.0)
    """
    x = np.asarray(simulated, dtype=np.float64)
    tails = (np.count_nonzero(x <= observed), np.count_nonzero(x >= observed))
    return float(min(1.0, 2.0 * (min(tails) + 1) / (x.size + 1)))


def holm(p: ArrayLike) -> NDArray[np.float64]:
    """Holm's adjusted p-values, in the order given.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    scaled = p[order] * np.arange(p.size, 0, -1)
    adjusted = np.empty(p.size)
    adjusted[order] = np.minimum(np.maximum.accumulate(scaled), 1.0)
    return adjusted
