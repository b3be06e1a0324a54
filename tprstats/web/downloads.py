"""A report as the files that can be taken away."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from tprstats.cells import safe_cell
from tprstats.report import Report
from tprstats.web.errors import RefusedError

__all__ = ["FORMS", "download", "file_name"]

FORMS: Mapping[str, str] = {
    "report.html": "text/html; charset=utf-8",
    "report.json": "application/json",
    "rules.csv": "text/csv; charset=utf-8",
    "games.csv": "text/csv; charset=utf-8",
    "rules.svg": "image/svg+xml",
    "streak.svg": "image/svg+xml",
}
"""Name of a file and its media type."""


def download(report: Report, form: str) -> str:
    """The text of one of :data:`FORMS`."""
    if form == "report.html":
        return report.to_html()
    if form == "report.json":
        return json.dumps(report.to_json(), ensure_ascii=False, allow_nan=False, indent=1)
    if form == "rules.csv":
        return _csv([_rule(report, e.to_json()) for e in report.rating.estimates])
    if form == "games.csv":
        return _csv([{"player": report.player, **r.to_json()} for r in report.rounds])
    from tprstats.report.drawing import svg

    if form == "rules.svg":
        from tprstats.report.figures import estimates_figure

        return svg(estimates_figure(report.rating))
    from tprstats.report.streak import streak_figure

    if report.streak is None:
        raise RefusedError(422, f"no figure of a streak: {report.no_streak}")
    return svg(streak_figure(report.streak))


def _rule(report: Report, estimate: dict[str, Any]) -> dict[str, Any]:
    ends = estimate["interval"] or {}
    kept = {k: estimate[k] for k in ("method", "rating", "reason")}
    limits = {k: ends.get(k) for k in ("low", "high", "level")}
    return {"player": report.player, **kept, **limits, "interval": ends.get("method")}


def _csv(rows: list[dict[str, Any]]) -> str:
    """Rows with a heading; no cell is a formula to a spreadsheet."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({k: safe_cell(v) if isinstance(v, str) else v for k, v in row.items()})
    return out.getvalue()


def file_name(player: str, form: str) -> str:
    """A file's name that every system takes.

    Examples
    --------
    >>> file_name("O'Neil, Zoë", "report.html"), file_name("../x", "games.csv")
    ('o-neil-zo-report.html', 'x-games.csv')
    """
    plain = "".join(c if c.isascii() and c.isalnum() else " " for c in player.lower())
    return "-".join([*plain.split()[:6], form])
