"""Parts of a season by colour, opening, speed, opponent and month, paid for together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats.mcse import holm
from tprstats.records import Colour, Game
from tprstats.streaks.named import score_tails
from tprstats.streaks.season import Baseline, Season
from tprstats.streaks.spans import strength_in
from tprstats.streaks.spells import SpellPrior

__all__ = ["FEWEST_GAMES", "Segment", "adjusted", "segments_of"]

Array = NDArray[np.float64]

FEWEST_GAMES = 5
"""Games that a segment and the rest need at least."""

BAND = 100.0
"""Elo above and below the player's level that make an opponent stronger and weaker."""

MOST_MONTHS = 24
"""More months than this are put together by year."""


@dataclass(frozen=True)
class Segment:
    """One part of a season against the rest.

    Parameters
    ----------
    kind, label
        ``"colour"`` and ``"White"``, for example.
    games, score
        In it.
    strength, low, high
        Firth estimate and mid-p interval of the strength in it, Elo, colours corrected.
    comparison
        Which one it belongs to, from 0: where a part is all that another leaves (White and Black),
        or holds the same games, that is one comparison with one p, the smaller part's.
    p
        Two-sided mid-p of its score given the other games (constant strength).
    holm, benjamini_hochberg
        The p adjusted for all comparisons shown.
    """

    kind: str
    label: str
    games: int
    score: float
    strength: float
    low: float
    high: float
    comparison: int
    p: float
    holm: float = 1.0
    benjamini_hochberg: float = 1.0


def adjusted(p: Array) -> tuple[Array, Array]:
    """p values adjusted after Holm and after Benjamini and Hochberg.

    Examples
    --------
    >>> after_holm, bh = adjusted(np.array([0.01, 0.04, 0.03]))
    >>> after_holm.round(2).tolist(), bh.round(2).tolist()
    ([0.03, 0.06, 0.06], [0.03, 0.04, 0.04])
    """
    from scipy.stats import false_discovery_control

    if not p.size:
        return p, p
    return holm(p), np.asarray(false_discovery_control(p))


def segments_of(season: Season, baseline: Baseline, *, level: float = 0.95) -> tuple[Segment, ...]:
    """Every part of a season that has games enough, and so has the rest.

    Each segment's score is compared with what the *other* games say (level and slope
    integrated), with the white advantage taken into account. Two parts that make up the season
    are one question: the smaller is compared, for the larger tells the level better, of equal
    ones the one with the first game.
    """
    parts = [
        part
        for part in _parts(season, baseline)
        if min(np.count_nonzero(part[2]), np.count_nonzero(~part[2])) >= FEWEST_GAMES
    ]
    compared = [_compared(inside) for _, _, inside in parts]
    tests = list({side.tobytes(): side for side in compared}.values())
    p = np.array([_p(season, baseline, side) for side in tests])
    family, bh = adjusted(p)
    which = {side.tobytes(): k for k, side in enumerate(tests)}
    found = []
    for (kind, label, inside), side in zip(parts, compared, strict=True):
        k = which[side.tobytes()]
        strength, low, high = strength_in(season, inside, baseline.draw_share, level)
        found.append(
            Segment(
                kind, label, int(np.count_nonzero(inside)), float(season.score[inside].sum()),
                strength, low, high, k, float(p[k]), float(family[k]), float(bh[k]),
            )
        )  # fmt: skip
    return tuple(found)


def _compared(inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The smaller of a part and the rest; of equal ones that of the first game."""
    excess = 2 * int(np.count_nonzero(inside)) - inside.size
    return ~inside if excess > 0 or (excess == 0 and not inside[0]) else inside


def _p(season: Season, baseline: Baseline, inside: NDArray[np.bool_]) -> float:
    # The other games alone are the baseline: the rating may be wrong.
    prior = SpellPrior(level=season.centre, level_sd=350.0)
    return score_tails(season, baseline, inside, prior).mid_p("either")


def _parts(season: Season, baseline: Baseline) -> Iterator[tuple[str, str, NDArray[np.bool_]]]:
    games = season.games
    colour = {Colour.WHITE: "White", Colour.BLACK: "Black"}
    months = {g.date.strftime("%Y-%m") for g in games if g.date is not None}
    period = "%Y-%m" if len(months) <= MOST_MONTHS else "%Y"
    own = season.rating or baseline.strength(season)

    def when(game: Game) -> str:
        return game.date.strftime(period) if game.date else ""

    def band(game: Game) -> str:
        gap = (game.opponent_rating or own) - own
        if abs(gap) <= BAND:
            return f"within {BAND:.0f}"
        return f"{BAND:.0f}+ {'stronger' if gap > 0 else 'weaker'}"

    kinds: tuple[tuple[str, Callable[[Game], str]], ...] = (
        ("colour", lambda g: colour.get(g.colour, "")),
        ("opening", lambda g: f"ECO {g.eco[:1].upper()}" if g.eco else ""),
        ("speed", lambda g: g.speed),
        ("opponents", band),
        ("month" if period == "%Y-%m" else "year", when),
    )
    for kind, label_of in kinds:
        labels = np.array([label_of(g) for g in games])
        for label in sorted(set(labels.tolist()) - {""}):
            yield kind, label, labels == label
