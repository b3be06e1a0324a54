"""How real results follow ratings: slope, white advantage, draw share, and event form.

Everything is an estimating equation with errors that allow for clusters (Liang and Zeger 1986):
games of one event, or of one player, are not independent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, stdtrit

from tprstats.elo import LOGIT_PER_ELO
from tprstats.outcomes import davidson_draws, draw_share_at_level
from tprstats.study.form_data import Games, Records

__all__ = [
    "Curve",
    "Estimate",
    "Form",
    "Moments",
    "cluster_sums",
    "draw_shares",
    "draw_shift",
    "event_form",
    "fit_curve",
    "form_moments",
]

Array = NDArray[np.float64]
C = LOGIT_PER_ELO

FEWEST_CLUSTERS = 5
"""Clusters from which their spread gives a standard error."""


@dataclass(frozen=True)
class Estimate:
    """A number, its standard error, and how many clusters and units stand behind it.

    Below :data:`FEWEST_CLUSTERS` clusters the error is NaN: their spread is not known well enough
    to say one.
    """

    value: float
    error: float
    clusters: int
    n: int

    def __post_init__(self) -> None:
        if self.clusters < FEWEST_CLUSTERS:
            object.__setattr__(self, "error", float("nan"))

    def ends(self, level: float = 0.95) -> tuple[float, float]:
        """Interval with Student's t of one degree fewer than clusters."""
        if not np.isfinite(self.error):
            return float("nan"), float("nan")
        reach = float(stdtrit(self.clusters - 1, 0.5 + level / 2.0)) * self.error
        return self.value - reach, self.value + reach


def cluster_sums(values: Array, cluster: NDArray[np.int64]) -> Array:
    """Sums of rows by cluster, ``(G, k)``."""
    total = np.zeros((int(cluster.max(initial=-1)) + 1, values.shape[1]))
    np.add.at(total, cluster, values)
    return total


@dataclass(frozen=True)
class Curve:
    """Expected score ``1 / (1 + exp(-C (slope x + white_advantage c + offset o)))``.

    Parameters
    ----------
    slope
        1 where ratings mean what Elo's curve says; below 1 the real curve is flatter.
    white_advantage, offset
        Elo; the offset is how much better than their ratings the owners of files did.
    """

    slope: Estimate
    white_advantage: Estimate
    offset: Estimate

    def logits(self, difference: Array, colour: Array, owner: Array) -> Array:
        """Logit of the expected score."""
        offset = 0.0 if np.isnan(self.offset.value) else self.offset.value
        found = self.slope.value * difference + self.white_advantage.value * colour
        return np.asarray(C * (found + offset * owner))


def fit_curve(games: Games) -> Curve:
    """Score on rating difference and colour by quasi-likelihood (fractional logit).

    Half a point is half a success: only the mean is modelled, so draws need no model. Newton's
    steps solve ``sum x (s - p) = 0``; the errors are the sandwich of cluster sums with the factor
    G / (G - 1). The offset is fitted where the games are seen from the side of an owner.
    """
    columns = [games.difference, games.colour]
    if games.owner.any():
        columns.append(games.owner)
    x = C * np.stack(columns, axis=1)
    used = [k for k in range(x.shape[1]) if np.ptp(x[:, k]) > 0.0 or x[:, k].any()]
    x = x[:, used]
    s = games.half_points / 2.0
    beta = np.zeros(len(used))
    for _ in range(50):
        p = expit(x @ beta)
        bread = np.linalg.inv(x.T @ (x * (p * (1.0 - p))[:, None]))
        step = bread @ (x.T @ (s - p))
        beta = beta + step
        if np.abs(step).max() < 1e-10:
            break
    p = expit(x @ beta)
    sums = cluster_sums(x * (s - p)[:, None], games.cluster)
    g = sums.shape[0]
    cover = bread @ (sums.T @ sums) @ bread * (g / max(g - 1, 1))
    found = [Estimate(float("nan"), float("nan"), g, len(games))] * 3
    for k, place in enumerate(used):
        found[place] = Estimate(float(beta[k]), float(np.sqrt(cover[k, k])), g, len(games))
    return Curve(*found)


def draw_shares(games: Games, curve: Curve, edges: Array) -> list[tuple[float, Estimate]]:
    """Draw share between equals at each level: the d0 with as many draws as there were.

    Parameters
    ----------
    edges
        Ends of the bins of mean rating, Elo.

    Returns
    -------
    list
        Mean rating of the bin's games and d0, for each bin with games of two clusters.
        ``sum D_j(d0) = draws`` with the Elo-consistent Davidson model at the curve's expected
        scores; error by the sandwich.
    """
    found = []
    for low, high in pairwise(edges):
        part = games.take((games.level >= low) & (games.level < high))
        if part.clusters < 2:
            continue
        e = expit(curve.logits(part.difference, part.colour, part.owner))
        draw = (part.half_points == 1.0).astype(np.float64)
        d0 = _share_with(e, float(draw.sum()))
        step = 1e-4
        bend = (davidson_draws(e, d0 + step) - davidson_draws(e, max(d0 - step, 0.0))).sum()
        bend /= d0 + step - max(d0 - step, 0.0)
        sums = cluster_sums((draw - davidson_draws(e, d0))[:, None], part.cluster)
        g = sums.shape[0]
        error = float(np.sqrt(np.square(sums).sum() * g / (g - 1))) / bend
        found.append((float(part.level.mean()), Estimate(d0, error, g, len(part))))
    return found


def _share_with(e: Array, draws: float) -> float:
    """The d0 that gives so many draws at these expected scores."""
    return _bisect(lambda d: float(davidson_draws(e, d).sum()), draws, 0.0, 0.999)


