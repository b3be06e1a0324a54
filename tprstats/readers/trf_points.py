"""What the codes of a TRF's point system stand for (lines 162 and XXS)."""

from __future__ import annotations

__all__ = ["POINT_CODES"]

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
