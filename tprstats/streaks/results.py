"""What a verdict holds: plain records, printed by ``tprstats.streaks.words``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tprstats._version import __version__
from tprstats.streaks.comparisons import AgainstRating
from tprstats.streaks.findings import BestWindow, Change, Longest, NamedWindow
from tprstats.streaks.judge import Judgement
from tprstats.streaks.season import Baseline, Season
from tprstats.streaks.segments import Segment
from tprstats.streaks.spells import BOOST_SDS, Forecast
from tprstats.streaks.words import WORDS, word_of
from tprstats.tables import Displayed, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["StreakVerdict"]

SCHEMA = 1


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
        return max(self.paid_p, _at_least_one(self._chosen_p, self.players))

    @property
    def paid_p(self) -> float:
        """The same without what looking beforehand costs."""
        return _at_least_one(self.one_player_p, self.players * self.windows)

    @property
    def _chosen_p(self) -> float:
        """p of the named window as one that was chosen by looking; 0 where that is no matter."""
        chosen = None if self.named is None or not self.looked else self.named.if_chosen_p
        return 0.0 if chosen is None else chosen

    @property
    def mcse(self) -> float:
        """Monte Carlo standard error of p; 0 for a window named in advance, whose p is exact."""
        one = self.one_player_p if self.named is None else self._chosen_p
        error = np.sqrt(one * (1.0 - one) / self.seasons)
        return float(self.players * (1.0 - one) ** (self.players - 1) * error)

    @property
    def bayes_factor(self) -> float:
        """The least favourable of the three."""
        return min(self.bayes)

    @property
    def word(self) -> str:
        """The verdict on the fixed scale."""
        return WORDS[word_of(self.p, self.bayes_factor)]

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

        def plain(part: Any) -> dict[str, Any] | None:
            return None if part is None else _finite(asdict(part))

        f, j = self.forecast, self.judgement
        best = plain(self.best)
        if best is not None and self.best is not None:
            best["effective_looks"] = _finite(self.best.looks)
        found = {
            "schema": SCHEMA,
            "player": self.season.player,
            "games": len(self.season),
            "score": float(self.season.score.sum()),
            "average": self.season.centre,
            "rating": self.season.rating,
            "direction": self.direction,
            "family": self.family,
            "verdict": self.word,
            "p": self.p,
            "p_mcse": self.mcse,
            "players": self.players,
            "windows_judged": self.windows,
            "named_after_looking": self.looked,
            "looks_after_games": None if j is None else list(j.looks),
            "p_best_window": None if j is None else j.scan_p,
            "p_all_windows": None if j is None else j.windows_p,
            "p_stretches": None if j is None else j.stretch_p,
            "p_paid_for_lenses_and_looks": None if j is None else j.joint_p,
            "side_is_the_one_asked_for": None if j is None else j.right_side,
            "p_change": None if j is None else j.change_p,
            "constant_strength": {
                "strength": self.baseline.strength(self.season),
                "slope": self.baseline.slope,
                "draw_share": self.baseline.draw_share,
                "draw_share_given": self.baseline.draws_given,
                "draw_prior": self.season.draw_prior,
                "draw_prior_origin": self.season.draw_origin,
                "white_advantage": self.season.advantage,
                "white_advantage_origin": self.season.advantage_origin,
            },
            "named_window": plain(self.named),
            "best_window": best,
            "change": plain(self.change),
            "bayes_factors": {
                f"{sd:g}": _finite(b) for sd, b in zip(BOOST_SDS, self.bayes, strict=True)
            },
            "forecast": {
                "games_ahead": f.prior.horizon,
                "mean": f.mean,
                "level": self.level,
                "low": f.quantile((1.0 - self.level) / 2.0),
                "high": f.quantile((1.0 + self.level) / 2.0),
                "prior": asdict(f.prior),
                "chance_hot_spell": f.any_hot,
                "chance_cold_spell": f.any_cold,
                "chance_hot_spell_still_on": f.hot_on,
                "chance_cold_spell_still_on": f.cold_on,
                "chance_hot_by_game": f.hot.tolist(),
                "chance_cold_by_game": f.cold.tolist(),
            },
            "would_prove": {"points": _finite(self.prove[0]), "games": self.prove[1]},
            "longest": [asdict(x) for x in self.longest],
            "secondary": {
                "p_serial_correlation": self.lag_p,
                "p_runs": self.runs_p,
                "p_by_shuffling": self.shuffled_p,
            },
            "against_published_rating": plain(self.against_rating),
            "segments": [asdict(s) for s in self.segments],
            "seasons_of_luck": self.seasons,
            "seed": self.seed,
            "notes": list(self.season.notes),
            "words": list(self.words()),
            "version": __version__,
        }
        # Ends that are open, in segments too, have no number in JSON.
        return {k: _finite(v) for k, v in found.items()}

    def to_dataframe(self) -> pd.DataFrame:
        """One row a game: opponent, score, expected score and chances of spells."""
        import pandas as pd

        return pd.DataFrame(
            {
                "player": self.season.player,
                "game": np.arange(1, len(self.season) + 1),
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


def _finite(value: Any) -> Any:
    """The value with None for what JSON has not."""
    if isinstance(value, dict):
        return {k: _finite(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(v) for v in value]
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value