def draw_shift(games: Games, curve: Curve) -> float:
    """What to add to the logit of the level rule so that it gives as many draws as there were."""
    e = expit(curve.logits(games.difference, games.colour, games.owner))
    rule = draw_share_at_level(games.level)
    base = np.log(rule / (1.0 - rule))
    draws = float((games.half_points == 1.0).sum())
    return _bisect(lambda x: float(davidson_draws(e, expit(base + x)).sum()), draws, -6.0, 6.0)


def _bisect(function: Callable[[float], float], goal: float, low: float, high: float) -> float:
    """Where an increasing function reaches a goal."""
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if function(middle) < goal else (low, middle)
    return 0.5 * (low + high)


GRID = np.linspace(0.0, 240.0, 25)
"""Standard deviations on which the expected squares are tabulated, Elo."""

_NODES = np.polynomial.hermite_e.hermegauss(21)


@dataclass(frozen=True)
class Form:
    """Spread of the strength shown in events around what the ratings say, as variances, Elo².

    Parameters
    ----------
    total
        Variance of one event's strength around the rating.
    lasting
        Covariance of two events in a row: what of it stays (a rating that lags or is wrong).
    form
        Their difference: what comes and goes from event to event.
    """

    total: Estimate
    lasting: Estimate
    form: Estimate


@dataclass(frozen=True)
class Moments:
    """What the variances are solved from, one row a record.

    Parameters
    ----------
    surplus
        Score minus expected score, points, ``(m,)``.
    square
        Surplus squared plus a quarter of the draws.
    expected
        Expectation of ``square`` at each SD of :data:`GRID`, ``(m, 25)``.
    slope
        Points that one Elo of form is worth, ``(m,)``.
    weight
        Weight of each record.
    """

    surplus: Array
    square: Array
    expected: Array
    slope: Array
    weight: Array


def form_moments(records: Records, curve: Curve) -> Moments:
    """Squares of surplus scores, and what they are expected to be under each form SD.

    Given the strength shown, a score varies by ``sum(p q) - sum(D) / 4``, so the expectation of
    ``(S - sum p)**2 + draws / 4`` is ``E[sum p_f q_f + (sum p_f - sum p)**2]`` over the form f,
    whatever the draws depend on: no draw model enters. The mean over f is by Gauss-Hermite
    quadrature; the logits are stretched so that their average over f is the fitted curve.
    """
    batch = records.batch
    mask = batch.mask
    gap = np.where(mask, batch.own[:, None] - batch.opponents, 0.0)
    owner = np.broadcast_to(records.owner[:, None], gap.shape)
    logits = curve.logits(gap, batch.colours.astype(np.float64), owner)
    p = np.where(mask, expit(logits), 0.0)
    surplus = batch.scores / 2.0 - p.sum(axis=1)
    nodes, weights = _NODES[0], _NODES[1] / _NODES[1].sum()
    expected = np.zeros((len(records), GRID.size))
    for k, sd in enumerate(GRID):
        stretched = logits * np.sqrt(1.0 + np.pi * np.square(C * sd) / 8.0)
        for node, weight in zip(nodes, weights, strict=True):
            q = np.where(mask, expit(stretched + C * sd * node), 0.0)
            spread = (q * (1.0 - q)).sum(axis=1) + np.square((q - p).sum(axis=1))
            expected[:, k] += weight * spread
    information = (p * (1.0 - p)).sum(axis=1)
    slope = C * information
    chance = information - batch.draws / 4.0
    typical = np.maximum(chance, 0.2 * information) + np.square(50.0 * slope)
    return Moments(
        surplus,
        np.square(surplus) + batch.draws / 4.0,
        expected,
        slope,
        np.square(slope) / np.square(typical),
    )


def event_form(records: Records, moments: Moments) -> Form:
    """Total, lasting and passing variance, with errors by leaving out one cluster at a time."""
    c, g = records.cluster, int(records.cluster.max(initial=-1)) + 1
    columns = np.column_stack(
        [moments.weight * moments.square, moments.weight[:, None] * moments.expected]
    )
    totals = cluster_sums(columns, c)
    first = np.flatnonzero(records.following >= 0)
    second = records.following[first]
    # Weighted like the squares: long events say more of the covariance.
    w = np.sqrt(moments.weight[first] * moments.weight[second])
    product = w * moments.surplus[first] * moments.surplus[second]
    worth = w * moments.slope[first] * moments.slope[second]
    pairs = np.zeros((g, 2))
    np.add.at(pairs, c[first], np.column_stack([product, worth]))

    def solve(t: Array, q: Array) -> tuple[float, float, float]:
        total = _variance(t[0], t[1:])
        lasting = q[0] / q[1] if q[1] > 0.0 else float("nan")
        return total, lasting, total - lasting

    whole = np.array(solve(totals.sum(axis=0), pairs.sum(axis=0)))
    left = np.array(
        [solve(totals.sum(axis=0) - totals[k], pairs.sum(axis=0) - pairs[k]) for k in range(g)]
    )
    spread = np.square(left - left.mean(axis=0)).sum(axis=0)
    error = np.sqrt((g - 1) / g * spread) if g > 1 else np.full(3, np.nan)
    sizes = (len(records), first.size, first.size)
    return Form(
        *(Estimate(float(v), float(e), g, n) for v, e, n in zip(whole, error, sizes, strict=True))
    )


def _variance(square: float, expected: Array) -> float:
    """The variance at which the squares are as expected; below 0 along the first step."""
    variances = np.square(GRID)
    if square <= expected[0]:
        return float((square - expected[0]) * variances[1] / (expected[1] - expected[0]))
    return float(np.interp(square, expected, variances))
