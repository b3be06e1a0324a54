"""Experiment ``real-form``: what real games say of form, slope, draws and colour, and how well
each rule and interval foretells the same player's next event.

The protocol is ``experiments/real-form/protocol.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, ndtri

from tprstats.cells import counted
from tprstats.elo import ELO_PER_LOGIT, expected
from tprstats.errors import UnknownNameError
from tprstats.intervals import INTERVALS
from tprstats.outcomes import draw_share_at_level
from tprstats.study.form_data import Games, Records, games_of, load_tables, records_of
from tprstats.study.form_forecast import score_intervals, score_points, score_replays
from tprstats.study.form_model import (
    Curve,
    Estimate,
    Form,
    draw_shares,
    draw_shift,
    event_form,
    fit_curve,
    form_moments,
)
from tprstats.study.form_predict import pairs_of, predictors
from tprstats.study.form_rows import COLUMNS, Rows, clustered_mean

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "analyse"]

Progress = Callable[[str, int, int], None]

LEVEL_EDGES = np.arange(800.0, 3001.0, 200.0)
DIFFERENCE_EDGES = np.arange(-425.0, 426.0, 50.0)
NEAR = 150.0
FEWEST_IN_BIN, FEWEST_RECORDS, FEWEST_PAIRS = 100, 30, 30
STEPS = 2 + len(INTERVALS)


def analyse(
    data_folder: Path,
    *,
    seed: int = 1,
    quick: bool = False,
    progress: Progress | None = None,
    groups: Sequence[str] | None = None,
) -> pd.DataFrame:
    """All results of the experiment as one tidy table.

    Parameters
    ----------
    data_folder
        Compact tables as ``experiments/real-form/build_data.py`` writes them.
    seed
        Of the game bootstraps and of the replays.
    quick
        At most 30 pairs of events a group, few resamples: a check that everything runs.
    progress
        Called with what is done, how much of it, and how much there is.
    groups
        Only these groups; by default all of the folder.

    Returns
    -------
    pandas.DataFrame
        Columns table, group, method, interval, measure, value, mcse, low, high, n. These are
        data, not simulations: ``mcse`` holds the standard error (allowing for clusters), ``low``
        and ``high`` the 95 % interval by Student's t; the table ``replay`` alone is simulated.

    Raises
    ------
    InputError
        Where a table is missing or cannot be used.
    """
    import pandas as pd

    games = load_tables(Path(data_folder))
    out = Rows()
    known = sorted(games["group"].unique())
    for name in groups or ():
        if name not in known:
            raise UnknownNameError("group", name, known)
    groups = known if groups is None else list(groups)
    for k, name in enumerate(groups):
        part = games[games["group"] == name]
        out.group = name

        def told(what: str, step: int, k: int = k, name: str = name) -> None:
            if progress is not None:
                progress(f"{name}: {what}", k * STEPS + 2 + step, len(groups) * STEPS)

        told("games", -2)
        single, records = games_of(part), records_of(part)
        if single.clusters < 2:
            continue
        curve = fit_curve(single)
        _describe(out, single, records, curve)
        if len(records) >= FEWEST_RECORDS:
            form = _form(out, records, curve)
            pairs = pairs_of(
                records,
                draw_shift=draw_shift(single, curve),
                white_advantage=curve.white_advantage.value,
                classical=name.endswith("classical"),
            )
            if quick and len(pairs) > FEWEST_PAIRS:
                pairs = pairs.take(np.linspace(0, len(pairs) - 1, FEWEST_PAIRS).astype(np.int64))
            if len(pairs) >= FEWEST_PAIRS:
                told("next events", -1)
                rated = dict(predictors(pairs))
                score_points(out, pairs, rated)
                variance = form.form.value
                score_intervals(
                    out,
                    pairs,
                    rated,
                    form_variance=variance,
                    seed=seed,
                    resamples=49 if quick else 399,
                    told=told,
                )
                times = 2 if quick else 10
                score_replays(out, pairs, curve, form_variance=variance, times=times, seed=seed)
    if progress is not None:
        progress("done", len(groups) * STEPS, len(groups) * STEPS)
    return pd.DataFrame(out.rows, columns=list(COLUMNS))


def _describe(out: Rows, games: Games, records: Records, curve: Curve) -> None:
    """Counts, slope, white advantage, draw shares by level and the curve of scores."""
    n = len(games)
    for measure, value in (
        ("games", n),
        ("clusters", games.clusters),
        ("records", len(records)),
        ("players with records", len(np.unique(records.player))),
        ("pairs of events", int((records.following >= 0).sum())),
        ("games a record", float(records.batch.counts.mean()) if len(records) else float("nan")),
        ("mean rating", float(games.level.mean())),
        ("SD of the rating difference", float(games.difference.std())),
        ("draws", float((games.half_points == 1.0).mean())),
    ):
        out.number("counts", measure, value, n)
    out.add("curve", "slope", curve.slope)
    out.add("curve", "white advantage", curve.white_advantage)
    out.add("curve", "offset", curve.offset)
    near = games.take(np.abs(games.difference) <= NEAR)
    if near.clusters > 1:
        out.add("curve", f"slope within {NEAR:.0f}", fit_curve(near).slope)
    for level, share in draw_shares(games, curve, LEVEL_EDGES):
        if share.n >= FEWEST_IN_BIN:
            left = LEVEL_EDGES[np.searchsorted(LEVEL_EDGES, level, side="right") - 1]
            where = f"{left:.0f} to {left + 200.0:.0f}"
            out.add("draws", "draw share", share, interval=where)
            out.number("draws", "mean level", level, share.n, interval=where)
            rule = float(draw_share_at_level(level))
            out.number("draws", "level rule", rule, share.n, interval=where)
    # What the rating difference would be for equals of colour and of true rating.
    moved = games.difference + curve.white_advantage.value * games.colour
    if np.isfinite(curve.offset.value):
        moved = moved + curve.offset.value * games.owner
    for low, high in pairwise(DIFFERENCE_EDGES):
        inside = (moved >= low) & (moved < high)
        part = games.take(inside)
        if len(part) >= FEWEST_IN_BIN and part.clusters > 1:
            where = f"{low:+.0f} to {high:+.0f}"
            found = clustered_mean(part.half_points / 2.0, np.ones(len(part)), part.cluster)
            out.add("scores", "score", found, interval=where)
            out.number("scores", "mean difference", moved[inside].mean(), len(part), interval=where)
            wanted = float(expected(moved[inside]).mean())
            out.number("scores", "Elo's curve", wanted, len(part), interval=where)


def _form(out: Rows, records: Records, curve: Curve) -> Form:
    """Form with the group's clusters and, where those are players, by player and year."""
    paired = np.zeros(len(records), dtype=bool)
    first = np.flatnonzero(records.following >= 0)
    paired[first] = paired[records.following[first]] = True
    if first.size >= FEWEST_PAIRS:
        records = records.take(np.flatnonzero(paired))
    moments = form_moments(records, curve)
    form = event_form(records, moments)
    kinds = {"": records}
    if first.size >= FEWEST_PAIRS:
        label = np.stack([records.player, np.floor(records.day / 365.25).astype(np.int64)])
        years = np.unique(label, axis=1, return_inverse=True)[1]
        kinds["by player and year"] = replace(records, cluster=np.asarray(years, dtype=np.int64))
    for method, some in kinds.items():
        found = form if method == "" else event_form(some, moments)
        for name, e in (("total", found.total), ("lasting", found.lasting), ("form", found.form)):
            if name == "total" or first.size >= FEWEST_PAIRS:
                out.variance("form", name, e, method=method)
    if first.size >= FEWEST_PAIRS:
        _left_out(out, form.form, records)
    return form


def _left_out(out: Rows, form: Estimate, records: Records) -> None:
    """How often a right 95 % interval of the games holds the strength without its form.

    With chance error SE and form SD t it is ``2 Phi(1.96 / sqrt(1 + t**2 / SE**2)) - 1``, between
    equals and at the records' draw share.
    """
    batch = records.batch
    draws = float(batch.draws.sum() / batch.counts.sum())
    low, high = form.ends()
    for games in (5, 9, 11, 30, 100):
        chance = ELO_PER_LOGIT**2 * 4.0 * (1.0 - draws) / games
        value, least, most = (
            float(2.0 * ndtr(ndtri(0.975) / np.sqrt(1.0 + max(v, 0.0) / chance)) - 1.0)
            for v in (form.value, high, low)
        )
        out.add(
            "left out",
            "coverage of long-run strength",
            Estimate(value, float("nan"), form.clusters, form.n),
            interval=counted(games, "game"),
            ends=(least, most),
        )
