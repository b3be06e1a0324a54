"""An event as a FIDE Tournament Report File, TRF26 (which older readers read as TRF16)."""

from __future__ import annotations

from tprstats.errors import InputError
from tprstats.records import Colour, Event, Game, GameKind, Record

__all__ = ["write_trf"]

# What the reader calls the header lines (`readers.trf.DETAILS`), in the order of the format.
HEADER = {
    "city": "022",
    "federation": "032",
    "start": "042",
    "end": "052",
    "type": "092",
    "chief arbiter": "102",
    "deputy arbiter": "112",
    "time control": "122",
    "rounds": "142",
    "initial colour": "152",
    "point system": "162",
    "pairing system": "192",
}
RESULTS = {
    (GameKind.PLAYED, 2): "1",
    (GameKind.PLAYED, 1): "=",
    (GameKind.PLAYED, 0): "0",
    (GameKind.FORFEIT, 2): "+",
    (GameKind.FORFEIT, 1): "=",
    (GameKind.FORFEIT, 0): "-",
    (GameKind.SHORT, 2): "W",
    (GameKind.SHORT, 1): "D",
    (GameKind.SHORT, 0): "L",
}
BYES = {GameKind.BYE: "U", GameKind.HALF_BYE: "H", GameKind.ZERO_BYE: "Z"}
SIDES = {Colour.WHITE: "w", Colour.BLACK: "b", Colour.NONE: "-"}


def write_trf(event: Event) -> str:
    """The event as TRF26 text with line feeds.

    Parameters
    ----------
    event
        A crosstable; every player needs a start number between 1 and 9999.

    Raises
    ------
    InputError
        For a player without a start number.

    Examples
    --------
    >>> from tprstats import read
    >>> from tprstats.data import example_path
    >>> text = write_trf(read(example_path()))
    >>> text.splitlines()[0]
    '012 Bunratty Masters 2011'
    """
    lines = [f"012 {_line(event.name)}"]
    for key, code in HEADER.items():
        value = event.details.get(key, "")
        # Point systems start in column 6, other values in column 5.
        gap = "  " if code == "162" else " "
        lines += [f"{code}{gap}{_line(part)}" for part in value.split("; ") if part]
    rounds = max([event.rounds, *(g.round or 0 for r in event.records for g in r.games)], default=0)
    lines.append(_dates(event, rounds))
    rank = _ranks(event)
    lines += [_player(r, rounds, rank[k]) for k, r in enumerate(event.records)]
    lines += [_acceleration(part) for part in event.details.get("acceleration", "").split("; ")]
    return "\n".join(line.rstrip() for line in lines if line) + "\n"


def _dates(event: Event, rounds: int) -> str:
    """Line 132: the date of every round, under its column; empty where none is known."""
    dates = {g.round: g.date for r in event.records for g in r.games if g.date is not None}
    if not dates:
        return ""
    cells = [f"{d:%y/%m/%d}" if (d := dates.get(r)) else " " * 8 for r in range(1, rounds + 1)]
    return f"{'132':91s}" + "  ".join(cells)


def _line(text: str) -> str:
    """One line: control characters would start another record."""
    return " ".join(text.split())


def _points(record: Record) -> float:
    own = sum(g.half_points for g in record.games) / 2.0
    return own if record.points is None else record.points


def _ranks(event: Event) -> list[int]:
    points = [_points(r) for r in event.records]
    return [1 + sum(other > p for other in points) for p in points]


def _player(record: Record, rounds: int, rank: int) -> str:
    p = record.player
    if p.number is None or not 1 <= p.number <= 9999:
        raise InputError(f"{p.name}: a TRF needs a start number between 1 and 9999")
    rating = "" if p.rating is None else f"{p.rating:.0f}"
    name = _line(p.name)[:33]
    head = (
        f"001 {p.number:4d} {p.sex[:1]:1s}{p.title[:3]:>3s} {name:33s} {rating:>4s} "
        f"{p.federation[:3]:3s} {p.id[:11]:>11s} {p.birth[:10]:10s} "
        f"{_points(record):4.1f} {rank:4d}"
    )
    cells = {g.round: _cell(g) for g in record.games}
    return head + "".join(f"  {cells.get(r, '        ')}" for r in range(1, rounds + 1))


def _cell(game: Game) -> str:
    if game.kind in BYES:
        return f"0000 - {BYES[game.kind]}"
    if game.opponent_number is None or game.kind is GameKind.UNPAIRED:
        return "0000 - Z" if game.kind is GameKind.UNPAIRED else "        "
    code = RESULTS.get((game.kind, game.half_points), " ")
    return f"{game.opponent_number:4d} {SIDES[game.colour]} {code}"


def _acceleration(text: str) -> str:
    """Line 250 from the reader's words: rounds a-b players c-d points p."""
    words = text.split()
    if len(words) != 6:
        return ""
    (first, last), (low, high) = (words[k].split("-") for k in (1, 3))
    points = float(words[5])
    return f"250      {points:4.1f} {int(first):03d} {int(last):03d} {int(low):04d} {int(high):04d}"
