"""A round that the file lacks is told, and no filter makes one."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest

import tprstats as tpr
from tprstats.norms import norm
from tprstats.records import Colour, Event, Game, GameKind, Player, Record


def a_record(rounds=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12)) -> Record:
    games = tuple(
        Game(
            2300.0 + 5 * k, k % 3, round=k, opponent=f"Opponent {k}", event="Open",
            colour=Colour.WHITE,
        )
        for k in rounds
    )  # fmt: skip
    return Record(Player("Ann", rating=2310.0), games, event="Open")


def with_one_more(game: Game) -> Record:
    return replace(a_record(), games=(*a_record().games, game))


def an_event(record: Record, rounds: int) -> Event:
    return Event("Open", (record,), rounds=rounds)


@pytest.mark.parametrize(
    ("record", "rounds", "absent"),
    [
        (a_record(), 0, (11,)),
        (a_record(), 14, (11, 13, 14)),
        (a_record(range(1, 10)), 9, ()),
        (a_record().where(rounds=(1, 5)), 14, ()),
        (a_record().where(colour=Colour.WHITE), 0, (11,)),  # took nothing away
        (Record.from_totals(2300, 9, 5), 11, ()),
        (with_one_more(Game(2300.0, 1, event="Open")), 0, ()),
        (with_one_more(Game(2300.0, 1, round=1, event="Cup")), 0, ()),
        (with_one_more(Game(None, 0, kind=GameKind.BYE, round=11, event="Open")), 0, ()),
    ],
)  # fmt: skip
def test_absent_rounds(record, rounds, absent):
    assert record.absent_rounds(rounds) == absent


def test_rate_ranking_report_and_norm_tell_it():
    whole, lacking = a_record(range(1, 13)), a_record()
    for record, told in ((whole, False), (lacking, True)):
        event = an_event(record, 12)
        said = "The file has no game in round 11"
        assert (said in " ".join(tpr.rate(record).words())) == told
        ranked = " ".join(str(tpr.rate(event)).split())
        assert ("+ of 1 player the file lacks rounds" in ranked) == told
        page = html.unescape(tpr.report(event, player="Ann", seasons=100).to_html())
        assert ("Every round counts." in page) != told
        assert (said in page) == told
        table = norm(event, player="Ann", title="IM").table
        (answer,) = (row[-1] for row in table.rows if row[0] == "1.4.2")
        assert answer.startswith("round 11 not in the file" if told else "all rounds count")
