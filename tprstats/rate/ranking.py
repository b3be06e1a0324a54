"""Every player of an event, ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tprstats._version import __version__
from tprstats.cells import counted, level_text, rating_text
from tprstats.rate.results import SCHEMA, RateResult
from tprstats.tables import Shown, Table

if TYPE_CHECKING:
    import pandas as pd

    from tprstats.simulation import SelectionLuck

__all__ = ["FEWEST_GAMES", "EventRating", "reasons_of"]

FEWEST_GAMES = 3
"""Counted games from which a player is ranked: a game or two say next to nothing."""


@dataclass(frozen=True)
class EventRating(Shown):
    """Every player of an event, ranked by one rule.

    Parameters
    ----------
    event
        Name.
    ranked_by
        Rule id of the ranking.
    results
        One a player, best first; then those with too few games or without a number, in the
        event's order.
    luck
        How far the top performances of such a field overstate their players, where simulated.
    asked
        Rules asked for, shown beside the one of the ranking; without any, fide and average.
    log
        What the games are where they are no tournament, in words; empty for a tournament.
    """

    event: str
    ranked_by: str
    results: tuple[RateResult, ...]
    luck: SelectionLuck | None = None
    log: str = ""
    asked: tuple[str, ...] = ()

    WARNING = (
        "Whoever tops a ranking is there partly by luck: the best of many performances overstates "
        "its player's strength, and its interval, made for one player named in advance, is too "
        "optimistic for the one on top."
    )

    def __len__(self) -> int:
        return len(self.results)

    @cached_property
    def table(self) -> Table:
        """Rank, player, own rating, score, average, the ranking rule, its interval, other rules."""
        return self._table(None)

    def _table(self, longest: int | None) -> Table:
        shown = [e.method for e in self.results[0].estimates] if self.results else []
        wanted = self.asked or ("fide", "average")
        others = [m for m in wanted if m in shown and m != self.ranked_by]
        rows = []
        rank = 0
        for r in self.results:
            main = r.estimate(self.ranked_by)
            ranked = main is not None and main.rating is not None and r.games >= FEWEST_GAMES
            rank += ranked
            numbers = [rating_text(e.rating if e else None, 0) for e in map(r.estimate, others)]
            interval = "" if r.strength.reason else str(r.strength)
            cut = longest is not None and len(r.player) > longest
            mark = "*" * bool(r.left_out) + "+" * bool(r.absent)
            rows.append(
                (
                    str(rank) if ranked else "-",
                    f"{r.player[: (longest or 0) - 1]}~" if cut else r.player,
                    rating_text(r.own_rating),
                    f"{r.score:g}/{r.games}{mark}",
                    rating_text(r.average),
                    rating_text(main.rating if main else None, 0),
                    interval,
                    *numbers,
                )
            )
        columns = ("", "player", "own", "score", "AOR", self.ranked_by, "interval", *others)
        return Table(columns, rows, "rlrrrrl" + "r" * len(others), caption=self.event)

    @property
    def footnotes(self) -> tuple[str, ...]:
        """What the table's marks and headings mean."""
        notes = ["AOR: average rating of the counted opponents."]
        left = sum(bool(r.left_out) for r in self.results)
        if left:
            notes.append(
                f"* {counted(left, 'player has', 'players have')} rounds that do not count "
                f"({reasons_of(self.results)}): score and games are those that count; "
                "--player lists them."
            )
        absent = sum(bool(r.absent) for r in self.results)
        if absent:
            notes.append(
                f"+ of {counted(absent, 'player')} the file lacks rounds: no game and no bye "
                "there; --player lists them."
            )
        if any(r.games < FEWEST_GAMES for r in self.results):
            notes.append(f"Players with fewer than {FEWEST_GAMES} counted games are not ranked.")
        return tuple(notes)

    def __str__(self) -> str:
        import textwrap

        level = f"{level_text(self.results[0].assumptions.level)}" if self.results else ""
        who = counted(len(self), "player")
        head = f"{self.event or 'event'}: {who} by {self.ranked_by}, {level} strength intervals"
        most = max((r.games for r in self.results), default=FEWEST_GAMES)
        if most < FEWEST_GAMES:
            head += (
                f"; no ranking, for nobody has {FEWEST_GAMES} counted games yet: the order says "
                "nothing"
            )
        parts = [textwrap.fill(head, 80), str(self._table(20))]
        parts.append(
            "\n".join(textwrap.fill(n, 80, subsequent_indent="  ") for n in self.footnotes)
        )
        if self.luck is not None:
            parts.append(str(self.luck.table))
        parts.append(textwrap.fill(self.warning, 80))
        return "\n\n".join(parts)

    @property
    def warning(self) -> str:
        """Why the top of a ranking is not to be taken at face value, with figures where known."""
        parts = [self.WARNING]
        if self.log:
            parts.insert(
                0,
                f"This is no tournament but a log of {self.log}: the players' games are of "
                "different times, events and completeness, so places mean little.",
            )
        if self.luck is not None:
            parts.append(self.luck.words())
        return " ".join(parts)

    def words(self) -> tuple[str, ...]:
        """Footnotes and warning."""
        return (*self.footnotes, self.warning)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "schema": SCHEMA,
            "event": self.event,
            "ranked_by": self.ranked_by,
            "warning": self.warning,
            "log": self.log or None,
            "luck": self.luck.to_json() if self.luck else None,
            "players": [r.to_json() for r in self.results],
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row a player and rule."""
        import pandas as pd

        return pd.concat([r.to_dataframe() for r in self.results], ignore_index=True)


def reasons_of(results: Iterable[RateResult]) -> str:
    """Why rounds of some results do not count, each reason once.

    Examples
    --------
    >>> from tprstats.rate import rate
    >>> from tprstats.records import Record
    >>> reasons_of([rate(Record.from_results([2300, None], [1, 0]))])
    'unrated opponent'
    """
    found = Counter(x.reason.removesuffix(": not counted") for r in results for x in r.left_out)
    return ", ".join(reason for reason, _ in found.most_common())
