"""Ratings that look like slips are noted, and counted as they stand."""

from __future__ import annotations

import pytest

import tprstats as tpr
from tprstats.readers import read
from tprstats.records import RatingKind, Record


@pytest.mark.parametrize(
    ("ratings", "own", "doubtful"),
    [
        ([2100, 210, 2200, 2050], None, ["210"]),
        ([2100, 2110], 220, ["220"]),
        ([21], None, ["21"]),
        ([2100, 3400, 2200, 2050], None, ["3400"]),
        ([1400, 2100, 2500, 2650], 2700, []),  # a first round of an open
        ([450, 520, 610, 480], 500, []),  # children
        ([2100, 2200], None, []),
    ],
)
def test_slips(ratings, own, doubtful):
    record = Record.from_results(ratings, [1] * len(ratings), own=own)
    said = [str(a) for a in record.adjustments]
    assert len(said) == len(doubtful)
    assert all(f"rating {x} " in s for x, s in zip(doubtful, said, strict=True))
    assert len(record.rated()) == len(ratings)


def test_online_lists_reach_low():
    kind = RatingKind.CHESSCOM
    assert not Record.from_results([300, 1600, 1500], [1, 1, 0], rating_kind=kind).adjustments


def test_totals():
    assert "average: rating 23 is very low" in str(Record.from_totals(23, 9, 5).adjustments[0])
    assert not Record.from_totals(2300, 9, 5, own=2200).adjustments


def test_a_slip_in_a_file_is_told_with_the_result():
    event = read(b"opponent,rating,result\nAnn,210,1\nJoan,2150,0\nMary,2000,1\nEve,2200,0\n")
    found = tpr.rate(event.records[0])
    assert "Ann: rating 210 is far from the others" in str(found)
    assert any("rating 210" in a for a in found.to_json()["adjustments"])
