"""The page of an event: complete in itself, valid, readable in both colour schemes."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from html_page import Page

import tprstats as tpr
from tprstats.rate import rate_event
from tprstats.records import Adjustment
from tprstats.report.drawing import COLOURS
from tprstats.report.page import DARK, event_page
from tprstats.report.player import CONTENTS, PARTS, player_page, player_parts


@pytest.fixture(scope="module")
def text(example_rating, example_event):
    return event_page(example_rating, example_event.adjustments)


def test_it_needs_no_other_file(text):
    page = Page(text)
    assert page.open == []
    assert page.tags["script"] == page.tags["img"] == page.tags["link"] == 0
    assert all(x.startswith("#") for x in page.references)
    assert {x[1:] for x in page.references} <= set(page.ids)
    assert "url(http" not in text
    assert "@import" not in text


def test_ids_are_used_once(text):
    assert [x for x, n in Page(text).ids.items() if n > 1] == []


def test_it_holds_the_numbers_of_the_rating(text, example_rating):
    cells = Page(text).cells
    for result in example_rating.results:
        at = cells.index(result.player)
        assert f"{result.estimate('firth').rating:.0f}" in cells[at : at + 8]
        assert str(result.strength) in cells[at : at + 8]
    first = example_rating.results[0]
    for sentence in (*first.words(), example_rating.WARNING):
        assert sentence in html.unescape(text)


def test_figures_take_the_page_s_colours(text):
    body = text[text.index("<body>") :]
    for role, colour in COLOURS.items():
        assert colour not in body
        assert f"var(--{role})" in text or role == "luck"  # that one is drawn for streaks
    assert text.count('role="img"') == 4  # two figures, wide and narrow


def test_names_from_a_file_are_text_not_markup(example_event):
    nasty = "<script>alert(1)</script>"
    records = tuple(
        replace(r, player=replace(r.player, name=nasty)) for r in example_event.records[:2]
    )
    event = replace(example_event, name=f'"{nasty}"', records=records)
    rating = rate_event(event, methods=["firth", "fide"])
    page = event_page(rating, (Adjustment(nasty),))
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 5


def luminance(colour: str) -> float:
    """Relative luminance of WCAG 2.2."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_contrast_formula():
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)  # WCAG: black on white
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # just below AA


@pytest.mark.parametrize("scheme", [COLOURS, DARK], ids=["light", "dark"])
def test_contrast_is_aa(scheme):
    for text_role in ("ink", "muted", "own"):
        assert contrast(scheme[text_role], scheme["paper"]) >= 4.5
    for ground in ("paper", "band"):
        assert contrast(scheme["ink"], scheme[ground]) >= 4.5
        assert contrast(scheme["muted"], scheme[ground]) >= 4.5  # reasons stand on the band
        for mark in ("strength", "other", "own"):
            assert contrast(scheme[mark], scheme[ground]) >= 3.0


def test_both_schemes_have_every_role():
    assert set(COLOURS) == set(DARK)
    assert len(set(COLOURS.values())) == len(COLOURS)  # each is replaced by its own variable


@pytest.mark.parametrize("streaks", [True, False])
def test_the_parts_are_those_of_the_page(streaks):
    """What ``tprstats serve`` shows part by part is the report's page, letter by letter."""
    results = [0, 1, 0.5] * 7 + [1] * 9 if streaks else [0, 1, 0.5]
    record = tpr.Record.from_results([2300] * len(results), results, own=2310)
    found = tpr.report(record, seasons=300)
    inside = {"verdict", "season", "rests"}
    names = [n for n in PARTS if streaks or n not in inside]
    parts, page = player_parts(found, names), player_page(found)
    for name in names:
        assert parts[name].strip() in page, name
        assert f'data-part="{name}"' in parts[name]
    top = [parts[n] for n in names if n not in {*inside, "answer_streak"}]
    assert Page("".join(top)).tags["section"] == len(CONTENTS)
    one = player_parts(found, ["rules"], sizes=("narrow",))["rules"]
    assert one.count("<svg") == 1


def test_a_strict_policy_needs_no_exception():
    """Neither styles nor handlers stand in attributes, which a policy would have to allow."""
    record = tpr.Record.from_results([2300] * 30, [0, 1, 0.5] * 10, own=2310)
    page = tpr.report(record, seasons=300).to_html()
    assert not re.search(r"<[^>]*\s(style|on\w+)=", page)
    assert "<script" not in page
