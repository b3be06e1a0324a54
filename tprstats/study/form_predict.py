"""How well one event's rating, and its interval, foretell the same player's next event.

An estimate of strength is scored by the chance that it gave the results of the next event, an
interval by how often the next score fell where it said. Nothing of the next event but its
opponents, colours and, for the baseline, the player's published rating is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

from tprstats.elo import LOGIT_PER_ELO, expected
from tprstats.estimators import RULES, Rule
from tprstats.estimators.bayes import default_prior_sd
from tprstats.exact import game_chances
from tprstats.intervals import interval
from tprstats.intervals.draws import DRAW_SHARE_UNKNOWN
from tprstats.outcomes import EloDavidson, davidson_draws, draw_share_at_level
from tprstats.records import RecordBatch
from tprstats.scores import score_pmf
from tprstats.study.form_data import Records

__all__ = [
    "Outlook",
    "Pairs",
    "interval_nodes",
    "log_scores",
    "outlook",
    "pairs_of",
    "predictors",
    "share_that_returns",
]

Array = NDArray[np.float64]

REACH, STEP = 1000.0, 20.0
"""Strengths are looked at up to this far from the own rating, in steps of so many Elo."""

MOST_GAMES = 30
"""Games of an event from which on a pair is left out: matches of dozens of fast games, whose exact
distributions take too long."""

NODES = 20
"""Points by which an interval method is taken as a distribution of the strength."""


@dataclass(frozen=True)
class Pairs:
    """Two events in a row of one player each, ``m`` of them.

    Parameters
    ----------
    before, after
        The two records; ``own`` is the rating published for that event.
    cluster
        Number of the cluster of each pair.
    share_before, share_after
        Draw share between equals in the two events, ``(m,)``.
    white_advantage
        Elo.
    classical
        Whether the games are slow and over the board, where the level rule for draws holds.
    """

    before: RecordBatch
    after: RecordBatch
    cluster: NDArray[np.int64]
    share_before: Array
    share_after: Array
    white_advantage: float
    classical: bool

    def __len__(self) -> int:
        return len(self.before)

    def take(self, rows: NDArray[np.int64]) -> Pairs:
        """Some of the pairs."""
        return Pairs(
            self.before.take(rows),
            self.after.take(rows),
            self.cluster[rows],
            self.share_before[rows],
            self.share_after[rows],
            self.white_advantage,
            self.classical,
        )

    def chances(self, strength: Array) -> tuple[Array, Array, Array]:
        """Win, draw and loss in the second event's games, at strengths ``(m,)`` or ``(m, g)``."""
        return self._chances(self.after, self.share_after, strength)

    def replayed(self, strength: tuple[Array, Array], rng: np.random.Generator) -> Pairs:
        """The same schedules with results drawn at given strengths in the two events."""
        shares = (self.share_before, self.share_after)
        again = []
        for batch, share, theta in zip((self.before, self.after), shares, strength, strict=True):
            win, draw, _ = self._chances(batch, share, theta)
            u = rng.random(win.shape)
            s2 = np.where(u < win, 2, np.where(u < win + draw, 1, 0))
            half_points = np.where(batch.mask, s2, 0).astype(np.int8)
            again.append(replace(batch, half_points=np.asfortranarray(half_points)))
        return replace(self, before=again[0], after=again[1])

    def _chances(
        self, batch: RecordBatch, share: Array, strength: Array
    ) -> tuple[Array, Array, Array]:
        share = share.reshape(-1, *([1] * strength.ndim))
        return game_chances(batch, strength, EloDavidson(share, self.white_advantage))


def pairs_of(
    records: Records, *, draw_shift: float, white_advantage: float, classical: bool
) -> Pairs:
    """Each record with the one that follows it, where neither has over 30 games.

    Parameters
    ----------
    draw_shift
        Added to the logit of the level rule, so that the group's draws are met.
    """
    counts = records.batch.counts
    first = np.flatnonzero(records.following >= 0)
    first = first[np.maximum(counts[first], counts[records.following[first]]) <= MOST_GAMES]
    level = 0.5 * (records.batch.own + _mean_opponent(records.batch))
    share = expit(logit(draw_share_at_level(level)) + draw_shift)
    second = records.following[first]
    return Pairs(
        records.batch.take(first).trimmed(),
        records.batch.take(second).trimmed(),
        records.cluster[first],
        share[first],
        share[second],
        white_advantage,
        classical,
    )


