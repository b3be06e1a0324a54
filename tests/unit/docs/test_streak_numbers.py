"""Numbers in the sentences of docs/streaks.md are those of the published tables."""

import csv
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
NULL = ROOT / "experiments" / "streaks-null" / "published"
SLUMPS = NULL / "slumps.csv"
LENSES, VERDICT = "lenses together, side not asked p <= 0.05", "verdict p <= 0.05"


@pytest.mark.parametrize(
    ("sentence", "row", "column"),
    [
        (r'three lenses ring for "hot" in (\S+) %', "slump-15-games-last", LENSES),
        (r"Of those seasons (\S+) % ring then", "slump-15-games-last", VERDICT),
        (r"\((\S+) % where the rating is 50 too low", "slump-15-games-last-rating--50", VERDICT),
        (r"streak in (\S+) % of seasons; and", "slump-15-games-last-rating--50", VERDICT),
    ],
)
def test_a_sentence_has_the_published_number(sentence: str, row: str, column: str) -> None:
    page = " ".join((ROOT / "docs" / "streaks.md").read_text(encoding="utf-8").split())
    (said,) = re.findall(sentence, page)
    with SLUMPS.open(encoding="utf-8") as file:
        (value,) = (float(r[column]) for r in csv.DictReader(file) if r["name"] == row)
    decimals = len(said.partition(".")[2])
    assert said == f"{100.0 * value:.{decimals}f}"


def test_the_lenses_together_are_nearly_uniform() -> None:
    page = " ".join((ROOT / "docs" / "streaks.md").read_text(encoding="utf-8").split())
    (said,) = re.findall(r"at most 0\.05 in (\S+) to (\S+) % of streak-free seasons", page)
    with (NULL / "cells.csv").open(encoding="utf-8") as file:
        shares = [100.0 * float(row[LENSES]) for row in csv.DictReader(file)]
    assert said == (f"{min(shares):.1f}", f"{max(shares):.1f}")
