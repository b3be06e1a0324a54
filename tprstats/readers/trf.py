"""FIDE Tournament Report Files: TRF06, TRF16, TRFx/bx, and the player lines of TRF25/26."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from dataclasses import replace

from tprstats.cells import counted
from tprstats.errors import InputError
from tprstats.readers._from_rows import Heading, Row, crosstable_event
from tprstats.readers._notes import NOT_READ, Notes
from tprstats.readers._trf_alone import without_opponent
from tprstats.readers._trf_dates import dates_to_come
from tprstats.readers._trf_kept import KEPT, NATIONAL, RULER, kept_details
from tprstats.readers._trf_lines import FIRST_ROUND, ROUND_WIDTH, Codes, player_row
from tprstats.readers._trf_pairing import BBP_POINTS, MISFIT, POINT_LINES, pairing_details
from tprstats.readers._trf_teams import TEAM, is_number, team_of, teams_by_number
from tprstats.readers._values import (
    named_speed,
    parse_date,
    plain_control_speed,
    quoted,
    time_control_speed,
)
from tprstats.readers.registry import reader
from tprstats.records import Event, RatingKind

__all__ = ["MISFIT", "read_trf"]

DETAILS = {
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "062": "players",
    "072": "rated players",
    "082": "teams",
    "092": "type",
    "102": "chief arbiter",
    "112": "deputy arbiter",
    "122": "time control",
    "142": "rounds",
    "XXR": "rounds",
    "152": "initial colour",
    "XXC": "initial colour",
    "172": "starting rank",
    "182": "pairing officer",
    "192": "pairing system",
    "202": "tie-breaks",
    "212": "order of the standings",
    "222": "encoded time control",
}
DATES = "132"
# Pairing and team matters that say nothing about a game played: not read for ratings, and said.
NOT_FOR_RATINGS = {
    "240": "read for pairings alone (byes to come)",
    "250": "read for pairings alone (acceleration)",
    "260": "read for pairings alone (forbidden pairs)",
    "299": "kept, but in no score here (abnormal points)",
    "XXA": "read for pairings alone (acceleration)",
    "XXP": "read for pairings alone (forbidden pairs)",
    "XXZ": "read for pairings alone (absent players)",
}
AS_IT_STANDS = "kept as it stands, in no game here"
LINE = re.compile(r"^\"?(?:001[ \t]|0[1-9]2[ \t]|1[0-9]2[ \t])", re.MULTILINE)
QUOTED = re.compile(r'"((?:\d{3}|[A-Z]{3})[ \t].*)"\s*')
POINT = re.compile(r"([A-Z]+) *=? *([\d.]+)")
# Codes of lines 162 (TRF26) and XXS (JaVaFo) with the value that needs no mention.
STANDARD_POINTS = dict.fromkeys(("W", "P", "U", "F", "WW", "BW", "FW", "FPB", "PAB"), "1.0")
STANDARD_POINTS |= dict.fromkeys(("D", "H", "X", "WD", "BD", "HPB"), "0.5")
STANDARD_POINTS |= dict.fromkeys(("L", "A", "Z", "WL", "BL", "FL", "ZPB"), "0.0")


Coded = list[tuple[int, str, str]]
"""Number, text and code of the lines that are no comments."""


def _is_trf(head: str) -> bool:
    plain = head.replace('\n"', "\n").removeprefix('"')
    return bool(LINE.search(head)) and ("\n001" in plain or plain.startswith(("001", "012")))


@reader("trf", "TRF (lines that start with 001, 012 ...)", _is_trf)
def read_trf(text: str, source: str) -> Event:
    """The event of a TRF text.

    TRF16 is read in full. Of TRF25/26 the player, heading, date and team lines; those that concern
    pairing only, and those of teams, line-ups and national ratings, are kept in ``details`` and
    named in the adjustments, as is a line that cannot be read. W, D and L ("lasted less than one
    move") are kept as ``SHORT``: not counted. A game's two lines may disagree: each player's own
    line is used for that player, and the difference is noted.

    Raises
    ------
    InputError
        With the line: a player line whose columns do not fit, an unknown result code, a rating
        that cannot be one, a start number given twice.

    Examples
    --------
    >>> head = "012 Club match\\n"
    >>> white = "001    1      Black, Joan" + " " * 23 + "2100" + " " * 28 + " 1.0    1     2 w 1"
    >>> black = "001    2      White, Ann " + " " * 23 + "2000" + " " * 28 + " 0.0    2     1 b 0"
    >>> event = read_trf(head + white + "\\n" + black, "match.trf")
    >>> event.record(1).games[0].opponent_rating
    2000.0
    """
    lines = [(at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip()]
    notes = Notes()
    if any(QUOTED.fullmatch(line) for _, line in lines):
        notes.add("quotes around lines left out")
        lines = [(at, m[1] if (m := QUOTED.fullmatch(line)) else line) for at, line in lines]
    lines = [(at, line.lstrip("\ufeff")) for at, line in lines]
    coded = [(at, line, line[:3]) for at, line in lines if not RULER.match(line)]
    details, unfit = _details(coded, notes)
    speed, kind = _rating_kind(details)
    rows: list[Row] = []
    codes: Codes = {}
    for at, line, code in coded:
        if code == "001":
            try:
                rows.append(player_row(line, at, kind, notes, codes))
            except ValueError as error:
                raise InputError(str(error), source=source, line=at) from None
    if not rows:
        raise InputError("no player lines (001)", source=source)
    kept = kept_details((line for _, line in lines), (r.player.number or 0 for r in rows))
    coded = [c for c in coded if c[0] not in unfit]
    _note_unread(coded, kept.get(NATIONAL, "").split("\n"), notes)
    said = details.get("players", "")
    if said.isdecimal() and said.lstrip("0") != str(len(rows)):
        notes.add(f"line 062 says {said[:9]} players, the file has {len(rows)}")
    _note_rounds(details.get("rounds", ""), rows, notes)
    rows, share = _with_teams(rows, coded, notes)
    dates = _round_dates(coded, notes)
    heading = Heading(
        name=_name(coded, notes),
        source=source,
        kind="team" if share > 0.5 and not _individual(details) else "crosstable",
        speed=speed,
        dates=dates,
        details=details | kept | without_opponent(codes),
        compare_points=_standard_points(coded, notes),
    )
    event = crosstable_event(rows, heading, notes)
    coming = dates_to_come(dates, event.rounds)
    return replace(event, details={**event.details, **coming}) if coming else event


def _name(coded: Coded, notes: Notes) -> str:
    names = [(at, line[3:].strip()) for at, line, code in coded if code == "012"]
    for at, other in names[1:]:
        if other != names[0][1]:
            notes.add(f"a second name of the event, {quoted(other)}: left out", line=at)
    return names[0][1] if names else ""


def _individual(details: dict[str, str]) -> bool:
    """Whether the file says that players are paired; their clubs may stand in team lines."""
    said = details.get("type", "").casefold()
    return "individual" in said and "team" not in said


def _note_rounds(said: str, rows: list[Row], notes: Notes) -> None:
    """Where lines of players go on after the last round that the file announces."""
    filled = {(r, cell.opponent is not None)
              for row in rows for r, cell in enumerate(row.cells, 1) if cell}  # fmt: skip
    paired = max((r for r, met in filled if met), default=0)
    last = max((r for r, _ in filled), default=0)
    if not (said.isdecimal() and len(said) < 4 and int(said) < last):
        return
    announced = f"the file says {counted(int(said), 'round')}, and has"
    if int(said) < paired:
        notes.add(f"{announced} pairings of round {paired}: kept")
    else:
        notes.add(f"{announced} byes or absences until round {last}: no rounds are to come there")


def _details(coded: Coded, notes: Notes) -> tuple[dict[str, str], set[int]]:
    """What the lines say of the event, and the numbers of those that cannot be read."""
    details: dict[str, str] = {}
    unfit = set()
    for at, line, code in coded:
        key, value = DETAILS.get(code, ""), line[3:].strip()
        found = [(key, value)] if key and value else []
        try:
            found += pairing_details(line, code)
        except ValueError as error:
            notes.add(f"{MISFIT}{error})", f"line code {code!r}", at)
            unfit.add(at)
        for key, value in found:
            # Twice the same: a file for programs of both editions has 142 and XXR.
            if value not in details.get(key, "").split("; "):
                details[key] = f"{details[key]}; {value}" if key in details else value
    return details, unfit


def _rating_kind(details: dict[str, str]) -> tuple[str, RatingKind]:
    """Speed and list: FIDE unless the file comes from lichess."""
    places = " ".join(details.get(k, "") for k in ("city", "federation", "chief arbiter"))
    online = "lichess" in places.casefold()
    speed = named_speed(details.get("type", ""), details.get("time control", ""))
    speed = speed or time_control_speed(details.get("encoded time control", ""), online=online)
    speed = speed or plain_control_speed(details.get("time control", ""), online=online)
    if online:
        return speed, RatingKind.LICHESS
    by_speed = {"rapid": RatingKind.FIDE_RAPID, "blitz": RatingKind.FIDE_BLITZ}
    return speed, by_speed.get(speed, RatingKind.FIDE)


def _note_unread(coded: Coded, national: list[str], notes: Notes) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], int] = {}
    for at, line, code in coded:
        if code in DETAILS or code in POINT_LINES or code in TEAM or code in ("001", "012", DATES):
            continue
        what = NOT_FOR_RATINGS.get(code, f"{NOT_READ} (unknown code)")
        if kept := NATIONAL if line.rstrip() in national else KEPT.get(code):
            what = f"{AS_IT_STANDS} ({kept})"
        counts[what, code] += 1
        first.setdefault((what, code), at)
    for (what, code), n in counts.items():
        times = f", {n} times" if n > 1 else ""
        where = f"line code {code.strip()!r}" if code.strip() else "no line code in columns 1-3"
        notes.add(what, where + times, first[what, code])


def _standard_points(coded: Coded, notes: Notes) -> bool:
    """Whether the points column is the plain sum of 1, half and 0."""
    for at, line, code in coded:
        values = POINT.findall(line[3:]) if code in ("162", "XXS") else []
        if code in BBP_POINTS:
            values = [(BBP_POINTS[code], line[3:].strip())]
        if any(STANDARD_POINTS.get(key) != value for key, value in values):
            notes.add("another point system: points column not compared with results", line=at)
            return False
        if code == "299":
            notes.add("abnormal points: points column not compared with results", line=at)
            return False
    return True


def _round_dates(coded: Coded, notes: Notes) -> list[dt.date | None]:
    """Dates of the rounds: in the columns of one 132 line, or on a 132 line each (TRF25)."""
    rows = [(at, line) for at, line, code in coded if code == DATES and line[3:].strip()]
    texts: list[tuple[int, str]] = []
    for at, line in rows:
        if len(line.rstrip()) > FIRST_ROUND:
            stop = len(line.rstrip())
            cells = [line[i : i + ROUND_WIDTH] for i in range(FIRST_ROUND, stop, ROUND_WIDTH)]
            texts += [(at, c.strip()) for c in cells]
        else:
            texts.append((at, line[3:].strip()))
    dates = []
    for r, (at, cell) in enumerate(texts, 1):
        date = parse_date(cell)
        if date is None and (swapped := _day_before_month(cell)):
            date = swapped
            notes.add("round date read as year, day, month", f"round {r}", at)
        elif date is None and cell:
            notes.add(f"round date {cell!r} is not a date: left out", f"round {r}", at)
        dates.append(date)
    return dates


def _day_before_month(cell: str) -> dt.date | None:
    parts = re.split(r"[-./]", cell)
    return parse_date("/".join((parts[0], parts[2], parts[1]))) if len(parts) == 3 else None


def _with_teams(rows: list[Row], coded: Coded, notes: Notes) -> tuple[list[Row], float]:
    """The rows with each player's team, and the share of players in a team."""
    for at, line, code in coded:
        for member in team_of(line)[1] if code in TEAM else ():
            if not is_number(member):
                notes.add(f"team member {member!r} is not a number: left out", line=at)
    teams = teams_by_number(line for _, line, _ in coded)
    known = [
        replace(r, player=replace(r.player, team=t))
        if (t := teams.get(r.player.number or 0))
        else r
        for r in rows
    ]
    return known, sum(bool(r.player.team) for r in known) / len(rows)
