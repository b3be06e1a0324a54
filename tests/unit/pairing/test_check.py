"""Events of bbpPairings are found right; what is changed in them is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tprstats import Field, RoundRobin, Swiss, read, simulate
from tprstats.errors import InputError
from tprstats.pairing.acceleration import split_distance
from tprstats.pairing.check import Difference, check
from tprstats.readers import convert
from tprstats.records import Event
from tprstats.simulation import to_event

EVENTS = {
    "bbp6_12p_4r_football.trf": 4,
    "bbp6_12p_8r_byes.trf": 8,
    "bbp6_11p_5r_forfeits.trf": 5,
}


@pytest.mark.parametrize("name", EVENTS)
def test_events_of_bbppairings(data: Path, name: str) -> None:
    result = check(read(data / "pairing" / name), "dutch-reference")
    assert (result.rounds, result.same, result.different) == (EVENTS[name], EVENTS[name], ())
    head = f"{EVENTS[name]} of {EVENTS[name]} rounds as dutch-reference pairs them"
    assert str(result) == f"{head} (C.04.3, edition of 1 February 2026)"


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
        "edition": "2026-02-01",
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


def simulated(players: int, **options: object) -> Event:
    """A Swiss as its TRF file tells it, the line of the acceleration left out."""
    design = Swiss(Field(players, fixed=True), rounds=6, **options)
    (batch,) = simulate(design, events=1, seed=4)
    event = read(convert(to_event(batch, 0, design), "trf26").text.encode())
    details = {
        k: v for k, v in event.details.items() if k not in ("acceleration", "pairing system")
    }
    return replace(event, details=details)


@pytest.mark.parametrize("players", [16, 21, 34])
def test_baku_that_the_file_does_not_name_is_recognised(players: int) -> None:
    event = simulated(players, system="fold", acceleration="baku")
    found = check(event, "fold")
    assert found.different
    assert "With Baku's (C.04.7) 6 of 6 rounds agree: give --system fold+baku" in unwrapped(found)
    assert max(map(len, found.remark.split("\n"))) <= 80
    assert found.to_json()["remark"] == found.remark
    advised = check(event, "fold+baku")
    assert (advised.same, advised.remark) == (6, "")


def unwrapped(found: object) -> str:
    return " ".join(str(found).split())


def test_an_acceleration_of_another_kind_is_a_hint() -> None:
    """Three groups in round 1, as the French system has it: 1-12, 13-24, 25-36."""
    event = in_groups(36, 3)
    found = check(event)
    assert "Round 1 pairs players 6 places apart, not 18" in unwrapped(found)
    assert "It is not Baku's (0 of 1 round agrees)" in unwrapped(found)
    assert "XXA" in found.remark


def in_groups(players: int, groups: int) -> Event:
    """One round in which each group's upper half meets its lower half, White above."""
    size = players // groups
    half = size // 2
    lines = []
    for number in range(1, players + 1):
        upper = (number - 1) % size < half
        cell = f"{number + half:4d} w 1" if upper else f"{number - half:4d} b 0"
        lines.append(f"{f'001 {number:4d}      Player {number}':<91}{cell}")
    return read("\n".join(["012 Open", "142 6", *lines]).encode())


def test_no_hint_of_acceleration_where_nothing_speaks_for_it() -> None:
    plain = in_groups(36, 1)
    assert check(plain).remark == ""
    # Lots, and neighbours of the ranking: not the right pairings, and no acceleration.
    for system in ("random-in-score-group", "monrad"):
        found = check(simulated(34, system=system), "fold")
        assert found.different
        assert found.remark == ""
    # A file that names its acceleration is checked with it, and no hint is due.
    design = Swiss(Field(16, fixed=True), rounds=5, system="fold", acceleration="baku")
    (batch,) = simulate(design, events=1, seed=4)
    named = read(convert(to_event(batch, 0, design), "trf26").text.encode())
    assert check(named, "monrad").remark == ""


def test_the_mark_of_groups() -> None:
    assert split_distance([]) is None
    assert split_distance([(0, 1), (2, 3)]) is None
    # Groups of 10 and 14.
    boards = [(k, k + 5) for k in range(5)] + [(10 + k, 17 + k) for k in range(7)]
    assert split_distance(boards) == 7
    assert split_distance([(b, a) for a, b in boards]) == 7
    # The best against the worst.
    assert split_distance([(k, 23 - k) for k in range(12)]) is None


def test_a_team_league_is_called_one(data: Path) -> None:
    with pytest.raises(InputError, match=r"a team event .* its teams were paired") as caught:
        check(read(data / "trf" / "gn_team_trf26_8p.trf"))
    assert "tprstats rate" in str(caught.value)


def test_clubs_of_an_individual_event_make_no_team_event(data: Path) -> None:
    """Line 092 says who is paired, whatever clubs the lines 013 list."""
    text = (data / "trf" / "gn_team_trf26_8p.trf").read_text()
    assert "092 Team Swiss" in text
    assert read(text.encode()).kind == "team"
    individual = text.replace("092 Team Swiss", "092 Individual: Swiss-System")
    assert read(individual.encode()).kind == "crosstable"


