"""What a verdict rests on, in words: each p with what it is paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tprstats.cells import counted
from tprstats.streaks.headline import factor_text, named_words, no_likelier, p_text

if TYPE_CHECKING:
    from tprstats.streaks.results import StreakVerdict

__all__ = ["rests_on"]


def rests_on(v: StreakVerdict) -> str:
    """Which p and which Bayes factor the verdict rests on, and what each p is paid for."""
    bayes = (
        f"and the least favourable Bayes factor, {factor_text(v.bayes_factor)} "
        "(above 1 it speaks for a streak)"
    )
    said = _named_rests(v, bayes) if v.named is not None else _search_rests(v, bayes)
    if v.players > 1:
        said += (
            " Every p of which nothing else is said is of this player alone, not paid for the "
            f"{counted(v.players, 'player')}."
        )
    return said


def _named_rests(v: StreakVerdict, bayes: str) -> str:
    n = v.named
    assert n is not None
    known = " and the rating" if v.season.rating is not None else ""
    alone = "the rating" if known else "an assumed level, for no rating is known,"
    rest = "the other games" + known if n.span.games < len(v.season) else alone
    as_good = {"hot": "a better", "cold": "a worse"}.get(v.direction, "a more extreme")
    more = "" if v.chosen_p is None else f" {_after_looking(v, v.chosen_p)}"
    return (
        f"It rests on the {named_words(v)}: the chance of this score or {as_good} one "
        f"without a streak is {p_text(n.p)} (mid-p {p_text(n.mid_p)}), the player's level "
        f"being known from {rest} as well as these tell{_paid_in_steps(v)}; {bayes}.{more}"
    )


def _paid_in_steps(v: StreakVerdict) -> str:
    """p once paid for the players, and then for the windows."""
    said = ""
    if v.players > 1:
        said = (
            f"; paid for the {counted(v.players, 'player')} looked at it is {p_text(v.players_p)}"
        )
    if v.windows > 1:
        times = f"{v.windows} x {v.windows + 1} times {p_text(v.players_p)}"
        stopping = f"{p_text(v.stopping_p)}: {times}{', but no more than 1' * (v.stopping_p == 1)}"
        said += (
            f"; paid for the {counted(v.windows, 'window')} judged so far{' too' if said else ''}, "
            f"as for a number fixed beforehand, {p_text(v.paid_p)} (who goes on until one rings "
            f"has to take {stopping})"
        )
    return said


def _after_looking(v: StreakVerdict, chosen: float) -> str:
    """p of a window that was chosen by looking, paid for what the verdict is paid for."""
    n = v.named
    assert n is not None
    assert n.if_chosen_p is not None
    if chosen <= v.paid_p:
        return (
            "The games had been seen before, which costs no more than that."
            if v.looked
            else "If it was chosen after looking, p is no larger."
        )
    among = ""
    if n.span.games == len(v.season):
        among = " (all games: none are left to compare it with)"
    elif n.families > 1:
        among = (
            f" (among all windows of up to {counted(n.span.games, 'game')}, and paid for "
            "the search's own as well)"
        )
    p = f"{p_text(n.if_chosen_p)}{among}"
    if v.players > 1:
        p = f"{p_text(chosen)} ({p}, paid for the {counted(v.players, 'player')})"
    if v.looked:
        return (
            "The games had been seen before, so the verdict takes the p of a window chosen after "
            f"looking, which is larger: {p}."
        )
    return f"If it was chosen after looking, that p does not hold but this does: {p}."


def _search_rests(v: StreakVerdict, bayes: str) -> str:
    j = v.judgement
    assert v.best is not None
    assert j is not None
    earlier = len(j.looks) - 1
    looks = f" and {counted(earlier, 'earlier look')}" if earlier else ""
    share = (
        "the share of streak-free seasons that look as streaky through the best of three lenses "
        "(best window, all windows, stretches of up to half the season against the rest), paid "
        f"for all three{looks}"
    )
    if v.players > 1:
        share += (
            f"; paid for the {counted(v.players, 'player')} looked at p "
            f"{'is' if j.right_side else 'would be'} {p_text(v.paid_for_players(j.joint_p))}"
        )
    if j.right_side:
        rests = f"p = {p_text(j.joint_p)}: {share}"
    else:
        rests = (
            f"p put at 1 rather than counted: {no_likelier(v)}. Were that no matter, p would be "
            f"{p_text(j.joint_p)}, {share}"
        )
    best, good = {"hot": ("best", "good"), "cold": ("worst", "bad")}.get(
        v.direction, ("most unusual", "unusual")
    )
    return (
        f"It rests on {rests}; {bayes}. Seen alone the {best} window has p = "
        f"{p_text(v.best.local_p)}, but it is the {best} of {v.best.looked_at} that were looked "
        f"at: {p_text(v.best.global_p)} of streak-free seasons have one as {good}."
    )
