"""What the text of a result means, and that of a round without a game.

Each function raises ``ValueError`` with what is wrong; the reader adds the file and the line.
"""

from __future__ import annotations

from tprstats.readers._values import parse_date, parse_number, quoted, remembered
from tprstats.records import GameKind

__all__ = [
    "BYE_WORDS",
    "HALF_POINT",
    "HALVES",
    "LETTER",
    "parse_own_result",
    "parse_pair_result",
]

Result = tuple[int, GameKind]

HALVES = ("½", "1/2", "0.5", "0,5", ".5", ",5", "=")
"""Every way to write the half point of a draw or of a bye; one table for all readers."""

HALF_POINT = r"½|1/2|0?[.,]5|="
"""The same as a pattern."""

LETTER = r"[^\W\d_½]"
"""A letter: for Python's expressions ½ is one too."""

DRAW_WORDS = "d draw drawn remis tablas empate nulle patta remise"

BYE_WORDS: dict[str, int] = {
    "bye": 2, "1bye": 2, "fullpointbye": 2, "fullbye": 2,
    "halfpointbye": 1, "halfbye": 1, "12bye": 1, "05bye": 1, "hpb": 1, "hbye": 1,
    "zeropointbye": 0, "zerobye": 0, "0bye": 0, "zpb": 0, "zbye": 0,
}  # fmt: skip
"""Half points of a round without a game, by its name as ``folded`` gives it."""

OWN_RESULTS: dict[str, Result] = {
    word: (half_points, GameKind.PLAYED)
    for half_points, words in (
        (2, "1 w win won victory victoria victoire sieg gewonnen vittoria vitoria"),
        (1, f"{' '.join(HALVES)} {DRAW_WORDS}"),
        (0, "0 l loss lost defeat derrota défaite defaite niederlage verloren"),
    )
    for word in words.split()
} | {
    "+": (2, GameKind.FORFEIT),
    "-": (0, GameKind.FORFEIT),
    "*": (0, GameKind.UNFINISHED),
    "": (0, GameKind.UNFINISHED),
}


def parse_own_result(text: str) -> Result:
    """Half points and kind of a result seen from the player's side.

    A result of both sides is one where it is the same for both (``½-½``).
    """
    plain = text.strip().casefold()
    if plain in OWN_RESULTS:
        return OWN_RESULTS[plain]
    own, other, kind = PAIR_RESULTS.get(plain.translate(SQUEEZE), (0, 2, GameKind.PLAYED))
    if own == other:
        return own, kind
    try:
        score = parse_number(plain)
    except ValueError:
        raise ValueError(
            f"result {quoted(text)}; write 1, 0.5 or 0 (or w, d, l){_excel(text)}"
        ) from None
    if score not in (0.0, 0.5, 1.0):
        raise ValueError(f"result {text.strip()} is not possible in one game; write 1, 0.5 or 0")
    return int(2 * score), GameKind.PLAYED


PAIR_RESULTS: dict[str, tuple[int, int, GameKind]] = {
    "1-0": (2, 0, GameKind.PLAYED),
    "0-1": (0, 2, GameKind.PLAYED),
    **dict.fromkeys((f"{a}-{b}" for a in HALVES for b in HALVES), (1, 1, GameKind.PLAYED)),
    **dict.fromkeys((*HALVES, *DRAW_WORDS.split()), (1, 1, GameKind.PLAYED)),
    **dict.fromkeys(("+--", "+/-", "+-", "1-0f", "1f-0f"), (2, 0, GameKind.FORFEIT)),
    **dict.fromkeys(("--+", "-/+", "-+", "0-1f", "0f-1f"), (0, 2, GameKind.FORFEIT)),
    **dict.fromkeys(("---", "-/-", "--", "0-0", "0-0f", "0f-0f"), (0, 0, GameKind.FORFEIT)),
    **dict.fromkeys(("*", "?", "", "-"), (0, 0, GameKind.UNFINISHED)),
    "white": (2, 0, GameKind.PLAYED),
    "black": (0, 2, GameKind.PLAYED),
}
SQUEEZE = str.maketrans({" ": "", ":": "-", "–": "-", "—": "-", "−": "-", "\t": "", "\xa0": ""})


@remembered
def parse_pair_result(text: str) -> tuple[int, int, GameKind]:
    """Half points of White and of Black, and the kind, from ``1-0``, ``½-½``, ``+/-`` and so on."""
    plain = text.casefold().translate(SQUEEZE)
    try:
        return PAIR_RESULTS[plain]
    except KeyError:
        raise ValueError(
            f"result {quoted(text)}; write 1-0, 0-1, 1/2-1/2 or *{_excel(text)}"
        ) from None


def _excel(text: str) -> str:
    """What to do where a spreadsheet made a date of a result (1/2 is 1 February, or 2 January)."""
    date = parse_date(text)
    return "" if date is None else "; Excel makes a date of 1/2: format the column as text, or 0.5"