def _mean_opponent(batch: RecordBatch) -> Array:
    return np.asarray(np.where(batch.mask, batch.opponents, 0.0).sum(axis=1) / batch.counts)


def standard_error(batch: RecordBatch, share: Array) -> Array:
    """Standard error of a performance rating at the own rating, Elo (statistics A.5)."""
    mask = batch.mask
    p = expected(np.where(mask, batch.own[:, None] - batch.opponents, 0.0))
    w = np.where(mask, p * (1.0 - p), 0.0)
    v = w - np.where(mask, davidson_draws(p, share[:, None]), 0.0) / 4.0
    return np.asarray(np.sqrt(v.sum(axis=1)) / (LOGIT_PER_ELO * w.sum(axis=1)))


def predictors(pairs: Pairs) -> Iterator[tuple[str, Array]]:
    """Every estimate of strength after the first event: its name, and Elo ``(m,)``.

    First the published ratings: ``rating`` of the second event (the baseline) and
    ``rating-before`` of the first. Then each rule that one record is enough for, as it is and
    ``… shrunk``: moved towards the rating before the first event by ``B = t² / (t² + SE²)``, with
    US Chess's prior SD t. NaN where a rule gives no number.
    """
    before = pairs.before
    yield "rating", pairs.after.own
    yield "rating-before", before.own
    prior = np.square(default_prior_sd(before.own))
    real = prior / (prior + np.square(standard_error(before, pairs.share_before)))
    for rule in RULES.values():
        if rule.event_level:
            continue
        values = np.asarray(_rated(rule, pairs))
        yield rule.id, values
        if "prior" not in rule.needs:
            yield f"{rule.id} shrunk", before.own + real * (values - before.own)


def _rated(rule: Rule, pairs: Pairs) -> Array:
    options = {"draw_share": pairs.share_before} if "draws" in rule.needs else {}
    return rule(pairs.before, **options).values


def log_scores(pairs: Pairs, strength: Array) -> Array:
    """Sum over the second event's games of the log chance of what happened, ``(m,)``."""
    win, draw, loss = pairs.chances(strength)
    s2 = pairs.after.half_points
    chance = np.where(s2 == 2, win, np.where(s2 == 1, draw, loss))
    told = np.log(np.maximum(chance, 1e-300))
    return np.asarray(np.where(pairs.after.mask, told, 0.0).sum(axis=1))


def share_that_returns(pairs: Pairs, strength: Array) -> tuple[Array, float]:
    """Share B of an excess over the rating that the second event shows again.

    B solves ``sum e_k (S_k - sum p(own + B e_k)) = 0`` with the excess e = strength - own of the
    first event: the weight that would have foretold the second best (quasi-likelihood).

    Returns
    -------
    scores, value
        Derivative-scaled score of each pair (its influence on B, ``(m,)``), and B.
    """
    excess = strength - pairs.before.own
    if not excess.any():
        return np.zeros(len(pairs)), float("nan")
    goal = pairs.after.scores / 2.0
    b = 0.0
    for _ in range(50):
        win, draw, _ = pairs.chances(pairs.before.own + b * excess)
        p = win + draw / 2.0
        mask = pairs.after.mask
        mean = np.where(mask, p, 0.0).sum(axis=1)
        bend = (LOGIT_PER_ELO * np.where(mask, p * (1.0 - p), 0.0)).sum(axis=1) * np.square(excess)
        step = float((excess * (goal - mean)).sum() / bend.sum())
        b += step
        if abs(step) < 1e-10:
            break
    return np.asarray(excess * (goal - mean) / bend.sum()), b


