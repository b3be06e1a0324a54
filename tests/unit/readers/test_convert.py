"""What TRF16 and TRF26 say in different words is translated, and what has none is said to be lost.

Lines as in the documents of the two formats: TRF-2026 of FIDE's TEC (152 W, 162 with letters, 240,
260) and JaVaFo's manual (XXC white1, XXS WW=..., XXZ, XXP).
"""

from __future__ import annotations

import pytest

from tprstats import convert, read

PLAYERS = [
    (
        "001    1      Ann                               2100                             1.0    1"
        "     2 w 1"
    ),
    (
        "001    2      Bob                               2050                             0.0    4"
        "     1 b 0"
    ),
    (
        "001    3      Cid                               2000                             0.5    2"
        "     4 b ="
    ),
    (
        "001    4      Dee                               1950                             0.5    3"
        "     3 w ="
    ),
]


def converted(to: str, *lines: str) -> tuple[list[str], list[str]]:
    """The lines of the text that are no player's, and what is lost."""
    event = read("\n".join(["012 Four", *lines, *PLAYERS]).encode())
    done = convert(event, to)
    others = [x for x in done.text.splitlines() if not x.startswith(("012", "001"))]
    return others, [str(x) for x in done.lost]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("XXC white1", "152 W"),
        ("XXC black1", "152 B"),
        ("XXR 5", "142 5"),
        ("XXA    2  1.0", "250       1.0 001 001 0002 0002"),
        # Next is round 2 of five.
        ("XXZ    3    4", "240 Z   2    3    4"),
        ("XXP    1    4", "260   1   5    1    4"),
        (
            (
                "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 FW=3.0 FL=0.0 ZPB=0.0 "
                "HPB=1.0 FPB=3.0 PAB=3.0"
            ),
            "162  W 3.0    D 1.0    L 0.0",
        ),
    ],
)
def test_each_edition_has_its_own_words(old, new):
    rounds = [] if old.startswith("XXR") else ["XXR 5"]
    others, lost = converted("trf26", *rounds, old)
    assert (new in others, old in others, lost) == (True, False, [])
    later = [] if old.startswith("XXR") else ["142 5"]
    others, lost = converted("trf16", *later, new)
    assert (old in others, new in others, lost) == (True, False, [])


@pytest.mark.parametrize(
    ("to", "line", "lost"),
    [
        ("trf26", "XXC rank", "initial colour: not in trf26"),
        # Line 162 has one letter for a win and a forfeit.
        ("trf26", "XXS WW=3 BW=3", "point system: not in trf26"),
        ("trf16", "240 H   2    3", "byes to come: not in trf16"),
        ("trf16", "240 Z   4    3", "byes to come: not in trf16"),
        ("trf16", "260   1   3    1    4", "forbidden pairs: not in trf16"),
        ("trf16", "299           2.0    1    4", "abnormal points: not in trf16"),
        ("trf26", "801 team results", "not in trf26: line code '801', team results"),
    ],
)
def test_what_an_edition_cannot_say_is_lost_and_said(to, line, lost):
    others, said = converted(to, "XXR 5", line)
    assert any(x.startswith(lost) for x in said), said
    assert not any(x.startswith(line[:3]) for x in others)


@pytest.mark.parametrize(
    "line",
    [
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5",
        "240 H   2    3",
        "260   1   3    1    4",
        "299           2.0    1    4",
    ],
)
def test_a_line_of_the_same_edition_stays_as_it_is(line):
    others, lost = converted("trf26", "142 5", line)
    assert (line in others, lost) == (True, [])
