"""What a rule holds its numbers in is said wherever such a number is shown."""

from __future__ import annotations

import html

import pytest

import tprstats as tpr
from tprstats.estimators import RULES
from tprstats.records import Record

HIGH = Record.from_results([2900.0] * 12, [1, 0.5] * 6, own=2900)
LOW = Record.from_results([130.0] * 12, [0, 0, 0.5] * 4, own=130)


@pytest.mark.parametrize(
    ("id", "limits", "source"),
    [
        ("us-chess", (100.0, 2700.0), "Glickman & Doan 2020, section 5.4"),
        ("fide-initial", (None, 2200.0), "B.02 8.2.3 (2024)"),
    ],
)
def test_limits_are_those_of_the_source(id, limits, source):
    assert (RULES[id].least, RULES[id].most) == limits, source


@pytest.mark.parametrize("id", [r.id for r in RULES.values() if not r.event_level])
def test_no_other_rule_stops_anywhere(id):
    """Nine of twelve against 2900 are worth more than 2900, two of twelve against 130 less."""
    rule = RULES[id]
    for record, better in ((HIGH, True), (LOW, False)):
        found = tpr.rate(record, method=id)
        if found.rating is None:
            continue
        stopped = found.rating < 2900 if better else found.rating > 130
        if id in ("us-chess", "fide-initial"):
            assert (rule.least or 0.0) <= found.rating <= rule.most
        elif rule.shift_equivariant:
            assert not stopped
            assert not rule.at_limit(found.rating)


def test_table_words_and_report_say_it_and_the_right_reason():
    result = tpr.rate(HIGH)
    notes = {row[0]: row[3] for row in result.table.rows}
    assert notes["us-chess"] == "the ceiling: this rule gives no more than 2700"
    assert notes["fide-initial"] == "the ceiling: this rule gives no more than 2200"
    assert "the ceiling: this rule gives no more than 2700" in " ".join(str(result).split())
    assert result.estimate("us-chess").to_json()["at_limit"]
    page = html.unescape(tpr.report(HIGH, seasons=100).to_html())
    assert "it stands at the ceiling: this rule gives no more than 2700" in page
    assert "us-chess" in page
    assert "goes by a formula of its own, R with N'" not in page
    floor = tpr.rate(LOW, method="us-chess")
    assert floor.rating == 100.0
    assert "the floor: this rule gives no less than 100" in str(floor)
    plain = tpr.rate(Record.from_results([2000] * 5, [1, 0, 1, 0, 0.5]), method="us-chess")
    assert plain.note == ""
