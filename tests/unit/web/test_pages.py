"""The pages: whole, valid, without anything from elsewhere."""

from __future__ import annotations

import re
import sys
from importlib.resources import files
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "report"))

from html_page import Page

STATIC = files("tprstats.web") / "static"
PAGES = ("/", "/interface", "/data/{sent}", "/nowhere")


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_valid_and_need_nothing_else(served, sent, path):
    answer = served.client.get(path.format(sent=sent))
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert page.open == []
    assert [x for x, n in page.ids.items() if n > 1] == []
    assert page.headings[:1] == [1] or path.startswith("/data")
    for reference in page.references:
        assert reference.startswith(("/", "#")), reference
        if reference.startswith(("/static/", "/styles/")):
            assert served.client.get(reference).status_code == 200
    # A strict policy would block them, and the page would break in silence.
    assert not re.search(r"<[^>]*\s(style|on\w+)=", answer.text)
    assert not re.search(r"<style|<script>|javascript:", answer.text)


def test_every_field_has_a_label(served, sent):
    for path in PAGES:
        text = served.client.get(path.format(sent=sent)).text
        inside = re.sub(r"<label[^>]*>.*?</label>", "", text, flags=re.DOTALL)
        fields = re.findall(r"<(?:input|select|textarea)[^>]*\bid=\"([^\"]+)\"", inside)
        for id_ in fields:
            assert f'for="{id_}"' in text, (path, id_)


def test_scripts_use_ids_that_are_there(served, sent):
    data = served.client.get(f"/data/{sent}").text
    start = served.client.get("/").text
    interface = served.client.get("/interface").text
    pages = {
        "data.js": data, "controls.js": data, "simulation.js": data, "start.js": start,
        "interface.js": interface,
    }  # fmt: skip
    for name, page in pages.items():
        script = (STATIC / name).read_text(encoding="utf-8")
        for id_ in re.findall(r'byId\("([\w-]+)"\)', script):
            assert f'id="{id_}"' in page, (name, id_)


def test_nothing_comes_from_elsewhere():
    for file in STATIC.iterdir():
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"https?://(?!www\.w3\.org/)|@import|\beval\(", text), file.name


def test_the_styles_of_the_report_are_those_of_the_report(served):
    from tprstats.report.page import stylesheet

    answer = served.client.get("/styles/report.css")
    assert answer.text == stylesheet()
    assert answer.headers["content-type"].startswith("text/css")
