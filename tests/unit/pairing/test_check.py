"""Events of bbpPairings are found right; what is changed in them is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tprstats import read
from tprstats.pairing.check import Difference, check

EVENTS = {
    "bbp6_12p_4r_football.trf": 4,
    "bbp6_12p_8r_byes.trf": 8,
    "bbp6_11p_5r_forfeits.trf": 5,
}


@pytest.mark.parametrize("name", EVENTS)
def test_events_of_bbppairings(data: Path, name: str) -> None:
    result = check(read(data / "pairing" / name), "dutch-reference")
    assert (result.rounds, result.same, result.different) == (EVENTS[name], EVENTS[name], ())
    assert str(result) == f"{EVENTS[name]} of {EVENTS[name]} rounds as dutch-reference pairs them"


def changed(data: Path, *swaps: tuple[str, str]) -> bytes:
    text = (data / "pairing" / "bbp6_11p_5r_forfeits.trf").read_text()
    for old, new in swaps:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text.encode()


def test_turned_colours_are_a_difference(data: Path) -> None:
    """Round 4: 1 against 7 with the colours the other way round."""
    turned = changed(
        data,
        ("     7 w 1     5 b -", "     7 b 1     5 b -"),
        ("     1 b 0  0000 - U", "     1 w 0  0000 - U"),
    )
    result = check(read(turned), "dutch-reference")
    assert result.different[0] == Difference(4, ((1, 7),), ((7, 1),))
    assert str(result.different[0]) == ("round 4: expected  found\n           1 - 7  7 - 1")


def test_unknown_colours_of_a_forfeit_are_no_difference(data: Path) -> None:
    """Round 3 of 2 against 1 was played; the forfeit of round 5, 3 against 2, lost its colours."""
    blank = changed(
        data,
        ("     3 b -     3 b +", "     3 b -     3 - +"),
        ("     2 w +     2 w -", "     2 w +     2 - -"),
    )
    assert check(read(blank), "dutch-reference").different == ()


def test_another_bye_and_another_pair_are_listed_together(data: Path) -> None:
    """Round 5: 7 and 8 change places, so 8 has the bye and 7 the forfeited game with 6."""
    swapped = changed(
        data,
        ("     1 b 0  0000 - U", "     1 b 0     6 b +"),
        ("     4 w 0     6 b +", "     4 w 0  0000 - U"),
        ("     5 b 0     8 w -", "     5 b 0     7 w -"),
    )
    result = check(read(swapped), "dutch-reference")
    assert result.to_json() == {
        "system": "dutch-reference",
        "rounds": 5,
        "same": 4,
        "different": [{"round": 5, "expected": [[6, 8], [7, 0]], "found": [[6, 7], [8, 0]]}],
    }


def test_a_round_without_a_legal_pairing(data: Path) -> None:
    """Three players, three rounds: in the third 1 and 2 would meet again."""

    def line(number: int, cells: str) -> str:
        return f"{f'001 {number:4d}      Player {number}':<91}{cells}"

    text = "\n".join(
        [
            line(1, "   2 w 1  0000 - U     2 b 1"),
            line(2, "   1 b 0     3 w 1     1 w 0"),
            line(3, "0000 - U     2 b 0  0000 - Z"),
        ]
    )
    result = check(read(text.encode()), "dutch-reference")
    assert result.different[-1] == Difference(3, None, ((2, 1),))
    assert "round 3: no legal pairing exists; found\n  2 - 1" in str(result)


def test_other_systems_pair_otherwise(data: Path) -> None:
    event = read(data / "pairing" / "bbp6_12p_8r_byes.trf")
    for system in ("fold", "monrad", "random-in-score-group"):
        result = check(event, system)
        assert result.rounds == 8
        assert result.different
        assert [d.round for d in result.different] == sorted({d.round for d in result.different})
