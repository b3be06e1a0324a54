"""What the games add to what was known before: a normal prior, updated."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tprstats.elo import LOGIT_PER_ELO
from tprstats.estimators._worth import games_worth
from tprstats.estimators.firth import firth
from tprstats.estimators.likelihood import information_sums, score_log_likelihood
from tprstats.estimators.registry import rule
from tprstats.estimators.sums import schedule_reasons
from tprstats.quadrature import Posterior, posterior
from tprstats.records import RecordBatch
from tprstats.results import Ratings, Reason

__all__ = ["bayes", "default_prior_sd", "strength_posterior"]

Array = NDArray[np.float64]


def default_prior_sd(rating: ArrayLike) -> Any:
    """SD of true strength around a rating, Elo.

    US Chess weighs a rating like ``N* = 50 / sqrt(.662 + .00000739 (2569 - R)**2)`` games (50
    above 2355); a rating worth N* games between equals without draws has the SD
    ``(800 / ln 10) / sqrt(N*)`` (statistics D): 85 at 1500, 65 at 2000, 49 from 2355 on.

    Examples
    --------
    >>> [round(float(default_prior_sd(r))) for r in (1500, 2000, 2600)]
    [85, 65, 49]
    """
    return 800.0 / np.log(10.0) / np.sqrt(games_worth(rating))


def strength_posterior(
    batch: RecordBatch, prior_mean: Array, prior_sd: Array, draw_share: Array
) -> Posterior:
    """Posterior of the strength given the score, under a normal prior.

    Parameters
    ----------
    batch
        Records of rated games only, each with at least one.
    prior_mean, prior_sd, draw_share
        Elo, Elo and a share, ``(m,)``.
    """
    centre, scale = _mode(batch, prior_mean, prior_sd, draw_share)

    def log_density(x: Array, rows: Any) -> Array:
        likelihood = score_log_likelihood(batch.take(rows), x, draw_share[rows])
        away = (x - prior_mean[rows][:, None]) / prior_sd[rows][:, None]
        return np.asarray(likelihood - 0.5 * np.square(away))

    return posterior(log_density, centre, scale)


def _mode(
    batch: RecordBatch, prior_mean: Array, prior_sd: Array, draw_share: Array
) -> tuple[Array, Array]:
    """Mode of prior times quasi likelihood, and the width its curvature gives: where to look.

    The log density is concave, so Newton's steps, cut at 400 Elo, climb to the mode.
    """
    x = 0.5 * (prior_mean + firth(batch).values)
    score, precision = batch.scores / 2.0, 1.0 / np.square(prior_sd)
    bend = precision
    moving = np.ones(len(batch), dtype=bool)
    for _ in range(60):
        expected, w, v = (a[:, 0] for a in information_sums(batch, x[:, None], draw_share))
        phi = np.maximum(v, 1e-300) / np.maximum(w, 1e-300)
        slope = LOGIT_PER_ELO * (score - expected) / phi - (x - prior_mean) * precision
        bend = np.where(moving, LOGIT_PER_ELO**2 * w / phi + precision, bend)
        step = np.clip(slope / bend, -400.0, 400.0)
        # A record that has arrived stays: its neighbours' further steps are not its own.
        x = np.where(moving, x + step, x)
        moving &= np.abs(step) >= 1e-3
        if not moving.any():
            break
    return x, 1.0 / np.sqrt(bend)


@rule(
    "bayes",
    "posterior mean with a normal prior",
    source="statistics B.1, D; prior SD from US Chess's effective games",
    formula="mean of the posterior: N(own rating, SD) times the chance of the score",
    at_zero="finite, pulled towards the own rating",
    at_perfect="finite, pulled towards the own rating",
    needs=("opponents", "own", "draws", "prior"),
    strength=True,
)
def bayes(
    batch: RecordBatch,
    *,
    prior_mean: ArrayLike | None = None,
    prior_sd: ArrayLike | None = None,
    draw_share: ArrayLike = 0.0,
) -> Ratings:
    """Posterior mean of the strength: how strong the player is, the games and the past together.

    Parameters
    ----------
    batch
        Records; unrated opponents are left out.
    prior_mean
        Elo; the own rating by default.
    prior_sd
        Elo; :func:`default_prior_sd` of the prior mean by default.
    draw_share
        Draw share between equals: draws make the score say more.

    Examples
    --------
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[2300] * 9], [[2] * 5 + [1] * 4], own=[2300])
    >>> round(float(bayes(nine, prior_sd=70.0, draw_share=0.3).values[0] - 2300))
    67
    """
    batch = batch.rated()
    m = len(batch)
    mean = batch.own if prior_mean is None else np.broadcast_to(prior_mean, (m,)).astype(float)
    sd = default_prior_sd(mean) if prior_sd is None else np.broadcast_to(prior_sd, (m,))
    share = np.broadcast_to(np.asarray(draw_share, dtype=np.float64), (m,))
    why = schedule_reasons(batch)
    why = np.where((why == 0) & np.isnan(mean), np.uint8(Reason.NEEDS_OWN_RATING), why)
    values = np.full(m, np.nan)
    ok = np.flatnonzero(why == 0)
    if ok.size:
        sd = np.asarray(sd, dtype=np.float64)
        values[ok] = strength_posterior(batch.take(ok), mean[ok], sd[ok], share[ok]).mean()
    return Ratings.of(values, why)
