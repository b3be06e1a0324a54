"""Mutated files for the readers: the originals, the mutations, and what must be true of each.

``make fuzz`` and ``test_fuzz.py`` share it.
"""

from __future__ import annotations

import io
import random
import struct
import time
import zipfile
from pathlib import Path

from tprstats.data import example_path
from tprstats.errors import InputError
from tprstats.readers import READERS, convert, read

__all__ = ["SLOWEST", "BrokenPromiseError", "dbase", "mutated", "originals", "tried"]

# CPU seconds for one file; a window of an original is at most this large.
SLOWEST, LARGEST = 1.0, 1 << 16

TABLES = {
    "crosstable": b"No;;Name;Rtg;1.Rd;2.Rd;Pts\n1;GM;Ann;2400;2w1;3b=;1,5\n2;;Joan;0;1b0;-1;1\n"
    b"3;;Eve;2100;-0;1w=;0,5\n",
    "list": b"date,opponent,rating,result,colour\n2024-01-02,Ann,2100,1,w\n,Joan,-,0.5,b\n",
    "games": b'White,Black,WhiteElo,BlackElo,Result\n"A, B",C,2100,2000,1-0\nC,"A, B",,,*\n',
    "card": b"Name;Karl\nRating;2201\nPoints;1,5\nRd.;SNo;Name;Rtg;Res.\n1;4;Aa;1800;w 1\n"
    b"2;5;Bb;0;s \xc2\xbd\n3;-1;bye;-;- 1K\n",
    "rounds": b"Round 1 on 2024/05/01\nBo.;White;Rtg;Result;Black;Rtg\n1;Ann;2400;1 - 0;Jo;2300\n"
    b"Round 2\nBo.;White;Rtg;Result;Black;Rtg\n1;Jo;2300;1 - 0;bye;\n",
    "us-chess": b" Pair | Player Name |Total|Round|Round|\n  Num | ID | Pts | 1 | 2 |\n"
    b"    1 | ANN |1.5  |W   2|H    |\n   ON | 15445895 / R: 1794 ->1817 |N:2 |W    |     |\n"
    b"    2 | JOAN |0.0  |L   1|U    |\n   MI | 14598900 / R: 1200P5 ->1 |N:2 |B    |     |\n",
    "us-chess-api": b'{"items":[{"pairingNumber":1,"firstName":"A","lastName":"B","score":1,'
    b'"ratings":[{"preRating":1500,"ratingSystem":"R"}],"roundOutcomes":[{"roundNumber":1,"outcome":"Win",'
    b'"color":"White","opponentPairingNumber":2}]},{"pairingNumber":2,"firstName":"C","lastName":'
    b'"D","score":0,"ratings":[],"roundOutcomes":[{"roundNumber":1,"outcome":"Loss","color":'
    b'"Black","opponentPairingNumber":1}]}],"hasNextPage":false}',
    "icu": b"Event,Open\nStart,2024-05-01\nPlayer,507,Lur,Ann\n1,=,B,Black,Joan,2209,,ENG\n"
    b"2,0,-\n3,1,W,White,Eve,,FM,\nTotal,1.5\n",
    "swiss-perfect": b"No\tName\tTotal\t 1 \t 2 \n1\tAnn\t1.5\t 2:W\t 0:=\n2\tJo\t0\t 1:L\t  : \n",
    "html": b"<html><h2>Open</h2><table><tr><th>No.</th><th>Name</th><th>Rtg</th><th>1.Rd</th>"
    b"</tr><tr><td>1</td><td>Ann &amp; B</td><td>2400</td><td> 2w1</td></tr><tr><td>2</td>"
    b"<td>Jo</td><td>0</td><td> 1b0</td></tr></table><p>Tie Break1: points</p></html>",
    "lichess": b'{"id":"a","rated":true,"variant":"standard","speed":"blitz","createdAt":'
    b'1700000000000,"status":"mate","players":{"white":{"user":{"name":"A"},"rating":1500},'
    b'"black":{"user":{"name":"B"},"rating":1600,"provisional":true}},"winner":"white"}\n',
    "lichess-results": b'{"rank":1,"score":124,"rating":2830,"username":"A","title":"GM",'
    b'"performance":2873}\n{"rank":2,"points":8.5,"username":"B","performance":0}\n',
    "chess.com": b'{"games":[{"url":"x","time_control":"180","end_time":1700000000,"rated":true,'
    b'"time_class":"blitz","rules":"chess","white":{"rating":1500,"result":"win","username":"A"},'
    b'"black":{"rating":1600,"result":"resigned","username":"B"}}]}',
}
TOKENS = [
    b"\0", b'"', b"\n", b"\r", b";", b",", b"\t", b"{", b"}", b"[", b"]", b"%", b"001", b"0",
    b"9999", b"-5", b"nan", b" ", b"\xff", b"\xbd", b"w", b"1", b'[Event "', b"\n\n", b"013 ",
    b"132 ", b"062 " + b"9" * 5000, b"\xef\xbb\xbf", b"9" * 30, "½²٣".encode(), b"\x1a", b"\\",
    b"<td>", b"</table>", b"&#0;", b"&boom;", b"<table>" * 50, b"null", b"1e999", b"true",
    b"[" * 3000, b"{" * 3000, b"|", b":", b"-", b"K", b"round 1", b"Infinity", b'"a":', b"\x1b[2J",
]  # fmt: skip


