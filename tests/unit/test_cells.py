"""One value as text; a noun after a number in the singular after 1, in all that is printed."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tprstats
from tprstats.cells import counted, rating_text

SOURCES = sorted(Path(tprstats.__file__).parent.rglob("*.py"))

PLURAL = re.compile(
    r" (?:(?!of|in|against|needs)[a-z-]+ )?(?:games|rounds|players|windows|seasons|events|"
    r"opponents|points|results|titles|attempts|replicates|scenarios|files|rules|rows|columns|looks|parts|workers|strengths|"
    r"notes|remarks|pairs|batches|panels|colours|records)\b"
)
NO_NUMBER = {
    "chosen", "lists", "level", "level_text(level)", "self.rating_kind", "self.title", "g.speed",
    "span", "to", "r", "at(19, 21)", "at(5, 8)", "first + length - 1", "said[:9]", "self.system",
    "p_text(v.best.global_p)", "p_text(c.p)", "_boost(v)", "number", "draws",
}  # fmt: skip
"""Words, lists and ranges before a noun that is plural by itself."""
NEVER_ONE = {
    "len(hits)", "len(fits)", "len(games)", "events", "len(events)", "len(self.rows)",
    "len(members)", "abs(apart):.0f", "max(own):.0f", "own[1]:.0f", "v.seasons", "found.events",
    "self.length:.0f", "scores[1] / 2:g", "SEARCH[0].games", "SEARCH[-1].games", "len(places)",
}  # fmt: skip


def written_by_hand(tree: ast.AST) -> list[str]:
    """Numbers in f-strings before a noun that is always plural."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr):
            continue
        for value, text in zip(node.values, node.values[1:], strict=False):
            if not isinstance(value, ast.FormattedValue) or not isinstance(text, ast.Constant):
                continue
            said = ast.unparse(value.value)
            if value.format_spec is not None:
                said += ":" + ast.unparse(value.format_spec).removeprefix("f'").removesuffix("'")
            hit = PLURAL.match(str(text.value))
            constant = re.fullmatch(r"[A-Z_]+", said.partition(":")[0])
            known = said in NO_NUMBER | NEVER_ONE or said.startswith("counted(")
            if hit and not constant and not known:
                found.append(f"{{{said}}}{hit[0]}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
def test_a_noun_after_a_number_is_counted(path):
    text = path.read_text(encoding="utf-8")
    assert written_by_hand(ast.parse(text)) == [], "use tprstats.cells.counted"
    assert not re.search(r"'s'? ?\* \(|'s' if|\"s\" if|\"s\" \* ", text)


def test_the_check_finds_what_it_looks_for():
    bad = 'f"{n} games left, {len(x)} unrated opponents, {MOST} games, {n} more"'
    assert written_by_hand(ast.parse(bad)) == ["{n} games", "{len(x)} unrated opponents"]


@pytest.mark.parametrize(
    ("n", "words", "text"),
    [
        (0, ("game",), "0 games"),
        (1, ("game",), "1 game"),
        (1.0, ("point",), "1 point"),
        (0.5, ("point",), "0.5 points"),
        (21, ("round",), "21 rounds"),
        (1, ("game finds", "games find"), "1 game finds"),
        (0, ("game finds", "games find"), "0 games find"),
    ],
)
def test_counted_nouns(n, words, text):
    assert counted(n, *words) == text


def test_a_counted_number_has_the_digits_that_are_asked_for():
    assert counted(12000, "season") == "12000 seasons"
    assert counted(12000, "season", spec=",") == "12,000 seasons"
    assert counted(12.4, "game", spec=".0f") == "12 games"


@pytest.mark.parametrize("whole", [1399, 2300, 2400, 2401])
def test_a_half_of_a_rating_goes_up(whole):
    """Both of an even and of an odd number (B.01 1.4.7): the printed average is the one used."""
    assert rating_text(whole + 0.5) == str(whole + 1)
    assert rating_text(whole + 0.49) == str(whole)
    found = tprstats.rate(tprstats.Record.from_results([whole, whole + 1], [1, 0]), ["fide"])
    assert f"average of {whole + 1}" in found.headline
    assert found.estimates[0].rating == whole + 1
