"""``docs/published.md`` from the rows: a table of all, and a section for each."""

from __future__ import annotations

from decimal import Decimal
from itertools import groupby

from reproductions.rows import Row, Value, computed, infeasible, rows, values
from tprstats.mcse import Figure

FEW = 2  # figures that still fit into the cell of a table

HEAD = """\
<!-- Written by docs/build_published_page.py: change it there, or in tests/cases/published.json. -->

# Published results, computed again

What others have published about performance ratings and the statistics around them, beside what
this package makes of it. A figure *reproduces* if ours lies within half a unit of its last printed
digit and, where ours is simulated, four Monte Carlo standard errors (in brackets). A claim such as
"> 0.5" must hold by four of them. *Differs* means that both can be right; *source wrong* that the
printed figure does not follow from its own rule.

Each result has a section further down with its source and all figures. The word after the source
says what was read of it: **read** (the text or program itself), **abstract**, **second hand**
(quoted by somebody else), or **own notes** (figures in [statistics](notes/statistics.md), by
programs other than this package).

The tests compute the fast rows every time, and compare this page with them; `make verify
NAME=published` does it for the simulated ones, marked *simulated*. `make docs-published` writes
the page anew.
"""

COLUMNS = "| result | published | ours | verdict |\n|:--|:--|:--|:--|"
FIGURES = "| figure | published | ours | |\n|:--|--:|--:|:--|"


def shown(printed: str, ours: Figure) -> str:
    """Our figure with one digit more than the printed one, or as its error allows."""
    if ours.mcse > 0.0:
        return str(ours)
    value = ours.value
    if "/" in printed:
        return f"{value:.6f}"
    if printed.startswith((">", "<")):
        return f"{value:.3g}"
    if "e" in printed:
        return f"{value:.{len(Decimal(printed).as_tuple().digits)}e}"
    _, _, decimals = printed.partition(".")
    if not decimals and value == round(value):
        return f"{value:.0f}"
    # Adding 0 takes the sign off a zero.
    return f"{round(value, len(decimals) + 1) + 0.0:.{len(decimals) + 1}f}"


def plain(ours: Figure) -> str:
    """A figure of ours that nobody has printed."""
    return str(ours) if ours.mcse > 0.0 else f"{ours.value:.4g}"


def tally(found: tuple[Value, ...]) -> str:
    agreeing = sum(v.agrees for v in found)
    return f"all {len(found)}" if agreeing == len(found) else f"{agreeing} of {len(found)}"


def escaped(text: str) -> str:
    """Text as it stands in a cell: no emphasis, no new cell."""
    return text.replace("*", "\\*").replace("|", "\\|")


def cells(row: Row) -> tuple[str, str]:
    """What is printed, and ours: the figures where they are few."""
    found = values(row)
    if len(found) > FEW:
        return f"{len(found)} figures", f"{tally(found)} agree"
    if len(found) == 1:
        return found[0].printed, shown(found[0].printed, found[0].ours)
    return (
        "<br>".join(f"{v.label}: {v.printed}" for v in found),
        "<br>".join(f"{v.label}: {shown(v.printed, v.ours)}" for v in found),
    )


def line(row: Row) -> str:
    """The row's line in the table of its subject."""
    mark = ", simulated" if row.slow else ""
    result = f"`{row.id}`<br>{escaped(row.claim)}"
    return f"| {result} | {' | '.join(cells(row))} | **{row.verdict}**{mark} |"


def section(row: Row) -> str:
    """Source, reason and every figure of a row."""
    figures = [FIGURES]
    for v in values(row):
        note = "" if v.agrees else "outside"
        figures.append(f"| {v.label} | {v.printed} | {shown(v.printed, v.ours)} | {note} |")
    own = computed(row.id)
    figures += [f"| {label} | | {plain(own[label])} | |" for label in row.also]
    verdict = f"{row.verdict[0].upper()}{row.verdict[1:]}"
    source = f"Source: {row.source}, {row.place} (**{row.read}**)."
    parts = [
        f"### {row.id}",
        f"{escaped(row.claim)}.",
        f"{source} From: {row.inputs}. Tolerance: {row.tolerance}.",
        f"*{verdict}.* {escaped(row.reason)}".strip(),
        "\n".join(figures),
    ]
    return "\n\n".join(parts)


def summary() -> str:
    every = rows()
    count = {v: sum(r.verdict == v for r in every) for v in ("reproduces", "differs")}
    wrong = len(every) - sum(count.values())
    figures = sum(len(r.published) for r in every)
    agreeing = figures - sum(len(r.outside) for r in every)
    return (
        f"{len(every)} results with {figures} figures: {count['reproduces']} reproduce, "
        f"{count['differs']} differ, and in {wrong} the source is wrong. {agreeing} of the "
        "figures agree."
    )


def page() -> str:
    """The whole page; computes every row."""
    parts = [HEAD.rstrip(), summary()]
    for subject, some in groupby(rows(), key=lambda r: r.subject):
        table = "\n".join([COLUMNS, *(line(r) for r in some)])
        parts += [f"**{subject}**", table]
    left_out = [f"| {x['claim']} | {x['source']} | {x['reason']} |" for x in infeasible()]
    parts += [
        "## Not feasible here",
        "\n".join(["| claim | source | why not |", "|:--|:--|:--|", *left_out]),
        "## Every result",
        *(section(r) for r in rows()),
    ]
    return "\n\n".join(parts) + "\n"
