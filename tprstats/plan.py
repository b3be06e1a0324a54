"""How many games a wanted precision takes, from the exact distribution of an interval's width."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tprstats._version import __version__
from tprstats.cells import counted, level_text, rating_text
from tprstats.elo import LOGIT_PER_ELO, expected
from tprstats.errors import TprstatsError
from tprstats.exact import outcome_batch, score_distribution, score_draws_distribution
from tprstats.intervals import get_interval, interval
from tprstats.intervals.draws import DRAW_SHARE_UNKNOWN
from tprstats.outcomes import EloDavidson
from tprstats.records import RecordBatch
from tprstats.results import check_level
from tprstats.tables import Shown, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Plan", "approximate_games", "half_width_chances", "plan"]

Array = NDArray[np.float64]

MOST_GAMES = 2000
_NEGLIGIBLE = 1e-9  # scores rarer than this are not looked at; their chance counts as "too wide"


def approximate_games(
    half_width: float, *, advantage: float = 0.0, draw_share: float = 0.3, level: float = 0.95
) -> float:
    """Games for a half-width by the normal approximation (statistics A.5).

    ``N = z**2 (pq - D/4) / (C pq H)**2``, a real number.

    Examples
    --------
    >>> [round(approximate_games(h, draw_share=0.3)) for h in (50, 100, 150, 200)]
    [130, 32, 14, 8]
    """
    win, draw, _ = EloDavidson(draw_share).wdl(advantage)
    p = float(expected(advantage))
    variance = float(win + draw / 4.0 - p * p)
    z = float(-ndtri((1.0 - level) / 2.0))
    return z * z * variance / (LOGIT_PER_ELO * p * (1.0 - p) * half_width) ** 2


def half_width_chances(
    games: int,
    *,
    advantage: float = 0.0,
    draw_share: float = 0.3,
    level: float = 0.95,
    method: str = "midp",
) -> tuple[Array, Array]:
    """Half-widths that an interval can have against opponents of one level, and their chances.

    Parameters
    ----------
    games
        Number of games, all opponents rated alike.
    advantage
        Player's strength minus the opponents', Elo.
    draw_share
        Draw share between equals, known to the interval.
    level, method
        Interval.

    Returns
    -------
    half_widths, chances
        Elo, increasing, infinite for an open interval; chances add up to 1.
    """
    schedule = RecordBatch.from_arrays([[0.0] * games], 0)
    chance = score_distribution(schedule, advantage, EloDavidson(draw_share))[0]
    seen = np.flatnonzero(chance > _NEGLIGIBLE)
    records, s2, _ = outcome_batch(schedule)
    # Scores k and 2n - k mirror each other: compute the lower half only.
    folded = np.minimum(s2, 2 * games - s2)[seen]
    which, back = np.unique(folded, return_inverse=True)
    ends = interval(records.take(which), method, level=level, draw_share=draw_share)
    half = np.where(ends.reasons == 0, (ends.high - ends.low) / 2.0, np.inf)[back]
    rest = max(0.0, 1.0 - float(chance[seen].sum()))
    half, chances = np.append(half, np.inf), np.append(chance[seen], rest)
    order = np.argsort(half, kind="stable")
    return half[order], chances[order]


def _chance_plugged_in(
    games: int, half_width: float, advantage: float, draw_share: float, level: float, method: str
) -> float:
    """Chance of the half-width where the interval does not know the draw share."""
    schedule = RecordBatch.from_arrays([[0.0] * games], 0)
    records, s2, draws = outcome_batch(schedule, draws=True)
    law = score_draws_distribution(schedule, advantage, EloDavidson(draw_share))[0][s2, draws]
    # Three digits are printed: what is left out adds up to less.
    seen = np.flatnonzero(law > 1e-7)
    ends = interval(records.take(seen), method, level=level)
    narrow = (ends.reasons == 0) & ((ends.high - ends.low) / 2.0 <= half_width)
    return float(law[seen][narrow].sum())


@dataclass(frozen=True)
class Plan(Shown):
    """The answer of :func:`plan`.

    Parameters
    ----------
    half_width, advantage, draw_share, level, assurance, method
        The question.
    games
        Least number of games with at least the wanted chance.
    games_from
        Number of games from which every larger number that was looked at has it too; scores come
        in steps, so the chance goes up and down.
    chance
        Chance of the wanted half-width at ``games``.
    chance_unknown
        The same chance where the draw share is plugged in from the games with the prior for an
        unknown level (the interval that ``rate`` gives to a bare list).
    median_half_width
        Median half-width at ``games``, Elo; infinite where the interval is open as often.
    approximation
        Games by the normal approximation, which aims at the typical width, not at an assurance.
    """

    half_width: float
    advantage: float
    draw_share: float
    level: float
    assurance: float
    method: str
    games: int
    games_from: int
    chance: float
    chance_unknown: float
    median_half_width: float
    approximation: float

    @cached_property
    def table(self) -> Table:
        """Question and answer, a line each."""
        median = rating_text(self.median_half_width)
        rows = [
            ("wanted half-width", f"+-{self.half_width:g} Elo"),
            ("interval", f"{self.method}, {level_text(self.level)}"),
            ("strength above the opponents", f"{self.advantage:g} Elo"),
            ("draw share between equals", f"{self.draw_share:.2f}"),
            (f"games for it with chance {self.assurance:g}", str(self.games)),
            ("every larger number has it from", str(self.games_from)),
            ("chance at that number", f"{self.chance:.3f}"),
            ("chance with the draw share plugged in", f"{self.chance_unknown:.3f}"),
            ("median half-width there", median if median == "open" else f"+-{median} Elo"),
            ("normal approximation (typical width)", counted(ceil(self.approximation), "game")),
        ]
        return Table(("what", "value"), rows, "ll")

    def words(self) -> tuple[str, ...]:
        """The answer, and what it takes as known."""
        wider = self.chance_unknown < self.chance
        other = "wider, and takes more games" if wider else "no wider"
        said = (
            f"For an interval (level {level_text(self.level)}) at most {2 * self.half_width:g} Elo "
            f"wide with a chance of {level_text(self.assurance)}, play "
            f"{counted(self.games, 'game')} against opponents of one level. This takes the draw "
            "share as known. Where it is estimated from games of unknown level (typed without "
            f"--kind, prior {DRAW_SHARE_UNKNOWN:g}), the interval is {other}: with that many games "
            f"the chance is {self.chance_unknown:.2f}."
        )
        return (said,)

    def __str__(self) -> str:
        return f"{self.table}\n\n{textwrap.fill(self.words()[0], 80)}"

    def to_json(self) -> dict[str, Any]:
        """Plain values; an infinite median is None."""
        median = self.median_half_width
        return {
            "schema": 1,
            "half_width": self.half_width,
            "advantage": self.advantage,
            "draw_share": self.draw_share,
            "level": self.level,
            "assurance": self.assurance,
            "interval": self.method,
            "games": self.games,
            "games_from": self.games_from,
            "chance": self.chance,
            "chance_unknown_draw_share": self.chance_unknown,
            "median_half_width": median if np.isfinite(median) else None,
            "approximation": self.approximation,
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row."""
        import pandas as pd

        return pd.DataFrame([self.to_json()])


