"""Which rounds were paired: byes and absences told beforehand make no round."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tprstats as tpr
from tprstats.data import example_path
from tprstats.norms import Verdict, event_norms, norm
from tprstats.pairing.event_table import EventTable
from tprstats.records import Game, GameKind
from tprstats.records.rounds import all_rounds, byes_to_come, rounds_to_come

PLAYED = 6


def running(byes=(), *, announced="9", kind=GameKind.ZERO_BYE, **details):
    """The example, 6 rounds played of so many, with (round, start number) of byes told early."""
    event = tpr.read(example_path())
    records = []
    for r in event.records:
        early = tuple(
            Game(None, 0, kind=kind, round=k, event=event.name)
            for k, number in byes
            if number == r.player.number
        )
        # Without its dates: three rounds on one day would be no norm event (1.1).
        played = (replace(g, date=None) for g in r.games)
        records.append(replace(r, games=(*played, *early)))
    return replace(
        event,
        records=tuple(records),
        rounds=max([PLAYED, *(k for k, _ in byes)]),
        details={**event.details, "start": "", "end": "", "rounds": announced, **details},
    )


BYES = {
    "none": running(),
    "one withdrew": running([(7, 10), (8, 10), (9, 10)]),
    "one half-point bye": running([(9, 10)], kind=GameKind.HALF_BYE),
    "a line 240": running(**{"byes to come": "round 9 H players 10"}),
    "a full-point bye": running(
        [(7, 10)], kind=GameKind.BYE, **{"full-point byes": "round 7 players 10"}
    ),
    "not announced": running([(9, 10)], announced=""),
}


SIX = {r.player.number for r in tpr.read(example_path()).records if len(r.played()) == PLAYED}


def verdicts_of(norms):
    """By start number, without the player who has the bye."""
    found = {r.record.record.player.number: r.verdict for r in norms.results}
    return {n: v for n, v in found.items() if n != 10}


@pytest.mark.parametrize("event", BYES.values(), ids=BYES)
def test_byes_told_beforehand_make_no_round(event):
    assert event.paired_rounds == EventTable.of(event).paired == PLAYED
    assert (all_rounds(event), rounds_to_come(event)) == (9, (7, 8, 9))
    assert [event.absent_rounds(r) for r in event.records] == [()] * len(event)
    norms = event_norms(event, "IM")
    others = [r for r in norms.results if r.record.record.player.number != 10]
    verdicts = verdicts_of(norms)
    # Six games and three to come are enough for a norm, which some can still make.
    assert {v for n, v in verdicts.items() if n in SIX} == {Verdict.NOT_YET, Verdict.NOT_MET}
    assert verdicts == verdicts_of(event_norms(BYES["none"], "IM"))
    assert {r.record.unpaired for r in others} == {3}
    assert {r.record.absent for r in norms.results} == {()}


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("none", 3),
        ("one withdrew", 0),
        ("one half-point bye", 2),
        ("a line 240", 2),
        ("a full-point bye", 2),
    ],
)
def test_who_has_a_bye_has_fewer_rounds_to_come(name, left):
    found = norm(BYES[name], "WIM", player=10, luck=False)
    assert found.record.unpaired == left
    assert len([x for x in found.record.left_out if (x.round or 0) > PLAYED]) == 3 - left


def test_the_field_of_1_4_3d_is_as_of_now():
    """Rounds to come are nobody's absence; those who will be away are known to miss them."""
    clauses = {name: norm(e, "WIM", player=1, luck=False).exempt for name, e in BYES.items()}
    assert len({c for name, c in clauses.items() if name != "one withdrew"}) == 1


def test_a_round_in_which_everybody_is_away_is_not_to_come():
    everybody = [(9, r.player.number) for r in tpr.read(example_path()).records]
    assert rounds_to_come(running(everybody)) == (7, 8)


@pytest.mark.parametrize("kind", [GameKind.ZERO_BYE, GameKind.HALF_BYE, GameKind.UNPAIRED])
def test_absences_after_the_announced_rounds_make_no_round(kind):
    """Six of six rounds are played: nobody has a game to come, and nobody a norm to wait for."""
    event = running([(7, 10), (8, 10)], announced="6", kind=kind)
    assert (all_rounds(event), rounds_to_come(event)) == (PLAYED, ())
    assert norm(event, "WIM", player=10, luck=False).record.rounds == PLAYED
    assert {r.verdict for r in event_norms(event, "IM").results} == {Verdict.TOO_FEW}


def test_the_next_round_of_an_absence_is_the_first_to_come():
    event = running(**{"byes to come": "round next Z players 3 4"})
    assert byes_to_come(event) == ((7, frozenset({3, 4})),)


def test_a_bye_of_the_pairing_is_of_a_paired_round():
    assert running([(7, 10)], kind=GameKind.BYE).paired_rounds == 7
