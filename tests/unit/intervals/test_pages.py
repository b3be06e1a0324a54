"""The pages in docs/intervals are those of the code: a few cells measured again."""

import re
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tprstats.exact import outcome_batch
from tprstats.intervals import INTERVALS, interval
from tprstats.intervals.coverage import coverage, spread_schedule
from tprstats.outcomes import draw_share_at_level

PAGES = Path(__file__).parents[3] / "docs" / "intervals"

PRIOR_05 = "### Level unknown: draw share plugged in, prior .05"
PRIOR_49 = "### Level known: draw share plugged in, prior .49 (the level rule at 2600)"
KNOWN = "### True draw share known"
NO_DRAWS = "### No draw share is used"


def cells(id: str, heading: str, row: str) -> list[str]:
    """The figures of one line of one table."""
    table = (PAGES / f"{id}.md").read_text(encoding="utf-8").split(heading + "\n")[1]
    (line,) = [x for x in table.split("###")[0].splitlines() if x.startswith(row)]
    return [x.strip() for x in line.removeprefix(row).strip(" |").split("|")]


@dataclass(frozen=True)
class Line:
    """Figures of a summary, per cent: up to 11 games and 30."""

    assumed: str
    mean: float
    least: float
    side: float
    mean_30: float
    least_30: float
    side_30: float


def summary(id: str) -> dict[str, Line]:
    """The first table of a page: one line an assumption."""
    text = (PAGES / f"{id}.md").read_text(encoding="utf-8")
    table = text.split("## Measured coverage")[1].split("###")[0]
    rows = [[c.strip() for c in x.strip("| ").split("|")] for x in table.splitlines() if "|" in x]
    return {row[0]: Line(row[0], *map(float, row[1:])) for row in rows[2:]}


def index(id: str) -> list[Line]:
    """The lines of one interval in the index: as users get it."""
    text = (PAGES / "README.md").read_text(encoding="utf-8")
    rows = [x.strip("| ").split("|") for x in text.splitlines() if x.startswith(f"| [`{id}`]")]
    return [Line(row[2].strip(), *map(float, row[3:])) for row in rows]


def table(id: str, number: int) -> list[tuple[int, str, float, float, float, float]]:
    """Games, true share, least, mean and both greatest misses of each line of one table."""
    block = (PAGES / f"{id}.md").read_text(encoding="utf-8").split("\n### ")[1 + number]
    rows = [x.strip("| ").split(" | ") for x in block.splitlines() if x.startswith("| ")][1:]
    return [
        (int(r[0]), r[2], float(r[3].split()[0]), float(r[4]), float(r[6]), float(r[7]))
        for r in rows
    ]


def test_summaries_sum_up_the_tables() -> None:
    for id in INTERVALS:
        for number, line in enumerate(summary(id).values()):
            rows = table(id, number)
            for some, mean, least, side in (
                ([r for r in rows if r[0] < 30], line.mean, line.least, line.side),
                ([r for r in rows if r[0] == 30], line.mean_30, line.least_30, line.side_30),
            ):
                # Both are printed to .1: half of that each, and the sum's rounding.
                assert mean == pytest.approx(np.mean([r[3] for r in some]), abs=0.101)
                assert least == min(r[2] for r in some)
                assert side == max(max(r[4:]) for r in some)
        assert index(id)
        assert all(line == summary(id)[line.assumed] for line in index(id))


def test_the_index_shows_what_the_level_rule_gives() -> None:
    """A file of FIDE ratings gets the level rule's prior: .34, .41, .49, not .05."""
    levels = (2000.0, 2300.0, 2600.0)
    priors = [f"{round(float(draw_share_at_level(x)), 2):.2f}".lstrip("0") for x in levels]
    for id in PLUGGED_IN:
        unknown, *known = index(id)
        assert unknown.assumed == "level unknown: plug-in, prior .05"
        for line, level, prior in zip(known, levels, priors, strict=True):
            assert line.assumed == f"level known, {level:.0f}: plug-in, prior {prior}"
            assert line.least <= unknown.least  # the least favourable is there


# --- advice is what the tables say ---------------------------------------------------------------

NO_RATING = [id for id, m in INTERVALS.items() if "prior" not in m.needs]
PLUGGED_IN = [id for id in NO_RATING if not {"games", "resampling"} & INTERVALS[id].needs]
KNOWN_SHARE = "draw share known"


def sides(id: str) -> list[float]:
    """Greatest misses at few games, one for each line that midp has in the index."""
    found = [line.side for line in index(id)]
    return found * len(index("midp")) if len(found) == 1 else found


def test_advice_on_midp() -> None:
    """On one side least often at few games, but for exact; short where draws are expected."""
    for id in set(NO_RATING) - {"midp"}:
        for other, ours in zip(sides(id), sides("midp"), strict=True):
            assert (other > ours) == (id != "exact"), id
    high = [line.assumed for line in summary("midp").values()].index(index("midp")[-1].assumed)
    least = [min(r[2] for r in table("midp", high) if r[1] == d0) for d0 in ("0", ".3", ".6")]
    assert least == sorted(least)
    assert least[0] == min(line.least for line in summary("midp").values())


