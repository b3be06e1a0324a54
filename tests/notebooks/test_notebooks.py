"""The notebooks run again and say the same; what is committed tells of no machine."""

from __future__ import annotations

import json
import re

import nbformat
import pytest
from comparison import checked_cells, differences, numbers_in, said
from execution import FOLDER, PATHS, cleaned, execute

SECONDS = 8.0
"""What a notebook may compute; a first run also compiles and gets a second one."""

LARGEST = 400_000  # bytes

names = pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)


def test_ten_subjects():
    assert [p.name[:2] for p in PATHS] == [f"{k:02}" for k in range(1, 11)]


@names
def test_runs_again_and_says_the_same(path):
    committed = nbformat.read(path, as_version=4)
    run = execute(path)
    assert differences(committed, run.notebook) == []
    warned = [
        o.text
        for cell in run.notebook.cells
        for o in cell.get("outputs", [])
        if o.output_type == "stream" and o.name == "stderr"
    ]
    assert warned == []  # a warning is an error here too
    if run.cpu > SECONDS:
        run = execute(path)
    assert run.cpu <= SECONDS


@names
def test_is_committed_as_make_notebooks_leaves_it(path):
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert len(text.encode()) < LARGEST
    code = [c for c in notebook.cells if c.cell_type == "code"]
    assert [c.execution_count for c in code] == list(range(1, len(code) + 1))
    cleaned(notebook)
    assert nbformat.writes(notebook) + "\n" == text


@names
def test_checks_numbers(path):
    cells = checked_cells(nbformat.read(path, as_version=4))
    texts = [t if isinstance(t, str) else json.dumps(t) for c in cells.values() for t in said(c)]
    assert sum(len(numbers_in(t)) for t in texts) >= 5


@names
def test_tells_of_no_machine(path):
    text = path.read_text(encoding="utf-8")
    assert str(FOLDER.parent) not in text
    # Folders, addresses of sockets and of objects.
    assert re.findall(r"/tmp/|/home/|/root/|/Users/|127\.0\.0\.1:\d|at 0x[0-9a-f]{6}", text) == []


@names
def test_reads_like_a_page(path):
    notebook = nbformat.read(path, as_version=4)
    pages = [c.source for c in notebook.cells if c.cell_type == "markdown"]
    headings = re.findall(r"^(#+) ", "\n\n".join(pages), flags=re.MULTILINE)
    assert headings[0] == "#"
    assert set(headings[1:]) == {"##"}
    for part in ("**The question.**", "**The answer.**"):
        assert part in pages[0]
    assert "## What this does not say" in pages[-1]
    assert "**How to go on**" in pages[-1]


@names
def test_links_lead_somewhere(path):
    notebook = nbformat.read(path, as_version=4)
    text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (FOLDER / target).exists(), target
    for target in re.findall(r"`((?:experiments|docs|tests|data)/[\w./-]+)`", text):
        assert any((base / target).exists() for base in (FOLDER, FOLDER.parent)), target
