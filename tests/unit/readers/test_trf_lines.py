"""A TRF written anew in its own edition keeps what each line says, or the change is listed.

Lines are read here apart from the reader, in the columns of TRF26 (whose lines of players are those
of TRF16): what is the same in another form (blanks, leading zeros, case) compares equal.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tprstats import convert, read
from tprstats.data import example_path
from tprstats.errors import InputError
from tprstats.records import GameKind

LATER = re.compile(r"1[4-9]2|2[0-2]2|240|250|260|299|3\d[02]|310|80[12]|###")
TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM"}
TITLES |= {f"W{letter}": f"W{title}" for letter, title in TITLES.items()}

Said = tuple[object, ...]


def lines_of(data: bytes) -> list[str]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252")
    return [line.rstrip() for line in re.split(r"\r\n?|\n", text) if line.strip()]


def numbers(text: str) -> tuple[object, ...]:
    """Words, the whole numbers among them without leading zeros."""
    return tuple(int(w) if w.isdecimal() else w for w in text.split())


def player(line: str) -> dict[str, object]:
    """The fields of a 001 line; rounds without anything are left out."""
    title = line[10:13].strip().upper()
    fields: dict[str, object] = {
        "sex": line[9:10].strip().lower(),
        "title": TITLES.get(title, title),
        "name": line[14:47].split(),
        "rating": int(line[48:52].strip() or 0),
        "federation": line[53:56].strip(),
        "id": line[57:68].strip(),
        "birth": line[69:79].strip(),
        "points": float(line[80:84].strip().replace(",", ".") or -1),
        "rank": line[85:89].strip().lstrip("0"),
    }
    for r, at in enumerate(range(91, len(line), 10), 1):
        cell = line[at : at + 8].ljust(8)
        found = int(cell[:4].strip() or 0), cell[5].lower().strip(" -"), cell[7].strip().upper()
        if found[0] and found[2] == "*":
            found = (*found[:2], "")  # no result yet
        if any(found):
            fields[f"round {r}"] = found
    return fields


def dates(line: str) -> list[Said]:
    found = re.findall(r"(\d+)[-./](\d+)[-./](\d+)", line[3:])
    return [("132", int(y) % 100, int(m), int(d)) for y, m, d in found]


def said(line: str) -> list[Said]:
    """What a line that is no player's says; nothing where it has nothing after its code."""
    code, rest = line[:3], line[3:].strip()
    if not rest:
        return []
    if code == "132":
        return dates(line)
    if code in ("XXR", "142"):
        return [("142", part) for part in rest.split("; ")]
    if code in ("XXC", "152"):
        named = {"white1": "W", "black1": "B"}
        return [("152", named.get(w.lower(), w.upper())) for w in rest.split()]
    if code == "250":
        match, game = (line[a:b].strip() for a, b in ((4, 8), (9, 13)))
        points = tuple(float(x) if x.strip("0.") else 0.0 for x in (match, game))
        return [(code, *points, *numbers(line[13:]))]
    if code == "XXA":
        points = tuple(float(p) for p in line[9:].split())
        return [(code, int(line[4:8]), *points[: 1 + max(k for k, p in enumerate(points) if p)])]
    if code in ("240", "260", "XXP", "XXZ"):
        return [(code, *numbers(rest))]
    if code == "XXS":
        return [(code, *rest.split())]
    if re.fullmatch(r"0[0-9]2|1[0-24579]2|2[0-2]2", code):
        return [(code, part) for part in rest.split("; ")]
    return [(code, rest)]


# What the reader calls the lines, where a note does not name their code.
WORDS = {
    "300": "line-ups",
    "320": "team byes",
    "330": "forfeited matches",
    "352": "team colours",
    "362": "team points",
    "801": "team results",
    "802": "team results",
    "310": "lines 310",
    "013": "lines 013",
    "012": "a second name of the event",
    "132": "round date",
    "142": "rounds",
    "152": "initial colour",
    "162": "point system",
    "XXS": "point system",
    "172": "starting rank",
    "182": "pairing officer",
    "192": "pairing system",
    "202": "tie-breaks",
    "212": "order of the standings",
    "222": "encoded time control",
    "240": "byes to come",
    "XXZ": "byes to come",
    "250": "acceleration",
    "XXA": "acceleration",
    "260": "forbidden pairs",
    "XXP": "forbidden pairs",
    "299": "abnormal points",
    "###": "comments",
}
# Lines that say in one edition what the other's say in their own words (test_convert.py).
SAME = [{"162", "XXS", "BBW"}, {"240", "XXZ"}, {"250", "XXA"}, {"260", "XXP"}, {"310", "013"}]


def own_edition(lines: list[str]) -> str:
    return "trf26" if any(map(LATER.match, lines)) else "trf16"


def uncovered(data: bytes, to: str = "") -> Iterator[str]:
    """Each difference between a file and the file written anew that no note speaks of."""
    lines = lines_of(data)
    event = read(data)
    done = convert(event, to or own_edition(lines))
    again = lines_of(done.text.encode())
    lost = [str(n) for n in done.lost]
    notes = [str(n) for n in event.adjustments] + lost
    before, after = whole(lines), whole(again)
    for change, some in (("gone", before - after), ("new", after - before)):
        others = {s[0] for s in (after if change == "gone" else before)}
        for found in some:
            translated = any(found[0] in pair and pair & others - {found[0]} for pair in SAME)
            if not translated and not any(spoken_of(found, note) for note in notes):
                yield f"{change}: {found}"
    ours, theirs = (
        {int(x[4:8]): player(x) for x in some if x.startswith("001")} for some in (lines, again)
    )
    assert ours.keys() == theirs.keys()
    for number, fields in ours.items():
        own = [str(n) for n in event.record(number).adjustments]
        for field in sorted(fields.keys() | theirs[number].keys()):
            one, other = fields.get(field), theirs[number].get(field)
            moved = any("columns shifted" in n or "tabs" in n for n in own + notes)
            made = any(re.search(rf"\b{field}s? in trf.*the event has none", n) for n in lost)
            if one != other and not (
                moved or made or any(re.search(rf"{field}\b", n) for n in own)
            ):
                yield f"player {number}: {field}: {one}, {other}"


