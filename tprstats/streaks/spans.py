"""Some games in a row: which a window names, and the strength shown in them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import InputError, TprstatsError, UnknownNameError
from tprstats.estimators import estimate
from tprstats.intervals import interval
from tprstats.records import RecordBatch
from tprstats.streaks.season import Baseline, Season

__all__ = ["Span", "Spans", "WindowName", "inside_of", "strength_in"]

WindowName = tuple[int, int] | tuple[dt.date, dt.date] | str


@dataclass(frozen=True)
class Span:
    """Some games in a row and the strength shown in them.

    Parameters
    ----------
    first, last
        Numbers of the games, from 1, among all of the record in playing order: those that do not
        count keep theirs.
    start, games
        Place of the first one among the games that count, from 0, and how many of these there are.
    score, average
        Points, and the opponents' average rating.
    strength, low, high
        Firth estimate and mid-p interval, Elo, colours corrected.
    dates
        Of the first and the last game; empty where unknown.
    """

    first: int
    last: int
    score: float
    average: float
    strength: float
    low: float
    high: float
    start: int
    games: int
    dates: tuple[str, ...] = ()

    @property
    def left_out(self) -> int:
        """Games between the first and the last that do not count."""
        return self.last - self.first + 1 - self.games

    def __str__(self) -> str:
        when = f", {' to '.join(dict.fromkeys(self.dates))}" if self.dates else ""
        without = f" without {self.left_out} not counted" if self.left_out else ""
        return f"games {self.first}-{self.last} ({self.score:g}/{self.games}{without}{when})"


def strength_in(
    season: Season, inside: NDArray[np.bool_], draw_share: float, level: float
) -> tuple[float, float, float]:
    """Firth estimate and ends of the mid-p interval of the strength in some games, Elo."""
    batch = RecordBatch.from_arrays(
        [season.opponents[inside]],
        [(2.0 * season.score[inside]).astype(int)],
        colours=[season.colours[inside].astype(int)],
    ).colour_corrected(season.advantage)
    ends = interval(batch, level=level, draw_share=draw_share)
    found = estimate(batch, "firth").values[0], ends.low[0], ends.high[0]
    return float(found[0]), float(found[1]), float(found[2])


class Spans:
    """Spans of one season, each with the strength shown in it."""

    def __init__(self, season: Season, baseline: Baseline, level: float) -> None:
        self._season, self._baseline, self._level = season, baseline, level

    def of(self, start: int, length: int) -> Span:
        s = self._season
        part = slice(start, start + length)
        inside = np.zeros(len(s), dtype=bool)
        inside[part] = True
        strength, low, high = strength_in(s, inside, self._baseline.draw_share, self._level)
        ends = [g.date for g in (s.games[start], s.games[start + length - 1])] if s.games else []
        return Span(
            int(s.numbers[start]),
            int(s.numbers[start + length - 1]),
            float(s.score[part].sum()),
            float(s.opponents[part].mean()),
            strength,
            low,
            high,
            start,
            length,
            tuple(d.isoformat() for d in ends if d is not None),
        )


def inside_of(season: Season, window: WindowName) -> NDArray[np.bool_]:
    """Which games a window named in advance holds."""
    if isinstance(window, str):
        names = [g.event for g in season.games]
        if window not in names:
            raise UnknownNameError("event", window, sorted(set(names) - {""}))
        found = np.array([name == window for name in names])
    else:
        found = _between(season, *window)
    where = np.flatnonzero(found)
    if where[-1] - where[0] + 1 != where.size:
        name = repr(window) if isinstance(window, str) else f"{window[0]} to {window[1]}"
        raise InputError(
            f"the window {name} is not one run of games: between games "
            f"{season.numbers[where[0]]} and {season.numbers[where[-1]]} lie others; name the games"
        )
    return found


def _between(season: Season, first: int | dt.date, last: int | dt.date) -> NDArray[np.bool_]:
    """Games between two numbers or two dates, both included."""
    if isinstance(first, int) and isinstance(last, int):
        if not 1 <= first <= last <= season.last_number:
            raise InputError(f"window {first}-{last}: the games are 1 to {season.last_number}")
        found = (season.numbers >= first) & (season.numbers <= last)
        if not found.any():
            raise InputError(f"window {first}-{last}: none of these games counts")
        return found
    if isinstance(first, int) or isinstance(last, int):
        raise TprstatsError(f"window {first} to {last}: give two numbers or two dates")
    days = [g.date for g in season.games]
    found = np.array([d is not None and first <= d <= last for d in days])
    if not found.any():
        dated = [d for d in days if d is not None]
        span = f"they are from {min(dated)} to {max(dated)}" if dated else "none has a date"
        raise InputError(f"no game that counts between {first} and {last}: {span}")
    return found
