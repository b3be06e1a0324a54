"""Clauses that hold for the event and the player whatever the choice of games and the results."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from tprstats.cells import counted
from tprstats.norms.games import NormRecord
from tprstats.norms.titles import Title
from tprstats.norms.verdicts import Clause, Verdict
from tprstats.records import GameKind, RatingKind

__all__ = ["obstacles", "rating_list_clause", "rounds_a_day", "six_players", "womens_title"]

WOMEN = ("WGM", "WIM", "WFM", "WCM")
"""Titles that women alone hold."""


def obstacles(record: NormRecord, title: Title) -> list[Clause]:
    """Clauses that no choice of games and no result can mend, with their answers as they are."""
    sex = [womens_title(record)] if title.women else []
    return [*sex, *rounds_a_day(record), *six_players(record), rating_list_clause(record)]


def womens_title(record: NormRecord) -> Clause:
    """0.3: a women's title is a woman's, by her sex or by such a title held."""
    sex = record.record.player.sex.strip().lower()[:1]
    verdict = Verdict.UNKNOWN
    title = record.record.player.title.strip().upper()
    if not sex and title in WOMEN:
        return Clause("0.3", "women's title", Verdict.MET, f"the player is {title}")
    if sex:
        verdict = Verdict.MET if sex in ("f", "w") else Verdict.NOT_MET
    said = f"the data say {sex!r}" if sex else "the data do not say"
    return Clause("0.3", "women's title", verdict, said)


def six_players(record: NormRecord) -> list[Clause]:
    """1.4.5f, in a double round robin."""
    if record.pairing != "double-round-robin":
        return []
    enough = Verdict.MET if record.rounds >= 10 else Verdict.NOT_MET
    said = f"{counted(record.rounds // 2 + 1, 'player')}: {counted(record.rounds, 'round')}"
    return [Clause("1.4.5f", "double round robin: 6 players", enough, said)]


def rating_list_clause(record: NormRecord) -> Clause:
    """1.4.6a: standard FIDE ratings."""
    number, what = "1.4.6a", "standard FIDE ratings"
    kinds = {g.rating_kind for g in record.record.rated()}
    if not record.any_rating:
        return Clause(number, what, Verdict.UNKNOWN, "no ratings in the data")
    kinds = kinds or {record.record.player.rating_kind}
    names = ", ".join(sorted(k.value for k in kinds))
    if kinds == {RatingKind.FIDE}:
        verdict = Verdict.MET
        if not record.list_told:
            verdict = Verdict.UNKNOWN
            names = (
                "FIDE ratings; of which list, a time control (TRF: line 222) or --kind fide tells"
            )
    elif kinds & {RatingKind.FIDE, RatingKind.UNKNOWN} == kinds:
        verdict, names = Verdict.UNKNOWN, "which list is not told (--kind fide)"
    else:
        verdict = Verdict.NOT_MET
    return Clause(number, what, verdict, names)


ROUNDS_A_DAY = 2
"""The most that 1.1 allows."""


def rounds_a_day(record: NormRecord) -> list[Clause]:
    """1.1, where the dates of the file forbid a norm; else it is not looked at.

    Each day of the player's rounds, byes too, and the whole event; tie-breaks are no rounds of it.
    Dates that run against the rounds tell nothing.
    """
    games = record.record.games
    dated = sorted((g.round, g.date) for g in games if g.round and g.date)
    astray = any(b < a for (_, a), (_, b) in pairwise(dated))
    each = Counter(g.date for g in games if g.date and g.kind is not GameKind.TIEBREAK)
    full = sorted((day, n) for day, n in each.items() if n > ROUNDS_A_DAY)
    said = ""
    if full:
        said = ", ".join(f"{n} on {day}" for day, n in full[:3])
        said += f" and {counted(len(full) - 3, 'more day')}" if len(full) > 3 else ""
    elif record.days is not None:
        first, last = record.days
        days = (last - first).days + 1
        if record.rounds > ROUNDS_A_DAY * days:
            said = f"{counted(record.rounds, 'round')} in {counted(days, 'day')}, {first} to {last}"
    what = f"at most {ROUNDS_A_DAY} rounds a day"
    if said and astray:
        return [Clause("1.1", what, Verdict.UNKNOWN, f"{said}; a later round has an earlier date")]
    return [Clause("1.1", what, Verdict.NOT_MET, said)] if said else []
