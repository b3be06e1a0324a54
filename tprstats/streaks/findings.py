"""What a search or a named window finds: the parts of a verdict, and how each is got."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import ELO_PER_LOGIT
from tprstats.outcomes import davidson_chances
from tprstats.streaks import sequences
from tprstats.streaks.judge import Judgement, alone_p, chosen_p
from tprstats.streaks.luck import FEWEST_AROUND_A_CHANGE, best_of
from tprstats.streaks.named import score_tails
from tprstats.streaks.season import Baseline, Season
from tprstats.streaks.spans import Span, Spans
from tprstats.streaks.spells import SpellPrior

__all__ = [
    "BestWindow", "Change", "Longest", "NamedWindow", "best_of_all", "change_of", "longest_of",
    "named_of",
]  # fmt: skip

Chance = Callable[[int], float]

FEWEST_COUNTED = 20
"""Seasons of luck as good, from which their share tells a number of looks: to a fifth or so."""


@dataclass(frozen=True)
class BestWindow:
    """The window found by looking.

    Parameters
    ----------
    span, z
        The window and its standardised gain over the fitted level.
    local_p
        Share of streak-free seasons in which this very window is as good, the level refitted as in
        the search. A window that was named in advance is judged exactly, against the level of the
        other games: ``NamedWindow.p``, which differs, several times over in windows of nothing but
        wins.
    global_p
        Share of streak-free seasons whose best window is as good.
    looked_at
        Windows in the family.
    seasons
        Streak-free seasons that both p are counted in.
    """

    span: Span
    z: float
    local_p: float
    global_p: float
    looked_at: int
    seasons: int

    @property
    def looks(self) -> float:
        """Effective number of independent looks, ``ln(1 - global) / ln(1 - local)``.

        At most the number of windows, at least 1; NaN where the local p is too rare to be counted.
        """
        rare = self.local_p * (self.seasons + 1) - 1 < FEWEST_COUNTED - 0.5
        if rare or self.local_p >= 1.0 or self.global_p >= 1.0:
            return float("nan")
        looks = float(np.log1p(-self.global_p) / np.log1p(-self.local_p))
        return min(max(looks, 1.0), float(self.looked_at))


@dataclass(frozen=True)
class NamedWindow:
    """The window named in advance.

    Parameters
    ----------
    span
        The window.
    p, mid_p
        Chance of its score or a more extreme one under constant strength, with level and slope
        integrated; the mid-p counts half of the score's own chance.
    if_chosen_p
        The global p it has if it was picked after looking, and never less than ``p``; None where
        its length is not in the family and nobody said that it was.
    families
        Families of windows that this p is paid for: 2 where the search does not look at it.
    """

    span: Span
    p: float
    mid_p: float
    if_chosen_p: float | None
    families: int = 1


@dataclass(frozen=True)
class Change:
    """The likeliest change of strength.

    Parameters
    ----------
    after
        Number of the last game before it.
    z, p
        Standardised difference of what follows, and its p over all places.
    before, since
        The two parts.
    """

    after: int
    z: float
    p: float
    before: Span
    since: Span


@dataclass(frozen=True)
class Longest:
    """A longest run and the chance of one at least as long.

    Parameters
    ----------
    what, games
        ``"wins in a row"``, and how many.
    chance
        Exact, at the fitted constant strength.
    """

    what: str
    games: int
    chance: float


def best_of_all(judged: Judgement, direction: str, spans: Spans) -> BestWindow:
    start, length, z = best_of(judged.luck, direction)
    local = alone_p(judged.luck, z, direction)
    seasons = judged.luck.null.shape[0]
    count = judged.windows.count
    return BestWindow(spans.of(start, length), z, local, judged.scan_p, count, seasons)


def named_of(
    season: Season,
    baseline: Baseline,
    inside: NDArray[np.bool_],
    prior: SpellPrior,
    direction: str,
    judged: Judgement | None,
    spans: Spans,
) -> NamedWindow:
    tails = score_tails(season, baseline, inside, prior)
    start, length = int(np.argmax(inside)), int(np.count_nonzero(inside))
    p, chosen = tails.p(direction), None
    if judged is not None:
        chosen = chosen_p(judged.luck, start, length, direction)
    if chosen is not None:
        chosen = max(p, chosen)  # to have looked makes no p smaller
    return NamedWindow(spans.of(start, length), p, tails.mid_p(direction), chosen)


def change_of(judged: Judgement, spans: Spans) -> Change:
    partial, weight = judged.luck.partial, judged.windows.change
    n = partial.size - 1
    z = (partial[n] - partial) * weight / judged.luck.scale
    low = FEWEST_AROUND_A_CHANGE
    after = low + int(np.abs(z[low : n - low + 1]).argmax())
    before = spans.of(0, after)
    return Change(before.last, float(z[after]), judged.change_p, before, spans.of(after, n - after))


def longest_of(season: Season, baseline: Baseline, direction: str) -> tuple[Longest, ...]:
    """Longest runs, of losses for a cold streak."""
    p = np.clip(baseline.expected, 1e-12, 1.0 - 1e-12)
    win, draw, loss = davidson_chances(ELO_PER_LOGIT * np.log(p / (1.0 - p)), baseline.draw_share)
    score = season.score
    names = ("wins in a row", "games in a row unbeaten", "games won but for one draw at most")
    if direction == "cold":
        win, score = loss, 1.0 - score
        names = ("losses in a row", "games in a row without a win", "losses but for one draw")
    runs: tuple[tuple[str, int, Chance], ...] = (
        (names[0], sequences.longest(score == 1.0), lambda k: sequences.run_chance(win, k)),
        (names[1], sequences.longest(score > 0.0), lambda k: sequences.run_chance(win + draw, k)),
        (
            names[2],
            sequences.longest_almost(score),
            lambda k: sequences.almost_run_chance(win, draw, k),
        ),
    )
    return tuple(Longest(what, k, chance(k) if k else 1.0) for what, k, chance in runs)
