"""gacrux (MIT, for tests only) asked for the pairing of a history."""

from __future__ import annotations

import contextlib
import io

import numpy as np
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json
from histories import trf_of

from tprstats.pairing.history import History, Pairing

Answer = tuple[set[tuple[int, int]], int | None] | None
_PARAMETERS = {"experimental": [], "verbose": 0, "top_color": ""}


def gacrux_pairs(history: History) -> Answer:
    """(White, Black) of each game and who has the bye, or None where no legal pairing exists."""
    file = trf2json()
    with contextlib.redirect_stdout(io.StringIO()):
        file.parse_file(_text(history), 0)
    engine = pairing_dutch(file.get_tournament(1), history.played_rounds + 1, dict(_PARAMETERS))
    try:
        brackets = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        return None
    found = [(int(p["w"]), int(p["b"])) for b in brackets if b for p in b.get("pairs", [])]
    byes = [max(pair) - 1 for pair in found if min(pair) == 0]
    return {(w - 1, b - 1) for w, b in found if min(w, b) > 0}, byes[0] if byes else None


def _text(history: History) -> str:
    """Absences of the round to pair go into its column, which gacrux reads; it skips 240 Z."""
    lines = [line for line in trf_of(history).splitlines() if not line.startswith("240")]
    for p in np.flatnonzero(~history.present):
        k = next(k for k, line in enumerate(lines) if line.startswith(f"001 {p + 1:4d} "))
        lines[k] += ("  " if history.played_rounds else "") + "0000 - Z"
    return "\n".join(lines) + "\n"


def compare(history: History, pairing: Pairing | None) -> None:
    """Pairs, bye and colours; None where both find no legal pairing."""
    own = (
        None
        if pairing is None
        else (set(zip(pairing.white, pairing.black, strict=True)), pairing.bye)
    )
    assert own == gacrux_pairs(history), history
