"""Values of real events, most of whose files no licence lets us ship (``--real-files DIR``).

Published tables of whole events are rows of ``tests/cases/published.json``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tprstats.estimators import estimate
from tprstats.estimators.fide import average_rating_of_opponents
from tprstats.estimators.fide_event import appo, apro
from tprstats.estimators.rating_change import rating_change
from tprstats.readers import read
from tprstats.records import Event, RecordBatch

CASES = Path(__file__).parents[2] / "cases"


@pytest.fixture(scope="module")
def peers(real_files: Path) -> dict[str, dict[str, Any]]:
    text = (real_files / "peer_expected.json").read_text(encoding="utf-8")
    return {case["id"]: case for case in json.loads(text)["cases"]}


@pytest.fixture(scope="module")
def palma_2017(data: Path) -> Event:
    return read(data / "palma_grand_prix_2017.csv")


def by_name(event: Event, values: np.ndarray) -> dict[str, float]:
    return {p.name: float(v) for p, v in zip(event.players, values, strict=True)}


def test_palma_2017_equilibrium_vectors(palma_2017: Event) -> None:
    vectors = json.loads((CASES / "rating_vectors.json").read_text(encoding="utf-8"))
    found = by_name(palma_2017, estimate(palma_2017, "equilibrium").values)
    rows = [v for v in vectors if v["method"] == "pre"]
    assert len(rows) == 14
    for v in rows:
        value = found[v["params"]["player"]]
        assert abs(value - v["expected"]) <= v["tolerance"]
        assert value == pytest.approx(v["formula_value"], abs=0.01)


def test_published_performances_and_changes(peers) -> None:
    for row in peers["games-ratings-dev"]["items"]:
        results = [int(2 * r) for r in row["results"]]
        batch = RecordBatch.from_arrays([row["opponents"]], [results])
        assert estimate(batch, "fide").values[0] == row["expected"]["TPR"]
        if "rating_change" in row["expected"]:
            own, k = row["own_rating"], row["k"]
            change = rating_change(own, row["opponents"], row["results"], k=k, rule="2024-03-01")
            assert change.expected_score == row["expected"]["points_expected"]
            assert change.change == row["expected"]["rating_change"]


def read_trf(path: Path, make_event, unrated: float | None) -> Event:
    """Fixed columns and nothing else: the reader has its own tests."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252")
    rows = [line for line in re.split(r"[\r\n]+", text) if line.startswith("001")]
    ratings = {int(line[4:8]): float(line[48:52].strip() or 0) or unrated for line in rows}
    games = []
    for line in rows:
        me = int(line[4:8])
        for at in range(91, len(line.rstrip()) - 6, 10):
            opponent, result = int(line[at : at + 4].strip() or 0), line[at + 7].upper()
            if opponent > me and result in "1=0WDL":
                s2 = {"1": 2, "W": 2, "=": 1, "D": 1}.get(result, 0)
                games.append((str(me), str(opponent), s2))
    return make_event({str(number): r for number, r in ratings.items()}, games)


def test_tie_break_engine_of_fide(real_files: Path, make_event) -> None:
    text = (real_files / "peer_engine_tbs.json").read_text(encoding="utf-8")
    compared = 0
    for case in json.loads(text)["cases"]:
        event = read_trf(real_files / case["file"], make_event, case["unrated_set_to"])
        batch = RecordBatch.from_records(event.records)
        columns = {
            "ARO": average_rating_of_opponents(batch),
            "ARO/C1": average_rating_of_opponents(batch, cut_lowest=1),
            "TPR": estimate(batch, "fide").values,
            "PTP": estimate(batch, "fide-ptp").values,
            "APRO": apro(event).values,
            "APPO": appo(event).values,
        }
        for name, values in columns.items():
            found = by_name(event, values)
            for number, row in case["expected"].items():
                wanted = row[name] or np.nan  # the engine prints 0 where nothing is left
                assert found[number] == pytest.approx(wanted, abs=0, nan_ok=True), (
                    case["file"],
                    number,
                    name,
                )
                compared += 1
    assert compared > 12_000
