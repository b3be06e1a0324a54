"""Compact tables of games, without names, from a folder of real files.

    python experiments/real-form/build_data.py FOLDER [FOLDER ...] [--out DIR] [--all]

`sources.csv` lists the files, where they are from and their licences. Only files that may be
passed on are made into tables unless `--all` is given; then give another `--out`, whose tables
stay on this computer. Ratings, results, dates and colours are kept; players and events become
numbers. A game that an earlier table already holds has `seen` 1, so that nothing counts twice.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import tprstats as tpr
from tprstats.files import write_whole
from tprstats.readers._notes import Notes
from tprstats.readers._pgn_scan import scan_headers
from tprstats.readers._values import named_speed
from tprstats.records import Colour, Event

HERE = Path(__file__).parent
COLUMNS = (
    "event", "date", "speed", "online", "player", "rating", "opponent", "opponent_rating",
    "half_points", "colour", "seen",
)  # fmt: skip
SERVERS = ("chess.com", "lichess", "chess24", "playchess", "internet", "chessclub", "tornelo")
NO_CHESS = ("sim", "blindf", "960", "random", "freestyle", "odds", "handicap", "advanced", "amber")
"""Events that are no common games of one player against one (Amber was half blindfold)."""

GAP_DAYS = 30.0
"""The same name after a longer break is another event."""

SITTING = 5
"""Games of one kind on one day that make a sitting online."""

FAST_DAY = 3
"""Games a day from which a game is fast: nobody plays three classical ones."""

MOST_DIFFERENCE = 900.0

ANOTHER = 150.0
"""An owner's rating this far from the median of the seven events around is a namesake's, or wrong
(the files hold a namesake rated 1829 and ratings of 2200 where none was known)."""


@dataclass(frozen=True)
class Row:
    """One game from one side; `date` is ISO, cut after the year where the day is unknown."""

    event: str
    date: str
    speed: str
    online: bool
    player: str
    rating: float
    opponent: str
    opponent_rating: float
    half_points: int
    colour: int

    def day(self) -> float | None:
        """Days since some year 0, or None where only the year is known."""
        parts = [int(x) for x in self.date.split("-") if x]
        return parts[0] * 365.25 + parts[1] * 30.44 + parts[2] if len(parts) == 3 else None


def name_key(name: str) -> str:
    """Surname and first initial: how a player of several files is known again."""
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)
    ).casefold()
    surname, _, first = plain.partition("," if "," in plain else " ")
    return f"{surname.strip()} {first.strip()[:1]}".strip()


def rating_of(text: str) -> float | None:
    """A rating tag as a number; None where it is none (one is "2690:2222")."""
    return float(text) if text.isdecimal() and 1000 <= int(text) < 3600 else None


def career_rows(path: Path) -> Iterator[Row]:
    """The owner's games of a career file in PGN; the owner has the most frequent name."""
    text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
    games = [h.tags for h in scan_headers(text, Notes())]
    sides = [tuple(name_key(g.get(c, "")) for c in ("White", "Black")) for g in games]
    owner = Counter(x for pair in sides for x in pair).most_common(1)[0][0]
    done = set()
    for tags, (white, black) in zip(games, sides, strict=True):
        result = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}.get(tags.get("Result", ""))
        own, other = ("White", "Black") if white == owner else ("Black", "White")
        ratings = [rating_of(tags.get(f"{side}Elo", "")) for side in (own, other)]
        event, site = tags.get("Event", ""), tags.get("Site", "")
        speed = named_speed(event, tags.get("Round", "")) or "classical"
        said = f" {event.casefold()}"
        if result is None or owner not in (white, black) or None in ratings:
            continue
        if speed == "armageddon" or any(word in said for word in NO_CHESS):
            continue
        date = tags.get("Date", "").replace(".??", "").replace(".", "-")
        if not re.fullmatch(r"\d{4}(-\d\d-\d\d)?", date):
            date = date[:4] if date[:4].isdecimal() else ""
        # The same game twice in one file, under whatever name of the event.
        key = (date, tags.get("Round", ""), white, black, result, event if len(date) < 10 else "")
        if not date or (key in done and tags.get("Round", "?") not in ("?", "")):
            continue
        done.add(key)
        online = any(word in site.casefold() for word in SERVERS) or site.endswith(" INT")
        yield Row(
            f"{event} / {site}", date, speed, online, owner, *_first(ratings),
            black if own == "White" else white, *_first(ratings[1:]),
            result if own == "White" else 2 - result,
            1 if own == "White" else -1,
        )  # fmt: skip


