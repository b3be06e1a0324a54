"""What a session shows of events and records: a line, not every game."""

from __future__ import annotations

import tprstats as tpr
from tprstats.data import example_path
from tprstats.records import RatingKind

EVENT = tpr.read(example_path())


def test_an_event_is_one_line():
    assert repr(EVENT) == "<Event Bunratty Masters 2011: 34 players, 6 rounds, crosstable>"


def test_a_record_is_one_line():
    record = EVENT.record("Dreskakgp")
    assert repr(record) == "<Record Dreskakgp, Coap-Cpab (2265): 4.5/6, Bunratty Masters 2011>"
    unrated = tpr.Record.from_results([2300, None], [1, 0.5])
    assert repr(unrated) == "<Record the player: 1.5/2>"


def test_a_record_as_a_frame_has_every_round():
    record = EVENT.record("Moosvlio")
    frame = record.to_dataframe()
    assert len(frame) == len(record.games) == 6
    assert frame["kind"].tolist() == ["half-point bye"] + ["played"] * 5
    assert frame["rating"].isna().tolist() == [True] + [False] * 5
    assert frame["score"].sum() == record.points
    assert set(frame["colour"]) == {"none", "white", "black"}


def test_a_list_of_ratings_is_told_by_name_too():
    record = EVENT.record("Dreskakgp")
    assert len(record.where(rating_kind="fide")) == len(record.where(rating_kind=RatingKind.FIDE))
    assert len(record.where(rating_kind="fide")) == 6
    assert len(record.where(rating_kind="lichess")) == 0