def spoken_of(found: Said, note: str) -> bool:
    """Whether a note is on such lines; one on unknown codes names five and counts the others."""
    code = str(found[0])
    if re.match(r"#|DDD|SSS|0?1234567", code + str(found[-1])):
        return "comments" in note
    named = f"line code {code!r}" if code.strip() else "no line code"
    word = WORDS.get(code)
    if (word and word in note) or (named in note and "not read" in note) or f"line {code}" in note:
        return True
    if code.isalpha() and "national ratings" in note:
        return True
    foreign = not re.match(r"\d[0-9]2|\d\d\d|XX", code) or code == "123"
    return foreign and bool(re.search(r"and \d+ more.*unknown code", note))


def whole(lines: list[str]) -> Counter[Said]:
    """What all lines but the players' say, and how often; of the event it is enough to say once."""
    found = Counter(s for x in lines if not x.startswith("001") for s in said(x))
    once = re.compile(r"0[0-9]2|1[0-24-9]2|2[0-2]2|2[4-9]\d|XX.")
    return Counter({s: 1 if once.match(str(s[0])) else n for s, n in found.items()})


def small_files() -> list[Path]:
    folder = Path(__file__).parents[2] / "data"
    return [example_path(), *sorted(folder.rglob("*.trf"))]


@pytest.mark.parametrize("to", ["", "trf16", "trf26"], ids=["own", "trf16", "trf26"])
@pytest.mark.parametrize("path", small_files(), ids=lambda p: p.stem)
def test_small_files(path, to):
    assert list(uncovered(path.read_bytes(), to)) == []


@pytest.mark.parametrize("to", ["", "trf16", "trf26"], ids=["own", "trf16", "trf26"])
def test_real_files(real_files, to):
    with (real_files / "manifest.csv").open(encoding="utf-8") as file:
        names = [r["file"] for r in csv.DictReader(file) if r["file"].endswith(".trf")]
    compared, differences = 0, {}
    for name in names:
        data = (real_files / name).read_bytes()
        try:
            read(data)
        except InputError:
            continue
        compared += 1
        if found := list(uncovered(data, to)):
            differences[name] = found[:5]
    assert differences == {}
    assert compared > 50


def line(number: int, cells: str, points: str = " 1.0", rank: str = "   1") -> str:
    return f"001 {number:4d}      {'Player':33s} 2000{'':28s}{points} {rank}{cells}"


TWO = [line(1, "     2 w 1  0000 - U"), line(2, "     1 b 0  0000 - Z", " 0.0", "   2")]


@pytest.mark.parametrize("code", "+-1=0WDLFUHZ")
def test_the_code_of_a_round_without_an_opponent_is_kept(code):
    """Among them more than one for a bye and for an absence, which ratings do not tell apart."""
    cells = f"     2 w 1  0000 - {code}"
    text = "\n".join(["012 Two", line(1, cells, "    "), TWO[1]])
    done = convert(read(text.encode()), "trf16")
    assert done.text.splitlines()[1][89:] == cells
    assert [str(n) for n in done.lost] == [
        "Player: points in trf16 are those of the results: the event has none"
    ]


def test_a_code_that_the_result_no_longer_has_is_not_written():
    event = read("\n".join(["012 Two", line(1, "     2 w 1  0000 - +"), TWO[1]]).encode())
    (game, bye), other = event.records[0].games, event.records[1]
    half = replace(bye, half_points=1, kind=GameKind.HALF_BYE)
    changed = replace(event.records[0], games=(game, half))
    assert "0000 - H" in convert(replace(event, records=(changed, other)), "trf16").text


@pytest.mark.parametrize(
    ("lines", "written"),
    [
        (["132 26/05/01"], ["26/05/01"]),
        (["132 2026/05/01", "132 2026/05/02"], ["26/05/01", "26/05/02"]),
        (["132".ljust(91) + "26/05/01  26/05/02  26/05/09"], ["26/05/01", "26/05/02", "26/05/09"]),
        (["132".ljust(91) + "26/05/01            26/05/09"], ["26/05/01", "26/05/09"]),
    ],
)
def test_dates_of_rounds_played_and_to_come(lines, written):
    done = convert(read("\n".join(["012 Two", *lines, *TWO]).encode()), "trf16")
    assert (done.text.splitlines()[1][91:].split(), done.lost) == (written, ())
    assert done.text.splitlines()[1][:91].split() == ["132"]


def test_text_with_semicolons_stays_on_its_line():
    head = ["012 Two", "022 Oslo; Norway", "112 Ann", "112 Joan", "122 90 min; 30 s"]
    done = convert(read("\n".join([*head, *TWO]).encode()), "trf16")
    assert (done.text.splitlines()[:5], done.lost) == (head, ())


def test_a_rank_that_is_no_number():
    event = read("\n".join([line(1, "     2 w 1", rank="   x"), TWO[1]]).encode())
    assert [str(n) for n in event.adjustments] == [
        "player 1, line 1: rank 'x' is not a number: left out"
    ]
