"""Lines of a TRF that concern pairings only: kept as words among an event's details."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tprstats.readers._notes import NOT_READ
from tprstats.readers.trf_points import POINT_CODES

__all__ = ["BBP_POINTS", "MISFIT", "POINT_LINES", "pairing_details", "pairing_lines"]

MISFIT = f"{NOT_READ} (columns do not fit: "
"""How a note on a line that cannot be read begins; its layout follows."""

# bbpPairings' point values, in the codes of XXS.
BBP_POINTS = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}
POINT_LINES = ("162", "XXS", *BBP_POINTS)

# Of a team event the players are teams, which can have match points instead or as well.
ACCELERATION = re.compile(
    r"rounds (\d+)-(\d+) players (\d+)-(\d+)(?= points| match)"
    r"(?: points (\d+(?:\.\d)?))?(?: match points (\d+(?:\.\d)?))?"
)
FORBIDDEN = re.compile(r"rounds (?:(all)|(\d+)-(\d+)) players (\d[\d ]*)")
TO_COME = re.compile(r"round (next|\d+) ([FHZ]) players (\d[\d ]*)")
POINTS = re.compile(rf"(?:(?:{'|'.join(POINT_CODES)}) *=? *\d+(?:\.\d+)?(?: +|$))+")
FORMS = {
    "acceleration": ACCELERATION,
    "forbidden pairs": FORBIDDEN,
    "byes to come": TO_COME,
    "point system": POINTS,
}


COLUMNS = dict.fromkeys(BBP_POINTS, "points in columns 5-8") | {
    "162": "codes (W, D, L, A, P, X) in columns 6, 15, 24 ..., points in 7-10, 16-19, 25-28 ...",
    "240": "the kind of bye (F, H or Z) in column 5, the round in 7-9, players from 11",
    "250": "points in columns 10-13, of teams 5-8 as well, rounds in 15-17 and 19-21, players in "
    "23-26 and 28-31",
    "260": "rounds in columns 5-7 and 9-11, players from 13",
    "XXA": "the player in columns 5-8, points of round 1 in 10-13, of round 2 in 15-18 and so on",
    "XXP": "start numbers from column 5, with blanks between them",
    "XXS": "codes with points and blanks between them, as in WW=3 BW=3 WD=1 BD=1 PAB=3",
    "XXZ": "start numbers from column 5, with blanks between them",
}
"""Where a line has what it says, TRF26's first and JaVaFo's after them."""


def pairing_details(line: str, code: str) -> list[tuple[str, str]]:
    """What a line says for pairings only; ValueError with its layout where it does not fit that."""
    found = _read(line, code) if line[3:].strip() else []
    if not all(FORMS[key].fullmatch(text) for key, text in found if key in FORMS):
        raise ValueError(f"a line {code} has {COLUMNS[code]}")
    return found


def _read(line: str, code: str) -> list[tuple[str, str]]:
    def at(first: int, last: int) -> str:
        return line[first - 1 : last].strip()

    def players(first: int) -> str:
        return f"players {' '.join(line[first - 1 :].split())}"

    if code in BBP_POINTS:
        return [("point system", f"{BBP_POINTS[code]} {at(4, 12)}")]
    if code in ("162", "XXS"):
        return [("point system", line[3:].strip())]
    if code == "250":
        said = f"rounds {at(15, 17)}-{at(19, 21)} players {at(23, 26)}-{at(28, 31)}"
        game, match = at(10, 13), at(5, 8)
        said += f" points {game}" if game or not match else ""
        # Empty and 0.0 are the same.
        said += f" match points {match}" if match.strip("0.") else ""
        return [("acceleration", said)]
    if code == "XXA":
        cells = [line[i : i + 4].strip() for i in range(9, len(line), 5)]
        return [
            ("acceleration", f"rounds {r}-{r} players {at(5, 8)}-{at(5, 8)} points {cell}")
            for r, cell in enumerate(cells, 1)
            if cell.strip("0.")
        ]
    if code == "260":
        return [("forbidden pairs", f"rounds {at(5, 7)}-{at(9, 11)} {players(13)}")]
    if code == "XXP":
        return [("forbidden pairs", f"rounds all {players(4)}")]
    if code == "240":
        return [("byes to come", f"round {at(7, 9)} {at(5, 5)} {players(11)}")]
    if code == "XXZ":
        return [("byes to come", f"round next Z {players(4)}")]
    if code == "299":
        return [("abnormal points", line[3:].rstrip())]
    return []


def pairing_lines(details: Mapping[str, str], edition: int) -> Iterator[str]:
    """The lines that :func:`pairing_details` read, of details in the words of the edition."""
    spans = _matches(details, "acceleration", ACCELERATION)
    if edition == 26:
        yield from map(_acceleration, spans)
    else:
        yield from _points_by_player([m for m in spans if not m[6]])
    for m in _matches(details, "forbidden pairs", FORBIDDEN):
        who = _columns(m[4])
        yield f"XXP {who}" if edition == 16 else f"260 {m[2]:>3} {m[3]:>3} {who}"
    for m in _matches(details, "byes to come", TO_COME):
        who = _columns(m[3])
        yield f"XXZ {who}" if edition == 16 else f"240 {m[2]} {m[1]:>3} {who}"
    if edition == 26:
        yield from (f"299{p}" for p in details.get("abnormal points", "").split("; ") if p)


def _columns(players: str) -> str:
    return " ".join(f"{int(number):4d}" for number in players.split())


def _matches(details: Mapping[str, str], key: str, form: re.Pattern[str]) -> list[re.Match[str]]:
    found = (form.fullmatch(part) for part in details.get(key, "").split("; "))
    return [match for match in found if match]


def _acceleration(m: re.Match[str]) -> str:
    low, high, first, last = (int(m[k]) for k in (3, 4, 1, 2))
    return f"250 {m[6] or '':>4} {m[5] or '':>4} {first:03d} {last:03d} {low:04d} {high:04d}"


def _points_by_player(spans: list[re.Match[str]]) -> Iterator[str]:
    """XXA: the points of each round for one player."""
    points: dict[int, dict[int, str]] = {}
    for m in spans:
        for player in range(int(m[3]), min(int(m[4]), 9999) + 1):
            for r in range(int(m[1]), min(int(m[2]), 99) + 1):
                points.setdefault(player, {})[r] = m[5]
    for player, by_round in sorted(points.items()):
        cells = [by_round.get(r, "0.0") for r in range(1, max(by_round) + 1)]
        yield f"XXA {player:4d} " + " ".join(f"{c:>4}" for c in cells)
