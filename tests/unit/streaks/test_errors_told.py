"""How often a verdict errs is told for what was asked, from the published tables, or not at all."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

import tprstats as tpr
from tprstats.records import Record

PUBLISHED = {
    study: Path(__file__).parents[3] / "experiments" / f"streaks-{study}" / "published"
    for study in ("null", "power")
}
COLUMN = {"hot": "exact p <= 0.05", "cold": "exact p <= 0.05",
          "either": "exact p, either side <= 0.05"}  # fmt: skip
RECORD = Record.from_results([2300.0] * 60, [1.0, 0.0, 0.5] * 20, own=2300)


def table(study: str, name: str) -> dict[str, dict[str, str]]:
    with (PUBLISHED[study] / name).open(encoding="utf-8") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def told(**options) -> str:
    found = tpr.streak(RECORD, **{"seasons": 200, **options})
    (said,) = (w for w in found.words() if w.startswith("How often this errs"))
    return said


@pytest.mark.parametrize("length", [5, 10, 20, 30])
@pytest.mark.parametrize("direction", list(COLUMN))
def test_a_named_window_errs_as_published_for_its_side(direction, length):
    said = told(window=(1, length), direction=direction)
    rings = re.search(r"(\d+) of 100 streak-free .* right, (\d+) where .* (\d+) where", said)
    missed = re.search(r"missed in (\d+) of 100", said)
    null, column = table("null", "named.csv"), COLUMN[direction]
    # A rating 50 too low makes a streak of what a rating 50 too high hides, and so mirrored.
    wrong = (50, -50) if direction == "cold" else (-50, 50)
    for number, error in zip(rings.groups(), (0, *wrong), strict=True):
        share = float(null[f"named-{length}-of-60-rating-{error:+d}"][column])
        assert abs(int(number) - 100 * share) <= 0.55
    hit = float(table("power", "named.csv")[f"named-{length}-of-60-boost-200"][column])
    assert abs(int(missed[1]) - 100 * (1 - hit)) <= 0.55


@pytest.mark.parametrize("direction", ["hot", "cold"])
def test_a_search_for_one_side_errs_as_published(direction):
    said = told(direction=direction)
    row = table("power", "errors.csv")["errors-60-games-hot-10"]
    missed = re.search(r"missed in about (\d+) of 100", said)
    assert abs(int(missed[1]) - 100 * (1 - float(row["weak evidence or more"]))) <= 0.55
    assert "before" not in said
    assert "windows of 5 to 20" not in said
    other = told(direction=direction, lengths=(5, 10))
    assert "of windows of 5 to 20 games, not of windows of 5 to 10 games" in other


@pytest.mark.parametrize("options", [{"direction": "either"}, {"window": (1, 10), "looked": True}])
def test_what_was_not_measured_has_no_figure(options):
    """The published tables have no search for either side, and no windows chosen by looking."""
    said = told(**options)
    assert not re.search(r"missed (so )?(in|about) ", said)
    assert "not measured" in said or "measured only where one side is asked for" in said
    assert re.findall(r"(\d+) of 100", said) == ["5"]


@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({"players": 20}, "20 players"),
        ({"looks": (20, 40)}, "2 earlier looks"),
        ({"window": (1, 10), "players": 20, "windows": 3}, "20 players and 3 windows"),
        ({"window": (1, 10), "looked": True, "players": 20}, "20 players"),
        ({"direction": "either", "players": 2}, "2 players"),
    ],
)
def test_error_rates_are_those_of_one_player_window_and_look(options, paid):
    assert f"before {paid} are paid for: paid, fewer ring and more is missed" in told(**options)
    assert "one looks every ten games" not in told(**options)
