"""The verdict in plain words, and the text page around it."""

from __future__ import annotations

import textwrap
from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from tprstats.streaks.words import FALSE_ALARMS, LOOKING_AGAIN, MISSED, THRESHOLDS, WORDS, word_of
from tprstats.tables import Table, level_text, rating_text

if TYPE_CHECKING:
    from tprstats.streaks.results import StreakVerdict
    from tprstats.streaks.spans import Span

__all__ = ["main_table", "p_text", "page", "segment_table", "sentences"]

_NAMES = {"hot": "hot streak", "cold": "cold streak", "either": "streak, hot or cold"}


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


def _factor(bayes: float) -> str:
    return "over 1000" if bayes > 1000.0 else f"{bayes:.3g}" if bayes >= 10 else f"{bayes:.1f}"


def _ten(value: float) -> str:
    """To tens: more digits would promise too much."""
    return f"{round(value, -1):.0f}"


def _ends(low: float, high: float) -> str:
    if isfinite(low) and isfinite(high):
        return f"{_ten(low)} to {_ten(high)}"
    return f"at least {_ten(low)}" if isfinite(low) else f"at most {_ten(high)}"


def sentences(v: StreakVerdict) -> tuple[str, ...]:
    """The verdict, what it rests on, what to expect, what would change it, how often it errs."""
    said = [_verdict(v), _rests_on(v)]
    if v.change is not None and v.change.p <= 0.05:
        said.append(_changed(v))
    said += [_expect(v), _would_change(v), _errors(v)]
    if v.against_rating is not None:
        said.append(_other_question(v))
    if v.segments:
        said.append(_about_segments(v))
    return tuple(said)


def _verdict(v: StreakVerdict) -> str:
    word = v.word
    subject = v.named.span if v.named is not None else v.best.span if v.best is not None else None
    what = f"{v.season.player}, {subject}" if subject is not None else v.season.player
    if word == WORDS[0]:
        torn = (
            f" p = {p_text(v.p)} alone would ring, but the Bayes factors do not support it."
            if v.p <= THRESHOLDS[0][0]
            else ""
        )
        return (
            f"{what}: this {_NAMES[v.direction]} {word}.{torn} That does not say that it is not "
            f"real: {len(v.season)} games find only large and long changes of strength."
        )
    return f"{what}: {word} of more than luck ({_NAMES[v.direction]}). Scale: {', '.join(WORDS)}."


def _rests_on(v: StreakVerdict) -> str:
    bayes = (
        f"and the least favourable Bayes factor, {_factor(v.bayes_factor)} "
        "(above 1 it speaks for a streak)"
    )
    picked = f", paid for having looked at {v.players} players" if v.players > 1 else ""
    if v.windows > 1:
        picked += f", and {p_text(v.paid_p)} once paid for the {v.windows} windows judged so far"
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
        rest = "the other games" + known if n.span.games < len(v.season) else "the rating"
        as_good = {"hot": "a better", "cold": "a worse"}.get(v.direction, "a more extreme")
        return (
            f"It rests on the {_named_words(v)}: the chance of this score or {as_good} one "
            f"without a streak is {p_text(n.p)} (mid-p {p_text(n.mid_p)}), the player's level "
            f"being known from {rest} as well as these tell{picked}; {bayes}.{more}"
        )
    assert v.best is not None
    assert v.judgement is not None
    earlier = len(v.judgement.looks) - 1
    looks = f" and {earlier} earlier look{'s' * (earlier > 1)}" if earlier else ""
    return (
        f"It rests on p = {p_text(v.p)}: the share of streak-free seasons that look as streaky "
        f"through the best of three lenses (best window, all windows, change of strength), paid "
        f"for all three{looks}{picked}; {bayes}. Seen alone the best window has p = "
        f"{p_text(v.best.local_p)}, but it is the best of {v.best.looked_at} that were looked at: "
        f"{p_text(v.best.global_p)} of streak-free seasons have one as good."
    )


def _named_words(v: StreakVerdict) -> str:
    return "window named after looking" if v.looked else "window named in advance"


def _changed(v: StreakVerdict) -> str:
    c = v.change
    assert c is not None
    return (
        f"The likeliest change of strength is after game {c.after} (p = {p_text(c.p)} over all "
        f"places, by itself): from about {_ten(c.before.strength)} to about "
        f"{_ten(c.since.strength)}."
    )


