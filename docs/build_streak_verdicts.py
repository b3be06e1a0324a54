"""Write the table of verdicts on real seasons in ``docs/streaks.md``.

Takes the folder of real files (most may not be copied into the project):
``python docs/build_streak_verdicts.py DIR``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import tprstats as tpr
from tprstats.records import Record
from tprstats.streaks.headline import p_text
from tprstats.tables import Table

PAGE = Path(__file__).with_name("streaks.md")
SHIPPED = Path(__file__).parents[1] / "notebooks" / "data"
BEGIN, END = "<!-- verdicts: begin -->\n", "<!-- verdicts: end -->\n"


def _year(record: Record, year: int, speed: str = "") -> Record:
    games = tuple(
        g
        for g in record.games
        if g.date is not None and g.date.year == year and (not speed or g.speed == speed)
    )
    return Record(record.player, games)


CARLSEN = "logs/carlsen_otb_online.pgn"
PLAYER_X = "logs/lichess_bullet_titled_player_x.pgn"
ELITE = "logs/chesscom_elite_player_5765.csv"
CLUB = "logs/chesscom_club_player_3746.csv"
# Name, file, player (empty: the owner), year and speed (0 and empty: all).
SEASONS = (
    ("Caruana, Sinquefield Cup 2014", "events/sinquefield_2014.csv", "Caruana", 0, ""),
    ("Fischer, 1971-72", SHIPPED / "fischer_1971_72.pgn", "Fischer", 0, ""),
    ("Niemann, over the board 2021-22", "logs/niemann_otb_2021_22.csv", "", 0, ""),
    *((f"Carlsen, FIDE games of {y}", CARLSEN, "", y, "") for y in (2006, 2009, 2013)),
    ("Carlsen, classical games of 2019", SHIPPED / "carlsen_2019.pgn", "Carlsen", 0, ""),
    ("player x, bullet 2018", PLAYER_X, "", 2018, "bullet"),
    ("elite player online, blitz 2022", ELITE, "", 2022, "blitz"),
    ("elite player online, bullet 2023", ELITE, "", 2023, "bullet"),
    ("club player online, rapid 2018", CLUB, "", 2018, "rapid"),
    ("club player online, blitz 2022", CLUB, "", 2022, "blitz"),
)


def rows(folder: Path) -> list[tuple[str, ...]]:
    """One row a season and direction."""
    found = []
    for name, file, player, year, speed in SEASONS:
        event = tpr.read(folder / file)
        record = event.record(player) if player else event.records[0]
        record = _year(record, year, speed) if year else record
        for direction in ("hot", "cold"):
            v = tpr.streak(record, direction=direction)
            assert v.best is not None
            assert v.judgement is not None
            span = v.best.span
            bayes = ", ".join(f"{b:.2g}" for b in v.bayes)
            found.append(
                (
                    name if direction == "hot" else "",
                    f"{v.season.score.sum():g}/{len(v.season)}",
                    direction,
                    f"{span.first}-{span.last} ({span.score:g}/{span.games})",
                    p_text(v.best.global_p),
                    p_text(v.change.p if v.change else None),
                    f"{v.forecast.any_hot:.2f}, {v.forecast.any_cold:.2f}",
                    p_text(v.p),
                    bayes,
                    v.word,
                )
            )
    return found


def main(folder: Path) -> None:
    heads = (
        "season", "score", "streak", "best window", "its p", "change", "spell hot, cold",
        "verdict p", "Bayes 50, 150, 300", "verdict",
    )  # fmt: skip
    table = Table(heads, rows(folder), "lrlrrrlrll").to_markdown()
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    main(parser.parse_args().folder)
