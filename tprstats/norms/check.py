"""The check: the longest choice of games that makes a norm, clause by clause (B.01 1.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.norms.clauses import (
    Figures,
    figures,
    mix_clauses,
    performance_clauses,
)
from tprstats.norms.event_clauses import rating_list_clause, rounds_a_day, womens_title
from tprstats.norms.games import NormGame, NormRecord
from tprstats.norms.titles import Title
from tprstats.norms.verdicts import Clause, Verdict, together

__all__ = [
    "LEAST_GAMES",
    "MOST_GAMES",
    "Choice",
    "Variant",
    "best_choice",
    "check_minimum",
    "variants",
]

LEAST_GAMES = 9
"""Games of a norm (1.4.1a); 7 in some team events (1.4.1b)."""

MOST_GAMES = 19
"""Rounds of the longest event in FIDE's annex (1.7)."""

COUNTED_ROUNDS = 13
"""A norm from more rounds counts as so many games (1.7)."""


@dataclass(frozen=True)
class Variant:
    """A way to count the rounds: the games, and how few of them may be left.

    Parameters
    ----------
    games
        Games with a result.
    least
        Least number of games of a choice.
    credit
        Games that count although not played (1.4.1c).
    clause, what
        By which clause.
    """

    games: tuple[NormGame, ...]
    least: int
    credit: int = 0
    clause: str = "1.4.1a"
    what: str = ""


@dataclass(frozen=True)
class Choice:
    """A choice of games and what the clauses say of it.

    Parameters
    ----------
    games
        The games that count.
    later
        Games after a title result that are left out (1.4.1e).
    wins
        Won games that are left out (1.4.1f).
    figures
        Ra, Rp and the like; None without games.
    worth
        Games of an application that the norm counts for (1.4.1c, 1.4.1d, 1.7); 0 without one.
    """

    games: tuple[NormGame, ...]
    later: tuple[NormGame, ...]
    wins: tuple[NormGame, ...]
    clauses: tuple[Clause, ...]
    figures: Figures | None
    worth: int

    @property
    def verdict(self) -> Verdict:
        return together(c.verdict for c in self.clauses)


def variants(
    record: NormRecord, minimum: int, *, coming: tuple[NormGame, ...] = ()
) -> list[Variant]:
    """The ways to count a record's rounds, with games to come as if they were played."""
    played = (*record.played, *coming)
    first = "1.4.1a" if minimum == LEAST_GAMES else "1.4.1b"
    ways = [Variant(played, minimum, clause=first)]
    # In the end: who has a forfeit win or a bye may have a game less from the start (1.4.1c).
    short = record.in_the_end == minimum - 1
    if short and minimum == record.rounds == LEAST_GAMES and record.credited:
        rest = record.in_the_end - len(played)
        rounds = f"{len(played)} of 9 rounds played" + (f", {rest} to come" if rest else "")
        ways.append(
            Variant(
                played,
                minimum - 1,
                1,
                "1.4.1c",
                f"{rounds}, a forfeit win or bye; once an application",
            )
        )
    if short and record.last_forfeit is not None:
        lost = (*played, record.last_forfeit)
        ways.append(
            Variant(lost, minimum, 0, "1.4.2c", "last round forfeited to the player, as a loss")
        )
    return ways


def check_minimum(minimum: int) -> None:
    """Refuse a least number of games that the regulations do not know."""
    if not 7 <= minimum <= LEAST_GAMES:
        raise TprstatsError(
            f"at least {counted(minimum, 'game')}: norms take {LEAST_GAMES}, in the events of B.01 "
            "1.4.1b 7 or 8"
        )


def best_choice(
    record: NormRecord, title: Title, exempt: Clause, *, minimum: int = LEAST_GAMES
) -> Choice:
    """The longest choice of games that makes a norm; all of them where none does.

    Where the file leaves clauses open, the longest choice that no clause forbids. Games that may
    turn out not to count (1.4.2b) are left out only where the norm takes that.
    """
    chosen = _best_choice(record, title, exempt, minimum)
    if record.undecided and chosen.verdict is Verdict.NOT_MET:
        other = _best_choice(record.without_undecided, title, exempt, minimum)
        chosen = chosen if other.verdict is Verdict.NOT_MET else other
    return chosen


def _best_choice(record: NormRecord, title: Title, exempt: Clause, minimum: int) -> Choice:
    if len(record.played) > MOST_GAMES:
        raise TprstatsError(
            f"{counted(len(record.played), 'game')}: norms are made in events of at most "
            f"{MOST_GAMES} rounds; give the games of one event"
        )
    check_minimum(minimum)
    open_: Choice | None = None
    for variant in variants(record, minimum):
        for n in range(len(variant.games), variant.least - 1, -1):
            found = [
                _judged(record, title, exempt, variant, c)
                for c in _choices(record, variant, n, title)
            ]
            met = [c for c in found if c.verdict is Verdict.MET]
            if met:
                return max(met, key=_better)
            maybe = [c for c in found if c.verdict in (Verdict.UNKNOWN, Verdict.NOT_YET)]
            if maybe and open_ is None:
                open_ = max(maybe, key=_better)
    if open_ is not None:
        return open_
    # The way to count that fails least: a clause that another way meets is no obstacle.
    whole = [
        _judged(record, title, exempt, v, (v.games, (), ())) for v in variants(record, minimum)
    ]
    return min(whole, key=_failing)


