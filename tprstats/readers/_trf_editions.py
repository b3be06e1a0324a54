"""What TRF16 (with the lines that pairing programs added) and TRF26 say in different words.

Initial colour (XXC, 152), point system (XXS, 162), byes to come (XXZ, 240) and forbidden pairs
(XXP, 260) of an event's details; see :mod:`tprstats.readers._trf_pairing`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tprstats.readers._trf_kept import COMMENTS
from tprstats.readers._trf_pairing import FORBIDDEN, TO_COME
from tprstats.readers.trf_points import POINT_CODES, point_slots

__all__ = ["in_words_of", "plain_details"]

COLOURS = {"w": "W", "white1": "W", "b": "B", "black1": "B"}
NAMED = {"W": "white1", "B": "black1"}
# XXS names every kind of result; the letters of line 162 stand for several.
SLOTS = {
    "WW": "win", "BW": "win", "WD": "draw", "BD": "draw", "WL": "loss", "BL": "loss",
    "FW": "forfeit_win", "FL": "forfeit_loss", "ZPB": "absent", "HPB": "half_bye",
    "FPB": "full_bye", "PAB": "pab",
}  # fmt: skip


def in_words_of(
    details: Mapping[str, str], edition: int, *, next_round: int, rounds: int
) -> dict[str, str]:
    """Details as lines of an edition say them; what it has no words for is left out.

    Parameters
    ----------
    details
        Of an event.
    edition
        16 or 26.
    next_round, rounds
        The round that is paired next, and how many there are: an XXZ is for the next round, an
        XXP for all of them.

    Examples
    --------
    >>> found = in_words_of({"initial colour": "white1 rank"}, 26, next_round=3, rounds=5)
    >>> found, in_words_of(found, 16, next_round=3, rounds=5)
    ({'initial colour': 'W'}, {'initial colour': 'white1'})
    """
    said: dict[str, Callable[[str], str]] = {
        "initial colour": lambda text: _colour(text, edition),
        "point system": lambda text: _points(text, edition),
        "byes to come": lambda text: _each(text, TO_COME, lambda m: _bye(m, edition, next_round)),
        "forbidden pairs": lambda text: _each(
            text, FORBIDDEN, lambda m: _forbidden(m, edition, rounds)
        ),
    }
    found = {k: said[k](text) if k in said else text for k, text in details.items()}
    return {k: text for k, text in found.items() if text}


def plain_details(details: Mapping[str, str], *, next_round: int, rounds: int) -> dict[str, object]:
    """Details in a form that is equal where two editions say the same."""
    found: dict[str, object] = dict(details)
    for key in ("byes to come", "forbidden pairs"):
        if key in details:
            in_26 = in_words_of({key: details[key]}, 26, next_round=next_round, rounds=rounds)
            found[key] = in_26.get(key, details[key])
    if "point system" in details:
        found["point system"] = _values(details["point system"]) or details["point system"]
    if COMMENTS in details:
        # The line that one stood before may be written otherwise.
        found[COMMENTS] = sorted(line.split(": ", 1)[-1] for line in details[COMMENTS].split("\n"))
    if "acceleration" in details:
        # Numbers with leading zeros or without.
        found["acceleration"] = re.sub(r"\b0+(?=\d)", "", details["acceleration"])
    if "initial colour" in details:
        found["initial colour"] = _colour_words(details["initial colour"])
    return found


def _colour_words(text: str) -> list[str]:
    """W or B, and ``rank`` of an XXC; a file can have both lines."""
    words = (COLOURS.get(w.casefold(), w) for w in text.replace(";", " ").split())
    return list(dict.fromkeys(words))


def _colour(text: str, edition: int) -> str:
    words = _colour_words(text)
    if edition == 26:
        return next((w for w in words if w in NAMED), "")
    return " ".join(NAMED.get(w, w) for w in words)


def _values(text: str) -> dict[str, float] | None:
    """What each kind of result is worth; None where the text cannot be read as one system."""
    try:
        return point_slots(text)
    except ValueError:
        return None


def _points(text: str, edition: int) -> str:
    values, long = _values(text), any(code in SLOTS for code in re.findall("[A-Z]+", text))
    if long == (edition == 16):
        return text  # in the words of this edition as it is
    if values is None:
        return ""
    if edition == 16:
        return " ".join(f"{code}={values[slot]:.1f}" for code, slot in SLOTS.items())
    if values["win"] != values["forfeit_win"] or values["absent"] != values["forfeit_loss"]:
        return ""  # line 162 has one letter for both
    usual = {"W": None, "D": None, "L": None, "A": 0.0, "P": values["win"], "F": values["win"]}
    usual |= {"H": values["draw"], "X": values["draw"]}
    worth = {code: values[POINT_CODES[code][0]] for code in usual}
    return "    ".join(f"{c} {v:.1f}" for c, v in worth.items() if v != usual[c])


def _each(text: str, form: re.Pattern[str], say: Callable[[re.Match[str]], str]) -> str:
    parts = text.split("; ")
    matches = [form.fullmatch(part) for part in parts]
    said = (say(m) if m else part for part, m in zip(parts, matches, strict=True))
    return "; ".join(part for part in said if part)


def _bye(m: re.Match[str], edition: int, next_round: int) -> str:
    when, kind, players = m[1], m[2], ("players", *m[3].split())
    if edition == 26:
        return " ".join(("round", str(next_round) if when == "next" else when, kind, *players))
    if kind == "Z" and when in ("next", str(next_round)):
        return " ".join(("round next Z", *players))
    return ""


def _forbidden(m: re.Match[str], edition: int, rounds: int) -> str:
    players = ("players", *m[4].split())
    everywhere = bool(m[1]) or (int(m[2]), int(m[3])) == (1, rounds)
    if edition == 26:
        return " ".join(("rounds", f"1-{rounds}" if m[1] else f"{m[2]}-{m[3]}", *players))
    return " ".join(("rounds all", *players)) if everywhere else ""