def _expect(v: StreakVerdict) -> str:
    f = v.forecast
    low, high = f.quantile((1.0 - v.level) / 2.0), f.quantile((1.0 + v.level) / 2.0)
    span = v.named.span if v.named is not None else v.best.span if v.best is not None else None
    ahead = (
        f"expect a mean strength of about {_ten(f.mean)} over the next {f.prior.horizon} games "
        f"({level_text(v.level)} {_ten(low)} to {_ten(high)})"
    )
    level = f.prior.level
    assert level is not None
    if span is None:
        return f"Regression to the mean: {ahead}."
    gain = span.strength - level
    kept = (f.mean - level) / gain if abs(gain) >= 20.0 else float("nan")
    start = "the rating of" if v.season.rating is not None else "an assumed level of"
    share = (
        f", so {100.0 * min(max(kept, 0.0), 1.0):.0f} % of the difference to {start} {level:.0f} "
        "is expected to last"
        if kept == kept
        else ""
    )
    return (
        f"Regression to the mean: in games {span.first}-{span.last} the score was that of "
        f"{_ten(span.strength)}; {ahead}{share}. Chance of a hot spell at all {f.any_hot:.2f}, "
        f"still on {f.hot_on:.2f}; cold {f.any_cold:.2f}, still on {f.cold_on:.2f}."
    )


def _would_change(v: StreakVerdict) -> str:
    points, games = v.prove
    if not isfinite(points):
        return f"What would change it: more than {games} further games."
    return (
        f"What would change it: name the next {games} games now, before they are played; against "
        f"opponents like these {points:g} points or more would have p <= 0.05."
    )


def _errors(v: StreakVerdict) -> str:
    place = word_of(v.p, v.bayes_factor)
    if v.named is not None and not v.looked:
        return (
            "How often this errs: at most 5 of 100 streak-free seasons ring at p <= 0.05 in a "
            "window that was named before it was played, where the rating is right; if the window "
            "was chosen after looking, none of this holds. Even a real streak is often missed in "
            "so few games."
        )
    ring = "5 of 100 streak-free seasons ring at p <= 0.05"
    # Measured for seasons of sixty games; looking more often, in longer ones, rings more.
    like_sixty = 45 <= len(v.season) <= 75
    if like_sixty and v.judgement is not None and len(v.judgement.looks) == 1:
        ring += (
            f", {100.0 * LOOKING_AGAIN:.0f} of 100 if one looks every ten games and does not say so"
        )
    missed = (
        f"A real +200 over ten games of sixty is missed in about {10.0 * MISSED:.0f} seasons of "
        "ten."
    )
    missed += (
        " Measured for seasons of sixty games. The test is of constant strength: a slump can ring "
        "for a hot streak too, since the rest then looks hot."
    )
    if place == 0:
        return f"How often this errs: {ring}. {missed}"
    more = " or more" if place < len(WORDS) - 1 else ""
    share, limit = FALSE_ALARMS[place]
    most = f" (at most {100.0 * limit:.0f})" if limit > 1.5 * share else ""
    return (
        f"How often this errs: {ring}. If one season in "
        f"ten hides +200 for 15 games, about {100.0 * share:.0f}{most} of 100 seasons with "
        f"{WORDS[place]}{more} are false alarms. {missed}"
    )


def _other_question(v: StreakVerdict) -> str:
    a = v.against_rating
    assert a is not None
    low, high = (100.0 * f.value for f in a.false_alarms)
    off = "high" if v.direction == "cold" else "low"
    side = "below" if v.direction == "cold" else "above"
    return (
        f"Another question is whether the play was {side} the published {a.rating:.0f}: taken as "
        f"exact, the best window has p = {p_text(a.p)}; but a rating 25 or 50 too {off} makes "
        f"{low:.0f} or {high:.0f} of 100 streak-free seasons ring at 5 %."
    )


def _about_segments(v: StreakVerdict) -> str:
    hits = [s.label for s in v.segments if s.holm <= 0.05]
    what = f"differ from the rest: {', '.join(hits)}" if hits else "none differs from the rest"
    return (
        f"Segments, {len(v.segments)} looked at: after Holm's correction at 5 % {what}. A segment "
        "that was chosen because it looked good needs new games."
    )


