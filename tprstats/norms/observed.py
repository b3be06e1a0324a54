"""Norm-level scores in real events: how many there were, and how many chance foretells."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import stdtrit

from tprstats._version import __version__
from tprstats.errors import TprstatsError
from tprstats.mcse import Figure, mean_of_events
from tprstats.norms.batch import norm_scores
from tprstats.norms.chances import Chances
from tprstats.norms.check import LEAST_GAMES
from tprstats.norms.games import norm_record
from tprstats.norms.luck import rules_of
from tprstats.norms.sequences import norm_by_score
from tprstats.norms.thresholds import MOST_EXACT, NEVER, Rules, needs_of
from tprstats.norms.titles import Title, get_title
from tprstats.norms.verdicts import Clause, Verdict
from tprstats.outcomes import OutcomeModel
from tprstats.records import Event
from tprstats.simulation import Fixed, design_of
from tprstats.simulation import simulate as simulate_events
from tprstats.tables import Table, level_text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EventCount", "ObservedNorms", "observed_norms"]

FEWEST_EVENTS = 5
"""Below this the spread between events cannot be told from the events."""


@dataclass(frozen=True)
class EventCount:
    """One event.

    Parameters
    ----------
    players
        Rated players with enough games and opponents strong enough for a norm-level score.
    observed, predicted
        Norm-level scores, and their expected number if ratings were strengths.
    variance
        Of the number, if the players were independent.
    simulated
        Expected number in simulated events of the same field, where asked for.
    """

    event: str
    players: int
    observed: int
    predicted: float
    variance: float
    simulated: Figure | None = None

    @property
    def excess(self) -> float:
        """Observed minus expected: by the simulation where there is one."""
        return self.observed - (self.simulated.value if self.simulated else self.predicted)


@dataclass(frozen=True)
class ObservedNorms:
    """The answer of :func:`observed_norms`."""

    title: str
    level: float
    events: tuple[EventCount, ...]

    @property
    def players(self) -> int:
        return sum(e.players for e in self.events)

    @property
    def observed(self) -> int:
        return sum(e.observed for e in self.events)

    @property
    def predicted(self) -> float:
        return sum(e.predicted for e in self.events)

    @property
    def simulated(self) -> Figure | None:
        """Expected number in simulated events, where asked for."""
        found = [e.simulated for e in self.events if e.simulated is not None]
        if not found:
            return None
        error = float(np.sqrt(sum(f.mcse**2 for f in found)))
        return Figure(sum(f.value for f in found), error)

    @property
    def independent_sd(self) -> float:
        """SD of the number of norm-level scores if all players were independent."""
        return float(np.sqrt(sum(e.variance for e in self.events)))

    @property
    def excess(self) -> tuple[float, float] | None:
        """Interval of observed minus expected, events as the unit; None for few events.

        Student's t on the differences of the events; the simulation's error is in them.
        """
        m = len(self.events)
        if m < FEWEST_EVENTS:
            return None
        d = np.array([e.excess for e in self.events])
        half = float(stdtrit(m - 1, 0.5 + self.level / 2.0) * np.sqrt(m) * d.std(ddof=1))
        return float(d.sum()) - half, float(d.sum()) + half

    @cached_property
    def table(self) -> Table:
        """Event by event, and the sum."""
        rows = [
            (e.event, str(e.players), str(e.observed), f"{e.predicted:.1f}", str(e.simulated))
            for e in self.events
        ]
        total = (str(self.players), str(self.observed), f"{self.predicted:.1f}")
        rows.append(("all", *total, str(self.simulated)))
        columns = ("event", "players", "observed", "replayed", "simulated (MCSE)")
        wide = len(columns) - (self.simulated is None)
        return Table(columns[:wide], [r[:wide] for r in rows], "lrrrr"[:wide])

    def words(self) -> str:
        """What can be said of the difference."""
        said = (
            f"{self.title}-level scores: {self.observed} observed; {self.predicted:.1f} expected "
            f"with the same opponents replayed (SD {self.independent_sd:.1f} if players were "
            "independent and rated exactly)"
        )
        if self.simulated is not None:
            said += f"; {self.simulated} in simulated events of the same fields (Monte Carlo error)"
        if self.excess is None:
            return (
                f"{said}. Whether chance foretells too few or too many cannot be told from so few "
                f"as {len(self.events)} events."
            )
        low, high = self.excess
        between = f"{level_text(self.level)} interval {low:+.1f} to {high:+.1f}, events as the unit"
        verdict = (
            "cannot be told from these events"
            if low <= 0.0 <= high
            else "there were fewer"
            if high < 0.0
            else "there were more"
        )
        against = "simulated" if self.simulated is not None else "replayed"
        return f"{said}. Observed minus {against}: {between}; more or fewer: {verdict}."

    def __str__(self) -> str:
        return f"{self.table}\n\n{textwrap.fill(self.words(), 80)}"

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "schema": 1,
            "title": self.title,
            "level": self.level,
            "observed": self.observed,
            "predicted": self.predicted,
            "independent_sd": self.independent_sd,
            "simulated": None if self.simulated is None else self.simulated.to_json(),
            "excess": None if self.excess is None else list(self.excess),
            "events": [_plain(e) for e in self.events],
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row an event."""
        import pandas as pd

        return pd.DataFrame([{"title": self.title, **_plain(e)} for e in self.events])