def test_what_has_no_pairings_is_called_what_it_is(data: Path) -> None:
    log = read(b"opponent,rating,result\nKeres,2600,1\nEuwe,2500,0\n")
    games = read(data / "pgn" / "candidates_2013_london.pgn")
    for event, said in ((log, "a log of games"), (games, "start number")):
        with pytest.raises(InputError, match=said) as caught:
            check(event)
        assert "give a TRF file" in str(caught.value)


def by_tables(rounds: int | None = None, kind: str = "", twice: bool = False) -> Event:
    """Six players by Berger's tables, all games drawn."""
    design = RoundRobin(Field(6, fixed=True), double=twice)
    (batch,) = simulate(design, events=1, seed=1)
    event = to_event(batch, 0, design)
    text = convert(event, "trf26").text
    lines = [x for x in text.splitlines() if not x.startswith("092")]
    if rounds is not None:
        lines = [x[: 91 + 10 * rounds - 2] if x.startswith("001") else x for x in lines]
    return read("\n".join([lines[0], *([f"092 {kind}"] if kind else []), *lines[1:]]).encode())


@pytest.mark.parametrize("twice", [False, True])
def test_a_round_robin_is_no_swiss(twice: bool) -> None:
    found = check(by_tables(twice=twice), "fold")
    words = " ".join(found.remark.split())
    assert words.startswith("Everybody met everybody, as in a round robin: its pairings are set")
    assert words.count("round robin") == 1


def test_a_round_robin_by_its_name_and_one_that_is_none() -> None:
    """Four rounds of five: only the file can tell."""
    named = check(by_tables(4, "Individual: Round-Robin"), "fold")
    words = " ".join(named.remark.split())
    assert words.startswith("The file says that this is a round robin: its pairings are set")
    assert words.count("round robin") == 1
    assert "round robin" not in check(by_tables(4), "fold").remark


def test_what_the_file_says_goes_before_who_met_whom() -> None:
    """All five rounds of six: a Swiss may come to that, and then its pairings are the system's."""
    found = check(by_tables(kind="Individual: Swiss-System"), "fold")
    words = " ".join(found.remark.split())
    assert words.startswith("Everybody met everybody, though the file says that this is a Swiss")
    assert found.different
    coded = replace(by_tables(4), details={"pairing system": "BERGER_ROUNDROBIN"})
    assert "The file says that this is a round robin" in check(coded, "fold").remark


def test_a_swiss_in_which_everybody_met_everybody_needs_no_remark() -> None:
    """Four players, three rounds, each paired by the system."""
    design = Swiss(Field(4, fixed=True), rounds=3, system="fold")
    (batch,) = simulate(design, events=1, seed=1)
    event = replace(to_event(batch, 0, design), details={"type": "Swiss"})
    found = check(event, "fold")
    assert {len({g.opponent for g in r.games}) for r in event} == {3}
    assert (found.different, found.remark) == ((), "")


def test_the_acceleration_of_the_file_is_said_and_can_be_left_aside() -> None:
    """Paired without acceleration, though line 192 names Baku's."""
    design = Swiss(Field(24, fixed=True), rounds=5, system="fold")
    (batch,) = simulate(design, events=1, seed=4)
    plain = convert(to_event(batch, 0, design), "trf26").text
    lines = [x for x in plain.splitlines() if not x.startswith("192")]
    event = read("\n".join([lines[0], "192 FIDE_DUTCH_2026_BAKU", *lines[1:]]).encode())
    found = check(event, "fold")
    assert found.different
    said = " ".join(str(found).split())
    assert "Accelerated: Baku's, as line 192 says (FIDE_DUTCH_2026_BAKU)" in said
    assert "without acceleration 5 of 5 rounds agree" in said
    left = check(event, "fold", accelerated=False)
    assert (left.same, left.notes) == (5, ())


@pytest.mark.parametrize(("end", "earlier"), [("2026/01/31", True), ("2026/02/01", False)])
def test_an_event_under_an_earlier_edition_is_said(data: Path, end: str, earlier: bool) -> None:
    text = (data / "pairing" / "bbp6_11p_5r_forfeits.trf").read_text()
    event = read(f"042 2026/01/27\n052 {end}\n{text}".encode())
    found = check(event, "dutch-reference")
    assert ("under an earlier edition" in str(found)) == earlier
    # Of FIDE's system alone.
    assert check(event, "fold").notes == ()


def test_of_a_round_that_is_all_different_some_boards_are_shown() -> None:
    event = in_groups(40, 1)
    found = check(event, "random-in-score-group")
    longest = max(found.different, key=lambda d: len(d.found))
    assert len(longest.found) > 9
    lines = str(longest).splitlines()
    assert len(lines) == 10  # heading, eight boards, and how many more
    more = max(len(longest.found), len(longest.expected or ())) - 8
    assert lines[-1] == f"  and {more} more boards; --json lists all"
    assert len(found.to_json()["different"][0]["found"]) == len(found.different[0].found)
