"""The result in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import floor, isfinite
from typing import TYPE_CHECKING

from tprstats.cells import counted, level_text, rating_text, tens
from tprstats.estimators import get_rule
from tprstats.intervals import get_interval
from tprstats.rate.estimate import IntervalEnds

if TYPE_CHECKING:
    from tprstats.rate.results import RateResult

__all__ = ["absent_words", "words"]

FEW_GAMES = 9
"""Below this one result more or less moves any estimate by some 40 Elo or more."""

FAR_APART = 50.0
"""Elo between rules from which the difference is worth a sentence."""


def words(result: RateResult) -> tuple[str, ...]:
    """Two or three sentences for a coach, and one warning where one is due.

    What no one strength describes is said before the estimate of one.
    """
    if result.games == 0:
        return ("No game against a rated opponent was played, so there is nothing to rate.",)
    sentences = [*_put_together(result), _estimate(result), _meaning(result)]
    if result.left_out:
        sentences.append(f"Not counted: {_left_out(result)}.")
    if result.pooled.marked:
        sentences.append(result.pooled.marked_words())
    if result.absent:
        sentences.append(
            f"{absent_words(result.absent)}; one that was played there does not count here."
        )
    warning = _warning(result)
    if warning:
        sentences.append(warning)
    sentences += _of_weak_intervals(result)
    return tuple(sentences)


def _of_weak_intervals(result: RateResult) -> list[str]:
    """A warning for each kind of interval that is for comparison only."""
    shown = dict.fromkeys(
        e.interval.method for e in result.estimates if e.interval and not e.interval.reason
    )
    weak = {id_: get_interval(id_).warning for id_ in (*shown, result.strength.method)}
    return [
        f"Warning: an interval by {id_} is for comparison only: {why}."
        for id_, why in weak.items()
        if why
    ]


def _rounded(value: float, ends: IntervalEnds) -> str:
    """Tens where the interval is wider than 100 Elo: more digits would promise too much."""
    return rating_text(_shown(value, ends))


def _shown(value: float, ends: IntervalEnds) -> float:
    return floor(value + 0.5) if ends.high - ends.low <= 100.0 else tens(value)


def _end(value: float, ends: IntervalEnds) -> float:
    """An end as the sentence has it: in tens, but a single one as the table has it.

    Two ends in tens are seen to be rounded. A single limit in tens beside another number in the
    table is not, and either way of rounding it would say too much or too little.
    """
    return _shown(value, ends) if isfinite(ends.high - ends.low) else floor(value + 0.5)


def _range(ends: IntervalEnds) -> str:
    inf = float("inf")
    if ends.low == -inf and ends.high == inf:
        return "it can be anything"
    if ends.high == inf:
        return f"it was at least {_end(ends.low, ends):.0f}"
    if ends.low == -inf:
        return f"it was at most {_end(ends.high, ends):.0f}"
    return f"it was between {_rounded(ends.low, ends)} and {_rounded(ends.high, ends)}"


def _estimate(result: RateResult) -> str:
    ends = result.strength
    preferred = [result.estimate(m) for m in ("firth", "per-opponent", "average", "fide")]
    given = [e for e in (*preferred, *result.estimates) if e is not None and e.rating is not None]
    main = given[0] if given else None
    if main is None or main.rating is None:
        why = dict.fromkeys(f"{e.method} {e.reason}" for e in result.estimates if e.reason)
        said = f"None of the rules asked for gives a number here: {'; '.join(why)}."
        known = level_text(ends.level)
        rest = f" The strength shown in these games: with {known} confidence {_range(ends)}."
        return said if ends.reason else said + rest
    best = _rounded(main.rating, ends)
    beside = main.interval
    if beside is not None and beside.target == "player" and not beside.reason:
        # The rating before the games is in this number, not in the strength interval.
        before = rating_text(result.assumptions.prior_mean)
        best = _rounded(main.rating, beside)
        low, high = (_rounded(x, beside) for x in (beside.low, beside.high))
        return (
            f"Best estimate of the strength by these games and what was known before them (a "
            f"rating of {before}): about {best}; with {level_text(beside.level)} "
            f"probability it is between {low} and {high}. These games alone: with "
            f"{level_text(ends.level)} confidence {_range(ends)}."
        )
    if ends.reason:
        return f"The {main.method} rule gives {best}; no interval: {ends.reason}."
    sure = f"with {level_text(ends.level)} confidence {_range(ends)}"
    if get_rule(main.method).strength:
        return f"Best estimate of the strength shown in these games: about {best}; {sure}."
    # Another rule's number may lie far outside the strength interval.
    return f"By {main.method}: about {best}. As to the strength shown in these games: {sure}."


def _meaning(result: RateResult) -> str:
    """Where the own rating lies, and that form comes and goes."""
    form = "Form comes and goes, so the interval says less about the next event."
    if len(result.kinds) > 1 or result.pooled.warning():
        return f"The interval takes one constant strength on one rating scale for granted. {form}"
    ends = result.strength
    if result.own_rating is None or ends.reason:
        return f"The interval is for the strength in these games alone. {form}"
    own, whose, event = result.own_rating, "own rating", "event"
    moved = result.pooled.moved
    if moved:
        whose, event = "own rating at the first of these games,", "record"
    whose = f"{whose}{'' if moved else ' of'} {rating_text(own)}{',' * moved}"
    below = own < _end(ends.low, ends) if isfinite(ends.low) else False
    above = own > _end(ends.high, ends) if isfinite(ends.high) else False
    if not (below or above):
        return (
            f"The {whose} lies inside that range: these games alone do not show "
            f"that the player is stronger or weaker than that. {form}"
        )
    side = "below" if below else "above"
    claim = f"The {whose} lies {side} that range"
    if ends.level < 0.9 or result.at_own is None:
        return f"{claim}. {form}"
    luck, score = result.at_own, "good or better" if below else "bad or worse"
    chance = luck.as_high if below else luck.as_low
    usual = (
        f" and {100.0 * luck.draw_share:.0f} % of games between equals are drawn"
        if luck.draw_share != result.assumptions.draw_share
        else ""
    )
    return (
        f"{claim}. If the rating is exactly right{usual}, a score as {score} comes by luck alone "
        f"in {_one_of(chance, event)}, more often where the {event} was picked afterwards. {form}"
    )


def _one_of(chance: float, what: str) -> str:
    """A chance as a coach says it, rounded as far as the assumed draws allow.

    Examples
    --------
    >>> _one_of(0.0413, "event"), _one_of(0.00813, "event"), _one_of(2e-5, "record")
    ('about 1 event of 24', 'about 1 event of 120', 'fewer than 1 record of 1000')
    """
    if chance < 1e-3:
        return f"fewer than 1 {what} of 1000"
    often = 1.0 / chance
    return f"about 1 {what} of {round(often, 0 if often < 100.0 else -1):.0f}"


def absent_words(rounds: Sequence[int]) -> str:
    """That the file has nothing of some rounds.

    Examples
    --------
    >>> absent_words([11]), absent_words([3, 8, 9])
    ('The file has no game in round 11', 'The file has no game in rounds 3, 8 and 9')
    """
    *most, last = (str(k) for k in rounds)
    if not most:
        return f"The file has no game in round {last}"
    return f"The file has no game in rounds {', '.join(most)} and {last}"


def _put_together(result: RateResult) -> list[str]:
    """What no one number describes; several lists have their own warning."""
    pooled = replace(result.pooled, speeds=()) if len(result.kinds) > 1 else result.pooled
    faster = result.pooled.faster_words()
    return [text for text in (pooled.warning(), f"Warning: {faster}." if faster else "") if text]


def _left_out(result: RateResult) -> str:
    reasons = Counter(x.reason.removesuffix(": not counted") for x in result.left_out)
    return ", ".join(f"{n} x {reason}" if n > 1 else reason for reason, n in reasons.items())


def _warning(result: RateResult) -> str:
    """The one warning that matters most."""
    n, s = result.games, result.score
    if len(result.kinds) > 1:
        return (
            f"Warning: the ratings come from several lists ({', '.join(result.kinds)}), which are "
            "not comparable; rate the games of one list alone (--by list rates each)."
        )
    numbers = {e.method: e.rating for e in result.estimates if e.rating is not None}
    if s in (0, n):
        return _edge_warning(result, numbers)
    if any(e.multimodal for e in result.estimates):
        return (
            "Warning: the opponents lie so far apart that quite different strengths fit these "
            "results almost equally well."
        )
    apart = numbers.get("per-opponent", float("nan")) - numbers.get("average", float("nan"))
    if abs(apart) > FAR_APART:
        weakest, strongest = rating_text(min(result.ratings)), rating_text(max(result.ratings))
        return (
            f"Warning: average and per-opponent lie {abs(apart):.0f} points apart because the "
            f"opponents are uneven ({weakest} to {strongest}); "
            "rules built on their average mislead here, trust firth or per-opponent."
        )
    if n < FEW_GAMES:
        said = counted(n, "game says", "games say")
        return f"Warning: {said} little; one result more or less moves the estimate far."
    return ""


def _edge_warning(result: RateResult, numbers: dict[str, float]) -> str:
    n = result.games
    edge = "perfect" if result.score else "zero"
    bound = "a lower limit" if result.score else "an upper limit"
    fixed = [numbers[m] for m in ("fide", "shortcut") if m in numbers]
    span = (
        f" (here {rating_text(min(fixed))} by one rule, {rating_text(max(fixed))} by another)"
        if len(fixed) > 1
        else ""
    )
    return (
        f"Warning: a {edge} score of {counted(n, 'game')} sets only {bound}; the numbers that "
        f"rules print for it are conventions{span}."
    )