def _first(ratings: list[float | None]) -> tuple[float]:
    assert ratings[0] is not None
    return (ratings[0],)


def crosstable_rows(path: Path, speed: str, layout: str, named: bool) -> Iterator[Row]:
    """Each game of an event once, from White's side; names mean nobody outside where neutral."""
    event = tpr.read(path)
    prefix = "" if named else f"{path.name}:"
    ratings = {r.player.name: r.player.rating for r in event}
    fast = _fast_matches(path) if layout == "knock-out" else set()
    days: Counter[tuple[str, str]] = Counter(
        (r.player.name, str(g.date)) for r in event for g in r.played() if g.date
    )
    year = _year(event)
    for record in event:
        for g in record.played():
            own = record.player.rating if g.own_rating is None else g.own_rating
            mirrored = g.colour is Colour.NONE and record.player.name > g.opponent
            if g.colour is Colour.BLACK or mirrored or own is None or not g.opponent_rating:
                continue
            if not ratings.get(g.opponent):
                continue
            date = str(g.date or year)
            many = layout == "fast-days" and days[record.player.name, date] >= FAST_DAY
            match = (record.player.name, g.opponent, g.half_points, date)
            pace = "rapid" if match in fast else "blitz" if many else speed
            yield Row(
                path.name, date, pace, event.records[0].games[0].rating_kind.online,
                prefix + (name_key(record.player.name) if named else record.player.name), own,
                prefix + (name_key(g.opponent) if named else g.opponent), g.opponent_rating,
                g.half_points, int(g.colour),
            )  # fmt: skip


def _year(event: Event) -> str:
    dates = sorted(str(g.date) for r in event for g in r.games if g.date)
    found = re.search(r"(19|20)\d\d", event.source or "")
    return dates[0][:4] if dates else found.group() if found else ""


def _fast_matches(path: Path) -> set[tuple[str, str, int, str]]:
    """Games of a knock-out after the classical ones: two a match, four in the last round."""
    text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
    found = set()
    for tags in (h.tags for h in scan_headers(text, Notes())):
        part = tags.get("Round", "").split(".")
        classical = 4 if part[0] == "7" else 2
        if len(part) > 1 and part[1].isdecimal() and int(part[1]) > classical:
            result = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[tags["Result"]]
            date = tags["Date"].replace(".", "-")
            found.add((tags["White"], tags["Black"], result, date))
    return found


def log_rows(path: Path, after_game: bool) -> Iterator[Row]:
    """Sittings (one day, one speed) of an online log.

    Chess.com prints ratings after the game. The own rating before it is the one after the game
    before, and what the owner won the opponent lost, so the opponent's is moved back by it.
    """
    event = tpr.read(path)
    record = max(event, key=len)
    before: dict[str, float] = {}
    for g in record.played():
        kind = g.speed or "unknown"
        own, other = g.own_rating, g.opponent_rating
        if "960" in g.event or g.speed == "standard":  # "standard" online is days a move
            continue
        if own is None or other is None or g.date is None:
            continue
        if after_game:
            last = before.get(kind)
            before[kind] = own
            # A change above 60 is a first game, a rating set anew, or another list.
            if last is None or abs(own - last) > 60.0:
                continue
            own, other = last, other + (own - last)
        day = g.date.isoformat()
        yield Row(
            f"{day} {kind}", day, kind, True, path.name, own, f"{path.name}:{g.opponent}", other,
            g.half_points, int(g.colour),
        )  # fmt: skip


def split_events(rows: list[Row], layout: str) -> list[Row]:
    """Rows with events apart: the same name after a break, or at another speed, is another."""
    if layout != "career":
        return [replace(r, event=f"{r.event} {r.speed}") for r in rows]
    a_day = Counter((r.event, r.date) for r in rows if len(r.date) == 10)
    rows = [
        replace(r, speed="rapid")
        if r.speed == "classical" and a_day[r.event, r.date] >= FAST_DAY
        else r
        for r in rows
    ]
    part: dict[tuple[str, str], int] = defaultdict(int)
    last: dict[tuple[str, str], Row] = {}
    found = []
    for r in sorted(rows, key=lambda r: r.date):
        key = (r.event, r.speed)
        if (before := last.get(key)) is not None:
            days = (before.day(), r.day())
            apart = (
                days[1] - days[0] > GAP_DAYS
                if days[0] is not None and days[1] is not None
                else before.date[:4] != r.date[:4]
            )
            part[key] += apart
        last[key] = r
        found.append(replace(r, event=f"{r.event} {r.speed} {part[key]}"))
    return found


