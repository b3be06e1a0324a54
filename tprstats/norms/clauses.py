"""A choice of games held against the clauses of B.01 1.4: the slow, readable reference.

:mod:`tprstats.norms.thresholds` does the same for every choice at once; a test compares the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tprstats import fide_tables
from tprstats.norms.event_clauses import six_players
from tprstats.norms.games import NormGame, NormRecord
from tprstats.norms.titles import (
    UNRATED,
    Title,
    least_half_points,
    least_of_level,
    least_titled,
    most_of_one,
    most_own,
)
from tprstats.norms.verdicts import Clause, Verdict, at_least, at_most

__all__ = [
    "Figures",
    "figures",
    "mix_clauses",
    "performance_clauses",
]


@dataclass(frozen=True)
class Figures:
    """The numbers of a choice of games.

    Parameters
    ----------
    games, half_points
        Games that count and the score in them.
    average
        Ra, Elo: unrated opponents as 1400, the lowest opponent raised to the floor, half up.
    dp, performance
        Rating difference of the score and Rp = Ra + dp, Elo.
    raised
        Rating of the opponent who was raised to the floor; None where nobody was.
    unrated
        Opponents who counted 1400.
    needed
        Least score for the norm at this Ra in half points; None where Ra is too low.
    """

    games: int
    half_points: int
    average: int
    dp: int
    performance: int
    raised: int | None
    unrated: int
    needed: int | None


def figures(games: Sequence[NormGame], title: Title) -> Figures:
    """Ra, dp and Rp of at least one game (1.4.6 to 1.4.9).

    Examples
    --------
    >>> from tprstats.norms.titles import get_title
    >>> games = [NormGame(k, 2400, 1) for k in range(1, 9)] + [NormGame(9, None, 1)]
    >>> found = figures(games, get_title("GM"))
    >>> found.average, found.performance, found.raised
    (2378, 2378, 1400)
    """
    ratings = [UNRATED if g.rating is None else g.rating for g in games]
    low = min(ratings)
    total = sum(ratings) + max(0, title.floor - low)
    n = len(games)
    s2 = sum(g.half_points or 0 for g in games)
    average = int(fide_tables.round_half_up(total, n))
    dp = int(fide_tables.dp(fide_tables.percent(s2, n)))
    return Figures(
        games=n,
        half_points=s2,
        average=average,
        dp=dp,
        performance=average + dp,
        raised=int(low) if low < title.floor else None,
        unrated=sum(g.rating is None for g in games),
        needed=least_half_points(title, n, average),
    )


def performance_clauses(found: Figures, title: Title, *, any_rating: bool = True) -> list[Clause]:
    """1.4.6 to 1.4.9: the title performance of B.01 0.5; all but the score open without ratings."""

    def answer(yes: bool) -> Verdict:
        return Verdict.MET if yes else Verdict.NOT_MET

    n, s2 = found.games, found.half_points
    notes = []
    if found.raised is not None:
        notes.append(f"lowest opponent, {found.raised}, counted as {title.floor}")
    if found.unrated:
        notes.append(
            f"{found.unrated} of {n} unrated, each {UNRATED} before that (no share of rated "
            "opponents is asked for)"
        )
    percent = int(fide_tables.percent(s2, n))
    sign = "+" if found.dp >= 0 else "-"
    clauses = [
        Clause(
            "1.4.6b-d",
            "ratings adjusted",
            Verdict.MET,
            "; ".join(notes) or f"all {n} rated, none below {title.floor}",
        ),
        Clause(
            "1.4.8a",
            f"average of opponents at least {title.average}",
            answer(found.average >= title.average),
            f"Ra {found.average}",
        ),
        Clause(
            "1.4.8b",
            "score at least 35 %",
            answer(100 * s2 >= 35 * 2 * n),
            f"{s2 / 2:g}/{n} = {50 * s2 / n:.1f} %",
        ),
        Clause(
            "1.4.8",
            f"performance at least {title.performance}",
            answer(found.performance >= title.performance),
            f"{found.average} {sign} {abs(found.dp)} ({percent} %) = {found.performance}",
        ),
    ]
    if any_rating:
        return clauses
    return [
        c
        if c.number == "1.4.8b"
        else replace(c, verdict=Verdict.UNKNOWN, figures="no ratings in the data")
        for c in clauses
    ]


def mix_clauses(
    games: Sequence[NormGame], record: NormRecord, title: Title, *, exempt: Clause | None = None
) -> list[Clause]:
    """1.4.3 to 1.4.5: federations and titles of the opponents.

    Parameters
    ----------
    games
        The games that count.
    record
        Where they come from: own federation and pairing.
    exempt
        What 1.4.3a-d say; where met, 1.4.3 and 1.4.4 are waived.
    """
    waived = exempt is not None and exempt.verdict is Verdict.MET
    open_ = exempt is not None and exempt.verdict is Verdict.UNKNOWN
    foreign = _foreigners(games, record)
    if waived:
        # What is met all the same is worth knowing: one norm must meet it (1.4.3e).
        foreign = [c for c in foreign if c.verdict is Verdict.MET]
    if open_:
        # What an exemption might waive is open as well.
        foreign = [
            Clause(c.number, c.what, Verdict.UNKNOWN, f"{c.figures}, unless exempt by 1.4.3d")
            if c.verdict is Verdict.NOT_MET
            else c
            for c in foreign
        ]
    first = [exempt] if waived and exempt is not None else []
    return [*first, *foreign, *_titles(games, record, title)]


def _foreigners(games: Sequence[NormGame], record: NormRecord) -> list[Clause]:
    n, own = len(games), record.federation
    counts = Counter(g.federation for g in games if g.federation)
    silent = sum(g.federation is None for g in games)
    others = {f for f in counts if f != own}
    # Without the own federation any one of those met may be it.
    least_others = len(others) - (not own and bool(others))
    home = counts.get(own, 0) if own else 0
    most_home = (home if own else max(counts.values(), default=0)) + silent
    biggest = max(counts.values(), default=0)
    name = min((f for f, c in counts.items() if c == biggest), default="none")
    gap = f"; {silent} without a federation in the data" if silent else ""
    if record.strange:
        gap = f"; not FIDE federations: {', '.join(record.strange)}"
    nothing = silent == n and not record.strange
    whose = f"from {own}" if own else "from the own federation (not in the data)"
    rows = [
        Clause(
            "1.4.3",
            "at least 2 federations other than the own",
            at_least(least_others, len(others) + silent, 2),
            f"{', '.join(sorted(others)) or 'none'}{gap}",
        ),
        Clause(
            "1.4.4",
            "at most 3/5 from the own federation",
            at_most(home, most_home, most_own(n)),
            f"{home if own else '?'} of {n} {whose}, at most {most_own(n)}{gap}",
        ),
        Clause(
            "1.4.4",
            "at most 2/3 from one federation",
            at_most(biggest, biggest + silent, most_of_one(n)),
            f"{biggest} of {n} from {name}, at most {most_of_one(n)}{gap}",
        ),
    ]
    if nothing:
        return [replace(c, figures="no federations in the data") for c in rows]
    return rows


def _titles(games: Sequence[NormGame], record: NormRecord, title: Title) -> list[Clause]:
    double = record.pairing == "double-round-robin"
    # In a double round robin a player met twice holds one title.
    met = {g.person or k: g for k, g in enumerate(games)} if double else dict(enumerate(games))
    people = list(met.values())
    n = len(people)
    levels = [g.level for g in people]
    silent = sum(level is None for level in levels)
    titled = sum(level is not None and level > 0 for level in levels)
    holders = sum(level is not None and level >= title.level for level in levels)
    gap = "no titles in the data; " if silent == n else ""
    if record.other_titles:
        gap = f"no titles of FIDE: {', '.join(record.other_titles)}; "
    least = least_of_level(n, double=double)
    higher = {"GM": "GM", "IM": "IM or GM", "WGM": "WGM, IM or GM", "WIM": "WIM, WGM, IM or GM"}
    rows = [
        Clause(
            "1.4.5a",
            "at least half hold a title (not CM, WCM)",
            at_least(titled, titled + silent, least_titled(n)),
            f"{gap}{titled} of {n}, at least {least_titled(n)}",
        ),
        Clause(
            title.clause,
            f"enough {higher[title.name]}",
            at_least(holders, holders + silent, least),
            f"{gap}{holders} of {n}, at least {least}",
        ),
    ]
    return [*rows, *six_players(record)]
