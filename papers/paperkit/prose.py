"""What of a manuscript was typed by hand: digits and number words that no table stands behind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Allowed", "Finding", "cited", "named", "swallowed", "typed_numbers"]

WORDS = (
    "three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    "seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|"
    "thousand|million|twice|half|third|quarter|fifth|tenth"
)
"""Number words that are looked for; "one" and "two" stand for no measured number."""

NUMBER = re.compile(rf"\d[\d.,]*|\b(?:{WORDS})s?\b", re.IGNORECASE)
CALL = re.compile(r"#([a-zA-Z][\w-]*)\(")
NAMED = re.compile(r'#(num|val|ci|c|fig|tab)\("([^"]*)"')
CITED = re.compile(r"(?:@|#cite\(<)([A-Za-z][\w-]*)(?![\w:-])")
QUIET = ("num", "val", "ci", "c", "fig", "tab", "cite", "link")
"""Calls whose strings are names or addresses; in any other call a string is looked at too."""


@dataclass(frozen=True)
class Allowed:
    """Phrases that may hold a number, each with its reason, and the numbers of formulas."""

    phrases: tuple[tuple[re.Pattern[str], str], ...]
    formula: frozenset[str]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Allowed:
        """From the tables ``allowed`` and ``formula`` of a ``constants.toml``."""
        phrases = tuple(
            (re.compile(rf"(?<!\w){p}(?!\w)", re.IGNORECASE), str(a["reason"]))
            for a in data.get("allowed", [])
            for p in a["phrases"]
        )
        # The longest first: a part of a phrase must not spoil the whole.
        ordered = tuple(sorted(phrases, key=lambda p: -len(p[0].pattern)))
        return cls(ordered, frozenset(data.get("formula", {}).get("numbers", ())))


@dataclass(frozen=True)
class Finding:
    """A number that was typed by hand."""

    line: int
    number: str
    around: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.number!r} in {self.around!r}"


def named(text: str) -> list[tuple[str, str]]:
    """What a manuscript asks for: kind (``num``, ``c``, ``fig`` ...) and name."""
    return NAMED.findall(_without_comments(text))


def cited(text: str) -> set[str]:
    """Keys of the references cited; labels with a colon are the manuscript's own."""
    return set(CITED.findall(_without_comments(text)))


def typed_numbers(text: str, allowed: Allowed) -> list[Finding]:
    """Every number of the prose that is neither named nor allowed, in order."""
    rest = _blank(_without_comments(text), re.compile(r"<[a-zA-Z][\w:.-]*>|@[a-zA-Z][\w:.-]*"))
    rest = _without_calls(rest)
    found = list(_in_formulas(rest, allowed))
    rest = _blank(rest, re.compile(r"\$[^$]*\$"))
    for pattern, _ in allowed.phrases:
        rest = _blank(rest, pattern)
    found += [_finding(text, m.start(), m.group()) for m in NUMBER.finditer(rest)]
    return sorted(found, key=lambda f: f.line)


def swallowed(text: str) -> list[Finding]:
    """Semicolons right after a call: typst takes them for the end of the code; write ``\\;``."""
    plain = _without_comments(text)
    ends = (_end(plain, call)[0] for call in CALL.finditer(plain))
    return [_finding(text, at, ";") for at in ends if plain[at : at + 1] == ";"]


def _in_formulas(text: str, allowed: Allowed) -> Iterable[Finding]:
    for formula in re.finditer(r"\$[^$]*\$", text):
        for number in re.finditer(r"\d+(?:\.\d+)?", formula.group()):
            if number.group() not in allowed.formula:
                yield _finding(text, formula.start() + number.start(), number.group())


def _finding(text: str, at: int, number: str) -> Finding:
    around = " ".join(text[max(0, at - 30) : at + 30].split())
    return Finding(text.count("\n", 0, at) + 1, number, around)


def _blank(text: str, pattern: re.Pattern[str]) -> str:
    """Matches become spaces, so that places stay where they are."""
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def _without_comments(text: str) -> str:
    return _blank(text, re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL))


def _without_calls(text: str) -> str:
    """Arguments of calls go, but for content in brackets and strings that would be printed."""
    out = list(text)
    for call in CALL.finditer(text):
        for place in _end(text, call)[1]:
            out[place] = " "
    return "".join(out)


def _end(text: str, call: re.Match[str]) -> tuple[int, list[int]]:
    """Where a call ends, and the places of its arguments that are not printed."""
    depth, place, in_string, content, quiet = 1, call.end(), False, 0, []
    while place < len(text) and depth:
        letter = text[place]
        if letter == '"' and not content:
            in_string = not in_string
        elif not in_string and letter in "[]":
            content += 1 if letter == "[" else -1
        elif not in_string and not content and letter in "()":
            depth += 1 if letter == "(" else -1
        shown = content > 0 or (in_string and call.group(1) not in QUIET)
        if not shown and letter != "\n":
            quiet.append(place)
        place += 1
    return place, quiet
