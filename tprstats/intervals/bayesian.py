"""Intervals that start from a prior: Jeffreys and a normal prior."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tprstats.estimators.bayes import strength_posterior
from tprstats.estimators.likelihood import information_sums, quasi_log_likelihood
from tprstats.intervals.registry import Setting, interval_method
from tprstats.quadrature import Posterior, posterior
from tprstats.results import Intervals

__all__ = ["bayes", "jeffreys"]

Array = NDArray[np.float64]


@interval_method(
    "jeffreys",
    "Jeffreys prior, equal tails",
    source="Jeffreys (1946); Brown, Cai and DasGupta (2001)",
    at_edges="two-sided and finite, with a long tail",
    advice="Always finite; of the finite ones without a prior rating it misses the truth on one "
    "side least often at few games, though more often than midp.",
)
def jeffreys(setting: Setting) -> Intervals:
    """Equal-tailed posterior interval under the prior ``sqrt(information)``.

    The likelihood is the quasi likelihood of the score divided by phi (see ``profile``), the
    information ``(sum pq)**2 / sum (pq - D/4)``. Without draws, against equal opponents, the
    posterior is Beta(S + 1/2, N - S + 1/2) in the expected score.

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[0.0] * 9], [[2] * 7 + [0] * 2])
    >>> ends = interval(nine, "jeffreys", draw_share=0.0)
    >>> round(float(ends.low[0]), 2), round(float(ends.high[0]), 2)
    (-30.53, 514.07)
    """
    batch = setting.batch
    phi = setting.dispersion(setting.firth)[:, None]

    def log_density(x: Array, rows: NDArray[np.int64]) -> Array:
        part = batch.take(rows)
        _, w, v = information_sums(part, x, setting.draw_share[rows])
        log_w, log_v = (np.log(np.maximum(a, 1e-300)) for a in (w, v))
        return np.asarray(quasi_log_likelihood(part, x) / phi[rows] + log_w - 0.5 * log_v)

    found = posterior(log_density, setting.firth, setting.scale)
    return _equal_tails(found, setting.level)


@interval_method(
    "bayes",
    "normal prior, exact score likelihood",
    source="statistics B.1, D",
    at_edges="two-sided and finite",
    advice="How strong is the player, given a rating from before the event? Shrinks towards that "
    "rating and is as wrong as it is.",
    target="player",
    needs=("prior",),
)
def bayes(setting: Setting) -> Intervals:
    """Equal-tailed posterior interval under a normal prior.

    A credible interval for the player's strength, given what was believed before these games: it
    answers another question than the intervals of the games alone. The likelihood is the exact
    chance of the score by convolution, with the draw share.

    Examples
    --------
    >>> from tprstats.intervals import interval
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[0.0] * 9], [[2] * 5 + [1] * 4])
    >>> ends = interval(nine, "bayes", draw_share=0.3, prior_mean=0.0, prior_sd=50.0)
    >>> round(float(ends.low[0])), round(float(ends.high[0]))
    (-46, 128)
    """
    found = strength_posterior(
        setting.batch, setting.prior_mean, setting.prior_sd, setting.draw_share
    )
    return _equal_tails(found, setting.level)


def _equal_tails(found: Posterior, level: float) -> Intervals:
    tail = (1.0 - level) / 2.0
    return Intervals.of(found.quantile(tail), found.quantile(1.0 - tail))
