"""A record's games that count, in playing order, with everything that was adjusted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tprstats.cells import counted, rating_text
from tprstats.errors import InputError, UnknownNameError
from tprstats.intervals import draw_prior
from tprstats.rate.assume import white_advantages, white_origin
from tprstats.records import Game, GameKind, Record, RecordBatch
from tprstats.records.order import order_known, playing_order, rise
from tprstats.records.record import CHOSEN
from tprstats.streaks.season import Season

__all__ = ["games_in_order", "season_of"]

AFTER_A_LOOK = "if that was decided after a look at them, p is too small"

DRIFTED = (
    "own ratings so far apart that one constant strength cannot describe these games: the verdict "
    "does not fit and no forecast is made; look at a season of it (--last, --since and --until)"
)


def season_of(
    record: Record,
    *,
    white_advantage: float | str = "auto",
    rating: float | None = None,
    last: int | None = None,
    rating_list: str | None = None,
) -> Season:
    """The games of a record that count, in playing order, with everything that was adjusted.

    Parameters
    ----------
    record
        One player's games.
    white_advantage
        Elo, ``"level"`` for Milvang's rule at the opponents' level, or ``"auto"`` for 12 Elo online
        and that rule elsewhere.
    rating
        The player's rating before the season; None takes the one of the first game, else the
        record's.
    last
        Only so many games, the latest.
    rating_list
        Only games with ratings of this list (:attr:`~tprstats.records.Game.list`, such as
        ``"lichess blitz"``); None takes the most frequent.
    """
    numbered, notes = games_in_order(record, rating_list)
    cut = 0
    if last is not None and last < len(numbered):
        cut = numbered[-last - 1][0]
        there = counted(len(numbered), "game that counts", "games that count")
        notes.append(f"only the last {last} of {there}, as asked; {AFTER_A_LOOK}")
        numbered = numbered[-last:]
    games = [g for _, g in numbered]
    if not games:
        why = f" ({'; '.join(notes)})" if notes else ""
        raise InputError(
            f"{record.player.name} has no game that counts{why}: a streak is judged on games "
            "played against rated opponents"
        )
    # A choice of games is a choice of a season, and may have been made by its results.
    notes[:0] = [f"{a}; {AFTER_A_LOOK}" for a in record.adjustments if a.what.startswith(CHOSEN)]
    before = _rating_before(record, games, notes) if rating is None else rating
    opponents = np.array([g.opponent_rating for g in games], dtype=np.float64)
    batch = RecordBatch.from_arrays([opponents], [[g.half_points for g in games]])
    share, origin = draw_prior(batch, games[0].rating_kind)
    colours = np.array([int(g.colour) for g in games], dtype=np.float64)
    looked_at = record.with_games(games)
    advantage = float(white_advantages(batch, white_advantage, [looked_at])[0])
    season = Season(
        score=np.array([g.half_points for g in games]) / 2.0,
        opponents=opponents,
        colours=colours,
        advantage=advantage,
        advantage_origin=white_origin(looked_at, white_advantage, float(opponents.mean())),
        rating=before,
        draw_prior=float(share[0]),
        draw_origin=origin,
        games=tuple(games),
        notes=tuple(notes),
        player=record.player.name,
        ordered=record.in_order or order_known(games),
        places=tuple(k for k, _ in numbered),
        listed=len(record.games),
        cut=cut,
    )
    more = (season.pooled.faster_words(), DRIFTED if season.drifted else "")
    return replace(season, notes=(*notes, *(text for text in more if text)))


def games_in_order(
    record: Record, rating_list: str | None = None
) -> tuple[list[tuple[int, Game]], list[str]]:
    """The games that a streak is judged on, the first first, and what was left out or moved.

    Each comes with its number among all games of the record, see
    :func:`tprstats.records.order.playing_order`.

    Parameters
    ----------
    record, rating_list
        As in :func:`season_of`.

    Examples
    --------
    >>> from tprstats.records import Record
    >>> games, notes = games_in_order(Record.from_results([2300, None, 2400], [1, 1, 0]))
    >>> [(k, g.opponent_rating) for k, g in games], notes[0]
    ([(1, 2300.0), (3, 2400.0)], '1 game left out: unrated opponent (games keep their numbers)')
    """
    if record.totals:
        raise InputError("a streak needs the games one by one, not totals")
    notes: list[str] = []
    for reason, count in Counter(x.reason for x in record.left_out()).items():
        notes.append(f"{counted(count, 'game')} left out: {reason} (games keep their numbers)")
    chosen = _one_list(record.rated(), rating_list, notes)
    inside = [g.rated and g.kind is GameKind.PLAYED and g.list == chosen for g in record.games]
    order = playing_order(record)
    games = [(k, record.games[i]) for k, i in enumerate(order, 1) if inside[i]]
    moved = not rise([i for i in order if inside[i]])
    if not record.in_order:
        _say_order([g for _, g in games], moved, notes)
    return games, notes


def _one_list(games: Sequence[Game], wanted: str | None, notes: list[str]) -> str:
    """One rating list, the most frequent: numbers of several are not comparable."""
    lists = Counter(g.list for g in games)
    if wanted is None:
        if not lists:
            return ""
        chosen = lists.most_common(1)[0][0]
    else:
        chosen = " ".join(wanted.casefold().split())
        if chosen not in lists:
            raise UnknownNameError("rating list", wanted, sorted(lists))
    rest = ", ".join(f"{n} of {k}" for k, n in lists.most_common() if k != chosen)
    if rest:
        most = ", the most frequent list" if wanted is None else ""
        notes.append(
            f"looked at: {counted(lists[chosen], 'game')} with {chosen} ratings{most}; left out: "
            f"{rest} (--rating-list chooses)"
        )
    return chosen


def _say_order(games: list[Game], moved: bool, notes: list[str]) -> None:
    """What to know about the order: that it was not there, or that it was made."""
    known = [g.date for g in games if g.date is not None]
    if not order_known(games):
        some = f"only {len(known)} of {len(games)} games have" if known else "no game has"
        whole = "a full date" if any(g.year for g in games) else "a date"
        fall = not rise(known)
        but = ", although the dates there are do not rise: put the games in order" * fall
        notes.append(
            f"{some} {whole}, and they are not the rounds of one event: that they stand in the "
            f"order of play is taken for granted{but}"
        )
    elif moved:
        by = "dates" if len(known) == len(games) else "rounds"
        notes.append(f"the games were not in order of their {by}: sorted")


def _rating_before(record: Record, games: list[Game], notes: list[str]) -> float | None:
    own = [g.own_rating for g in games if g.own_rating is not None]
    rating = own[0] if own else record.player.rating
    if own and min(own) < max(own):
        lowest, highest = rating_text(min(own)), rating_text(max(own))
        notes.append(
            f"own rating from {lowest} to {highest} during these games: later ones "
            f"already contain what came before, so the first, {rating_text(rating)}, is used"
        )
    elif rating is not None and len(games) > 1:
        notes.append(
            f"the rating {rating_text(rating)} is taken as the one before these games; if it is "
            "from later it already contains them: then give the earlier one"
        )
    return rating