def _plain(e: EventCount) -> dict[str, Any]:
    return {**vars(e), "simulated": None if e.simulated is None else e.simulated.to_json()}


def observed_norms(
    events: Iterable[Event],
    title: str | Title,
    *,
    level: float = 0.95,
    minimum: int = LEAST_GAMES,
    model: OutcomeModel | None = None,
    simulate: int = 0,
    seed: int = 1,
) -> ObservedNorms:
    """Count norm-level scores, and compare with their exact chances at published ratings.

    A norm-level score is a title performance (1.4.6 to 1.4.9, the best choice of games of
    1.4.1e, f), whoever made it and whatever the mix of opponents. Players of one event share
    opponents and form of the day, so the event is the unit.

    Replayed chances take the pairings as given. In a Swiss these follow the results: who met
    opponents strong enough for a norm had scored well, and replaying that schedule foretells
    fewer norm-level scores than there are. ``simulate`` pairs anew.

    Parameters
    ----------
    events
        Tournaments with FIDE ratings.
    title
        Title.
    level
        Of the interval.
    minimum
        Least number of games.
    model
        What one game gives in the replay; by default draws and white advantage by the level.
    simulate, seed
        Simulate so many events of each field too (a Swiss under the Dutch system).

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> found = observed_norms([tpr.read(example_path())], "IM", minimum=5)
    >>> len(found.events), found.excess is None
    (1, True)
    """
    if not 0.0 < level < 1.0:
        raise TprstatsError(f"the level must lie between 0 and 1 (95 % is 0.95), not {level:g}")
    wanted = get_title(title)
    counts = [(e, _count(e, wanted, minimum, model)) for e in events]
    if simulate:
        counts = [
            (e, replace(c, simulated=_simulated(e, wanted, minimum, simulate, seed)))
            for e, c in counts
            if c.players
        ]
    return ObservedNorms(wanted.name, level, tuple(c for _, c in counts if c.players))


def _simulated(event: Event, title: Title, minimum: int, events: int, seed: int) -> Figure:
    """Mean number of norm-level scores in simulated events."""
    design = design_of(event)
    robin = isinstance(design, Fixed)
    counts = [
        norm_scores(batch, title, least=minimum, predetermined=robin)[batch.stopped == 0].sum(
            axis=1
        )
        for batch in simulate_events(design, events=events, seed=seed)
    ]
    return mean_of_events(np.concatenate(counts))


def _count(event: Event, title: Title, minimum: int, model: OutcomeModel | None) -> EventCount:
    waived = Clause("1.4.3", "", Verdict.MET)
    chances, made = [], 0
    for r in event.records:
        rounds = norm_record(r, event)
        games = rounds.played
        if r.player.rating is None or len(games) > MOST_EXACT:
            continue
        rules, _ = rules_of(rounds, title, waived, minimum=minimum)
        bare = Rules(title, rules.least, rules.predetermined, rules.double, False, False)
        needs = needs_of(games, bare)
        if needs.half_points.min(initial=NEVER) > 2 * len(games):
            continue
        replay, real = (Chances(games, model, replay=again) for again in (True, False))
        own = np.array([r.player.rating])
        chances.append(float(norm_by_score(needs, *replay.at(own))[1].sum()))
        made += round(float(norm_by_score(needs, *real.at(own))[1].sum()))
    p = np.array(chances)
    return EventCount(event.name, p.size, made, float(p.sum()), float((p * (1.0 - p)).sum()))
