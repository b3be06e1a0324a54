"""Results without an opponent: a TRF has more codes for them than there are kinds of rounds."""

from __future__ import annotations

import re

from tprstats.readers._trf_lines import Codes, code_alone
from tprstats.records import Event, Game, GameKind
from tprstats.records.rounds import full_point_byes

__all__ = ["cell_alone", "codes_of", "without_opponent"]

KEY = "results without an opponent"
FORM = re.compile(r"round (\d+) players ([\d ]+) code ([-+=01WDL])")
USUAL = {
    GameKind.BYE: "U",
    GameKind.HALF_BYE: "H",
    GameKind.ZERO_BYE: "Z",
    GameKind.UNFINISHED: "*",
}


def without_opponent(codes: Codes) -> dict[str, str]:
    """Details of an event: full-point byes, and codes that others are written for as well.

    Examples
    --------
    >>> without_opponent({(2, "-"): [1, 3], (2, "U"): [2]})
    {'results without an opponent': 'round 2 players 1 3 code -'}
    """
    full = [
        f"round {r} players {n}" for (r, code), who in codes.items() if code == "F" for n in who
    ]
    rest = [
        f"round {r} players {' '.join(map(str, who))} code {code}"
        for (r, code), who in sorted(codes.items())
        if code != "F" and code not in USUAL.values()
    ]
    found = {"full-point byes": "; ".join(full), KEY: "; ".join(rest)}
    return {key: text for key, text in found.items() if text}


def codes_of(event: Event) -> dict[tuple[int, int], str]:
    """The code of each round and start number for which the event's details have one."""
    texts = map(FORM.fullmatch, event.details.get(KEY, "").split("; "))
    codes = {(int(m[1]), int(n)): m[3] for m in texts if m for n in m[2].split()}
    return codes | dict.fromkeys(full_point_byes(event), "F")


def cell_alone(game: Game, code: str) -> str:
    """The columns of a round without an opponent; a code that says something else is not taken."""
    if not code or code_alone(code) != (game.half_points, game.kind):
        code = USUAL.get(game.kind, "")
    # Blank is "not paired", which TRF16 calls equivalent to Z.
    return f"0000 - {code}" if code else " " * 8
