"""The verdict in plain words: what it is, what it rests on, what to expect, how often it errs."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from tprstats.cells import counted, level_text, rating_text, ten_text
from tprstats.streaks.error_rates import SearchRates, named_rates, search_rates
from tprstats.streaks.headline import p_text, verdict_sentence
from tprstats.streaks.rests import rests_on
from tprstats.streaks.words import WORDS, word_of

if TYPE_CHECKING:
    from tprstats.streaks.results import StreakVerdict

__all__ = ["sentences"]

MEASURED = "windows of 5 to 20 games"
"""The search whose error rates are known."""


def sentences(v: StreakVerdict) -> tuple[str, ...]:
    """The verdict, what it rests on, what to expect, what would change it, how often it errs."""
    said = [verdict_sentence(v), rests_on(v)]
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
            "rest on. Ask about a season of it (--last, --since and --until)."
        )
    f = v.forecast
    low, high = f.quantile((1.0 - v.level) / 2.0), f.quantile((1.0 + v.level) / 2.0)
    span = v.named.span if v.named is not None else v.best.span if v.best is not None else None
    ahead = (
        f"expect a mean strength of about {ten_text(f.mean)} over the next "
        f"{counted(f.prior.horizon, 'game')} ({level_text(v.level)} {ten_text(low)} to "
        f"{ten_text(high)})"
    )
    if span is None:
        return f"Regression to the mean: {ahead}."
    # Between the season's level and the rating: no part of it is the window's own.
    before = "" if v.season.rating is None else "the rating before, "
    return (
        f"Regression to the mean: in games {span.first}-{span.last} the score was that of "
        f"{ten_text(span.strength)}, in all {len(v.season)} that of "
        f"{ten_text(v.baseline.strength(v.season))}; {ahead}, which weighs "
        f"{before}all the games, and the chance of a spell that goes on. "
        f"Chance of a hot spell at all {f.any_hot:.2f}, still on {f.hot_on:.2f}; cold "
        f"{f.any_cold:.2f}, still on {f.cold_on:.2f}."
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
    """How often such a verdict errs, as far as that was measured for what was asked."""
    if v.named is None:
        return f"How often this errs: {_search_errors(v)}{_more_paid(v)}"
    if not v.looked:
        return _named_errors(v)
    share = 5 if v.named.families == 1 else 6
    return (
        f"How often this errs: whichever window is picked after looking, about {share} of 100 "
        f"streak-free seasons ring at p <= 0.05. How often a real {_boost(v)} is missed so was "
        f"not measured.{_more_paid(v)}"
    )


def _search_errors(v: StreakVerdict) -> str:
    if v.direction == "either":
        return (
            "about 5 of 100 streak-free seasons ring at p <= 0.05. How often a real "
            f"{_boost(v)} is missed was measured only where one side is asked for (--direction)."
        )
    rates, measured = search_rates(len(v.season))
    ring = "at most 5 of 100 streak-free seasons ring at p <= 0.05"
    other = (
        "" if v.family == MEASURED else f" The search there was of {MEASURED}, not of {v.family}."
    )
    alarms = ""
    if not _paid_for(v):
        ring += (
            f", {100.0 * rates.looking_again:.0f} of 100 if one looks every ten games and does "
            "not say so"
        )
        alarms = _false_alarms(rates, word_of(v.p, v.bayes_factor), _boost(v))
    return (
        f"{ring}. {alarms}A real {_boost(v)} over ten games is missed in about "
        f"{100.0 * rates.missed:.0f} of 100 seasons. {measured}{other}"
    )


def _paid_for(v: StreakVerdict) -> str:
    """What the verdict pays for beyond one player, window and look; empty for nothing."""
    looks = 0 if v.judgement is None or v.named is not None else len(v.judgement.looks) - 1
    found = [counted(v.players, "player")] * (v.players > 1)
    found += [counted(v.windows, "window")] * (v.windows > 1 and v.p == v.paid_p)
    found += [counted(looks, "earlier look")] * (looks > 0)
    return " and ".join(found)


def _more_paid(v: StreakVerdict) -> str:
    """That the error rates are those of one player, window and look."""
    paid = _paid_for(v)
    if not paid:
        return ""
    return f" That is before {paid} are paid for: paid, fewer ring and more is missed."


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
    length = v.named.span.games
    rates = named_rates(len(v.season), length, v.direction)
    if not 0.5 <= length / rates.length <= 2.0:
        # The error rates change with the length more than with anything else.
        return (
            f"How often this errs was not measured for {counted(length, 'game')}: the nearest are "
            f"windows of {counted(rates.length, 'game')}. If the window was chosen after looking, "
            "the p above does not hold."
        )
    right, low, high = (f"{100.0 * x:.0f}" for x in rates.rings)
    return (
        f"How often this errs: in windows of {counted(rates.length, 'game')} of {rates.games}, the "
        f"nearest that were measured, {right} of 100 streak-free ones ring at p <= 0.05 where the "
        f"rating is right, {low} where it is 50 too low, {high} where it is 50 too high; a real "
        f"{_boost(v)} is missed in {100.0 * rates.missed:.0f} of 100.{_more_paid(v)} If the window "
        "was chosen after looking, none of this holds."
    )


def _other_question(v: StreakVerdict) -> str:
    a = v.against_rating
    assert a is not None
    low, high = (100.0 * f.value for f in a.false_alarms)
    off = {"hot": "too low", "cold": "too high"}.get(v.direction, "off")
    side = {"hot": "above", "cold": "below"}.get(v.direction, "above or below")
    kind = {"hot": "best", "cold": "worst"}.get(v.direction, "most unusual")
    return (
        f"Another question is whether the play was {side} the published {a.rating:.0f}: taken as "
        f"exact, the {kind} window has p = {p_text(a.p)}; but a rating 25 or 50 {off} makes "
        f"{low:.0f} or {high:.0f} of 100 streak-free seasons ring at 5 %."
    )


def _about_segments(v: StreakVerdict) -> str:
    compared = counted(len({s.comparison for s in v.segments}), "comparison")
    hits = [s.label for s in v.segments if s.holm <= 0.05]
    what = f"differ from the rest: {', '.join(hits)}" if hits else "none differs from the rest"
    return (
        f"Segments, {counted(len(v.segments), 'part')} in {compared}: after Holm's correction at "
        f"5 % {what}. A segment that was chosen because it looked good needs new games."
    )
