"""``tpr.streak``: one player's games in order, and whether a streak is more than luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from tprstats.cells import counted
from tprstats.errors import InputError, TprstatsError
from tprstats.outcomes import draw_share_at_level
from tprstats.records import Record, check_rating
from tprstats.results import check_level
from tprstats.rng import Key, make_key
from tprstats.streaks.comparisons import AgainstRating, against_rating, order_p_values, shuffled_p
from tprstats.streaks.findings import NamedWindow, best_of_all, change_of, longest_of, named_of
from tprstats.streaks.judge import LENGTHS, Judgement, judge
from tprstats.streaks.looked import looked_p
from tprstats.streaks.luck import FEWEST_AROUND_A_CHANGE, Progress
from tprstats.streaks.named import next_score
from tprstats.streaks.playing_order import season_of
from tprstats.streaks.results import StreakVerdict
from tprstats.streaks.season import Baseline, Season, constant_strength
from tprstats.streaks.segments import segments_of
from tprstats.streaks.spans import Spans, WindowName, inside_of
from tprstats.streaks.spells import SpellPrior, bayes_factors, forecast

__all__ = ["streak", "with_window"]

MOST_GAMES = 20_000
# Seasons for the false alarms of a known rating, and shuffles: fewer for very long records.
_ALARM_SEASONS, _SHUFFLES = 4000, 1000
_LONG, _FEWER = 1000, 5
_PROVE = 0.05


def streak(
    record: Record,
    *,
    window: WindowName | None = None,
    direction: str = "hot",
    lengths: tuple[int, int] = LENGTHS,
    events: bool = False,
    looks: Sequence[int] = (),
    players: int = 1,
    windows: int = 1,
    looked: bool = False,
    last: int | None = None,
    rating_list: str | None = None,
    rating: float | None = None,
    prior: SpellPrior | None = None,
    draw_share: float | str = "auto",
    white_advantage: float | str = "auto",
    segments: bool = False,
    seasons: int = 20_000,
    seed: int = 1,
    level: float = 0.95,
    progress: Progress | None = None,
) -> StreakVerdict:
    """Say whether a hot (or cold) streak is more than luck.

    Two questions are kept apart. With ``window`` the streak was *named in advance*: its score has
    an exact p. Without, the best window is *found by looking*, and thousands of streak-free
    seasons, each refitted and searched in the same way, tell how good a window luck alone finds.
    The null hypothesis of both is one constant, unknown strength all season.

    Parameters
    ----------
    record
        One player's games; sorted by date where all have one, else in their order.
    window
        Numbers of the first and last game (from 1, among all games of the record in playing order:
        those that do not count keep theirs, as in the table of games of a report), two dates, or
        the name of an event.
    direction
        ``"hot"``, ``"cold"`` or ``"either"``.
    lengths
        Shortest and longest window searched, games.
    events
        Search the events of the record instead of all windows (those of these lengths).
    looks
        Numbers of the games after which the season was looked at before: paid for.
    players
        Players among whom this one was picked: paid for.
    windows
        Windows of this season judged by name so far, this one included: paid for, as the best of so
        many. (Who stops at the first that rings pays a little too little: see ``docs/streaks.md``.)
    looked
        The window was named by somebody who had seen the games: it is judged as one found by
        looking.
    last
        Only so many games, the latest.
    rating_list
        Only games with ratings of this list, such as ``"lichess blitz"``; None takes the most
        frequent.
    rating
        Rating before the season, Elo; None takes the first game's, else the record's.
    prior
        Of spells and of the strength outside them; see :class:`~tprstats.streaks.SpellPrior`.
    draw_share
        Between equals, ``"level"`` for the share usual at the opponents' level, or ``"auto"``: the
        season's draws, shrunk towards the level's or platform's prior.
    white_advantage
        Elo, ``"level"`` or ``"auto"``, as for :func:`~tprstats.rate`; not 0 as there, for within a
        season who had White more often lately matters, over an event it nearly cancels.
    segments
        Also judge parts of the season.
    seasons, seed
        Streak-free seasons simulated, and the seed.
    level
        Two-sided level of intervals.
    progress
        Called with the seasons of luck done so far, of ``seasons`` for each look.

    Examples
    --------
    >>> import tprstats as tpr
    >>> record = tpr.Record.from_results([2300] * 43, [0.5, 1, 0, 0.5] * 7 + [1] * 15, own=2310)
    >>> found = tpr.streak(record, seasons=2000)
    >>> found.best.span.first, found.best.span.last, found.word
    (29, 43, 'strong evidence')
    """
    _check(direction, lengths, players, windows, last, seasons, level, draw_share)
    if (windows > 1 or looked) and window is None:
        raise TprstatsError("windows and looked are about one judged by name: give the window too")
    if window is not None and looks:
        raise TprstatsError("looks are paid for in a search; a window named beforehand has none")
    if rating is not None:
        check_rating(rating, "rating")
    season = season_of(
        record,
        white_advantage=white_advantage,
        rating=rating,
        last=last,
        rating_list=rating_list,
    )
    n = len(season)
    if n > MOST_GAMES:
        raise InputError(f"{counted(n, 'game')}: look at no more than {MOST_GAMES} (last=...)")
    seen = _games_seen(season, looks, lengths)
    share = None if isinstance(draw_share, str) else draw_share
    if draw_share == "level":
        share = float(draw_share_at_level(season.centre))
    prior = prior or SpellPrior()
    inside = None if window is None else inside_of(season, window)
    key = _key(season, seed)
    judged = _searched(
        season, events, lengths, inside is None,
        direction=direction, looks=seen, seasons=seasons, key=key, draw_share=share,
        prior=prior, progress=progress,
    )  # fmt: skip
    baseline = constant_strength(season, draw_share=share) if judged is None else judged.baseline
    spans = Spans(season, baseline, level)
    best = None if judged is None else best_of_all(judged, direction, spans)
    if inside is not None:
        assert window is not None
        named, bayes = _judged_by_name(
            season, baseline, window, inside, prior, direction, judged, spans, looked, seasons, key
        )
    else:
        assert judged is not None
        named, bayes = None, judged.spells.bayes_factors
    order = (None, None) if judged is None else order_p_values(judged.luck)
    variance = baseline.variance
    shuffles = _SHUFFLES // (_FEWER if n > _LONG else 1)
    return StreakVerdict(
        season=season,
        baseline=baseline,
        judgement=judged,
        direction=direction,
        family=_family(events, lengths),
        players=players,
        windows=windows,
        looked=looked,
        named=named,
        best=best,
        change=None if judged is None else change_of(judged, spans),
        bayes=tuple(float(b) for b in bayes),
        forecast=forecast(season, baseline, prior) if judged is None else judged.spells.forecast,
        prove=_prove(season, baseline, prior, direction),
        longest=longest_of(season, baseline, direction),
        lag_p=order[0],
        runs_p=order[1],
        shuffled_p=None
        if judged is None
        else shuffled_p(judged.luck, variance, direction, shuffles=shuffles, key=key),
        against_rating=_against(season, baseline, judged, lengths, direction, key),
        segments=segments_of(season, baseline, level=level) if segments else (),
        seasons=seasons,
        seed=seed,
        level=level,
    )


def with_window(
    verdict: StreakVerdict, window: WindowName, *, windows: int = 1, looked: bool = False
) -> StreakVerdict:
    """The verdict on another window of the same season: what was searched stays, and is kept.

    Parameters
    ----------
    verdict
        What :func:`streak` gave.
    window, windows, looked
        As there.

    Examples
    --------
    >>> import tprstats as tpr
    >>> record = tpr.Record.from_results([2300] * 30, [0.5, 1, 0] * 6 + [1] * 12, own=2310)
    >>> found = tpr.streak(record, seasons=500)
    >>> once = with_window(found, (20, 30))
    >>> once.p == tpr.streak(record, window=(20, 30), seasons=500).p
    True
    >>> with_window(found, (20, 30), windows=4).p > 3 * once.p
    True
    """
    _check_counts(verdict.players, windows)
    season, baseline = verdict.season, verdict.baseline
    inside, prior = inside_of(season, window), verdict.forecast.prior
    named, bayes = _judged_by_name(
        season, baseline, window, inside, prior, verdict.direction, verdict.judgement,
        Spans(season, baseline, verdict.level), looked, verdict.seasons,
        _key(season, verdict.seed),
    )  # fmt: skip
    kept = tuple(float(b) for b in bayes)
    return replace(verdict, named=named, bayes=kept, windows=windows, looked=looked)


def _key(season: Season, seed: int) -> Key:
    return make_key(seed, {"streak": [season.opponents.tolist(), season.colours.tolist()]})


def _judged_by_name(
    season: Season,
    baseline: Baseline,
    window: WindowName,
    inside: NDArray[np.bool_],
    prior: SpellPrior,
    direction: str,
    judged: Judgement | None,
    spans: Spans,
    looked: bool,
    seasons: int,
    key: Key,
) -> tuple[NamedWindow, NDArray[np.float64]]:
    """The window, and Bayes factors: of a boost in it alone, or in any where one has looked."""
    named = named_of(season, baseline, inside, prior, direction, judged, spans)
    if not isinstance(window, str) and isinstance(window[0], int) and isinstance(window[1], int):
        # As it was asked for, although a game at its end may not count.
        named = replace(named, span=replace(named.span, first=window[0], last=window[1]))
    if looked:
        chosen, families = looked_p(
            season, baseline, named.span.start, named.span.games, direction, judged,
            seasons=seasons, key=key,
        )  # fmt: skip
        named = replace(named, if_chosen_p=max(named.p, chosen), families=families)
    if looked and judged is not None:
        return named, judged.spells.bayes_factors
    wanted = np.zeros((1, len(season)), dtype=bool)
    wanted[0, named.span.start] = True
    return named, bayes_factors(season, baseline, wanted, named.span.games, direction, prior)


def _check_counts(players: int, windows: int) -> None:
    if players < 1:
        raise TprstatsError(f"{counted(players, 'player')}: give 1 or more")
    if windows < 1:
        raise TprstatsError(f"{counted(windows, 'window')}: give 1 or more")


def _check(
    direction: str,
    lengths: tuple[int, int],
    players: int,
    windows: int,
    last: int | None,
    seasons: int,
    level: float,
    draw_share: float | str,
) -> None:
    if direction not in ("hot", "cold", "either"):
        raise TprstatsError(f"direction {direction!r}: write hot, cold or either")
    if not 2 <= lengths[0] <= lengths[1]:
        raise TprstatsError(
            f"windows of {lengths[0]} to {counted(lengths[1], 'game')}: give the shortest (2 or "
            "more) first"
        )
    _check_counts(players, windows)
    if last is not None and last < 1:
        raise TprstatsError(f"last {counted(last, 'game')}: give 1 or more")
    if not 100 <= seasons <= 10_000_000:
        raise TprstatsError(f"{counted(seasons, 'season')} of luck: give between 100 and 10000000")
    check_level(level)
    if isinstance(draw_share, str) and draw_share not in ("auto", "level"):
        raise TprstatsError(f"draw share {draw_share!r}: give a number, 'level' or 'auto'")
    if not isinstance(draw_share, str) and not 0.0 <= draw_share < 1.0:
        raise TprstatsError(f"draw share must be at least 0 and below 1, not {draw_share:g}")


def _games_seen(season: Season, looks: Sequence[int], lengths: tuple[int, int]) -> tuple[int, ...]:
    """How many games that count were there at each look."""
    if max(looks, default=0) > season.last_number:
        raise TprstatsError(
            f"a look after game {max(looks)}: the last is game {season.last_number}, and looks "
            "come before it"
        )
    seen = tuple(int(np.count_nonzero(season.numbers <= k)) for k in looks)
    if min(seen, default=2 * lengths[0]) < 2 * lengths[0]:
        raise TprstatsError(
            f"a look after game {min(looks)} ({counted(min(seen), 'game counts', 'games count')} "
            f"by then): windows of {lengths[0]} or more need {counted(2 * lengths[0], 'game')}, "
            f"{lengths[0]} of them outside"
        )
    return seen


def _family(events: bool, lengths: tuple[int, int]) -> str:
    what = "events" if events else "windows"
    return f"{what} of {lengths[0]} to {counted(lengths[1], 'game')}"


def _searched(
    season: Season,
    events: bool,
    lengths: tuple[int, int],
    needed: bool,
    *,
    direction: str,
    looks: tuple[int, ...],
    seasons: int,
    key: Key,
    draw_share: float | None,
    prior: SpellPrior,
    progress: Progress | None,
) -> Judgement | None:
    """The search; None where it is not needed and the season is too short for it."""
    n, least = len(season), 2 * max(lengths[0], FEWEST_AROUND_A_CHANGE)
    only = None
    why = ""
    if n < least:
        why = (
            f"{counted(n, 'game that counts', 'games that count')}: searching windows of "
            f"{lengths[0]} or more takes at least {counted(least, 'game')}, {lengths[0]} of them "
            "outside"
        )
    elif events:
        blocks = [len(list(g)) for _, g in groupby(season.games, key=lambda g: g.event)]
        starts = np.concatenate([[0], np.cumsum(blocks)[:-1]])
        longest = min(lengths[1], n - lengths[0])
        only = [
            (int(i), k) for i, k in zip(starts, blocks, strict=True) if lengths[0] <= k <= longest
        ]
        if not only:
            why = f"no event of {lengths[0]} to {counted(longest, 'game')} to search"
    if why:
        if needed:
            raise InputError(f"{season.player}: {why}")
        return None
    return judge(
        season, seasons=seasons, key=key, direction=direction, lengths=lengths, only=only,
        looks=looks, draw_share=draw_share, prior=prior, progress=progress,
    )  # fmt: skip


def _prove(
    season: Season, baseline: Baseline, prior: SpellPrior, direction: str
) -> tuple[float, int]:
    points, _ = next_score(season, baseline, prior, prior.horizon, _PROVE, direction)
    return points, prior.horizon


def _against(
    season: Season,
    baseline: Baseline,
    judged: Judgement | None,
    lengths: tuple[int, int],
    direction: str,
    key: Key,
) -> AgainstRating | None:
    if season.rating is None or judged is None:
        return None
    return against_rating(
        season, season.rating, lengths, direction,
        draw_share=baseline.draw_share, key=key,
        seasons=_ALARM_SEASONS // (_FEWER if len(season) > _LONG else 1),
    )  # fmt: skip
