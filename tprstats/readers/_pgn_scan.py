"""A scanner for PGN headers: finds the tag pairs of each game and steps over the moves.

The text is walked once by regular expressions with possessive quantifiers, which cannot
backtrack, so the time grows with the length of the file whatever is in it. A tag pair is one
that starts a line outside a comment: ``[`` in moves, comments and variations is no header, ``;``
hides the rest of its line and ``%`` a whole line (PGN standard, sections 5 and 6).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tprstats.readers._notes import Notes

__all__ = ["Headers", "scan_headers"]

# Plain tags, one a line, as nearly all are; then any well-formed one; then what can be made out.
PLAIN_TAGS = re.compile(r'(?:\[\w++ "[^"\\\n]*+"\]\n)++')
PLAIN_TAG = re.compile(r'\[(\w++) "([^"\n]*+)"')
TAG = re.compile(r'[ \t]*+\[[ \t]*+(\w++)[ \t]*+"((?:[^"\\\n]++|\\[^\n])*+)"[ \t]*+\]')
TAG_START = re.compile(r"[ \t]*+\[[ \t]*+[A-Za-z]")
LOOSE_TAG = re.compile(r"[ \t]*+\[[ \t]*+(\w++)([^\n]*+)")
BLANK = re.compile(r"(?:[ \t\f\v]*+\n|%[^\n]*+(?:\n|\Z))*+")
FIRST_TAG = re.compile(r"^[ \t]*+\[[ \t]*+[A-Za-z]", re.MULTILINE)
# A line end that a tag follows ends the moves. A comment does not reach over an empty line and
# an Event tag: there its closing brace is missing.
NEXT_EVENT = '\n\n[Event "'
PLAIN_MOVES = r";[^\n]*+|\n%[^\n]*+|\n(?![ \t]*+\[[ \t]*+[A-Za-z])"
COMMENT = r"\{[^}\n]*+\}|\{(?:[^}\n]++|\n(?!\n\[Event \"))*+\}|"
MOVES = re.compile(r"(?:[^{;\n]++|" + COMMENT + PLAIN_MOVES + ")*+")
MOVES_AND_BRACES = re.compile(r"(?:[^;\n]++|" + PLAIN_MOVES + ")*+")
INDENTED_TAG = re.compile(r"\n[ \t]++\[")
FIRST_MOVES, LAST_MOVES = 400, 12


@dataclass(slots=True)
class Headers:
    """The tags of one game, the line of the first, and the ends of its moves."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    opening: str = ""
    ending: str = ""


def scan_headers(text: str, notes: Notes, line: int = 1) -> Iterator[Headers]:
    """The headers of each game of a PGN text with ``\\n`` line ends, in file order.

    ``line`` is the number of its first line.

    Examples
    --------
    >>> games = '[Event "A"]\\n\\n1. e4 { [Event "x"] } *\\n[Event "B"]\\n\\n1-0\\n'
    >>> [g.tags["Event"] for g in scan_headers(games, Notes())]
    ['A', 'B']
    """
    start = FIRST_TAG.search(text)
    if start is None:
        return
    position, counted = start.start(), 0
    if text[:position].strip():
        notes.add("text before the first game: left out", line=line)
    plain = INDENTED_TAG.search(text) is None
    game: Headers | None = None
    apart = False
    while position < len(text):
        line += text.count("\n", counted, position)
        counted = position
        tags, end = _tags(text, position, line, notes)
        if tags is None:
            near = _next_tag(text, position) if plain else None
            end = _after_moves(text, position, line, notes) if near is None else near
            if game is None:
                notes.add("text outside all games: left out", line=line)
            else:
                game.opening = text[position : min(end, position + FIRST_MOVES)]
                game.ending = text[max(position, end - LAST_MOVES) : end]
                yield game
            game = None
        elif game is None and len(named := dict(tags)) == len(tags):
            game = Headers(line, named)
        else:
            for k, (name, value) in enumerate(tags):
                first = apart and k == 0
                if game is None:
                    game = Headers(line + k)
                elif name == "Event" and (first or name in game.tags):
                    # Event opens a game, after another Event or a blank line.
                    yield game
                    game = Headers(line + k)
                elif name in game.tags:
                    # So does another tag seen before, after a blank line.
                    if first:
                        yield game
                        game = Headers(line + k)
                    elif game.tags[name] != value:
                        notes.add(f"tag {name} given twice: the last is used", line=line + k)
                game.tags[name] = value
        position = _next_line(text, end)
        apart = text.count("\n", end, position) > (text[end - 1 : end] != "\n")
    if game is not None:
        yield game


def _next_line(text: str, position: int) -> int:
    """Where the next line with something on it starts; ``position`` where this line has more."""
    match = BLANK.match(text, position)
    return match.end() if match else position


Tags = list[tuple[str, str]]


def _tags(text: str, position: int, line: int, notes: Notes) -> tuple[Tags | None, int]:
    """The tag pairs that stand here and where they end; None where moves start."""
    if block := PLAIN_TAGS.match(text, position):
        return PLAIN_TAG.findall(text, position, block.end()), block.end()
    if match := TAG.match(text, position):
        name, value = match.groups()
        return [(name, re.sub(r"\\(.)", r"\1", value))], match.end()
    loose = LOOSE_TAG.match(text, position) if TAG_START.match(text, position) else None
    if loose is None:
        return None, position
    name, rest = loose.groups()
    first, last = rest.find('"'), rest.rfind('"')
    if first < 0:
        notes.add("tag without a value: left out", f"[{name}]", line)
        return [], loose.end()
    value = rest[first + 1 : last] if last > first else rest[first + 1 :].rstrip(" ]")
    notes.add("tag not well formed: read to its last quote", f"[{name}]", line)
    return [(name, value.replace('\\"', '"'))], loose.end()


def _next_tag(text: str, position: int) -> int | None:
    """What `_after_moves` gives, at the speed of a search for bytes; None where it must look.

    After a closing brace, or where there is none at all, a place is outside all comments.
    """
    end = text.find("\n[", position)
    end = len(text) if end < 0 else end
    if text.find(";", position, end) >= 0 or text.find("\n%", position, end) >= 0:
        return None
    if text.rfind("{", position, end) > text.rfind("}", position, end):
        return None
    return end if end == len(text) or TAG_START.match(text, end + 1) else None


def _after_moves(text: str, position: int, line: int, notes: Notes) -> int:
    """The end of the moves that start here: the line end before the next tag, or of the text."""
    while True:
        match = MOVES.match(text, position)
        end = match.end() if match else position
        if text[end : end + 1] != "{":
            return end
        # No brace up to the next game closes this one, nor any other in between.
        notes.add("comment without an end: read as moves", line=line)
        border = text.find(NEXT_EVENT, end)
        match = MOVES_AND_BRACES.match(text, end, border + 1 if border >= 0 else len(text))
        position = match.end() if match else end + 1
        if position <= border or (border < 0 and position < len(text)):
            return position