def test_advice_on_exact() -> None:
    """Never below with a share that is known or 0; below with a high prior; a fifth wider."""
    line = summary("exact")[KNOWN_SHARE]
    assert min(line.least, line.least_30) >= 95.0
    assert all(line.least < 95.0 for line in index("exact")[1:])
    strength = np.arange(-600.0, 601.0, 10.0)
    for games, sd in product((5, 7, 9, 11, 30), (0.0, 200.0)):
        schedule = spread_schedule(games, sd)
        for share in (0.0, 0.3, 0.6):
            found = coverage(schedule, strength, "exact", true_draw_share=share, draw_share=0.0)
            assert found.covered.min() >= 0.95 - 1e-9
            records, *_ = outcome_batch(schedule)
            wide, narrow = (interval(records, x, draw_share=share) for x in ("exact", "midp"))
            with np.errstate(invalid="ignore"):
                ratio = (wide.high - wide.low) / (narrow.high - narrow.low)
            ratio = ratio[np.isfinite(ratio)]
            assert 1.0 < ratio.min() <= ratio.max() < 1.2


@pytest.mark.parametrize("id", ["score", "profile", "firth"])
def test_advice_on_those_right_on_average(id: str) -> None:
    """The mean is near the level; a side is missed half as often again as by midp, or more."""
    for line in index(id):
        assert abs(line.mean - 95.0) < 2.5
        assert abs(line.mean_30 - 95.0) < 2.5
    if id == "profile":  # well short even at 30 games
        assert all(max(line.least, line.least_30) < 85.0 for line in index(id))
    else:
        assert all(a > 1.5 * b for a, b in zip(sides(id), sides("midp"), strict=True))
    if id == "firth":  # a known share is the worst
        assert summary(id)[KNOWN_SHARE].side > max(line.side for line in index(id))


def test_advice_on_jeffreys_and_the_parametric_bootstrap() -> None:
    every = [sides(id) for id in ("firth", "jeffreys", "midp")]
    assert all(a > b > c for a, b, c in zip(*every, strict=True))
    parametric = zip(sides("bootstrap-parametric"), sides("midp"), strict=True)
    assert all(a > b for a, b in parametric)


@pytest.mark.parametrize(
    "id", ["wald", "wald-sandwich", *[x for x, m in INTERVALS.items() if "resampling" in m.needs]]
)
def test_advice_on_those_for_comparison(id: str) -> None:
    """Far short at few games, and somewhere even at 30."""
    assert INTERVALS[id].advice.startswith("For comparison only")
    for line in index(id):
        assert line.mean < 80.0
        assert line.least_30 < 60.0


def test_advice_on_bayes() -> None:
    right, low = index("bayes")
    assert min(right.least, right.least_30) > 95.0
    assert max(low.least, low.least_30) < 50.0
    assert INTERVALS["bayes"].target == "player"
    assert "credible" in (PAGES / "bayes.md").read_text(encoding="utf-8")


def test_links_lead_somewhere() -> None:
    docs = PAGES.parent
    for path in [*PAGES.glob("*.md"), docs / "references.md"]:
        text = path.read_text(encoding="utf-8")
        links = re.findall(r"\]\(([^)#:]+)\)", text)
        assert links
        for link in links:
            assert (path.parent / link).exists(), f"{path.name}: {link}"


def test_sources_are_in_the_references() -> None:
    """Every surname with a year in a source of an interval."""
    text = (PAGES.parent / "references.md").read_text(encoding="utf-8")
    for method in INTERVALS.values():
        for names, year in re.findall(r"([A-Z][^;(]*?) \((\d{4})\)", method.source):
            surnames = re.findall(r"[A-Z]\w+", names)
            (line,) = [x for x in text.splitlines() if f"({year})" in x and surnames[0] in x]
            assert all(name in line for name in surnames)


def test_every_interval_has_its_page() -> None:
    first = (PAGES / "README.md").read_text(encoding="utf-8")
    for id, method in INTERVALS.items():
        text = (PAGES / f"{id}.md").read_text(encoding="utf-8")
        assert f"# `{id}`" in text
        assert method.advice.rstrip(".") in text
        assert method.at_edges[1:] in text  # it begins a sentence there
        assert f"[`{id}`]({id}.md)" in first
    assert {x.stem for x in PAGES.glob("*.md")} == {"README", *INTERVALS}


@pytest.mark.parametrize(
    ("id", "heading", "games", "sd", "share", "assumed"),
    [
        ("midp", PRIOR_05, 9, 200, 0.3, {}),
        ("midp", PRIOR_49, 7, 200, 0.0, {"draw_prior": 0.49}),
        ("midp", KNOWN, 11, 0, 0.6, {"draw_share": 0.6}),
        ("firth", KNOWN, 7, 200, 0.0, {"draw_share": 0.0}),
        ("wald-sandwich", NO_DRAWS, 9, 0, 0.3, {}),
    ],
)
def test_cells(
    id: str, heading: str, games: int, sd: int, share: float, assumed: dict[str, float]
) -> None:
    strength = np.arange(-600.0, 601.0, 5.0)
    schedule = spread_schedule(games, float(sd))
    found = coverage(schedule, strength, id, true_draw_share=share, **assumed)
    least, *others = cells(id, heading, f"| {games} | {sd} | {f'{share:g}'.lstrip('0') or '0'} |")
    inner = np.abs(strength) <= 540.0
    expected = [
        found.covered.mean(),
        min(found.covered[np.abs(strength - x) <= 60.0].mean() for x in strength[inner]),
        found.miss_low.max(),
        found.miss_high.max(),
        found.undefined.max(),
    ]
    assert [float(x) for x in others] == pytest.approx(100.0 * np.array(expected), abs=0.051)
    assert float(least.split()[0]) == pytest.approx(100.0 * found.covered.min(), abs=0.051)
