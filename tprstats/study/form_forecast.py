"""Scores of every rule and interval as forecasts of the next event, as rows of the results."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tprstats.intervals import INTERVALS
from tprstats.mcse import mean_of_events
from tprstats.study.form_model import Curve, Estimate, cluster_sums
from tprstats.study.form_predict import (
    Outlook,
    Pairs,
    covered,
    interval_nodes,
    log_scores,
    outlook,
    share_that_returns,
)
from tprstats.study.form_rows import Rows, clustered_mean

__all__ = ["LEVELS", "score_intervals", "score_points", "score_replays"]

Array = NDArray[np.float64]

LEVELS = (0.2, 0.5, 0.8, 0.9, 0.95, 0.99)
VARIANCES = np.linspace(0.0, 160.0**2, 33)
WIDENED = ("midp", "exact", "jeffreys", "bayes")
"""Intervals that are also judged with a change of form added."""

MOST_RESAMPLED = 240
"""Pairs on which game bootstraps are judged, evenly spaced: they take the longest."""


def score_points(out: Rows, pairs: Pairs, rated: dict[str, Array]) -> None:
    """Each estimate of strength: log score of the next games, and what of its excess returns."""
    games = pairs.after.counts.astype(np.float64)
    base = log_scores(pairs, rated["rating"])
    firth = log_scores(pairs, rated["firth"])
    for name, values in rated.items():
        ok = np.isfinite(values)
        told = log_scores(pairs, np.where(ok, values, pairs.before.own))
        weight = ok * games
        for measure, x in (
            ("log score", told),
            ("gain over rating", told - base),
            ("gain over firth", told - firth),
        ):
            found = clustered_mean(np.where(ok, x, 0.0), weight, pairs.cluster)
            out.add("next: points", measure, found, method=name)
        out.number("next: points", "undefined", 1.0 - ok.mean(), len(pairs), method=name)
        rows = np.flatnonzero(ok)
        scores, share = share_that_returns(pairs.take(rows), values[rows])
        sums = cluster_sums(scores[:, None], pairs.cluster[rows])
        g = len(np.unique(pairs.cluster[rows]))
        error = float(np.sqrt(np.square(sums).sum() * g / max(g - 1, 1)))
        returns = Estimate(share, error, g, rows.size)
        out.add("next: points", "share that returns", returns, method=name)


def score_intervals(
    out: Rows,
    pairs: Pairs,
    rated: dict[str, Array],
    *,
    form_variance: float,
    seed: int,
    resamples: int,
    told: Callable[[str, int], None],
) -> None:
    """Each interval as a forecast of the next score: calibration, log score, missing spread.

    Parameters
    ----------
    form_variance
        Elo²; ``with form`` adds twice as much (the form of either event) to some intervals.
    told
        Called with each method's name and number.
    """
    view = outlook(pairs)
    for name in ("rating", "firth", "bayes"):
        _forecast(out, pairs, view, rated[name][:, None], method=name, interval="none")
    spread = float(np.sqrt(max(2.0 * form_variance, 0.0)))
    spaced = np.linspace(0, len(pairs) - 1, min(len(pairs), MOST_RESAMPLED)).astype(np.int64)
    some, some_view = pairs.take(spaced), view.take(spaced)
    for k, method in enumerate(INTERVALS):
        told(method, k)
        if "resampling" in INTERVALS[method].needs:
            nodes = interval_nodes(some, method, seed=seed, resamples=resamples)
            _forecast(out, some, some_view, nodes, interval=method)
            continue
        nodes = interval_nodes(pairs, method, seed=seed, resamples=resamples)
        _forecast(out, pairs, view, nodes, interval=method)
        if method in WIDENED:
            _missing_spread(out, pairs, view, nodes, method)
            _forecast(out, pairs, view, nodes, spread, method="with form", interval=method)


def _forecast(
    out: Rows,
    pairs: Pairs,
    view: Outlook,
    nodes: Array,
    spread: float = 0.0,
    *,
    method: str = "",
    interval: str,
) -> None:
    ok = np.asarray(~np.isnan(nodes).any(axis=1))
    below, at = view.mixed(np.where(ok[:, None], nodes, pairs.before.own[:, None]), spread)
    weight = np.asarray(ok, dtype=np.float64)
    table = "next: intervals"

    def add(measure: str, values: Array) -> None:
        found = clustered_mean(np.where(ok, values, 0.0), weight, pairs.cluster)
        out.add(table, measure, found, method=method, interval=interval)

    add("log score of the event", np.log(np.maximum(at, 1e-300)))
    for level in LEVELS:
        add(f"coverage {100 * level:.0f}", covered(below, at, level))
    left = 1.0 - float(weight.mean())
    out.number(table, "undefined", left, len(pairs), method=method, interval=interval)


def _missing_spread(out: Rows, pairs: Pairs, view: Outlook, nodes: Array, method: str) -> None:
    """The variance to add to an interval's distribution that foretells the next scores best.

    The maximum of the summed log score over a grid, between (and below) its points by a parabola,
    so that an interval that is too wide has one below 0; the error leaves out one cluster at a
    time.
    """
    told = np.stack(
        [np.log(np.maximum(view.mixed(nodes, float(np.sqrt(v)))[1], 1e-300)) for v in VARIANCES],
        axis=1,
    )
    sums = cluster_sums(told, pairs.cluster)[np.unique(pairs.cluster)]
    best, g = _peak(sums.sum(axis=0)), sums.shape[0]
    left = np.array([_peak(sums.sum(axis=0) - row) for row in sums])
    error = float(np.sqrt((g - 1) / g * np.square(left - left.mean()).sum()))
    found = Estimate(best, error, g, len(pairs))
    out.variance("next: intervals", "missing", found, interval=method)


def _peak(curve: Array) -> float:
    """Where the parabola through the highest point and its neighbours has its top."""
    k = min(max(int(curve.argmax()), 1), curve.size - 2)
    a, b, c = curve[k - 1 : k + 2]
    bend = a - 2.0 * b + c
    if bend >= 0.0:
        return float(VARIANCES[int(curve.argmax())])
    return float(VARIANCES[k] + (VARIANCES[1] - VARIANCES[0]) * 0.5 * (a - c) / bend)


def score_replays(
    out: Rows, pairs: Pairs, curve: Curve, *, form_variance: float, times: int, seed: int
) -> None:
    """Coverage of the default interval when results are drawn with no form, and with form.

    What an interval that is right for its own games would show here: discrete scores and the
    estimated draw share move its coverage a little off the level even without form.
    """
    rng = np.random.default_rng(seed)
    centre = pairs.before.own + (curve.offset.value if np.isfinite(curve.offset.value) else 0.0)
    for label, variance in (("no form", 0.0), ("form as estimated", max(form_variance, 0.0))):
        found = np.empty((times, len(LEVELS)))
        for k in range(times):
            form = np.sqrt(variance) * rng.standard_normal((2, len(pairs)))
            again = pairs.replayed((centre + form[0], centre + form[1]), rng)
            nodes = interval_nodes(again, "midp", seed=seed, resamples=1)
            below, at = outlook(again).mixed(nodes)
            found[k] = [covered(below, at, level).mean() for level in LEVELS]
        for j, level in enumerate(LEVELS):
            mean = mean_of_events(found[:, j])
            e = Estimate(mean.value, mean.mcse, times, times * len(pairs))
            out.add("replay", f"coverage {100 * level:.0f}", e, method=label, interval="midp")
