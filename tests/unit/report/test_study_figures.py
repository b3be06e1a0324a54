"""Figures of a study: what is drawn is what was measured, with its error; nothing breaks them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from tprstats.errors import TprstatsError
from tprstats.report.drawing import SERIES, save, style, svg
from tprstats.report.study_errors import Drawer, error_steps
from tprstats.report.study_figures import KINDS, study_figure
from tprstats.report.study_layout import REACH, series_style
from tprstats.report.study_zip import order_intervals
from tprstats.study import StudyResult, StudySpec, run
from tprstats.study.case import Case
from tprstats.study.estimates import Estimates
from tprstats.study.measures import measure
from tprstats.study.replication import Replication
from tprstats.study.spec_parts import FigureSpec

NAN, INF = float("nan"), float("inf")
NINE = {
    "title": "Nine games",
    "seed": 5,
    "estimand": "event",
    "batch": 100,
    "methods": ["fide", "firth", "average"],
    "intervals": ["midp", "wald"],
    "measures": ["bias", "emp-se", "rmse", "coverage", "undefined"],
    "pairs": [["firth", "fide"]],
    "scenario": {"kind": "record", "engine": "monte-carlo"},
    "grid": {"spread": [0, 200], "advantage": [0, 200, 400]},
    "scale": {"full": {"replicates": 200}, "quick": {"replicates": 200}},
}
# A figure of each kind that the study above can show.
FIGURES = {
    "zip": {"where": {"spread": 0, "advantage": 400}},
    "lollipop": {"y": "advantage", "panels": "spread"},
    "nested-loop": {"measure": "rmse"},
    "curve": {"x": "advantage", "panels": "spread", "measure": "coverage", "reference": 0.95},
    "ecdf": {"where": {"advantage": 400}, "panels": "spread"},
    "decomposition": {"where": {"advantage": 200}, "panels": "spread"},
    "heat-map": {"x": "advantage", "y": "spread", "panels": "name"},
}


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> StudyResult:
    folder = tmp_path_factory.mktemp("study") / "results"
    return run(StudySpec.model_validate(NINE), scale="quick", folder=folder)


@pytest.fixture(scope="module")
def events(tmp_path_factory) -> StudyResult:
    """Round robins of four: players of one event are dependent."""
    spec = {
        **NINE,
        "scenario": {"kind": "round-robin", "players": 4},
        "grid": {},
        "batch": 10,
        "scale": {"full": {"replicates": 20}, "quick": {"replicates": 20}},
    }
    folder = tmp_path_factory.mktemp("events") / "results"
    return run(StudySpec.model_validate(spec), scale="quick", folder=folder)


def figure_of(found, kind, **changed):
    return study_figure(found, FigureSpec(name="f", kind=kind, **{**FIGURES[kind], **changed}))


def texts(figure) -> list[str]:
    root = ET.fromstring(svg(figure))
    return [x.text or "" for x in root.iter("{http://www.w3.org/2000/svg}text")]


def rows_of(found, **held):
    return [r for r in found.rows if all(r.get(k) == v for k, v in held.items())]


def one(found, **held):
    (row,) = rows_of(found, **held)
    return row


def series_of(axes):
    """Lines of the series: those that are called by the name of a method."""
    return {line.get_label(): line for line in axes.lines if not line.get_label().startswith("_")}


# --- what is drawn is what was measured -----------------------------------------------------


def test_a_curve_runs_through_the_values_with_its_band(found):
    figure = figure_of(found, "curve")
    for axes, spread in zip(figure.axes, (0, 200), strict=True):
        assert axes.get_title(loc="left") == f"spread {spread} Elo"
        lines = series_of(axes)
        assert list(lines) == ["midp", "wald"]
        for name, line in lines.items():
            rows = [
                one(found, name=name, measure="coverage", spread=spread, advantage=a)
                for a in (0, 200, 400)
            ]
            assert list(line.get_xdata()) == [0, 200, 400]
            assert list(line.get_ydata()) == [r["value"] for r in rows]
        bands = axes.collections
        assert len(bands) == 2
        for band, name in zip(bands, lines, strict=True):
            for a in (0, 200, 400):
                r = one(found, name=name, measure="coverage", spread=spread, advantage=a)
                reach = [r["value"] + side * REACH * r["mcse"] for side in (-1, 1)]
                corners = band.get_paths()[0].vertices
                drawn = corners[corners[:, 0] == a, 1]
                assert min(drawn) == pytest.approx(max(reach[0], 0.0))
                assert max(drawn) == pytest.approx(min(reach[1], 1.0))
    (left, _) = figure.axes
    assert left.get_ylabel() == "coverage, %"
    assert left.yaxis.get_major_formatter()(0.95, 0) == "95"
    assert any(list(x.get_ydata()) == [0.95, 0.95] for x in left.lines)  # the reference


def test_a_lollipop_ends_at_the_value_and_its_bar_is_the_error(found):
    figure = figure_of(found, "lollipop")
    for axes, spread in zip(figure.axes, (0, 200), strict=True):
        bars = axes.containers
        want = [
            one(found, name=n, measure="bias", spread=spread, advantage=a)
            for n in ("fide", "firth", "average")
            for a in (0, 200, 400)
        ]
        assert len(bars) == len(want)
        for bar, row in zip(bars, want, strict=True):
            mark, _, (line,) = bar.lines
            assert mark.get_xdata()[0] == row["value"]
            (a, b) = line.get_segments()[0]
            assert b[0] - a[0] == pytest.approx(2 * REACH * row["mcse"])
        # Rows do not overlap: each method of one advantage has its own height.
        heights = [bar.lines[0].get_ydata()[0] for bar in bars]
        assert len(set(heights)) == len(heights)
    assert [t.get_text() for t in figure.axes[0].get_yticklabels()] == ["0", "200", "400"]


def test_a_nested_loop_goes_through_all_scenarios_in_order(found):
    figure = figure_of(found, "nested-loop", loops=("advantage", "spread"))
    above, below = figure.axes
    want = [(a, s) for a in (0, 200, 400) for s in (0, 200)]
    for name, line in series_of(above).items():
        values = [
            one(found, name=name, measure="rmse", advantage=a, spread=s)["value"] for a, s in want
        ]
        assert list(line.get_ydata())[:-1] == values
        assert line.get_drawstyle() == "steps-post"
    first, second = (list(line.get_ydata())[:-1] for line in below.lines)
    # The first factor is slow and climbs, the second jumps at every scenario.
    assert first == sorted(first)
    assert len(set(first)) == 3
    assert all(a != b for a, b in pairwise(second))
    assert [t.get_text() for t in below.get_yticklabels()] == [
        "advantage, Elo:\n0, 200, 400",
        "spread, Elo:\n0, 200",
    ]


def test_a_heat_map_prints_what_it_colours(found):
    figure = figure_of(found, "heat-map")
    panels = [a for a in figure.axes if a.images]
    assert [a.get_title(loc="left") for a in panels] == ["fide", "firth", "average"]
    for axes in panels:
        name = axes.get_title(loc="left")
        values = [
            [one(found, name=name, measure="bias", spread=s, advantage=a)["value"]
             for a in (0, 200, 400)]
            for s in (0, 200)
        ]  # fmt: skip
        np.testing.assert_array_equal(axes.images[0].get_array(), values)
        printed = {t.get_position(): t.get_text().split()[0] for t in axes.texts}
        for j, line in enumerate(values):
            for i, value in enumerate(line):
                assert float(printed[i, j]) == pytest.approx(value, abs=0.5)
    # Both signs: the colours diverge around 0, blue below and orange above.
    image = panels[0].images[0]
    low, middle, high = (image.to_rgba(np.array([v]))[0] for v in (-1e3, 0.0, 1e3))
    assert min(middle[:3]) > 0.95
    assert low[2] > low[0]
    assert high[0] > high[2]


def test_a_decomposition_stands_at_bias_and_empirical_error(found):
    figure = figure_of(found, "decomposition")
    for axes, spread in zip(figure.axes, (0, 200), strict=True):
        for bar, name in zip(axes.containers, ("fide", "firth", "average"), strict=True):
            held = {"name": name, "spread": spread, "advantage": 200}
            bias, sd = (one(found, measure=m, **held) for m in ("bias", "emp-se"))
            mark, _, (across, up) = bar.lines
            assert (mark.get_xdata()[0], mark.get_ydata()[0]) == (bias["value"], sd["value"])
            (a, b), (c, d) = across.get_segments()[0], up.get_segments()[0]
            assert b[0] - a[0] == pytest.approx(2 * REACH * bias["mcse"])
            assert d[1] - c[1] == pytest.approx(2 * REACH * sd["mcse"])


def test_an_ecdf_counts_errors(found):
    row = one(found, name="average", measure="bias", spread=0, advantage=400)
    case = Drawer(found).case(row)
    steps = error_steps(case)
    error = (case.values - case.e.truth).ravel()
    known = error[~np.isnan(error)]
    assert steps.undefined == pytest.approx(np.isnan(error).mean())
    assert steps.undefined > 0.05  # 100 % has no number here
    for x, share, mcse in zip(steps.error, steps.share, steps.mcse, strict=True):
        below = (known <= x + 1e-12).mean()
        assert share == pytest.approx(below)
        # A share of independent replicates, with n - 1 from the jackknife, up to the delta
        # method for the random number of replicates with a number.
        binomial = np.sqrt(below * (1 - below) / (known.size - 1))
        assert mcse == pytest.approx(binomial, rel=0.02, abs=1e-12)


def test_the_band_of_an_ecdf_takes_the_event_as_the_unit(events):
    row = one(events, name="firth", measure="bias")
    case = Drawer(events).case(row)
    steps = error_steps(case)
    error = case.values - case.e.truth
    n = error.shape[0]
    for x, mcse in zip(steps.error, steps.mcse, strict=True):
        left_out = [(np.delete(error, k, axis=0) <= x).mean() for k in range(n)]
        want = np.sqrt((n - 1) / n * np.square(left_out - np.mean(left_out)).sum())
        assert mcse == pytest.approx(want, abs=1e-12)


def test_the_ecdf_that_is_drawn_ends_at_one(found):
    figure = figure_of(found, "ecdf", series="name")
    for axes in figure.axes:
        lines = [x for x in axes.lines if x.get_drawstyle() == "steps-post"]
        assert len(lines) == 3
        for line in lines:
            y = line.get_ydata()
            assert (y[0], y[-1]) == (0.0, 1.0)
            assert (np.diff(y) >= 0).all()


def intervals(low, high, values, truth=0.0) -> Case:
    """One player a replicate, with these intervals."""
    k = len(low)
    column = np.array
    alone = np.full((k, 1), truth)
    e = Estimates(
        replicate=np.arange(k), weight=np.ones(k), exact=False, fixed=np.zeros(k, dtype=bool),
        truth=alone, own=alone, standing=np.zeros((k, 1), dtype=np.int64),
        half_points=np.zeros((1, k, 1), dtype=np.int64), games=np.ones((1, k, 1), dtype=np.int64),
        average=np.zeros((1, k, 1)), surplus=np.zeros((1, k, 1)),
        values=column(values, dtype=float).reshape(1, 1, k, 1),
        low=column(low, dtype=float).reshape(1, 1, k, 1),
        high=column(high, dtype=float).reshape(1, 1, k, 1),
    )  # fmt: skip
    everybody = np.ones((k, 1), dtype=bool)
    return Case(Replication(e), 0, everybody, e.values[0, 0], low=e.low[0, 0], high=e.high[0, 0])


def test_intervals_are_ordered_by_z_where_they_are_symmetric():
    rng = np.random.default_rng(3)
    centre, half = rng.normal(0.0, 100.0, 300), rng.uniform(50.0, 200.0, 300)
    ordered = order_intervals(intervals(centre - half, centre + half, centre))
    want = np.argsort(np.abs(centre) / half, kind="stable")
    np.testing.assert_allclose(ordered.low, (centre - half)[want])
    np.testing.assert_array_equal(ordered.misses, (np.abs(centre) > half)[want])
    assert (np.diff(ordered.centile) > 0).all()


def test_open_undefined_and_odd_intervals_have_their_places():
    case = intervals(
        #    open, open and missing, undefined, closed, estimate unknown, estimate outside, a point
        low=[-50.0, 20.0, NAN, -10.0, -30.0, -40.0, 0.0],
        high=[INF, INF, NAN, 5.0, 30.0, 40.0, 0.0],
        values=[100.0, 150.0, 10.0, 4.0, NAN, 500.0, 0.0],
    )
    ordered = order_intervals(case)
    assert ordered.undefined == pytest.approx(1 / 7)
    assert list(ordered.misses) == [False] * 5 + [True]
    assert ordered.low[-1] == 20.0
    held = 1.0 - ordered.undefined - ordered.misses.mean() * (1.0 - ordered.undefined)
    assert held == pytest.approx(measure("coverage", case).value)


def test_a_zip_plot_agrees_with_the_coverage(found, events):
    for result in (found, events):
        for row in rows_of(result, kind_of="interval", measure="coverage"):
            case = Drawer(result).case(row)
            ordered = order_intervals(case)
            upper = 2 * ordered.centile
            assert len(upper) <= case.e.truth.size
            missed = float(ordered.misses.sum()) / case.e.truth.size
            assert 1.0 - missed - ordered.undefined == pytest.approx(row["value"])
            # Those that miss lie above all those that hold.
            assert list(ordered.misses) == sorted(ordered.misses)


def test_a_zip_plot_shows_misses_coverage_and_level(found):
    figure = figure_of(found, "zip")
    assert [a.get_title(loc="left") for a in figure.axes] == ["midp", "wald"]
    for axes in figure.axes:
        name = axes.get_title(loc="left")
        row = one(found, name=name, measure="coverage", spread=0, advantage=400)
        levels = [line.get_ydata()[0] for line in axes.lines if len(set(line.get_ydata())) == 1]
        assert pytest.approx(100 * row["value"]) in levels
        assert pytest.approx(95.0) in levels
        left, right = axes.get_xlim()
        for group in axes.collections:
            ends = np.array([s[:, 0] for s in group.get_segments()])
            assert np.isfinite(ends).all()
            assert left <= ends.min() <= ends.max() <= right


# --- nothing breaks them --------------------------------------------------------------------


def spoiled(found, value, mcse=NAN):
    """The same result with every third value spoiled."""
    rows = [
        {**r, "value": value, "mcse": mcse} if k % 3 == 0 else r for k, r in enumerate(found.rows)
    ]
    return replace(found, rows=rows)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [NAN, INF, -INF])
def test_missing_and_infinite_values_leave_gaps(found, kind, value):
    assert len(svg(figure_of(spoiled(found, value), kind))) > 1000


@pytest.mark.parametrize("kind", KINDS)
def test_one_scenario_is_enough(found, kind):
    held = {"spread": 0, "advantage": 200}
    if kind == "nested-loop":
        with pytest.raises(TprstatsError, match="no factor varies"):
            figure_of(found, kind, where=held)
        return
    assert len(svg(figure_of(found, kind, where=held))) > 1000


@pytest.mark.parametrize("kind", ["heat-map", "decomposition"])
def test_nothing_to_show_is_said(found, kind):
    empty = replace(found, rows=[{**r, "value": NAN, "mcse": NAN} for r in found.rows])
    with pytest.raises(TprstatsError, match="figure 'f': no value to show"):
        figure_of(empty, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_exact_results_have_no_bands(found, kind):
    exact = replace(found, rows=[{**r, "mcse": 0.0, "replicates": 0} for r in found.rows])
    said = " ".join(texts(figure_of(exact, kind)))
    assert "Every outcome listed (exact)" in said
    if kind in ("curve", "nested-loop", "ecdf"):
        assert "Monte Carlo SE" not in said


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"where": {"spraed": 0}}, "no column 'spraed'; nearest: spread"),
        ({"panels": "sprad"}, "no column 'sprad'; nearest: spread"),
        ({"where": {"name": "fidee"}}, "no row has name fidee"),
    ],
)
def test_a_wrong_figure_is_one_line_that_names_it(found, kind, changed, words):
    if kind == "nested-loop" and "panels" in changed:
        changed = {"loops": ("sprad",)}
    with pytest.raises(TprstatsError) as error:
        figure_of(found, kind, **changed)
    assert str(error.value).startswith("figure 'f': ")
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("kind", "changed", "words"),
    [
        ("curve", {"x": ""}, "x is missing"),
        ("curve", {"x": "group"}, "x needs numbers, and group holds 'all'"),
        ("heat-map", {"y": ""}, "y is missing"),
        ("lollipop", {"panels": ""}, "one place has rows of spread 0 and 200"),
        ("ecdf", {"where": {}}, "one place has rows of advantage 0 and 200"),
        ("curve", {"measure": "width"}, "no row has measure width"),
    ],
)
def test_what_a_kind_needs_is_said(found, kind, changed, words):
    with pytest.raises(TprstatsError, match=words):
        figure_of(found, kind, **changed)


def test_a_decomposition_needs_both_measures(found):
    without = replace(found, rows=[r for r in found.rows if r["measure"] != "emp-se"])
    with pytest.raises(TprstatsError, match="needs the measure 'emp-se'"):
        figure_of(without, "decomposition")


# --- files, legends, greys ------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_result_gives_the_same_bytes(found, kind, tmp_path):
    # All kinds are saved by one function, whose PDF and PNG are compared in test_figures.
    files = [tmp_path / f"{k}.svg" for k in range(2)]
    for file in files:
        save(figure_of(found, kind), file)
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_legend_and_caption_never_lie_over_the_data(found, kind):
    figure = figure_of(found, kind, caption="A caption of some length that has to be wrapped " * 3)
    canvas = FigureCanvasAgg(figure)
    with style():
        canvas.draw()
    assert figure.get_figwidth() == 7.0
    renderer = canvas.get_renderer()
    outside = [figure.legends[0].get_window_extent(renderer)]
    outside.append(figure._suptitle.get_window_extent(renderer))
    for axes in figure.axes:
        box = axes.get_tightbbox(renderer)
        # Tight boxes may touch, by less than a point, where labels end.
        assert not any(o.y0 < box.y1 - 2 and o.y1 > box.y0 + 2 for o in outside)
    for box in outside:
        assert box.x1 <= figure.bbox.x1 + 1


def test_twenty_series_are_told_apart_without_colour():
    looks = [series_style(k) for k in range(20)]
    assert len({(x["marker"], str(x["linestyle"])) for x in looks}) == 20
    assert len({m for _, m in SERIES}) == len(SERIES) == 10


@pytest.mark.parametrize("kind", KINDS)
def test_every_figure_says_its_conditions(found, kind):
    said = " ".join(texts(figure_of(found, kind)))
    assert "strength in the event" in said
    assert "200 replicates" in said
    assert "seed 5" in said
    assert found.hash[:12] in said
