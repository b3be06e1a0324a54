"""A result as the text page that a terminal shows."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from tprstats.cells import counted, rating_text
from tprstats.intervals.bootstrap import SELDOM, no_number_words
from tprstats.rate.assume import DRAW_ORIGINS, SAY_THE_KIND
from tprstats.rate.words import words
from tprstats.records import RatingKind
from tprstats.results import REASONS, Reason
from tprstats.tables import WIDTH, Table

if TYPE_CHECKING:
    from tprstats.rate.results import RateResult

__all__ = ["FAR", "hint", "page"]

ONE_RULE = REASONS[Reason.OTHER_RULE]

SHOWN = 12
"""Rounds left out that are listed one by one."""

FAR = 100.0
"""Elo from the strength estimate from which a rule's number is remarked on."""

FEW_FAR = 4
"""So many of them are named."""


def page(result: RateResult) -> str:
    """The text that a terminal shows: at most 80 columns."""
    a = result.assumptions
    own = result.pooled.own_words(result.own_rating)
    who = f"{result.player} ({own})" if own else result.player
    lines = _wrapped(f"{who}: {result.headline}" + (f", {result.event}" if result.event else ""))
    table, notes = _with_footnotes(result.table)
    lines += ["", str(table), *notes, *_wrapped(_far(result)), ""]
    assumed = [f"draw share {a.draw_share:.2f} ({a.draw_share_origin})"]
    if a.white_advantage:
        assumed.append(f"White worth {a.white_advantage:.0f} Elo ({a.white_advantage_origin})")
    if a.equal_opponents:
        assumed.append("every opponent rated at the average, since only totals were given")
    if a.unrated is not None:
        assumed.append(f"unrated opponents counted as {rating_text(a.unrated)}")
    ends = result.strength
    if not ends.reason:
        assumed.insert(0, f"{ends.method} interval for the strength in these games")
    assumed += _beside(result)
    lines += _wrapped("Assumed: " + "; ".join(assumed) + ".")
    lines += _wrapped(hint(result))
    for label, remarks in (("left out", result.left_out), ("note", result.adjustments)):
        for x in remarks[:SHOWN]:
            lines += _wrapped(f"  {label}: {x}")
        if len(remarks) > SHOWN:
            lines.append(f"  {label}: and {len(remarks) - SHOWN} more; --json lists all")
    lines.append("")
    for sentence in words(result):
        lines += _wrapped(sentence)
    return "\n".join(lines)


def hint(result: RateResult) -> str:
    """What would tell more than is assumed now; empty where nothing would."""
    a = result.assumptions
    unknown = result.kinds[:1] == (RatingKind.UNKNOWN.value,)
    by_level = a.white_advantage != 0.0 and a.white_advantage_origin != "given"
    return (
        SAY_THE_KIND
        if unknown and (by_level or DRAW_ORIGINS["unknown"] in a.draw_share_origin)
        else ""
    )


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
    which = (
        ", ".join(far) if len(far) <= FEW_FAR else f"{len(far)} of {counted(len(apart), 'rule')}"
    )
    return f"Over {FAR:.0f} Elo from firth: {which}; tprstats report tells why."


def _beside(result: RateResult) -> list[str]:
    """What the intervals in the table are where they are not the strength interval."""
    resampled = [e for e in result.estimates if e.interval and e.interval.resampled]
    drawn = {e.interval.method: e.interval.reason for e in resampled if e.interval}
    drawn |= {e.interval.method: "" for e in resampled if e.interval and not e.interval.reason}
    remarks = [
        f"no {m}: {why}"
        if why
        else f"{m} in the table draws the games again and aims at each rule's own expected value"
        for m, why in sorted(drawn.items())
    ]
    unsure = {
        e.method: e.interval.without_number
        for e in resampled
        if e.interval and not e.interval.reason and e.interval.without_number >= SELDOM
    }
    if unsure:
        remarks.append(no_number_words(list(unsure), max(unsure.values())))
    others = [e.method for e in resampled if e.interval and e.interval.reason == ONE_RULE]
    if others:
        remarks.append(f"none for {', '.join(others)}: {ONE_RULE}")
    a = result.assumptions
    posterior = any(e.interval and e.interval.target == "player" for e in result.estimates)
    if posterior and a.prior_mean is not None:
        remarks.append(f"bayes starts from {rating_text(a.prior_mean)} with SD {a.prior_sd:.0f}")
    return remarks


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


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
