"""The verdict in plain words: what it is, what it rests on, what to expect, how often it errs."""

from __future__ import annotations

from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from tprstats.cells import counted, level_text, rating_text, ten_text
from tprstats.streaks.error_rates import SearchRates, named_rates, search_rates
from tprstats.streaks.words import THRESHOLDS, WORDS, word_of

if TYPE_CHECKING:
    from tprstats.streaks.results import StreakVerdict

__all__ = [
    "NAMES",
    "ends_text",
    "factor_text",
    "named_words",
    "p_text",
    "sentences",
    "verdict_sentence",
]

_A = {"hot": "a hot streak", "cold": "a cold streak", "either": "a streak, hot or cold,"}
NAMES = {"hot": "hot streak", "cold": "cold streak", "either": "streak, hot or cold"}


def p_text(p: float | None) -> str:
    """A p value with two digits that count.

    Examples
    --------
    >>> [p_text(p) for p in (0.4567, 0.0312, 0.00004, None)]
    ['0.46', '0.031', '0.00004', '-']
    """
    if p is None or p != p:
        return "-"
    if p >= 0.995:
        return "1.0"
    decimals = 2 if p >= 0.1 else max(2, 1 - floor(log10(max(p, 1e-12))))
    text = f"{p:.{decimals}f}"
    return text[:-1] if text.endswith("0") and decimals > 2 else text


def factor_text(bayes: float) -> str:
    return "over 1000" if bayes > 1000.0 else f"{bayes:.3g}" if bayes >= 10 else f"{bayes:.1f}"


def ends_text(low: float, high: float) -> str:
    if isfinite(low) and isfinite(high):
        return f"{ten_text(low)} to {ten_text(high)}"
    return f"at least {ten_text(low)}" if isfinite(low) else f"at most {ten_text(high)}"


def sentences(v: StreakVerdict) -> tuple[str, ...]:
    """The verdict, what it rests on, what to expect, what would change it, how often it errs."""
    said = [verdict_sentence(v), _rests_on(v)]
    if v.change is not None and v.change.p <= 0.05:
        said.append(_changed(v))
    said.append(_expect(v))
    if not v.season.drifted:
        said.append(_would_change(v))
    said.append(_errors(v))
    if v.against_rating is not None:
        said.append(_other_question(v))
    if v.segments:
        said.append(_about_segments(v))
    return tuple(said)


def verdict_sentence(v: StreakVerdict) -> str:
    """The verdict itself."""
    who, what = v.season.player, _A[v.direction]
    if v.word != WORDS[0]:
        span = v.named.span if v.named is not None else v.best.span if v.best is not None else None
        where = f"{who}, {span}" if span is not None else who
        return (
            f"{where}: {v.word} of more than luck ({NAMES[v.direction]}). "
            f"Scale: {', '.join(WORDS)}."
        )
    if v.named is not None:
        first = f"{who}: {what} in {v.named.span} {v.word}."
    else:
        first = f"{who}: {what} {v.word}. {_best_run(v)}"
    torn = ""
    if v.p <= THRESHOLDS[0][0]:
        torn = f" p = {p_text(v.p)} alone would ring, but the Bayes factors do not support it."
    elif v.named is None and _rings_on_the_wrong_side(v):
        torn = f" {_other_side(v)}"
    return (
        f"{first}{torn} That does not say that there is none: "
        f"{counted(len(v.season), 'game finds', 'games find')} only large and long changes of "
        "strength."
    )


def _best_run(v: StreakVerdict) -> str:
    """What the search found, without calling it a streak."""
    assert v.best is not None
    up = {"hot": v.best.z, "cold": -v.best.z}.get(v.direction, 1.0)
    if up <= 0.0:
        word = "better" if v.direction == "hot" else "worse"
        return (
            f"None of {counted(v.best.looked_at, 'window')} was {word} than the rest of the season."
        )
    kind = {"hot": "best", "cold": "worst"}.get(v.direction, "most unusual")
    return f"The {kind} run is {v.best.span}."


def _rings_on_the_wrong_side(v: StreakVerdict) -> bool:
    j = v.judgement
    return j is not None and j.joint_p <= THRESHOLDS[0][0] and not j.right_side


def _other_side(v: StreakVerdict) -> str:
    """A season that looks like a spell of the other kind."""
    f = v.forecast
    asked, other = (f.any_hot, f.any_cold) if v.direction == "hot" else (f.any_cold, f.any_hot)
    words = ("cold", "hot") if v.direction == "hot" else ("hot", "cold")
    return (
        f"The season looks rather like a {words[0]} spell (chance {other:.2f}) than a {words[1]} "
        f"one ({asked:.2f}), next to which the rest only seems {words[1]}; so p is put at 1."
    )


