"""One player's season by event, month, colour, opening: each part rated, with its games."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tprstats._version import __version__
from tprstats.cells import counted, level_text, rating_text
from tprstats.estimators import get_rule
from tprstats.rate.calculate import rate_records
from tprstats.rate.page import hint
from tprstats.rate.ranking import FEWEST_GAMES, reasons_of
from tprstats.rate.results import SCHEMA, RateResult
from tprstats.records import Record
from tprstats.tables import WIDTH, Shown, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["GroupRating", "rate_groups"]

STRENGTH = "firth"
"""Rule that stands beside the interval of a strength where none of the rules asked for does."""


@dataclass(frozen=True)
class GroupRating(Shown):
    """One record in parts, each rated by itself.

    Parameters
    ----------
    player
        Whose games.
    by
        What they were divided by.
    methods
        Rules of the table.
    whole
        The record undivided.
    labels, results
        One a part, in the order of :func:`tprstats.records.split`.
    """

    player: str
    by: str
    methods: tuple[str, ...]
    whole: RateResult
    labels: tuple[str, ...]
    results: tuple[RateResult, ...]

    def __len__(self) -> int:
        return len(self.results)

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """Rules of the table; beside the interval of the strength always a rule for it."""
        if any(get_rule(m).strength for m in self.methods):
            return self.methods
        return (*self.methods, STRENGTH)

    @cached_property
    def table(self) -> Table:
        """Part, games that count, score, average, ratings and interval; the whole below."""
        return self._table(None)

    def _table(self, longest: int | None) -> Table:
        rows = []
        for label, r in (*zip(self.labels, self.results, strict=True), ("all", self.whole)):
            found = [r.estimate(method) for method in self.shown]
            cut = longest is not None and len(label) > longest
            rows.append(
                (
                    f"{label[: (longest or 0) - 1]}~" if cut else label,
                    f"{r.games}{'*' if r.left_out else ''}",
                    f"{r.score:g}",
                    rating_text(r.average),
                    *(rating_text(e.rating if e else None) for e in found),
                    "" if r.strength.reason else str(r.strength),
                )
            )
        columns = (self.by, "games", "score", "AOR", *self.shown, "interval")
        align = "lrrr" + "r" * len(self.shown) + "l"
        return Table(columns, rows, align, caption=f"{self.player} by {self.by}")

    @property
    def warning(self) -> str:
        """How many parts miss the truth by chance alone, and what the best of many is worth."""
        if len(self.results) > 1 and len(self.whole.kinds) > 1:
            lists = ", ".join(self.whole.kinds)
            return (
                f"The ratings come from several lists ({lists}), which are not comparable: "
                "compare no parts across lists, and leave the line of all games alone."
            )
        n = sum(r.games >= FEWEST_GAMES and not r.strength.reason for r in self.results)
        if n < 2:
            return ""
        level = self.whole.assumptions.level
        missed = n * (1.0 - level)
        looked_at = (
            f"{counted(n, 'part was', 'parts were')} looked at"
            if n == len(self.results)
            else f"{n} of the {counted(len(self.results), 'part')}, those with {FEWEST_GAMES} "
            "games or more, were looked at"
        )
        return (
            f"{looked_at}. Even if the player was equally "
            f"strong in all of them, about {missed:.1f} of their {level_text(level)} intervals "
            "would miss that strength, and the best part of many looks better than it is."
        )

    @property
    def assumed(self) -> str:
        """What the numbers take for granted: draws, and what White is worth, in each part."""
        shares = [r.assumptions.draw_share for r in (self.whole, *self.results) if r.games]
        ends = (f"{share:.2f}" for share in (min(shares, default=0.0), max(shares, default=0.0)))
        share = " to ".join(dict.fromkeys(ends))
        all_games = ", that of all games" if len(self.whole.kinds) <= 1 else ""
        return f"Assumed: draw share {share} between equals{all_games}; {self._colours()}."

    def _colours(self) -> str:
        """What White is worth, and in which numbers that is not."""
        known = self.whole.assumptions
        white = f"{known.white_advantage:.0f}"
        if white == "0":
            return "colours left out, so that White's worth is in the numbers"
        worth = f"White worth {white} Elo ({known.white_advantage_origin})"
        leave = "--white-advantage 0 leaves it in"
        blind = [m for m in self.shown if not get_rule(m).strength]
        if not blind:
            return f"{worth}, taken off ({leave})"
        seeing = ", ".join(m for m in self.shown if m not in blind)
        without = "which know no colours" if len(blind) > 1 else "which knows no colours"
        return (
            f"{worth}, taken off in {seeing} and the interval ({leave}); not in "
            f"{', '.join(blind)}, {without}"
        )

    @property
    def footnotes(self) -> tuple[str, ...]:
        """What the table's marks and headings mean."""
        notes = ["AOR: average rating of the counted opponents; games: those that count."]
        if any(r.left_out for r in self.results):
            notes.append(f"* more games there, which do not count ({reasons_of(self.results)}).")
        if self.whole.pooled.marked:
            notes.append(self.whole.pooled.marked_words())
        return tuple(notes)

    def __str__(self) -> str:
        level = level_text(self.whole.assumptions.level)
        head = f"{self.player} by {self.by}: {', '.join(self.shown)}, {level} strength intervals"
        parts = [textwrap.fill(head, 80), str(self._table(28))]
        parts.append(_filled(self.assumed))
        if hint(self.whole):
            parts.append(_filled(hint(self.whole)))
        parts.append("\n".join(map(_filled, self.footnotes)))
        parts += [textwrap.fill(f"note: {a}", 80) for a in self.whole.adjustments]
        if self.warning:
            parts.append(textwrap.fill(self.warning, 80))
        return "\n\n".join(parts)

    def words(self) -> tuple[str, ...]:
        """What is assumed, footnotes and warning."""
        return tuple(t for t in (self.assumed, *self.footnotes, self.warning) if t)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "schema": SCHEMA,
            "player": self.player,
            "by": self.by,
            "methods": list(self.methods),
            "warning": self.warning or None,
            "whole": self.whole.to_json(),
            "parts": [
                {"label": label} | r.to_json()
                for label, r in zip(self.labels, self.results, strict=True)
            ],
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row a part and rule, with the games of the part."""
        import pandas as pd

        frames = [
            r.to_dataframe().assign(part=label, games=r.games, score=r.score)
            for label, r in zip(self.labels, self.results, strict=True)
        ]
        return pd.concat(frames, ignore_index=True)


def _filled(text: str) -> str:
    """In lines of a terminal; an option is not broken at its hyphens."""
    return textwrap.fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def rate_groups(
    record: Record,
    by: str,
    *,
    methods: Sequence[str] = (STRENGTH,),
    white_advantage: float | str = "auto",
    **options: Any,
) -> GroupRating:
    """Rate a record in parts.

    Parameters
    ----------
    record
        One player's games.
    by
        How to divide them, see :func:`tprstats.records.split`.
    methods
        Rules of the table, as given by name or alias. Beside rules that estimate no strength
        (``fide``, ``average``) ``firth`` is computed too: the intervals are for the strength.
    white_advantage
        As in :func:`rate_records`, one value for all parts, but taken off unless 0 is given: over
        an event colours nearly cancel, between parts they do not, and White would pass for
        strength.
    **options
        As in :func:`rate_records`. The share of draws is that of all games in every part, as in a
        streak's segments: a part has few games to tell its own. Where the record mixes lists, each
        part has its own.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> record = Record.from_results([2300, 2250, 2200, 2310], [1, 0, 0.5, 1], colours="wbwb")
    >>> parts = rate_groups(record, "colour", methods=["fide"])
    >>> [(label, r.games, r.score) for label, r in zip(parts.labels, parts.results)]
    [('White', 2, 1.5), ('Black', 2, 1.0)]
    >>> parts.shown
    ('fide', 'firth')
    """
    asked = tuple(dict.fromkeys(get_rule(m).id for m in methods))
    chosen = tuple(dict.fromkeys((*asked, STRENGTH)))
    parts = record.split(by)
    (whole,) = rate_records([record], methods=chosen, white_advantage=white_advantage, **options)
    # One value of each for all parts, so that they differ by the games alone; the draws of one
    # list say nothing of another's.
    known = whole.assumptions
    common: dict[str, Any] = {"white_advantage": known.white_advantage}
    said: dict[str, Any] = {"white_advantage_origin": known.white_advantage_origin}
    if len(whole.kinds) <= 1:
        common["draw_share"] = known.draw_share
        said["draw_share_origin"] = known.draw_share_origin
    found = rate_records(tuple(parts.values()), methods=chosen, **(options | common))
    results = tuple(replace(r, assumptions=replace(r.assumptions, **said)) for r in found)
    return GroupRating(record.player.name, by, asked, whole, tuple(parts), results)
