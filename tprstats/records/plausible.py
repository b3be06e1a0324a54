"""Ratings that look like slips of the pen: taken as they stand, and noted."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from tprstats.records.games import Adjustment, Game, RatingKind

__all__ = ["doubtful_ratings"]

LOW, USUAL = 600.0, 1000.0
"""Elo below which a rating is noted, where half of those beside it are at least so high."""

FAR = 1200.0
"""Elo from the median of those beside it from which a rating is noted."""

FEW = 3
"""Ratings without which nothing is far from the others."""

ONLINE = (RatingKind.LICHESS, RatingKind.CHESSCOM, RatingKind.ONLINE)


def doubtful_ratings(
    games: Sequence[Game], own: float | None = None, *, totals: bool = False
) -> tuple[Adjustment, ...]:
    """Notes of ratings that no list has, or that lie far from the others of the same record.

    Online lists reach lower and wider, and are left alone.

    Examples
    --------
    >>> games = [Game(r, 2, round=k) for k, r in enumerate((2100, 210, 2200, 2050), 1)]
    >>> [str(a) for a in doubtful_ratings(games)]
    ['round 2: rating 210 is far from the others (median 2075): taken as it stands; a slip?']
    """
    rated = [g for g in games if g.opponent_rating is not None and g.rating_kind not in ONLINE]
    if totals:
        rated = rated[:1]
    named = [(g.opponent_rating or 0.0, "average" if totals else _where(g)) for g in rated]
    if own is not None and rated:
        named.append((own, "own rating"))
    if not named:
        return ()
    values = [value for value, _ in named]
    middle = median(values)
    notes = []
    for k, (value, where) in enumerate(named):
        others = values[:k] + values[k + 1 :]
        beside = median(others) if others else None
        low = value < LOW and (beside is None or beside >= USUAL)
        if low or (len(values) >= FEW and abs(value - middle) > FAR):
            far = "is very low" if beside is None else f"is far from the others (median {middle:g})"
            notes.append(Adjustment(f"rating {value:g} {far}: taken as it stands; a slip?", where))
    return tuple(notes)


def _where(game: Game) -> str:
    rounds = "" if game.round is None else f"round {game.round}"
    return ", ".join(part for part in (game.opponent, rounds) if part)
