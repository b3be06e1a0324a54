"""What can be aimed at in an event: a norm, or a rating by a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.exact import outcome_batch, rule_of_score
from tprstats.norms.clauses import figures
from tprstats.norms.counting import rated_games
from tprstats.norms.event_clauses import obstacles
from tprstats.norms.games import NormGame, NormRecord
from tprstats.norms.known import known_rules, unmendable
from tprstats.norms.sequences import norm_by_score
from tprstats.norms.titles import Title
from tprstats.norms.verdicts import Clause, Verdict
from tprstats.rate.assume import Given, draw_shares, priors
from tprstats.records import Record, RecordBatch
from tprstats.scores import score_pmf

__all__ = ["Goal", "norm_goal", "rating_goal"]

Array = NDArray[np.float64]
Joint = Callable[[Array, Array, Array], tuple[Array, Array]]


@dataclass(frozen=True)
class Goal:
    """Something a score reaches or misses.

    Parameters
    ----------
    words
        What is aimed at.
    number
        What ``values`` are.
    games
        Games that count, played and to come, in playing order.
    values
        The number by final half points, ``(2n + 1,)``; NaN where the rule gives none.
    joint
        From chances of the games ``(g, n)`` the chance of each final score, and of the goal with
        it, ``(g, 2n + 1)`` each.
    notes
        What was taken for granted.
    mix_open
        Whether the data leave something of the opponents' mix open.
    against
        The clauses that stand against a norm even if all games to come are won.
    """

    words: str
    number: str
    games: tuple[NormGame, ...]
    values: Array
    joint: Joint
    notes: tuple[str, ...] = ()
    mix_open: bool = False
    against: tuple[Clause, ...] = ()


def norm_goal(record: NormRecord, title: Title, exempt: Clause, *, minimum: int) -> Goal:
    """A norm; what is not told of the opponents' mix is taken as the norm would have it."""
    games = record.games
    known = known_rules(record, title, exempt, minimum=minimum)
    words = f"{title.name} norm"
    notes = known.notes
    if known.nothing and not known.decides:
        words = f"{title.name} performance"
        notes = (
            *notes,
            "titles and federations are not in the data: the opponents' mix left aside",
        )
    elif not known.decides:
        words = f"{title.name} norm as far as the data tell"
        notes = (*notes, f"not in the data, taken as the norm asks: {', '.join(known.missing)}")
    if not record.list_told:
        how = "a time control or --kind fide tells of which list the ratings are"
        notes += (f"{how}: 1.4.6a left aside",)
    if record.undecided:
        notes += (f"{record.undecided_words}: counted here",)
    if len(games) < known.rules.least:
        raise TprstatsError(
            f"{counted(len(games), 'game is', 'games are')} known and a norm takes "
            f"{known.rules.least}: name the opponents to come (--remaining), or whom you expect"
        )
    # Whatever the results: a day with three rounds, ratings of another list.
    barred = any(c.verdict is Verdict.NOT_MET for c in obstacles(record, title))
    values = np.full(2 * len(games) + 1, np.nan)
    for s2 in range(values.size):
        results = [min(2, max(0, s2 - 2 * k)) for k in range(len(games))]
        scored = [replace(g, half_points=r) for g, r in zip(games, results, strict=True)]
        values[s2] = figures(scored, title).performance

    def joint(win: Array, draw: Array, loss: Array) -> tuple[Array, Array]:
        score, norm = norm_by_score(known.needs, win, draw, loss)
        return score, np.zeros_like(norm) if barred else norm

    return Goal(
        words,
        "performance",
        games,
        values,
        joint,
        notes,
        not known.decides,
        unmendable(record, title, exempt),
    )


def rating_goal(record: Record, rating: float, method: str) -> Goal:
    """A rating of at least so much by a rule that goes by the score.

    The games are those that a rating counts, whatever a norm leaves out; games against unrated
    opponents count for no rule.
    """
    rule = rule_of_score(method)
    games, dropped = rated_games(record)
    own = record.player.rating
    schedule = RecordBatch.from_arrays(
        [[g.rating or 0.0 for g in games]],
        0,
        colours=[[g.colour for g in games]],
        own=[np.nan if own is None else own],
    )
    records, s2, _ = outcome_batch(schedule)
    share, _ = draw_shares(records, None, "level")
    values = np.full(2 * len(games) + 1, np.nan)
    if games:
        found = rule(records, **Given(share, *priors(records, None)).options(rule))
        values[s2] = found.values
    # A perfect score without a number is more than any; a zero score is less.
    reached = values >= rating
    if games and np.isnan(values[-1]):
        reached[-1] = True

    def joint(win: Array, draw: Array, loss: Array) -> tuple[Array, Array]:
        score = score_pmf(win, draw, loss)
        return score, np.where(reached, score, 0.0)

    notes = (f"unrated opponents left out ({dropped})",) if dropped else ()
    return Goal(f"{rating:g} by {method}", method, games, values, joint, notes)
