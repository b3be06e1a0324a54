"""What the text of a result means, and that of a round without a game.

Each function raises ``ValueError`` with what is wrong; the reader adds the file and the line.
"""

from __future__ import annotations

import re

from tprstats.readers._values import parse_date, parse_number, quoted, remembered
from tprstats.records import GameKind

__all__ = [
    "BYE_WORDS",
    "HALF_POINT",
    "HALVES",
    "LETTER",
    "parse_own_result",
    "parse_pair_result",
    "without_forfeit",
]

Result = tuple[int, GameKind]

HALVES = ("½", "1/2", "0.5", "0,5", ".5", ",5", "=")
"""Every way to write the half point of a draw or of a bye; one table for all readers."""

HALF_POINT = r"½|1/2|0?[.,]5|="
"""The same as a pattern."""

LETTER = r"[^\W\d_½]"
"""A letter: for Python's expressions ½ is one too."""

WIN_WORDS = "w win won victory victoria victoire sieg gewonnen vittoria vitoria gagné ganada vinta"
DRAW_WORDS = "d draw drawn remis tablas empate nulle patta remise"
LOSS_WORDS = "l loss lost defeat derrota défaite defaite niederlage verloren perdu perdida persa"

BYE_WORDS: dict[str, int] = {
    "bye": 2, "1bye": 2, "fullpointbye": 2, "fullbye": 2,
    "halfpointbye": 1, "halfbye": 1, "12bye": 1, "05bye": 1, "hpb": 1, "hbye": 1,
    "zeropointbye": 0, "zerobye": 0, "0bye": 0, "zpb": 0, "zbye": 0,
}  # fmt: skip
"""Half points of a round without a game, by its name as ``folded`` gives it."""

OWN_RESULTS: dict[str, Result] = {
    word: (half_points, GameKind.PLAYED)
    for half_points, words in (
        (2, f"1 {WIN_WORDS}"),
        (1, f"{' '.join(HALVES)} {DRAW_WORDS}"),
        (0, f"0 {LOSS_WORDS}"),
    )
    for word in words.split()
} | {
    **dict.fromkeys(("+", "1f", "1k"), (2, GameKind.FORFEIT)),
    **dict.fromkeys(("0f", "0k"), (0, GameKind.FORFEIT)),
    "-": (0, GameKind.FORFEIT),
    **dict.fromkeys(("*", "", "unplayed", "not played"), (0, GameKind.UNFINISHED)),
}


FORFEIT = re.compile(
    r"\b(?:kampflos|forfait|forfeit(?:ed|s|ure)?|ff|w\.? ?[/.]? ?o\b\.?|walk-?over|walkower"
    r"|default(?:ed)?|no[- ]?show|incomparecencia|no presentad[oa]|reglementair|rinuncia|a tavolino"
    r"|kontuma\w*|неявка)(?!\w)"
)
# What joins it to the result: win by forfeit, gagné par forfait, 1 (kampflos).
JOINING = re.compile(r"[(),;:.\s]+$|^[(),;:.\s]+|\b(?:by|par|durch|door|per|por|on|was|is)\b")


LONGEST = 60


def without_forfeit(text: str) -> str | None:
    """What a result says beside a word for a forfeit; None where there is no such word.

    Raises ValueError where nothing is left: the word alone does not tell who came.

    Examples
    --------
    >>> without_forfeit("1 (kampflos)"), without_forfeit("Win by forfeit"), without_forfeit("1-0")
    ('1', 'win', None)
    """
    rest, found = FORFEIT.subn(" ", text[:LONGEST].casefold())
    if not found or len(text) > LONGEST:
        return None
    rest = JOINING.sub("", JOINING.sub("", rest)).strip()
    if not rest:
        raise ValueError(
            f"result {quoted(text)} does not say who won by forfeit; write + for the player, - for "
            "the opponent (+/- or -/+ for White and Black)"
        )
    return rest


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
    if (rest := without_forfeit(text)) is not None:
        return parse_own_result(rest)[0], GameKind.FORFEIT
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
    **dict.fromkeys(("*", "?", "", "-", "unplayed", "notplayed"), (0, 0, GameKind.UNFINISHED)),
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
        if (rest := without_forfeit(text)) is not None:
            return *parse_pair_result(rest)[:2], GameKind.FORFEIT
        raise ValueError(
            f"result {quoted(text)}; write 1-0, 0-1, 1/2-1/2 or *{_excel(text)}"
        ) from None


def _excel(text: str) -> str:
    """What to do where a spreadsheet made a date of a result (1/2 is 1 February, or 2 January)."""
    date = parse_date(text)
    return "" if date is None else "; Excel makes a date of 1/2: format the column as text, or 0.5"