def main_table(v: StreakVerdict) -> Table:
    """What the verdict rests on."""
    rows: list[tuple[str, str, str]] = []
    if v.named is not None:
        n = v.named
        rows.append(
            (
                _named_words(v),
                _shown(n.span),
                f"exact {p_text(n.p)}",
            )
        )
        rows.append(("", "", f"mid-p {p_text(n.mid_p)}"))
        if n.if_chosen_p is not None:
            rows.append(("", "if chosen after looking", p_text(n.if_chosen_p)))
        if v.windows > 1:
            rows.append(("", f"paid for {v.windows} windows judged", p_text(v.paid_p)))
    if v.best is not None and v.judgement is not None:
        b, j = v.best, v.judgement
        rows.append(("best window", _shown(b.span), f"global {p_text(b.global_p)}"))
        looks = f"{b.looks:.0f}" if isfinite(b.looks) else "-"
        about = f"z {b.z:.2f}, {b.looked_at} windows, worth {looks} looks"
        rows.append(("", about, f"local {p_text(b.local_p)}"))
        rows.append(("all windows together", "", p_text(j.windows_p)))
        assert v.change is not None
        c = v.change
        change = f"after game {c.after}: {_ten(c.before.strength)} to {_ten(c.since.strength)}"
        rows.append(("change of strength", change, p_text(c.p)))
        rows.append(("the three, paid for together", "", p_text(j.joint_p)))
        if v.players > 1 and v.named is None:
            rows.append((f"paid for {v.players} players", "", p_text(v.p)))
    factors = ", ".join(_factor(b) for b in v.bayes)
    rows.append(("Bayes factors", f"{factors} for a boost of SD 50, 150, 300", ""))
    rows += [(x.what, str(x.games), p_text(x.chance)) for x in v.longest]
    if v.lag_p is not None:
        rows.append(("serial correlation (weak)", "", p_text(v.lag_p)))
        rows.append(("few runs (weak)", "", p_text(v.runs_p)))
        rows.append(("shuffled (comparison only)", "", p_text(v.shuffled_p)))
    f = v.forecast
    ends = f"{_ten(f.quantile((1 - v.level) / 2))} to {_ten(f.quantile((1 + v.level) / 2))}"
    rows.append((f"mean strength, next {f.prior.horizon}", f"{_ten(f.mean)} ({ends})", ""))
    return Table(("lens", "finding", "p"), rows, "lll")


def _shown(span: Span) -> str:
    ends = _ends(span.low, span.high)
    return f"{span}, like {_ten(span.strength)} ({ends})"


def segment_table(v: StreakVerdict) -> Table:
    """Parts of the season."""
    rows = [
        (
            s.kind, s.label, f"{s.score:g}/{s.games}", rating_text(s.strength),
            _ends(s.low, s.high), p_text(s.p), p_text(s.holm), p_text(s.benjamini_hochberg),
        )
        for s in v.segments
    ]  # fmt: skip
    heads = ("by", "part", "score", "like", level_text(v.level), "p", "Holm", "BH")
    return Table(heads, rows, "llrrlrrr")


def page(v: StreakVerdict) -> str:
    """The text that a terminal shows: at most 80 columns."""
    s, b = v.season, v.baseline
    who = s.player + (f" ({s.rating:.0f})" if s.rating is not None else "")
    head = f"{who}: {s.score.sum():g}/{len(s)} against an average of {s.centre:.0f}"
    lines = [*_wrapped(f"{head}; {_NAMES[v.direction]}?"), ""]
    lines += [*_wrapped(_verdict(v)), "", str(v.table), ""]
    assumed = (
        f"Assumed: one constant strength all season, fitted {_ten(b.strength(s))}, rating slope "
        f"{b.slope:.2f}; draw share {b.draw_share:.2f} (the games, shrunk towards "
        f"{s.draw_prior:.2f}); White worth {s.advantage:.0f} Elo; {v.seasons} seasons of luck, "
        f"seed {v.seed}"
    )
    error = f", Monte Carlo error of p {p_text(v.mcse)}" if v.mcse else ""
    lines += _wrapped(f"{assumed}{error}. Prior: {v.forecast.prior.words()}.")
    for note in s.notes:
        lines += _wrapped(f"  note: {note}")
    if v.segments:
        lines += ["", str(v.segment_table)]
    lines.append("")
    for sentence in sentences(v)[1:]:
        lines += _wrapped(sentence)
    return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 80, subsequent_indent="  ", break_on_hyphens=False)
