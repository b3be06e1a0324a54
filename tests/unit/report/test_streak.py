"""The figure of a verdict says what it rests on, and draws the uncertainty."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

import tprstats as tpr
from tprstats.report.drawing import svg
from tprstats.report.streak import ROLLING, streak_figure, streak_page

RECORD = tpr.Record.from_results(
    [2300] * 40, [1, 0, 0.5, 0.5] * 7 + [1] * 12, own=2310, name="Ann <b>", colours="wb" * 20
)
VERDICT = tpr.streak(RECORD, seasons=300, window=(29, 40), segments=True)


def texts(figure) -> str:
    root = ET.fromstring(svg(figure))
    return " ".join(x.text or "" for x in root.iter("{http://www.w3.org/2000/svg}text"))


def test_everything_is_labelled():
    said = texts(streak_figure(VERDICT))
    for part in (
        "strength, Elo", "points above", "chance of", "game", "95% interval", "50%",
        "best window, global p", "named in advance, p", "likeliest change, p", "rating before",
        "constant strength", "hot spell", "cold spell", VERDICT.word,
    ):  # fmt: skip
        assert part in said, part


def test_what_is_drawn_is_what_was_played():
    figure = streak_figure(VERDICT)
    rolling, luck, spells = figure.axes
    games = len(RECORD.games)
    assert rolling.lines[0].get_xdata().tolist() == list(range(ROLLING, games + 1))
    gained = luck.lines[0].get_ydata()
    season = VERDICT.season
    assert gained[-1] == pytest.approx((season.score - VERDICT.baseline.expected).sum())
    assert len(luck.collections) == 2  # the bands of luck
    assert spells.lines[0].get_ydata().tolist() == VERDICT.forecast.hot.tolist()


@pytest.mark.parametrize("window", [None, (1, 8)])
def test_short_seasons_and_phones(window):
    record = tpr.Record.from_results([2300] * 8, [1] * 8, own=2310)
    if window is None:
        record = tpr.Record.from_results([2300] * 12, [1] * 8 + [0] * 4)
    found = tpr.streak(record, seasons=200, window=window)
    assert "game" in texts(streak_figure(found, width=3.5))


class Tags(HTMLParser):
    """Counts what is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)


def test_the_page_is_whole_and_escaped():
    page = streak_page(VERDICT)
    tags = Tags()
    tags.feed(page)
    assert tags.seen.count("table") == 2
    assert tags.seen.count("svg") == 2  # wide and narrow
    assert "Ann &lt;b&gt;" in page
    assert "Ann <b>" not in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert streak_page(VERDICT) == page
