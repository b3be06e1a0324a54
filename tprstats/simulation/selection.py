"""How far the top of a ranking overstates its player: the luck of being looked at last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tprstats._version import __version__
from tprstats.cells import counted, level_text
from tprstats.errors import TprstatsError
from tprstats.estimators import estimate, get_rule
from tprstats.intervals import interval as compute_interval
from tprstats.mcse import Figure, Share, mean_of_events, share_of_events
from tprstats.outcomes import EloDavidson, draw_share_at_level
from tprstats.records import Event
from tprstats.simulation.designs import Design, Replay, Swiss
from tprstats.simulation.fields import Field
from tprstats.simulation.run import simulate
from tprstats.tables import Table

__all__ = ["PlaceLuck", "SelectionLuck", "design_of", "selection_luck"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PlaceLuck:
    """What a place in the ranking of performances means.

    Parameters
    ----------
    place
        1 for the top performance.
    excess
        Performance minus true strength of the player in that place, Elo, mean over events.
    coverage
        Share of events in which the player's interval holds the true strength.
    """

    place: int
    excess: Figure
    coverage: Share


@dataclass(frozen=True)
class SelectionLuck:
    """Selection excess and coverage by place; see :func:`selection_luck`."""

    places: tuple[PlaceLuck, ...]
    method: str
    interval: str
    level: float
    events: int
    stopped: int
    seed: int
    system: str
    assumptions: str

    @property
    def table(self) -> Table:
        """Place, excess and coverage."""
        rows = [(str(p.place), str(p.excess), str(p.coverage)) for p in self.places]
        columns = ("place", f"{self.method} above true strength (MCSE)", "interval holds it (MCSE)")
        return Table(columns, rows, "rrr")

    def words(self) -> str:
        """Two sentences."""
        top = self.places[0]
        return (
            f"In {counted(self.events, 'simulated event')} of this kind ({self.assumptions}), the "
            f"performance in place {top.place} lay {top.excess.value:.0f} Elo above its player's "
            f"true strength on average (Monte Carlo error {top.excess.mcse:.0f}), and its "
            f"{level_text(self.level)} interval held that strength in {top.coverage.percent} of "
            "them."
        )

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "schema": 1,
            "method": self.method,
            "interval": self.interval,
            "level": self.level,
            "events": self.events,
            "stopped": self.stopped,
            "seed": self.seed,
            "system": self.system,
            "assumptions": self.assumptions,
            "places": [
                {
                    "place": p.place,
                    "excess": p.excess.to_json(),
                    "coverage": p.coverage.to_json(),
                }
                for p in self.places
            ],
            "version": __version__,
        }


def design_of(event: Event, *, system: str = "dutch", draw_share: float | None = None) -> Design:
    """An event of the same field and kind: who would play it again.

    A round robin (everybody met everybody) keeps its pairings; any other event becomes a Swiss of
    as many rounds as were paired under ``system``. Published ratings are taken as true strengths.
    """
    rated = [r.player.rating for r in event.records if r.player.rating is not None]
    if len(rated) < 2:
        raise TprstatsError(f"{event.name}: fewer than two rated players to simulate")
    share = float(draw_share_at_level(np.mean(rated))) if draw_share is None else draw_share
    model = EloDavidson(share)
    met = [len({g.person for g in r.played()}) for r in event.records]
    if min(met) >= len(event) - 1:
        return Replay.of(event, model)
    rounds = max(1, event.paired_rounds)
    return Swiss(Field.of(rated), model, rounds=rounds, system=system)


def selection_luck(
    design: Design,
    *,
    events: int = 1000,
    seed: int = 1,
    places: Sequence[int] = (1,),
    method: str = "firth",
    interval: str = "midp",
    level: float = 0.95,
    progress: Callable[[int], None] | None = None,
) -> SelectionLuck:
    """How far the performances in chosen places lie above true strength.

    Parameters
    ----------
    design
        Field and pairing system.
    events, seed
        How many events, and the seed of their random numbers.
    places
        Places in the ranking of performances, from 1.
    method
        Rule of the ranking.
    interval, level
        Interval whose coverage is counted, draw share plugged in as for a single record.
    progress
        Called with the number of events done.

    Examples
    --------
    >>> from tprstats.simulation import Field, RoundRobin
    >>> found = selection_luck(RoundRobin(Field(10, fixed=True)), events=400)
    >>> found.places[0].excess.value > 50, found.places[0].coverage.value < 0.95
    (True, True)
    """
    rule = get_rule(method)
    if rule.event_level or rule.needs & {"order", "own"}:
        raise TprstatsError(f"{method} cannot rank simulated events; take fide, firth or average")
    worst = max(places)
    if min(places) < 1 or worst > design.players:
        raise TprstatsError(f"places must lie between 1 and {design.players}")
    share = getattr(design.model, "draw_share", 0.3) or 0.0
    excess: dict[int, list[Array]] = {p: [] for p in places}
    covered: dict[int, list[Array]] = {p: [] for p in places}
    stopped = done = 0
    for batch in simulate(design, events=events, seed=seed):
        ended = batch.stopped == 0
        stopped += int((~ended).sum())
        done += batch.events
        records = batch.record_batch()
        ratings = batch.by_event(estimate(records, method).values)
        order = np.argsort(-np.where(np.isnan(ratings), -np.inf, ratings), axis=1, kind="stable")
        column = np.arange(batch.events)
        for p in places:
            who = order[:, p - 1]
            truth = batch.players.strength[column, who]
            ok = ended & ~np.isnan(ratings[column, who])
            excess[p].append((ratings[column, who] - truth)[ok])
            chosen = records.take((who * batch.events + column)[ok])
            ends = compute_interval(chosen, interval, level=level, draw_prior=share)
            covered[p].append((ends.low <= truth[ok]) & (truth[ok] <= ends.high))
        if progress is not None:
            progress(done)
    found = tuple(
        PlaceLuck(
            p,
            mean_of_events(np.concatenate(excess[p])),
            share_of_events(np.concatenate(covered[p])),
        )
        for p in places
    )
    system = design.system if isinstance(design, Swiss) else "same pairings"
    return SelectionLuck(
        places=found,
        method=method,
        interval=interval,
        level=level,
        events=done,
        stopped=stopped,
        seed=seed,
        system=system,
        assumptions=(
            f"{counted(design.players, 'player')}, {system}, published ratings taken as true"
        ),
    )
