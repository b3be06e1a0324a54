"""What the data tell of the clauses, for chances: what is not told is taken for what a norm asks.

So a norm that stays out of reach is out of reach whatever the missing titles and federations are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tprstats.cells import counted
from tprstats.norms.check import LEAST_GAMES, variants
from tprstats.norms.clauses import figures, mix_clauses, performance_clauses
from tprstats.norms.event_clauses import obstacles
from tprstats.norms.games import NormGame, NormRecord
from tprstats.norms.thresholds import Needs, Rules, needs_of
from tprstats.norms.titles import UNRATED, Title
from tprstats.norms.verdicts import Clause, Verdict

__all__ = ["Known", "known_rules", "rules_of", "told", "unmendable", "with_best_opponents"]

STRONGEST = 3000.0
"""Rating of an opponent to come of whom nothing is known, not even a field; Elo."""


@dataclass(frozen=True)
class Known:
    """The clauses as far as the data tell them.

    Parameters
    ----------
    rules, games
        What is not told is as the norm would have it.
    needs
        What a sequence of results must reach.
    bare
        The same for the title performance alone (1.4.6 to 1.4.9).
    missing
        What of the opponents' mix is not told and may matter, in words.
    notes
        What else is not told and may matter.
    """

    rules: Rules
    games: tuple[NormGame, ...]
    needs: Needs
    bare: Needs
    missing: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def decides(self) -> bool:
        """Whether the chance is that of a norm: all is told, or what is told forbids it."""
        return not self.missing or not _possible(self.needs)

    @property
    def nothing(self) -> bool:
        """Whether neither titles nor federations are told."""
        return all(g.level is None and g.federation is None for g in self.games)


def rules_of(record: NormRecord, title: Title, *, minimum: int = LEAST_GAMES) -> Rules:
    """What the kind of event and the number of rounds ask for, with every clause of the mix."""
    least = min(
        v.least for v in variants(record, minimum, coming=record.to_come) if v.clause != "1.4.2c"
    )
    return Rules(
        title,
        least,
        predetermined=record.pairing.endswith("round-robin"),
        double=record.pairing == "double-round-robin",
        federation=record.federation,
    )


def known_rules(
    record: NormRecord, title: Title, exempt: Clause, *, minimum: int = LEAST_GAMES
) -> Known:
    """The clauses that hold for a record, from titles, federations and pairing as far as told."""
    games = record.games
    filled = tuple(_filled(g, k, title) for k, g in enumerate(games))
    waived = exempt.verdict is Verdict.MET
    rules = replace(rules_of(record, title, minimum=minimum), foreigners=not waived)
    needs = needs_of(filled, rules)
    missing = [
        _some("titles", [g.level is None for g in games]),
        "" if waived else _some("federations", [g.federation is None for g in games]),
        "" if waived or record.federation else "the player's own federation",
    ]
    if exempt.verdict is Verdict.UNKNOWN:
        lenient = needs_of(filled, replace(rules, foreigners=False))
        if not _same(needs, lenient):
            rules, needs = replace(rules, foreigners=False), lenient
            missing.append(f"whether {exempt.number} waives 1.4.3 and 1.4.4 ({exempt.figures})")
    notes = []
    if not record.pairing and not _same(
        needs, needs_of(filled, replace(rules, predetermined=True))
    ):
        notes.append("the kind of pairing is not told: taken for none that is fixed beforehand")
    return Known(
        rules,
        games,
        needs,
        needs_of(games, replace(rules, titles=False, foreigners=False)),
        tuple(x for x in missing if x),
        tuple(notes),
    )


def _some(what: str, silent: Sequence[bool]) -> str:
    if not any(silent):
        return ""
    opponents = counted(len(silent), "opponent")
    return f"{what} of {'the opponents' if all(silent) else f'{sum(silent)} of {opponents}'}"


def _filled(game: NormGame, place: int, title: Title) -> NormGame:
    """The game with what is not told as the norm would have it."""
    return replace(
        game,
        level=title.level if game.level is None else game.level,
        # A federation of its own.
        federation=f"?{place}" if game.federation is None else game.federation,
    )


def _same(one: Needs, other: Needs) -> bool:
    return (one.tracked, one.ends) == (other.tracked, other.ends) and bool(
        np.array_equal(one.half_points, other.half_points)
    )


def _possible(needs: Needs) -> bool:
    """Whether any results at all are enough."""
    return any(
        bool((row <= 2 * end).any()) for end, row in zip(needs.ends, needs.half_points, strict=True)
    )


def unmendable(record: NormRecord, title: Title, exempt: Clause) -> tuple[Clause, ...]:
    """The clauses that stand against a norm even if all games to come are won.

    What they are depends on all the games; a norm may need some to be left out.
    """
    rows = obstacles(record, title)
    games = [g if g.half_points is not None else replace(g, half_points=2) for g in record.games]
    if games:
        rows += mix_clauses(games, record, title, exempt=exempt)
        rows += performance_clauses(figures(games, title), title, any_rating=record.any_rating)
    return tuple(dict.fromkeys(c for c in rows if c.verdict is Verdict.NOT_MET))


def with_best_opponents(record: NormRecord, title: Title) -> NormRecord:
    """The record with an opponent in every round to come: no real ones can be better for the norm.

    Of the players whom the file has and the player has not met, the highest ratings and the best
    titles, each from a federation of its own.
    """
    n = record.unpaired
    pool = record.unmet if len(record.unmet) >= n else ()
    ratings = sorted((UNRATED if g.rating is None else g.rating for g in pool), reverse=True)
    ratings = ratings or [STRONGEST] * n
    levels = sorted((title.level if g.level is None else g.level for g in pool), reverse=True)
    levels = levels or [title.level] * n
    first = record.rounds - n + 1
    coming = tuple(
        NormGame(first + k, ratings[k], None, "an opponent to come", f"?{k}", levels[k], f"?{k}")
        for k in range(n)
    )
    return replace(record, games=(*record.games, *coming), unpaired=0)


def told(clauses: Sequence[Clause]) -> str:
    """Clauses with their figures: ``1.4.5b, 0 of 9, at least 3``."""
    return "; ".join(f"{c.number}, {c.figures}" for c in clauses)
