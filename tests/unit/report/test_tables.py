"""Small tables: width of a terminal, Markdown, HTML, LaTeX."""

from __future__ import annotations

import pytest

from tprstats.cells import rating_text
from tprstats.tables import Table

LONG = "a rule that says at some length what happens to unrated opponents in its event"


def test_a_wide_table_is_wrapped_to_80_columns_without_losing_a_word():
    table = Table(
        ("id", "first", "second", "n"), [("per-opponent-normal", LONG, LONG, "12")], "lllr"
    )
    lines = str(table).splitlines()
    assert max(map(len, lines)) <= 80
    words = " ".join(lines[2:]).split()
    assert sorted(words) == sorted(f"per-opponent-normal {LONG} {LONG} 12".split())
    assert "per-opponent-normal" in lines[2]  # a word is not cut where another column can give


def test_numbers_are_never_wrapped():
    table = Table(("text", "number"), [(LONG * 2, "123 456 789")], "lr")
    assert sum("123 456 789" in line for line in str(table).splitlines()) == 1


def test_a_word_longer_than_the_terminal_is_cut():
    lines = str(Table(("a", "b"), [("x" * 100, "y")], "ll")).splitlines()
    assert max(map(len, lines)) <= 80
    assert "".join(lines[2:]).count("x") == 100


def test_wide_letters_and_marks_keep_columns_straight():
    # Two CJK letters take four columns; a combining accent takes none.
    table = Table(("name", "n"), [("棋手", "1"), ("Ane\u0301", "2"), ("Anna", "3")], "lr")
    assert str(table).splitlines()[2:] == ["棋手  1", "Ane\u0301   2", "Anna  3"]


def test_headings_wrap_too():
    table = Table((LONG, "b"), [("x", LONG)], "ll")
    lines = str(table).splitlines()
    ruler = next(k for k, line in enumerate(lines) if set(line) <= {"-", " "})
    assert ruler > 1
    assert max(map(len, lines)) <= 80


def test_markup_is_escaped():
    table = Table(("a|b", "50 %"), [("<i>&", "#_{}~^\\$")], "ll")
    assert table.to_markdown().splitlines()[0] == "| a\\|b | 50 % |"
    assert "&lt;i&gt;&amp;" in table.to_html()
    latex = table.to_latex()
    assert r"50 \%" in latex
    assert r"\#\_\{\}\textasciitilde{}\textasciicircum{}\textbackslash{}\$" in latex


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "-"), (float("nan"), "-"), (float("-inf"), "open"), (2466.0, "2466"), (0.0, "0")],
)
def test_rating_text(value, text):
    assert rating_text(value) == text