def _rests_on(v: StreakVerdict) -> str:
    bayes = (
        f"and the least favourable Bayes factor, {factor_text(v.bayes_factor)} "
        "(above 1 it speaks for a streak)"
    )
    picked = f", paid for having looked at {counted(v.players, 'player')}" if v.players > 1 else ""
    if v.windows > 1:
        picked += (
            f", and {p_text(v.paid_p)} once paid for the {counted(v.windows, 'window')} judged so "
            "far as for a number fixed beforehand (who goes on until one rings has to take "
            f"{p_text(v.stopping_p)}: {v.windows} x {v.windows + 1} times p)"
        )
    if v.named is not None:
        n = v.named
        more = ""
        if n.if_chosen_p is None and v.looked:
            more = " Windows of this length are not searched, so that looking is not paid for."
        elif n.if_chosen_p is not None:
            chosen = p_text(n.if_chosen_p)
            more = (
                f" The games had been seen before, so the verdict takes the p of a window chosen "
                f"after looking, {chosen}, if that is larger."
                if v.looked
                else " If it was chosen after looking, that p does not hold but this does: "
                f"{chosen}."
            )
        known = " and the rating" if v.season.rating is not None else ""
        alone = "the rating" if known else "an assumed level, for no rating is known,"
        rest = "the other games" + known if n.span.games < len(v.season) else alone
        as_good = {"hot": "a better", "cold": "a worse"}.get(v.direction, "a more extreme")
        return (
            f"It rests on the {named_words(v)}: the chance of this score or {as_good} one "
            f"without a streak is {p_text(n.p)} (mid-p {p_text(n.mid_p)}), the player's level "
            f"being known from {rest} as well as these tell{picked}; {bayes}.{more}"
        )
    assert v.best is not None
    assert v.judgement is not None
    earlier = len(v.judgement.looks) - 1
    looks = f" and {counted(earlier, 'earlier look')}" if earlier else ""
    share = (
        "the share of streak-free seasons that look as streaky through the best of three lenses "
        "(best window, all windows, stretches of up to half the season against the rest), paid "
        f"for all three{looks}"
    )
    if v.judgement.right_side:
        rests = f"p = {p_text(v.p)}: {share}{picked}"
    else:
        other = "cold" if v.direction == "hot" else "hot"
        rests = (
            f"p = 1.0, for a {other} spell is likelier than a {v.direction} one; {share}, is "
            f"{p_text(v.judgement.joint_p)}"
        )
    best, good = {"hot": ("best", "good"), "cold": ("worst", "bad")}.get(
        v.direction, ("most unusual", "unusual")
    )
    return (
        f"It rests on {rests}; {bayes}. Seen alone the {best} window has p = "
        f"{p_text(v.best.local_p)}, but it is the {best} of {v.best.looked_at} that were looked "
        f"at: {p_text(v.best.global_p)} of streak-free seasons have one as {good}."
    )


def named_words(v: StreakVerdict) -> str:
    """The window named, and when."""
    return "window named after looking" if v.looked else "window named in advance"


def _changed(v: StreakVerdict) -> str:
    c = v.change
    assert c is not None
    return (
        f"The likeliest change of strength is after game {c.after} (p = {p_text(c.p)} over all "
        f"places, by itself): from about {ten_text(c.before.strength)} to about "
        f"{ten_text(c.since.strength)}."
    )


def _expect(v: StreakVerdict) -> str:
    own = v.season.own_ratings
    if own is not None and v.season.drifted:
        lowest, highest = map(rating_text, own)
        return (
            f"No forecast: the own rating lay between {lowest} and {highest} during these "
            "games, too far apart for the one constant strength that the verdict and a forecast "
            "rest on. Ask about a season of it (--last, or a shorter file)."
        )
    f = v.forecast
    low, high = f.quantile((1.0 - v.level) / 2.0), f.quantile((1.0 + v.level) / 2.0)
    span = v.named.span if v.named is not None else v.best.span if v.best is not None else None
    ahead = (
        f"expect a mean strength of about {ten_text(f.mean)} over the next "
        f"{counted(f.prior.horizon, 'game')} ({level_text(v.level)} {ten_text(low)} to "
        f"{ten_text(high)})"
    )
    level = f.prior.level
    assert level is not None
    if span is None:
        return f"Regression to the mean: {ahead}."
    gain = span.strength - level
    kept = (f.mean - level) / gain if abs(gain) >= 20.0 else float("nan")
    start = "the rating of" if v.season.rating is not None else "an assumed level of"
    share = (
        f", so {100.0 * kept:.0f} % of the difference to {start} {level:.0f} is expected to last"
        if 0.0 <= kept <= 1.0
        else ""
    )
    return (
        f"Regression to the mean: in games {span.first}-{span.last} the score was that of "
        f"{ten_text(span.strength)}; {ahead}{share}. Chance of a hot spell at all {f.any_hot:.2f}, "
        f"still on {f.hot_on:.2f}; cold {f.any_cold:.2f}, still on {f.cold_on:.2f}."
    )


