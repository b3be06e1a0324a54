"""Lines of a TRF that are kept as they stand: what they say is no game of a player.

The event's details hold them whole, with line feeds between them, and a TRF of an edition that
has such lines gets them back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from tprstats.readers._trf_teams import KEY as TEAMS
from tprstats.readers._trf_teams import TEAM

__all__ = ["BY_NUMBER", "COMMENTS", "KEPT", "NATIONAL", "RULER", "kept_details", "kept_lines",
           "with_comments"]  # fmt: skip

KEPT = {
    "300": "line-ups",
    "320": "team byes",
    "330": "forfeited matches",
    "352": "team colours",
    "362": "team points",
    "801": "team results",
    "802": "team results",
}
"""Codes of TRF26 and what their lines hold, which is where an event's details have them."""

NATIONAL = "national ratings"
COMMENTS = "comments"
BY_NUMBER = (TEAMS, "line-ups", NATIONAL)
"""Details that name players by their start numbers."""

RULER = re.compile(r"DDD|SSS|#|0?123456789")
COMMENT = re.compile(r"before (\d{3}|[A-Z]{3}|the end): (###.*)")
# A line of national ratings has a federation for a code, and a player's start number.
FEDERATION = re.compile(r"(?!XX|BB)[A-Z]{3} +(\d{1,4})(?= |$)")


def kept_details(lines: Iterable[str], numbers: Iterable[int]) -> dict[str, str]:
    """The lines of a file that are kept, by what they hold.

    Parameters
    ----------
    lines
        All lines of the file.
    numbers
        The players' start numbers.
    """
    found: dict[str, list[str]] = {}
    known, remarks = set(numbers), []
    for line in map(str.rstrip, lines):
        code = line[:3]
        if RULER.match(line):
            remarks.append(line)
            continue
        found.setdefault(COMMENTS, []).extend(f"before {code}: {text}" for text in remarks)
        remarks = []
        if key := _key(line, known):
            found.setdefault(key, []).append(line)
    found.setdefault(COMMENTS, []).extend(f"before the end: {text}" for text in remarks)
    return {key: "\n".join(texts) for key, texts in found.items() if texts}


def _key(line: str, numbers: set[int]) -> str:
    if line[:3] in TEAM:
        return TEAMS
    national = FEDERATION.match(line[:8])
    if national and int(national[1]) in numbers:
        return NATIONAL
    return KEPT.get(line[:3], "")


def kept_lines(details: Mapping[str, str], keys: Iterable[str]) -> list[str]:
    """The lines that an event's details hold; what is no such line is left out."""
    return [
        line
        for key in keys
        for line in details.get(key, "").split("\n")
        if KEPT.get(line[:3]) == key or (key == NATIONAL and FEDERATION.match(line[:8]))
    ]


def with_comments(lines: Sequence[str], details: Mapping[str, str]) -> list[str]:
    """The lines of a TRF26 with the file's comments before lines of the code where they stood."""
    found = map(COMMENT.fullmatch, details.get(COMMENTS, "").split("\n"))
    comments = [(m[1], m[2]) for m in found if m]
    out: list[str] = []
    for line in lines:
        out += [text for code, text in comments if code == line[:3]]
        comments = [c for c in comments if c[0] != line[:3]]
        out.append(line)
    return out + [text for _, text in comments]
