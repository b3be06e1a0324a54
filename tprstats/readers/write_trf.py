"""An event as a FIDE Tournament Report File, TRF26 or TRF16."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping

from tprstats.cells import rating_text
from tprstats.errors import InputError
from tprstats.readers._trf_alone import cell_alone, codes_of
from tprstats.readers._trf_dates import date_line
from tprstats.readers._trf_editions import in_words_of
from tprstats.readers._trf_kept import NATIONAL, kept_lines, with_comments
from tprstats.readers._trf_pairing import pairing_lines
from tprstats.readers._trf_teams import team_lines
from tprstats.records import Colour, Event, Game, GameKind, Player, Record
from tprstats.records.rounds import all_rounds

__all__ = ["write_trf"]

# What the reader calls the header lines (`readers.trf.DETAILS`), in the order of the format.
HEADER = {
    "city": "022",
    "federation": "032",
    "start": "042",
    "end": "052",
    "players": "062",
    "rated players": "072",
    "teams": "082",
    "type": "092",
    "chief arbiter": "102",
    "deputy arbiter": "112",
    "time control": "122",
}
# Codes that came with TRF25/26, and how programs write them beside a TRF16.
LATER = {
    "rounds": ("142", "XXR"),
    "initial colour": ("152", "XXC"),
    "point system": ("162", "XXS"),
    "starting rank": ("172", ""),
    "pairing officer": ("182", ""),
    "pairing system": ("192", ""),
    "tie-breaks": ("202", ""),
    "order of the standings": ("212", ""),
    "encoded time control": ("222", ""),
}
OF_SEVERAL_LINES = ("chief arbiter", "deputy arbiter", "point system")
# What is kept as it stands, in the order of TRF26.
IN_THE_HEADER = ("team colours", "team points")
AT_THE_END = ("line-ups", "team byes", "forfeited matches", "team results")
RESULTS = {
    (GameKind.PLAYED, 2): "1",
    (GameKind.PLAYED, 1): "=",
    (GameKind.PLAYED, 0): "0",
    (GameKind.FORFEIT, 2): "+",
    (GameKind.FORFEIT, 0): "-",
    (GameKind.SHORT, 2): "W",
    (GameKind.SHORT, 1): "D",
    (GameKind.SHORT, 0): "L",
}
BYES = (GameKind.BYE, GameKind.HALF_BYE, GameKind.ZERO_BYE, GameKind.UNPAIRED)
SIDES = {Colour.WHITE: "w", Colour.BLACK: "b", Colour.NONE: "-"}


# A line end would start another record.
CONTROL = re.compile(r"[^\S ]+")


def write_trf(event: Event, edition: int = 26) -> str:
    """The event as TRF text with line feeds.

    Parameters
    ----------
    event
        A crosstable; every player needs a start number between 1 and 9999, every game a round.
    edition
        26, or 16: without the codes that came later; rounds, initial colour, point system and
        acceleration then stand in the lines that pairing programs added (XXR, XXC, XXS, XXA).

    Raises
    ------
    InputError
        For a player without a start number, or a game without a round.

    Examples
    --------
    >>> from tprstats import read
    >>> from tprstats.data import example_path
    >>> text = write_trf(read(example_path()))
    >>> text.splitlines()[0]
    '012 Bunratty Masters 2011'
    """
    if edition not in (16, 26):
        raise ValueError(f"TRF edition {edition}; 16 or 26")
    rounds = max([event.rounds, *(g.round or 0 for r in event.records for g in r.games)], default=0)
    details = in_words_of(
        event.details, edition, next_round=event.paired_rounds + 1, rounds=all_rounds(event)
    )
    lines = [f"012 {CONTROL.sub(' ', event.name)}"]
    for key, code in _codes(edition).items():
        value = details.get(key, "")
        # Point systems start in column 6, other values in column 5.
        gap = "  " if code == "162" else " "
        parts = value.split("; ") if key in OF_SEVERAL_LINES else [value]
        lines += [f"{code}{gap}{CONTROL.sub(' ', part)}" for part in parts if part]
    if edition == 26:
        lines += kept_lines(details, IN_THE_HEADER)
    lines.append(date_line(event))
    codes = codes_of(event)
    rank = _ranks(event)
    lines += [_player(r, rounds, rank[k], codes) for k, r in enumerate(event.records)]
    if edition == 26:
        lines += kept_lines(details, [NATIONAL])
    lines += team_lines(event, edition)
    lines += pairing_lines(details, edition)
    if edition == 26:
        lines = with_comments(lines + kept_lines(details, AT_THE_END), details)
    return "\n".join(line.rstrip() for line in lines if line) + "\n"


def _codes(edition: int) -> dict[str, str]:
    later = {key: codes[edition == 16] for key, codes in LATER.items()}
    return HEADER | {key: code for key, code in later.items() if code}


def _line(text: str) -> str:
    """Words with a blank between them, on one line."""
    return " ".join(text.split())


def _points(record: Record) -> float:
    own = sum(g.half_points for g in record.games) / 2.0
    return own if record.points is None else record.points


def _ranks(event: Event) -> list[int | str]:
    """Columns 86-89: the event's own ranks, or else places by points, which ties share."""
    if any(r.rank is not None for r in event.records):
        return [r.rank or "" for r in event.records]
    points = [_points(r) for r in event.records]
    rising = sorted(points)
    return [1 + len(points) - bisect_right(rising, p) for p in points]


def _number(player: Player) -> int:
    if player.number is None or not 1 <= player.number <= 9999:
        raise InputError(f"{player.name}: a TRF needs a start number between 1 and 9999")
    return player.number


def _player(
    record: Record, rounds: int, rank: int | str, codes: Mapping[tuple[int, int], str]
) -> str:
    p, number = record.player, _number(record.player)
    rating = "" if p.rating is None else rating_text(p.rating)
    name = _line(p.name)[:33]
    head = (
        f"001 {number:4d} {p.sex[:1]:1s}{p.title[:3]:>3s} {name:33s} {rating:>4s} "
        f"{p.federation[:3]:3s} {p.id[:11]:>11s} {p.birth[:10]:10s} "
        f"{_points(record):4.1f} {rank:>4}"
    )
    cells: dict[int, str] = {}
    for g in record.games:
        if g.kind is GameKind.TIEBREAK:
            continue
        if g.round is None or g.round in cells:
            which = "the round of each game" if g.round is None else f"one game in round {g.round}"
            raise InputError(f"{p.name}: a TRF needs {which}")
        cells[g.round] = _cell(g, codes.get((g.round, number), ""))
    return head + "".join(f"  {cells.get(r, '        ')}" for r in range(1, rounds + 1))


def _cell(game: Game, alone: str) -> str:
    if game.kind in BYES or game.opponent_number is None:
        return cell_alone(game, alone)
    code = RESULTS.get((game.kind, game.half_points), " ")
    return f"{game.opponent_number:4d} {SIDES[game.colour]} {code}"
