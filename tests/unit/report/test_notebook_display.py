"""What a notebook shows of results by itself: tables as HTML, else as printed; figures as SVG."""

from __future__ import annotations

import pytest

import tprstats as tpr
from tprstats.report.drawing import new_figure, svg
from tprstats.report.figures import estimates_figure
from tprstats.simulation.summary import summarise

RECORD = tpr.Record.from_results([2300] * 12, [1, 0.5, 0] * 4, own=2310)
RESULTS = {
    "rate": lambda: tpr.rate(RECORD),
    "groups": lambda: tpr.rate_groups(RECORD, "colour"),
    "compare": lambda: tpr.compare(RECORD, ["fide", "firth"], interval=None),
    "plan": lambda: tpr.plan(200),
    "streak": lambda: tpr.streak(RECORD, seasons=200),
    "norm": lambda: tpr.norm(RECORD, "GM"),
    "target": lambda: tpr.target(RECORD, rating=2400, remaining=[2300]),
    "simulate": lambda: summarise(tpr.RoundRobin(tpr.Field(4)), events=20, seed=1),
    "table": lambda: tpr.plan(200).table,
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_shows_what_it_prints(name):
    result = RESULTS[name]()
    shown = result._repr_mimebundle_()
    assert shown["text/plain"] == str(result)
    assert shown["text/html"] == result.to_html() == result._repr_html_()
    assert "<table" in shown["text/html"]


def test_an_event_rating_shows_what_it_prints(example_rating):
    shown = example_rating._repr_mimebundle_()
    assert shown["text/plain"] == str(example_rating)
    assert "<table" in shown["text/html"]


def test_a_figure_shows_the_svg_that_is_saved():
    figure = estimates_figure(tpr.rate(RECORD))
    assert figure._repr_svg_() == svg(figure)
    assert new_figure(3, 2)._repr_svg_().startswith("<?xml")


def test_ipython_takes_what_results_offer():
    formatters = pytest.importorskip("IPython.core.formatters")
    data, _ = formatters.DisplayFormatter().format(tpr.plan(200))
    assert data["text/plain"] == str(tpr.plan(200))
    assert "<table" in data["text/html"]
