"""The pages in docs/intervals are those of the code: a few cells measured again."""

from pathlib import Path

import numpy as np
import pytest

from tprstats.intervals import INTERVALS
from tprstats.intervals.coverage import coverage, spread_schedule

PAGES = Path(__file__).parents[3] / "docs" / "intervals"

PRIOR_05 = "### Draw share plugged in, prior .05: level and platform unknown (the default)"
KNOWN = "### True draw share known"
NO_DRAWS = "### No draw share is used"


def cells(id: str, heading: str, row: str) -> list[str]:
    """The figures of one line of one table."""
    table = (PAGES / f"{id}.md").read_text(encoding="utf-8").split(heading + "\n")[1]
    (line,) = [x for x in table.split("###")[0].splitlines() if x.startswith(row)]
    return [x.strip() for x in line.removeprefix(row).strip(" |").split("|")]


def test_every_interval_has_its_page() -> None:
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    for id, method in INTERVALS.items():
        text = (PAGES / f"{id}.md").read_text(encoding="utf-8")
        assert f"# `{id}`" in text
        assert method.advice.rstrip(".") in text
        assert method.at_edges[1:] in text  # it begins a sentence there
        assert f"[`{id}`]({id}.md)" in index
    assert {x.stem for x in PAGES.glob("*.md")} == {"README", *INTERVALS}


@pytest.mark.parametrize(
    ("id", "heading", "games", "sd", "share", "assumed"),
    [
        ("midp", PRIOR_05, 9, 200, 0.3, {}),
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
