"""Published values of real events, whose files no licence lets us ship (``--real-files DIR``)."""

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
from tprstats.records import Event, RecordBatch

CASES = Path(__file__).parents[2] / "cases"


@pytest.fixture(scope="module")
def peers(real_files: Path) -> dict[str, dict[str, Any]]:
    text = (real_files / "peer_expected.json").read_text(encoding="utf-8")
    return {case["id"]: case for case in json.loads(text)["cases"]}


@pytest.fixture(scope="module")
def palma_2017(real_files: Path, make_event) -> Event:
    text = (real_files / "events" / "palma_grand_prix_2017.pgn").read_text(encoding="utf-8")
    ratings: dict[str, float] = {}
    games = []
    for block in re.split(r"\n(?=\[Event )", text):
        tag = dict(re.findall(r'\[(\w+) "([^"]*)"\]', block))
        ratings[tag["White"]] = float(tag["WhiteElo"])
        ratings[tag["Black"]] = float(tag["BlackElo"])
        s2 = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[tag["Result"]]
        games.append((tag["White"], tag["Black"], s2))
    assert (len(ratings), len(games)) == (18, 81)
    return make_event(ratings, games)


def by_name(event: Event, values: np.ndarray) -> dict[str, float]:
    return {p.name: float(v) for p, v in zip(event.players, values, strict=True)}


def test_palma_2017_equilibrium(palma_2017: Event, peers) -> None:
    found = by_name(palma_2017, estimate(palma_2017, "equilibrium").values)
    published = peers["palma-gp-2017"]["expected"].values()
    assert {row["name_in_pgn"]: round(found[row["name_in_pgn"]]) for row in published} == {
        row["name_in_pgn"]: row["PRE"] for row in published
    }
    # The start fixes the level: without re-centring it moved by 0.7.
    listed = np.mean([p.rating for p in palma_2017.players])
    assert round(float(listed), 2) == 2728.06
    assert round(float(np.mean(list(found.values()))), 2) == 2727.35


def test_palma_2017_equilibrium_vectors(palma_2017: Event) -> None:
    vectors = json.loads((CASES / "rating_vectors.json").read_text(encoding="utf-8"))
    found = by_name(palma_2017, estimate(palma_2017, "equilibrium").values)
    rows = [v for v in vectors if v["method"] == "pre"]
    assert len(rows) == 14
    for v in rows:
        value = found[v["params"]["player"]]
        assert abs(value - v["expected"]) <= v["tolerance"]
        assert value == pytest.approx(v["formula_value"], abs=0.01)


def test_palma_2017_performances(palma_2017: Event, peers) -> None:
    batch = RecordBatch.from_records(palma_2017.records)
    found = by_name(palma_2017, estimate(batch, "fide").values)
    for row in peers["palma-gp-2017"]["expected"].values():
        assert found[row["name_in_pgn"]] == row["TPR"]


def round_robin_with(totals: list[int]) -> np.ndarray:
    """Results of a round robin that give these half points: all draws, then half points moved."""
    m = len(totals)
    scores = np.ones((m, m), dtype=int)
    np.fill_diagonal(scores, 0)
    while (short := scores.sum(axis=1) - totals).any():
        first = int(np.argmin(short))
        came: dict[int, int | None] = {first: None}
        queue = [first]
        for one in queue:
            if short[one] > 0:
                break
            for other in range(m):
                if other != one and other not in came and scores[one, other] < 2:
                    came[other] = one
                    queue.append(other)
        while (gains := came[one]) is not None:
            scores[gains, one] += 1
            scores[one, gains] -= 1
            one = gains
    return scores


def test_palma_1970(peers, make_event) -> None:
    # Only the points are known; among a round robin's fields they fix the equilibrium. The last
    # two rows of the source are out of order (its points add up to 275 of 276).
    case = peers["palma-interzonal-1970-ppr"]
    points = {row["name"]: row["points"] for row in case["items"]} | {"Rubinetti": 6.0}
    names = list(points)
    scores = round_robin_with([int(2 * p) for p in points.values()])
    games = [(a, names[j], int(scores[i, j])) for i, a in enumerate(names) for j in range(i)]
    event = make_event(dict.fromkeys(names), games)
    found = by_name(event, estimate(event, "equilibrium", start=2557.0).values)
    for row in case["items"][:22]:
        published = row["expected"]["PPR"]
        assert abs(round(found[row["name"]]) - published) <= case["tolerance"], row["name"]


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
