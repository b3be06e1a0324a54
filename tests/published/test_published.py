"""Published results against this package, and ``docs/published.md`` against both."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from reproductions import page, rows
from reproductions.events import palma_2017
from reproductions.rows import Row, computed

import tprstats as tpr
from tprstats.mcse import Figure
from tprstats.outcomes import Milvang

PAGE = Path(__file__).parents[2] / "docs" / "published.md"
FAST = [r for r in rows.rows() if not r.slow]


@pytest.mark.parametrize("row", FAST, ids=lambda r: r.id)
def test_row(row: Row) -> None:
    rows.check(row)


@pytest.mark.parametrize("row", FAST, ids=lambda r: r.id)
def test_page_has_the_row(row: Row) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page.line(row) in text
    assert page.section(row) in text


def test_page_has_nothing_else() -> None:
    """Every row has one line, and the counts at its head are right."""
    text = PAGE.read_text(encoding="utf-8")
    assert page.HEAD in text
    assert page.summary() in text
    tables = text.split("## Not feasible here")[0]
    assert re.findall(r"^\| `(.+?)`", tables, re.MULTILINE) == [r.id for r in rows.rows()]
    assert re.findall(r"^### (.+)", text, re.MULTILINE) == [r.id for r in rows.rows()]
    assert [line for line in text.splitlines() if line.startswith("# ")] == [
        "# Published results, computed again"
    ]
    for entry in rows.infeasible():
        assert set(entry) == {"item", "claim", "source", "reason"}
        assert f"| {entry['claim']} | {entry['source']} | {entry['reason']} |" in text


def test_every_item_of_the_notes_is_there() -> None:
    """Statistics G has 19 rows: each is reproduced or listed with the reason."""
    items = {r.item for r in rows.rows()} | {x["item"] for x in rows.infeasible()}
    assert {f"G{k}" for k in range(1, 20)} <= items


def test_rows_are_complete() -> None:
    ids = [r.id for r in rows.rows()]
    assert len(set(ids)) == len(ids)
    subjects = [r.subject for r in rows.rows()]
    assert subjects == sorted(subjects, key=subjects.index)  # one table a subject
    for row in rows.rows():
        assert row.verdict in ("reproduces", "differs", "source wrong")
        assert row.read in ("read", "abstract", "second hand", "own notes")
        assert row.verdict == "reproduces" or row.reason
        assert all((row.source, row.place, row.claim, row.inputs, row.published))


def made(printed: str, ours: Figure, monkeypatch: pytest.MonkeyPatch, **fields: object) -> Row:
    row = Row(
        id="made", subject="", item="", source="", place="", read="read", claim="", inputs="",
        published={"x": printed}, computed_by="", tolerance="printed digits",
        verdict="reproduces", reason="",
    )  # fmt: skip
    monkeypatch.setattr(rows, "computed", lambda _: {"x": ours})
    return Row(**(vars(row) | fields))


@pytest.mark.parametrize(
    ("printed", "ours", "fields"),
    [
        ("2841", Figure(2841.6, 0.0), {}),
        ("2841", Figure(2841.2, 0.0), {"verdict": "differs", "outside": ("x",)}),
        ("2841", Figure(2841.6, 0.0), {"verdict": "reproduces", "outside": ("x",)}),
        ("2841", Figure(2841.2, 0.1), {}),  # an error that the tolerance does not name
        ("5/12", Figure(0.41667, 0.0), {}),
        ("1.2e-6", Figure(1.3e-6, 0.0), {}),
        ("> 0.5", Figure(0.51, 0.01), {"tolerance": "bound and 4 MCSE"}),
        ("2841", Figure(2841.2, 0.0), {"also": ("y",)}),
    ],
)
def test_a_wrong_row_is_found(
    printed: str, ours: Figure, fields: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = made(printed, ours, monkeypatch, **fields)
    with pytest.raises(AssertionError):
        rows.check(row)


def test_a_right_row_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    rows.check(made("2841", Figure(2841.4, 0.0), monkeypatch))
    simulated = {"tolerance": "printed digits and 4 MCSE"}
    rows.check(made("42", Figure(42.7, 0.06), monkeypatch, **simulated))
    wrong = {"verdict": "source wrong", "outside": ("x",)}
    rows.check(made("0.016", Figure(0.0016, 0.0), monkeypatch, **wrong))


def test_milvang_is_the_program_s_own_rule() -> None:
    """But where the program's draws are negative, at low levels: there we have none."""
    from gacrux.drawresult import drawresult

    program = drawresult(1)
    negative = []
    for white in range(1000, 2801, 150):
        for black in range(1000, 2801, 150):
            ours = Milvang().wdl(white - black, (white + black) / 2, 1)
            theirs = program.prob(white, black)
            if theirs[1] < 0.0:
                negative.append((white + black) / 2)
                assert ours[1] == 0.0
            else:
                assert np.array(ours) == pytest.approx(theirs, abs=1e-12)
    assert negative == [1000.0]


def test_palma_2017_is_what_was_played(real_files: Path) -> None:
    """The table of results that is shipped against the games."""
    played = tpr.read(real_files / "events" / "palma_grand_prix_2017.pgn")
    ours = palma_2017()
    assert [p.rating for p in ours.players] == [p.rating for p in played.players]
    for one, other in zip(ours.records, played.records, strict=True):
        assert one.player.name == other.player.name
        rounds = [(g.round, g.opponent, g.colour, g.half_points) for g in one.games]
        assert rounds == [(g.round, g.opponent, g.colour, g.half_points) for g in other.games]


def test_palma_2017_level() -> None:
    """The start fixes the level: without re-centring it moved by 0.7."""
    listed = [p.rating for p in palma_2017().players]
    found = [figure.value for figure in computed("palma-2017-pre").values()]
    assert (round(np.mean(listed), 2), round(np.mean(found), 2)) == (2728.06, 2727.35)
