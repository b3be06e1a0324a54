"""Figures: what they say, that uncertainty is drawn, and that drawing leaves no traces."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET

import matplotlib as mpl
import pytest

import tprstats as tpr
from tprstats.compare import compare
from tprstats.errors import TprstatsError
from tprstats.report.compared import comparison_figure
from tprstats.report.drawing import SERIES, draw_interval, elo_limits, new_figure, save, svg
from tprstats.report.figures import MOST_PLAYERS, estimates_figure, players_figure
from tprstats.report.norm_figures import target_figure

NINE = tpr.Record.from_results(
    [2210, 2240, 2265, 2280, 2300, 2325, 2340, 2370, 2400],
    [1, 1, 0.5, 1, 0.5, 0.5, 1, 0.5, 0.5],
    own=2350,
    name="Ann & Bo <b>",
)
PERFECT = tpr.Record.from_results([2200, 2250, 2300], [1, 1, 1], own=2150)


def texts(figure) -> list[str]:
    root = ET.fromstring(svg(figure))
    return [x.text or "" for x in root.iter("{http://www.w3.org/2000/svg}text")]


def test_every_rule_and_its_number_is_there():
    result = tpr.rate(NINE)
    said = texts(estimates_figure(result))
    assert {e.method for e in result.estimates} <= set(said)
    firth = result.estimate("firth").rating
    assert f"{firth:.1f}" in said
    assert "own 2350" in said
    assert "average 2303" in said  # 20730 / 9
    assert "Elo" in said
    assert any(str(result.strength) in x for x in said)


def test_a_missing_number_comes_with_its_reason():
    result = tpr.rate(PERFECT)
    assert "100 %: no finite rating fits" in texts(estimates_figure(result))


def test_a_rule_far_off_is_an_arrow_with_its_number_and_leaves_the_scale():
    """A first rating is capped at 2200: against 2700 the others would share a third of the axis."""
    strong = tpr.rate(tpr.Record.from_results([2700] * 9, [1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0, 1]))
    assert strong.estimate("fide-initial").rating == 2200.0
    figure = estimates_figure(strong)
    (axes,) = figure.axes
    left, right = axes.get_xlim()
    assert right - left < 1.5 * (strong.strength.high - strong.strength.low)
    assert {"2200, off the scale", "off the scale"} <= set(texts(figure))
    assert markers(axes).count("<") == 1
    # No dot is drawn where it cannot be seen, and nothing else is cut.
    numbers = {e.method: e.rating for e in strong.estimates if e.rating is not None}
    del numbers["fide-initial"]
    assert left < min(numbers.values()) < max(numbers.values()) < right
    assert markers(axes).count("o") + markers(axes).count("D") == len(numbers)
    plain = tpr.rate(NINE, method=["fide", "firth", "shortcut"])
    assert "off the scale" not in texts(estimates_figure(plain))


def test_an_end_off_the_scale_is_an_arrow_too():
    axes = new_figure(4, 2).subplots()
    axes.set_xlim(2000, 2500)
    draw_interval(axes, 0, 1900.0, 2300.0, "black")
    draw_interval(axes, 1, 2600.0, 2700.0, "black")
    assert [x.get_marker() for x in axes.lines] == ["None", "<", "|", "None", ">", ">"]
    assert [x.get_xdata()[0] for x in axes.lines[4:]] == [2500.0, 2500.0]


def markers(axes) -> list[object]:
    return [line.get_marker() for line in axes.lines]


@pytest.mark.parametrize(
    ("ends", "caps"),
    [
        ((2200.0, 2300.0), ["|", "|"]),
        ((2200.0, float("inf")), ["|", ">"]),
        ((float("-inf"), 2300.0), ["<", "|"]),
        ((float("-inf"), float("inf")), ["<", ">"]),
    ],
)
def test_open_ends_are_arrows_at_the_edge(ends, caps):
    axes = new_figure(4, 2).subplots()
    axes.set_xlim(2000, 2500)
    draw_interval(axes, 0, *ends, "black")
    bar, left, right = axes.lines
    assert [left.get_marker(), right.get_marker()] == caps
    assert list(bar.get_xdata()) == [max(ends[0], 2000), min(ends[1], 2500)]


def test_every_player_of_a_ranking_has_an_interval(example_rating):
    figure = players_figure(example_rating.results, title="An event")
    (axes,) = figure.axes
    bars = [x for x in axes.lines if len(x.get_xdata()) == 2]
    wanted = [(r.strength.low, r.strength.high) for r in example_rating.results]
    assert [tuple(x.get_xdata()) for x in bars] == wanted
    assert markers(axes).count("o") == len(wanted)


def test_a_long_ranking_says_what_it_leaves_out(example_rating):
    many = example_rating.results * 3
    figure = players_figure(many, title="Big")
    (axes,) = figure.axes
    assert len(axes.get_yticks()) == MOST_PLAYERS
    assert f"Big (first {MOST_PLAYERS} of {len(many)})" in texts(figure)


def test_a_comparison_draws_estimates_and_differences():
    found = compare(NINE, ["fide", "shortcut"], resampling={"n_resamples": 100})
    above, below = comparison_figure(found).axes
    assert [x.get_text() for x in above.get_yticklabels()] == ["fide", "shortcut"]
    assert [x.get_text() for x in below.get_yticklabels()] == ["fide - shortcut"]
    dots = [x.get_xdata()[0] for x in below.lines if x.get_marker() == "o"]
    assert dots == [found.differences[0].mean]


def test_a_comparison_of_players_draws_each(example_event):
    found = compare(example_event, ["fide", "firth"], interval=None)
    above, below = comparison_figure(found).axes
    # 20 of 34 players, two rules each, told apart by the marker alone.
    kinds = markers(above)
    assert kinds.count(SERIES[0][1]) == kinds.count(SERIES[1][1]) == 20
    assert len(below.get_yticklabels()) == 1


def test_limits_show_every_finite_value():
    low, high = elo_limits([2100.0, None, float("inf"), float("nan"), 2500.0])
    assert low < 2100 < 2500 < high < 2600
    assert elo_limits([2000.0]) == (1950.0, 2050.0)


def test_files_are_the_same_every_time(tmp_path):
    for ending in ("svg", "png", "pdf"):
        files = [tmp_path / f"{k}.{ending}" for k in range(2)]
        for file in files:
            save(estimates_figure(tpr.rate(NINE)), file)
        assert files[0].read_bytes() == files[1].read_bytes()
    text = (tmp_path / "0.svg").read_text(encoding="utf-8")
    assert "<text" in text  # text stays text
    assert "<dc:date>" not in text
    png = (tmp_path / "0.png").read_bytes()
    width = int.from_bytes(png[16:20], "big")
    assert width == 7 * 150  # 7 inches at 150 dpi


def test_other_endings_are_refused(tmp_path):
    with pytest.raises(TprstatsError, match=r"\.svg, \.png or \.pdf"):
        save(new_figure(2, 2), tmp_path / "plot.gif")


def test_drawing_changes_no_settings_of_matplotlib():
    with mpl.rc_context({"font.size": 20, "svg.fonttype": "path", "axes.edgecolor": "red"}):
        before = dict(mpl.rcParams)
        save_to = svg(estimates_figure(tpr.rate(NINE)))
        assert dict(mpl.rcParams) == before
    assert save_to == svg(estimates_figure(tpr.rate(NINE)))


def test_pyplot_is_never_imported():
    code = (
        "import sys, tprstats as tpr\n"
        "from tprstats.report.drawing import svg\n"
        "from tprstats.report.figures import estimates_figure\n"
        "svg(estimates_figure(tpr.rate(tpr.Record.from_results([2300], [1]))))\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("games", [3, 40])
def test_title_of_a_target_has_whole_parts(games: int) -> None:
    """With few scores their numbers stand on the bars, which the title says; with many not."""
    record = tpr.Record.from_results([], [], own=2450)
    figure = target_figure(tpr.target(record, rating=2600, remaining=[2400] * games))
    title = figure.get_suptitle()
    parts = [part.strip() for line in title.splitlines() for part in line.split(";")]
    assert all(parts)
    assert ("on the bars" in title) == (games < 20)
