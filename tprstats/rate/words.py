"""The result in plain words, and the text page around it."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor
from typing import TYPE_CHECKING

from tprstats.cells import counted, level_text, rating_text
from tprstats.estimators import get_rule
from tprstats.rate.assume import DRAW_ORIGINS, SAY_THE_KIND
from tprstats.rate.estimate import IntervalEnds
from tprstats.tables import Table

if TYPE_CHECKING:
    from tprstats.rate.results import RateResult

__all__ = ["absent_words", "page", "words"]

FEW_GAMES = 9
"""Below this one result more or less moves any estimate by some 40 Elo or more."""

SHOWN = 12
"""Rounds left out that are listed one by one."""

FAR = 100.0
"""Elo from the strength estimate from which a rule's number is remarked on."""

FEW_FAR = 4
"""So many of them are named."""

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
    if result.absent:
        sentences.append(
            f"{absent_words(result.absent)}; one that was played there does not count here."
        )
    warning = _warning(result)
    if warning:
        sentences.append(warning)
    return tuple(sentences)


def _rounded(value: float, ends: IntervalEnds) -> str:
    """Tens where the interval is wider than 100 Elo: more digits would promise too much."""
    return rating_text(_shown(value, ends))


def _shown(value: float, ends: IntervalEnds) -> float:
    wide = not ends.high - ends.low <= 100.0
    return round(value, -1) if wide else round(value)


def _range(ends: IntervalEnds) -> str:
    inf = float("inf")
    if ends.low == -inf and ends.high == inf:
        return "it can be anything"
    # A single limit is rounded away from what it excludes.
    if ends.high == inf:
        return f"it was at least {10 * floor(ends.low / 10)}"
    if ends.low == -inf:
        return f"it was at most {10 * ceil(ends.high / 10)}"
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
    own, whose, event = (
        result.own_rating,
        f"own rating of {rating_text(result.own_rating)}",
        "event",
    )
    if result.pooled.own is not None and result.pooled.own[1] < result.pooled.own[2]:
        # Later ones contain what came before.
        own = result.pooled.own[0]
        whose, event = f"own rating at the first of these games, {rating_text(own)},", "record"
    below = own < _shown(ends.low, ends) if ends.low > -float("inf") else False
    above = own > _shown(ends.high, ends) if ends.high < float("inf") else False
    if not (below or above):
        return (
            f"The {whose} lies inside that range: these games alone do not show "
            f"that the player is stronger or weaker than that. {form}"
        )
    side, luck = ("below", "good") if below else ("above", "bad")
    claim = f"The {whose} lies {side} that range"
    if ends.level < 0.9:
        return f"{claim}. {form}"
    return (
        f"{claim}. If the rating is exactly right, {luck} luck alone does that in fewer than 1 "
        f"{event} of {round(2.0 / (1.0 - ends.level))}, more often for "
        f"{'an event' if event == 'event' else f'a {event}'} that was picked afterwards. {form}"
    )


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
    return [text for text in (pooled.warning(), result.pooled.faster_words()) if text]


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


def page(result: RateResult) -> str:
    """The text that a terminal shows: at most 80 columns."""
    a = result.assumptions
    own = result.pooled.own_words(result.own_rating)
    who = f"{result.player} ({own})" if own else result.player
    lines = _wrapped(f"{who}: {result.headline}" + (f", {result.event}" if result.event else ""))
    table, notes = _with_footnotes(result.table)
    lines += ["", str(table), *notes, *_wrapped(_far(result)), ""]
    assumed = [f"draw share {a.draw_share:.2f} ({a.draw_share_origin})"]
    if DRAW_ORIGINS["unknown"] in a.draw_share_origin:
        assumed.append(SAY_THE_KIND)
    if a.white_advantage:
        assumed.append(f"White worth {a.white_advantage:.0f} Elo")
    if a.equal_opponents:
        assumed.append("every opponent rated at the average, since only totals were given")
    if a.unrated is not None:
        assumed.append(f"unrated opponents counted as {rating_text(a.unrated)}")
    ends = result.strength
    if not ends.reason:
        assumed.insert(0, f"{ends.method} interval for the strength in these games")
    assumed += _beside(result)
    lines += _wrapped("Assumed: " + "; ".join(assumed) + ".")
    for label, remarks in (("left out", result.left_out), ("note", result.adjustments)):
        for x in remarks[:SHOWN]:
            lines += _wrapped(f"  {label}: {x}")
        if len(remarks) > SHOWN:
            lines.append(f"  {label}: and {len(remarks) - SHOWN} more; --json lists all")
    lines.append("")
    for sentence in words(result):
        lines += _wrapped(sentence)
    return "\n".join(lines)


def _far(result: RateResult) -> str:
    """The rules that lie far off without a note of their own; empty where none does."""
    main = result.estimate("firth")
    if main is None or main.rating is None:
        return ""
    apart = [
        (e.method, e.rating - main.rating)
        for e in result.estimates
        if e.rating is not None and not e.note
    ]
    far = [f"{method} ({elo:+.0f})" for method, elo in apart if abs(elo) > FAR]
    if not far:
        return ""
    which = ", ".join(far) if len(far) <= FEW_FAR else f"{len(far)} of {len(apart)} rules"
    return f"Over {FAR:.0f} Elo from firth: {which}; tprstats report tells why."


def _beside(result: RateResult) -> list[str]:
    """What the intervals in the table are where they are not the strength interval."""
    drawn = {e.interval.method for e in result.estimates if e.interval and e.interval.resampled}
    remarks = [
        f"{m} in the table draws the games again and aims at each rule's own expected value"
        for m in sorted(drawn)
    ]
    a = result.assumptions
    posterior = any(e.interval and e.interval.target == "player" for e in result.estimates)
    if posterior and a.prior_mean is not None:
        remarks.append(f"bayes starts from {rating_text(a.prior_mean)} with SD {a.prior_sd:.0f}")
    return remarks


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 80, subsequent_indent="  ", break_on_hyphens=False)


def _with_footnotes(table: Table) -> tuple[Table, list[str]]:
    """Move the long reasons of the last column below the table."""
    reasons: list[str] = []
    rows = []
    for row in table.rows:
        note = row[-1]
        if note and note not in reasons:
            reasons.append(note)
        rows.append((*row[:-1], f"[{reasons.index(note) + 1}]" if note else ""))
    notes = [f"[{k}] {text}" for k, text in enumerate(reasons, 1)]
    return Table((*table.columns[:-1], ""), rows, table.align), notes
