"""What a saved report is about is on the screen: no p and no result needs scrolling sideways."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import tprstats as tpr
from tprstats.report.streak import write_streak_page

RIGHT = """(heading) => [...document.querySelectorAll("th")]
    .filter(th => th.textContent === heading)
    .map(th => [th.getBoundingClientRect().right,
                th.closest(".scroll").getBoundingClientRect().right])"""


def a_record() -> tpr.Record:
    """Dates and long names make every cell as wide as it gets."""
    record = tpr.Record.from_results(
        [2300] * 60, [1, 0, 0.5] * 12 + [1] * 24, own=2310, name="Ann", colours="wbwbbw" * 10
    )
    day = dt.date(2024, 1, 1)
    games = [
        replace(g, date=day + dt.timedelta(days=3 * k), event="An event of a very long name",
                opponent=f"Aleksandra-Alexandrovna, Number {k}", eco=("B90", "D37")[k % 2])
        for k, g in enumerate(record.games)
    ]  # fmt: skip
    return record.with_games(games)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    record = a_record()
    (folder / "report.html").write_text(tpr.report(record, seasons=200).to_html(), "utf-8")
    verdict = tpr.streak(record, window=(20, 40), looked=True, segments=True, seasons=200)
    write_streak_page(verdict, folder / "streak.html")
    return {name: folder / f"{name}.html" for name in ("report", "streak")}


@pytest.mark.parametrize(
    ("name", "heading", "tables", "width"),
    [
        *((*what, width) for width in (1200, 360)
          for what in (("report", "p", 2), ("streak", "p", 2), ("report", "result", 1))),
        ("report", "how", 1, 1200),
    ],
)  # fmt: skip
def test_the_column_that_counts_is_seen(browser: Browser, pages, name, heading, tables, width):
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(pages[name].as_uri())
    ends = page.evaluate(RIGHT, heading)
    page.close()
    assert len(ends) == tables
    for right, edge in ends:
        assert right <= edge + 0.5
        assert edge <= width
