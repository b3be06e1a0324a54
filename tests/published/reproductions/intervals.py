"""Coverage, and what averaging the opponents costs."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri

from tprstats.elo import LOGIT_PER_ELO, difference, expected
from tprstats.exact import score_distribution
from tprstats.intervals.coverage import coverage_of, spread_schedule
from tprstats.outcomes import NoDraws
from tprstats.results import Intervals


def wald_coverage(games: int, share: float) -> float:
    """Coverage of the 95 % Wald interval of a binomial share.

    Equal opponents and no draws make the score binomial, and the share's interval one of ratings.
    (Our own ``wald`` is symmetric in the rating, not in the share: another interval.)
    """
    truth = difference([share])
    p = np.arange(games + 1) / games
    half = ndtri(0.975) * np.sqrt(p * (1.0 - p) / games)
    low, high = difference(np.clip(p - half, 0.0, 1.0)), difference(np.clip(p + half, 0.0, 1.0))
    ends = Intervals(low, high, np.zeros(games + 1, dtype=np.uint8))
    law = score_distribution(spread_schedule(games, 0.0), truth[None, :], NoDraws())[0]
    return float(coverage_of(ends, truth, law[:, ::2], 0.0).covered[0])


def brown_cai_dasgupta() -> dict[str, float]:
    cases = ((100, 0.106), (100, 0.107), (30, 0.2), (98, 0.2), (17, 0.5), (40, 0.5))
    return {f"n = {n}, p = {p:g}": wald_coverage(n, p) for n, p in cases}


SPREADS = (50, 100, 150, 200, 300, 400)
AHEAD = (50, 100, 200, 300, 400)


def shrinkage(sd: float) -> float:
    """Kappa of the excess over normal opponents: 1 / sqrt(1 + pi (C s)**2 / 8)."""
    return float(1.0 / np.sqrt(1.0 + np.pi * (LOGIT_PER_ELO * sd) ** 2 / 8.0))


def kappa_percent() -> dict[str, float]:
    return {f"SD {s}": 100.0 * (shrinkage(s) - 1.0) for s in (100, 150, 200, 300)}


def kappa_exact() -> dict[str, float]:
    """Bias of ``average`` after many games against normal opponents, by quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(120)
    weights = weights / weights.sum()
    return {
        f"SD {s}, {d} ahead": float(difference(weights @ expected(d - s * nodes)) - d)
        for s in SPREADS
        for d in AHEAD
    }


def kappa_form() -> dict[str, float]:
    found = {f"SD {s}, {d} ahead": d * (shrinkage(s) - 1.0) for s in SPREADS for d in AHEAD}
    exact = kappa_exact()
    return found | {
        "largest distance from the exact bias": max(abs(exact[k] - x) for k, x in found.items())
    }
