"""The comparer: it sees a number that moved, and lets pass what may differ."""

from __future__ import annotations

import pytest
from comparison import checked_cells, differences, numbers_in
from nbformat.v4 import new_code_cell, new_notebook, new_output


def notebook(*outputs, tags=("check",), id="one"):
    cell = new_code_cell("...", outputs=list(outputs))
    cell["id"] = id
    cell.metadata["tags"] = list(tags)
    return new_notebook(cells=[cell])


def printed(text):
    return notebook(new_output("stream", name="stdout", text=text))


def shown(**data):
    return notebook(new_output("execute_result", data=data))


SAME = [
    ("bias 1.5 Elo", "bias 1.5 Elo"),
    ("RMSE 98.123456789", "RMSE 98.12345678900001"),
    ("1e-12 apart", "1.0000000001e-12 apart"),
    ("nan", "nan"),
]
MOVED = [
    ("bias 1.5 Elo", "bias 1.6 Elo"),  # a figure
    ("RMSE 98.12345678", "RMSE 98.12345688"),  # by a millionth of a per mille
    ("1000000000 games", "1000000001 games"),  # whole numbers are compared exactly
    ("2 of 3", "2.0 of 3"),  # a whole number that became another kind
    ("-3 Elo", "3 Elo"),  # a sign
    ("+12 (3)", "+12 (4)"),  # a Monte Carlo error
    ("2300 to 2500", "2300 to open"),  # a number that went
    ("weak evidence", "strong evidence"),  # words
    ("score 6.5/9", "score 6.5/10"),
]


@pytest.mark.parametrize(("old", "new"), SAME)
def test_what_may_differ_passes(old, new):
    assert differences(printed(old), printed(new)) == []


@pytest.mark.parametrize(("old", "new"), MOVED)
def test_a_number_that_moved_fails(old, new):
    found = differences(printed(old), printed(new))
    assert found
    assert all("cell one" in line for line in found)


@pytest.mark.parametrize(("old", "new"), MOVED)
def test_results_are_looked_at_like_print(old, new):
    assert differences(shown(**{"text/plain": old}), shown(**{"text/plain": new}))


def test_the_message_names_cell_and_number():
    assert differences(printed("bias 1.5"), printed("bias 1.6")) == ["cell one: 1.5 became 1.6"]


def test_json_is_compared_by_value():
    old = shown(**{"application/json": {"bias": [1.5, None], "games": 9, "word": "weak"}})
    assert differences(old, old) == []
    for other in (
        {"bias": [1.5000001, None], "games": 9, "word": "weak"},
        {"bias": [1.5, 0.0], "games": 9, "word": "weak"},
        {"bias": [1.5, None], "games": 10, "word": "weak"},
        {"bias": [1.5, None], "games": 9, "word": "strong"},
        {"bias": [1.5], "games": 9, "word": "weak"},
        {"bias": [1.5, None], "games": True, "word": "weak"},
    ):
        assert differences(old, shown(**{"application/json": other}))


def test_an_output_more_or_less_fails():
    assert differences(printed("1"), notebook())
    assert differences(notebook(), printed("1"))


def test_a_tagged_cell_more_or_less_fails():
    assert differences(printed("1"), notebook(tags=()))


def test_pieces_of_a_stream_are_one_text():
    pieces = [new_output("stream", name="stdout", text=t) for t in ("1.5 and ", "2")]
    assert differences(notebook(*pieces), printed("1.5 and 2")) == []


def test_untagged_cells_are_left_alone():
    old = notebook(new_output("stream", name="stdout", text="1"), tags=())
    new = notebook(new_output("stream", name="stdout", text="2"), tags=())
    assert checked_cells(old) == {}
    assert differences(old, new) == []


def test_figures_and_html_are_left_aside():
    old = shown(**{"text/plain": "1", "image/svg+xml": "<svg>1</svg>", "text/html": "<p>1"})
    new = shown(**{"text/plain": "1", "image/svg+xml": "<svg>2</svg>", "text/html": "<p>2"})
    assert differences(old, new) == []


def test_numbers_of_a_text():
    text = "6.5/9: -12 (3) Elo, 95% in [2303 to 2813]; p = 1.2e-05, x2 and v0.3"
    assert numbers_in(text)[:8] == ["6.5", "9", "-12", "3", "95", "2303", "2813", "1.2e-05"]
