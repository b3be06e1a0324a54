"""One player's games in playing order, as numbers, and constant strength fitted to them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tprstats.elo import ELO_PER_LOGIT, LOGIT_PER_ELO
from tprstats.errors import InputError
from tprstats.intervals import draw_prior
from tprstats.intervals.draws import PSEUDO_GAMES
from tprstats.rate.assume import white_advantages
from tprstats.records import Game, Record, RecordBatch

__all__ = ["SLOPE_SD", "Baseline", "Season", "constant_strength", "season_of"]

Array = NDArray[np.float64]

SLOPE_SD = 0.25
"""SD of the rating slope about 1, on the scale of the likelihood without draws: Sonas' 5/6
(statistics A.3) lies well inside."""

MOST_DRIFT = 200.0
"""Elo between the lowest and the highest own rating: beyond it a record is no season of one
strength. A year of an established player rarely moves the rating so far."""

ONE_DRAWN_GAME = 1.0
"""Weight of the drawn game against the centre that keeps a season of nothing but wins finite."""


@dataclass(frozen=True)
class Season:
    """Games that count, in playing order.

    Parameters
    ----------
    games
        Rated games, or none where the season was made from arrays.
    score
        0, 1/2 or 1, ``(n,)``.
    opponents
        Elo, ``(n,)``.
    colours
        +1 White, -1 Black, 0 unknown, ``(n,)``.
    advantage
        Elo that White is worth.
    rating
        The player's rating before the season, Elo; None where unknown.
    draw_prior, draw_origin
        Draw share between equals to shrink towards, and where it comes from.
    notes
        What was changed, left out or guessed.
    player
        Name.
    """

    score: Array
    opponents: Array
    colours: Array
    advantage: float = 0.0
    rating: float | None = None
    draw_prior: float = 0.05
    draw_origin: str = "given"
    games: tuple[Game, ...] = ()
    notes: tuple[str, ...] = ()
    player: str = "the player"

    def __len__(self) -> int:
        return int(self.score.size)

    @property
    def centre(self) -> float:
        """Average rating of the opponents, Elo."""
        return float(self.opponents.mean())

    @property
    def x(self) -> Array:
        """How much weaker than the centre each opponent is, logits."""
        return LOGIT_PER_ELO * (self.centre - self.opponents)

    @property
    def offset(self) -> Array:
        """White advantage of each game, logits."""
        return LOGIT_PER_ELO * self.advantage * self.colours

    def first(self, n: int) -> Season:
        """The season as it stood after so many games."""
        return replace(
            self,
            score=self.score[:n],
            opponents=self.opponents[:n],
            colours=self.colours[:n],
            games=self.games[:n],
        )


@dataclass(frozen=True)
class Baseline:
    """Constant strength all season.

    Parameters
    ----------
    level
        Logits above the centre of the season's opponents.
    slope
        Logits of expected score for a logit of rating difference.
    draw_share
        Draw share between equals.
    expected, variance
        Expected score and variance of each game, ``(n,)``.
    bounds
        Of each game's random word: below the first a win, below the second no loss, uint64
        ``(n, 2)``.
    penalty
        Of the fit: weight of the drawn game, precision and mean of the level, precision of the
        slope.
    known
        True where level and slope were given and nothing is refitted.
    """

    level: float
    slope: float
    draw_share: float
    expected: Array
    variance: Array
    bounds: NDArray[np.uint64]
    penalty: Array
    known: bool = False

    @property
    def dispersion(self) -> float:
        """What draws leave of the binomial variance."""
        binomial = self.expected * (1.0 - self.expected)
        return float(self.variance.sum() / binomial.sum())

    def strength(self, season: Season) -> float:
        """Elo: the level on the opponents' scale."""
        return season.centre + ELO_PER_LOGIT * self.level


PENALTY = np.array([ONE_DRAWN_GAME, 0.0, 0.0, SLOPE_SD**-2])


def constant_strength(
    season: Season, *, draw_share: float | None = None, strength: float | None = None
) -> Baseline:
    """One level and one rating slope fitted to a season, or a strength taken as known.

    The scores' quasi likelihood (a draw is half a win and half a loss) with a drawn game against
    the average opponent added, and the slope about 1 with SD :data:`SLOPE_SD`: a season of
    nothing but wins, or opponents of one rating, still give finite numbers.

    Parameters
    ----------
    season
        Games.
    draw_share
        Draw share between equals; None plugs in the season's draws, shrunk towards the season's
        prior with the weight of six games.
    strength
        Elo: take this strength and a slope of 1 as known.

    Examples
    --------
    >>> import numpy as np
    >>> season = Season(np.ones(20), np.full(20, 2300.0), np.zeros(20))
    >>> round(constant_strength(season).strength(season))  # logit(20.5 / 21)
    2945
    """
    from tprstats.streaks import _fit_kernel as kernel

    n = len(season)
    expected, variance = np.empty(n), np.empty(n)
    bounds = np.empty((n, 2), dtype=np.uint64)
    share = np.nan if draw_share is None else draw_share
    penalty = PENALTY
    if strength is not None:
        # A prior that nothing can move stands for what is known.
        level = LOGIT_PER_ELO * (strength - season.centre)
        penalty = np.array([0.0, 1e12, level, 1e12])
    level, slope, share = kernel.baseline(
        season.score, season.x, season.offset, penalty, season.draw_prior, PSEUDO_GAMES, share,
        expected, variance, bounds,
    )  # fmt: skip
    return Baseline(
        level, slope, share, expected, variance, bounds, penalty, known=strength is not None
    )