class BrokenPromiseError(AssertionError):
    """A file that broke a promise."""


def originals(folders: list[Path]) -> dict[str, list[bytes]]:
    """The files of some folders by the reader that takes them, and a small one of every form."""
    found: dict[str, list[bytes]] = {id_: [] for id_ in READERS}
    contents = [*TABLES.values(), example_path().read_bytes(), _workbook()]
    event = read(TABLES["crosstable"])
    contents += [convert(event, to).text.encode() for to in ("csv", "json")]
    for folder in folders:
        contents += [p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()]
    for content in contents:
        for id_ in _readers_of(content):
            found[id_].append(content)
    for id_ in found:
        found[id_] = found[id_] or [TABLES["list"]]
    return found


def _readers_of(content: bytes) -> list[str]:
    from tprstats.readers._source import open_source

    try:
        with open_source(content) as source:
            return [id_ for id_, r in READERS.items() if r.knows(source)][:1]
    except InputError:
        return []


def _workbook() -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["No.", "Name", "Rtg", "1.Rd"], [1, "Ann", 2400, "2w1"], [2, "Jo", 0, "1b0"]):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def dbase(fields: dict[str, int], rows: list[tuple[object, ...]]) -> bytes:
    """A dBase III table: name and width of each field, cells as texts."""
    width = 1 + sum(fields.values())
    head = struct.pack("<B3xIHH20x", 3, len(rows), 33 + 32 * len(fields), width)
    for name, size in fields.items():
        head += struct.pack("<11sc4xB15x", name.encode(), b"C", size)
    body = b""
    for row in rows:
        cells = (
            str(c).ljust(w).encode("cp1252") for c, w in zip(row, fields.values(), strict=True)
        )
        body += b" " + b"".join(cells)
    return head + b"\r" + body + b"\x1a"


def mutated(content: bytes, rng: random.Random) -> bytes:
    """A few random changes; of a workbook, half of the time in one of the files inside."""
    if content.startswith(b"PK") and rng.random() < 0.5:
        return _mutated_part(content, rng)
    if len(content) > LARGEST:
        at = rng.randrange(len(content) - LARGEST) if rng.random() < 0.5 else 0
        content = content[:2000] + content[at : at + LARGEST]
    return _changed(content, rng)


def _mutated_part(content: bytes, rng: random.Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        parts = old.infolist()
        chosen = rng.choice(parts).filename
        for part in parts:
            data = old.read(part)
            new.writestr(part.filename, _changed(data, rng) if part.filename == chosen else data)
    return out.getvalue()


def _changed(content: bytes, rng: random.Random) -> bytes:
    data = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 3, 10, 40))):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(6):
            case 0:
                data[at:at] = rng.choice(TOKENS)
            case 1:
                del data[at : at + rng.choice((1, 1, 2, 5, 50))]
            case 2:
                data[at : at + 1] = bytes((rng.randrange(256),))
            case 3:
                start = rng.randrange(len(data) + 1)
                data[at:at] = data[start : start + rng.randrange(200)]
            case 4:
                lines = data.split(b"\n")
                i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[i], lines[j] = lines[j], lines[i]
                data = bytearray(b"\n".join(lines))
            case _:
                data[at : at + 1] = rng.choice(TOKENS)
    return bytes(data)


def tried(data: bytes | Path, kind: str | None) -> bool:
    """Whether an event came out; anything but an event or one line of error is a broken promise."""
    start = time.process_time()
    try:
        event = read(data, kind=kind)
    except InputError as error:
        message = str(error)
        if "\n" in message or len(message) > 400:
            raise BrokenPromiseError(
                f"a message of {len(message)} characters: {message[:500]!r}"
            ) from error
        event = None
    except Exception as error:
        raise BrokenPromiseError(f"{type(error).__name__}: {error}") from error
    taken = time.process_time() - start
    if taken > SLOWEST:
        raise BrokenPromiseError(f"{taken:.1f} s of CPU")
    if event is not None and not len(event):
        raise BrokenPromiseError("an event without players")
    return event is not None
