"""The answer of :func:`~tprstats.norms.target.target` in words, tables and JSON."""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tprstats._version import __version__
from tprstats.cells import chance_text, counted, rating_text
from tprstats.norms.chances import Strength
from tprstats.norms.known import told
from tprstats.norms.outlook import Outlook
from tprstats.norms.verdicts import Clause
from tprstats.tables import Shown, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["NextGame", "TargetResult"]


@dataclass(frozen=True)
class NextGame:
    """The next game's result and what it leaves to do.

    Parameters
    ----------
    needed
        Points that are enough from the games after it, whoever is beaten; None where none are.
    possible
        Whether the goal can still be reached at all.
    chance
        Chance of the goal after that result; None without a strength.
    """

    result: str
    needed: float | None
    possible: bool
    chance: float | None


@dataclass(frozen=True)
class TargetResult(Shown):
    """What is still needed.

    Parameters
    ----------
    goal, number
        What is aimed at, and what the numbers of the outlooks are.
    played, points, to_come
        Games played that count, points in them, games to come.
    needed
        Least final score that reaches the goal whoever is beaten; None where none does.
    chance
        Chance of the goal; None without a strength.
    against
        Clauses that put a norm out of reach, whatever the results to come.
    opponent, following
        The next opponent, and each result against them.
    """

    player: str
    goal: str
    number: str
    played: int
    points: float
    to_come: int
    strength: Strength | None
    outlooks: tuple[Outlook, ...]
    needed: float | None
    chance: float | None
    against: tuple[Clause, ...]
    opponent: str
    following: tuple[NextGame, ...]
    assumptions: tuple[str, ...]

    @cached_property
    def table(self) -> Table:
        """Final scores, their number, whether they are enough, their chance."""
        columns: tuple[str, ...] = ("score", "to come", self.number, "enough")
        if self.strength is not None:
            columns += ("chance", "so much or more")
        rows = [
            (
                f"{o.points:g}",
                f"+{o.points - self.points:g}",
                rating_text(o.value),
                o.reached,
                chance_text(o.chance),
                chance_text(o.at_least),
            )[: len(columns)]
            for o in self.outlooks
        ]
        return Table(columns, rows, "rrrlrr"[: len(columns)], caption=f"{self.player}: {self.goal}")

    @cached_property
    def next_table(self) -> Table:
        """The next game's results."""
        rows = [
            (
                f.result,
                "-" if f.needed is None else f"{f.needed:g}",
                "yes" if f.possible else "no",
                chance_text(f.chance),
            )
            for f in self.following
        ]
        columns = (f"against {self.opponent}", "still needed", "possible", "chance of it")
        wide = len(columns) - (self.strength is None)
        return Table(columns[:wide], [r[:wide] for r in rows], "lrlr"[:wide])

    def words(self) -> tuple[str, ...]:
        """The answer in sentences."""
        total = self.played + self.to_come
        lines = []
        possible = any(o.reached != "no" for o in self.outlooks)
        why = f": {told(self.against)}" if self.against else ""
        if self.to_come == 0:
            done = self.outlooks[0].reached == "yes"
            lines.append(
                f"{self.goal}: {'reached' if done else 'not reached'}, nothing to come{why}."
            )
        elif self.needed is not None:
            more = self.needed - self.points
            lines.append(
                f"{self.goal}: {self.needed:g} of {total} are enough"
                + (f", {more:g} from the {self.to_come} to come." if self.played else ".")
            )
        elif possible:
            lines.append(f"{self.goal}: no score is enough by itself; it depends on who is beaten.")
        else:
            lines.append(f"{self.goal}: out of reach in these {counted(total, 'game')}{why}.")
        if self.chance is not None and self.to_come and possible:
            lines.append(
                f"Its probability is {chance_text(self.chance)} for a strength of {self.strength}."
            )
        if self.strength is None and self.to_come:
            lines.append("How likely that is takes the player's own rating: give it too (--own).")
        if any(o.reached == "depends" for o in self.outlooks):
            lines.append(
                "Where it depends, it matters which opponents are beaten or when: wins and later "
                "rounds may be left out (1.4.1e, f)."
            )
        if self.assumptions:
            lines.append(f"Assumed: {'; '.join(self.assumptions)}.")
        return tuple(lines)

    def __str__(self) -> str:
        head = f"{self.player}: {self.points:g}/{self.played}, {self.to_come} to come"
        lines = [*textwrap.wrap(head, 80), "", str(self.table), ""]
        if self.following:
            lines += [str(self.next_table), ""]
        lines += [textwrap.fill(w, 80) for w in self.words()]
        return "\n".join(lines)

    def to_html(self) -> str:
        """Tables and sentences as an HTML fragment."""
        following = f"{self.next_table.to_html()}\n" if self.following else ""
        return f"{following}{super().to_html()}"

    def _rows(self) -> list[dict[str, Any]]:
        def plain(x: float) -> float | None:
            return None if math.isnan(x) else x

        return [
            {
                "score": o.points,
                "value": plain(o.value),
                "enough": o.reached,
                "chance": plain(o.chance),
                "at_least": plain(o.at_least),
            }
            for o in self.outlooks
        ]

    def to_json(self) -> dict[str, Any]:
        """Plain values, as ``tprstats target --json`` prints them."""
        return {
            "schema": 1,
            "player": self.player,
            "goal": self.goal,
            "games_played": self.played,
            "points": self.points,
            "games_to_come": self.to_come,
            "strength": None if self.strength is None else self.strength.mean,
            "strength_sd": None if self.strength is None else self.strength.sd,
            "needed_score": self.needed,
            "chance": self.chance,
            "against": [c.number for c in self.against],
            "scores": self._rows(),
            "next": [
                {
                    "opponent": self.opponent,
                    "result": f.result,
                    "enough_after_it": f.needed,
                    "possible": f.possible,
                    "chance": f.chance,
                }
                for f in self.following
            ],
            "assumptions": list(self.assumptions),
            "words": list(self.words()),
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row a final score."""
        import pandas as pd

        return pd.DataFrame([{"player": self.player, "goal": self.goal, **r} for r in self._rows()])
