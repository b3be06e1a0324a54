"""The verdict itself in plain words, and what it takes for granted."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from tprstats.cells import counted, ten_text
from tprstats.streaks.words import THRESHOLDS, WORDS

if TYPE_CHECKING:
    from tprstats.streaks.results import StreakVerdict

__all__ = [
    "NAMES", "ends_text", "factor_text", "named_words", "no_likelier", "p_text", "paid_words",
    "verdict_sentence",
]  # fmt: skip

_A = {"hot": "a hot streak", "cold": "a cold streak", "either": "a streak, hot or cold,"}
EVEN = 0.02
"""Chances of a hot and a cold spell no further apart are called nearly even."""

SAME = 0.75
"""Share of the games of two windows that both hold, from which they are called nearly the same."""

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


def verdict_sentence(v: StreakVerdict) -> str:
    """The verdict itself, after what it takes for granted where the games do not tell that."""
    first, *more = [*_taken(v), ""]
    taken = "; ".join([first, *(text[:1].lower() + text[1:] for text in more if text)])
    return f"{taken}: {_verdict(v)}" if taken else _verdict(v)


def _taken(v: StreakVerdict) -> Iterator[str]:
    """What has to be said before the verdict."""
    own = v.season.own_ratings
    if own is not None and v.season.drifted:
        yield (
            f"The verdict does not fit these games, for the own rating lay between {own[0]:.0f} "
            f"and {own[1]:.0f}, too far apart for one constant strength (--last, --since and "
            "--until choose a season). Taken all the same as one season"
        )
    elif (years := v.season.pooled.years) is not None and v.season.pooled.long:
        yield (
            f"These games are of the years {years[0]} to {years[1]}, too long "
            "for one constant strength (--since and --until choose a season). Taken all the same "
            "as one season"
        )
    if not v.season.ordered:
        yield "If the games stand in the order of play, which neither dates nor rounds tell"


def _verdict(v: StreakVerdict) -> str:
    who, what = v.season.player, _A[v.direction]
    if v.word != WORDS[0]:
        span = v.named.span if v.named is not None else v.best.span if v.best is not None else None
        where = f"{who}, {span}" if span is not None else who
        return (
            f"{where}: {v.word} of more than luck ({NAMES[v.direction]}){_if_not_looked(v)}. "
            f"Scale: {', '.join(WORDS)}."
        )
    if v.named is not None:
        first = f"{who}: {what} in {v.named.span} {v.word}."
    else:
        first = f"{who}: {what} {v.word}. {_best_run(v)}"
    torn = ""
    if v.p <= THRESHOLDS[0][0]:
        torn = f" p = {_paid_p(v, v.p)} alone would ring, but the Bayes factors do not support it."
    elif v.named is None and _rings_on_the_wrong_side(v):
        torn = f" {_other_side(v)}"
    return (
        f"{first}{torn} That does not say that there is none: "
        f"{counted(len(v.season), 'game finds', 'games find')} only large and long changes of "
        "strength."
    )


def _if_not_looked(v: StreakVerdict) -> str:
    """That a window called named beforehand is the one that looking would have found."""
    if v.named is None or v.looked or v.best is None:
        return ""
    named, best = v.named.span, v.best.span
    ends = (named.start + named.games, best.start + best.games)
    shared = min(ends) - max(named.start, best.start)
    together = max(ends) - min(named.start, best.start)
    if shared < SAME * together:
        return ""
    kind = {"hot": "best", "cold": "worst"}.get(v.direction, "most unusual")
    which = f"the {kind}" if shared == together else f"nearly the {kind}, {best},"
    chosen = v.chosen_p
    p = "its p is another" if chosen is None else f"its p is {_paid_p(v, chosen)}"
    return (
        f", if it was named before anybody had seen the games: it is {which} of all "
        f"{counted(v.best.looked_at, 'window')}, and if it was chosen after looking {p} and "
        "--looked has to say so"
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
    if j is None or j.right_side:
        return False
    return v.paid_for_players(j.joint_p) <= THRESHOLDS[0][0]


def _other_side(v: StreakVerdict) -> str:
    """A season that looks like a spell of the other kind."""
    asked, against, other = _sides(v)
    if against - asked <= EVEN:
        return f"But {no_likelier(v)}, so p is put at 1."
    return (
        f"The season looks rather like a {other} spell (chance {against:.2f}) than a "
        f"{v.direction} one ({asked:.2f}), next to which the rest only seems {v.direction}; so p "
        "is put at 1."
    )


def no_likelier(v: StreakVerdict) -> str:
    """Why the side asked for has nothing for it."""
    asked, against, other = _sides(v)
    if against - asked <= EVEN:
        return (
            f"a {v.direction} spell is no likelier here than a {other} one (chances {asked:.2f} "
            f"and {against:.2f})"
        )
    return (
        f"a {other} spell is likelier here than a {v.direction} one (chances {against:.2f} and "
        f"{asked:.2f})"
    )


def _sides(v: StreakVerdict) -> tuple[float, float, str]:
    """Chance of a spell as asked for, of one of the other kind, and the other kind's name."""
    hot, cold = v.forecast.any_hot, v.forecast.any_cold
    return (hot, cold, "cold") if v.direction == "hot" else (cold, hot, "hot")


def paid_words(v: StreakVerdict, p: float) -> str:
    """What a p of the verdict is paid for besides looking, after a comma; empty for nothing.

    To choose a window by looking pays for all windows: their number counts where p rests on it.
    """
    for_ = [counted(v.players, "player")] * (v.players > 1)
    for_ += [counted(v.windows, "window")] * (v.windows > 1 and p == v.paid_p)
    return f", paid for {' and '.join(for_)}" if for_ else ""


def _paid_p(v: StreakVerdict, p: float) -> str:
    """A p with what it is paid for, within a sentence."""
    paid = paid_words(v, p)
    return f"{p_text(p)}{paid}{',' * bool(paid)}"


def named_words(v: StreakVerdict) -> str:
    """The window named, and when."""
    return "window named after looking" if v.looked else "window named in advance"
