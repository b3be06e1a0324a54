"""A TRF text becomes the history it was written from, in TRF26, TRFx and bbpPairings' lines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from histories import random_history, trf_of

from tprstats import read
from tprstats.errors import InputError
from tprstats.pairing.acceleration import baku_points
from tprstats.pairing.from_event import history_before, pairing_of
from tprstats.pairing.history import Cell, History, Points
from tprstats.pairing.point_system import point_values
from tprstats.records import Event


def event_of(*lines: str) -> Event:
    return read("\n".join(lines).encode())


def player(number: int, cells: str = "", points: float = 0.0) -> str:
    head = f"001 {number:4d}      {'Player ' + str(number):<33} {2500 - number:4d}"
    return f"{head:<80}{points:4.1f} {number:4d}  {cells}"


FOUR = [
    player(1, "   3 w 1     2 b =", 1.5),
    player(2, "   4 b 1     1 w =", 1.5),
    player(3, "   1 b 0     4 w +", 1.0),
    player(4, "   2 w 0     3 b -", 0.0),
]


def test_random_histories_come_back_from_trf26() -> None:
    rng = np.random.default_rng(3)
    for _ in range(150):
        history = random_history(rng)
        if not history.played_rounds:
            continue
        found = history_before(read(trf_of(history).encode()), history.played_rounds + 1)
        # A unit of the reader may be half of the writer's where nothing is worth half a point.
        unit = found.points.win // history.points.win
        virtual = np.zeros_like(history.scores) if history.virtual is None else history.virtual
        theirs = np.zeros_like(history.scores) if found.virtual is None else found.virtual
        for name in ("opponents", "colours", "cells", "present"):
            assert (getattr(found, name) == getattr(history, name)).all(), name
        assert (found.scores == history.scores * unit).all()
        assert (theirs == virtual * unit).all() or not virtual.any()
        assert (found.rounds, found.initial_colour) == (history.rounds, history.initial_colour)
        assert (found.forbidden is None) == (history.forbidden is None)
        if history.forbidden is not None:
            assert (found.forbidden == history.forbidden).all()


def same(a: History, b: History) -> bool:
    values = [(getattr(a, f), getattr(b, f)) for f in a.__dataclass_fields__]
    return all(np.array_equal(x, y) if isinstance(x, np.ndarray) else x == y for x, y in values)


def test_the_older_lines_mean_the_same() -> None:
    new = [
        "142 5", "152 B", "162  W 3.0    D 1.0    L 0.0    P 1.0", "260   1   5    1    3",
        "250       3.0   1   2    1    2", "250       1.0   3   3    1    2", "240 Z   3    4",
    ]  # fmt: skip
    old = [
        "XXR 5", "XXC black1", "XXS W=3 D=1 PAB=1", "XXP 1 3", "XXA    1  3.0  3.0  1.0",
        "XXA    2  3.0  3.0  1.0", "XXZ 4",
    ]  # fmt: skip
    bbp = ["BBW  3.0", "BBD  1.0", "BBU  1.0"]
    first = history_before(event_of(*new, *FOUR), 3)
    assert first.rounds == 5
    assert first.initial_colour == -1
    assert first.points == Points(3, 1, 0, 1, 3, 0, 3, 1, 0)
    assert first.virtual is not None
    assert first.virtual.tolist() == [[3, 3, 1], [3, 3, 1], [0, 0, 0], [0, 0, 0]]
    assert first.present.tolist() == [True, True, True, False]
    assert first.forbidden is not None
    assert np.argwhere(first.forbidden).tolist() == [[0, 2], [2, 0]]
    assert first.scores.tolist() == [[3, 1], [3, 1], [0, 3], [0, 0]]
    assert same(first, history_before(event_of(*old, *FOUR), 3))
    assert same(first, history_before(event_of(*old[:2], *bbp, *old[3:], *FOUR), 3))


def test_a_round_already_paired_is_paired_among_its_players() -> None:
    lines = [
        player(1, "   2 w 1     3 b =", 1.5),
        player(2, "   1 b 0  0000 - H", 0.5),
        player(3, "0000 - U     1 w =", 1.5),
    ]
    history = history_before(event_of("XXR 4", *lines), 2)
    assert history.present.tolist() == [True, False, True]
    assert history.cells.tolist() == [[Cell.PLAYED], [Cell.PLAYED], [Cell.PAB]]
    pairing = pairing_of(event_of(*lines), 1)
    assert (pairing.white, pairing.black, pairing.bye) == ((0,), (1,), 2)
    assert pairing_of(event_of(*lines), 2).white == (2,)


def test_byes_written_for_the_round_to_come() -> None:
    lines = [
        player(1, "   2 w 1  0000 - H", 1.5),
        player(2, "   1 b 0"),
        player(3, "0000 - F  0000 - Z", 1.0),
        player(4, "0000 - U", 1.0),
    ]
    history = history_before(event_of("142 3", "240 H   2    2", *lines), 2)
    assert history.present.tolist() == [False, False, False, True]
    assert history.cells[:, 0].tolist() == [Cell.PLAYED, Cell.PLAYED, Cell.FULL_BYE, Cell.PAB]


def test_an_absence_without_a_letter_is_one_in_a_round_to_come() -> None:
    """`0000 - -` for round 2 is what `0000 - Z` is: both know that the player will be away."""
    for code in ("-", "Z"):
        away = player(3, f"0000 - U  0000 - {code}", 1.0)
        lines = [player(1, "   2 w 1", 1.0), player(2, "   1 b 0"), away]
        history = history_before(event_of("142 3", *lines), 2)
        assert history.present.tolist() == [True, True, False]


def test_an_adjourned_game_is_a_draw_and_a_short_one_is_a_game() -> None:
    lines = [
        player(1, "   2 w       3 w W", 1.0),
        player(2, "   1 b       4 b 0", 0.0),
        player(3, "   4 w 1     1 b L", 1.0),
        player(4, "   3 b 0     2 w 1", 1.0),
    ]
    history = history_before(event_of("142 3", *lines), 3)
    assert (history.cells == Cell.PLAYED).all()
    assert history.scores.tolist() == [[1, 2], [1, 0], [2, 0], [0, 2]]


@pytest.mark.parametrize(
    ("cells", "colour"),
    [
        (["   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0"], 1),
        (["   3 b 1", "   4 w 1", "   1 w 0", "   2 b 0"], -1),
        # Number 1 was not there: number 2 has the first colour.
        (["0000 - Z", "   3 b 1", "   2 w 0", "0000 - U"], -1),
        # Number 1 had the bye: 2 counts as second, and has the other colour.
        (["0000 - U", "   3 b 1", "   2 w 0", "0000 - Z"], 1),
    ],
)
def test_the_initial_colour_is_inferred_from_the_first_round(cells: list[str], colour: int) -> None:
    lines = [player(k, cell) for k, cell in enumerate(cells, 1)]
    assert history_before(event_of("142 3", *lines), 2).initial_colour == colour


def test_baku_by_the_code_of_the_pairing_system() -> None:
    history = history_before(event_of("142 9", "192 FIDE_DUTCH_2026_BAKU", *FOUR), 3)
    assert history.virtual is not None
    assert (history.virtual == baku_points(4, 9)[:, :3]).all()
    plain = history_before(event_of("142 9", "192 FIDE_DUTCH_2026", *FOUR), 3)
    assert plain.virtual is None


def test_forbidden_pairs_hold_in_their_rounds_only() -> None:
    event = event_of("142 9", "260   1   2    1    4", *FOUR)
    assert history_before(event, 2).forbidden is not None
    assert history_before(event, 3).forbidden is None


def test_pairing_by_rank_takes_the_order_of_the_file() -> None:
    plain = event_of("XXR 5", *FOUR)
    ranked = event_of("XXR 5", "XXC rank", *FOUR[::-1])
    assert (
        history_before(ranked, 3).scores.tolist() == history_before(plain, 3).scores[::-1].tolist()
    )


@pytest.mark.parametrize(
    ("lines", "round_", "message"),
    [
        (["142 2", *FOUR], 3, "the file says 2 rounds, but round 3 is to be paired"),
        (FOUR, 3, r"the number of rounds is not in the file; add a line 142"),
        (["142 5", *FOUR], 5, "2 rounds are paired in the file, so give a round from 1 to 3"),
        (["142 5", *FOUR], 0, "round 0"),
        (["142 5", "XXP 1 9", *FOUR], 3, "forbidden pairs: no player has the start number 9"),
        (
            ["142 5", "XXP 1 x", *FOUR],
            3,
            ":2: a line XXP has start numbers",
        ),
        (["142 5", "XXA    1  ?.0", *FOUR], 3, r":2: a line XXA has the player in columns 5-8"),
        (["142 5", "XXP    1  ,2", *FOUR], 3, r":2: a line XXP has start numbers from column 5"),
        (["142 5", "XXZ   Bob", *FOUR], 3, r":2: a line XXZ has start numbers from column 5"),
        (["142 5", "240 Q   2    1", *FOUR], 3, r":2: a line 240 has the kind of bye \(F, H or Z"),
        (
            ["142 5", "162  Q 3.0", *FOUR],
            3,
            r":2: a line 162 has codes \(W, D, L, A, P, X\) in columns",
        ),
        (["142 5", "XXS WW=1 BW=2", *FOUR], 3, "WW and BW differ"),
        (["142 5", "XXS W=0.33", *FOUR], 3, "finer than tenths"),
        (["142 5", player(1, "   2 w 1"), player(2)], 2, "round 1, players 1 and 2: their lines"),
        (
            ["142 5", player(1, "   2 w 1"), player(2, "   1 b =")],
            2,
            "players 1 and 2: their lines give 1 and 0.5, together more than a point",
        ),
        (["142 5", "299           2.0    1    4", *FOUR], 3, "line 299"),
        (
            ["142 5", "240  H   2    1", *FOUR],
            3,
            r":2: a line 240 has the kind of bye .* in column 5",
        ),
        (["142 5", "250  1.0 1 2 1 2", *FOUR], 3, ":2: a line 250 has points in columns 10-13"),
        (["142 5", "260 1 2 1 4", *FOUR], 3, ":2: a line 260 has rounds in columns 5-7"),
        (["142 5", player(1, "   7 w 1"), player(2)], 2, "the opponent 7 is not in the file"),
        (
            ["142 5", player(1, "   2 w 1"), player(2, "   1 w 0")],
            2,
            "players 1 and 2: a game needs a White and a Black",
        ),
    ],
)
def test_bad_input(lines: list[str], round_: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        history_before(event_of(*lines), round_)


def test_two_byes_in_a_round_are_no_pairing() -> None:
    lines = [
        player(1, "   2 w 1"),
        player(2, "   1 b 0"),
        player(3, "0000 - U"),
        player(4, "0000 - U"),
    ]
    with pytest.raises(InputError, match="players 3, 4 all have a pairing-allocated bye"):
        pairing_of(event_of(*lines), 1)
    with pytest.raises(InputError, match="round 2 is not paired"):
        pairing_of(event_of(*lines), 2)


def test_a_game_log_has_no_pairings() -> None:
    with pytest.raises(InputError, match="a log of games"):
        history_before(read(b"rating,result\n2300,1\n2250,0.5\n"), 1)


def test_start_numbers_with_gaps_and_out_of_order() -> None:
    lines = [player(9, "   4 b 0"), player(4, "   9 w 1")]
    history = history_before(event_of("142 3", *lines), 2)
    assert history.opponents.tolist() == [[1], [0]]
    assert history.colours.tolist() == [[1], [-1]]


def test_values_of_points() -> None:
    assert point_values("W 3.0    D 1.0    A 0.5").points.absent == 1
    assert point_values("W 1.0").scale == 2
    assert replace(point_values("W=2 D=1").points, pab=0) == Points(2, 1, 0, 0, 2, 0, 2, 1, 0)


def test_a_penalty_leaves_less_than_a_point_and_is_no_contradiction() -> None:
    """Laws 12.9: an arbiter may award 0-0 or a half to nothing."""
    event = event_of("142 5", player(1, "   2 w ="), player(2, "   1 b 0"))
    assert history_before(event, 2).scores[:, 0].tolist() == [1, 0]