def season_of(
    record: Record,
    *,
    white_advantage: float | str = "level",
    draw_prior_share: float | None = None,
    rating: float | None = None,
    last: int | None = None,
) -> Season:
    """The games of a record that count, in playing order, with everything that was adjusted.

    Parameters
    ----------
    record
        One player's games.
    white_advantage
        Elo, ``"level"`` for Milvang's rule at the opponents' level, or ``"auto"`` for that rule
        over the board and 12 Elo online.
    draw_prior_share
        Prior draw share between equals; None takes the level's or platform's.
    rating
        The player's rating before the season; None takes the one of the first game, else the
        record's.
    last
        Only so many games, the latest.
    """
    if record.totals:
        raise InputError("a streak needs the games one by one, not totals")
    notes: list[str] = []
    games = list(record.rated())
    for reason, count in Counter(x.reason for x in record.left_out()).items():
        notes.append(f"{count} game{'s' * (count > 1)} left out: {reason}")
    games = _of_one_list(games, notes)
    games = _in_order(games, notes)
    if last is not None:
        games = games[-last:]
    if not games:
        why = f" ({'; '.join(notes)})" if notes else ""
        raise InputError(
            f"{record.player.name} has no game that counts{why}: a streak is judged on games "
            "played against rated opponents"
        )
    before = _rating_before(record, games, notes) if rating is None else rating
    opponents = np.array([g.opponent_rating for g in games], dtype=np.float64)
    batch = RecordBatch.from_arrays([opponents], [[g.half_points for g in games]])
    if draw_prior_share is None:
        share, origin = draw_prior(batch, games[0].rating_kind)
        prior = float(share[0])
    else:
        prior, origin = draw_prior_share, "given"
    colours = np.array([int(g.colour) for g in games], dtype=np.float64)
    advantage = float(white_advantages(batch, white_advantage, [record.with_games(games)])[0])
    return Season(
        score=np.array([g.half_points for g in games]) / 2.0,
        opponents=opponents,
        colours=colours,
        advantage=advantage,
        rating=before,
        draw_prior=prior,
        draw_origin=origin,
        games=tuple(games),
        notes=tuple(notes),
        player=record.player.name,
    )


def _of_one_list(games: list[Game], notes: list[str]) -> list[Game]:
    """Games of the most frequent rating list: numbers of several are not comparable."""
    kinds = Counter(g.rating_kind for g in games)
    if len(kinds) < 2:
        return games
    kind, count = kinds.most_common(1)[0]
    rest = ", ".join(f"{n} of {k.value}" for k, n in kinds.most_common()[1:])
    notes.append(f"the {count} games with {kind.value} ratings are looked at; left out: {rest}")
    return [g for g in games if g.rating_kind is kind]


def _in_order(games: list[Game], notes: list[str]) -> list[Game]:
    dates = [g.date for g in games]
    known = [d for d in dates if d is not None]
    mixed = any(a > b for a, b in pairwise(known))
    if len(known) < len(games):
        some = f"only {len(known)} of {len(games)} games have" if known else "no game has"
        but = ", although the dates there are do not rise: put the games in order" * mixed
        notes.append(f"{some} a date: the order of the file is taken as the order of play{but}")
    elif mixed:
        notes.append("the games were not in order of their dates: sorted")
        return [g for _, g in sorted(zip(known, games, strict=True), key=lambda pair: pair[0])]
    return games


def _rating_before(record: Record, games: list[Game], notes: list[str]) -> float | None:
    own = [g.own_rating for g in games if g.own_rating is not None]
    rating = own[0] if own else record.player.rating
    if own and min(own) < max(own):
        notes.append(
            f"own rating from {min(own):.0f} to {max(own):.0f} during these games: later ones "
            f"already contain what came before, so the first, {rating:.0f}, is used"
        )
        if max(own) - min(own) > MOST_DRIFT:
            notes.append(
                "one constant strength cannot describe so large a change: neither the verdict "
                "nor the forecast fits; look at a season of it (--last, or a shorter file)"
            )
    elif rating is not None and len(games) > 1:
        notes.append(
            f"the rating {rating:.0f} is taken as the one before these games; if it is from "
            "later it already contains them: then give the earlier one"
        )
    return rating
