"""Norm-level scores seen in real events against those expected: words, tables, JSON."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import stdtrit

from tprstats._version import __version__
from tprstats.cells import chance_text, counted, level_text
from tprstats.mcse import Figure, holm
from tprstats.tables import Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EventCount", "ObservedNorms"]

FEWEST_EVENTS = 5
"""Below this the spread between events cannot be told from the events."""

ALPHA = 0.05


@dataclass(frozen=True)
class EventCount:
    """One event.

    Parameters
    ----------
    players
        Rated players with enough games and opponents strong enough for a norm-level score.
    observed, predicted
        Norm-level scores, and their expected number if ratings were strengths.
    sd
        Of that number, with the games that players share.
    p_replayed
        Chance of a number as far away or farther, either way, with the games really played.
    simulated, simulated_sd, p_simulated
        The same in simulated events of the same field, pairings following the results and whoever
        was away in a round away again; where asked for.
    """

    event: str
    players: int
    observed: int
    predicted: float
    sd: float
    p_replayed: float
    simulated: Figure | None = None
    simulated_sd: float | None = None
    p_simulated: float | None = None

    @property
    def excess(self) -> float:
        """Observed minus expected: by the simulation where there is one."""
        return self.observed - (self.simulated.value if self.simulated else self.predicted)


@dataclass(frozen=True)
class ObservedNorms:
    """The answer of :func:`observed_norms`.

    Parameters
    ----------
    title, level, events
        What was asked, and what each event gave.
    replicates, simulate
        Replays of an event and simulated events behind its p-values.
    """

    title: str
    level: float
    events: tuple[EventCount, ...]
    replicates: int = 0
    simulate: int = 0

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
    def sd(self) -> float:
        """SD of the number of norm-level scores with the games really played."""
        return float(np.sqrt(sum(e.sd**2 for e in self.events)))

    @cached_property
    def holm_replayed(self) -> tuple[float, ...]:
        """p-values of the events, games really played, after Holm's correction."""
        return tuple(holm([e.p_replayed for e in self.events]).tolist())

    @cached_property
    def holm_simulated(self) -> tuple[float, ...]:
        """p-values of the events, simulated fields, after Holm's correction; empty without."""
        p = [e.p_simulated for e in self.events if e.p_simulated is not None]
        return tuple(holm(p).tolist())

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
        """Event by event, and the sum; p-values after Holm's correction."""
        again = self.simulated is not None
        rows = []
        for k, e in enumerate(self.events):
            row = [e.event, str(e.players), str(e.observed), f"{e.predicted:.1f}"]
            row += [chance_text(self.holm_replayed[k])]
            rows.append((*row, *([str(e.simulated), chance_text(self.holm_simulated[k])] * again)))
        total = ["all", str(self.players), str(self.observed), f"{self.predicted:.1f}", ""]
        rows.append((*total, *([str(self.simulated), ""] * again)))
        columns = ("event", "players", "seen", "replayed", "p", "simulated (MCSE)", "p")
        wide = len(rows[0])
        return Table(columns[:wide], rows, "lrrrrrr"[:wide])

    def words(self) -> str:
        """What can be said of the difference."""
        said = (
            f"{self.title}-level scores: {self.observed} seen; {self.predicted:.1f} expected "
            f"where the games really played are replayed at published ratings (SD {self.sd:.1f})."
        )
        sentences = [said, self._failing(self.holm_replayed, "replayed")]
        if self.simulated is not None:
            sentences.append(
                f"In simulated events of the same fields, with the same absences: {self.simulated} "
                "(Monte Carlo error)."
            )
            sentences.append(self._failing(self.holm_simulated, "simulated"))
        if self.excess is None:
            sentences.append(
                "Whether chance foretells too few or too many over all events cannot be told from "
                f"so few as {counted(len(self.events), 'event')}."
            )
            return " ".join(sentences)
        low, high = self.excess
        verdict = (
            "cannot be told from these events"
            if low <= 0.0 <= high
            else "there were fewer"
            if high < 0.0
            else "there were more"
        )
        against = "simulated" if self.simulated is not None else "replayed"
        sentences.append(
            f"Seen minus {against}, events as the unit: {level_text(self.level)} interval "
            f"{low:+.1f} to {high:+.1f}; more or fewer: {verdict}."
        )
        return " ".join(sentences)

    def _failing(self, p: tuple[float, ...], how: str) -> str:
        """In which events the model fails, by p-values after Holm's correction."""
        pairs = zip(self.events, p, strict=True)
        bad = [
            f"{e.event} ({e.observed} seen, {self._expected(e, how):.1f} {how}, p {chance_text(x)})"
            for e, x in pairs
            if x < ALPHA
        ]
        family = f"event by event ({len(p)}, Holm)"
        # No p-value is below that of a number farther out than every one simulated.
        n = self.simulate if how == "simulated" else self.replicates
        least = 2.0 * len(p) / (n + 1)
        if n and not bad and least > ALPHA:
            return (
                f"Tested {family}, none could depart from that at 5 %: after Holm's correction "
                f"{counted(n, 'event')} {how} give no p below {chance_text(least)} (it takes "
                f"{40 * len(p) - 1})."
            )
        if not bad:
            return f"Tested {family}, none departs from that at 5 %."
        return f"Tested {family}, it fails in {'; '.join(bad)}."

    def _expected(self, e: EventCount, how: str) -> float:
        return e.simulated.value if how == "simulated" and e.simulated else e.predicted

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
            "sd": self.sd,
            "simulated": None if self.simulated is None else self.simulated.to_json(),
            "excess": None if self.excess is None else list(self.excess),
            "events": self._rows(),
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row an event."""
        import pandas as pd

        return pd.DataFrame([{"title": self.title, **row} for row in self._rows()])

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for k, e in enumerate(self.events):
            again = {
                "simulated": None if e.simulated is None else e.simulated.to_json(),
                "holm_replayed": self.holm_replayed[k],
                "holm_simulated": self.holm_simulated[k] if self.holm_simulated else None,
            }
            rows.append({**vars(e), **again})
        return rows