def plan(
    half_width: float,
    *,
    advantage: float = 0.0,
    draw_share: float = 0.3,
    level: float = 0.95,
    assurance: float = 0.8,
    interval: str = "midp",
) -> Plan:
    """Games that give a half-width of at most ``half_width`` with a stated chance.

    The chance is exact: every score's interval, weighed with the score's chance. An open
    interval (0 %, 100 %) counts as too wide.

    Parameters
    ----------
    half_width
        Wanted half-width, Elo.
    advantage
        Player's strength minus the opponents', Elo.
    draw_share
        Draw share between equals.
    level
        Two-sided confidence level.
    assurance
        Wanted chance.
    interval
        Interval id (not a game bootstrap, and none that needs a prior).

    Examples
    --------
    >>> found = plan(200, draw_share=0.3)
    >>> found.games, found.chance >= 0.8
    (10, True)
    """
    if not 10.0 <= half_width <= 2000.0:
        raise TprstatsError(f"half-width {half_width:g}: give Elo between 10 and 2000")
    if not abs(advantage) <= 1000.0:
        raise TprstatsError(f"advantage {advantage:g}: give Elo between -1000 and 1000")
    check_level(level)
    if not 0.0 < assurance < 1.0:
        raise TprstatsError(f"assurance {assurance:g}: give a chance between 0 and 1")
    if get_interval(interval).needs:
        raise TprstatsError(f"{interval} depends on more than the score: choose another interval")
    near = approximate_games(half_width, advantage=advantage, draw_share=draw_share, level=level)
    known: dict[int, tuple[Array, Array]] = {}

    def chance(n: int) -> float:
        if n > MOST_GAMES:
            raise TprstatsError(
                f"half-width {half_width:g} takes more than {MOST_GAMES} games; ask for a larger "
                "half-width"
            )
        if n not in known:
            known[n] = half_width_chances(
                n, advantage=advantage, draw_share=draw_share, level=level, method=interval
            )
        half, chances = known[n]
        return float(chances[half <= half_width].sum())

    low, high = 0, max(1, ceil(near))
    while chance(high) < assurance:
        low, high = high, high + max(1, high // 4)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if chance(middle) >= assurance else (middle, high)
    # The chance is a comb over the number of games: look around the crossing.
    reach = max(5, high // 20)
    window = range(max(1, high - reach), high + reach + 1)
    enough = [n for n in window if chance(n) >= assurance]
    short = [n for n in window if chance(n) < assurance]
    games = enough[0]
    half, chances = known[games]
    return Plan(
        half_width=half_width,
        advantage=advantage,
        draw_share=draw_share,
        level=level,
        assurance=assurance,
        method=interval,
        games=games,
        games_from=max(short) + 1 if short else window[0],
        chance=chance(games),
        chance_unknown=_chance_plugged_in(
            games, half_width, advantage, draw_share, level, interval
        ),
        median_half_width=float(half[np.argmax(np.cumsum(chances) >= 0.5)]),
        approximation=near,
    )