def without_namesakes(rows: list[Row]) -> list[Row]:
    """Rows of a career without the events in which the owner's rating cannot be right."""
    rating = {r.event: r.rating for r in rows}
    order = list(rating)
    good = set()
    for k, event in enumerate(order):
        around = [rating[e] for e in order[max(k - 3, 0) : k + 4]]
        if abs(rating[event] - median(around)) <= ANOTHER:
            good.add(event)
    return [r for r in rows if r.event in good and abs(r.rating - rating[r.event]) <= ANOTHER]


def rows_of(source: dict[str, str], path: Path) -> list[Row]:
    layout = source["layout"]
    if layout == "career":
        rows = list(career_rows(path))
    elif layout in ("log", "after-game log"):
        rows = list(log_rows(path, layout == "after-game log"))
    else:
        named = source["group"] == "elite event"
        rows = list(crosstable_rows(path, source["speed"], layout, named))
    rows = [r for r in rows if abs(r.rating - r.opponent_rating) <= MOST_DIFFERENCE]
    rows = split_events(rows, layout)
    if layout == "career":
        rows = without_namesakes(rows)
    if "log" in layout:
        size = Counter(r.event for r in rows)
        rows = [r for r in rows if size[r.event] >= SITTING]
    return rows


def game_key(row: Row) -> tuple[str, str, str, int]:
    """Year, White, Black and White's half points: what two files tell of one game alike."""
    sides = (row.player, row.opponent, row.half_points)
    if row.colour < 0:
        sides = (row.opponent, row.player, 2 - row.half_points)
    return (row.date[:4], *sides)


class Numbers(dict[str, int]):
    """Numbers given in order of first appearance."""

    def __missing__(self, key: str) -> int:
        self[key] = len(self) + 1
        return self[key]


def table_text(rows: list[Row], players: Numbers, events: Numbers, seen: Counter[object]) -> str:
    """The CSV text of one table; games that `seen` holds are marked and counted off."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    left, own = seen.copy(), Counter(map(game_key, rows))
    for r in rows:
        key = game_key(r)
        again = left[key] > 0
        left[key] -= again
        writer.writerow(
            (events[r.event], r.date, r.speed, int(r.online), players[r.player], f"{r.rating:g}",
             players[r.opponent], f"{r.opponent_rating:g}", r.half_points, r.colour, int(again))
        )  # fmt: skip
    for key, count in own.items():
        seen[key] = max(seen[key], count)
    return out.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=HERE / "data")
    parser.add_argument("--all", action="store_true", help="also files that stay on this computer")
    wish = parser.parse_args()
    if wish.all and wish.out.resolve() == (HERE / "data").resolve():
        parser.error("--all makes tables that must not be passed on: give another --out")
    wish.out.mkdir(parents=True, exist_ok=True)
    players, seen = Numbers(), Counter[object]()
    index = []
    with (HERE / "sources.csv").open(encoding="utf-8") as handle:
        sources = [s for s in csv.DictReader(handle) if wish.all or s["passed_on"] == "yes"]
    for source in sources:
        paths = [d / source["file"] for d in wish.folders if (d / source["file"]).exists()]
        if not paths:
            parser.error(f"{source['file']}: in none of the folders")
        rows = rows_of(source, paths[0])
        text = table_text(rows, players, Numbers(), seen)
        write_whole(wish.out / f"{source['table']}.csv", text)
        both = "both" if source["layout"] in ("crosstable", "knock-out", "fast-days") else "one"
        index.append((source["table"], source["group"], both, len(rows), text.count(",1\n")))
        print(f"{source['table']}: {len(rows)} games, {index[-1][4]} seen before")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([("table", "group", "sides", "games", "seen"), *index])
    write_whole(wish.out / "index.csv", out.getvalue())
    lines = [
        "# Where the tables are from",
        "",
        "Ratings, results, dates, colours and speeds alone; players and events are numbers. Made",
        "by `build_data.py`. Files whose licence does not allow passing them on are not here; they",
        "are named in `../sources.csv` (`passed_on` is no).",
        "",
        "| table | source | commit or version | licence | note |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {s['table']}.csv | {s['source']} | {s['commit']} | {s['licence']} | {s['note']} |"
        for s in sources
    ]
    write_whole(wish.out / "SOURCES.md", "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
