"""The tables of a verdict, and the text page around them and the sentences."""

from __future__ import annotations

import textwrap
from math import isfinite
from typing import TYPE_CHECKING

from tprstats.cells import counted, level_text, rating_text, ten_text
from tprstats.rate.assume import DRAW_ORIGINS, SAY_THE_KIND
from tprstats.streaks.headline import (
    NAMES,
    ends_text,
    factor_text,
    named_words,
    p_text,
    paid_words,
    verdict_sentence,
)
from tprstats.streaks.sentences import sentences
from tprstats.tables import Table

if TYPE_CHECKING:
    from tprstats.streaks.results import StreakVerdict
    from tprstats.streaks.spans import Span

__all__ = ["assumed_words", "main_table", "page", "segment_table"]


def main_table(v: StreakVerdict) -> Table:
    """What the verdict rests on."""
    rows: list[tuple[str, str, str]] = []
    if v.named is not None:
        n = v.named
        rows.append(
            (
                named_words(v),
                _shown(n.span),
                f"exact {p_text(n.p)}",
            )
        )
        rows.append(("", "", f"mid-p {p_text(n.mid_p)}"))
        if v.players > 1:
            rows.append(("", f"paid for {counted(v.players, 'player')}", p_text(v.players_p)))
        if v.windows > 1:
            judged = f"paid for {counted(v.windows, 'window')} judged{' too' * (v.players > 1)}"
            rows.append(("", judged, p_text(v.paid_p)))
            rows.append(("", "if you stop at the first that rings", p_text(v.stopping_p)))
        if v.chosen_p is not None:
            chosen = f"{'if ' * (not v.looked)}chosen after looking{paid_words(v, v.chosen_p)}"
            rows.append(("", chosen, p_text(v.chosen_p)))
    if v.best is not None and v.judgement is not None:
        b, j = v.best, v.judgement
        rows.append(("best window", _shown(b.span), f"global {p_text(b.global_p)}"))
        about = f"z {b.z:.2f}, {counted(b.looked_at, 'window')}"
        if isfinite(b.looks):
            about += f", worth about {counted(round(b.looks), 'look')}"
        rows.append(("", about, f"local {p_text(b.local_p)}"))
        rows.append(("all windows together", "", p_text(j.windows_p)))
        assert v.change is not None
        c = v.change
        levels = f"{ten_text(c.before.strength)} to {ten_text(c.since.strength)}"
        rows.append(("stretches against the rest", "", p_text(j.stretch_p)))
        rows.append(("the three, paid for together", "", p_text(j.joint_p)))
        if v.direction != "either":
            side = f"spell hot {v.forecast.any_hot:.2f}, cold {v.forecast.any_cold:.2f}"
            rows.append(("side", side, "" if j.right_side else "put at 1"))
        rows.append(("change of strength", f"after game {c.after}: {levels}", p_text(c.p)))
        if v.players > 1 and v.named is None:
            rows.append((f"paid for {counted(v.players, 'player')}", "", p_text(v.p)))
    factors = ", ".join(factor_text(b) for b in v.bayes)
    rows.append(("Bayes factors", f"{factors} for a boost of SD 50, 150, 300", ""))
    rows += [(x.what, str(x.games), p_text(x.chance)) for x in v.longest]
    if v.lag_p is not None:
        rows.append(("serial correlation (weak)", "", p_text(v.lag_p)))
        rows.append(("few runs (weak)", "", p_text(v.runs_p)))
        rows.append(("shuffled (comparison only)", "", p_text(v.shuffled_p)))
    if not v.season.drifted:
        f, tail = v.forecast, (1.0 - v.level) / 2.0
        ends = f"{ten_text(f.quantile(tail))} to {ten_text(f.quantile(1.0 - tail))}"
        rows.append((f"mean strength, next {f.prior.horizon}", f"{ten_text(f.mean)} ({ends})", ""))
    return Table(("lens", "finding", "p"), rows, "lll")


def assumed_words(v: StreakVerdict) -> tuple[str, str]:
    """Draws and White, with where each comes from."""
    s, share = v.season, f"draw share between equals {v.baseline.draw_share:.2f}"
    if v.baseline.draws_given:
        draws = f"{share} (given)"
    else:
        origin = DRAW_ORIGINS[s.draw_origin]
        draws = f"{share} (the games, shrunk towards {s.draw_prior:.2f}: {origin})"
    return draws, f"White worth {s.advantage:.0f} Elo ({s.advantage_origin})"


def _shown(span: Span) -> str:
    ends = ends_text(span.low, span.high)
    return f"{span}, like {ten_text(span.strength)} ({ends})"


def segment_table(v: StreakVerdict) -> Table:
    """Parts of the season."""
    rows = [
        (
            s.kind, s.label, f"{s.score:g}/{s.games}", rating_text(s.strength),
            ends_text(s.low, s.high), p_text(s.p), p_text(s.holm), p_text(s.benjamini_hochberg),
        )
        for s in v.segments
    ]  # fmt: skip
    heads = ("by", "part", "score", "like", level_text(v.level), "p", "Holm", "BH")
    return Table(heads, rows, "llrrlrrr")


def page(v: StreakVerdict) -> str:
    """The text that a terminal shows: at most 80 columns."""
    s, b = v.season, v.baseline
    own = s.pooled.own_words(s.rating)
    who = f"{s.player} ({own})" if own else s.player
    head = f"{who}: {s.score.sum():g}/{len(s)} against an average of {rating_text(s.centre)}"
    lines = [*_wrapped(f"{head}; {NAMES[v.direction]}?"), ""]
    lines += [*_wrapped(verdict_sentence(v)), "", str(v.table), ""]
    fitted = ten_text(b.strength(s))
    draws, white = assumed_words(v)
    assumed = (
        f"Assumed: one constant strength all season, fitted {fitted}, rating slope {b.slope:.2f}; "
        f"{draws}; {white}; {counted(v.seasons, 'season')} of luck, seed {v.seed}"
    )
    error = f", Monte Carlo error of p {p_text(v.mcse)}" if v.mcse else ""
    lines += _wrapped(f"{assumed}{error}. Prior: {v.forecast.prior.words()}.")
    if s.draw_origin == "unknown" and not b.draws_given:
        lines += _wrapped(SAY_THE_KIND)
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