def _would_change(v: StreakVerdict) -> str:
    points, games = v.prove
    if not isfinite(points):
        return f"What would change it: more than {counted(games, 'further game')}."
    enough = "less" if v.direction == "cold" else "more"
    return (
        f"What would change it: name the next {counted(games, 'game')} now, before they are "
        f"played; against opponents like these {counted(points, 'point')} or {enough} would have p "
        "<= 0.05."
    )


def _errors(v: StreakVerdict) -> str:
    if v.named is not None and not v.looked:
        return _named_errors(v)
    place = word_of(v.p, v.bayes_factor)
    rates, measured = search_rates(len(v.season))
    ring = "at most 5 of 100 streak-free seasons ring at p <= 0.05"
    if v.judgement is not None and len(v.judgement.looks) == 1:
        ring += (
            f", {100.0 * rates.looking_again:.0f} of 100 if one looks every ten games and does "
            "not say so"
        )
    missed = (
        f"A real {_boost(v)} over ten games is missed in about {100.0 * rates.missed:.0f} of 100 "
        f"seasons. {measured}"
    )
    return f"How often this errs: {ring}. {_false_alarms(rates, place, _boost(v))}{missed}"


def _boost(v: StreakVerdict) -> str:
    """The change of strength that error rates are told of."""
    return {"hot": "+200", "cold": "-200"}.get(v.direction, "200 up or down")


def _false_alarms(rates: SearchRates, place: int, boost: str) -> str:
    if place == 0:
        return ""
    more = " or more" if place < len(WORDS) - 1 else ""
    share, limit = (100.0 * x for x in rates.false_alarms[place - 1])
    how_many = (
        f"about {share:.0f} (at most {limit:.0f})" if share >= 0.5 else f"at most {limit:.0f}"
    )
    return (
        f"If one season in ten hides {boost} for 15 games, {how_many} of 100 seasons with "
        f"{WORDS[place]}{more} are false alarms. "
    )


def _named_errors(v: StreakVerdict) -> str:
    assert v.named is not None
    rates = named_rates(len(v.season), v.named.span.games)
    right, low, high = (f"{100.0 * x:.0f}" for x in rates.rings)
    if v.direction == "cold":
        low, high = high, low
    return (
        f"How often this errs: in windows of {counted(rates.length, 'game')} of {rates.games}, the "
        f"nearest that were measured, {right} of 100 streak-free ones ring at p <= 0.05 where the "
        f"rating is right, {low} where it is 50 too low, {high} where it is 50 too high; a real "
        f"{_boost(v)} is missed in {100.0 * rates.missed:.0f} of 100. If the window was chosen "
        "after looking, none of this holds."
    )


def _other_question(v: StreakVerdict) -> str:
    a = v.against_rating
    assert a is not None
    low, high = (100.0 * f.value for f in a.false_alarms)
    off = {"hot": "too low", "cold": "too high"}.get(v.direction, "off")
    side = {"hot": "above", "cold": "below"}.get(v.direction, "above or below")
    return (
        f"Another question is whether the play was {side} the published {a.rating:.0f}: taken as "
        f"exact, the best window has p = {p_text(a.p)}; but a rating 25 or 50 {off} makes "
        f"{low:.0f} or {high:.0f} of 100 streak-free seasons ring at 5 %."
    )


def _about_segments(v: StreakVerdict) -> str:
    hits = [s.label for s in v.segments if s.holm <= 0.05]
    what = f"differ from the rest: {', '.join(hits)}" if hits else "none differs from the rest"
    return (
        f"Segments, {len(v.segments)} looked at: after Holm's correction at 5 % {what}. A segment "
        "that was chosen because it looked good needs new games."
    )
