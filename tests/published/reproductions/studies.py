"""Monte Carlo errors of simulation studies."""

from __future__ import annotations

import numpy as np

from tprstats.mcse import emp_se_mcse, mean_of_events, share_mcse


def morris() -> dict[str, float]:
    return {
        "coverage 95 %, 1900 replicates": 100.0 * share_mcse(0.95, 1900),
        "coverage 50 %, 10000 replicates": 100.0 * share_mcse(0.5, 10_000),
        "coverage 95 %, 1000 replicates": 100.0 * share_mcse(0.95, 1000),
    }


# Empirical standard error, coverage and power of 1000 replicates.
MISIM = {
    "CC": (0.1511, 0.943, 0.946),
    "MI_LOGT": (0.1320, 0.949, 0.969),
    "MI_T": (0.1344, 0.943, 0.963),
}


def rsimsum() -> dict[str, float]:
    """Errors of the printed figures.

    The error of a bias needs the estimates' SD alone: any made estimates with it will do.
    """
    found = {}
    for name, (spread, covered, power) in MISIM.items():
        made = np.tile([-1.0, 1.0], 500)
        made *= spread / made.std(ddof=1)
        found[f"{name}: bias"] = mean_of_events(made).mcse
        found[f"{name}: EmpSE"] = emp_se_mcse(spread, 1000)
        found[f"{name}: coverage"] = share_mcse(covered, 1000)
        found[f"{name}: power"] = share_mcse(power, 1000)
    return found
