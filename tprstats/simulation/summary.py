"""What a run of simulated events says about performance ratings, rule by rule."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats._version import __version__
from tprstats.cells import counted
from tprstats.estimators import estimate
from tprstats.mcse import Figure, mean_of_events
from tprstats.simulation.designs import Design, Swiss, design_factors
from tprstats.simulation.run import simulate
from tprstats.tables import Shown, Table

__all__ = ["METHODS", "MethodSummary", "Summary", "summarise"]

Array = NDArray[np.float64]

METHODS = ("fide", "average", "shortcut", "per-opponent", "firth")
"""Rules of a summary, unless others are named."""


@dataclass(frozen=True)
class MethodSummary:
    """One rule over all players of all events.

    Parameters
    ----------
    bias, rmse
        Mean and root mean square of rating minus strength in the event, given a number, Elo.
    top
        The same for the best performance of an event: what being on top is worth.
    undefined
        Share of records without a number.
    """

    method: str
    bias: Figure
    rmse: Figure
    top: Figure
    undefined: float


@dataclass(frozen=True)
class Summary(Shown):
    """The answer of :func:`summarise`."""

    methods: tuple[MethodSummary, ...]
    events: int
    stopped: int
    players: int
    rounds: int
    seed: int
    design: dict[str, Any]

    @property
    def table(self) -> Table:
        """Rule, bias, RMSE, top of the event, share without a number."""
        rows = [
            (m.method, str(m.bias), str(m.rmse), str(m.top), f"{100 * m.undefined:.1f}%")
            for m in self.methods
        ]
        return Table(("rule", "bias", "RMSE", "bias of the best", "no number"), rows, "lrrrr")

    def words(self) -> tuple[str, ...]:
        """What was simulated, and what the numbers are."""
        size = f"{counted(self.players, 'player')}, {counted(self.rounds, 'round')}"
        head = f"{counted(self.events, 'event')} of {size}; seed {self.seed}."
        said = (
            "Rating minus strength in the event, in Elo, over everybody and for the best "
            "performance of each event; Monte Carlo standard errors in brackets (the event is "
            "the unit)."
        )
        if not self.stopped:
            return head, said
        left_out = f"{counted(self.stopped, 'event')} had no legal pairing in some round: left out."
        return head, said, left_out

    def __str__(self) -> str:
        head, *said = self.words()
        below = [textwrap.fill(w, 80) for w in said]
        return "\n".join([head.rstrip("."), "", str(self.table), "", *below])

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "schema": 1,
            "events": self.events,
            "stopped": self.stopped,
            "players": self.players,
            "rounds": self.rounds,
            "seed": self.seed,
            "design": self.design,
            "methods": [
                {
                    "method": m.method,
                    "bias": m.bias.to_json(),
                    "rmse": m.rmse.to_json(),
                    "best": m.top.to_json(),
                    "undefined": m.undefined,
                }
                for m in self.methods
            ],
            "version": __version__,
        }


def summarise(
    design: Design,
    *,
    events: int,
    seed: int,
    chunk: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Simulate, rate everybody by the five main rules, and compare with true strength.

    Events in which some round had no legal pairing are left out and counted.

    Examples
    --------
    >>> import tprstats as tpr
    >>> found = summarise(tpr.RoundRobin(tpr.Field(6)), events=50, seed=1)
    >>> [m.method for m in found.methods]
    ['fide', 'average', 'shortcut', 'per-opponent', 'firth']
    """
    parts: dict[str, list[tuple[Array, ...]]] = {m: [] for m in METHODS}
    done = stopped = rounds = 0
    for batch in simulate(design, events=events, seed=seed, chunk=chunk):
        ended = batch.stopped == 0
        done, stopped, rounds = done + batch.events, stopped + int((~ended).sum()), batch.rounds
        records = batch.record_batch()
        for m in METHODS:
            error = batch.by_event(estimate(records, m).values) - batch.players.strength
            parts[m].append(_sums(error[ended], batch.players.strength[ended]))
        if progress is not None:
            progress(done)
    found = tuple(
        _method(m, *(np.concatenate(x) for x in zip(*parts[m], strict=True))) for m in METHODS
    )
    return Summary(
        methods=found,
        events=done,
        stopped=stopped,
        players=design.players,
        rounds=design.rounds if isinstance(design, Swiss) else rounds,
        seed=seed,
        design=design_factors(design),
    )


def _sums(error: Array, strength: Array) -> tuple[Array, ...]:
    """Per event: sum and square sum of errors, number known, players, error of the best."""
    known = ~np.isnan(error)
    filled = np.where(known, error, 0.0)
    rating = np.where(known, error + strength, -np.inf)
    best = rating.argmax(axis=1)
    top = filled[np.arange(error.shape[0]), best]
    return (
        filled.sum(axis=1),
        np.square(filled).sum(axis=1),
        known.sum(axis=1).astype(float),
        np.full(error.shape[0], float(error.shape[1])),
        np.where(known.any(axis=1), top, np.nan),
    )


def _method(
    method: str, total: Array, squares: Array, known: Array, players: Array, top: Array
) -> MethodSummary:
    mse = mean_of_events(squares, known)
    rmse = float(np.sqrt(mse.value))
    # Delta method: the error of a square root.
    root = Figure(rmse, mse.mcse / (2.0 * rmse) if rmse > 0 else float("nan"))
    return MethodSummary(
        method=method,
        bias=mean_of_events(total, known),
        rmse=root,
        top=mean_of_events(top[~np.isnan(top)]),
        undefined=1.0 - float(known.sum() / players.sum()) if players.size else float("nan"),
    )
