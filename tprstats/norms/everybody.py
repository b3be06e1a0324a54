"""A norm for everybody in an event: one line each."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tprstats._version import __version__
from tprstats.cells import chance_text, counted, rating_text
from tprstats.errors import TprstatsError
from tprstats.norms.calculate import norm
from tprstats.norms.check import LEAST_GAMES
from tprstats.norms.results import NOT_LOOKED_AT, NormResult
from tprstats.norms.titles import article, get_title
from tprstats.norms.verdicts import Clause, Verdict
from tprstats.records import Event
from tprstats.tables import Shown, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EventNorms", "event_norms"]

WIDE = 13
"""Characters of a figure in the table."""

_ORDER = (Verdict.MET, Verdict.NOT_YET, Verdict.UNKNOWN, Verdict.NOT_MET, Verdict.TOO_FEW)


@dataclass(frozen=True)
class EventNorms(Shown):
    """The answer of :func:`event_norms`.

    Parameters
    ----------
    results
        One a player, holders of the title or a higher one last: norms that are met first, then
        those that rounds to come or the file leave
        open, the highest performance first.
    """

    event: str
    title: str
    results: tuple[NormResult, ...]

    def count(self, verdict: Verdict) -> int:
        """Players with this answer, without those who hold the title or a higher one."""
        return sum(r.verdict is verdict and not r.nothing_to_make for r in self.results)

    @property
    def holders(self) -> int:
        """Players who hold the title or a higher one."""
        return sum(bool(r.nothing_to_make) for r in self.results)

    @cached_property
    def _open(self) -> dict[tuple[str, ...], str]:
        """A letter for each set of clauses left open that is too long for the table."""
        sets = (tuple(_decisive(r)) for r in self.results if r.verdict is Verdict.UNKNOWN)
        long = dict.fromkeys(x for x in sets if len(", ".join(x)) > WIDE - len("open: "))
        return {x: _letter(k) for k, x in enumerate(long)}

    @cached_property
    def table(self) -> Table:
        """Player, score, performance, and the answer with the first clause that fails."""
        rows = []
        for r in self.results:
            player, found = r.record.record.player, r.choice.figures
            answer, why = _why(r, self._open)
            rows.append(
                (
                    "-" if player.number is None else str(player.number),
                    player.title or "-",
                    _short(player.name, 17),
                    rating_text(player.rating),
                    "-" if found is None else f"{found.half_points / 2:g}/{found.games}",
                    str(found.performance) if found and r.record.any_rating else "-",
                    answer,
                    _short(why, WIDE),
                )
            )
        columns = ("no", "title", "player", "Elo", "score", "Rp", "norm", "figures")
        return Table(columns, rows, "rllrrrll", caption=f"{self.event}: {self.title} norms")

    def words(self) -> tuple[str, ...]:
        """How many, and what was not looked at."""
        met, later, unknown, no, few = (self.count(v) for v in _ORDER)
        wait = f"{later} not yet (rounds are to come), " if later else ""
        short = f" {counted(few, 'player has', 'players have')} too few games." if few else ""
        said = (
            f"{self.title} norms: {met} met, {wait}{unknown} cannot be told from this file, {no} "
            f"not.{short}"
        )
        if self.holders:
            who = counted(self.holders, "player holds", "players hold")
            said += f" {who} the title or a higher one and stand last: nothing to make."
        if self._open:
            sets = "; ".join(f"{letter}: {', '.join(x)}" for x, letter in self._open.items())
            said += f" Open where it cannot be told: {sets}."
        if any(r.verdict is Verdict.NOT_YET and r.pending and r.pending.met for r in self.results):
            said += " Beside not yet stands the final score that is enough, and its chance."
        notes = tuple(dict.fromkeys(x for r in self.results for x in r.record.adjustments))
        adjusted = (f"Adjusted: {'; '.join(notes)}.",) if notes else ()
        more = f"What makes {article(self.title)} {self.title} norm of one player, clause by clause"
        return (said, *adjusted, f"{more}, and the luck in it: --player NAME.", NOT_LOOKED_AT)

    def __str__(self) -> str:
        head = textwrap.wrap(f"{self.event}: {self.title} norms", 80)
        return "\n".join(
            [*head, "", str(self.table), "", *(textwrap.fill(w) for w in self.words())]
        )

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for r in self.results:
            player, found = r.record.record.player, r.choice.figures
            rows.append(
                {
                    "player": player.name,
                    "number": player.number,
                    "rating": player.rating,
                    "player_title": player.title or None,
                    "holds_title": bool(r.nothing_to_make),
                    "verdict": str(r.verdict),
                    "clauses": _decisive(r),
                    "games": found.games if found else 0,
                    "score": found.half_points / 2.0 if found else 0.0,
                    "average": found.average if found and r.record.any_rating else None,
                    "performance": found.performance if found and r.record.any_rating else None,
                    "counts_for_games": r.choice.worth,
                    "rounds_to_come": r.pending.rounds if r.pending else 0,
                    "needed_score": r.needed_score,
                    "needed_final_score": r.pending.needed if r.pending else None,
                    "chance": r.pending.chance if r.pending else None,
                }
            )
        return rows

    def to_json(self) -> dict[str, Any]:
        """Plain values, as ``tprstats norm --all --json`` prints them."""
        return {
            "schema": 1,
            "authority": "fide",
            "event": self.event or None,
            "title": self.title,
            "met": self.count(Verdict.MET),
            "cannot_be_told": self.count(Verdict.UNKNOWN),
            "not_met": self.count(Verdict.NOT_MET),
            "not_yet": self.count(Verdict.NOT_YET),
            "too_few_games": self.count(Verdict.TOO_FEW),
            "holders": self.holders,
            "players": self._rows(),
            "words": list(self.words()),
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row a player."""
        import pandas as pd

        rows = [{**r, "clauses": " ".join(r["clauses"])} for r in self._rows()]
        return pd.DataFrame([{"title": self.title, **r} for r in rows])