@dataclass(frozen=True)
class Outlook:
    """What each strength says of the score of the second event that did come.

    Parameters
    ----------
    start
        Lowest strength looked at, Elo, ``(m,)``; steps of 20.
    below, at
        Chance of a lower score, and of this one, at each strength, ``(m, 101)``.
    """

    start: Array
    below: Array
    at: Array

    def take(self, rows: NDArray[np.int64]) -> Outlook:
        """Those of some of the pairs."""
        return Outlook(self.start[rows], self.below[rows], self.at[rows])

    def mixed(self, strength: Array, spread: float = 0.0) -> tuple[Array, Array]:
        """Chances of a lower and of this score, averaged over equally likely strengths.

        Parameters
        ----------
        strength
            Elo ``(m, k)``; ends at infinity are the ends of the grid.
        spread
            SD of a normal change of strength between the events, Elo.
        """
        if spread > 0.0:
            nodes, weights = np.polynomial.hermite_e.hermegauss(9)
            parts = np.array([self.mixed(strength + spread * x) for x in nodes])
            below, at = np.tensordot(weights / weights.sum(), parts, axes=1)
            return below, at
        place = np.clip((strength - self.start[:, None]) / STEP, 0.0, self.below.shape[1] - 1.001)
        left = place.astype(np.int64)
        part = place - left

        def read(table: Array) -> Array:
            low = np.take_along_axis(table, left, axis=1)
            high = np.take_along_axis(table, left + 1, axis=1)
            return np.asarray(((1.0 - part) * low + part * high).mean(axis=1))

        return read(self.below), read(self.at)


def outlook(pairs: Pairs, chunk: int = 100) -> Outlook:
    """Chances of the second event's score on a grid of strengths around the own rating."""
    offsets = np.arange(-REACH, REACH + STEP / 2.0, STEP)
    below, at = (np.empty((len(pairs), offsets.size)) for _ in range(2))
    for k in range(0, len(pairs), chunk):
        rows = np.arange(k, min(k + chunk, len(pairs)))
        part = pairs.take(rows)
        pmf = score_pmf(*part.chances(part.before.own[:, None] + offsets))
        s2 = part.after.scores
        here = np.arange(rows.size)
        at[rows] = pmf[here, :, s2]
        lower = np.arange(pmf.shape[2]) < s2[:, None]
        below[rows] = np.einsum("mgk,mk->mg", pmf, lower)
    return Outlook(pairs.before.own - REACH, below, at)


def interval_nodes(pairs: Pairs, method: str, *, seed: int, resamples: int) -> Array:
    """An interval method as a distribution: 20 strengths of equal weight, ``(m, 20)``.

    The ends at the levels .05, .15, … .95 are taken as quantiles at .025, .075, … .975. NaN where
    the method gives no interval at .95. A bootstrap resamples the games and targets ``firth``; its
    middle quantiles can be one number, which it refuses as an interval: then both are the middle
    of the next wider one.
    """
    options: dict[str, Any] = {}
    if method.startswith("bootstrap") and method != "bootstrap-parametric":
        options = {"seed": seed, "n_resamples": resamples}
        if method != "bootstrap-studentized":
            options["rule"] = "firth"
    batch = pairs.before
    prior = draw_share_at_level(_mean_opponent(batch)) if pairs.classical else DRAW_SHARE_UNKNOWN
    lows: list[Array] = []
    highs: list[Array] = []
    for j in range(NODES // 2):
        level = 1.0 - (2.0 * j + 1.0) / NODES
        ends = interval(batch, method, level=level, draw_prior=prior, **options)
        low, high = ends.low, ends.high
        if lows:
            none, middle = np.isnan(low), 0.5 * (lows[-1] + highs[-1])
            low, high = np.where(none, middle, low), np.where(none, middle, high)
        lows.append(low)
        highs.append(high)
    return np.stack([*lows, *highs[::-1]], axis=1)


def covered(below: Array, at: Array, level: float) -> Array:
    """Share of each score's chance that lies in the central part of its forecast.

    The average over the uniform draw of a randomised probability transform: a right forecast
    has exactly ``level`` in the mean, however discrete the scores are.
    """
    low, high = (1.0 - level) / 2.0, (1.0 + level) / 2.0
    inside = np.clip(below + at, low, high) - np.clip(below, low, high)
    return np.asarray(inside / np.maximum(at, 1e-300))
