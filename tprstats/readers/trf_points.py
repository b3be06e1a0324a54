"""What the codes of a TRF's point system stand for (lines 162 and XXS)."""

from __future__ import annotations

import re

__all__ = ["POINT_CODES", "point_slots"]

VALUE = re.compile(r"([A-Z]+) *=? *(\d+(?:\.\d+)?)")

# What a code of TRF26 (one letter) or of XXS sets; the first two stand for several at once.
POINT_CODES = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye", "unknown"),
    "L": ("loss",),
    "A": ("absent", "forfeit_loss"),
    "Z": ("absent", "forfeit_loss"),
    "P": ("pab",),
    "U": ("pab",),
    "X": ("unknown",),
    "F": ("full_bye",),
    "H": ("half_bye",),
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw", "unknown"),
    "BD": ("draw", "unknown"),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("absent",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("pab",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}


def point_slots(text: str) -> dict[str, float]:
    """What each kind of result is worth by the words of such a line, the rest being 1, 1/2 and 0.

    Raises
    ------
    ValueError
        For an unknown code, and for values that depend on the colour.

    Examples
    --------
    >>> football = point_slots("W 3.0    D 1.0")
    >>> football["win"], football["half_bye"], football["pab"], football["absent"]
    (3.0, 1.0, 3.0, 0.0)
    """
    values = {"win": 1.0, "draw": 0.5, "loss": 0.0, "forfeit_win": 1.0, "forfeit_loss": 0.0}
    values |= {"full_bye": 1.0, "half_bye": 0.5, "absent": 0.0, "unknown": 0.5}
    given: list[tuple[str, str]] = VALUE.findall(text)
    for code, value in given:
        if code not in POINT_CODES:
            raise ValueError(f"unknown code {code!r}")
        values |= dict.fromkeys(POINT_CODES[code], float(value))
    by_code = dict(given)
    for white, black in (("WW", "BW"), ("WD", "BD"), ("WL", "BL")):
        if white in by_code and black in by_code and by_code[white] != by_code[black]:
            raise ValueError(
                f"{white} and {black} differ; points that depend on the colour are not supported"
            )
    values.setdefault("pab", values["win"])
    return values
