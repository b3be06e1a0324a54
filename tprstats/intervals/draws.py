"""Which draw share an interval assumes.

One exception comes with the plug-in. At 0 % and 100 % it assumes no draws, elsewhere the record's
draws and the prior, and fewer draws widen an interval. So where the prior is large a last half
point that makes a score perfect can *lower* the lower end (and one that makes it 0 % raise the
upper end), though a better result never does with a given share: against a field of 2600, with
the level rule's prior .49, ``midp`` gives 8.5/9 2781 to 3622 and 9/9 "at least 2761". Of nine
games the drop is 10 Elo at the prior of 2300, 20 at 2600 and 26 at 2800; of 100 games 25, 29 and
31. ``edges=True``, or a share of one's own, is without it and without the caution.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tprstats.elo import expected
from tprstats.estimators import estimate
from tprstats.estimators.roots import increasing_root
from tprstats.estimators.sums import mean_opponent, row_sum
from tprstats.outcomes import davidson_draws, draw_share_at_level
from tprstats.records import RatingKind, RecordBatch

__all__ = ["DRAW_SHARE_UNKNOWN", "FAST_SHARE", "PSEUDO_GAMES", "draw_prior", "plug_in_draw_share"]

Array = NDArray[np.float64]

DRAW_SHARE_UNKNOWN = 0.05
"""Prior where neither level nor platform is known, and for games online: a low share is the
cautious choice, it widens the interval (statistics, correction 2)."""

FAST_SHARE = 0.5
"""Draws in rapid and blitz over the board, as a part of those in classical games at that level.

Of games between near equals of 2400 to 2800, 42 % of 2,625 fast ones were drawn and 57 % of 4,011
classical ones, a part of 0.75 (elite players' files); half is the cautious side of it."""

PSEUDO_GAMES = 6.0
"""Weight of the prior draw share, in games (statistics B.1)."""


def draw_prior(batch: RecordBatch, kind: RatingKind) -> tuple[Array, str]:
    """Prior draw share of each record and where it comes from.

    Parameters
    ----------
    batch
        Records; the level is the opponents' average rating.
    kind
        Which list the ratings stand in: over the board the level rule
        (:func:`tprstats.outcomes.draw_share_at_level`), half of it in rapid and blitz
        (:data:`FAST_SHARE`), online 0.05, unknown 0.05.

    Returns
    -------
    share, origin
        ``(m,)`` and ``"level"``, ``"fast"``, ``"platform"`` or ``"unknown"``.
    """
    if kind.over_the_board or kind.fast:
        share = np.asarray(draw_share_at_level(mean_opponent(batch.rated())))
        return (FAST_SHARE * share, "fast") if kind.fast else (share, "level")
    origin = "platform" if kind.online else "unknown"
    return np.full(len(batch), DRAW_SHARE_UNKNOWN), origin


def plug_in_draw_share(
    batch: RecordBatch,
    prior: ArrayLike,
    *,
    pseudo_games: float = PSEUDO_GAMES,
    edges: bool = False,
) -> Array:
    """The record's own draw share between equals, shrunk towards a prior.

    The d0 that solves ``sum D_j(d0, R) + m0 d0 = draws + m0 prior`` at the Firth estimate R
    (statistics B.1).

    Parameters
    ----------
    batch
        Records of rated games.
    prior
        Prior draw share, one number or one a record.
    pseudo_games
        m0, the weight of the prior in games.
    edges
        At 0 % and 100 % the share is 0, the cautious choice, unless this is True; what that does
        to the order of intervals is said at the head of this module. Where only totals are known
        the draws are not, and the prior itself is used.

    Returns
    -------
    ndarray
        ``(m,)``, between 0 and 0.999.

    Examples
    --------
    >>> from tprstats.records import RecordBatch
    >>> nine = RecordBatch.from_arrays([[2300] * 9], [[2] * 3 + [1] * 3 + [0] * 3])
    >>> round(float(plug_in_draw_share(nine, 0.35)[0]), 2)  # (3 + 6 * 0.35) / (9 + 6)
    0.34
    """
    m = len(batch)
    share = np.broadcast_to(np.asarray(prior, dtype=np.float64), (m,)).copy()
    s2, n, draws = batch.scores, batch.counts, batch.draws
    edge = (s2 == 0) | (s2 == 2 * n)
    if not edges:
        share[edge] = 0.0
    free = np.flatnonzero((n > 0) & ~batch.totals & (edges | ~edge))
    if free.size:
        good, prior_free = batch.take(free), share[free]
        e = expected(estimate(good, "firth").values[:, None] - good.opponents)
        wanted = draws[free] + pseudo_games * prior_free
        mask = good.mask

        def surplus(d0: Array, rows: NDArray[np.int64]) -> Array:
            d = davidson_draws(e[rows], d0[:, None])
            return row_sum(np.where(mask[rows], d, 0.0)) + pseudo_games * d0 - wanted[rows]

        share[free] = increasing_root(surplus, np.zeros(free.size), np.full(free.size, 0.999))
    return share
