"""What a calculation takes for granted: draw shares, white advantage and priors of records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.estimators import Rule
from tprstats.estimators.bayes import default_prior_sd
from tprstats.estimators.sums import mean_opponent
from tprstats.intervals import draw_prior, plug_in_draw_share
from tprstats.outcomes import (
    WHITE_LEVELS,
    check_white_advantage,
    draw_share_at_level,
    white_advantage_at_level,
)
from tprstats.records import RatingKind, Record, RecordBatch, check_rating

__all__ = [
    "DRAW_ORIGINS", "SAY_THE_KIND", "WHITE_ONLINE", "Given", "draw_shares", "kinds_of", "priors",
    "white_advantages", "white_origin",
]  # fmt: skip

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Given:
    """What rules may ask for besides the games."""

    draw_share: Array
    prior_mean: Array
    prior_sd: Array

    def of(self, i: int) -> Given:
        """What one record has."""
        return Given(*(x[[i]] for x in (self.draw_share, self.prior_mean, self.prior_sd)))

    def options(self, rule: Rule) -> dict[str, Array]:
        """Keyword arguments of a rule, by what it says it needs."""
        wanted: dict[str, Array] = {}
        if "draws" in rule.needs:
            wanted["draw_share"] = self.draw_share
        if "prior" in rule.needs:
            wanted |= {"prior_mean": self.prior_mean, "prior_sd": self.prior_sd}
        return wanted


DRAW_ORIGINS = {
    "level": "the level of the opponents",
    "platform": "online games",
    "fast": "rapid or blitz: half of what classical games at that level have",
    "unknown": "level and platform unknown: the cautious value",
    "given": "given",
}
"""Where a prior share of draws comes from, in words; see :func:`tprstats.intervals.draw_prior`."""

SAY_THE_KIND = (
    "Nothing tells in which list the ratings stand, and draws and White's worth depend on it. "
    "If you know it, say it: --kind fide, national, lichess, chess.com ..."
)
"""What helps where it is unknown."""


def draw_shares(
    batch: RecordBatch,
    records: Sequence[Record] | None,
    wish: float | str,
    *,
    edges: bool = False,
) -> tuple[Array, list[str]]:
    """Draw share of each record and where it comes from, in words.

    Parameters
    ----------
    batch, records
        The same records; without ``records`` the kind of rating is unknown.
    wish
        A number, ``"level"`` or ``"auto"``.
    edges
        As in :func:`tprstats.intervals.plug_in_draw_share`.
    """
    m = len(batch)
    if not isinstance(wish, str):
        if not 0.0 <= wish < 1.0:
            raise TprstatsError(f"draw share must be at least 0 and below 1, not {wish}")
        return np.full(m, float(wish)), ["given"] * m
    if wish == "level":
        return np.asarray(draw_share_at_level(mean_opponent(batch))), ["level rule"] * m
    if wish != "auto":
        raise TprstatsError(f"draw share {wish!r}: give a number, 'level' or 'auto'")
    prior = np.empty(m)
    sources = []
    for i in range(m):
        kind = RatingKind.UNKNOWN if records is None else _kind(records[i])
        share, source = draw_prior(batch.take([i]), kind)
        prior[i] = share[0]
        sources.append(source)
    share = plug_in_draw_share(batch, prior, edges=edges)
    origins = []
    for i in range(m):
        s2, n = batch.scores[i], batch.counts[i]
        if batch.totals[i] and 0 < s2 < 2 * n:
            origins.append(f"{DRAW_ORIGINS[sources[i]]}; totals do not tell the draws")
        elif n and not edges and s2 in (0, 2 * n):
            origins.append("the cautious choice at 0 % and 100 %")
        else:
            near = f"{prior[i]:.2f} ({DRAW_ORIGINS[sources[i]]})"
            origins.append(f"the record's draws, shrunk towards {near}")
    return share, origins


def kinds_of(record: Record) -> tuple[str, ...]:
    """Rating lists of the rated games, the most frequent first."""
    return tuple(k for k, _ in Counter(g.list for g in record.rated()).most_common())


def _kind(record: Record) -> RatingKind:
    """The kind of most rated games."""
    kinds = Counter(g.rating_kind for g in record.rated())
    return kinds.most_common(1)[0][0] if kinds else RatingKind.UNKNOWN


WHITE_ONLINE = 12.0
"""Elo that White is worth online: 2 million games of chess.com (statistics A.4); 20,000 of lichess
give 14 to 17."""


def white_advantages(
    batch: RecordBatch, wish: float | str, records: Sequence[Record] | None = None
) -> Array:
    """Elo for White of each record.

    Parameters
    ----------
    batch, records
        The same records; without ``records`` the kind of rating is unknown.
    wish
        A number; ``"level"`` for Milvang's rule, within its levels
        (:func:`tprstats.outcomes.white_advantage_at_level`); ``"auto"`` for :data:`WHITE_ONLINE`
        online and that rule elsewhere. Where the kind of rating is unknown too: no kind of chess
        is without an advantage, so that 0 would be no cautious choice as few draws are.
    """
    level = np.asarray(white_advantage_at_level(mean_opponent(batch)))
    if wish == "level":
        return level
    if wish == "auto":
        online = np.zeros(len(batch), dtype=bool)
        if records is not None:
            online[:] = [_kind(r).online for r in records]
        return np.where(online, WHITE_ONLINE, np.where(np.isfinite(level), level, 0.0))
    try:
        value = float(wish)
        check_white_advantage(value)
    except ValueError:
        raise TprstatsError(
            f"white advantage {wish!r}: give Elo between -500 and 500, 'level' or 'auto'"
        ) from None
    return np.full(len(batch), value)


def white_origin(record: Record, wish: float | str, level: float) -> str:
    """Where the advantage of :func:`white_advantages` comes from, in words.

    Parameters
    ----------
    record, wish
        As there.
    level
        Average rating of the opponents.
    """
    if wish not in ("auto", "level"):
        return "given"
    if wish == "auto" and _kind(record).online:
        return "online games"
    lowest, highest = WHITE_LEVELS
    if level < lowest:
        return f"the level rule's value at {lowest:.0f}, its lowest level"
    if level > highest:
        return f"the level rule's value at {highest:.0f}, its highest level"
    return "the opponents' level"


def priors(
    batch: RecordBatch, prior: tuple[float | None, float | None] | None
) -> tuple[Array, Array]:
    """Mean and SD of each record's normal prior, Elo; a NaN mean where nothing is known."""
    mean, sd = prior or (None, None)
    if mean is not None:
        mean = check_rating(mean, "prior mean")
    if sd is not None and not 0.0 < sd < 2000.0:
        raise TprstatsError(f"prior SD {sd:g}: give Elo above 0 and below 2000")
    means = batch.own.copy() if mean is None else np.full(len(batch), float(mean))
    sds = default_prior_sd(means) if sd is None else np.full(len(batch), float(sd))
    return means, np.asarray(sds)