def _decisive(result: NormResult) -> list[str]:
    """The clauses that are not met, or else those left open."""
    if result.verdict in (Verdict.MET, Verdict.NOT_YET):
        return []
    wanted = Verdict.UNKNOWN if result.verdict is Verdict.UNKNOWN else Verdict.NOT_MET
    return list(dict.fromkeys(c.number for c in _clauses(result) if c.verdict is wanted))


def _clauses(result: NormResult) -> tuple[Clause, ...]:
    """Those of the choice; of a norm out of reach, those that put it there."""
    left = result.pending
    return left.against if left is not None and left.against else result.choice.clauses


def _letter(k: int) -> str:
    """a to z, then a1, b1 ..."""
    return "abcdefghijklmnopqrstuvwxyz"[k % 26] + (str(k // 26) if k >= 26 else "")


def _why(result: NormResult, letters: dict[tuple[str, ...], str]) -> tuple[str, str]:
    """The answer with the first clause that fails, and its figures or the clauses left open."""
    if result.nothing_to_make:
        return f"holds {result.record.record.player.title}", ""
    if result.verdict is Verdict.MET:
        return "met", f"counts for {result.choice.worth}"
    if result.verdict is Verdict.UNKNOWN:
        open_ = _decisive(result)
        return "cannot be told", f"open: {letters.get(tuple(open_), ', '.join(open_))}"
    left = result.pending
    if result.verdict is Verdict.TOO_FEW:
        return str(result.verdict), counted(len(result.record.games), "game")
    if result.verdict is Verdict.NOT_YET:
        if left is None:
            return "not yet", "see 1.4.2b"
        if not left.met:
            return "not yet", f"{left.rounds} to come"
        score = "depends" if left.needed is None else f"{left.needed:g}/{left.games}"
        chance = "" if left.chance is None else f"chance {chance_text(left.chance)}"
        return f"not yet: {score}", chance
    out_of_reach = left is not None and not left.possible
    first = next((c for c in _clauses(result) if c.verdict is Verdict.NOT_MET), None)
    number = "not met" if first is None else f"not met: {first.number}"
    if out_of_reach:
        return number, "out of reach"
    # What is asked for is in the clause; the figure alone.
    return number, "" if first is None else re.split(r"[;(]|, at ", first.figures)[0].strip()


def _short(text: str, most: int) -> str:
    """One line a player: the JSON has it whole."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def event_norms(
    event: Event,
    title: str,
    *,
    minimum: int = LEAST_GAMES,
    pairing: str | None = None,
    exempt: str | None = None,
    host: str | None = None,
) -> EventNorms:
    """Hold everybody's event against FIDE's title regulations: the check, without the luck.

    Parameters
    ----------
    event
        A tournament.
    title, minimum, pairing, exempt, host
        As for :func:`~tprstats.norms.norm`.

    Raises
    ------
    TprstatsError
        For a title without norms, or a file that is one player's log of games.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> found = event_norms(tpr.read(example_path()), "GM")
    >>> found.count(Verdict.TOO_FEW), found.holders, len(found.results)  # six rounds
    (29, 5, 34)
    """
    if event.kind == "log":
        raise TprstatsError("everybody's norms take a tournament; this is a log of games")
    wanted = get_title(title)
    found = [
        norm(
            r,
            wanted.name,
            event=event,
            minimum=minimum,
            pairing=pairing,
            exempt=exempt,
            host=host,
            luck=False,
        )
        for r in event.records
    ]

    def place(r: NormResult) -> tuple[bool, int, int]:
        performance = r.choice.figures.performance if r.choice.figures else 0
        return bool(r.nothing_to_make), _ORDER.index(r.verdict), -performance

    return EventNorms(event.name, wanted.name, tuple(sorted(found, key=place)))
