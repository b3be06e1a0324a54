"""What a verdict holds: plain records, printed by ``tprstats.streaks.words``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tprstats.streaks.comparisons import AgainstRating
from tprstats.streaks.findings import BestWindow, Change, Longest, NamedWindow
from tprstats.streaks.judge import Judgement
from tprstats.streaks.season import Baseline, Season
from tprstats.streaks.segments import Segment
from tprstats.streaks.spells import Forecast
from tprstats.streaks.words import WORDS, word_of
from tprstats.tables import Displayed, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["StreakVerdict"]


@dataclass(frozen=True)
class StreakVerdict(Displayed):
    """Whether a streak is more than luck, with everything that it rests on.

    Parameters
    ----------
    season, baseline, judgement
        Games, constant strength fitted to them, and the search (None where a named window was
        asked for and the season is too short to search).
    direction
        ``"hot"``, ``"cold"`` or ``"either"``.
    family
        What was searched, in words.
    players
        Players among whom this one was picked for the streak.
    windows
        Windows judged by name until this one; 1 where none is named.
    looked
        True where the window was named by somebody who had seen the games.
    named, best, change
        See there.
    bayes
        Bayes factors for the boost SDs of ``tprstats.streaks.spells.BOOST_SDS``.
    forecast
        Mean strength over the next games.
    prove
        Points in the next games that would have p <= 0.05 if named now, and how many games.
    longest
        Longest runs.
    lag_p, runs_p
        p of the serial correlation and of the number of runs: weak evidence.
    shuffled_p
        p of the best window by shuffling: for comparison only.
    against_rating
        The other question; None where no rating is known.
    segments
        Parts of the season, where asked for.
    seasons, seed
        Seasons of luck and seed of the random numbers.
    level
        Two-sided level of intervals.
    """

    season: Season
    baseline: Baseline
    judgement: Judgement | None
    direction: str
    family: str
    players: int
    windows: int
    looked: bool
    named: NamedWindow | None
    best: BestWindow | None
    change: Change | None
    bayes: tuple[float, ...]
    forecast: Forecast
    prove: tuple[float, int]
    longest: tuple[Longest, ...]
    lag_p: float | None
    runs_p: float | None
    shuffled_p: float | None
    against_rating: AgainstRating | None
    segments: tuple[Segment, ...]
    seasons: int
    seed: int
    level: float

    @property
    def one_player_p(self) -> float:
        """p of the named window, else of the search paid for its lenses and looks."""
        if self.named is not None:
            return self.named.p
        assert self.judgement is not None
        return self.judgement.p

    @property
    def p(self) -> float:
        """The verdict's p, paid for the players searched and the windows judged (Sidak).

        Windows that overlap are alike, so that p rather errs upwards. A window named after
        looking is paid for as the best of all windows of its family is, if that is more.
        """
        chosen = self.chosen_p if self.looked else None
        return self.paid_p if chosen is None else chosen

    @property
    def players_p(self) -> float:
        """p paid for the players searched, and for nothing else."""
        return self.paid_for_players(self.one_player_p)

    @property
    def paid_p(self) -> float:
        """p paid for the players searched and the windows judged, but not for having looked."""
        return _at_least_one(self.one_player_p, self.players * self.windows)

    @property
    def stopping_p(self) -> float:
        """p of the named window for somebody who would have stopped at the first that rings.

        The k-th window may use 1 / (k (k + 1)) of the level, which sums to all of it: so many
        times p, however the windows overlap. The verdict's p takes the windows for a number that
        was fixed, and is the smaller one.
        """
        return min(1.0, self.windows * (self.windows + 1) * self.players_p)

    @property
    def chosen_p(self) -> float | None:
        """p of the named window as one that was chosen by looking, paid for all else too.

        None where no window is named, or its length is not in the family and nobody said that it
        was chosen so.
        """
        chosen = None if self.named is None else self.named.if_chosen_p
        return None if chosen is None else max(self.paid_p, self.paid_for_players(chosen))

    def paid_for_players(self, p: float) -> float:
        """One player's p, paid for the players searched."""
        return _at_least_one(p, self.players)

    @property
    def mcse(self) -> float:
        """Monte Carlo standard error of p; 0 where it rests on the exact one of a named window."""
        paid, families = self.one_player_p, 1
        if self.named is not None:
            if self.p == self.paid_p or self.named.if_chosen_p is None:
                return 0.0
            paid, families = self.named.if_chosen_p, self.named.families
        one, tries = 1.0 - (1.0 - paid) ** (1.0 / families), self.players * families
        error = np.sqrt(one * (1.0 - one) / self.seasons)
        return float(tries * (1.0 - one) ** (tries - 1) * error)

    @property
    def bayes_factor(self) -> float:
        """The least favourable of the three."""
        return min(self.bayes)

    @property
    def word(self) -> str:
        """The verdict on the fixed scale."""
        return WORDS[word_of(self.p, self.bayes_factor)]

    @property
    def short(self) -> str:
        """The word for a heading, with what keeps it from holding as it stands."""
        but = ["does not fit"] if self.season.drifted else []
        but += [] if self.season.ordered else ["if in the order of play"]
        return f"{self.word} ({', '.join(but)})" if but else self.word

    def words(self) -> tuple[str, ...]:
        """The verdict for a coach, in sentences."""
        from tprstats.streaks.sentences import sentences

        return sentences(self)

    @cached_property
    def table(self) -> Table:
        """What the verdict rests on, a line each."""
        from tprstats.streaks.page import main_table

        return main_table(self)

    @cached_property
    def segment_table(self) -> Table:
        """Parts of the season."""
        from tprstats.streaks.page import segment_table

        return segment_table(self)

    def __str__(self) -> str:
        from tprstats.streaks.page import page

        return page(self)

    def _tables(self) -> Iterator[Table]:
        yield self.table
        if self.segments:
            yield self.segment_table

    def to_html(self) -> str:
        """Sentences and tables as an HTML fragment."""
        import html

        said = "".join(f"<p>{html.escape(w)}</p>" for w in self.words())
        notes = "".join(f"<li>{html.escape(n)}</li>" for n in self.season.notes)
        tables = "\n".join(t.to_html() for t in self._tables())
        return f"{said}\n{tables}" + (f"\n<ul>{notes}</ul>" if notes else "")

    def to_latex(self) -> str:
        """The tables in booktabs."""
        return "\n\n".join(t.to_latex() for t in self._tables())

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        from tprstats.streaks.plain import plain_values

        return plain_values(self)

    def to_dataframe(self) -> pd.DataFrame:
        """One row a game: opponent, score, expected score and chances of spells."""
        import pandas as pd

        return pd.DataFrame(
            {
                "player": self.season.player,
                "game": self.season.numbers,
                "opponent_rating": self.season.opponents,
                "colour": self.season.colours.astype(int),
                "score": self.season.score,
                "expected": self.baseline.expected,
                "chance_hot": self.forecast.hot,
                "chance_cold": self.forecast.cold,
            }
        )


def _at_least_one(p: float, tries: int) -> float:
    """Chance of one p as small in so many tries."""
    return p if tries == 1 or p == 1.0 else float(-np.expm1(tries * np.log1p(-p)))
