"""The page of a report: one self-contained HTML file about one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from tprstats._version import __version__
from tprstats.cells import counted, level_text, rating_text
from tprstats.rate import RateResult
from tprstats.rate.words import absent_words
from tprstats.report.figures import estimates_figure
from tprstats.report.games import games_table, left_out_words
from tprstats.report.making import FEWEST_OF_A_PART
from tprstats.report.page import WIDTHS, both_widths, rendered
from tprstats.report.results import Report
from tprstats.report.streak import streak_parts
from tprstats.streaks.segments import FEWEST_GAMES
from tprstats.tables import Table

__all__ = ["MOST_NOTES", "PARTS", "player_page", "player_parts"]

TEMPLATE = "player.html"

MOST_NOTES = 500
"""Different remarks of a reader that are shown; JSON has all."""

CONTENTS = (
    ("answer", "Answer"),
    ("rules", "Rules"),
    ("streak", "Streak"),
    ("parts", "Parts"),
    ("games", "Games"),
    ("norms", "Norms"),
    ("assumed", "Assumptions"),
    ("notes", "Notes on the file"),
    ("provenance", "Origin"),
    ("glossary", "Words"),
)

PARTS = (
    "header", "answer", "answer_streak", "rules", "streak", "verdict", "season", "rests", "parts",
    "games", "norms", "assumed", "notes", "provenance", "glossary",
)  # fmt: skip
"""Blocks of the template that can be had alone; ``verdict``, ``season`` and ``rests`` lie in
``streak``, and only where there is a verdict."""

NAMES = {"volume": "opening (letter of the ECO code)", "opponents": "rating of the opponents"}


def player_page(report: Report, *, back: str = "") -> str:
    """One self-contained HTML page.

    Parameters
    ----------
    report
        What :func:`tprstats.report` gives.
    back
        Where the page of the whole event lies, beside this one; empty where there is none.

    Returns
    -------
    str
        HTML with its styles and figures inside. Light and dark follow the reader's setting.
    """
    return rendered(TEMPLATE, **_values(report, tuple(_MAKERS), tuple(WIDTHS)), back=back)


def player_parts(
    report: Report, names: Sequence[str], *, sizes: Sequence[str] = tuple(WIDTHS)
) -> dict[str, str]:
    """Some parts of that page, each as it stands there, for a page that shows them one by one.

    Parameters
    ----------
    report
        What :func:`tprstats.report` gives.
    names
        Of :data:`PARTS`; only what they show is computed.
    sizes
        Of the figures, see :data:`~tprstats.report.page.WIDTHS`.

    Returns
    -------
    dict
        HTML by name. Its outermost element has the name in ``data-part``.
    """
    values = _values(report, names, sizes)
    return {n: rendered(TEMPLATE, block=n, **values, back="") for n in names}


Makers = Callable[[Report, Sequence[str]], dict[str, Any]]


def _values(report: Report, names: Sequence[str], sizes: Sequence[str]) -> dict[str, Any]:
    """What the template shows, as far as some of its parts need it."""
    values: dict[str, Any] = {
        "report": report,
        "rating": report.rating,
        "contents": CONTENTS,
        "totals": report.rating.assumptions.equal_opponents,
        "version": __version__,
    }
    drawn = sizes if {"streak", "season"} & set(names) else ()
    values["streak"] = None if report.streak is None else streak_parts(report.streak, drawn)
    for name in names:
        if name in _MAKERS:
            values |= _MAKERS[name](report, sizes)
    return values


def _header(report: Report, sizes: Sequence[str]) -> dict[str, Any]:
    own = report.rating.pooled.own_words(report.rating.own_rating)
    parts = [report.title.upper(), report.federation, f"own rating {own}" if own else ""]
    return {"who": ", ".join(part for part in parts if part)}


def _rules(report: Report, sizes: Sequence[str]) -> dict[str, Any]:
    rating = report.rating
    figure = both_widths(
        lambda width: estimates_figure(rating, width=width),
        "estimates",
        f"What every rule gives {report.player}: {rating.words()[0]} The table below holds the "
        "same numbers.",
        sizes,
    )
    return {"estimates": figure, "rules": _html(report.table)}


def _parts(report: Report, sizes: Sequence[str]) -> dict[str, Any]:
    parts = report.parts
    return {
        "parts": [
            {"by": NAMES.get(p.by, p.by), "table": _html(p.table), "warning": p.warning}
            for p in parts
        ],
        "advantage": parts[0].whole.assumptions.white_advantage if parts else 0.0,
        "fewest": FEWEST_OF_A_PART,
        "fewest_tested": FEWEST_GAMES,
    }


def _games(report: Report, sizes: Sequence[str]) -> dict[str, Any]:
    table = Markup(games_table(report.rounds).to_html())
    absent = absent_words(report.rating.absent) if report.rating.absent else ""
    return {"left_out": list(left_out_words(report.rounds)), "absent": absent, "games": table}


def _norms(report: Report, sizes: Sequence[str]) -> dict[str, Any]:
    clauses = [_html(n.table) for n in report.norms.within_reach]
    return {"norms": _html(report.norms.table), "clauses": clauses}


_MAKERS: dict[str, Makers] = {
    "header": _header,
    "rules": _rules,
    "streak": lambda report, sizes: {},
    "parts": _parts,
    "games": _games,
    "norms": _norms,
    "assumed": lambda report, sizes: {"assumptions": list(_assumptions(report.rating))},
    "notes": lambda report, sizes: {"notes": list(_notes(report))},
}
"""What single parts show besides the report itself."""


def _html(table: Table) -> Markup:
    """A table below a heading that says what a caption would."""
    return Markup(replace(table, caption="").to_html())


def _assumptions(rating: RateResult) -> Iterator[str]:
    """What the numbers take for granted, a sentence each."""
    a = rating.assumptions
    yield "One constant strength in all these games; results depend on it and the opponents alone."
    yield "The opponents' ratings are taken as exact; a wrong list moves every rule alike."
    yield (
        f"{rating.strength.method} interval at {level_text(a.level)}, the same for every estimate "
        "of strength; bayes has its own."
    )
    yield f"Draw share between equals {a.draw_share:.2f} ({a.draw_share_origin})."
    if a.white_advantage:
        yield f"White is worth {a.white_advantage:.0f} Elo in the estimates of strength."
    else:
        yield (
            "Colours are left out of the rules and the interval (no white advantage): over an "
            "event they nearly cancel. Where games are compared with each other, in the verdict "
            "on streaks and in the parts, what White is worth is taken off."
        )
    if a.prior_mean is not None and a.prior_sd is not None:
        start = rating_text(a.prior_mean)
        yield f"bayes starts from a strength of {start} give or take {a.prior_sd:.0f}."
    if a.unrated is None:
        yield "Unrated opponents are left out."
    else:
        yield f"Unrated opponents count as {rating_text(a.unrated)}."
    if a.equal_opponents:
        yield "Only totals were given: every opponent is taken at the average rating."


def _notes(report: Report) -> Iterator[str]:
    """The reader's remarks, alike ones counted."""
    counts = Counter(str(n) for n in report.notes)
    for k, (note, n) in enumerate(counts.items()):
        if k == MOST_NOTES:
            more = counted(len(counts) - k, "different remark")
            yield f"and {more} more (tprstats report --json lists all)"
            return
        yield f"{note} ({n} times)" if n > 1 else note
