"""How often a verdict errs, as measured: figures of ``experiments/streaks-*/published``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log

from tprstats.cells import counted

__all__ = [
    "EITHER", "NAMED", "SEARCH", "NamedRates", "SearchRates", "named_rates", "search_rates",
]  # fmt: skip


@dataclass(frozen=True)
class SearchRates:
    """Error rates of a search for one side, hot or cold, in seasons of so many games.

    Parameters
    ----------
    games
        Of the seasons.
    false_alarms
        For weak, moderate and strong evidence: share of streak-free seasons among those with the
        word or a stronger one where one season in ten hides +200 for 15 games, and its upper
        97.5 % limit.
    missed
        Share of seasons with +200 over ten games that are not told from luck.
    looking_again
        Share of streak-free seasons that ring at 5 % at some look where one looks every ten games
        and does not pay for it.
    """

    games: int
    false_alarms: tuple[tuple[float, float], ...]
    missed: float
    looking_again: float


SEARCH = (
    SearchRates(30, ((0.44, 0.48), (0.22, 0.32), (0.18, 0.44)), 0.81, 0.05),
    SearchRates(60, ((0.51, 0.53), (0.30, 0.34), (0.18, 0.28)), 0.84, 0.10),
    SearchRates(120, ((0.59, 0.62), (0.29, 0.39), (0.36, 0.67)), 0.85, 0.15),
    SearchRates(200, ((0.56, 0.59), (0.28, 0.43), (0.00, 0.77)), 0.87, 0.23),
)


@dataclass(frozen=True)
class NamedRates:
    """Error rates of a window named beforehand; for a cold one low and high change places.

    Parameters
    ----------
    games, length
        Of the season, and of the window.
    rings
        Share of streak-free windows with p <= 0.05: rating right, 50 too low, 50 too high.
    missed
        Share of windows with +200 in them that have a larger p.
    """

    games: int
    length: int
    rings: tuple[float, float, float]
    missed: float


NAMED = (
    NamedRates(60, 5, (0.027, 0.033, 0.022), 0.75),
    NamedRates(60, 10, (0.035, 0.041, 0.022), 0.52),
    NamedRates(60, 20, (0.033, 0.057, 0.019), 0.23),
    NamedRates(60, 30, (0.032, 0.058, 0.013), 0.13),
    NamedRates(120, 5, (0.027, 0.031, 0.022), 0.73),
    NamedRates(120, 10, (0.035, 0.035, 0.026), 0.50),
    NamedRates(120, 20, (0.038, 0.049, 0.024), 0.16),
    NamedRates(120, 30, (0.043, 0.051, 0.023), 0.08),
)

EITHER = (
    NamedRates(60, 5, (0.023, 0.021, 0.025), 0.84),
    NamedRates(60, 10, (0.032, 0.029, 0.028), 0.66),
    NamedRates(60, 20, (0.031, 0.037, 0.036), 0.36),
    NamedRates(60, 30, (0.028, 0.031, 0.032), 0.21),
    NamedRates(120, 5, (0.022, 0.024, 0.020), 0.84),
    NamedRates(120, 10, (0.030, 0.030, 0.026), 0.61),
    NamedRates(120, 20, (0.036, 0.037, 0.037), 0.28),
    NamedRates(120, 30, (0.038, 0.038, 0.037), 0.15),
)
"""The same where no side is asked for, so that p is doubled."""


def search_rates(games: int) -> tuple[SearchRates, str]:
    """Rates for a season, and how they were got: linear in the logarithm of the games.

    Examples
    --------
    >>> search_rates(60)[1], search_rates(500)[1]
    ('Measured for seasons of 60 games.', 'Measured for seasons of 200 games, the most.')
    >>> search_rates(40)[1]
    'Read off between what was measured for seasons of 30 and 60 games.'
    """
    for rates in SEARCH:
        if games == rates.games:
            return rates, f"Measured for seasons of {counted(games, 'game')}."
    if games < SEARCH[0].games:
        return SEARCH[0], f"Measured for seasons of {SEARCH[0].games} games, the fewest."
    if games > SEARCH[-1].games:
        return SEARCH[-1], f"Measured for seasons of {SEARCH[-1].games} games, the most."
    after = next(k for k, rates in enumerate(SEARCH) if rates.games > games)
    a, b = SEARCH[after - 1], SEARCH[after]
    part = log(games / a.games) / log(b.games / a.games)

    def between(x: float, y: float) -> float:
        return x + part * (y - x)

    found = SearchRates(
        games,
        tuple(
            (between(x[0], y[0]), between(x[1], y[1]))
            for x, y in zip(a.false_alarms, b.false_alarms, strict=True)
        ),
        between(a.missed, b.missed),
        between(a.looking_again, b.looking_again),
    )
    sizes = f"{a.games} and {counted(b.games, 'game')}"
    how = f"Read off between what was measured for seasons of {sizes}."
    return found, how


def named_rates(games: int, length: int, direction: str = "hot") -> NamedRates:
    """The nearest that was measured, on the scale of logarithms; the window's length comes first.

    Examples
    --------
    >>> named_rates(60, 5) == NAMED[0]
    True
    >>> named_rates(60, 5, "either") == EITHER[0]
    True
    """

    def away(rates: NamedRates) -> tuple[float, float]:
        return abs(log(length / rates.length)), abs(log(games / rates.games))

    nearest = min(EITHER if direction == "either" else NAMED, key=away)
    if direction == "cold":
        right, low, high = nearest.rings
        nearest = replace(nearest, rings=(right, high, low))
    return nearest