def _failing(choice: Choice) -> tuple[bool, int]:
    """Whether the games are too few, which no score mends, and how many clauses fail."""
    numbers = [c.number for c in choice.clauses if c.verdict is Verdict.NOT_MET]
    return any(n.startswith("1.4.1") for n in numbers), len(numbers)


Parts = tuple[tuple[NormGame, ...], tuple[NormGame, ...], tuple[NormGame, ...]]


def _choices(record: NormRecord, variant: Variant, n: int, title: Title) -> Iterator[Parts]:
    """Choices of n games that make a title performance: kept, later ones, wins left out."""
    games = variant.games
    ends = range(len(games), n - 1, -1)
    if record.pairing.endswith("round-robin"):
        ends = range(len(games), len(games) - 1, -1)  # 1.4.1e: all scheduled rounds
    for end in ends:
        run = games[:end]
        wins = [g for g in run if g.half_points == 2]
        for out in combinations(wins, end - n):
            kept = tuple(g for g in run if g not in out)
            if kept and _performs(kept, title):
                yield kept, games[end:], out


def _performs(games: Sequence[NormGame], title: Title) -> bool:
    found = figures(games, title)
    return found.needed is not None and found.half_points >= found.needed


def _better(choice: Choice) -> tuple[int, int, int]:
    performance = choice.figures.performance if choice.figures else 0
    return choice.worth, -len(choice.wins), performance


def _judged(
    record: NormRecord, title: Title, exempt: Clause, variant: Variant, parts: Parts
) -> Choice:
    games, later, wins = parts
    rows = [*rounds_a_day(record), _count_clause(record, variant, len(games))]
    if later:
        told = Verdict.MET if record.pairing else Verdict.UNKNOWN
        rounds = ", ".join(str(g.round) for g in later)
        rows.append(Clause("1.4.1e", "later rounds left out", told, f"round {rounds}"))
    if wins:
        rows.append(_left_wins_clause(record, title, exempt, variant.games, wins))
    rows.append(_counted_clause(record, variant))
    if record.undecided:
        what = "unrated opponents score against rated ones"
        whom = ", ".join(f"{g.opponent} (round {g.round})" for g in record.undecided)
        rows.append(Clause("1.4.2b", what, Verdict.NOT_YET, f"not so far: {whom}"))
    found = None
    if games:
        found = figures(games, title)
        rows += mix_clauses(games, record, title, exempt=exempt)
        rows.append(rating_list_clause(record))
        rows += performance_clauses(found, title, any_rating=record.any_rating)
    if title.women:
        rows.insert(0, womens_title(record))
    made = all(c.verdict not in (Verdict.NOT_MET, Verdict.NOT_YET) for c in rows)
    worth = _worth(record, variant, found) if made and found is not None else 0
    return Choice(games, later, wins, tuple(rows), found, worth)


def _count_clause(record: NormRecord, variant: Variant, n: int) -> Clause:
    enough = n >= variant.least
    rest = record.rest
    coming = f", {rest} to come" if rest else ""
    what = f"at least {counted(variant.least + variant.credit, 'game')}"
    said = variant.what or f"{counted(n, 'game counts', 'games count')}{coming}"
    short = Verdict.NOT_YET if n + rest >= variant.least else Verdict.NOT_MET
    return Clause(variant.clause, what, Verdict.MET if enough else short, said)


def _left_wins_clause(
    record: NormRecord,
    title: Title,
    exempt: Clause,
    games: Sequence[NormGame],
    wins: Sequence[NormGame],
) -> Clause:
    named = ", ".join(f"round {g.round}" for g in wins)
    verdict = Verdict.MET
    if record.pairing.endswith("round-robin"):
        # The mix must make a norm possible for the complete tournament.
        whole = mix_clauses(games, record, title, exempt=exempt)
        verdict = together(c.verdict for c in whole)
        if figures(games, title).average < title.average:
            verdict = Verdict.NOT_MET
    return Clause("1.4.1f", "wins left out", verdict, named)


def _counted_clause(record: NormRecord, variant: Variant) -> Clause:
    """1.4.2: which games do not count; open where the file has no federations."""
    silent = any(g.federation is None for g in variant.games)
    what = "games that do not count left out"
    rounds = ", ".join(f"round {x.round} ({x.reason.partition(' (')[0]})" for x in record.left_out)
    lacking = ", ".join(f"round {k}" for k in record.absent)
    parts = [f"{rounds} left out"] * bool(rounds) + [f"{lacking} not in the file"] * bool(lacking)
    said = "; ".join(parts) or "all rounds count"
    if silent:
        return Clause("1.4.2", what, Verdict.UNKNOWN, f"{said}; federations not all in the data")
    return Clause("1.4.2", what, Verdict.MET, said)


def _worth(record: NormRecord, variant: Variant, found: Figures) -> int:
    if found.needed is None:
        return 0
    games = found.games + variant.credit + (found.half_points - found.needed) // 2
    return min(games, COUNTED_ROUNDS) if record.rounds > COUNTED_ROUNDS else games
