"""Names that may be one player: suggestions only."""

from __future__ import annotations

import pytest

from tprstats.errors import UnknownNameError
from tprstats.readers import read
from tprstats.readers._identity import alike, same_players


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("Carlsen,M", "Carlsen, Magnus", True),
        ("Fabiano Caruana", "Caruana, Fabiano", True),
        ("Müller,K", "Muller, Karsten", True),
        ("GM Kasparov, Gary", "Kasparov,Garry", True),
        ("Jan-Krzysztof Duda", "Duda, Jan Krzysztof", True),
        ("Hello (1337)", "Hello", True),
        ("Polgar, Judit", "Polgar, Zsuzsa", False),
        ("Polgar, S", "Polgar, Judit", False),
        ("Carlsen, Magnus", "Carlsen", False),
        ("Ivanov, A", "Ivanova, A", True),
        ("Li, A", "Lu, A", False),
        ("Ann", "Eve", False),
        ("player 1", "player 10", False),
    ],
)
def test_pairs(a, b, same):
    assert alike(a, b) is same
    assert alike(b, a) is same


def test_who_played_each_other_are_two():
    counts = {"Polgar, S": 3, "Polgar, Sofia": 5}
    assert same_players(counts, []) == [["Polgar, Sofia", "Polgar, S"]]
    assert same_players(counts, [frozenset(counts)]) == []


def test_a_file_of_many_names_takes_no_quadratic_time():
    """A first name that everybody has is no reason to compare everybody."""
    counts = {f"Surname{k:05d}, Alexander": 1 for k in range(20_000)}
    assert same_players(counts, []) == []


PGN = "".join(
    f'[White "{white}"]\n[Black "{black}"]\n[Result "1-0"]\n[WhiteFideId "{number}"]\n\n1-0\n\n'
    for white, black, number in (
        ("Tal, Mikhail", "Keres, Paul", "1"),
        ("Tal,M", "Euwe, Max", "1"),
        ("Euwe, Max", "Keres, Paul", "3"),
        ("Euwe, Max", "Smyslov, V", "4"),
    )
).encode()


def test_suggested_and_kept_apart():
    event = read(PGN)
    assert len(event) == 5
    said = [str(a) for a in event.adjustments]
    assert any("Tal, Mikhail (1 game); Tal,M (1 game): names that may be" in s for s in said)
    assert any("--same OLD=NEW" in s for s in said)
    assert any("several names with id 1: kept apart" in s for s in said)
    assert any("Euwe, Max" in s and "one name with several ids" in s for s in said)


def test_merged_when_asked_and_noted():
    event = read(PGN).merged({"Tal,M": "Tal, Mikhail"})
    assert len(event) == 4
    tal = event.record("Tal, Mikhail")
    assert (len(tal), tal.half_points) == (2, 4)
    assert [g.opponent for g in event.record("Euwe").games] == [
        "Tal, Mikhail", "Keres, Paul", "Smyslov, V",
    ]  # fmt: skip
    assert "as asked" in event.adjustments[-1].what
    with pytest.raises(UnknownNameError):
        read(PGN).merged({"Botvinnik": "Tal, Mikhail"})
