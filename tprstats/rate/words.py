"""The result in plain words, and the text page around it."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING

from tprstats.rate.results import IntervalEnds
from tprstats.tables import Table

if TYPE_CHECKING:
    from tprstats.rate.results import RateResult

__all__ = ["page", "words"]

FEW_GAMES = 9
"""Below this the interval of even a draw-rich record is some 400 Elo wide."""

FAR_APART = 50.0
"""Elo between rules from which the difference is worth a sentence."""

_COMPARED = ("fide", "average", "per-opponent", "firth")


def words(result: RateResult) -> tuple[str, ...]:
    """Two or three sentences for a coach, and one warning where one is due."""
    if result.games == 0:
        return ("No game against a rated opponent was played, so there is nothing to rate.",)
    sentences = [_estimate(result), _meaning(result)]
    if result.left_out:
        sentences.append(f"Not counted: {_left_out(result)}.")
    warning = _warning(result)
    if warning:
        sentences.append(warning)
    return tuple(sentences)


def _rounded(value: float, ends: IntervalEnds) -> str:
    """Tens where the interval is wider than 100 Elo: more digits would promise too much."""
    wide = not ends.high - ends.low <= 100.0
    return f"{round(value, -1):.0f}" if wide else f"{value:.0f}"


def _range(ends: IntervalEnds) -> str:
    inf = float("inf")
    if ends.low == -inf and ends.high == inf:
        return "it can be anything"
    if ends.high == inf:
        return f"it was at least {_rounded(ends.low, ends)}"
    if ends.low == -inf:
        return f"it was at most {_rounded(ends.high, ends)}"
    return f"it was between {_rounded(ends.low, ends)} and {_rounded(ends.high, ends)}"


def _estimate(result: RateResult) -> str:
    ends = result.strength
    preferred = [result.estimate(m) for m in ("firth", "per-opponent", "average", "fide")]
    given = [e for e in (*preferred, *result.estimates) if e is not None and e.rating is not None]
    main = given[0] if given else None
    if main is None or main.rating is None:
        return "None of the rules asked for gives a number here."
    best = _rounded(main.rating, ends)
    if ends.reason:
        return f"The {main.method} rule gives {best}; no interval: {ends.reason}."
    what = (
        "Best estimate of the strength shown in these games"
        if main.method == "firth"
        else (f"By {main.method}, the performance")
    )
    sure = f"{ends.level:.0%}"
    return f"{what}: about {best}; with {sure} confidence {_range(ends)}."


def _meaning(result: RateResult) -> str:
    if result.own_rating is None or result.strength.reason:
        return (
            "The interval is for the strength in these games alone; form comes and goes, so it "
            "says less about the next event."
        )
    own, ends = result.own_rating, result.strength
    if own < ends.low:
        return (
            f"The own rating of {own:.0f} lies below that range: luck alone rarely does that, "
            "unless this event was picked because it went well."
        )
    if own > ends.high:
        return (
            f"The own rating of {own:.0f} lies above that range: bad luck alone rarely does "
            "that, unless this event was picked because it went badly."
        )
    return (
        f"The own rating of {own:.0f} lies inside that range: these games alone do not show that "
        "the player is stronger or weaker than that."
    )


def _left_out(result: RateResult) -> str:
    reasons = Counter(x.reason.removesuffix(": not counted") for x in result.left_out)
    return ", ".join(f"{n} x {reason}" if n > 1 else reason for reason, n in reasons.items())


def _warning(result: RateResult) -> str:
    """The one warning that matters most."""
    n, s = result.games, result.score
    numbers = {e.method: e.rating for e in result.estimates if e.rating is not None}
    if s in (0, n):
        return _edge_warning(result, numbers)
    if any(e.multimodal for e in result.estimates):
        return (
            "Warning: the opponents lie so far apart that quite different strengths fit these "
            "results almost equally well."
        )
    seen = [numbers[m] for m in _COMPARED if m in numbers]
    uneven = _spread(result.ratings)
    if seen and max(seen) - min(seen) > FAR_APART and uneven > 100.0:
        return (
            f"Warning: the rules lie {max(seen) - min(seen):.0f} points apart because the "
            f"opponents are uneven ({min(result.ratings):.0f} to {max(result.ratings):.0f}); "
            "rules built on their average mislead here, trust firth or per-opponent."
        )
    if n < FEW_GAMES:
        return (
            f"Warning: {n} game{'s' * (n != 1)} say little; one result more or less moves it far."
        )
    return ""


def _edge_warning(result: RateResult, numbers: dict[str, float]) -> str:
    n = result.games
    edge = "perfect" if result.score else "zero"
    bound = "a lower limit" if result.score else "an upper limit"
    fixed = [numbers[m] for m in ("fide", "shortcut") if m in numbers]
    span = (
        f" (here {min(fixed):.0f} by one rule, {max(fixed):.0f} by another)"
        if len(fixed) > 1
        else ""
    )
    return (
        f"Warning: a {edge} score of {n} game{'s' * (n != 1)} sets only {bound}; the numbers "
        f"that rules print for it are conventions{span}."
    )


def _spread(ratings: tuple[float, ...]) -> float:
    if not ratings:
        return 0.0
    mean = sum(ratings) / len(ratings)
    return float((sum((r - mean) ** 2 for r in ratings) / len(ratings)) ** 0.5)


def page(result: RateResult) -> str:
    """The text that a terminal shows: at most 80 columns."""
    a = result.assumptions
    who = result.player + (f" ({result.own_rating:.0f})" if result.own_rating else "")
    lines = _wrapped(f"{who}: {result.headline}" + (f", {result.event}" if result.event else ""))
    table, notes = _with_footnotes(result.table)
    lines += ["", str(table), *notes, ""]
    assumed = [f"draw share {a.draw_share:.2f} ({a.draw_share_origin})"]
    if a.white_advantage:
        assumed.append(f"White worth {a.white_advantage:.0f} Elo")
    if a.equal_opponents:
        assumed.append("every opponent rated at the average, since only totals were given")
    if a.unrated is not None:
        assumed.append(f"unrated opponents counted as {a.unrated:.0f}")
    ends = result.strength
    if not ends.reason:
        assumed.insert(0, f"{ends.method} interval for the strength in these games")
    lines += _wrapped("Assumed: " + "; ".join(assumed) + ".")
    for label, remarks in (("left out", result.left_out), ("note", result.adjustments)):
        lines += [line for x in remarks for line in _wrapped(f"  {label}: {x}")]
    lines.append("")
    for sentence in words(result):
        lines += _wrapped(sentence)
    return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 80, subsequent_indent="  ")


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
